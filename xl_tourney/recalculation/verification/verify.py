"""One workbook calculated by several engines, compared cell by cell."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ...engines import ENGINES, load_engine
from ...engines.base import NotCalculated
from ...errors import EngineError
from ...grammar.references import CellAddress
from ...ooxml.package import Package
from ...ooxml.workbook import Workbook
from ...screen import on_one_screen
from ..recalculation import Recalculation

TOLERANCE = 1e-9
SAVED = "saved"
"""The name of the values that the workbook holds."""


@dataclass
class EngineDifference:
    """A cell to which the engines give different values."""

    cell: str
    values: Mapping[str, Any]


@dataclass(repr=False)
class Verification:
    """The result of a comparison."""

    __repr__ = on_one_screen

    path: str
    engines: Sequence[str]
    compared: int = 0
    """The number of cells that every engine calculated."""
    left_out: int = 0
    """The number of formula cells that at least one engine cannot calculate."""
    differences: list[EngineDifference] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """The engines that refuse the workbook as a whole, and why."""

    @property
    def agrees(self) -> bool:
        """Whether no engine refused the workbook, and no difference was found."""
        return not self.differences and not self.refused


def verify(
    book: str | Path | Package, engines: Sequence[str] = (), *, now: datetime | None = None
) -> Verification:
    """Calculate a workbook with several engines and compare cell by cell; nothing is written.

    One engine, the first without ``engines``, is compared with the values that the workbook holds.
    Numbers may differ by 1e-9 of their size; everything else must be the same.
    """
    engines = engines or ENGINES[:1]
    package = book if isinstance(book, Package) else Package.from_path(Path(book))
    workbook = Workbook.open(package)
    now = now or datetime.now(timezone.utc)
    verification = Verification(package.name, engines)
    by_engine: dict[str, dict[CellAddress, Any]] = {}
    for name in engines:
        try:
            job = Recalculation(workbook, load_engine(name), now)
            by_engine[name] = job.values()
            if len(engines) == 1:
                saved = by_engine[SAVED] = job.saved_values()
                by_engine[name] = {c: v for c, v in by_engine[name].items() if c in saved}
                verification.engines = [name, SAVED]
        except EngineError as error:
            verification.refused[name] = str(error)
    if len(by_engine) < 2:
        return verification
    first, *others = by_engine
    for cell in dict.fromkeys(cell for values in by_engine.values() for cell in values):
        values = {name: by_engine[name].get(cell, NotCalculated("")) for name in by_engine}
        if any(isinstance(value, NotCalculated) for value in values.values()):
            verification.left_out += 1
            continue
        verification.compared += 1
        if not all(_is_same(values[first], values[other]) for other in others):
            verification.differences.append(EngineDifference(str(cell), values))
    return verification


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other) or {one, other} <= {None, ""}
