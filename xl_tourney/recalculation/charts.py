"""Charts show the new values: their cached points are brought up to date like cached values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from ..grammar.defined_names import DefinedNames
from ..grammar.parser import parse
from ..grammar.references import Range, RangeSet, parse_reference
from ..grammar.syntax_tree import Name, Parenthesis, Reference
from ..ooxml import xml
from ..ooxml.charts import (
    ChartReference,
    cache_patches,
    chart_parts,
    point_patches,
    read_references,
)
from ..ooxml.package import NewPart
from ..ooxml.sheet.cached_values import CachedValue
from ..ooxml.sheet.cell_patches import splice
from ..ooxml.sheet.formula_cells import Patch
from ..ooxml.sheet.hidden_rows import hidden_columns
from ..ooxml.sheet.outline import CellValues, read_cell_values
from ..ooxml.workbook import Workbook
from ..patterns import regex

_OWN_BOOK = regex(r"^\[0\]!")
_PLOTS_HIDDEN_CELLS = regex(rb"""plotVisOnly\s+val\s*=\s*["'](?:0|false)""")
_MOST_CELLS = 50_000
"""Of more cells than this no cache is made where there is none."""
Area = tuple[str, Range]
Place = tuple[str, int, int]


def refresh_charts(
    workbook: Workbook, new_parts: Mapping[str, NewPart], lengthened: Collection[str] = ()
) -> dict[str, NewPart]:
    """The charts of whose cells some have changed, with the new points of these cells.

    ``new_parts`` are the sheets that changed.  A chart of changed cells also gets the points that
    it lacks altogether, and so do those charts of which some references were ``lengthened``.  A
    reference stays as it is if it is not to cells of this workbook, such as a name for
    ``OFFSET(…)``, or if its points are not those of its cells.
    """
    if not (new_parts or lengthened):
        return {}
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
    cells = _Cells(workbook, new_parts, sheets, chain.from_iterable(areas.values()))
    new_charts: dict[str, NewPart] = {}
    for name, (part, references) in charts.items():
        changed = {r for r in references if cells.are_changed(areas[r.formula])}
        if changed or name in lengthened:
            changed |= {r for r in references if areas[r.formula] and not r.has_points}
        plots_hidden = _PLOTS_HIDDEN_CELLS.search(part.data) is not None
        patches = [
            patch
            for reference in changed
            for patch in _new_points(reference, areas[reference.formula], cells, plots_hidden)
        ]
        if (data := splice(part.data, patches)) != part.data:
            new_charts[name] = part.encode(data)
    return new_charts


def _areas(formula: str, names: DefinedNames, sheets: Mapping[str, str]) -> Sequence[Area]:
    """The cells of a chart's reference; none if it is anything but references to them.

    >>> _areas("(S!$A$1,S!$B$2:$B$3)", DefinedNames([]), {"s": "xl/worksheets/sheet1.xml"})[1]
    ('s', Range(top=2, left=2, bottom=3, right=2))
    """
    formula = _OWN_BOOK.sub("", formula.strip())
    try:
        (only, *others) = parse(formula).nodes
        if isinstance(only, Name) and not others and only.sheet.casefold() not in sheets:
            formula = only.local_text  # behind the name of this workbook's file
        nodes = parse(names.expand(formula, "", "A1")).nodes
        found = []
        for node in nodes:
            if isinstance(node, Reference) and node.sheet.casefold() in sheets:
                found.append((node.sheet.casefold(), parse_reference(node.local_text)))
            elif not isinstance(node, Parenthesis) and getattr(node, "name", "") != ",":
                return ()
    except ValueError:  # no formula, or a cell outside of every sheet
        return ()
    return found


