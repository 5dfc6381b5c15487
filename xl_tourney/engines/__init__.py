"""Engines: who calculates a workbook when no spreadsheet program runs.

>>> from xl_tourney.engines import load_engine
>>> sorted(load_engine("formualizer").unsupported_functions(["SUM", "GETPIVOTDATA"]))
['GETPIVOTDATA']
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from ..errors import EngineError

if TYPE_CHECKING:
    from ..grammar.references import CellAddress, Range
    from .base import CalculationRequest, CalculationResult
    from .mistakes import Mistake
    from .reference_calls import FormulaRewriter

ENGINES = ("formualizer", "formulas", "libreoffice")
"""The names of the engines, the default first; each is the module of its name."""

_DISTRIBUTIONS = {"formulas": "'xl-tourney[formulas]'", "formualizer": "formualizer"}
"""What brings an engine that is a Python package."""


class Engine(Protocol):
    """An engine that calculates workbooks with the catalogue's functions in them."""

    name: str
    mistakes: Sequence[Mistake]
    """Its known mistakes, which other engines may share."""
    broadcast_functions: frozenset[str] | None
    """The scalar functions that it calls for every value of an array; None for all."""

    rewriter: FormulaRewriter | None
    """The rewriter of formulas for it, if it needs one."""

    @property
    def version(self) -> str:
        """The installed version."""
        ...

    def unsupported_functions(self, names: Iterable[str]) -> frozenset[str]:
        """The functions that it does not have, among some that are not of the catalogue."""
        ...

    def expand_array_formula(
        self, formula: str, anchor: CellAddress, range_: Range
    ) -> dict[tuple[int, int], str]:
        """The formulas that calculate an array formula over its fixed range, by row and column.

        The anchor is always among the cells; another cell is there if it needs a formula.
        """
        ...

    def calculate(self, request: CalculationRequest) -> CalculationResult:
        """Calculate a workbook; :class:`~xl_tourney.errors.EngineError` if it is refused."""
        ...


def load_engine(name: str = ENGINES[0]) -> Engine:
    """An engine by its name; its module is imported now, because engines are large."""
    if name not in ENGINES:
        raise EngineError(f"There is no engine {name}; there are {', '.join(ENGINES)}.")
    try:
        engine: Engine = import_module(f".{name}", __name__).ENGINE
    except ImportError as error:
        raise EngineError(
            f"The engine {name} is not installed ({error}); pip install {_DISTRIBUTIONS[name]}."
        ) from error
    return engine


def installed_engines(names: Iterable[str] = ENGINES) -> tuple[str, ...]:
    """The names of the engines that are installed, of all or of some."""
    return tuple(filter(_is_installed, names))


def _is_installed(name: str) -> bool:
    try:
        return bool(load_engine(name).version)
    except EngineError:
        return False
