"""A function gives the same value as a Python call and as a cell formula, in both engines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.engines import calls
from tests.same import same
from xl_tourney.engines import ENGINES, engine


@pytest.mark.parametrize("in_cells", [False, True], ids=["constants", "cells"])
@pytest.mark.parametrize("name", ENGINES)
def test_every_example(name: str, in_cells: bool, tmp_path: Path) -> None:
    made = list(calls.calculated(tmp_path, calls.examples(), engine(name), in_cells=in_cells))
    assert len(made) >= 90
    assert [(str(call), got) for call, got in made if not same(got, call.value)] == []


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("game", [calls.tantrix, calls.kdice, calls.bridge, calls.go])
def test_every_published_case(
    name: str, game: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = calls.published(game, monkeypatch)  # type: ignore[arg-type]
    assert len(made) >= 20
    for in_cells in (True, False) if name == ENGINES[0] else (True,):
        compared = list(calls.calculated(tmp_path, made, engine(name), in_cells=in_cells))
        assert [(str(call), got) for call, got in compared if not same(got, call.value)] == []
