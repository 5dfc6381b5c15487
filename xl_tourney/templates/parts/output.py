"""A workbook as the bytes of its file: the same workbook gives the same bytes."""

from __future__ import annotations

import io
from datetime import datetime
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.writer.excel import ExcelWriter

_NO_DATE = (1980, 1, 1, 0, 0, 0)


def package(workbook: Workbook) -> bytes:
    """The file of a workbook, without the time at which it was written."""
    workbook.properties.created = workbook.properties.modified = datetime(*_NO_DATE)
    dated = io.BytesIO()
    ExcelWriter(workbook, ZipFile(dated, "w")).save()
    undated = io.BytesIO()
    with ZipFile(dated) as parts, ZipFile(undated, "w", ZIP_DEFLATED) as archive:
        for part in parts.namelist():
            archive.writestr(ZipInfo(part, _NO_DATE), parts.read(part), ZIP_DEFLATED)
    return undated.getvalue()
