"""Where the formula cells of a sheet are: one pass of expat, which gives positions in bytes.

A sheet can have a million cells and few formulas among them.  So expat is listened to only in the
stretches where a search finds what may be a formula.  What is heard there must account for every
one of those; if it does not, the sheet is read again and listened to from end to end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from xml.parsers import expat

from ..address import Area, cell_name, parse_area, parse_cell
from ..errors import WorkbookError
from . import xml

_TO_NEWLINES = bytes.maketrans(b' \t\r),;{}&=<>+*/^%"|-', b"\n" * 20)
"""All that can stand before a function's name becomes the end of a line."""

_MAY_BE_FORMULA = re.compile(rb"<f[\s/>]")
_KINDS = {
    f"{namespace}}}{local}": local
    for namespace in (
        "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
        "http://purl.oclc.org/ooxml/spreadsheetml/main",
    )
    for local in ("row", "c", "f", "v", "is")
}
"""The elements that matter, in either form of the format."""


_NOWHERE = (-1, -1)


@dataclass(slots=True, eq=False)
class Cell:
    """A formula cell, or one that an array formula fills; positions are bytes, −1 for none."""

    row: int
    column: int
    start: int
    """Where ``<c`` begins."""
    type: str
    f: int = -1
    """Where ``<f`` begins."""
    v: int = -1
    """Where ``<v`` begins."""
    inline: int = -1
    """Where ``<is`` begins."""
    formula: dict[str, str] | None = None
    """The attributes of ``<f>``; None for a cell without a formula."""
    formula_text: tuple[int, int] = _NOWHERE
    """Where the formula begins and ends."""
    value_text: tuple[int, int] = _NOWHERE
    """Where the text inside ``<v>`` begins and ends."""
    dynamic: bool = False
    """Whether it is the first cell of a dynamic array."""

    @property
    def address(self) -> str:
        """The cell as a person reads it: ``B12``."""
        return cell_name(self.row, self.column)

    @property
    def array(self) -> Area | None:
        """The cells that its array formula fills, if it is one."""
        if self.formula and self.formula.get("t") == "array":
            return parse_area(self.formula.get("ref") or self.address)
        return None

    @property
    def shared(self) -> str | None:
        """The number of the formula that it shares with other cells."""
        if self.formula and self.formula.get("t") == "shared":
            return self.formula.get("si", "")
        return None


@dataclass
class Sheet:
    """A sheet's XML with the cells that recalculation may write."""

    text: xml.Source
    formulas: list[Cell] = field(default_factory=list)
    fills: list[Cell] = field(default_factory=list)

    @cached_property
    def all_formulas(self) -> bytes:
        """The text of every formula as it stands in the file, one a line: for a quick look."""
        data = self.text.data
        spans = [cell.formula_text for cell in self.formulas]
        return b"\n".join([data[start:end] for start, end in spans])

    @cached_property
    def called(self) -> frozenset[str]:
        """All that may be a function's name in the formulas: a superset, found fast."""
        before = self.all_formulas.translate(_TO_NEWLINES).split(b"(")[:-1]
        found = {text[text.rfind(b"\n") + 1 :] for text in before}
        return frozenset(name.decode("utf-8", "replace") for name in found if name)

    def formula_bytes(self, cell: Cell) -> bytes:
        """The formula as it stands in the file, with its entities."""
        start, end = cell.formula_text
        return self.text.data[start:end]

    def formula(self, cell: Cell) -> str:
        """The formula; empty for a cell that shares another's."""
        return xml.text(self.formula_bytes(cell))


