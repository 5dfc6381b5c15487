"""The texts of a workbook that are for people to read: the one place where they are translated.

Templates and the parts that they share say everything in English.  :func:`labels` finds these
texts in the finished workbook, so that a translation, and the list of all messages, come from the
same walk.  What people type, and the names of cells, are no such texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, NamedTuple

from openpyxl.utils import get_column_letter
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from ....languages import Language
from .. import theme
from ..table.table import width_of_longest_word
from ..workbook import StandingsWorkbook

_TEXT_IN_FORMULA = re.compile(r'"((?:[^"]|"")*)"')
_WIDEST = 26.0
"""A column is made no wider than this for a long word of its heading."""


class Label(NamedTuple):
    """A text, and how another one comes in its place."""

    text: str
    kind: Literal["text", "formula", "sheet"]
    is_shown: bool
    put: Callable[[str], None]


def translate(workbook: StandingsWorkbook) -> None:
    """Put the texts of a workbook in its language."""
    language = workbook.language
    if language.is_english:
        return
    for label in [*labels(workbook)]:
        if label.kind == "formula":
            new = in_formula(label.text, language)
        elif label.kind == "text":
            new = language.text(label.text)
        else:
            continue  # sheets have their titles from the beginning, since formulas name them
        if new != label.text:
            label.put(new)


def in_formula(formula: str, language: Language) -> str:
    """A formula whose texts are in a language; those that it only compares stay."""
    return _TEXT_IN_FORMULA.sub(lambda found: f'"{language.value(found[1])}"', formula)


def texts_of_formula(formula: str) -> Iterator[str]:
    """The texts that a formula holds."""
    yield from (found[1] for found in _TEXT_IN_FORMULA.finditer(formula))


def labels(workbook: StandingsWorkbook) -> Iterator[Label]:
    """All texts of a workbook that are not typed."""
    names = set(workbook.defined_names)
    for sheet in workbook.worksheets:
        is_shown = sheet.sheet_state == "visible"
        yield Label(sheet.title, "sheet", True, _keep)
        yield from _of_cells(sheet, names, is_shown)
        yield from _of_rules(sheet, is_shown)
        for chart in getattr(sheet, "_charts"):  # noqa: B009  openpyxl's types lack it
            yield from _of_chart(chart, is_shown)
        for part in (sheet.oddHeader, sheet.oddFooter):
            for side in (part.left, part.center, part.right) if part else ():
                if side.text:
                    yield Label(side.text, "text", is_shown, _setter(side, "text"))


def _keep(_: str) -> None:
    """What stays as it is."""


def _setter(owner: Any, name: str) -> Callable[[str], None]:
    return lambda text: setattr(owner, name, text)


def _of_cells(sheet: Worksheet, names: set[str], is_shown: bool) -> Iterator[Label]:
    hidden = {
        letter for letter, looks in sheet.column_dimensions.items() if looks.hidden
    }
    for (_, column), cell in [*sheet._cells.items()]:
        value = cell.value
        is_seen = is_shown and get_column_letter(column) not in hidden
        if cell.data_type == "f":
            if isinstance(value, ArrayFormula):
                yield Label(str(value.text), "formula", is_seen, _setter(value, "text"))
            elif '"' in value:
                yield Label(value, "formula", is_seen, _setter(cell, "_value"))
        elif isinstance(value, str) and cell.protection.locked and value not in names:
            yield Label(value, "text", is_seen, _writer(cell))


def _writer(cell: Any) -> Callable[[str], None]:
    """How a text comes into a cell: its row gets as high as it needs."""

    def put(text: str) -> None:
        sheet, letter = cell.parent, cell.column_letter
        cell.value = text
        cell.data_type = "s"
        if not cell.alignment.wrap_text:
            return
        looks = sheet.column_dimensions[letter]
        if cell.fill.fgColor.rgb == f"00{theme.HEADING.paper}":
            looks.width = max(looks.width, min(_WIDEST, width_of_longest_word(text)))
        theme.fit_row_height(sheet, cell.row, text, looks.width, int(cell.font.size))

    return put


def _of_rules(sheet: Worksheet, is_shown: bool) -> Iterator[Label]:
    """What is said when a cell is chosen, or wrongly filled in; and the formulas of rules."""
    for rule in sheet.data_validations.dataValidation:
        for name in ("prompt", "promptTitle", "error", "errorTitle"):
            if text := getattr(rule, name):
                yield Label(text, "text", is_shown, _setter(rule, name))
        if rule.type == "custom":
            yield Label(rule.formula1, "formula", is_shown, _setter(rule, "formula1"))
    for area in sheet.conditional_formatting:
        for rule in area.rules:
            for at, formula in enumerate(rule.formula or ()):
                if '"' in formula:
                    yield Label(formula, "formula", is_shown, _item_setter(rule.formula, at))


def _item_setter(items: list[str], at: int) -> Callable[[str], None]:
    return lambda text: items.__setitem__(at, text)


def _of_chart(chart: Any, is_shown: bool) -> Iterator[Label]:
    titles = [chart.title, chart.x_axis.title, chart.y_axis.title]
    for title in titles:
        for paragraph in title.tx.rich.p if title is not None else ():
            for run in paragraph.r:
                yield Label(run.t, "text", is_shown, _setter(run, "t"))
    yield Label(chart.anchor.text, "text", is_shown, _setter(chart.anchor, "text"))
