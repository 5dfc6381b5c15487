"""The journal of an event: a line for each result that was entered at its desk.

It lies in a folder beside the workbook, ``open.desk/journal.jsonl``, and a line is on the disk
before whoever entered it is answered.  ``written`` tells that all lines above are in the workbook;
what stands below waits, as while a spreadsheet program has the workbook open.  Such a line says
of which board it is, what is typed there, and over what::

    of ["3", 4, "2", "7"], result "1/2", typed "½-½", over ""

It is typed if the workbook has that board, with "" for a result: Ann may be Anne by now, and the
board may have moved.  With another result there it is a conflict; without that board, as when the
round was paired anew, it is of no use any more.  A crash may leave half a line at the end, which
was never answered: it is left out.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import atomic
from ..errors import WriteError
from ..events.boards import Board, boards_of
from ..events.event import Event
from .merging import CellChange

SUFFIX = ".desk"
"""How the names of the folders end."""
Line = dict[str, Any]
_WRITTEN = {"written": True}
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)


def folder_of(book: Path) -> Path:
    """The folder of a workbook's desk, which may not be there."""
    return book.with_name(f"{book.stem}{SUFFIX}")


def make_folder(book: Path) -> Path:
    """The folder of a workbook's desk, which nobody else may read."""
    folder = folder_of(book)
    atomic.refuse_link(folder)
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise WriteError(f"{folder}: cannot be written ({error.strerror or error}).") from error
    return folder


class Journal:
    """What was entered at a desk."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "journal.jsonl"
        atomic.refuse_link(self.path)
        data = self.path.read_bytes() if self.path.exists() else b""
        self._is_torn = bool(data) and not data.endswith(b"\n")
        self.lines: list[Line] = []
        for text in data[: data.rfind(b"\n") + 1].splitlines():
            with suppress(ValueError):  # half a line, or somebody has written into it
                if isinstance(line := json.loads(text), dict):
                    self.lines.append(line)

    @property
    def waiting(self) -> list[Line]:
        """The lines that may not be in the workbook yet."""
        found: list[Line] = []
        for line in reversed(self.lines):
            if line == _WRITTEN:
                break
            if "typed" in line:
                found.append(line)
        return found[::-1]

    def add(self, lines: Iterable[Line], *, is_sure: bool = True) -> int:
        """Put lines onto the disk; return the size before, so that they can be taken back."""
        lines = list(lines)
        text = "\n" * self._is_torn
        text += "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        size = -1
        try:
            with os.fdopen(os.open(self.path, _FLAGS, 0o600), "ab") as file:
                size = os.fstat(file.fileno()).st_size
                file.write(text.encode(errors="replace"))
                file.flush()
                if is_sure:
                    os.fsync(file.fileno())
        except OSError as error:
            if size >= 0:
                os.truncate(self.path, size)
            reason = error.strerror or error
            raise WriteError(f"{self.path}: cannot be written ({reason}).") from error
        self._is_torn = False
        self.lines += lines
        return size

    def take_back(self, size: int, count: int) -> None:
        """Take back the last lines: what they say was refused after all."""
        os.truncate(self.path, size)
        del self.lines[len(self.lines) - count :]

    def mark_written(self) -> None:
        """All lines are in the workbook; should a crash lose this, they are in it all the same."""
        if self.waiting:
            self.add([_WRITTEN], is_sure=False)


def joined(waiting: Mapping[str, Line], lines: Iterable[Line]) -> dict[str, Line]:
    """What waits of each board, after more lines: the last values over what stood there first."""
    found = dict(waiting)
    for line in lines:
        first = found.get(line["of"], line)
        found[line["of"]] = {**line, "over": first["over"]}
    return found


def may_be_typed(line: Line, board: Board) -> bool | None:
    """Whether a line that waits may still be typed; None if its board has the result already."""
    return None if board.result == line["typed"] else board.result == line["over"]


def waiting_changes(event: Event) -> list[CellChange]:
    """What waits at the desk of a workbook, and may be typed into it."""
    folder = folder_of(Path(event.name))
    waiting = joined({}, Journal(folder).waiting) if folder.is_dir() else {}
    found = []
    for board in boards_of(event) if waiting else ():
        line = waiting.get(board.identity)
        if line and may_be_typed(line, board):
            typed, game = board.typed(line["result"]), f"{line['white']} – {line['black']}"
            found += [CellChange(cell, event.value(cell), typed[cell], game) for cell in typed]
    return found
