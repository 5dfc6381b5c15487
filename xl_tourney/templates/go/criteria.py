"""The criteria of go that are sums: a column for each, written from the arithmetic of its record.

A sum becomes a term for each round, ``#`` its number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from inspect import signature
from typing import Any

from ...catalogue.expression import Term, formula_of, symbol, to_term
from ...catalogue.expression.terms import COMPARISON, PRODUCT, UNKNOWN
from ...functions.criteria import Each
from ...functions.go.criteria import CRITERIA, Criterion
from ...functions.go.rows import Game, NotPlayed, NumbersRow, Row, points_of_halves, wins
from ...functions.go.sums import SOS as SOS
from ...functions.go.wall_list import read_wall_list
from ..parts.table import Column, computed, word_cell
from .placing import for_player, if_player
from .rounds import (
    HAS_OPPONENT,
    IN_AN_EXTRACT,
    IS_PLAYED,
    OPPONENT,
    POINTS,
    RESULT,
    per_round,
    row_of_rounds,
    sum_of_rounds,
    without_opponent,
)

USUAL = ("NBW", "MMS", "SOS", "SOSOS", "SODOS", "CUSS")
"""The sums that every workbook has, in the order of their columns."""
OTHERS = {
    "OPERA": "Mean performance rating of the opponents.",
    "Rating": "The rating before the tournament.",
    "DC": "Direct comparison (AGA: face to face) of those tied so far; listed again, once more.",
    "DC place": "Direct comparison iterated to the end: the place among the tied; lower is better.",
}
"""The criteria that are no sums, behind them."""
_WITHOUT = {1: "the lowest round", 2: "the two lowest rounds"}
_OF_NO_GAME = f"IF(N({OPPONENT})<>0,0,IF(N({RESULT})>0,{POINTS},0))"
_ENTERED = "{progress.top[entered_#]}"


def also_offered() -> str:
    """The sums that a new workbook has beside the usual ones."""
    return ",".join(code for code in CRITERIA if code not in USUAL)


def records(also: str | None) -> list[Criterion]:
    """The records of the sums that a workbook has."""
    further = [code for code in (also or "").split(",") if code in CRITERIA]
    return [CRITERIA[code] for code in (*USUAL, *further)]


def listed(also: str | None) -> dict[str, str]:
    """The criteria that a tournament can be placed by, and what they are, as their columns are."""
    found: dict[str, str] = {}
    for record in records(also):
        found[record.code] = record.meaning
        for drop in record.drops:
            found[f"{record.code}-{drop}"] = f"{record.code} without {_WITHOUT[drop]}."
    return found | OTHERS


# The columns ----------------------------------------------------------------------------------


class _Game(Game):
    """A round as formulas of the sheet Calculation name it."""

    standing, score = symbol("standing"), symbol("{rounds.row[sos_#]}")
    was_played, has_opponent, is_open = (
        Term(UNKNOWN, text, COMPARISON) for text in (IS_PLAYED, HAS_OPPONENT, f"{RESULT}=4")
    )

    def __init__(self, points: str) -> None:
        self.points = symbol(points)

    def their(self, figure: str) -> Any:
        return symbol(f"N(INDEX({{score[{figure.lower()}]}},{OPPONENT}))")


class _Row(Row):
    """A row of the sheet Calculation; ``drop`` is how many of the smallest rounds are left out."""

    rounds, start, unplayed = map(symbol, ("RoundsEntered", "{row[base]}", "{row[unplayed]}"))
    number = symbol("{row[no]}")

    def __init__(self, record: Criterion, count: int, drop: int = 0) -> None:
        self.record, self.count_of_rounds, self.drop = record, count, drop
        self.numbers = range(1, count + 1)

    @property
    def points(self) -> Any:
        return symbol(_points(_setting(self.record), self.count_of_rounds))

    def own(self, code: str) -> Any:
        return symbol(f"{{row[{code.lower()}]}}")

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        only_games = not self.record.counts_unplayed
        game = _Game(POINTS if only_games else f"IF({HAS_OPPONENT},{POINTS},{_OF_NO_GAME})")
        value = to_term(each(game))
        if value.formula == game.standing.formula:
            return symbol(_of_standings(self.count_of_rounds))
        text = f"{value.within(PRODUCT)}*1" if value.binding == COMPARISON else value.formula
        low, _ = cuts or (0, 0)
        if text == game.score.formula and not (where or only_games):
            cells = row_of_rounds("sos", self.count_of_rounds)
            left_out = "".join(f"-SMALL({cells},{n})" for n in range(1, low + 1))
            summed = f"SUM({cells}){left_out}"
            return symbol(f"IF(RoundsEntered<={low},0,{summed})" if low else summed)
        if low:
            raise TypeError(f"{self.record.code}: native formulas drop rounds of scores alone")
        condition = f"IF({to_term(where(game)).formula},{text},0)" if where else text
        term = f"IF({_ENTERED}=0,0,{condition})"
        if only_games:
            term = f"IF({HAS_OPPONENT},{condition},0)"
        return symbol(sum_of_rounds(self.numbers, term))


def columns(wall_list: str, count: int, also: str | None) -> list[Column]:
    """The scores, and the criteria in the order of :func:`listed` from NBW to the rating."""
    opera = f"OPERA({wall_list},{{score[entry]}},OperaVariant)"
    won = sum_of_rounds(range(1, count + 1), f"IF({HAS_OPPONENT},{POINTS},0)")
    mms, sums = CRITERIA["MMS"], _points("SumsCount", count)
    return [
        for_player("won", "Points of games", won, only="native"),
        Column(
            "for_sums",
            "Score in sums",
            f"={_called(mms, wall_list, setting='SumsCount')}",
            array=True,
            native=f'=IF({{row[nbw]}}="",{{row[outsider]}},{{row[base]}}+{sums})',
            may_be_na=IN_AN_EXTRACT,
        ),
        Column(
            "opera_",
            "OPERA",
            f"={if_known('rated_by', opera)}",
            derivation=opera,
            array=True,
            only="functions",
            may_be_error=True,
        ),
        *(
            _column(record, drop, wall_list, count)
            for record in records(also)
            for drop in (0, *record.drops)
        ),
        for_player(
            "opera",
            "OPERA to sort by",
            "IF(ISNUMBER({row[opera_]}),{row[opera_]},IF(ISNA({row[opera_]}),NA(),0))",
            may_be_na=IN_AN_EXTRACT,
        ),
        for_player("rating", "Rating", "{row[entry]}"),
    ]


def _column(record: Criterion, drop: int, wall_list: str, count: int) -> Column:
    """The column of a criterion, without so many of the smallest rounds."""
    key = record.code.lower() + (f"_{drop}" if drop else "")
    heading = record.code + (f"-{drop}" if drop else "")
    native = formula_of(lambda: record.arithmetic(_Row(record, count, drop)))
    called = _called(record, wall_list, drop)
    if record.code == "NBW":  # whether it is blank says whether anything is entered
        empty = f'COUNTIF({row_of_rounds("clean", count)},"?*")=0'
        of_players = if_player(f'IF({empty},"",{native})')
        return Column(key, heading, f"={called}", array=True, native=of_players)
    is_asked = not drop and any(record.code in other.asks for other in CRITERIA.values())
    blank = "{row[outsider]}" if is_asked else '""'
    native = f'=IF({{row[nbw]}}="",{blank},{native})'
    if not record.asks:
        return Column(key, heading, f"={called}", array=True, native=native)
    return Column(
        key,
        heading,
        f"={if_known(_unknown(record), called, drop)}",
        array=True,
        native=native,
        may_be_na=IN_AN_EXTRACT,
        derivation=called,
    )


def _setting(record: Criterion) -> str:
    """The named cell that says what rounds without a game count for it."""
    return "NBWCounts" if record.takes is wins else "ScoreCounts"


def _called(record: Criterion, wall_list: str, drop: int = 0, setting: str = "") -> str:
    """The call of a criterion's function."""
    said = {
        "wall_list": wall_list,
        "scores": "{score[for_sums]}",
        "drop": str(drop),
        "unplayed": "{score[unplayed]}" if record.counts_unplayed else "0",
        "handicap": "UseHandicap",
        "start": "{score[base]}",
        "not_played": setting or _setting(record),
    }
    return f"{record.code}({','.join(said[name] for name in signature(record.takes).parameters)})"


