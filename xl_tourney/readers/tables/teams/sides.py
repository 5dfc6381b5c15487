"""Lists of games of teams, and their tables, as sites write them: which column is whose.

===============================  ===================================================
football-data.co.uk              ``HomeTeam AwayTeam FTHG FTAG FTR``
Basketball-, Hockey-Reference    ``Visitor PTS Home PTS``: a score stands behind its team
Pro-Football-Reference           ``Winner (@) Loser PtsW PtsL``: @ where the winner was away
engsoccerdata, Kaggle, nflverse  ``home visitor hgoal vgoal``, ``home_team_goals`` …
===============================  ===================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ...values import OVERTIME, TO_PLAY, find_word
from ..headings import normalize_heading, round_in, words, words_of
from ..workbook import texts_of
from .records import is_number, name_records

_SIDES = {
    **dict.fromkeys(("host", "1", "one", *words_of("home", "home team")), "home"),
    **dict.fromkeys(("visitor", "visitors", "visiting", "guest", "2", "two"), "away"),
    **dict.fromkeys(words_of("away", "away team"), "away"),
}
TWO_SIDES = ("home", "away")
SCORES = ("home_score", "away_score")
_TEAM_WORDS = words_of("team", "club", "name")
_NAMES = _TEAM_WORDS.union(
    words_of("player"), words("teams|clubs|players|side|neutral|long|full|squad|p")
)
_SCORES = words_of("goals", "points").union(words("score|scores|goal|pts|runs|gls|placar|skor"))
_SHORT = re.compile(r"([hva])_?(?:goals?|score|pts)", re.IGNORECASE)
_WHOLE_GAME = frozenset(
    words("ft|full|time|team|final|total|fulltime|90|match|matches|game|results|endergebnis")
)
"""Words beside a score that do not make it that of a half, or an expected one."""
_LATE = {
    "shootout": frozenset(words("penalties|pens|pen|penalty|shootout|pso|so")),
    "extra": frozenset(words("et|aet|extra|overtime|ot")),
}
"""Words beside a side for what it scored after regular time."""
_LETTERS_OF_SIDES = {
    frozenset(("h", "a")): {"h": "home", "a": "away"},
    frozenset(("a", "b")): {"a": "home", "b": "away"},
    frozenset(("l", "v")): {"l": "home", "v": "away"},
}
"""Letters that are sides: beside team_h, team_a is no first team, but the visitors."""
_BEHIND = _SCORES | {"g", "r", "sc", "t"}
"""Headings of a score that stands right behind its team."""
_SCORE = re.compile(r"(?!\d+-\d+-\d)\d+\s*[-:–x×]\s*\d+.*", re.IGNORECASE)
_NAMED = words_of("home", "away", "team", "club", "name", "opponent") | {"a", "b", "against", "opp"}
"""Headings of columns that hold names, not numbers: A is goals against, where numbers stand."""
_MOST_SCORE = 250
_TIME = re.compile(
    r"(?:[01]?\d|2[0-3])(?:[:.][0-5][05])?(?::00)?\s*(?:[ap]\.?m\.?|uhr|h)"
    r"|(?:[01]?\d|2[0-3])[:.][0-5][05](?::00)?",
    re.IGNORECASE,
)
_RESULTS = words_of("result") | {"winner", "score", "outcome", "ft"}


def words_in(heading: str) -> list[str]:
    """The words of a heading: ``homeTeamGoals``, ``home_goals`` and ``Home Goals`` have some.

    >>> words_in("homeTeamGoals"), words_in("Visitor/Neutral"), words_in("team1")
    (['home', 'team', 'goals'], ['visitor', 'neutral'], ['team', '1'])
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])", " ", heading)
    return [normalize_heading(word) for word in re.findall(r"[^\W_]+", spaced)]


def _field(heading: str, letters: Mapping[str, str] = {}) -> str:
    """The field that the words of a heading say: a side, with its name or its score.

    >>> [_field(h) for h in ("home_team", "visitor_pts", "HomeGoals", "home_xg", "home_score_ht")]
    ['home', 'away_score', 'home_score', '', '']
    >>> _field("team1"), _field("hgoal"), _field("home_team_id"), _field("Team A")
    ('home', 'home_score', '', '')
    >>> [_field(heading) for heading in ("Team Gast", "goles_local", "FTHomeScore", "Gols casa")]
    ['away', 'home_score', 'home_score', 'home_score']
    """
    if short := _SHORT.fullmatch(heading.strip()):
        return "home_score" if short[1].lower() == "h" else "away_score"
    known = {**_SIDES, **letters}
    parts = words_in(heading)
    sides = {known[word] for word in parts if word in known}
    rest = {word for word in parts if word not in known}
    if len(sides) != 1 or len(parts) < 2:
        return ""
    side = sides.pop()
    if rest <= _NAMES:
        return side
    for what, of in _LATE.items():
        if rest & of and not rest & {"points"} and rest <= of | _SCORES | _WHOLE_GAME:
            return f"{side}_{what}"
    is_score = len(rest & _SCORES) == 1 and rest <= _SCORES | _WHOLE_GAME
    return f"{side}_score" if is_score else ""


