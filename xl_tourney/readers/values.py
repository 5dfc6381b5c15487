"""Values as people write them: words in place of a value, ratings and ranks of go."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .results_csv import CsvRow
from .tables.dates import DATE, read_dates

OVERTIME = "overtime"
REGULAR_TIME = "regular time"
TO_PLAY = "to play"
WALKOVER = "walkover"
SHOOTOUT = "shootout"
BOTH_LOST = "both lost"
ANNULLED = "annulled"
NO_RESULT = "no result"

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
    BOTH_LOST: (
        "both lost|both lose|double loss|double forfeit|double walkover|beide verloren|"
        "double forfait|double défaite|ambos pierden|doble derrota|doppia sconfitta|obie przegrały"
    ),
    ANNULLED: (
        "annulled|annul|void|voided|annulliert|annullé|annulé|anulado|annullata|annullato|"
        "anulowany|anulováno"
    ),
    NO_RESULT: "no result|n/r|nr|abandoned|washed out|match abandoned|rain|ohne ergebnis",
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


def own_numbers(rows: Sequence[CsvRow], column: str) -> list[str]:
    """The numbers in a column; none where two rows have the same or one has none."""
    numbers = [row.text(column).strip(".").lstrip("0") for row in rows]
    usable = all(map(str.isdecimal, numbers)) and len({*numbers}) == len(numbers)
    return numbers if usable else []


def is_rank(text: str) -> bool:
    """Whether a text is a rank of go.

    >>> is_rank("3 dan"), is_rank("1k?"), is_rank("12")
    (True, True, False)
    """
    return bool(rank_of(text))


def rank_of(text: str) -> str:
    """A rank as 1d, 2k or 9p; blank where a text is none."""
    found = _RANK.fullmatch(text.rstrip(NOTES).rstrip().lower())
    letter = next((key for key, words in GRADES.items() if found and found[2] in words), "")
    return f"{int(found[1])}{letter}" if found and letter else ""


def parse_rank(row: CsvRow, column: str) -> str:
    """A rank of go as 1d, 2k or 9p: also 1 dan, 6 Kyu and 1d?; blank where it is."""
    written = row.text(column).rstrip(NOTES).rstrip()
    rank = rank_of(written)
    if not rank and written not in ("", "-", "–"):
        raise row.error(
            f"{column} must be a rank such as 5k, 5 kyu, 3d or 3 dan, not “{written}”; correct it"
        )
    return rank


_BIRTH = re.compile(r"(1[89]|20)\d\d(?:[-/.]\d{1,2}(?:[-/.]\d{1,2})?)?")


def parse_births(rows: Sequence[CsvRow], column: str) -> list[str]:
    """The births in a column: years, or dates with the year first; blank where they are.

    Of dates whose order of day and month is unclear the year is taken.
    """
    written = [row.text(column) for row in rows]
    dates = read_dates([text for text in written if DATE.fullmatch(text)], follow=False)
    return [_parse_birth(row, column, dates) for row in rows]


def _parse_birth(row: CsvRow, column: str, dates: Mapping[str, str]) -> str:
    written = row.text(column)
    if written.strip("-–?0/. ") == "":
        return ""
    found = DATE.fullmatch(written)
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
