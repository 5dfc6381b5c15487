"""An event runs in Pyodide, from the wheel, without any compiled package: under Node."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.event_commands import run_in_folders
from tests.hosts.test_pyodide import wheel
from tests.stand_ins import pyodide
from tests.without_engine import EVENTS_OF, Ran, check_same, commands_for, files_of, make_event

__all__ = ["wheel"]

PURE = ("click", "et_xmlfile", "openpyxl", "packaging", "rich")
"""What the program needs of other projects; all of it is plain Python."""
OF_PAIRS = ("caissify_pairings", "gacrux", "networkx")
"""What pairing chess and go needs beyond, plain Python as well."""

_SCRIPT = """
import { readFileSync, readdirSync, writeFileSync, mkdirSync } from "node:fs";
import { loadPyodide } from "pyodide";
try {
    const [folder] = process.argv.slice(1);
    const python = await loadPyodide();
    for (const name of ["wheel", "packages", "events"])
        python.unpackArchive(new Uint8Array(readFileSync(`${folder}/${name}.zip`)), "zip");
    python.globals.set("commands", readFileSync(`${folder}/commands.json`, "utf8"));
    console.log(python.runPython(readFileSync(`${folder}/run.py`, "utf8")));
    writeFileSync(`${folder}/written.zip`, python.FS.readFile("/written.zip"));
} catch (error) {
    console.error(error.message);  // Node itself would quote all of Pyodide
    process.exitCode = 1;
}
"""
_RUN = """
import json, os, shutil, sys

sys.path.insert(0, os.getcwd())
from tests.event_commands import run_in_folders

assert sys.platform == "emscripten"
results = run_in_folders(json.loads(commands))
shutil.make_archive("/written", "zip", "events")
json.dumps(results)
"""


def _zip(file: Path, folders: dict[str, Path], suffixes: tuple[str, ...]) -> int:
    """Zip some folders under other names; return the size of the file."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, folder in folders.items():
            for path in sorted(folder.rglob("*")):
                if path.suffix in suffixes and "tests" not in path.relative_to(folder).parts:
                    archive.write(path, Path(name, path.relative_to(folder)))
    return file.stat().st_size


@pytest.mark.skipif(bool(pyodide.explain_absence()), reason=pyodide.explain_absence())
def test_commands_do_the_same_as_in_cpython(
    wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = {}
    for game in EVENTS_OF:
        folder = Path("events", game)
        new = make_event(game, folder)
        (made,) = run_in_folders({str(folder): [new]}).values()
        assert made[0]["code"] == 0, made
        commands[f"events/{game}"] = commands_for(game, new)
    _zip(tmp_path / "events.zip", {"events": tmp_path / "events"}, (".xlsx", ".csv"))
    here = run_in_folders(commands)
    shutil.copyfile(wheel, "wheel.zip")
    packages = {name: Path(importlib.import_module(name).__file__ or "").parent for name in PURE}
    packages |= {n: Path(importlib.import_module(n).__file__ or "").parent for n in OF_PAIRS}
    size = _zip(tmp_path / "packages.zip", packages, (".py", ".json", ".typed"))
    with zipfile.ZipFile("packages.zip", "a") as archive:
        archive.writestr("tests/__init__.py", "")
        archive.write(Path(__file__).parents[1] / "event_commands.py", "tests/event_commands.py")
    assert size + wheel.stat().st_size < 8_000_000
    Path("commands.json").write_text(json.dumps(commands), "utf-8")
    Path("run.py").write_text(_RUN, "utf-8")
    node = shutil.which("node")
    assert node
    process = subprocess.run(
        [node, "--input-type=module", "-e", _SCRIPT, str(tmp_path)],
        cwd=pyodide.pyodide_package_folder().parents[1],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=pyodide.SECONDS,
    )
    assert process.returncode == 0, process.stderr
    there = json.loads(process.stdout.splitlines()[-1])
    with zipfile.ZipFile("written.zip") as written:
        written.extractall("there")
    for game in EVENTS_OF:
        key = f"events/{game}"
        check_same(
            Ran(here[key], files_of(Path(key))), Ran(there[key], files_of(Path("there", game)))
        )
