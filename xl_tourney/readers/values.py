"""Values as people write them: words in place of a value, ratings and ranks of go."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date

from .results_csv import CsvRow

OVERTIME = "overtime"
REGULAR_TIME = "regular time"
TO_PLAY = "to play"
WALKOVER = "walkover"
SHOOTOUT = "shootout"

WORDS = {
    OVERTIME: (
        "yes|y|true|1|x|ja|oui|si|sí|sì|tak|ano|да|ot|1ot|2ot|3ot|4ot|5ot|ot2|ot3|so|f/ot|f/so|"
        "overtime|shootout|extra time|et|aet|a.e.t.|pen|pens|pen.|penalties|pso|n.v.|nv|i.e.|ie|"
        "n.p.|verlängerung|elfmeterschießen|t.a.b.|tab|a.p.|ap|d.t.s.|dts|d.c.r.|dcr|prol.|"
        "prórroga|po prodl.|po sn|от"
    ),
    REGULAR_TIME: "0|no|n|false|reg|reg.|regular|n/a|na|-|–|none|nein|non|nee|nie|ne|нет|ft|f",
    TO_PLAY: (
        "|-|–|-:-|–:–|- : -|:|v|v.|vs|vs.|tbd|postponed|ppd|p-p|abgesagt|verlegt|verschoben|"
        "ausgefallen|"
        "reporté|reporte|aplazado|rinviata|rinviato|uitgesteld|przełożony|odloženo|перенесён|"
        "перенесен|перенос|延期"
    ),
    SHOOTOUT: (
        "so|f/so|shootout|pen|pens|pen.|penalties|pso|i.e.|ie|n.p.|elfmeterschießen|t.a.b.|tab|"
        "a.p.|ap|d.c.r.|dcr|po sn"
    ),
    WALKOVER: "w/o|wo|w.o.|ff|forfeit|walkover|awd|awarded|kampflos|forfait|wertung",
}
"""What a word stands for, each with its words in small letters; a shootout is overtime, too."""


def find_word(written: str, *meanings: str) -> str:
    """What a text stands for, of some meanings or of all; blank where it is no such word.

    >>> find_word("n.V."), find_word("(AET)"), find_word("abgesagt"), find_word("2")
    ('overtime', 'overtime', 'to play', '')
    """
    text = written.strip().removeprefix("(").removesuffix(")").strip().casefold()
    found = (key for key in meanings or WORDS if text in WORDS[key].casefold().split("|"))
    return next(found, "")


NOTES = "*?~!"
"""The marks that lists put behind a strength: provisional, estimated, not sure."""
_THOUSANDS = re.compile(r"(\d{1,2})[., '’](\d{3})")
_RANK = re.compile(r"(\d{1,2})\s*-?\s*([^\W\d_]+)\.?")
GRADES = {
    "k": ("k", "kyu", "kyû", "kiu", "級", "级", "кю"),
    "d": ("d", "dan", "段", "дан"),
    "p": ("p", "pro"),
}
"""The letters of ranks of go, each with the words for it."""


_HALVES = {"½": 0.5, "¼": 0.25, "¾": 0.75}
_RATING = re.compile(r"(\d{3,4})\s*(?:[A-Z]|P\d{1,2})?")
"""A rating, with its kind as the French federation's 2000 F, or with its games as in 1553P17."""


def parse_points(row: CsvRow, column: str) -> float | None:
    """Points: 2.5, 2,5, 2½ and ½; None where it is blank."""
    written = row.text(column)
    half = _HALVES.get(written[-1:])
    if half is None:
        return row.optional_number(column)
    whole = written[:-1].strip()
    return half + (CsvRow(row.file, row.number, {column: whole}).optional_number(column) or 0)


def parse_rating(row: CsvRow, column: str) -> float | None:
    """A rating: 1900, also as 1 900, 1,900, 1.900 and 1900*; None where it is blank."""
    written = row.text(column).rstrip(NOTES).rstrip()
    if written in ("", "-", "–"):
        return None
    if plain := _RATING.fullmatch(written):
        return float(plain[1])
    thousands = _THOUSANDS.fullmatch(written)
    if thousands:
        return float(thousands[1] + thousands[2])
    return CsvRow(row.file, row.number, {column: written}).required_number(column)


