"""The reader of go tournaments, which detects the file format."""

from __future__ import annotations

from pathlib import Path

from ..files import read_bytes
from . import h9, opengotha, wall_list_csv
from .tournament import GoTournament

_CSV_SUFFIXES = (".csv", ".tsv")


def read(path: Path | str) -> GoTournament:
    """Read OpenGotha XML, CSV (by the file name's suffix), or else an EGD h9 wall list."""
    if read_bytes(Path(path)).lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<"):
        return opengotha.read(path)
    if Path(path).suffix.lower() in _CSV_SUFFIXES:
        return wall_list_csv.read(path)
    return h9.read(path)
