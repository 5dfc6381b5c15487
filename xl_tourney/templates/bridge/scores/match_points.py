"""The match-points of each line: by MATCHPOINT, and by its built-in formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ....catalogue.expression import formula_of, symbol
from ....functions.bridge.matchpoints import Scale, percent_of_top, scale_of, share_of_top
from ...parts import theme
from ...parts.table import Column
from ..scoring import POINTS, SIDES, SessionScoring

_WIN, _CHOSEN_WIN, _FULL = map(symbol, ("StandardPoints", "LowerPoints", "FullPercent"))
_STANDARD, _MODIFIED = (scale_of(method, _WIN) for method in ("standard", "modified"))
CHOSEN = Scale(_CHOSEN_WIN, symbol("Method") == "modified")
"""The scale that ranks."""

SCORES = {"ns": "score", "ew": "score_ew"}
"""The scores that those of a side are compared with."""

FIGURES = {
    "points": ("Points {}", "Method", "points"),
    "a": ("Standard {} %", '"standard"', "percent"),
    "b": ("Modified {} %", '"modified"', "percent"),
}
"""What a line shows: its heading, the method and the unit."""


def helpers() -> list[Column]:
    """Native helper columns of Lines: the number of scores compared, and the result of it."""
    columns = []
    for (side, score), worse in zip(SCORES.items(), "<>"):
        own, board = f"{{row[{score}]}}", f"{{block[{score}]}}"
        counted = (f'COUNTIF({board},"{worse}"&{own})', f"COUNTIF({board},{own})")
        columns += compared_columns(side, own, f"COUNT({board})", counted)
    return [replace(column, only="native") for column in sorted(columns, key=_kind)]


def _kind(column: Column) -> str:
    return column.key.partition("_")[0]


def compared_columns(
    side: str, own: str, count: str, counted: tuple[str, str], prefix: str = "", where: str = ""
) -> list[Column]:
    """The number of scores that one is compared with, and its modified points.

    ``counted`` are the numbers of scores that it beats and that it equals.
    """
    compared = f'=IF({own}="","",{count})'
    modified = f'=IF(ISNUMBER({own}),{formula_of(_MODIFIED.compare, *counted)},"")'
    return [
        Column(f"{prefix}compared_{side}", f"Compared{where} {side.upper()}", compared, width=12),
        Column(f"{prefix}modified_{side}", f"Modified{where} {side.upper()}", modified, width=12),
    ]


def figure_key(figure: str, side: str) -> str:
    """The column of a figure of a side."""
    return f"{side.lower()}_points" if figure == "points" else f"{figure}_{side.lower()}"


def figures(scoring: SessionScoring) -> list[Column]:
    """The columns of Travellers: points, standard and modified percentages of both sides."""
    if scoring.within_sections:
        return list(_chosen())
    return [_figure(scoring, figure, side, "lines.") for figure in FIGURES for side in SIDES]


def across_the_field(scoring: SessionScoring) -> list[Column]:
    """The same columns on Lines, where those of Travellers may be within sections."""
    return [_figure(scoring, figure, side, "", "field_") for figure in FIGURES for side in SIDES]


def _chosen() -> Iterator[Column]:
    """The figures within sections or across the field, as ComparedWith says."""
    for figure, (heading, _, show) in FIGURES.items():
        for side in SIDES:
            key = figure_key(figure, side)
            yield Column(
                key,
                heading.format(side),
                f'=IF(ComparedWith="section",{{lines.row[apart_{key}]}},{{lines.row[field_{key}]}})',
                number_format=POINTS,
                width=11 if show == "percent" else 13,
                style=None if show == "percent" else theme.STRONG,
            )


def _figure(
    scoring: SessionScoring, figure: str, side: str, lines: str, prefix: str = ""
) -> Column:
    heading, method, show = FIGURES[figure]
    seat = side.lower()
    score, compared, modified, awarded = (
        f"{{{lines}row[{key}]}}"
        for key in (SCORES[seat], f"compared_{seat}", f"modified_{seat}", f"percent_{seat}")
    )
    due = scoring.results_due(lines)
    points = points_of(figure, modified, compared, due)
    if figure == "points":
        awarded = points_awarded(awarded, full_points(compared, due))
    return Column(
        prefix + figure_key(figure, side),
        heading.format(side),
        f'=MATCHPOINT({{{lines}block[{SCORES[seat]}]}},{method},"{show}","{side}",{due})',
        True,
        POINTS,
        11 if show == "percent" else 13,
        style=None if show == "percent" else theme.STRONG,
        native=f'=IF({score}="","",IF(ISNUMBER({score}),{points},{awarded}))',
    )


def points_of(figure: str, modified: str, compared: str, due: str) -> str:
    """Points or percentages from modified points, the scores compared and the results due."""

    if figure == "points":
        share = f"LowerPoints/StandardPoints*{modified}"
        return formula_of(CHOSEN.points, share, compared, due)
    if figure == "a":
        return formula_of(
            lambda own, actual, due: percent_of_top(
                _STANDARD.points(own, actual, due), _STANDARD.top(due), _FULL
            ),
            *(modified, compared, due),
        )
    return formula_of(
        lambda own, actual: percent_of_top(own, _MODIFIED.top(actual), _FULL), modified, compared
    )


def full_points(compared: str, due: str) -> str:
    """The points of a full top by the method that ranks."""
    return formula_of(CHOSEN.top, due, compared)


def points_awarded(percent: str, top: str) -> str:
    """The points of an artificial score."""
    return formula_of(lambda percent, top: share_of_top(percent, top, _FULL), percent, top)


def percent_worth(due: str) -> str:
    """How many points one percent of a board's top is."""
    return formula_of(lambda due: CHOSEN.top(due) / _FULL, due)


def best_percent(figure: str, actual: str, due: str) -> str:
    """The percentage of a top: the score beats all others."""
    best = formula_of(_MODIFIED.compare, f"{actual}-1", "1")
    return points_of(figure, best, actual, due)
