"""Small events of all six games, and their commands with and without what is compiled."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import load_workbook

from tests.event_commands import commands_of
from tests.explanations.events import EVENTS

ROOT = Path(__file__).parents[1]
_CHESS = "name,rating,r1\nAda,2100,3w1\nBen,2050,4b=\nCleo,2000,1b0\nDan,1950,2w=\n"
_GO = "name,rank,R1\nAnn,2d,3+\nBob,1d,4-\nCy,1d,1-\nDora,1k,2+\n"
_KDICE = "player,games,p1,p2,p3,p4,p5,p6,p7\nAnn,70,20,10,8,8,8,8,8\nBob,70,10,10,10,10,10,10,10\n"
EVENTS_OF: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "bridge": EVENTS["bridge_imps"][1:3],
    "chess": (_CHESS, {"players": 5, "rounds": 2, "tiebreaks": "BH", "rules": "2024"}),
    "go": (_GO, {"rows": 5, "rounds": 2, "criteria": "NBW,SOS"}),
    "kdice": (_KDICE, {"rows": 3}),
    "league": EVENTS["league_lots"][1:3],
    "tantrix": EVENTS["tantrix_cup"][1:3],
}
ASKED = {
    "bridge": "1 over 3",
    "chess": "Ada over Ben",
    "go": "Ann over Dora",
    "kdice": "Ann over Bob",
    "league": "Ashford over Brigg",
    "tantrix": "Kai over Finn",
}
"""Two of each event, one above the other."""
Results = list[dict[str, Any]]


class Ran(NamedTuple):
    """What the commands of an event printed, and the files they wrote."""

    results: Results
    files: Mapping[str, bytes]


def make_event(game: str, folder: Path) -> list[str]:
    """The results of an event in a folder; return the command that makes its workbook."""
    text, chosen = EVENTS_OF[game]
    options = [part for key, value in chosen.items() for part in (f"--{key}", str(value))]
    folder.mkdir(parents=True)
    (folder / "results.in.csv").write_text(text, "utf-8")
    return ["new", game, "--data", "results.in.csv", "-o", "book.xlsx", *options]


def commands_for(game: str, new: list[str]) -> list[list[str]]:
    """The commands of an event whose workbook is there: about two players."""
    return commands_of(game, "results.in.csv", new[6:], ASKED[game])


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
    """The same output and files; only a new workbook waits for who calculates it."""
    for here, there in zip(expected.results, found.results, strict=True):
        assert (there["code"], there["out"]) == (here["code"], here["out"])
    *asked_here, new_here = [one["err"] for one in expected.results]
    *asked, new = [one["err"] for one in found.results]
    for here, there in zip(asked_here, asked, strict=True):
        assert there.split() == here.split()
    read, _, _ = new_here.partition("new.xlsx: ")
    assert new == f"{read}new.xlsx: a spreadsheet program calculates its values when it opens it.\n"
    assert set(found.files) == set(expected.files)
    for name in set(expected.files) - {"new.xlsx"}:
        assert found.files[name] == expected.files[name], name
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