# What rounds without a game count, and the score after each round ---------------------------------


def _of_halves(halves: str, rule: NotPlayed) -> str:
    return formula_of(lambda halves: points_of_halves(halves, rule), halves)


def _points(setting: str, count: int) -> str:
    """The points of all rounds, those without a game counted as a setting says."""
    of_halves = formula_of(points_of_halves, f"COUNTIFS({without_opponent(count, 3)})", setting)
    of_halves = of_halves.replace('="wins"', f"={word_cell('NBWCounts', 'wins')}")
    written = f"{{row[won]}}+COUNTIFS({without_opponent(count, 1)})+{of_halves}"
    if setting != "SumsCount":
        return written
    not_played = _of_halves(_ENTERED, "half")
    half = sum_of_rounds(range(1, count + 1), f"IF({IS_PLAYED},{POINTS},{not_played})")
    return f'IF({setting}="half",{half},{written})'


def _of_standings(count: int) -> str:
    """The sum of the scores after each round: each point counts in all rounds that are left."""
    numbers = range(1, count + 1)
    halves_so_far = _of_halves(
        "COUNTIFS({rounds.row[opponent_1:opponent_#]},0,{rounds.row[result_1:result_#]},3)", "down"
    )
    halves = sum_of_rounds(numbers, f"{_ENTERED}*{halves_so_far}")
    remaining = f"{{progress[{per_round('remaining', count)}]}}"
    games = sum_of_rounds(numbers, f"IF({HAS_OPPONENT},{{progress.top[remaining_#]}}*{POINTS},0)")
    wins, byes = (without_opponent(count, result) for result in (1, 3))
    half_byes = _of_halves(f"SUMIFS({remaining},{byes})", "written")
    return (
        f"RoundsEntered*{{row[base]}}+{games}+SUMIFS({remaining},{wins})"
        f'+IF(ScoreCounts="written",{half_byes},IF(COUNTIFS({byes})=0,0,{halves}))'
    )


