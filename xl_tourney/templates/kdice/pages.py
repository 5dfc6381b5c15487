"""The pages of the kdice workbook that are written out: checks, what it all means."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES, SCALE
from ...functions.kdice.points import MOST_GUTS
from ...functions.kdice.record import SEATS
from ..parts.checks import OPTIONS, Check, read_checks
from ..parts.pages import read_first_page
from .tables import SORTED_BY

WRITTEN = read_checks("kdice")
_RARITIES = " + ".join(f"p{level}/{rarity}" for level, rarity in enumerate(LEVEL_RARITIES))

CHECKS = [
    *WRITTEN["profiles"],
    Check(
        OPTIONS,
        "=IF(ISNUMBER(YatesBelow),IF(YatesBelow>=0,0,1),1)"
        "+IF(ISNUMBER(Rounding),IF(Rounding>=0,0,1),1)+IF(OR("
        + ",".join(f'SortBy="{name}"' for name in SORTED_BY)
        + "),0,1)",
        f"SortBy: {', '.join(SORTED_BY)}; YatesBelow and Rounding: numbers from 0.",
        "Setup",
    ),
]

READ_ME = read_first_page("kdice", scale=SCALE, seats=SEATS, rarities=_RARITIES, guts=MOST_GUTS)
