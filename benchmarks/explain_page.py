"""What the explanations of a page of many players take, in seconds of processor time.

``python -m benchmarks.explain_page [PLAYERS] [ROUNDS]``: a Swiss of chess, of 500 players and nine
rounds if nothing is said.  Then what commands take, in pairs: of the workbook as it was made, and
of one whose stamp is damaged, so that it is calculated first.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from xl_tourney.defined_names import STAMP_PROPERTY
from xl_tourney.events.report import read_report
from xl_tourney.explanations.standings import explain_standings
from xl_tourney.generator.generate import made
from xl_tourney.ooxml.custom_properties import with_property
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES

COMMANDS = ("standings", "explain", "whatif", "publish")
POINTS = {"1": 1.0, "½": 0.5, "0": 0.0}
OTHER = {"1": "0", "½": "½", "0": "1"}


def swiss(players: int, rounds: int) -> str:
    """A wall list as CSV: those of like points play, who is left over asks for half a point."""
    chance = random.Random(1)
    points, met = [0.0] * players, [set[int]() for _ in range(players)]
    cells = [[""] * rounds for _ in range(players)]
    for held in range(rounds):
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
    heading = ",".join(["name", "rating", *(f"r{k + 1}" for k in range(rounds))])
    rows = (
        ",".join([f"Player {at + 1}", str(2400 - 2 * at), *row]) for at, row in enumerate(cells)
    )
    return "\n".join([heading, *rows]) + "\n"


def without_stamp(content: bytes) -> bytes:
    """The same workbook, which does not say any more that it is calculated."""
    package = Package(content)
    parts = with_property(package, STAMP_PROPERTY, "none")
    return package.with_parts({name: text.encode() for name, text in parts.items()})


def processor_seconds(command: str, book: Path) -> float:
    """What a command takes, with the process in which it works."""
    more: Sequence[str] = {"explain": ["Player 1"], "publish": ["-o", str(book) + ".html"]}.get(
        command, []
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    arguments = [sys.executable, "-m", "xl_tourney", command, str(book), *more]
    subprocess.run(arguments, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(players: int = 500, rounds: int = 9) -> None:
    """Print the figures."""
    with TemporaryDirectory() as folder:
        results, book = Path(folder, "swiss.csv"), Path(folder, "swiss.xlsx")
        results.write_text(swiss(players, rounds), "utf-8")
        options = {"rules": "2024", "tiebreaks": "BH/C1,BH,SB", "players": players}
        content, _ = made(TEMPLATES["chess"], results, book.name, rounds=rounds, **options)
        book.write_bytes(content)
        report = read_report(Package.from_path(book))
        started = time.process_time()
        explained = explain_standings(report)
        seconds = time.process_time() - started
        print(f"{len(explained.reasons)} players explained in {seconds:.1f} s of processor time")
        other = book.with_name("other.xlsx")
        other.write_bytes(without_stamp(content))
        for command in COMMANDS:
            pairs = [
                (processor_seconds(command, book), processor_seconds(command, other))
                for _ in range(3)
            ]
            stamped, calculated = map(min, zip(*pairs))
            print(f"{command}: {stamped:.2f} s; calculated first {calculated:.2f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
