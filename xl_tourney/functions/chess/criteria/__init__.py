"""A tie-break of chess is one record: its code, its words, its article, and its arithmetic.

The arithmetic is a function of a :class:`Row`, which adds something of each :class:`Game` up::

    @criterion("KASH", "Kashdan", "4 for a win over the board, 2 for a draw, 1 for a loss.")
    def kashdan(row):
        return row.total(lambda game: 4 * game.won + 2 * game.drawn + game.lost)

What it gives depends on the row that it is called with: see :mod:`xl_tourney.functions.criteria`.
What is no arithmetic but a search, such as direct encounter, gives the four forms itself
(:class:`Search`).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from ....catalogue.expression import symbol
from ... import criteria
from ...criteria import Helper as Helper
from ...criteria import asked_by
from ..rule_sets import RULE_SETS

Reference = Literal["MP", "GP"]
BLACK, UNKNOWN_COLOUR = "b", ""
PLAYED, FORFEITS, VOLUNTARY = "1=0", "+-", "HZ-"


class Game(criteria.Game):
    """A round of a row, as the arithmetic of a tie-break sees it."""

    points_of_other: Any
    """The points of the opponent in the same round; those of a draw without opponent."""
    left: Any
    """How many rounds are left, this one included."""

    @abstractmethod
    def ended(self, results: str) -> Any:
        """Whether the round has one of the results: ``1 = 0 + - ?``, or the byes ``U F H Z``."""

    @abstractmethod
    def has_colour(self, colour: str) -> Any:
        """Whether the game was played with a colour, or with none that is known."""

    def made(self, reference: Reference) -> Any:
        """The match points, or game points, of the round; of teams alone."""
        raise TypeError(f"{reference} is a score of teams")

    @property
    def won(self) -> Any:
        """Whether it was won over the board."""
        return self.ended("1")

    @property
    def drawn(self) -> Any:
        """Whether it was drawn over the board."""
        return self.ended("=")

    @property
    def lost(self) -> Any:
        """Whether it was lost over the board."""
        return self.ended("0")

    @property
    def was_played(self) -> Any:
        """Whether it was played over the board."""
        return self.ended(PLAYED)

    @property
    def counts(self) -> Any:
        """Whether it is a game against the opponent: in a round robin a forfeit is (15.2)."""
        return self.was_played + self.row.is_round_robin * self.ended(FORFEITS)

    @property
    def counts_as_own(self) -> Any:
        """Whether it is a game of one's own: by some texts a forfeit loss is none (15.2)."""
        forfeit = self.ended("+") + self.row.forfeit_losses_count * self.ended("-")
        return self.was_played + self.row.is_round_robin * forfeit


class Row(criteria.Row):
    """A player, whose games the arithmetic of a tie-break adds up, and the tournament."""

    win: Any
    """The points for a win."""
    draw: Any
    games_each: Any
    """How many games each can play."""
    is_round_robin: Any
    forfeit_losses_count: Any
    """Whether a forfeit loss of a round robin is a game of one's own (15.2)."""
    cut_low: Any
    """The modifiers of the code: how many values are left out."""
    cut_high: Any
    limit: Any
    """Koya's limit, in points."""
    is_fore: Any
    """Whether the code says /F."""
    first: Reference
    """The score of teams that ranks first."""
    second: Reference
    divisor: Any
    """What the code divides by, or what Article 13.4 says."""

    @abstractmethod
    def rating_difference(self, percent: Any) -> Any:
        """The rating difference of a score in whole per cent, by FIDE's table (B.02)."""

    @abstractmethod
    def opposition(self, each: Callable[[Any], Any], fore: bool = False) -> Any:
        """The sum of something of each opponent or dummy, after the cuts (Articles 14 and 16).

        With ``fore`` as if every paired game of the last round were a draw.
        """

    def over(self, reference: Reference) -> Row:
        """The same row by match points, or by game points; of teams alone."""
        raise TypeError(f"{reference} is a score of teams")