class _Cells:
    """The cells of charts: their values, which of them changed, and which are hidden."""

    def __init__(
        self,
        workbook: Workbook,
        new_parts: Mapping[str, NewPart],
        sheets: Mapping[str, str],
        areas: Iterable[Area],
    ) -> None:
        ranges: dict[str, set[Range]] = {}
        for sheet, range_ in areas:
            ranges.setdefault(sheet, set()).add(range_)
        self._values: dict[str, CellValues] = {}
        self._changed: dict[str, set[tuple[int, int]]] = {}
        self._hidden: dict[str, tuple[frozenset[int], frozenset[int]]] = {}
        for sheet, wanted in ((sheet, RangeSet(found)) for sheet, found in ranges.items()):
            part = xml.read_part(workbook.package, sheets[sheet])
            name = workbook.package.name
            before = after = read_cell_values(part, wanted, workbook, name)
            if (content := new_parts.get(part.name)) is not None:
                data = content if isinstance(content, bytes) else b"".join(content)
                new = xml.XmlPart(part.name, data.decode(part.encoding).encode())
                after = read_cell_values(new, wanted, workbook, name)
            cells = before.keys() | after.keys()
            self._values[sheet] = after
            self._changed[sheet] = {c for c in cells if before.get(c) != after.get(c)}
            self._hidden[sheet] = workbook.hidden_rows(sheet).numbers, hidden_columns(part.data)

    def value(self, place: Place) -> CachedValue | None:
        """The value of a cell; None of a blank one."""
        sheet, row, column = place
        return self._values[sheet].get((row, column))

    def are_changed(self, areas: Iterable[Area]) -> bool:
        """Whether the recalculation gave one of these cells another value."""
        return any(
            changed and not changed.isdisjoint(range_.cells())
            for sheet, range_ in areas
            for changed in [self._changed[sheet]]
        )

    def is_changed(self, place: Place) -> bool:
        """Whether the recalculation gave it another value."""
        return place[1:] in self._changed[place[0]]

    def is_text(self, place: Place) -> bool:
        """Whether a cell holds a text."""
        value = self.value(place)
        return value is not None and value.type == "str"

    def is_visible(self, place: Place) -> bool:
        """Whether neither its row nor its column is hidden."""
        sheet, row, column = place
        rows, columns = self._hidden[sheet]
        return row not in rows and column not in columns


def _new_points(
    reference: ChartReference, areas: Sequence[Area], cells: _Cells, plots_hidden: bool
) -> Iterator[Patch]:
    """The patches of a reference: of the points whose cells have changed, or of all that it lacks.

    Programs differ in whether they count hidden cells.  With another count it is not known which
    cell a point shows, and they are written only where all cells are new.
    """
    is_large = sum(range_.cell_count for _, range_ in areas) > _MOST_CELLS
    if is_large and not reference.has_points:
        return
    lines = _lines(reference, areas)
    visible = [[*filter(cells.is_visible, line)] for line in lines]
    shown, others = (lines, visible) if plots_hidden else (visible, lines)
    if reference.kind == "numRef" and reference.is_category and any(map(cells.is_text, lines[0])):
        return  # openpyxl's categories: numbers in its file, whatever they are
    for found in (shown, others) if reference.has_own_cache else ():
        is_of_all = reference.count in (None, len(found[0]))
        if is_of_all and len(found) == len(reference.levels):
            for line, level in zip(found, reference.levels):
                changed = filter(lambda at: cells.is_changed(at[1]), enumerate(line))
                yield from point_patches(reference, level, _texts(reference, changed, cells))
            return
    are_all_new = reference.has_own_cache and all(map(cells.is_changed, chain(*lines)))
    if are_all_new or not reference.has_points:
        levels = [_texts(reference, enumerate(line), cells) for line in shown]
        yield from cache_patches(reference, levels, len(shown[0]))


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


def _texts(
    reference: ChartReference, places: Iterable[tuple[int, Place]], cells: _Cells
) -> dict[int, str | None]:
    """The texts of points; None of a blank cell, and where texts are shown of an empty text.

    Among numbers a text is shown as 0, an error by its name.
    """
    texts: dict[int, str | None] = {}
    for index, place in places:
        value = cells.value(place)
        is_zero = value and value.type == "str" and reference.kind == "numRef"
        texts[index] = "0" if is_zero else (value.text or None) if value else None
    return texts
