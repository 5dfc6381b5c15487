"""A chess tournament as a reader gives it: players, teams, rounds, and the header of the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from itertools import count, zip_longest

from ...catalogue.cells import CellError
from ...functions.chess.event import Event
from ...functions.chess.rule_sets import RULE_SETS, in_force
from ...functions.chess.wall_list import ResultPoints, Round, parse_match, parse_round, scoring_of
from ...functions.chess.wall_list import read as read_wall_list
from ...functions.wall_lists import Coming, coming, is_to_be_paired

INDIVIDUAL_SCORING = (1.0, 0.5, 0.0)
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""FIDE's titles, in the order in which they break ties of ratings (C.04.2, B)."""
MAX_ROUNDS = 26
"""How many rounds a wall list as CSV has, and a workbook."""


@dataclass(frozen=True)
class ChessPlayer:
    """A row of the wall list."""

    number: int
    """The starting number in the file."""
    name: str
    sex: str = ""
    """m or w."""
    title: str = ""
    """As FIDE abbreviates it: GM, WIM, CM …"""
    rating: int | None = None
    federation: str = ""
    fide_number: str = ""
    birth: str = ""
    points: float | None = None
    """The points that the file prints."""
    rank: int | None = None
    """The rank that the file prints."""
    rounds: tuple[str, ...] = ()
    """The cells of the wall list; opponents by their place among the players, from 1."""
    national_rating: int | None = None
    club: str = ""


@dataclass(frozen=True)
class Team:
    """A row of the team wall list."""

    number: int
    """The team's number in the file."""
    name: str
    short_name: str = ""
    strength: str = ""
    match_points: float | None = None
    """The match points that the file prints."""
    game_points: float | None = None
    """The game points that the file prints."""
    rank: int | None = None
    players: tuple[int, ...] = ()
    """The starting numbers of its players, first board first."""
    rounds: tuple[str, ...] = ()
    """The cells of the team wall list; opponents by their place among the teams, from 1."""


@dataclass(frozen=True)
class Bye:
    """A bye that was announced for a round: a record 240."""

    type: str
    """F, H or Z; U of the bye that the director has given before the pairing."""
    round: int
    numbers: tuple[int, ...]
    """Starting numbers, of players or of teams, as in the file."""


