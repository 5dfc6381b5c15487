"""The records 001 of a TRF: the players and their rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ...functions.chess.wall_list import parse_round, results_agree
from ..files import clean_text
from .lines import FIRST_ROUND, ROUND_WIDTH, TrfLine
from .tournament import ChessPlayer

Warn = Callable[[str], None]

_TITLES = {
    "g": "GM",
    "m": "IM",
    "f": "FM",
    "c": "CM",
    "wg": "WGM",
    "wm": "WIM",
    "wf": "WFM",
    "wc": "WCM",
}
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
