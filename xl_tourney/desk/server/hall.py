"""The event of a hall, held by one thread: what is entered, what is in the file, what pages show.

An entry goes through five steps, those of one moment together: what it means is decided, it is
written to the journal and onto the disk, its cells are written into the workbook (if that is still
the one that was read; else all begins again with what somebody saved), it is answered, and then its
consequences are calculated.  So what was answered is in the file; while a spreadsheet program has
that open, in the journal, from where it goes into the file as soon as that is free.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...atomic import ChangedError, find_lock, read_version
from ...commands.parts.books import WORKBOOK_SUFFIXES
from ...errors import TourneyError
from ...events.event import Event
from ...events.report import make_report
from ...grammar.references import CellAddress
from ...ooxml.package import Package
from ...ooxml.saving import is_copy, replace_workbook
from ..answers import Desk
from ..event import Board, boards_of, describe_event, names_of
from .journal import Journal, Line, folder_of
from .keys import SIDES, Keys
from .live import Live, Values
from .states import DIRECTOR, RefusedError, Said, current, state, take

Json = dict[str, Any]
_ATTEMPTS = 5
_PUBLIC = ("round", "board", "white", "black", "result", "state", "button")


class Entry(NamedTuple):
    """A result that somebody enters."""

    result: str
    by: str
    """A side, or the director."""
    key: str = ""
    round: str = ""
    board: int = 0
    cell: str = ""
    address: str = ""
    """Where it came from."""


@dataclass
class _Event:
    """A workbook in use, and what was entered for it."""

    live: Live
    keys: Keys
    journal: Journal
    boards: dict[str, Board] = field(default_factory=dict)
    """Its boards by their cells."""
    said: dict[str, Said] = field(default_factory=dict)
    """Who said what of a board, by its cell and who plays."""
    waiting: dict[str, Line] = field(default_factory=dict)
    """The last entry of each board that is in the journal and not in the file."""

    def said_of(self, board: Board) -> Said:
        return current(self.said.get(_identity(board), {}), board.result)


class Snapshot(NamedTuple):
    """What pages are shown; it stays as it is while the next one is made."""

    version: int
    event: Json
    """The event, with all that the director may see."""
    boards: Mapping[str, Json]
    """All boards, by their cells."""

    @property
    def public(self) -> Json:
        """The event as everybody may see it."""
        return {**self.event, "boards": [*map(public, self.event.get("boards", ()))]}


def public(board: Json) -> Json:
    """A board as everybody may see it."""
    return {key: board[key] for key in _PUBLIC}


class ServedDesk(Desk):
    """The desk of a folder in which other events are, too."""

    def _place(self, template: str, title: str) -> Path:
        stem = "".join(c if c.isalnum() or c in " -_" else " " for c in title)[:60]
        stem = " ".join(stem.split()) or template
        taken = {one.name.casefold() for one in Path().iterdir()}
        names = (f"{stem}{f' {number}' if number > 1 else ''}.xlsx" for number in range(1, 1000))
        return Path(next(name for name in names if name.casefold() not in taken))


class Hall:
    """All that one thread does for the pages of a hall."""

    def __init__(self, folder: Path, book: str = "") -> None:
        self.desk = ServedDesk(folder)
        self.snapshot = Snapshot(0, {"file": None, "version": 0}, {})
        self.written: set[str] = set()
        """The files that commands wrote, which may be downloaded."""
        self._event: _Event | None = None
        self._values: Values | None = None
        self._typed: dict[CellAddress, Any] = {}
        if book:
            self.open(book)

    # The event of the moment ----------------------------------------------------------------------

    @property
    def book(self) -> Path:
        """The workbook; its name alone, as its folder is that of the process."""
        return self.desk.book

    @property
    def keys(self) -> Keys | None:
        """The keys of the event."""
        return self._event.keys if self._event else None

    def open(self, name: str) -> None:
        """Take a workbook of the folder."""
        path = Path(Path(name).name)
        live = Live.load(Package.from_path(path))
        folder = folder_of(path)
        journal = Journal(folder)
        self.desk.book = path
        self._event = _Event(live, Keys(folder), journal)
        for line in journal.lines:
            if "said" in line:
                self._event.said[line["of"]] = line["said"]
        self._event.waiting = {one["of"]: one for one in journal.waiting if "typed" in one}
        self._begin(live)

    def list_books(self) -> list[Json]:
        """The events of the folder."""
        found = []
        for path in sorted(Path().iterdir()):
            if (
                path.suffix.lower() not in WORKBOOK_SUFFIXES
                or is_copy(path)
                or path.name[0] in ".~"
            ):
                continue
            try:
                report = make_report(Event.open(path))
            except TourneyError:
                continue
            found.append({"file": path.name, "title": report.title, "status": report.status})
        return found

    def _begin(self, live: Live) -> None:
        """Hold a workbook as it was read, with what waits typed into it."""
        assert self._event
        self._event.live, self._values, self._typed = live, None, {}
        self._read_boards()
        cells = self._settle_waiting()
        if cells:
            package = Package(live.with_values(cells), live.name)
            package.version = live.package.version
            self._event.live = live.typed(cells, package)
            self._typed = cells
            self._read_boards()
        self._show()

    def _read_boards(self) -> None:
        assert self._event
        self._event.boards = {board.cell: board for board in boards_of(self._event.live)}
        self._event.keys.hold(self._event.boards.values())

    def _settle_waiting(self) -> dict[CellAddress, Any]:
        """The cells of what waits; another result that somebody typed is a conflict."""
        event = self._event
        assert event
        boards = {_identity(board): board for board in event.boards.values()}
        cells: dict[CellAddress, Any] = {}
        for of, line in [*event.waiting.items()]:
            board = boards.get(of)
            if board is None or board.result == line["holds"]:
                del event.waiting[of]
            elif board.result == line["was"]:
                cells |= board.typed(line["typed"])
            else:
                event.said[of] = {**line["said"], "workbook": board.result}
                del event.waiting[of]
        return cells

    def refresh(self) -> bool:
        """Read the workbook again if somebody has saved it; whether they did."""
        if self._event is None:
            return False
        if read_version(self.book) == self._event.live.package.version:
            if self._event.waiting and not find_lock(self.book):
                self._write_waiting()
                self._show()
                return True
            return False
        try:
            live = Live.load(Package.from_path(self.book))
        except TourneyError:  # it is being saved, or was moved away: entries wait
            return False
        self._begin(live)
        return True

    def _write_waiting(self) -> None:
        """Write what waits; it goes on waiting if that cannot be done."""
        event = self._event
        assert event
        try:
            self._save(event)
        except (TourneyError, OSError):
            return

    # Entries --------------------------------------------------------------------------------------

    def enter(self, entries: Sequence[Entry]) -> list[Json | RefusedError]:
        """Take the entries of a moment; the answer to each."""
        if self._event is None:
            refused = RefusedError("board", 409, "No event is open at this desk.")
            return [refused] * len(entries)
        for attempt in range(_ATTEMPTS):
            self.refresh()
            try:
                return self._enter(self._event, entries, is_last=attempt == _ATTEMPTS - 1)
            except ChangedError:
                self._event.live.package.version = None  # so that it is read again
        raise AssertionError

    def _enter(
        self, event: _Event, entries: Sequence[Entry], is_last: bool
    ) -> list[Json | RefusedError]:
        answers: list[Json | RefusedError] = []
        lines: list[Line] = []
        results = {cell: board.result for cell, board in event.boards.items()}
        said = dict(event.said)
        cells: dict[CellAddress, Any] = {}
        for entry in entries:
            try:
                board = self._board_of(event, entry)
                of, was = _identity(board), results[board.cell]
                try:
                    entered = board.text_of(entry.result)
                except TourneyError as error:
                    raise RefusedError("result", 400, str(error)) from error
                before = current(said.get(of, {}), was)
                taken = take(before, was, entry.by, entered)
                if taken.said == before and taken.result == was:
                    answers.append({"cell": board.cell})
                    continue
                said[of] = taken.said
                line = _line(board, entry, names_of(event.live)) | {
                    "state": state(taken.said),
                    "said": taken.said,
                    "of": of,
                }
                if taken.result != was:
                    results[board.cell] = taken.result
                    cells |= board.typed(entry.result)
                    line |= {"typed": entry.result, "holds": taken.result, "was": was}
                lines.append(line)
                answers.append({"cell": board.cell})
            except RefusedError as error:
                answers.append(error)
        if lines:
            try:
                self._take(event, lines, cells, said, is_last)
            except ChangedError:
                raise
            except (TourneyError, OSError) as error:
                refused = RefusedError("disk", 503, f"Nothing was entered: {error}")
                return [refused if isinstance(one, dict) else one for one in answers]
            self._show()
        return [self._answer(one) if isinstance(one, dict) else one for one in answers]

    def _board_of(self, event: _Event, entry: Entry) -> Board:
        """The board of an entry, if who enters it may."""
        if entry.by == DIRECTOR:
            for board in event.boards.values():
                where = board.round, board.number
                if board.cell == entry.cell or (where == (entry.round, entry.board)):
                    return board
            raise RefusedError("board", 400, "There is no such board.")
        found = event.keys.find(entry.key)
        if found:
            cell, side = found
            board = event.boards[cell]
            is_other = (entry.round, entry.board) not in (("", 0), (board.round, board.number))
            if side == entry.by and not is_other:
                return board
        raise RefusedError("key", 403, "This key is not for this side of this board.")

    def _take(
        self,
        event: _Event,
        lines: Sequence[Line],
        cells: Mapping[CellAddress, Any],
        said: dict[str, Said],
        is_last: bool,
    ) -> None:
        """Put entries into the journal, and their cells into the workbook."""
        size = event.journal.add(lines)
        waiting, live = event.waiting, event.live
        event.waiting = _joined(waiting, lines)
        before = {cell: live.value(cell) for cell in cells}
        try:
            if cells:
                package = Package(live.with_values(cells), live.name)
                package.version = live.package.version
                event.live = live.typed(cells, package)
            if cells and not find_lock(self.book):
                self._save(event)
        except ChangedError:
            if not is_last:
                self._give_back(event, size, lines, waiting)
                raise
        except BaseException:
            self._give_back(event, size, lines, waiting)
            event.live = live.typed(before, live.package)
            raise
        event.said = said
        self._typed |= cells
        if cells:
            self._read_boards()

    def _give_back(
        self, event: _Event, size: int, lines: Sequence[Line], waiting: dict[str, Line]
    ) -> None:
        event.journal.take_back(size, len(lines))
        event.waiting = waiting

    def _save(self, event: _Event) -> None:
        """Write the workbook as it is in memory over the one that was read."""
        content = event.live.package.data
        read = Package.from_path(self.book)
        if read.version != event.live.package.version:
            raise ChangedError(f"{self.book}: was changed by somebody meanwhile.")
        replace_workbook(read, content, None)
        event.live.package.version = read_version(self.book)
        event.waiting = {}
        event.journal.mark_written()

    def _answer(self, found: Json) -> Json:
        board = self.snapshot.boards[found["cell"]]
        answer = {
            "cell": board["cell"],
            "state": board["state"],
            "result": board["result"],
            "version": self.snapshot.version,
        }
        if said := self.snapshot.event["open_elsewhere"]:
            answer["said"] = said
        return answer

    # What is shown --------------------------------------------------------------------------------

    def calculate(self) -> bool:
        """Bring the values up to date after entries; whether something was to be done."""
        event = self._event
        if event is None or not self._typed:
            return False
        if self._values is None:
            self._values = Values(event.live)
        event.live = self._values.follow(event.live, self._typed)
        self._typed = {}
        self._read_boards()
        self._show()
        return True

    def event_of(self, round_: str) -> Json:
        """The event with the boards of a round."""
        event = self._event
        if event is None:
            return {**self.snapshot.event, "books": self.list_books()}
        boards = [*event.boards.values()]
        found = describe_event(event.live, boards, round_ or None)
        lock = find_lock(self.book)
        return {
            "file": self.book.name,
            "version": self.snapshot.version,
            **found,
            "values": "",
            "boards": [self._describe(event, one) for one in found["boards"]],
            "open_elsewhere": f"{self.book} is open in a spreadsheet program; results wait in the "
            "desk's journal until it is closed there."
            if lock
            else None,
            "waiting": len(event.waiting),
        }

    def _describe(self, event: _Event, shown: Json) -> Json:
        """A board for the director."""
        board = event.boards[shown["cell"]]
        said = event.said_of(board)
        return {
            **shown,
            "state": state(said),
            "keys": {side: event.keys.key(board, side) for side in SIDES},
            "entries": {side: board.named(said[side]) if side in said else None for side in SIDES},
        }

    def _show(self) -> None:
        event = self._event
        assert event
        version = self.snapshot.version + 1
        self.snapshot = self.snapshot._replace(version=version)
        names = names_of(event.live)
        boards = {
            cell: self._describe(event, one.to_json(names)) for cell, one in event.boards.items()
        }
        self.snapshot = Snapshot(version, self.event_of(""), boards)

    # Commands -------------------------------------------------------------------------------------

    def ask(self, question: Json) -> Json:
        """The answer to a question of the director's page."""
        what = question.get("ask")
        if what == "result":
            by = Entry(
                str(question.get("result") or ""),
                DIRECTOR,
                round=str(question.get("round", "")),
                board=int(question.get("board", 0)),
                cell=str(question.get("cell", "")),
                address=str(question.get("from", "")),
            )
            (found,) = self.enter([by])
            return {"error": str(found)} if isinstance(found, RefusedError) else found
        if what == "event":
            return self.event_of(str(question.get("round") or ""))
        if what == "open":
            try:
                self.open(str(question.get("file", "")))
            except TourneyError as error:
                return {"error": str(error)}
            return {"file": self.book.name}
        book = self.book
        answer: Json = json.loads(self.desk.answer(json.dumps(question)))
        self.written |= {*answer.get("files", ())}
        if what == "run" and "error" not in answer:
            if self.book != book:
                self.open(self.book.name)
            elif self._event and answer["changed"]:
                self._begin(Live.load(Package.from_path(self.book)))
            if self._event:
                when = datetime.now().isoformat(timespec="seconds")
                line = {"when": when, "by": DIRECTOR, "command": question.get("command")}
                self._event.journal.add([line])
        return answer

    def log(self) -> list[Json]:
        """Who entered what, and when."""
        if self._event is None:
            return []
        hidden = {"said", "of", "typed", "holds", "was"}
        return [
            {key: value for key, value in line.items() if key not in hidden}
            for line in self._event.journal.lines
            if "when" in line
        ]


def _identity(board: Board) -> str:
    """What tells a board from others, and from the same one when it is paired anew."""
    return json.dumps([board.cell, *board.sides], ensure_ascii=False)


def _line(board: Board, entry: Entry, names: Mapping[str, str]) -> Line:
    shown = board.to_json(names)
    return {
        "when": datetime.now().isoformat(timespec="seconds"),
        **{key: shown[key] for key in ("round", "board", "white", "black")},
        "by": entry.by,
        "result": entry.result,
        "from": entry.address,
    }


def _joined(waiting: Mapping[str, Line], lines: Sequence[Line]) -> dict[str, Line]:
    """What waits after more entries; each with the result before the first of them."""
    found = dict(waiting)
    for line in lines:
        if "typed" in line:
            first = found.get(line["of"], line)
            found[line["of"]] = {**line, "was": first["was"]}
    return found
