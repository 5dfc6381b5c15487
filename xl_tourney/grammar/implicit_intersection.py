"""Where a formula gives an array to a function that takes one value.

In a cell that was made for one value Excel then takes the value in the cell's own row or column
(implicit intersection; ``@`` says it aloud).  In an array formula, and inside SUMPRODUCT and its
like, it calls the function for every value.  Engines know neither by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import formualizer

from . import spelling
from .references import MAX_ROW


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SINGLE = """
ABS ACOS ACOSH ACOT ACOTH ARABIC ASIN ASINH ATAN ATAN2 ATANH BASE BITAND BITLSHIFT BITOR BITRSHIFT
BITXOR CEILING CEILING.MATH CEILING.PRECISE COMBIN COMBINA COS COSH COT COTH CSC CSCH DECIMAL
DEGREES EVEN EXP FACT FACTDOUBLE FLOOR FLOOR.MATH FLOOR.PRECISE INT ISO.CEILING LN LOG LOG10 MOD
MROUND ODD POWER QUOTIENT RADIANS ROMAN ROUND ROUNDDOWN ROUNDUP SEC SECH SIGN SIN SINH SQRT SQRTPI
TAN TANH TRUNC
CHAR CLEAN CODE CONCATENATE DOLLAR EXACT FIND FIXED LEFT LEN LOWER MID NUMBERVALUE PROPER REPLACE
REPT RIGHT SEARCH SUBSTITUTE TEXT TEXTAFTER TEXTBEFORE TRIM UNICHAR UNICODE UPPER VALUE
DATE DATEDIF DATEVALUE DAY DAYS DAYS360 EDATE EOMONTH HOUR ISOWEEKNUM MINUTE MONTH SECOND TIME
TIMEVALUE WEEKDAY WEEKNUM YEAR YEARFRAC
ERROR.TYPE IFERROR IFNA IFS ISBLANK ISERR ISERROR ISEVEN ISLOGICAL ISNA ISNONTEXT ISNUMBER
ISODD ISTEXT N NOT SWITCH T
BETA.DIST BETA.INV BETADIST BETAINV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BINOMDIST CHIDIST CHIINV
CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT ERF ERFC EXPON.DIST F.DIST F.DIST.RT FDIST FISHER
FISHERINV GAMMA GAMMA.DIST GAMMA.INV GAMMALN GAMMALN.PRECISE GAUSS LOGNORM.DIST LOGNORM.INV
NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NORMDIST NORMINV NORMSDIST NORMSINV PERMUT
PHI POISSON POISSON.DIST STANDARDIZE T.DIST T.DIST.2T T.DIST.RT T.INV T.INV.2T TDIST TINV
BIN2DEC CONVERT DEC2BIN DEC2HEX DEC2OCT DELTA GESTEP HEX2DEC OCT2DEC
ADDRESS EFFECT FV NOMINAL NPER PMT PV SLN
"""
SINGLE: dict[str, tuple[int, ...] | None] = {
    **dict.fromkeys(_words(_SINGLE)),
    **dict.fromkeys(("CHOOSE", "IF"), (0,)),
    **dict.fromkeys(("AVERAGEIF", "COUNTIF", "SUMIF"), (1,)),
    **dict.fromkeys(("AVERAGEIFS", "SUMIFS"), (2, 4, 6, 8, 10)),
    "COUNTIFS": (1, 3, 5, 7, 9),
    **dict.fromkeys(("HLOOKUP", "VLOOKUP", "MATCH"), (0, 2)),
    **dict.fromkeys(("LOOKUP", "XLOOKUP", "XMATCH"), (0,)),
    "INDEX": (1, 2),
    **dict.fromkeys(("NETWORKDAYS", "WORKDAY"), (0, 1)),
}
"""Functions that take one value, and in which of their arguments; None for all."""

_OVER_ARRAYS = _words("""
SUMPRODUCT MMULT FREQUENCY MDETERM MINVERSE TRANSPOSE LOOKUP
""")
"""Functions in whose arguments every function is called for every value."""

_OF_AREAS = _words("""
SUM AVERAGE COUNT COUNTA MAX MIN PRODUCT AND OR MEDIAN STDEV STDEVP VAR VARP
""")
"""Functions that take areas, and of an operator one value."""

_OPERATORS = _words("+ - * / ^ & = < > <= >= <> %")

_PASSING = _words("""
ROW COLUMN OFFSET INDIRECT TRANSPOSE SEQUENCE UNIQUE SORT SORTBY FILTER ANCHORARRAY TAKE DROP
HSTACK VSTACK TOCOL TOROW MMULT FREQUENCY IF IFERROR IFNA CHOOSE
""")
"""Functions whose value is an array when they are given one."""


GIVING = _words("""
SEQUENCE UNIQUE SORT SORTBY FILTER TRANSPOSE ANCHORARRAY RANDARRAY MUNIT TEXTSPLIT TOCOL TOROW
HSTACK VSTACK WRAPCOLS WRAPROWS EXPAND TAKE DROP CHOOSECOLS CHOOSEROWS MAKEARRAY
""")
"""Functions whose value is an array, whatever they are given."""


@dataclass
class Uses:
    """What a formula does with arrays where one value belongs."""

    intersect: list[int] = field(default_factory=list)
    """The tokens whose value in the cell's own row or column is meant."""
    calls: list[int] = field(default_factory=list)
    """The same, where a call begins that may give more than one value."""
    called_over: list[str] = field(default_factory=list)
    """The functions that Excel calls for every value."""


