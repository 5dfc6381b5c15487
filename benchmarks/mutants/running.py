"""Whether tests kill a mutant, in a copy of the tree."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.mutants.drawing import Mutant
from benchmarks.mutants.nearest import FAST, PACKAGE, SLOW, Group

ROOT = Path(__file__).resolve().parents[2]


def kill(root: Path, mutant: Mutant, groups: Sequence[Group], seconds: float) -> str:
    """The test that fails with a mutant and passes without it; empty if none does in this time."""
    path = root / mutant.path
    source = path.read_bytes()
    mutated = source[: mutant.start] + mutant.new.encode() + source[mutant.end :]
    end = time.monotonic() + seconds
    for group in groups:
        put(path, mutated)
        started = time.monotonic()
        try:
            failed = failure(root, group, end - started)
        finally:
            put(path, source)
        taken = time.monotonic() - started
        if failed is None:  # is it the mutant that does not end?
            if failure(root, group, taken / 2) == "":
                return f"{', '.join(group.tests[:3])}: they do not end"
        elif failed and failure(root, Group([failed]), seconds) == "":
            return failed
        if time.monotonic() > end:
            break
    return ""


PYTEST = (sys.executable, "-m", "pytest", "-p", "no:cacheprovider")


def measure(root: Path, file: Path) -> None:
    """Run tests under coverage, and write which of them reach which line of the tree.

    These are all fast tests, and the first case of each slow one.
    """
    environment = os.environ | {"PYTHONPATH": str(root), "COVERAGE_FILE": str(file.absolute())}
    collect = [*PYTEST, "--collect-only", "-m", SLOW, "tests"]
    listed = subprocess.run(collect, cwd=root, env=environment, capture_output=True, text=True)
    slow: dict[str, str] = {}
    for line in listed.stdout.splitlines():
        if line.startswith("tests/") and "::" in line:
            slow.setdefault(line.partition("[")[0], line)
    cases = file.with_name(f"cases-{file.name}")  # coverage takes FILE.* for data, and removes it
    cases.write_text("\n".join(slow.values()), "utf-8")
    # tests in processes of their own would not be told apart
    options = ("--dist=no", f"--cov={PACKAGE}", "--cov-context=test", "--cov-report=")
    for tests in (["-m", FAST], ["--cov-append", f"@{cases.absolute()}"]):
        command = [*PYTEST, *options, *tests]
        subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
    cases.unlink()


def _beside_the_source() -> dict[str, str]:
    """The environment in which compiled modules stand beside their source, where they are removed.

    Elsewhere a mutant of the same length, written in the same second, would be taken for the last.
    """
    return {name: text for name, text in os.environ.items() if name != "PYTHONPYCACHEPREFIX"}


def put(path: Path, source: bytes) -> None:
    """Write a module; nothing that was compiled of it stays."""
    path.write_bytes(source)
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def failure(root: Path, group: Group, seconds: float) -> str | None:
    """The first of some tests that fails; empty if all pass, None if they do not end.

    Tests that are not there are left out: the lines may have been measured in an older tree.
    """
    with subprocess.Popen(
        [*PYTEST, "-q", "-x", "-m", group.mark, *group.tests],
        cwd=root,
        env={**_beside_the_source(), "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        start_new_session=True,
    ) as process:
        try:
            printed, _ = process.communicate(timeout=max(1.0, seconds))
        except subprocess.TimeoutExpired:
            import psutil

            for child in psutil.Process(process.pid).children(recursive=True):
                child.kill()
            process.kill()
            return None
    missing = re.findall(r"^ERROR: not found: (.+)$", printed, re.MULTILINE)
    if missing:
        there = [test for test in group.tests if str(root / test) not in missing]
        is_less = 0 < len(there) < len(group.tests)
        return failure(root, group._replace(tests=there), seconds) if is_less else ""
    found = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - |$)", printed, re.MULTILINE)
    if process.returncode in (0, 5):
        return ""
    return found[1] if found else group.tests[0]


def copied(folder: Path) -> Path:
    """A copy of the tree, without what is made in it."""
    copy_ = folder / "tree"
    made = shutil.ignore_patterns(".git", "__pycache__", ".*_cache", "build", "*.egg-info")
    shutil.copytree(ROOT, copy_, ignore=made)
    return copy_
