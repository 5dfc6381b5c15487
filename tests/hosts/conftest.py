"""What tests of hosts share: Pyodide, downloaded once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from xl_tourney.hosts.officejs.pyodide_files import PACKAGE


@pytest.fixture(scope="session")
def node_folder(request: pytest.FixtureRequest) -> Path:
    """A folder in which Node finds Pyodide; kept from one run of the tests to the next."""
    cache = request.config.cache
    assert cache is not None
    folder = Path(cache.mkdir("pyodide"))
    package = folder / "node_modules" / "pyodide" / "package.json"
    if _version(package) != PACKAGE.partition("@")[2]:
        npm = shutil.which("npm")
        assert npm, "npm belongs to Node, and is not there"
        own = folder / f"install-{os.getpid()}"  # another process of the tests may do the same
        subprocess.run(
            [npm, "install", "--no-audit", "--no-fund", "--prefix", str(own), PACKAGE],
            check=True,
            capture_output=True,
            timeout=300,
        )
        shutil.rmtree(folder / "node_modules", ignore_errors=True)
        with suppress(OSError):
            (own / "node_modules").rename(folder / "node_modules")
        shutil.rmtree(own)
    return folder


def _version(package: Path) -> str | None:
    return json.loads(package.read_text("utf-8"))["version"] if package.is_file() else None
