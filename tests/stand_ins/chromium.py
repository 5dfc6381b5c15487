"""A page in headless Chromium: a server of this machine for its files, and for what it sends back.

The page is driven by scripts among its own files.  When they are done they send one JSON value to
``/result``; then Chromium is ended.
"""

from __future__ import annotations

import http.server
import json
import queue
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from xl_tourney.chromium import OPTIONS, find_browser, sandbox_options
from xl_tourney.errors import EngineError
from xl_tourney.hosts.officejs.server import MEDIA_TYPES

_OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
"""No other server than this one can be reached."""
_STAY = "--remote-debugging-port=0"
"""Else the browser may end when the page is there."""


def run_page(
    page: str, files: Mapping[str, bytes], policy: str = "", seconds: float = 300, loads: int = 1
) -> list[Any]:
    """What a page sends back each time that it is loaded, with one Chromium and its cache.

    ``policy`` is sent as the Content-Security-Policy of every file.
    """
    results: queue.Queue[Any] = queue.Queue()
    temporary = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with _serve(files, policy, results) as address, temporary as profile:
        return [
            _load_page(f"{address}/{page}", Path(profile), results, seconds) for _ in range(loads)
        ]


def _load_page(url: str, profile: Path, results: queue.Queue[Any], seconds: float) -> Any:
    own_profile = f"--user-data-dir={profile}"
    options = (*OPTIONS, *sandbox_options(), "--disable-dev-shm-usage", _OFFLINE, _STAY)
    command = [find_browser(), *options, own_profile]
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([*command, url], stdout=log, stderr=log)
        try:
            return _wait_for_result(process, results, seconds)
        except EngineError as error:
            log.seek(0)
            lines = log.read().decode(errors="replace").strip().splitlines()
            raise EngineError(" ".join([str(error), *lines[-3:]])) from None
        finally:
            _end(process)


def _wait_for_result(
    process: subprocess.Popen[bytes], results: queue.Queue[Any], seconds: float
) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            return results.get(timeout=0.2)
        except queue.Empty:
            if process.poll() is not None:
                raise EngineError(f"Chromium ended by itself ({process.returncode}).") from None
    raise EngineError(f"The page did not answer within {seconds:g} s.")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class _QuietServer(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a browser that is ended leaves its requests."""


@contextmanager
def _serve(files: Mapping[str, bytes], policy: str, results: queue.Queue[Any]) -> Iterator[str]:
    """Serve files on this machine; what is sent to ``/result`` is put into the queue."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            name = self.path.partition("?")[0].lstrip("/")
            data = files.get(name)
            self.send_response(404 if data is None else 200)
            self.send_header("Content-Type", MEDIA_TYPES.get(Path(name).suffix, "text/plain"))
            self.send_header("Content-Length", str(len(data or b"")))
            self.send_header("Cache-Control", "max-age=3600")
            if policy:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(data or b"")

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(204)
            self.end_headers()
            results.put(json.loads(body))

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = _QuietServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
