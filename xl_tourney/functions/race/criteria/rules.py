"""The criteria after points, in their order: steps over all games, and runs among the tied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ....catalogue.cells import value_error

RUN = "head-to-head "
"""How the criteria begin that look only at the games among the tied."""
AGAIN = "again"
"""The word after a run that is repeated among those who are still tied."""

FIGURES = {
    "points": "the points of its games",
    "wins": "games won",
    "difference": "goals for, less those against",
    "for": "goals for",
    "against": "goals against: fewer are better",
    "away for": "goals for, away from home",
    "away wins": "games won away from home",
}
"""What a criterion counts, by its name."""

SHARES = ("pct", "behind leader")
"""Who is level on one of these is level on the other, where all have had as many games."""
OF_THE_RACE = ("points", *SHARES, "points per game")
"""What the race itself may be about: the one of these that stands first."""
NOT_KNOWN = ("fair play",)
"""What games to come may change and no result says: from there on a tie is open."""


def is_known(criterion: str) -> bool:
    """Whether a race knows what a criterion counts, or that it does not matter or stays open.

    >>> [is_known(name) for name in ("Points", "Fair play", "Head-to-head wins", "Ratio")]
    [True, True, True, False]
    """
    name = criterion.casefold()
    return name in (*OF_THE_RACE, *NOT_KNOWN) or name.removeprefix(RUN) in FIGURES


class Step(NamedTuple):
    """A criterion over all games, or a run of criteria over the games among the tied."""

    figures: tuple[str, ...]
    is_run: bool
    is_repeated: bool = False


class Criteria(NamedTuple):
    """The criteria after points."""

    steps: tuple[Step, ...]
    open_from: str = ""
    """The first criterion that no result decides; all after it is open."""

    @classmethod
    def of(cls, names: Sequence[str]) -> Criteria:
        """The criteria with these names; the word again at the end is for every run.

        >>> Criteria.of(["Points", "Head-to-head points", "again", "Difference", "Fair play"]).steps
        (Step(figures=('points',), is_run=True, is_repeated=True), \
Step(figures=('difference',), is_run=False, is_repeated=False))
        """
        steps: list[Step] = []
        race = open_from = ""
        for at, text in enumerate(names, 1):
            name = " ".join(text.split()).casefold()
            if not name:
                continue
            if name in OF_THE_RACE and not steps and race in ("", name, *_level_with(name)):
                race = name
                continue
            if name == AGAIN and (at == len(names) or (steps and steps[-1].is_run)):
                steps = _repeated(steps)
                continue
            if name in (*NOT_KNOWN, *OF_THE_RACE):
                open_from = open_from or text.strip()
                continue
            step = _step(name, text.strip(), at)
            if not open_from:
                steps = _with(steps, step)
        return cls(tuple(steps), open_from)


def _level_with(name: str) -> Sequence[str]:
    """What those are level on who are level on this."""
    return SHARES if name in SHARES else ()


def _with(steps: list[Step], step: Step) -> list[Step]:
    """The steps with one more, which goes on with a run that stands before it."""
    if step.is_run and steps and steps[-1].is_run and not steps[-1].is_repeated:
        return [*steps[:-1], Step((*steps[-1].figures, *step.figures), True)]
    return [*steps, step]


def _repeated(steps: list[Step]) -> list[Step]:
    """The steps with the run that stands before the word again repeated, or else all runs."""
    if steps and steps[-1].is_run:
        return [*steps[:-1], steps[-1]._replace(is_repeated=True)]
    return [step._replace(is_repeated=step.is_run) for step in steps]


def _step(name: str, text: str, at: int) -> Step:
    """The step of one criterion, as it stands in a cell."""
    is_run, figure = name.startswith(RUN), name.removeprefix(RUN)
    if figure not in FIGURES or (figure == "points" and not is_run):
        known = [*FIGURES, *(RUN + one for one in FIGURES), *NOT_KNOWN, AGAIN]
        listed = ", ".join(one.capitalize() for one in known)
        raise value_error(f"criteria, cell {at}, is “{text}”; known are {listed}")
    return Step((figure,), is_run)


def name_of(figure: str, step: Step) -> str:
    """A criterion as a person writes it.

    >>> name_of("points", Step(("points",), True))
    'head-to-head points'
    """
    return RUN * step.is_run + figure
