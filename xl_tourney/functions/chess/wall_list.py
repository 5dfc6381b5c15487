"""The wall list of a chess tournament: each row a player or a team, each column a round.

A cell says opponent, colour and result, as seen from its row::

    12w1    won against row 12 with White          3b=     drew against row 3 with Black
    7w+     won against row 7 by forfeit           5b      plays row 5, no result yet
    U F H Z the byes: allocated, full, half, zero point

It becomes a :class:`Round`, whose opponent is a row from 0.  Both rows of a game must name each
other in the same round, with the other colour and results that are of one game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from ...catalogue.cells import Block, describe_cell, raise_if_error, to_block, to_text, value_error
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Kind
from .. import wall_lists

PLAYED = frozenset("1=0")
"""The results of games over the board."""
FORFEITS = frozenset("+-")
ABSENCES = frozenset("HZ")
"""Byes that a player asked for, and absences."""
VOLUNTARY = frozenset("HZ-")
"""The voluntarily unplayed rounds of Article 16.1.2."""


class Round(NamedTuple):
    """The round of a player, or of a team."""

    result: str
    """``1 = 0`` over the board, ``+ -`` by forfeit, ``?`` not yet known; the byes ``U F H Z``."""
    opponent: int = -1
    """The opponent's row, from 0; −1 where there is none, or none is named."""
    colour: str = ""
    """w or b, where it is known; of a team, on the first board."""
    game_points: float = 0.0
    """A team's points on all boards."""
    boards: str = ""
    """A team's result on each board, where it is known: ``1==0``."""


NO_ENTRY = Round("Z")
"""A round of which a cell says nothing; known by identity."""
ABSENCE = Round("Z")

WallList = wall_lists.WallList[Round]

# Patterns are texts: `re` compiles them when a wall list is first read, not at every start.
_SPACES = r"[\s\u200b\ufeff]+"
_DRAW = r"(^|[wbs-])(?:0?[.,]5|1/2)$|½$"
_BYE = r"0+-?([uhfz+=-])"
_BYE_WORDS = {
    **dict.fromkeys(("u", "bye", "+", "-1"), "U"),
    **dict.fromkeys(("h", "=", "-="), "H"),
    **dict.fromkeys(("z", "-", "-0", "0"), "Z"),
    "f": "F",
}
_BYE_SIGNS = {"u": "U", "f": "F", "h": "H", "z": "Z", "+": "U", "=": "H", "-": "Z"}
_GAME = r"0*([1-9]\d{0,3})(?:([wbs])([10=+wdl?*-]?)|-([10=+wdl?-])|(=))"
_RESULTS = {"": "?", "*": "?", "w": "1", "d": "=", "l": "0"}
_OTHERS = {"1": "0", "=": "=", "0": "10", "?": "?", "+": "-", "-": "+-"}
"""The results that the opponent's cell may have."""
_COLOURS = {None: "", "-": "", "w": "w", "b": "b", "s": "b"}
_OTHER_COLOUR = {"w": "b", "b": "w", "": ""}
_GO = r"\d+[+-]"


def clean(written: str) -> str:
    """A cell without spaces, in small letters, with one sign for a draw.

    >>> clean(" 12 W ½"), clean("0,5"), clean("12b1/2"), clean("10.5")
    ('12w=', '=', '12b=', '10.5')
    """
    compact = re.sub(_SPACES, "", written).lower().translate(wall_lists.MINUS_TO_HYPHEN)
    return re.sub(_DRAW, lambda found: f"{found[1] or ''}=", compact)


def results_agree(own: str, other: str) -> bool:
    """Whether two results are of the same game; both sides may lose it, also by forfeit."""
    return other in _OTHERS[own]


def parse_round(written: str) -> Round | None:
    """The round in a cell; None if it cannot be read."""
    cell = clean(written)
    found = re.fullmatch(_BYE, cell)
    if found:
        return Round(_BYE_SIGNS[found[1]])
    if cell in _BYE_WORDS:
        return Round(_BYE_WORDS[cell])
    found = re.fullmatch(_GAME, cell)
    if not found:
        return None
    place, colour, coloured, uncoloured, draw = found.groups()
    result = coloured if colour else uncoloured or draw
    return Round(_RESULTS.get(result, result), int(place) - 1, _COLOURS[colour])


