"""What never reaches a route: requests of other sites, of too many, too large and too slow ones."""

from __future__ import annotations

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Any
from urllib.parse import parse_qs

from uvicorn.protocols.http.h11_impl import H11Protocol

from .keys import is_same

Scope = dict[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What pages may load: this server alone, and nothing that is written inline."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
}
PLAYER_BYTES, DIRECTOR_BYTES = 4096, 16 << 20
"""The largest body of anybody, and of the director, who brings files."""
BODY_SECONDS, HEAD_SECONDS = 10.0, 10.0
"""How long a body may take, and how long a connection may be silent or dribble its headers."""
HEAD_BYTES = 16 << 10
MOST_CONNECTIONS = 700
_PACES = {"address": (50.0, 500.0), "key": (5.0, 30.0), "wrong": (0.2, 20.0)}
"""How many a second, and how many at once: of another machine, of a key, of wrong keys by one."""
_MOST_KNOWN = 10_000


class Pace:
    """How often somebody may do something: a bucket of tokens for each."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether there is one left; it is taken."""
        now = time.monotonic()
        left, before = self._left.pop(who, (self._most, now))
        left = min(self._most, left + (now - before) * self._rate)
        is_left = left >= 1
        self._left[who] = (left - is_left, now)
        if len(self._left) > _MOST_KNOWN:
            self._left.popitem(last=False)
        return is_left


class StoppedError(Exception):
    """A request goes no further."""

    def __init__(self, status: int, sentence: str, why: str = "") -> None:
        super().__init__(sentence)
        self.status, self.why = status, why


class Guard:
    """The application behind it gets only what may come in, with the body in one piece."""

    def __init__(self, app: Any, token: str) -> None:
        self._app, self._token = app, token
        self.paces = {name: Pace(*pace) for name, pace in _PACES.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] += [one for one in own if one[0] not in there]
            await send(message)

        try:
            self._check(scope)
            body = await self._body(scope, receive)
        except StoppedError as stop:
            await answer(send_guarded, stop.status, {"error": str(stop)}, close=True)
            return
        is_given = False

        async def receive_body() -> Message:
            nonlocal is_given
            if is_given:
                return await receive()
            is_given = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self._app(scope, receive_body, send_guarded)

    def _check(self, scope: Scope) -> None:
        headers = _headers(scope)
        address = scope["client"][0] if scope["client"] else ""
        is_this_machine = address == scope["server"][0]
        if not is_this_machine and not self.paces["address"].take(address):
            raise StoppedError(429, "Too many requests come from this address; wait a moment.")
        if not _is_own(headers.get("host", ""), scope["server"]):
            raise StoppedError(421, "This address is not that of the desk.")
        origin, host = headers.get("origin"), headers["host"]
        site = headers.get("sec-fetch-site", "none")
        is_page = scope["method"] == "GET" and headers.get("sec-fetch-mode") == "navigate"
        if origin not in (None, f"http://{host}") or (
            site not in ("none", "same-origin") and not is_page
        ):
            raise StoppedError(403, "Another site has asked for this.")
        if scope["method"] not in ("GET", "HEAD", "POST"):
            raise StoppedError(405, "The desk only reads and takes.")
        if "upgrade" in headers:
            raise StoppedError(400, "The desk speaks plain HTTP alone.")
        scope["state"]["address"] = address
        query = parse_qs(scope["query_string"].decode("latin-1"))
        given = query.get("token", []) or [headers.get("authorization", "").removeprefix("Bearer ")]
        scope["state"]["is_director"] = any(is_same(one, self._token) for one in given)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        if scope["method"] != "POST":
            return b""
        headers = _headers(scope)
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise StoppedError(415, "A body is JSON: Content-Type: application/json.")
        most = DIRECTOR_BYTES if scope["state"]["is_director"] else PLAYER_BYTES
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > most:
            raise StoppedError(413, f"This is more than {most:,} bytes.")
        try:
            return await asyncio.wait_for(_read(receive, most), BODY_SECONDS)
        except asyncio.TimeoutError:
            raise StoppedError(408, "The rest of this never came.") from None


async def _read(receive: Receive, most: int) -> bytes:
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise StoppedError(400, "The rest of this never came.")
        body += message.get("body", b"")
        if len(body) > most:
            raise StoppedError(413, f"This is more than {most:,} bytes.")
        if not message.get("more_body"):
            return bytes(body)


def _headers(scope: Scope) -> dict[str, str]:
    """The headers; of one that comes twice both, which then is none that is right."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found


def _is_own(host: str, server: tuple[str, int]) -> bool:
    """Whether a request names the address that it came to; a name may lead anywhere tomorrow."""
    address, port = server
    names = {f"[{address}]" if ":" in address else address}
    if ip_address(address).is_loopback:
        names.add("localhost")
    return host in {f"{name}:{port}" for name in names} | (names if port == 80 else set())


async def answer(send: Send, status: int, content: Any, *, close: bool = False) -> None:
    """Send JSON."""
    body = json.dumps(content, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        *([(b"connection", b"close")] if close else []),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Protocol(H11Protocol):
    """A connection that is closed when no request comes, or its headers dribble in."""

    def connection_made(self, transport: Any) -> None:
        """Begin; more than the most of all are closed at once."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.close()
            return
        self.loop.call_later(HEAD_SECONDS, self._close_silent)

    def _close_silent(self) -> None:
        if self.cycle is None and not self.transport.is_closing():
            self.transport.close()
