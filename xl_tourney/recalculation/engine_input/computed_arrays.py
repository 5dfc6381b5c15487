"""Arrays that a formula calculates, and searches or sums up, as engines calculate them rightly.

Of whole columns, ``(A:A="x")*(B:B=2)``, they are calculated as far as the workbook has rows:
engines make a million values of them, or refuse to.  The rows below the last that is used are
blank, so the array has the same value in each: a search finds the first of them or none, and a sum
counts one of them as often as there are some.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from ...grammar.function_names import plain_name
from ...grammar.parser import rewrite
from ...grammar.references import (
    MAX_ROW,
)
from ...grammar.rewriting import CallWriter, rewrite_calls
from ...grammar.spreadsheet_functions import (
    ARRAY_CONTEXTS,
    ARRAY_RETURNING,
    SCALAR_PARAMETERS,
    call_pattern,
    functions_with,
    values_of,
)
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Literal,
    Node,
    Omitted,
    Operation,
    Parenthesis,
    Reference,
    walk,
)
from ...patterns import regex

_COLUMNS = rb"\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}"
_OPERATOR = rb"[-+*/^=&<>]"
_PREFIX = rb"(?:[\w.]+!|'[^'!]*'!)?"
_WHOLE_COLUMNS = functions_with("whole-columns")
_OF_WHOLE_COLUMNS = call_pattern(_WHOLE_COLUMNS)
_HAS_COLUMNS = regex(rb":(?<=[A-Za-z]:)\$?[A-Za-z]{1,3}(?!\w)")
"""Whole columns: a search for one character first, which is ten times as fast."""
_WITH_COLUMNS = regex(
    b"|".join(
        (
            rb"(?:%s\s*%s)" % (_COLUMNS, _OPERATOR),
            rb"(?:%s\s*%s%s\b)" % (_OPERATOR, _PREFIX, _COLUMNS),
            rb"(?:%s(?:.*?[(,!])?\s*%s\s*[),])" % (_OF_WHOLE_COLUMNS, _COLUMNS),
        )
    ),
    re.IGNORECASE,
)
_SEARCHES = {
    name: (int(value.partition(":")[0]), value.partition(":")[2].split(","))
    for name, value in values_of("first-found").items()
}
"""Searches that find the first of several: the place of the match mode, and with which modes.

