"""A workbook's sheets, defined names, tables, shared strings and settings."""

from __future__ import annotations

import io
import posixpath
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from ..errors import UnsafeWorkbookError, WorkbookError
from ..grammar.defined_names import DefinedName
from ..grammar.references import (
    MAX_COLUMN,
    CellAddress,
    column_number,
    parse_cell_reference,
    parse_range,
    unquote_sheet_name,
)
from ..grammar.structured_references import StructuredTable, Tables
from ..patterns import regex
from ..record import NamedTuple, Record, new
from . import xml
from .package import CONTENT_TYPES, NewPart, Package
from .sheet.cached_values import read_cached_value, to_python
from .sheet.hidden_rows import HiddenRows
from .sheet.scan import scan_sheet
from .sheet.sheet_xml import SheetXml

if TYPE_CHECKING:
    from openpyxl import Workbook as Values
    from openpyxl.cell import Cell
    from openpyxl.workbook.defined_name import DefinedName as NameOfValues

STRICT_NAMESPACE = b"http://purl.oclc.org/ooxml/spreadsheetml/main"


_PROGRAM = regex(rb"<(?:\w+:)?App(?:lication|Version)>([^<]+)<")
_CELL = regex(rb"""<(?:\w+:)?c(?=[\s/>])(?:\s(?:[^<>]*?\s)?r\s*=\s*["']([A-Z]+))?""")
_ROW = regex(rb"<(?:\w+:)?row(?:\s(?:[^<>]*?\s)?r\s*=\s*[\"']([0-9]+))?")


_CALCULATION = regex(
    rb"""(<(?:\w+:)?calcPr)((?:(?!\sfullCalcOnLoad)[^>])*)(?:\sfullCalcOnLoad=["']\w*["'])?"""
)


class Worksheet(NamedTuple):
    """A worksheet's name and its part."""

    name: str
    part: str


class Relationship(Record):
    """A relationship of a part."""

    type: str
    target: str
    is_external: bool = False


class Workbook(Record):
    """The workbook in a package."""

    package: Package
    part: str
    worksheets: tuple[Worksheet, ...]
    defined_names: tuple[DefinedName, ...] = ()
    date1904: bool = False
    relationships: Mapping[str, Relationship] = new(dict)
    iterates: bool = False
    """Whether circular references are calculated iteratively."""
    max_change: float = 0.001
    """Such a calculation ends when no value changes by this much."""
    iterations: int = 100
    """Or after this many sweeps."""
    is_exact: bool = True
    """Whether values are not rounded to what their cells show, “precision as displayed”."""

    def sheet_part(self, sheet: str) -> str:
        """The part of a worksheet."""
        return next(entry.part for entry in self.worksheets if entry.name == sheet)

    def scan(self, sheet: str) -> SheetXml:
        """The formula cells of a worksheet."""
        return scan_sheet(xml.read_part(self.package, self.sheet_part(sheet)), self.package.name)

    @classmethod
    def open(cls, package: Package) -> Workbook:
        """Read the workbook part and its relationships."""
        part = _workbook_part(package)
        root = xml.parse_tree(xml.read_part(package, part), package.name)
        relationships = read_relationships(package, part)
        worksheets = []
        sheet_names: list[str] = []
        sheet_of_part: dict[str, str] = {}
        for element in root.iterfind("sheets/sheet"):
            name = element.get("name", "")
            sheet_names.append(name)
            relationship = relationships.get(element.get("id", ""))
            package.require(relationship.target if relationship else "", f"sheet {name}")
            if relationship and relationship.type == "worksheet":
                if relationship.target in sheet_of_part:
                    raise package.unsafe(
                        f"sheets {sheet_of_part[relationship.target]} and {name} are one part"
                    )
                sheet_of_part[relationship.target] = name
                worksheets.append(Worksheet(name, relationship.target))
        if not sheet_names:
            raise WorkbookError(f"{package.name}: it has no sheets; restore it from a copy.")
        defined_names = []
        for element in root.iterfind("definedNames/definedName"):
            sheet_id = element.get("localSheetId", "")
            is_local = sheet_id.isdigit() and int(sheet_id) < len(sheet_names)
            scope = sheet_names[int(sheet_id)] if is_local else None
            defined_names.append(DefinedName(element.get("name", ""), element.text, scope))
        return cls(
            package,
            part,
            tuple(worksheets),
            tuple(defined_names),
            _is_set(root.find("workbookPr"), "date1904"),
            relationships,
            _is_set(root.find("calcPr"), "iterate"),
            _number(root.find("calcPr"), "iterateDelta", cls.max_change),
            int(_number(root.find("calcPr"), "iterateCount", cls.iterations)),
            _is_set(root.find("calcPr"), "fullPrecision", default=True),
        )

    def calculated_on_load(self) -> dict[str, NewPart]:
        """Its part, which asks programs to calculate all when they open it.

        One that says nothing of calculation they calculate anyway.
        """
        part = xml.read_part(self.package, self.part)
        return {part.name: part.encode(_CALCULATION.sub(rb'\1 fullCalcOnLoad="1"\2', part.data))}

    @cached_property
    def is_strict(self) -> bool:
        """Whether it is in the strict form of the format, whose namespaces few programs know."""
        return STRICT_NAMESPACE in xml.read_part(self.package, self.part).data[:4096]

    @cached_property
    def shared_strings(self) -> tuple[str, ...]:
        """The texts that cells refer to by index."""
        if (part := self._shared_strings_part) is None:
            return ()
        root = xml.parse_tree(part, self.package.name)
        return tuple(_string_item_text(item) for item in root.iterfind("si"))

    def parts_with_texts(self, scanned: Iterable[SheetXml] = ()) -> Iterator[bytes]:
        """The XML in which constant texts of cells stand: shared strings, and sheets with some.

        Those that are scanned are not unpacked once more.
        """
        if part := self._shared_strings_part:
            yield part.data
        known = {sheet.part.name: sheet for sheet in scanned}
        for worksheet in self.worksheets:
            sheet = known.get(worksheet.part)
            part = xml.read_part(self.package, worksheet.part) if sheet is None else sheet.part
            data = sheet.segments.xml() if sheet and sheet.segments else part.data
            if b"inlineStr" in data:
                yield data

    @property
    def _shared_strings_part(self) -> xml.XmlPart | None:
        for relationship in self.relationships.values():
            if relationship.type == "sharedStrings":
                part = self.package.require(relationship.target, "the workbook")
                return xml.read_part(self.package, part)
        return None

    def hidden_rows(self, sheet: str) -> HiddenRows:
        """The hidden rows of a sheet; none of one that is not there."""
        name = sheet.casefold()
        if name not in self._hidden_rows:
            parts = (w.part for w in self.worksheets if w.name.casefold() == name)
            part = next(parts, None)
            data = xml.read_part(self.package, part).data if part else b""
            self._hidden_rows[name] = HiddenRows.of_sheet(data)
        return self._hidden_rows[name]

    @cached_property
    def _hidden_rows(self) -> dict[str, HiddenRows]:
        return {}

    @cached_property
    def used_rows(self) -> int:
        """The last row that the file has on any worksheet."""
        return max(
            (_last_row(xml.read_part(self.package, sheet.part).data) for sheet in self.worksheets),
            default=0,
        )

    @cached_property
    def used_columns(self) -> int:
        """The last column that the file has on any worksheet."""
        return max(
            last_column(xml.read_part(self.package, sheet.part).data) for sheet in self.worksheets
        )

    @cached_property
    def tables(self) -> Tables:
        """The tables on the worksheets."""
        return Tables(
            table
            for worksheet in self.worksheets
            for relationship in read_relationships(self.package, worksheet.part).values()
            if relationship.type == "table"
            if (table := _read_table(self.package, relationship.target, worksheet.name))
        )


