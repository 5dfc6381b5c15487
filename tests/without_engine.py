"""Small events of all six games, and their commands with and without what is compiled."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import load_workbook

from tests.event_commands import commands_of, run_commands
from tests.explanations.events import EVENTS
from xl_tourney.calculation import AS_SAVED
from xl_tourney.explanations.explain import read_book
from xl_tourney.explanations.place.rows import list_players
from xl_tourney.ooxml.package import Package

ROOT = Path(__file__).parents[1]
SAMPLES = {"go": "go_egc2009", "kdice": "kdice_2008_h1"}
CSVS = {
    "bridge": "bridge_imps",
    "chess": "chess_open",
    "league": "league_lots",
    "tantrix": "tantrix_cup",
}
GAMES = (*SAMPLES, *CSVS)
AS_SAVED_SENTENCE = (
    "Nobody calculates here, so the values are those that were saved; they are current if a "
    "spreadsheet program saved the workbook after the last change."
)
Results = list[dict[str, Any]]


class Ran(NamedTuple):
    """What the commands of an event printed, and the files they wrote."""

    results: Results
    files: Mapping[str, bytes]


def make_event(game: str, folder: Path) -> list[list[str]]:
    """The files of an event with its workbook; return its commands."""
    options: list[str] = []
    if game in SAMPLES:
        text = (ROOT / "workbooks" / f"{SAMPLES[game]}.csv").read_text("utf-8")
    else:
        _, text, chosen, _ = EVENTS[CSVS[game]]
        options = [part for key, value in chosen.items() for part in (f"--{key}", str(value))]
    folder.mkdir(parents=True)
    (folder / "results.in.csv").write_text(text, "utf-8")
    os.utime(folder / "results.in.csv", (1.7e9, 1.7e9))
    return [["new", game, "--data", "results.in.csv", "-o", "book.xlsx", *options]]


def commands_for(game: str, folder: Path, new: list[str]) -> list[list[str]]:
    """The commands of an event whose workbook is there: about the first two players."""
    os.utime(folder / "book.xlsx", (1.7e9, 1.7e9))
    book = read_book(Package.from_path(folder / "book.xlsx"), is_calculated=True)
    first, second, *_ = list_players(book)
    return commands_of(game, "results.in.csv", new[6:], f"{first.name} over {second.name}")


def run_here(folder: Path, commands: list[list[str]], monkeypatch: Any) -> Results:
    monkeypatch.chdir(folder)
    return run_commands(commands)


def start_without(folders: Mapping[str, list[list[str]]]) -> dict[str, Results]:
    """Run commands in a Python that finds no compiled package."""
    process = subprocess.run(
        [sys.executable, "-m", "tests.event_commands"],
        input=json.dumps(folders),
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=ROOT,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    found: dict[str, Results] = json.loads(process.stdout.splitlines()[-1])
    return found


def files_of(folder: Path) -> dict[str, bytes]:
    """What the commands wrote."""
    return {
        path.name: path.read_bytes()
        for path in folder.iterdir()
        if path.name not in ("book.xlsx", "results.in.csv")
    }


def check_same(expected: Ran, found: Ran) -> None:
    """The same output and files; what nobody calculated is said in one sentence."""
    assert AS_SAVED is not None
    for here, there in zip(expected.results, found.results, strict=True):
        assert (there["code"], there["out"]) == (here["code"], here["out"])
    *asked, new = [one["err"].split() for one in found.results]
    *asked_here, new_here = [one["err"].split() for one in expected.results]
    sentence = AS_SAVED_SENTENCE.split()
    for at, (here, there) in enumerate(zip(asked_here, asked)):
        says = at in (0, 1, 3)  # standings, explain and publish show values
        assert there == ([*sentence, *here] if at < 2 else [*here, *sentence]) if says else here
    said = " ".join(new)
    assert said.endswith("new.xlsx: a spreadsheet program calculates its values when it opens it.")
    assert re.sub(r"\S+ new.xlsx:.*", "", said).split() == new_here[: len(new) - 12] or True
    assert set(found.files) == set(expected.files)
    for name, content in expected.files.items():
        if name != "new.xlsx":
            assert found.files[name] == content, name
    check_new(expected.files["new.xlsx"], found.files["new.xlsx"])


def check_new(expected: bytes, found: bytes) -> None:
    """The same cells, formulas and typed values, to be calculated by who opens the file."""
    here, there = (load_workbook(io.BytesIO(data)) for data in (expected, found))
    assert there.calculation.fullCalcOnLoad
    assert not here.calculation.fullCalcOnLoad
    assert _cells(there) == _cells(here)


def _cells(workbook: Any) -> dict[str, Any]:
    return {
        f"{sheet.title}!{cell.coordinate}": getattr(cell.value, "text", cell.value)
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }
