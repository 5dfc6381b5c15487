"""The proofs of a race, written as a text that travels beside a page.

The format is described in docs/reference/proofs.md; ``publication/proof_checker.js`` reads it.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ....catalogue.derivation import Step, sentence, step
from ..answers import Answer, Answers, Clock
from ..least import clauses_of, in_words, least_of
from ..methods.contest import Wish
from ..methods.solver import UnsettledError
from ..race import Target
from ..table import RaceTable
from .cases import Cases
from .checker import Claim, Cut
from .search import NoProofError, find_proof

FORMAT = "xl_tourney proofs 1"
MOST_GAMES = 40
"""With more games left it is not said what must happen for a team."""


class Statement(NamedTuple):
    """What a proof shows: the claim, and how little is enough for it where that is known."""

    claim: Step
    least: str = ""
    """The least that must happen, as an English sentence."""
    clauses: Sequence[Step] = ()
    """The same in short sentences, which can be said in other languages."""

    def __str__(self) -> str:
        return f"{self.claim} {self.least}".rstrip()


class Certificates(NamedTuple):
    """The proofs of who is in, who is out, and what is still possible."""

    text: str
    """The proofs as JSON."""
    statements: list[Statement]
    """What each proof shows."""
    without: list[str]
    """What is known without a proof that travels, and why."""


def certify(table: RaceTable, answers: Answers, places: int, seconds: float = 10.0) -> Certificates:
    """The proofs of what is settled, and scenarios for what is not."""
    claims, statements, without = [], [], []
    clock, count = Clock(seconds), len(table.names)
    scale = math.lcm(*(number.denominator for number in (*table.points, *table.scoring.values)))
    by_points = sorted(range(count), key=lambda team: -table.points[team])
    for number, team in enumerate(by_points):
        clock.share(1 / (count - number))
        try:
            questions = list(_questions(table, answers, team, places, clock))
        except UnsettledError as why:
            without.append(f"{table.names[team]}: {why}.")
            continue
        for wish, line, conclusion in questions:
            target = Target.top(line, count)
            try:
                verdict = answers.verdict(team, wish, target, None, clock)
                claim = table.claim(team, wish, target, None, answers.race)
                proof = _proof(table, claim, verdict, clock)
            except (NoProofError, UnsettledError) as why:
                without.append(f"{str(conclusion)[:-1]}: {why}.")
                continue
            claims.append({"team": team, "wish": wish, "places": line, **proof})
            statement = Statement(conclusion)
            if wish == "reach" and proof["possible"] and len(table.games) <= MOST_GAMES:
                results = [result for result, _ in proof["results"]]
                if least := least_of(table, team, wish, target, results, clock):
                    clauses = [*clauses_of(table, team, least)]
                    statement = Statement(conclusion, in_words(table, team, least), clauses)
            statements.append(statement)
    return Certificates(
        with_checksum(_stated(table, scale) | {"proofs": claims}), statements, without
    )


def _questions(
    table: RaceTable, answers: Answers, team: int, places: int, clock: Clock
) -> Iterator[tuple[Wish, int, Step]]:
    """The questions about a team whose answers are shown, with the answer."""
    name, count = table.names[team], len(table.names)

    def answer(first: str, line: str) -> Step:
        return step(first if places == 1 else line, name=name, places=places)

    status = answers.status(team, Target.top(places, count), clock)
    if status == "clinched":
        first = sentence("{name} is certain to be first.")
        line = sentence("{name} is certain to be among the first {places}.")
        yield "miss", places, answer(first, line)
    elif status == "out":
        first = sentence("{name} can no longer be first.")
        line = sentence("{name} can no longer be among the first {places}.")
        yield "reach", places, answer(first, line)
    else:
        first = sentence("{name} can still be first.")
        line = sentence("{name} can still be among the first {places}.")
        yield "reach", places, answer(first, line)
        first = sentence("{name} is not certain yet to be first.")
        line = sentence("{name} is not certain yet to be among the first {places}.")
        yield "miss", places, answer(first, line)
    try:
        best, worst = answers.best_place(team, clock), answers.worst_place(team, clock)
    except UnsettledError:
        return
    if best == worst and best not in (1, places + 1):
        conclusion = step("{name} can end no better than place {best}.", name=name, best=best)
        yield "reach", best - 1, conclusion
    if best == worst and worst not in (places, count):
        conclusion = step("{name} can end no worse than place {worst}.", name=name, worst=worst)
        yield "miss", worst, conclusion


def _proof(table: RaceTable, claim: Claim, verdict: Answer, clock: Clock) -> dict[str, Any]:
    if verdict.completion is None:
        return {"possible": False, "proof": _node(find_proof(claim, table.scoring, clock))}
    scores = verdict.scores
    if scores:
        return {"possible": True, "results": [[r, [own, other]] for r, own, other in scores]}
    results = table.results_of(verdict.completion)
    return {
        "possible": True,
        "results": [[result, _any_score(table, result)] for result in results],
    }


def _any_score(table: RaceTable, result: int) -> list[int] | None:
    """A score with a result, where criteria look at scores."""
    if not table.criteria:
        return None
    by = len(table.scoring.values) - 1 - 2 * result
    return [int(by > 0), int(by < 0)]


def _node(proof: Cases | Cut) -> dict[str, Any]:
    if isinstance(proof, Cases):
        return {proof.of: proof.number, "cases": [_node(case) for case in proof.cases]}
    node: dict[str, Any] = {}
    if proof.teams:
        node["teams"] = list(proof.teams)
    if proof.cases:
        node["then"] = [[team, _node(cut)] for team, cut in proof.cases]
    if proof.together:
        node["together"] = True
    return node


def _stated(table: RaceTable, scale: int) -> dict[str, Any]:
    """The race, in whole numbers."""
    claim = table.claim(0, "reach", Target.top(1, len(table.names)), None, table.race())
    keys = claim.keys if claim.keys and any(key is not None for key in claim.keys) else None
    return {
        "format": FORMAT,
        "teams": list(table.names),
        "scale": scale,
        "points": [int(own * scale) for own in table.points],
        "scoring": [int(worth * scale) for worth in table.scoring.values],
        "left": [list(game) for game in table.games],
        "criteria": [
            {"figures": list(step.figures), "among_tied": step.is_run, "again": step.is_repeated}
            for step in claim.criteria
        ],
        "keys": keys and _ranks(keys),
        "played": [
            [first, second, result, [_plain(own), _plain(other)]]
            for first, second, result, (own, other) in claim.played
        ],
    }


def _ranks(keys: Any) -> list[int | None]:
    """Keys as whole numbers in the same order."""
    order = sorted({key for key in keys if key is not None})
    return [None if key is None else order.index(key) for key in keys]


def _plain(number: float) -> float:
    """A number that JSON writes as JavaScript does."""
    return int(number) if number == int(number) else float(number)


def with_checksum(stated: Mapping[str, Any]) -> str:
    """The text of proofs, with a sum that finds damage."""
    text = json.dumps(stated, ensure_ascii=False, separators=(",", ":"))
    return f'{text[:-1]},"checksum":{checksum(text)}}}'


def checksum(text: str) -> int:
    """FNV-1a over the code units of a text."""
    found = 2166136261
    units = text.encode("utf-16-le", "surrogatepass")
    for at in range(0, len(units), 2):
        found = (found ^ int.from_bytes(units[at : at + 2], "little")) * 16777619 % 2**32
    return found
