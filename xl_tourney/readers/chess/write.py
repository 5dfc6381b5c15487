"""Writes a tournament as a Tournament Report File, in the form of 2026."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ... import atomic
from ...catalogue.cells import is_error
from ...errors import WriteError
from ...functions import CATALOGUE
from ...functions.chess.codes import parse_code
from ...functions.chess.wall_list import clean, parse_round
from ...functions.wall_lists import Coming, coming
from ..files import Document
from .header import TEXTS
from .lines import FIRST_ROUND, ROUND_WIDTH
from .tournament import ChessPlayer, ChessTournament

NAME_WIDTH = 33
_UNRATED_RESULT = re.compile(r"[wbs-]([wdl])")
_NEWLINE = "\r\n"


def write_trf(tournament: ChessTournament, path: Path | str) -> list[str]:
    """Write a tournament; gives a sentence for each thing that the form has no room for.

    Points and ranks are computed from the results, not those that a file printed.
    """
    document = format_trf(tournament, str(path))
    atomic.write_bytes(Path(path), document.content)
    return document.notes


def format_trf(tournament: ChessTournament, name: str) -> Document:
    """What :func:`write_trf` writes; ``name`` is that of the file, for messages."""
    report = _TrfWriter(tournament, Path(name))
    text = _NEWLINE.join(report.lines()) + _NEWLINE
    return Document(text.encode(), report.notes)


class _TrfWriter:
    """The lines of a report."""

    def __init__(self, tournament: ChessTournament, path: Path) -> None:
        self.tournament = tournament
        self.path = path
        self.notes: list[str] = []

    def lines(self) -> Iterator[str]:
        """All lines, in the order of their codes; what was kept comes last."""
        yield from self._head()
        yield from self._players()
        rounds = 0 if self.tournament.teams else self.tournament.rounds
        for bye in self.tournament.byes:
            is_allocated = coming(bye.type) is Coming.ALLOCATED
            if bye.round <= rounds or is_allocated:  # it stands in the records 001
                continue
            who = " ".join(f"{number:>4}" for number in bye.numbers)
            yield f"240 {bye.type} {bye.round:>3} {who}"
        yield from self._kept()

    def _head(self) -> Iterator[str]:
        found = self.tournament
        round_robin = found.system == "round-robin"
        texts = {TEXTS[code]: code for code in ("012", "022", "032", "042", "052")}
        for name, code in texts.items():
            yield f"{code} {getattr(found, name)}".rstrip()
        yield f"062 {len(found.players)}"
        yield f"072 {sum(player.rating is not None for player in found.players)}"
        yield f"082 {len(found.teams)}"
        kind = "Round-Robin" if round_robin else "Swiss-System"
        usual = f"{'Team' if found.teams else 'Individual'}: {kind}"
        yield f"092 {found.type or usual}"
        yield f"102 {found.arbiter}".rstrip()
        for deputy in found.deputies:
            yield f"112 {deputy}"
        yield f"122 {found.time_control}".rstrip()
        if any(found.round_dates):
            dates = "".join(f"{date:<{ROUND_WIDTH}}" for date in found.round_dates)
            yield ("132".ljust(FIRST_ROUND - 1) + dates).rstrip()
        yield f"142 {found.announced_rounds or found.rounds}"
        if found.first_colour:
            yield f"152 {found.first_colour}"
        if found.scoring:
            yield _scoring("162  ", zip(("W", "D", "L", "P"), found.scoring), 4)
        type_code = found.type_code or ("FIDE_ROUNDROBIN" if round_robin else "")
        if type_code:
            yield f"192 {type_code}"
        if found.codes:
            yield f"{'212' if found.codes_begin_with_points else '202'} {','.join(found.codes)}"
        if found.team_scoring:
            yield _scoring("362 ", zip(("TW", "TD", "TL"), found.team_scoring), 3)

    def _players(self) -> Iterator[str]:
        found = self.tournament
        points: list[Any] = [0.0] * len(found.players)
        places: list[Any] = [1.0] * len(found.players)
        if found.rounds:
            points = self._column("CHESS_POINTS", found.wall_list, None, _text(found.scoring))
            codes = ["PTS"] if found.teams or not found.codes else list(found.codes)
            places = self._places(found.wall_list, codes, None)
        for player, score, place in zip(found.players, points, places):
            yield self._player(player, score, place)

    def _places(
        self, wall_list: list[list[str]], codes: list[str], boards: int | None
    ) -> list[Any]:
        found = self.tournament
        ratings, scoring = (None, found.team_scoring) if boards else (found.ratings, found.scoring)
        system = "rematch" if boards and found.system != "round-robin" else found.system
        options = found.rules, system, found.unrated, _text(scoring), boards
        return self._column("CHESS_PLACE", wall_list, [codes], ratings, *options)

    def _column(self, name: str, *arguments: object) -> list[Any]:
        """A function's column; no result can be left out of a report."""
        value = CATALOGUE[name](*arguments)
        rows = value if isinstance(value, list) else [[value]]
        for (cell,) in rows:
            if is_error(cell):
                raise WriteError(f"{self.path}: cannot be written: {cell.message}.")
        return [0.0 if cell == "" else cell for (cell,) in rows]

    def _player(self, player: ChessPlayer, points: float, place: float) -> str:
        who = f"player {player.number}"
        text = (
            f"001 {player.number:>4} {player.sex:1}{self._cut(player.title, 3, who, 'title'):>3} "
            f"{self._cut(player.name, NAME_WIDTH, who, 'name'):<{NAME_WIDTH}} "
            f"{player.rating or '':>4} {self._cut(player.federation, 3, who, 'federation'):<3} "
            f"{player.fide_number:>11} {player.birth:<10} {points:>4.1f} {int(place):>4}"
        )
        for number, cell in enumerate(self.tournament.cells_of(player, "U"), 1):
            is_open = not cell and self.tournament.waits(number)
            text += "  " + (" " * 8 if is_open else self._round(cell))
        return text.rstrip()

    def _cut(self, text: str, width: int, who: str, what: str) -> str:
        if len(text) > width:
            self.notes.append(
                f"{self.path.name}: the {what} of {who} is cut to {width} characters: {text}."
            )
        return text[:width]

    def _round(self, cell: str) -> str:
        """A round in eight columns; an absence is ``0000 - Z``."""
        one = parse_round(cell) if cell else None
        if one is None or one.opponent < 0:
            return f"0000 - {one.result if one else 'Z'}"
        number = self.tournament.players[one.opponent].number
        result = one.result
        unrated = _UNRATED_RESULT.search(clean(cell), len(str(one.opponent + 1)))
        if unrated and unrated.end() == len(clean(cell)):
            result = unrated[1].upper()
        return f"{number:>4} {one.colour or '-'} {'' if result == '?' else result:1}"

    def _kept(self) -> Iterator[str]:
        """Kept lines; those of teams with the points and ranks of their rounds."""
        found = self.tournament
        if not any(line.startswith("310") for line in found.kept):
            yield from found.kept
            return
        rows, scoring, boards = found.team_wall_list, _text(found.team_scoring), found.boards
        block = CATALOGUE["TIEBREAK"](
            rows, "MPTS,GPTS", None, found.rules, "rematch", None, scoring, boards
        )
        if not isinstance(block, list):
            raise WriteError(f"{self.path}: cannot be written: {block.message}.")
        codes = [code for code in found.codes if not parse_code(code).tie_break.rated]
        places = self._places(rows, codes or ["MPTS"], boards)
        of_team = {
            team.number: (match_points, game_points, place)
            for team, (match_points, game_points), place in zip(found.teams, block, places)
        }
        for line in found.kept:
            if line.startswith("310"):
                match_points, game_points, place = of_team[int(line[4:7])]
                scores = f"{match_points:>6g} {game_points:>6.1f} {int(place):>3}"
                line = f"{line[:54].ljust(54)}{scores}{line[71:]}"
            yield line


def _scoring(begin: str, points: Iterator[tuple[str, float]], gap: int) -> str:
    cells = (f"{letters}{value:>4.1f}{'':{gap}}" for letters, value in points)
    return (begin + "".join(cells)).rstrip()


def _text(scoring: Sequence[float] | None) -> str | None:
    """The argument `scoring` of a function."""
    return None if scoring is None else "-".join(f"{points:g}" for points in scoring)
