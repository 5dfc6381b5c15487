"""A director: makes a workbook, types into it in LibreOffice, pairs and publishes by commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any, NamedTuple

from openpyxl import load_workbook

from tests.templates.tables import Tables
from tests.updates.typing_in_libreoffice import Typist
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import column_number

Run = Callable[..., tuple[int, str, str]]


class Page(NamedTuple):
    """What the hall sees."""

    status: str
    kind: str
    """``news`` or ``alert``: going on, wrong; blank otherwise."""
    facts: str
    """From when it is."""
    to_play: Sequence[str]
    """The open games, ``Round 2: Ann – Bob``."""
    table: Sequence[Mapping[str, str]]
    """The standings by heading."""

    def column(self, name: str, heading: str) -> dict[str, str]:
        """What stands under a heading, by name."""
        return {row[name]: row.get(heading, "") for row in self.table}


class Director:
    """The one who runs an event with a workbook that was made without data."""

    def __init__(self, run: Run, typist: Typist, template: str, *options: object) -> None:
        self._run, self._typist = run, typist
        self.book = Path("event.xlsx").absolute()
        self.command("new", template, "-o", self.book, *options)
        self._tables = Tables(Event.open(self.book).tables)

    def command(self, *arguments: object) -> str:
        """Run a command, which must succeed; gives its output."""
        code, out, err = self._run(*arguments)
        assert code == Exit.DONE, err
        return out

    def refused(self, *arguments: object) -> str:
        """Run a command that must fail; gives what it says."""
        code, _, err = self._run(*arguments)
        assert code == Exit.WRONG, err
        return err

    def type(self, places: Mapping[str, str | float]) -> None:
        """Type into cells, ``games[0].result`` or a defined name, one after the other, and save."""
        cells = []
        for place, value in places.items():
            sheet, cell = self._tables.place(place).split("!") if "[" in place else ("", place)
            cells.append((sheet, cell, value))
        self._typist.type_into(self.book, cells)

    def rows(self, table: str, *keys: str) -> list[list[Any]]:
        """The cells of a table as LibreOffice or a command has saved them."""
        found = self._tables[table]
        columns = [column_number(found.letter(key)) - 1 for key in keys]
        with closing(load_workbook(self.book, read_only=True, data_only=True)) as book:
            lines = book[found.sheet.title].iter_rows(
                found.first, found.last, 1, max(columns) + 1, values_only=True
            )
            return [[line[column] for column in columns] for line in lines]

    def status(self) -> str:
        """The status as the program that saved the workbook has calculated it."""
        with closing(load_workbook(self.book, read_only=True, data_only=True)) as book:
            return _state(book["Checks"]["A3"].value)

    def pair(self, *options: object) -> list[tuple[str, str]]:
        """Pair the next round; who has no opponent meets nobody."""
        out = self.command("pair", self.book, "--write", "--no-backup", "--json", *options)
        found = json.loads(out)
        rounds = found.get("rounds", [found])
        return [
            (pair["white_name"], pair.get("black_name") or "")
            for one in rounds
            for pair in one["pairs"]
        ]

    def rename(self, old: str, new: str) -> None:
        """Correct a name wherever it is typed."""
        self.command("rename", self.book, old, new, "--no-backup")

    def publish(self) -> Page:
        """Write the page and read it; the status is the one in the workbook."""
        self.command("publish", self.book, "-o", "event.html")
        return self.read_page()

    def read_page(self) -> Page:
        """The page that is there."""
        html = Path("event.html").read_text("utf-8")
        status = json.loads(Path("event.standings.json").read_text("utf-8"))["status"]
        kind = re.findall(r'<p class="status (\w+)"', html)
        facts = re.findall(r'<p class="facts">(.*?)</p>', html)
        page = Page(
            _state(status),
            kind[0] if kind else "",
            facts[0] if facts else "",
            list(_open_games(html)),
            list(_rows(html)),
        )
        assert "is not explained" not in html
        assert page.status == self.status(), "what LibreOffice calculates is what is published"
        return page


def _text(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html)).strip()


def _open_games(html: str) -> Any:
    listed = html.partition('<section id="next"')[2].partition("</section>")[0]
    when = ""
    for heading, game in re.findall(r"<h3>(.*?)</h3>|<tr>(<td.*?)</tr>", listed):
        when = _text(heading).partition(" (")[0] or when
        if game:
            players = " – ".join(map(_text, re.findall(r'<td class="text.*?</td>', game)))
            yield f"{when}: {players}" if when else players


def _rows(html: str) -> Any:
    for table in re.findall(r'<table class="standings.*?</table>', html, re.DOTALL):
        head, _, body = table.partition("<tbody>")
        headings = [_text(cell) for cell in re.findall(r"<th .*?</th>", head)]
        for row in re.findall(r"<tr.*?</tr>", body):
            row = re.sub(r'<span class="(unseen|form)".*?</span>|<b class="mark".*?</b>', "", row)
            cells = re.findall(r"<t[hd][ >].*?</t[hd]>", row)
            yield dict(zip(headings, map(_text, cells), strict=True))


def _state(status: object) -> str:
    """The status without the list that is full: these events have just the room that they need."""
    return str(status).partition("; ")[0]
