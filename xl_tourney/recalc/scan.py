"""Where the formula cells of a sheet are: one pass of expat, which gives positions in bytes.

A sheet can have a million cells.  Where expat has found the XML to be plain (tags and text, no
comments, CDATA or instructions, one default namespace), every ``<`` begins a tag; the formula cells
of such a sheet are found by their pattern, if that finds all of them.  Any other sheet is read a
second time, element by element.
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

_TO_NEWLINES = bytes.maketrans(b" \t\r),;{}&=<>+*/^%\"|-", b"\n" * 20)
"""All that can stand before a function's name becomes the end of a line."""

_FORMULA = re.compile(rb"<f[\s/>]")
_PLAIN_CELL = re.compile(
    rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"([^<>]*)>'
    rb"<f([^<>]*)(?:/>|>([^<]*)</f>)(?:<v>([^<]*)</v>)?</c>"
)
_NONE: dict[str, str] = {}
_ATTRIBUTE = re.compile(rb"""\s+([^\s=/>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")


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
    formula_text: tuple[int, int] = (-1, -1)
    """Where the formula begins and ends."""
    value_text: tuple[int, int] = (-1, -1)
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
    try:
        if xml.is_plain(text, workbook):
            cells = _by_pattern(text.data)
            if cells is not None:
                return Sheet(text, cells)
        return by_element(text, workbook)
    except ValueError as error:
        raise WorkbookError(
            f"{workbook}: part {text.part} has a cell that is nowhere ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error


def _by_pattern(data: bytes) -> list[Cell] | None:
    """The formula cells of a plain sheet; None if some have another form, or fill other cells."""
    cells: list[Cell] = []
    columns: dict[bytes, int] = {}
    for found in _PLAIN_CELL.finditer(data):
        letters, digits, attributes, of_formula = found.group(1, 2, 3, 4)
        (start, _), _, _, _, (formula, formula_end), text, value = found.regs
        column = columns.get(letters)
        if column is None:
            columns[letters] = column = parse_cell(letters.decode() + "1")[1]
        v = value[0] - 3 if value[0] >= 0 else -1
        cell = Cell(int(digits), column, start, "n", formula - 2, v, -1, _NONE, text, value)
        if attributes:
            cell.type = _type(attributes)
        if of_formula:
            cell.formula = _attributes(of_formula)
            if text[0] < 0:
                cell.formula_text = (formula_end + 2, formula_end + 2)
            if area := cell.array:
                if area.size > 1:
                    return None
                cell.dynamic = "cm" in _attributes(attributes)
        cells.append(cell)
    if len(cells) != len(_FORMULA.findall(data)):
        return None
    parse_cell(f"A{max(cell.row for cell in cells)}" if cells else "A1")
    return cells


def _type(attributes: bytes) -> str:
    return _attributes(attributes).get("t", "n") if b"t=" in attributes else "n"


def _attributes(tag: bytes) -> dict[str, str]:
    return {
        found[1].decode(): xml.unescape((found[2] or found[3] or b"").decode())
        for found in _ATTRIBUTE.finditer(tag)
    }


def by_element(text: xml.Source, workbook: str) -> Sheet:
    """The same for any sheet: expat says where each element begins."""
    sheet = Sheet(text)
    scanner = _Scanner(sheet)
    xml.parse(text, workbook, scanner.listen)
    scanner.finish()
    return sheet


class _Scanner:
    """Remembers where elements begin; a cell is complete when the next one begins.

    The handler runs for every element of a sheet, so it does no more than it must.
    """

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.finish: Callable[[], None] = lambda: None

    def listen(self, parser: expat.XMLParserType) -> None:
        """Set the handlers."""
        data = self._sheet.text.data
        formulas, fills = self._sheet.formulas, self._sheet.fills
        row = 0
        column = 0
        start = f = v = inline = -1
        attributes: dict[str, str] = {}
        formula: dict[str, str] | None = None
        filling: list[Area] = []
        name_row = name_c = name_f = name_v = name_is = ""

        def first(name: str, _: dict[str, str]) -> None:
            nonlocal name_row, name_c, name_f, name_v, name_is
            uri = name.rpartition("}")[0]
            name_row, name_c, name_f, name_v, name_is = (
                f"{uri}}}{local}" if uri else local for local in ("row", "c", "f", "v", "is")
            )
            parser.StartElementHandler = begin

        def begin(name: str, found: dict[str, str]) -> None:
            nonlocal row, column, start, attributes, f, formula, v, inline
            if name == name_c:
                if f >= 0 or filling:
                    complete()
                if "r" not in found:
                    place()
                    column += 1
                attributes = found
                start = parser.CurrentByteIndex
                v = inline = -1
            elif name == name_v:
                v = parser.CurrentByteIndex
            elif name == name_f:
                if start >= 0:
                    f = parser.CurrentByteIndex
                    formula = found
            elif name == name_row:
                complete()
                row = int(found["r"]) if "r" in found else row + 1
                column = 0
                attributes = {}
                start = -1
                if filling:
                    filling[:] = [area for area in filling if area.bottom >= row]
            elif name == name_is:
                inline = parser.CurrentByteIndex

        def place() -> None:
            """Where the cell is; a cell may leave it to its neighbours to say."""
            nonlocal row, column
            reference = attributes.get("r")
            if reference is not None:
                row, column = parse_cell(reference)

        def complete() -> None:
            nonlocal f, formula, start
            if start < 0:
                return
            kind = attributes.get("t", "n")
            if f >= 0:
                place()
                texts = xml.text_span(data, f), xml.text_span(data, v) if v >= 0 else (-1, -1)
                cell = Cell(row, column, start, kind, f, v, inline, formula, *texts)
                formulas.append(cell)
                f, formula = -1, None
                if cell.formula and (area := cell.array):
                    cell.dynamic = "cm" in attributes
                    if area.size > 1:
                        filling.append(area)
            elif filling:
                place()
                if any(area.covers(row, column) for area in filling):
                    texts = (-1, -1), xml.text_span(data, v) if v >= 0 else (-1, -1)
                    fills.append(Cell(row, column, start, kind, -1, v, inline, None, *texts))

        parser.StartElementHandler = first
        self.finish = complete
