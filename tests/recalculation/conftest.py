from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(params=["formualizer", "formulas"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "book.xlsx"
