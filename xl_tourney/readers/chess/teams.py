"""The records of a TRF about teams: who plays for whom, and the matches that follow from 001."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ...catalogue.cells import CellError
from ...functions.chess.event import Event
from ...functions.chess.wall_list import board_points, parse_round, scoring_of
from ...functions.chess.wall_list import read as read_wall_list
from ..files import clean_text
from .lines import TrfLine
from .tournament import Bye, ChessPlayer, Team

Warn = Callable[[TrfLine, str], None]

TEAM_RECORDS = ("013", "300", "310", "320", "330", "801", "802")
_FORFEITS = {"+-": ("+", "-"), "-+": ("-", "+"), "--": ("-", "-")}
_BOARD = {"1": "1", "=": "=", "0": "0", "+": "+", "-": "-", "U": "+"}
"""A player's result as that of a board; in team files + without opponent is a forfeit won."""

_IN_CLEAR = {"801": (6, 14, 4), "802": (7, 15, 6)}
"""The records of rounds in clear: where the number ends, where points begin, and their width."""


def read_teams(
    lines: Sequence[TrfLine],
    players: Sequence[ChessPlayer],
    byes: Sequence[tuple[TrfLine, Bye]],
    warn: Warn,
) -> tuple[tuple[Team, ...], int | None]:
    """The teams with their rounds, and how many boards a match has; none where there are none."""
    code = "310" if any(line.code == "310" for line in lines) else "013"
    read = [(line, _team(line, n)) for n, line in enumerate(_of(lines, code), 1)]
    if not read:
        return (), None
    return _Matches(lines, [team for _, team in read], players, byes, warn).teams(read)


def _of(lines: Sequence[TrfLine], code: str) -> list[TrfLine]:
    return [line for line in lines if line.code == code]


def _team(line: TrfLine, place: int) -> Team:
    if line.code == "013":
        name = clean_text(line.field(5, 36), "the team's name", line.wrong)
        return Team(place, name, players=tuple(line.numbers(37, "a player's number")))
    number = line.whole(5, 7, "the team's number")
    if number is None:
        raise line.wrong("the team's number is missing", 5, 7)
    return Team(
        number,
        clean_text(line.field(9, 40), "the team's name", line.wrong),
        short_name=line.field(42, 46),
        strength=line.field(48, 53),
        match_points=line.decimal(55, 60, "the match points"),
        game_points=line.decimal(62, 67, "the game points"),
        rank=line.whole(69, 71, "the rank"),
        players=tuple(line.numbers(74, "a player's number")),
    )


