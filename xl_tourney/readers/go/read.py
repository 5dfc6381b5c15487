"""Go tournaments from any of the files that they come in."""

from __future__ import annotations

from pathlib import Path

from ..files import content
from . import h9, opengotha, wall_list_csv
from .tournament import Tournament

_CSV = (".csv", ".tsv")


def read(path: Path | str) -> Tournament:
    """Read OpenGotha XML, CSV (by the ending of its name), or else an EGD h9 wall list."""
    if content(Path(path)).lstrip(b"\xef\xbb\xbf\xff\xfe\0 \t\r\n").startswith(b"<"):
        return opengotha.read(path)
    if Path(path).suffix.lower() in _CSV:
        return wall_list_csv.read(path)
    return h9.read(path)
