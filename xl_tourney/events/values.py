"""The values of a workbook in use: those of its file where these are current, else calculated."""

from __future__ import annotations

from collections.abc import Sequence

from ..calculation import calculator
from ..calculation.receipt import CellMessage
from ..calculation.stamp import is_stamped
from ..messages import message
from ..ooxml.custom_properties import read_properties
from ..ooxml.package import Package
from ..templates.outline import FormulasOfTemplate


def calculate(package: Package) -> Package:
    """A copy of a workbook whose cached values are up to date; itself where it is stamped.

    Who asks again for the values of the same bytes need not wait: a director looks at standings,
    publishes and exports one state of an event.  With the time of day in them they are new.
    Formulas that are still those of the template are tested: no second engine is asked about them.
    """
    data, _ = _calculated(package)
    return package if data == package.data else Package(data, package.name)


def describe_values(package: Package) -> str:
    """What readers must know of the values; empty where all were calculated anew."""
    if calculator().calculates:
        return ""
    _, kept = _calculated(package)
    return _AS_SAVED if kept else ""


def _calculated(package: Package) -> tuple[bytes, Sequence[CellMessage]]:
    """The file with its values, and the cells that nobody calculates here."""
    if is_stamped(package):
        return package.data, ()
    if package.data not in _CALCULATED:
        known = FormulasOfTemplate(read_properties(package))
        data, receipt = calculator().calculate(package, known, charts=False)
        if receipt.volatile:
            return data, receipt.kept
        for oldest in [*_CALCULATED][: 2 - _LATEST]:
            _CALCULATED.pop(oldest, None)
        _CALCULATED[package.data] = _CALCULATED[data] = data, receipt.kept
    return _CALCULATED[package.data]


_LATEST = 4
"""Of so many workbooks the values are known, before and after they were calculated."""
_AS_SAVED = message(
    "Nobody calculates here, so the values are those that were saved; they are current if a "
    "spreadsheet program saved the workbook after the last change."
)

_CALCULATED: dict[bytes, tuple[bytes, Sequence[CellMessage]]] = {}
"""The content with values up to date, and the cells that stay as saved, by the content."""
