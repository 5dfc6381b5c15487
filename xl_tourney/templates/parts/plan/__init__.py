"""What a workbook is made of; ``builder`` writes it."""

from .charts import Bars, Lines, Profile
from .looks import (
    EVERYWHERE,
    PROBLEMS,
    BlockLines,
    EmptyColumns,
    Hidden,
    Mark,
    Matrix,
    NamedStandings,
    Qualifying,
    RowHeights,
)
from .types import SETTINGS, Cell, Look, SheetPlan, TablePlan, WorkbookPlan, read_sheets

__all__ = [
    "EVERYWHERE",
    "PROBLEMS",
    "SETTINGS",
    "Bars",
    "BlockLines",
    "Cell",
    "EmptyColumns",
    "Hidden",
    "Lines",
    "Look",
    "Mark",
    "Matrix",
    "NamedStandings",
    "Profile",
    "Qualifying",
    "RowHeights",
    "SheetPlan",
    "TablePlan",
    "WorkbookPlan",
    "read_sheets",
]
