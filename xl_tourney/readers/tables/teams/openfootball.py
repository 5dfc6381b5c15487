"""The texts of openfootball as a table of games.

::

    = English Premier League 2023/24
    Matchday 1
    [Fri Aug/11]
      20.00  Burnley FC               0-3 (0-2)  Manchester City FC
    Sat Aug/12 2023
      13.30  1. FC Heidenheim 1846   v FSV Frankfurt            2-1 (1-1)
             SV Sandhausen           v VfR Aalen
"""

from __future__ import annotations

import re

from ..dates import month_of
from ..workbook import Rows
from .lines import HEADINGS, add_game, first_match

_SCORE = r"(?P<score>\d{1,2}\s*-\s*\d{1,2}(?:\s*(?:a\.e\.t\.|aet|pen\.?|n\.V\.))?)"
_DETAILS = r"(?:\s*\([^)]*\))?"
_TIME = r"(?:\(\d+\)\s+)?(?:\d{1,2}[.:]\d{2}\s+(?:UTC[+-]\d+\s+)?)?"
_GAME = re.compile(
    rf"\s+{_TIME}(?P<home>\S.*?)\s{{1,}}{_SCORE}{_DETAILS}\s+(?P<away>(?!a\.e\.t|pen)[^\s@(].*?)"
)
_VERSUS = re.compile(
    rf"\s+{_TIME}(?P<home>\S.*?)\s+(?:v|vs\.?|-)\s+(?P<away>\S.*?)"
    rf"(?:\s{{2,}}{_SCORE}{_DETAILS}.*|\s{{2,}}\[.*\].*)?"
)
_ROUND = re.compile(
    r"[»▪#*\s]*((?:matchday|round|spieltag|jornada|journée|giornata|group|week|(?:quarter|semi)?-?finals?|"
    r"play-?offs?|third[- ]place)\b.*?)\s*(?:\|.*|//.*)?",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\s*\[?\s*(?:[A-Za-z]{2,3}\.?,?\s+)?(?P<month>[A-Z][a-z]{2})[/ ](?P<day>\d{1,2})"
    r"(?:[ ,/]+(?P<year>\d{4}))?\s*\]?\s*"
)
_TITLE = re.compile(r"=+\s*(.*?\b(\d{4})(?:[/-]\d{2,4})?.*)")


def is_text(text: str) -> bool:
    """Whether a text begins with a title, and has rounds below.

    >>> is_text("= English Premier League 2023/24\\n\\nMatchday 1\\n")
    True
    """
    lines = [line for line in text.lstrip("\ufeff").splitlines() if line.strip()]
    titled = bool(lines) and bool(re.match(r"=+\s*\w", lines[0]))
    return titled and any(_ROUND.fullmatch(line) for line in lines[1:40])


def rows(text: str) -> tuple[Rows, list[tuple[int, str]]]:
    """The headings, each game at the row of its line, and the lines of anything else.

    >>> text = "= Cup 2023/24\\nMatchday 1\\n[Sat Jan/6]\\n  15.00  Ann FC  2-1 (1-0)  Bob FC\\n"
    >>> rows(text)
    ([['round', 'date', 'home', 'away', 'score'],
      [], [], ['Matchday 1', '2024-01-06', 'Ann FC', 'Bob FC', '2-1']], [])
    """
    found: Rows = [HEADINGS]
    others = []
    year = last_month = 0
    two_years = bool(re.search(r"\d{4}[/-]\d{2}", text[:120]))
    round_ = day = ""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        title, date = _TITLE.fullmatch(line.strip()), _DATE.fullmatch(line)
        if title and not year:
            year = int(title[2])
        elif not line.strip() or line.lstrip().startswith(("#", "=")):
            continue
        elif date and (month := month_of(date["month"])):
            if date["year"]:
                year = int(date["year"])
            elif month < last_month - 6 or (not last_month and month < 7 and two_years):
                year += 1
            last_month = month
            day = f"{year:04}-{month:02}-{int(date['day']):02}"
        elif header := _ROUND.fullmatch(line):
            round_ = header[1]
        elif game := _game(line):
            away = _plain(game["away"])
            add_game(found, number, [round_, day, game["home"], away, game["score"] or ""])
        elif not re.fullmatch(r"\s*[\[(;].*", line):
            others.append((number, line.strip()))
    return found, others


def _game(line: str) -> re.Match[str] | None:
    """The game in a line: with the score between the teams, or behind them."""
    patterns = (_VERSUS, _GAME) if re.search(r"\sv\s", line) else (_GAME, _VERSUS)
    return first_match(patterns, line)


def _plain(name: str) -> str:
    """The name of a team without a place or a note behind it."""
    return re.split(r"\s{2,}|\s+@\s|\s+\[", name.strip())[0]