class _ChessWallListReader(wall_lists.Reader[Round]):
    """Reads the cells of an individual tournament."""

    no_entry = NO_ENTRY
    implied_entry = ABSENCE
    form = (
        "12w1, 12b½ or 12w0, 12w+ or 12b- for a forfeit, 12w for no result yet, or F, H, Z, U "
        "without an opponent"
    )

    def parse(self, cell: Any, r: int, c: int) -> Round:
        """The round in a cell; a blank of any kind has none."""
        raise_if_error(cell)
        written = cell if isinstance(cell, str) else to_text(cell, self.describe_entry(r, c))
        if not re.sub(_SPACES, "", written):
            return NO_ENTRY
        one = self.parse_text(written)
        if one is None:
            raise value_error(
                f"{self.describe_entry(r, c)} must be {self.form}{self.hint(clean(written))}"
            )
        return one

    def parse_text(self, written: str) -> Round | None:
        """The round that a text says; None where it cannot be read."""
        return parse_round(written)

    def hint(self, cell: str) -> str:
        """A suggestion for a cell that cannot be read."""
        if re.fullmatch(_GO, cell):
            return f"; say {cell[:-1]}w{'1' if cell[-1] == '+' else '0'} or {cell[:-1]}w{cell[-1]}"
        if parse_match(cell):
            return "; for teams say boards"
        return ""

    def reconcile(self, own: Round, lists: Sequence[Sequence[Round]], r: int, c: int) -> Round:
        """A game's side, held to the opponent's and completed from it."""
        if own.opponent < 0:
            return own
        self.check_opponent(own.opponent, r, c)
        other = lists[own.opponent][c]
        if other.opponent != r or not self.results_agree(own, other):
            raise self.disagreement(r, c, own.opponent)
        if own.colour and own.colour == other.colour:
            raise self.disagreement(r, c, own.opponent)
        if own.colour or not other.colour:
            return own
        return own._replace(colour=_OTHER_COLOUR[other.colour])

    def results_agree(self, own: Round, other: Round) -> bool:
        """Whether two results are of the same game."""
        return results_agree(own.result, other.result)


# Teams ------------------------------------------------------------------------------------------

_MATCH = r"0*([1-9]\d{0,3})([wbs-])(\d{1,3}(?:[.,]\d)?|\d{0,3}=)(?:/([10=+wdl-]+))?"
_UNPLAYED_MATCH = r"0*([1-9]\d{0,3})(?:([wbs])([+?*-]?)|-?([+-]))"


def parse_match(written: str) -> Round | None:
    """The round in a cell of a team; None if it cannot be read.

    Who won a match is known once both cells have been read; until then it is a draw.

    >>> parse_match("8w2½/1==½")
    Round(result='=', opponent=7, colour='w', game_points=2.5, boards='1===')
    >>> parse_match("6b+"), parse_match("-")
    (Round(result='+', opponent=5, colour='b', game_points=0.0, boards=''),
     Round(result='-', opponent=-1, colour='', game_points=0.0, boards=''))
    """
    cell = (
        re.sub(_SPACES, "", written).lower().translate(wall_lists.MINUS_TO_HYPHEN).replace("½", "=")
    )
    if cell in FORFEITS:
        return Round(cell)
    found = re.fullmatch(_BYE, cell)
    if found and found[1] in "ufhz":
        return Round(_BYE_SIGNS[found[1]])
    if cell in ("u", "h", "f", "z", "bye"):
        return Round(_BYE_WORDS[cell])
    found = re.fullmatch(_UNPLAYED_MATCH, cell)
    if found:
        place, colour, coloured, uncoloured = found.groups()
        result = coloured if colour else uncoloured
        return Round(_RESULTS.get(result, result), int(place) - 1, _COLOURS[colour])
    found = re.fullmatch(_MATCH, cell)
    if not found:
        return None
    place, colour, written_points, boards = found.groups()
    points = float(written_points.replace(",", ".").replace("=", ".5"))
    boards = (boards or "").translate(str.maketrans("wdl", "1=0"))
    return Round("=", int(place) - 1, _COLOURS[colour], points, boards)


def board_points(boards: str) -> list[float]:
    """The points on each board."""
    return [{"1": 1.0, "+": 1.0, "=": 0.5}.get(result, 0.0) for result in boards]


