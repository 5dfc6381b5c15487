"""A table of teams: which columns are games, wins, ties, losses, points and goals.

The numbers tell it in every language: games are wins, ties and losses together, points so many for
a win and one for a tie, a difference is goals for without goals against.  Headings decide where
numbers leave it open, and where a table has no games and no points.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from ..headings import normalize_heading, words, words_of

_LETTERS = (
    *("wdl", "wtl", "sun", "guv", "wgv", "gep", "vnp", "gnp", "vnd", "ved", "wrp", "zrp", "vrp"),
    *("внп", "vut", "vof", "gbm", "vei", "勝分敗"),
)
"""Wins, ties and losses in one letter each: in English, German, Dutch, Spanish, Italian, …"""
_RECORD = ("wins", "ties", "losses")
_OF_A_WIN = (3, 2)
"""The points of a win, where a tie has one."""
_OVERTIME = {
    "overtime_wins": words("otw|sow|sot|sso|gws|snv|snp|ot wins|so wins|ots|vp|vv|вб|во"),
    "overtime_losses": words("otl|ol|sol|ot|so|not|nso|nnv|nnp|otn|ot losses|so losses|pp|пб|по"),
}
"""Games decided after regular time, beside those won and lost in it."""
_DIFFERENCES = words_of("difference").union(words("diff|dif|gd|sg|dg|av|td|dr|pd|рм|+/-"))
_GOALS = re.compile(r"(\d+)\s*[-:–]\s*(\d+)")
_MOST_COLUMNS = 30

Numbers = Mapping[int, list[int]]
"""The columns of whole numbers, by their places."""
Places = dict[str, int]
"""The column of each field."""


@dataclass(frozen=True)
class TeamRecord:
    """The wins, losses and ties of a team so far."""

    team: str
    wins: int
    losses: int
    ties: int = 0


def name_records(
    headings: Sequence[str], rows: Sequence[Sequence[str]], names: Mapping[str, str]
) -> list[str]:
    """The headings of a table of teams with the fields that its numbers and its headings say.

    Where no heading says team, it is the first column with a text of its own in each row.

    >>> name_records(["", "G", "V", "N", "P", "Punti"], [["Roma", "3", "2", "1", "0", "7"]], {})
    ['team', 'played', 'wins', 'ties', 'losses', 'points']
    >>> rows = [["Aves", "7", "4", "2", "1", "1"], ["Boa", "4", "4", "1", "1", "2"]]
    >>> name_records(["Equipe", "P", "J", "V", "E", "D"], rows, {})
    ['team', 'points', 'played', 'wins', 'ties', 'losses']
    """
    named = list(headings)
    texts = [[row[at].strip() if at < len(row) else "" for row in rows] for at in range(len(named))]
    columns = {
        at: [int(text.strip("-–") or 0) for text in of]
        for at, of in enumerate(texts)
        if any(map(str.isdecimal, of)) and all(map(_is_count, of))
    }
    fields = [names.get(normalize_heading(heading), "") for heading in headings]
    if any(of in ("home", "away", "score") and at not in columns for at, of in enumerate(fields)):
        return named
    said = {of: at for at, of in enumerate(fields) if of in (*_RECORD, "points", "played")}
    late = _after_overtime(columns, headings)
    found = _by_numbers(
        {at: of for at, of in columns.items() if at not in late.values()}, headings, said
    )
    found = found or _by_letters(columns, headings, late)
    known = said | found
    if {"wins", "losses"} <= {*known}:
        record = [known[field] for field in _RECORD if field in known]
        late = {field: at for field, at in late.items() if at not in known.values()}
        if late and _sums(columns, record) != columns.get(known.get("played", -1)):
            found |= late
        if "points" not in known and "ties" in known:
            others = columns.keys() - {*known.values()}
            at = next((at for at in others if _are_points(columns, at, known)), -1)
            found |= {"points": at} if at >= 0 else {}
        found |= _goals(columns, headings, texts, {*known.values()} | {*found.values()})
        if not any(of in ("team", "home") and at not in columns for at, of in enumerate(fields)):
            own = (at for at, of in enumerate(texts) if at not in columns and _are_names(of))
            found |= {"team": at} if (at := next(own, -1)) >= 0 else {}
    for field, at in found.items():
        named[at] = field
    return named


def _is_count(text: str) -> bool:
    return text in ("", "-", "–") or (text.isascii() and text.isdecimal() and len(text) < 5)


def _are_names(texts: Sequence[str]) -> bool:
    """Whether each row has a text of its own, which is no number."""
    are_own = bool(texts) and len({*map(str.casefold, texts)}) == len(texts)
    return are_own and not any(map(is_number, texts))


def is_number(text: str) -> bool:
    """Whether a text is blank, or a number, a time or a share."""
    return not text or bool(re.fullmatch(r"[-+]?[\d.,:%]+", text))


def _by_numbers(columns: Numbers, headings: Sequence[str], said: Places) -> Places:
    """The only reading in which games and points are what they must be; none if there is none.

    No word of a heading contradicts it; of several it is the one with the most letters of one
    language in their places.
    """
    keys = [heading.strip().strip(".").casefold() for heading in headings]
    words = {field: at for field, at in said.items() if len(keys[at]) > 2}
    found: dict[tuple[tuple[int, ...], ...], Places] = {}
    for places in _readings(columns):
        told = {of: at for of, at in words.items() if of in places or at in places.values()}
        if all(places.get(field) == at for field, at in told.items()):
            found.setdefault(tuple(tuple(columns[places[of]]) for of in _RECORD), places)

    def agreeing(places: Places) -> int:
        letters = [keys[places[field]] for field in _RECORD]
        by_language = max(sum(a == b for a, b in zip(letters, of)) for of in _LETTERS)
        return by_language + sum(said.get(field) == at for field, at in places.items())

    ranked = sorted(found.values(), key=agreeing, reverse=True)
    best, second = [*map(agreeing, ranked[:2]), -1, -1][:2]
    are_many = len(next(iter(columns.values()), ())) > 3  # too many to be so by chance
    return ranked[0] if best > second and (best > 1 or are_many) else {}


def _readings(columns: Numbers) -> Iterator[Places]:
    """Each way in which all rows have as many games and points as wins and ties give."""
    if len(next(iter(columns.values()), ())) < 2 or len(columns) > _MOST_COLUMNS:
        return
    for three in combinations(columns, 3):
        sums = _sums(columns, three)
        for played in columns.keys() - {*three}:
            if not any(sums) or columns[played] != sums:
                continue
            for record in permutations(three):
                places = {"played": played, **dict(zip(_RECORD, record))}
                for points in columns.keys() - {played, *three}:
                    if _are_points(columns, points, places):
                        yield {**places, "points": points}


def _are_points(columns: Numbers, at: int, places: Places) -> bool:
    """Whether a column is what wins and ties give, but for a few teams that lost points."""
    wins, ties = (columns.get(places[field], ()) for field in ("wins", "ties"))
    for of_a_win in _OF_A_WIN:
        given = [of_a_win * w + t for w, t in zip(wins, ties)]
        if any(given) and sum(map(int.__ne__, columns[at], given)) <= len(given) // 5:
            return True
    return False


def _sums(columns: Numbers, places: Collection[int]) -> list[int]:
    return [*map(sum, zip(*(columns[at] for at in places if at in columns)))]


def _by_letters(columns: Numbers, headings: Sequence[str], late: Places) -> Places:
    """Of several languages the one whose letters add up to another column, the games.

    Without it all three must be there.
    """
    keys = [heading.strip().strip(".").casefold() for heading in headings]
    found: list[tuple[bool, int, Places]] = []
    for letters in _LETTERS:
        there = {f: keys.index(x) for f, x in zip(_RECORD, letters) if keys.count(x) == 1}
        sums = [_sums(columns, {*there.values(), *more}) for more in ((), late.values())]
        others = (at for at, of in columns.items() if at not in there.values() and of in sums)
        total = next(others, None)
        if len(there) == 3 or ({"wins", "losses"} <= {*there} and total is not None):
            games = {} if total is None else {"played": total}
            found.append((total is None, -len(there), {**there, **games}))
    return min(found, key=lambda one: one[:2])[2] if found else {}


def _after_overtime(columns: Numbers, headings: Sequence[str]) -> Places:
    """The columns of games won and lost after regular time.

    A second one, such as of those in shootouts, is ``overtime_wins_2``.
    """
    found: Places = {}
    for at in columns:
        key = headings[at].strip().strip(".").casefold()
        if field := next((field for field, of in _OVERTIME.items() if key in of), ""):
            found[field if field not in found else f"{field}_2"] = at
    return found


def _goals(
    columns: Numbers, headings: Sequence[str], texts: Sequence[Sequence[str]], taken: set[int]
) -> Places:
    """The columns of goals: for, against and their difference."""
    pairs = [
        (own, other, [a - b for a, b in zip(columns[own], columns[other])])
        for own, other in permutations(columns.keys() - taken, 2)
    ]
    found = [
        {"goals_for": own, "goals_against": other, "difference": at}
        for at, cells in enumerate(map(_whole, texts))
        for own, other, difference in pairs
        if at not in (own, other) and any(difference) and cells == difference
    ]
    scores = (at for at, cells in enumerate(texts) if at not in columns and goals_in(cells))
    if not found and (at := next(scores, -1)) >= 0:
        return {"goals": at}

    def rate(places: Places) -> tuple[bool, bool, int, int]:
        """66 - 18 = 48 is 66 - 48 = 18, too: a difference is called so, is below 0, or is last."""
        own, _, at = places.values()
        return normalize_heading(headings[at]) in _DIFFERENCES, at not in columns, -own, at

    return max(found, key=rate, default={})


def _whole(cells: Sequence[str]) -> list[int] | None:
    plain = [cell.replace("\N{MINUS SIGN}", "-").replace("–", "-").lstrip("+") for cell in cells]
    return [*map(int, plain)] if all(re.fullmatch(r"-?\d+", one) for one in plain) else None


def goals_in(cells: Sequence[str]) -> list[tuple[int, int]]:
    """The goals for and against in cells such as 66-18; none where one holds something else.

    >>> goals_in(["66-18", "54:30"]), goals_in(["66", "2-1"])
    ([(66, 18), (54, 30)], [])
    """
    found = [_GOALS.fullmatch(cell.strip()) for cell in cells]
    return [(int(one[1]), int(one[2])) for one in found if one] if all(found) else []
