"""The same workbook through several engines: where do they differ?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from ..engines import NotCalculated, installed
from ..engines import engine as engine_named
from ..errors import EngineError
from ..grammar.references import Place
from ..ooxml.package import Limits, Package
from ..ooxml.workbook import Workbook
from .recalculate import Recalculation

TOLERANCE = 1e-9


@dataclass
class Difference:
    """A cell to which the engines give different values."""

    cell: str
    values: Mapping[str, Any]


@dataclass
class Verification:
    """What a comparison found."""

    path: str
    engines: Sequence[str]
    compared: int = 0
    """Cells that every engine calculated."""
    left_out: int = 0
    """Formula cells that at least one engine cannot calculate."""
    differences: list[Difference] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Engines that refuse the workbook as a whole, and why."""

    @property
    def agrees(self) -> bool:
        """Whether something was compared and no difference found."""
        return not self.differences and not self.refused


def verify(
    path: str | Path,
    engines: Sequence[str] = (),
    *,
    now: datetime | None = None,
    limits: Limits | None = None,
) -> Verification:
    """Calculate a workbook with each engine and compare cell by cell; nothing is written.

    Without ``engines``, these are all that are installed.
    Numbers may differ by 1e-9 of their size; everything else must be the same.
    """
    engines = engines or installed()
    package = Package.from_path(Path(path), limits)
    workbook = Workbook.open(package)
    now = now or datetime.now(timezone.utc)
    found = Verification(str(path), engines)
    given: dict[str, dict[Place, Any]] = {}
    for name in engines:
        try:
            given[name] = Recalculation(workbook, engine_named(name), now).values()
        except EngineError as error:
            found.refused[name] = str(error)
    if len(given) < 2:
        return found
    first, *others = given
    for place in dict.fromkeys(place for values in given.values() for place in values):
        values = {name: given[name].get(place, NotCalculated("")) for name in given}
        if any(isinstance(value, NotCalculated) for value in values.values()):
            found.left_out += 1
            continue
        found.compared += 1
        if not all(_same(values[first], values[other]) for other in others):
            found.differences.append(Difference(str(place), values))
    return found


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    return bool(one == other) or {one, other} <= {None, ""}
