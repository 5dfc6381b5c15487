"""Whether a workbook has times with parts of a second in texts, ``0:00:14.9``.

Excel reads 14.9 seconds where the decimal sign of its user is a point; formualizer reads 14.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...ooxml.sheet.sheet_xml import SheetXml
from ...ooxml.workbook import Workbook

_TIME = rb":(?<=[0-9]:)[0-9]{1,2}:[0-9]{1,2}\.[0-9]"  # by its rarest character first: quicker
_OF_CELLS = re.compile(_TIME)
_OF_FORMULAS = re.compile(rb"(?i)%s|S\]?\.0" % _TIME)
"""The time itself, or the format by which TEXT writes one."""


def has_parts_of_seconds(workbook: Workbook, sheets: Iterable[SheetXml]) -> bool:
    """Whether a constant text may be such a time, or a formula on these sheets may have one."""
    return any(_OF_FORMULAS.search(sheet.distinct_formulas) for sheet in sheets) or any(
        map(_OF_CELLS.search, workbook.parts_with_texts())
    )
