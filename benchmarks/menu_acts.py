"""Seconds of each entry of LibreOffice's menu, cold and warm, in an event at its middle.

    python -m benchmarks.menu_acts [PLAYERS ...]

It plays four rounds of a chess Swiss of 24 and of 200 players by the menu itself.  Cold is an entry
in a document that was just opened, by a program that was not yet started; warm is the same entry
again, after a cell has been typed.
"""

from __future__ import annotations

import csv
import os
import random
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil

from tests.hosts.calc_menu import Window, start_window
from tests.templates.tables import Tables
from xl_tourney.events.event import Event

ROUNDS = 5
RESULTS = {"1-0": "+-", "½-½": "==", "0-1": "-+"}
"""As typed, and from either side."""
Rows = list[list[str]]


class Played:
    """An event whose last round is to be paired, in a document that is open."""

    def __init__(self, window: Window, players: int) -> None:
        self._window, self._luck = window, random.Random(1)
        self.players, self.path = players, Path(f"event{players}.xlsx").absolute()
        window("load", "private:factory/scalc")
        made = {"template": "chess", "rounds": ROUNDS, "listed": "chosen", "path": str(self.path)}
        made |= {"players": players, "games": players // 2 * ROUNDS}
        print(window("command", "new", made), file=sys.stderr)
        self._tables = Tables(Event.open(self.path).tables)
        window("load", self.path.as_uri())
        names = [f"Player {n:03}" for n in range(1, players + 1)]
        self.type({f"listed[{n}].name": name for n, name in enumerate(names)})
        self.type({f"listed[{n}].rating": 2600 - 5 * n for n in range(players)})
        self.lines = {name: [name, str(2600 - 5 * n)] for n, name in enumerate(names)}
        numbers = {name: n for n, name in enumerate(names, 1)}
        for number in range(1, ROUNDS):
            window("command", "pair", {"seed": 1})
            self._play(number, numbers)
        window("save", self.path.as_uri(), "xlsx", False)

    def type(self, places: Mapping[str, str | float]) -> None:
        self._window("type", [(*self._tables.place(p).split("!"), v) for p, v in places.items()])

    def _play(self, number: int, numbers: Mapping[str, int]) -> None:
        games = self._tables["games"]
        rows = self._window("cells")[games.sheet.title]
        pairs = len(numbers) // 2
        for at in range(pairs * (number - 1), pairs * number):
            row = rows[games.first - 1 + at]
            white, black = (row[ord(games.letter(side)) - 65] for side in ("white", "black"))
            result = self._luck.choice([*RESULTS])
            self.type({f"games[{at}].result": result})
            for own, other, colour, sign in zip(
                (white, black), (black, white), "wb", RESULTS[result]
            ):
                self.lines[own].append(f"{sign}{colour}{numbers[other]}")

    def acts(self) -> Mapping[str, Mapping[str, Any]]:
        """The entries, and what is filled in."""
        data = Path(f"results{self.players}.csv").absolute()
        with data.open("w", encoding="utf-8", newline="") as file:
            heads = ["name", "rating", *(f"r{n}" for n in range(1, ROUNDS))]
            csv.writer(file).writerows([heads, *self.lines.values()])
        return {
            "explain": {"subject": "Player 003"},
            "whatif": {"team": "Player 003"},
            "check": {},
            "print": {"kinds": "boards"},
            "publish": {},
            "rename": {"old": "Player 003", "new": "Paula"},
            "update": {"data": str(data), "same_event": True},
            "pair": {"seed": 1},
            "new": {"template": "chess", "rounds": ROUNDS, "players": self.players},
        }

    def seconds(self, act: str, filled: Mapping[str, Any]) -> list[float]:
        """Cold, and warm."""
        end_program()
        self._window("load", self.path.as_uri())
        found = []
        for again in range(2):
            self.type({f"listed[{self.players - 1}].rating": 1000 + again})
            more = {"path": str(self.path.with_name(f"{act}{self.players}{again}.xlsx"))}
            steps = self._window("state")["undo"]
            begun = time.perf_counter()
            said = self._window("command", act, {**filled, **(more if act == "new" else {})})
            found.append(time.perf_counter() - begun)
            print(f"{self.players} {act}: {said.splitlines()[-1]}", file=sys.stderr)
            if self._window("state")["undo"] != steps:
                self._window("undo")
        return found


def end_program() -> None:
    """End the program that answers the menu of this LibreOffice."""
    for process in psutil.Process().children(recursive=True):
        if any(word.endswith(".open_workbooks") for word in process.cmdline()):
            process.kill()
    time.sleep(0.5)


def main(sizes: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with start_window(Path(folder)) as window:
            events = [Played(window, players) for players in sizes]
            heads = [f"{n} players, {when}" for n in sizes for when in ("cold", "warm")]
            print("| s | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads))
            for act in events[0].acts():
                times = [s for event in events for s in event.seconds(act, event.acts()[act])]
                print(f"| {act} | " + " | ".join(f"{s:.1f}" for s in times) + " |", flush=True)


if __name__ == "__main__":
    main([int(word) for word in sys.argv[1:]] or [24, 200])
