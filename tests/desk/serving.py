"""A desk that serves, in a process of its own, and those who ask it."""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.processes import started
from xl_tourney.desk.answers import Desk
from xl_tourney.resource_limits import kill_tree

SIDES = ("white", "black")
Json = dict[str, Any]


def make_book(folder: Path, players: int = 8, rounds: int = 3) -> Path:
    """A Swiss of chess whose first round is paired."""
    before = Path.cwd()
    desk = Desk(folder)
    lines = (f"Player {number},{2400 - 3 * number}\n" for number in range(players))
    (folder / "players.csv").write_text("name,rating\n" + "".join(lines), "utf-8")
    new = {"template": "chess", "data": "players.csv", "rounds": rounds, "players": players}
    for command, filled in (("new", new), ("pair", {"write": True, "seed": 1})):
        question = {"ask": "run", "command": command, "filled": filled}
        answer = json.loads(desk.answer(json.dumps(question)))
        assert "error" not in answer, answer
    os.chdir(before)
    return (folder / "chess.xlsx").rename(folder / "open.xlsx")


class Answer(NamedTuple):
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Json:
        """The body."""
        found: Json = json.loads(self.body)
        return found


class Client:
    """Somebody who asks a desk; a token or a key is named with each question."""

    def __init__(self, address: str) -> None:
        base, _, self.token = address.strip().partition("/?token=")
        self.host = base.removeprefix("http://")
        self.port = int(self.host.rpartition(":")[2])

    def ask(
        self,
        path: str,
        body: Any = None,
        *,
        token: str = "",
        method: str = "",
        headers: Mapping[str, str | None] | None = None,
        source: str = "",
    ) -> Answer:
        """The answer; headers of None are left out, from another address of this machine."""
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        given: dict[str, str | None] = {"Host": self.host}
        if data is not None:
            given |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
        if token:
            given["Authorization"] = f"Bearer {token}"
        given |= headers or {}
        where = (source, 0) if source else None
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=60, source_address=where
        )
        try:
            asked = method or ("GET" if data is None else "POST")
            connection.putrequest(asked, path, skip_host=True, skip_accept_encoding=True)
            for name, value in given.items():
                if value is not None:
                    connection.putheader(name, value)
            connection.endheaders(data)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    def event(self) -> Json:
        """The event, as the director has it."""
        return self.ask("/api/event", token=self.token).json

    def boards(self) -> list[Json]:
        """The boards of the round."""
        boards: list[Json] = self.event()["boards"]
        return boards

    def enter(self, board: Json, result: str | None, by: str, **more: Any) -> Answer:
        """A result as one side, or as the director."""
        entry = {"round": board["round"], "board": board["board"], "result": result, "by": by}
        if by in SIDES:
            entry["key"] = board["keys"][by]
        token = "" if by in SIDES else self.token
        return self.ask("/api/results", {**entry, **more}, token=token)

    def states(self) -> list[str]:
        """The states of the boards."""
        return [board["state"] for board in self.boards()]

    def run(self, command: str, **filled: Any) -> Json:
        """A command of the director."""
        return self.ask(f"/api/commands/{command}", filled, token=self.token).json


class Served(Client):
    """A desk in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout
        super().__init__(process.stdout.readline())

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        """End it as Ctrl+C does."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


@contextmanager
def serving(place: Path, *options: str) -> Iterator[Served]:
    """The desk of a workbook or a folder; it is killed in the end."""
    with started("desk", str(place), "--no-browser", "--port", "0", *options) as process:
        try:
            yield Served(process)
        finally:
            kill_tree(process.pid)