@dataclass(frozen=True)
class ChessTournament:
    """A tournament with everything in its file."""

    players: tuple[ChessPlayer, ...]
    teams: tuple[Team, ...] = ()
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    """Record 092, in the words of the file."""
    type_code: str = ""
    """Record 192, such as FIDE_DUTCH_2026."""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    announced_rounds: int | None = None
    """How many rounds the tournament is to have."""
    first_colour: str = ""
    """The colour of the first player in round 1, in the words of the file."""
    scoring: tuple[float, ...] | None = None
    """Points for win, draw, loss and pairing-allocated bye, where they are not 1-½-0."""
    team_scoring: tuple[float, ...] | None = None
    """Match points for win, draw and loss, where they are not 2-1-0."""
    boards: int | None = None
    """How many boards a match of teams has."""
    codes: tuple[str, ...] = ()
    """The tie-breaks of the regulations, in their order."""
    codes_begin_with_points: bool = False
    """Whether the list has the points in it, and so ranks alone (record 212)."""
    system: str = "swiss"
    """swiss, round-robin, or rematch: a Swiss in which some met twice."""
    rules: str = ""
    """The text of C.07 that the first day picks; blank where the file has no date."""
    unrated: int | None = None
    """The rating that unrated players count with; no file says it."""
    byes: tuple[Bye, ...] = ()
    """Byes that are announced for rounds in which nobody is paired yet."""
    kept: tuple[str, ...] = ()
    """Lines of other records, as they are."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """A sentence for each oddity of the file."""

    @property
    def of_match(self) -> int | None:
        """How many boards a match has, where the players of the tournament are teams."""
        return None if self.teams else self.boards

    @property
    def result_points(self) -> ResultPoints:
        """The points of each result: of a game, or of a match."""
        return scoring_of(self.team_scoring if self.of_match else self.scoring, self.of_match)

    @property
    def numbers(self) -> dict[int, int]:
        """Each starting number of the file with the player's place in the wall list, from 1."""
        return {player.number: place for place, player in enumerate(self.players, 1)}

    def of_teams(self) -> ChessTournament:
        """The same with its teams as the players; a wall list of teams is one already."""
        if not self.teams:
            return self
        players = tuple(
            ChessPlayer(
                team.number,
                team.name,
                rating=int(float(team.strength))
                if re.fullmatch(r"[\d.]+", team.strength)
                else None,
                points=team.match_points,
                rank=team.rank,
                rounds=team.rounds,
            )
            for team in self.teams
        )
        return replace(self, players=players, teams=())

    def cells_of(self, player: ChessPlayer, types: str = "UHFZ") -> list[str]:
        """The cells of a player, with byes of some types that are announced for rounds to come."""
        cells = [*player.rounds]
        for bye in self.byes:
            if bye.type in types and player.number in bye.numbers:
                cells += [""] * (bye.round - len(cells))
                cells[bye.round - 1] = cells[bye.round - 1] or bye.type
        return cells

    @cached_property
    def _incomplete(self) -> set[int]:
        listed = (player.rounds for player in self.players if player.name)
        columns = enumerate(zip_longest(*listed, fillvalue=""), 1)
        return {number for number, cells in columns if _is_to_be_paired(cells)}

    def waits(self, number: int) -> bool:
        """Whether a round is yet to be paired."""
        return number > self.rounds or number in self._incomplete

    @property
    def next_round(self) -> int:
        """The first round that is to be paired."""
        return next(filter(self.waits, count(1)))

    def with_absences(self) -> ChessTournament:
        """The same, in which a blank is an absence but in rounds that are yet to be paired."""

        def filled(rounds: Sequence[str]) -> tuple[str, ...]:
            return tuple(cell or "Z" * (not self.waits(n)) for n, cell in enumerate(rounds, 1))

        players = (replace(player, rounds=filled(player.rounds)) for player in self.players)
        return replace(self, players=tuple(players))

    @property
    def wall_list(self) -> list[list[str]]:
        """The wall list, as the chess functions take it."""
        return [list(player.rounds) for player in self.players]

    @property
    def ratings(self) -> list[list[int | None]]:
        """The column of ratings; None where a player is unrated."""
        return [[player.rating] for player in self.players]

    @property
    def team_wall_list(self) -> list[list[str]]:
        """The wall list of the teams."""
        return [list(team.rounds) for team in self.teams]

    @property
    def rounds(self) -> int:
        """How many rounds the wall list has."""
        return max((len(player.rounds) for player in self.players), default=0)


def points_of(rounds: Sequence[Sequence[str]], scoring: tuple[float, ...] | None) -> list[float]:
    """The points that the rounds of each player add up to."""
    wall_list = read_wall_list(rounds, "the wall list")
    return Event(wall_list, "rematch", scoring=scoring_of(scoring)).scores().final


def is_ranked(players: Sequence[ChessPlayer]) -> bool:
    """Whether the players stand in the order of their ratings, without or with national ones."""
    orders = (
        [of(player) for player in players if player.name]
        for of in (lambda player: player.rating or 0, _strength)
    )
    return any(order == sorted(order, reverse=True) for order in orders)


def _strength(player: ChessPlayer) -> int:
    return player.rating or player.national_rating or 0


def ranked(players: Sequence[ChessPlayer]) -> tuple[ChessPlayer, ...]:
    """The players by rating, title and name, with new numbers (C.04.2, B); unrated ones last."""

    def key(player: ChessPlayer) -> tuple[float, int, str]:
        title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
        return -_strength(player), title, player.name.casefold()

    return tuple(replace(one, number=n) for n, one in enumerate(sorted(players, key=key), 1))


def parse_cell(cell: str) -> Round | None:
    """The round in a cell of players or of teams; None if it cannot be read."""
    return parse_round(cell) or parse_match(cell)


def says(cell: str) -> Coming:
    """What a cell of the wall list says of a round to come."""
    found = parse_cell(cell) if cell else None
    return coming("" if found is None else found.result if found.opponent < 0 else cell)


def _is_to_be_paired(cells: Sequence[str]) -> bool:
    rounds = filter(None, map(parse_cell, cells))
    has_results = any(one.opponent >= 0 and one.result != "?" for one in rounds)
    return is_to_be_paired(map(says, cells), has_results)


def rules_on(first_day: date) -> str:
    """The text of C.07 in force on the first day of a tournament, or the oldest that is here."""
    try:
        return in_force(first_day)
    except CellError:
        return next(iter(RULE_SETS))