def side_of(text: str) -> str | None:
    """The side that words beside a set say; blank where there are none, None where it is unclear.

    >>> side_of("home "), side_of("p1"), side_of(" score"), side_of("of the year")
    ('home', 'home', '', None)
    """
    rest = {*words_in(text)} - _NAMES - _SCORES
    sides = {_SIDES.get(word) for word in rest}
    return (sides.pop() if len(sides) == 1 else None) if rest else ""


def _as_on_the_page(heading: str) -> str:
    """A heading without what pandas makes of one that stands twice, or of none.

    >>> [_as_on_the_page(heading) for heading in ("PTS.1", "Unnamed: 5", "overall wins")]
    ['PTS', '', 'wins']
    """
    text = re.sub(r"^Unnamed: \d+(?:_level_\d)?$|(?<=[A-Za-z])\.\d$", "", heading.strip())
    return re.sub(r"^(?:overall|all|total)[ _](?=\w)", "", text)


def name_sides(
    headings: list[str], rows: Sequence[Sequence[str]], names: Mapping[str, str]
) -> list[str]:
    """The headings with the sides that their words, their places and the values below tell.

    ``names`` are the fields that are known, by their normalized headings.

    >>> row = ["Oct 30", "Wizards", "84", "Cavaliers", "94", "OT"]
    >>> name_sides(["Date", "Visitor/Neutral", "PTS", "Home/Neutral", "PTS", ""], [row], {})
    ['Date', 'away', 'away_score', 'home', 'home_score', 'overtime']
    >>> names = {name: name for name in ("home", "away")}
    >>> name_sides(["Home", "T1", "", "T2", "Away"], [["Reds", "3", ":", "1", "Blues"]], names)
    ['Home', 'home_score', '', 'away_score', 'Away']
    """
    headings = name_records([_as_on_the_page(heading) for heading in headings], rows, names)
    if {"wins", "losses"} <= {*headings}:
        fields = [names.get(normalize_heading(heading), "") for heading in headings]
        of_table = [heading * (of not in SCORES) for heading, of in zip(headings, fields)]
        return _without_numbers(of_table, rows)
    # team_a_score beside team_b_score: the same words but for a letter
    told = {(*words_in(heading),) for heading in headings}
    letters = next(
        (
            sides
            for two, sides in _LETTERS_OF_SIDES.items()
            if sum(len({*parts} & two) == 1 and len(parts) > 1 for parts in told) > 1
            and all(any(letter in parts for parts in told if len(parts) > 1) for letter in two)
        ),
        {},
    )
    named = [_field(heading, letters) or heading for heading in headings]
    for of_both, of_sides in (
        (_TEAM_WORDS, TWO_SIDES),
        (words_of("result", "res"), SCORES),
    ):
        two = [at for at, one in enumerate(named) if normalize_heading(one) in of_both]
        texts = [{row[at].strip() for at in two if at < len(row)} - {""} for row in rows]
        if of_both == _TEAM_WORDS and 2 * sum(len(of) == 2 for of in texts) < len(texts):
            break  # one team, named twice
        if len(two) == 2 and not {*of_sides} & {*named}:
            named[two[0]], named[two[1]] = of_sides
    keys = [normalize_heading(heading) for heading in named]
    sides = [names.get(key, _SIDES.get(key, "")) for key in keys]
    for at, key in enumerate(keys[1:], 1):
        if key in _BEHIND and keys.count(key) == 2 and sides[at - 1] in TWO_SIDES:
            named[at] = f"{sides[at - 1]}_score"
    known = {normalize_heading(name) for name in named}
    has_scores = {*SCORES} <= {*named} or {"fthg", "ftag"} <= known or {"hg", "ag"} <= known
    for at, heading in enumerate(headings):
        key, cells = normalize_heading(heading), texts_of(rows, at)
        if not heading.strip() and cells and all(find_word(cell, OVERTIME) for cell in cells):
            named[at] = "overtime"
        elif key in ("result", "res", "ft", "score") and cells:
            has_score = any(map(is_score, cells))
            if has_scores and not has_score and named[at] not in SCORES:
                named[at] = ""
            elif key == "ft" and has_score and not has_scores:
                named[at] = "score"
        elif key in ("season", "saison") and cells and all(map(_is_season, cells)):
            named[at] = ""
    if "round" not in (names.get(normalize_heading(name)) for name in named):
        columns = [texts_of(rows, at) for at in range(len(named))]
        rounds = [at for at, of in enumerate(columns) if of and all(map(round_in, of))]
        named = ["round" if [at] == rounds else heading for at, heading in enumerate(named)]
    named = _without_numbers(named, rows)
    return _with_scores(named, rows, [names.get(normalize_heading(name), "") for name in named])


