"""The records of a TRF about the tournament itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...catalogue.cells import CellError
from ...functions.chess.codes import parse_code
from ...functions.chess.rule_sets import RULE_SETS, parse_date
from ..files import clean_text
from .lines import FIRST_ROUND, ROUND_WIDTH, TrfLine
from .tournament import INDIVIDUAL_SCORING, Bye, rules_on

Warn = Callable[[TrfLine, str], None]

TEXTS = {
    "012": "name",
    "022": "city",
    "032": "federation",
    "042": "start",
    "052": "end",
    "092": "type",
    "102": "arbiter",
    "122": "time_control",
    "152": "first_colour",
    "XXC": "first_colour",
    "192": "type_code",
}
"""Records that are one text each, by the field that they fill."""

COUNTS = {"062": "players", "072": "rated players", "082": "teams"}

_POINTS = re.compile(r"([A-Z]{1,3})\s*=?\s*(\d{1,3}(?:[.,]\d{1,2})?)")
_ROUND_ROBIN = re.compile(r"round.?robin|berger|schev", re.IGNORECASE)
_TEAM_SCORING = (2.0, 1.0, 0.0)


def _check_order(line: TrfLine, win: float, draw: float, loss: float) -> None:
    if not win > draw >= loss >= 0:
        raise line.wrong("a win must give more than a draw, and a draw not less than a loss", 5, 28)


def _short_date(written: str) -> str:
    """A date as it fits above a round: ``26/04/01``."""
    return written[2:] if parse_date(written) and len(written) == 10 else written


class Header:
    """The header of a file, read line by line."""

    def __init__(self, warn: Warn) -> None:
        self._warn = warn
        self.fields: dict[str, Any] = {}
        """The fields of the tournament that were read."""
        self.counts: dict[str, tuple[TrfLine, int]] = {}
        """The numbers of players, rated players and teams that the file states, by record."""
        self.byes: list[tuple[TrfLine, Bye]] = []
        self._readers: dict[str, Callable[[TrfLine], None]] = {
            **dict.fromkeys(TEXTS, self._text),
            **dict.fromkeys(COUNTS, self._count),
            "112": self._deputy,
            "132": self._round_dates,
            "142": self._rounds,
            "XXR": self._rounds,
            "162": self._scoring,
            "XXS": self._scoring,
            "362": self._team_scoring,
            "202": self._codes,
            "212": self._codes,
            "240": self._bye,
        }

    def take(self, line: TrfLine) -> bool:
        """Read a line; returns whether it belongs to the header."""
        read = self._readers.get(line.code)
        if read:
            read(line)
        return read is not None

    def _text(self, line: TrfLine) -> None:
        name = TEXTS[line.code]
        self.fields[name] = clean_text(line.field(5), f"the text of {line.code}", line.wrong)

    def _count(self, line: TrfLine) -> None:
        words = line.field(5).split()  # some programs put a second figure in brackets behind it
        if words and not words[0].isdecimal():
            raise line.wrong(f"“{words[0]}” is no number of {COUNTS[line.code]}", 5, 8)
        if words:
            self.counts[line.code] = line, int(words[0])

    def _deputy(self, line: TrfLine) -> None:
        name = clean_text(line.field(5), "the deputy", line.wrong)
        if name:
            self.fields["deputies"] = (*self.fields.get("deputies", ()), name)

    def _round_dates(self, line: TrfLine) -> None:
        """Dates above their rounds, or in some files one a line."""
        dates = line.text[4:].split()
        if not line.field(5, FIRST_ROUND - 1):
            starts = range(FIRST_ROUND, len(line.text) + 1, ROUND_WIDTH)
            dates = [line.field(at, at + ROUND_WIDTH - 2) for at in starts]
        before = self.fields.get("round_dates", ())
        self.fields["round_dates"] = (*before, *map(_short_date, dates))

    def _rounds(self, line: TrfLine) -> None:
        rounds = line.whole(5, max(8, len(line.text)), "the number of rounds")
        if rounds is not None:
            self.fields["announced_rounds"] = rounds

    def _points_of(self, line: TrfLine) -> dict[str, float]:
        rest = line.text[4:].upper()
        found = dict(_POINTS.findall(rest))
        if _POINTS.sub("", rest).replace(",", "").replace(";", "").strip():
            raise line.wrong("letters with their points are expected, such as W 1.0  D 0.5", 5, 10)
        return {letter: float(points.replace(",", ".")) for letter, points in found.items()}

    def _scoring(self, line: TrfLine) -> None:
        """Points of results: W D L, P pairing-allocated bye; JaVaFo says PAB."""
        points = self._points_of(line)
        win, draw, loss = (
            points.get(letter, usual) for letter, usual in zip("WDL", INDIVIDUAL_SCORING)
        )
        bye = points.get("P", points.get("PAB", win))
        scoring = (win, draw, loss) if bye == win else (win, draw, loss, bye)
        _check_order(line, win, draw, loss)
        if any(points.get(letter) for letter in ("A", "X")):
            self._warn(line, "points for absences are not counted")
        if scoring != INDIVIDUAL_SCORING:
            self.fields["scoring"] = scoring

    def _team_scoring(self, line: TrfLine) -> None:
        points = self._points_of(line)
        scoring = tuple(
            points.get(letters, usual) for letters, usual in zip(("TW", "TD", "TL"), _TEAM_SCORING)
        )
        _check_order(line, *scoring)
        if scoring != _TEAM_SCORING:
            self.fields["team_scoring"] = scoring

    def _codes(self, line: TrfLine) -> None:
        codes = []
        for code in filter(None, re.split(r"[,;\s]+", line.field(5))):
            try:
                parse_code(code)
            except CellError as error:
                self._warn(line, f"{error.value.message}; it is left out")
            else:
                codes.append(code)
        self.fields["codes"] = tuple(codes)
        self.fields["codes_begin_with_points"] = line.code == "212"

    def _bye(self, line: TrfLine) -> None:
        type_ = line.field(5, 5).upper()
        round_ = line.whole(7, 9, "the round")
        if type_ not in ("F", "H", "Z"):
            raise line.wrong(f"“{type_}” is no bye; F, H or Z is", 5, 5)
        if round_ is None or round_ < 1:
            raise line.wrong("the round is missing", 7, 9)
        numbers = tuple(line.numbers(11, "a number of a player or team"))
        self.byes.append((line, Bye(type_, round_, numbers)))

    def system(self) -> str:
        """The system that the type of the tournament names."""
        named = " ".join(self.fields.get(name, "") for name in ("type_code", "type"))
        return "round-robin" if _ROUND_ROBIN.search(named) else "swiss"

    def rules(self, warn: Callable[[str], None]) -> str:
        """The text of C.07 in force on the first day; blank where the file has no date."""
        written = self.fields.get("start", "")
        if not written:
            return ""
        day = parse_date(written.replace(" ", ""))
        if day is None:
            warn(f"the first day “{written}” is no date such as 2026/03/01, so it picks no rules")
            return ""
        rules = rules_on(day)
        if day < RULE_SETS[rules].first_day:
            warn(f"the first day {written} is before the oldest text here; {rules} is taken")
        return rules
