"""An event as JSON, and the results that are typed at its desk."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..errors import OptionError
from ..events.adapters.adapter import adapter_of
from ..events.adapters.results import Slip
from ..events.adapters.wall_lists import ListedGame, rounds_of
from ..events.cells import Row, format_text
from ..events.event import Event
from ..events.report import NOBODY, make_report
from ..events.standings.table import say_caption
from ..events.values import describe_values
from ..functions.wall_lists import Coming
from ..functions.wall_lists import coming as says
from ..generator.generate import complete
from ..grammar.references import CellAddress
from ..languages import say, say_term, spoken
from ..ooxml.package import Package
from ..publication.formats import numeric_columns
from ..publication.page.content import format_facts
from ..publication.state import state_of
from ..updates.print_areas import filled_in

Json = dict[str, Any]
_WHEN = ("round", "event")
"""The columns that say when a game is played; the first that a table has is used."""
_SCORE = re.compile(r"([+-]?\d+(?:[.,]\d+)?)(?:\s*[-:–]\s*(\d+(?:[.,]\d+)?))?")


class Board(NamedTuple):
    """A game in a row of its own, into which its result is typed."""

    row: Row
    slip: Slip
    at: int
    """Its place in the round, from 1."""

    @property
    def round(self) -> str:
        """The round, the day or the event; blank where nothing says that."""
        return next((self.row.text(key) for key in _WHEN if key in self.row), "")

    @property
    def number(self) -> int:
        """The number of the board, where it has one; else its place."""
        return self.row.integer("board") or self.at

    @property
    def result(self) -> str:
        """What is typed."""
        return "-".join(filter(None, map(self.row.text, self.slip.results)))

    @property
    def sides(self) -> list[str]:
        """What is typed for whose game it is."""
        return [self.row.text(key) for key in self.slip.sides]

    @property
    def cell(self) -> str:
        """The first cell of the result, which tells it from all others."""
        return str(self.row.cell(self.slip.results[0]))

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
        if self.slip.buttons:
            return self.slip.buttons[result] if result else ""
        cells = self.typed(result)
        keys = self.slip.results
        return "-".join(filter(None, (format_text(cells[self.row.cell(key)]) for key in keys)))

    def typed(self, result: str) -> dict[CellAddress, Any]:
        """What is written where for a result; a blank one empties its cells."""
        cells = [self.row.cell(key) for key in self.slip.results]
        counts = {self.row.cell(key): each for key, each in self.slip.shared.items()}
        if not result:
            return self._written("") or dict.fromkeys([*cells, *counts])
        if self.slip.buttons:
            if result in self.slip.buttons:
                return self._written(self.slip.buttons[result])
            raise OptionError(f"{result}: a result is {', '.join(self.slip.buttons)}.")
        found = _SCORE.fullmatch(result.strip().replace("\N{MINUS SIGN}", "-"))
        if found is None and len(cells) == 1:
            return {cells[0]: result.strip()}  # such as an artificial score of bridge
        scores = [_number(score) for score in found.groups() if score] if found else []
        if len(scores) != len(cells):
            wanted = "two scores, such as 3-1" if len(cells) == 2 else "a number"
            raise OptionError(f"{result}: is no result of this game; type {wanted}.")
        typed = dict(zip(cells, scores))
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
    state = state_of(report)
    return {
        "title": report.title,
        "facts": format_facts(report, state) if report.parts else say(NOBODY),
        "status": report.status if spoken().is_english else state.text * state.is_news,
        "language": event.language.code,
        "game": event.template.name,
        "paired": bool(adapter_of(event).SLIPS),
        "names": [*names_of(event).values()] or [one.name for one in event.entrants],
        "played": bool(event.games),
        "tables": [
            {
                "caption": say_caption(table.caption),
                "headings": [*map(say_term, table.headings)],
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
    boards, say = [*boards], event.language.text
    byes = _describe_byes(event, {board.round for board in boards})
    for board in boards:
        return {
            "when": say(board.slip.when),
            "in_rounds": board.slip.when == "Round",
            "sides": [say(board.row.heading(key)) for key in board.slip.sides],
            "buttons": [*board.slip.buttons],
            "byes": byes,
        }
    return {"when": "", "in_rounds": False, "sides": [], "buttons": [], "byes": byes}


def _describe_byes(event: Event, paired: Collection[str]) -> Json:
    """Who misses which of the rounds to come, where a wall list says it before they are paired."""
    choices = _byes_of(event)
    rows = _listed(event) if choices else {}
    told = {sign: choice for choice, sign in choices.items()}
    columns = [key for row in [*rows.values()][:1] for key in rounds_of(row)]
    to_come = [
        key
        for key in columns
        if key[2:] not in paired
        and all(says(row.text(key)) is not Coming.PAIRED for row in rows.values())
    ]
    typed = {
        name: {key[2:]: told[sign] for key in to_come if (sign := row.text(key)) in told}
        for name, row in rows.items()
    }
    return {
        "choices": [*choices],
        "rounds": [int(key[2:]) for key in to_come],
        "typed": {name: byes for name, byes in typed.items() if byes},
    }


def _listed(event: Event) -> dict[str, Row]:
    """The rows of a wall list, by the names of its players."""
    names = names_of(event)
    rows = enumerate(event.rows("r_1"), 1)
    return {names[text]: row for at, row in rows if (text := format_text(at)) in names}


def _byes_of(event: Event) -> Mapping[str, str]:
    if event.setting("System") == "round-robin":
        return {}
    return next((slip.byes for slip in adapter_of(event).SLIPS), {})


def boards_of(event: Event) -> Iterator[Board]:
    """The games of an event that have both sides, in their order."""
    for slip in adapter_of(event).SLIPS:
        columns = (*slip.sides, *slip.results)
        places: dict[str, int] = {}
        for row in slip.games(event) if slip.games else event.rows(*columns):
            if all(map(row.text, slip.sides)):
                board = Board(row, slip, 0)
                places[board.round] = place = places.get(board.round, 0) + 1
                yield board._replace(at=place)
        if event.has_inputs(*columns):
            return


def names_of(event: Event) -> dict[str, str]:
    """The names of those who are listed, by what games have for them: the number, or the name."""
    rows = event.rows("name")
    return {format_text(at): name for at, row in enumerate(rows, 1) if (name := row.text("name"))}


def enter_result(package: Package, asked: Mapping[str, Any]) -> tuple[bytes, Json]:
    """The workbook with the result of a board, which a round and a number name, or a cell."""
    event = Event.open(package)
    content, _ = complete(filled_in(event, typed_result(event, asked)), event.name, event.outline)
    return content, {"state": "entered" if asked.get("result") else "open"}


def typed_result(event: Event, asked: Mapping[str, Any]) -> dict[CellAddress, Any]:
    """What is written where for it; for a bye, by the name of a player and the round."""
    if "bye" in asked:
        if row := _listed(event).get(asked["name"]):
            return {row.cell(f"r_{asked['round']}"): _byes_of(event).get(asked["bye"])}
        raise OptionError(f"{event.name}: nobody is called {asked['name']}.")
    for board in boards_of(event):
        is_it = (
            board.cell == asked["cell"]
            if "cell" in asked
            else (board.round, board.number) == (format_text(asked["round"]), asked["board"])
        )
        if is_it:
            return board.typed(str(asked["result"] or ""))
    raise OptionError(f"{event.name}: there is no such board.")
