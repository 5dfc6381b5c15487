"""The options of a recalculation, the same for one workbook and for many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..engines import ENGINES
from ..record import NamedTuple

if TYPE_CHECKING:
    from datetime import datetime

    from ..ooxml.package import Limits


class Options(NamedTuple):
    """How workbooks are recalculated."""

    engine: str = ENGINES[0]
    """The engine that calculates, one of ``ENGINES``."""
    check: bool = False
    """Do not write, only compare."""
    now: datetime | None = None
    """The value of NOW, for volatile functions; the time of the machine without it.

    For a given time RAND, too, gives the same numbers each time.
    """
    limits: Limits | None = None
    """The largest workbook that is read."""
    identify_content: bool = False
    """Identify the content in the receipt by its hash, if the workbook is up to date now."""
    force: bool = False
    """Write also what a spreadsheet program has open."""
    strict: bool = False
    """Keep also the values of cells that depend on a kept one whose inputs changed."""
    third_opinion: bool = False
    """Ask LibreOffice, if it is installed, where two engines do not agree."""
