"""The files of rules: TOML, one a league, checked with one sentence a mistake.

A file has ten lines or so::

    name = "My league"
    source = "Where the rules are written."
    points = "3-1-0"
    criteria = ["Points", "Difference", "For"]

``docs/reference/rules.md`` says what else it may have.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from ....errors import OptionError
from ....readers.files import refuse_digits
from ..games import printed
from .criteria import MAX_CRITERIA, criteria_of, overall
from .rules import (
    CARRIED,
    HEAD_TO_HEAD,
    Bonus,
    Conferences,
    HeadToHead,
    Line,
    NextPlaced,
    Points,
    Rules,
    Series,
    Split,
    home_games,
    meetings,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SHIPPED = Path(__file__).parent / "shipped"
"""The files that come with the package."""
_DEFAULT = "baseball"
_LARGEST = 100_000
"""A file of rules has a few hundred bytes; a larger one is none."""
_MOST_LINES = 6
_MOST_PARTS = 4
_RENAMED = {
    "played", "won", "tied", "lost", "late_won", "late_lost", "bonus", "scored", "conceded",
    "difference", "ratio", "second_for", "second_against", "second_difference", "second_ratio",
    "rate", "points", "percent",
}  # fmt: skip
"""The columns of the table that a file may give other headings."""


@cache
def shipped_names() -> tuple[str, ...]:
    """The names of the rules that are shipped.

    >>> "fifa-2026" in shipped_names()
    True
    """
    return tuple(sorted(path.stem for path in SHIPPED.glob("*.toml")))


def read_rules(named: str) -> Rules:
    """The rules with a name, those of a file, or those of a text of TOML, which has several lines.

    >>> read_rules("nhl-2019").points.overtime_loss
    1.0
    >>> read_rules("fifa")
    Traceback (most recent call last):
    ...
    xl_tourney.errors.OptionError: rules is “fifa”, which is no file and none of the rules that \
