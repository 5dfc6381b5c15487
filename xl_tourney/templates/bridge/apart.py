"""Keith Wignall's trial on a session of one's own: its sections scored apart and together.

Both ways by both formulas, with the standard deviations of the percentages, and who changes place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..parts import theme
from ..parts.pages import HEADINGS
from ..parts.plan import Cell, Hidden, Mark, NamedStandings, SheetPlan, TablePlan
from ..parts.table import Column, computed
from .scoring import PERCENT, any_of, both_seats

SHEET = "Apart and together"
TOP = HEADINGS + 6
"""The row of headings of the pairs; the standard deviations stand above."""

"""How many pairs are printed on one page, upright."""

FORMULAS = {"a": "Standard", "b": "Modified"}
WAYS = {"apart": "Apart", "field": "Together"}
_LABELS, _SPREADS, _RATIOS = "A", {"a": "E", "b": "F"}, "G"
"""The columns of the standard deviations."""
SPREAD = "0.000"
_HEADING_WIDTH = 9.0


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
        apart, together = _places(formula)
        for way, place in (("apart", apart), ("field", together)):
            way_heading = "apart" if way == "apart" else "together"
            columns += [
                _group_column(_key(way, formula), f"{heading} {way_heading}, %", PERCENT),
                _group_column(place, f"Place {way_heading}"),
            ]
        moved = f"{{row[{apart}]}}-{{row[{together}]}}"
        missing = any_of(f'{{row[{apart}]}}=""', f'{{row[{together}]}}=""')
        columns.append(
            computed.left(
                f"moved_{formula}",
                f"{heading}: together it is",
                f'=IF({missing},"",IF({moved}=0,"same",IF({moved}>0,"up ","down ")&ABS({moved})))',
                width=12,
            )
        )
    return columns


def mark_moves(key: str, one: str, other: str) -> Mark:
    """Who changes place, from that in one column to that in another, stands out."""
    return Mark(key, [(f'AND({{row[{key}]}}<>"",{{row[{one}]}}<>{{row[{other}]}})', theme.TIED)])


def _places(formula: str) -> tuple[str, str]:
    """The columns with the places by a formula, apart and together."""
    apart, together = (f"place_{_key(way, formula)}" for way in WAYS)
    return apart, together


def table_plan(who: list[Column], room: int, hidden: Hidden) -> TablePlan:
    """The pairs, with marks, and a name by which the page of standings finds them."""
    moves = [mark_moves(f"moved_{formula}", *_places(formula)) for formula in FORMULAS]
    return TablePlan(
        SHEET,
        table(who),
        room,
        top=TOP,
        upto="names",
        blank="pair",
        looks=[*moves, NamedStandings("Apart"), hidden],
    )


def _ratio(one: str, other: str) -> str:
    return f'=IF(ISNUMBER({one})*ISNUMBER({other})=0,"",IF({other}=0,"",{one}/{other}))'


def _finding() -> str:
    """How many pairs change place when all sections are scored together."""
    moved = {}
    for formula in FORMULAS:
        one, other = (f"{{apart[{place}]}}" for place in _places(formula))
        moved[formula] = f'SUMPRODUCT(({{apart[moved_{formula}]}}<>"")*({one}<>{other}))'
    count = "COUNT({apart[place_field_a]})"
    return (
        f'=IF({count}=0,"","Scored together, "&{moved["a"]}&" of "&{count}&" pairs have another '
        f'place by the standard formula, "&{moved["b"]}&" by the modified one.")'
    )


def _spreads() -> Iterator[tuple[str, Cell]]:
    """The standard deviation of the pairs' percentages, each way by each formula.

    Their names stand in the first column and run on over the next ones, which may be hidden.
    """
    first = HEADINGS + 1
    label, *headings = ("Spread", "Standard formula", "Modified formula", "Standard ÷ modified")
    yield f"{_LABELS}{HEADINGS}", Cell(label, style=theme.STATUS, align="left")
    for letter, heading in zip((*_SPREADS.values(), _RATIOS), headings):
        cell = Cell(heading, style=theme.HEADING, align="right", wraps=_HEADING_WIDTH)
        yield f"{letter}{HEADINGS}", cell
    for row, (way, label) in enumerate({**WAYS, "ratio": "Apart ÷ together"}.items(), first):
        yield f"{_LABELS}{row}", Cell(label, style=theme.STATUS, align="left")
        formulas = {}
        for formula, letter in _SPREADS.items():
            figures = f"{{apart[{_key(way, formula)}]}}"
            formulas[letter] = f'=IF(COUNT({figures})=0,"",STDEVP({figures}))'
            if way == "ratio":
                formulas[letter] = _ratio(f"{letter}{first}", f"{letter}{first + 1}")
        if way in WAYS:
            formulas[_RATIOS] = _ratio(*(f"{letter}{row}" for letter in _SPREADS.values()))
        for letter, text in formulas.items():
            yield f"{letter}{row}", Cell(None, text, theme.VALUE, SPREAD, align="right")
    note = "Standard deviations of the pairs' percentages, as in Keith Wignall's trial."
    yield f"{_LABELS}{first + len(WAYS) + 1}", Cell(note)


_BOTH_WAYS = "The session scored within its sections and across the field, by both formulas."
SHEET_PLAN = SheetPlan(
    _BOTH_WAYS,
    _BOTH_WAYS,
    for_director="ComparedWith on Setup changes nothing here.",
    cells={
        **dict(_spreads()),
        f"A{HEADINGS - 1}": Cell(formula=_finding(), style=theme.STATUS),
    },
)
