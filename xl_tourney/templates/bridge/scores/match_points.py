"""The match-points of each line: by MATCHPOINT, and by its built-in formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ....catalogue.expression import formula_of, symbol
from ....functions.bridge.matchpoints import Scale, percent_of_top, scale_of, share_of_top
from ...parts import theme
from ...parts.table import Column
from ..scoring import IS_NUMBER, POINTS, SIDES, SessionScoring

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
    columns = sorted(compared_columns(), key=lambda column: column.key.partition("_")[0])
    return [replace(column, only="native") for column in columns]


def compared_columns(prefix: str = "", where: str = "", same: str = "") -> list[Column]:
    """For each side the number of scores that its own is compared with, and its modified points.

    ``same`` says which lines are compared, as arguments of COUNTIFS.
    """
    columns = []
    for (side, score), worse in zip(SCORES.items(), "<>"):
        own, board = f"{{row[{score}]}}", f"{{block[{score}]}}"
        count = f"COUNTIFS({same}{board}," if same else f"COUNTIF({board},"
        all_compared = f'{count}"{IS_NUMBER}")' if same else f"COUNT({board})"
        points = formula_of(_MODIFIED.compare, f'{count}"{worse}"&{own})', f"{count}{own})")
        for key, formula in (
            ("compared", f'=IF({own}="","",{all_compared})'),
            ("modified", f'=IF(ISNUMBER({own}),{points},"")'),
        ):
            heading = f"{key.capitalize()}{where} {side.upper()}"
            columns.append(Column(f"{prefix}{key}_{side}", heading, formula, width=12))
    return columns


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
    due, scores = scoring.results_due(lines), f"{{{lines}block[{SCORES[side.lower()]}]}}"
    return Column(
        prefix + figure_key(figure, side),
        heading.format(side),
        f'=MATCHPOINT({scores},{method},"{show}","{side}",{due})',
        True,
        POINTS,
        11 if show == "percent" else 13,
        style=None if show == "percent" else theme.STRONG,
        native=figure_formula(figure, side, due, lines),
    )


def figure_formula(
    figure: str, side: str, due: str, lines: str = "", prefix: str = "", top: str = ""
) -> str:
    """A figure by native formulas; ``top`` are the points of a full top, where a cell has them."""
    seat = side.lower()
    keys = (SCORES[seat], f"{prefix}compared_{seat}", f"{prefix}modified_{seat}", f"percent_{seat}")
    score, compared, modified, awarded = (f"{{{lines}row[{key}]}}" for key in keys)
    if figure == "points":
        top = top or full_points(compared, due)
        awarded = formula_of(lambda own, top: share_of_top(own, top, _FULL), awarded, top)
    points = points_of(figure, modified, compared, due)
    return f'=IF({score}="","",IF(ISNUMBER({score}),{points},{awarded}))'


def _standard_percent(own: Any, actual: Any, due: Any) -> Any:
    return percent_of_top(_STANDARD.points(own, actual, due), _STANDARD.top(due), _FULL)


def points_of(figure: str, modified: str, compared: str, due: str) -> str:
    """Points or percentages from modified points, the scores compared and the results due."""
    if figure == "points":
        return formula_of(CHOSEN.points, f"LowerPoints/StandardPoints*{modified}", compared, due)
    if figure == "a":
        return formula_of(_standard_percent, modified, compared, due)
    return formula_of(
        lambda own, actual: percent_of_top(own, _MODIFIED.top(actual), _FULL), modified, compared
    )


def full_points(compared: str, due: str) -> str:
    """The points of a full top by the method that ranks."""
    return formula_of(CHOSEN.top, due, compared)


def percent_worth(due: str) -> str:
    """How many points one percent of a board's top is."""
    return formula_of(lambda due: CHOSEN.top(due) / _FULL, due)


def best_percent(figure: str, actual: str, due: str) -> str:
    """The percentage of a top: the score beats all others."""
    return points_of(figure, formula_of(_MODIFIED.compare, f"{actual}-1", "1"), actual, due)