@dataclass(frozen=True)
class Search:
    """A tie-break that no sum of games gives: its four forms."""

    values: Callable[..., Sequence[Any]]
    """Everybody's value: of the field, the code, and what ranks before it."""
    explain: Callable[..., Iterator[Any]] | None = None
    columns: Callable[[int, Code, str], Iterator[Helper]] | None = None
    """The helper columns, by the number of rounds, the code, and the place before it."""
    figure: str = ""
    """The native formula of the value."""
    lambdas: Mapping[str, str] | None = None
    """The names that the LAMBDA needs."""
    call: str = ""
    """The formula in the LAMBDA."""


@dataclass(frozen=True)
class Criterion:
    """A tie-break of C.07, or of a regulation of one's own."""

    code: str
    name: str
    """What players call it."""
    meaning: str
    """What it is, in a line."""
    article: str = ""
    arithmetic: Callable[[Any], Any] | None = None
    search: Search | None = None
    modifiers: str = ""
    """The letters of the modifiers that it takes."""
    lower_is_better: bool = False
    rated: bool = False
    """Whether it is one of Article 10, which unrated players take out of the list."""
    teams: bool = False
    since: str = "2023"
    """The first text that has it."""
    is_offered: bool = True
    """Whether every small workbook has it in its list."""

    def check(self) -> None:
        """Hold the record to its forms.

        Raises
        ------
        TypeError
            A form is missing: there is no arithmetic, it cannot be traced, or a search lacks one.
        """
        if self.since not in RULE_SETS:
            raise TypeError(f"{self.code}: {self.since} is no text of C.07")
        if self.search is None:
            asked_by(self.arithmetic, _Traced(), self.code)
        elif not self.teams:
            forms = ("explain", "columns", "figure", "lambdas", "call")
            missing = [form for form in forms if getattr(self.search, form) in (None, "")]
            if missing:
                raise TypeError(f"{self.code} is a search without {', '.join(missing)}")


class _Traced(criteria.Traced, Game, Row):
    """A row, and each of its games, without values: what cannot be traced raises TypeError."""

    first, second = "MP", "GP"

    def ended(self, results: str) -> Any:
        return symbol("result") == results

    def has_colour(self, colour: str) -> Any:
        return symbol("colour") == colour

    def opposition(self, each: Any, fore: bool = False) -> Any:
        return 1 * each(self)

    def made(self, reference: Reference) -> Any:
        return symbol(reference)

    def over(self, reference: Reference) -> Row:
        return self

    def rating_difference(self, percent: Any) -> Any:
        return 1 * percent


CRITERIA: dict[str, Criterion] = {}
"""Every tie-break by its code."""
ALIASES = {"GE": "REP", "SNO": "TPN"}
"""What a code was called before."""


def register(record: Criterion) -> Criterion:
    """Add a tie-break, with all its forms, to those that codes name."""
    record.check()
    CRITERIA[record.code] = record
    return record


def criterion(
    code: str, name: str, meaning: str, article: str = "", **more: Any
) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """Register the arithmetic that it decorates as a tie-break."""

    def decorate(arithmetic: Callable[[Any], Any]) -> Callable[[Any], Any]:
        register(Criterion(code, name, meaning, article, arithmetic, **more))
        return arithmetic

    return decorate


class Code(NamedTuple):
    """A tie-break with its modifiers."""

    written: str
    name: str
    reference: Reference | None = None
    cut_low: int = 0
    cut_high: int = 0
    forfeits_played: bool = False
    fore: bool = False
    reversed: bool = False
    half_points: float | None = None
    """Koya's limit in half points."""
    points: float | None = None
    """Koya's limit in points."""
    unrated: float | None = None
    rules: str | None = None
    divisor: int | None = None

    @property
    def tie_break(self) -> Criterion:
        """Its record."""
        return CRITERIA[self.name]

    @property
    def article(self) -> str:
        """Its article."""
        return self.tie_break.article

    @property
    def lower_is_better(self) -> bool:
        """Whether a lower value is the better one."""
        return self.tie_break.lower_is_better != self.reversed