The place of the search mode, which reads from the first on, is next.
"""
_SEARCH_CALL = regex(
    rb"\bCOUNTA\(\s*.*%s|\bCHOOSE\(\s*\{" % call_pattern(ARRAY_RETURNING),
    re.IGNORECASE,
)
_ROWS_TO_SPILL = 10_000
"""Arrays may fill so many rows below the last one of the file."""
_SINGLE = frozenset(("#", ":", ",", "", "@"))
"""Operators that are not applied value by value."""
_PASSING = frozenset(("IF", "IFERROR", "IFNA"))

_OF_ARRAY_FORMULAS = functions_with("array-formula-only")
_SUMS = functions_with("sums-arrays")
_FROM_FIRST = ("", "1")


def may_compute_array(formula: bytes) -> bool:
    """Whether a formula, as the sheet's XML has it, may calculate with whole columns, or search so.

    >>> may_compute_array(b"SUMPRODUCT((A:A=1)*B:B)"), may_compute_array(b"SUM(A:A,B1:B2*2)")
    (True, False)
    """
    has_columns = _HAS_COLUMNS.search(formula) and _WITH_COLUMNS.search(formula)
    if has_columns:
        return True
    upper = formula.upper()  # a look for what few have, before a long pattern is compiled
    return (b"COUNTA(" in upper or b"CHOOSE(" in upper) and bool(_SEARCH_CALL.search(formula))


def write_choices(formula: str) -> str:
    """A formula with IF where CHOOSE puts columns side by side: engines choose one of them.

    >>> write_choices("VLOOKUP(D1,CHOOSE({1,2},B1:B9,A1:A9),2,0)")
    'VLOOKUP(D1,IF({1,2}=1,B1:B9,A1:A9),2,0)'
    """
    return rewrite_calls(formula, {"CHOOSE": _write_choice})


def _write_choice(_: Call, arguments: Sequence[Node]) -> str | None:
    index, *values = arguments
    if not isinstance(index, ArrayConstant):
        return None
    numbers = {number.text for row in index.rows for number in row}
    if not numbers.issubset(map(str, range(1, len(values) + 1))):
        return None
    *others, written = (node.text for node in values)
    for place in range(len(others), 0, -1):
        written = f"IF({index.text}={place},{others[place - 1]},{written})"
    return written


def write_arrays(formula: str, used_rows: Callable[[], int], is_array_formula: bool) -> str:
    """A formula with other calls of such arrays; ``used_rows`` is the last row that is used."""
    formula = rewrite_calls(formula, {"COUNTA": partial(_write_count, is_array_formula)})
    formula = write_choices(formula)
    sums = _SUMS if is_array_formula else _SUMS & ARRAY_CONTEXTS
    writers: dict[str, CallWriter] = {
        **dict.fromkeys(_SEARCHES, partial(_write_search, used_rows)),
        **dict.fromkeys(sums, partial(_write_sum, used_rows)),
        "UNIQUE": partial(_write_unique, used_rows),
    }
    return rewrite_calls(formula, writers)


def _write_search(
    used_rows: Callable[[], int], call: Call, arguments: Sequence[Node]
) -> str | None:
    """A search in the rows up to the first of the blank ones.

    >>> from xl_tourney.grammar.parser import parse
    >>> call = parse('MATCH(1,(A:A="x")*(B:B=2),0)').root
    >>> _write_search(lambda: 7, call, call.arguments)
    'MATCH(1,($A$1:$A$10008="x")*($B$1:$B$10008=2),0)'
    """
    name = plain_name(call.name)
    texts = [node.text for node in arguments]
    place, modes = _SEARCHES[name]
    mode, direction = [*texts, "", "", "", "", ""][place : place + 2]
    is_from_first = direction in _FROM_FIRST
    searched = arguments[1 : max(2, place - 1)]
    if mode not in modes or not is_from_first or not _are_computed(searched):
        return None
    if not all(map(_has_columns, searched)):
        return None
    last = used_rows() + _ROWS_TO_SPILL + 1
    if last >= MAX_ROW:
        return None
    for place, node in enumerate(searched, 1):
        texts[place] = _rows(node, 1, last)
    return f"{call.name}({','.join(texts)})"


def _write_sum(used_rows: Callable[[], int], call: Call, arguments: Sequence[Node]) -> str | None:
    """A sum over the rows that are used, and that of one blank row as often as there are some.

    >>> from xl_tourney.grammar.parser import parse
    >>> call = parse('SUMPRODUCT((Games!$A:$A="x")*1)').root
    >>> _write_sum(lambda: 7, call, call.arguments)
    'SUM(SUMPRODUCT((Games!$A$1:$A$10007="x")*1),1038569*SUMPRODUCT((Games!$A$10008:$A$10008="x")*1))'
    """
    last = used_rows() + _ROWS_TO_SPILL
    if last >= MAX_ROW or not _are_computed(arguments):
        return None
    if plain_name(call.name) in ARRAY_CONTEXTS and not all(map(_has_columns, arguments)):
        return None
    used, blank = (
        f"{call.name}({','.join(_rows(node, *rows) for node in arguments)})"
        for rows in ((1, last), (last + 1, last + 1))
    )
    return f"SUM({used},{MAX_ROW - last}*{blank})"


def _write_count(is_array_formula: bool, call: Call, arguments: Sequence[Node]) -> str | None:
    """The sizes of arrays, in which COUNTA counts what is blank, too; it does not in ranges.

    >>> from xl_tourney.grammar.parser import parse
    >>> _write_count(False, call := parse("COUNTA(UNIQUE(A1:A9))").root, call.arguments)
    'IFERROR(ROWS(UNIQUE(A1:A9))*COLUMNS(UNIQUE(A1:A9)),1)'
    >>> _write_count(False, call := parse("COUNTA(CHOOSE({1,2},A1,B1),C1)").root, call.arguments)
    '(IFERROR(ROWS(CHOOSE({1,2},A1,B1))*COLUMNS(CHOOSE({1,2},A1,B1)),1)+COUNTA(C1))'
    """
    arrays = [node.text for node in arguments if _gives_array(node, is_array_formula)]
    if not arrays:
        return None
    counts = [f"IFERROR(ROWS({text})*COLUMNS({text}),1)" for text in arrays]
    if others := [node.text for node in arguments if not _gives_array(node, is_array_formula)]:
        counts.append(f"{call.name}({','.join(others)})")
    return counts[0] if len(counts) == 1 else f"({'+'.join(counts)})"


def _gives_array(node: Node, is_array_formula: bool) -> bool:
    """Whether a node is a call that calculates an array, and gives no range of cells."""
    if not isinstance(node, Call):
        return False
    name = plain_name(node.name)
    if name == "CHOOSE":
        return isinstance(node.arguments[0], ArrayConstant)
    return name in ARRAY_RETURNING and (is_array_formula or name not in _OF_ARRAY_FORMULAS)


def _write_unique(
    used_rows: Callable[[], int], call: Call, arguments: Sequence[Node]
) -> str | None:
    """The different values of the rows up to two blank ones, of which engines see none.

    >>> from xl_tourney.grammar.parser import parse
    >>> call = parse("UNIQUE(A:B)").root
    >>> _write_unique(lambda: 7, call, call.arguments)
    'UNIQUE($A$1:$B$10009)'
    """
    array, *others = arguments
    last = used_rows() + _ROWS_TO_SPILL + 2
    is_by_column = bool(others) and others[0].text.upper() not in ("", "0", "FALSE")
    if last > MAX_ROW or is_by_column or not (_has_columns(array) and _is_by_row(array)):
        return None
    return f"{call.name}({','.join([_rows(array, 1, last), *(node.text for node in others)])})"


def _are_computed(nodes: Sequence[Node]) -> bool:
    """Whether some arrays are calculated row by row, and one of them from whole columns."""
    return any(_is_array(node) and _has_columns(node) for node in nodes) and all(
        map(_is_by_row, nodes)
    )


def _is_array(node: Node) -> bool:
    return not isinstance(node, Reference)


def _has_columns(node: Node) -> bool:
    return any(isinstance(part, Reference) and _is_of_columns(part) for part in walk(node))


def _is_of_columns(node: Reference) -> bool:
    """Whether a reference is one to whole columns of this workbook: ``A:C``."""
    area = node.area
    return area is not None and area.bottom - area.top == MAX_ROW - 1 and not node.is_external


def _is_by_row(node: Node) -> bool:
    """Whether each row of an array is calculated from the same row of whole columns."""
    if isinstance(node, Reference):
        area = node.area
        return (
            not node.is_external
            and area is not None
            and (_is_of_columns(node) or area.top == area.bottom)
        )
    if isinstance(node, (Literal, Omitted)):
        return True
    if isinstance(node, ArrayConstant):
        return len(node.rows) == 1
    if isinstance(node, Parenthesis):
        return _is_by_row(node.content)
    if isinstance(node, Operation):
        return (
            node.name not in _SINGLE
            and node.name.strip() != ""
            and all(map(_is_by_row, node.arguments))
        )
    if not isinstance(node, Call):
        return False
    name = plain_name(node.name)
    places = SCALAR_PARAMETERS.get(name, ())
    return all(
        _is_by_row(argument)
        if name in _PASSING or places is None or place in places
        else not _has_columns(argument)
        for place, argument in enumerate(node.arguments)
    ) and (name in SCALAR_PARAMETERS or not _has_columns(node))


def _rows(node: Node, first: int, last: int) -> str:
    """An array with some rows of its whole columns."""

    def write(part: Node) -> str | None:
        if not isinstance(part, Reference) or not _is_of_columns(part):
            return None
        left, _, right = part.local_text.replace("$", "").partition(":")
        return f"{part.text[: -len(part.local_text)]}${left}${first}:${right or left}${last}"

    return rewrite(node.text, write)
