"""The workbooks that come ready-made: one for each sample, with the file that it was made from."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import ParseError, canonicalize
from zipfile import BadZipFile, ZipFile

from ..defined_names import STAMP_PROPERTY
from ..ooxml.saving import is_copy, write_over
from ..templates import TEMPLATES
from .generate import made

FOLDER = "workbooks"
_STAMP = re.compile(rf'(name="{STAMP_PROPERTY}"[^>]*><vt:lpwstr[^>]*>)[^<]*')
_NUMBER = re.compile(r"<v>(-?\d+(?:\.\d+)?(?:E[-+]?\d+)?)</v>")


@dataclass(frozen=True)
class File:
    """A file of the samples: its name and the content that it must have."""

    name: str
    content: bytes

    def is_current(self, folder: Path) -> bool:
        """Whether the folder holds it; a workbook may be written in another way."""
        path = folder / self.name
        if not path.is_file():
            return False
        there = path.read_bytes()
        return there == self.content or (
            path.suffix == ".xlsx" and _parts(there) == _parts(self.content)
        )


def files() -> Iterator[File]:
    """Every sample's workbook with its values in it, and its data."""
    for template in TEMPLATES:
        for sample in template.samples:
            yield File(sample.file, sample.path.read_bytes())
            yield File(sample.name, made(template, sample.path, sample.name, **sample.options)[0])


def build(folder: Path) -> list[Path]:
    """Write what is not current; gives the files that were written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for file in files():
        if not file.is_current(folder):
            write_over(folder / file.name, file.content)
            written.append(folder / file.name)
    return written


def stale(folder: Path) -> list[Path]:
    """The files that are missing or not as they must be, and workbooks of no sample."""
    wanted = list(files())
    names = {file.name for file in wanted}
    beside = sorted(p for p in folder.glob("*.xlsx") if p.name not in names and not is_copy(p))
    return [folder / file.name for file in wanted if not file.is_current(folder)] + beside


def _parts(data: bytes) -> dict[str, bytes | str]:
    """A workbook's parts in a form that is compared: without spellings of XML and last digits.

    The XML library that is installed decides on the former, the system's mathematics on the latter;
    so the stamp of their content is not compared either.
    """
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            return {name: _comparable(archive.read(name)) for name in archive.namelist()}
    except BadZipFile:
        return {}


def _comparable(part: bytes) -> bytes | str:
    try:
        text = canonicalize(part.decode())
    except (UnicodeDecodeError, ParseError):
        return part
    return _NUMBER.sub(lambda found: f"<v>{float(found[1]):.12g}</v>", _STAMP.sub(r"\1", text))
