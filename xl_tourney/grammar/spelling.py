"""Every way in which a host writes the name of one of our functions, and the plain way.

A saved workbook may call ``GBQ(`` by its plain name, through an add-in file (``[1]!GBQ(``), an XLL
(``_xll.GBQ(``), Office.js (``_xldudf_TOURNEY_GBQ(``), a LibreOffice add-in (``TOURNEY.GBQ(``), or
as old files have it (``_xludf.GBQ(``), in any letter case.  The file keeps its spelling; engines
are given the plain one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import formualizer

from ..functions import CATALOGUE

_OTHER_BOOK = r"'?[^'\"!\[]*\[[^\[\]]+\][^!\[\]]*!"
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


def bare(called: str) -> str:
    """The name of a function without the marks of its age and origin, in capitals.

    >>> bare("_xlfn._xlws.Sort"), bare("[1]!gbq")
    ('SORT', 'GBQ')
    """
    name = called.upper()
    for prefix in ("_XLFN.", "_XLWS."):
        name = name.removeprefix(prefix)
    return plain(called) or name


def gives_array(name: str) -> bool:
    """Whether a function is one of ours whose value can be more than one cell."""
    return name in CATALOGUE and CATALOGUE[name].matrix


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


def elsewhere(formula: str) -> str | None:
    """A reference of a formula into another workbook, if it has one."""
    for token in tokens(formula):
        if token.token_type == formualizer.TokenType.Operand and re.match(_OTHER_BOOK, token.value):
            return str(token.value)
    return None


class Call(NamedTuple):
    """A call in a formula, or a comparison, which is taken for a call of its operator."""

    name: str
    words: Sequence[str]
    """The tokens of the formula."""
    bounds: Sequence[int]
    """Behind which of them each argument begins, and before which the last one ends."""
    branches: Sequence[tuple[int, int, int]] = ()
    """The IFs that it stands in: where each one's condition begins and ends, and the argument."""

    @property
    def text(self) -> str:
        """The call, with its name and brackets."""
        start, *_, end = self.bounds
        return "".join(self.words[start + self._is_operator : end + 1 - self._is_operator])

    @property
    def given(self) -> list[str]:
        """Its arguments, as formulas; empty ones for those that are left out.

        >>> [(call.name, call.given) for call in calls('SUM(A1=2, MAX({1,2},"a,b"),)')]
        [('=', ['A1', '2']), ('MAX', ['{1,2}', '"a,b"']), ('SUM', ['A1=2', 'MAX({1,2},"a,b")', ''])]
        """
        between = zip(self.bounds, self.bounds[1:])
        found = ["".join(self.words[start + 1 : end]).strip() for start, end in between]
        return [] if found == [""] else found

    def if_reached(self, question: str) -> str:
        """A question about the call, which is TRUE where the formula does not come to it.

        >>> calls("IF(A1,INDEX(B1:B9,A1),0)")[0].if_reached("A1>0")
        'IF(ISERROR(A1),TRUE,IF(A1,A1>0,TRUE))'
        """
        for start, end, argument in reversed(self.branches):
            condition = "".join(self.words[start + 1 : end]).strip()
            ways = f"{question},TRUE" if argument == 1 else f"TRUE,{question}"
            question = f"IF(ISERROR({condition}),TRUE,IF({condition},{ways}))"
        return question

    @property
    def _is_operator(self) -> bool:
        return self.name in COMPARISONS


_DEEPEST = 256
"""How deep brackets may be nested; 64 in Excel."""

COMPARISONS = frozenset(("=", "<>", "<", ">", "<=", ">="))


