"""A workbook's package: the zip, its limits, and a copy in which a few parts are new."""

from __future__ import annotations

import copy
import io
import struct
import zipfile
import zlib
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import BinaryIO, NamedTuple

from ..errors import UnsafeWorkbookError, WorkbookError
from .background import Beside

_CFB = bytes.fromhex("D0CF11E0A1B11AE1")
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError),
    *(NotImplementedError, OSError, ValueError),
)
"""What reading a part raises that is not as the zip says."""
_LOCAL_HEADER = 30
_LARGE = 1 << 20
_FAST = 1  # a sixth larger than by zlib's default, in a quarter of the time


class Limits(NamedTuple):
    """How large a workbook may be; beyond it the workbook is refused."""

    file_bytes: int = 1 << 30
    entries: int = 20_000
    part_bytes: int = 1 << 30
    all_bytes: int = 2 << 30
    ratio: int = 1_000
    ratio_from_bytes: int = 16 << 20
    """Parts smaller than this may be as well compressed as they like."""
    xml_depth: int = 256


class Package:
    """The parts of a workbook, by name."""

    def __init__(self, data: bytes, name: str = "workbook", limits: Limits | None = None) -> None:
        self.data = data
        self.name = name
        self.limits = limits or Limits()
        self._zip = _opened(data, name)
        self._entries = self._checked(self._zip.infolist())
        self._sizes: dict[str, int] = {}
        self._ahead: dict[str, Beside[bytes]] = {}

    @classmethod
    def from_path(cls, path: Path, limits: Limits | None = None) -> Package:
        """Read a workbook."""
        limits = limits or Limits()
        try:
            if path.stat().st_size > limits.file_bytes:
                raise UnsafeWorkbookError(
                    f"{path}: the file is larger than {limits.file_bytes:,} bytes; "
                    "raise the limit if it is to be trusted."
                )
            return cls(path.read_bytes(), str(path), limits)
        except FileNotFoundError as error:
            raise WorkbookError(f"{path}: there is no such file; check the name.") from error
        except IsADirectoryError as error:
            raise WorkbookError(f"{path}: is a folder; name a workbook in it.") from error
        except OSError as error:
            raise WorkbookError(f"{path}: cannot be read ({error.strerror or error}).") from error

    def __contains__(self, part: str) -> bool:
        return part in self._entries

    @property
    def parts(self) -> list[str]:
        """The names of all parts, in their order."""
        return list(self._entries)

    def unpack_ahead(self) -> None:
        """Begin to unpack the largest sheet, beside what Python does meanwhile: zlib lets it."""
        sheets = [part for part in self._entries if part.startswith("xl/worksheets/")]
        if sheets:
            largest = max(sheets, key=lambda part: self._entries[part].file_size)
            self._ahead[largest] = Beside(partial(self._unpack, largest))

    def read(self, part: str) -> bytes:
        """A part's bytes."""
        return self._ahead.pop(part).result() if part in self._ahead else self._unpack(part)

    def _unpack(self, part: str) -> bytes:
        info = self._entries[part]
        self._sizes[part] = info.file_size
        if sum(self._sizes.values()) > self.limits.all_bytes:
            raise self._unsafe(
                "its parts are larger than", f"{self.limits.all_bytes:,} bytes in all"
            )
        try:
            with self._zip.open(info) as file:  # which looks at the header
                if info.compress_type == zipfile.ZIP_DEFLATED:
                    data = _inflated(self._raw(info), info)
                else:
                    data = file.read(info.file_size + 1)
        except _DAMAGE as error:
            raise WorkbookError(
                f"{self.name}: part {part} is damaged ({error}); restore it from a copy."
            ) from error
        if len(data) != info.file_size:
            raise self._unsafe(f"part {part} is not", "as long as it says")
        return data

    def copy_with(self, new: Mapping[str, bytes], target: BinaryIO, *, level: int = _FAST) -> None:
        """Write the package with some parts new (or, with level 0, stored); the rest is the same.

        Parts that stay are copied as they are, compressed bytes and all.
        """
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as out:
            out.comment = self._zip.comment
            for name, old in self._entries.items():
                info = copy.copy(old)
                info.flag_bits &= ~0x08  # sizes stand in the header, not behind the data
                if name not in new:
                    _write_raw(info, self._raw(old), out)
                elif level == 0:
                    info.compress_type = zipfile.ZIP_STORED
                    out.writestr(info, new[name])
                else:
                    info.compress_type = zipfile.ZIP_DEFLATED
                    raw = _deflated(new[name], level)
                    info.CRC = zlib.crc32(new[name])
                    info.file_size, info.compress_size = len(new[name]), len(raw)
                    _write_raw(info, raw, out)

    def copied(self, new: Mapping[str, bytes]) -> bytes:
        """The package with some parts new."""
        buffer = io.BytesIO()
        self.copy_with(new, buffer)
        return buffer.getvalue()

    def with_parts(self, new: Mapping[str, bytes], without: frozenset[str] = frozenset()) -> bytes:
        """The package as an engine may read it: some parts new, uncompressed, some left out."""
        buffer = io.BytesIO()
        slim = copy.copy(self)
        slim._entries = {n: i for n, i in self._entries.items() if n not in without}
        slim.copy_with(new, buffer, level=0)
        return buffer.getvalue()

    def _raw(self, info: zipfile.ZipInfo) -> memoryview:
        """A part as it is compressed."""
        header = self.data[info.header_offset : info.header_offset + _LOCAL_HEADER]
        start = (
            info.header_offset
            + _LOCAL_HEADER
            + int.from_bytes(header[26:28], "little")
            + int.from_bytes(header[28:30], "little")
        )
        return memoryview(self.data)[start : start + info.compress_size]

    def _checked(self, infos: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
        """The entries that are parts, none of them twice, too large or encrypted."""
        limits = self.limits
        if len(infos) > limits.entries:
            raise self._unsafe("it has more than", f"{limits.entries:,} entries")
        entries: dict[str, zipfile.ZipInfo] = {}
        seen: set[str] = set()
        for info in infos:
            name = info.orig_filename
            if info.flag_bits & 0x1:
                raise WorkbookError(
                    f"{self.name}: part {name} is encrypted; save the workbook without a password."
                )
            if name.lower() in seen:
                raise self._unsafe(f"it holds part {name}", "twice")
            seen.add(name.lower())
            if info.file_size > limits.part_bytes:
                raise self._unsafe(f"part {name} is larger than", f"{limits.part_bytes:,} bytes")
            if (
                info.file_size > limits.ratio_from_bytes
                and info.file_size > limits.ratio * info.compress_size
            ):
                raise self._unsafe(
                    f"part {name} unpacks to more than", f"{limits.ratio:,} times its size"
                )
            entries[name] = info
        return entries

    def _unsafe(self, what: str, limit: str) -> UnsafeWorkbookError:
        return UnsafeWorkbookError(
            f"{self.name}: {what} {limit}; it is left as it is, look at where it comes from."
        )


def _write_raw(info: zipfile.ZipInfo, raw: bytes | memoryview, out: zipfile.ZipFile) -> None:
    """Write a part that is compressed already."""
    target = out.fp
    assert target is not None
    info.header_offset = target.tell()
    target.write(info.FileHeader())
    target.write(raw)
    out.filelist.append(info)
    out.NameToInfo[info.filename] = info
    out.start_dir = target.tell()


def _inflated(raw: memoryview, info: zipfile.ZipInfo) -> bytes:
    """A part as it was, or a byte more than it says; at once, which takes half of the time."""
    data = zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw, info.file_size + 1)
    if len(data) == info.file_size and zlib.crc32(data) != info.CRC:
        raise zipfile.BadZipFile(f"Bad CRC-32 for file {info.filename!r}")
    return data


def _deflated(data: bytes, level: int) -> bytes:
    """A part compressed; of a large one a thread makes the first half, and zlib lets it."""
    if len(data) < _LARGE:
        return _stream(data, level, zlib.Z_FINISH)
    whole, middle = memoryview(data), len(data) // 2
    first = Beside(partial(_stream, whole[:middle], level, zlib.Z_FULL_FLUSH))
    second = _stream(whole[middle:], level, zlib.Z_FINISH)  # it goes on where the first stops
    return first.result() + second


def _stream(data: bytes | memoryview, level: int, end: int) -> bytes:
    to = zlib.compressobj(level, wbits=-zlib.MAX_WBITS)
    return to.compress(data) + to.flush(end)


def _opened(data: bytes, name: str) -> zipfile.ZipFile:
    if data.startswith(_CFB):
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
