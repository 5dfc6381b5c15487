"""Run the commands in README's console blocks: ``python docs/readme.py`` writes their output.

A test compares README with what the commands print now.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.readers import tantrix as reader
from xl_tourney.recalc.recalculate import recalc
from xl_tourney.templates import TEMPLATES

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.DOTALL | re.MULTILINE)
COLUMNS = {
    "player_a": "Player A",
    "player_b": "Player B",
    "games": "Games",
    "tps_a": "TPs A",
    "tps_b": "TPs B",
}
"""The headings of the sheet Results, by what they hold."""


def current(text: str) -> str:
    """README with what its commands print now."""
    with tempfile.TemporaryDirectory() as folder:
        return BLOCK.sub(lambda block: session(block[0], Path(folder)), text)


def session(block: str, folder: Path) -> str:
    """A block of commands with what each prints now; a comment on filling in is done by hand."""
    lines = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines += [line, *printed(line.removeprefix("$ "), folder)]
        elif line.startswith("# Fill in"):
            lines.append(line)
            fill_in(folder / "group.xlsx")
    return "".join(f"{line}\n" for line in lines)


def printed(command: str, folder: Path) -> list[str]:
    """The lines that a command of ours prints on a terminal."""
    program, *arguments = shlex.split(command)
    if program != "xl-tourney":
        raise ValueError(f"{command}: is no command of ours.")
    done = subprocess.run(
        [sys.executable, "-m", "xl_tourney", *arguments],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    return done.stdout.splitlines()


def fill_in(book: Path) -> None:
    """Type the matches of the first sample into a workbook; save it with its values in it."""
    results = TEMPLATES["tantrix"].read(TEMPLATES["tantrix"].sample)
    workbook = load_workbook(book)
    type_below(workbook["Setup"], "Player", reader.players(results))
    for key, heading in COLUMNS.items():
        type_below(workbook["Results"], heading, [asdict(row)[key] for row in results])
    workbook.save(book)
    recalc(book)


def type_below(sheet: Worksheet, heading: str, values: list[object]) -> None:
    """Write values into the cells below a heading, which are there to be typed into."""
    place = next(cell for row in sheet for cell in row if cell.value == heading)
    for row, value in enumerate(values, place.row + 1):
        cell = sheet.cell(row, place.column)
        if cell.protection.locked:
            raise ValueError(f"{sheet.title}!{cell.coordinate} is not for typing into.")
        cell.value = value


if __name__ == "__main__":
    README.write_text(current(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
