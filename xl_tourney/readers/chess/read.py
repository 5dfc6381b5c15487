"""The reader of chess tournaments, which detects the file format."""

from __future__ import annotations

from pathlib import Path

from . import wall_list_csv
from .tournament import ChessTournament
from .trf import read_trf

_CSV_SUFFIXES = (".csv", ".tsv")


def read(path: Path | str) -> ChessTournament:
    """Read a CSV (by the file name's suffix), or else a Tournament Report File."""
    if Path(path).suffix.lower() in _CSV_SUFFIXES:
        return wall_list_csv.read(path)
    return read_trf(path)
