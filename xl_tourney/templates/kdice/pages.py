"""The pages of the kdice workbook that are written out: checks, what it all means."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES, SCALE
from ...functions.kdice.points import MOST_GUTS
from ...functions.kdice.record import SEATS
from ..parts.checks import OPTIONS, Check
from ..parts.pages import FILLING, SOURCES
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

READ_ME = {
    FILLING: [
        (
            "Players",
            "One row a player, copied from the profile page (Paste Special, as text). Finishes are "
            "percentages of Games, or fractions, or counts: counts when Games is blank, or when "
            "they add up to Games. The levels are percentages of the games at each table level, "
            "as it was when one sat down; leave all six blank when they are not known.",
        ),
        (
            "Earlier",
            "The profile from the lowest rating, and from when the score was last zero.",
        ),
        (
            "No games",
            "A name without finishes is a player who has not played: listed at the end, without a "
            "place, and without effect on the others. Who leaves stays with the games played: "
            "every figure is of one's own games.",
        ),
        ("Player", "Choose a name: the page shows the player against the field."),
        (
            "Affiliation",
            "Count games of x in which y had not sat down before. Watchers are an average at all "
            "tables of that level, without yourself; where it is not known whether y watches, "
            "leave the probability blank.",
        ),
    ],
    "What the leaderboard says": [
        (
            "Score",
            "TAPL adjusted for the opponents (QOOA × TAPL). Where no levels are known it is plain "
            "TAPL, and below YatesBelow games Yates' correction is in it. The column Score is says "
            "which; a plain score does not compare well with an adjusted one.",
        ),
        (
            "Sorted by",
            "SortBy on Setup: Score, TAZD, CI, PPRG or BSS. TAPL and TAZD also grow with play "
            "that is worse than luck: such a player keeps the place, and is marked −, with the "
            "reason.",
        ),
        (
            "TAPL",
            f"{SCALE}·√games·Σ(share − 1/{SEATS})² / (1/{SEATS}). "
            "It tells how far the finishes are from luck, and not in which direction: always last "
            "scores like always first.",
        ),
        (
            "Mark",
            "− the CI is below 0: the difference from luck is for the worse. * the percentages do "
            "not add up; they are used as they are. = shares the place.",
        ),
        (
            "Difference",
            f"Two TAPLs are compared in standard deviations: their difference divided by {SCALE}.",
        ),
        (
            "PPC",
            "How many times more often y shows up than by chance, in roots of what is expected; "
            "from 3 on an affiliation, friendly or hostile. It is y's passive coefficient with x, "
            "and x's active one (APC) with y. Fewer than 20 games say little.",
        ),
        ("Rounding", "Whole percents can change TAPL by a tenth. Counts are exact."),
        ("p-value", "The chance that luck alone does at least this; rough below 35 games."),
        ("QOOA", f"{_RARITIES}, of the levels' percentages."),
        ("TAZD", "TAPL against the typical player whose score is 0: 10, 10, 10.3 … 19.4 percent."),
        ("CI", "Expected payoff per point of buy-in, from −1 to 1; top players have about 0.25."),
        (
            "GPG, PPRG",
            f"Points per game over the CI, at most {MOST_GUTS:g} (n/a where one is negative and "
            "the other is not); points over √games. Both need Points.",
        ),
        (
            "BSS",
            "Games behind the leader: a sixth of a game for each place below the first, half a "
            "game for each game fewer than the player with the most.",
        ),
    ],
    SOURCES: [
        ("Statistics", "The collected works of skrumgaer, last revised 25 January 2009."),
    ],
}
