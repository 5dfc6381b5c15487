"""The references in a formula: listed, moved to another cell, or qualified with their sheet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ..patterns import regex
from .parser import parse, rewrite
from .references import (
    MAX_COLUMN,
    MAX_ROW,
    Range,
    column_letters,
    column_number,
    parse_reference,
    quote_sheet_name,
)
from .syntax_tree import Call, Designator, FormulaError, Node, Operation, Reference, walk

_CORNER = regex(r"(\$?)([A-Za-z]*)(\$?)([0-9]*)")


def precedent_ranges(formula: str, sheet: str) -> list[tuple[str, Range]]:
    """The ranges that a formula of a sheet refers to, with their sheets; names are left out.

    >>> precedent_ranges("B2+'My sheet'!C:C", "Results")[0]
    ('Results', Range(top=2, left=2, bottom=2, right=2))
    """
    return [(own or sheet, range_) for own, range_ in _ranges(formula)]


@lru_cache(maxsize=4096)
def _ranges(formula: str) -> Sequence[tuple[str, Range]]:
    """The ranges in a formula, each once with the sheet that it names.

    >>> [str(range_) for _, range_ in _ranges("SUM(B2:(B9))")]
    ['B2', 'B9', 'B2:B9']
    """
    try:
        tree = parse(formula)
    except FormulaError:
        return ()
    ranges: dict[tuple[str, Range], None] = {}
    for node in tree.designators:
        if area := node.area:
            ranges[node.sheet, area] = None
    for part in tree.nodes:  # of A1:B2:C3 the outer one alone: it has what lies in the inner
        if _is_colon(part) and not _is_colon(tree.parent(part)):
            corners = [found for operand in part.children for found in _corners(operand)]
            ranges |= dict.fromkeys(bounds(corners))
    return tuple(ranges)


def _is_colon(node: Node | None) -> bool:
    return isinstance(node, Operation) and node.name == ":"


def _corners(operand: Node) -> list[tuple[str, Range]]:
    """The ranges in which an operand of ``:`` may be; of INDEX it is the first alone."""
    if isinstance(operand, Call) and operand.name.upper() == "INDEX":
        operand = operand.arguments[0]
    designators = (part for part in walk(operand) if isinstance(part, Designator))
    return [(part.sheet, area) for part in designators if (area := part.area)]


def bounds(ranges: Iterable[tuple[str, Range]]) -> Iterator[tuple[str, Range]]:
    """For each sheet the smallest range around all."""
    by_sheet: dict[str, list[Range]] = defaultdict(list)
    for sheet, range_ in ranges:
        by_sheet[sheet].append(range_)
    for sheet, sheet_ranges in by_sheet.items():
        tops, lefts, bottoms, rights = zip(*sheet_ranges)
        yield sheet, Range(min(tops), min(lefts), max(bottoms), max(rights))


def qualify_references(formula: str, sheet: str) -> str:
    """A formula of a sheet as it is written on another sheet.

    >>> qualify_references("SUM(A1:$B$2,2:2,Rate,Other!C3)", "My sheet")
    "SUM('My sheet'!A1:$B$2,'My sheet'!2:2,Rate,Other!C3)"
    """
    prefix = f"{quote_sheet_name(sheet)}!"

    def qualified(node: Node) -> str | None:
        is_without_sheet = isinstance(node, Reference) and "!" not in node.text
        return prefix + node.text if is_without_sheet else None

    return rewrite(formula, qualified)


def move_formula(formula: str, origin: str, target: str) -> str:
    """A formula of one cell as it reads when it is copied to another; FormulaError if it cannot be.

    >>> move_formula("A1*$B$1", "C1", "C5")
    'A5*$B$1'
    """
    (old_row, old_column, *_), (row, column, *_) = map(parse_reference, (origin, target))
    down, right = row - old_row, column - old_column

    def moved(node: Node) -> str | None:
        if not isinstance(node, Reference) or not node.is_relative:
            return None
        prefix, mark, area = node.text.rpartition("!")
        corners = [_moved_corner(corner, down, right) for corner in area.split(":")]
        if not all(corners):
            raise FormulaError(f"it cannot be moved to {target}")
        return f"{prefix}{mark}{':'.join(corners)}"

    return rewrite(formula, moved)


def _moved_corner(corner: str, down: int, right: int) -> str:
    """A cell, a column or a row so much further down and to the right; blank outside of the sheet.

    >>> _moved_corner("$B2", 3, 3), _moved_corner("C", 3, 3), _moved_corner("A1", -1, 0)
    ('$B5', 'F', '')
    """
    match = _CORNER.fullmatch(corner)
    column_mark, letters, row_mark, digits = match.groups() if match else ("", "", "", "")
    if digits and not letters:
        column_mark, row_mark = "", column_mark
    if letters and not column_mark:
        column = column_number(letters.upper()) + right
        letters = column_letters(column) if 1 <= column <= MAX_COLUMN else "#"
    if digits and not row_mark:
        row = int(digits) + down
        digits = str(row) if 1 <= row <= MAX_ROW else "#"
    return "" if "#" in (letters, digits) else f"{column_mark}{letters}{row_mark}{digits}"
