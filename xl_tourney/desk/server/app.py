"""The routes of the desk."""

from __future__ import annotations

import asyncio
import base64
import binascii
import gzip
import json
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import psutil
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ...hosts.officejs.server import MEDIA_TYPES
from ...ooxml.package import Package
from ..site import page_files
from .codes import LONGEST, qr_code
from .guard import POLICY, Guard, StoppedError
from .hall import Hall, director_entry, public
from .in_use import Entry, Json
from .live import Live, Values
from .states import DIRECTOR, RefusedError

T = TypeVar("T")
_STATIC = Path(__file__).with_name("static")
_KEPT = "max-age=14400"
"""A phone keeps its page for an evening: a code that is scanned without a network opens it."""
_HEARTBEAT, _LOOK, _QUIET, _MOST_BEHIND = 15.0, 1.0, 3.0, 64
_SHOWN_POLICY = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""What a written page may do that is shown: nothing but be read."""


class Served:
    """The hall for all who ask: threads work, the event loop answers."""

    def __init__(self, hall: Hall, token: str, *, lan: bool, port: int) -> None:
        self.hall = hall
        self._is_lan, self._port = lan, port
        self._commands = ThreadPoolExecutor(1, "commands")
        self._calculator = ThreadPoolExecutor(1, "values")
        self._values = Values()
        self._entries: asyncio.Queue[tuple[Entry, asyncio.Future[Any]]] = asyncio.Queue()
        self._streams: set[asyncio.Queue[Json]] = set()
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self.end: Callable[[], None] = lambda: None
        """Ends the process; whoever serves it says how."""
        self._files = page_files()
        for path in _STATIC.iterdir():
            if path.is_file():
                self._files[path.name] = path.read_bytes()
        self._packed = {name: gzip.compress(one, mtime=0) for name, one in self._files.items()}
        self.guard = Guard(self._routes(), token)

    def _routes(self) -> Starlette:
        get, post = ["GET"], ["POST"]
        routes = [
            Route("/api/event", self.event, methods=get),
            Route("/api/board", self.board, methods=get),
            Route("/api/results", self.results, methods=post),
            Route("/api/changes", self.changes, methods=get),
            Route("/api/ask", self.ask, methods=post),
            Route("/api/commands/{name}", self.command, methods=post),
            Route("/api/files/{name}", self.file, methods=get),
            Route("/api/log", self.log, methods=get),
            Route("/api/close", self.close, methods=post),
            Route("/api/hall", self.about, methods=get),
            Route("/api/qr", self.code, methods=get),
            Route("/{name}", self.page, methods=get),
            Route("/", self.page, methods=get),
        ]
        handlers: Any = {
            StoppedError: _stopped,
            RefusedError: _refused,
            404: _nothing,
            405: _nothing,
        }
        return Starlette(routes=routes, exception_handlers=handlers)

    async def work(self, call: Callable[..., T], *arguments: Any) -> T:
        """Call something in the thread that holds the event."""
        return await asyncio.wrap_future(self.hall.submit(call, *arguments))

    # What goes on by itself -----------------------------------------------------------------------

    def start(self) -> None:
        """Begin to take entries, to calculate, and to look after the file."""
        self._changed.set()
        self._tasks = [
            asyncio.create_task(task()) for task in (self._take, self._calculate, self._look)
        ]

    def stop(self) -> None:
        """Tell all pages that the desk is closed."""
        for task in self._tasks:
            task.cancel()
        self._tell({"what": "stop"})

    async def _take(self) -> None:
        """Take the entries of each moment together."""
        while True:
            taken = [await self._entries.get()]
            while not self._entries.empty():
                taken.append(self._entries.get_nowait())
            try:
                answers: list[Any] = await self.work(self.hall.enter, [entry for entry, _ in taken])
            except Exception as error:
                failed = RefusedError("disk", 503, f"Nothing was entered: {error}")
                answers = [failed] * len(taken)
            for (_, future), found in zip(taken, answers):
                if not future.done():
                    future.set_result(found)
            boards = self.hall.snapshot.boards
            cells = {found["cell"]: None for found in answers if isinstance(found, dict)}
            if shown := [public(boards[cell]) for cell in cells if cell in boards]:
                self._tell({"what": "result", "boards": shown})
                self._changed.set()

    async def _calculate(self) -> None:
        """Calculate what follows from entries; when none come any more, the whole workbook."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                await asyncio.wait_for(self._changed.wait(), _QUIET)
            except asyncio.TimeoutError:
                with suppress(Exception):
                    await self._finish()
                await self._changed.wait()
            self._changed.clear()
            with suppress(Exception):
                if wanted := await self.work(self.hall.wanted):
                    call = partial(self._values.follow, wanted)
                    found = await loop.run_in_executor(self._calculator, call)
                    if await self.work(self.hall.show_values, wanted, found):
                        self._tell({"what": "values"})

    async def _finish(self) -> None:
        package = await self.work(self.hall.to_finish)
        if package is None:
            return
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", f"{__package__}.live", package.name),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            content, _ = await process.communicate(package.data)
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode == 0:
            loop, load = (
                asyncio.get_running_loop(),
                partial(Live.load, Package(content, package.name)),
            )
            live = await loop.run_in_executor(self._calculator, load)
            if await self.work(self.hall.finish, package, live):
                self._tell({"what": "values"})
                self._changed.set()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK)
            with suppress(Exception):
                if await self.work(self.hall.refresh):
                    self._tell({"what": "file"})
                    self._changed.set()

    def _tell(self, what: Json) -> None:
        snapshot = self.hall.snapshot
        change = {"version": snapshot.version, "file": snapshot.event["file"], **what}
        for stream in [*self._streams]:
            if stream.qsize() < _MOST_BEHIND:
                stream.put_nowait(change)
            else:  # it comes again, and asks for all
                self._streams.discard(stream)
                stream.put_nowait({"what": "stop"})

    # Routes ---------------------------------------------------------------------------------------

    async def event(self, request: Request) -> Response:
        """The event."""
        round_ = request.query_params.get("round", "")
        snapshot = self.hall.snapshot
        is_director = request.state.is_director
        found = snapshot.event
        if round_ or (is_director and found["file"] is None):
            found = await self.work(self.hall.describe, round_)
        if not is_director:
            found = {**found, "boards": [*map(public, found.get("boards", ()))]}
            found.pop("books", None)
        return _json(found)

    async def board(self, request: Request) -> Response:
        """The board of a key."""
        cell, side = self._holder(request)
        snapshot = self.hall.snapshot
        event, board = snapshot.event, snapshot.boards[cell]
        me = board[side]
        others = (one for at, one in snapshot.boards.items() if at != cell)
        later = [
            one for one in others if me in (one["white"], one["black"]) and one["state"] == "open"
        ]
        return _json(
            {
                "version": snapshot.version,
                **{
                    key: event[key]
                    for key in (
                        "title",
                        "language",
                        "in_rounds",
                        "buttons",
                        "sides",
                        "open_elsewhere",
                    )
                },
                "side": side,
                "me": me,
                "opponent": board["black" if side == "white" else "white"],
                "board": public(board),
                "mine": board["entries"].get(side),
                "place": _place(event["tables"], me),
                "next": public(later[0]) if later else None,
            }
        )

    def _holder(self, request: Request) -> tuple[str, str]:
        key = request.headers.get("authorization", "").removeprefix("Bearer ")
        found = self._find(key)
        if not found:
            self._wrong(request)
            raise RefusedError("key", 403, "This key is for no board of this event.")
        return found

    def _find(self, key: str) -> tuple[str, str] | None:
        return self.hall.event.keys.find(key) if self.hall.event else None

    def _wrong(self, request: Request) -> None:
        if not self.guard.paces["wrong"].take(request.state.address):
            raise RefusedError(
                "pace", 429, "Too many wrong keys came from this address; wait a moment."
            )

    def _director(self, request: Request) -> None:
        if not request.state.is_director:
            if "token" in request.query_params or "authorization" in request.headers:
                self._wrong(request)
            raise StoppedError(401, "This is for the director: the printed address has the token.")

    async def results(self, request: Request) -> Response:
        """A result is entered."""
        asked = await _asked(request)
        by, key = str(asked.get("by", "")), str(asked.get("key") or "")
        if by == DIRECTOR:
            self._director(request)
        elif not self._find(key):
            self._wrong(request)
            raise RefusedError("key", 403, "This key is for no board of this event.")
        elif not self.guard.paces["key"].take(key):
            raise RefusedError("pace", 429, "This is too fast; wait a moment.")
        entry = director_entry(asked, request.state.address)
        if by != DIRECTOR:
            entry = entry._replace(by=by, key=key, cell="")
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._entries.put_nowait((entry, future))
        found = await future
        if isinstance(found, RefusedError):
            raise found
        return _json(found)

    async def changes(self, request: Request) -> Response:
        """A stream of what changes."""
        del request
        headers = {"x-accel-buffering": "no"}
        return StreamingResponse(self._stream(), media_type="text/event-stream", headers=headers)

    async def _stream(self) -> AsyncIterator[str]:
        stream: asyncio.Queue[Json] = asyncio.Queue()
        self._streams.add(stream)
        snapshot = self.hall.snapshot
        change: Json = {
            "version": snapshot.version,
            "what": "start",
            "file": snapshot.event["file"],
        }
        try:
            yield "retry: 1000\n"
            while True:
                text = json.dumps(change, ensure_ascii=False)
                yield f"id: {change.get('version', 0)}\nevent: change\ndata: {text}\n\n"
                if change["what"] == "stop":
                    return
                while True:
                    try:
                        change = await asyncio.wait_for(stream.get(), _HEARTBEAT)
                        break
                    except asyncio.TimeoutError:
                        yield ": still here\n\n"
        finally:
            self._streams.discard(stream)

    async def ask(self, request: Request) -> Response:
        """A question of the director's page."""
        self._director(request)
        return _json(await self._ask(request, await _asked(request)))

    async def command(self, request: Request) -> Response:
        """A command, with its parameters."""
        self._director(request)
        asked = await _asked(request)
        files = asked.pop("files", {})
        question = {
            "ask": "run",
            "command": request.path_params["name"],
            "filled": asked,
            "files": files,
        }
        found = await self._ask(request, question)
        return _json(found, 400 if "error" in found else 200)

    async def _ask(self, request: Request, asked: Json) -> Json:
        files = asked.pop("files", None) or {}
        with tempfile.TemporaryDirectory(prefix="xl-tourney-") as folder:
            for name, content in files.items():
                if not name or Path(name).name != name or name[0] == ".":
                    raise StoppedError(400, "A file has a plain name.")
                try:
                    Path(folder, name).write_bytes(base64.b64decode(content, validate=True))
                except (binascii.Error, TypeError, OSError, ValueError):
                    raise StoppedError(400, "A file is base64.") from None
            question = {**asked, "folder": folder, "from": request.state.address}
            before = self.hall.snapshot.version
            pool = None if asked.get("ask") in ("event", "result") else self._commands
            asking = partial(self.hall.ask, question)
            found = await asyncio.get_running_loop().run_in_executor(pool, asking)
        if self.hall.snapshot.version != before:
            self._tell({"what": "command"})
            self._changed.set()
        return found

    async def file(self, request: Request) -> Response:
        """A file that a command wrote, or the workbook."""
        self._director(request)
        name = request.path_params["name"]
        path = Path(name)
        is_known = name in self.hall.written or name == self.hall.book.name
        if not is_known or path.name != name or path.is_symlink() or not path.is_file():
            raise StoppedError(404, "There is no such file.")
        content = await asyncio.to_thread(path.read_bytes)
        kind = MEDIA_TYPES.get(path.suffix, "application/octet-stream")
        headers = {"content-security-policy": _SHOWN_POLICY}
        if "show" not in request.query_params or path.suffix not in (".html", ".pdf", ".svg"):
            kind = "application/octet-stream"
            headers["content-disposition"] = f"attachment; filename*=UTF-8''{_quoted(name)}"
        return Response(content, media_type=kind, headers=headers)

    async def log(self, request: Request) -> Response:
        """Who entered what, and when."""
        self._director(request)
        return _json({"entries": await self.work(self.hall.log)})

    async def close(self, request: Request) -> Response:
        """The director closes the desk."""
        self._director(request)
        asyncio.get_running_loop().call_later(0.1, self.end)
        return _json({"closed": True})

    async def about(self, request: Request) -> Response:
        """Where phones find the desk."""
        self._director(request)
        found = [f"http://{one}:{self._port}" for one in _addresses()] if self._is_lan else []
        return _json({"addresses": found, "lan": self._is_lan})

    async def code(self, request: Request) -> Response:
        """A text as a QR code."""
        text = request.query_params.get("text", "")[:LONGEST]
        return Response(qr_code(text), media_type="image/svg+xml")

    async def page(self, request: Request) -> Response:
        """A file of the pages."""
        name = request.path_params.get("name", "index.html")
        name = name if name in self._files else f"{name}.html"
        is_packed = "gzip" in request.headers.get("accept-encoding", "")
        content = (self._packed if is_packed else self._files).get(name)
        if content is None:
            raise StoppedError(404, "There is no such page.")
        kind = MEDIA_TYPES.get(Path(name).suffix, MEDIA_TYPES[".html"])
        is_here = request.state.address.startswith("127.")
        kept = {"cache-control": "no-cache" if is_here else _KEPT}
        packed = {"content-encoding": "gzip"} if is_packed else {}
        headers = {**kept, **packed, "vary": "accept-encoding"}
        return Response(content, media_type=kind, headers=headers)


