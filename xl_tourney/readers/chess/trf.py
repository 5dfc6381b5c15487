"""FIDE's Tournament Report File, in the forms of 2006, 2016 and 2026, as a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.event import Event
from ...functions.chess.wall_list import parse_round, results_agree
from ...functions.chess.wall_list import read as read_wall_list
from ...functions.wall_lists import BYES, coming
from ..files import clean_text
from .header import Header
from .lines import FIRST_ROUND, ROUND_WIDTH, TrfLine, is_record, read_lines
from .teams import TEAM_RECORDS, read_teams
from .tournament import TITLES, Bye, ChessPlayer, ChessTournament, points_of

# The records 001 of a TRF: the players and their rounds.

Warn = Callable[[str], None]

_TITLES = dict(zip(("g", "m", "wg", "f", "wm", "c", "wf", "wc"), TITLES))
"""The short titles of TRF16."""
_BYES = {"+": "U", "=": "H", "-": "Z", "": "Z", **{letter: letter for letter in "FHUZ"}}
"""Results without an opponent; TRF06 wrote + = - for U H Z."""
_RESULTS = frozenset(("1", "=", "0", "W", "D", "L", "+", "-", ""))


class TrfRound:
    """A round of a player as the file writes it."""

    def __init__(self, line: TrfLine, round_: int) -> None:
        self.line = line
        self.first = FIRST_ROUND + ROUND_WIDTH * round_
        self.last = self.first + 7
        self.opponent = line.whole(self.first, self.first + 3, "an opponent's number") or 0
        self.colour = line.field(self.first + 5, self.first + 5).lower().strip("-")
        self.result = line.field(self.first + 7, self.first + 7).upper()
        self.blank = not line.field(self.first, self.last)
        known = _RESULTS if self.opponent else _BYES
        if self.result not in known:
            what = "is no result" if self.opponent else "is no bye"
            raise self.wrong(f"{self.result} {what}", self.last, self.last)
        if self.colour not in ("w", "b", ""):
            at = self.first + 5
            raise self.wrong(f"{self.colour} is no colour; w or b is", at, at)

    def wrong(self, what: str, first: int | None = None, last: int | None = None) -> Exception:
        """An error of the cell, or of some columns of it."""
        return self.line.wrong(what, first or self.first, last or self.last)

    def text(self, places: dict[int, int]) -> str:
        """The cell as the wall list has it."""
        if self.blank:
            return ""
        if not self.opponent:
            return _BYES[self.result]
        result = self.result.lower() if self.result in ("W", "D", "L") else self.result
        return f"{places[self.opponent]}{self.colour or '-'}{result.upper() or '?'}"


def read_player(line: TrfLine) -> tuple[ChessPlayer, list[TrfRound]]:
    """A player and its rounds, not yet held to those of others."""
    number = line.whole(5, 8, "the starting number")
    if number is None or number < 1:
        raise line.wrong("the starting number is missing", 5, 8)
    title = line.field(11, 13)
    rating = line.whole(49, 52, "the rating")
    if rating is not None and rating < 0:
        raise line.wrong(f"{rating} is no rating", 49, 52)
    player = ChessPlayer(
        number=number,
        name=clean_text(line.field(15, 47), "the name", line.wrong),
        sex=line.field(10, 10).lower(),
        title=_TITLES.get(title.lower(), title.upper()),
        rating=rating or None,
        federation=line.field(54, 56),
        fide_number=line.field(58, 68),
        birth=line.field(70, 79),
        points=line.decimal(81, 84, "the points"),
        rank=line.whole(86, 89, "the rank"),
    )
    rounds = -(-(len(line.text) - FIRST_ROUND + 1) // ROUND_WIDTH)
    return player, [TrfRound(line, round_) for round_ in range(max(0, rounds))]


def check_rounds(read: Sequence[tuple[TrfLine, ChessPlayer, list[TrfRound]]]) -> None:
    """Hold all players' rounds to each other."""
    by_number: dict[int, list[TrfRound]] = {}
    lines: dict[int, int] = {}
    for line, player, cells in read:
        if player.number in by_number:
            raise line.wrong(
                f"number {player.number} is already that of line {lines[player.number]}", 5, 8
            )
        by_number[player.number] = cells
        lines[player.number] = line.number
    for _, player, cells in read:
        for round_, cell in enumerate(cells):
            if cell.opponent:
                _check(player.number, round_, cell, by_number)


