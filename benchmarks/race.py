"""How long the functions of a race take, in processor time, and how many cases stay unknown.

OMP_NUM_THREADS=1 python -m benchmarks.race [--cases | --proofs | --groups]

Without an option all of it: the leagues of the brief, every case of tests/data/race, and the proofs
of the published cases with 100 corrupted ones of each kind, and 1,200 random leagues with groups
against all results that they can have.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from tests.functions.race import grouped_cases, test_proofs
from tests.functions.race.published import FAMILIES, UNKNOWN, cases
from xl_tourney.functions import CATALOGUE
from xl_tourney.functions.race import arguments

Table = tuple[list[list[float]], list[list[int]]]


def round_robin(teams: int, chance: random.Random) -> list[list[tuple[int, int]]]:
    """The rounds in which all meet once."""
    order = list(range(teams))
    chance.shuffle(order)
    rounds = []
    for _ in range(teams - 1):
        rounds.append([(order[at], order[-1 - at]) for at in range(teams // 2)])
        order = [order[0], order[-1], *order[1:-1]]
    return rounds


def league(
    teams: int, times: int, left: int, scoring: list[float], spread: float, seed: int
) -> Table:
    """A league in which all meet so many times, with so many rounds left.

    ``spread`` is how far the teams' strengths are apart; 0 gives a close league.
    """
    chance = random.Random(seed)
    strength = [chance.gauss(0, spread) for _ in range(teams)]
    rounds = [games for _ in range(times) for games in round_robin(teams, chance)]
    points = [[0.0] for _ in range(teams)]
    remaining = [[0] * teams for _ in range(teams)]
    for at, games in enumerate(rounds):
        for a, b in games:
            if at >= len(rounds) - left:
                remaining[a][b] += 1
                remaining[b][a] += 1
                continue
            margin = strength[a] - strength[b] + chance.gauss(0, 1)
            result = 0 if margin > 0 else len(scoring) - 1
            if len(scoring) > 2 and abs(margin) < 0.35:
                result = 1
            points[a][0] += scoring[result]
            points[b][0] += scoring[-1 - result]
    return points, remaining


def measure(name: str, call: Callable[[], Any]) -> None:
    """Call once with nothing known beforehand, and print how long it took."""
    arguments._answers.cache_clear()
    start, cpu = perf_counter(), process_time()
    column = call()
    cpu, wall = process_time() - cpu, perf_counter() - start
    flat = [cell for (cell,) in column]
    unknown = sum(cell in ("#N/A", UNKNOWN) for cell in flat)
    print(f"{name:72} {cpu:6.2f} s CPU {wall:6.2f} s {unknown:3} unknown", flush=True)


def speed() -> None:
    """The leagues of the brief, spread out and close."""
    status, clinch, alive = (
        CATALOGUE[name] for name in ("RACE_STATUS", "WINS_TO_CLINCH", "WINS_TO_STAY_ALIVE")
    )
    best, worst = CATALOGUE["BEST_PLACE"], CATALOGUE["WORST_PLACE"]
    baseball, football = [1.0, 0.0], [3.0, 1.0, 0.0]
    measure("(the solver's import, and a small question)", lambda: _warm_up(football))
    for spread, seed in ((0.6, 1), (0.25, 2), (0.0, 3)):
        league_30 = league(30, 5, 72, baseball, spread, seed)
        what = f"30 teams, 72 of 145 rounds left, {{1,0}}, spread {spread}:"
        measure(f"{what} status, first", lambda t=league_30: status(*t, 1))
        measure(f"{what} to clinch, first", lambda t=league_30: clinch(*t, 1))
        measure(f"{what} alive, first", lambda t=league_30: alive(*t, 1))
        measure(f"{what} status, top 10", lambda t=league_30: status(*t, 10))
        measure(f"{what} best place", lambda t=league_30: best(*t))
        measure(f"{what} worst place", lambda t=league_30: worst(*t))
    for spread, seed in ((0.8, 1), (0.4, 2), (0.0, 3)):
        league_20 = league(20, 2, 10, football, spread, seed)
        what = f"20 teams, 10 rounds left, {{3,1,0}}, spread {spread}:"
        options = (*[""] * 3, [football])
        measure(f"{what} status, top 4", lambda t=league_20, o=options: status(*t, 4, *o))
        measure(f"{what} to clinch, top 4", lambda t=league_20: clinch(*t, 4, "", [football]))
        measure(f"{what} alive, top 4", lambda t=league_20: alive(*t, 4, "", [football]))
        measure(f"{what} points to clinch", lambda t=league_20: clinch(*t, 4, "points", [football]))
        measure(f"{what} points, alive", lambda t=league_20: alive(*t, 4, "points", [football]))
        measure(f"{what} best place", lambda t=league_20: best(*t, [football]))
        measure(f"{what} worst place", lambda t=league_20: worst(*t, [football]))


def _warm_up(football: list[float]) -> Any:
    from xl_tourney.functions.race.methods.program import IntegerProgram
    from xl_tourney.functions.race.methods.solver import solve

    program = IntegerProgram()
    program.add([(program.new_variable(1), 1)], 0, 1)
    solve(program, 1.0)
    return CATALOGUE["BEST_PLACE"]([[6], [3], [3], [0]], [[2, 3], [1, 4]], [football])


def all_cases() -> None:
    """Every case of tests/data/race: figures, disagreements, unknown ones, time."""
    total = total_wrong = total_unknown = 0
    for family in FAMILIES:
        cpu, longest = process_time(), 0.0
        figures = []
        for case in cases(family):
            start = perf_counter()
            figures += list(case.figures(10.0))
            longest = max(longest, perf_counter() - start)
        unknown = sum(own == UNKNOWN for _, own, _ in figures)
        wrong = sum(own not in (UNKNOWN, published) for _, own, published in figures)
        print(
            f"{family:24} {len(cases(family)):4} cases {len(figures):5} figures {wrong} wrong "
            f"{unknown} unknown {process_time() - cpu:6.2f} s CPU, longest {longest:.2f} s"
        )
        total, total_wrong = total + len(figures), total_wrong + wrong
        total_unknown += unknown
    print(f"all: {total} figures, {total_wrong} wrong, {total_unknown} unknown within 10 s each")


def all_proofs() -> None:
    """Every proof of the published cases by the independent checker, and corrupted ones."""
    cpu = process_time()
    held = by_search = refused = 0
    for case in test_proofs.PUBLISHED:
        for claim, verdict in test_proofs.proofs(case):
            if verdict.possible or verdict.cut:
                proved = test_proofs.holds(case, claim, verdict)
                held, refused = held + proved, refused + (not proved)
            else:
                by_search += 1
    print(
        f"proofs of {len(test_proofs.PUBLISHED)} published cases: {held} hold, {refused} do not, "
        f"{by_search} answers by search alone"
    )
    for test in (
        test_proofs.test_100_cuts_against_what_is_possible_are_refused,
        test_proofs.test_100_corrupted_cuts_are_refused,
        test_proofs.test_100_corrupted_lists_of_results_are_refused,
    ):
        test()
        print(f"{test.__name__.removeprefix('test_')}: 100 of 100")
    print(f"{process_time() - cpu:.2f} s CPU")


def all_groups(count: int = 1_200) -> None:
    """Random leagues with groups, parts, best thirds and wild cards, of every kind of points."""
    cpu, draw = process_time(), random.Random(77)
    wrong, kinds = 0, set()
    for _ in range(count):
        case = grouped_cases.random_case(draw)
        kinds.add((case.kind, case.small.scoring))
        for fault in grouped_cases.faults(case):
            wrong += 1
            print(fault)
    print(
        f"{count} leagues of {len(kinds)} kinds against all their results: {wrong} figures wrong, "
        f"{process_time() - cpu:.2f} s CPU"
    )


if __name__ == "__main__":
    chosen = {"--cases": all_cases, "--proofs": all_proofs, "--groups": all_groups}
    for run in [chosen[name] for name in sys.argv[1:]] or [speed, *chosen.values()]:
        run()
