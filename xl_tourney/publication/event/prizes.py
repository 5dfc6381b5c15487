"""The prizes of an event: categories, and who wins in each."""

from __future__ import annotations

from collections.abc import Iterator

from openpyxl import Workbook
from openpyxl.utils import range_boundaries

from ...defined_names import PRIZES
from ..standings import find_destinations


def read_prizes(workbook: Workbook) -> Iterator[tuple[str, list[str]]]:
    """The categories with winners, each with these as ``3. Name``, the first prize first."""
    if PRIZES not in workbook.defined_names:
        return
    for sheet, area in find_destinations(workbook, workbook.defined_names[PRIZES]):
        left, top, right, bottom = range_boundaries(area.replace("$", ""))
        for column in workbook[sheet].iter_cols(left, right, top, bottom):
            heading, *winners = [str(cell.value or "") for cell in column]
            if heading and any(winners):
                yield heading, list(filter(None, winners))
