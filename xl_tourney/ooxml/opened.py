"""A workbook as openpyxl opens it: once for all who read the same bytes.

A command asks for one workbook several times: for its headings, its report, its results.  To open
it is a third of what a small command takes.
"""

from __future__ import annotations

import io
from weakref import WeakValueDictionary

from openpyxl import Workbook, load_workbook

from .package import Package

_OPENED: WeakValueDictionary[bytes, Workbook] = WeakValueDictionary()
"""The workbooks that somebody still holds, by the bytes of their files."""


def open_values(package: Package) -> Workbook:
    """The file, opened with its values; to be read only, since others may have the same."""
    opened = _OPENED.get(package.data)
    if opened is None:
        opened = load_workbook(io.BytesIO(package.data), data_only=True)
        _OPENED[package.data] = opened
    return opened
