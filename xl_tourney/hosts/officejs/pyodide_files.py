"""The files of Pyodide that the page loads: one version, each file with its digest.

They come from the npm package ``pyodide``: from a folder that holds it, or from npm's registry by
npm itself.  A file with another digest is refused.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from ... import atomic
from ...errors import InputError

PACKAGE = "pyodide@314.0.7"
DIGESTS = {
    "pyodide.mjs": "6f1d60f7bf529beb300f0f47983c921d3982363640ba20af0e38efdddbc66109",
    "pyodide.asm.mjs": "f7cdc8ece80678ceb712f8e65ebe6d3a83203a180c399865f49612a051693635",
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
    "pyodide-lock.json": "5dc2fc119108bc148c7457dc86e7675b5c87e1cafd420b9c34c1eaef7b36c010",
}
"""The SHA-256 of each file."""
_SECONDS = 300


def load_files(folder: Path | None) -> Mapping[str, bytes]:
    """The content of each file, from a folder; without one, from npm's registry."""
    if folder is not None:
        return _read_files(folder)
    with tempfile.TemporaryDirectory() as temporary:
        return _read_files(_download(Path(temporary)))


def _read_files(folder: Path) -> dict[str, bytes]:
    files = {}
    for name, digest in DIGESTS.items():
        path = folder / name
        if not path.is_file():
            raise InputError(f"{path}: is not there; the folder must hold npm's package {PACKAGE}.")
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != digest:
            raise InputError(f"{path}: is not the file of {PACKAGE}; its SHA-256 is another.")
        files[name] = data
    return files


def _download(folder: Path) -> Path:
    """The folder with the unpacked package."""
    npm = shutil.which("npm")
    if npm is None:
        raise InputError(
            f"npm is not installed, which downloads {PACKAGE}; install Node, or name a folder that "
            "holds the package by --pyodide."
        )
    process = subprocess.run(
        [npm, "pack", "--silent", "--pack-destination", str(folder), PACKAGE],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=_SECONDS,
    )
    archives = list(folder.glob("*.tgz"))
    if process.returncode or len(archives) != 1:
        reason = process.stderr.strip().splitlines()
        raise InputError(f"npm could not download {PACKAGE}: {reason[-1] if reason else 'no file'}")
    with tarfile.open(archives[0]) as archive:
        for name in DIGESTS:
            member = archive.extractfile(f"package/{name}")
            if member is not None:
                atomic.create(folder / name, member.read())
    return folder
