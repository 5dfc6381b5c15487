"""What FORMULATEXT and ISFORMULA give: the workbook tells, no engine has to.

A file writes some things otherwise than Excel shows them, such as ``_xlfn.`` before younger
functions, ``@`` and references to tables.  Where that is not undone the text is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...grammar.function_names import plain_name
from ...grammar.syntax_tree import Call, Node, Reference
from ...ooxml.sheet.sheet_xml import SheetXml
from ...patterns import regex

FUNCTIONS = ("FORMULATEXT", "ISFORMULA")
_PREFIX = regex(r"(?i)_xlfn\.(?:_xlws\.)?(?!SINGLE\b|ANCHORARRAY\b|_xlws)")
_SHOWN_OTHERWISE = regex(r"(?i)_xl|[\[\]{}]")


@dataclass(frozen=True, eq=False)
class FormulaTexts:
    """The formulas of a workbook's sheets, by cell."""

    sheets: Mapping[str, SheetXml] = field(default_factory=dict)
    """The sheets with formulas, by their names."""
    names: Sequence[str] = ()
    """The names of all worksheets."""
    _indexes: dict[str, dict[tuple[int, int], int]] = field(default_factory=dict)

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
        if plain_name(call.name) == "ISFORMULA":
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
        if name not in self._indexes:
            self._indexes[name] = {
                place: index for index, place in enumerate(zip(cells.rows, cells.columns))
            }
        index = self._indexes[name].get((row, column))
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
