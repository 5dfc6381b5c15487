"""Which formula cells an engine cannot calculate, before it is asked: they keep their values.

An engine that lacks a function gives ``#NAME?``, and IFERROR swallows that; so the functions are
looked for in the formulas, not in the results.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import formualizer

from ..engines import Engine
from . import spelling
from .scan import Cell, Sheet
from .workbook import DefinedName

LARGEST_ARRAY = 1_000_000
"""How many cells an array formula may fill."""


class Keeper:
    """Knows of a formula why the engine cannot calculate it."""

    def __init__(self, engine: Engine, names: Iterable[DefinedName]) -> None:
        self._engine = engine
        self._bad_names: dict[str, str] = {}
        self._find_bad_names(list(names))

    def suspects(self, names: Iterable[str]) -> frozenset[str]:
        """Which of the called names are neither ours nor the engine's."""
        others = {name for name in names if spelling.plain(name) is None}
        return self._engine.lacks(others)

    def reason(self, formula: str) -> str | None:
        """Why the engine cannot calculate a formula; None when it can."""
        try:
            called = [name for name in spelling.called(formula) if spelling.plain(name) is None]
            if lacking := sorted(self._engine.lacks(called)):
                return f"{self._engine.name} has no function {lacking[0]}"
            for token in spelling.tokens(formula):
                if (
                    token.token_type == formualizer.TokenType.Operand
                    and token.value.upper() in self._bad_names
                ):
                    return self._bad_names[token.value.upper()]
        except spelling.FormulaError as error:
            return f"its formula cannot be read ({error})"
        return None

    def watch(self, suspects: frozenset[str]) -> re.Pattern[bytes] | None:
        """A quick look for a formula's bytes: whether it may be one to keep."""
        words = [*suspects, *self._bad_names]
        if not words:
            return None
        return re.compile(b"|".join(re.escape(word.encode()) for word in words), re.IGNORECASE)

    def _find_bad_names(self, names: list[DefinedName]) -> None:
        """Defined names whose formulas the engine cannot calculate, also by way of each other."""
        while True:
            found = {
                name.name.upper(): f"the name {name.name} cannot be calculated: {why}"
                for name in names
                if name.name.upper() not in self._bad_names and (why := self.reason(name.formula))
            }
            if not found:
                return
            self._bad_names |= found


def to_keep(sheet: Sheet, keeper: Keeper) -> dict[Cell, str]:
    """The formula cells of a sheet that keep their values, and why."""
    suspects = keeper.suspects(sheet.called)
    watch = keeper.watch(suspects)
    kept: dict[Cell, str] = {}
    shared: dict[str, str | None] = {}
    for cell in sheet.formulas:
        if not cell.formula and not watch:
            continue
        why: str | None = None
        if cell.formula and cell.formula.get("t") == "dataTable":
            why = "it is part of a data table"
        elif (area := cell.array) and area.size > LARGEST_ARRAY:
            why = f"it fills more than {LARGEST_ARRAY:,} cells"
        elif cell.shared in shared:
            why = shared[cell.shared or ""]
        elif watch and watch.search(sheet.formula_bytes(cell)):
            why = keeper.reason(sheet.formula(cell))
        if cell.shared is not None:
            shared.setdefault(cell.shared, why)
        if why:
            kept[cell] = why
    return kept