@dataclass
class _Frame:
    """An open call or bracket."""

    name: str
    argument: int = 0

    @property
    def takes_one(self) -> bool:
        where = SINGLE.get(self.name, ())
        return where is None or self.argument in where


def uses(formula: str, array: bool, is_area: Callable[[str], bool]) -> Uses:
    """Find them; ``array`` says that the formula is one, ``is_area`` knows the names of areas."""
    found = Uses()
    frames: list[_Frame] = []
    constants = 0
    tokens = spelling.tokens(formula)
    for at, token in enumerate(tokens):
        kind, subtype, text = token.token_type, token.subtype, token.value
        if kind == formualizer.TokenType.Array:
            constants += 1 if subtype == formualizer.TokenSubType.Open else -1
            if constants == 1 and text == "{":
                found.intersect += _note([at], found, frames, array, constant=True)
        elif subtype == formualizer.TokenSubType.Open:
            name = spelling.bare(text[:-1])
            if name in GIVING or spelling.gives_array(name):
                found.calls += _note([at], found, frames, array)
            frames.append(_Frame(name))
        elif subtype == formualizer.TokenSubType.Close:
            if frames:
                frames.pop()
        elif kind == formualizer.TokenType.Sep and frames and not constants:
            frames[-1].argument += 1
        elif subtype == formualizer.TokenSubType.Range and is_area(
            text + "#" * (at + 1 < len(tokens) and tokens[at + 1].value == "#")
        ):
            found.intersect += _note([at], found, frames, array, operand=_is_operand(tokens, at))
    return found


def _is_operand(tokens: Sequence[formualizer.Token], at: int) -> bool:
    """Whether an operator takes what stands there, be it in brackets."""
    first, last = at, at
    while True:
        first, last = first - 1, last + 1
        while first >= 0 and tokens[first].token_type == formualizer.TokenType.Whitespace:
            first -= 1
        while last < len(tokens) and tokens[last].token_type == formualizer.TokenType.Whitespace:
            last += 1
        sides = [tokens[place] for place in (first, last) if 0 <= place < len(tokens)]
        if any(token.value in _OPERATORS for token in sides):
            return True
        if [token.value for token in sides] != ["(", ")"]:
            return False


def _note(
    place: list[int],
    found: Uses,
    frames: Sequence[_Frame],
    array: bool,
    *,
    constant: bool = False,
    operand: bool = False,
) -> list[int]:
    """An array stands inside these calls; gives its place if one value of it is meant."""
    for at in range(len(frames) - 1, -1, -1):
        frame = frames[at]
        if frame.takes_one:
            if array or constant or any(outer.name in _OVER_ARRAYS for outer in frames[:at]):
                found.called_over.append(frame.name)  # and its value is an array again
            else:
                return place
        elif frame.name and frame.name not in _PASSING:
            over = array or any(outer.name in _OVER_ARRAYS for outer in frames[:at])
            return place if operand and not over and frame.name in _OF_AREAS else []
    if array or found.called_over or (constant and any(frame.name for frame in frames)):
        return []
    return place


_OF_A_COLUMN = r"(?is)((?:.*!)?)(\$?([A-Z]+))(?:\$?([0-9]+))?:\$?\3(?:\$?([0-9]+))?"


def for_one_cell(formula: str, is_area: Callable[[str], bool], row: int = 0) -> str:
    """A formula that gives one value where an engine would spill; in a row, if that is known.

    >>> for_one_cell('A:A&"/"&Other!$B$1:$B$9', lambda _: True, row=3)
    'A3&"/"&Other!$B3'

    >>> from xl_tourney.grammar.implicit_intersection import for_one_cell, is_area
    >>> for_one_cell("A1:A4*2", is_area), for_one_cell("SUM(A1:A4)+ABS(-B1:B4)", is_area)
    ('@A1:A4*2', 'SUM(A1:A4)+ABS(-@B1:B4)')
    >>> for_one_cell("GBQ(A1:A9,B1:B9,2)", is_area)
    '@GBQ(A1:A9,B1:B9,2)'
    """
    found = uses(formula, False, is_area)
    one = {*found.intersect, *found.calls}
    texts = [token.value for token in spelling.tokens(formula)]
    return "".join(_in_row(text, row) if at in one else text for at, text in enumerate(texts))


def _in_row(text: str, row: int) -> str:
    """The cell of an area in a row; ``@`` and the area if the engine has to find it."""
    found = re.fullmatch(_OF_A_COLUMN, text)
    if found and row and int(found[4] or 1) <= row <= int(found[5] or MAX_ROW):
        return f"{found[1]}{found[2]}{row}"
    return f"@{text}"


@lru_cache(maxsize=4096)
def is_area(reference: str) -> bool:
    """Whether a reference is to more than one cell; of a name nothing is known.

    >>> [is_area(text) for text in ("A1:A9", "Results!$A:$A", "A1", "$B$2:$B$2", "T[wins]")]
    [True, True, False, False, True]
    """
    if reference.endswith("]"):
        return "#This Row" not in reference and "[@" not in reference
    if reference.endswith("#") or reference.startswith("{"):
        return True
    first, colon, last = reference.rpartition("!")[2].replace("$", "").partition(":")
    return bool(colon) and (first != last or first.isalpha() or first.isdigit())
