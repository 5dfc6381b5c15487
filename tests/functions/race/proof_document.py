"""Proofs as a text that travels beside a page, read and checked by our checker without our search.

The format is described in docs/reference/proofs.md; ``publication/proof_checker.js`` reads it, too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from xl_tourney.functions.race.certificates.cases import (
    Cases,
    Game,
    proves_by_cases,
    proves_scores,
)
from xl_tourney.functions.race.certificates.checker import Claim, Cut
from xl_tourney.functions.race.certificates.writing import FORMAT, checksum

REFUSED = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, RecursionError)
"""What goes wrong where a text is not in the format."""


class Criterion(NamedTuple):
    """A criterion over all games, or a run of them over the games among the tied."""

    figures: Sequence[str]
    is_run: bool
    is_repeated: bool


def check_proofs(text: str) -> list[bool]:
    """Whether each proof of a text holds."""
    stated = json.loads(text)
    stated_sum = stated.pop("checksum", None)
    is_whole = stated_sum == checksum(json.dumps(stated, ensure_ascii=False, separators=(",", ":")))
    return [is_whole and _holds(stated, proof) for proof in stated["proofs"]]


def _holds(stated: Mapping[str, Any], proof: Mapping[str, Any]) -> bool:
    try:
        claim = _read_claim(stated, proof)
        if _one_of(proof["possible"], (True, False)):
            games = [
                Game(first, second, _integer(result), None if score is None else _read_score(score))
                for (first, second), (result, score) in zip(claim.games, proof["results"])
            ]
            return len(proof["results"]) == len(games) and proves_scores(claim, games)
        return proves_by_cases(claim, _read_node(proof["proof"], claim))
    except REFUSED:
        return False


def _read_claim(stated: Mapping[str, Any], proof: Mapping[str, Any]) -> Claim:
    _one_of(stated["format"], (FORMAT,))
    count, scoring = len(stated["teams"]), [_integer(worth) for worth in stated["scoring"]]
    points = [_integer(own) for own in stated["points"]]
    keys = stated["keys"]
    if len(scoring) < 2 or any(one <= other for one, other in pairwise(scoring)):
        raise ValueError("scoring")
    if len(points) != count or (keys and len(keys) != count):
        raise ValueError("points")
    criteria = [
        Criterion(step["figures"], step["among_tied"], step["again"]) for step in stated["criteria"]
    ]
    played = [
        (*_read_played(pair, count), _whole(result, len(scoring)), _read_score(score))
        for *pair, result, score in stated["played"]
    ]
    claim = Claim(
        [*map(Fraction, points)],
        [_read_pair(pair, count) for pair in stated["left"]],
        [*map(Fraction, scoring)],
        _whole(proof["team"], count),
        _one_of(proof["wish"], ("reach", "miss")),
        1 + _whole(proof["places"] - 1, count),
        keys=[None if key is None else Fraction(_integer(key)) for key in keys] if keys else None,
        criteria=criteria,
        played=played,
    )
    if not all(Game(*game).is_possible(claim.scoring) for game in played):
        raise ValueError("played")
    return claim


def _read_node(node: Mapping[str, Any], claim: Claim) -> Cases | Cut:
    for of in ("game", "level"):
        if of in node:
            number = _integer(node[of])
            return Cases(of, number, tuple(_read_node(next_, claim) for next_ in node["cases"]))
    return _read_cut(node, len(claim.points))


def _read_cut(node: Mapping[str, Any], count: int) -> Cut:
    return Cut(
        tuple(_whole(team, count) for team in node.get("teams", ())),
        tuple((_whole(j, count), _read_cut(next_, count)) for j, next_ in node.get("then", ())),
        _one_of(node.get("together", False), (True, False)),
    )


def _read_pair(pair: Sequence[Any], count: int) -> tuple[int, int | None]:
    first, second = pair
    if first == second:
        raise ValueError("a team against itself")
    return _whole(first, count), None if second is None else _whole(second, count)


def _read_played(pair: Sequence[Any], count: int) -> tuple[int | None, int | None]:
    first, second = pair
    return (None, _whole(second, count)) if first is None else _read_pair(pair, count)


def _read_score(score: Any) -> tuple[float, float]:
    own, other = score
    return own + 0, other + 0


def _integer(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise ValueError(f"{number!r} is no whole number")
    return number


def _whole(number: Any, below: int) -> int:
    if not 0 <= _integer(number) < below:
        raise ValueError(f"{number!r} is not from 0 to {below - 1}")
    return int(number)


def _one_of(value: Any, known: Sequence[Any]) -> Any:
    if not any(value is one or (isinstance(one, str) and value == one) for one in known):
        raise ValueError(f"{value!r} is not known")
    return value
