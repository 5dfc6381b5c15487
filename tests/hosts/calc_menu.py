"""A LibreOffice with our menu, and a director who uses nothing else."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.events.director import Director, Page, Run
from tests.templates.tables import Tables
from xl_tourney.events.event import Event
from xl_tourney.hosts.libreoffice import install, program

_SECONDS = 60

Cells = Mapping[str, list[list[str]]]


class Window:
    """The documents of a LibreOffice, each verb of ``tests/stand_ins/calc_window.py``."""

    def __init__(self, process: subprocess.Popen[str], temporary: Path) -> None:
        self.temporary = temporary
        """The folder of what LibreOffice and its menu write for themselves."""
        self._process = process

    def __call__(self, verb: str, *words: Any) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([verb, *words]) + "\n")
        self._process.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        """The next answer."""
        assert self._process.stdout
        found = json.loads(self._process.stdout.readline())
        assert not (isinstance(found, dict) and "error" in found), found
        return found

    def command(self, name: str, **arguments: object) -> str:
        """What an entry of the menu says; what it typed can be taken back in one step."""
        before, steps = self("cells"), self("state")["undo"]
        said = self("command", name, arguments)
        after = self("cells")
        if after != before:
            assert self("state")["undo"][1:] == steps
            self("undo")
            assert self("cells") == before
            self("redo")
            assert self("cells") == after
        return str(said)


@contextmanager
def start_window(folder: Path) -> Iterator[Window]:
    """Start LibreOffice with the menu in a profile of its own, and end it."""
    install.install(folder / "profile")
    profile, soffice = install.open_profile(folder / "profile"), program.find().soffice
    quiet = ("--headless", "--norestore", "--nolockcheck", "--nodefault")
    pipe = f"xl_tourney_{os.getpid()}_{folder.name}"
    temporary = folder / "temporary"
    temporary.mkdir()
    environment = {**program._clean_environment(), "TMPDIR": str(temporary)}
    own = soffice.with_name("python")
    script = Path(__file__).parents[1] / "stand_ins" / "calc_window.py"
    with (
        subprocess.Popen(
            [str(soffice), *quiet, *profile.arguments, f"--accept=pipe,name={pipe};urp;"],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as office,
        subprocess.Popen(
            [str(own if own.exists() else "/usr/bin/python3"), str(script), pipe],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as process,
    ):
        window = Window(process, temporary)
        assert window.answer() == "ready"
        try:
            yield window
        finally:
            window("end")
            process.terminate()
            office.wait(timeout=_SECONDS)


class MenuDirector(Director):
    """The one who runs an event in LibreOffice without one command line.

    At every step a copy is saved, of which the command line must say the same.
    """

    def __init__(self, run: Run, window: Window, template: str, *options: object) -> None:
        made = Path("made.xlsx").absolute()
        window("load", "private:factory/scalc")
        said = window.command("new", template=template, path=str(made), **_arguments(options))
        assert said.startswith(f"{made}: "), said
        self._open(run, window, made)

    @classmethod
    def going_on(cls, run: Run, window: Window, book: bytes) -> MenuDirector:
        """Open a workbook that was saved."""
        director = cls.__new__(cls)
        made = Path("made.xlsx").absolute()
        made.write_bytes(book)
        director._open(run, window, made)
        return director

    def _open(self, run: Run, window: Window, made: Path) -> None:
        self._run, self._window = run, window
        self.book = Path("event.xlsx").absolute()
        window("load", made.as_uri())
        self._tables = Tables(Event.open(made).tables)
        self._save()

    def _save(self) -> None:
        self._window("save", self.book.as_uri(), "xlsx", True)

    def type(self, places: Mapping[str, str | float]) -> None:
        """Type into cells of the document that is open."""
        self._window("type", [(*self.place(place), value) for place, value in places.items()])
        self._save()

    def place(self, place: str) -> list[str]:
        """The sheet and the cell of ``games[0].result``; of a defined name itself."""
        return self._tables.place(place).split("!") if "[" in place else ["", place]

    def pair(self, *options: object) -> list[tuple[str, str]]:
        """Pair the next round by the menu, as the command line would."""
        options = options if "--seed" in options else (*options, "--seed", 1)
        found = json.loads(self.command("pair", self.book, "--json", *options))
        said = self._window.command("pair", **_arguments(options))
        assert said.endswith("was written."), said
        self._save()
        rounds = found.get("rounds", [found])
        return [
            (pair["white_name"], pair.get("black_name") or "")
            for one in rounds
            for pair in one["pairs"]
        ]

    def rename(self, old: str, new: str) -> None:
        """Correct a name by the menu."""
        said = self._window.command("rename", old=old, new=new)
        assert f"{old} → {new}" in said
        self._save()

    def publish(self) -> Page:
        """Publish by the menu; the command line gives the same page."""
        there = super().publish()
        said = self._window.command("publish", page="event.html")
        assert said.startswith("event.html: "), said
        here = self.read_page()
        assert here == there
        return here


def _arguments(options: tuple[object, ...]) -> dict[str, object]:
    """Options of a terminal as arguments: ``--seed 1``."""
    names = [str(name).removeprefix("--").replace("-", "_") for name in options[::2]]
    renamed = {"from": "first_day"}
    return {renamed.get(name, name): value for name, value in zip(names, options[1::2])}
