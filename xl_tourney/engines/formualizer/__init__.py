"""formualizer: the default engine, in Rust.

``ENGINE`` calculates whole workbooks, ``Trial`` what becomes of one when cells change, and
``ScratchSheet`` formulas that stand in no cell.
"""

from .engine import ENGINE
from .scratch_sheet import ScratchSheet, Trial

__all__ = ["ENGINE", "ScratchSheet", "Trial"]
