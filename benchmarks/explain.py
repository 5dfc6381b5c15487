"""Explains every player of every sample, and every two neighbours, and checks all sentences.

``python -m benchmarks.explain [SAMPLE …]`` prints what each sample takes, and what does not hold.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from xl_tourney.errors import OptionError
from xl_tourney.explain.book import Book
from xl_tourney.explain.explain import open_book
from xl_tourney.explain.explanation import Explanation
from xl_tourney.explain.pair import explain_pair
from xl_tourney.explain.player import explain_player, list_players

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


def main(names: list[str]) -> int:
    """Explain the samples; 1 if something does not hold."""
    failed = 0
    for path in sorted(WORKBOOKS.glob("*.xlsx")):
        if names and path.stem not in names:
            continue
        started = time.process_time()
        book = open_book(path)
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
            f"{path.stem:28} opened {opened - started:5.2f} s, {asked:4} explanations, "
            f"{sentences:6} sentences, {formulas:6} formulas, {seconds:6.2f} s, {len(wrong)} wrong",
            flush=True,
        )
        for problem in wrong[:5]:
            print(f"    {problem[:400]}")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
