"""The pages of the Tantrix workbook: the first one, and how the others look (marks, chart)."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.tantrix.leads import EVEN_SHARE
from ...functions.tantrix.points import DRAW, GAME_TPS, MARGIN_TEXT, WINNER
from ..parts import theme
from ..parts.pages import FILLING, SOURCES
from ..parts.plan import Bars, EmptyColumns, Hidden, Look, Mark, Matrix, Qualifying
from ..parts.qualification.page import RaceNote
from ..parts.qualification.terms import terms
from ..parts.table import Column
from .standings import ITSELF, OF_RACE
from .tables import STANDS, VOID

SORTED = "Sorted by TP%."
NEXT_PURPOSE = (
    "The next placed of each group, sorted by TP%. Q qualifies as one of the best, ? is tied "
    "across that line, = shares the place. GBQ is that of the own group."
)
HOW_MANY_NEXT = "NextPlaces on Setup says how many qualify."
_COMPARISON = (
    "ow many games, each won by five tiles, the player in the row is behind the one in the "
    "column; below 0 is ahead. If only one of the two plays, it takes two wins for each of them."
)
OF_NEXT: Sequence[Look] = [Qualifying("place name:gbq", "NextPlaces")]


def standings_purpose(label: str = "") -> str:
    """The line below the title of the standings, of a group where there are several."""
    group = '"Group "&"{}"&". "&'.format(label.replace('"', '""')) if label else ""
    return (
        f'={group}"Q qualifies, ? is tied across the qualifying line, = shares the '
        'place. GBQ: above 0 is behind, below 0 ahead of "&'
        'IF(MeasuredFrom="leader","the leader","the last qualifying place")&"."'
    )


def comparison_purpose(many: bool) -> str:
    """The line below the title of the comparison."""
    return f'="Group "&CompareGroup&": h{_COMPARISON}"' if many else f"H{_COMPARISON}"


def _matrix(
    table: str, columns: Sequence[Column], names: Sequence[str], title: str, beside: str
) -> tuple[str, list[Look]]:
    """The columns of a matrix, and its headings; empty ones are not shown."""
    against = [column.key for column in columns if column.key.startswith("against")]
    keys = f"{against[0]}:{against[-1]}"
    return keys, [Matrix(f"{table}[no]", "all[name]", names, title, beside), EmptyColumns(keys)]


def of_comparison(columns: Sequence[Column], names: Sequence[str]) -> list[Look]:
    """The looks of the page that compares any two."""
    keys, headings = _matrix("compared", columns, names, "Games behind No.", "alone")
    return [*headings, Mark(keys, _ITSELF)]


def of_standings(
    columns: Sequence[Column], names: Sequence[str], group: str, only_played: bool
) -> list[Look]:
    """The looks of the standings: matrix, columns that need fixtures, marks and the chart."""
    last = next(key for key in reversed([c.key for c in columns]) if not key.startswith("against"))
    keys, headings = _matrix("standings", columns, names, "TPs against No.", last)
    hidden = {} if group or not only_played else dict.fromkeys(OF_RACE, "")
    return [
        *([] if group else [RaceNote()]),
        Hidden(hidden),
        *headings,
        EmptyColumns(f"to_play:{last}"),
        Qualifying("place no:decided", "Places", after=[Mark(keys, _ITSELF)]),
        Bars(
            label="name",
            value="gbq",
            title="Games behind the last qualifying place",
            axes=("Player", "Games behind (below 0: ahead)"),
            text="Bar chart of GBQ by player in the order of the standings; bars to the left are "
            "ahead of the last qualifying place, bars to the right behind it. The figures are in "
            "the column GBQ of the table above.",
            rows=len(names) or None,
        ),
    ]


_ITSELF = [(f'{{cell}}="{ITSELF}"', theme.QUIET)]
"""The empty diagonal of a matrix."""


_NEXT = (
    "Next placed",
    "The first player of each group below the places that qualify for certain, sorted by TP%, then "
    "by standard wins less half the games, then by play-off or lot. Q qualifies as one of the best "
    "NextPlaces. Where several share that place of a group, all of them stand there, and ? marks "
    "them if it may be worth a place: one of them is the next placed.",
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
            (
                "Fixtures",
                "Two names and no score: still to play. Standings shows how many each player has. "
                "Against Bye (or Freilos) nobody plays; such a row has no score.",
            ),
            (
                "Withdrew",
                f"Who plays no more. {VOID}: none of the player's matches counts for anybody; "
                f"{STANDS}: those that were played count. What is still to play with the player "
                "is cancelled. The rule of round robins, FIDE's too: void for who has played less "
                "than half of the matches. Nobody who withdrew has a place or qualifies, or is "
                "measured from; the others move up.",
            ),
            (
                "Play-off",
                "Players who are level on TP% and on games behind are tied. Who won the play-off "
                "or drew the lot has 1 beside the name on Setup, the next one 2; it only orders "
                "players who are tied. Once nothing is to play the status asks for it while a "
                "tie on the qualifying line is open.",
            ),
        ],
        "What the table says": [
            (
                "TP%",
                "Tournament points in percent of those played for. The table is sorted by it: it "
                "is the best measure of what was done so far, GBQ of what it takes to catch up.",
            ),
            (
                "GBQ",
                "Games behind the last definite qualifying place: about how many games, won by "
                "five tiles against the player in that place, would make up the difference. Above "
                "0 is behind, below 0 is ahead. To compare two players, subtract their GBQ, or "
                "look at Compare, which does it before anything is rounded. MeasuredFrom on Setup "
                "gives the leader 0.0 instead; who qualifies stays the same.",
            ),
            (
                "One plays",
                "If only one of two players plays, a win makes up half a game on the other, a "
                "draw nothing, and a loss costs half a game: two wins for each 1.0.",
            ),
            ("Mark", "Q qualifies, ? is tied across the qualifying line, = shares the place."),
            (
                "Decided by",
                "What separates a player from all others: games, where only one has played or only "
                "one has not; TP%; at equal TP% the games behind, before they are rounded (GBQ); "
                "then a play-off or lot; or nothing (tied).",
            ),
            (
                "No games",
                "A player without games stands below all who have played, and has no GBQ yet; with "
                f"even in NoGames on Setup such a player counts with {EVEN_SHARE:g}%, as in GBQ.",
            ),
            *([_NEXT] if many else terms("TPs", "player")),
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
                f"The winner of a game has {WINNER:g} + {MARGIN_TEXT}·√margin, at most "
                f"{GAME_TPS:g}; a draw is {DRAW:g} each; both add up to {GAME_TPS:g}. A player who "
                "reaches the time limit gives 1 TP to the opponent, "
                "and 1 more for every full minute over.",
            ),
        ],
    }
