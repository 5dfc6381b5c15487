"""Workbooks in use, and commands that are run on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.cli.main import main

MATCHES = "player_a,player_b,games,tps_a,tps_b,event"


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command in a folder of its own; gives exit code, stdout and stderr."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as stopped:
            main([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return run


@pytest.fixture
def matches(tmp_path):
    """A file of matches."""

    def matches(*rows: str, name: str = "matches.csv") -> Path:
        path = tmp_path / name
        path.write_text("\n".join([MATCHES, *rows, ""]), encoding="utf-8")
        return path

    return matches
