"""Go: the rows that criteria add up, in numbers and as accounts; see :mod:`..criteria`.

An opponent's score is a figure beside the wall list, whichever score that is, so the criteria of
opponents take a column of scores.  Ann has given Bob two stones and won, and had a bye then::

    round   points   score                                    standing, from a start of 30
      1       1      Bob's, and 2 where stones are counted         31
      2       1      what stands for one, such as 30               32
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, TypeAlias

from ...catalogue.cells import num_error
from ...catalogue.derivation import Argument, Step, Subject, sentence
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term, to_term, where, whole_part
from ...catalogue.kinds import Flag, Whole
from .. import criteria
from ..criteria.accounts import OF_FIGURE, Account, AccountGame, round_in_words
from ..wall_lists import PerPlayer, PerPlayerOrOne
from .wall_list import JIGO, Games, GamesOrCrossTable, Round, Unpaired, WallList

NotPlayed = Annotated[
    Literal["written", "down", "wins", "half"],
    SharedHelp("What rounds without a game count: written, down, wins or half, as in NBW."),
]
Start = Annotated[
    PerPlayerOrOne,
    SharedHelp(
        "The score before the first round, a column or one number.",
        {"#VALUE!": "A start score is no number, or there is not one for each row."},
    ),
]
Scores = Annotated[
    PerPlayer,
    SharedHelp(
        "The players' scores, one for each row: NBW, MMS or any other.",
        {"#VALUE!": "A score is no number, or there is not one for each row."},
    ),
]
Drop = Annotated[
    Whole,
    SharedHelp(
        "How many of the smallest rounds are left out: 1 for SOS-1, 2 for SOS-2.",
        {"#NUM!": "`drop` is negative or no whole number."},
    ),
]
Free = Annotated[
    PerPlayerOrOne,
    SharedHelp(
        "The score that stands for an opponent's in a round without one, a column or one number; "
        "0 when left out."
    ),
]
Stones = Annotated[
    Flag,
    SharedHelp(
        "TRUE adds the handicap stones given to an opponent to its score, and takes off those "
        "taken."
    ),
]


# The arithmetic of single rounds, which formulas and LAMBDAs share.


def sos_term(score: Any, stones: Any, counts_stones: Any) -> Any:
    """An opponent's score as sums take it: with the stones given where they count."""
    return score + where(counts_stones, stones, 0)


def points_of_halves(halves: Any, not_played: Any) -> Any:
    """What so many half points for rounds without a game count."""
    counted = where(not_played == "wins", 0, halves / 2)
    return where(not_played == "down", whole_part(halves / 2), counted)


class Game(criteria.Game):
    """A round of a row; a game that was forfeited is won, drawn or lost as it says."""

    has_opponent: Any
    is_open: Any
    """Whether it has no result yet."""
    standing: Any
    """The own score after the round."""

    def _ended(self, points: float) -> Any:
        return where(self.has_opponent, lambda: where(self.is_open, 0, self.points == points), 0)

    won = property(lambda self: self._ended(1))
    drawn = property(lambda self: self._ended(JIGO))
    lost = property(lambda self: self._ended(0))


class Row(criteria.Row):
    """A player and the tournament."""

    start: Any
    """The score before the first round."""
    points: Any
    """The points of all rounds, those without a game as the tournament counts them."""
    unplayed: Any
    """What stands for the score of an opponent in a round without one."""
    drop: Any
    """How many of the smallest rounds the call leaves out."""


# In numbers -----------------------------------------------------------------------------------


class NumbersGame(Game):
    """A round in numbers."""

    def __init__(self, row: NumbersRow, entry: Round, column: int) -> None:
        self.row, self.entry, self.column = row, entry, column
        self.points = entry.points
        self.opponent, self.is_open = -1, False
        """The opponent's row; below 0 without one."""
        if not isinstance(entry, Unpaired):
            self.opponent, self.is_open = entry.opponent, not entry.has_result
        self.has_opponent, self.was_played = self.opponent >= 0, entry.played

    @property
    def score(self) -> Any:
        """The opponent's score, or what stands for it."""
        return self.row.score_of(self.entry)

    @property
    def standing(self) -> Any:
        """The own score after the round."""
        return self.row.standings[self.column]

    def their(self, figure: str) -> Any:
        """Another criterion of the opponent."""
        return self.row.figure(figure)[self.opponent]


def _points_after(rounds: Sequence[Round], not_played: NotPlayed) -> Iterator[float]:
    """A player's points after each round; half points without a game are counted together."""
    points, halves = 0.0, 0
    for entry in rounds:
        is_free = not entry.played if not_played == "half" else isinstance(entry, Unpaired)
        if is_free and (not_played == "half" or not entry.points.is_integer()):
            halves += 1
        else:
            points += entry.points
        yield points + points_of_halves(halves, not_played)


class Traced(criteria.Traced, Game, Row):
    """A row, and each of its games, without values."""


