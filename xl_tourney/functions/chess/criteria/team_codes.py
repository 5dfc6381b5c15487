"""The tie-breaks of team tournaments (Articles 11 to 13 of C.07), which have values alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import teams
from . import Code, Criterion, Search, register
from .values import Field

_Values = Callable[[Field, Code, Sequence[Any]], Any]


def _register(
    code: str, name: str, meaning: str, article: str, values: _Values, **more: Any
) -> None:
    more |= {"search": Search(values), "teams": True, "is_offered": False}
    register(Criterion(code, name, meaning, article, **more))


def _by_boards(field: Field, code: Code, before: Sequence[Any]) -> list[float]:
    direct, criteria = teams.BY_BOARDS[code.name]
    return teams.extended_direct_encounter(
        field.event, before, field.primary, criteria, code.forfeits_played, direct
    )


def _sonneborn_berger(field: Field, code: Code, before: Sequence[Any]) -> list[float]:
    return teams.extended_sonneborn_berger(
        field.event, code.name, code.cut_low, code.cut_high, code.forfeits_played
    )


_register(
    "MPTS",
    "match points",
    "in the list, it alone ranks.",
    "11",
    lambda field, code, before: field.event.scores("MP").final,
)
_register(
    "GPTS",
    "game points",
    "the points on all boards; the list alone ranks.",
    "11",
    lambda field, code, before: field.event.scores("GP").final,
)
_register(
    "MPVGP",
    "the other points",
    "game points where match points come first.",
    "13.1",
    lambda field, code, before: field.event.scores(teams.OTHER[field.primary]).final,
)
for _code, _article, _name, _meaning in (
    ("BC", "12.1", "board count", "who won on the higher boards."),
    ("TBR", "12.2", "top board results", "the first board that differs."),
    ("BBE", "12.3", "bottom boards eliminated", "without the last boards."),
):
    _register(
        _code, _name, f"of two tied teams: {_meaning}", _article, _by_boards, lower_is_better=True
    )
for _theirs in ("match", "game"):
    for _own in ("match", "game"):
        _register(
            f"E{_theirs[0]}{_own[0]}SB".upper(),
            f"extended Sonneborn-Berger, {_theirs} by {_own} points",
            f"the opponents' {_theirs} points times the own {_own} points against them.",
            "13.2",
            _sonneborn_berger,
            modifiers="CMP",
        )
for _code, _article, _then in (
    ("EDE", "13.3", ""),
    ("EDEBT", "13.3.2", ", then board count, then the top boards"),
    ("EDEBB", "13.3.2", ", then board count, then without the bottom boards"),
    ("EDET", "13.3.2", ", then the top boards"),
    ("EDEB", "13.3.2", ", then without the bottom boards"),
):
    _register(
        _code,
        "extended direct encounter",
        f"by both scores{_then}.",
        _article,
        _by_boards,
        modifiers="P",
        lower_is_better=True,
    )
_register(
    "SSSC",
    "score and schedule",
    "the second score, and Buchholz over a divisor.",
    "13.4",
    lambda field, code, before: teams.strength_combination(
        field.event, field.primary, code.divisor, code.forfeits_played
    ),
    modifiers="KP",
)
