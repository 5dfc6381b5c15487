"""The record of each player: the results that a template names as theirs, one line a game.

The columns of a record are cells whose hidden names begin with ``PlayerRecord``: a number, the
place of the column, and its heading, as ``PlayerRecord1_2_Opponent``.  The first column says whose
line it is.  Cells of one row hold for all rows, those of one column for all columns: so a wall list
gives a line for each player and round.  Two records with the same headings, such as those of games
from the side of each player, are one.  ``Open`` is not shown: 1 there says that the game is to be
played; of an entry of a wall list its own text does, ``12w``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.utils import range_boundaries

from ..defined_names import RECORD
from ..languages import Language, message
from ..ooxml.workbook import find_destinations
from .standings import format_cell, is_number, read_language

OPPONENT, RESULT, OPEN, ROUND = "Opponent", "Result", "Open", "Round"
COLOUR = message("Colour")
NO_RESULT = message("no result")
NOBODY = "–"
"""The text in place of an opponent's name where there is none."""
SAID = (
    message("Round 1"),
    message("Board 1"),
    message("1–0 by forfeit"),
    message("won by forfeit"),
    message("lost by forfeit"),
    message("won, 2 stones"),
    message("lost, 2 stones"),
    message("1–0, 2 stones"),
)
"""The messages of what is put together here, with numbers in it."""
MOST_LINES = 30_000
"""A page with more lines of records than these would be too large for a phone."""
RECORD_COLUMN = re.compile(RECORD + r"(?P<number>\d+)_(?P<at>\d+)_(?P<heading>\w+)")
_ENTRY = re.compile(r"\s*(?P<opponent>\d+)(?P<result>.*)", re.DOTALL)
_RESULT = re.compile(
    r"(?P<before>[wb])?(?P<sign>[-+=?10½])?(?P<forfeit>!)?(?:/?(?P<behind>[wb])(?P<stones>\d+)?)?",
    re.IGNORECASE,
)
_SIGNS = {
    "+": message("won"), "1": "won", "-": message("lost"), "0": "lost", "=": message("drawn"),
    "½": "drawn", "?": NO_RESULT,
}  # fmt: skip
_COLOURS = {"w": message("White"), "b": message("Black")}
_NUMBERED = re.compile(r"(\w+ )?\d+|\d{4}-\d\d-\d\d")
"""A round whose place in the order its label says."""
_ALONE = {
    "u": message("bye"), "h": message("half-point bye"), "f": message("full-point bye"),
    "z": message("absent"),
}  # fmt: skip


@dataclass(frozen=True)
class Figure:
    """A cell of a record."""

    text: str
    is_number: bool = False
    opponent: str = ""
    """The player whom the text names, as the first column of that player's record has it."""


@dataclass
class PlayerRecord:
    """The lines of one player, without columns that are blank in all of them."""

    headings: list[str]
    rows: list[list[Figure]] = field(default_factory=list)

    def without_blank_columns(self) -> PlayerRecord:
        """The record with the columns that hold something."""
        used = [at for at, column in enumerate(zip(*self.rows)) if any(f.text for f in column)]
        return PlayerRecord(
            [self.headings[at] for at in used], [[row[at] for at in used] for row in self.rows]
        )


class Game(NamedTuple):
    """A game as everybody sees it: once, from the side of White, of the home team, of NS."""

    when: str
    """Its round, board or event; blank where nothing says that."""
    sides: tuple[Figure, Figure]
    """The players: White first, or who plays at home, or North-South."""
    line: Mapping[str, Figure]
    """The line in the record of the first of them, by heading."""
    is_open: bool = False
    """Whether it is to be played."""

    @property
    def is_alone(self) -> bool:
        """Whether it is no game, but a bye, or the absence of a player."""
        return self.sides[1].text in ("", NOBODY)


@dataclass(frozen=True)
class Records:
    """The records of all players."""

    identity: str
    """The heading of the column of the standings that says whose record it is."""
    of: dict[str, PlayerRecord]
    """The records by player: what that column holds, as :func:`identify` gives it."""
    across: frozenset[str]
    """The headings of the standings that lines repeat as a text, such as those of rounds; they are
    in English."""
    games: Sequence[Game] = ()
    """All games in the order in which they are played, where that is known."""
    announced: int = 0
    """How many rounds there are room for, where a wall list says that."""

    @property
    def open_games(self) -> list[Game]:
        """The games that are to be played."""
        return [game for game in self.games if game.is_open]