are shipped; did you mean fifa-1986 or fifa-2022 or fifa-2026? xl-tourney rules --league lists them.
    """
    if "\n" in named:
        return _Checked(_parse(named, "rules"), "rules").rules(named)
    known = "-".join(named.casefold().split())
    if known in shipped_names():
        return _shipped(known)
    path = Path(named)
    if path.suffix.casefold() == ".toml" or path.is_file():
        return _of_file(path)
    meant = " or ".join(_near(named))
    remedy = f"did you mean {meant}? " if meant else ""
    raise OptionError(
        f"rules is “{named}”, which is no file and none of the rules that are shipped; {remedy}"
        "xl-tourney rules --league lists them."
    )


def _near(named: str) -> list[str]:
    """The names that may be meant: that begin so, are for such a sport, or look alike."""
    names, word = shipped_names(), named.casefold()
    begin = [name for name in names if name.startswith(word)]
    of_sport = [name for name in names if word in _shipped(name).name.casefold()]
    return (begin or of_sport or get_close_matches(word, names, n=3, cutoff=0.4))[:4]


@cache
def _shipped(name: str) -> Rules:
    return replace(_of_file(SHIPPED / f"{name}.toml"), text="")


def _of_file(path: Path) -> Rules:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise OptionError(f"{path}: cannot be read ({error.strerror}); correct the path.") from None
    if len(data) > _LARGEST:
        raise OptionError(f"{path}: is too large for a file of rules; give one in TOML.")
    refuse_digits(data, str(path))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OptionError(f"{path}: is no text in UTF-8; save it as such.") from None
    return _Checked(_parse(text, str(path)), str(path)).rules(text)


def _parse(text: str, where: str) -> Mapping[str, Any]:
    try:
        entries: Mapping[str, Any] = tomllib.loads(text)
        return entries
    except tomllib.TOMLDecodeError as error:
        raise OptionError(
            f'{where}: is no TOML: {str(error).rstrip(".")}; a line is such as points = "3-1-0".'
        ) from None


class _Checked:
    """The entries of a file, each taken once: what is left over is a mistake, and is said."""

    def __init__(self, entries: Mapping[str, Any], where: str, under: str = "") -> None:
        self.where, self.under = where, under
        self.left = dict(entries)

    def error(self, key: str, message: str) -> OptionError:
        """A mistake in an entry."""
        return OptionError(f"{self.where}: {self.under}{key} {message}.")

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self.left.pop(key, default)
        if value is None:
            raise self.error(key, f'is missing; add a line {key} = "…"')
        if not isinstance(value, str) or (default is None and not value.strip()):
            raise self.error(key, f"is {value!r}; it must be a text in quotes")
        return " ".join(value.split())

    def number(self, key: str, least: float = 0, whole: bool = False) -> float | None:
        """A number, None if it is not there."""
        value = self.left.pop(key, None)
        if value is None:
            return None
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not least <= value <= 9999 or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            raise self.error(key, f"is {value!r}; it must be {kind} from {least:g}")
        return float(value)

    def whole(self, key: str, least: int = 1) -> int | None:
        """A whole number, None if it is not there."""
        number = self.number(key, least, whole=True)
        return None if number is None else int(number)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self.left.pop(key, False)
        if not isinstance(value, bool):
            raise self.error(key, f"is {value!r}; it must be true or false, without quotes")
        return value

    def table(self, key: str) -> _Checked | None:
        """A part with entries of its own."""
        value = self.left.pop(key, None)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self.error(key, f"is {value!r}; it must be a part that begins with [{key}]")
        return _Checked(value, self.where, f"{self.under}{key}.")

    def tables(self, key: str) -> list[_Checked]:
        """Parts of one kind."""
        value = self.left.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error(key, f"must be parts that begin with [[{key}]] each")
        return [_Checked(one, self.where, f"{key} {at}: ") for at, one in enumerate(value, 1)]

    def names(self, key: str) -> list[str]:
        """A list of texts."""
        value = self.left.pop(key, None)
        if not isinstance(value, list) or not value or not all(isinstance(v, str) for v in value):
            raise self.error(key, f'must be a list of texts such as {key} = ["Points", "For"]')
        return [" ".join(name.split()) for name in value]

    def wholes(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers from 1, none if it is not there."""
        value = self.left.pop(key, [])
        if not isinstance(value, list) or any(type(n) is not int or n < 1 for n in value):
            raise self.error(key, f"must be a list of whole numbers from 1 such as {key} = [3, 5]")
        return tuple(value)

    def done(self, known: Callable[[], str]) -> None:
        """Refuse what is left over."""
        for key in self.left:
            raise self.error(key, f"is not known; known are {known()}")

    # The parts of a file -------------------------------------------------------------------------

    def rules(self, text: str) -> Rules:
        """All of a file."""
        rules = Rules(
            name=self.text("name"),
            source=self.text("source"),
            criteria=(),
            points=parse_points(self.text("points"), lambda text: self.error("points", text)),
            head_to_head=self._head_to_head(),
            restart=self.flag("restart"),
            met_equally=self.flag("met_equally"),
            only_two=self.flag("only_two"),
            looks_at_opponents=self.flag("opponents"),
            overtime_within=self.flag("overtime_within"),
            tells_shootouts=self.flag("shootouts"),
            scores=self.text("scores", "").casefold(),
            second=self.text("second", "").casefold(),
            late_margin=self.number("late_margin", 0.5),
            difference_cap=self.number("difference_cap", 1),
            both_lose=self.number("both_lose"),
            bye_points=self.number("bye_points"),
            columns=tuple(self.names("columns")) if "columns" in self.left else (),
            games_in_round=self.whole("games_in_round") or 1,
            overs=self.number("overs", 1),
            sets=self.whole("sets"),
            boards=self.whole("boards", 2),
            adds=self.wholes("adds"),
            second_adds=self.wholes("second_adds"),
            bonus=self._bonus(),
            adjusts=self.flag("adjusted"),
            has_groups=self.flag("groups"),
            lines=tuple(map(_line, self.tables("line"))),
            places=self.whole("places"),
            headings=self._headings(),
            text=text,
        )
        if part := self.table("split"):
            rules = replace(rules, split=part.split(rules), has_groups=True, adjusts=True)
        of_conferences = self.table("conferences")
        if of_conferences:  # its criteria are those of a league that has conferences
            rules = replace(rules, conferences=of_conferences.conferences(rules))
        if rules.overs and not rules.second:
            rules = replace(rules, second="overs")
        if rules.bonus.looks_at_second and not rules.second:
            raise self.error("bonus", 'counts a second figure; add a line such as second = "tries"')
        if rules.boards and (rules.sets or rules.second):
            raise self.error(
                "boards", "adds the scores of single games, without sets and second; leave one out"
            )
        if len(rules.lines) > _MOST_LINES:
            raise self.error("line", f"stands {len(rules.lines)} times; there is room for 6")
        if rules.late_margin is not None and not rules.points.has_overtime:
            raise self.error(
                "late_margin", 'needs points for a close win and loss, such as points = "3-2-1-0"'
            )
        rules = replace(rules, criteria=self._criteria("criteria", criteria_of(rules)))
        if wrong := printed.check(rules):
            raise self.error("columns", wrong)
        if rules.conferences and of_conferences:
            rules = replace(rules, conferences=of_conferences.seeded(rules, rules.conferences))
        if across := self.table("next_placed"):
            if rules.split:
                raise self.error("next_placed", "ranks groups, and these are parts of one table")
            rules = replace(rules, next_placed=across.next_placed(rules))
        playoffs: list[Series] = []
        for part in self.tables("playoff"):
            playoffs += part.playoff(len(playoffs))
        self.done(lambda: _KNOWN)
        return replace(rules, playoffs=tuple(playoffs))

    def _head_to_head(self) -> HeadToHead:
        found = self.text("head_to_head", "once")
        for way in HEAD_TO_HEAD:
            if found == way:
                return way
        raise self.error("head_to_head", f"is “{found}”; it must be once, again or at the end")

    def _criteria(self, key: str, there: Mapping[str, str]) -> tuple[str, ...]:
        return check_criteria(self.names(key), there, lambda text: self.error(key, text))

    def _bonus(self) -> Bonus:
        part = self.table("bonus")
        if part is None:
            return Bonus()
        bonus = Bonus(*map(part.number, ("typed", "lost_by", "second", "second_ahead", "all_won")))
        part.done(lambda: "typed, lost_by, second, second_ahead and all_won")
        return bonus

    def _headings(self) -> Mapping[str, str]:
        part = self.table("headings")
        if part is None:
            return {}
        found = {key: part.text(key) for key in list(part.left) if key in _RENAMED}
        part.done(lambda: ", ".join(sorted(_RENAMED)))
        return found

    def split(self, rules: Rules) -> Split:
        """How the table divides."""
        after = self.whole("after")
        if after is None:
            raise self.error("after", "is missing; add the number of games such as after = 22")
        if rules.has_groups:
            raise self.error("after", "divides one table, and these rules have groups; leave one")
        parts = self.names("parts")
        if not 2 <= len(parts) <= _MOST_PARTS or len(set(map(str.casefold, parts))) < len(parts):
            raise self.error("parts", f"must be two to {_MOST_PARTS} different names")
        carried = self.text("carried", "all")
        for way in CARRIED:
            if carried == way:
                self.done(lambda: "after, parts and carried")
                return Split(after, tuple(parts), way)
        raise self.error("carried", f"is “{carried}”; it must be all, half or none")

    def conferences(self, rules: Rules) -> Conferences:
        """The divisions and what goes on, without the criteria."""
        if rules.split:
            raise self.error("leaders", "is of divisions, and this table divides; leave one")
        leaders, places = self.whole("leaders", 0), self.whole("places")
        if leaders is None or places is None:
            raise self.error("places" if places is None else "leaders", "is missing; add a number")
        part = self.table("divisions")
        names = list(part.left) if part else []
        divisions = tuple((name, part.text(name)) for name in names) if part else ()
        return Conferences(divisions, leaders, places, ())

    def seeded(self, rules: Rules, conferences: Conferences) -> Conferences:
        """With the criteria across divisions, those of the divisions if there are no others."""
        there = criteria_of(rules)
        own = self._criteria("criteria", there) if "criteria" in self.left else rules.criteria
        self.done(lambda: "leaders, places, criteria and divisions")
        return replace(conferences, criteria=own)

    def playoff(self, before: int) -> list[Series]:
        """The series of a round; so many stand ``before`` them."""
        name, best_of = self.text("name"), self.whole("best_of") or 1
        if best_of % 2 == 0:
            raise self.error("best_of", f"is {best_of}; it must be odd, so that one wins")
        at_home = home_games(
            self.text("home_games", ""), best_of, lambda text: self.error("home_games", text)
        )
        advantage = self.text("home_advantage", "place")
        if advantage not in ("place", "record"):
            raise self.error("home_advantage", f"is “{advantage}”; it must be place or record")
        pairs = self.names("pairs")
        self.done(lambda: "name, best_of, pairs, home_games and home_advantage")
        return [
            Series(name, best_of, slots, nth, at_home, advantage == "record")
            for pair in pairs
            for slots, nth in meetings(pair, before, lambda text: self.error("pairs", text))
        ]

    def next_placed(self, rules: Rules) -> NextPlaced:
        """How teams in the same place of their groups are ranked."""
        place, best = self.whole("place"), self.whole("best", 0)
        if place is None or best is None:
            raise self.error("place" if place is None else "best", "is missing; add a number")
        there = {name: about for name, (_, about) in overall(rules).items()}
        criteria = self._criteria("criteria", there) if "criteria" in self.left else ()
        found = NextPlaced(
            place,
            best,
            criteria or tuple(name for name in rules.criteria if name in there),
            self.flag("equal_games"),
        )
        self.done(lambda: "place, best, criteria and equal_games")
        return found


