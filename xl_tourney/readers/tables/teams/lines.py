"""Games as people write them down, a line each, as a table.

::

    Round 1
    1.5.2026 Ants - Bees 2:1
    2. Cats vs Dögs 0-3 aet
    Ants 2 : 1 Dögs
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..excel import Rows
from ..headings import round_in

HEADINGS = ["round", "date", "home", "away", "score"]
_DATE = (
    r"(?:\d{1,3}[.:)]\s+)?(?:(?P<date>\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{4}-\d\d-\d\d)[,;:]?\s+)?"
)
_LATE = r"(?:\s+(?:a\.?e\.?t\.?|OT|n\.?V\.?|pen\.?))?"
_SCORE = rf"(?P<score>\d{{1,3}}\s?[:–-]\s?\d{{1,3}}{_LATE})"
_BETWEEN = r"\s+(?:[-–—]|vs?\.?)\s+"
_BEHIND = re.compile(rf"{_DATE}(?P<home>\S.*?){_BETWEEN}(?P<away>\S.*?)[\s,:]+{_SCORE}")
_AMID = re.compile(rf"{_DATE}(?P<home>\S.*?)\s+{_SCORE}\s+(?P<away>\S.*?)")
_OPEN = re.compile(rf"{_DATE}(?P<home>\S.*?){_BETWEEN}(?P<away>\S.*?)")


def rows(text: str) -> tuple[Rows, list[tuple[int, str]]] | None:
    """The headings, each game at the row of its line, and the titles above; None if it is no list.

    It is one only if each line below the titles is a game, a round, or blank.

    >>> rows("Cup\\nRound 1\\nAnts - Bees 2:1\\nCats - Dogs 0:0 aet\\nAnts - Cats")
    ([['round', 'home', 'away', 'score'], [], ['Round 1', 'Ants', 'Bees', '2-1'],
      ['Round 1', 'Cats', 'Dogs', '0-0 aet'], ['Round 1', 'Ants', 'Cats', '']], [(1, 'Cup')])
    >>> rows("Ants - Bees - Cats 2:1\\nAnts - Bees 2:1")
    """
    found: Rows = [HEADINGS]
    titles, round_ = [], ""
    for number, line in enumerate(map(str.strip, text.splitlines()), 1):
        if game := _game(line):
            score = game.groupdict().get("score") or ""
            row = [round_, game["date"] or "", game["home"], game["away"], score]
            add_game(found, number, row)
        elif round_in(line) and len(line) < 40:
            round_ = line
        elif line and len(found) > 1:
            return None
        elif line:
            titles.append((number, line))
    games = [row for row in found[1:] if row]
    if sum(bool(row[-1]) for row in games) < 2:
        return None
    filled = [at for at in range(len(HEADINGS)) if any(row[at] for row in games)]
    return [[row[at] for at in filled] if row else [] for row in found], titles


def add_game(rows: Rows, number: int, game: list[str]) -> None:
    """Add a game at the row of its line, with its score as 2-1."""
    *facts, score = map(str.strip, game)
    rows += [[] for _ in range(len(rows), number - 1)]
    rows.append([*facts, re.sub(r"\s*[:–-]\s*", "-", score, count=1)])


def first_match(patterns: Iterable[re.Pattern[str]], line: str) -> re.Match[str] | None:
    """What the first pattern that fits a whole line finds in it."""
    return next((found for one in patterns if (found := one.fullmatch(line))), None)


def _game(line: str) -> re.Match[str] | None:
    """The game in a line, unless a name in it may be two."""
    if re.search(r"[;\t|]|,\S", line):
        return None
    found = first_match((_BEHIND, _AMID, _OPEN), line)
    names = f"{found['home']}\n{found['away']}" if found else ""
    return None if re.search(rf"{_BETWEEN}|\d\s?:\s?\d", names) else found
