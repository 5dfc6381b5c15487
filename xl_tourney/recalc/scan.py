"""Where the formula cells of a sheet are, in bytes.

Every sheet goes through expat, which refuses what is not well-formed.  In a sheet of tags and text
alone, with no comment, instruction or CDATA, a ``<`` then always begins a tag, and a pattern finds
the cells as they are nearly always written.  It must account for all that may be a formula; if it
does not, or the sheet is written in another way, expat is listened to from end to end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from xml.parsers import expat

from ..address import MAX_COLUMN, MAX_ROW, Area, column_number, parse_cell
from ..errors import WorkbookError
from . import xml
from .formula_cells import NOWHERE, Cell, Formulas, Sheet

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

_FORMULA_CELL = re.compile(
    rb'<c r="([A-Z]{1,3})([0-9]{1,7})"([^<>]*)>'
    rb"<f([^<>]*)(?:/>|>([^<]*)</f>)"
    rb"(?:<v>([^<]*)</v>|<v ?/>)?</c>"
)
_LETTERS, _DIGITS, _ATTRIBUTES, _OF_FORMULA, _FORMULA, _VALUE = range(1, 7)
_ATTRIBUTE = re.compile(r'\s+([\w:.-]+)\s*=\s*"([^"]*)"')


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
    data = text.data
    start = data.find(b"<sheetData")
    end = data.find(b"</sheetData>", start)
    if end < 0 or not _is_tags_and_text(text, workbook):
        return None
    found = list(_FORMULA_CELL.finditer(data, start, end))
    if len(found) != data.count(b"<f", start, end):
        return None
    told = {match[_ATTRIBUTES] for match in found} | {match[_OF_FORMULA] for match in found}
    if any(b"'" in words or words.count(b'"') % 2 for words in told):
        return None
    return _sheet(text, found, {words: _attributes(words) for words in told})


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


def _attributes(words: bytes) -> dict[str, str]:
    return {found[1]: xml.text(found[2].encode()) for found in _ATTRIBUTE.finditer(words.decode())}


def _sheet(
    text: xml.Source, found: list[re.Match[bytes]], told: dict[bytes, dict[str, str]]
) -> Sheet | None:
    """The cells that were matched; ``told`` are the attributes, by how they stand in the file."""
    letters = [match[_LETTERS] for match in found]
    number_of = {column: column_number(column.decode()) for column in set(letters)}
    rows = [int(match[_DIGITS]) for match in found]
    if found and (min(rows) < 1 or max(rows) > MAX_ROW or max(number_of.values()) > MAX_COLUMN):
        return None
    columns = [number_of[column] for column in letters]

    def cell(at: int) -> Cell:
        match = found[at]
        attributes, formula = told[match[_ATTRIBUTES]], told[match[_OF_FORMULA]]
        if match[_FORMULA] is None:  # <f …/>
            f_end = match.end(_OF_FORMULA) + 2
            formula_text = f_end, f_end
        else:
            f_end = match.end(_FORMULA) + 4
            formula_text = match.span(_FORMULA)
        c_end = match.end() - 4
        v = f_end if f_end < c_end else -1
        value_text = match.span(_VALUE)
        if v >= 0 and match[_VALUE] is None:  # <v/>
            value_text = c_end, c_end
        return Cell(
            rows[at],
            columns[at],
            match.start(),
            attributes.get("t", "n"),
            match.start(_OF_FORMULA) - 2,
            v,
            -1,
            formula,
            formula_text,
            value_text,
            formula.get("t") == "array" and "cm" in attributes,
        )

    types = {words: attributes.get("t", "n") for words, attributes in told.items()}
    held = [types[match[_ATTRIBUTES]] if match[_VALUE] else "" for match in found]
    formulas = Formulas(
        rows,
        columns,
        [match[_FORMULA] or b"" for match in found],
        [match.span(_VALUE) if type_ == "n" else None for match, type_ in zip(found, held)],
        [match.span(_VALUE) if type_ == "str" else None for match, type_ in zip(found, held)],
        [at for at, match in enumerate(found) if match[_OF_FORMULA]],
        cell,
        plain=True,
    )
    if any(area.size > 1 for area in formulas.areas().values()):
        return None  # it fills cells, which have to be heard
    return Sheet(text, formulas)


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