_KNOWN = (
    "name, source, points, criteria, head_to_head, restart, met_equally, only_two, opponents, "
    "places, groups, scores, second, adds, second_adds, sets, boards, overs, late_margin, "
    "difference_cap, both_lose, bye_points, games_in_round, columns, "
    "overtime_within, shootouts, adjusted, bonus, line, next_placed, split, conferences, "
    "playoff and headings"
)


def _line(part: _Checked) -> Line:
    name = part.text("name")
    first, last, lowest = (part.whole(key) for key in ("from", "to", "last"))
    part.done(lambda: "name, from, to and last")
    if lowest is not None and (first, last) == (None, None):
        return Line(name, -lowest, -1)
    if first is None or lowest is not None:
        raise part.error("from", "is missing; say from = 1 and to = 4, or last = 3 for the last 3")
    if last is not None and last < first:
        raise part.error("to", f"is {last}, above from, {first}; change them round")
    return Line(name, first, first if last is None else last)


# What is chosen for a workbook --------------------------------------------------------------------


def chosen_rules(
    name: str | None,
    points: str | None,
    criteria: str | None,
    head_to_head: HeadToHead | None,
) -> Rules:
    """The rules with a name, or those of baseball, with the parts that are to be replaced."""
    rules = read_rules(name or _DEFAULT)
    if points is not None:
        rules = replace(
            rules, points=parse_points(points, lambda text: OptionError(f"points {text}."))
        )
    if criteria is not None:
        asked = [" ".join(one.split()) for one in criteria.replace(";", ",").split(",")]
        there = criteria_of(replace(rules, criteria=()))
        checked = check_criteria(asked, there, lambda text: OptionError(f"criteria {text}."))
        rules = replace(rules, criteria=checked)
    if head_to_head is not None:
        rules = replace(rules, head_to_head=head_to_head)
    return rules


