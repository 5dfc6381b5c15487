"""The wheel runs in Pyodide, where xlwings Lite runs it: the whole suite, under Node."""

from __future__ import annotations

import os
import shutil
import zipfile
from dataclasses import replace
from email.parser import Parser
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.distributions import ROOT, backend, build_distribution, copy_checkout
from tests.stand_ins import pyodide
from xl_tourney.conformance import report
from xl_tourney.conformance.suite import collect_cases

WITHOUT_A_BUILD = {
    "formualizer",
    "cellrune",
    "psutil",
    "pyopenvba",
    "xlwings",
    "python-calamine",
    "xlrd",
}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the project's folder stays clean."""
    source = copy_checkout(tmp_path_factory.mktemp("wheel") / "project")
    with backend() as environment:
        return build_distribution(environment, source, "wheel")


@pytest.mark.slow
def test_the_wheel_brings_every_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as package:
        packed = set(package.namelist())
    files = (path for path in (ROOT / "xl_tourney").rglob("*") if path.is_file())
    there = {path.relative_to(ROOT).as_posix() for path in files if path.suffix != ".pyc"}
    assert "xl_tourney/hosts/officejs/static/worker.js" in there
    assert there - packed == set()


def test_nothing_is_required_that_pyodide_cannot_install(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as package:
        (metadata,) = (name for name in package.namelist() if name.endswith("/METADATA"))
        text = package.read(metadata).decode()
    required = [Requirement(line) for line in Parser().parsestr(text).get_all("Requires-Dist", [])]

    def there(**environment: str) -> set[str]:
        return {
            one.name.lower()
            for one in required
            if one.marker is None or one.marker.evaluate({"extra": "", **environment})
        }

    here, pyodide = there(sys_platform="linux"), there(sys_platform="emscripten")
    assert here - pyodide == WITHOUT_A_BUILD
    assert pyodide == {"click", "openpyxl", "packaging", "rich"}


@pytest.mark.skipif(
    shutil.which("node") is None and "CI" not in os.environ, reason="Node is not there"
)
def test_the_whole_suite(wheel: Path, node_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(pyodide.FOLDER, str(node_folder))
    cases = collect_cases()
    result = report.run_suite(
        replace(pyodide.PYODIDE, calculate=pyodide.make_calculate(wheel.read_bytes)), cases
    )
    assert (result.missing, result.disagreements) == ("", [])
    assert result.total.agree == len(cases)