def _check(number: int, round_: int, cell: TrfRound, by_number: dict[int, list[TrfRound]]) -> None:
    """Hold a game to what the opponent's line says."""
    opponent = cell.opponent
    if opponent == number:
        raise cell.wrong(f"player {number} is named as the own opponent", last=cell.first + 3)
    if opponent not in by_number:
        raise cell.wrong(f"opponent {opponent} is not in the file", last=cell.first + 3)
    others = by_number[opponent]
    other = others[round_] if round_ < len(others) else None
    if other is None or other.opponent != number:
        raise cell.wrong(
            f"player {number} met {opponent} in round {round_ + 1}, but {opponent} "
            + ("met nobody" if other is None or not other.opponent else f"met {other.opponent}")
        )
    own, theirs = parse_round(cell.text({opponent: 1})), parse_round(other.text({number: 1}))
    assert own and theirs
    if not results_agree(own.result, theirs.result):
        raise cell.wrong(
            f"the result {cell.result or 'blank'} does not fit {other.result or 'blank'} of player "
            f"{opponent} in line {other.line.number}"
        )
    if cell.colour and cell.colour == other.colour:
        raise cell.wrong(
            f"both have colour {cell.colour} with player {opponent} in line {other.line.number}"
        )


MOST_PLAYERS = 9999
_KEPT = frozenset(("172", "182", "250", "260", "299", "XXA", "XXP", "XXZ", *TEAM_RECORDS))
"""Records without a place of their own that are kept without a warning."""


def read_trf(path: Path | str) -> ChessTournament:
    """Read a Tournament Report File.

    A line that cannot be right is an :class:`~...errors.InputError` that names it and its columns;
    what is only odd is a warning of the tournament.
    """
    return _TrfReader(Path(path)).tournament()


def _is_national(line: TrfLine) -> bool:
    """Whether a record holds a player's national rating; its code is a federation."""
    return line.code.isalpha() and not line.code.startswith("XX")


