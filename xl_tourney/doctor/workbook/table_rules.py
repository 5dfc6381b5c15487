"""Rules of tables: names, ranges, columns and the header cells that repeat them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from ...grammar.references import Range, cell_reference
from .book_rules import is_name
from .cell_rules import parse_range
from .element_order import check_order
from .formula_rules import check_formula
from .parts import MAIN, Element, PartProblem, WorkbookParts

_MAX_COLUMN_NAME = 255


def check(parts: WorkbookParts) -> Iterator[PartProblem]:
    """The problems of every table."""
    defined = {
        element.get("name", "").lower()
        for element in parts.workbook.iterfind(f"{MAIN}definedNames/{MAIN}definedName")
    }
    taken = Counter(defined)
    ids: Counter[str] = Counter()
    strings = _read_shared_strings(parts)
    for sheet_part, sheet in parts.sheets():
        areas: list[Range] = []
        tables = parts.related(sheet_part, "table")
        container = sheet.find(f"{MAIN}tableParts")
        listed = 0 if container is None else len(container)
        if listed != len(tables):
            yield PartProblem(sheet_part, "tableParts", f"lists {listed} of {len(tables)} tables")
        if container is not None and container.get("count", str(listed)) != str(listed):
            yield PartProblem(sheet_part, "tableParts", "has another count than it has tables")
        for part in tables:
            table = parts.root(part)
            if table is None:
                continue
            yield from (PartProblem(part, *found) for found in check_order(table))
            name = table.get("displayName", "")
            taken[name.lower()] += 1
            ids[table.get("id", "")] += 1
            if taken[name.lower()] > 1:
                yield PartProblem(part, name, "is the name of another table, or a defined name")
            if ids[table.get("id", "")] > 1:
                yield PartProblem(part, name, f"has the id {table.get('id')} of another table")
            area = parse_range(table.get("ref", ""))
            if area is None:
                yield PartProblem(part, name, f"has no range, but {table.get('ref')!r}")
                continue
            if any(area.overlaps(other) for other in areas):
                yield PartProblem(part, name, "overlaps another table")
            areas.append(area)
            headers = _read_headers(sheet, area, strings)
            for message in (
                *_check_table(table, area, parts.sheet_names),
                *_check_headers(table, headers),
                *_check_arrays(sheet, area),
            ):
                yield PartProblem(part, name, message)
        for merged in sheet.iterfind(f"{MAIN}mergeCells/{MAIN}mergeCell"):
            merged_area = parse_range(merged.get("ref", ""))
            if merged_area and any(merged_area.overlaps(area) for area in areas):
                yield PartProblem(sheet_part, merged.get("ref", ""), "is merged inside a table")


def _check_arrays(sheet: Element, area: Range) -> Iterator[str]:
    """A table holds no array formula of several cells."""
    for formula in sheet.iter(f"{MAIN}f"):
        array = parse_range(formula.get("ref", "")) if formula.get("t") == "array" else None
        if array and array.cell_count > 1 and array.overlaps(area):
            yield f"has the array formula of {formula.get('ref')} in it"


def _check_table(table: Element, area: Range, sheets: Collection[str]) -> Iterator[str]:
    width = area.right - area.left + 1
    if not is_name(table.get("displayName", "")):
        yield "cannot be the name of a table"
    columns = table.findall(f"{MAIN}tableColumns/{MAIN}tableColumn")
    container = table.find(f"{MAIN}tableColumns")
    if container is None or container.get("count", str(len(columns))) != str(len(columns)):
        yield "has another count than it has columns"
    if len(columns) != width:
        yield f"has {len(columns)} columns, but its range has {width}"
    for attribute in ("id", "name"):
        values = Counter(column.get(attribute, "").lower() for column in columns)
        for value, count in values.items():
            if count > 1 or not value:
                yield f"has the {attribute} {value!r} for more than one column, or none"
    for style in table.iterfind(f"{MAIN}tableStyleInfo"):
        if not 1 <= len(style.get("name", "x")) <= _MAX_COLUMN_NAME:
            yield f"has a style's name of none or more than {_MAX_COLUMN_NAME} characters"
    for column in columns:
        if column.get("id") == "0":
            yield f"has the id 0 for its column {column.get('name')}"
        if len(column.get("name", "")) > _MAX_COLUMN_NAME:
            yield f"has a column's name of more than {_MAX_COLUMN_NAME} characters"
        for formula in column:
            for message in check_formula(formula.text or "", sheets):
                yield f"{column.get('name')}: {message}"
    rows = area.bottom - area.top + 1
    if rows - int(table.get("headerRowCount", 1)) - int(table.get("totalsRowCount", 0)) < 1:
        yield "has no row for data"
    for filtered in table.iterfind(f"{MAIN}autoFilter"):
        filter_area = parse_range(filtered.get("ref", ""))
        if filter_area is None or _columns(filter_area) != _columns(area):
            yield "has a filter that is not over its columns"


def _columns(area: Range) -> tuple[int, int, int]:
    return area.top, area.left, area.right


def _check_headers(table: Element, headers: list[str | None]) -> Iterator[str]:
    """Excel repairs a table whose header cells are not the texts of its columns."""
    if table.get("headerRowCount", "1") == "0":
        return
    columns = table.findall(f"{MAIN}tableColumns/{MAIN}tableColumn")
    for column, header in zip(columns, headers):
        # a line break is written as _x000a_ in the attribute
        name = column.get("name", "").replace("_x000a_", "\n").replace("_x000D_", "\r")
        if header != name:
            yield f"calls a column {name!r}, but its cell has {header!r}"


def _read_headers(sheet: Element, area: Range, strings: list[str]) -> list[str | None]:
    wanted = {cell_reference(area.top, column): None for column in range(area.left, area.right + 1)}
    texts: dict[str, str | None] = dict(wanted)
    for row in sheet.iterfind(f"{MAIN}sheetData/{MAIN}row"):
        if row.get("r") == str(area.top):
            for cell in row:
                if cell.get("r", "") in texts:
                    texts[cell.get("r", "")] = _read_text(cell, strings)
    return list(texts.values())


def _read_text(cell: Element, strings: list[str]) -> str | None:
    """The text of a cell; None where it is none."""
    kind, value = cell.get("t"), cell.findtext(f"{MAIN}v")
    if kind == "inlineStr":
        return "".join(text.text or "" for text in cell.iter(f"{MAIN}t"))
    if kind == "s" and value and value.isdigit() and int(value) < len(strings):
        return strings[int(value)]
    return value if kind == "str" else None


def _read_shared_strings(parts: WorkbookParts) -> list[str]:
    root = parts.workbook_related("sharedStrings")
    if root is None:
        return []
    return [
        "".join(
            text.text or ""
            for text in [*item.findall(f"{MAIN}t"), *item.iterfind(f"{MAIN}r/{MAIN}t")]
        )
        for item in root.iterfind(f"{MAIN}si")
    ]
