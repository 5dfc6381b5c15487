"""The texts of a workbook that are for people to read: the one place where they are translated.

Templates and the parts that they share say everything in English.  :func:`labels` finds these
texts in the finished workbook, so that a translation, and the list of all messages, come from the
same walk.  What people type, names of groups and of cells are no such texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from typing import Any, Literal, NamedTuple

from openpyxl.utils import get_column_letter, quote_sheetname, range_boundaries
from openpyxl.utils.cell import coordinate_to_tuple
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.worksheet import Worksheet

from .. import theme
from ..table import TEXT_FORMAT
from ..table.table import width_of_longest_word
from ..workbook import StandingsWorkbook
from .charts import charts_of
from .types import OPTIONS_ON

_AREA = re.compile(r"(?:(.+)!)?(\$?[A-Z]+\$?\d+:\$?[A-Z]+\$?\d+)")
_TEXT_IN_FORMULA = re.compile(r'INDIRECT\("\w+"\)|"((?:[^"]|"")*)"')
"""A text, in a group; the name of a cell, which is none."""
GIVEN = frozenset({"tied"})
"""The texts that our functions give, which stay as they are where formulas call them."""
_WIDEST = 26.0
"""A column is made no wider than this for a long word of its heading."""


class Label(NamedTuple):
    """A text, and how another one comes in its place."""

    text: str
    kind: Literal["text", "formula", "choice", "sheet"]
    is_shown: bool
    put: Callable[[str], None]


def translate(workbook: StandingsWorkbook) -> None:
    """Put the texts of a workbook in its language."""
    language = workbook.language
    if language.is_english:
        return
    same = frozenset() if workbook.is_native else GIVEN
    titles = {
        name: f"{quote_sheetname(title)}!"
        for name, title in workbook.titles.items()
        if name != title
    }
    sheets = re.compile(rf"(?<![\w'])({'|'.join(titles)})!")
    value = cache(language.value)  # formulas of a column have the same texts
    for label in [*labels(workbook)]:
        if label.kind == "formula":
            new = in_formula(label.text, value, same)
            new = sheets.sub(lambda found: titles[found[1]], new)
        elif label.kind == "text":
            new = language.text(label.text)
        elif label.kind == "choice":
            new = value(label.text)
        else:
            continue  # sheets have their titles from the beginning, since formulas name them
        if new != label.text:
            label.put(new)


def in_formula(formula: str, value: Callable[[str], str], same: Collection[str]) -> str:
    """A formula whose texts are in a language; codes stay, and what is to be the ``same``.

    ``value`` gives a text of a formula in that language.
    """

    def translated(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        text = found[1] if found[1] in same else value(found[1])
        return f'"{text}"'

    return _TEXT_IN_FORMULA.sub(translated, formula)


def texts_of_formula(formula: str) -> Iterator[str]:
    """The texts that a formula holds."""
    yield from filter(None, (found[1] for found in _TEXT_IN_FORMULA.finditer(formula)))


def labels(workbook: StandingsWorkbook) -> Iterator[Label]:
    """All texts of a workbook that are not typed."""
    names = set(_beside_named_cells(workbook))
    choices = {cell for sheet in workbook.worksheets for cell in _choices(sheet, workbook)}
    for sheet in workbook.worksheets:
        is_shown = sheet.sheet_state == "visible"
        yield Label(sheet.title, "sheet", True, _keep)
        yield from _of_cells(sheet, names, choices, is_shown)
        yield from _of_rules(sheet, is_shown)
        for chart in charts_of(sheet):
            yield from _of_chart(chart, is_shown)
        for part in (sheet.oddHeader, sheet.oddFooter):
            for side in (part.left, part.center, part.right) if part else ():
                if side.text:
                    yield Label(side.text, "text", is_shown, _setter(side, "text"))


def _keep(_: str) -> None:
    """What stays as it is."""


def _setter(owner: Any, name: str) -> Callable[[str], None]:
    return lambda text: setattr(owner, name, text)


def _choices(sheet: Worksheet, workbook: StandingsWorkbook) -> Iterator[tuple[str, int, int]]:
    """The cells that are chosen from a list of labels, and the cells of that list."""
    for rule in sheet.data_validations.dataValidation:
        if rule.type == "list" and (found := _AREA.fullmatch(str(rule.formula1))):
            title = (found[1] or sheet.title).strip("'")
            first = workbook[title][found[2].replace("$", "").partition(":")[0]]
            if first.data_type == "f" or not first.protection.locked:
                continue  # names that are typed
            areas = [(title, found[2].replace("$", ""))]
            areas += [(sheet.title, str(cells)) for cells in rule.sqref.ranges]
            for name, area in areas:
                left, top, right, bottom = range_boundaries(area)
                for row in range(top or 1, (bottom or 1) + 1):
                    yield from ((name, row, at) for at in range(left or 1, (right or 1) + 1))


def _beside_named_cells(workbook: StandingsWorkbook) -> Iterator[tuple[str, int, int]]:
    """The cells of Setup that hold the name of the cell to the right of them."""
    setup = workbook.titles[OPTIONS_ON]
    for name, defined in workbook.defined_names.items():
        for title, area in defined.destinations:
            cell = area.replace("$", "")
            if title == setup and ":" not in cell:
                row, column = coordinate_to_tuple(cell)
                if column > 1 and workbook[title].cell(row, column - 1).value == name:
                    yield title, row, column - 1


def _of_cells(
    sheet: Worksheet,
    names: set[tuple[str, int, int]],
    choices: set[tuple[str, int, int]],
    is_shown: bool,
) -> Iterator[Label]:
    hidden = {letter for letter, looks in sheet.column_dimensions.items() if looks.hidden}
    for (row, column), cell in [*sheet._cells.items()]:
        value: Any = cell.value
        is_seen = is_shown and get_column_letter(column) not in hidden
        if cell.data_type == "f":
            if isinstance(value, ArrayFormula):
                yield Label(str(value.text), "formula", is_seen, _setter(value, "text"))
            elif '"' in value or "!" in value:
                yield Label(value, "formula", is_seen, _setter(cell, "_value"))
        elif not isinstance(value, str) or (sheet.title, row, column) in names:
            continue
        elif (sheet.title, row, column) in choices:
            yield Label(value, "choice", is_seen, _writer(cell))
        elif cell.protection.locked and cell.number_format != TEXT_FORMAT:
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
