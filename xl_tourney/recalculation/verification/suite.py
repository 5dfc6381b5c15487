"""Folders of saved workbooks, counted suite by suite and engine by engine."""

from __future__ import annotations

import re
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ...errors import InputError, TourneyError
from ...guarded_call import call_guarded
from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from .book_count import BookCount, StaleCells, refused_count
from .calculators import count_alone, count_recalculated

SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")
"""How the names of the workbooks end."""
_FORMULA_ELEMENT = re.compile(rb"<(?:\w+:)?f[\s/>]")


class Calculator(NamedTuple):
    """An engine, alone or under the rules of ``recalc``."""

    engine: str
    is_alone: bool = False

    def __str__(self) -> str:
        return f"{self.engine} alone" if self.is_alone else f"recalc with {self.engine}"


@dataclass
class SuiteCount:
    """The count of the workbooks of one suite under one calculator."""

    suite: str
    calculator: str
    books: list[BookCount] = field(default_factory=list)

    @property
    def cells(self) -> Counter[str]:
        """The number of cells of each class."""
        return sum((book.cells for book in self.books), Counter())

    @property
    def refused_books(self) -> int:
        """The number of workbooks that are refused."""
        return sum(bool(book.refusal) for book in self.books)

    @property
    def left_as_saved(self) -> Counter[str]:
        """How many cells are kept for each reason."""
        return sum((book.left_as_saved for book in self.books), Counter())

    @property
    def states(self) -> Counter[str]:
        """How many cells are in each state, as receipts count them."""
        return sum((book.states for book in self.books), Counter())

    def to_json(self) -> Mapping[str, Any]:
        """The count for a program."""
        return {
            "suite": self.suite,
            "calculator": self.calculator,
            "books": len(self.books),
            "refused_books": self.refused_books,
            "cells": dict(self.cells),
            "states": dict(self.states),
            "kept_reasons": dict(self.left_as_saved.most_common()),
            "wrong": [
                {"book": book.book, **{k: _plain(v) for k, v in cell._asdict().items()}}
                for book in self.books
                for cell in book.wrong
            ],
            "refused": {book.book: book.refusal for book in self.books if book.refusal},
        }


def _plain(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float)) or value is None else str(value)


def find_suites(folder: Path) -> dict[str, list[Path]]:
    """The workbooks of a folder by suite: each sub-folder is one, and so is the folder itself."""
    if not folder.is_dir():
        raise InputError(f"{folder}: is no folder.")
    suites = {
        path.name: list(_find_books(path))
        for path in sorted(folder.iterdir())
        if path.is_dir() and not path.name.startswith(".")
    }
    suites[folder.resolve().name] = [path for path in sorted(folder.iterdir()) if _is_book(path)]
    suites = {name: books for name, books in suites.items() if books}
    if not suites:
        raise InputError(f"{folder}: has no workbook in it.")
    return suites


def _find_books(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if _is_book(path))


def _is_book(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES and path.is_file() and not path.name.startswith("~$")


def _count_formulas(path: Path) -> int:
    """About how many formula cells a workbook has whose calculation was cut short."""
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(
                len(_FORMULA_ELEMENT.findall(archive.read(name)))
                for name in archive.namelist()
                if name.startswith("xl/worksheets/")
            )
    except (zipfile.BadZipFile, OSError):
        return 0


def count_suite(
    name: str,
    books: Iterable[Path],
    calculator: Calculator,
    *,
    stale: StaleCells | None = None,
    resources: ResourceLimits | None = None,
    limits: Limits | None = None,
) -> SuiteCount:
    """Count the cells of a suite; each workbook is calculated in a process of its own."""
    count = SuiteCount(name, str(calculator))
    count_book = count_alone if calculator.is_alone else count_recalculated
    for path in books:
        call = partial(count_book, path, calculator.engine, stale or StaleCells(), limits)
        try:
            book = call_guarded(call, str(path), resources or ResourceLimits(None, None))
        except TourneyError as error:
            book = refused_count(path.name, _count_formulas(path), str(error))
        count.books.append(book)
    return count