def _addresses() -> list[str]:
    """The addresses of this machine in the networks around it."""
    found = [
        one.address
        for each in psutil.net_if_addrs().values()
        for one in each
        if one.family == socket.AF_INET and not one.address.startswith("127.")
    ]
    return sorted(found, key=lambda one: not one.startswith(("192.168.", "10.", "172.")))


def _json(content: Any, status: int = 200) -> Response:
    return JSONResponse(content, status)


def _place(tables: list[Json], name: str) -> Json | None:
    """Where somebody stands."""
    for table in tables:
        for row in table["rows"]:
            if row[table["names"]] == name:
                shown = {key: table[key] for key in ("caption", "headings", "leading")}
                return {**shown, "row": row}
    return None


def _quoted(name: str) -> str:
    from urllib.parse import quote

    return quote(name, safe="")


async def _asked(request: Request) -> Json:
    try:
        found = json.loads(await request.body())
        json.dumps(found, ensure_ascii=False).encode()  # no half letters
    except (ValueError, RecursionError):
        raise StoppedError(400, "This is no JSON.") from None
    if not isinstance(found, dict):
        raise StoppedError(400, "An object of JSON is wanted.")
    return found


async def _stopped(request: Request, stop: StoppedError) -> Response:
    return _json({"error": str(stop)}, stop.status)


async def _refused(request: Request, error: RefusedError) -> Response:
    found = {"state": "refused", "error": str(error), "why": error.why}
    return _json(found, error.status)


async def _nothing(request: Request, error: Exception) -> Response:
    return _json({"error": "There is no such page."}, getattr(error, "status_code", 404))


__all__ = ["POLICY", "Served"]
