"""LibreOffice reaches for nothing outside, and ends with whoever has started it."""

from __future__ import annotations

import http.server
import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from openpyxl import Workbook

from xl_tourney.engines.libreoffice import ENGINE

from ..recalculation import books

ROOT = Path(__file__).parents[2]


def test_nothing_is_loaded_from_the_network(libreoffice) -> None:
    requests: list[str] = []

    class Counting(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            self.send_error(404)

        do_HEAD = do_OPTIONS = do_PROPFIND = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            return

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Counting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        workbook, file = Workbook(), io.BytesIO()
        sheet = workbook.worksheets[0]
        sheet["A1"] = f'=_xlfn.WEBSERVICE("{url}/webservice")'
        sheet["A2"] = f"='{url}/[linked.xlsx]Sheet1'!A1"
        sheet["A3"] = f'=HYPERLINK("{url}/hyperlink")'
        sheet["A4"] = "=1+1"
        workbook.save(file)
        values = ENGINE.calculate_values(file.getvalue())
        server.shutdown()
    assert values["Sheet"][4, 1] == 2
    assert requests == []


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux ends it")
def test_it_ends_when_the_command_is_killed_and_leaves_no_profile(libreoffice, tmp_path) -> None:
    books.book(
        tmp_path / "endless.xlsx",
        {f"A{row}": f"=SUMPRODUCT(COS(ROW($1:$9999)+{row}))" for row in range(1, 30_000)},
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
        assert psutil.wait_procs(found, timeout=30)[1] == []
    done = subprocess.run(
        [*command, "--timeout", "4"], capture_output=True, env=environment, timeout=100
    )
    assert b"it took longer than 4 seconds" in done.stderr
    running = [p for p in psutil.process_iter(["cmdline"]) if path in (p.info["cmdline"] or ())]
    assert running == []
    assert [*(tmp_path / "tmp").glob("xl-tourney-*")] == []
