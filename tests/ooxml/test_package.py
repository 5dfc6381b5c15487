"""A package with new parts: the same content, however many pieces a part comes in."""

from __future__ import annotations

import copy
import io
import zipfile

import pytest

from xl_tourney.errors import UnsafeWorkbookError, WorkbookError
from xl_tourney.ooxml.package import Package

PART = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize("count", [1, 3, 300_000])
def test_a_part_in_pieces_is_the_part(count: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(PART, "old")
        archive.writestr("other", "kept")
    pieces = [b"<v>%d</v>" % number for number in range(count)]
    saved = Package(file.getvalue()).with_parts({PART: pieces})
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        assert archive.testzip() is None
        assert archive.read(PART) == b"".join(pieces)
        assert archive.read("other") == b"kept"
        assert archive.getinfo(PART).file_size == sum(map(len, pieces))


def overlapping(count: int, shared: int) -> bytes:
    """A zip whose entries lie on the same bytes: one is written, and all are in the directory."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("part 0", b"x" * shared)
        first = archive.infolist()[0]
        for number in range(1, count):
            again = copy.copy(first)
            again.filename = again.orig_filename = f"part {number}"
            archive.filelist.append(again)
            archive.NameToInfo[again.filename] = again
    return file.getvalue()


def test_parts_that_share_their_bytes_are_refused() -> None:
    """A copy of them would be 2,000 times as large as the file."""
    assert Package(overlapping(1, 1000)).parts == ["part 0"]
    data = overlapping(2_000, 1 << 20)
    assert len(data) < 1.3e6
    with pytest.raises(UnsafeWorkbookError, match="part 1 shares its bytes with another part"):
        Package(data)


def test_parts_that_overlap_in_part_are_refused() -> None:
    """A stored part that holds the whole of another entry."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("inner", "x" * 100)
    outer = io.BytesIO()
    with zipfile.ZipFile(outer, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("outer", inner.getvalue())
        hidden = copy.copy(archive.infolist()[0])
        hidden.filename = hidden.orig_filename = "inner"
        hidden.header_offset = 30 + len("outer")
        hidden.file_size = hidden.compress_size = 100
        archive.filelist.append(hidden)
        archive.NameToInfo["inner"] = hidden
    with pytest.raises(UnsafeWorkbookError, match="part inner shares its bytes"):
        Package(outer.getvalue())


@pytest.mark.parametrize("offset", [1 << 31, 60, 7])
def test_a_part_whose_bytes_are_not_where_the_directory_says_is_refused(offset: int) -> None:
    """It was copied as nothing, if nobody read it: a part was lost without a word."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", b"x" * 90)
    data = bytearray(file.getvalue())
    at = data.index(b"PK\x01\x02") + 42
    data[at : at + 4] = offset.to_bytes(4, "little")
    with pytest.raises(WorkbookError, match=r"part \[Content_Types\].xml is damaged"):
        Package(bytes(data))