class NumbersRow(criteria.Numbers, Row):
    """A player in numbers, by the arguments of a function."""

    type_of_game: type[NumbersGame] = NumbersGame

    def __init__(
        self,
        wall_list: WallList,
        scores: Sequence[float] | None = None,
        drop: int = 0,
        unplayed: Sequence[float] | None = None,
        handicap: bool = False,
        start: Sequence[float] | None = None,
        not_played: NotPlayed = "written",
    ) -> None:
        self.wall_list, self.drop, self.handicap = wall_list, drop, handicap
        self.not_played = not_played
        self.scores = None if scores is None else wall_list.align(scores, "scores")
        self.frees = wall_list.align_or_broadcast(unplayed, "unplayed")
        self.starts = wall_list.align_or_broadcast(start, "start")
        if drop < 0:
            raise num_error(f"drop must not be negative; {drop} is")
        self.rounds = wall_list.rounds
        self._figures: dict[str, list[float]] = {}

    def of(self, player: int) -> NumbersRow:
        """The same for a player."""
        self.player, self.number = player, player + 1
        self.start, self.unplayed = self.starts[player], self.frees[player]
        self.entries = self.wall_list.players[player]
        vars(self).pop("standings", None)
        return self

    @property
    def games(self) -> list[Any]:  # type: ignore[override]
        """The rounds of the player."""
        return [self.type_of_game(self, entry, at) for at, entry in enumerate(self.entries)]

    @cached_property
    def standings(self) -> list[Any]:
        """The score after each round."""
        return [self.start + points for points in _points_after(self.entries, self.not_played)]

    @property
    def points(self) -> Any:
        """The points of all rounds."""
        *_, last = 0.0, *_points_after(self.entries, self.not_played)
        return last

    def score_of(self, entry: Round) -> Any:
        """The score of a round's opponent, or what stands for it."""
        if isinstance(entry, Unpaired):
            return self.unplayed
        assert self.scores is not None
        return sos_term(self.scores[entry.opponent], entry.stones, self.handicap)

    def values(self, arithmetic: criteria.Each) -> list[float]:
        """What arithmetic gives of every player."""
        return [float(arithmetic(self.of(player))) for player in range(len(self.wall_list.players))]

    def column(self, arithmetic: criteria.Each) -> list[float | str]:
        """The same as a result."""
        return self.wall_list.to_column(self.values(arithmetic))

    def figure(self, code: str) -> list[float]:
        """Everybody's value of another criterion, of all rounds."""
        if code not in self._figures:
            self._figures[code] = self.in_numbers(0).values(ARITHMETIC[code])
        return self._figures[code]

    def in_numbers(self, drop: int) -> NumbersRow:
        """The same in numbers, with so many of the smallest rounds left out."""
        beside = self.frees, self.handicap, self.starts, self.not_played
        return NumbersRow(self.wall_list, self.scores, drop, *beside)

    def own(self, code: str) -> Any:
        """The own value of another criterion."""
        return self.figure(code)[self.player]


ARITHMETIC: dict[str, criteria.Each] = {}
"""The arithmetic of each criterion, by its code."""


# As accounts ----------------------------------------------------------------------------------

PlayersArgument: TypeAlias = "Argument | Sequence[Term] | Term | None"
"""An argument with a value for each player, or one for all, as a derivation takes it."""


def value_of_player(of: Subject, name: str, argument: PlayersArgument, row: int) -> Term:
    """The value of a player in an argument with one for each row, or one for all; 0 if left out."""
    if argument is None:
        return to_term(0)
    if isinstance(argument, Term):
        return argument
    block = of.arguments[name]
    assert block is not None
    term = block.at(row if len(block.block) > 1 else 0)
    return term if isinstance(term.value, (int, float)) else Term(0.0, f"N({term.formula})")


class _AccountGame(AccountGame, NumbersGame):
    """A round whose figures are terms."""

    row: _AccountRow

    @property
    def score(self) -> Any:
        score = super().score
        if self.has_opponent:
            self.seen, self.is_said = score, OF_FIGURE
        return score

    @property
    def standing(self) -> Any:
        self.seen = super().standing
        self.is_said = sentence("after it {own} has {full}")
        return self.seen


MOST_NAMED = 20
"""Of more games than these an account does not name the opponents."""


