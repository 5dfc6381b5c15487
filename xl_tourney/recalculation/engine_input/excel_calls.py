"""Calls that no engine calculates as Excel does, written so that each of them does.

SUMIFS and its like take ranges of one size only; SUBTOTAL and AGGREGATE pass over hidden rows; ROW
and COLUMN in an array formula count through its range; TRANSPOSE of a range is an error in any
other.  A text that is a date in every country, "2024-02-29", is a number to functions of dates.
A range may be written from its last cell to its first, ``A9:A1``, which engines refuse.  An array
of whole columns is calculated as far as the workbook has rows, and a block to the last column,
which engines read cell by cell, as far as it has columns.  INDEX of a block with one number is an
error; engines take it for the row.  A number beyond the largest is an error, which the engine
finds in arithmetic alone.  It sorts by one key: by several it sorts several times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ...engines.mistakes import read_condition
from ...grammar.calls import AnyCall
from ...grammar.function_names import called_without_parsing, plain_name
from ...grammar.parser import parse, remembered, rewrite
from ...grammar.references import (
    MAX_ROW,
    Range,
    column_letters,
    column_number,
    in_order,
    quote_sheet_name,
)
from ...grammar.rewriting import CallWriter, rewrite_calls
from ...grammar.spreadsheet_functions import (
    call_pattern,
    functions_with,
    lines_of,
    places,
    values_of,
)
from ...grammar.syntax_tree import (
    ArrayConstant,
    Call,
    Designator,
    Literal,
    Node,
    Reference,
)
from ...ooxml.sheet.hidden_rows import NO_HIDDEN_ROWS, HiddenRows
from ...patterns import regex
from ...record import Record
from .computed_arrays import may_compute_array, write_arrays
from .facts import FUNCTIONS, NO_TEXTS, Facts, FormulaTexts

if TYPE_CHECKING:
    from ...engines.conditions.predicates import Correctness

_CRITERIA_RANGES = places("same-size")
"""The functions whose ranges have one size, and the places of these ranges."""
_MAX_PIECES = 200
"""Into more pieces no range is cut: a call takes 254 arguments."""
_MAX_NUMBERS = 1_000
"""The longest array constant that stands for ROW or COLUMN."""

_FIRST_RANGE = {name: int(place) for name, place in values_of("hidden-rows").items()}
"""The functions that may pass over hidden rows, and the place of their first range."""
PASSING_HIDDEN_ROWS = frozenset(_FIRST_RANGE)
TOLD_BY_WORKBOOK = PASSING_HIDDEN_ROWS.union(FUNCTIONS)
"""The functions whose calls read otherwise by what the cells that they name are, not hold."""
_VISIBLE = 100
"""The functions of SUBTOTAL above this number pass over rows that are hidden without a filter."""
_SEES_HIDDEN_ROWS = f"ABS({{1}})<{_VISIBLE}"
"""Where SUBTOTAL passes over rows only if a filter hides them."""
_WITH_HIDDEN_ROWS = ("0", "2", "4", "6", "")
"""The options of AGGREGATE with which it does not."""
_KEEPS_HIDDEN_ROWS = "ISEVEN({2})"
"""Where AGGREGATE does not, if its option is calculated."""
_AGGREGATES_OF_RANGES = 13
"""The functions of AGGREGATE up to this one take several ranges, and the others an array."""

_OF_ARRAYS = {
    name: dict(function.split(":") for function in functions.split(","))
    for name, functions in values_of("of-arrays").items()
}
"""By the number in it what AGGREGATE is of an array, of which it passes over no hidden rows."""

_DATE_FUNCTIONS = functions_with("dates")
_WITH_OMITTED_LAST = {name: int(count) for name, count in values_of("omitted-last").items()}
"""Functions that take an omitted last argument for 0, and the number of their arguments."""
_WITH_LOGICAL_LAST = functions_with("logical-last")
_OMITTED_LAST = rb"%b[^()]*(?:\([^()]*\)[^()]*)*,\s*\)" % call_pattern(_WITH_OMITTED_LAST)
_LOGICAL_LAST = rb"%b[^()]*(?:\([^()]*\)[^()]*)*,\s*(?:FALSE|TRUE)\s*\)" % call_pattern(
    _WITH_LOGICAL_LAST
)
_OMITTED = {"": "0"}
_LOGICAL = {**_OMITTED, "FALSE": "0", "TRUE": "1"}

_OF_SHEETS = regex(rb""":(?:(?<=[\w.]:)[\w.\x80-\xff]+!|[^'"(),!:+*/<>=]*'!)""")
"""``April:June!``, or with quotes."""
_SEVERAL_SHEETS = functions_with("several-sheets")
"""Functions that take a reference to several sheets, and as many references to one."""
_PASSING_OVER_BLANK = functions_with("ignores-blank")
"""Functions whose value is the same without the blank columns at the end of a range."""
_SUMS_OF_CRITERIA = functions_with("ignores-blank-beside")
"""Those where it is so if all of its ranges are as wide, and TEXTJOIN passes over blank ones."""
_ONLY_IF = values_of("only-if")
"""Of these those that do so only if the argument in this place is TRUE."""
_COUNTING_BLANK = functions_with("counts-blank")
"""Those that may count blank cells."""
_COLUMNS_TO_SPILL = 200
"""How many columns behind those of the file arrays may fill."""
_TO_LAST_COLUMN = r":(\$?)[A-Z]{3}(?!\w*!)"
"""A range to one of the columns that few workbooks use."""

_UNBOUNDED = functions_with("unbounded")
"""Functions that give infinity to formualizer, which is no error to IFERROR."""

_WRITTEN = {(name, int(count)): formula for name, (count, formula) in lines_of("written")}
"""What stands for a call in each engine, by its function and the number of its arguments."""

_BY_ONE_KEY = functions_with("by-one-key")
"""Functions that sort by several keys, each with its order, and formualizer by one."""

_DATE = regex(r'"(\d{4}-\d\d-\d\d)"')
_TIME = regex(r'"(\d{1,2}):(\d\d)(?::(\d\d))?"')
_DATE_OR_TIME = rb'(?:"|&quot;)(?:\d{4}-\d\d-\d\d|\d{1,2}:\d\d)'

_CALLS = TOLD_BY_WORKBOOK.union(
    ("SINGLE",), _UNBOUNDED, _BY_ONE_KEY, (name for name, _ in _WRITTEN)
)
"""Calls that may be written otherwise, whatever their arguments are."""
_WITH_LAST = _WITH_LOGICAL_LAST.union(_WITH_OMITTED_LAST)
_LAST = regex(b"|".join((_OMITTED_LAST, _LOGICAL_LAST)), re.IGNORECASE)
_QUOTED = regex(_DATE_OR_TIME)
_FAR_COLUMN = regex(_TO_LAST_COLUMN.encode(), re.IGNORECASE)
_NESTED = rb"(?:[^(),]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*"
_ONE_COLUMN = rb"[^(),]*?(?<![A-Z])([A-Z]+)\$?[0-9]*:\$?\1\$?[0-9]*\s*,"
_INDEX_OF_BLOCK = regex(
    rb"\bINDEX\((?!%b)[^(),]+:[^(),]+,%b\)" % (_ONE_COLUMN, _NESTED), re.IGNORECASE
)
"""INDEX with one number, of a range that has several columns."""
_PLACE_CALL = regex(rb"(?i)\b(?:ROW|COLUMN)\(\s*\)")
_RANGE = regex(rb"(?<![A-Za-z])([A-Za-z]{1,3})(?:\$?([0-9]+))?:\$?([A-Za-z]{1,3})(?:\$?([0-9]+))?")
_HALF_FIXED = regex(
    rb"\$[0-9]+:\$?[A-Za-z]+[0-9]|[A-Za-z][0-9]+:\$?[A-Za-z]+\$[0-9]|\$[A-Za-z]+(?:\$?[0-9]+)?:[A-Za-z]"
)
"""A range of which one corner alone moves with its cell: in some cells it may be turned round."""
_OF_ARRAY_FORMULAS = functions_with("array-formula-only")


class ExcelCalls(Record):
    """Writes such calls in the formulas of a workbook."""

    hidden_rows: Callable[[str], HiddenRows] = lambda sheet: NO_HIDDEN_ROWS
    """The hidden rows of a sheet by its name."""
    sheets: Sequence[str] = ()
    """The names of the sheets, in their order."""
    formula_texts: FormulaTexts = NO_TEXTS
    facts: Facts = Facts()

    def may_change(self, formula: bytes, is_array_formula: bool) -> bool:
        """Whether a formula, or one of its shape, may read otherwise."""
        return bool(
            has_criteria(formula)
            or _HALF_FIXED.search(formula)
            or _is_written_otherwise(formula, is_array_formula)
        )

    def differ_by_cell(self, formula: str) -> bool:
        """Whether any cell of a formula's shape may read otherwise than the one above it.

        It does by which rows are hidden, and where one range grows from cell to cell, by its size.
        """
        data = formula.encode()
        return bool(has_criteria(data) and _HALF_FIXED.search(data)) or not (
            TOLD_BY_WORKBOOK.isdisjoint(called_without_parsing(formula))
        )

    def write(
        self, formula: str, sheet: str, array_range: Range | None, is_array_formula: bool
    ) -> str:
        """A formula of a sheet; ``array_range`` is that of an array formula with a fixed one."""
        data = formula.encode()
        if not (_has_several_sizes(data) or _is_written_otherwise(data, is_array_formula)):
            return formula
        if not is_array_formula and _transposes_range(parse(formula).root):
            return "#VALUE!"
        formula = rewrite_calls(formula, dict.fromkeys(_WITH_OMITTED_LAST, _write_last_argument))
        if may_compute_array(formula.encode()):
            formula = write_arrays(formula, self._used_rows, is_array_formula)
        writers = {**_CRITERIA_WRITERS}
        writers |= {"SINGLE": _write_at, "INDEX": _write_index}
        writers |= dict.fromkeys(_FINDING, _write_error)
        writers |= dict.fromkeys(_BY_ONE_KEY, _write_sorts)
        writers |= dict.fromkeys((name for name, _ in _WRITTEN), _write_by_table)
        writers |= dict.fromkeys(FUNCTIONS, partial(self.formula_texts.write_call, sheet))
        writers |= dict.fromkeys(_SEVERAL_SHEETS, self._write_sheet_by_sheet)
        writers |= dict.fromkeys(PASSING_HIDDEN_ROWS, partial(self._write_visible, sheet))
        if not self.facts.date1904:
            writers |= dict.fromkeys(_DATE_FUNCTIONS, _write_numbers_of_dates)
        if array_range:
            top, left, bottom, right = array_range
            writers["ROW"] = partial(_write_numbers, range(top, bottom + 1), ";")
            writers["COLUMN"] = partial(_write_numbers, range(left, right + 1), ",")
        formula = rewrite_calls(formula, writers)
        if re.search(_TO_LAST_COLUMN, formula, re.IGNORECASE):
            names = (*_PASSING_OVER_BLANK, *_SUMS_OF_CRITERIA, *_COUNTING_BLANK)
            formula = rewrite_calls(formula, dict.fromkeys(names, self._write_used_columns))
        formula = rewrite_calls(formula, dict.fromkeys(_UNBOUNDED, _write_checked))
        return ranges_in_order(formula)

    def reads_visible_rows(self, call: AnyCall, sheet: str) -> Correctness:
        """Whether a call of a sheet reads only rows over which it does not pass."""
        name = plain_name(call.name)
        read = [_sheet_and_range(node, sheet) for node in call.arguments[_FIRST_RANGE[name] :]]
        hidden = [
            self.hidden_rows(read_sheet)
            for read_sheet, range_ in read
            if range_ is None or self.hidden_rows(read_sheet).are_in(range_)
        ]
        if not any(rows.numbers for rows in hidden):
            return True
        if _FIRST_RANGE[name] == 1:  # it has no options
            number = call.arguments[0].text
            condition = read_condition(_SEES_HIDDEN_ROWS)
            sees = int(number) < _VISIBLE if number.isdigit() else condition(call)
            return not any(rows.are_filtered for rows in hidden) and sees
        option = call.arguments[1].text if len(call.arguments) > 1 else ""
        keeps = read_condition(_KEEPS_HIDDEN_ROWS)
        return option in _WITH_HIDDEN_ROWS or (not option.isdigit() and keeps(call))

    def _used_rows(self) -> int:
        return self.facts.used_rows

    def _write_used_columns(self, call: Call, arguments: Sequence[Node]) -> str | None:
        """A call whose ranges end with the columns that are used."""
        used = self.facts.used_columns + _COLUMNS_TO_SPILL
        name, texts = plain_name(call.name), [node.text for node in arguments]
        areas = [node.area if isinstance(node, Designator) else None for node in arguments]
        widths = {(area.left, area.right) for area in areas if area and area.cell_count > 1}
        if name in _SUMS_OF_CRITERIA and (
            len(widths) > 1 or (name in _ONLY_IF and texts[int(_ONLY_IF[name])].upper() != "TRUE")
        ):
            return None
        counted = ""
        for at, area in enumerate(areas):
            if area and area.right > (right := max(area.left, used)):
                texts[at] = re.sub(
                    _TO_LAST_COLUMN, rf":\g<1>{column_letters(right)}", texts[at], flags=re.I
                )
                if name in _COUNTING_BLANK:
                    times = (area.bottom - area.top + 1) * (area.right - right)
                    blank = f"${column_letters(area.right)}${area.bottom}"
                    counted = f"+{times}*{name}({blank},{arguments[1].text})"
        written = f"{call.name}({','.join(texts)})"
        return f"({written}{counted})" if counted else written

    def _write_sheet_by_sheet(self, call: Call, arguments: Sequence[Node]) -> str | None:
        """A call with a reference for each sheet in place of one to several: ``April:June!B4``."""
        texts: list[str] = []
        names = [name.casefold() for name in self.sheets]
        for node in arguments:
            ends = node.sheet.casefold().split(":") if isinstance(node, Reference) else []
            if isinstance(node, Reference) and len(ends) == 2 and {*names}.issuperset(ends):
                start, end = sorted(map(names.index, ends))
                texts += [
                    f"{quote_sheet_name(name)}!{node.local_text}"
                    for name in self.sheets[start : end + 1]
                ]
            else:
                texts.append(node.text)
        return f"{call.name}({','.join(texts)})" if len(texts) > len(arguments) else None

    def _write_visible(self, sheet: str, call: Call, arguments: Sequence[Node]) -> str | None:
        """A call of the visible rows alone, where it passes over the others."""
        name = plain_name(call.name)
        if not (passes := _passes_hidden_rows(name, arguments)):
            return _write_of_array(name, *(node.text for node in arguments))
        first = _FIRST_RANGE[name]
        pieces = []
        for node in arguments[first:]:
            named, range_ = _sheet_and_range(node, sheet)
            hidden = self.hidden_rows(named)
            if range_ is None or not hidden.are_in(range_):
                pieces.append(node.text)
                continue
            prefix, mark, _ = node.text.rpartition("!")
            pieces += [f"{prefix}{mark}{piece}" for piece in _visible_pieces(range_, hidden)]
        texts = [node.text for node in arguments]
        if not pieces or len(pieces) > _MAX_PIECES or pieces == texts[first:]:
            return None
        visible = f"{call.name}({','.join([*texts[:first], *pieces])})"
        return (
            visible if passes is True else f"IF({passes},{visible},{call.name}({','.join(texts)}))"
        )


_FINDING = functions_with("finds-value")
_FINDING_ERROR = regex(rb"%s.*#" % call_pattern(_FINDING), re.IGNORECASE)


@remembered
def _is_written_otherwise(formula: bytes, is_array_formula: bool) -> bool:
    """Whether a formula may read otherwise, whatever the sizes of its ranges."""
    names = called_without_parsing(formula.decode("utf-8", "replace"))
    # Few formulas need a pattern, and to compile them all costs as much as to calculate a column.
    return bool(
        names & _CALLS
        or (names & _WITH_LAST and _LAST.search(formula))
        or (names & _FINDING and b"#" in formula and _FINDING_ERROR.search(formula))
        or ((b'"' in formula or b"&quot;" in formula) and _QUOTED.search(formula))
        or (b":" in formula and (_FAR_COLUMN.search(formula) or _OF_SHEETS.search(formula)))
        or ("INDEX" in names and _INDEX_OF_BLOCK.search(formula))
        or may_compute_array(formula)
        or (_PLACE_CALL.search(formula) if is_array_formula else names & _OF_ARRAY_FORMULAS)
        or _has_reversed_range(formula)
    )


def has_criteria(formula: bytes) -> bool:
    """Whether a formula calls SUMIFS or its like."""
    return not _CRITERIA_RANGES.keys().isdisjoint(
        called_without_parsing(formula.decode("utf-8", "replace"))
    )


@remembered
def range_sizes(formula: bytes) -> tuple[tuple[int, int], ...]:
    """The rows and columns, less one, of each range in a formula that calls SUMIFS or its like.

    Another formula that differs from it in digits alone, and has the same, reads otherwise if it
    does.

    >>> range_sizes(b"SUMIFS($A$1:$C9,D:F,2)"), range_sizes(b"SUM(A1:A2)")
    (((8, 2), (1048576, 2)), ())
    """
    if not has_criteria(formula):
        return ()
    return tuple(
        (
            int(bottom) - int(top) if top and bottom else MAX_ROW,
            column_number(right.decode()) - column_number(left.decode()),
        )
        for left, top, right, bottom in _RANGE.findall(formula)
    )


def _has_several_sizes(formula: bytes) -> bool:
    return len({*range_sizes(formula)}) > 1


def _write_at(_: Call, arguments: Sequence[Node]) -> str | None:
    """The operator ``@``, which a file writes as a function."""
    if len(arguments) != 1:
        return None
    (argument,) = arguments
    is_simple = isinstance(argument, (Call, Designator))
    return f"@{argument.text}" if is_simple else f"@({argument.text})"


def _write_index(call: Call, arguments: Sequence[Node]) -> str | None:
    """``#REF!`` for one number of a block; with 0 it is the whole block."""
    if read_condition("one_dimensional")(call) is not False:
        return None
    number = arguments[1].text
    if number.isdigit():
        return "#REF!" if int(number) else None
    return f"IF({number}=0,{call.text},#REF!)"


def _transposes_range(node: Node) -> bool:
    """Whether a node is TRANSPOSE of several cells, an error where it is no array formula."""
    if not isinstance(node, Call) or plain_name(node.name) not in _OF_ARRAY_FORMULAS:
        return False
    ranges = [_sheet_and_range(argument, "")[1] for argument in node.arguments]
    return len(ranges) == 1 and ranges[0] is not None and ranges[0].cell_count > 1


def _has_reversed_range(formulas: bytes) -> bool:
    """Whether there may be a range that is written from its last row or column to its first."""
    return b":" in formulas and any(
        (len(left), left.upper()) > (len(right), right.upper()) or int(top or 0) > int(bottom or 0)
        for left, top, right, bottom in _RANGE.findall(formulas)
    )


def ranges_in_order(formula: str) -> str:
    """A formula with each range from its first cell to its last: engines refuse any other.

    >>> ranges_in_order("SUM(B9:B2,Data!$D$1:A1)"), ranges_in_order('"B9:B2"')
    ('SUM(B2:B9,Data!A$1:$D1)', '"B9:B2"')
    """
    return rewrite(formula, _in_order) if _has_reversed_range(formula.encode()) else formula


def _in_order(node: Node) -> str | None:
    """A range from its first cell to its last."""
    if not isinstance(node, Reference) or (ordered := in_order(node.local_text)) == node.local_text:
        return None
    return f"{node.text[: -len(node.local_text)]}{ordered}"


def _write_checked(call: Call, arguments: Sequence[Node]) -> str:
    """A call in a sum, which is an error where it is infinite."""
    return f"({call.name}({','.join(node.text for node in arguments)})+0)"


def _write_by_table(call: Call, arguments: Sequence[Node]) -> str | None:
    """What the table of functions writes for a call, in brackets."""
    formula = _WRITTEN.get((plain_name(call.name), len(arguments)))
    written = f"{call.name}({','.join(node.text for node in arguments)})"
    return f"({formula.format(written)})" if formula else None


def _write_sorts(call: Call, arguments: Sequence[Node]) -> str | None:
    """Sorted by the last key first, the other keys with it; equal ones stay in their order.

    >>> _write_sorts(call := parse("SORTBY(A1:A9,B1:B9,-1,C1:C9)").root, call.arguments)
    'SORTBY(SORTBY(A1:A9,C1:C9,1),SORTBY(B1:B9,C1:C9,1),-1)'
    """
    array, *rest = (node.text for node in arguments)
    if len(rest) < 3:
        return None
    texts = [array, *rest[::2]]
    for order in [order or "1" for order in (*rest[1::2], *["1"] * (len(rest) % 2))][::-1]:
        key = texts.pop()
        texts = [f"{call.name}({text},{key},{order})" for text in texts]
    return texts[0]


def _write_numbers_of_dates(call: Call, arguments: Sequence[Node]) -> str | None:
    """A call with numbers in place of dates and times in texts."""
    old = [node.text for node in arguments]
    new = [
        _numbers_of_dates(node.text) if isinstance(node, (ArrayConstant, Literal)) else node.text
        for node in arguments
    ]
    return f"{call.name}({','.join(new)})" if new != old else None


def _write_last_argument(call: Call, arguments: Sequence[Node]) -> str | None:
    """A call with a number in place of an omitted last argument, or a truth value there."""
    name = plain_name(call.name)
    *texts, last = [node.text for node in arguments] or [""]
    number = (_LOGICAL if name in _WITH_LOGICAL_LAST else _OMITTED).get(last.upper())
    if number is None or len(texts) + 1 != _WITH_OMITTED_LAST[name]:
        return None
    return f"{call.name}({','.join([*texts, number])})"


def _write_error(call: Call, arguments: Sequence[Node]) -> str | None:
    """The first error among the arguments, for a call with an error that is written there.

    >>> _write_error(call := parse("LOOKUP(A1,B1:B9,#REF!)").root, call.arguments)
    'IF(ISERROR(A1),A1,#REF!)'
    """
    error = next((one.text for one in arguments if getattr(one, "kind", "") == "error"), None)
    if error is None:
        return None
    value = arguments[0].text
    return error if value == error else f"IF(ISERROR({value}),{value},{error})"


def _numbers_of_dates(constant: str) -> str:
    """A constant, or an array of them, with numbers in place of texts that are dates or times.

    >>> _numbers_of_dates('{"2000-06-14";"14.6."}'), _numbers_of_dates('"12:00"')
    ('{36691;"14.6."}', '0.5')
    """

    from datetime import date  # few workbooks have one

    def number_of_date(match: re.Match[str]) -> str:
        try:
            days = (date.fromisoformat(match[1]) - date(1899, 12, 30)).days
        except ValueError:
            return match[0]
        return str(days) if days > 60 else match[0]

    def number_of_time(match: re.Match[str]) -> str:
        hours, minutes, seconds = (int(part or 0) for part in match.groups())
        if minutes > 59 or seconds > 59:
            return match[0]
        return repr((hours * 3600 + minutes * 60 + seconds) / 86400)

    return _TIME.sub(number_of_time, _DATE.sub(number_of_date, constant))


def _passes_hidden_rows(name: str, arguments: Sequence[Node]) -> bool | str:
    """Whether a call passes over rows that are hidden without a filter, or a formula that says so.

    >>> from xl_tourney.grammar.parser import parse
    >>> formulas = "SUBTOTAL(109,A1)", "SUBTOTAL(9,A1)", "AGGREGATE(9,5,A1)", "AGGREGATE(14,5,A1,2)"
    >>> calls = [parse(formula).root for formula in (*formulas, "AGGREGATE(B1,B2,A1)")]
    >>> [_passes_hidden_rows(call.name, call.arguments) for call in calls]
    [True, False, True, False, 'AND(B1<=13,ISODD(B2))']
    """
    number, option = ([node.text for node in arguments] + ["", ""])[:2]
    if _FIRST_RANGE[name] == 1:
        return int(number) > _VISIBLE if number.isdigit() else False
    if (number.isdigit() and int(number) > _AGGREGATES_OF_RANGES) or option in _WITH_HIDDEN_ROWS:
        return False
    if number.isdigit() and option.isdigit():
        return True
    return f"AND({number}<={_AGGREGATES_OF_RANGES},ISODD({option}))"


def _write_of_array(name: str, number: str, option: str = "", *arguments: str) -> str | None:
    """The function that AGGREGATE is of an array, whose errors option 6 passes over.

    >>> _write_of_array("AGGREGATE", "14", "6", "1/A1:A9", "2")
    'LARGE(IFERROR(1/A1:A9,""),2)'
    """
    function = _OF_ARRAYS.get(name, {}).get(number)
    if not function or option not in ("4", "6"):
        return None
    arrays = len(arguments) if int(number) <= _AGGREGATES_OF_RANGES else 1
    written = [
        f'IFERROR({text},"")' if option == "6" and place < arrays else text
        for place, text in enumerate(arguments)
    ]
    return f"{function}({','.join(written)})"


def _sheet_and_range(node: Node, sheet: str) -> tuple[str, Range | None]:
    """The sheet and the range of a reference; no range for what is none."""
    if isinstance(node, Reference) and not node.is_external:
        return node.sheet or sheet, node.area
    return sheet, None


def _visible_pieces(range_: Range, hidden: HiddenRows) -> Iterator[Range]:
    """The parts of a range between its hidden rows.

    >>> [*map(str, _visible_pieces(Range(1, 1, 9, 1), HiddenRows(frozenset((1, 4, 5)), False)))]
    ['A2:A3', 'A6:A9']
    """
    top = range_.top
    for row in sorted(row for row in hidden.numbers if range_.top <= row <= range_.bottom):
        if row > top:
            yield range_._replace(top=top, bottom=row - 1)
        top = row + 1
    if top <= range_.bottom:
        yield range_._replace(top=top)


def _write_criteria_call(call: Call, arguments: Sequence[Node]) -> str | None:
    """``#VALUE!`` for a call whose ranges differ in size."""
    sizes = set()
    for place in _CRITERIA_RANGES[plain_name(call.name)] or ():
        if place < len(arguments):
            _, range_ = _sheet_and_range(arguments[place], "")
            if range_ is None:
                return None
            top, left, bottom, right = range_
            sizes.add((bottom - top, right - left))
    return "#VALUE!" if len(sizes) > 1 else None


_CRITERIA_WRITERS: dict[str, CallWriter] = dict.fromkeys(_CRITERIA_RANGES, _write_criteria_call)


def _write_numbers(
    numbers: range, separator: str, _: Call, arguments: Sequence[Node]
) -> str | None:
    """The numbers of rows or columns as an array constant, for a call without arguments."""
    if any(node.text for node in arguments) or not 1 < len(numbers) <= _MAX_NUMBERS:
        return None
    return f"{{{separator.join(map(str, numbers))}}}"


EXCEL_CALLS = ExcelCalls()
"""For workbooks without hidden rows."""
