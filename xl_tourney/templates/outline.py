"""The outline of a saved workbook of ours: what its template makes, from what the file says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from ..defined_names import LAYOUT_PROPERTY, TEMPLATE_PROPERTY
from ..errors import TourneyError
from .parts.registry import TEMPLATES
from .parts.table.formulas import Formulas, formulas_of
from .parts.workbook import FUNCTIONS_PROPERTY, Functions, StandingsWorkbook


@lru_cache(maxsize=8)
def make_outline(
    template: str, functions: Functions, layout: tuple[tuple[str, Any], ...]
) -> StandingsWorkbook:
    """The outline of an empty workbook, to be read only; one command asks for it several times."""
    return TEMPLATES[template].build(functions=functions, is_outline=True, **dict(layout))


class FormulasOfTemplate(Mapping[str, Mapping[str, str]]):
    """The formulas that a saved workbook has of its template, found when they are asked for.

    There are none where the file is not ours, or was made by another version.
    """

    def __init__(self, properties: Mapping[str, Any]) -> None:
        self._properties = properties
        """What the file says of itself."""

    @cached_property
    def _formulas(self) -> Formulas:
        said = self._properties
        try:
            layout = json.loads(said[LAYOUT_PROPERTY])
            name, functions = said[TEMPLATE_PROPERTY], said[FUNCTIONS_PROPERTY]
            return formulas_of(make_outline(name, functions, tuple(layout.items())))
        except (TourneyError, TypeError, ValueError, LookupError, AttributeError):
            return {}

    def __getitem__(self, sheet: str) -> Mapping[str, str]:
        return self._formulas[sheet]

    def __iter__(self) -> Iterator[str]:
        return iter(self._formulas)

    def __len__(self) -> int:
        return len(self._formulas)
