"""The scores that stand for a player's opponents, round by round (Articles 8, 9, 14 to 16).

A term of a round is the score of the opponent, or of the dummy; 1000 more where the round was not
left unplayed voluntarily, so that the lowest terms are those that a cut takes first (16.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from ....catalogue.expression import formula_of, sum_of_rounds
from ....functions.chess.criteria.arithmetic import drawn_rounds, dummy_score
from ....functions.chess.rule_sets import RULE_SETS
from ...parts.columns import for_rounds
from ...parts.table import Column, ColumnKind
from ..rounds import ALLOCATED, FULL, HALF, KIND, OPPONENT, RESULT

PLAYED = 1000
"""Added to the score in a term where the round was played, or awarded."""


for_player = ColumnKind('=IF({row[there]}=0,"",')
"""Columns that stay blank in rows without entries."""
if_player = for_player.formula


def native_column(key: str, heading: str, formula: str) -> Column:
    """A column of the workbooks without our functions, for each player with entries."""
    return for_player(key, heading, formula, width=11, only="native")


class Family(NamedTuple):
    """A way to count unplayed rounds."""

    fore: bool = False
    """Whether every paired game of the last round is a draw (8.3)."""
    forfeits: bool = False
    """Whether forfeits count as played."""
    rules: str = ""
    """The text that a code names; blank for the one of the tournament."""

    @property
    def key(self) -> str:
        """The beginning of the keys of the family's columns."""
        return f"term{'_fore' * self.fore}{'_forfeits' * self.forfeits}{self.rules}"

    @property
    def points(self) -> str:
        """The column of the scores."""
        return "fore_points" if self.fore else "points"

    @property
    def adjusted(self) -> str:
        """The column of the scores that count for opponents."""
        return "fore_adjusted" if self.fore else "adjusted"

    def is_capped(self) -> str:
        """Whether the dummy's score has a limit (16.4)."""
        if not self.rules:
            return "DummyCapped=1"
        return str(RULE_SETS[self.rules].dummy_capped).upper()

    def terms(self, rounds: int) -> str:
        """The cells of all rounds of a player, from another sheet."""
        return f"{{rounds.row[{self.key}_1:{self.key}_{rounds}]}}"

    def round_columns(self, rounds: int) -> Iterator[Column]:
        """The term of each round."""
        kind, opponent, result = (
            text.replace("rounds.row", "row") for text in (KIND, OPPONENT, RESULT)
        )
        theirs = f"N(INDEX({{score[{self.adjusted}]}},{opponent}))"
        own = f"{{score.row[{self.points}]}}"
        capped = self.is_capped()
        dummy = formula_of(dummy_score, own, formula_of(drawn_rounds, "Draw", "RoundsHeld"), capped)
        of_forfeit = f"IF({result}=5,0,{PLAYED})+{formula_of(dummy_score, own, theirs, capped)}"
        played = f"{PLAYED}+{theirs}"
        if not self.forfeits:
            last = ",#=LastHeld" if self.fore else ""
            against = f"OR(RoundRobin=1,{result}<4,{result}=6{last})"
            played = f"IF({against},{played},{of_forfeit})"
        awarded = f"IF(OR({kind}={FULL},{kind}={ALLOCATED}),{PLAYED},0)"
        formula = (
            f'=IF({{score.row[there]}}=0,"",IF({kind}<0,"",IF({kind}>=100,{played},'
            f'IF(RoundRobin=1,"",{awarded}+{dummy}))))'
        )
        yield from for_rounds(
            rounds, self.key, f"R# {self.key.replace('_', ' ')}", formula, only="native"
        )


def score_columns(rounds: int, fore: bool) -> Iterator[Column]:
    """The scores that count for opponents: the adjusted score (16.3), with and without fore."""
    kinds = f"{{rounds.row[kind_1:kind_{rounds}]}}"
    numbers = f"{{calendar[number_1:number_{rounds}]}}"
    voluntary = f"OR({KIND}<0,{KIND}=0,{KIND}={HALF},IF({KIND}>=100,{RESULT}=5,FALSE))"
    last = ",".join(f"IF({voluntary},0,#)".replace("#", str(k)) for k in range(1, rounds + 1))

    def adjusted(points: str, last_game: str) -> str:
        absences = f'COUNTIFS({kinds},0,{numbers},">"&{{row[{last_game}]}})'
        return f"{{row[{points}]}}+IF(RoundRobin=1,0,Draw*{absences})"

    yield native_column("last_game", "Last round not left", f"MAX(0,{last})")
    yield native_column("adjusted", "Adjusted score", adjusted("points", "last_game"))
    if fore:
        paired = f"INDEX({kinds},LastHeld)>=100"
        got = f"INDEX({{rounds.row[points_1:points_{rounds}]}},LastHeld)"
        yield native_column(
            "fore_points", "Fore score", f"{{row[points]}}+IF({paired},Draw-{got},0)"
        )
        yield native_column(
            "fore_last", "Fore last round not left", f"IF({paired},LastHeld,{{row[last_game]}})"
        )
        yield native_column(
            "fore_adjusted", "Fore adjusted score", adjusted("fore_points", "fore_last")
        )


def _score(term: str) -> str:
    return f"MOD({term},{PLAYED})"


