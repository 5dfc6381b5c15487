"""The hosts that calculate a workbook: the engines of a recalculation, and LibreOffice itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.cells import Block
from ...catalogue.host_names import host_spellings
from ...engines import ENGINES, load_engine
from ...errors import EngineError
from ...ooxml.package import Package
from ...ooxml.workbook import Workbook
from ...recalculation.recalculation import Recalculation
from .base import Host, HostCall
from .call_sheet import SHEET, build_workbook, place_calls, read_block

Values = Mapping[tuple[int, int], Any]
"""The values of the sheet by row and column."""


def _calculate_by(
    calculate_workbook: Callable[[bytes], Values],
    spell: Callable[[str], str] = str,
) -> Callable[[Sequence[HostCall]], Iterator[Block]]:
    """Calculate all calls in one workbook."""

    def calculate(calls: Sequence[HostCall]) -> Iterator[Block]:
        placed = list(place_calls(calls, spell))
        values = calculate_workbook(build_workbook(placed))
        yield from (read_block(values.get, call.area) for call in placed)

    return calculate


def _recalculate_with(engine_name: str) -> Callable[[bytes], Values]:
    def calculate_workbook(data: bytes) -> Values:
        values = Recalculation(Workbook.open(Package(data)), load_engine(engine_name)).values()
        return {(place.row, place.column): value for place, value in values.items()}

    return calculate_workbook


def _explain_absence(name: str) -> Callable[[], str]:
    def explain() -> str:
        try:
            return "" if load_engine(name).version else f"{name} does not say its version."
        except EngineError as error:
            return str(error)

    return explain


def _calculate_in_libreoffice(data: bytes) -> Values:
    from ...engines.libreoffice import ENGINE

    return ENGINE.calculate_values(data)[SHEET]


def _spell_for_addin(function: str) -> str:
    return host_spellings(function)["libreoffice"]


RECALCULATION = tuple(
    Host(
        f"recalc, {name}",
        _calculate_by(_recalculate_with(name)),
        explain_absence=_explain_absence(name),
    )
    for name in ENGINES
)
ADD_IN = Host(
    "LibreOffice, add-in",
    _calculate_by(_calculate_in_libreoffice, _spell_for_addin),
    explain_absence=_explain_absence("libreoffice"),
)
PLAIN_NAMES = Host(
    "LibreOffice, plain names",
    _calculate_by(_calculate_in_libreoffice),
    explain_absence=_explain_absence("libreoffice"),
)
