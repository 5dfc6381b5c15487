"""FIDE's Tournament Report File, in the forms of 2006, 2016 and 2026, as a tournament."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from ...catalogue.cells import CellError
from ...errors import InputError
from ...functions.chess.event import Event
from ...functions.chess.wall_list import read as read_wall_list
from ...functions.chess.wall_list import scoring_of
from ...functions.wall_lists import BYES, coming
from .header import Header
from .lines import TrfLine, is_record, read_lines
from .players import TrfRound, check_rounds, read_player
from .teams import TEAM_RECORDS, read_teams
from .tournament import Bye, ChessPlayer, ChessTournament

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
            if not self._is_known(line) and line.code not in self.unknown:
                self.unknown.add(line.code)
                self._warn_of(line, f"record {line.code} is not known; it is kept as it is")
            self.kept.append(line)

    @staticmethod
    def _is_known(line: TrfLine) -> bool:
        """Whether a record is kept without a warning: federations have records of their own."""
        return is_record(line) and (line.code in _KEPT or _is_national(line))

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
        last_paired = self._last_paired()
        last_written = max(
            (at for _, _, cells in self.read for at, cell in enumerate(cells, 1) if not cell.blank),
            default=0,
        )
        scoring = scoring_of(self.header.fields.get("scoring"))

        def count_wrong(last_round: int) -> int:
            rows = [list(self._rounds(cells, last_round)) for _, _, cells in self.read]
            final = Event(
                read_wall_list(rows, "the wall list"), "rematch", scoring=scoring
            ).scores()
            printed = (player.points for _, player, _ in self.read)
            return sum(
                points is not None and points != own for points, own in zip(printed, final.final)
            )

        return min(range(last_paired, last_written + 1), key=count_wrong, default=last_paired)

    def _rounds(self, cells: list[TrfRound], last_round: int) -> tuple[str, ...]:
        texts = [cell.text(self.places) for cell in cells[:last_round]]
        return (*texts, *[""] * (last_round - len(texts)))

    def _announced_byes(self, last_round: int, of_teams: bool) -> tuple[Bye, ...]:
        """Byes of rounds in which nobody is paired yet, from records 240 and from records 001."""
        if of_teams:
            return tuple(bye for _, bye in self.header.byes)
        last_paired = self._last_paired()
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

    def _last_paired(self) -> int:
        """The last round in which anybody has an opponent."""
        return max(
            (at for _, _, cells in self.read for at, cell in enumerate(cells, 1) if cell.opponent),
            default=0,
        )

    def _national_ratings(self) -> dict[int, int]:
        """The ratings of the national records, which are named by a federation."""
        ratings: dict[int, int] = {}
        for line in self.kept:
            if is_record(line) and _is_national(line):
                number = line.whole(5, 8, "a starting number")
                if number not in self.places:
                    raise line.wrong(f"player {number} is not in the file", 5, 8)
                rating = line.whole(49, 52, "the rating")
                if number is not None and rating:
                    ratings.setdefault(number, rating)
        return ratings

    def _check_byes(self, last_round: int) -> None:
        """Byes of rounds that have been played must stand in 001 too."""
        cells = {player.number: cells for _, player, cells in self.read}
        for line, bye in self.header.byes:
            for number in bye.numbers:
                if number not in cells:
                    raise line.wrong(f"player {number} is not in the file")
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
        event = Event(
            read_wall_list(found.wall_list, "the wall list"),
            "rematch",
            scoring=scoring_of(found.scoring),
        )
        final = event.scores().final
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
