"""The reader of go tournaments, which detects the file format."""

from __future__ import annotations

from ..tables.source import Given, source_of
from . import h9, opengotha, wall_list_csv
from .tournament import GoTournament


def read(given: Given) -> GoTournament:
    """Read a table, OpenGotha XML, or else an EGD h9 wall list."""
    source = source_of(given)
    is_h9 = source.start.startswith(b";") or b"\n;" in source.data
    if source.is_table or (not is_h9 and source.has_headings(wall_list_csv.COLUMNS)):
        return wall_list_csv.read(source)
    is_xml = source.start.startswith(b"<")
    found = opengotha.read(source.file) if is_xml else h9.read(source.file)
    source.note_rows(sum(bool(player.name) for player in found.players))
    return found