def identify(text: str) -> str:
    """A player's name or number as a key of records, without letter case and outer spaces."""
    return text.strip().casefold()


def read_records(workbook: Workbook) -> list[Records]:
    """Read the records of a workbook that was opened with its values; few workbooks have two."""
    language = read_language(workbook)
    return [_collect(headings, sides, language) for headings, sides in read_views(workbook).items()]


def read_views(workbook: Workbook) -> dict[tuple[str, ...], list[View]]:
    """The cells of the records from each side, by their headings."""
    areas: dict[int, dict[int, tuple[str, list[list[Cell]]]]] = {}
    for name, defined in workbook.defined_names.items():
        if found := RECORD_COLUMN.fullmatch(name):
            for sheet, area in find_destinations(workbook, defined):
                left, top, right, bottom = range_boundaries(area.replace("$", ""))
                rows: Iterator[tuple[Any, ...]] = workbook[sheet].iter_rows(
                    top, bottom, left, right
                )
                columns = areas.setdefault(int(found["number"]), {})
                columns[int(found["at"])] = (found["heading"], [list(row) for row in rows])
    views: dict[tuple[str, ...], list[View]] = {}
    for _, columns in sorted(areas.items()):
        headings, cells = zip(*(columns[at] for at in sorted(columns)))
        views.setdefault(headings, []).append(View(headings, cells))
    return views


def read_lines(workbook: Workbook) -> dict[tuple[str, ...], dict[str, list[list[Cell]]]]:
    """The lines of the records by the player whom they belong to, by their headings."""
    found: dict[tuple[str, ...], dict[str, list[list[Cell]]]] = {}
    for headings, views in read_views(workbook).items():
        lines = found.setdefault(headings, {})
        for _, line in _lines(views):
            lines.setdefault(identify(format_cell(line[0])), []).append(line)
    return found


def _lines(views: Sequence[View]) -> Iterator[tuple[View, list[Cell]]]:
    """The lines of a record from top to bottom, those of a row from each side."""
    for row in range(max(view.height for view in views)):
        for view in views:
            for line in view.lines(row) if row < view.height else ():
                yield view, line


@dataclass(frozen=True)
class View:
    """The columns of a record from one side, each as rows of cells."""

    headings: tuple[str, ...]
    columns: tuple[list[list[Cell]], ...]

    @property
    def height(self) -> int:
        """How many rows of cells there are."""
        return max(map(len, self.columns))

    def identities(self) -> Iterator[str]:
        """The players that the rows of lines belong to."""
        yield from (format_cell(row[0]) for row in self.columns[0])

    def lines(self, row: int) -> Iterator[list[Cell]]:
        """The lines of one row, one for each column of the widest cells, without blank ones."""
        cells = [column[min(row, len(column) - 1)] for column in self.columns]
        widest = max(map(len, cells))
        asked = [
            at
            for at, column in enumerate(self.columns)
            if (self.headings[at] == OPPONENT if OPPONENT in self.headings else len(column) > 1)
            and at > 0
        ]
        for place in range(widest):
            line = [part[min(place, len(part) - 1)] for part in cells]
            if format_cell(line[0]) and any(format_cell(line[at]) for at in asked):
                yield line


def _collect(headings: tuple[str, ...], views: list[View], language: Language) -> Records:
    """The lines of all views, each with the player whom they belong to."""
    known = {identify(key) for view in views for key in view.identities()}
    titles = [heading.replace("_", " ") for heading in headings]
    has_entries = OPPONENT in headings and any(
        _is_entry(format_cell(line[headings.index(OPPONENT)]), known) for _, line in _lines(views)
    )
    shown = [
        part
        for title in titles[1:]
        if title != OPEN
        for part in ((OPPONENT, COLOUR, RESULT) if title == OPPONENT and has_entries else (title,))
    ]
    records: dict[str, PlayerRecord] = {}
    games: list[Game] = []
    for view, line in _lines(views):
        figures: list[Figure] = []
        is_open = False
        for title, cell in zip(titles[1:], line[1:]):
            if title == OPEN:
                is_open = cell.value == 1 and view is views[0]
            elif title != OPPONENT:
                figures.append(Figure(format_cell(cell), is_number(cell)))
            elif has_entries:
                figures += split_entry(format_cell(cell), known)
            else:
                text = format_cell(cell)
                figures.append(Figure(text, opponent=identify(text)))
        own = identify(format_cell(line[0]))
        record = records.setdefault(own, PlayerRecord(shown))
        record.rows.append(figures)
        line_of = dict(zip(shown, figures))
        if view is views[0] and OPPONENT in line_of:
            open_entry = (
                has_entries
                and bool(line_of[OPPONENT].opponent)
                and line_of[RESULT].text == NO_RESULT
            )
            sides = Figure(format_cell(line[0]), opponent=own), line_of[OPPONENT]
            games.append(Game(when_of(line_of), sides, line_of, is_open or open_entry))
    if has_entries:
        games = list(_once(games))
    labels = list(dict.fromkeys(game.when for game in games))
    if all(_NUMBERED.fullmatch(label) for label in labels):
        labels.sort(key=_in_order)
    across = {
        language.english(format_cell(cell))
        for view in views
        for column in view.columns
        for cell in (column[0] if len(column) == 1 else ())
    }
    return Records(
        titles[0],
        {key: record.without_blank_columns() for key, record in records.items()},
        frozenset(across),
        sorted(games, key=lambda game: labels.index(game.when)),
        len(views[0].columns[titles.index(ROUND)][0]) if has_entries and ROUND in titles else 0,
    )


