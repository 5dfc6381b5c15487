"""The pages of the kdice workbook that are written out: checks, what it all means."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES, SCALE
from ...functions.kdice.points import MOST_GUTS
from ...functions.kdice.record import SEATS
from ..parts.checks import OPTIONS, Check
from ..parts.pages import read_first_page
from .tables import SORTED_BY

_RARITIES = " + ".join(f"p{level}/{rarity}" for level, rarity in enumerate(LEVEL_RARITIES))

CHECKS = [
    Check(
        "Every player has a name, seven finishes, and numbers from 0",
        "=SUM({group[incomplete]})",
        "Fill in the row; Games is a whole number, or blank when the finishes are counts; "
        "percentages add up to at most 150. Until then the row is left out.",
        "Players",
    ),
    Check(
        "No player stands in two rows",
        "=SUM({group[again]})",
        "Remove the second row; it is left out.",
        "Players",
    ),
    Check(
        "Finishes add up, or a note says why not",
        "=SUM({group[unexplained]})",
        "Correct the percentages; where they were published so, say it in Note. They are used as "
        "they are.",
        "Players",
    ),
    Check(
        "Table levels add up to 100%",
        "=SUM({group[levels_off]})",
        "Correct the percentages; they are used as they are.",
        "Players",
    ),
    Check(
        "Earlier profiles have seven percentages that add up",
        "=SUM({group[earlier_off]})",
        "Complete or correct the profile, or leave all seven cells blank.",
        "Earlier",
    ),
    Check(
        "Everybody in the list is in the leaderboard",
        "=ABS(COUNTA({players[name]})-COUNT({leaderboard[no]}))",
        "So many players are left out: mend what the lines above say.",
        "Players",
    ),
    Check(
        "The player chosen on the sheet Player is in the leaderboard",
        '=IF(OR(Chosen="",PlayersListed=0),0,IF(ChosenNo=0,1,0))',
        "Choose another player, or correct the name.",
        "Player",
    ),
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
