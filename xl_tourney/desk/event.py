"""An event as JSON, and the results that are typed at its desk."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import OptionError
from ..events.adapters.adapter import adapter_of
from ..events.adapters.results import ListSlip, Slip
from ..events.cells import format_text
from ..events.event import Event
from ..events.report import NOBODY, format_facts, make_report
from ..events.values import describe_values
from ..generator.generate import complete
from ..grammar.references import CellAddress
from ..ooxml.package import Package
from ..publication.formats import numeric_columns
from ..updates.print_areas import filled_in

Json = dict[str, Any]
_WHEN = ("round", "event")
"""The columns that say when a game is played; the first that a table has is used."""
_ENTRY = re.compile(r"(?P<who>\d+[wb]?)(?P<sign>[^/]*)(?P<more>/.*)?")
"""A game in a wall list: the opponent, a sign, and what stands behind it."""
_SCORE = re.compile(r"([+-]?\d+(?:[.,]\d+)?)(?:\s*[-:–]\s*(\d+(?:[.,]\d+)?))?")


@dataclass
class Board:
    """A game into which its result is typed."""

    round: str
    """The round, the day or the event; blank where nothing says that."""
    number: int
    """The number of the board, where it has one; else its place in the round."""
    sides: Sequence[str]
    """What is typed for whose game it is."""
    called: Sequence[str]
    """What the two sides are called."""
    cells: Mapping[CellAddress, Any]
    """The cells of the result, and what stands in them."""
    who: Mapping[CellAddress, Any]
    """The cells that say whose game it is, where these are others."""
    blank: Sequence[Any]
    """What stands in the cells of a game without a result."""
    buttons: Mapping[str, Sequence[Any]]
    """What is written into the cells, by what a button says; anything where there is none."""
    shared: Mapping[CellAddress, float] = field(default_factory=dict)
    """Cells that follow from the scores, with how much of both is one there."""

    @property
    def result(self) -> str:
        """What is typed."""
        return self._joined([*self.cells.values()])

    @property
    def cell(self) -> str:
        """The first cell of the result, which tells it from all others."""
        return str(next(iter(self.cells)))

    def to_json(self, names: Mapping[str, str]) -> Json:
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
        found = [*map(self._joined, self.buttons.values())]
        return found.index(written) if written in found else None

    def named(self, written: str) -> str:
        """What a result is called that is written in the workbook: as its button, if it has one."""
        button = self.button_of(written)
        return written if button is None else [*self.buttons][button]

    def read_again(self, event: Event) -> None:
        """Take what stands in its cells now."""
        self.cells = {cell: event.value(cell) for cell in self.cells}

    def text_of(self, result: str) -> str:
        """What is written in the workbook for a result."""
        cells = self.typed(result)
        return self._joined([cells[cell] for cell in self.cells])

    def typed(self, result: str) -> dict[CellAddress, Any]:
        """What is written where for a result; a blank one empties its cells."""
        if not result:
            return dict(zip(self.cells, self.blank)) | dict.fromkeys(self.shared)
        if self.buttons:
            if result in self.buttons:
                return dict(zip(self.cells, self.buttons[result]))
            raise OptionError(f"{result}: a result is {', '.join(self.buttons)}.")
        found = _SCORE.fullmatch(result.strip().replace("\N{MINUS SIGN}", "-"))
        if found is None and len(self.cells) == 1:
            return dict.fromkeys(self.cells, result.strip())  # such as an award of bridge
        scores = [_number(score) for score in found.groups() if score] if found else []
        if len(scores) != len(self.cells):
            wanted = "two scores, such as 3-1" if len(self.cells) == 2 else "a number"
            raise OptionError(f"{result}: is no result of this game; type {wanted}.")
        counts = {cell: round(sum(scores) / each) for cell, each in self.shared.items()}
        return dict(zip(self.cells, scores)) | counts

    def _joined(self, values: Sequence[Any]) -> str:
        texts = [*map(format_text, values)]
        is_blank = texts == [*map(format_text, self.blank)]
        return "" if is_blank else "-".join(filter(None, texts))


def as_number(text: str) -> int | str:
    """The number of a round; where rounds have names, the name."""
    return int(text) if text.isdecimal() else text


def _number(text: str) -> float | int:
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number


def read_event(package: Package, round_: object = None) -> Json:
    """The event, and the boards of a round; without one, those of the first with an open game."""
    event = Event.open(package)
    boards, names = [*boards_of(event)], names_of(event)
    return {
        **describe_standings(event),
        **describe_round([board.to_json(names) for board in boards], round_),
        **describe_slips(event, boards),
        "values": describe_values(package),
    }


def describe_standings(event: Event) -> Json:
    """What an event says of itself, and its tables."""
    report = make_report(event)
    return {
        "title": report.title,
        "facts": format_facts(report) if report.parts else NOBODY,
        "status": report.status,
        "language": event.language.code,
        "game": event.template.name,
        "paired": bool(adapter_of(event).SLIPS),
        "names": [*names_of(event).values()],
        "tables": [
            {
                "caption": table.caption,
                "headings": table.headings,
                "rows": table.rows,
                "numeric": numeric_columns(table),
                "leading": table.leading_columns,
                "names": table.row_header_column,
            }
            for table in report.parts
        ],
    }


def describe_round(boards: Sequence[Json], round_: object = None) -> Json:
    """The boards of a round; of the first with an open game, if no such round is asked for."""
    rounds = list(dict.fromkeys(board["round"] for board in boards))
    waiting = [board["round"] for board in boards if not board["result"]]
    asked = as_number(format_text(round_))
    current = asked if asked in rounds else next(iter([*waiting, *rounds[-1:]]), "")
    return {
        "round": current,
        "rounds": rounds,
        "open": len(waiting),
        "boards": [board for board in boards if board["round"] == current],
    }


def describe_slips(event: Event, boards: Iterable[Board]) -> Json:
    """How the results of an event are typed: what may be, and what the two sides are called."""
    for board in boards:
        called = [event.language.text(side) for side in board.called]
        return {"buttons": [*board.buttons], "sides": called}
    return {"buttons": [], "sides": []}


def boards_of(event: Event) -> Iterator[Board]:
    """The games of an event with both sides, in their order."""
    for slip in adapter_of(event).SLIPS:
        if event.has_inputs(*slip.sides, *slip.results):
            yield from _boards_of_rows(event, slip)
            return
    if list_slip := adapter_of(event).LIST_SLIP:
        yield from _boards_of_list(event, list_slip)


def _boards_of_rows(event: Event, slip: Slip) -> Iterator[Board]:
    """The games that have rows of their own."""
    places = Counter[str]()
    columns = (*slip.sides, *slip.results)
    for row in slip.games(event) if slip.games else event.inputs(*columns):
        if all(map(row.text, slip.sides)):
            round_ = next((row.text(key) for key in _WHEN if key in row), "")
            places[round_] += 1
            yield Board(
                round_,
                row.integer("board") or places[round_],
                [row.text(key) for key in slip.sides],
                [row.heading(key) for key in slip.sides],
                {row.cell(key): row[key] for key in slip.results},
                {row.cell(key): row[key] for key in slip.sides},
                [None] * len(slip.results),
                {label: [text] for label, text in slip.buttons.items()},
                {row.cell(key): each for key, each in slip.shared.items()},
            )


def _boards_of_list(event: Event, slip: ListSlip) -> Iterator[Board]:
    """The games of a wall list, round by round, in the order of their boards."""
    rows = {str(at): row for at, row in enumerate(event.rows("r_1"), 1)}
    for part in event.rounds:
        number = part.label.rpartition(" ")[2]
        for game in sorted(part.games, key=lambda game: game.board or 0):
            sides = [side.key for side in game.sides]
            both = [row for side in sides if (row := rows.get(side)) and f"r_{number}" in row]
            found = [_ENTRY.fullmatch(row.text(f"r_{number}")) for row in both]
            one, other = found if len(found) == 2 else (None, None)
            if not (game.board and one and other):
                continue

            def written(*signs: str, of: Sequence[re.Match[str]] = (one, other)) -> list[str]:
                return [f"{at['who']}{sign}{at['more'] or ''}" for at, sign in zip(of, signs)]

            yield Board(
                number,
                game.board,
                sides,
                ["White", "Black"],
                {row.cell(f"r_{number}"): row[f"r_{number}"] for row in both},
                {},
                written(slip.blank, slip.blank),
                {label: written(*signs) for label, signs in slip.buttons.items()},
            )


def names_of(event: Event) -> dict[str, str]:
    """The names of those who are listed, by what games have for them: the number, or the name."""
    rows = event.rows("name")
    return {format_text(at): name for at, row in enumerate(rows, 1) if (name := row.text("name"))}


def enter_result(package: Package, asked: Mapping[str, Any]) -> tuple[bytes, Json]:
    """The workbook with the result of a board, which a round and a number name, or a cell."""
    event = Event.open(package)
    content, _ = complete(filled_in(event, typed_result(event, asked)), event.name, event.outline)
    return content, {"state": "entered" if asked["result"] else "open"}


def typed_result(event: Event, asked: Mapping[str, Any]) -> dict[CellAddress, Any]:
    """What is written where for it."""
    for board in boards_of(event):
        is_it = (
            board.cell == asked["cell"]
            if "cell" in asked
            else (board.round, board.number) == (format_text(asked["round"]), asked["board"])
        )
        if is_it:
            return board.typed(str(asked["result"] or ""))
    raise OptionError(f"{event.name}: there is no such board.")
