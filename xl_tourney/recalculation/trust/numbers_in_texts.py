"""Numbers in texts: a spreadsheet converts at most 15 significant digits, engines up to 17.

``=1/3&""`` is 0.333333333333333 in a spreadsheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ...grammar.syntax_tree import FormulaError
from ...ooxml.sheet.cached_values import TEXT_DIGITS
from ..engine_input.formula_translation import FormulaTranslator
from ..sheet_result import SheetResult
from .opinion_inputs import values_read

_LONG_NUMBER = re.compile(rf"(?<![\d.])(?=[\d.]{{{TEXT_DIGITS + 2}}})\d+\.\d+(?![\d.])")


def shorten_numbers(results: Sequence[SheetResult], translator: FormulaTranslator) -> bool:
    """Let texts have the digits that a spreadsheet converts; whether there are new ones.

    A number with as many digits in a text that a formula reads is no converted one, and stays.
    """
    found = [(result, *item) for result in results for item in _find_shortened(result, translator)]
    for result, index, text in found:
        result.task.value_overrides[index] = text
    return bool(found)


def shorten(text: str, unconverted: str = "") -> str:
    """A text whose converted numbers have 15 digits; those in another text are not converted.

    >>> shorten("0.30000000000000004 TP"), shorten("1/3 = 0.3333333333333333")
    ('0.3 TP', '1/3 = 0.333333333333333')
    >>> shorten("version 1.2345678901234567", "1.2345678901234567")
    'version 1.2345678901234567'
    """

    def short(match: re.Match[str]) -> str:
        number = match[0]
        if number in unconverted or repr(float(number)) != number:
            return number
        return f"{float(number):.{TEXT_DIGITS}g}"

    return _LONG_NUMBER.sub(short, text)


def _find_shortened(
    result: SheetResult, translator: FormulaTranslator
) -> Iterator[tuple[int, str]]:
    """The formula cells whose text would change, with the text as a spreadsheet writes it."""
    task = result.task
    formula_cells = task.sheet.formula_cells
    arrays = frozenset(formula_cells.kinds.arrays)
    for index in result.indexes_of_type(str):
        text = result.values[index]
        if not _LONG_NUMBER.search(text) or index in task.value_overrides or index in arrays:
            continue
        short = shorten(text, _texts_of_inputs(result, index, translator))
        if short != text:
            yield index, short


def _texts_of_inputs(result: SheetResult, index: int, translator: FormulaTranslator) -> str:
    """The texts that a formula has and reads, one a line."""
    task = result.task
    cell = task.sheet.formula_cells.cell(index)
    formula = task.sheet.resolved_formula(cell)
    texts = [formula]
    try:
        translated = translator.translate(formula, task.sheet_name, cell, index in task.intersected)
    except FormulaError:
        return formula
    for values in values_read(result.calculation, translated, task.sheet_name):
        texts += [value for value in values or () if type(value) is str]
    return "\n".join(texts)
