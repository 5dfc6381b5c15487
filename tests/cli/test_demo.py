"""The demo prints one screen: the standings of one sample in full, and what to open next."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.sample_files import SAMPLES, WORKBOOKS
from tests.saved import read_standings
from xl_tourney.cli.terminal.printing import table_lines
from xl_tourney.cli.workbooks import DEMO_FOLDER, MOST_COLUMNS, demo_lines
from xl_tourney.events.standings.table import StandingsTable
from xl_tourney.generator import samples
from xl_tourney.templates import TEMPLATES

MOST_LINES = 24
SHOWN = "tantrix_2001.xlsx"
FIRST_OF_EACH = [(template, template.samples[0]) for template in TEMPLATES]
NAMES = [sample.name for _, sample in FIRST_OF_EACH]
OTHERS = [name for name in NAMES if name != SHOWN]
RUN = """
from xl_tourney.cli.main import main
from xl_tourney.templates import TEMPLATES
for template in TEMPLATES:
    template.samples = template.samples[:1]
main(["demo"])
"""
"""The demo with the first sample of each template; that of all takes four times as long."""


@pytest.fixture(scope="module")
def screen(tmp_path_factory) -> tuple[Path, list[str]]:
    """The folder where the demo ran, with its output in a pipe and colours switched off."""
    folder = tmp_path_factory.mktemp("demo")
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=folder,
        env={**environment, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        timeout=300,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return folder, done.stdout.splitlines()


@pytest.fixture(scope="module")
def shown() -> StandingsTable:
    (table,) = read_standings(WORKBOOKS / SHOWN)
    return table


def cells_of(lines: list[str]) -> list[list[str]]:
    """The cells of a printed table: the dashes below the headings say where columns are."""
    spans = [match.span() for match in re.finditer("-+", lines[1])]
    return [[line[first:end].strip() for first, end in spans] for line in [lines[0], *lines[2:]]]


def parts_of(lines: list[str]) -> list[list[list[str]]]:
    """The cells of each part of a table that was printed in parts."""
    blank = [at for at, line in enumerate(lines) if not line]
    return [
        cells_of(lines[first + 1 : end])
        for first, end in zip([-1, *blank], [*blank, len(lines)], strict=True)
    ]


def test_the_demo_of_all_samples_is_one_screen(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = shutil.copytree(WORKBOOKS, Path(DEMO_FOLDER))
    others = [sample.name for _, sample in SAMPLES if sample.name != SHOWN]
    total = f"{len(SAMPLES)} workbooks, 100,000 formulas, 0 of them stale"
    lines = list(demo_lines(folder, SHOWN, others, total, MOST_COLUMNS))
    assert len(lines) <= MOST_LINES
    assert max(map(cell_len, lines)) <= MOST_COLUMNS


def test_the_demo_writes_what_another_process_has_written(screen) -> None:
    folder, _ = screen
    for name in NAMES:
        written = samples.File(name, (folder / DEMO_FOLDER / name).read_bytes())
        assert written.is_current(WORKBOOKS), name


def test_the_demo_has_no_control_characters(screen) -> None:
    _, lines = screen
    assert all(line.isprintable() for line in lines)


def test_the_demo_shows_one_sample_in_full(screen) -> None:
    folder, lines = screen
    (table,) = read_standings(folder / DEMO_FOLDER / SHOWN)
    assert lines[0] == f"{SHOWN}: {table.title}"
    end = next(at for at, line in enumerate(lines) if line.startswith("Also in"))
    assert cells_of(lines[1:end]) == [table.headings, *table.rows]


def test_the_demo_gives_each_other_sample_one_line(screen) -> None:
    folder, lines = screen
    listed = dict(line.split(maxsplit=1) for line in lines if re.match(r"  \S", line))
    assert list(listed) == OTHERS
    assert max(map(cell_len, lines)) <= MOST_COLUMNS
    for name, title in listed.items():
        assert title == next(read_standings(folder / DEMO_FOLDER / name)).title


def test_the_demo_says_where_the_files_are_and_what_is_next(screen) -> None:
    folder, lines = screen
    assert sorted(path.name for path in (folder / DEMO_FOLDER).iterdir()) == sorted(NAMES)
    assert f"Also in {DEMO_FOLDER} ({len(NAMES)} workbooks, " in "\n".join(lines)
    assert ", 0 of them stale):" in "\n".join(lines)
    path = Path(DEMO_FOLDER, SHOWN)
    assert lines[-2] == f"Open one, or publish it: xl-tourney publish {path}"
    assert lines[-1].startswith("Make your own: xl-tourney new; ")


@pytest.mark.parametrize("width", [20, 40, 60, 79])
def test_a_narrower_terminal_gets_the_same_words_in_lines_that_fit(width) -> None:
    narrow, wide = (
        list(demo_lines(WORKBOOKS, SHOWN, ["league_al_1903.xlsx"], "all", columns))
        for columns in (width, MOST_COLUMNS)
    )
    assert set(" ".join(narrow).split()) >= {w for w in " ".join(wide).split() if set(w) != {"-"}}
    longest_word = max(len(word) for line in narrow for word in line.split())
    assert max(map(cell_len, narrow)) <= max(width, longest_word + 2)


@pytest.mark.parametrize("width", [12, 20, 40, 60, 77])
def test_a_table_in_parts_cuts_no_cell(width, shown) -> None:
    numeric = [False] * len(shown.headings)
    key = shown.headings.index("Player")
    lines = list(table_lines(shown.headings, shown.rows, numeric, width, key))
    assert max(map(cell_len, lines)) <= max(width, len("Player Decided by"))
    names = ("Player", *(row[key] for row in shown.rows))
    columns: list[tuple[str, ...]] = []
    for part in parts_of(lines):
        first, *others = zip(*part)
        assert first == names or names not in columns
        columns += others if first in columns else [first, *others]
    assert columns == list(zip(shown.headings, *shown.rows))


def test_columns_are_as_wide_as_they_look() -> None:
    """A character of an East Asian script takes two places."""
    lines = list(table_lines(["Team", "Won"], [["巨人", "9"], ["DeNA", "10"]], [False, True], 80))
    assert lines == ["Team  Won", "----  ---", "巨人    9", "DeNA   10"]
