"""Workbooks in use, and commands that are run on them."""

from __future__ import annotations

from pathlib import Path

import pytest

MATCHES = "player_a,player_b,games,tps_a,tps_b,event"


@pytest.fixture
def matches(tmp_path):
    """A file of matches."""

    def matches(*rows: str, name: str = "matches.csv") -> Path:
        path = tmp_path / name
        path.write_text("\n".join([MATCHES, *rows, ""]), encoding="utf-8")
        return path

    return matches
