"""The custom document properties of a workbook."""

from __future__ import annotations

from collections.abc import Mapping

from . import xml
from .package import Package
from .workbook import read_relationships


def read_properties(package: Package) -> Mapping[str, str]:
    """The custom document properties of a workbook that are texts."""
    for relationship in read_relationships(package, "").values():
        if relationship.type == "custom-properties" and relationship.target in package:
            root = xml.parse_tree(xml.read_part(package, relationship.target), package.name)
            return {
                element.get("name", ""): element.findtext("lpwstr") or ""
                for element in root.iterfind("property")
            }
    return {}
