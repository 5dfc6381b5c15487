"""What a workbook says of itself, found once: by which rules its values were calculated.

TEXT and FIXED write numbers as the computer that calculates them does, 8,16,149 in India and
816,149 elsewhere.  A file does not say which it was, but its saved texts may show it.

The workbook also tells what FORMULATEXT and ISFORMULA give: no engine has to.  A file writes some
things otherwise than Excel shows them, such as ``_xlfn.`` before younger functions, ``@`` and
references to tables.  Where that is not undone the text is not known.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from functools import cached_property
from typing import Any

from ...grammar.function_names import plain_name
from ...grammar.references import MAX_COLUMN, MAX_ROW
from ...grammar.spreadsheet_functions import call_pattern, lines_of, values_of
from ...grammar.syntax_tree import Call, Node, Reference
from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook, saved_by
from ...patterns import regex
from ...record import Record, new

_WRITES_NUMBERS = regex(call_pattern(name for name, _ in lines_of("digit-groups")), re.IGNORECASE)
_OF_THREES = regex(rb"(?<![\d,.])(?:\d{1,3},)?\d{3},\d{3}(?![\d,])")
_INDIAN = regex(rb"(?<![\d,.])\d{1,2}(?:,\d{2})+,\d{3}(?![\d,])")

_TIME, _DATE = rb"[0-9]{1,2}:[0-9]{1,2}\.[0-9]", rb"[0-9]{1,2}[-/][0-9]{2}"
_EITHER = rb"[-/:](?<=[0-9].)(?:(?<=:)%s|(?<!:)%s)" % (_TIME, _DATE)  # rare characters first
_IN_CELL = regex(_EITHER)
_IN_FORMULA = regex(rb"(?i)%s|S\]?\.0" % _EITHER)
"""The time or date itself, or the format by which TEXT writes a time."""
FUNCTIONS = values_of("about-formulas")
"""Those that give the text of a formula, or whether there is one."""
_PREFIX = regex(r"(?i)_xlfn\.(?:_xlws\.)?(?!SINGLE\b|ANCHORARRAY\b|_xlws)")
_SHOWN_OTHERWISE = regex(r"(?i)_xl|[\[\]{}]")


class DigitGroups(Enum):
    """How digits are grouped."""

    UNKNOWN = "unknown"
    """No text shows it: below 100,000 all countries write the same."""
    THREES = "threes"
    """In threes: 816,149."""
    INDIAN = "Indian"
    """The last three, and before them in twos: 8,16,149."""


class Facts:
    """The facts of a workbook; each is found when it is asked for first, and then known.

    Without a workbook they are those of a new one.
    """

    decimal_sign: str | None = None
    """What a saved text shows, compared with the calculated one: a comma; None if none does."""

    def __init__(self, workbook: Workbook | None = None, sheets: Collection[SheetXml] = ()) -> None:
        self._workbook = workbook
        self._sheets = sheets
        """Those that have formulas."""
        self.date1904 = bool(workbook and workbook.date1904)
        """Whether dates are counted from 1904."""
        self.is_as_displayed = bool(workbook and not workbook.is_exact)
        """Whether values are rounded to what their cells show, “precision as displayed”."""

    @cached_property
    def used_rows(self) -> int:
        """The last row that the file has on any worksheet."""
        return self._workbook.used_rows if self._workbook else MAX_ROW

    @cached_property
    def used_columns(self) -> int:
        """The last column that the file has on any worksheet."""
        return self._workbook.used_columns if self._workbook else MAX_COLUMN

    @cached_property
    def digit_groups(self) -> DigitGroups:
        """How digits are grouped, by the saved texts of formulas that write numbers."""
        found = DigitGroups.UNKNOWN
        for sheet in self._sheets:
            if not _WRITES_NUMBERS.search(sheet.distinct_formulas):
                continue
            types, values = sheet.formula_cells.types, sheet.formula_cells.values
            for shape, formula in sheet.shapes.formulas.items():
                for index in sheet.shapes.cells[shape] if writes_numbers(formula) else ():
                    if types[index] == "str" and b"," in values[index]:
                        if _OF_THREES.search(values[index]):
                            return DigitGroups.THREES
                        if _INDIAN.search(values[index]):
                            found = DigitGroups.INDIAN
        return found

    @cached_property
    def has_ambiguous_texts(self) -> bool:
        """Whether a constant text may be such as ``0:00:14.9`` or 2/3/2023, or a formula have one.

        Excel reads 14.9 seconds where the decimal sign of its user is a point; formualizer 14, and
        the third of February everywhere.
        """
        formulas = (sheet.distinct_formulas for sheet in self._sheets)
        texts = self._workbook.parts_with_texts(self._sheets) if self._workbook else ()
        return any(map(_IN_FORMULA.search, formulas)) or any(map(_IN_CELL.search, texts))

    def to_json(self) -> Mapping[str, Any]:
        """The facts for a program."""
        book = self._workbook
        return {
            "saved_by": saved_by(book.package) if book else "",
            "date_system": 1904 if self.date1904 else 1900,
            "decimal_sign": self.decimal_sign,
            "digit_groups": self.digit_groups.value,
            "precision_as_displayed": self.is_as_displayed,
            "iteration": {"count": book.iterations, "max_change": book.max_change}
            if book and book.iterates
            else None,
        }


def writes_numbers(formula: str) -> bool:
    """Whether a formula calls TEXT or FIXED."""
    return _WRITES_NUMBERS.search(formula.encode()) is not None


class FormulaTexts(Record):
    """The formulas of a workbook's sheets, by cell."""

    sheets: Mapping[str, SheetXml] = new(dict)
    """The sheets with formulas, by their names."""
    names: Sequence[str] = ()
    """The names of all worksheets."""

    def write_call(self, sheet: str, call: Call, arguments: Sequence[Node]) -> str | None:
        """The value of a call on a sheet as a formula; None if it is not known."""
        if len(arguments) != 1 or not isinstance(node := arguments[0], Reference):
            return None
        named = {name.casefold(): name for name in self.names}.get((node.sheet or sheet).casefold())
        range_ = node.area
        if node.is_external or named is None or range_ is None or range_.cell_count > 1:
            return None
        text = self._text(named, range_.top, range_.left)
        if text is None:
            return None
        if FUNCTIONS[plain_name(call.name)] == "whether":
            return str(text != "").upper()
        if not text or _SHOWN_OTHERWISE.search(text.removeprefix("{").removesuffix("}")):
            return None if text else "#N/A"
        return '"{}"'.format(text.replace('"', '""'))

    def _text(self, name: str, row: int, column: int) -> str | None:
        """The formula of a cell as Excel shows it, blank if there is none; None if not known.

        That is what stands in a cell which the array of another one fills.
        """
        if (sheet := self.sheets.get(name)) is None:
            return ""
        cells = sheet.formula_cells
        index = cells.indexes.get((row, column))
        ranges = cells.array_ranges
        if any(found.contains(row, column) for i, found in ranges.items() if i != index):
            return None
        if index is None:
            return ""
        cell = cells.cell(index)
        text = _PREFIX.sub("", sheet.texts[index])
        if index in ranges and not cell.is_dynamic:
            return f"{{={text}}}"
        return f"={text}" if text else None


NO_TEXTS = FormulaTexts()
"""For formulas without a workbook."""