def _last_row(sheet: bytes) -> int:
    """The last row of a sheet's XML; a row without its number follows the one before it.

    >>> _last_row(b'<row r="2"/><row spans="1:2" r="7"><c r="A7"/></row><row/>')
    8
    """
    last = after = 0
    for number in _ROW.findall(sheet):
        after = int(number) if number else after + 1
        last = max(last, after)
    return last


def last_column(sheet: bytes) -> int:
    """The last column of a sheet's XML; that of all sheets if a cell does not say where it is.

    >>> last_column(b'<row><c r="A7"/><c s="1" r="C7"/></row>'), last_column(b"<c><v>1</v></c>")
    (3, 16384)
    """
    columns = {*_CELL.findall(sheet)}
    if b"" in columns:
        return MAX_COLUMN
    return max((column_number(column.decode()) for column in columns), default=0)


def _number(element: xml.Element | None, attribute: str, default: float) -> float:
    try:
        return default if element is None else float(element.attributes.get(attribute, default))
    except ValueError:
        return default


def _is_set(element: xml.Element | None, attribute: str, *, default: bool = False) -> bool:
    text = None if element is None else element.attributes.get(attribute)
    return default if text is None else text in ("1", "true")


def _read_table(package: Package, part: str, sheet: str) -> StructuredTable | None:
    """The table of a part; None if it has no valid range, or is not well-formed."""
    package.require(part, f"sheet {sheet}")
    try:
        root = xml.parse_tree(xml.read_part(package, part), package.name)
        columns = root.iterfind("tableColumns/tableColumn")
        return StructuredTable(
            root.get("displayName") or root.get("name") or "",
            sheet,
            parse_range(root.get("ref", "")),
            [xml.decode_xstring(column.get("name", "")) for column in columns],
            int(root.get("headerRowCount", "1")),
            int(root.get("totalsRowCount", "0")),
        )
    except UnsafeWorkbookError:
        raise
    except (ValueError, WorkbookError):
        return None


def _string_item_text(item: xml.Element) -> str:
    """The text of a shared string: plain, or the runs of a rich one, without phonetic hints."""
    texts = [*item.iterfind("t"), *item.iterfind("r/t")]
    return "".join(text.text for text in texts)


