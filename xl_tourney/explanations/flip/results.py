"""The results of a workbook by its template, and which figure decides first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import bridge, kdice, league, tantrix, wall_lists
from .changes import SavedResult
from .inputs import Inputs

_RESULTS: Mapping[str, Callable[[Inputs, str, str], list[SavedResult]]] = {
    "league": league.read_results,
    "tantrix": tantrix.read_results,
    "kdice": kdice.read_results,
    "bridge": bridge.read_results,
    "go": wall_lists.read_go,
    "chess": wall_lists.read_chess,
}
"""The readers of the results that matter to two entrants, by template."""

_OWN_FIGURES: Mapping[str, Mapping[str, str]] = {
    "league": {"Points": "points", "Pct": "percent", "Wins": "won"},
    "tantrix": {"": "percent"},
    "go": {"NBW": "key_1", "MMS": "key_1"},
    "chess": {"": "points"},
}
"""The first criteria that are counted from one's own results alone, with their column of the
standings; a template without a choice has one."""


def read_results(inputs: Inputs, above: str, below: str) -> list[SavedResult]:
    """The results of a workbook that a change of which may matter to two entrants."""
    return _RESULTS[inputs.saved.template.name](inputs, above, below)


def own_figure(inputs: Inputs) -> str:
    """The column of the figure that decides before all others, and is of one's own results alone.

    A blank text where there is none.
    """
    criterion = inputs.filled.text("Criterion1")
    return _OWN_FIGURES.get(inputs.saved.template.name, {}).get(criterion, "")
