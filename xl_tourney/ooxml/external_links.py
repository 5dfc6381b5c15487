"""Data of other workbooks: the values that a workbook saved of them.

Excel calculates with these when it does not update its links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ..errors import UnsafeWorkbookError, WorkbookError
from ..grammar.parser import parse, rewrite
from ..grammar.references import Range, cell_reference, parse_cell_reference, parse_reference
from ..grammar.syntax_tree import Designator, Node
from ..record import Record
from . import xml
from .workbook import Workbook

_SHEET_PREFIX = "XL_TOURNEY_LINK_"
"""The beginning of the names of the sheets that stand for those of other workbooks."""

_REFERENCE = r"'?\[(?P<book>[0-9]+)\](?P<sheet>[^!']*(?:''[^!']*)*)'?!(?P<rest>[^!]+)"
_MAY_BE_REFERENCE = rb"\][^\[\]!]*!"
_OWN_REFERENCE = r"=?(?:'(?P<quoted>(?:[^']|'')+)'|(?P<sheet>[^'!]+))!(?P<rest>[^!]+)"

CellXmlByPosition = Mapping[tuple[int, int], bytes]
"""The elements ``<c>`` of a sheet by row and column."""


class ExternalSheet(Record):
    """The saved data of a sheet of another workbook."""

    name: str
    cells: CellXmlByPosition


class ExternalBook(Record):
    """The saved data of another workbook."""

    sheets: Sequence[ExternalSheet]
    names: Mapping[str, str]
    """The formulas of its defined names, which are in capitals."""


class ExternalData:
    """The data of all other workbooks to which a workbook has links."""

    def __init__(self, books: Sequence[ExternalBook]) -> None:
        self._books = books
        self._sheets = {
            (book_number, sheet.name.casefold()): (f"{_SHEET_PREFIX}{book_number}_{index}", sheet)
            for book_number, book in enumerate(books, 1)
            for index, sheet in enumerate(book.sheets)
        }

    def __bool__(self) -> bool:
        return any(sheet.cells for _, sheet in self._sheets.values())

    def may_be_used(self, formulas: bytes) -> bool:
        """Whether some formulas may refer to the data."""
        return bool(self) and re.search(_MAY_BE_REFERENCE, formulas) is not None

    def resolve(self, formula: str) -> str:
        """A formula that refers to the engine's copy of the data, whether any is saved or not."""
        if "[" not in formula or not self:
            return formula

        def resolved(node: Node) -> str | None:
            is_external = isinstance(node, Designator) and node.is_external
            return self._find(node.text)[0] if is_external else None

        return rewrite(formula, resolved)

    def missing_reference(self, formula: str) -> str | None:
        """The first reference into another workbook whose data is not saved."""
        for node in parse(formula).designators:
            if node.is_external and not self._find(node.text)[1]:
                return node.text
        return None

    def sheets(self) -> Iterator[tuple[str, bytes]]:
        """The sheets of the engine's copy: their names and their XML."""
        for name, sheet in self._sheets.values():
            rows: dict[int, list[bytes]] = {}
            for (row, _), cell in sorted(sheet.cells.items()):
                rows.setdefault(row, []).append(cell)
            yield (
                name,
                b'<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>'
                % (
                    xml.MAIN_NAMESPACE.encode(),
                    b"".join(b'<row r="%d">%s</row>' % (n, b"".join(c)) for n, c in rows.items()),
                ),
            )

    def _find(self, reference: str) -> tuple[str | None, bool]:
        """The reference to the engine's copy, if it has that sheet, and whether it has data."""
        unknown = None, False
        match = re.fullmatch(_REFERENCE, reference)
        if match is None:
            return unknown
        number = int(match["book"])
        sheet_name, rest = match["sheet"].replace("''", "'"), match["rest"]
        if not sheet_name and 0 < number <= len(self._books):
            own = re.fullmatch(_OWN_REFERENCE, self._books[number - 1].names.get(rest.upper(), ""))
            if own is None:
                return unknown
            sheet_name, rest = (own["quoted"] or "").replace("''", "'") or own["sheet"], own["rest"]
        found = self._sheets.get((number, sheet_name.casefold()))
        if found is None:
            return unknown
        try:
            range_ = parse_reference(rest)
        except ValueError:
            return unknown
        name, sheet = found
        return f"{name}!{rest}", _has_data(sheet.cells, range_)


NO_EXTERNAL_DATA = ExternalData(())


def _has_data(cells: CellXmlByPosition, range_: Range) -> bool:
    """Whether a value is saved for a cell, or for some cell of a range; blank cells have none."""
    if range_.cell_count == 1:
        return (range_.top, range_.left) in cells
    return any(range_.contains(*position) for position in cells)


def read_external_data(workbook: Workbook) -> ExternalData:
    """The data that a workbook has saved of others; none of a part that cannot be read."""
    if not any(link.type == "externalLink" for link in workbook.relationships.values()):
        return NO_EXTERNAL_DATA
    root = xml.parse_tree(xml.read_part(workbook.package, workbook.part), workbook.package.name)
    books = []
    for element in root.iterfind("externalReferences/externalReference"):
        relationship = workbook.relationships.get(element.get("id", ""))
        part = relationship.target if relationship else ""
        books.append(
            _read_book(workbook, part) if part in workbook.package else ExternalBook((), {})
        )
    return ExternalData(books)


def _read_book(workbook: Workbook, part: str) -> ExternalBook:
    try:
        root = xml.parse_tree(xml.read_part(workbook.package, part), workbook.package.name)
    except UnsafeWorkbookError:
        raise
    except WorkbookError:
        return ExternalBook((), {})
    names = [sheet.get("val", "") for sheet in root.iterfind("externalBook/sheetNames/sheetName")]
    cells: list[CellXmlByPosition] = [{} for _ in names]
    for data in root.iterfind("externalBook/sheetDataSet/sheetData"):
        sheet_id = data.get("sheetId", "")
        is_known = sheet_id.isdigit() and int(sheet_id) < len(names)
        if is_known and data.get("refreshError") not in ("1", "true"):
            cells[int(sheet_id)] = dict(_read_cells(data))
    return ExternalBook(
        [ExternalSheet(name, of_sheet) for name, of_sheet in zip(names, cells)],
        {
            name.get("name", "").upper(): name.get("refersTo", "")
            for name in root.iterfind("externalBook/definedNames/definedName")
        },
    )


def _read_cells(data: xml.Element) -> Iterator[tuple[tuple[int, int], bytes]]:
    for cell in data.iterfind("row/cell"):
        value, type_ = cell.find("v"), cell.get("t", "n")
        try:
            position = parse_cell_reference(cell.get("r", ""))
        except ValueError:
            continue
        if value and type_ in ("n", "b", "e", "str"):
            text = xml.escape(value.text).encode()
            yield (
                position,
                b'<c r="%s" t="%s"><v>%s</v></c>'
                % (cell_reference(*position).encode(), type_.encode(), text),
            )
