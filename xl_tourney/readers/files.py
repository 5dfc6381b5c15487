"""A file of results as bytes and as text: read, whatever program wrote it, and written."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..errors import InputError

MAX_MEGABYTES = 64
_MAX_CHARACTERS = 255
_DIGITS = re.compile(rb"(?:[0-9]\0?){%d,}" % (_MAX_CHARACTERS + 1))
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class Document(NamedTuple):
    """A file of results as a writer gives it, not yet on the disk."""

    content: bytes
    notes: list[str]
    """A sentence for each thing that the format cannot hold."""

    def __repr__(self) -> str:
        return f"Document({len(self.content):,} bytes, notes={self.notes})"


def read_bytes(path: Path) -> bytes:
    """The bytes of a file of results."""
    most = MAX_MEGABYTES * 2**20
    try:
        with path.open("rb") as file:  # a device has no size, and may have no end
            data = file.read(most + 1)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the name.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error}).") from error
    if len(data) > most:
        raise InputError(f"{path}: is larger than {MAX_MEGABYTES} MB; are these results?")
    refuse_digits(data, str(path))
    return data


def refuse_digits(data: bytes, place: str) -> None:
    """Refuse a text with so many digits that they are no number of anything."""
    if found := _DIGITS.search(data):
        line = data.count(b"\n", 0, found.start()) + 1
        digits = len(found[0].replace(b"\0", b""))
        raise InputError(
            f"{place}, line {line}: {digits:,} digits in a row are no number that can be used; "
            "correct it."
        )


def decode(data: bytes, encodings: Iterable[str]) -> str | None:
    """Decode by the byte order mark, or with the first of the encodings that fits."""
    marked = (encoding for mark, encoding in _BYTE_ORDER_MARKS.items() if data.startswith(mark))
    for encoding in [*marked, *encodings, *_detect_utf16(data)]:
        try:
            text = data.decode(encoding)
        except (LookupError, UnicodeError):
            continue
        if "\0" not in text:
            return text
    return None


def _detect_utf16(data: bytes) -> Iterator[str]:
    """UTF-16 without a byte order mark: most characters have a zero as their upper byte."""
    for offset, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[offset::2].count(0) > len(data) // 4:
            yield encoding


def clean_text(value: str, name: str, make_error: Callable[[str], InputError]) -> str:
    """A text that a cell can hold, with white space folded; ``name`` is for the error."""
    text = " ".join(value.split())
    if _CONTROL_CHARACTER.search(text):
        raise make_error(f"{name} holds a control character; type it again")
    if len(text) > _MAX_CHARACTERS:
        raise make_error(f"{name} is longer than {_MAX_CHARACTERS} characters; shorten it")
    return text