class _TrfReader:
    """The reader of a file: takes its lines, then checks them against each other."""

    def __init__(self, path: Path) -> None:
        self.warnings: list[str] = []
        self.header = Header(self._warn_of)
        self.read: list[tuple[TrfLine, ChessPlayer, list[TrfRound]]] = []
        self.kept: list[TrfLine] = []
        self.unknown: set[str] = set()
        for line in read_lines(path):
            self._take(line)
        if not self.read:
            raise InputError(f"{path.name}: there is no player (001) in it; is this a TRF?")
        if len(self.read) > MOST_PLAYERS:
            raise InputError(f"{path.name}: there are more than {MOST_PLAYERS} players in it.")
        check_rounds(self.read)
        self.read.sort(key=lambda entry: entry[1].number)
        self.places = {entry[1].number: n for n, entry in enumerate(self.read, 1)}

    def _warn_of(self, line: TrfLine, what: str) -> None:
        self.warnings.append(f"{line.place()}: {what}.")

    def _warn(self, what: str) -> None:
        self.warnings.append(f"{self.read[0][0].file}: {what}.")

    def _take(self, line: TrfLine) -> None:
        if line.code == "001":
            player, cells = read_player(line)
            self.read.append((line, player, cells))
        elif not self.header.take(line):
            is_known = is_record(line) and (line.code in _KEPT or _is_national(line))
            if not is_known and line.code not in self.unknown:  # federations have their own
                self.unknown.add(line.code)
                self._warn_of(line, f"record {line.code} is not known; it is kept as it is")
            self.kept.append(line)

    def tournament(self) -> ChessTournament:
        """The tournament, with warnings of the oddities of its file."""
        last_round = self._last_round()
        national = self._national_ratings()
        players = tuple(
            replace(
                player,
                rounds=self._rounds(cells, last_round),
                national_rating=national.get(player.number),
            )
            for _, player, cells in self.read
        )
        teams, boards = read_teams(self.kept, players, self.header.byes, self._warn_of)
        found = ChessTournament(
            players=players,
            teams=teams,
            boards=boards,
            **self.header.fields,
            rules=self.header.rules(self._warn),
            system=self.header.system(),
            byes=self._announced_byes(last_round, bool(teams)),
            kept=tuple(line.text for line in self.kept),
        )
        found = found.with_absences()
        if not teams:
            self._check_byes(last_round)
        self._check_counts(found)
        self._check_allocated_byes(found)
        found = self._with_system(found)
        self._check_points(found)
        return replace(found, warnings=tuple(self.warnings))

    def _last_round(self) -> int:
        """The last round held: one with a game, or one of byes alone that the points include.

        Byes of rounds to come are announced in the same columns; the printed points tell.
        """
        last_paired = self._last(lambda cell: bool(cell.opponent))
        last_written = self._last(lambda cell: not cell.blank)

        def count_wrong(last_round: int) -> int:
            rows = [self._rounds(cells, last_round) for _, _, cells in self.read]
            printed = (player.points for _, player, _ in self.read)
            own = points_of(rows, self.header.fields.get("scoring"))
            return sum(one is not None and one != other for one, other in zip(printed, own))

        return min(range(last_paired, last_written + 1), key=count_wrong, default=last_paired)

    def _rounds(self, cells: list[TrfRound], last_round: int) -> tuple[str, ...]:
        texts = [cell.text(self.places) for cell in cells[:last_round]]
        return (*texts, *[""] * (last_round - len(texts)))

    def _announced_byes(self, last_round: int, of_teams: bool) -> tuple[Bye, ...]:
        """Byes of rounds in which nobody is paired yet, from records 240 and from records 001."""
        if of_teams:
            return tuple(bye for _, bye in self.header.byes)
        last_paired = self._last(lambda cell: bool(cell.opponent))
        announced = [bye for _, bye in self.header.byes if bye.round > last_round]
        named = {(bye.round, number) for bye in announced for number in bye.numbers}
        in_cells: dict[tuple[int, str], list[int]] = {}
        for _, player, cells in self.read:
            for round_, cell in enumerate(cells[last_paired:], last_paired + 1):
                kind = cell.text(self.places)
                if coming(kind) in BYES and (round_, player.number) not in named:
                    in_cells.setdefault((round_, kind), []).append(player.number)
        return (
            *announced,
            *(Bye(kind, round_, tuple(who)) for (round_, kind), who in sorted(in_cells.items())),
        )

    def _last(self, is_it: Callable[[TrfRound], bool]) -> int:
        """The last round in which the cell of anybody is such a one."""
        cells = (pair for *_, cells in self.read for pair in enumerate(cells, 1))
        return max((at for at, cell in cells if is_it(cell)), default=0)

    def _national_ratings(self) -> dict[int, int]:
        """The ratings of the national records, which are named by a federation."""
        ratings: dict[int, int] = {}
        for line in self.kept:
            if is_record(line) and _is_national(line):
                number = line.whole(5, 8, "a starting number")
                line.check_known("player", number, self.places, 5, 8)
                rating = line.whole(49, 52, "the rating")
                if number is not None and rating:
                    ratings.setdefault(number, rating)
        return ratings

    def _check_byes(self, last_round: int) -> None:
        """Byes of rounds that have been played must stand in 001 too."""
        cells = {player.number: cells for _, player, cells in self.read}
        for line, bye in self.header.byes:
            for number in bye.numbers:
                line.check_known("player", number, cells)
                of_player = cells[number]
                cell = of_player[bye.round - 1] if bye.round <= len(of_player) else None
                written = cell.text(self.places) if cell else ""
                if bye.round <= last_round and (written or "Z") != bye.type:
                    self._warn_of(
                        line,
                        f"player {number} has {bye.type} in round {bye.round} here, but "
                        f"{written or 'nothing'} in 001, which counts",
                    )

    def _check_counts(self, found: ChessTournament) -> None:
        """Check the numbers of players and teams that the header states."""
        for code, count in (("062", len(found.players)), ("082", len(found.teams))):
            line, announced = self.header.counts.get(code, (None, count))
            if line and announced != count and (code == "062" or announced):
                what = "players" if code == "062" else "teams"
                self._warn_of(line, f"there are {count} {what} in the file, not {announced}")

    def _check_allocated_byes(self, found: ChessTournament) -> None:
        """At most one pairing-allocated bye a round; in team files + without opponent is usual."""
        if found.teams:
            return
        for round_ in range(found.rounds):
            free = [player.number for player in found.players if player.rounds[round_] == "U"]
            if len(free) > 1:
                self._warn(
                    f"round {round_ + 1} has {len(free)} pairing-allocated byes (U): players "
                    f"{', '.join(map(str, free[:5]))}{' …' if len(free) > 5 else ''}"
                )

    def _with_system(self, found: ChessTournament) -> ChessTournament:
        """The tournament with its system: a Swiss in which some met twice is a rematch one."""
        if found.system != "swiss" or found.teams:
            return found
        try:
            Event(read_wall_list(found.wall_list, "the wall list"))
        except CellError as error:
            self._warn(error.value.message.partition(";")[0])
            return replace(found, system="rematch")
        return found

    def _check_points(self, found: ChessTournament) -> None:
        """Printed points that are not the sum of the results, and ranks that do not follow them."""
        final = points_of(found.wall_list, found.scoring)
        for (line, player, _), points in zip(self.read, final):
            if player.points is not None and player.points != points:
                self._warn_of(
                    line, f"the points are {player.points:g}, but the results add up to {points:g}"
                )
        ranked = sorted(
            (player for player in found.players if player.rank and player.points is not None),
            key=lambda player: player.rank or 0,
        )
        for better, worse in pairwise(ranked):
            if (better.points or 0) < (worse.points or 0) and not found.teams:
                self._warn(
                    f"player {worse.number} has more points than player {better.number}, who is "
                    "ranked before; the ranks do not follow the points"
                )
                break
