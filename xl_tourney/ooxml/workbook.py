"""What a workbook's package holds: its sheets, names and settings, in the order of the file."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ..errors import UnsafeWorkbookError, WorkbookError
from ..grammar.references import parse_area
from ..grammar.structured_references import Table, Tables, decoded
from . import xml
from .package import Package

STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
"""The namespace of the strict form."""


class Sheet(NamedTuple):
    """A worksheet's name and its part."""

    name: str
    part: str


class DefinedName(NamedTuple):
    """A name in the workbook and the formula behind it."""

    name: str
    formula: str
    sheet: str | None = None
    """The sheet that alone knows it, if there is one."""


class Relationship(NamedTuple):
    """What a part refers to."""

    type: str
    target: str
    external: bool = False


@dataclass(frozen=True)
class Workbook:
    """A workbook to calculate."""

    package: Package
    part: str
    sheets: tuple[Sheet, ...]
    names: tuple[DefinedName, ...] = ()
    date1904: bool = False
    relationships: Mapping[str, Relationship] = field(default_factory=dict)
    iterates: bool = False
    """Whether circular references are calculated again and again."""

    @classmethod
    def open(cls, package: Package) -> Workbook:
        """Find the sheets and names of a package."""
        part = _workbook_part(package)
        root = xml.tree(xml.source(package, part), package.name)
        related = relationships(package, part)
        sheets = []
        every: list[str] = []
        for element in root.iterfind("sheets/sheet"):
            name = element.get("name", "")
            every.append(name)
            found = related.get(element.get("id", ""))
            if found and found.type == "worksheet" and found.target in package:
                sheets.append(Sheet(name, found.target))
        names = []
        for element in root.iterfind("definedNames/definedName"):
            at = element.get("localSheetId", "")
            sheet = every[int(at)] if at.isdigit() and int(at) < len(every) else None
            names.append(DefinedName(element.get("name", ""), element.text or "", sheet))
        properties = root.find("workbookPr")
        date1904 = properties is not None and properties.get("date1904") in ("1", "true")
        calculation = root.find("calcPr")
        iterates = calculation is not None and calculation.get("iterate") in ("1", "true")
        return cls(package, part, tuple(sheets), tuple(names), date1904, related, iterates)

    @cached_property
    def strict(self) -> bool:
        """Whether it is in the strict form of the format, whose namespaces few programs know."""
        return STRICT in xml.source(self.package, self.part).data[:4096]

    @cached_property
    def shared_strings(self) -> tuple[str, ...]:
        """The texts that cells refer to by number."""
        for relationship in self.relationships.values():
            if relationship.type == "sharedStrings" and relationship.target in self.package:
                root = xml.tree(xml.source(self.package, relationship.target), self.package.name)
                return tuple(_text(item) for item in root.iterfind("si"))
        return ()

    @cached_property
    def tables(self) -> Tables:
        """The tables on the sheets."""
        return Tables(
            table
            for sheet in self.sheets
            for related in relationships(self.package, sheet.part).values()
            if related.type == "table" and related.target in self.package
            if (table := _table(self.package, related.target, sheet.name))
        )


def _table(package: Package, part: str, sheet: str) -> Table | None:
    try:
        root = xml.tree(xml.source(package, part), package.name)
        return Table(
            root.get("displayName") or root.get("name") or "",
            sheet,
            parse_area(root.get("ref", "")),
            [decoded(c.get("name", "")) for c in root.iterfind("tableColumns/tableColumn")],
            int(root.get("headerRowCount", "1")),
            int(root.get("totalsRowCount", "0")),
        )
    except UnsafeWorkbookError:
        raise
    except (ValueError, WorkbookError):
        return None  # a table that is nowhere, or no XML


def _text(item: object) -> str:
    """The text of a shared string: plain, or the runs of a rich one, without phonetic hints."""
    parts = [*item.iterfind("t"), *item.iterfind("r/t")]  # type: ignore[attr-defined]
    return "".join(part.text or "" for part in parts)


def _workbook_part(package: Package) -> str:
    for relationship in relationships(package, "").values():
        if relationship.type == "officeDocument" and relationship.target in package:
            if relationship.target.endswith(".bin"):
                raise WorkbookError(
                    f"{package.name}: is a binary workbook (.xlsb); save it as .xlsx and try again."
                )
            return relationship.target
    if "content.xml" in package:
        raise WorkbookError(
            f"{package.name}: is an OpenDocument spreadsheet; save it as .xlsx and try again."
        )
    raise WorkbookError(
        f"{package.name}: is not a workbook; expected .xlsx, .xlsm, .xltx or .xltm."
    )


def relationships(package: Package, part: str) -> dict[str, Relationship]:
    """What a part refers to, by id; the package itself is part ``""``."""
    folder, name = posixpath.split(part)
    rels = posixpath.join(folder, "_rels", f"{name}.rels")
    if rels not in package:
        return {}
    found = {}
    for element in xml.tree(xml.source(package, rels), package.name).iterfind("Relationship"):
        external = element.get("TargetMode") == "External"
        target = element.get("Target", "")
        if "%" in target:
            import urllib.parse

            target = urllib.parse.unquote(target)
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        kind = element.get("Type", "").rpartition("/")[2]
        found[element.get("Id", "")] = Relationship(kind, target, external)
    return found
