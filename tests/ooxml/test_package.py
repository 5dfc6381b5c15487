"""A package with new parts: the same content, however many pieces a part comes in."""

from __future__ import annotations

import io
import zipfile

import pytest

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
