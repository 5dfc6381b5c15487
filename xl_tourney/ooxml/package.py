"""A workbook's package: its zip file, the limits it is read under, and copies with new parts.

A file may come from anybody, so sizes are checked before anything is unpacked: a part of 1 kB that
says it unpacks to 2 GiB is refused by its entry in the zip's list.  A part is unpacked when it is
first asked for, or before that in a thread.

A copy with new parts copies what has not changed as it is, compressed bytes and all; only new parts
are compressed.  With one cell patched in a workbook of ten sheets nine are taken over unread.
"""

from __future__ import annotations

import copy
import io
import os
import stat
import struct
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO, Generic, TypeAlias, TypeVar

from ..atomic import FileVersion
from ..errors import UnsafeWorkbookError, WorkbookError
from ..record import NamedTuple

# A call in a thread. The standard future does the same, but its module takes longer to import than
# the values of a small workbook take to calculate.

T = TypeVar("T")


class BackgroundCall(Generic[T]):
    """A call that runs in a thread; useful where it releases Python's lock, as zlib does.

    >>> BackgroundCall(lambda: 6 * 7).result()
    42
    """

    def __init__(self, call: Callable[[], T]) -> None:
        self._value: T
        self._error: BaseException | None = None
        self._thread: threading.Thread | None = threading.Thread(target=self._run, args=(call,))
        try:
            self._thread.start()
        except RuntimeError:  # a browser's Python has one thread alone
            self._thread = None
            self._run(call)

    def _run(self, call: Callable[[], T]) -> None:
        try:
            self._value = call()
        except BaseException as error:
            self._error = error

    def result(self) -> T:
        """Wait for the call; return what it returned, or raise what it raised."""
        if self._thread:
            self._thread.join()
        if self._error:
            raise self._error
        return self._value


_COMPOUND_FILE = bytes.fromhex("D0CF11E0A1B11AE1")
_DAMAGE_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(NotImplementedError, OSError, ValueError),
)
"""The exceptions that reading a damaged part raises."""
_LOCAL_HEADER, _LOCAL_HEADER_SIZE = b"PK\x03\x04", 30
_LARGE_PART = 1 << 20
_PIECES_AT_ONCE = 1 << 10
_MANY_PIECES = 1 << 18
"""A part in more pieces than these is compressed piece by piece, which saves memory."""
_SMALLEST_BOMB = 16 << 20
_FAST_LEVEL = 1  # a sixth larger than by zlib's default, in a quarter of the time


CONTENT_TYPES = "[Content_Types].xml"

NewPart: TypeAlias = "bytes | Sequence[bytes]"
"""The bytes of a part; also in very many pieces, which are joined when it is compressed."""


class Limits(NamedTuple):
    """The largest workbook that is read; a larger one is refused before it is calculated."""

    file: int = 1 << 30
    """The bytes of the file."""
    parts: int = 20_000
    part: int = 1 << 30
    """The bytes of one part, unpacked."""
    unpacked: int = 2 << 30
    """The bytes of all parts, unpacked."""
    ratio: int = 1_000
    """How many times larger than its compressed size a part of 16 MiB or more may be."""
    cells: int = 20_000_000
    formulas: int = 5_000_000

    def refuse(self, name: str, subject: str, limit: str) -> UnsafeWorkbookError:
        """The error for a workbook that is larger than the limit of this name."""
        return UnsafeWorkbookError(
            f"{name}: {subject}; it is left as it is "
            f"(if it is to be trusted, --limit {limit}=… raises the limit)."
        )