def is_rank(text: str) -> bool:
    """Whether a text is a rank of go.

    >>> is_rank("3 dan"), is_rank("1k?"), is_rank("12")
    (True, True, False)
    """
    return bool(_rank_of(text))


def _rank_of(text: str) -> str:
    """A rank as 1d, 2k or 9p; blank where a text is none."""
    found = _RANK.fullmatch(text.rstrip(NOTES).rstrip().lower())
    letter = next((key for key, words in GRADES.items() if found and found[2] in words), "")
    return f"{int(found[1])}{letter}" if found and letter else ""


def parse_rank(row: CsvRow, column: str) -> str:
    """A rank of go as 1d, 2k or 9p: also 1 dan, 6 Kyu and 1d?; blank where it is."""
    written = row.text(column).rstrip(NOTES).rstrip()
    rank = _rank_of(written)
    if not rank and written not in ("", "-", "–"):
        raise row.error(
            f"{column} must be a rank such as 5k, 5 kyu, 3d or 3 dan, not “{written}”; correct it"
        )
    return rank


_DATE = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})\b(.*)")
_FIRST_YEAR = 70
"""Two digits of a year: from here on they are of the last century."""


def read_dates(texts: Sequence[str], follow: bool = True) -> dict[str, str]:
    """The dates of a column as 2026-03-31, in one order of day and month; none if it is unclear.

    With points the day is first.  Else the order is the one in which all are dates; if both are,
    the one in which they follow each other, if they are to ``follow``.

    >>> read_dates(["12/08/2023", "13/08/2023"])["12/08/2023"]
    '2023-08-12'
    >>> read_dates(["8/12/23", "8/13/23"])["8/12/23"], read_dates(["1/2/2023", "round 3"])
    ('2023-08-12', {})
    """
    written = list(dict.fromkeys(filter(None, texts)))
    found = [match for match in map(_DATE.fullmatch, written) if match]
    if not found or len(found) < len(written):
        return {}
    orders = [(1, 3)] if all(match[2] == "." for match in found) else [(1, 3), (3, 1)]
    read = [days for order in orders if (days := _dates(found, *order))]
    in_order = [days for days in read if days == sorted(days)]
    only = read if len(read) == 1 or not follow else in_order
    (chosen,) = only if len(only) == 1 else ([],)
    return {match[0]: f"{day}{match[5]}" for match, day in zip(found, chosen)}


_BIRTH = re.compile(r"(1[89]|20)\d\d(?:[-/.]\d{1,2}(?:[-/.]\d{1,2})?)?")


def parse_births(rows: Sequence[CsvRow], column: str) -> list[str]:
    """The births in a column: years, or dates with the year first; blank where they are.

    Of dates whose order of day and month is unclear the year is taken.
    """
    written = [row.text(column) for row in rows]
    dates = read_dates([text for text in written if _DATE.fullmatch(text)], follow=False)
    return [_parse_birth(row, column, dates) for row in rows]


def _parse_birth(row: CsvRow, column: str, dates: Mapping[str, str]) -> str:
    written = row.text(column)
    if written.strip("-–?0/. ") == "":
        return ""
    found = _DATE.fullmatch(written)
    if found and len(found[4]) == 4:
        if written not in dates:
            row.note(f"of the birth “{written}” the year is read: month or day may be first")
        return dates.get(written, found[4])
    if not _BIRTH.fullmatch(written):
        raise row.error(
            f"{column} must be a year such as 1990, or a date with its year in four figures, not "
            f"“{written}”; correct it"
        )
    return written


def _dates(found: Sequence[re.Match[str]], day: int, month: int) -> list[date]:
    """The dates, with the groups of day and month; none if one of them is no date."""
    days = []
    for match in found:
        year = int(match[4])
        if len(match[4]) == 2:
            year += 1900 if year >= _FIRST_YEAR else 2000
        try:
            days.append(date(year, int(match[month]), int(match[day])))
        except ValueError:
            return []
    return days
