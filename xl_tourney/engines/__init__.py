"""Who calculates a workbook when no spreadsheet program runs.

>>> from xl_tourney.engines import engine
>>> sorted(engine("formualizer").lacks(["SUM", "GETPIVOTDATA"]))
['GETPIVOTDATA']
"""

from __future__ import annotations

from importlib import import_module

from ..errors import EngineError
from .base import Engine, NotCalculated, Order, Outcome

__all__ = ["ENGINES", "Engine", "NotCalculated", "Order", "Outcome", "engine", "installed"]

ENGINES = ("formualizer", "formulas", "libreoffice")
"""The engines by name, the default first; each is the module of its name."""


def engine(name: str = ENGINES[0]) -> Engine:
    """An engine by its name; imported when it is asked for, because engines are heavy."""
    if name not in ENGINES:
        raise EngineError(f"There is no engine {name}; there are {', '.join(ENGINES)}.")
    try:
        made: Engine = import_module(f".{name}", __name__).ENGINE
    except ImportError as error:
        raise EngineError(
            f"The engine {name} is not installed ({error}); pip install {name}."
        ) from error
    return made


def installed() -> tuple[str, ...]:
    """The engines that are there."""
    return tuple(filter(_is_installed, ENGINES))


def _is_installed(name: str) -> bool:
    try:
        return bool(engine(name).version)
    except EngineError:
        return False
