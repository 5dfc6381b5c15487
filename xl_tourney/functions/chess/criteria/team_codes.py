"""The tie-breaks of team tournaments (Articles 11 to 13 of C.07).

Their native columns are made of those of players, over match points and game points; LAMBDAs do
not take teams.  What ranks two teams by their boards is a search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ....catalogue.derivation import Step, Subject, listing, sentence, step
from ....catalogue.expression import Term
from .. import teams
from ..direct_encounter import among_the_tied, encounters, groups_of, points_among
from ..event import Event
from . import Code, Criterion, Reference, Row, Search, register
from .values import OTHER, Field

_OF_WORD: dict[str, Reference] = {"match": "MP", "game": "GP"}


def _register(code: str, name: str, meaning: str, article: str, **more: Any) -> None:
    register(Criterion(code, name, meaning, article, teams=True, is_offered=False, **more))


# Sums ---------------------------------------------------------------------------------------------


def _points(reference: Reference) -> Callable[[Row], Any]:
    return lambda row: row.over(reference).total(lambda game: game.points)


def _extended_sonneborn_berger(theirs: Reference, own: Reference) -> Callable[[Row], Any]:
    return lambda row: row.over(theirs).opposition(lambda game: game.score * game.made(own))


def _other_points(row: Row) -> Any:
    """The points of the score that does not rank first."""
    return row.over(row.second).total(lambda game: game.points)


def _score_and_schedule(row: Row) -> Any:
    """The second score, and Buchholz by the first one over a divisor (13.4)."""
    points = row.over(row.second).own("PTS")
    buchholz = row.over(row.first).own("BH")
    row.say(sentence("Buchholz is divided by {divisor}."), divisor=row.divisor)
    return points + buchholz / row.divisor


# Direct encounter, and the boards of two teams ----------------------------------------------------


def _by_boards(field: Field, code: Code, before: Sequence[Any]) -> list[float]:
    direct, criteria = teams.BY_BOARDS[code.name]
    return teams.extended_direct_encounter(
        field.event, before, field.primary, criteria, code.forfeits_played, direct
    )


def _explain(
    of: Subject, field: Field, code: Code, figure: Term, title: str, tied: Sequence[int]
) -> Iterator[Step]:
    """The tied, their matches by one score after the other, and the boards of the last two."""
    event, group, before = field.event, list(tied), 0
    met = {score: encounters(event, code.forfeits_played, score) for score in OTHER}
    yield from among_the_tied(of, event, met[field.primary], figure, tied)
    if len(tied) == 1:
        return
    direct, criteria = teams.BY_BOARDS[code.name]
    said: list[tuple[Reference, list[int]]] = []
    while direct and len(group) != before:
        before = len(group)
        for score in (field.primary, OTHER[field.primary]):
            win = event.scores(score).win
            for part in groups_of(of.row, group, met[score], win, event.round_robin):
                group = part
                if len(group) > 1 and (score, group) not in said:
                    said.append((score, group))
                    points, terms = points_among(of, group, met[score])
                    yield step(
                        f"Match points in the matches among them: {points}."
                        if score == "MP"
                        else f"Game points in the matches among them: {points}.",
                        **terms,
                    )
    if len(group) == 2 and criteria:
        yield from _boards_in_words(of, event, sum(group) - of.row, criteria)
    yield step(f"That is place {{figure}} among them by {title}.", figure=figure)


def _boards_in_words(
    of: Subject, event: Event, opponent: int, criteria: Sequence[str]
) -> Iterator[Step]:
    """What two teams made on each board, and the first criterion that parts them."""
    own, theirs = (
        teams.points_on_boards(event, *two) for two in ((of.row, opponent), (opponent, of.row))
    )
    if not own:
        return
    made, terms = listing("own", own, len(own))
    others, more = listing("their", theirs, len(theirs))
    names = {"name": of.own, "opponent": of.name(opponent)}
    yield step(
        f"Board by board {{name}} made {made}, {{opponent}} {others}.", **names, **terms, **more
    )
    for criterion in criteria:
        values = [teams.BOARD_CRITERIA[criterion](points) for points in (own, theirs)]
        at = next((k for k, (one, other) in enumerate(zip(*values)) if one != other), None)
        if at is not None:
            figures = {"own_figure": abs(values[0][at]), "their_figure": abs(values[1][at])}
            board = at + 1 if criterion == "TBR" else len(own) - 1 - at
            yield step(_BOARDS_IN_WORDS[criterion], board=board, **names, **figures)
            return


_BOARDS_IN_WORDS = {
    "BC": sentence(
        "Board count, where less is better: {name} {own_figure}, {opponent} {their_figure} (BC)."
    ),
    "TBR": sentence(
        "Board {board} is the first that differs: {name} {own_figure}, {opponent} {their_figure} "
        "(TBR)."
    ),
    "BBE": sentence(
        "On the boards 1 to {board}: {name} {own_figure}, {opponent} {their_figure} (BBE)."
    ),
}

_SEARCHED = {"search": Search(_by_boards, _explain), "lower_is_better": True}

# The records, in the order of the articles -------------------------------------------------------

_register("MPTS", "match points", "in the list, it alone ranks.", "11", arithmetic=_points("MP"))
_register(
    "GPTS", "game points", "the points on all boards; the list alone ranks.", "11",
    arithmetic=_points("GP"),
)  # fmt: skip
_register(
    "MPVGP", "the other points", "game points where match points come first.", "13.1",
    arithmetic=_other_points,
)  # fmt: skip
for _code, _article, _name, _meaning in (
    ("BC", "12.1", "board count", "who won on the higher boards."),
    ("TBR", "12.2", "top board results", "the first board that differs."),
    ("BBE", "12.3", "bottom boards eliminated", "without the last boards."),
):
    _register(_code, _name, f"of two tied teams: {_meaning}", _article, **_SEARCHED)
for _theirs, _t in _OF_WORD.items():
    for _own, _o in _OF_WORD.items():
        _register(
            f"E{_t[0]}{_o[0]}SB",
            f"extended Sonneborn-Berger, {_theirs} by {_own} points",
            f"the opponents' {_theirs} points times the own {_own} points against them.",
            "13.2",
            arithmetic=_extended_sonneborn_berger(_t, _o),
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
        _code, "extended direct encounter", f"by both scores{_then}.", _article, modifiers="P",
        **_SEARCHED,
    )  # fmt: skip
_register(
    "SSSC", "score and schedule", "the second score, and Buchholz over a divisor.", "13.4",
    arithmetic=_score_and_schedule, modifiers="KP",
)  # fmt: skip