class _Matches:
    """The matches of teams, from the games of their players."""

    def __init__(
        self,
        lines: Sequence[TrfLine],
        teams: Sequence[Team],
        players: Sequence[ChessPlayer],
        byes: Sequence[tuple[TrfLine, Bye]],
        warn: Warn,
    ) -> None:
        self.lines = lines
        self.warn = warn
        self.place = {team.number: place for place, team in enumerate(teams, 1)}
        self.players = players
        self.by_number = {player.number: player for player in players}
        self.rounds = max((len(player.rounds) for player in players), default=0)
        self.team_of: dict[int, Team] = {}
        """Each player's team, by the place of the player."""
        places = {player.number: place for place, player in enumerate(players, 1)}
        for team in teams:
            for number in team.players:
                if number in places:
                    self.team_of[places[number]] = team
        self.unplayed = self._unplayed(byes)
        self.lineups = self._lineups()

    def teams(self, read: Sequence[tuple[TrfLine, Team]]) -> tuple[tuple[Team, ...], int]:
        """The teams with their rounds, and how many boards a match has."""
        for line, team in read:
            for number in team.players:
                line.check_known("player", number, self.by_number)
        lineups = {
            (team.number, round_): self._lineup(team, round_)
            for _, team in read
            for round_ in range(self.rounds)
        }
        boards = max((len(lineup) for lineup in lineups.values()), default=0) or 1
        if len(read) % 2 and not _of(self.lines, "310"):
            self._find_byes(read, lineups)
        teams = tuple(
            replace(
                team,
                rounds=tuple(
                    self._cell(team, round_, lineups[team.number, round_], boards)
                    for round_ in range(self.rounds)
                ),
            )
            for _, team in read
        )
        self._check(read, teams, boards)
        return teams, boards

    def _unplayed(self, byes: Sequence[tuple[TrfLine, Bye]]) -> dict[tuple[int, int], str]:
        """The cells of rounds without a match, by team and round from 0."""
        cells: dict[tuple[int, int], str] = {}
        for line, bye in byes:
            for number in bye.numbers:
                line.check_known("team", number, self.place)
                cells[number, bye.round - 1] = bye.type
        for line in _of(self.lines, "320"):
            for round_, at in enumerate(range(15, len(line.text) + 1, 4)):
                free = line.whole(at, at + 2, "a team's number")
                if free:
                    cells[self._known(line, free, at), round_] = "U"
        for line in _of(self.lines, "330"):
            kind = line.field(5, 6)
            round_number = line.whole(8, 10, "the round")
            white, black = (line.whole(at, at + 2, "a team's number") for at in (12, 16))
            if kind not in _FORFEITS or not (round_number and white and black):
                raise line.wrong("+-, -+ or --, a round and two teams are expected", 5, 18)
            first, second = _FORFEITS[kind]
            one, other = self.place[self._known(line, white, 12)], self._known(line, black, 16)
            cells[white, round_number - 1] = f"{self.place[other]}w{first}"
            cells[black, round_number - 1] = f"{one}b{second}"
        return cells

    def _find_byes(
        self, read: Sequence[tuple[TrfLine, Team]], lineups: Mapping[tuple[int, int], list[int]]
    ) -> None:
        """The allocated byes of an odd field, which a file of 2016 has no record for."""
        for round_ in range(self.rounds):
            idle = [one for one in read if not lineups[one[1].number, round_]]
            free = [
                (line, team) for line, team in idle if (team.number, round_) not in self.unplayed
            ]
            if len(idle) == len(free) == 1:
                line, team = free[0]
                self.unplayed[team.number, round_] = "U"
                self.warn(
                    line,
                    f"{team.name} has no match in round {round_ + 1}, in which all others play: "
                    "that is taken for the bye that the pairing allocates",
                )

    def _known(self, line: TrfLine, number: int, at: int) -> int:
        line.check_known("team", number, self.place, at, at + 2)
        return number

    def _lineups(self) -> dict[tuple[int, int], list[int]]:
        """The boards of record 300, by team and round from 0; 0 is an empty board."""
        lineups = {}
        for line in _of(self.lines, "300"):
            round_ = line.whole(5, 7, "the round")
            team = line.whole(9, 11, "a team's number")
            if round_ is None or team is None:
                raise line.wrong("a round and two teams are expected", 5, 15)
            numbers = line.numbers(17, "a player's number")
            for number in filter(None, numbers):
                line.check_known("player", number, self.by_number)
            lineups[self._known(line, team, 9), round_ - 1] = numbers
        return lineups

    def _lineup(self, team: Team, round_: int) -> list[int]:
        """The players of a match, first board first; 0 is an empty board."""
        known = self.lineups.get((team.number, round_))
        if known is not None:
            return known
        if (team.number, round_) in self.unplayed:
            return []
        return [
            number
            for number in team.players
            if self.by_number[number].rounds[round_] not in ("", "Z")
        ]

    def _cell(self, team: Team, round_: int, lineup: list[int], boards: int) -> str:
        """A round of a team, as the team wall list has it."""
        unplayed = self.unplayed.get((team.number, round_))
        if unplayed is not None:
            return unplayed
        opponents: defaultdict[int, int] = defaultdict(int)
        colour = ""
        results = ""
        for board, number in enumerate(lineup):
            cell = self.by_number[number].rounds[round_] if number else "Z"
            one = parse_round(cell)
            if one and one.opponent >= 0:
                other = self.team_of.get(one.opponent + 1)
                if other:
                    opponents[self.place[other.number]] += 1
                if not colour and one.colour:
                    colour = one.colour if board % 2 == 0 else {"w": "b", "b": "w"}[one.colour]
            results += _BOARD.get(one.result if one else "", "-")
        if not opponents:
            return "Z"
        opponent = max(opponents, key=lambda place: opponents[place])
        points = sum(board_points(results))
        complete = len(results) == boards
        detail = f"/{results}" if complete else ""
        return f"{opponent}{colour or '-'}{points:g}{detail}"

    def _check(
        self, read: Sequence[tuple[TrfLine, Team]], teams: Sequence[Team], boards: int
    ) -> None:
        """Hold the matches to the match and game points that the file prints."""
        rows = [list(team.rounds) for team in teams]
        try:
            event = Event(
                read_wall_list(rows, "the teams' wall list", boards),
                "rematch",
                scoring=scoring_of(None, boards),
                boards=boards,
            )
        except CellError as error:
            self.warn(read[0][0], error.value.message)
            return
        points = list(zip(event.scores("MP").final, event.scores("GP").final))
        for (line, team), (matches, games) in zip(read, points):
            for printed, found, what in (
                (team.match_points, matches, "match points"),
                (team.game_points, games, "game points"),
            ):
                if printed is not None and printed != found:
                    self.warn(
                        line,
                        f"team {team.number} has {printed:g} {what} here, but its rounds give "
                        f"{found:g}",
                    )
        for code in _IN_CLEAR:
            for line in _of(self.lines, code):
                self._check_clear(line, points)

    def _check_clear(self, line: TrfLine, points: Sequence[tuple[float, float]]) -> None:
        """Hold a record of rounds in clear to the rest of the file."""
        last, first, width = _IN_CLEAR[line.code]
        number = line.whole(5, last, "the team's number")
        line.check_known("team", number, self.place, 5, 7)
        matches, games = points[self.place[number or 0] - 1]
        games_at = first + width + 1
        printed = (
            line.decimal(first, first + width - 1, "the match points"),
            line.decimal(games_at, games_at + width - 1, "the game points"),
        )
        if printed != (matches, games):
            self.warn(
                line,
                f"team {number} has {printed[0]} match and {printed[1]} game points here, but "
                f"its rounds give {matches:g} and {games:g}",
            )
