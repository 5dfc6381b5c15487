"""What the Tantrix workbook says: its options, its checks, and the first page."""

from __future__ import annotations

from ..parts.pages import FILLING, SOURCES, Check, Setting
from ..parts.table import Rule
from . import tables as columns


def options(
    places: int,
    basis: str,
    step: float,
    meetings: int | None,
    by_game: bool,
    groups: int,
    next_places: int | None,
    wbq: bool,
) -> list[Setting]:
    """The named cells: what may be changed, what the rules fix, what is counted."""
    points = Rule("decimal", "Tournament points: a number.", -999, 999)
    limit = Setting(
        "TimeLimit",
        "From how many minutes on a player's time costs points.",
        15,
        Rule("decimal", "Minutes: a number from 0.", 0),
    )
    smallest = ",".join(f'COUNTIF({{group_{n}[key]}},">0")' for n in range(groups))
    counted = [
        Setting(
            "SmallestGroup",
            "Counted: the players of the smallest group.",
            formula=f"=MIN({smallest})",
        )
        if groups > 1
        else Setting(
            "LastPlace",
            "Counted: the place that GBQ is measured from.",
            formula="=MIN(Places,PlayersListed)",
        )
    ]
    best = Setting(
        "NextPlaces",
        "How many of the best next-placed players, one a group, qualify as well; 0 for none.",
        next_places,
        Rule("whole", "A whole number from 0 to the number of groups.", 0, groups),
    )
    show = Setting(
        "ShowWBQ",
        "Whether the standings show WBQ, the 2003 WTTC's games behind: yes or no.",
        "yes",
        Rule("list", "yes or no", '"yes,no"'),
    )
    return [
        Setting(
            "Places",
            "How many places qualify for certain; GBQ is measured from the last of them.",
            places,
            Rule("whole", "A whole number from 1 to the number of players.", 1),
        ),
        *([best] if groups > 1 else []),
        Setting(
            "Basis",
            "By what that place is counted: tp% (as in the 2004 WTTC) or gbq (as in the Euros).",
            basis,
            Rule("list", "tp% or gbq", '"tp%,gbq"'),
        ),
        Setting(
            "Step",
            "To what GBQ is rounded: 0.5 as published; 0 leaves it unrounded.",
            step,
            Rule("decimal", "A number from 0.", 0),
        ),
        *([show] if wbq else []),
        Setting(
            "Meetings",
            f"How many {'games' if by_game else 'matches'} two players have against each other; "
            "more are reported. Blank for any number.",
            meetings,
            Rule("whole", "A whole number from 1, or blank.", 1),
        ),
        Setting("Win", "The TPs of a standard win, by five tiles.", 15, points),
        Setting("Loss", "The TPs of a standard loss.", 5, points),
        *([limit] if by_game else []),
        Setting("GameTPs", "Fixed: the TPs that two players share in a game.", 20, fixed=True),
        Setting(
            "EvenShare",
            "Fixed: the TP% at which a player without games is sorted in.",
            50,
            fixed=True,
        ),
        Setting(
            "Decimals",
            "Fixed: sums of TPs are rounded to this, so that equal TPs are equal.",
            6,
            fixed=True,
        ),
        Setting("PlayersListed", "Counted: the players.", formula='=COUNTIF({all[key]},">0")'),
        *counted,
    ]


_APART = Check(
    "The players of a match are in the same group",
    "=SUM({matches[apart]})",
    "Correct one of the two names, or the list.",
    "Setup",
)
_NEXT_PLACES = (
    "+IF(ISNUMBER(NextPlaces),IF(AND(NextPlaces>=0,NextPlaces<=ROWS({next[row]}),"
    "INT(NextPlaces)=NextPlaces),0,1),1)"
)


