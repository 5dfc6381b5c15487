"""Spill ranges ``A1#`` of arrays that do not spill in the engine's copy."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ...grammar.calls import is_single_cell
from ...grammar.function_names import plain_name
from ...grammar.parser import rewrite
from ...grammar.references import CellAddress, Range
from ...grammar.syntax_tree import Call, FormulaError, Node, Operation, Reference
from ...patterns import regex
from ..sheets.sheet_task import SheetTask

_SPILL_RANGE = regex(rb"(?i)ANCHORARRAY|[A-Z]\$?[0-9]+#")


class FixedArrays:
    """The arrays that are constants in the copy, or calculated over a fixed range."""

    def __init__(self, ranges: Mapping[CellAddress, Range]) -> None:
        self._ranges = {
            (anchor.sheet.casefold(), anchor.row, anchor.column): range_
            for anchor, range_ in ranges.items()
        }

    @classmethod
    def from_tasks(cls, tasks: Iterable[SheetTask]) -> FixedArrays:
        """The arrays of a workbook; none if no formula refers to a spill range."""
        tasks = list(tasks)
        ranges: dict[CellAddress, Range] = {}
        if any(map(refers_to_spill_range, tasks)):
            for task in tasks:
                for index, range_ in task.sheet.formula_cells.array_ranges.items():
                    is_dynamic = task.sheet.formula_cells.cell(index).is_dynamic
                    if index in task.measured_ranges:
                        ranges[task.address(index)] = task.measured_ranges[index]
                    elif index in task.states.left_as_saved or not is_dynamic:
                        ranges[task.address(index)] = range_
        return cls(ranges)

    def __bool__(self) -> bool:
        return bool(self._ranges)

    def resolve_spill_ranges(self, formula: str, sheet: str) -> str:
        """A formula of a sheet with the ranges of these arrays instead of ``A1#``.

        >>> arrays = FixedArrays({CellAddress("Data", 3, 10): Range(3, 10, 5, 10)})
        >>> arrays.resolve_spill_ranges("SUM(_xlfn.ANCHORARRAY($J$3))", "Data")
        'SUM(J3:J5)'
        >>> arrays.resolve_spill_ranges("SUM(_xlfn.ANCHORARRAY('data'!J3))", "Results")
        "SUM('data'!J3:J5)"
        >>> arrays.resolve_spill_ranges('SUM(J3#,J4#)&"J3#"', "Data")
        'SUM(J3:J5,J4#)&"J3#"'
        """

        if not self._ranges:
            return formula

        def resolved(node: Node) -> str | None:
            is_spill_range = isinstance(node, Operation) and node.name == "#"
            if isinstance(node, Call):  # as Excel saves it
                is_spill_range = plain_name(node.name) == "ANCHORARRAY" and len(node.arguments) == 1
            return self._resolve(node.children[0], sheet) if is_spill_range else None

        try:
            return rewrite(formula, resolved)
        except FormulaError:  # it is refused elsewhere
            return formula

    def _resolve(self, anchor: Node, sheet: str) -> str | None:
        """The range of an array, by the reference to its anchor."""
        if not (isinstance(anchor, Reference) and is_single_cell(anchor) and anchor.area):
            return None
        row, column, *_ = anchor.area
        name = (anchor.sheet or sheet).strip().casefold()
        range_ = self._ranges.get((name, row, column))
        prefix, mark, _ = anchor.text.rpartition("!")
        return f"{prefix}{mark}{range_}" if range_ else None


def refers_to_spill_range(task: SheetTask) -> bool:
    """Whether a formula of a sheet may have ``A1#``."""
    return _SPILL_RANGE.search(task.sheet.distinct_formulas) is not None
