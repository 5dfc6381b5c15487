"""A workbook in use, and what was entered for it; one thread alone works with it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ...atomic import ChangedError, find_lock, read_version
from ...errors import TourneyError
from ...events.boards import Board, boards_of, names_of
from ...grammar.references import CellAddress
from ...languages import language_of, speaking
from ...ooxml.backups import Keeping, holds
from ...ooxml.package import Package
from ...ooxml.saving import replace_workbook
from ...publication.state import describe_saved
from ...updates.journal import Journal, Line, joined, may_be_typed
from ..event import describe_slips, describe_standings
from .keys import SIDES, Keys, Place
from .live import Live, Wanted
from .states import DIRECTOR, WORKBOOK, RefusedError, Said, current, state, take

Json = dict[str, Any]
_ATTEMPTS = 5
_KEPT_SECONDS = 300.0
"""How long results may come in before the workbook is kept as it was again."""


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


class EventInUse:
    """A workbook in use, and what was entered for it."""

    def __init__(self, book: Path, address: str) -> None:
        self.book = book
        live = Live.load(Package.from_path(book))
        self.place = Place(book, address)
        self.keys = Keys(self.place.folder)
        self.journal = Journal(self.place.folder)
        self._said: dict[str, Said] = {
            line["of"]: line["said"] for line in self.journal.lines if "said" in line
        }
        self.waiting = joined({}, self.journal.waiting)
        self.is_elsewhere = False
        self._is_lent = False
        self._state = 0
        self._kept = float("-inf")
        self._hold(live)
        self.refresh()

    # The workbook ---------------------------------------------------------------------------------

    def _hold(self, live: Live) -> None:
        """Hold a workbook as it was read, with what waits typed into it."""
        self._state += 1
        self._typed: dict[CellAddress, Any] | None = None
        self._live = live.typed(self._settle(live))
        self._names = names_of(live)
        self._boards = {board.cell: board for board in boards_of(self._live)}
        self.keys.hold(self._boards.values())
        self.described = self._describe()

    def _describe(self) -> Json:
        live = self._live
        with speaking(language_of(live.language.code, live.template.name)):
            return describe_standings(live) | describe_slips(live, self._boards.values())

    def _settle(self, live: Live) -> dict[CellAddress, Any]:
        """The cells of what waits; another result that somebody has typed there is a conflict."""
        cells: dict[CellAddress, Any] = {}
        there = {board.identity: board for board in boards_of(live)}
        for of, line in [*self.waiting.items()]:
            board = there.get(of)
            if board and (is_free := may_be_typed(line, board)):
                cells |= board.typed(line["result"])
                continue
            del self.waiting[of]
            if board and is_free is False:
                said = self._said[of] = {**line["said"], WORKBOOK: board.result}
                self.journal.add([_line(board, WORKBOOK, board.result, names_of(live), said)])
        return cells

    def lend(self) -> None:
        """Leave the workbook to a command; until it is given back entries wait in the journal."""
        self.refresh()
        self._is_lent = True

    def read_lent(self) -> Live | None:
        """The workbook as a command has left it, if it has written it; called in its thread."""
        with suppress(TourneyError, OSError):
            if read_version(self.book) != self._live.package.version:
                return Live.load(Package.from_path(self.book))
        return None

    def give_back(self, live: Live | None) -> None:
        """A command is done with the workbook."""
        self._is_lent = False
        if live and live.package.version == read_version(self.book):
            self._hold(live)
        self.refresh()

    def refresh(self) -> bool:
        """Read the workbook again if somebody saved it, and write what waits; whether it was so."""
        if self._is_lent:
            return False
        was_elsewhere, self.is_elsewhere = self.is_elsewhere, bool(find_lock(self.book))
        is_changed = was_elsewhere != self.is_elsewhere
        try:
            if read_version(self.book) != self._live.package.version:
                self._hold(Live.load(Package.from_path(self.book)))
                is_changed = True
            if self.waiting and not self.is_elsewhere:
                self._save()
                is_changed = True
        except (TourneyError, OSError):  # it is being saved, or was moved away: entries wait
            self.is_elsewhere = True
        return is_changed

    def _save(self) -> None:
        """Write the workbook as it is here over the one that was read."""
        keeping = None
        if time.monotonic() - self._kept > _KEPT_SECONDS:
            keeping = Keeping("result", lambda _, saved: describe_saved(self._live, saved))
        self._replace(self._live.package, keeping)
        self._kept = self._kept if keeping is None else time.monotonic()
        self.waiting = {}
        self.journal.mark_written()

    def _replace(self, package: Package, keeping: Keeping | None = None) -> None:
        """Write a workbook over the version that it was made of."""
        read = Package.from_path(self.book)
        if read.version != package.version:
            raise ChangedError(f"{self.book}: was changed by somebody meanwhile.")
        try:
            replace_workbook(read, package.data, keeping)
        except (TourneyError, OSError):  # as where the folder is read-only since this moment
            if not holds(package.data, self.book):
                raise
        package.version = read_version(self.book)

    def note_command(self, name: str, address: str) -> None:
        """Write down what the director did; the next results keep the workbook as it is then."""
        self._kept = float("-inf")
        self.journal.add([{"when": _now(), "by": DIRECTOR, "command": name, "from": address}])

    # Entries --------------------------------------------------------------------------------------

    def enter(self, entries: Sequence[Entry]) -> list[Any]:
        """Take entries; of each the cell of its board, or a RefusedError."""
        for _ in range(_ATTEMPTS):
            self.refresh()
            try:
                return self._enter(entries)
            except ChangedError:
                continue
            except (TourneyError, OSError) as error:
                refused = RefusedError("disk", 503, f"Nothing was entered: {error}")
                return [refused] * len(entries)
        self.is_elsewhere = True  # somebody saves it all the time
        return self._enter(entries)

    def _enter(self, entries: Iterable[Entry]) -> list[Any]:
        answers: list[Any] = []
        said, lines = dict(self._said), list[Line]()
        results: dict[str, str] = {}
        cells: dict[CellAddress, Any] = {}
        for entry in entries:
            try:
                board = self._board_of(entry)
                line = _decide(board, results.get(board.cell, board.result), said, entry)
            except RefusedError as error:
                answers.append(error)
                continue
            answers.append(board.cell)
            if line is None:
                continue
            lines.append(_line(board, entry.by, entry.result, self._names, line["said"]) | line)
            lines[-1]["from"] = entry.address
            said[line["of"]] = line["said"]
            if "typed" in line:
                results[board.cell] = line["typed"]
                cells |= board.typed(entry.result)
        if lines:
            self._take(lines, cells)
            self._said = said
        return answers

    def _board_of(self, entry: Entry) -> Board:
        """The board of an entry, if who enters it may."""
        named = entry.round, entry.board
        if entry.by == DIRECTOR:
            for board in self._boards.values():
                if board.cell == entry.cell if entry.cell else (board.round, board.number) == named:
                    return board
            raise RefusedError("board", 400, "There is no such board.")
        if found := self.keys.find(entry.key):
            board = self._boards[found[0]]
            if found[1] == entry.by and named in (("", 0), (board.round, board.number)):
                return board
        raise RefusedError("key", 403, "This key is not for this side of this board.")

    def _take(self, lines: Sequence[Line], cells: Mapping[CellAddress, Any]) -> None:
        """Put entries into the journal, and their cells into the workbook; or nothing at all."""
        waiting, live = self.waiting, self._live
        before = {cell: live.value(cell) for cell in cells}
        size = self.journal.add(lines)
        try:
            self.waiting = joined(waiting, (line for line in lines if "typed" in line))
            self._live = live.typed(cells)
            if cells and not (self.is_elsewhere or self._is_lent):
                self._save()
        except BaseException:
            self.journal.take_back(size, len(lines))
            self.waiting, self._live = waiting, live
            for cell, value in before.items():
                live.values[cell.sheet].cell(cell.row, cell.column).value = value
            raise
        if self._typed is not None:
            self._typed |= cells
        for at in {str(cell) for cell in cells} & self._boards.keys():
            self._boards[at].read_again(self._live)

    def describe_boards(self) -> dict[str, Json]:
        """All boards for the director, by their cells."""
        found = {}
        for cell, board in self._boards.items():
            said = current(self._said.get(board.identity, {}), board.result)
            found[cell] = {
                **board.to_json(self._names),
                "state": state(said),
                "keys": self.keys.of(cell),
                "entries": {side: board.named(said[side]) for side in SIDES if side in said},
            }
        return found

    # Values ---------------------------------------------------------------------------------------

    def wanted(self) -> Wanted | None:
        """The values that are to be calculated; None if nothing was typed."""
        if self._typed == {}:
            return None
        sheets = [one.title for one in self._live.values if one.sheet_state == "visible"]
        if self._typed is None:
            self._typed = {}
        return Wanted(self._state, self._live.package, sheets, dict(self._typed))

    def show_values(self, wanted: Wanted, found: Mapping[CellAddress, Any]) -> bool:
        """Show the values that follow from what was typed; whether it is the same workbook."""
        if wanted.state != self._state:
            return False
        self._live = self._live.shown(found)
        self.described = self._describe()
        return True

    def to_finish(self) -> Package | None:
        """The workbook, if it is to be calculated as a whole; None while that is of no use."""
        is_useless = self.waiting or self.is_elsewhere or self._is_lent or self._live.is_current
        return None if is_useless else self._live.package

    def finish(self, before: Package, live: Live) -> bool:
        """Write the workbook with all its values, if it is still the one that was calculated."""
        if self._live.package is not before or self._is_lent or self.refresh() or self.is_elsewhere:
            return False
        live.package.version = before.version
        try:
            self._replace(live.package)
        except (TourneyError, OSError):
            return False
        self._hold(live)
        return True


def _decide(board: Board, result: str, said: Mapping[str, Said], entry: Entry) -> Line | None:
    """What an entry changes of a board that has a result; None for nothing."""
    of = board.identity
    before = current(said.get(of, {}), result)
    try:
        entered = board.text_of(entry.result)
    except TourneyError as error:
        raise RefusedError(
            "result", 400, "This is no result of this game: type two scores as 3-1, or one number."
        ) from error
    taken = take(before, result, entry.by, entered)
    if taken.said == before and taken.result == result:
        return None
    line: Line = {"of": of, "said": taken.said}
    return line if taken.result == result else line | {"typed": taken.result, "over": result}


def _line(board: Board, by: str, result: str, names: Mapping[str, str], said: Said) -> Line:
    shown = board.to_json(names)
    named = {key: shown[key] for key in ("round", "board", "white", "black")}
    return {
        "when": _now(),
        **named,
        "by": by,
        "result": result,
        "state": state(said),
        "of": board.identity,
        "said": said,
    }


def _now() -> str:
    return datetime.now().isoformat(timespec="seconds")
