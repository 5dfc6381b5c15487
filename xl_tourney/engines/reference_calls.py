"""Calls that are about references, as formualizer calculates them rightly.

Written out are OFFSET by constant numbers, or with a size below 0; ROW and COLUMN of several cells
where an array is evaluated; references in R1C1 notation or to tables that are texts.  Ranges that
many formulas pass to a helper of arrays are passed once (:class:`SharedRanges`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set
from functools import partial

from ..grammar.function_names import called_without_parsing, plain_name
from ..grammar.implicit_intersection import broadcast_calls
from ..grammar.parser import parse
from ..grammar.references import (
    MAX_COLUMN,
    MAX_ROW,
    CellAddress,
    Range,
    absolute_reference,
    is_multi_cell_reference,
    quote_sheet_name,
    unquote_sheet_name,
)
from ..grammar.rewriting import rewrite_calls
from ..grammar.spreadsheet_functions import (
    ARRAY_CONTEXTS,
    INDEX_OF_ARRAY,
    SCALAR_PARAMETERS,
    functions_with,
)
from ..grammar.syntax_tree import (
    Call,
    Edit,
    Name,
    Node,
)
from ..patterns import regex
from .base import ADDRESS, BROADCAST, KEEP, NUMBERS, PLACE, SHARED_RANGES, TO_A1

NATIVELY_BROADCAST = functions_with("engine-broadcasts")
"""The scalar functions that the engine itself calls for every value."""
BROADCAST_FUNCTIONS = functions_with("broadcast-beside-ranges").union(
    name
    for name, parameters in SCALAR_PARAMETERS.items()
    if parameters is None and name not in NATIVELY_BROADCAST
)
"""Those that it does not, all of whose parameters are scalar, and some that take ranges, too."""

_REWRITTEN = functions_with("differs-by-cell")
"""The functions whose calls may read otherwise in every cell."""
_SIZES = frozenset(("COLUMN", "COLUMNS", "ROW", "ROWS"))
"""Those whose calls do so in some cells."""
_SIZE_CALL = regex(r"(?i)\b(?:ROWS?|COLUMNS?)\((?!\))")

_INTEGER = "-?[0-9]+"
_NATURAL = "[1-9][0-9]*"
_TRUE = ("TRUE", "TRUE()", "1")


def _calls(formula: str, names: Set[str]) -> bool:
    """Whether a formula may call one of some functions."""
    return not names.isdisjoint(called_without_parsing(formula))


def _tells_size(formula: str) -> bool:
    """Whether it may call a function that tells the place or the size of a reference."""
    return _calls(formula, _SIZES) and _SIZE_CALL.search(formula) is not None


class FormulaRewriter:
    """Rewrites formulas so that formualizer calculates them as a spreadsheet does."""

    broadcast_functions = BROADCAST_FUNCTIONS
    """The scalar functions that it lets the engine call for every value of an array."""

    def may_change(self, formula: str, has_array_formulas: bool = True) -> bool:
        """Whether a formula may read otherwise, in this cell or in another."""
        return (
            _calls(formula, _REWRITTEN)
            or _tells_size(formula)
            or _may_broadcast(formula, has_array_formulas)
        )

    def rewrite(
        self,
        formula: str,
        cell: CellAddress,
        is_array_formula: bool,
        has_tables: bool = False,
        is_multi_cell: Callable[[str], bool] = is_multi_cell_reference,
    ) -> str:
        """The formula that the engine reads; ``FormulaError`` if it cannot be parsed.

        ``is_multi_cell`` decides about a reference or a name.
        """
        formula = _broadcast(formula, is_array_formula, is_multi_cell)
        if _calls(formula, _REWRITTEN) or _tells_size(formula):
            return _CallWriter(cell, has_tables).rewrite(formula, is_array_formula)
        return formula


def _broadcast(formula: str, is_array_formula: bool, is_multi_cell: Callable[[str], bool]) -> str:
    """A formula that calls the helper for each value of arrays."""
    if not _may_broadcast(formula, is_array_formula):
        return formula
    return broadcast_calls(formula, is_array_formula, is_multi_cell, BROADCAST, BROADCAST_FUNCTIONS)


def _may_broadcast(formula: str, is_array_formula: bool) -> bool:
    called = called_without_parsing(formula)
    has_array = (
        is_array_formula
        or "{" in formula
        or not ARRAY_CONTEXTS.isdisjoint(called)
        or re.search(INDEX_OF_ARRAY, formula) is not None
    )
    return has_array and not BROADCAST_FUNCTIONS.isdisjoint(called)


class _CallWriter:
    """Writes the calls in the formula of a cell."""

    def __init__(self, cell: CellAddress, has_tables: bool) -> None:
        self._cell = cell
        self._has_tables = has_tables
        self._writers: dict[str, Callable[[Sequence[Node], bool], str | None]] = {
            "ADDRESS": self._write_address,
            "CELL": self._write_cell,
            "COLUMN": partial(self._write_numbers, "COLUMN"),
            "COLUMNS": partial(self._write_size, "COLUMNS"),
            "INDIRECT": self._write_indirect,
            "OFFSET": self._write_offset,
            "ROW": partial(self._write_numbers, "ROW"),
            "ROWS": partial(self._write_size, "ROWS"),
        }

    def rewrite(self, formula: str, is_array_formula: bool) -> str:
        tree = parse(formula)

        def write_call(call: Call, arguments: Sequence[Node]) -> str | None:
            name = plain_name(call.name)
            around = [node for node, _ in tree.ancestors(call) if isinstance(node, Call)]
            is_array = is_array_formula or any(
                plain_name(outer.name) in ARRAY_CONTEXTS for outer in around
            )
            if not around and not is_array and name in ("ROW", "COLUMN"):
                return self._write_first_number(name, arguments)
            return self._writers[name](arguments, is_array)

        return rewrite_calls(formula, dict.fromkeys(self._writers, write_call))

    def _write_address(self, arguments: Sequence[Node], _: bool) -> str:
        written = [argument.text or _OMITTED for argument in arguments]
        if len(written) == 5 and written[4][:1] != '"':
            written[4] = f'({written[4]})&""'  # a blank cell is no omitted argument
        return f"{ADDRESS}({','.join(written)})"

    def _write_cell(self, arguments: Sequence[Node], _: bool) -> str | None:
        range_ = arguments[1].area if len(arguments) == 2 else None
        if range_ is None or not self._is_on_own_sheet(arguments[1]):
            return None
        return {
            '"row"': str(range_.top),
            '"col"': str(range_.left),
            '"address"': f'"{absolute_reference(range_.top, range_.left)}"',
        }.get(arguments[0].text.lower())

    def _write_numbers(self, name: str, arguments: Sequence[Node], is_array: bool) -> str | None:
        if len(arguments) != 1:
            return None
        (argument,) = arguments
        is_row = name == "ROW"
        if range_ := argument.area:
            first, last = (range_.top, range_.bottom) if is_row else (range_.left, range_.right)
            if first == last:
                return str(first)
            count = last - first + 1
            if not is_array or count == MAX_ROW:
                return None  # a whole column would be a million numbers
            return f"{NUMBERS}({first},{f'{count},1' if is_row else f'1,{count}'})"
        if text := _range_as_text(argument):
            number, size = (f'{PLACE}({text},"{call}")' for call in (name, f"{name}S"))
            shape = f"{size},1" if is_row else f"1,{size}"
            return f"{NUMBERS}({number},{shape})" if is_array else number
        if not is_array:
            return None
        reference = argument.text
        size = f"ROWS({reference}),1" if is_row else f"1,COLUMNS({reference})"
        return f"{NUMBERS}({name}(INDEX({reference},1,1)),{size})"

    def _write_first_number(self, name: str, arguments: Sequence[Node]) -> str | None:
        """The number of the first row or column, which is all that a single cell shows."""
        range_ = arguments[0].area if len(arguments) == 1 else None
        if range_ is None:
            return self._write_numbers(name, arguments, False)
        return str(range_.top if name == "ROW" else range_.left)

    def _write_size(self, name: str, arguments: Sequence[Node], _: bool) -> str | None:
        range_ = arguments[0].area if len(arguments) == 1 else None
        if range_ is None:
            text = _range_as_text(arguments[0]) if len(arguments) == 1 else None
            return f'{PLACE}({text},"{name}")' if text else None
        top, left, bottom, right = range_
        return str(bottom - top + 1 if name == "ROWS" else right - left + 1)

    def _write_indirect(self, arguments: Sequence[Node], _: bool) -> str | None:
        text, is_a1 = arguments[0].text if arguments else "", "TRUE"
        if len(arguments) == 2 and arguments[1].text.upper() not in _TRUE:
            is_a1 = arguments[1].text or "FALSE"
        if not text or (is_a1 == "TRUE" and not self._has_tables):
            return None
        return f"INDIRECT({TO_A1}({text},{is_a1},{self._cell.row},{self._cell.column}))"

    def _write_offset(self, arguments: Sequence[Node], _: bool) -> str | None:
        from .conditions.lookups import may_be_array

        if not 3 <= len(arguments) <= 5 or any(map(may_be_array, arguments[1:3])):
            return None
        anchor = arguments[0]
        reference = anchor.text
        rows, columns = (argument.text or "0" for argument in arguments[1:3])
        height, width = [*(argument.text for argument in arguments[3:]), "", ""][:2]
        if moved := _moved_reference(anchor, rows, columns, height, width):
            return moved
        if isinstance(anchor, Name) and not anchor.sheet_prefix:
            height, width = height or f"ROWS({reference})", width or f"COLUMNS({reference})"
            reference = f"INDEX({reference},1,1)"
        rows, height = _with_positive_size(rows, height)
        columns, width = _with_positive_size(columns, width)
        sizes = f",{height},{width}" if width else f",{height}" if height else ""
        return f"OFFSET({reference},{rows},{columns}{sizes})"

    def _is_on_own_sheet(self, reference: Node) -> bool:
        """Whether a reference is to the sheet of the formula's cell."""
        sheet = unquote_sheet_name(reference.text.rpartition("!")[0])
        return sheet.casefold() in ("", self._cell.sheet.casefold())


