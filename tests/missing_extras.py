"""A test of what is not installed is left out, by the name of what it asks for.

The extra ``test`` has all of it.  Where a part of it is missing, a failure of a test that has asked
for that part is no failure, and nor is one of a module of tests that imports it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"

OTHERWISE = {
    "mkdocs_material": "mkdocs",
    "moto[server]": "moto",
    "pillow": "PIL",
    "pytest_cov": "pytest",
    "pytest_timeout": "pytest",
    "pytest_xdist": "pytest",
    "PyYAML": "yaml",
    "types_openpyxl": "openpyxl",
    "types_psutil": "psutil",
    "universal_pathlib": "upath",
    "XlsxWriter": "xlsxwriter",
}
"""The modules of distributions that are called otherwise, or have none that a test imports."""


def modules_of_tests() -> set[str]:
    """What the extra ``test`` brings, as it is imported."""
    project = tomllib.loads(PYPROJECT.read_text("utf-8"))["project"]
    requirements = project["optional-dependencies"]["test"]
    names = (re.split("[<>=;]", line)[0].replace("-", "_") for line in requirements)
    return {OTHERWISE.get(name, name) for name in names}


def is_at(module: object, path: Path) -> bool:
    return getattr(module, "__file__", None) == str(path)


class MissingExtras:
    """A plugin of pytest, and the last of Python's finders, which writes down what none found."""

    def __init__(self, missing: set[str]) -> None:
        self._missing = missing
        self._asked: set[str] = set()

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Nothing is found; one that is asked for and missing is kept in mind."""
        self._asked |= {name.partition(".")[0]} & self._missing

    def _leave_out(
        self,
        report: pytest.CollectReport | pytest.TestReport,
        path: Path,
        error: BaseException | None,
    ) -> None:
        asked = set(self._asked)
        while error:  # a fixture that has failed for one test fails for the others as it did
            asked |= {(getattr(error, "name", "") or "").partition(".")[0]} & self._missing
            error = error.__cause__ or error.__context__
        if report.failed and asked:
            names = ", ".join(sorted(asked))
            reason = f"Skipped: needs {names}, which is not installed: pip install '.[test]'"
            report.outcome = "skipped"
            report.longrepr = (str(path), 0, reason)
            for name, module in [*sys.modules.items()]:  # half of it; who imports it asks anew
                if isinstance(report, pytest.CollectReport) and is_at(module, path):
                    del sys.modules[name]

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(
        self, collector: pytest.Collector
    ) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
        self._asked.clear()
        report = yield
        self._leave_out(report, collector.path, None)
        return report

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        self._leave_out(report, item.path, call.excinfo.value if call.excinfo else None)
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        self._asked.clear()


def register(config: pytest.Config) -> None:
    """For all tests, those in docstrings too; where all is installed, every failure is one."""
    if missing := {name for name in modules_of_tests() if find_spec(name) is None}:
        plugin = MissingExtras(missing)
        sys.meta_path.append(plugin)
        config.pluginmanager.register(plugin)