class Package:
    """The parts of a workbook, by name."""

    def __init__(self, data: bytes, name: str = "workbook", limits: Limits | None = None) -> None:
        self.data = data
        self.name = name
        self.limits = limits or Limits()
        self.version: FileVersion | None = None
        """The version of the file that it was read from."""
        self._zip = _open_zip(data, name)
        self._entries = self._check_entries(self._zip.infolist())
        self._by_lower_name = {name.lower(): name for name in self._entries}
        self._unpacking: dict[str, BackgroundCall[bytes]] = {}

    @classmethod
    def from_path(cls, path: Path, limits: Limits | None = None) -> Package:
        """Read a workbook."""
        limits = limits or Limits()
        try:
            status = path.stat()
            if stat.S_ISDIR(status.st_mode):
                raise IsADirectoryError
            if not stat.S_ISREG(status.st_mode):
                raise WorkbookError(f"{path}: is no regular file; name a workbook.")
            check_file_size(status.st_size, str(path), limits)
            with path.open("rb") as file:
                version = FileVersion.of(os.fstat(file.fileno()))
                package = cls(file.read(), str(path), limits)
            package.version = version
            return package
        except FileNotFoundError as error:
            raise WorkbookError(f"{path}: there is no such file; check the name.") from error
        except IsADirectoryError as error:
            raise WorkbookError(f"{path}: is a folder; name a workbook in it.") from error
        except OSError as error:
            raise WorkbookError(f"{path}: cannot be read ({error.strerror or error}).") from error

    def is_in(self, path: Path) -> bool:
        """Whether a file is still the one that this package was read from."""
        try:
            if self.version == FileVersion.of(path.stat()):
                return True
            return path.read_bytes() == self.data  # saved anew, or in another place
        except OSError:
            return False

    def __contains__(self, part: str) -> bool:
        return part in self._entries

    def find(self, name: str) -> str:
        """A part as it is called here, by a name that may be spelled otherwise."""
        name = part_name(name)
        return self._by_lower_name.get(name.lower(), name)

    def require(self, part: str, owner: str = "the package") -> str:
        """The name of a part; WorkbookError if it is missing, or nobody names it."""
        if part not in self:
            named = f"part {part}" if part else "the part"
            raise WorkbookError(
                f"{self.name}: {named} of {owner} is missing; restore the workbook from a copy."
            )
        return part

    @property
    def entry_names(self) -> dict[str, str]:
        """What the file calls each part."""
        return {part: info.orig_filename for part, info in self._entries.items()}

    @property
    def plain_data(self) -> bytes:
        """The file, with the names of parts that every program reads."""
        is_plain = all(part == entry for part, entry in self.entry_names.items())
        return self.data if is_plain else self.with_uncompressed_parts({})

    @property
    def parts(self) -> list[str]:
        """The names of all parts, in their order."""
        return list(self._entries)

    @property
    def may_have_charts(self) -> bool:
        """Whether a part is called as those of charts are."""
        return any("chart" in part.lower() for part in self._entries)

    def checksums(self) -> Iterator[tuple[str, int, int]]:
        """What the file calls each part, with its CRC-32 and its size."""
        for info in self._entries.values():
            yield info.orig_filename, info.CRC, info.file_size

    def unpack_ahead(self) -> None:
        """Begin to unpack the largest sheet in a thread."""
        sheets = [part for part in self._entries if part.startswith("xl/worksheets/")]
        if sheets:
            largest = max(sheets, key=lambda part: self._entries[part].file_size)
            self._unpacking[largest] = BackgroundCall(partial(self._unpack, largest))

    def unpacked_size(self, part: str) -> int:
        """The bytes of a part."""
        return self._entries[part].file_size

    def read(self, part: str) -> bytes:
        """A part's bytes."""
        return self._unpacking.pop(part).result() if part in self._unpacking else self._unpack(part)

    def _unpack(self, part: str) -> bytes:
        info = self._entries[self.require(part)]
        try:
            with self._zip.open(info) as file:  # it checks the local header
                if info.compress_type == zipfile.ZIP_DEFLATED:
                    data = _inflate(self._compressed_bytes(info), info)
                else:
                    data = file.read(info.file_size + 1)
        except _DAMAGE_ERRORS as error:
            raise WorkbookError(
                f"{self.name}: part {part} is damaged ({error}); restore it from a copy."
            ) from error
        if len(data) != info.file_size:
            raise self.unsafe(f"part {part} is not as long as it says")
        return data

    def write_copy(
        self, new_parts: Mapping[str, NewPart], target: BinaryIO, *, level: int = _FAST_LEVEL
    ) -> None:
        """Write the package with some parts replaced.

        With level 0 these are not compressed, and all parts have names that engines read.  The
        compressed bytes of all other parts stay the same.
        """
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as out:
            out.comment = self._zip.comment
            for name, old in self._entries.items():
                info = copy.copy(old)
                info.filename = old.orig_filename if level else name
                info.flag_bits &= ~0x08  # sizes stand in the header, not behind the data
                if name not in new_parts:
                    _write_compressed(info, self._compressed_bytes(old), out)
                elif level == 0:
                    info.compress_type = zipfile.ZIP_STORED
                    out.writestr(info, _join(new_parts[name]))
                else:
                    info.compress_type = zipfile.ZIP_DEFLATED
                    part = new_parts[name]
                    part = part if len(part) > _MANY_PIECES else _join(part)
                    compressed = _deflate(part, level)
                    info.CRC = info.file_size = 0
                    for block in _blocks(part):
                        info.CRC = zlib.crc32(block, info.CRC)
                        info.file_size += len(block)
                    info.compress_size = len(compressed)
                    _write_compressed(info, compressed, out)

    def with_parts(self, new_parts: Mapping[str, NewPart]) -> bytes:
        """The package with some parts replaced."""
        buffer = io.BytesIO()
        self.write_copy(new_parts, buffer)
        return buffer.getvalue()

    def with_uncompressed_parts(self, new_parts: Mapping[str, bytes]) -> bytes:
        """The package with some parts replaced, uncompressed, for an engine in this process."""
        buffer = io.BytesIO()
        self.write_copy(new_parts, buffer, level=0)
        return buffer.getvalue()

    def _compressed_bytes(self, info: zipfile.ZipInfo) -> memoryview:
        start = self._start_of_data(info)
        return memoryview(self.data)[start : start + info.compress_size]

    def _start_of_data(self, info: zipfile.ZipInfo) -> int:
        """Where the compressed bytes of an entry begin, behind its local header."""
        header = self.data[info.header_offset : info.header_offset + _LOCAL_HEADER_SIZE]
        name, extra = header[26:28], header[28:30]
        lengths = int.from_bytes(name, "little") + int.from_bytes(extra, "little")
        return info.header_offset + _LOCAL_HEADER_SIZE + lengths

    def _check_places(self, infos: list[zipfile.ZipInfo]) -> None:
        """Refuse entries that share bytes, or have none: a copy would hold them twice, or not.

        A file of 1 MB whose 2,000 entries all lie on the same megabyte would be written as 2 GB.
        """
        end = 0
        for info in sorted(infos, key=lambda info: info.header_offset):
            name, start = info.orig_filename, info.header_offset
            if start < end:
                raise self.unsafe(f"part {name} shares its bytes with another part")
            end = self._start_of_data(info) + info.compress_size
            if end > len(self.data) or not self.data.startswith(_LOCAL_HEADER, start):
                raise WorkbookError(
                    f"{self.name}: part {name} is damaged (it is not where the file says); "
                    "restore it from a copy."
                )

    def _check_entries(self, infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
        """The entries by name; none of them is duplicated, too large or encrypted."""
        limits = self.limits
        if len(infos) > limits.parts:
            raise limits.refuse(self.name, f"it has more than {limits.parts:,} entries", "parts")
        if sum(info.file_size for info in infos) > limits.unpacked:
            subject = f"its parts are larger than {limits.unpacked:,} bytes in all"
            raise limits.refuse(self.name, subject, "unpacked")
        entries: dict[str, zipfile.ZipInfo] = {}
        lower_names: set[str] = set()
        for info in infos:
            name = part_name(info.orig_filename)
            if info.flag_bits & 0x1:
                raise WorkbookError(
                    f"{self.name}: part {name} is encrypted; save the workbook without a password."
                )
            if name.lower() in lower_names:
                raise self.unsafe(f"it holds part {name} twice")
            lower_names.add(name.lower())
            if info.file_size > limits.part:
                subject = f"part {name} is larger than {limits.part:,} bytes"
                raise limits.refuse(self.name, subject, "part")
            if (
                info.file_size > _SMALLEST_BOMB
                and info.file_size > limits.ratio * info.compress_size
            ):
                subject = f"part {name} unpacks to more than {limits.ratio:,} times its size"
                raise limits.refuse(self.name, subject, "ratio")
            entries[name] = info
        self._check_places(infos)
        return entries

    def unsafe(self, subject: str) -> UnsafeWorkbookError:
        """The error for a workbook that is built to do harm."""
        return UnsafeWorkbookError(
            f"{self.name}: {subject}; it is left as it is, look at where it comes from."
        )


def part_name(name: str) -> str:
    """The name of a part, of what an entry of the file or a relationship calls it.

    >>> part_name("/xl\\worksheets/sheet%201.xml")
    'xl/worksheets/sheet 1.xml'
    """
    if "%" in name:
        import urllib.parse

        name = urllib.parse.unquote(name)
    return name.replace("\\", "/").lstrip("/")


def check_file_size(size: int, name: str, limits: Limits) -> None:
    """Refuse a file that is larger than the limit, before it is read."""
    if size > limits.file:
        raise limits.refuse(name, f"the file is larger than {limits.file:,} bytes", "file")


def _write_compressed(
    info: zipfile.ZipInfo, compressed: bytes | memoryview, out: zipfile.ZipFile
) -> None:
    """Write a part that is compressed already."""
    target = out.fp
    assert target is not None
    info.header_offset = target.tell()
    target.write(info.FileHeader())
    target.write(compressed)
    out.filelist.append(info)
    out.NameToInfo[info.filename] = info
    out.start_dir = target.tell()


def _inflate(compressed: memoryview, info: zipfile.ZipInfo) -> bytes:
    """A part in one call, in half the time of a file; at most a byte more than its size."""
    data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(compressed, info.file_size + 1)
    if len(data) == info.file_size and zlib.crc32(data) != info.CRC:
        raise zipfile.BadZipFile(f"Bad CRC-32 for file {info.filename!r}")
    return data


def _join(part: NewPart) -> bytes:
    if isinstance(part, bytes):
        return part
    buffer = io.BytesIO()
    buffer.writelines(part)
    return buffer.getvalue()


def _blocks(part: NewPart | memoryview) -> Iterator[bytes | memoryview]:
    """A part in some blocks."""
    if isinstance(part, (bytes, memoryview)):
        yield part
        return
    for start in range(0, len(part), _PIECES_AT_ONCE):
        yield b"".join(part[start : start + _PIECES_AT_ONCE])


def _deflate(part: NewPart | memoryview, level: int) -> bytes:
    """A part compressed; the first half of a large one in a thread."""
    if isinstance(part, bytes):
        if len(part) < _LARGE_PART:
            return _compress(part, level, zlib.Z_FINISH)
        part = memoryview(part)
    middle = len(part) // 2
    first = BackgroundCall(partial(_compress, part[:middle], level, zlib.Z_FULL_FLUSH))
    second = _compress(part[middle:], level, zlib.Z_FINISH)  # after a full flush they join up
    return first.result() + second


def _compress(part: NewPart | memoryview, level: int, flush_mode: int) -> bytes:
    compressor = zlib.compressobj(level, wbits=-zlib.MAX_WBITS)
    compressed = [compressor.compress(block) for block in _blocks(part)]
    return b"".join([*compressed, compressor.flush(flush_mode)])


def _open_zip(data: bytes, name: str) -> zipfile.ZipFile:
    if data.startswith(_COMPOUND_FILE):
        if "EncryptedPackage".encode("utf-16-le") in data:
            raise WorkbookError(
                f"{name}: is encrypted with a password; save it without one and try again."
            )
        raise WorkbookError(
            f"{name}: is a workbook of Excel 97–2003 (.xls); save it as .xlsx and try again."
        )
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError) as error:
        raise WorkbookError(
            f"{name}: is not a workbook ({error}); expected .xlsx, .xlsm, .xltx or .xltm."
        ) from error
