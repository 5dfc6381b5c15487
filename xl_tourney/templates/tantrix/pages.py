"""The pages of the Tantrix workbook: checks, the first page, and how the others look."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.tantrix.leads import EVEN_SHARE
from ...functions.tantrix.points import DRAW, GAME_TPS, MARGIN_TEXT, WINNER
from ..parts import theme
from ..parts.checks import OPTIONS, Check, count_of, read_checks, unlisted_name
from ..parts.pages import read_first_page
from ..parts.plan import Bars, EmptyColumns, Hidden, Look, Mark, Matrix, Qualifying
from ..parts.qualification import page as what_if
from ..parts.qualification.page import RaceNote
from ..parts.qualification.terms import terms
from ..parts.table import Column
from . import results as result_columns
from .standings import ITSELF, OF_RACE
from .tables import STANDS, VOID

SORTED = "Sorted by TP%."
NEXT_PURPOSE = (
    "The next placed of each group, sorted by TP%. Q qualifies as one of the best, ? is tied "
    "across that line, = shares the place. GBQ is that of the own group."
)
HOW_MANY_NEXT = "NextPlaces on Setup says how many qualify."
COMPARISON_OF_GROUP = (
    '="Group "&CompareGroup&": how many games, each won by five tiles, the player in the row is '
    "behind the one in the column; below 0 is ahead. If only one of the two plays, it takes two "
    'wins for each of them."'
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


def read_me(by_game: bool, many: bool) -> dict[str, list[tuple[str, str]]]:
    """How to fill the workbook in, and what its tables say."""
    return read_first_page(
        "tantrix",
        {"games": by_game, "groups": many},
        {"race": [] if many else terms("TPs", "player")},
        void=VOID,
        stands=STANDS,
        even=EVEN_SHARE,
        winner=WINNER,
        margin=MARGIN_TEXT,
        game=GAME_TPS,
        draw=DRAW,
    )


WRITTEN = read_checks("tantrix")
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


_TIME_LIMIT = "+IF(ISNUMBER(TimeLimit),IF(TimeLimit>=0,0,1),1)"


def checks(by_game: bool, many: bool) -> list[Check]:
    """The checks, by games or matches, in one group or in several."""
    withdrew = "{listed[withdrew]}"
    fewest = "SmallestGroup" if many else "PlayersIn"
    unit = "game" if by_game else "match"
    usable = (
        f"IF(ISNUMBER(Places),IF(AND(Places>=1,OR(Places<={fewest},SUM({{matches[games]}})=0),"
        "INT(Places)=Places),0,1),1)"
        '+IF(OR(Basis="",Basis="tp%",Basis="gbq"),0,1)'
        '+IF(OR(NoGames="",NoGames="last",NoGames="even"),0,1)'
        '+IF(OR(MeasuredFrom="",MeasuredFrom="line",MeasuredFrom="leader"),0,1)+IF(Step="",0,IF(ISNUMBER(Step),'
        "IF(Step>=0,0,1),1))+IF(AND(ISNUMBER(Win),ISNUMBER(Loss)),IF(Win>Loss,0,1),1)"
        f"{_TIME_LIMIT if by_game else ''}{_NEXT_PLACES if many else ''}"
    )
    remedy = (
        "Places: 1 to the number of players; Basis: tp% or gbq; MeasuredFrom: line or leader; "
        "NoGames: last or even; "
        "Step: from 0; Win above Loss"
        + ("; TimeLimit: from 0" if by_game else "")
        + ("; NextPlaces: 0 to the number of groups" if many else "")
    )
    return [
        Check(
            "Every row of results is complete",
            "=SUM({matches[incomplete]})",
            "Fill in two players and the margin, or no score yet; minutes are numbers from 0, or "
            "blank."
            if by_game
            else "Fill in two players, a whole number of games and the TPs of both players, or no "
            "TPs yet.",
            "Results",
        ),
        Check(
            "Every player in the results is listed",
            "=SUM({matches[unknown]})",
            "Correct the spelling, or add the player to the list.",
            "Setup",
            unlisted=unlisted_name(
                "1,{matches[unknown]}", "matches[no_a]", "results[player_a]", "results[player_b]"
            ),
        ),
        Check(
            "Nobody stands on both sides",
            "=SUM({matches[itself]})",
            "Correct one of the two names.",
            "Results",
        ),
        *([_APART] if many else []),
        Check(
            f"The TPs of both players add up to {GAME_TPS:g} a game",
            "=SUM({matches[unbalanced]})",
            "Correct the TPs or the number of games.",
            "Results",
        ),
        *WRITTEN["results"],
        Check(
            "Withdrew and Play-off or lot can be used",
            f'=ROWS({withdrew})-COUNTIF({withdrew},"")-COUNTIF({withdrew},Withdrew_void)'
            f"-COUNTIF({withdrew},Withdrew_stands)"
            "+SUM({all[refused]})",
            f"Withdrew: blank, {VOID} or {STANDS}; play-off or lot: blank, or a number from 1.",
            "Setup",
        ),
        Check(
            "Everybody has the games that the results say",
            "=ABS(SUM({all[games]})-SUM({matches[games]},{matches[games]}))",
            "So many games are missing in the table: look for players who are not listed.",
            "Results",
        ),
        Check(
            f"All TPs are {GAME_TPS:g} times all games",
            "=ABS(ROUND(SUM({all[tps]})-GameTPs*SUM({matches[games]}),Decimals))",
            "The table is so many TPs off: mend what the lines above say.",
            "Results",
        ),
        Check(
            OPTIONS,
            f"=IF(PlayersListed=0,0,{usable})",
            f"{remedy}.",
            "Setup",
        ),
        *([] if many else [what_if.check(result_columns.RACE)]),
        Check(
            f"Every {unit} that is listed is played",
            "=SUM({matches[to_play]})",
            f"So many wait for their result: fill it in when the {unit} is played.",
            "Results",
            progress=count_of(unit, " to play", "" if by_game else "matches"),
        ),
    ]


OPEN_TIE = (
    "IF(AND(Fixtures=0,SUM({matches[games]})>0,SUM({all[open_tie]})>0),"
    '"; a tie on the qualifying line is open: write who won the play-off or lot on Setup","")'
)
"""What the status adds once nothing is to be played and a tie on a qualifying line is open."""


def nothing(by_game: bool) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNTA({{results[{result_columns.inputs(by_game)}]}})=0"
