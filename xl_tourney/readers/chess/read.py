"""The reader of chess tournaments, which detects the file format."""

from __future__ import annotations

from ..entrants import Entrant, ask_about_rows
from ..tables.source import Given, Source, source_of
from . import wall_list_csv
from .lists import pgn, uscf
from .pairing_records import OWN_ACCELERATION, has_own_acceleration
from .tournament import ChessTournament
from .trf import read_trf


def read(given: Given) -> ChessTournament:
    """Read a table, or else a Tournament Report File; two rows of one player are asked about."""
    source = source_of(given)
    found = _read(source)
    entrants = [
        Entrant(
            player.name,
            player.rounds,
            (player.rating, player.birth[:4], player.fide_number, player.federation, player.sex),
        )
        for player in found.players
    ]
    ask_about_rows(source, entrants)
    return found


def _read(source: Source) -> ChessTournament:
    if source.start.startswith((b"[", b"%")) and pgn.is_pgn(source.text):
        return wall_list_csv.read(source.with_rows(*pgn.rows(source.text, source.file.name)))
    if b"Player Name" in source.data and not source.is_table and uscf.is_crosstable(source.text):
        return wall_list_csv.read(source.with_rows(*uscf.rows(source.text)))
    is_trf = source.start.startswith((b"012", b"001")) or b"\n001 " in source.data
    if source.is_table or (not is_trf and source.has_headings(wall_list_csv.COLUMNS)):
        return wall_list_csv.read(source)
    found = read_trf(source.file)
    source.note_rows(len(found.players))
    if has_own_acceleration(found):
        source.reading.notes.append(OWN_ACCELERATION)
    return found
