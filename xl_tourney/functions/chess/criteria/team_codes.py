"""The tie-breaks of team tournaments (Articles 11 to 13 of C.07), which have values alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .. import teams
from . import Code, Criterion, Search, register
from .values import Field

_MEANING = "for teams."
_CUTS = "CMP"


def _register(
    code: str, article: str, values: Callable[[Field, Code, Sequence[Any]], Any], **more: Any
) -> None:
    search = Search(values)
    register(Criterion(code, code, _MEANING, article, search=search, teams=True, **more))


def _by_boards(direct: bool, *criteria: str) -> Callable[[Field, Code, Sequence[Any]], Any]:
    """Whether a tie-break begins with direct encounter, and what then separates two teams."""

    def values(field: Field, code: Code, before: Sequence[Any]) -> list[float]:
        forfeits = code.forfeits_played
        return teams.extended_direct_encounter(
            field.event, before, field.primary, criteria, forfeits, direct
        )

    return values


_register("MPTS", "11", lambda field, code, before: field.event.scores("MP").final)
_register("GPTS", "11", lambda field, code, before: field.event.scores("GP").final)
_register(
    "MPVGP",
    "13.1",
    lambda field, code, before: field.event.scores(teams.OTHER[field.primary]).final,
)
for _code, _article, _separates in (
    ("BC", "12.1", _by_boards(False, "BC")),
    ("TBR", "12.2", _by_boards(False, "TBR")),
    ("BBE", "12.3", _by_boards(False, "BBE")),
):
    _register(_code, _article, _separates, lower_is_better=True)
for _code in ("EMMSB", "EMGSB", "EGMSB", "EGGSB"):
    _register(
        _code,
        "13.2",
        lambda field, code, before: teams.extended_sonneborn_berger(
            field.event, code.name, code.cut_low, code.cut_high, code.forfeits_played
        ),
        modifiers=_CUTS,
    )
for _code, _article, _separates in (
    ("EDE", "13.3", _by_boards(True)),
    ("EDEBT", "13.3.2", _by_boards(True, "BC", "TBR")),
    ("EDEBB", "13.3.2", _by_boards(True, "BC", "BBE")),
    ("EDET", "13.3.2", _by_boards(True, "TBR")),
    ("EDEB", "13.3.2", _by_boards(True, "BBE")),
):
    _register(_code, _article, _separates, modifiers="P", lower_is_better=True)
_register(
    "SSSC",
    "13.4",
    lambda field, code, before: teams.strength_combination(
        field.event, field.primary, code.divisor, code.forfeits_played
    ),
    modifiers="KP",
)
