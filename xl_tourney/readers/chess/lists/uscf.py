"""The crosstable of the US Chess Federation as a table.

::

    Pair | Player Name                     |Total|Round|Round|
    Num  | USCF ID / Rtg (Pre->Post)       | Pts |  1  |  2  |
    -----------------------------------------------------------
        1 | ANN SMITH                       |2.0  |W   2|W   3|
       ON | 15445895 / R: 1794   ->1817     |N:2  |W    |B    |

The second line of a player gives the state, the number, the ratings and the colours.
"""

from __future__ import annotations

import re

_HEADING = re.compile(r"^\s*Pair\s*\|\s*Player Name", re.MULTILINE | re.IGNORECASE)
_RATING = re.compile(r"R:\s*(\d{1,4})")
_NUMBER = re.compile(r"^\s*(\d{6,9})\b")


def is_crosstable(text: str) -> bool:
    """Whether a text has the heading of such a crosstable.

    >>> is_crosstable(" Pair | Player Name |Total|Round|")
    True
    """
    return bool(_HEADING.search(text))


def rows(text: str) -> tuple[list[list[str]], list[tuple[int, str]]]:
    """The headings and a row a player, with the lines that hold anything else.

    Each game has its colour: ``W2w`` is a win as White.
    """
    found: list[list[str]] = []
    others: list[tuple[int, str]] = []
    rounds = 0
    for number, line in enumerate(text.splitlines(), 1):
        cells = [cell.strip() for cell in line.split("|")]
        if not line.strip("- \r") or cells[0] in ("Pair", "Num"):
            continue
        if len(cells) < 4:
            others.append((number, line.strip()))
        elif cells[0].isdecimal():
            rounds = max(rounds, len(cells) - 4)
            found.append([cells[0], cells[1], "", "", "", cells[2], *cells[3:-1]])
        elif found and not found[-1][2]:
            player, member = found[-1], _NUMBER.match(cells[1])
            rating = _RATING.search(cells[1])
            player[2] = cells[0] or "-"
            player[3] = member[1] if member else ""
            player[4] = rating[1] if rating else ""
            for at, colour in enumerate(cells[3:-1], 6):
                if at < len(player) and colour.lower() in ("w", "b") and player[at][-1:].isdigit():
                    player[at] = f"{player[at]}{colour.lower()}"
        else:
            others.append((number, line.strip()))
    headings = ["number", "name", "federation", "fide_number", "rating", "points"]
    return [headings + [f"R{number}" for number in range(1, rounds + 1)], *found], others
