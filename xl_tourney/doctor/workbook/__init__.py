"""The check of a workbook against ECMA-376 and the known reasons for Excel's repair message.

Excel reads a file more strictly than other programs do, and repairs by dropping what it does not
like.  The rules are our own wording of ECMA-376 part 1 and of Excel's published limits.

>>> from xl_tourney.doctor.workbook import check_workbook
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...ooxml.package import Package
from . import (
    book_rules,
    cell_rules,
    feature_rules,
    package_rules,
    page_and_drawing_rules,
    style_rules,
    table_rules,
)
from .parts import Element, Found, PartProblem, WorkbookParts

__all__ = ["PartProblem", "check_workbook"]

_RULES: tuple[tuple[str, Callable[[Element, WorkbookParts], Found]], ...] = (
    ("workbook", book_rules.check),
    ("styles", style_rules.check_styles),
    ("styles", style_rules.check_looks),
    ("sharedStrings", style_rules.check_strings),
    ("worksheet", cell_rules.check_cells),
    ("worksheet", feature_rules.check_features),
    ("worksheet", page_and_drawing_rules.check_pages),
)
"""What each kind of part is held to."""


def check_workbook(path: Path) -> list[PartProblem]:
    """What Excel would not accept in a workbook, add-in or macro workbook; empty when all is well.

    A file that is no package at all raises an error.
    """
    parts = WorkbookParts(Package.from_path(path))
    problems = list(package_rules.check(parts))
    if parts.workbook_part is None:
        return problems
    for kind, check in _RULES:
        for part, root in parts.roots(kind):
            problems += (PartProblem(part, *found) for found in check(root, parts))
    return [*problems, *table_rules.check(parts), *page_and_drawing_rules.check_drawings(parts)]
