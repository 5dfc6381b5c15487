"""The custom document properties of a workbook."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..errors import WorkbookError
from . import xml
from .package import Package
from .workbook import read_relationships

PROPERTIES_PART = "docProps/custom.xml"
"""The part that holds them in a workbook of ours."""
_FMTID = "{D5CDD505-2E9C-101B-9397-08002B2CF9AE}"
"""What the standard gives to properties of users."""


def read_properties(package: Package) -> Mapping[str, str]:
    """The custom document properties of a workbook that are texts."""
    for relationship in read_relationships(package, "").values():
        if relationship.type == "custom-properties" and relationship.target in package:
            root = xml.parse_tree(xml.read_part(package, relationship.target), package.name)
            return {
                element.get("name", ""): text.text if (text := element.find("lpwstr")) else ""
                for element in root.iterfind("property")
            }
    return {}


def with_property(package: Package, name: str, text: str) -> dict[str, str]:
    """The part of the custom properties, by its name, with a text as one of them; it may be new."""
    for relationship in read_relationships(package, "").values():
        if relationship.type == "custom-properties" and relationship.target in package:
            old = xml.read_part(package, relationship.target).data.decode().removeprefix("\ufeff")
            pattern = re.compile(
                rf'(<property\b[^>]*\bname="{re.escape(name)}"[^>]*>\s*<vt:lpwstr[^>]*>)'
                r"[^<]*(</vt:lpwstr>)"
            )
            new, count = pattern.subn(lambda found: found[1] + xml.escape(text) + found[2], old)
            if count == 0:
                number = max(map(int, re.findall(r'\bpid="(\d+)"', old)), default=1) + 1
                added = (
                    f'<property fmtid="{_FMTID}" pid="{number}" name="{xml.escape(name)}">'
                    f"<vt:lpwstr>{xml.escape(text)}</vt:lpwstr></property>"
                )
                end = old.rfind("</Properties>")
                new, count = f"{old[:end]}{added}{old[end:]}", int(end > 0)
            if count == 1:
                return {relationship.target: new}
    raise WorkbookError(f"{package.name}: its document properties are in an unknown form.")
