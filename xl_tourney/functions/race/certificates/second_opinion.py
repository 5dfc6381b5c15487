"""A check of the answers about a race: replayed, their proofs checked, a second solver asked.

For each team the questions are whether it can reach the places, whether it can miss them, and
whether its best and its worst place are possible, and none beyond them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..answers import Answers, Clock
from ..criteria.answers import answers_about
from ..methods.contest import Contest, Wish
from ..methods.program import IntegerProgram, programs
from ..methods.solver import UnsettledError
from ..proofs import list_of_results
from ..race import Target
from ..table import Grouping, RaceTable
from .cases import proves_by_cases
from .checker import proves_impossible
from .search import NoProofError, find_proof

# A second solver for the same programs, to hear another opinion: scipy's.


def second_solver() -> str:
    """The name of the second solver with its version; empty where none is installed."""
    try:
        import scipy
    except ImportError:
        return ""
    return f"scipy {scipy.__version__}"


def is_solvable(program: IntegerProgram, seconds: float) -> bool | None:
    """Whether a program has a solution; None if that was not settled in time."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_array

    columns = len(program.upper)
    if not columns:
        return all(row.lower <= 0 <= row.upper for row in program.constraints)
    starts, variables, factors = [0], [], []
    for row in program.constraints:
        variables += row.variables
        factors += row.factors
        starts.append(len(variables))
    matrix = csr_array((factors, variables, starts), shape=(len(program.constraints), columns))
    found = milp(
        np.zeros(columns),
        integrality=np.ones(columns),
        bounds=Bounds(0, np.array(program.upper, dtype=float)),
        constraints=LinearConstraint(
            matrix,
            [row.lower for row in program.constraints],
            [row.upper for row in program.constraints],
        ),
        options={"time_limit": seconds},
    )
    return {0: True, 2: False}.get(found.status)


@dataclass
class ConfirmedAnswers:
    """How many answers there are, and how each was confirmed."""

    solver: str
    """The second solver; empty where none is installed."""
    answers: int = 0
    replayed: int = 0
    """The number of answers shown by results that were played through."""
    proved: int = 0
    """The number of impossible wishes whose proof was checked by other code."""
    by_arithmetic: int = 0
    """The number that follow from arithmetic alone, so that no solver is asked."""
    by_cases: int = 0
    """The number of impossible wishes of which criteria decide, without a proof by few cases."""
    agreed: int = 0
    """The number of answers in which the second solver agrees."""
    unsettled: int = 0
    differences: list[str] = field(default_factory=list)

    @property
    def line(self) -> str:
        """All of it in one line."""
        by_solver = (
            f"{self.agreed} confirmed by {self.solver}" if self.solver else "no second solver"
        )
        return (
            f"checked {self.answers} answers: {self.replayed} replayed, {self.proved} proofs "
            f"checked, {self.by_arithmetic} by arithmetic alone, {by_solver}, "
            f"{self.by_cases} by criteria, {self.unsettled} "
            f"unsettled, {len(self.differences)} differ"
        )


def second_opinion(
    table: RaceTable, places: int, seconds: float = 10.0, grouping: Grouping | None = None
) -> ConfirmedAnswers:
    """Check the answers about all teams of a race, each in its group."""
    found, clock = ConfirmedAnswers(second_solver()), Clock(seconds)
    groups = [grouping.members(name) for name in grouping.order] if grouping else []
    for part in [table.within(group) for group in groups] or [table]:
        _confirm(found, part, min(places, len(part.names)), clock)
    return found


def _confirm(found: ConfirmedAnswers, table: RaceTable, places: int, clock: Clock) -> None:
    """Check the answers about all teams of one table."""
    answers = answers_about(table)
    for team, wish, target in _questions(table, answers, places, clock):
        found.answers += 1
        try:
            verdict = answers.verdict(team, wish, target, None, clock)
        except UnsettledError:
            found.unsettled += 1
            continue
        claim = table.claim(team, wish, target, None, answers.race)
        name = f"{table.names[team]}, to {wish} the first {target.direct}"
        if verdict.scores is not None:
            found.replayed += 1  # they are not given before they are played through
        elif verdict.why:
            try:
                holds = proves_by_cases(claim, find_proof(claim, table.scoring, clock))
                found.proved += holds
                found.differences += [] if holds else [f"{name}: the cases do not stand up"]
            except NoProofError:
                found.by_cases += 1
            continue
        elif verdict.completion is not None:
            try:
                list_of_results(table, verdict.completion, claim)
                found.replayed += 1
            except UnsettledError:
                found.differences.append(f"{name}: the results found do not stand up")
        elif verdict.cut is not None:
            if proves_impossible(claim, verdict.cut):
                found.proved += 1
            else:
                found.differences.append(f"{name}: the proof does not stand up")
        contest = Contest(answers.race, team, wish, target, None)
        found.by_arithmetic += contest.verdict is not None
        if found.solver and contest.verdict is None:
            can = _ask_second_solver(contest, clock)
            found.agreed += can == verdict.possible
            if can is not None and can != verdict.possible:
                found.differences.append(f"{name}: {found.solver} does not agree")


def _questions(
    table: RaceTable, answers: Answers, places: int, clock: Clock
) -> Iterator[tuple[int, Wish, Target]]:
    """The questions whose answers give the figures of the table."""
    count = len(table.names)
    for team in range(count):
        asked: set[tuple[Wish, int]] = {("reach", places), ("miss", places)}
        try:
            best = answers.best_place(team, clock)
            worst = answers.worst_place(team, clock)
            asked |= {("reach", best), ("reach", best - 1), ("miss", worst - 1), ("miss", worst)}
        except UnsettledError:
            pass
        for wish, line in sorted(asked):
            if 1 <= line <= count:
                yield team, wish, Target.top(line, count)


def _ask_second_solver(contest: Contest, clock: Clock) -> bool | None:
    """Whether a wish can come true, as the second solver says; None if it does not know."""
    verdicts = []
    for way in programs(contest):
        if clock.left <= 0:
            return None
        verdicts.append(is_solvable(way.program, clock.left))
    if True in verdicts:
        return True
    return None if None in verdicts else False
