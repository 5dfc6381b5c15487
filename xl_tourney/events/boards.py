"""The boards of an event: games in rows of their own, into which their results are typed.

A board is the same one while its round, its number and its two sides are.  Sides count by their
places in the list, so a player who is renamed keeps the board and who is paired anew does not; and
it may move to other cells, as when the workbook gets more room::

    round 3, board 4: Ann (2nd in the list) – Bob (7th)         [3, 4, "2", "7"]
    Ann is Anne now, and the board stands four rows below       [3, 4, "2", "7"]
    the round is paired anew: Anne – Cyd (5th)                  [3, 4, "2", "5"]
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import OptionError
from ..grammar.references import CellAddress
from .adapters.adapter import adapter_of
from .adapters.results import Slip
from .adapters.wall_lists import ListedGame
from .cells import Row, format_text
from .event import Event
from .games import ROUND

_WHEN = ("round", "event")
"""The columns that say when a game is played; the first that a table has is used."""
_SCORE = re.compile(r"([+-]?\d+(?:[.,]\d+)?)(?:\s*[-:–]\s*(\d+(?:[.,]\d+)?))?")


class Board(NamedTuple):
    """A game in a row of its own, into which its result is typed."""

    row: Row
    slip: Slip
    at: int
    """Its place in the round, from 1."""
    who: Sequence[str]
    """The places of its sides in the list; of one that is not listed what is typed."""

    @property
    def round(self) -> str:
        """The round by its number, the day or the event; blank where nothing says that."""
        found = next((self.row.text(key) for key in _WHEN if key in self.row), "")
        return found.removeprefix(f"{ROUND} ")

    @property
    def number(self) -> int:
        """The number of the board, where it has one; else its place."""
        return self.row.integer("board") or self.at

    @property
    def result(self) -> str:
        """What is typed."""
        scores = "-".join(filter(None, map(self.row.text, self.slip.results)))
        return scores or (self.row.text(self.slip.parts) if self.slip.parts in self.row else "")

    @property
    def sides(self) -> list[str]:
        """What is typed for whose game it is."""
        return [self.row.text(key) for key in self.slip.sides]

    @property
    def cell(self) -> str:
        """The first cell of the result, which tells it from all others."""
        return str(self.row.cell(self.slip.results[0]))

    @property
    def identity(self) -> str:
        """What tells it from all others, and from the same one when it is paired anew."""
        return json.dumps([self.round, self.number, *self.who], ensure_ascii=False)

    def to_json(self, names: Mapping[str, str]) -> dict[str, Any]:
        """The board for a page."""
        white, black = self.sides
        return {
            "round": as_number(self.round),
            "board": self.number,
            "white": names.get(white, white),
            "black": names.get(black, black),
            "result": self.named(self.result) or None,
            "state": "entered" if self.result else "open",
            "button": self.button_of(self.result),
            "cell": self.cell,
        }

    def button_of(self, written: str) -> int | None:
        """Which button has what is written in the workbook."""
        found = [*self.slip.buttons.values()]
        return found.index(written) if written in found else None

    def read_again(self, event: Event) -> None:
        """Take what stands in its row now."""
        self.row.read(event.value)

    def named(self, written: str) -> str:
        """What a result is called that is written in the workbook: as its button, if it has one."""
        button = self.button_of(written)
        return written if button is None else [*self.slip.buttons][button]

    def text_of(self, result: str) -> str:
        """What is written in the workbook for a result."""
        cells = self.typed(result)
        if self.slip.buttons:
            return self.slip.buttons[result] if result else ""
        scores = (cells[self.row.cell(key)] for key in self.slip.results)
        if self.slip.parts in self.row and (parts := cells[self.row.cell(self.slip.parts)]):
            return str(parts)
        return "-".join(filter(None, map(format_text, scores)))

    def typed(self, result: str) -> dict[CellAddress, Any]:
        """What is written where for a result; a blank one empties its cells."""
        cells = [self.row.cell(key) for key in self.slip.results]
        counts = {self.row.cell(key): each for key, each in self.slip.shared.items()}
        parts = [self.row.cell(key) for key in [self.slip.parts] if key in self.row]
        if not result:
            return self._written("") or dict.fromkeys([*cells, *counts, *parts])
        if parts and (written := self.slip.parts_in(result)):
            return {**dict.fromkeys(cells), parts[0]: written}
        if self.slip.buttons:
            if result in self.slip.buttons:
                return self._written(self.slip.buttons[result])
            raise OptionError(f"{result}: a result is {', '.join(self.slip.buttons)}.")
        text = result.strip().replace("\N{MINUS SIGN}", "-").upper()
        if self.slip.texts and re.fullmatch(self.slip.texts, text):
            return {cells[0]: text}  # such as an artificial score of bridge
        score = _SCORE.fullmatch(text)
        scores = [_number(one) for one in score.groups() if one] if score else []
        if len(scores) != len(cells):
            wanted = "two scores, such as 3-1" if len(cells) == 2 else "a number"
            raise OptionError(f"{result}: is no result of this game; type {wanted}.")
        typed = dict.fromkeys(parts) | dict(zip(cells, scores))
        return typed | {cell: round(sum(scores) / each) for cell, each in counts.items()}

    def _written(self, result: str) -> dict[CellAddress, Any]:
        if isinstance(self.row, ListedGame):
            return {**self.row.typed[result]}
        return {self.row.cell(self.slip.results[0]): result} if result else {}


def as_number(text: str) -> int | str:
    """The number of a round; where rounds have names, the name."""
    return int(text) if text.isdecimal() else text


def _number(text: str) -> float | int:
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def boards_of(event: Event) -> Iterator[Board]:
    """The games of an event that have both sides, in their order."""
    places_of = {name: place for place, name in names_of(event).items()}
    for slip in adapter_of(event).SLIPS:
        columns = (*slip.sides, *slip.results)
        places: dict[str, int] = {}
        for row in slip.games(event) if slip.games else event.rows(*columns):
            if all(map(row.text, slip.sides)):
                who = [places_of.get(side, side) for side in map(row.text, slip.sides)]
                board = Board(row, slip, 0, who)
                places[board.round] = place = places.get(board.round, 0) + 1
                yield board._replace(at=place)
        if event.has_inputs(*columns):
            return


def names_of(event: Event) -> dict[str, str]:
    """The names of those who are listed, by what games have for them: the number, or the name."""
    rows = event.rows("name")
    return {format_text(at): name for at, row in enumerate(rows, 1) if (name := row.text("name"))}
