"""What the explanations of a page of many players take, in seconds of processor time.

``python -m benchmarks.explain_page [PLAYERS]``: a Swiss of chess of nine rounds, of 500 players if
nothing is said.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from xl_tourney.explanations.standings import explain_standings
from xl_tourney.generator.generate import made
from xl_tourney.publication.report import read_report
from xl_tourney.templates import TEMPLATES

ROUNDS = 9
POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}
OTHER = {"1": "0", "½": "½", "0": "1"}


def swiss(players: int) -> str:
    """A wall list as CSV: those of like points play, who is left over asks for half a point."""
    chance = random.Random(1)
    points, met = [0.0] * players, [set[int]() for _ in range(players)]
    cells = [[""] * ROUNDS for _ in range(players)]
    for held in range(ROUNDS):
        left = sorted(range(players), key=lambda player: (-points[player], chance.random()))
        while left:
            white = left.pop(0)
            black = next((player for player in left if player not in met[white]), None)
            if black is None:
                cells[white][held], points[white] = "H", points[white] + 0.5
                continue
            left.remove(black)
            met[white].add(black)
            met[black].add(white)
            result = chance.choice(list(POINTS))
            for own, other, side, sign in (
                (white, black, "w", result),
                (black, white, "b", OTHER[result]),
            ):
                cells[own][held] = f"{other + 1}{side}{sign}"
                points[own] += POINTS[sign]
    heading = ",".join(["name", "rating", *(f"r{k + 1}" for k in range(ROUNDS))])
    rows = (
        ",".join([f"Player {at + 1}", str(2400 - 2 * at), *row]) for at, row in enumerate(cells)
    )
    return "\n".join([heading, *rows]) + "\n"


def main(players: int = 500) -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder:
        results, book = Path(folder, "swiss.csv"), Path(folder, "swiss.xlsx")
        results.write_text(swiss(players), "utf-8")
        options = {"rules": "2024", "tiebreaks": "BH/C1,BH,SB", "players": players}
        content, _ = made(TEMPLATES["chess"], results, book.name, rounds=ROUNDS, **options)
        book.write_bytes(content)
        report = read_report(book)
        started = time.process_time()
        explained = explain_standings(report)
        seconds = time.process_time() - started
    print(f"{len(explained.reasons)} players explained in {seconds:.1f} s of processor time")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
