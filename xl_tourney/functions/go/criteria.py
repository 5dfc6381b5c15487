"""A criterion of go is one record, and its function: a code, a line of words, and arithmetic.

The arithmetic is a function of a :class:`~.rows.Row`, named by the code of the criterion::

    @criterion("Sum of the opponents' scores.")
    def SOS(row):
        return row.total(lambda game: game.score, cuts=(row.drop, 0))

From it come the function of the catalogue, its derivation, the native columns, the LAMBDA and the
criteria of Setup.  What is a search, direct comparison and OPERA, has a module of its own.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...catalogue.declaration import Function, function
from ..criteria import Each, asked_by
from .rows import ARITHMETIC, NumbersRow, Traced, derivation_of, opponents
from .wall_list import CATEGORY, read_wall_list


@dataclass(frozen=True)
class Criterion:
    """What a tournament can be placed by."""

    code: str
    meaning: str
    """What it is, in a line."""
    takes: Callable[..., NumbersRow] = opponents
    """What the arguments of its function are handed to."""
    drops: tuple[int, ...] = ()
    """How many of the smallest rounds further criteria leave out: SOS-1, SOS-2."""
    source: str = "The rules of the tournament."
    """Where it is written, if its docstring does not say so."""
    counts_unplayed: bool = True
    """Whether a workbook has something stand for the opponent of a round without one."""

    @property
    def arithmetic(self) -> Each:
        """Its arithmetic, over the games of a row."""
        return ARITHMETIC[self.code]

    @property
    def asks(self) -> set[str]:
        """What is asked of the opponents: ``score``, another criterion, or nothing."""
        return asked_by(self.arithmetic, Traced(), self.code)


_WALL_LIST = [["2+", "3="], ["1-", "0+"], ["0=", "1="]]
_SCORES = [32.5, 31, 30]


def _docstring(record: Criterion, written: str) -> str:
    """The docstring of its function: where none is written there, an example is calculated."""
    if "Examples\n-" in written:
        return written
    beside = (
        [_SCORES] if {"scores", "start"} & {*inspect.signature(record.takes).parameters} else []
    )
    row = record.takes(read_wall_list(_WALL_LIST, ""), *beside)
    columns = "".join(f", {[[score] for score in scores]}" for scores in beside)
    value = [[one] for one in row.column(record.arithmetic)]
    example = f">>> {record.code}({_WALL_LIST}{columns})\n{value}"
    source = f"Source\n------\n{record.source}"
    return f"{written}\n\n{source}\n\nExamples\n--------\n{example}"


CRITERIA: dict[str, Criterion] = {}
"""Every criterion that is arithmetic, by its code, in the order of their columns."""


def criterion(meaning: str = "", **more: Any) -> Callable[[Callable[..., Any]], Function]:
    """Register the arithmetic that it decorates as a criterion, and declare its function.

    What it means is the first line of the docstring, where that is not said in other words.
    """

    def decorate(arithmetic: Callable[..., Any]) -> Function:
        code = arithmetic.__name__
        written = inspect.cleandoc(arithmetic.__doc__ or "")
        record = Criterion(code, meaning or written.partition("\n")[0], **more)
        asked_by(arithmetic, Traced(), code)
        ARITHMETIC[code], CRITERIA[code] = arithmetic, record

        def rule(*arguments: Any) -> list[float | str]:
            return record.takes(*arguments).column(arithmetic)

        rule.__name__, rule.__module__ = code, arithmetic.__module__
        rule.__doc__ = _docstring(record, written)
        declared = function(CATEGORY, takes=record.takes)(rule)
        declared.derivation(derivation_of(code, arithmetic, record.takes))
        return declared

    return decorate
