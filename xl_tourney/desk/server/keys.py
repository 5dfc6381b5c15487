"""Who may enter what: a key is good for one side of one board of one round, the token for all."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import sys
from base64 import b32encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ... import atomic
from ...errors import OptionError
from ...events.boards import Board
from ...updates.journal import make_folder

SIDES = ("white", "black")
_SECRET, _LOCK, _ADDRESS = "secret", "lock", "address"
"""Files beside the journal."""
_BYTES = 10
"""Of a key: 80 bits, which nobody guesses at a few guesses a minute, in 16 letters."""


class Keys:
    """The keys of an event; they follow from a secret that is kept beside it."""

    def __init__(self, folder: Path) -> None:
        self._secret = _read_secret(folder / _SECRET)
        self._of: dict[str, dict[str, str]] = {}
        self._held: dict[bytes, tuple[str, str]] = {}

    def of(self, cell: str) -> dict[str, str]:
        """The keys of a board, by its sides."""
        return self._of[cell]

    def _key(self, board: Board, side: str) -> str:
        """The key of a side, which stays while its board is the same one."""
        return b32encode(self._digest(board.identity + side)[:_BYTES]).decode().lower()

    def hold(self, boards: Iterable[Board]) -> None:
        """Know the keys of these boards, and no others."""
        self._of = {one.cell: {side: self._key(one, side) for side in SIDES} for one in boards}
        self._held = {
            self._digest(key): (cell, side)
            for cell, keys in self._of.items()
            for side, key in keys.items()
        }

    def find(self, key: str) -> tuple[str, str] | None:
        """The cell of the board and the side that a key is for.

        It is looked up by its own digest, so that how long that takes tells nothing of others.
        """
        return self._held.get(self._digest(key))

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._secret, text.encode(errors="replace"), hashlib.sha256)


class ServedError(OptionError):
    """Another desk has the workbook; ``address`` is where it is, with its token."""

    def __init__(self, book: Path, address: str) -> None:
        super().__init__(f"{book}: is at another desk already; close that one first.")
        self.address = address


class Place:
    """The folder of a workbook's desk, which one process has at a time."""

    def __init__(self, book: Path, address: str) -> None:
        self.folder = make_folder(book)
        at = self.folder / _ADDRESS
        for path in (self.folder / _LOCK, at):
            atomic.refuse_link(path)
        self._lock = (self.folder / _LOCK).open("ab")
        try:
            _lock(self._lock.fileno())
        except OSError:
            self._lock.close()
            raise ServedError(book, at.read_text("utf-8") if at.exists() else "") from None
        at.unlink(missing_ok=True)
        atomic.create(at, address.encode())

    def leave(self) -> None:
        """Let another process have it."""
        (self.folder / _ADDRESS).unlink(missing_ok=True)
        self._lock.close()


def _lock(file: int) -> None:
    """Lock a file for this process; OSError if another one has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def new_token() -> str:
    """A token for the director of this run."""
    return secrets.token_urlsafe(24)


def is_same(given: str, wanted: str) -> bool:
    """Whether two secrets are the same, in a time that does not tell how nearly."""
    return hmac.compare_digest(given.encode(errors="replace"), wanted.encode())


def _read_secret(path: Path) -> bytes:
    """The secret, which is made where there is none."""
    atomic.refuse_link(path)
    with suppress(FileExistsError):
        atomic.create(path, secrets.token_bytes(32))
    found = path.read_bytes()
    if len(found) < 32:  # a crash between the file and its content
        path.unlink()
        return _read_secret(path)
    return found