def sum_after_cuts(family: Family, rounds: int, low: int, high: int) -> str:
    """Buchholz: all terms, less the cuts (14.1 to 14.4, 16.5)."""
    terms = family.terms(rounds)
    total = f'SUM({terms})-{PLAYED}*COUNTIF({terms},">={PLAYED}")'
    low, high = min(low, rounds), min(high, rounds)
    for nth in range(1, low + 1):
        total += f"-IF(COUNT({terms})<{nth},0,{_score(f'SMALL({terms},{nth})')})"
    if not high:
        return total
    left_unplayed = f'COUNTIF({terms},"<{PLAYED}")'
    played = [
        f"IF(COUNT({terms})-MAX({low},{left_unplayed})<{nth},0,{_score(f'LARGE({terms},{nth})')})"
        for nth in range(1, high + 1)
    ]
    unplayed = [
        f"IF({left_unplayed}-{low}<{nth},0,SMALL({terms},{left_unplayed}-{nth - 1}))"
        for nth in range(1, high + 1)
    ]
    choices = ["+".join([*played[:n], *unplayed[: high - n]]) for n in range(high + 1)]
    return f"{total}-MAX({','.join(choices)})"


class WeightedSums:
    """Sums of a family that add something of each score, such as Sonneborn-Berger (9.1, 16.5)."""

    def __init__(
        self, family: Family, rounds: int, name: str, added: Callable[[str, str], str]
    ) -> None:
        self.family = family
        self.rounds = rounds
        self.name = name
        self.added = added
        """What a round adds, by its score and its points."""
        self.key = family.key.replace("term", name)

    def _of_round(self, table: str) -> str:
        """What a round adds, by its columns in a table; 0 where it adds nothing."""
        term, points = (f"{{{table}[{key}_#]}}" for key in (self.family.key, "points"))
        return f'IF({term}="",0,{self.added(_score(term), points)})'

    def total(self) -> str:
        """Without cuts."""
        return sum_of_rounds(range(1, self.rounds + 1), self._of_round("rounds.row"))

    def round_columns(self) -> Iterator[Column]:
        """What a round adds; its place by score, and among those left unplayed by that.

        A key holds score, value and round as digits; equal ones keep the order of the rounds.
        """
        term = f"{{row[{self.family.key}_#]}}"
        value = f"ROUND(100*{self.added(_score(term), '{row[points_#]}')},0)"
        score = f"ROUND(100*{_score(term)},0)"

        def column(suffix: str, heading: str, formula: str) -> list[Column]:
            key, head = f"{self.key}_{suffix}", f"R# {self.key} {heading}"
            return for_rounds(self.rounds, key, head, formula, only="native")

        def order(condition: str, first: str, then: str) -> str:
            return f'=IF({condition},"",{first}*100000000+{then}*100+#)'

        blank = f'{term}=""'
        yield from column("by_score", "by score", order(blank, score, value))
        played = f"IF({blank},TRUE,{term}>={PLAYED})"
        yield from column("by_value", "unplayed by value", order(played, value, score))

    def cut_columns(self, low: int, high: int) -> Iterator[Column]:
        """The rounds that the cuts take, one a column; blank where none is left."""
        by_score, by_value = (
            f"{{rounds.row[{self.key}_{name}_1:{self.key}_{name}_{self.rounds}]}}"
            for name in ("by_score", "by_value")
        )
        cuts: list[str] = []

        def is_cut(place: str) -> str:
            return "OR(" + ",".join(f"{{row[{cut}]}}=MOD({place},100)" for cut in cuts) + ")"

        def first_left(place: str, deeper: int, otherwise: str) -> str:
            """The first of an order that no cut has taken; ``@`` is its place in it."""
            found = otherwise
            for nth in range(deeper, -1, -1):
                here = place.replace("@", str(nth + 1))
                found = (
                    f"IF(COUNT({by_score if by_score in here else by_value})<{nth + 1},{otherwise},"
                    + (f"IF({is_cut(here)},{found},{here}))" if cuts else f"{here})")
                )
            return found

        for number in range(1, low + 1):
            lowest = first_left(f"SMALL({by_score},@)", number - 1, '""')
            unplayed = first_left(f"SMALL({by_value},@)", number - 1, '""')
            lowest_key, unplayed_key = (
                f"{self.key}_{name}_{number}" for name in ("lowest", "unplayed")
            )
            yield self._column(lowest_key, f"{number}. lowest score", lowest)
            yield self._column(unplayed_key, f"{number}. lowest unplayed", unplayed)
            lowest, unplayed = f"{{row[{lowest_key}]}}", f"{{row[{unplayed_key}]}}"
            takes_unplayed = f"INT({unplayed}/100000000)>=MOD(INT({lowest}/100),1000000)"
            key = f"{self.key}_cut_{number}"
            yield self._column(
                key,
                f"{number}. round cut",
                f'IF({lowest}="",0,IF({unplayed}="",MOD({lowest},100),'
                f"IF({takes_unplayed},MOD({unplayed},100),MOD({lowest},100))))",
            )
            cuts.append(key)
        for number in range(1, high + 1):
            highest = first_left(f"LARGE({by_score},@)", low + number - 1, "0")
            key = f"{self.key}_high_{low}_{number}"
            yield self._column(key, f"{number}. high round cut after {low}", f"MOD({highest},100)")
            cuts.append(key)

    def _column(self, key: str, heading: str, formula: str) -> Column:
        return native_column(key, f"{self.name.upper()} {heading}", formula)

    def cut(self, low: int, high: int) -> str:
        """With cuts."""
        terms = self.family.terms(self.rounds)
        points = f"{{rounds.row[points_1:points_{self.rounds}]}}"
        keys = [f"{self.key}_cut_{n}" for n in range(1, low + 1)]
        keys += [f"{self.key}_high_{low}_{n}" for n in range(1, high + 1)]

        def taken(cell: str) -> str:
            added = self.added(_score(f"INDEX({terms},{cell})"), f"INDEX({points},{cell})")
            return f"-IF({cell}=0,0,{added})"

        return self.total() + "".join(taken(f"{{row[{key}]}}") for key in keys)