def _workbook_part(package: Package) -> str:
    for relationship in read_relationships(package, "").values():
        if relationship.type == "officeDocument" and relationship.target in package:
            if relationship.target.endswith(".bin"):
                raise WorkbookError(
                    f"{package.name}: is a binary workbook (.xlsb); save it as .xlsx and try again."
                )
            package.require(package.find(CONTENT_TYPES))
            return relationship.target
    if "content.xml" in package:
        raise WorkbookError(
            f"{package.name}: is an OpenDocument spreadsheet; save it as .xlsx and try again."
        )
    raise WorkbookError(
        f"{package.name}: is not a workbook; expected .xlsx, .xlsm, .xltx or .xltm."
    )


def saved_by(package: Package) -> str:
    """The program that saved a workbook, with its version, as it says itself; empty if it does not.

    Nothing is refused for it.
    """
    with suppress(WorkbookError):
        for relationship in read_relationships(package, "").values():
            if relationship.type == "extended-properties" and relationship.target in package:
                data = xml.read_part(package, relationship.target).data
                return " ".join(xml.decode_text(text) for text in _PROGRAM.findall(data))[:255]
    return ""


def read_relationships(package: Package, part: str) -> dict[str, Relationship]:
    """The relationships of a part by id; the package itself is part ``""``."""
    folder, name = posixpath.split(part)
    relationships_part = package.find(posixpath.join(folder, "_rels", f"{name}.rels"))
    if relationships_part not in package:
        return {}
    relationships = {}
    root = xml.parse_tree(xml.read_part(package, relationships_part), package.name)
    for element in root.iterfind("Relationship"):
        is_external = element.get("TargetMode") == "External"
        target = element.get("Target", "")
        if not is_external:
            target = target.replace("\\", "/")
            target = package.find(posixpath.normpath(posixpath.join("/", folder, target)))
        type_ = element.get("Type", "").rpartition("/")[2]
        relationships[element.get("Id", "")] = Relationship(type_, target, is_external)
    return relationships


def open_values(package: Package) -> Values:
    """The file as openpyxl opens it with its values; to be read only.

    Who asks for the same bytes gets the same, as long as somebody holds it: a command asks for
    headings, for the report and for results, and to open a workbook is a third of a small command.
    """
    opened = _OPENED.get(package.data)
    if opened is None:
        opened = _OPENED[package.data] = open_own_values(package)
    return opened


def open_own_values(package: Package) -> Values:
    """The same for whoever writes into it."""
    from openpyxl import load_workbook  # to recalculate needs it not

    try:
        return load_workbook(io.BytesIO(package.plain_data), data_only=True)
    except Exception as error:  # whatever a damaged part makes its parser raise
        reason = " ".join(str(error).split()) or repr(error)
        if isinstance(error, ValueError):
            reason = "a value in it, such as a number of thousands of digits: see doctor"
        raise WorkbookError(
            f"{package.name}: cannot be read ({reason}); save it in a spreadsheet program."
        ) from error


_OPENED: WeakValueDictionary[bytes, Values] = WeakValueDictionary()


def read_saved_value(package: Package, name: str) -> Any:
    """The cached value of a named formula cell; None without one.  No other cell is read."""
    workbook = Workbook.open(package)
    for defined in workbook.defined_names:
        if defined.name == name and defined.scope is None:
            sheet, _, cell = defined.formula.rpartition("!")
            scanned = workbook.scan(unquote_sheet_name(sheet))
            cells, place = scanned.formula_cells, parse_cell_reference(cell.replace("$", ""))
            for index in range(len(cells)):
                if (cells.rows[index], cells.columns[index]) == place:
                    return to_python(read_cached_value(scanned, cells.cell(index), workbook))
    return None


def find_destinations(values: Values, defined: NameOfValues) -> Iterator[tuple[str, str]]:
    """The sheets and cells that a name refers to.

    openpyxl gives the quote in ``'Ann''s club'!A1`` twice; here it is single.
    """
    for title, area in defined.destinations:
        sheet = title if title in values.sheetnames else title.replace("''", "'")
        if sheet in values.sheetnames:
            yield sheet, area


def read_named_rows(values: Values, name: str) -> list[list[Cell]]:
    """The cells that a name refers to, row by row; none without such a name."""
    from openpyxl.utils import range_boundaries  # to recalculate needs it not

    if name not in values.defined_names:
        return []
    rows: list[list[Any]] = []
    for sheet, area in find_destinations(values, values.defined_names[name]):
        left, top, right, bottom = range_boundaries(area.replace("$", ""))
        rows += map(list, values[sheet].iter_rows(top, bottom, left, right))
    return rows


def find_named_cell(values: Values, name: str) -> CellAddress | None:
    """Where a named cell stands, in a workbook opened with its values; None without such a name."""
    defined = values.defined_names.get(name)
    for sheet, cell in find_destinations(values, defined) if defined else ():
        return CellAddress(sheet, *parse_cell_reference(cell.replace("$", "")))
    return None
