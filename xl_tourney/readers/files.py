"""A file of results as bytes and as text: read, whatever program wrote it, and written."""

from __future__ import annotations

import codecs
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import InputError

MAX_MEGABYTES = 64
SUFFIXES = (
    *(".csv", ".tsv", ".txt", ".json", ".html", ".htm", ".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
    *(".trf", ".trfx", ".pgn", ".pbn", ".h9", ".tou", ".xml"),
)
"""What the names of files of results end in."""
COMPOUND_FILE = b"\xd0\xcf\x11\xe0"
"""How an ``.xls`` begins, and a workbook that is encrypted."""
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, OSError, ValueError, RuntimeError)
"""What a damaged archive raises where it is opened or read."""
_OF_DOCUMENTS = re.compile(
    r"\[Content_Types\]\.xml|(?:.*/)?(?:mimetype|content\.xml|workbook\.(?:xml|bin)|.*\.iwa)",
    re.IGNORECASE,
)
"""The parts that make an archive a document."""
ENCRYPTED = "{}: is encrypted; give its password with --password."
_MAX_CHARACTERS = 255
_DIGITS = re.compile(rb"(?:[0-9]\0?){%d,}" % (_MAX_CHARACTERS + 1))
_CONTROL_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class PasswordError(InputError):
    """A file is encrypted, and the password is missing, or another one."""


class Document(NamedTuple):
    """A file of results as a writer gives it, not yet on the disk."""

    content: bytes
    notes: list[str]
    """A sentence for each thing that the format cannot hold."""

    def __repr__(self) -> str:
        return f"Document({len(self.content):,} bytes, notes={self.notes})"


def read_bytes(path: Path, password: str | None = None) -> bytes:
    """The bytes of a file of results, which may be one in a zip archive; decrypted with a password.

    Raises
    ------
    PasswordError
        The file is encrypted, and there is no password, or another one.
    """
    try:
        with _open(path) as file:
            data = read_part(file, path)
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file; check the name.") from None
    except DAMAGED as error:
        what = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read ({what}).") from error
    data = _decrypted(data, path, password)
    refuse_digits(data, str(path))
    return data


def read_part(file: IO[bytes], path: Path) -> bytes:
    """The bytes of an open file, or of one in an archive: a device may have no end."""
    data = file.read(MAX_MEGABYTES * 2**20 + 1)
    if len(data) > MAX_MEGABYTES * 2**20:
        raise InputError(f"{path}: is larger than {MAX_MEGABYTES} MB; are these results?")
    return data


def file_on_disk(path: Path) -> Path:
    """The file that a path names, or the archive that it is in."""
    return next((file for file in (path, *path.parents) if file.is_file()), path)


@contextmanager
def _open(path: Path) -> Iterator[IO[bytes]]:
    file = file_on_disk(path)
    if file == path:
        with path.open("rb") as opened:
            yield opened
        return
    with zipfile.ZipFile(file) as archive:
        try:
            member = archive.open(path.relative_to(file).as_posix())
        except KeyError:
            raise FileNotFoundError from None
        with member:
            yield member


def find_file(path: Path) -> Path:
    """The file that is meant: the path itself, or the only one in a folder or a zip archive.

    One in an archive is named as one in a folder, such as ``cup.zip/games.csv``.
    """
    names = _names_in(path)
    if names is None:
        return path
    found = [name for name in names if _may_hold_results(name)]
    if not found:
        raise InputError(f"{path}: there is no file of results in it; name the file itself.")
    if len(found) > 1:
        some = f"{', '.join(found[:6])}{' …' if len(found) > 6 else ''}"
        raise InputError(
            f"{path}: there are {len(found)} files in it: {some}; name one, as {path / found[0]}."
        )
    return path / found[0]


def _names_in(path: Path) -> list[str] | None:
    """The files in a folder, or in an archive that is no document; None of any other file."""
    try:
        if path.is_dir():
            return sorted(file.name for file in path.iterdir() if file.is_file())
        if not path.is_file():  # a device may have no end
            return None
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except DAMAGED:
        return None
    is_document = any(_OF_DOCUMENTS.fullmatch(name) for name in names)
    return None if is_document else sorted(names)


def _may_hold_results(name: str) -> bool:
    *folders, file = name.split("/")
    is_hidden = file.startswith(".") or "__MACOSX" in folders
    return file.lower().endswith(SUFFIXES) and not is_hidden


def refuse_large(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse an archive that would become many times larger than what is read of a file."""
    most = 8 * MAX_MEGABYTES
    if sum(part.file_size for part in archive.infolist()) > most * 2**20:
        raise InputError(f"{path}: unpacks to more than {most} MB; are these results?")


def _decrypted(data: bytes, path: Path, password: str | None) -> bytes:
    """The bytes of a workbook that is encrypted, as they were; others as they are."""
    is_encrypted = "EncryptedPackage".encode("utf-16-le") in data
    if not data.startswith(COMPOUND_FILE) or not (is_encrypted or password):
        return data
    if not password:
        raise PasswordError(ENCRYPTED.format(path))
    try:
        import msoffcrypto
    except ImportError as error:
        raise InputError(
            f"{path}: is encrypted; reading it needs msoffcrypto-tool: "
            "pip install 'xl-tourney[encrypted]'."
        ) from error
    opened = io.BytesIO()
    try:
        file: Any = msoffcrypto.OfficeFile(io.BytesIO(data))
        if not file.is_encrypted():
            return data
        file.load_key(password=password)
        file.decrypt(opened)
    except Exception as error:  # of the library, or of what a damaged file makes it raise
        raise PasswordError(f"{path}: the password does not open it; check it.") from error
    return opened.getvalue()


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


def decode_file(data: bytes, encodings: Iterable[str], file: str) -> str:
    """As :func:`decode`; a file that is no text is refused."""
    text = decode(data, encodings)
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it in UTF-8.")
    return text


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