class _TeamReader(_ChessWallListReader):
    """Reads the cells of a team tournament, whose matches have so many boards."""

    form = (
        "8w2.5 (opponent, colour of board 1, own game points), 8w+ or 8b- for a forfeited match, "
        "8w for no result yet, or + - U H F Z"
    )

    def __init__(self, rows: Sequence[Sequence[Any]], where: str, boards: int) -> None:
        super().__init__(rows, where)
        self.boards = boards

    def parse_text(self, written: str) -> Round | None:
        return parse_match(written)

    def parse(self, cell: Any, r: int, c: int) -> Round:
        """The round in a cell, if its points are not more than the boards give."""
        one = super().parse(cell, r, c)
        if one.game_points > self.boards:
            raise value_error(
                f"{self.describe_entry(r, c)} has more points than {self.boards} boards give"
            )
        if one.boards and (
            len(one.boards) != self.boards or sum(board_points(one.boards)) != one.game_points
        ):
            raise value_error(
                f"{self.describe_entry(r, c)} must have {self.boards} boards that add up to its "
                "points"
            )
        return one

    def hint(self, cell: str) -> str:
        return ""

    def parse_wall_list(self) -> WallList:
        """The rounds as written, with the results of the matches and of forfeits left unnamed."""
        found = super().parse_wall_list()
        for c in range(found.rounds):
            unnamed = {
                rounds[c].result: r
                for r, rounds in enumerate(found.players)
                if rounds and rounds[c].result in FORFEITS and rounds[c].opponent < 0
            }
            count = sum(
                bool(rounds) and rounds[c].result in FORFEITS and rounds[c].opponent < 0
                for rounds in found.players
            )
            if count == 2 and len(unnamed) == 2:  # each other's opponents: there is nobody else
                for result, other in (("+", "-"), ("-", "+")):
                    rounds = found.players[unnamed[result]]
                    rounds[c] = rounds[c]._replace(opponent=unnamed[other])
        return found

    def results_agree(self, own: Round, other: Round) -> bool:
        if own.result in FORFEITS or other.result in FORFEITS:
            return super().results_agree(own, other)
        decided = own.result != "?"
        boards_agree = not (own.boards and other.boards) or all(
            map(results_agree, own.boards, other.boards)
        )
        return (
            boards_agree
            and decided == (other.result != "?")
            and (own.game_points + other.game_points <= self.boards)
        )

    def reconcile(self, own: Round, lists: Sequence[Sequence[Round]], r: int, c: int) -> Round:
        """A match's side with its result: more game points than the opponent win it."""
        own = super().reconcile(own, lists, r, c)
        if own.opponent < 0 or own.result not in PLAYED:
            return own
        other = lists[own.opponent][c].game_points
        result = "1" if own.game_points > other else "=" if own.game_points == other else "0"
        return own._replace(result=result)


# Arguments --------------------------------------------------------------------------------------


def read(value: object, where: str, boards: int | None = None) -> WallList:
    """A block of cells as a wall list; with a number of boards, of teams."""
    if boards:
        return wall_lists.read_wall_list(_TeamReader, value, where, boards)
    return wall_lists.read_wall_list(_ChessWallListReader, value, where)


_CELLS = (
    "A row a player, a column a round, opponents by row: 12w1, 12b½, 12w0 a game with its colour; "
    "12w+, 12b- by forfeit; 12w no result yet; F, H, Z, U full-, half-, zero-point and "
    "pairing-allocated bye."
)
_ERRORS = {
    "#VALUE!": "A cell of the wall list cannot be read, names a row that is not there, or "
    "disagrees with its opponent's, or two rows met twice; the message names both.",
}

Games = Annotated[
    WallList, Kind("a wall list", read, takes_range=True), SharedHelp(_CELLS, _ERRORS)
]
GamesOrMatches = Annotated[
    Block,
    Kind("a wall list", lambda value, where: to_block(value), takes_range=True),
    SharedHelp(
        f"{_CELLS} With `boards` a row is a team: 8w2.5 opponent, colour of board 1, own game "
        "points, 8w2.5/1==½ with the boards; + and - a forfeited match.",
        _ERRORS,
    ),
]


class ResultPoints(NamedTuple):
    """The points of each result."""

    win: float
    draw: float
    loss: float
    allocated_bye: float
    bye_game_points: float | None = None
    """The game points of a team for a pairing-allocated bye; half of its boards if left out."""


INDIVIDUAL = ResultPoints(1.0, 0.5, 0.0, 1.0)
TEAM = ResultPoints(2.0, 1.0, 0.0, 1.0)


def _read_scoring(value: object, where: str) -> tuple[float, ...]:
    rows = to_block(value)
    cell = rows[0][0]
    written = to_text(cell, where).translate(wall_lists.MINUS_TO_HYPHEN)
    numbers = []
    for part in re.split(r"[-;\s]+", written.replace("1/2", "½").strip()):
        try:
            numbers.append(float(part.replace(",", ".").replace("½", ".5")))
        except ValueError:
            numbers = []
            break
    if len(rows) * len(rows[0]) != 1 or not 3 <= len(numbers) <= 5:
        raise value_error(
            f"{where} must be win-draw-loss[-bye], such as 3-1-0, not {describe_cell(cell)}"
        )
    if not numbers[0] > numbers[1] >= numbers[2] >= 0:
        raise value_error(
            f"{where} must give more for a win than for a draw; {describe_cell(cell)} does not"
        )
    return tuple(numbers)


def scoring_of(numbers: tuple[float, ...] | None, boards: int | None = None) -> ResultPoints:
    """The argument `scoring` with what it leaves out."""
    if numbers is None:
        return TEAM if boards else INDIVIDUAL
    win, draw, loss, *more = numbers
    bye = more[0] if more else draw if boards else win
    return ResultPoints(win, draw, loss, bye, more[1] if len(more) > 1 else None)


ScoringText = Annotated[
    tuple[float, ...],
    Kind("points of win-draw-loss[-bye]", _read_scoring, cell_type="string"),
    SharedHelp(
        "Points for win-draw-loss[-pairing-allocated bye], such as 3-1-0; 1-½-0 when left out. H "
        "counts a draw, F a win, Z and forfeit losses 0.",
        {"#VALUE!": "`scoring` is not points such as 3-1-0."},
    ),
]
