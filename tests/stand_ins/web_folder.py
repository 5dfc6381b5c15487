"""A folder as any web server serves it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from xl_tourney.hosts.officejs.server import SiteHandler


class _Files(SimpleHTTPRequestHandler):
    extensions_map = SiteHandler.extensions_map

    def __init__(self, *arguments: object, policy: str, directory: str) -> None:
        self._policy = policy
        super().__init__(*arguments, directory=directory)  # type: ignore[arg-type]

    def end_headers(self) -> None:
        if self._policy:
            self.send_header("Content-Security-Policy", self._policy)
        super().end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serving(folder: Path, policy: str = "") -> Iterator[ThreadingHTTPServer]:
    """A server of a folder, whose files are sent with a policy."""
    handler = partial(_Files, policy=policy, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield server
        finally:
            server.shutdown()
