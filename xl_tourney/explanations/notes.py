"""Explanations as comments of cells, in a copy of a workbook that a template of ours made."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.comments import Comment

from ..errors import OptionError
from ..events.values import calculate
from ..ooxml.package import Package
from .book import Book
from .explanation import Explanation, Part

AUTHOR = "xl-tourney explain"
_WIDTH, _LINE_HEIGHT, _LETTERS = 460, 20, 62
"""The size of a comment in points, and about how many letters are in a line."""


def with_notes(book: Book, explanations: Iterable[Explanation], output: Path) -> tuple[bytes, int]:
    """A workbook with each part of explanations as a comment of its cell; how many there are.

    OptionError if the workbook is a user's own: to write it anew could lose what is in it.
    """
    if not book.template:
        raise OptionError(f"{book.problem} Comments are written only into a workbook of ours.")
    workbook = load_workbook(io.BytesIO(book.event.package.plain_data))
    count = 0
    for explanation in explanations:
        for part in explanation.parts:
            area = book.area(part.title.result.formula)
            if area is None or not part.steps:
                continue
            sheet, row, column = area.cell()
            workbook[sheet].cell(row, column).comment = _comment(part)
            count += 1
    data = io.BytesIO()
    workbook.save(data)
    return calculate(Package(data.getvalue(), str(output))).data, count


def _comment(part: Part) -> Comment:
    lines = [str(part.title), *map(str, part.steps)]
    lines += [f"({part.function}: {part.source})"] if part.source else []
    height = sum(1 + len(line) // _LETTERS for line in lines) * _LINE_HEIGHT
    return Comment("\n".join(lines), AUTHOR, height=height, width=_WIDTH)
