"""Who may enter what: a key is good for one side of one board of one round, the token for all."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from base64 import b32encode
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ... import atomic
from ..event import Board

SIDES = ("white", "black")
_SECRET = "secret"
_BYTES = 10
"""Of a key: 80 bits, which nobody guesses at a few guesses a minute, in 16 letters."""


class Keys:
    """The keys of an event; they follow from a secret that is kept beside it."""

    def __init__(self, folder: Path) -> None:
        self._secret = _read_secret(folder / _SECRET)
        self._held: dict[bytes, tuple[str, str]] = {}

    def key(self, board: Board, side: str) -> str:
        """The key of a side; it is another one when the board is paired anew."""
        what = json.dumps([board.round, board.number, board.cell, board.sides, side])
        return b32encode(self._digest(what)[:_BYTES]).decode().lower()

    def hold(self, boards: Iterable[Board]) -> None:
        """Know the keys of these boards, and no others."""
        self._held = {
            self._digest(self.key(board, side)): (board.cell, side)
            for board in boards
            for side in SIDES
        }

    def find(self, key: str) -> tuple[str, str] | None:
        """The cell of the board and the side that a key is for.

        It is looked up by its own digest, so that how long that takes tells nothing of others.
        """
        return self._held.get(self._digest(key))

    def _digest(self, text: str) -> bytes:
        return hmac.digest(self._secret, text.encode(errors="replace"), hashlib.sha256)


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
