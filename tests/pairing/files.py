"""Small tournament files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "pairing"


def report(announced: int, cells: Mapping[int, str] | None = None, players: int = 6) -> str:
    """A report of so many players, with the cells of round 1 of some of them."""
    lines = [f"142 {announced}"]
    for number in range(1, players + 1):
        line = f"001 {number:>4}      P{number}"
        cell = (cells or {}).get(number, "")
        lines.append(line.ljust(91) + cell if cell else line)
    return "\n".join(lines) + "\n"


def write(folder: Path, text: str) -> Path:
    """The file of a report."""
    path = folder / "event.trf"
    path.write_text(text, "utf-8")
    return path
