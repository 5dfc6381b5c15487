"""LibreOffice ends with whoever has started it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from ..processes import wait_for_end
from ..recalculation import books

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends it")
def test_it_ends_when_the_command_is_killed_and_leaves_no_profile(libreoffice, tmp_path) -> None:
    books.book(
        tmp_path / "endless.xlsx",
        {f"A{row}": f"=SUMPRODUCT(COS(ROW($1:$999999)+{row}))" for row in range(1, 300)},
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    path = str(tmp_path / "endless.xlsx")
    command = [sys.executable, "-m", "xl_tourney", "recalc", path, "--engine", "libreoffice"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment) as process:
        parent = psutil.Process(process.pid)
        while not (found := [p for p in parent.children(True) if "soffice.bin" in p.name()]):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait(30)
        wait_for_end(*found)
    done = subprocess.run(
        [*command, "--timeout", "3"], capture_output=True, env=environment, timeout=100
    )
    assert b"it took more than 3 s of a processor" in done.stderr
    running = [p for p in psutil.process_iter(["cmdline"]) if path in (p.info["cmdline"] or ())]
    assert running == []
    assert [*(tmp_path / "tmp").glob("xl-tourney-*")] == []
