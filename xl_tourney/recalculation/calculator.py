"""What calculates workbooks in use: the recalculation, with the engine that stays open.

Many who ask whether there is one never use it: only the engine itself is imported at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import formualizer  # noqa: F401

from ..calculation import KnownFormulas, LoadColumns
from ..calculation.receipt import Receipt
from ..engines import load_engine
from ..grammar.references import CellAddress
from ..ooxml.package import Package
from ..ooxml.workbook import Workbook
from ..resource_limits import paused_garbage_collection

if TYPE_CHECKING:
    from ..engines.formualizer.workbook import ScratchSheet, Trial


class _Recalculating:
    calculates = True

    def calculate(
        self, package: Package, known: KnownFormulas | None = None, *, charts: bool = True
    ) -> tuple[bytes, Receipt]:
        from .recalculate import calculate

        receipt, parts = calculate(package, known_formulas=known, charts=charts)
        return package.with_parts(parts) if parts else package.data, receipt

    def values(self, package: Package, known: KnownFormulas) -> Mapping[CellAddress, Any]:
        from .recalculation import Recalculation

        with paused_garbage_collection():
            workbook = Workbook.open(package)
            return Recalculation(workbook, load_engine(), known_formulas=known).values()

    def trial(self, package: Package) -> Trial:
        from ..engines.formualizer.workbook import Trial
        from .recalculation import Recalculation

        with paused_garbage_collection():
            return Trial(Recalculation(Workbook.open(package), load_engine()).request())

    def scratch(self, load: LoadColumns, date1904: bool = False) -> ScratchSheet:
        from ..engines.formualizer.workbook import ScratchSheet

        return ScratchSheet(load, date1904)


CALCULATOR = _Recalculating()