def _once(games: Sequence[Game]) -> Iterator[Game]:
    """Each game of a wall list once: from the side of White, or of the lower number."""
    of_pair: dict[tuple[str, frozenset[str]], list[Game]] = {}
    for game in games:
        keys = frozenset(side.opponent for side in game.sides)
        of_pair.setdefault((game.when, keys), []).append(game)
    for same in of_pair.values():
        whites = [game for game in same if game.line[COLOUR].text == _COLOURS["w"]]
        yield (whites or same)[0]


_WHEN = (ROUND, "Board", "Event")
"""The headings of columns that say which game it is."""


def when_of(line: Mapping[str, Figure]) -> str:
    """Which game a line is about: ``Round 4``, ``Board 12``."""
    for title in _WHEN:
        text = line[title].text if title in line else ""
        if text:
            number = text.removeprefix(title[0])
            return f"{title} {number}" if number.isdecimal() else text
    return ""


def _in_order(text: str) -> list[tuple[int, int, str]]:
    """A key by which ``Round 4`` comes before ``Round 12``."""
    parts = re.split(r"(\d+)", text)
    return [(0, int(part), "") if part.isdecimal() else (1, 0, part) for part in parts]


def _is_entry(text: str, known: set[str]) -> bool:
    """Whether a text is the number of an opponent with a result behind it."""
    entry = _ENTRY.fullmatch(text)
    if not entry or identify(text) in known or str(int(entry["opponent"])) not in known:
        return False
    return _RESULT.fullmatch(entry["result"].strip()) is not None


def split_entry(text: str, known: set[str]) -> list[Figure]:
    """The opponent, the colour and the result in an entry of a wall list.

    >>> [figure.text for figure in split_entry("6+/w2", {"6"})]
    ['6', 'White', 'won, 2 stones']
    >>> [figure.text for figure in split_entry("12b-", {"12"})]
    ['12', 'Black', 'lost by forfeit']
    >>> [figure.text for figure in split_entry("H", set())]
    ['–', '', 'half-point bye']
    >>> [figure.text for figure in split_entry("12w", {"12"})]
    ['12', 'White', 'no result']
    """
    if identify(text) in known:
        return [Figure(text, opponent=identify(text)), Figure(""), Figure("")]
    entry = _ENTRY.fullmatch(text)
    if not entry:
        return [Figure(NOBODY), Figure(""), Figure(_ALONE.get(identify(text), text))]
    number, rest = str(int(entry["opponent"])), entry["result"].strip()
    opponent = Figure(number, opponent=number) if number in known else Figure(NOBODY)
    parts = _RESULT.fullmatch(rest)
    if not parts or (opponent.text == NOBODY and number != "0"):
        return [opponent, Figure(""), Figure(text if opponent.text == NOBODY else rest)]
    result = _SIGNS.get(parts["sign"] or ("?" if parts["before"] else ""), "")
    if parts["forfeit"] or (parts["before"] and parts["sign"] in ("+", "-")):
        result += " by forfeit"
    if parts["stones"] and int(parts["stones"]):
        result += f", {int(parts['stones'])} stones"
    colour = (parts["before"] or parts["behind"] or "").lower()
    return [opponent, Figure(_COLOURS.get(colour, "")), Figure(result)]
