"""A workbook in use with more room: the same package, its tables longer or wider."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping

from ..defined_names import LAYOUT_PROPERTY
from ..errors import WorkbookError
from ..events.event import Event
from ..grammar.references import parse_range, unquote_sheet_name
from ..ooxml import xml
from ..ooxml.custom_properties import with_property
from ..ooxml.package import Package
from ..ooxml.sheet.formula_cells import CellXml
from ..ooxml.sheet.grid import map_formula_texts, map_formulas
from ..ooxml.workbook import read_relationships
from ..templates.parts.workbook import Layout, StandingsWorkbook
from .cell_mapping import CellMapping
from .grown_sheet import GrownSheet

_DEFINED_NAME = re.compile(r"(<definedName\b[^>]*>)([^<]*)(</definedName>)")
_NAME = re.compile(r'\bname="([^"]*)"')
_ANCHOR = re.compile(r"<((?:xdr:)?(?:from|to))>.*?</\1>", re.DOTALL)
_ANCHORED = re.compile(r"<((?:xdr:)?(?:two|one)CellAnchor)\b.*?</\1>", re.DOTALL)
_AT = {axis: re.compile(rf"(<(?:xdr:)?{axis}>)(\d+)(</)") for axis in ("col", "row")}
_CELL_OF_COMMENT = re.compile(r'<comment\b[^>]*?\bref="([^"]*)"')
_PARTS_WITH_CELLS = {
    "comments": "notes on cells",
    "threadedComment": "comments on cells",
    "table": "a table that was inserted",
    "pivotTable": "a pivot table",
    "queryTable": "a query",
}
"""The kinds of parts that name cells of their sheet and cannot be moved by us."""


def grow(saved: Event, layout: Layout) -> Package:
    """The workbook with another layout, which has at least as much room, not yet calculated.

    Raises
    ------
    WorkbookError
        Something in the workbook cannot be moved to where it belongs then.
    """
    old, new = saved.empty(saved.layout), saved.empty(layout)
    text, figures = _read_text(saved.package, saved.workbook.part), _figures_of(new)
    there = {name: where.replace("'", "") for name, where in _named(text)}
    is_earlier = any(there.get(n) != at.replace("'", "") for n, at in _figures_of(old).items())
    calculating = {unquote_sheet_name(at.partition("!")[0]) for at in figures.values()}
    mapping = CellMapping(old.tables, new.tables)
    package, workbook = saved.package, saved.workbook
    parts: dict[str, str] = {}
    for name, part in workbook.worksheets:
        sheet_part = xml.read_part(package, part)
        if name in old.sheetnames:
            _refuse_what_stays(package, name, part, mapping)
            is_new = is_earlier and name in calculating
            sheet = GrownSheet(sheet_part, old[name], new[name], mapping, package.name, is_new)
            parts[part] = sheet.format()
            parts |= dict(_moved_drawings(package, part, name, mapping))
        else:
            parts[part] = _map_other_sheet(package, name, sheet_part, mapping)
    names = _DEFINED_NAME.sub(
        lambda found: found[1] + xml.escape(mapping.formula("", xml.unescape(found[2]))) + found[3],
        text,
    )
    parts[workbook.part] = _with_figures(names, figures) if is_earlier else names
    for part in package.parts:
        if re.fullmatch(r"xl/charts/chart\w*\.xml", part):
            text = _read_text(package, part)
            parts[part] = map_formula_texts(text, lambda formula: mapping.formula("", formula))
    text = json.dumps(layout, ensure_ascii=False, separators=(",", ":"))
    parts |= with_property(package, LAYOUT_PROPERTY, text)
    return Package(_replace_parts(package, parts), package.name)


def _figures_of(workbook: StandingsWorkbook) -> dict[str, str]:
    """Where the cells are that only calculate, by their names."""
    return {name: str(workbook.defined_names[name].attr_text) for name in workbook.figures}


def _named(workbook_xml: str) -> Iterator[tuple[str, str]]:
    """The names of a workbook, and what each stands for."""
    for found in _DEFINED_NAME.finditer(workbook_xml):
        if name := _NAME.search(found[1]):
            yield name[1], xml.unescape(found[2])


def _with_figures(workbook_xml: str, figures: Mapping[str, str]) -> str:
    """The workbook with the cells that only calculate where the larger one has them.

    An earlier version may have had fewer of them, in another order.
    """
    there = {name for name, _ in _named(workbook_xml)}

    def moved(found: re.Match[str]) -> str:
        name = _NAME.search(found[1])
        where = figures.get(name[1]) if name else None
        return found[0] if where is None else found[1] + xml.escape(where) + found[3]

    workbook_xml = _DEFINED_NAME.sub(moved, workbook_xml)
    missing = "".join(
        f'<definedName name="{name}">{xml.escape(where)}</definedName>'
        for name, where in sorted(figures.items())
        if name not in there
    )
    return workbook_xml.replace("<definedNames>", f"<definedNames>{missing}", 1)


def _read_text(package: Package, part: str) -> str:
    return xml.read_part(package, part).data.decode().removeprefix("\ufeff")


def _refuse_what_stays(package: Package, sheet: str, part: str, mapping: CellMapping) -> None:
    """Refuse a sheet with notes or tables on cells that would stand elsewhere."""
    for relationship in read_relationships(package, part).values():
        kind = _PARTS_WITH_CELLS.get(relationship.type)
        if kind is None or relationship.target not in package:
            continue
        text = _read_text(package, relationship.target)
        references = _CELL_OF_COMMENT.findall(text) if "omment" in relationship.type else []
        stays = bool(references) and all(
            mapping.range(sheet, parse_range(reference)) == parse_range(reference)
            for reference in references
        )
        if not stays:
            raise WorkbookError(
                f"{package.name}: the sheet {sheet} has {kind}, which cannot be moved; take that "
                "off, or make a larger workbook with xl-tourney new."
            )


def _map_other_sheet(package: Package, name: str, part: xml.XmlPart, mapping: CellMapping) -> str:
    """A sheet of the director's own, whose formulas may refer to ours."""

    def change(cell: CellXml | None, formula: str) -> str:
        new = mapping.formula(name, formula)
        if cell and cell.shared_index is not None and new != formula:
            raise WorkbookError(
                f"{package.name}: formulas of the sheet {name} refer to cells that would move; "
                "make a larger workbook with xl-tourney new."
            )
        return new

    return map_formulas(part, package.name, change)


