"""The check of a workbook against ECMA-376 and the known reasons for Excel's repair message.

Excel reads a file more strictly than other programs do, and repairs by dropping what it does not
like.  The rules are our own wording of ECMA-376 part 1 and of Excel's published limits.

>>> from xl_tourney.doctor.workbook import check_workbook
"""

from __future__ import annotations

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
from .parts import PartProblem, WorkbookParts

__all__ = ["PartProblem", "check_workbook"]

_RULES = (
    book_rules.check,
    style_rules.check,
    cell_rules.check,
    feature_rules.check,
    page_and_drawing_rules.check_pages,
    table_rules.check,
    page_and_drawing_rules.check_drawings,
)


def check_workbook(path: Path) -> list[PartProblem]:
    """What Excel would not accept in a workbook, add-in or macro workbook; empty when all is well.

    A file that is no package at all raises an error.
    """
    parts = WorkbookParts(Package.from_path(path))
    problems = list(package_rules.check(parts))
    if parts.workbook_part is None:
        return problems
    for check in _RULES:
        problems.extend(check(parts))
    return problems
