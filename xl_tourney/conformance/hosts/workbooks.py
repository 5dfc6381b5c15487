"""The hosts that calculate a workbook: the engines of a recalculation, and LibreOffice itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ...catalogue.cells import Block
from ...catalogue.host_names import spellings
from ...engines import ENGINES, engine
from ...errors import EngineError
from ...ooxml.package import Package
from ...ooxml.workbook import Workbook
from ...recalc.recalculate import Recalculation
from ..host import Call, Host
from .sheet import SHEET, placed, shown, workbook

Values = Mapping[tuple[int, int], Any]
"""The values of the sheet by row and column."""


def _by(
    calculated: Callable[[bytes], Values],
    named: Callable[[str], str] = str,
    at_once: int | None = None,
) -> Callable[[Sequence[Call]], Iterator[Block]]:
    """All calls in one workbook, or in several with so many ``at_once``."""

    def calculate(calls: Sequence[Call]) -> Iterator[Block]:
        step = at_once or len(calls)
        for first in range(0, len(calls), step):
            found = list(placed(calls[first : first + step], named))
            values = calculated(workbook(found))
            yield from (shown(values.get, at.area) for at in found)

    return calculate


def _recalculated(by: str) -> Callable[[bytes], Values]:
    def calculated(data: bytes) -> Values:
        values = Recalculation(Workbook.open(Package(data)), engine(by)).values()
        return {(place.row, place.column): value for place, value in values.items()}

    return calculated


def _absent(name: str) -> Callable[[], str]:
    def absent() -> str:
        try:
            return "" if engine(name).version else f"{name} does not say its version."
        except EngineError as error:
            return str(error)

    return absent


def _libreoffice(data: bytes) -> Values:
    from ...engines.libreoffice import ENGINE

    return ENGINE.calculated(data)[SHEET]


def _in_libreoffice(function: str) -> str:
    return spellings(function)["libreoffice"]


_AT_ONCE = {"formulas": 25}
"""Its time grows with the square of what a workbook holds."""

RECALCULATION = tuple(
    Host(
        f"recalc, {name}",
        _by(_recalculated(name), at_once=_AT_ONCE.get(name)),
        absent=_absent(name),
    )
    for name in ENGINES
)
ADD_IN = Host(
    "LibreOffice, add-in", _by(_libreoffice, _in_libreoffice), absent=_absent("libreoffice")
)
PLAIN_NAMES = Host("LibreOffice, plain names", _by(_libreoffice), absent=_absent("libreoffice"))
