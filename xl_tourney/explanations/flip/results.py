"""The results of a workbook by its template, and which figure decides first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from . import bridge, kdice, league, tantrix, wall_lists
from .changes import SavedResult
from .inputs import Inputs, Ranked

_RESULTS: Mapping[str, Callable[[Inputs, Ranked], list[SavedResult]]] = {
    "league": league.read_results,
    "tantrix": tantrix.read_results,
    "kdice": kdice.read_results,
    "bridge": bridge.read_results,
    "go": wall_lists.read_go,
    "chess": wall_lists.read_chess,
}
"""The readers of the results that matter to two entrants, by template."""


class Figure(NamedTuple):
    """The figure that decides before all others."""

    column: str
    """Its column of the standings."""
    is_own: bool = True
    """Whether it is of one's own results alone."""
    rounding: float = 1e-9
    """By how much it may be another than gains say, as tables round it."""
    is_only: bool = False
    """Whether nothing else decides: who is level in it shares a place."""


_FIGURES: Mapping[str, Mapping[str, Figure]] = {
    "league": {"Points": Figure("points"), "Pct": Figure("percent"), "Wins": Figure("won")},
    "tantrix": {"": Figure("percent", rounding=0.01)},
    "kdice": {"": Figure("score", rounding=0.01, is_only=True)},
    "bridge": {"": Figure("score", is_own=False, rounding=0.01, is_only=True)},
    "go": {"NBW": Figure("key_1"), "MMS": Figure("key_1")},
    "chess": {"": Figure("points")},
}
"""The first criteria that gains are counted in; a template without a choice has one."""


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The results of a workbook that a change of which may matter to two entrants."""
    return _RESULTS[inputs.saved.template.name](inputs, ranked)


def deciding_figure(inputs: Inputs) -> Figure | None:
    """The figure that decides before all others; None where gains say nothing of it."""
    criterion = inputs.saved.text("Criterion1")
    return _FIGURES.get(inputs.saved.template.name, {}).get(criterion)
