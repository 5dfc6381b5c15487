"""Rules of the text of a formula: lengths, depths, arguments, sheets, prefixes of young functions.

What a formula may not have in a validation, a conditional format or as a shared formula is said by
[MS-XLSB] 2.5.98 of the structures DVParsedFormula, CFParsedFormula and SharedParsedFormula.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Set
from functools import lru_cache
from typing import Literal as OneOf
from typing import NamedTuple

from ...grammar.function_names import YOUNG_FUNCTIONS
from ...grammar.parser import parse
from ...grammar.references import MAX_COLUMN, MAX_ROW, parse_reference, unquote_sheet_name
from ...grammar.spreadsheet_functions import numbers_of_arguments
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Designator,
    FormulaError,
    Literal,
    Operation,
    Parenthesis,
    Reference,
    StructuredReference,
    SyntaxTree,
)

Kind = OneOf["cell", "shared formula", "conditional format", "validation"]
"""What a formula is for."""
MAX_FORMULA = 8192
MAX_TEXT = 255
MAX_ARGUMENTS = 255
MAX_DEPTH = 64

_DIGITS = bytes.maketrans(b"123456789", b"0" * 9)
_SEVEN_DIGITS = b"0" * 7


def _shape_of(text: str) -> bytes:
    """One text for all formulas of a column, which differ in their rows; bytes are fastest.

    >>> _shape_of("SUM(A10:A25)")
    b'SUM(A00:A00)'
    """
    return text.encode("utf-8", "surrogatepass").translate(_DIGITS)


def _text_of(shape: bytes) -> str:
    return shape.decode("utf-8", "surrogatepass")


_YOUNG_SHAPES = frozenset(_text_of(_shape_of(name)) for name in YOUNG_FUNCTIONS)


class _Names(NamedTuple):
    """The names of functions that the rules know, as formulas or their shapes write them."""

    young: Set[str]
    arities: Mapping[str, tuple[int, int]]


_PLAIN = _Names(
    YOUNG_FUNCTIONS,
    numbers_of_arguments(),
)
_SHAPES = _Names(
    _YOUNG_SHAPES, {_text_of(_shape_of(n)): count for n, count in _PLAIN.arities.items()}
)
_FAR = re.compile(r"[A-Za-z$:][0-9]{7}|[0-9]{7}:")
"""A formula without it names no row below the last: 1000000 by itself is a number."""
_TEXTS_AND_ERRORS = re.compile(r'"[^"]*"|#[A-Z/0]+[!?]')
_SHEET = re.compile(r"('(?:[^']|'')+'|[\w.]+(?::[\w.]+)?)!")


def check_formula(
    formula: str, sheets: Collection[str] | None = None, kind: Kind = "cell"
) -> tuple[str, ...]:
    """What is wrong with a formula as a file stores it.

    ``sheets`` are the names of all sheets in small letters.

    >>> check_formula("SUM(A1:A3)"), check_formula("IFNA(A1,0)")
    ((), ('calls IFNA without the prefix _xlfn.',))
    >>> check_formula("MID(Data!A1,2)", {"results"})
    ('calls MID with 2 arguments', "refers to the sheet 'Data', which is not there")
    """
    shape = _shape_of(formula)
    is_suspect = _is_suspect(shape, kind) or (_SEVEN_DIGITS in shape and _FAR.search(formula))
    problems = _find_problems(formula, _PLAIN, kind) if is_suspect else ()
    missing = () if sheets is None else _missing_sheets(formula, shape, sheets)
    return (*problems, *missing)


def _missing_sheets(formula: str, shape: bytes, sheets: Collection[str]) -> Iterator[str]:
    if "!" not in formula:
        return
    names = _sheets_of_shape(shape)
    if any("0" in name for name in names):  # for any digit
        names = _named_sheets(formula)
    for name in names:
        if name.lower() not in sheets:
            yield f"refers to the sheet {name!r}, which is not there"


@lru_cache(maxsize=1 << 14)
def _sheets_of_shape(shape: bytes) -> tuple[str, ...]:
    """The sheets that all formulas of a shape name, with 0 for each digit."""
    return _named_sheets(_text_of(shape))


def _named_sheets(formula: str) -> tuple[str, ...]:
    """The sheets of this workbook that a formula names."""
    prefixes = dict.fromkeys(_SHEET.findall(_TEXTS_AND_ERRORS.sub(" ", formula)))
    own = [prefix for prefix in prefixes if "[" not in prefix]
    return tuple(name for prefix in own for name in unquote_sheet_name(prefix).split(":"))


@lru_cache(maxsize=1 << 14)
def _is_suspect(shape: bytes, kind: Kind) -> bool:
    """Whether a formula of this shape may be wrong; brackets and names do not hang on digits."""
    return any(_find_problems(_text_of(shape), _SHAPES, kind))


def _find_problems(formula: str, names: _Names, kind: Kind) -> Iterator[str]:
    if len(formula) > MAX_FORMULA:
        yield f"has a formula of more than {MAX_FORMULA} characters"
    if formula.startswith("="):
        yield "has a formula that begins with ="
    try:
        tree = parse(formula)
    except FormulaError as error:
        yield f"has a formula that cannot be read ({error})"
        return
    for name in dict.fromkeys(call.name for call in tree.calls):
        if name.upper() in names.young:
            yield f"calls {name} without the prefix _xlfn."
    yield from _check_calls(tree, names)
    for node in tree.nodes:
        if isinstance(node, Literal) and node.kind == "text":
            if len(node.text[1:-1].replace('""', '"')) > MAX_TEXT:
                yield f"has a text of more than {MAX_TEXT} characters in its formula"
        elif isinstance(node, ArrayConstant):
            if len(set(map(len, node.rows))) > 1:
                yield "has an array constant with rows of unequal length"
            if any(isinstance(element, Designator | Call) for element in node.children):
                yield "has an array constant of something that is not constant"
        elif names is _PLAIN and isinstance(node, Reference) and _is_beyond(node.local_text):
            yield f"refers to {node.text}, which is beyond the last row or column"
    if kind != "cell":
        yield from _check_plainness(tree, kind)


def _check_calls(tree: SyntaxTree, names: _Names) -> Iterator[str]:
    may_be_deep = len(tree.calls) > MAX_DEPTH
    for call in tree.calls:
        count = len(call.arguments)
        if count > MAX_ARGUMENTS:
            yield f"calls {call.name} with more than {MAX_ARGUMENTS} arguments"
            continue
        least, most = names.arities.get(call.name.upper(), (0, MAX_ARGUMENTS))
        if not least <= count <= most:
            yield f"calls {call.name} with {count} argument{'s' * (count != 1)}"
        around = (isinstance(node, Call) for node, _ in tree.ancestors(call))
        if may_be_deep and sum(around) == MAX_DEPTH:
            yield f"nests calls more than {MAX_DEPTH} deep"


def _is_beyond(reference: str) -> bool:
    try:
        area = parse_reference(reference)
    except (ValueError, KeyError):
        return True
    return area.bottom > MAX_ROW or area.right > MAX_COLUMN


def _check_plainness(tree: SyntaxTree, kind: Kind) -> Iterator[str]:
    """What only the formula of a cell may have."""
    for node in tree.nodes:
        is_of_sheet = isinstance(node, Reference) and bool(node.sheet_prefix)
        for found, what in (
            (isinstance(node, ArrayConstant), "an array constant"),
            (isinstance(node, StructuredReference), "a reference to a table"),
            (isinstance(node, Operation) and node.name == ",", "a union of references"),
            (isinstance(node, Operation) and node.name == " ", "an intersection of references"),
            (is_of_sheet and not _is_list_elsewhere(tree, kind), "a reference to a sheet"),
        ):
            if found:
                yield f"is a {kind} with {what}"


def _is_list_elsewhere(tree: SyntaxTree, kind: Kind) -> bool:
    """Whether a validation is a list of the cells of a sheet and nothing else."""
    root = tree.root
    while isinstance(root, Parenthesis):
        root = root.content
    return kind == "validation" and isinstance(root, Reference) and ":" in root.local_text
