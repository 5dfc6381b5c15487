"""A third opinion on values about which two engines do not agree: LibreOffice's, where allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from ...engines import Engine, installed_engines, load_engine
from ...engines.base import values_agree
from ...grammar.references import CellAddress
from .second_opinion import Disagreement, Doubt, shown_value

_ENGINE = "libreoffice"


class ThirdOpinion:
    """Has LibreOffice calculate the whole workbook, once and only when it is asked."""

    def __init__(self, calculate: Callable[[Engine], Mapping[CellAddress, Any]]) -> None:
        self._calculate = calculate

    @cached_property
    def _values(self) -> Mapping[CellAddress, Any] | None:
        if not installed_engines([_ENGINE]):
            return None
        return self._calculate(load_engine(_ENGINE))

    def settle(
        self, unconfirmed: Mapping[Doubt, Disagreement]
    ) -> tuple[dict[Doubt, Disagreement], dict[Doubt, Any]]:
        """The doubts that stay, and the values of a second engine that LibreOffice confirms.

        In neither are the values of the first engine that it confirms.
        """
        remaining: dict[Doubt, Disagreement] = {}
        agreed: dict[Doubt, Any] = {}
        for doubt, disagreement in unconfirmed.items():
            result, index = doubt
            address = result.task.address(index)
            stance = disagreement.stance
            if self._values is None:
                reason = f"{disagreement.reason}; LibreOffice is not installed"
            elif address not in self._values:
                reason = f"{disagreement.reason}; LibreOffice cannot say"
            elif values_agree(result.values[index], value := self._values[address]):
                continue
            elif disagreement.second_value is not None and values_agree(
                disagreement.second_value, value
            ):
                agreed[doubt] = value
                continue
            else:
                reason = f"{disagreement.reason}, LibreOffice {shown_value(value)}"
                stance = "denial"
            remaining[doubt] = Disagreement(reason, stance=stance)
        return remaining, agreed
