"""Rows that a person inserts in LibreOffice, as docs/how-to/workbooks.md says it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.saved import read_standings, read_status
from tests.updates.typing_in_libreoffice import Rows, Typed, Verb
from xl_tourney.defined_names import STATUS
from xl_tourney.generator.generate import make
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.checks import UNEVEN

ROOM, MORE, LISTED = 8, 5, 6
LAST = 5 + ROOM
"""The last row of the list."""
LISTS = {
    "league": (
        {"layout": "table"},
        ("Results", "Standings", "Calculation"),
        "BCDE",
        [(f"Team {n}", 20 - n, n, n % 3) for n in range(1, 12)],
    ),
    "kdice": (
        {},
        ("Players", "Earlier", "Leaderboard", "Calculation"),
        "BCEFGHIJK",
        [
            (f"Player {n}", 100 + n, 16 + n % 4, 14, 14, 14, 14, 14, 14 - n % 4)
            for n in range(1, 12)
        ],
    ),
}
"""Options, the sheets with a row for each entrant, the columns that are typed, and the rows."""


def typed(sheet: str, letters: str, first: int, rows: Sequence[Sequence]) -> list[Typed]:
    return [
        (sheet, f"{letter}{row}", value)
        for row, cells in enumerate(rows, first)
        for letter, value in zip(letters, cells)
    ]


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", LISTS)
def test_a_list_with_inserted_rows_has_the_right_standings(name, typist, tmp_path) -> None:
    options, sheets, letters, rows = LISTS[name]
    book, larger = tmp_path / "small.xlsx", tmp_path / "large.xlsx"
    for path, room in ((book, ROOM), (larger, ROOM + MORE)):
        make(TEMPLATES[name], None, path, rows=room, **options)
    by_hand = [
        *((sheet, f"A{LAST}", Rows(MORE, "insert")) for sheet in sheets),
        *((sheet, f"A{LAST}", Rows(MORE + 1, "fill")) for sheet in sheets),
        *((sheets[0], f"A{LAST + n}", float(ROOM + n)) for n in range(MORE + 1)),
    ]
    late = typed(sheets[0], letters, 6 + LISTED, rows[LISTED:])
    typist.type_into(book, typed(sheets[0], letters, 6, rows[:LISTED]))
    typist.type_into(book, [*by_hand, *late])
    typist.type_into(larger, typed(sheets[0], letters, 6, rows))
    assert recalc(book).changed == 0
    found, wanted = (next(read_standings(path)) for path in (book, larger))
    assert len(found.rows) == len(rows)
    assert (found.headings, found.rows) == (wanted.headings, wanted.rows)
    assert read_status(book) == read_status(larger)


IN_ONE_LIST = {
    "chess": ({"players": 6, "rounds": 2, "listed": "chosen"}, ("Players", "Wall list", "Games")),
    "go": ({"rows": 6, "rounds": 2}, ("Wall list", "Games")),
    "league": ({"layout": "game", "teams": 6, "rows": 12}, ("Setup", "Results")),
    "tantrix": ({"players": 5, "rows": 10}, ("Setup", "Results")),
    "kdice": ({"rows": 6}, ("Players",)),
    "bridge": ({"pairs": 6, "boards": 4, "tables": 3}, ("Setup", "Boards", "Travellers")),
}
"""Options, and the sheets with a list that is typed."""


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("name", IN_ONE_LIST)
def test_rows_that_are_inserted_in_one_list_alone_are_a_fault(name, typist, tmp_path) -> None:
    """Also where the formulas of its own sheet are filled down: nobody is left out in silence."""
    options, sheets = IN_ONE_LIST[name]
    book = tmp_path / "book.xlsx"
    make(TEMPLATES[name], None, book, **options)
    show: Typed = ("", STATUS, Verb.SHOW)
    done: list[Typed] = []
    for sheet in sheets:
        done += [("", STATUS, Verb.UNDO), show]
        for rows in (Rows(1, "insert"), Rows(1, "fill")):
            done += [(sheet, "A8", rows), show]
    shown = typist.type_into(book, done)
    assert shown == ["No results yet", UNEVEN, UNEVEN] * len(sheets)
    assert read_status(book) == UNEVEN