def checks(many: bool) -> list[Check]:
    """What must hold, in one group or in several."""
    fewest = "SmallestGroup" if many else "PlayersListed"
    return [
        Check(
            "Every row of results is complete",
            "=SUM({matches[incomplete]})",
            "Fill in two players, a whole number of games and the numbers of both players.",
            "Results",
        ),
        Check(
            "Every player in the results is listed",
            "=SUM({matches[unknown]})",
            "Correct the spelling, or add the player to the list.",
            "Setup",
        ),
        Check(
            "Nobody plays against himself",
            "=SUM({matches[itself]})",
            "Correct one of the two names.",
            "Results",
        ),
        *([_APART] if many else []),
        Check(
            "The TPs of both players add up to 20 a game",
            "=SUM({matches[unbalanced]})",
            "Correct the TPs or the number of games.",
            "Results",
        ),
        Check(
            "No two players meet more often than they should",
            "=SUM({matches[again]})",
            "Remove the row that was entered twice, or raise Meetings.",
            "Results",
        ),
        Check(
            "Nobody is listed twice",
            '=COUNTIF({all[key]},0)-COUNTIF({all[name]},"")',
            "Remove the second entry; it counts for nothing.",
            "Setup",
        ),
        Check(
            "Everybody has the games that the results say",
            "=ABS(SUM({all[games]})-SUM({matches[games]},{matches[games]}))",
            "So many games are missing in the table: look for players who are not listed.",
            "Results",
        ),
        Check(
            "All TPs are 20 times all games",
            "=ABS(ROUND(SUM({all[tps]})-GameTPs*SUM({matches[games]}),Decimals))",
            "The table is so many TPs off: mend what the lines above say.",
            "Results",
        ),
        Check(
            "The options can be used",
            "=IF(PlayersListed=0,0,"
            f"IF(ISNUMBER(Places),IF(AND(Places>=1,Places<={fewest},INT(Places)=Places),0,1),1)"
            '+IF(OR(Basis="",Basis="tp%",Basis="gbq"),0,1)+IF(Step="",0,IF(ISNUMBER(Step),'
            "IF(Step>=0,0,1),1))+IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),IF(Win>Loss,0,1),1)"
            f"{_NEXT_PLACES if many else ''})",
            "Places: 1 to the number of players; Basis: tp% or gbq; Step: from 0; Win above Loss.",
            "Setup",
        ),
    ]


def nothing(by_game: bool) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNTA({{results[{columns.inputs(by_game)}]}})=0"


_NEXT = (
    "Next placed",
    "The first player of each group below the places that qualify for certain, sorted by TP%, then "
    "by standard wins less half the games. Q qualifies as one of the best NextPlaces.",
)


def read_me(by_game: bool, many: bool) -> dict[str, list[tuple[str, str]]]:
    """How to fill the workbook in, and what its tables say."""
    row = (
        "One row a game: who played, the margin in tiles (of A less of B), and the minutes of "
        "each where they were noted. Games and TPs follow from that."
        if by_game
        else "One row a match: who played, how many games, and the TPs of both players."
    )
    return {
        FILLING: [
            ("Setup", "Write the players into the tinted cells; say how many places qualify."),
            ("Results", row),
        ],
        "What the table says": [
            ("TP%", "Tournament points in percent of those played for. The table is sorted by it."),
            (
                "GBQ",
                "Games behind the last definite qualifying place: about how many games, won by "
                "five tiles against the player in that place, would make up the difference. Above "
                "0 is behind, below 0 is ahead. To compare two players, subtract their GBQ.",
            ),
            ("Mark", "Q qualifies, ? is tied across the qualifying line, = shares the place."),
            (
                "Decided by",
                "What separates a player from all others: TP%; at equal TP% the games behind, "
                "before they are rounded (GBQ); or nothing (tied).",
            ),
            ("No games", "A player without games is sorted in at 50%, where GBQ has him too."),
            *([_NEXT] if many else []),
            ("Matrix", "The TPs of the player in the row against the player in the column."),
        ],
        SOURCES: [
            (
                "GBQ",
                "The page on GBQ published with the Tantrix group tables, sections 1 to 3, 6 and "
                "7. It calls the measure behind GBQ “wins − losses”; it is half of that.",
            ),
            (
                "TPs",
                "The winner of a game has 12 + 4/3·√margin, at most 20; a draw is 10 each; both "
                "add up to 20. A player who reaches the time limit gives 1 TP to the opponent, "
                "and 1 more for every full minute over.",
            ),
        ],
    }
