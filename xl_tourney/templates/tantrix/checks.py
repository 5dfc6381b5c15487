"""The checks of the Tantrix workbook, which must hold before its table is published."""

from __future__ import annotations

from ...functions.tantrix.points import GAME_TPS
from ..parts.checks import OPTIONS, Check, count_of, read_checks, unlisted_name
from ..parts.qualification import page as what_if
from . import results as result_columns
from .tables import STANDS, VOID

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
