"""Where the formula cells of a sheet are, in bytes.

Every sheet goes through expat, which refuses what is not well-formed.  In a sheet of tags and text
alone, with no comment, instruction or CDATA, a ``<`` then always begins a tag, and a pattern finds
the cells as they are nearly always written.  It must account for all that may be a formula; if it
does not, or the sheet is written in another way, expat is listened to from end to end.
"""

from __future__ import annotations

from collections.abc import Callable
from xml.parsers import expat

from ..errors import WorkbookError
from ..grammar.references import Area, parse_cell
from . import xml
from .formula_cells import NOWHERE, Cell, Formulas
from .pieces import Pieces
from .sheet import Sheet

_NAMESPACES = (
    "http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    "http://purl.oclc.org/ooxml/spreadsheetml/main",
)
"""The two forms of the format."""

_KINDS = {
    f"{namespace}}}{local}": local
    for namespace in _NAMESPACES
    for local in ("row", "c", "f", "v", "is")
}
"""The elements that matter."""


def scan(text: xml.Source, workbook: str) -> Sheet:
    """Find the formula cells of a sheet, and the cells that its array formulas fill."""
    try:
        return _matched(text, workbook) or _heard(text, workbook)
    except ValueError as error:
        raise WorkbookError(
            f"{workbook}: part {text.part} has a cell that is nowhere ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error


def _matched(text: xml.Source, workbook: str) -> Sheet | None:
    """The sheet by the pattern; None if it is not all that there is."""
    if not _is_tags_and_text(text, workbook):
        return None
    pieces = Pieces.of(text.data)
    if pieces is None:
        return None
    formulas = pieces.formulas()
    if any(area.size > 1 for area in formulas.areas().values()):
        return None  # it fills cells, which have to be heard
    return Sheet(text, formulas, pieces=pieces)


def _is_tags_and_text(text: xml.Source, workbook: str) -> bool:
    """Whether every ``<`` begins a tag, and a tag without a prefix is of the format."""
    asides: list[object] = []
    names: list[tuple[str | None, str]] = []

    def prepare(parser: expat.XMLParserType) -> None:
        parser.CommentHandler = asides.append
        parser.StartCdataSectionHandler = lambda: asides.append(None)
        parser.ProcessingInstructionHandler = lambda *aside: asides.append(aside)
        parser.StartNamespaceDeclHandler = lambda *name: names.append(name)

    xml.parse(text, workbook, prepare)
    default = [uri for prefix, uri in names if not prefix]
    return not asides and len(default) == 1 and default[0] in _NAMESPACES


def _heard(text: xml.Source, workbook: str) -> Sheet:
    """The sheet as expat tells it."""
    listener = _Listener(text.data)
    xml.parse(text, workbook, listener.listen)
    listener.finish()
    return Sheet(text, Formulas.of(listener.formulas, text.data), listener.fills)


class _Listener:
    """Remembers where elements begin; a cell is complete when the next one begins.

    The handler runs for very many elements, so it does no more than it must.
    """

    def __init__(self, data: bytes) -> None:
        self.formulas: list[Cell] = []
        self.fills: list[Cell] = []
        self.finish: Callable[[], None] = lambda: None
        self._data = data

    def listen(self, parser: expat.XMLParserType) -> None:
        """Set the handler."""
        data, formulas, fills = self._data, self.formulas, self.fills
        kinds, span = _KINDS, xml.text_span
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
            value = span(data, v) if v >= 0 else NOWHERE
            if f >= 0:
                text = span(data, f)
                cell = Cell(row, column, start, kind, f, v, inline, formula, text, value)
                formulas.append(cell)
                f = -1
                if formula and (area := cell.array):
                    cell.dynamic = "cm" in attributes
                    if area.size > 1:
                        filling.append(area)
            elif any(area.covers(row, column) for area in filling):
                fills.append(Cell(row, column, start, kind, -1, v, inline, None, NOWHERE, value))

        parser.StartElementHandler = begin
        self.finish = complete
