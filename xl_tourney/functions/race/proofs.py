"""Proofs for people: a list of results that shows that a wish can come true, or why it cannot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from .answers import Answers, Clock, ScoredResult
from .certificates.checker import Claim, Cut, proves_impossible, proves_possible
from .methods.contest import Wish
from .methods.solver import UnsettledError
from .race import Completion, Target
from .table import RaceTable

Goal = Literal["reach", "miss", "best", "worst"]
Result = tuple[Fraction, "Fraction | None"]
"""The points of the two teams of a game; None for an outsider."""


class Proof(NamedTuple):
    """Whether a wish can come true; the results with which it does, or the reason why not."""

    possible: bool
    results: list[Result]
    why: str = ""
    scores: tuple[ScoredResult, ...] | None = None
    """The scores of the games, where it takes more than results."""


def prove(
    table: RaceTable, answers: Answers, team: int, target: Target, wish: Goal, clock: Clock
) -> Proof:
    """Whether a wish can come true; the results with which it does, or the reason why not."""
    side, target = question(table, answers, team, target, wish, clock)
    verdict = answers.verdict(team, side, target, None, clock)
    claim = table.claim(team, side, target, None, answers.race)
    if verdict.completion is None:
        return Proof(False, [], verdict.why or reason(table, claim, target, verdict.cut))
    if verdict.scores is not None:
        values = table.scoring.values
        results: list[Result] = [
            (values[score.result], None if second is None else values[-1 - score.result])
            for (_, second), score in zip(table.games, verdict.scores)
        ]
        return Proof(True, results, scores=verdict.scores)
    return Proof(True, list_of_results(table, verdict.completion, claim))


def question(
    table: RaceTable, answers: Answers, team: int, target: Target, wish: Goal, clock: Clock
) -> tuple[Wish, Target]:
    """The yes or no that a wish comes to."""
    if wish == "best":
        return "reach", Target.top(answers.best_place(team, clock), len(table.names))
    if wish == "worst":
        return "miss", Target.top(answers.worst_place(team, clock) - 1, len(table.names))
    return wish, target


def list_of_results(table: RaceTable, completion: Completion, claim: Claim) -> list[Result]:
    """A completion as a result for each game, played through once more before it is shown."""
    values = table.scoring.values
    results: list[Result] = [
        (values[result], None if second is None else values[-1 - result])
        for (_, second), result in zip(table.games, table.results_of(completion))
    ]
    if not proves_possible(claim, results):
        raise UnsettledError("the results found do not stand up")
    return results


def reason(table: RaceTable, claim: Claim, target: Target, cut: Cut | None) -> str:
    """Why a wish cannot come true, in words; a cut that the checker refuses is no reason."""
    if cut is None or not proves_impossible(claim, cut):
        return (
            f"no results of the games left {_describe_wish(table, claim)}; this was found by search"
        )
    anyway, rest = _split_lost_alone(cut)
    facts = []
    if claim.wish == "reach":
        facts += _describe_ahead(table, anyway)
        if rest.teams:
            facts.append(_explain_too_much(table, claim, rest, target))
        facts.append(
            f"{table.names[claim.team]} gets {_format_number(_own_points_at_end(claim))} at most"
        )
    else:
        end = _format_number(_own_points_at_end(claim))
        facts.append(f"{table.names[claim.team]} gets {end} at least")
        if anyway:
            facts.append(f"{_join_names(table, anyway)} cannot get ahead of that")
        if rest.teams:
            facts.append(_explain_too_little(table, rest))
    return "; ".join(facts)


def _describe_wish(table: RaceTable, claim: Claim) -> str:
    verb = "let" if claim.wish == "reach" else "make"
    aim = "reach" if claim.wish == "reach" else "miss"
    return f"{verb} {table.names[claim.team]} {aim} it"


def _split_lost_alone(cut: Cut) -> tuple[list[int], Cut]:
    """The teams at the head of a cut that are lost by themselves, and the cut that follows."""
    alone = []
    while len(cut.teams) == 1 and len(cut.cases) == 1:
        alone.append(cut.teams[0])
        cut = cut.cases[0][1]
    return alone, cut


def _describe_ahead(table: RaceTable, teams: Sequence[int]) -> list[str]:
    by_points: dict[Fraction, list[int]] = {}
    for team in sorted(teams, key=lambda team: -table.points[team]):
        least = table.points[team] + _games_of(table, team) * table.scoring.values[-1]
        by_points.setdefault(least, []).append(team)
    return [
        f"{_join_names(table, some)} {'has' if len(some) == 1 else 'have each'} "
        f"{_format_number(least)} already"
        for least, some in by_points.items()
    ]


def _explain_too_much(table: RaceTable, claim: Claim, cut: Cut, target: Target) -> str:
    """The reason why the teams of a cut cannot all stay behind.

    An example: “Blues and Greens have 22 wins and 2 games between them: one of them gets 12”.
    """
    among = _join_names(table, cut.teams)
    own = _own_points_at_end(claim)
    values = table.scoring.values
    inside = [game for game in table.games if set(game) <= set(cut.teams)]
    outside = sum(_games_of(table, team) for team in cut.teams) - 2 * len(inside)
    least_sum = min(one + other for one, other in zip(values, reversed(values)))
    total = sum(table.points[team] for team in cut.teams) + outside * values[-1]
    share = _round_up_mean(table, (total + len(inside) * least_sum) / len(cut.teams))
    gives = "" if least_sum == 1 else f", worth {_format_number(least_sum)} or more each"
    plural = "game" if len(inside) == 1 else "games"
    have = (
        f"{among} have {_format_number(total)} {table.noun} and {len(inside)} {plural} between them"
    )
    if cut.cases or cut.together:
        everybody = _join_names(table, sorted(cut.everybody))
        return f"too many of {everybody} end ahead, for they play each other"
    enough = all(share > own or (share == own and not claim.wins_tie(team)) for team in cut.teams)
    so = f"one of them gets {_format_number(share)}" if enough else "one of them ends ahead"
    return f"{have}{gives}: {so}"


def _round_up_mean(table: RaceTable, mean: Fraction) -> Fraction:
    """The points that at least one of some teams has, if this is their mean."""
    numbers = (*table.points, *table.scoring.values)
    below = math.lcm(*(number.denominator for number in numbers))
    finest = Fraction(math.gcd(*(int(number * below) for number in numbers)) or 1, below)
    return math.ceil(mean / finest) * finest


def _explain_too_little(table: RaceTable, cut: Cut) -> str:
    """Why the teams of a cut cannot all get ahead."""
    everybody = sorted(cut.everybody)
    if cut.cases or cut.together:
        return f"too few of {_join_names(table, everybody)} can, for they play each other"
    if len(everybody) == 1:
        return f"{_join_names(table, everybody)} cannot either"
    both = "both" if len(everybody) == 2 else "all"
    return f"{_join_names(table, everybody)} cannot {both}, for they play each other"


def _own_points_at_end(claim: Claim) -> Fraction:
    """The points of the team of a claim when its own games go as well (as badly) as can be."""
    left = sum(claim.team in game for game in claim.games)
    return claim.points[claim.team] + left * claim.scoring[0 if claim.wish == "reach" else -1]


def _games_of(table: RaceTable, team: int) -> int:
    return sum(team in game for game in table.games)


def _join_names(table: RaceTable, teams: Iterable[int]) -> str:
    *others, last = (table.names[team] for team in teams)
    return f"{', '.join(others)} and {last}" if others else last


def _format_number(number: Fraction) -> str:
    return f"{float(number):.15g}"
