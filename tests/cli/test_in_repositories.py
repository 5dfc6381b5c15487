"""Repositories that hold workbooks: the hooks of pre-commit, and the action of GitHub."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
import yaml

import xl_tourney

ROOT = Path(__file__).parents[2]


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A workbook that holds its values, one that lacks them, and one that is broken."""
    book = openpyxl.Workbook()
    book.active.append([2, "=A1*3"])
    book.save(tmp_path / "stale.xlsx")
    xl_tourney.recalc(tmp_path / "stale.xlsx", output=tmp_path / "fresh.xlsx")
    (tmp_path / "broken.xlsx").write_bytes(b"PK")
    return tmp_path


def hook(name: str) -> dict[str, str]:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    return next(found for found in hooks if found["id"] == name)


def run_hook(name: str, *files: Path) -> int:
    """The exit code of a hook, as pre-commit runs it on the files that fit its pattern."""
    found = hook(name)
    _, *entry = shlex.split(found["entry"])
    fitting = [str(file) for file in files if re.search(found["files"], str(file))]
    line = [sys.executable, "-m", "xl_tourney", *entry, *fitting]
    return subprocess.run(line, capture_output=True, cwd=files[0].parent).returncode


def test_the_hooks_check_and_calculate(repository: Path) -> None:
    stale, fresh, notes = (repository / name for name in ("stale.xlsx", "fresh.xlsx", "a.txt"))
    assert run_hook("xl-tourney-check", fresh, notes) == 0
    assert run_hook("xl-tourney-check", fresh, stale) == 1
    assert run_hook("xl-tourney-recalc", fresh, stale) == 0
    assert run_hook("xl-tourney-check", fresh, stale) == 0


def test_a_file_with_the_name_of_an_option_is_a_file(repository: Path) -> None:
    names = ("--output=fresh.xlsx", "--record=new.xlsx", "--help.xlsx", "-v.xlsx")
    for name in names:
        shutil.copy(repository / "stale.xlsx", repository / name)
    fresh, there = (repository / "fresh.xlsx").read_bytes(), sorted(repository.iterdir())
    for name in names:
        assert run_hook("xl-tourney-check", repository / "fresh.xlsx", Path(name)) == 1
    assert run_hook("xl-tourney-recalc", repository / "stale.xlsx", *map(Path, names)) == 0
    assert run_hook("xl-tourney-check", repository / "fresh.xlsx", *map(Path, names)) == 0
    assert sorted(repository.iterdir()) == there
    assert (repository / "fresh.xlsx").read_bytes() == fresh


@pytest.mark.skipif(os.name == "nt", reason="the step is one of bash")
def test_the_action_marks_what_is_wrong(repository: Path) -> None:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    install, check = action["runs"]["steps"]
    assert install["run"].endswith('pip install --quiet "$GITHUB_ACTION_PATH"')

    def run(paths: str) -> subprocess.CompletedProcess[str]:
        given = {"inputs.python": sys.executable, "inputs.paths": paths}
        env = {
            name: re.sub(r"\$\{\{ (.*?) \}\}", lambda match: given[match[1]], str(text))
            for name, text in check["env"].items()
        }
        return subprocess.run(
            ["bash", "-e", "-c", check["run"]],
            cwd=repository,
            env={**os.environ, **env, "GITHUB_ACTION_PATH": str(ROOT), "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )

    if sys.version_info >= (3, 11):  # which has the variable
        (repository / "click.py").write_text("raise SystemExit('code of the repository is run')")
    assert run("fresh.xlsx").returncode == 0
    assert run("fresh.xlsx").stdout == ""
    found = run("fresh.xlsx\nstale.xlsx\nbroken.xlsx")
    assert found.returncode != 0
    lines = sorted(found.stdout.splitlines())
    assert lines[1] == "::error file=stale.xlsx::stale values: 1"
    assert lines[0].startswith("::error file=broken.xlsx::broken.xlsx: ") and len(lines) == 2
