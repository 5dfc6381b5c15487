"""Numbers in texts, as a spreadsheet converts them: 15 digits in 20 characters, and no ``-0``.

``=1/3&""`` is 0.333333333333333 in a spreadsheet, ``=1E-5/3&""`` 3.33333333333333E-06, and
``="x"&ROUND(-0.1,0)`` is x0; engines write 17 digits in as many characters as these need, and x-0.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from ...grammar.function_names import called_without_parsing, plain_name
from ...grammar.parser import parse
from ...grammar.references import column_number
from ...grammar.spreadsheet_functions import functions_with
from ...grammar.syntax_tree import FormulaError
from ...ooxml.sheet.cached_values import TEXT_DIGITS, SharedStrings, matches_saved, same_text
from ...ooxml.sheet.cell_patches import differs
from ...ooxml.xml import decode_text
from ...patterns import regex
from ...record import Record
from ..engine_input.facts import DigitGroups, writes_numbers
from ..engine_input.formula_translation import FormulaTranslator
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult

_COMMA = "its workbook writes numbers with decimal commas, and no engine does"
_MAX_CHARACTERS = 20
"""Of a number with more of them, but for its sign, the text has an exponent."""
_LONG_NUMBER = regex(
    rf"(?<![\d.])(?:(?=[\d.]{{{TEXT_DIGITS + 2}}})\d+\.\d+|\d{{{_MAX_CHARACTERS + 1},}})(?![\d.])"
)
_THREES = regex(r"(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])")
_GROUPED = regex(r"\d{3},\d{3}|\d,\d{3},\d{3}")
_DECIMAL = regex(r"(?<![\d.])\d+\.\d+(?![\d.])")
_DECIMALS = regex(r"\d,\d{1,2}(?![\d,])")
"""Fewer digits behind a comma than digits that are grouped have."""
_READING, _SHOWING = functions_with("reads-decimal-sign"), functions_with("shows-decimal-sign")
"""Functions that depend on the decimal sign of a number, and those whose text may have it."""
_NEGATIVE_ZERO = regex(r"-0(?![\d.,])")


_COLUMNS = regex(r"([A-Z]{1,3})\$?[0-9]*:\$?([A-Z]{1,3})|([A-Z]{1,3})\$?[0-9]")
"""The first and the last column of a range, or that of a cell; or what looks so."""
_UNKNOWN_RANGE = regex(r"[\[#]|[0-9]:\$?[0-9]|:(?!\$?[A-Z]{1,3}\$?(?:[0-9]|\b))")
"""A table, what an array fills, whole rows, or a range to what is calculated."""


class _Inputs(Record):
    """What a formula has and reads."""

    texts: str
    """The texts, one a line."""
    has_hyphen: bool = True
    """Whether one of them has a ``-`` in it."""
    has_negative_zero: bool = False
    """Whether a cell that it reads is a zero with a sign."""


def convert_numbers(results: Sequence[SheetResult], translator: FormulaTranslator) -> bool:
    """Let texts have the numbers that a spreadsheet converts; whether formulas may read these.

    A number with as many digits in a text that a formula reads is no converted one, and stays.
    """
    found = [item for result in results for item in _find_texts(result, translator)]
    for result, index, text in found:
        if text is None:  # what it reads is the cause
            for other in results:
                for zero in _negative_zeros(other):
                    other.task.states.correct(zero, 0.0)
        else:
            result.task.states.correct(index, text)
    if not found or _may_be_read(found, results, translator):
        return bool(found)
    for result, index, text in found:
        result.correct(index, text)
    return False


def _may_be_read(
    found: Sequence[tuple[SheetResult, int, str | None]],
    results: Sequence[SheetResult],
    translator: FormulaTranslator,
) -> bool:
    """Whether a formula may read from the columns of new texts, on whatever sheet.

    A saved text with a comma may say that the workbook writes decimal commas.
    """
    columns = set()
    for result, index, text in found:
        cells = result.task.sheet.formula_cells
        columns.add(cells.columns[index])
        if text is None or b"," in cells.values[index]:
            return True
    sheets = [result.task.sheet for result in results]
    called = {plain_name(name) for sheet in sheets for name in sheet.called_names}
    has_more = (
        translator.tables
        or translator.defined_names.names
        or called & functions_with("reads-unnamed")
    )
    formulas = "\n".join(text for sheet in sheets for text in sheet.texts).upper()
    if has_more or _UNKNOWN_RANGE.search(formulas):
        return True
    spans = {*_COLUMNS.findall(formulas)}
    ends = [sorted(column_number(name) for name in names if name) for names in spans]
    return any(names[0] <= column <= names[-1] for names in ends for column in columns)


def keep_decimal_commas(
    results: Sequence[SheetResult], translator: FormulaTranslator, strings: SharedStrings
) -> int:
    """Let a workbook that writes numbers with decimal commas have them; how many cells it changes.

    It does if any of its texts differs from the saved one in that alone.  A changed text that only
    shows numbers gets commas; where functions may depend on the sign it is left as saved.
    """
    facts = translator.excel_calls.facts
    if facts.decimal_sign is None and any(map(_has_decimal_comma, results)):
        facts.decimal_sign = ","
    if facts.decimal_sign is None:
        return 0
    count = 0
    for result in results:
        task = result.task
        for index in result.differing:
            value = result.values[index]
            if (
                matches_saved(task.sheet.formula_cells, index, value)
                or index in task.states.left_as_saved
                or index in task.states.own_values
                or not differs(task.sheet, task.cell(index), value, strings)
            ):
                continue
            formula = task.formula(index)
            has_sign = re.search("[.,]", f"{task.saved_value(index, strings)}{value}") is not None
            called = called_without_parsing(formula)
            if called & _READING or (has_sign and called & _SHOWING):
                task.states.change(index, State.DENIED, _COMMA)
                count += 1
            elif type(value) is str and _DECIMAL.search(value):
                texts = _inputs(result, index, translator).texts
                new = _DECIMAL.sub(partial(_with_comma, texts), shorten(value, texts))
                if new != value:
                    task.states.correct(index, new)
                    count += 1
    return count


def _with_comma(unconverted: str, number: re.Match[str]) -> str:
    return number[0] if number[0] in unconverted else number[0].replace(".", ",")


def _has_decimal_comma(result: SheetResult) -> bool:
    """Whether a saved text has one where the new text has a point, or where TEXT wrote none."""
    cells = result.task.sheet.formula_cells
    left_as_saved = result.task.states.left_as_saved
    for index in result.differing:
        saved, new = cells.values[index], result.values[index]
        if type(new) is not str or index in left_as_saved:
            continue
        if cells.types[index] == "str" and b"," in saved and (old := decode_text(saved)) != new:
            is_lost = _DECIMALS.search(old) and not _DECIMALS.search(new)
            is_other_sign = old.count(",") > new.count(",") and same_text(old, new)
            if is_other_sign or (is_lost and writes_numbers(result.task.formula(index))):
                return True
    return False


def shorten(text: str, unconverted: str = "") -> str:
    """A text whose converted numbers have 15 digits; those in another text are not converted.

    >>> shorten("0.30000000000000004 TP"), shorten("1/3 = 0.3333333333333333")
    ('0.3 TP', '1/3 = 0.333333333333333')
    >>> shorten("-0.0000033333333333333333, 150000000000000000000, 0.00001")
    '-3.33333333333333E-06, 1.5E+20, 0.00001'
    >>> shorten("version 1.2345678901234567", "1.2345678901234567")
    'version 1.2345678901234567'
    """
    from decimal import Decimal  # for those who have such a number

    def short(match: re.Match[str]) -> str:
        number = match[0]
        if number in unconverted or f"{Decimal(repr(float(number))):f}" != number:
            return number
        mantissa, exponent = f"{float(number):.{TEXT_DIGITS - 1}E}".split("E")
        mantissa = mantissa.rstrip("0").rstrip(".")
        plain = f"{Decimal(f'{mantissa}E{exponent}'):f}"
        return plain if len(plain) <= _MAX_CHARACTERS else f"{mantissa}E{exponent}"

    return _LONG_NUMBER.sub(short, text)


def grouped_as_in_india(text: str, unwritten: str = "") -> str:
    """A text in which the groups of three digits are those of India; not those in another text.

    >>> grouped_as_in_india("₹816,149 of 12,345,678.90 Cr, 45,000")
    '₹8,16,149 of 1,23,45,678.90 Cr, 45,000'
    >>> grouped_as_in_india("No. 100,200 has 100,300", "100,200")
    'No. 100,200 has 1,00,300'
    """

    def grouped(match: re.Match[str]) -> str:
        digits = match[0].replace(",", "")
        if match[0] in unwritten:
            return match[0]
        pairs = re.sub(r"(?<=\d)(?=(?:\d\d)+$)", ",", digits[:-3])
        return f"{pairs},{digits[-3:]}"

    return _THREES.sub(grouped, text)


def _is_negative_zero(value: Any) -> bool:
    return type(value) is float and value == 0.0 and math.copysign(1.0, value) < 0.0


def _negative_zeros(result: SheetResult) -> Iterator[int]:
    """The formula cells whose value is a zero with a sign."""
    for index, value in enumerate(result.values):
        if _is_negative_zero(value) and index not in result.task.states.left_as_saved:
            yield index


def _find_texts(
    result: SheetResult, translator: FormulaTranslator
) -> Iterator[tuple[SheetResult, int, str | None]]:
    """The formula cells whose text would change, with the text as a spreadsheet writes it.

    It is None where the formula reads a zero with a sign.  A ``-0`` is no converted number where
    the formula, or a text that it reads, has a ``-``: ``=A1&"-"&B1`` is the 3-0 of a game.
    """
    task = result.task
    arrays = frozenset(task.sheet.formula_cells.kinds.arrays)
    is_indian = translator.excel_calls.facts.digit_groups is DigitGroups.INDIAN
    texts = result.indexes_of_type(str)
    patterns = (_LONG_NUMBER, _GROUPED, _NEGATIVE_ZERO)
    together = "\n".join([result.values[index] for index in texts])  # nearly always none is in it
    for index in texts if any(pattern.search(together) for pattern in patterns) else ():
        text = result.values[index]
        has_zero = _NEGATIVE_ZERO.search(text)
        has_groups = is_indian and _GROUPED.search(text)
        if not (has_zero or has_groups or _LONG_NUMBER.search(text)):
            continue
        if index in task.states.own_values or index in arrays:
            continue
        inputs = _inputs(result, index, translator)
        if has_zero and inputs.has_negative_zero:
            yield result, index, None
            continue
        short = shorten(text, inputs.texts)
        if has_zero and not inputs.has_hyphen:
            short = _NEGATIVE_ZERO.sub("0", short)
        if has_groups and writes_numbers(task.formula(index)):
            short = grouped_as_in_india(short, inputs.texts)
        if short != text:
            yield result, index, short


def _inputs(result: SheetResult, index: int, translator: FormulaTranslator) -> _Inputs:
    from .opinion_inputs import values_read

    task = result.task
    formula = task.formula(index)
    try:
        translated = translator.translated(task, index)
    except FormulaError:
        return _Inputs(formula)
    texts = [node.text for node in parse(formula).nodes if getattr(node, "kind", "") == "text"]
    has_negative_zero = False
    for values in values_read(result.calculation, translated, task.sheet_name):
        texts += [value for value in values or ("-",) if type(value) is str]
        has_negative_zero |= any(map(_is_negative_zero, values or ()))
    joined = "\n".join(texts)
    return _Inputs(f"{formula}\n{joined}", "-" in joined, has_negative_zero)
