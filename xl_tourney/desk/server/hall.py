"""The event of a hall, held by one thread: what is entered, what is in the file, what pages show.

An entry goes through five steps, those of one moment together: what it means is decided, it is
written to the journal and onto the disk, its cells are written into the workbook (if that is still
the one that was read; else all begins again with what somebody saved), it is answered, and then its
consequences are calculated.

Commands work in a thread of their own, one at a time, on the file, which the event lends them: it
writes what waits, and then leaves the file alone.  So nobody's entry waits for a command, and no
command for entries; what was answered is on the disk at any moment, and in the file when the
command is done, as it is when a spreadsheet program that had it open closes it::

    12:00:00  pair begins: the file has all results; it reads it
    12:00:01  a phone enters 1-0 at board 4: journal, answer      board 4: "1-0" over "" waits
    12:00:08  round 4 is in the file; the event reads that, finds board 4 of round 3 still with ""
              and writes 1-0 there                                nothing waits

Had the command put ½-½ there, or the director with a spreadsheet program, it would be a conflict;
and killed at any moment, the next desk begins with the same journal and does the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ...commands.parts.books import WORKBOOK_SUFFIXES
from ...errors import TourneyError
from ...events.cells import format_text
from ...events.event import Event
from ...events.report import make_report
from ...grammar.references import CellAddress
from ...languages import message
from ...ooxml.package import Package
from ...ooxml.saving import is_copy
from ..answers import Desk
from ..event import describe_round
from .in_use import Entry, EventInUse, Json
from .live import Live, Wanted
from .states import DIRECTOR, RefusedError

T = TypeVar("T")
_PUBLIC = ("round", "board", "white", "black", "result", "state", "button")
_NO_EVENT: Json = {"file": None, "version": 0, "open_elsewhere": None, "tables": []}
_WRITING = ("run", "bye")
"""What the director asks for that may write the workbook."""
_IS_OPEN = message(
    "The workbook is open in a spreadsheet program; results wait at the desk until it is closed "
    "there."
)


class Snapshot(NamedTuple):
    """What pages are shown; it stays as it is while the next one is made."""

    version: int
    event: Json
    """The event, with all that the director may see."""
    boards: Mapping[str, Json]
    """All boards, by their cells."""


def public(board: Json) -> Json:
    """A board as everybody may see it."""
    return {key: board[key] for key in _PUBLIC}


class Hall:
    """A folder, and the event in it of which pages are shown; without a workbook there is none."""

    def __init__(self, folder: Path, book: str = "", address: str = "") -> None:
        self._address = address
        self._thread = ThreadPoolExecutor(1, "hall")
        self.desk = _Desk(folder)
        """What commands do, in their thread."""
        self.snapshot = Snapshot(0, _NO_EVENT, {})
        self.written: set[str] = set()
        """The files that commands wrote, which may be downloaded."""
        self.event: EventInUse | None = None
        if book:
            self.open(book)

    def submit(self, call: Callable[..., T], *arguments: Any) -> Future[T]:
        """Call something in the thread that holds the event."""
        return self._thread.submit(call, *arguments)

    @property
    def book(self) -> Path:
        """The workbook; its name alone, as its folder is that of the process."""
        return self.event.book if self.event else Path()

    def open(self, name: str) -> None:
        """Take a workbook of the folder."""
        path = Path(Path(name).name)
        if path == self.book:
            return
        event = EventInUse(path, self._address)
        self.close()
        self.event, self.desk.book = event, path
        self._show()

    def close(self) -> None:
        """Let go of the workbook."""
        if self.event:
            self.event.place.leave()

    def list_books(self) -> list[Json]:
        """The events of the folder."""
        found = []
        for path in sorted(Path().iterdir()):
            is_book = path.suffix.lower() in WORKBOOK_SUFFIXES and path.name[0] not in ".~"
            if not is_book or is_copy(path):
                continue
            try:
                report = make_report(Event(Event.open(path).package))
            except TourneyError:
                continue
            found.append({"file": path.name, "title": report.title, "status": report.status})
        return found

    def refresh(self) -> bool:
        """Look whether the workbook was saved, closed or opened elsewhere; whether it was."""
        is_changed = self.event is not None and self.event.refresh()
        if is_changed:
            self._show()
        return is_changed

    def enter(self, entries: Sequence[Entry]) -> list[Any]:
        """Take the entries of a moment; of each the answer, or a RefusedError."""
        if self.event is None:
            return [RefusedError("board", 409, "No event is open at this desk.")] * len(entries)
        found = self.event.enter(entries)
        self._show()
        return [self._answer(one) if isinstance(one, str) else one for one in found]

    def _answer(self, cell: str) -> Json:
        board = self.snapshot.boards[cell]
        said = self.snapshot.event["open_elsewhere"]
        return {
            "cell": cell,
            "state": board["state"],
            "result": board["result"],
            "version": self.snapshot.version,
            **({"said": said} if said else {}),
        }

    def wanted(self) -> Wanted | None:
        """The values that are to be calculated; None if all are known."""
        return self.event.wanted() if self.event else None

    def show_values(self, wanted: Wanted, found: Mapping[CellAddress, Any]) -> bool:
        """Show values that were calculated, if the workbook is still the same."""
        is_shown = self.event is not None and self.event.show_values(wanted, found)
        if is_shown:
            self._show()
        return is_shown

    def to_finish(self) -> Package | None:
        """The workbook, if it is to be calculated as a whole."""
        return self.event.to_finish() if self.event else None

    def finish(self, before: Package, live: Live) -> bool:
        """Write the workbook with all its values, if it is still the one that was calculated."""
        is_finished = self.event is not None and self.event.finish(before, live)
        if is_finished:
            self._show()
        return is_finished

    def describe(self, round_: str) -> Json:
        """The event with the boards of a round, or the events of the folder."""
        if self.event is None:
            return {**self.snapshot.event, "books": self.list_books()}
        return self.snapshot.event | describe_round([*self.snapshot.boards.values()], round_)

    def _show(self) -> None:
        """Make a snapshot, if something is another than it was."""
        if self.event is None:
            return
        boards = self.event.describe_boards()
        event = {
            **self.snapshot.event,
            "file": self.book.name,
            **self.event.described,
            **describe_round([*boards.values()]),
            "conflicts": [public(one) for one in boards.values() if one["state"] == "conflict"],
            "values": "",
            "open_elsewhere": _IS_OPEN if self.event.is_elsewhere else None,
            "waiting": len(self.event.waiting),
        }
        if (event, boards) != (self.snapshot.event, self.snapshot.boards):
            version = self.snapshot.version + 1
            self.snapshot = Snapshot(version, {**event, "version": version}, boards)

    # The director's page --------------------------------------------------------------------------

    def ask(self, asked: Json) -> Json:
        """The answer to a question of the director's page; what cannot be done is a sentence.

        It is called in another thread; all but results and the event in that of commands.
        """
        try:
            if asked.get("ask") == "result":
                (found,) = self.submit(self.enter, [director_entry(asked, asked["from"])]).result()
                return {"error": str(found)} if isinstance(found, RefusedError) else found
            if asked.get("ask") == "event":
                return self.submit(self.describe, format_text(asked.get("round"))).result()
            if asked.get("ask") == "open":
                self.submit(self.open, str(asked.get("file", ""))).result()
                return {"file": self.book.name}
            if asked.get("ask") not in _WRITING:
                return self.desk.ask(asked)
            self.submit(self._lend).result()
            found = self.desk.ask(asked)
            live = self.event.read_lent() if self.event else None
            self.submit(self._take_back, asked, found, live).result()
        except TourneyError as error:
            return {"error": str(error)}
        return found

    def _lend(self) -> None:
        if self.event:
            self.event.lend()

    def _take_back(self, asked: Json, found: Json, live: Live | None) -> None:
        """Take the workbook back that was lent to a command, or another one that it made."""
        if self.event:
            self.event.give_back(live)
        if "error" in found:
            self.desk.book = self.book
        else:
            self.written |= {*found.get("files", ())}
            self.open(found.get("file", self.book.name))
            if self.event:
                self.event.note_command(str(asked.get("command", asked["ask"])), asked["from"])
        self._show()

    def log(self) -> list[Json]:
        """Who entered what, and when."""
        lines = self.event.journal.lines if self.event else ()
        hidden = {"said", "of", "typed", "over"}
        shown = [line for line in lines if "when" in line]
        return [{key: each for key, each in one.items() if key not in hidden} for one in shown]


def director_entry(asked: Json, address: str) -> Entry:
    """What the director enters: of a board that a round and a number name, or a cell."""
    return Entry(
        format_text(asked.get("result"))[:99],
        DIRECTOR,
        round=format_text(asked.get("round")),
        board=asked["board"] if type(asked.get("board")) is int else 0,
        cell=str(asked.get("cell") or ""),
        address=address,
    )


class _Desk(Desk):
    """The desk of a folder in which other events are, too."""

    def ask(self, asked: Json) -> Json:
        found: Json = json.loads(self.answer(json.dumps(asked)))
        return found

    def _place(self, path: Path, title: str) -> Path:
        letters = "".join(c if c.isalnum() or c in "-_" else " " for c in title)[:60]
        stem = " ".join(letters.split()) or path.stem
        taken = {one.name.casefold() for one in Path().iterdir()}
        names = (f"{stem}{f' {number}' if number > 1 else ''}.xlsx" for number in range(1, 1000))
        return Path(next(name for name in names if name.casefold() not in taken))
