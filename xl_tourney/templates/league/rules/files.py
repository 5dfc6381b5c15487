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
from dataclasses import is_dataclass, replace
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from ....errors import OptionError
from ....readers.files import refuse_digits
from .. import features as features
from ..feature import Feature, Rules
from .criteria import check_criteria, criteria_of
from .entries import Entries
from .rules import HEAD_TO_HEAD, HeadToHead, Points

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SHIPPED = Path(__file__).parent / "shipped"
"""The files that come with the package."""
_DEFAULT = "baseball"
_LARGEST = 100_000
"""A file of rules has a few hundred bytes; a larger one is none."""
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
        return _rules(Entries(_parse(named, "rules"), "rules"), named)
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
    return _rules(Entries(_parse(text, str(path)), str(path)), text)


def _parse(text: str, where: str) -> Mapping[str, Any]:
    try:
        entries: Mapping[str, Any] = tomllib.loads(text)
        return entries
    except tomllib.TOMLDecodeError as error:
        raise OptionError(
            f'{where}: is no TOML: {str(error).rstrip(".")}; a line is such as points = "3-1-0".'
        ) from None


def _rules(entries: Entries, text: str) -> Rules:
    """The rules of a file, with the features that it names."""
    rules = Rules(
        name=entries.text("name"),
        source=entries.text("source"),
        criteria=(),
        points=parse_points(entries.text("points"), lambda text: entries.error("points", text)),
        head_to_head=entries.choice("head_to_head", HEAD_TO_HEAD, "once"),
        restart=entries.flag("restart"),
        met_equally=entries.flag("met_equally"),
        only_two=entries.flag("only_two"),
        scores=entries.text("scores", "").casefold(),
        adds=entries.wholes("adds"),
        places=entries.whole("places"),
        headings=_headings(entries),
        text=text,
    )
    criteria = entries.names("criteria")
    rules = rules.having(kind.read(entries) for kind in Feature.kinds if is_dataclass(kind))
    entries.done()
    there = criteria_of(rules)
    asked = check_criteria(criteria, there, lambda text: entries.error("criteria", text))
    rules = replace(rules, criteria=asked)
    return rules.having(one.completed(rules, entries.error) for one in rules.features)


def _headings(entries: Entries) -> Mapping[str, str]:
    part = entries.table("headings")
    if part is None:
        return {}
    found = {key: part.text(key, "") for key in sorted(_RENAMED)}
    part.done()
    return {key: text for key, text in found.items() if text}


# What is chosen for a workbook --------------------------------------------------------------------


def chosen_rules(
    name: str | None, points: str | None, criteria: str | None, head_to_head: HeadToHead | None
) -> Rules:
    """The rules with a name, or those of baseball, with the parts that are to be replaced."""
    rules = read_rules(name or _DEFAULT)
    if points is not None:
        rules = replace(
            rules, points=parse_points(points, lambda text: OptionError(f"points {text}."))
        )
    if criteria is not None:
        asked = tuple(" ".join(one.split()) for one in criteria.replace(";", ",").split(","))
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
