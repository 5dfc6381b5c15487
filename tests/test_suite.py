"""The tests themselves: no clock decides, and what is not installed ends nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
CLOCK = re.compile(r"assert\b.*\b(perf_counter|process_time|thread_time|monotonic|time\.time)\(")
CONFTEST = """
from tests.missing_extras import MissingExtras
import sys

def pytest_configure(config):
    plugin = MissingExtras({"no_such_extra"})
    sys.meta_path.append(plugin)
    config.pluginmanager.register(plugin)
"""
MODULES = {
    "test_all_of_it.py": "from no_such_extra import part\n",
    "test_some.py": """
import pytest

@pytest.fixture(scope="module")
def part():
    import no_such_extra.part

def test_by_a_fixture(part): pass
def test_by_the_same_fixture(part): pass
def test_a_message_for_it():
    try:
        import no_such_extra
    except ImportError:
        pass
    assert False
def test_a_failure(): assert False
def test_of_what_is_there(): pass
""",
}


def test_no_test_asserts_seconds() -> None:
    """On a busy machine all takes longer: ``tests/steps.py`` counts calls."""
    assert [str(path) for path in HERE.rglob("*.py") if CLOCK.search(path.read_text("utf-8"))] == []


def test_what_is_not_installed_is_left_out_by_its_name(tmp_path) -> None:
    for name, text in {"conftest.py": CONFTEST, **MODULES}.items():
        (tmp_path / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-rfs", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(HERE.parent), "PYTEST_ADDOPTS": ""}
    ran = subprocess.run(
        [*command, f"--rootdir={tmp_path}", f"-c{os.devnull}", str(tmp_path)],
        cwd=tmp_path, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert "1 failed, 1 passed, 4 skipped in " in ran.stdout
    assert "FAILED test_some.py::test_a_failure" in ran.stdout
    assert ran.stdout.count("needs no_such_extra, which is not installed: pip install") == 2
