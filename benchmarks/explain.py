"""Explains everybody of every sample and test event, all neighbours, and checks all sentences.

``python -m benchmarks.explain [SAMPLE …]`` prints what each sample takes, and what does not hold.
With ``--inputs`` it types one cell of each input column anew instead, and prints how many of the
explanations fail then.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from openpyxl import load_workbook

from tests.explanations.events import EVENTS, event
from xl_tourney.errors import OptionError
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import read_book
from xl_tourney.explanations.explanation import Explanation
from xl_tourney.explanations.place.pair import explain_pair
from xl_tourney.explanations.place.rows import list_players
from xl_tourney.explanations.player import explain_player
from xl_tourney.ooxml.package import Package

WORKBOOKS = Path(__file__).parent.parent / "workbooks"


def explanations(book: Book) -> Iterator[Explanation]:
    """Every player, and every two who stand below each other in a table."""
    players = list(list_players(book))
    for player in players:
        yield explain_player(book, player)
    for above, below in pairwise(players):
        if above.table.sheet == below.table.sheet:
            try:
                yield explain_pair(book, above, below)
            except OptionError:  # two tables side by side
                continue


def spoil(path: Path) -> None:
    """Change the first filled cell of each input column; who explained otherwise is told so."""
    book = read_book(Package.from_path(path))
    asked = [explain_player(book, player) for player in list_players(book)]
    for table in book.tables:
        for column in table.columns:
            sheet = book.values[table.sheet.title]
            cells = (f"{table.letter(column.key)}{r}" for r in range(table.first, table.last + 1))
            cell = next((c for c in cells if sheet[c].value not in (None, "")), None)
            if not column.is_input or cell is None:
                continue
            old = sheet[cell].value
            workbook = load_workbook(path)
            workbook[table.sheet.title][cell].value = _other(old)
            data = io.BytesIO()
            workbook.save(data)
            changed = read_book(Package(data.getvalue(), path.name))
            failed = sum(bool(explanation.check(changed).wrong) for explanation in asked)
            where = f"{table.sheet.title}!{cell}"
            print(
                f"{path.stem:26} {column.heading:24} {where:18} {old!r:.12} → {_other(old)!r:.12}: "
                f"{failed} of {len(asked)} explanations fail",
                flush=True,
            )


def _other(value: object) -> object:
    if isinstance(value, (int, float)):
        return value + 1
    text = str(value)
    for sign, other in (("+", "-"), ("-", "+"), ("1", "0"), ("0", "1"), ("½", "1")):
        if text.endswith(sign):
            return text[:-1] + other
    return f"{text} x"


def main(names: list[str]) -> int:
    """Explain the samples; 1 if something does not hold."""
    if "--inputs" in names:
        for path in sorted(WORKBOOKS.glob("*.xlsx")):
            if path.stem in names or names == ["--inputs"]:
                spoil(path)
        return 0
    failed = 0
    for name in names or [*sorted(path.stem for path in WORKBOOKS.glob("*.xlsx")), *EVENTS]:
        started = time.process_time()
        book = (
            event(name)
            if name in EVENTS
            else read_book(Package.from_path(WORKBOOKS / f"{name}.xlsx"))
        )
        opened = time.process_time()
        asked = sentences = formulas = 0
        wrong = []
        for explanation in explanations(book):
            check = explanation.check(book)
            asked, sentences = asked + 1, sentences + check.sentences
            formulas += check.formulas
            wrong += [f"{explanation.subject}: {problem}" for problem in check.wrong]
        seconds = time.process_time() - opened
        print(
            f"{name:28} opened {opened - started:5.2f} s, {asked:4} explanations, "
            f"{sentences:6} sentences, {formulas:6} formulas, {seconds:6.2f} s, {len(wrong)} wrong",
            flush=True,
        )
        for problem in wrong[:5]:
            print(f"    {problem[:400]}")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
