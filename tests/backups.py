"""The backups of a workbook, as the folder beside it has them."""

from __future__ import annotations

from pathlib import Path

from xl_tourney.ooxml.backups import Backups


def backups_of(book: Path) -> list[Path]:
    """The files, as they were written over; what else is in the folder is its history alone."""
    backups = Backups(book)
    found = [backups.folder / one.name for one in backups.read()]
    if backups.folder.exists():
        assert {*backups.folder.iterdir()} == {*found, backups.folder / "history.jsonl"}
    return found