_OMITTED = '""'
_RANGE_IN_TEXT = r'"[^":]*:[^"]*"'


def _moved_reference(
    reference: Node, rows: str, columns: str, height: str, width: str
) -> str | None:
    """The reference that OFFSET makes, where the formula has all of its numbers.

    The engine takes the reference itself for an input: a cell that reads the one above its own
    table row would be in a circle with it.
    """
    range_ = reference.area
    is_known = all(re.fullmatch(_INTEGER, number) for number in (rows, columns)) and all(
        not size or re.fullmatch(_NATURAL, size) for size in (height, width)
    )
    if range_ is None or not is_known:
        return None
    top, left = range_.top + int(rows), range_.left + int(columns)
    bottom = top + (int(height) if height else range_.bottom - range_.top + 1) - 1
    right = left + (int(width) if width else range_.right - range_.left + 1) - 1
    if min(top, left) < 1 or bottom > MAX_ROW or right > MAX_COLUMN:
        return None
    sheet, mark, _ = reference.text.rpartition("!")
    return f"{sheet}{mark}{Range(top, left, bottom, right)}"


def _range_as_text(argument: Node) -> str | None:
    """The text of an INDIRECT to a range, such as ``"1:"&A1``, if an argument is nothing else.

    To ask for its place is not to read it: it may contain the formula's own cell.
    """
    if not isinstance(argument, Call) or argument.name.upper() != "INDIRECT":
        return None
    if "!" in argument.text or not re.search(_RANGE_IN_TEXT, argument.text):
        return None
    return argument.arguments[0].text if len(argument.arguments) == 1 else None


