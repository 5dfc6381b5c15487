"""The pairs of a session that is to be played: a row each, the players in one column or in two."""

from __future__ import annotations

from copy import copy

from ...errors import InputError
from ..results_csv import CsvTable
from ..tables.headings import Columns, words
from ..tables.reading import Reading
from ..tables.source import Source
from .session import Session

COLUMNS: Columns = {
    "pair": words("pair no|pair number|no|number|nr|table"),
    "names": words("pair names|players|name|pairs|team|members"),
    "first": words("player 1|player a|name 1|first player|player|north|partner 1"),
    "second": words("player 2|player b|name 2|second player|partner|south|partner 2"),
    "club": (),
}


def read(source: Source) -> Session | None:
    """The pairs of a list; None where it is none, or has figures, as a ranking does."""
    looked_at = copy(source)
    looked_at.reading = Reading()
    try:
        table = CsvTable(looked_at, COLUMNS)
    except InputError:
        return None
    by_player = "first" in table and "second" in table
    rows = list(table)
    key = "names" if "names" in table else "pair"
    others = (cell for _, cells in table.unread_columns() for cell in cells)
    has_figures = any(character.isdigit() for cell in others for character in cell)
    if has_figures or not rows or not (by_player or key in table):
        return None
    if not by_player and all(row.text(key).isdecimal() for row in rows):
        return None
    source.reading.__dict__.update(looked_at.reading.__dict__)
    names: dict[str, str] = {}
    for at, row in enumerate(rows, 1):
        both = [row.required_text(side) for side in ("first", "second")] if by_player else []
        pair = row.text("pair") if by_player or key == "names" else ""
        if (pair or f"{at}") in names:
            raise row.error(f"pair {pair} stands there twice; correct the number")
        names[pair or f"{at}"] = " & ".join(both) or row.required_text(key)
    return Session([], names)
