"""The adapter of a game, which bears the name of its template."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol

from ..event import Event
from .results import DecidingFigure, ListSlip, Rivals, Slip, TypedResult


class Adapter(Protocol):
    """What a game knows of its own workbooks."""

    FIGURES: Mapping[str, DecidingFigure]
    """The figures that decide before all others and that gains are counted in, by the first
    criterion; blank where there is no choice."""

    SLIPS: Sequence[Slip]
    """How results are typed; those hold whose columns the workbook has."""

    LIST_SLIP: ListSlip | None
    """How they are typed into a wall list, where there is one."""

    def read_results(self, event: Event, rivals: Rivals) -> list[TypedResult]:
        """The results that a change of which may matter to two entrants."""


def adapter_of(event: Event) -> Adapter:
    """The adapter of a workbook's template."""
    adapter: Adapter = import_module(f"{__package__}.{event.template.name}")
    return adapter
