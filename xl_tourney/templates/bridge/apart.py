"""Keith Wignall's trial on a session of one's own: its sections scored apart and together.

Both ways by both formulas, with the standard deviations of the percentages, and who changes place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from openpyxl.worksheet.worksheet import Worksheet

from ...defined_names import NAME
from ..parts import pages, theme
from ..parts.pages import HEADINGS
from ..parts.table import Column, Table, write
from .scoring import PERCENT, any_of, both_seats

SHEET = "Apart and together"
TOP = HEADINGS + 6
"""The row of headings of the pairs; the standard deviations stand above."""

ROWS_ON_ONE_PAGE = 60
"""How many pairs are printed on one page, upright."""

FORMULAS = {"a": "Standard", "b": "Modified"}
WAYS = {"apart": "Apart", "field": "Together"}
_LABELS, _SPREADS, _RATIOS = "A", {"a": "E", "b": "F"}, "G"
"""The columns of the standard deviations."""
SPREAD = "0.000"
_SPREAD_HEADINGS = ("Spread", "Standard formula", "Modified formula", "Standard ÷ modified")


def _key(way: str, formula: str) -> str:
    return f"{way}_{formula}"


def _columns_of_pair() -> Iterator[Column]:
    """A pair's mean percentage each way by each formula, and its place by it."""
    for formula, heading in FORMULAS.items():
        for way in WAYS:
            key = _key(way, formula)
            total = both_seats(f"{{lines[{key}_#]}}")
            percent = f"ROUND(({total})/{{row[boards_{formula}]}},Decimals)"
            yield Column(
                key,
                f"{heading}, {way}",
                f'=IF({{row[boards_{formula}]}}=0,"",{percent})',
                number_format=PERCENT,
                width=12,
            )
            better = f'COUNTIFS({{group[side]}},{{row[side]}},{{group[{key}]}},">"&{{row[{key}]}})'
            yield Column(
                f"place_{key}",
                f"Place, {heading}, {way}",
                f'=IF({{row[{key}]}}="","",1+{better})',
                width=12,
            )


OF_PAIR = list(_columns_of_pair())


def _group_column(key: str, heading: str, number_format: str = "General") -> Column:
    found = f'=IF({{group.row[at]}}="","",INDEX({{group[{key}]}},{{group.row[at]}}))'
    return Column(key, heading, found, False, number_format, 11)


def table(who: list[Column]) -> list[Column]:
    """The pairs in the order of the standings: percentages and places apart and together."""
    columns = list(who)
    for formula, heading in FORMULAS.items():
        apart, together = (f"place_{_key(way, formula)}" for way in WAYS)
        for way, place in (("apart", apart), ("field", together)):
            way_heading = "apart" if way == "apart" else "together"
            columns += [
                _group_column(_key(way, formula), f"{heading} {way_heading}, %", PERCENT),
                _group_column(place, f"Place {way_heading}"),
            ]
        moved = f"{{row[{apart}]}}-{{row[{together}]}}"
        missing = any_of(f'{{row[{apart}]}}=""', f'{{row[{together}]}}=""')
        columns.append(
            Column(
                f"moved_{formula}",
                f"{heading}: together it is",
                f'=IF({missing},"",IF({moved}=0,"same",IF({moved}>0,"up ","down ")&ABS({moved})))',
                width=12,
                align="left",
            )
        )
    return columns


def fill_page(sheet: Worksheet, tables: Mapping[str, Table]) -> None:
    """The standard deviations above the table, what they come to, and the marks."""
    pages.write_header(
        sheet,
        "The session match-pointed within its sections and across the field, by both formulas, "
        "whatever ComparedWith says.",
        status=True,
    )
    _write_spreads(sheet, tables)
    pairs = tables["apart"]
    sentence = sheet[f"A{HEADINGS - 1}"]
    sentence.value = pages.resolve_formula(_finding(), sheet, tables)
    theme.apply_style(sentence, theme.STATUS)
    for formula in FORMULAS:
        cell = f"${pairs.letter(f'moved_{formula}')}{pairs.first}"
        moved = f'AND({cell}<>"",{cell}<>"same")'
        theme.highlight(sheet, pairs.area(f"moved_{formula}"), [(moved, theme.TIED)])
    pages.freeze_headings(pairs, "C", "pair")
    pages.name_standings(pairs, f"{NAME}Apart")
    if pairs.rows <= ROWS_ON_ONE_PAGE:
        sheet.page_setup.fitToHeight = 1


def _write_spreads(sheet: Worksheet, tables: Mapping[str, Table]) -> None:
    """The standard deviation of the pairs' percentages, each way by each formula.

    Their names stand in the first column and run on over the next ones, which may be hidden.
    """
    first = HEADINGS + 1
    heads = dict(zip((_LABELS, *_SPREADS.values(), _RATIOS), _SPREAD_HEADINGS))
    for letter, heading in heads.items():
        write(sheet[f"{letter}{HEADINGS}"], heading)
        style, align = (theme.STATUS, "left") if letter == _LABELS else (theme.HEADING, "right")
        theme.apply_style(sheet[f"{letter}{HEADINGS}"], style, align=align, wrap=letter != _LABELS)
    theme.fit_row_height(sheet, HEADINGS, _SPREAD_HEADINGS[-1], 9)
    for row, (way, label) in enumerate({**WAYS, "ratio": "Apart ÷ together"}.items(), first):
        write(sheet[f"{_LABELS}{row}"], label)
        theme.apply_style(sheet[f"{_LABELS}{row}"], theme.STATUS, align="left")
        for formula, letter in _SPREADS.items():
            figures = f"{{apart[{_key(way, formula)}]}}"
            spread = f'=IF(COUNT({figures})=0,"",STDEVP({figures}))'
            if way == "ratio":
                spread = _ratio(f"{letter}{first}", f"{letter}{first + 1}")
            sheet[f"{letter}{row}"] = pages.resolve_formula(spread, sheet, tables)
            theme.apply_style(sheet[f"{letter}{row}"], theme.VALUE, SPREAD, "right")
        if way in WAYS:
            ratio = _ratio(*(f"{letter}{row}" for letter in _SPREADS.values()))
            sheet[f"{_RATIOS}{row}"] = ratio
            theme.apply_style(sheet[f"{_RATIOS}{row}"], theme.VALUE, SPREAD, "right")
    note = sheet[f"{_LABELS}{first + len(WAYS) + 1}"]
    write(note, "Standard deviations of the pairs' percentages, as in Keith Wignall's trial.")
    theme.apply_style(note, theme.NOTE)


def _ratio(one: str, other: str) -> str:
    return f'=IF(ISNUMBER({one})*ISNUMBER({other})=0,"",IF({other}=0,"",{one}/{other}))'


def _finding() -> str:
    """How many pairs change place when all sections are scored together."""
    columns = {formula: f"{{apart[moved_{formula}]}}" for formula in FORMULAS}
    moved = {
        formula: f'SUMPRODUCT(({column}<>"")*({column}<>"same"))'
        for formula, column in columns.items()
    }
    count = "COUNT({apart[place_field_a]})"
    return (
        f'=IF({count}=0,"","Scored together, "&{moved["a"]}&" of "&{count}&" pairs have another '
        f'place by the standard formula, "&{moved["b"]}&" by the modified one.")'
    )