# Opponents whose rows an extract of a wall list does not have, and what cannot be known so.
#
# An outsider has a number, but no name.  A game against one counts for the score; whatever adds up
# the outsider's own score or rating is #N/A.  Native formulas give that by themselves, since the
# outsider's figures are #N/A; for our functions, which take numbers, it is counted here.


def _unknown(record: Criterion) -> str:
    """The column with the number of unknown terms of a criterion."""
    if record.asks != {"score"}:
        return "met_met"
    lost = NumbersRow(read_wall_list([["2-"], ["1+"]], ""), [math.nan, math.nan])
    value, _ = lost.values(record.arithmetic)
    return "met" if math.isnan(value) else "beaten"


def if_known(unknown: str, called: str, drop: int = 0) -> str:
    """A call of one of our functions for players all of whose terms are known; else #N/A.

    If all rounds are dropped there are no terms, and the value is known.
    """
    condition = f"{{score[{unknown}]}}>0"
    if drop:
        condition = f"({condition})*(RoundsEntered>{drop})>0"
    return f"IF({condition},NA(),{called})"


def outsider_columns(count: int) -> Iterator[Column]:
    """The columns that mark outsiders, and the players whose figures depend on one."""
    yield Column(
        "outsider",
        "Outsider",
        f'=IF({{row[name]}}="",IF(COUNT({row_of_rounds("opponent", count)})>0,NA(),""),"")',
        only="native",
        may_be_na=IN_AN_EXTRACT,
    )
    is_outsider = f'INDEX({{score[name]}},{OPPONENT})=""'

    def counted(key: str, heading: str, game: str, *unknown: str) -> Column:
        """In how many rounds with such a game something of the opponent is not known."""
        of_opponent = [f"N(INDEX({{score[{other}]}},{OPPONENT}))>0" for other in unknown]
        is_unknown = f"OR({','.join((is_outsider, *of_opponent))})"
        terms = sum_of_rounds(range(1, count + 1), f"IF({game},IF({is_unknown},1,0),0)")
        return computed.count(
            key,
            heading,
            f'=IF(OR(Outsiders<>"yes",{{row[name]}}=""),0,{terms})',
            width=12,
            only="functions",
        )

    yield counted("met", "Met outsiders", HAS_OPPONENT)
    yield counted("met_met", "Met who met outsiders", HAS_OPPONENT, "met")
    yield counted("beaten", "Points from outsiders", f"IF({HAS_OPPONENT},{POINTS}>0,FALSE)")
    yield counted("played", "Played outsiders", IS_PLAYED)
    yield counted("rated", "Rated by outsiders", IS_PLAYED, "played")
    yield counted("rated_by", "Opponents rated by outsiders", IS_PLAYED, "rated")
