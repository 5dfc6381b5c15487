"""The wheel runs in Pyodide, where xlwings Lite runs it: every example, under Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path
from typing import Any

import pytest
import xlwings
from packaging.requirements import Requirement

from tests.hosts.test_manifest import ROOT
from xl_tourney.functions import CATALOGUE

PYODIDE = "pyodide@314.0.7"
WITHOUT_A_BUILD = {"formualizer", "formulas", "pyopenvba", "xlwings"}

SCRIPT = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
const [wheel, support, check] = process.argv.slice(2);
try {
    const python = await loadPyodide();
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
    python.unpackArchive(new Uint8Array(readFileSync(support)), "zip");
    console.log(python.runPython(readFileSync(check, "utf8")));
} catch (error) {
    console.error(error.message);  // Node itself would quote all of Pyodide
    process.exitCode = 1;
}
"""

CHECK = """
import json, sys
from tests_same import same
from xl_tourney.functions import CATALOGUE
import xl_tourney.hosts.excel as served

wrong, count = [], 0
for function in CATALOGUE:
    for example in function.help.examples:
        for call in (function, getattr(served, function.name)):
            count += 1
            got = call(*example.arguments)
            if not same(got, example.value):
                wrong.append(f"{function.name}{example.arguments}: {got}")
json.dumps({"platform": sys.platform, "count": count, "wrong": wrong,
            "numpy": "numpy" in sys.modules})
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the project's folder stays clean."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    shutil.copytree(
        ROOT / "xl_tourney", source / "xl_tourney", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "-q", "-w", str(folder), str(source)],
        check=True,
        timeout=300,
    )
    (built,) = folder.glob("*.whl")
    return built


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


@pytest.fixture(scope="module")
def node_folder(request: pytest.FixtureRequest) -> Path:
    """A folder in which Node finds Pyodide; kept from one run of the tests to the next."""
    cache = request.config.cache
    assert cache is not None
    folder = Path(cache.mkdir("pyodide"))
    package = folder / "node_modules" / "pyodide" / "package.json"
    wanted = PYODIDE.partition("@")[2]
    if not package.is_file() or json.loads(package.read_text("utf-8"))["version"] != wanted:
        npm = shutil.which("npm")
        assert npm, "npm belongs to Node, and is not there"
        subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), PYODIDE],
            check=True,
            capture_output=True,
            timeout=300,
        )
    return folder


def support(folder: Path) -> Path:
    """What Lite brings: xlwings, of which the compiled part is left out; and our comparison."""
    path = folder / "support.zip"
    at = Path(xlwings.__file__).parent
    with zipfile.ZipFile(path, "w") as archive:
        for file in at.rglob("*.py"):
            archive.write(file, Path("xlwings", file.relative_to(at)))
        archive.write(ROOT / "tests" / "same.py", "tests_same.py")
    return path


def run(wheel: Path, node_folder: Path, folder: Path) -> dict[str, Any]:
    (node_folder / "run.mjs").write_text(SCRIPT, encoding="utf-8")
    check = folder / "check.py"
    check.write_text(CHECK, encoding="utf-8")
    node = shutil.which("node")
    assert node
    ran = subprocess.run(
        [node, "run.mjs", str(wheel), str(support(folder)), str(check)],
        cwd=node_folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout.splitlines()[-1])
    return found


@pytest.mark.skipif(
    shutil.which("node") is None and "CI" not in os.environ, reason="Node is not there"
)
def test_every_example(wheel: Path, node_folder: Path, tmp_path: Path) -> None:
    found = run(wheel, node_folder, tmp_path)
    assert found["wrong"] == []
    assert found["count"] == 2 * sum(len(f.help.examples) for f in CATALOGUE)
    assert (found["platform"], found["numpy"]) == ("emscripten", False)