def _without_numbers(named: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The headings without those of names above numbers; teams that have numbers are two sides."""
    numbers = [
        at
        for at, heading in enumerate(named)
        if normalize_heading(heading) in _NAMED
        and (cells := texts_of(rows, at))
        and all(map(is_number, cells))
    ]
    are_records = {"wins", "losses"} <= {*named} or {"w", "l"} <= {
        name.casefold() for name in named
    }
    if len(numbers) == 2 and not are_records:
        return list(named)
    return ["" if at in numbers else heading for at, heading in enumerate(named)]


def _with_scores(
    named: Sequence[str], rows: Sequence[Sequence[str]], fields: Sequence[str]
) -> list[str]:
    """The headings with those of the scores, where no heading says so, by place and values.

    They are two columns of whole numbers between the teams, or the only one with scores such as
    2-1 in it.
    """
    found = list(named)
    if {*SCORES, "score"} & {*fields, *named}:
        return found
    sides = [next((at for at, of in enumerate(fields) if of == side), -1) for side in TWO_SIDES]
    if min(sides) < 0:
        return found
    free = [at for at, field in enumerate(fields) if not field]
    between = [at for at in free if min(sides) < at < max(sides) and are_goals(texts_of(rows, at))]
    if len(between) == 2:
        for at, score in zip(between if sides[0] < sides[1] else between[::-1], SCORES):
            found[at] = score
        return found
    scores = [at for at in free if are_scores(texts_of(rows, at))]
    if len(scores) == 1:
        found[scores[0]] = "score"
    return found


def are_goals(cells: set[str]) -> bool:
    """Whether all cells are whole numbers that may be scores."""
    return bool(cells) and all(cell.isdecimal() and int(cell) <= _MOST_SCORE for cell in cells)


def is_time(text: str) -> bool:
    """Whether a text is a time of a day, on five minutes.

    >>> [is_time(text) for text in ("15:30", "7:15 PM", "8pm", "2:1", "15:31")]
    [True, True, True, False, False]
    """
    return bool(_TIME.fullmatch(text))


def is_score(text: str) -> bool:
    """Whether a text is a score such as 2-1, 2:1 n.V. or 2 x 1."""
    return bool(_SCORE.fullmatch(text.strip()))


def are_scores(cells: set[str]) -> bool:
    """Whether all cells are scores such as 2-1, or say that there is none yet."""
    scores = set(filter(is_score, cells))
    return (
        bool(scores)
        and not all(map(is_time, scores))
        and all(cell in scores or find_word(cell, TO_PLAY) for cell in cells)
    )


def possible_scores(columns: Iterable[tuple[str, Sequence[str]]]) -> list[str]:
    """The headings of columns that may hold the results of games, though none says so.

    >>> possible_scores([("Winner", ["Reds"]), ("Time", ["15:30", "18:00"]), ("No", ["1", "2"])])
    ['Winner']
    >>> possible_scores([("No", list("1234")), ("M", list("2012")), ("V", list("0311"))])
    ['M', 'V']
    >>> possible_scores([("Tore H", ["2"]), ("Tore G", ["0"]), ("Pitch", ["1"])])
    ['Tore H', 'Tore G']
    """
    filled = [(heading, [cell for cell in cells if cell]) for heading, cells in columns]
    named = [
        heading
        for heading, cells in filled
        if cells and (are_scores({*cells}) or {*words_in(heading)} & (_RESULTS | _SCORES))
    ]
    goals = [
        heading
        for heading, cells in filled
        if are_goals({*cells}) and not _are_numbered(cells) and heading not in named
    ]
    return named or (goals if len(goals) > 1 else [])


def _are_numbered(cells: Sequence[str]) -> bool:
    """Whether numbers rise from row to row, as those of games do."""
    numbers = list(map(int, cells))
    return len(numbers) > 3 and numbers == sorted({*numbers})


def _is_season(cell: str) -> bool:
    """Whether a text names a season, and is no number of games.

    >>> _is_season("2023"), _is_season("2023/24"), _is_season("82")
    (True, True, False)
    """
    return bool(re.fullmatch(r"(?:1[89]|20)\d\d(?:\.0)?(?:\s*[-/–]\s*\d{2,4})?", cell))
