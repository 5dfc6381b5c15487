"""What is distributed has everything that its own tests need."""

from __future__ import annotations

import subprocess
import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_FOLDERS = (".ci", "benchmarks", "docs", "tests", "workbooks", "xl_tourney")
_BUILD = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"


def test_the_source_distribution_has_every_file(tmp_path) -> None:
    command = [sys.executable, "-c", _BUILD, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as distribution:
        there = {name.partition("/")[2] for name in distribution.getnames()}
    files = [path for folder in _FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    files += [path for path in ROOT.iterdir() if path.is_file() and path.name != ".git"]
    needed = {
        path.relative_to(ROOT).as_posix() for path in files if "__pycache__" not in path.parts
    }
    assert needed - there == set()
