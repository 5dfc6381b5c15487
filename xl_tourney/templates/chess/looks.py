"""The looks of the chess workbook: titles, frozen headings, marks, and what is not shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl import Workbook
from openpyxl.utils import column_index_from_string, get_column_letter

from ...readers.chess.tournament import MAX_ROUNDS, ChessPlayer
from ..parts import pages, published, theme
from ..parts.pages import HEADINGS
from ..parts.table import InputRule, Table, name_cells, write

PORTRAIT = ("Read me",)
PAIRINGS_TOP = HEADINGS + 2
"""The row of headings of the pairings; above it is which round."""


def finish(
    workbook: Workbook,
    tables: Mapping[str, Table],
    players: Sequence[ChessPlayer],
    codes: Sequence[str],
) -> None:
    """Titles, frozen headings, headings that follow the options, and marks."""
    pages.write_header(
        workbook["Setup"], "How the tournament is ranked; write into the tinted cells.", status=True
    )
    purposes = {
        "listed": "The starting rank: write into the tinted cells, one player a row.",
        "wall": "Write into the tinted cells: opponents by their No., as 12w1, 12b½, 12w0; "
        "U, H, F or Z without an opponent.",
        "standings": "By points, then by the tie-breaks of the regulations in their order.",
        "crosstable": "Every game of the ranking: opponents by their row in this table, the own "
        "colour, the result.",
        "pairings": "The boards of one round, those without an opponent below them.",
        "categories": "Write into the tinted cells: who may win which prize. The winners stand "
        "below.",
        "score": "Every figure of every player, in the order of the starting rank.",
        "rounds": "Kind: a hundred times the opponent, ten times the colour, and the result; "
        "below 0 the line of the sheet Checks.",
    }
    after_name = get_column_letter(column_index_from_string(tables["score"].letter("name")) + 1)
    frozen = {"standings": "E", "crosstable": "E", "listed": "D", "wall": "C", "score": after_name}
    blank = {"standings": "place", "crosstable": "place", "pairings": "white"}
    for name, purpose in purposes.items():
        pages.write_header(tables[name].sheet, purpose, status=name != "score")
        pages.freeze_headings(tables[name], frozen.get(name, "A"), blank.get(name, ""))
    pages.name_standings(tables["standings"])
    published.name_leading_columns(tables["standings"], "name", "points", "value_1")
    _name_records(tables["wall"], tables["rounds"])
    for name in ("standings", "crosstable"):
        _finish_ranking(tables[name], codes)
    pages.mark_problems(tables["wall"])
    for name in ("listed", "standings", "crosstable"):
        table = tables[name]
        empty = _empty(players, codes, _slots(tables["standings"]))
        there = {column.key for column in table.columns}
        pages.hide_columns(table, {k: v for k, v in empty.items() if k in there}, tables)
    _finish_pairings(workbook, tables)
    _finish_prizes(tables)


def _name_records(wall: Table, rounds: Table) -> None:
    """The games of each player, as the wall list has them, and the points of each."""
    keys = [column.key for column in wall.columns if column.key.startswith("r_")]
    first, last = (key.removeprefix("r_") for key in (keys[0], keys[-1]))
    published.name_record(
        No=published.values(wall, "no"),
        Round=published.headings(wall, f"r_{first}", f"r_{last}"),
        Opponent=published.values(wall, f"r_{first}", f"r_{last}"),
        Points=published.values(rounds, f"points_{first}", f"points_{last}"),
    )


def _finish_ranking(table: Table, codes: Sequence[str]) -> None:
    """Headings that are the chosen tie-breaks, marks, and one page where the table fits on it."""
    sheet = table.sheet
    pages.show_note(sheet)
    for k in range(1, _slots(table) + 1):
        sheet[f"{table.letter(f'value_{k}')}{table.top}"] = f'=TieBreak{k}&""'
    # Points are never empty; but LibreOffice indents right-aligned numbers beside each other only
    # where they have the same conditional formats.
    first, last = table.letter("points"), table.letter(f"value_{_slots(table)}")
    theme.hide_empty_columns(sheet, f"{first}{table.top}:{last}{table.last}")
    place = f"{table.letter('place')}{table.first}"
    places = f"{table.letter('place')}${table.first}:{table.letter('place')}${table.last}"
    shared = f'AND(${place}<>"",COUNTIF(${places.replace(":", ":$")},${place})>1)'
    marked = ("place", "decided") if "decided" in {c.key for c in table.columns} else ("place",)
    for key in marked:
        theme.highlight(sheet, table.area(key), [(shared, theme.TIED)])
    pages.fit_on_one_page(table)


def _slots(table: Table) -> int:
    """How many tie-breaks a table has room for."""
    return sum(column.key.startswith("value_") for column in table.columns)


_FIELDS = {"national": "national_rating", "fide": "fide_number", "printed": "points"}
_OPTIONAL = ("title", "federation", "rating", "national", "birth", "sex", "club", "fide", "printed")
"""The columns of the starting rank that a file need not have."""


def _empty(players: Sequence[ChessPlayer], codes: Sequence[str], slots: int) -> dict[str, str]:
    """The columns that would be empty, and when each would hold something."""
    empty = {f"value_{k}": f'TieBreak{k}<>""' for k in range(len(codes) + 1, slots + 1)}
    if not players:
        return empty
    for key in _OPTIONAL:
        if not any(getattr(player, _FIELDS.get(key, key)) for player in players):
            empty[key] = f"COUNTA({{listed[{key}]}})>0"
    if not all(player.rating for player in players):
        empty["tpr"] = "COUNT({score[tpr]})>0"
    return empty


def _finish_pairings(workbook: Workbook, tables: Mapping[str, Table]) -> None:
    table = tables["pairings"]
    sheet, top = table.sheet, HEADINGS
    write(sheet[f"A{top}"], "Round")
    theme.apply_style(sheet[f"A{top}"], theme.STRONG)
    cell = sheet[f"B{top}"]
    theme.apply_style(cell, theme.INPUT, align="center", unlocked=True)
    rounds = sum(column.key.startswith("number_") for column in tables["calendar"].columns)
    rule = InputRule("whole", "The number of a round.", 1, MAX_ROUNDS)
    rule.apply(sheet, cell.coordinate)
    name_cells(workbook, "RoundShown", sheet, cell.coordinate)
    found = sheet[f"C{top}"]
    found.value = pages.resolve_formula(
        f'=IF(OR(N(RoundShown)<1,N(RoundShown)>{rounds}),"Choose a round from 1 to {rounds}.",'
        'IF(COUNT({score[board]})=0,"This round has not been held.",'
        'COUNTIF({score[paired]},">=100")/2&" boards"&IF(COUNT({score[board]})>'
        'ROWS({pairings[board]}),", and "&COUNT({score[board]})-ROWS({pairings[board]})&'
        '" more without opponent","")))',
        sheet,
        tables,
    )
    theme.apply_style(found, theme.NOTE)
    pages.show_note(sheet)


def _finish_prizes(tables: Mapping[str, Table]) -> None:
    table, categories = tables["winners"], tables["categories"]
    sheet = table.sheet
    for column in table.columns[1:]:
        number = int(column.key.rpartition("_")[2])
        cell = sheet[f"{table.letter(column.key)}{table.top}"]
        name = categories.span("name", categories.first + number - 1)
        cell.value = f'=IF({name}="","",{name})'
    first, last = table.columns[1].key, table.columns[-1].key
    area = f"{table.letter(first)}{table.top}:{table.letter(last)}{table.last}"
    theme.hide_empty_columns(sheet, area)
    pages.show_note(sheet)
    sheet.page_setup.fitToHeight = 1
