"""The desk is opened, and closed."""

from __future__ import annotations

import asyncio
import logging
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from ...errors import OptionError
from .app import Served
from .guard import HEAD_BYTES, Protocol
from .hall import Hall
from .keys import ServedError, new_token

PORT = 8642
"""The port unless another one is asked for, always the same: slips have it in their codes."""
_LOCAL, _EVERYWHERE = "127.0.0.1", "0.0.0.0"


def serve(
    place: Path, say: Callable[[str], None], port: int | None, *, lan: bool, browser: bool
) -> None:
    """Serve a workbook or a folder until somebody stops it."""
    folder, book = (place, "") if place.is_dir() else (place.parent, place.name)
    listening = _listen(_EVERYWHERE if lan else _LOCAL, port)
    number = listening.getsockname()[1]
    token = new_token()
    address = f"http://{_LOCAL}:{number}/?token={token}"
    try:
        hall = Hall(folder.resolve(), book, address)
    except ServedError as error:  # show that one
        if not error.address:
            raise
        _tell(say, error.address, browser)
        return
    served = Served(hall, token, lan=lan, port=number)
    config = uvicorn.Config(
        served.guard,
        http=Protocol,
        ws="none",
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    logging.getLogger("uvicorn").setLevel(logging.CRITICAL)
    try:
        asyncio.run(_run(_Server(config, served), listening, lambda: _tell(say, address, browser)))
    finally:
        hall.close()


def _tell(say: Callable[[str], None], address: str, browser: bool) -> None:
    say(address)
    if browser:
        webbrowser.open(address)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, served: Served) -> None:
        super().__init__(config)
        self.served = served
        served.end = lambda: setattr(self, "should_exit", True)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.served.stop()
        await super().shutdown(sockets)


async def _run(server: _Server, listening: socket.socket, begun: Callable[[], None]) -> None:
    server.served.start()
    asyncio.get_running_loop().call_soon(begun)
    await server.serve([listening])


def _listen(host: str, port: int | None) -> socket.socket:
    """A socket; where nobody asked for a port and the usual one is taken, with another one."""
    for number in [PORT, 0] if port is None else [port]:
        listening = socket.socket()
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listening.bind((host, number))
            return listening
        except OSError as error:
            listening.close()
            reason = error.strerror or error
    raise OptionError(f"Port {port}: cannot be used ({reason}); name another one with --port.")