def _whole(number: str) -> str:
    """A number of rows or columns, rounded towards 0."""
    return number if re.fullmatch(_INTEGER, number) else f"TRUNC({number})"


def _with_positive_size(start: str, size: str) -> tuple[str, str]:
    """Where a reference starts, and its size, which counts backwards if it is below 0.

    A size is rounded towards 0; one between 0 and 1 is 1.
    """
    if not size or re.fullmatch(_NATURAL, size):
        return start, size
    whole = f"MAX(TRUNC(ABS({size})),SIGN(ABS({size})))"
    return f"{_whole(start)}+(({size})<0)*(1-{whole})", whole


_TOKENS = regex(
    rf"(?P<call>\b{BROADCAST}\()"
    r"""|[()]|"(?:[^"]|"")*"
    |(?P<range>(?P<sheet>(?:'(?:[^']|'')*'|[^\W\d][\w.]*)!)?
        \$[A-Z]{1,3}\$[0-9]+:\$[A-Z]{1,3}\$[0-9]+)(?=[,)])
    |'(?:[^']|'')*'""",
    re.VERBOSE,
)
"""What opens and closes calls, texts and quoted names, and absolute ranges."""


class SharedRanges:
    """The ranges of a workbook that are passed by a handle, each in a cell of one sheet."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}

    @property
    def references(self) -> list[str]:
        """The ranges, in the order of their cells."""
        return [*self._rows]

    def write(self, formula: str, sheet: str) -> str:
        """A formula of a sheet with handles in place of the absolute ranges of the helper.

        >>> SharedRanges().write('SUM(XL_TOURNEY_BROADCAST("LEN",$A$1:$A$9),$A$1:$A$9)', "Games")
        'SUM(XL_TOURNEY_BROADCAST("LEN",XL_TOURNEY_RANGES!$A$1),$A$1:$A$9)'
        >>> formula = 'SUM(XL_TOURNEY_BROADCAST("MOD",XL_TOURNEY_BROADCAST("INT",A1:A9),2))'
        >>> SharedRanges().write(formula, "Games")
        'SUM(XL_TOURNEY_BROADCAST("MOD",XL_TOURNEY_KEEP("INT",A1:A9),2))'
        """
        if BROADCAST not in formula:
            return formula
        edits: list[Edit] = []
        calls: list[tuple[bool, int]] = [(False, 0)]  # whether it is of the helper; where it begins
        for token in _TOKENS.finditer(formula):
            start, end = token.span()
            is_argument = calls[-1][0] and formula[start - 1] in ",("
            if token[0] == ")":
                _, start = calls.pop()
                if start and formula[end : end + 1] in (",", ")"):
                    edits.append((start, start + len(BROADCAST), KEEP))
            elif token["call"]:
                calls.append((True, start if is_argument else 0))
            elif token[0] == "(":
                calls.append((False, 0))
            elif token["range"] and is_argument:
                edits.append((start, end, self._handle(token, sheet)))
        for start, end, text in sorted(edits, reverse=True):
            formula = f"{formula[:start]}{text}{formula[end:]}"
        return formula

    def _handle(self, token: re.Match[str], sheet: str) -> str:
        reference = token["range"] if token["sheet"] else f"{quote_sheet_name(sheet)}!{token[0]}"
        return f"{SHARED_RANGES}!$A${self._rows.setdefault(reference, len(self._rows) + 1)}"
