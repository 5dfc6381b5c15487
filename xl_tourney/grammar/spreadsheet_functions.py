"""What is known of the functions of spreadsheets, as ``spreadsheet_functions.tsv`` has it.

A fact of several functions is a set of names; one with places or a number is a mapping.  An
example: the line ``COUNTIF  scalar=1 numeric`` says that its second argument is one value, and that
it never gives a text::

    functions_with("numeric")    {"ABS", ..., "COUNTIF", ...}
    places("scalar")             {"COUNTIF": (1,), "ABS": None, ...}, None for all places
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path


@cache
def _entries() -> tuple[dict[str, dict[str, str]], dict[str, list[tuple[str, str]]]]:
    """The values of each fact by function; and the lines of each kind, with their functions."""
    facts: dict[str, dict[str, str]] = {}
    lines: dict[str, list[tuple[str, str]]] = {}
    text = Path(__file__).with_name("spreadsheet_functions.tsv").read_text("utf-8")
    function = ""
    for line in text.splitlines():
        first, _, rest = line.partition("\t")
        if not first:
            kind, _, columns = rest.partition("\t")
            lines.setdefault(kind, []).append((function, columns))
        elif first[0] != "#":
            function = first
            for word in rest.split():
                fact, _, value = word.partition("=")
                facts.setdefault(fact, {})[function] = value
    return facts, lines


def functions_with(*facts: str) -> frozenset[str]:
    """The functions of which one of some facts is true."""
    return frozenset(name for fact in facts for name in _entries()[0][fact])


def values_of(fact: str) -> Mapping[str, str]:
    """The value of a fact, by function."""
    return _entries()[0][fact]


def places(fact: str) -> dict[str, tuple[int, ...] | None]:
    """The places that a fact is about, or its numbers, by function; None for all places."""
    return {
        name: tuple(map(int, value.split(","))) if value else None
        for name, value in values_of(fact).items()
    }


def lines_of(kind: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The lines of a kind, each as its function and its further columns."""
    return ((function, columns.split("\t")) for function, columns in _entries()[1].get(kind, ()))


def call_pattern(names: Iterable[str]) -> bytes:
    """A pattern of the beginning of a call of one of some functions.

    >>> call_pattern(["F.INV", "MATCH"])
    b'\\\\b(?:F\\\\.INV|MATCH)\\\\('
    """
    return rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\(".encode()


SCALAR_PARAMETERS = places("scalar")
"""Functions with scalar parameters, and which of their parameters these are; None for all."""
ARRAY_CONTEXTS = functions_with("array-context")
"""Functions whose arguments are evaluated as in an array formula."""
INDEX_OF_ARRAY = r"(?i)\bINDEX\([^,()]*\("
"""INDEX of what a function calculates: that argument is evaluated so, too."""
ARRAY_RETURNING = functions_with("returns-array")
"""Functions that return an array whatever their arguments are, without the catalogue's."""


@cache
def numbers_of_arguments() -> Mapping[str, tuple[int, int]]:
    """The least and the most arguments that a function takes, as far as they are known."""
    counts = {name: count.partition("-") for name, count in values_of("arguments").items()}
    return {name: (int(least), int(most or least)) for name, (least, _, most) in counts.items()}
