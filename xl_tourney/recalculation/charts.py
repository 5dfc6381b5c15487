"""Charts show the new values: their cached points are brought up to date like cached values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from ..grammar.defined_names import DefinedNames
from ..grammar.parser import parse
from ..grammar.references import Range, RangeSet, parse_reference
from ..grammar.syntax_tree import Name, Node, Operation, Parenthesis, Reference
from ..ooxml import xml
from ..ooxml.charts import ChartReference, Levels, cache_patches, chart_parts, read_references
from ..ooxml.package import NewPart
from ..ooxml.sheet.cached_values import CachedValue, same_number
from ..ooxml.sheet.cell_patches import splice
from ..ooxml.sheet.cell_values import CellValues, read_cell_values
from ..ooxml.sheet.formula_cells import Patch
from ..ooxml.workbook import Workbook

_OWN_BOOK = re.compile(r"^\[0\]!")
_MOST_CELLS = 50_000
"""Of more cells than this no cache is made where there is none."""
Area = tuple[str, Range]
Place = tuple[str, int, int]


def refresh_charts(workbook: Workbook, new_parts: Mapping[str, NewPart]) -> dict[str, NewPart]:
    """The charts whose points are not the values of their cells any more, with new ones.

    ``new_parts`` are the sheets that changed.  A reference stays as it is if it is not to cells of
    this workbook, such as a name for ``OFFSET(…)``.
    """
    charts = {
        name: (part, read_references(part, workbook.package.name))
        for name in chart_parts(workbook.package)
        for part in [xml.read_part(workbook.package, name)]
    }
    names = DefinedNames(workbook.defined_names)
    sheets = {worksheet.name.casefold(): worksheet.part for worksheet in workbook.worksheets}
    areas = {
        reference.formula: _areas(reference.formula, names, sheets)
        for _, references in charts.values()
        for reference in references
    }
    if not any(areas.values()):
        return {}
    cells = _Cells(workbook, new_parts, sheets, chain.from_iterable(areas.values()))
    changed: dict[str, NewPart] = {}
    for name, (part, references) in charts.items():
        patches = [
            patch
            for reference in references
            if areas[reference.formula]
            for patch in _patches(reference, areas[reference.formula], cells)
        ]
        if patches:
            changed[name] = part.encode(splice(part.data, patches))
    return changed


def _areas(formula: str, names: DefinedNames, sheets: Mapping[str, str]) -> Sequence[Area]:
    """The cells of a chart's reference; none if it is anything but references to them.

    >>> _areas("(S!$A$1,S!$B$2:$B$3)", DefinedNames([]), {"s": "xl/worksheets/sheet1.xml"})[1]
    ('s', Range(top=2, left=2, bottom=3, right=2))
    """
    formula = _OWN_BOOK.sub("", formula.strip())
    try:
        tree = parse(formula)
        (only, *others) = tree.nodes
        if isinstance(only, Name) and not others and only.sheet.casefold() not in sheets:
            formula = only.local_text  # behind the name of this workbook's file
        nodes = parse(names.expand(formula, "", "A1")).nodes
        found = []
        for node in nodes:
            if isinstance(node, Reference) and node.sheet.casefold() in sheets:
                found.append((node.sheet.casefold(), parse_reference(node.local_text)))
            elif not _joins_references(node):
                return ()
    except ValueError:  # no formula, or a cell outside of every sheet
        return ()
    return found


def _joins_references(node: Node) -> bool:
    return isinstance(node, Parenthesis) or (isinstance(node, Operation) and node.name == ",")


class _Cells:
    """The cells of charts: their values, what they were before, and which are hidden."""

    def __init__(
        self,
        workbook: Workbook,
        new_parts: Mapping[str, NewPart],
        sheets: Mapping[str, str],
        areas: Iterator[Area],
    ) -> None:
        self._workbook = workbook
        self._new_parts = new_parts
        self._sheets = sheets
        ranges: dict[str, set[Range]] = {}
        for sheet, range_ in areas:
            ranges.setdefault(sheet, set()).add(range_)
        self._ranges = {sheet: RangeSet(wanted) for sheet, wanted in ranges.items()}
        self._before: dict[str, CellValues] = {}
        self._values = {sheet: self._read_new(sheet) for sheet in ranges}

    def _read_new(self, sheet: str) -> CellValues:
        part = xml.read_part(self._workbook.package, self._sheets[sheet])
        if part.name in self._new_parts:
            content = self._new_parts[part.name]
            data = content if isinstance(content, bytes) else b"".join(content)
            part = xml.XmlPart(part.name, data.decode(part.encoding).encode())
        return self._read(sheet, part)

    def _read(self, sheet: str, part: xml.XmlPart) -> CellValues:
        workbook = self._workbook
        return read_cell_values(part, self._ranges[sheet], workbook, workbook.package.name)

    def value(self, place: Place) -> CachedValue | None:
        """The value of a cell; None of a blank one."""
        sheet, row, column = place
        return self._values[sheet].get((row, column))

    def has_changed(self, place: Place) -> bool:
        """Whether the recalculation gave it another value."""
        sheet, row, column = place
        name = self._sheets[sheet]
        if name not in self._new_parts:
            return False
        if sheet not in self._before:
            part = xml.read_part(self._workbook.package, name)
            self._before[sheet] = self._read(sheet, part)
        return self.value(place) != self._before[sheet].get((row, column))

    def is_text(self, place: Place) -> bool:
        """Whether a cell holds a text."""
        value = self.value(place)
        return value is not None and value.type == "str"

    def is_hidden(self, place: Place) -> bool:
        """Whether its row is hidden."""
        return place[1] in self._workbook.hidden_rows(place[0]).numbers


def _patches(reference: ChartReference, areas: Sequence[Area], cells: _Cells) -> Iterator[Patch]:
    is_large = sum(range_.cell_count for _, range_ in areas) > _MOST_CELLS
    if is_large and (reference.cache is None or reference.kind == "multiLvlStrRef"):
        return iter(())
    lines = _lines(reference, areas)
    if reference.count is not None and reference.count != len(lines[0]):  # charts pass over them
        visible = [[place for place in line if not cells.is_hidden(place)] for line in lines]
        lines = visible if len(visible[0]) == reference.count else lines
    is_number = reference.kind == "numRef"
    if is_number and reference.cache is None and any(map(cells.is_text, lines[0])):
        return iter(())  # openpyxl's categories: numbers in its file, whatever they are
    old = reference.levels if len(reference.levels) == len(lines) else [{}] * len(lines)
    levels: Levels = [
        _number_points(line, cells, points) if is_number else _texts(line, cells, points)
        for line, points in zip(lines, old)
    ]
    return cache_patches(reference, levels, len(lines[0]))


def _lines(reference: ChartReference, areas: Sequence[Area]) -> list[list[Place]]:
    """The cells of the points in their order, for each level of categories, the inner one first.

    An example: of A1:B3 as categories, B1 to B3 are one level, and A1 to A3 the one around it.
    """
    if reference.kind != "multiLvlStrRef":
        return [[(sheet, row, column) for sheet, range_ in areas for row, column in range_.cells()]]
    (sheet, range_), *_ = areas
    rows = range(range_.top, range_.bottom + 1)
    columns = range(range_.left, range_.right + 1)
    if len(rows) < len(columns):
        return [[(sheet, row, column) for column in columns] for row in reversed(rows)]
    return [[(sheet, row, column) for row in rows] for column in reversed(columns)]


def _number_points(line: Sequence[Place], cells: _Cells, old: Mapping[int, str]) -> dict[int, str]:
    """The points of numbers; a text is shown as 0, an error by its name."""
    points = {}
    for index, place in enumerate(line):
        value = cells.value(place)
        if value is None:
            continue
        text = "0" if value.type == "str" else value.text
        points[index] = old[index] if _is_same(old.get(index), text) else text
    return points


def _is_same(old: str | None, new: str) -> bool:
    try:
        return old is not None and same_number(float(old), float(new))
    except ValueError:
        return old == new


def _texts(line: Sequence[Place], cells: _Cells, old: Mapping[int, str]) -> dict[int, str]:
    """The points of texts; a number whose cell is as it was keeps its format."""
    points = {}
    for index, place in enumerate(line):
        value = cells.value(place)
        if value is None or not value.text:
            continue
        is_kept = value.type != "str" and index in old and not cells.has_changed(place)
        points[index] = old[index] if is_kept else value.text
    return points
