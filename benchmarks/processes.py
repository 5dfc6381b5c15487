"""How long whole processes take, and how much memory: run in turns, the best of each counts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_RECALCULATE = (
    '<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
    '<item oor:path="/org.openoffice.Office.Calc/Formula/Load">'
    '<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>'
)
"""LibreOffice trusts the values of a file unless told otherwise."""


@dataclass(frozen=True)
class Cost:
    """What a process took."""

    seconds: float
    processor: float
    """Seconds of the processor, of all its processes: what a busy machine changes least."""
    megabytes: float
    """The most memory at once, of the largest of its processes."""


@dataclass(frozen=True)
class Contender:
    """A command, and what must be in place before each run of it."""

    name: str
    command: Sequence[str]
    prepare: Callable[[], object] = lambda: None


def environment(folder: Path) -> dict[str, str]:
    """Modules are compiled once, as they are where a package is installed."""
    root = Path(__file__).resolve().parents[1]
    found = {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
    }
    found.pop("PYTHONDONTWRITEBYTECODE", None)
    return found


def cost(command: Sequence[str], environment: Mapping[str, str], timeout: float = 1800) -> Cost:
    """Run a command to its end; it must succeed."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as messages:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=messages, env=environment
        )
        watch = threading.Timer(timeout, process.kill)
        watch.start()
        try:
            _, status, usage = os.wait4(process.pid, 0)
        finally:
            watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        took = time.perf_counter() - started
        if process.returncode:
            messages.seek(0)
            why = f"ended with {process.returncode}: {messages.read().decode()}"
            raise SystemExit(f"{' '.join(command[:6])} … {why}")
    kilo = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Cost(took, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / kilo)


def best_of(
    contenders: Sequence[Contender], environment: Mapping[str, str], rounds: int
) -> dict[str, Cost]:
    """The fastest run of each; they take turns, so that a busy moment meets them all."""
    best: dict[str, Cost] = {}
    for _ in range(rounds):
        for one in contenders:
            one.prepare()
            new = cost(one.command, environment)
            old = best.get(one.name, new)
            best[one.name] = min(old, new, key=lambda found: found.seconds)
    return best


def processor_in_turns(
    contenders: Sequence[Contender], environment: Mapping[str, str], rounds: int
) -> dict[str, list[float]]:
    """The processor's seconds of each run; in a first one, not counted, modules are compiled."""
    seconds: dict[str, list[float]] = {one.name: [] for one in contenders}
    for number in range(rounds + 1):
        for one in contenders:
            one.prepare()
            took = cost(one.command, environment).processor
            if number:
                seconds[one.name].append(took)
    return seconds


def on_a_copy(name: str, module: str, book: Path, copy: Path) -> Contender:
    """The command ``recalc`` of a module, on a fresh copy of a book each time."""
    command = [sys.executable, "-m", module, "recalc", str(copy)]
    return Contender(name, command, lambda: shutil.copy(book, copy))


def soffice() -> Path:
    """LibreOffice itself, without the script around it."""
    found = shutil.which("soffice")
    if not found:
        raise SystemExit("The comparison needs LibreOffice; install it.")
    return Path(found).resolve().with_name("soffice.bin")


def converting(books: Sequence[Path], folder: Path) -> list[str]:
    """The command with which LibreOffice recalculates workbooks, all in one call."""
    user = folder / "profile" / "user"
    if not user.exists():
        user.mkdir(parents=True)
        (user / "registrymodifications.xcu").write_text(_RECALCULATE, encoding="utf-8")
        # The first start sets the profile up, and ends by asking for another one.
        while subprocess.run(converting(books[:1], folder), capture_output=True).returncode == 81:
            pass
    return [
        str(soffice()),
        f"-env:UserInstallation={user.parent.as_uri()}",
        "--headless",
        "--convert-to",
        "xlsx",
        "--outdir",
        str(folder / "converted"),
        *map(str, books),
    ]