def scan(text: xml.Source, workbook: str) -> Sheet:
    """Find the formula cells of a sheet, and the cells that its array formulas fill."""
    stretches, expected = _stretches(text.data)
    try:
        heard = _heard(text, workbook, stretches)
        if heard.lost or len(heard.sheet.formulas) != expected >= 0:
            heard = _heard(text, workbook, [(0, len(text.data))])
    except ValueError as error:
        raise WorkbookError(
            f"{workbook}: part {text.part} has a cell that is nowhere ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error
    return heard.sheet


def _stretches(data: bytes) -> tuple[list[xml.Stretch], int]:
    """Where formulas may be, each from its cell to the next one; and how many there may be."""
    if b"<sheetData" not in data:  # its elements have a prefix
        return [(0, len(data))], -1
    stretches: list[xml.Stretch] = []
    first = end = -1
    count = 0
    for found in _MAY_BE_FORMULA.finditer(data):
        count += 1
        start = data.rfind(b"<", 0, found.start())
        if start > end:
            if end >= 0:
                stretches.append((first, end))
            first = start
        end = data.find(b"<c ", found.end())
        if end < 0:
            end = len(data)
    if end >= 0:
        stretches.append((first, end))
    return stretches, count


def _heard(text: xml.Source, workbook: str, stretches: list[xml.Stretch]) -> _Listener:
    listener = _Listener(Sheet(text), everywhere=stretches == [(0, len(text.data))])
    xml.parse(text, workbook, listener.listen, stretches)
    listener.finish()
    return listener


class _Listener:
    """Remembers where elements begin; a cell is complete when the next one begins.

    The handler runs for very many elements, so it does no more than it must.
    """

    def __init__(self, sheet: Sheet, everywhere: bool) -> None:
        self.sheet = sheet
        self.lost = False
        """Whether cells that were not heard matter for where others are, or are filled by them."""
        self.finish: Callable[[], None] = lambda: None
        self._everywhere = everywhere

    def listen(self, parser: expat.XMLParserType) -> None:
        """Set the handler."""
        data = self.sheet.text.data
        formulas, fills = self.sheet.formulas, self.sheet.fills
        kinds, everywhere, span = _KINDS, self._everywhere, xml.text_span
        row = 0
        column = 0
        start = f = v = inline = -1
        attributes: dict[str, str] = {}
        formula: dict[str, str] | None = None
        filling: list[Area] = []

        def begin(name: str, found: dict[str, str]) -> None:
            nonlocal row, column, start, attributes, f, formula, v, inline
            kind = kinds.get(name)
            if kind == "c":
                if f >= 0 or filling:
                    complete()
                if "r" not in found:
                    place()
                    column += 1
                    self.lost = not everywhere
                attributes = found
                start = parser.CurrentByteIndex
                v = inline = -1
            elif kind == "v":
                v = parser.CurrentByteIndex
            elif kind == "f":
                if start >= 0:
                    f = parser.CurrentByteIndex
                    formula = found
            elif kind == "row":
                complete()
                row = int(found["r"]) if "r" in found else row + 1
                column = 0
                attributes = {}
                start = -1
                if filling:
                    filling[:] = [area for area in filling if area.bottom >= row]
            elif kind == "is":
                inline = parser.CurrentByteIndex

        def place() -> None:
            """Where the cell is; a cell may leave it to its neighbours to say."""
            nonlocal row, column
            reference = attributes.get("r")
            if reference is not None:
                row, column = parse_cell(reference)

        def complete() -> None:
            nonlocal f, formula, start
            if start < 0 or not (f >= 0 or filling):
                return
            place()
            kind = attributes.get("t", "n")
            value = span(data, v) if v >= 0 else _NOWHERE
            if f >= 0:
                text = span(data, f)
                cell = Cell(row, column, start, kind, f, v, inline, formula, text, value)
                formulas.append(cell)
                f = -1
                if formula and (area := cell.array):
                    cell.dynamic = "cm" in attributes
                    if area.size > 1:
                        filling.append(area)
                        self.lost = not everywhere
            elif any(area.covers(row, column) for area in filling):
                fills.append(Cell(row, column, start, kind, -1, v, inline, None, _NOWHERE, value))

        parser.StartElementHandler = begin
        self.finish = complete
