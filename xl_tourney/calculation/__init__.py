"""Who calculates a workbook in use: a port, so that no part of an event needs an engine.

``calculator()`` is what calculates here.  Its adapters are found by their names, as engines are:

* ``recalculation.calculator`` brings values up to date as ``xl-tourney recalc`` does;
* where its engine is not installed, as in a browser, a workbook of ours has its values by plain
  Python; all else counts ``AS_SAVED``: a spreadsheet program calculated it, and calculates what is
  written when it opens the file;
* inside ``as_shown()`` the workbook is open in a spreadsheet program, which has just calculated it:
  only trials are calculated here.

>>> from xl_tourney.calculation import AS_SAVED, calculator
>>> calculator().calculates, AS_SAVED.calculates
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from ..errors import EngineError
from ..grammar.references import CellAddress, Range
from ..ooxml.package import Package
from .receipt import Receipt

__all__ = [
    "AS_SAVED",
    "Calculator",
    "Scratch",
    "Trial",
    "as_shown",
    "calculator",
]

_ADAPTER = "xl_tourney.recalculation.calculator"
_PLAIN = "xl_tourney.explanations.plain_values"

KnownFormulas = Mapping[str, Mapping[str, str]]
"""The formulas that nobody has to doubt, by sheet and cell."""
LoadColumns = Callable[[str, int, int], list[list[Any]]]
"""The values of some columns of a sheet, the first and the last by number, by rows."""


class Trial(Protocol):
    """A workbook that stays open, in which some cells get other values for a moment."""

    def change(self, values: Mapping[CellAddress, Any]) -> None:
        """Give cells other values; those that were changed before have their own again."""

    def read(self, sheet: str, range_: Range) -> list[list[Any]]:
        """The values of a range, by rows."""


class Scratch(Protocol):
    """Formulas that stand in no cell, over the values of a workbook."""

    def evaluate(self, formulas: Sequence[str]) -> list[Any]:
        """The value of each formula, a block of rows where it is an array; None if it has none."""


class Calculator(Protocol):
    """What calculates workbooks in use."""

    @property
    def calculates(self) -> bool:
        """Whether it does; else values are those that were saved."""

    def calculate(
        self, package: Package, known: KnownFormulas | None = None, *, charts: bool = True
    ) -> tuple[bytes, Receipt]:
        """A workbook's file with its values, and the points of its charts, up to date.

        Without ``charts`` it is only read, and nobody asks for what only helps to calculate it.
        """

    def values(self, package: Package, known: KnownFormulas) -> Mapping[CellAddress, Any]:
        """The value of every formula cell, calculated afresh."""

    def trial(self, package: Package) -> Trial:
        """The workbook, open for changes."""

    def scratch(self, load: LoadColumns, date1904: bool = False) -> Scratch:
        """A sheet for formulas over values that ``load`` gives."""


class _AsSaved:
    """Nobody calculates: the values are those that were saved."""

    calculates = False

    def calculate(
        self, package: Package, known: KnownFormulas | None = None, *, charts: bool = True
    ) -> tuple[bytes, Receipt]:
        plain_values = import_module(_PLAIN).plain_values
        calculated: tuple[bytes, Receipt] = plain_values(package, is_written=charts)
        return calculated

    def values(self, package: Package, known: KnownFormulas) -> Mapping[CellAddress, Any]:
        raise EngineError(_NOBODY)

    def trial(self, package: Package) -> Trial:
        raise EngineError(_NOBODY)

    def scratch(self, load: LoadColumns, date1904: bool = False) -> Scratch:
        return self

    def evaluate(self, formulas: Sequence[str]) -> list[Any]:
        return [None] * len(formulas)


_NOBODY = "Nobody calculates here: pip install formualizer, or ask the spreadsheet program."
AS_SAVED: Calculator = _AsSaved()


class _AsShown:
    """A workbook that is open has its values; what is asked beyond them is calculated."""

    def __init__(self, other: Calculator) -> None:
        self.calculates = other.calculates
        self.values, self.trial, self.scratch = other.values, other.trial, other.scratch

    def calculate(
        self, package: Package, known: KnownFormulas | None = None, *, charts: bool = True
    ) -> tuple[bytes, Receipt]:
        return package.data, Receipt(package.name)


_IS_SHOWN = ContextVar("is_shown", default=False)


@contextmanager
def as_shown(is_so: bool = True) -> Iterator[None]:
    """Inside, the values of a workbook are those that the program shows in which it is open."""
    token = _IS_SHOWN.set(is_so)
    try:
        yield
    finally:
        _IS_SHOWN.reset(token)


def is_shown() -> bool:
    """Whether the workbook is open in a program, which writes it."""
    return _IS_SHOWN.get()


def calculator() -> Calculator:
    """The recalculation; the values as saved where it has no engine."""
    found = _installed()
    return _AsShown(found) if is_shown() else found


@cache
def _installed() -> Calculator:
    try:
        found: Calculator = import_module(_ADAPTER).CALCULATOR
    except ImportError:
        return AS_SAVED
    return found
