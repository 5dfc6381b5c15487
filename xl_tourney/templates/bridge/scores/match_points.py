"""The match-points of each line: by MATCHPOINT, and by its built-in formula."""

from __future__ import annotations

from collections.abc import Iterator

from ...parts import theme
from ...parts.table import Column
from ..scoring import POINTS, SIDES, SessionScoring

SCORES = {"ns": "score", "ew": "score_ew"}
"""The scores that those of a side are compared with."""

FIGURES = {
    "points": ("Points {}", "Method", "points"),
    "a": ("Standard {} %", '"standard"', "percent"),
    "b": ("Modified {} %", '"modified"', "percent"),
}
"""What a line shows: its heading, the method and the unit."""


def helpers() -> list[Column]:
    """Native helper columns of Lines: with how many scores each is compared, and how it fares.

    Modified points are 2 for each score that a score beats, 1 for each equal one and for itself.
    """
    compared = [
        Column(
            f"compared_{side}",
            f"Compared {side.upper()}",
            f'=IF({{row[{score}]}}="","",COUNT({{block[{score}]}}))',
            width=12,
            only="native",
        )
        for side, score in SCORES.items()
    ]
    return compared + [
        Column(
            f"modified_{side}",
            f"Modified {side.upper()}",
            f"=IF(ISNUMBER({{row[{score}]}}),"
            f'StandardPoints*COUNTIF({{block[{score}]}},"{worse}"&{{row[{score}]}})'
            f'+COUNTIF({{block[{score}]}},{{row[{score}]}}),"")',
            width=12,
            only="native",
        )
        for (side, score), worse in zip(SCORES.items(), "<>")
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
        awarded = f"{awarded}/FullPercent*{full_points(compared, due)}"
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
    standard = f"({modified}*{due}/{compared}-1)"
    return {
        "points": f'LowerPoints/StandardPoints*IF(Method="modified",{modified},{standard})',
        "a": f"FullPercent*{standard}/(StandardPoints*({due}-1))",
        "b": f"FullPercent*{modified}/(StandardPoints*{compared})",
    }[figure]


def full_points(compared: str, due: str) -> str:
    """The points of a full top by the method that ranks."""
    return f'LowerPoints*IF(Method="modified",IF({compared}=0,{due},{compared}),{due}-1)'
