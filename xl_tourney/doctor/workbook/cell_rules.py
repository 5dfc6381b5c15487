"""Rules of rows and cells: their order, values, styles, formulas and array marks."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping

from ...catalogue.cells import ERRORS
from ...grammar.references import MAX_COLUMN, MAX_ROW, Range, column_number, parse_reference
from .element_order import check_order
from .formula_rules import Kind, check_formula
from .parts import MAIN, Element, Found, WorkbookParts, read_count

_MAX_TEXT = 32_767
MAX_LINE_FEEDS = 253
_MAX_WIDTH, _MAX_HEIGHT = 255, 409.5
_MAX_OUTLINE = 7
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[Ee][+-]?\d+)?")
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$|[\d:.]+Z?$")


def parse_range(text: str) -> Range | None:
    """A range of a file; None where there is none.

    >>> parse_range("B2:C3"), parse_range("B0"), parse_range("XFE1")
    (Range(top=2, left=2, bottom=3, right=3), None, None)
    """
    try:
        found = parse_reference(text)
    except (ValueError, KeyError):
        return None
    inside = found.top >= 1 and found.bottom <= MAX_ROW and found.right <= MAX_COLUMN
    return found if inside else None


def check_cells(root: Element, parts: WorkbookParts) -> Found:
    """The problems of a sheet's columns, rows and cells."""
    counts = {
        "s": parts.count("styles", f"{MAIN}cellXfs/{MAIN}xf", without=1),
        "t": parts.count("sharedStrings", f"{MAIN}si"),
        "cm": parts.count("sheetMetadata", f"{MAIN}cellMetadata/{MAIN}bk"),
    }
    yield from check_order(root)
    yield from _check_columns(root, counts["s"])
    yield from _Cells(root, parts.sheet_names, counts).check()


def _check_columns(root: Element, style_count: int) -> Found:
    last = 0
    for column in root.iterfind(f"{MAIN}cols/{MAIN}col"):
        first, end = read_count(column.get("min")) or 0, read_count(column.get("max")) or 0
        if not last < first <= end <= MAX_COLUMN:
            yield f"columns {first}:{end}", "overlap others, or are out of order"
        last = end
        if float(column.get("width", 0)) > _MAX_WIDTH:
            yield f"columns {first}:{end}", f"are wider than {_MAX_WIDTH}"
        if (read_count(column.get("style", "0")) or 0) >= style_count:
            yield f"columns {first}:{end}", f"have style {column.get('style')}, which is not there"
        if (read_count(column.get("outlineLevel", "0")) or 0) > _MAX_OUTLINE:
            yield f"columns {first}:{end}", f"are grouped more than {_MAX_OUTLINE} deep"


