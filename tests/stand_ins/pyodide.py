"""xlwings Lite's Python without the browser: Pyodide, under Node."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from xl_tourney import atomic
from xl_tourney.catalogue.cells import Block
from xl_tourney.conformance.hosts import Host, HostCall
from xl_tourney.errors import EngineError
from xl_tourney.hosts.officejs.pyodide_files import PACKAGE

FOLDER = "XL_TOURNEY_PYODIDE"
"""The environment variable that names the folder in which Node finds Pyodide."""
SECONDS = 300

_SCRIPT = """
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
try {
    const [folder] = process.argv.slice(1);
    const python = await loadPyodide();
    for (const name of ["package", "xlwings"])
        python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}.zip`)), "zip");
    python.globals.set("calls", readFileSync(`${folder}/calls.json`, "utf8"));
    console.log(python.runPython(readFileSync(`${folder}/run.py`, "utf8")));
} catch (error) {
    console.error(error.message);  // Node itself would quote all of Pyodide
    process.exitCode = 1;
}
"""

_RUN = """
import json, sys
import xl_tourney.hosts.excel as served

assert sys.platform == "emscripten"
json.dumps([getattr(served, name)(*arguments) for name, arguments in json.loads(calls)])
"""


def _zip_package() -> bytes:
    """This package as a zip file."""
    return _zip_modules(Path(__file__).parents[2])


def _zip_modules(folder: Path) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(folder.rglob("*.py")):
            archive.write(path, Path(folder.name, path.relative_to(folder)))
    return file.getvalue()


def make_calculate(package: Callable[[], bytes]) -> Callable[[Sequence[HostCall]], Iterator[Block]]:
    """A function that calculates calls in Pyodide, with a package or wheel."""

    def calculate(calls: Sequence[HostCall]) -> Iterator[Block]:
        import xlwings

        from .xlwings_classic import to_rows

        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            calls_json = json.dumps([(case.function, case.arguments) for case, _ in calls])
            atomic.create(folder / "calls.json", calls_json.encode())
            atomic.create(folder / "run.py", _RUN.encode())
            atomic.create(folder / "package.zip", package())
            # as in xlwings Lite, without the compiled part
            atomic.create(folder / "xlwings.zip", _zip_modules(Path(xlwings.__file__).parent))
            for value in json.loads(_run_node(folder)):
                yield to_rows(value)

    return calculate


def _run_node(folder: Path) -> str:
    node = shutil.which("node")
    assert node
    process = subprocess.run(
        [node, "--input-type=module", "-e", _SCRIPT, str(folder)],
        cwd=_pyodide_folder(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    if process.returncode:
        raise EngineError(f"Pyodide failed: {process.stderr.strip()}")
    return process.stdout.splitlines()[-1]


def _pyodide_folder() -> Path:
    return Path(os.environ.get(FOLDER) or ".")


def pyodide_package_folder() -> Path:
    """The folder of npm's package."""
    return _pyodide_folder() / "node_modules" / "pyodide"


def explain_missing_pyodide() -> str:
    """How to install the package; empty if it is there."""
    if (pyodide_package_folder() / "package.json").is_file():
        return ""
    return f"npm install {PACKAGE}, here or in the folder that {FOLDER} names."


def explain_absence() -> str:
    """What to install; empty if nothing is missing."""
    return explain_missing_pyodide() if shutil.which("node") else "Node is not installed."


PYODIDE = Host(
    "Pyodide",
    make_calculate(_zip_package),
    ("cells",),
    explain_absence=explain_absence,
    runs_in="Node, without Excel",
)
