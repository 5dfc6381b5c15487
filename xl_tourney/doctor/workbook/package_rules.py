"""Rules of the package: content types, relationships, well-formed parts, prefixes (ECMA-376-2)."""

from __future__ import annotations

import io
import posixpath
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from ...ooxml.package import CONTENT_TYPES
from .parts import OFFICE_RELATIONS, PartProblem, WorkbookParts

_TYPES_BY_EXTENSION = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.main+xml",
    ".xlam": "application/vnd.ms-excel.addin.macroEnabled.main+xml",
}
_MACRO_TYPE = "application/vnd.ms-office.vbaProject"
_IGNORABLE = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Ignorable"
_MAX_TARGET_CHARACTERS = 2079


def check(parts: WorkbookParts) -> Iterator[PartProblem]:
    """The problems of the package."""
    for entry in parts.package.entry_names.values():
        if "\\" in entry:
            yield PartProblem(entry, "", "has a backslash in its name, which Excel does not read")
    for name in sorted(parts.names):
        if name.endswith((".xml", ".rels", ".vml")):
            parts.root(name)
    for name, error in parts.errors.items():
        yield PartProblem(name, "", error)
    yield from _check_content_types(parts)
    yield from _check_relationships(parts)
    yield from _check_prefixes(parts)


def _check_content_types(parts: WorkbookParts) -> Iterator[PartProblem]:
    root = parts.root(CONTENT_TYPES)
    if root is None:
        yield PartProblem(CONTENT_TYPES, "", "is missing")
        return
    defaults, overrides = [], []
    for element in root:
        if element.get("Extension") is not None:
            defaults.append((element.get("Extension", "").lower(), element.get("ContentType", "")))
        else:
            overrides.append((element.get("PartName", ""), element.get("ContentType", "")))
    for key, count in Counter([key for key, _ in [*defaults, *overrides]]).items():
        if count > 1:
            yield PartProblem(CONTENT_TYPES, key, "is declared more than once")
    declared = {parts.package.find(name): kind for name, kind in overrides}
    for name in declared:
        if name not in parts.names:
            yield PartProblem(CONTENT_TYPES, name, "is declared, but is not in the package")
    by_extension = dict(defaults)
    types = {}
    for name in sorted(parts.names - {CONTENT_TYPES}):
        if name.endswith("/"):
            continue
        kind = declared.get(name) or by_extension.get(name.rpartition(".")[2].lower())
        if not kind:
            yield PartProblem(name, "", "has no content type")
        types[name] = kind
    yield from _check_kind_of_workbook(parts, types)


def _check_kind_of_workbook(
    parts: WorkbookParts, types: dict[str, str | None]
) -> Iterator[PartProblem]:
    """The file's extension, the type of the workbook, and the macros fit together."""
    workbook = next(iter(parts.related("", "officeDocument")), None)
    if workbook is None or parts.root(workbook) is None:
        yield PartProblem("_rels/.rels", "", "leads to no workbook")
        return
    extension = posixpath.splitext(parts.package.name)[1].lower()
    expected = _TYPES_BY_EXTENSION.get(extension, types[workbook])
    if types[workbook] != expected:
        yield PartProblem(
            workbook, "", f"is of type {types[workbook]}, not that of a {extension} file"
        )
    if types[workbook] not in _TYPES_BY_EXTENSION.values():
        yield PartProblem(workbook, "", f"is of type {types[workbook]}, which is no workbook's")
    macros = [name for name, kind in types.items() if kind == _MACRO_TYPE]
    if bool(macros) != (extension in (".xlsm", ".xlam")):
        has = "has" if macros else "has no"
        yield PartProblem(parts.package.name, "", f"{has} macros, which does not fit its extension")


def _check_relationships(parts: WorkbookParts) -> Iterator[PartProblem]:
    for name in sorted(name for name in parts.names if name.endswith(".rels")):
        folder, _, own = name.rpartition("/")
        source = posixpath.join(posixpath.dirname(folder), own.removesuffix(".rels"))
        if source and source not in parts.names:
            yield PartProblem(name, "", f"is of {source}, which is not in the package")
        relationships = parts.relationships(source)
        ids = Counter(relationship.id for relationship in relationships)
        for relationship in relationships:
            if ids[relationship.id] > 1 or not relationship.id:
                yield PartProblem(name, relationship.id, "is the id of more than one relationship")
            if not relationship.external and relationship.target not in parts.names:
                yield PartProblem(
                    name, relationship.id, f"leads to {relationship.target}, which is missing"
                )
            if relationship.external and len(relationship.target) > _MAX_TARGET_CHARACTERS:
                yield PartProblem(name, relationship.id, "leads to an address that is too long")
    for name in sorted(parts.names):
        root = parts.root(name) if name.endswith((".xml", ".vml")) else None
        if root is None or name == CONTENT_TYPES:
            continue
        known = {relationship.id for relationship in parts.relationships(name)}
        for element in root.iter():
            for attribute, value in element.attrib.items():
                if attribute.startswith(OFFICE_RELATIONS) and value and value not in known:
                    yield PartProblem(name, value, "is no relationship of the part")


def _check_prefixes(parts: WorkbookParts) -> Iterator[PartProblem]:
    """A prefix that may be ignored must be declared, or Excel cannot read the part at all."""
    for name in sorted(parts.names):
        root = parts.root(name) if name.endswith(".xml") else None
        if root is None or _IGNORABLE not in root.attrib:
            continue
        declared = set()
        for _, (prefix, _) in ElementTree.iterparse(
            io.BytesIO(parts.package.read(name)), events=("start-ns",)
        ):
            declared.add(prefix)
        for prefix in root.attrib[_IGNORABLE].split():
            if prefix not in declared:
                yield PartProblem(
                    name, prefix, "is a prefix that may be ignored, but is not declared"
                )
