"""Match-points within sections: the lines compared with those of their own section only.

A line belongs to the section of its North-South pair.  Lines of pairs without a section are
compared with one another.
"""

from __future__ import annotations

from ...parts import theme
from ...parts.table import TEXT_FORMAT, Column, InputRule, computed
from ..scoring import POINTS, SIDES, SessionScoring
from .match_points import (
    FIGURES,
    SCORES,
    across_the_field,
    compared_columns,
    figure_formula,
    figure_key,
    full_points,
)

MOST_SECTIONS = 12
SECTION_ROWS: list[dict[str, object]] = [{"no": number} for number in range(MOST_SECTIONS + 1)]

LISTED = Column(
    "section",
    "Section",
    width=10,
    number_format=TEXT_FORMAT,
    align="left",
    rule=InputRule("textLength", "The section in which the pair sits, such as A; or blank.", 0, 20),
)
"""The column of Setup in which the section of a pair is typed."""

OF_PAIR = [
    computed.left(
        "section",
        "Section",
        '=IF(OR({row[key]}=0,{listed.row[section]}=""),"",UPPER(TRIM({listed.row[section]})))',
    ),
    computed.count(
        "new_section",
        "New section",
        '=IF({row[section]}="",0,IF(SUMPRODUCT(({upto[section]}={row[section]})*1)>1,0,'
        "1+MAX({before[new_section]})))",
        width=12,
    ),
    computed.count(
        "section_no",
        "No. of section",
        '=IF({row[section]}="",0,'
        "SUMPRODUCT(({group[section]}={row[section]})*{group[new_section]}))",
        width=12,
    ),
]
"""Columns of Pairs: the sections in the order in which they are first named."""

SECTIONS = [
    Column("no", "No. of section", width=9, style=theme.FIXED),
    computed.left(
        "name",
        "Section",
        '=IFERROR(IF({row[no]}=0,"",INDEX({group[section]},MATCH({row[no]},{group[new_section]},0))),'
        '"")',
        width=10,
    ),
    Column(
        "due",
        "Results due",
        "=MAX(FewestResults,SUMPRODUCT(MAX(({lines[section_no]}={row[no]})"
        "*{lines[section_results]})))",
        width=9,
    ),
]
"""Each section, and 0 for the pairs without one: how many results its boards should have."""


def lines(scoring: SessionScoring) -> list[Column]:
    """Columns of Lines: each line across the field, and within its section."""
    return [*across_the_field(scoring), *_SECTION, *_COMPARED, *_apart()]


_SECTION = [
    computed.count(
        "section_no",
        "No. of section",
        '=IF({row[score]}="",0,IF(SUM({row[no_ns]})=0,0,INDEX({group[section_no]},{row[no_ns]})))',
        width=12,
    ),
    computed.count(
        "section_results",
        "Results in section",
        '=IF({row[score]}="",0,COUNTIFS({block[section_no]},{row[section_no]},{block[played]},1))',
        width=12,
    ),
    Column(
        "section_due",
        "Due in section",
        '=IF({row[score]}="","",INDEX({sections[due]},1+{row[section_no]}))',
        width=12,
    ),
]


_COMPARED = compared_columns("apart_", " in section", "{block[section_no]},{row[section_no]},")


def _apart() -> list[Column]:
    columns = []
    for side in SIDES:
        seat, due = side.lower(), "{row[section_due]}"
        score, compared = (f"{{row[{key}]}}" for key in (SCORES[seat], f"apart_compared_{seat}"))
        top = f'=IF({score}="","",{full_points(compared, due)})'
        columns.append(Column(f"apart_full_{seat}", f"Top in section {side}", top, width=12))
        columns += [
            Column(
                f"apart_{figure_key(figure, side)}",
                f"{heading.format(side)} in section",
                figure_formula(figure, side, due, "", "apart_", f"{{row[apart_full_{seat}]}}"),
                number_format=POINTS,
                width=13,
            )
            for figure, (heading, _, _) in FIGURES.items()
        ]
    return columns