class _Cells:
    """The cells of one sheet."""

    def __init__(self, root: Element, sheets: Collection[str], counts: Mapping[str, int]) -> None:
        self.root, self.sheets, self.counts = root, sheets, counts
        self.arrays: list[Range] = []
        self.shared: set[str] = set()

    def check(self) -> Found:
        last_row = 0
        for row in self.root.iterfind(f"{MAIN}sheetData/{MAIN}row"):
            number = read_count(row.get("r", str(last_row + 1))) or 0
            if not last_row < number <= MAX_ROW:
                yield f"row {number}", "is out of order, or there twice"
            if float(row.get("ht", 0)) > _MAX_HEIGHT:
                yield f"row {number}", f"is higher than {_MAX_HEIGHT} points"
            if (read_count(row.get("s", "0")) or 0) >= self.counts["s"]:
                yield f"row {number}", f"has style {row.get('s')}, which is not there"
            if (read_count(row.get("outlineLevel", "0")) or 0) > _MAX_OUTLINE:
                yield f"row {number}", f"is grouped more than {_MAX_OUTLINE} deep"
            last_row = number
            yield from self._check_row(row, number)

    def _check_row(self, row: Element, number: int) -> Found:
        last_column = 0
        for cell in row.iterfind(f"{MAIN}c"):
            reference = cell.get("r", "")
            match = _CELL.fullmatch(reference)
            column = column_number(match[1]) if match else 0
            if match is None or int(match[2]) != number:
                yield reference, f"is no cell of row {number}"
            elif not last_column < column <= MAX_COLUMN:
                yield reference, "is out of order, or there twice"
            last_column = column
            for message in (*self._check_cell(cell), *self._check_formula(cell, reference)):
                yield reference, message

    def _check_cell(self, cell: Element) -> Iterator[str]:
        kind, value = cell.get("t", "n"), cell.findtext(f"{MAIN}v")
        if kind not in {"b", "d", "e", "inlineStr", "n", "s", "str"}:
            yield f"has the unknown type {kind}"
        style = read_count(cell.get("s", "0"))
        if style is None or style >= self.counts["s"]:
            yield f"has style {cell.get('s')}, which is not there"
        mark = cell.get("cm")
        if mark is not None and not 1 <= (read_count(mark) or 0) <= self.counts["cm"]:
            yield f"has the array mark {mark}, which is not in the metadata"
        if kind == "inlineStr":
            value = "".join(text.text or "" for text in cell.iter(f"{MAIN}t"))
            if not value:
                yield "is a text without text, which COUNTA counts"
        if not value:
            return
        if kind == "s" and not (value.isdigit() and int(value) < self.counts["t"]):
            yield f"is shared string {value}, which is not there"
        if kind == "n" and not _NUMBER.fullmatch(value):
            yield f"is a number, but holds {value[:20]!r}"
        elif kind == "n" and math.isinf(float(value)):
            yield f"is a number beyond the largest, {value[:20]}"
        if kind == "d" and not _DATE.match(value):
            yield f"is a date, but holds {value[:20]!r}"
        if kind == "b" and value not in ("0", "1"):
            yield f"is a truth value, but holds {value[:20]!r}"
        if kind == "e" and value not in ERRORS:
            yield f"is an error, but holds {value[:20]!r}"
        if len(value) > _MAX_TEXT:
            yield f"has a text of more than {_MAX_TEXT} characters"
        if value.count("\n") > MAX_LINE_FEEDS:
            yield f"has a text of more than {MAX_LINE_FEEDS} line feeds"

    def _check_formula(self, cell: Element, reference: str) -> Iterator[str]:
        formula = cell.find(f"{MAIN}f")
        if formula is None:
            if cell.get("cm") is not None and cell.find(f"{MAIN}v") is None:
                yield "has an array mark, but no formula"
            return
        kind = formula.get("t", "normal")
        use: Kind = "shared formula" if kind == "shared" else "cell"
        yield from check_formula(formula.text or "", self.sheets, use)
        if kind == "shared":
            yield from self._check_shared(formula)
        elif not formula.text:
            yield "has a formula of nothing"
        if kind == "array":
            yield from self._check_array(formula, reference)
        elif cell.get("cm") is not None:
            yield "has an array mark, but no array formula"

    def _check_shared(self, formula: Element) -> Iterator[str]:
        index = formula.get("si", "")
        if formula.text:
            if index in self.shared:
                yield f"begins shared formula {index} a second time"
            if parse_range(formula.get("ref", "")) is None:
                yield "begins a shared formula without a range"
            self.shared.add(index)
        elif index not in self.shared:
            yield f"is of shared formula {index}, which does not begin above it"

    def _check_array(self, formula: Element, reference: str) -> Iterator[str]:
        area = parse_range(formula.get("ref", ""))
        anchor = parse_range(reference)
        if area is None or anchor is None or (area.top, area.left) != (anchor.top, anchor.left):
            yield f"has an array formula of {formula.get('ref')}, which does not begin there"
            return
        if any(area.overlaps(other) for other in self.arrays):
            yield f"has an array formula of {formula.get('ref')}, which overlaps another"
        self.arrays.append(area)
