"""Every tournament of the test data: read, built, calculated, exported, and read again.

python benchmarks/export_round_trips.py [FOLDER OF DATA] [MOST BYTES]
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from xl_tourney import export
from xl_tourney.errors import TourneyError
from xl_tourney.exports.formats import SUFFIXES
from xl_tourney.generator.generate import make
from xl_tourney.templates import TEMPLATES

FORMATS = (
    ("go", "*.h9", "h9"),
    ("go", "*.xml", "opengotha"),
    ("bridge", "*.xml", "usebio"),
    ("chess", "*.trf", "trf"),
)
_OPPONENT = re.compile(r"([1-9]\d*)(.*)")


def games(game: str, results: Any) -> Iterator[tuple[object, ...]]:
    """Each round of each player with the opponent's name, or each line of a session."""
    if game == "bridge":
        yield from (tuple(vars(line).values()) for line in results.lines)
        return
    for player in results.players:
        for number, entry in enumerate(player.rounds, 1):
            found = _OPPONENT.fullmatch(entry)
            other = results.players[int(found[1]) - 1].name if found else ""
            yield player.name, number, other, found[2] if found else entry


def main(folder: Path, most_bytes: int) -> None:
    total = alike = 0
    with tempfile.TemporaryDirectory() as name:
        for game, pattern, format_name in FORMATS:
            for path in sorted((folder / game).glob(pattern)):
                if path.stat().st_size > most_bytes:
                    continue
                book = Path(name, "book.xlsx")
                copy = Path(name, f"copy{SUFFIXES[format_name][0]}")
                template = TEMPLATES[game]
                try:
                    make(template, path, book)
                    export(book, to=format_name, output=copy, force=True, anyway=True)
                except TourneyError as error:
                    print(f"{path.name}: {error}")
                    continue
                before, after = (list(games(game, template.read(file))) for file in (path, copy))
                missing = len(set(before) - set(after))
                total += len(before)
                alike += len(before) - missing
                print(f"{path.name}: {len(before)} entries, {missing} others", flush=True)
    print(f"{alike} of {total} entries are the same")


if __name__ == "__main__":
    main(
        Path(sys.argv[1] if len(sys.argv) > 1 else "tests/data"), int((sys.argv[2:] or [2**20])[0])
    )
