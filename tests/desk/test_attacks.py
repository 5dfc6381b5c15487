"""What nobody may do at a desk: each attack, and what it is answered; nothing comes of any."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import socket
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.desk.serving import Answer, Json, Served, make_book, serving
from tests.processes import ROOT

_HOSTILE = "<img src=x onerror=alert(1)>"


class Hall(NamedTuple):
    """What an attacker meets."""

    desk: Served
    boards: list[Json]

    def enter(self, board: int = 0, by: str = "white", **more: Any) -> Answer:
        """An entry of the first board by white, with something else in it."""
        return self.desk.enter(self.boards[board], "1-0", by, **more)

    def get(self, path: str, **headers: str | None) -> Answer:
        """A path with other headers."""
        return self.desk.ask(path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def told(self, path: str, body: Any = None, **more: str) -> Answer:
        """What the director is told."""
        return self.desk.ask(path, body, token=self.desk.token, **more)

    def by_key(self, path: str, body: Any = None) -> Answer:
        """What the first white is told."""
        return self.desk.ask(path, body, token=self.key(0, "white"))

    def key(self, board: int, by: str) -> str:
        """The key of a side."""
        key: str = self.boards[board]["keys"][by]
        return key

    def post(self, data: Any, path: str = "/api/results", **headers: str | None) -> Answer:
        """A body as it is, as the first white would send it."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.desk.ask(path, data, headers=named)

    def entry(self, **more: Any) -> Json:
        """A good entry of the first board."""
        entry = {"round": 1, "board": 1, "result": "1-0", "by": "white"}
        return {**entry, "key": self.key(0, "white"), **more}

    def raw(self, text: str | bytes, wait: float = 5) -> bytes:
        """What comes back for some bytes, until nothing more comes or it is closed."""
        with socket.create_connection(("127.0.0.1", self.desk.port), timeout=wait) as connection:
            connection.sendall(text if isinstance(text, bytes) else text.encode())
            try:
                return connection.recv(1 << 16)
            except TimeoutError:
                return b"silence"


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    folder = tmp_path_factory.mktemp("hall")
    book = make_book(folder)
    (folder / "secret.txt").write_text("nobody's")
    (folder / "shown.html").symlink_to(folder / "secret.txt")
    with serving(book) as desk:
        yield Hall(desk, desk.boards())


_WEBSOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec_WebSocket_Key": base64.b64encode(b"a" * 16).decode(),
    "Sec_WebSocket_Version": "13",
}
_TLS = b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"
_FORM = "application/x-www-form-urlencoded"
_DIGEST = hashlib.sha256(b"").hexdigest()
Attack = Callable[[Hall], "Answer | int"]
ATTACKS: Mapping[str, tuple[int, Attack]] = {
    # Keys
    "a key of the other side": (403, lambda h: h.enter(key=h.key(0, "black"))),
    "a key of another board": (403, lambda h: h.enter(key=h.key(1, "white"))),
    "a key for another round": (403, lambda h: h.enter(round=2)),
    "a key for another board's number": (403, lambda h: h.post(h.entry(board=2))),
    "a key for another cell": (403, lambda h: h.post(h.entry(key="", cell="Games!D6"))),
    "no key": (403, lambda h: h.post(h.entry(key=""))),
    "a key that is no text": (403, lambda h: h.post(h.entry(key=["a", {}]))),
    "a key in other letters": (403, lambda h: h.post(h.entry(key=h.key(0, "white").upper()))),
    "a key with more behind": (403, lambda h: h.post(h.entry(key=h.key(0, "white") + "a"))),
    "the secret's own digest": (403, lambda h: h.post(h.entry(key=_DIGEST))),
    "a key as the director": (401, lambda h: h.post(h.entry(by="director"))),
    "nobody's side": (403, lambda h: h.post(h.entry(by="workbook"))),
    "a key for the event's keys": (200, lambda h: _no_keys(h)),
    "a key for a command": (401, lambda h: h.by_key("/api/commands/undo", {})),
    "a key for the log": (401, lambda h: h.by_key("/api/log")),
    "a key for a question": (401, lambda h: h.by_key("/api/ask", {"ask": "event"})),
    "a key for a file": (401, lambda h: h.by_key("/api/files/open.xlsx")),
    "the log without a token": (401, lambda h: h.get("/api/log")),
    "a token of nearly the same": (401, lambda h: h.get(f"/api/log?token={h.desk.token[:-1]}")),
    "an empty token": (401, lambda h: h.get("/api/log?token=", Authorization="Bearer ")),
    "two tokens": (401, lambda h: h.get("/api/log?token=a&token=b")),
    # Results that are none
    "a formula for a result": (400, lambda h: h.post(h.entry(result="=HYPERLINK(A1)"))),
    "markup for a result": (400, lambda h: h.post(h.entry(result=_HOSTILE))),
    "a long result": (400, lambda h: h.post(h.entry(result="1" * 3000))),
    "no result": (400, lambda h: h.post(h.entry(result=None))),
    "a result that is an object": (400, lambda h: h.post(h.entry(result={"1": 0}))),
    "half a letter": (400, lambda h: h.post(h.entry(result="\ud800"))),
    # Bodies
    "a form": (415, lambda h: h.post(h.entry(), Content_Type=_FORM)),
    "plain text, as other sites may send": (
        415,
        lambda h: h.post(h.entry(), Content_Type="text/plain"),
    ),
    "no type": (415, lambda h: h.post(h.entry(), Content_Type=None)),
    "no JSON": (400, lambda h: h.post(b"{")),
    "a list": (400, lambda h: h.post([1])),
    "a thousand brackets": (400, lambda h: h.post(b"[" * 2000)),
    "a number without end": (403, lambda h: h.post(b'{"board": 1e999, "by": "white"}')),
    "a huge body": (413, lambda h: h.post(b" " * 5000)),
    "a body that says it is huge": (413, lambda h: h.post(b"{}", Content_Length="999999999999")),
    "a body of a length below zero": (400, lambda h: h.post(b"{}", Content_Length="-1")),
    "a huge body in pieces": (413, lambda h: _in_pieces(h)),
    "two lengths": (
        400,
        lambda h: _status(h.raw(_head(h, "Content-Length: 2\r\nContent-Length: 9") + "{}")),
    ),
    "a length and pieces": (400, lambda h: _smuggled(h)),
    # Other sites, other names
    "a name that leads here today": (421, lambda h: h.get("/", Host=f"evil.example:{h.desk.port}")),
    "another port": (421, lambda h: h.get("/", Host="127.0.0.1:1")),
    "no host": (400, lambda h: h.get("/", Host=None)),
    "an empty host": (421, lambda h: h.get("/", Host="")),
    "a host with a user": (421, lambda h: h.get("/", Host=f"a@{h.desk.host}")),
    "this machine's other address": (421, lambda h: h.get("/", Host=f"0.0.0.0:{h.desk.port}")),
    "another site": (403, lambda h: h.post(h.entry(), Origin="https://evil.example")),
    "another port of this machine": (403, lambda h: h.post(h.entry(), Origin="http://127.0.0.1:1")),
    "a page of nobody": (403, lambda h: h.post(h.entry(), Origin="null")),
    "a site that hides where it is": (
        403,
        lambda h: h.post(h.entry(), Sec_Fetch_Site="cross-site"),
    ),
    "another site's script": (403, lambda h: h.get("/desk.js", Sec_Fetch_Site="cross-site")),
    "what other sites ask first": (405, lambda h: h.desk.ask("/api/results", method="OPTIONS")),
    # Paths
    "up and away": (404, lambda h: h.get("/../secret.txt")),
    "up in other letters": (404, lambda h: h.get("/..%2fsecret.txt")),
    "up in a file": (404, lambda h: h.told("/api/files/..%2f..%2fetc%2fpasswd")),
    "the secret itself": (404, lambda h: h.told("/api/files/open.desk%2fsecret")),
    "another file of the folder": (404, lambda h: h.told("/api/files/secret.txt")),
    "a link in the folder": (404, lambda h: h.told("/api/files/shown.html")),
    "the folder": (404, lambda h: h.told("/api/files/")),
    "nothing in a name": (404, lambda h: h.told("/api/files/open.xlsx%00")),
    "our own code": (404, lambda h: h.get("/app.py")),
    "another folder's workbook": (200, lambda h: _other_folder(h)),
    "a file that climbs": (400, lambda h: _brings(h, "../../evil.csv")),
    "a file that hides": (400, lambda h: _brings(h, ".bashrc")),
    "a file that is none": (400, lambda h: _brings(h, "a.csv", "%%%")),
    "a command that is none": (400, lambda h: h.told("/api/commands/__init__", {})),
    "a parameter that is none": (400, lambda h: h.told("/api/commands/pair", {"limits": 1})),
    # Protocols
    "a WebSocket": (400, lambda h: h.get("/api/changes", **_WEBSOCKET)),
    "HTTP/2 without asking": (421, lambda h: _status(h.raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"))),
    "a method of its own": (405, lambda h: h.desk.ask("/api/event", method="BREW")),
    "to delete": (405, lambda h: h.told("/api/files/open.xlsx", method="DELETE")),
    "no HTTP": (400, lambda h: _status(h.raw(_TLS))),
    "headers without end": (
        400,
        lambda h: _status(h.raw("GET / HTTP/1.1\r\n" + "a: b\r\n" * 9000)),
    ),
    "a line in a header": (400, lambda h: _status(h.raw(_head(h, "A: b\rSet-Cookie: c")))),
}


def _head(h: Hall, more: str) -> str:
    start = f"POST /api/results HTTP/1.1\r\nHost: {h.desk.host}\r\n"
    return f"{start}Content-Type: application/json\r\n{more}\r\n\r\n"


def _status(answer: bytes) -> int:
    return int(answer.split()[1])


def _smuggled(h: Hall) -> int:
    """A request inside of another one is none: the length that is there beside is not heeded."""
    inside = f"GET /api/log HTTP/1.1\r\nHost: {h.desk.host}\r\n\r\n"
    text = _head(h, "Content-Length: 5\r\nTransfer-Encoding: chunked") + f"0\r\n\r\n{inside}"
    found = h.raw(text)
    assert b'"entries"' not in found
    return _status(found)


def _no_keys(h: Hall) -> Answer:
    answer = h.by_key("/api/event")
    assert "keys" not in answer.json["boards"][0]
    return answer


def _in_pieces(h: Hall) -> Answer | int:
    piece = f"{1 << 12:x}\r\n{' ' * (1 << 12)}\r\n"
    return _status(h.raw(_head(h, "Transfer-Encoding: chunked") + piece * 3))


def _brings(h: Hall, name: str, content: str = "YQ==") -> Answer:
    asked = {"data": name, "files": {name: content}}
    return h.told("/api/commands/update", asked)


def _other_folder(h: Hall) -> Answer:
    asked = {"ask": "open", "file": "/tmp/elsewhere/../open.xlsx"}
    answer = h.told("/api/ask", asked)
    assert answer.json == {"file": "open.xlsx"}  # a name alone, in the folder
    return answer


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack(hall: Hall, name: str) -> None:
    status, attack = ATTACKS[name]
    found = attack(hall)
    while isinstance(found, Answer) and found.status == 429:  # who waits is counted anew
        time.sleep(1)
        found = attack(hall)
    assert (found.status if isinstance(found, Answer) else found) == status
    if isinstance(found, Answer) and found.status >= 400:
        assert found.body in (b"", b"Invalid HTTP request received.") or found.json["error"]
    assert hall.desk.states() == ["open"] * 4


def test_the_page_lists_every_attack() -> None:
    page = (ROOT / "docs" / "explanation" / "desk-security.md").read_text("utf-8")
    rows = re.findall(r"^\| (.+) \| (\d{3}), ", page, re.MULTILINE)
    assert rows == [(name, str(status)) for name, (status, _) in ATTACKS.items()]


def test_every_answer_has_the_policy(hall: Hall) -> None:
    for path in ("/", "/board", "/wall", "/desk.js", "/api/event", "/none", "/api/log"):
        headers = hall.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"], path
        assert "unsafe" not in headers["content-security-policy"], path
        assert headers["x-content-type-options"] == "nosniff", path
        assert "access-control-allow-origin" not in headers and "set-cookie" not in headers


def test_pages_have_nothing_inline(hall: Hall) -> None:
    for path in ("/", "/board", "/wall", "/slips"):
        page = hall.get(path).body.decode()
        assert "http-equiv" not in page and " onclick" not in page and "style=" not in page
        scripts = page.split("<script")[1:]
        assert scripts and all(">" in one and "src=" in one.split(">")[0] for one in scripts), path


def test_a_flood_of_one_key_is_held_back(hall: Hall) -> None:
    board = hall.boards[3]
    found = [hall.desk.enter(board, "1-0", "black").status for _ in range(150)]
    assert found[0] == 200 and found.count(429) >= 10
    assert hall.desk.enter(board, None, "director").json["state"] == "open"
    assert hall.desk.ask("/api/event").status == 200


def test_who_guesses_keys_is_held_back(hall: Hall) -> None:
    def guess(number: int) -> Answer:
        return hall.desk.ask("/api/board", token=f"guess{number}", source="127.0.0.77")

    statuses = [guess(number).status for number in range(40)]
    assert statuses[-1] == 429 and set(statuses) == {403, 429}
    good = hall.desk.ask("/api/board", token=hall.key(0, "white"), source="127.0.0.77")
    assert good.status == 200  # who has a key is not held back by who guesses
    tokens = [hall.desk.ask("/api/log", token=f"t{n}", source="127.0.0.78") for n in range(40)]
    assert tokens[-1].status == 429


def test_a_flood_from_an_address_is_held_back(hall: Hall) -> None:
    request = f"GET /none HTTP/1.1\r\nHost: {hall.desk.host}\r\n\r\n".encode()
    with socket.create_connection(
        ("127.0.0.1", hall.desk.port), timeout=60, source_address=("127.0.0.79", 0)
    ) as connection:
        seen = b""
        for sent in range(50, 3000, 50):
            connection.sendall(request * 50)
            while seen.count(b"HTTP/1.1 ") < sent and (part := connection.recv(1 << 16)):
                seen += part
            if b" 429 " in seen:
                break
    assert b" 429 " in seen
    assert hall.desk.ask("/api/event").status == 200


def test_who_says_nothing_is_sent_away(hall: Hall) -> None:
    """Slow headers, slow bodies: they cost a connection for seconds, and nobody else anything."""
    head = f"POST /api/results HTTP/1.1\r\nHost: {hall.desk.host}\r\n".encode()
    body = b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"
    slow = []
    for text in (b"", head, head + body) * 10:
        connection = socket.create_connection(("127.0.0.1", hall.desk.port), timeout=60)
        connection.sendall(text)
        slow.append(connection)
    assert hall.desk.ask("/api/event").status == 200
    for connection in slow:
        answer = connection.recv(1 << 12)
        assert answer == b"" or b" 408 " in answer
        connection.close()


def test_names_are_texts(tmp_path: Path) -> None:
    folder = tmp_path / "of names"
    folder.mkdir()
    text = f"name,rating\n{_HOSTILE},2100\n=1+1,2000\n\u202egnp.exe,1900\nDan,1800\n"
    files = {"players.csv": base64.b64encode(text.encode()).decode()}
    with serving(folder) as desk:
        new = {"template": "chess", "data": "players.csv", "title": "</script>", "rounds": 2}
        made = desk.run("new", **new, players=4, files=files)
        assert made["changed"], made
        assert desk.run("pair", write=True)["changed"]
        answer = desk.ask("/api/event")
        assert answer.headers["content-type"] == "application/json"
        assert {_HOSTILE, "=1+1"} <= set(answer.json["names"])
        assert json.dumps(answer.json).count(_HOSTILE)
    shutil.rmtree(folder)
