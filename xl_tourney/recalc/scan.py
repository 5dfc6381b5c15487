"""Where the formula cells of a sheet are: one pass of expat, which gives positions in bytes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from xml.parsers import expat
from xml.sax.saxutils import escape, unescape

from ..address import Area, cell_name, parse_area, parse_cell
from ..errors import WorkbookError
from . import xml

ENTITIES = {"&quot;": '"', "&apos;": "'"}
_REFERENCE = re.compile(r"&#(x[0-9a-fA-F]+|[0-9]+);")


@dataclass(slots=True, eq=False)
class Cell:
    """A formula cell, or one that an array formula fills; positions are bytes, −1 for none."""

    row: int
    column: int
    start: int
    """Where ``<c`` begins."""
    end: int
    """Where ``</c>`` begins; the same as ``start`` for ``<c/>``."""
    type: str
    f: int
    f_close: int
    v: int
    v_close: int
    inline: int
    """Where ``<is>`` begins."""
    inline_close: int
    formula: dict[str, str] | None
    """The attributes of ``<f>``."""
    dynamic: bool
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


@dataclass
class Sheet:
    """A sheet's XML with the cells that recalculation may write."""

    text: xml.Source
    formulas: list[Cell] = field(default_factory=list)
    fills: list[Cell] = field(default_factory=list)
    arrays: list[Area] = field(default_factory=list)

    @cached_property
    def all_formulas(self) -> bytes:
        """The text of every formula as it stands in the file, one a line: for a quick look."""
        data = self.text.data
        return b"\n".join([data[cell.f : cell.f_close] for cell in self.formulas])

    def formula(self, cell: Cell) -> str:
        """The formula as the file writes it; empty for a cell that shares another's."""
        return element_text(self.text.data, cell.f, cell.f_close)


def scan(text: xml.Source, workbook: str) -> Sheet:
    """Find the formula cells of a sheet, and the cells that its array formulas fill."""
    sheet = Sheet(text)
    try:
        xml.parse(text, workbook, lambda parser: _handlers(parser, sheet))
    except ValueError as error:
        raise WorkbookError(
            f"{workbook}: part {text.part} has a cell that is nowhere ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error
    return sheet


def _handlers(parser: expat.XMLParserType, sheet: Sheet) -> None:
    """Set the handlers of a scan.

    They run for every element of a sheet, so they do no more than remember positions; ends of
    elements are listened to only inside the cells that matter.
    """
    row: int = 0
    column: int = 0
    start = f = f_close = v = v_close = inline = inline_close = -1
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

    def place() -> None:
        """Where the cell is; a cell may leave it to its neighbours to say."""
        nonlocal row, column
        reference = attributes.get("r")
        if reference is not None:
            row, column = parse_cell(reference)

    def begin(name: str, found: dict[str, str]) -> None:
        nonlocal row, column, start, attributes, f, formula, v, v_close, inline, inline_close
        if name == name_c:
            if "r" not in found:
                place()
                column += 1
            attributes = found
            start = parser.CurrentByteIndex
            if filling:
                place()
                if any(area.covers(row, column) for area in filling):
                    v = v_close = inline = inline_close = -1
                    parser.EndElementHandler = end
        elif name == name_v:
            v = parser.CurrentByteIndex
        elif name == name_f:
            if start >= 0:
                f = parser.CurrentByteIndex
                formula = found
                v = v_close = inline = inline_close = -1
                place()
                parser.EndElementHandler = end
        elif name == name_row:
            row = int(found["r"]) if "r" in found else row + 1
            column = 0
            attributes = {}
            if filling:
                filling[:] = [area for area in filling if area.bottom >= row]
        elif name == name_is:
            inline = parser.CurrentByteIndex

    def end(name: str) -> None:
        nonlocal f, f_close, v_close, inline_close, formula, start
        if name == name_f:
            f_close = parser.CurrentByteIndex
        elif name == name_v:
            v_close = parser.CurrentByteIndex
        elif name == name_is:
            inline_close = parser.CurrentByteIndex
        elif name == name_c:
            parser.EndElementHandler = None
            dynamic = False
            if formula is not None and formula.get("t") == "array":
                dynamic = "cm" in attributes
                area = parse_area(formula.get("ref") or attributes["r"])
                sheet.arrays.append(area)
                if area.size > 1:
                    filling.append(area)
            cell = Cell(
                row,
                column,
                start,
                parser.CurrentByteIndex,
                attributes.get("t", "n"),
                f,
                f_close,
                v,
                v_close,
                inline,
                inline_close,
                formula,
                dynamic,
            )
            (sheet.fills if formula is None else sheet.formulas).append(cell)
            start = f = f_close = -1
            formula = None

    parser.StartElementHandler = first


def element_text(data: bytes, start: int, close: int) -> str:
    """The text of an element that begins and closes at two positions; empty for ``<v/>``."""
    if close <= start:
        return ""
    text = data[xml.tag_end(data, start) : close].decode()
    if "&" in text:
        text = _REFERENCE.sub(_character, text)
        text = unescape(text, ENTITIES)
    return text


def _character(found: re.Match[str]) -> str:
    digits = found[1]
    # a decoded “&” must not begin another reference
    return escape(chr(int(digits[1:], 16) if digits[0] == "x" else int(digits)))
