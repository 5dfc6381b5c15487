"""The reader of go tournaments, which detects the file format."""

from __future__ import annotations

import re

from ...errors import InputError
from .. import xml
from ..entrants import Entrant, ask_about_rows
from ..tables.source import Given, Source, source_of
from . import aga, h9, macmahon, opengotha, wall_list_csv
from .tournament import GoTournament


def read(given: Given) -> GoTournament:
    """Read a table, OpenGotha's or MacMahon's XML, AGA results, or else an EGD h9 wall list.

    Two rows that may be one player's are asked about.
    """
    source = source_of(given)
    found = _read(source)
    entrants = [
        Entrant(
            player.name, player.rounds, (player.rating, player.pin, player.rank, player.country)
        )
        for player in found.players
    ]
    ask_about_rows(source, entrants)
    return found


def _read(source: Source) -> GoTournament:
    if source.is_table:
        return wall_list_csv.read(source)
    if source.start.startswith(b"<"):
        found = _read_xml(source)
    elif b"PLAYERS" in source.data.upper() and aga.is_report(source.text):
        return wall_list_csv.read(source.with_rows(*aga.rows(source.text)))
    else:
        is_h9 = source.start.startswith(b";") or b"\n;" in source.data
        if not is_h9 and source.has_headings(wall_list_csv.COLUMNS):
            return wall_list_csv.read(source)
        if not is_h9 and (rows := wall_list_csv.split_lines(source.text)):
            return wall_list_csv.read(source.with_rows(rows))
        if not is_h9 and not re.search(r"\b\d{1,2}[kdp]\b", source.text, re.IGNORECASE):
            raise InputError(
                f"{source.file.name}: no line of it has a player's rank such as 3d or 5k, so it is "
                "no wall list; a table of final points is not enough, export the rounds."
            )
        found = h9.read(source.file)
    source.note_rows(sum(bool(player.name) for player in found.players))
    return found


def _read_xml(source: Source) -> GoTournament:
    root = xml.read(source.file)
    if macmahon.is_macmahon(root):
        return macmahon.read(source.file)
    found = opengotha.read(source.file)
    for line, name in opengotha.find_absent(root):
        source.reading.leave_out(line, name, "takes part in no round")
    return found