def _moved_drawings(
    package: Package, part: str, sheet: str, mapping: CellMapping
) -> Iterator[tuple[str, str]]:
    """The drawings of a sheet; a chart or picture goes with the cell at its corner."""

    def move(anchored: re.Match[str]) -> str:
        corners = [
            tuple(int(_AT[axis].search(found[0])[2]) for axis in ("row", "col"))  # type: ignore[index]
            for found in _ANCHOR.finditer(anchored[0])
        ]
        row, column = corners[0]
        new_row, new_column = mapping.cell(sheet, row + 1, column + 1)
        steps = {"row": new_row - row - 1, "col": new_column - column - 1}

        def shift(corner: re.Match[str]) -> str:
            text = corner[0]
            for axis, step in steps.items():
                text = _AT[axis].sub(lambda at: f"{at[1]}{int(at[2]) + step}{at[3]}", text)  # noqa: B023
            return text

        return _ANCHOR.sub(shift, anchored[0])

    for relationship in read_relationships(package, part).values():
        if relationship.type == "drawing" and relationship.target in package:
            yield relationship.target, _ANCHORED.sub(move, _read_text(package, relationship.target))


def _replace_parts(package: Package, parts: Mapping[str, str]) -> bytes:
    """The package with new parts, and without the order of calculation, which is another now."""
    file = io.BytesIO()
    listed = {
        "[Content_Types].xml": rb'<Override\b[^>]*PartName="/xl/calcChain\.xml"[^>]*/>',
        "xl/_rels/workbook.xml.rels": rb'<Relationship\b[^>]*Target="[^"]*calcChain\.xml"[^>]*/>',
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in package.parts:
            if name == "xl/calcChain.xml":
                continue
            if name in parts:
                data = _declared_as_utf8(parts[name]).encode()
            else:
                data = (
                    re.sub(listed[name], b"", package.read(name))
                    if name in listed
                    else (package.read(name))
                )
            archive.writestr(name, data)
    return file.getvalue()


def _declared_as_utf8(text: str) -> str:
    return re.sub(r'(<\?xml[^>]*?encoding=")[^"]*(")', r"\1UTF-8\2", text, count=1)
