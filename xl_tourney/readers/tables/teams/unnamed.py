"""Games without headings, or under headings in no language that is known: told by what cells hold.

::

    2024-08-16, Reds, Blues, 1:0        Sat 3 May, 15:00, Reds, 1, 0, Blues
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from ....errors import InputError
from ..headings import normalize_heading, round_in
from ..workbook import Rows
from . import lines
from .sides import are_goals, are_scores, is_score, is_time

_DATE = re.compile(r"\d{4}[-./]\d{1,2}[-./]\d{1,2}.*|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)?.*")


def with_headings(
    rows: Rows, file: str, given: Mapping[str, str]
) -> tuple[Rows, str, Mapping[str, str]] | None:
    """The rows below headings that their cells tell, a sentence, and what is left of ``given``.

    The headings take the place of those that the file has, or are one row more.  ``given`` are
    fields by headings, where ``3`` is the third column.  None where the rows are no games.

    >>> rows = [["1", "Reds", "Blues", "2:1"], ["1", "Golds", "Greens", "0:0"]]
    >>> with_headings([*rows, ["2", "Reds", "Golds", "1:1"]], "x.csv", {})[0][0]
    ['round', 'home', 'away', 'score']
    """
    numbers = {int(key) - 1: field for key, field in given.items() if key.isdecimal()}
    filled = [row for row in rows if any(map(str.strip, row))]
    if not filled or max(map(len, filled)) == 1:
        found = lines.rows("\n".join(row[0] if row else "" for row in rows))
        said = "each line is read as a game: home, away and score"
        return (found[0], said, given) if found else None
    width = Counter(map(len, filled)).most_common(1)[0][0]
    body = [row for row in filled if len(row) == width]
    for has_headings in (False, True):
        columns = [[row[at].strip() for row in body[has_headings:]] for at in range(width)]
        told = {at: of for at, of in _fields(columns).items() if of not in numbers.values()}
        fields = {**told, **numbers}
        if {"home", "away"} <= {*fields.values()} and {"score", "home_score"} & {*fields.values()}:
            break
    else:
        if not numbers:
            return None
        fields, has_headings = {**fields, **numbers}, False
    if too_far := next((at for at in numbers if at >= width), None):
        raise InputError(f"{file}: there is no column {too_far + 1}; it has {width}.")
    others = body[0] if has_headings else [f"column {at + 1}" for at in range(width)]
    headings = [fields.get(at, other) for at, other in enumerate(others)]
    said = ", ".join(f"column {at + 1} as {field}" for at, field in sorted(fields.items()))
    left = {key: field for key, field in given.items() if not key.isdecimal()}
    start = rows.index(body[0])
    return (
        [*rows[:start], headings, *rows[start + has_headings :]],
        f"no heading is known; by what they hold {said} {'is' if len(fields) == 1 else 'are'} read",
        left,
    )


def with_numbered_columns(rows: Rows, start: int) -> Rows:
    """The rows below headings that number the columns, where the first row is no heading.

    >>> with_numbered_columns([["1", "Reds", "3", "9"], ["2", "Blues", "3", "4"]], 0)[0]
    ['column 1', 'column 2', 'column 3', 'column 4']
    """
    first = rows[start] if start < len(rows) else []
    numbers = [int(text) for text in first if text.strip().isdecimal()]
    if len(numbers) < 3 or numbers == [*range(1, len(numbers) + 1)]:
        return rows
    return [*rows[:start], [f"column {at}" for at in range(1, len(first) + 1)], *rows[start:]]


def _fields(columns: Sequence[Sequence[str]]) -> dict[int, str]:
    """The fields of games by column: both teams, what they scored, and the round or the day."""
    texts = {at: {*filter(None, cells)} for at, cells in enumerate(columns)}
    names = [at for at, cells in texts.items() if cells and all(map(_is_name, cells))]
    scores = [at for at, cells in texts.items() if are_scores(cells)]
    goals = [at for at, cells in texts.items() if are_goals(cells)]
    if len(names) > 2:  # a venue or a referee beside the teams, who play at home and away
        names = [*max(combinations(names, 2), key=lambda two: len(texts[two[0]] & texts[two[1]]))]
        teams = texts[names[0]] | texts[names[1]]
        others = (at for at, cells in texts.items() if at not in names and cells & teams)
        if not texts[names[0]] & texts[names[1]] or any(True for _ in others):
            return {}  # pairs of players, each in a column of its own
    if len(names) < 2 or not (scores or texts[names[0]] & texts[names[1]]):
        return {}  # players and their clubs are two columns, too
    found = dict(zip(names, ("home", "away")))
    behind = [at for at in goals if at > names[0]]
    if len(scores) == 1:
        found[scores[0]] = "score"
    elif len(behind) == 2:
        found |= dict(zip(behind, ("home_score", "away_score")))
    days = [
        at for at, cells in texts.items() if at not in found and all(map(_DATE.fullmatch, cells))
    ]
    days = [at for at in days if texts[at]]
    rounds = [
        at for at in range(names[0]) if at in goals or (texts[at] and all(map(round_in, texts[at])))
    ]
    if first := (rounds or days)[:1]:
        found[first[0]] = "round"
    return found


def _is_name(text: str) -> bool:
    is_other = _DATE.fullmatch(text) or is_time(text) or is_score(text) or round_in(text)
    return sum(map(str.isalpha, text)) > 1 and not is_other and bool(normalize_heading(text))
