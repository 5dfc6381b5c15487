"""The parts of a workbook as XML, with their relationships and content types."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple
from xml.etree import ElementTree

from ...ooxml.package import Package

Element = ElementTree.Element

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OFFICE_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


@dataclass(frozen=True)
class PartProblem:
    """A fault of a part that Excel does not accept."""

    part: str
    place: str
    """The cell, name or element; empty for the part as a whole."""
    message: str

    def __str__(self) -> str:
        place = f" {self.place}" if self.place else ""
        return f"{self.part}{place}: {self.message}"


Found = Iterator[tuple[str, str]]
"""Places in a part, each with what is wrong there."""


class PartRelationship(NamedTuple):
    """A relationship of a part."""

    id: str
    kind: str
    """The last word of its type."""
    target: str
    """A part's name, or an address outside the package."""
    external: bool


class WorkbookParts:
    """A package, with what its rules look at."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.names = set(package.parts)
        self.errors: dict[str, str] = {}
        """The XML parts that cannot be parsed, and why."""
        self._roots: dict[str, Element | None] = {}

    def root(self, part: str) -> Element | None:
        """The root element of a part; None if it is missing or is not XML."""
        if part not in self._roots:
            self._roots[part] = self._parse(part) if part in self.names else None
        return self._roots[part]

    def _parse(self, part: str) -> Element | None:
        data = self.package.read(part)
        if b"<!DOCTYPE" in data[:4096]:
            self.errors[part] = "has a document type declaration"
            return None
        try:
            return ElementTree.fromstring(data)
        except ElementTree.ParseError as error:
            self.errors[part] = f"is not well-formed XML ({error})"
            return None

    def relationships(self, part: str) -> list[PartRelationship]:
        """The relationships of a part; of the package itself for the empty name."""
        folder, _, name = part.rpartition("/")
        root = self.root(self.package.find(posixpath.join(folder, "_rels", f"{name}.rels")))
        found = []
        for element in [] if root is None else root:
            target, external = element.get("Target", ""), element.get("TargetMode") == "External"
            if not external:
                target = self.package.find(posixpath.normpath(posixpath.join("/", folder, target)))
            kind = element.get("Type", "").rpartition("/")[2]
            found.append(PartRelationship(element.get("Id", ""), kind, target, external))
        return found

    def related(self, part: str, kind: str) -> list[str]:
        """The parts to which a part has relationships of a kind."""
        return [r.target for r in self.relationships(part) if r.kind == kind and not r.external]

    @cached_property
    def workbook_part(self) -> str | None:
        """The part of the workbook."""
        found = [p for p in self.related("", "officeDocument") if self.root(p) is not None]
        return found[0] if found else None

    @cached_property
    def workbook(self) -> Element:
        """The root of the workbook's part."""
        root = self.root(self.workbook_part or "")
        assert root is not None  # the package rules have been passed
        return root

    def workbook_related(self, kind: str) -> Element | None:
        """The root of the workbook's only part of a kind, such as its styles."""
        found = self.related(self.workbook_part or "", kind)
        return self.root(found[0]) if found else None

    def count(self, kind: str, path: str, without: int = 0) -> int:
        """How many elements the workbook's part of a kind has; so many without the part."""
        root = self.workbook_related(kind)
        return without if root is None else len(root.findall(path))

    @cached_property
    def sheet_names(self) -> frozenset[str]:
        """The names of all sheets in small letters."""
        sheets = self.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet")
        return frozenset(sheet.get("name", "").lower() for sheet in sheets)

    @cached_property
    def sheet_parts(self) -> dict[str, str]:
        """The worksheets' parts by the sheets' names."""
        targets = {r.id: r for r in self.relationships(self.workbook_part or "")}
        found = {}
        for sheet in self.workbook.iterfind(f"{MAIN}sheets/{MAIN}sheet"):
            relationship = targets.get(sheet.get(f"{OFFICE_RELATIONS}id", ""))
            if relationship is not None and relationship.kind == "worksheet":
                found[sheet.get("name", "")] = relationship.target
        return found

    def roots(self, kind: str) -> Iterator[tuple[str, Element]]:
        """The parts of a kind with their roots: the workbook, its worksheets, styles and so on."""
        own = self.workbook_part or ""
        found = {"workbook": [own], "worksheet": [*self.sheet_parts.values()]}
        for part in found.get(kind) or self.related(own, kind):
            root = self.root(part)
            if root is not None:
                yield part, root

    def sheets(self) -> Iterator[tuple[str, Element]]:
        """The worksheets: part and root."""
        return self.roots("worksheet")


def local_name(element: Element) -> str:
    """An element's name without its namespace."""
    return element.tag.rpartition("}")[2]


def read_count(text: str | None) -> int | None:
    """A whole number of an attribute; None where it is missing or is none."""
    return int(text) if text is not None and text.isascii() and text.isdigit() else None
