"""What every reader begins with: a file's text, whatever program wrote it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..errors import InputError

LARGEST_MB = 64
_LONGEST = 255
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def content(path: Path) -> bytes:
    """The bytes of a file of results."""
    try:
        if path.stat().st_size > LARGEST_MB * 2**20:
            raise InputError(f"{path}: is larger than {LARGEST_MB} MB; are these results?")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the name.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error
    return data


def decoded(data: bytes, encodings: Iterable[str]) -> str | None:
    """Text by its byte order mark, or in the first of the encodings that fits."""
    marks = (encoding for mark, encoding in _BYTE_ORDER_MARKS.items() if data.startswith(mark))
    for encoding in [*marks, *encodings, *_without_mark(data)]:
        try:
            text = data.decode(encoding)
        except (LookupError, UnicodeError):
            continue
        if "\0" not in text:
            return text
    return None


def _without_mark(data: bytes) -> Iterator[str]:
    """UTF-16 without a byte order mark: most signs of a text have a zero in the upper byte."""
    for first, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[first::2].count(0) > len(data) // 4:
            yield encoding


def tidy(value: str, what: str, wrong: Callable[[str], InputError]) -> str:
    """A text that a cell can hold, without the space around it."""
    text = " ".join(value.split())
    if _CONTROL.search(text):
        raise wrong(f"{what} holds a control character; type it again")
    if len(text) > _LONGEST:
        raise wrong(f"{what} is longer than {_LONGEST} characters; shorten it")
    return text
