"""Every way in which a host writes the name of one of our functions, and the plain way.

A saved workbook may call ``GBQ(`` by its plain name, through an add-in file (``[1]!GBQ(``), an XLL
(``_xll.GBQ(``), Office.js (``_xldudf_TOURNEY_GBQ(``), a LibreOffice add-in (``TOURNEY.GBQ(``), or
as old files have it (``_xludf.GBQ(``), in any letter case.  The file keeps its spelling; engines
are given the plain one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import formualizer

from ..functions import CATALOGUE

_OFFICE_JS = "_XLDUDF_"
_PREFIXES = ("_XLL.", "_XLUDF.", "_XLFN.")


class FormulaError(ValueError):
    """A formula that cannot be taken apart into tokens."""


@lru_cache(maxsize=4096)
def plain(called: str) -> str | None:
    """The function of ours that a call means, or None for somebody else's.

    >>> [plain(name) for name in ("gbq", "[1]!GBQ", "_xll.GBQ", "_xldudf_CLUB_YATES_TAPL")]
    ['GBQ', 'GBQ', 'GBQ', 'YATES_TAPL']
    >>> [plain(name) for name in ("TOURNEY.GBQ", "'C:\\\\add ins\\\\x.xlam'!GBQ", "SUM", "MYGBQ")]
    ['GBQ', 'GBQ', None, None]
    """
    name = called.rpartition("!")[2].upper()
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    if name.startswith(_OFFICE_JS):
        words = name.removeprefix(_OFFICE_JS).split("_")
        for start in range(len(words)):
            tail = "_".join(words[start:])
            if tail in CATALOGUE:
                return tail
        return None
    name = name.rpartition(".")[2]
    return name if name in CATALOGUE else None


def tokens(formula: str) -> list[formualizer.Token]:
    """The tokens of a formula (without its ``=``)."""
    try:
        found: list[formualizer.Token] = formualizer.tokenize("=" + formula).tokens()
    except Exception as error:
        raise FormulaError(str(error)) from error
    return found


def called(formula: str) -> Iterator[str]:
    """The names of the functions that a formula calls, as it writes them."""
    for token in tokens(formula):
        if _opens_call(token):
            yield token.value[:-1]


def _opens_call(token: formualizer.Token) -> bool:
    return (
        token.token_type == formualizer.TokenType.Func
        and token.subtype == formualizer.TokenSubType.Open
    )


def calls_ours(token: formualizer.Token) -> bool:
    """Whether a token opens a call of one of our functions."""
    return _opens_call(token) and plain(token.value[:-1]) is not None


def for_engine(formula: str) -> str:
    """A formula with our functions by their plain names and no argument of theirs left out.

    Engines hand an argument that is left out to a function as 0, which is a value of its own; an
    empty text is what it means.

    >>> for_engine("SUM([1]!GBQ(A1:A9,B1:B9,2,,0))")
    'SUM(GBQ(A1:A9,B1:B9,2,"",0))'
    """
    written = []
    ours: list[bool] = []
    gap = separated = False  # whether an argument of ours may be missing here; behind a comma
    for token in tokens(formula):
        text = token.value
        if token.token_type == formualizer.TokenType.Whitespace:
            written.append(text)
            continue
        opens = token.subtype == formualizer.TokenSubType.Open
        closes = token.subtype == formualizer.TokenSubType.Close
        separates = token.token_type == formualizer.TokenType.Sep
        if gap and (separates or (closes and separated)):
            written.append('""')
        calls = _opens_call(token)
        if calls and (name := plain(text[:-1])):
            text = f"{name}("
        if opens:
            ours.append(calls and plain(text[:-1]) is not None)
        elif closes:
            ours.pop()
        written.append(text)
        gap, separated = bool(ours) and ours[-1] and (opens or separates), separates
    return "".join(written)


def with_names(formula: str, meanings: Mapping[str, str]) -> str:
    """A formula with some names, given in capitals, replaced by the formulas behind them.

    >>> with_names('Behind+Behind2&"Behind"', {"BEHIND": "GBQ(A1:A9,B1:B9,2)"})
    '(GBQ(A1:A9,B1:B9,2))+Behind2&"Behind"'
    """
    written = []
    for token in tokens(formula):
        meaning = None
        if token.token_type == formualizer.TokenType.Operand:
            meaning = meanings.get(token.value.upper())
        written.append(token.value if meaning is None else f"({meaning})")
    return "".join(written)


def for_one_cell(formula: str) -> str:
    """A formula that gives one value where an engine would spill: ``@`` as Excel means it.

    >>> for_one_cell("A1:A4*2"), for_one_cell("GBQ(A1:A9,B1:B9,2)"), for_one_cell("SUM(A1:A4)")
    ('@A1:A4*2', '@GBQ(A1:A9,B1:B9,2)', 'SUM(A1:A4)')
    """
    written = []
    depth = 0
    for token in tokens(formula):
        calls = _opens_call(token)
        is_range = (
            token.token_type == formualizer.TokenType.Operand
            and token.subtype == formualizer.TokenSubType.Range
        )
        if depth == 0 and (is_range or (calls and plain(token.value[:-1]))):
            written.append("@")
        written.append(token.value)
        if calls:
            depth += 1
        elif (
            token.token_type == formualizer.TokenType.Func
            and token.subtype == formualizer.TokenSubType.Close
        ):
            depth -= 1
    return "".join(written)
