"""What is distributed has everything that its own tests need, and is the same from any checkout."""

from __future__ import annotations

import os
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.distributions import ROOT, backend, build_distribution, copy_checkout

_FOLDERS = (".ci", "benchmarks", "docs", "tests", "workbooks", "xl_tourney")
KINDS = ("sdist", "wheel")
Built = dict[str, Path]


@pytest.fixture(scope="module")
def two_checkouts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Built, Built]]:
    """Both distributions from two checkouts, of other days and with other permissions."""
    with backend() as environment, pytest.MonkeyPatch.context() as patch:
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        built = []
        for number in (1, 2):
            source = copy_checkout(tmp_path_factory.mktemp("checkout") / "project")
            for path in source.rglob("*"):
                if path.is_file():
                    os.utime(path, (1_700_000_000 * number / 2,) * 2)
                    path.chmod(path.stat().st_mode | (0o022 if number == 2 else 0))
            built.append({kind: build_distribution(environment, source, kind) for kind in KINDS})
        yield built[0], built[1]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_two_checkouts_give_the_same_bytes(two_checkouts: tuple[Built, Built], kind: str) -> None:
    first, second = two_checkouts
    assert first[kind].name == second[kind].name
    assert first[kind].read_bytes() == second[kind].read_bytes()


@pytest.mark.slow
def test_the_source_distribution_has_every_file(two_checkouts: tuple[Built, Built]) -> None:
    with tarfile.open(two_checkouts[0]["sdist"]) as distribution:
        there = {name.partition("/")[2] for name in distribution.getnames()}
    files = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    needed = {
        path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts
    }
    assert needed - there == set()