def calls(formula: str) -> list[Call]:
    """Every call and comparison in a formula; those inside others come first."""
    found: list[Call] = []
    all_ = tokens(formula)
    words = [token.value for token in all_]
    open_: list[_Open] = [_Open("", [-1])]
    constants = 0

    def close(end: int) -> None:
        branches = [frame.branch for frame in open_ if frame.branch]
        found.extend(open_[-1].comparisons(words, end, branches))

    for at, token in enumerate(all_):
        kind, subtype = token.token_type, token.subtype
        if kind == formualizer.TokenType.Array:
            constants += 1 if subtype == formualizer.TokenSubType.Open else -1
        elif subtype == formualizer.TokenSubType.Open:
            open_.append(_Open(token.value[:-1], [at]))
            if len(open_) > _DEEPEST:
                raise FormulaError(f"it is nested more than {_DEEPEST} deep")
        elif subtype == formualizer.TokenSubType.Close:
            close(at)
            inner = open_.pop() if len(open_) > 1 else open_[0]
            if inner.name:
                branches = [frame.branch for frame in open_ if frame.branch]
                found.append(Call(inner.name, words, (*inner.bounds, at), branches))
        elif kind == formualizer.TokenType.Sep and not constants:
            close(at)
            open_[-1].bounds.append(at)
        elif token.value in COMPARISONS and kind == formualizer.TokenType.OpInfix:
            open_[-1].operators.append(at)
    close(len(words))
    return found


@dataclass
class _Open:
    """A call or bracket that is open."""

    name: str
    bounds: list[int]
    operators: list[int] = field(default_factory=list)
    """The comparisons in the argument that is open."""

    @property
    def branch(self) -> tuple[int, int, int] | None:
        """Where the condition of an IF is, and which of its other arguments is open."""
        argument = len(self.bounds) - 1
        if self.name.upper() != "IF" or not argument:
            return None
        return self.bounds[0], self.bounds[1], argument

    def comparisons(
        self, words: Sequence[str], end: int, branches: Sequence[tuple[int, int, int]]
    ) -> list[Call]:
        """Those in the argument that ends here; each has on its sides what lies between others."""
        sides = [self.bounds[-1], *self.operators, end]
        found = [
            Call(words[at], words, (before, at, after), branches)
            for before, at, after in zip(sides, sides[1:], sides[2:])
        ]
        self.operators.clear()
        return found


_CELLS = (
    r"(?i)\$?[A-Z]{1,3}\$?[0-9]+(:\$?[A-Z]{1,3}\$?[0-9]+)?|"
    r"\$?[A-Z]{1,3}:\$?[A-Z]{1,3}|\$?[0-9]+:\$?[0-9]+"
)


_MIXED = r"(?i)\$?[A-Z]+\$?[0-9]+"
"""A cell, with its column and its row."""


def on_sheet(formula: str, sheet: str) -> str:
    """A formula of a sheet as another sheet has it.

    >>> on_sheet("SUM(A1:$B$2,2:2,Rate,Other!C3)", "My sheet")
    "SUM('My sheet'!A1:$B$2,'My sheet'!2:2,Rate,Other!C3)"
    """
    quoted = "'" + sheet.replace("'", "''") + "'!"
    return "".join(
        quoted + token.value if _is_reference(token) else token.value for token in tokens(formula)
    )


def users(formulas: Iterable[str]) -> dict[str, list[int]]:
    """By which of some formulas, counted from 0, each word in capitals is used.

    >>> users(["Rate*2", "SUM(rate,Rest)"])["RATE"]
    [0, 1]
    """
    found: dict[str, list[int]] = {}
    for number, formula in enumerate(formulas):
        try:
            words = {token.value.upper() for token in tokens(formula)}
        except FormulaError:
            continue
        for word in words:
            found.setdefault(word, []).append(number)
    return found


def references(formula: str) -> list[str]:
    """The cells and areas that a formula refers to, as it writes them."""
    return [
        token.value
        for token in tokens(formula)
        if token.subtype == formualizer.TokenSubType.Range
        and re.fullmatch(_CELLS, token.value.rpartition("!")[2])
    ]


def is_relative(token: formualizer.Token) -> bool:
    """Whether a token is a reference that moves with the cell it stands in."""
    place = token.value.rpartition("!")[2]
    is_one = token.subtype == formualizer.TokenSubType.Range and re.fullmatch(_CELLS, place)
    return bool(is_one) and any(
        part.count("$") < (2 if part.strip("$").isalnum() and re.fullmatch(_MIXED, part) else 1)
        for part in place.split(":")
    )


def _is_reference(token: formualizer.Token) -> bool:
    return (
        token.subtype == formualizer.TokenSubType.Range
        and re.fullmatch(_CELLS, token.value) is not None
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
