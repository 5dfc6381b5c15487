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

from ...catalogue.cells import Block
from ...errors import EngineError
from ..host import Call, Host

FOLDER = "XL_TOURNEY_PYODIDE"
"""Names the folder in which Node finds Pyodide, instead of the current one."""
PACKAGE = "pyodide@314.0.7"
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


def _package() -> bytes:
    """This package, as its wheel would hold it."""
    return _zipped(Path(__file__).parents[2])


def _zipped(folder: Path) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for path in sorted(folder.rglob("*.py")):
            archive.write(path, Path(folder.name, path.relative_to(folder)))
    return file.getvalue()


def running(package: Callable[[], bytes]) -> Callable[[Sequence[Call]], Iterator[Block]]:
    """Runs calls in Pyodide, in a package or wheel."""

    def calculate(calls: Sequence[Call]) -> Iterator[Block]:
        import xlwings

        from .classic import rows

        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            (folder / "package.zip").write_bytes(package())
            # Lite brings it; its compiled part is left out
            (folder / "xlwings.zip").write_bytes(_zipped(Path(xlwings.__file__).parent))
            made = json.dumps([(case.function, case.arguments) for case, _ in calls])
            (folder / "calls.json").write_text(made, encoding="utf-8")
            (folder / "run.py").write_text(_RUN, encoding="utf-8")
            for found in json.loads(_node(folder)):
                yield rows(found)

    return calculate


def _node(folder: Path) -> str:
    node = shutil.which("node")
    assert node
    ran = subprocess.run(
        [node, "--input-type=module", "-e", _SCRIPT, str(folder)],
        cwd=_where(),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=SECONDS,
    )
    if ran.returncode:
        raise EngineError(f"Pyodide failed: {ran.stderr.strip()}")
    return ran.stdout.splitlines()[-1]


def _where() -> Path:
    return Path(os.environ.get(FOLDER) or ".")


def absent() -> str:
    """What is missing."""
    if not shutil.which("node"):
        return "Node is not installed."
    if not (_where() / "node_modules" / "pyodide" / "package.json").is_file():
        return f"npm install {PACKAGE}, here or in the folder that {FOLDER} names."
    return ""


PYODIDE = Host("Pyodide", running(_package), ("cells",), absent=absent)