def parse_points(text: str, refuse: Callable[[str], OptionError]) -> Points:
    """Points from the best to the worst result: three numbers, four with overtime, or five.

    With five, draws stand beside overtime.
    """
    try:
        numbers = [float(number) for number in text.split("-")]
    except ValueError:
        numbers = []
    if len(numbers) not in (3, 4, 5) or sorted(numbers, reverse=True) != numbers:
        raise refuse(
            f"is “{text}”; give win-draw-loss such as 3-1-0, or win, overtime win, overtime "
            "loss and loss such as 3-2-1-0; a draw beside these stands in the middle: 3-2-1-1-0"
        )
    if len(numbers) == 3:
        return Points(*numbers)
    win, overtime_win, *draws, overtime_loss, loss = numbers
    draw = draws[0] if draws else (overtime_win + overtime_loss) / 2
    return Points(win, draw, loss, overtime_win, overtime_loss)


def check_criteria(
    asked: list[str], there: Mapping[str, str], refuse: Callable[[str], OptionError]
) -> tuple[str, ...]:
    """Criteria as they are written in a workbook."""
    known = {name.casefold(): name for name in there}
    for name in asked:
        if name.casefold() not in known:
            raise refuse(f"has “{name}”; choose among {', '.join(there)}, with commas")
    if len(asked) > MAX_CRITERIA:
        raise refuse(f"are too many: there is room for {MAX_CRITERIA} criteria, not {len(asked)}")
    return tuple(known[name.casefold()] for name in asked)