class _AccountRow(Account, NumbersRow):
    """A player whose sums are noted as sentences; ``given`` are the arguments by name."""

    type_of_game = _AccountGame

    def __init__(self, of: Subject, given: dict[str, Any]) -> None:
        self.given, self.subject, wall_list = given, of, given["wall_list"]
        if of.call not in wall_list.kept:
            wall_list.kept[of.call] = self._numbers(len(wall_list.parsed.players)), {}
        numbers, figures = wall_list.kept[of.call]
        super().__init__(wall_list.parsed, **numbers)
        self._figures = figures
        self.begin(of)
        self.of(of.row)
        self.unplayed = self._value("unplayed", of.row)

    def _numbers(self, players: int) -> dict[str, Any]:
        """The arguments as numbers, which all rows of a call share."""
        single, columns = ("drop", "handicap", "not_played"), ("scores", "unplayed", "start")
        return {
            **{name: self.given[name].value for name in single if name in self.given},
            **{
                name: [self._value(name, player).value for player in range(players)]
                for name in columns
                if name in self.given
            },
        }

    def _value(self, name: str, player: int) -> Term:
        return value_of_player(self.subject, name, self.given.get(name), player)

    def _call(self, function: str, names: Sequence[str], wall_list: str = "") -> str:
        """A call of another function with the same arguments, of all rounds."""
        terms = {name: self.given.get(name) for name in names}
        texts = [
            "0" if name == "drop" else term.formula if isinstance(term, Term)
            else self.subject.formula(name)
            for name, term in terms.items()
        ]  # fmt: skip
        wall_list = wall_list or self.given["wall_list"].formula
        return f"{function}({','.join([wall_list, *texts])})"

    @property
    def start(self) -> Any:
        """The score before the first round, which is said."""
        term = self._value("start", self.player)
        if self.given.get("start") is not None:
            self.say(sentence("{own} begins with {start}."), own=self.subject.own, start=term)
        return term

    @start.setter
    def start(self, value: float) -> None:
        """Of numbers it is set for each player."""

    @cached_property
    def standings(self) -> list[Any]:
        """The score after each round, by the first columns of the wall list."""
        first = self._value("start", self.player)
        wall_list = self.given["wall_list"]
        return [
            first
            + Term(
                points,
                self.subject.element(
                    self._call("NBW", ["not_played"], wall_list.first_columns(held + 1))
                ),
            )
            for held, points in zip(
                wall_list.parsed.held_rounds, _points_after(self.entries, self.not_played)
            )
        ]

    @property
    def points(self) -> Any:
        """The points of all rounds, of which each is said."""
        games = self.games
        for game in games if len(games) <= MOST_NAMED else ():
            number, result, opponent = self.facts(game)
            if result:
                self.steps.append(round_in_words(self.subject, number, result, opponent))
        call = self._call("NBW", ["not_played"])
        self.sums.append(Term(super().points, self.subject.element(call)))
        return self.sums[-1]

    def score_of(self, entry: Round) -> Any:
        """The score of a round's opponent, with its formula."""
        if isinstance(entry, Unpaired):
            return self.unplayed
        return sos_term(self._value("scores", entry.opponent), entry.stones, self.handicap)

    def facts(self, game: NumbersGame) -> tuple[int, str, int]:
        """How several games of a cross table ended is blank."""
        entry, held = game.entry, self.wall_list.held_rounds
        results = {1.0: "U", JIGO: "H", 0.0: "Z"}
        if not isinstance(entry, Unpaired):
            won, lost = "+-" if entry.forfeit else "10"
            results = {1.0: won, JIGO: "=", 0.0: lost} if entry.games == 1 else {}
        result = "?" if game.is_open else results.get(entry.points, "")
        return held[game.column] + 1 if held else game.column + 1, result, game.opponent

    def term(self, figure: str, player: int) -> Term:
        names = [name for name in self.given if name != "wall_list"]
        return Term(self.figure(figure)[player], self.subject.element(
            self._call(figure, names), player
        ))  # fmt: skip


def derivation_of(
    code: str, arithmetic: criteria.Each, takes: Callable[..., Any]
) -> Callable[..., Iterator[Step]]:
    """The derivation of the function of a criterion."""

    def derive(of: Subject, *arguments: Any) -> Iterator[Step]:
        row = _AccountRow(of, dict(zip(inspect.signature(takes).parameters, arguments)))
        arithmetic(row)
        value = float(arithmetic(row.in_numbers(row.drop).of(of.row)))
        yield from row.conclusion(Term(value, of.element(of.call)), code)

    return derive


# What the function of a criterion takes -------------------------------------------------------


def opponents(
    wall_list: Games,
    scores: Scores,
    drop: Drop = 0,
    unplayed: Free | None = None,
    handicap: Stones = False,
) -> NumbersRow:
    """A criterion of the opponents' scores."""
    return NumbersRow(wall_list, scores, drop, unplayed, handicap)


def wins(wall_list: GamesOrCrossTable, not_played: NotPlayed = "written") -> NumbersRow:
    """The points of the own games, also of a cross table."""
    return NumbersRow(wall_list, not_played=not_played)


def mcmahon(wall_list: Games, start: Start, not_played: NotPlayed = "written") -> NumbersRow:
    """A score that begins with the one before the first round."""
    return NumbersRow(wall_list, start=start, not_played=not_played)


def standings(
    wall_list: Games, start: Start | None = None, not_played: NotPlayed = "written"
) -> NumbersRow:
    """A criterion of the own score after each round."""
    return NumbersRow(wall_list, start=start, not_played=not_played)
