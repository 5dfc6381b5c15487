"""The journal of a desk: a line for each entry, on the disk before it is answered.

It lies in a folder beside the workbook, ``open.desk/journal.jsonl``.  A line is JSON; one that says
``written`` tells that all above it is in the workbook, so what stands below it waits for the file.
A crash may leave half a line at the end, which was never answered: it is cut off.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ... import atomic
from ...errors import WriteError

SUFFIX = ".desk"
"""How the names of the folders end."""
Line = dict[str, Any]
_WRITTEN = {"written": True}


def folder_of(book: Path) -> Path:
    """The folder of a workbook's desk, which is made if need be."""
    folder = book.with_name(f"{book.stem}{SUFFIX}")
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
        whole = data[: data.rfind(b"\n") + 1]
        if whole != data:
            os.truncate(self.path, len(whole))
        self.lines: list[Line] = []
        for text in whole.splitlines():
            with suppress(ValueError):  # a line that somebody has written
                if isinstance(line := json.loads(text), dict):
                    self.lines.append(line)

    @property
    def waiting(self) -> list[Line]:
        """The lines that may not be in the workbook yet."""
        found: list[Line] = []
        for line in reversed(self.lines):
            if line == _WRITTEN:
                break
            found.append(line)
        return found[::-1]

    def add(self, lines: Iterable[Line]) -> int:
        """Put lines onto the disk; return the size before, so that they can be taken back."""
        lines = list(lines)
        text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0)
        before = 0
        try:
            with os.fdopen(os.open(self.path, flags, 0o600), "ab") as file:
                before = os.fstat(file.fileno()).st_size
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                os.truncate(self.path, before)
            reason = error.strerror or error
            raise WriteError(f"{self.path}: cannot be written ({reason}).") from error
        self.lines += lines
        return before

    def take_back(self, size: int, count: int) -> None:
        """Take back the last lines: what they say was refused after all."""
        os.truncate(self.path, size)
        del self.lines[len(self.lines) - count :]

    def mark_written(self) -> None:
        """All lines are in the workbook."""
        if self.waiting:
            self.add([_WRITTEN])
