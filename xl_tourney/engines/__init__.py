"""Engines: who calculates a workbook when no spreadsheet program runs.

>>> from xl_tourney.engines import load_engine
>>> sorted(load_engine("formualizer").unsupported_functions(["SUM", "GETPIVOTDATA"]))
['GETPIVOTDATA']
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module

from ..errors import EngineError
from .base import CalculationRequest, CalculationResult, Engine, NotCalculated, draw_seed

__all__ = [
    "ENGINES",
    "CalculationRequest",
    "CalculationResult",
    "Engine",
    "NotCalculated",
    "draw_seed",
    "installed_engines",
    "load_engine",
]

ENGINES = ("formualizer", "formulas", "libreoffice")
"""The names of the engines, the default first; each is the module of its name."""

_DISTRIBUTIONS = {"formulas": "'xl-tourney[formulas]'", "formualizer": "formualizer"}
"""What brings an engine that is a Python package."""


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
