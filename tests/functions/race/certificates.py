"""Proofs as texts, and what is done to them: damage that anybody would make, and lies."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.functions.race.criteria_cases import Contest, published, random_case
from xl_tourney.catalogue.cells import CellError
from xl_tourney.functions.race.answers import Clock
from xl_tourney.functions.race.certificates.writing import certify, with_checksum
from xl_tourney.functions.race.criteria.answers import answers_about
from xl_tourney.functions.race.race import Scoring, Target, exact
from xl_tourney.functions.race.table import PlayedGame, RaceTable

Path = tuple[Any, ...]


@cache
def texts(seed: int = 1, count: int = 15) -> list[str]:
    """The proofs of published and random contests that criteria decide."""
    drawn = [random_case(random.Random(f"{seed} {number}"), 3) for number in range(count)]
    chosen = random.Random(seed).sample(published(), count)
    return [
        certify((contest := Contest.of(case)).answers.table, contest.answers, case["places"]).text
        for case in (*chosen, *drawn)
    ]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where each single value of a text stands."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in items:
        if isinstance(one, (dict, list)):
            yield from paths(one, (*path, key))
            if isinstance(one, list) and one:
                yield (*path, key)
        else:
            yield (*path, key)


def changed(value: Any, chance: random.Random) -> Any:
    """Another value."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return chance.choice([value + 1, value - 1, value + 7, None, -value - 1])
    if isinstance(value, str):
        swapped = {"reach": "miss", "miss": "reach", "difference": "for", "points": "wins"}
        return swapped.get(value, f"{value}x")
    if isinstance(value, list):
        return chance.choice([value[:-1], [*value, value[0]]])
    return 0


def corrupt(text: str, path: Path, chance: random.Random) -> dict[str, Any]:
    """A text with one value changed."""
    stated: dict[str, Any] = json.loads(text)
    at: Any = stated
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = changed(at[path[-1]], chance)
    return stated


def damaged(seed: int, count: int) -> list[str]:
    """Texts of which a value is changed, whatever it is; the checksum is as it was."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        text = texts()[number % len(texts())]
        every = [path for path in paths(json.loads(text)) if path[0] != "proofs"]
        inside = [path for path in paths(json.loads(text)) if path[0] == "proofs"]
        path = chance.choice(every if number % 2 and every else inside or every)
        found.append(json.dumps(corrupt(text, path, chance), separators=(",", ":")))
    return found


def lies(seed: int, count: int) -> Iterator[tuple[str, int]]:
    """Texts made to look undamaged, each with the number of a proof whose statement is false.

    Values are changed until what a proof states is no longer so.
    """
    chance = random.Random(seed)
    found = 0
    while found < count:
        text = chance.choice(texts())
        path = chance.choice([p for p in paths(json.loads(text)) if p[0] != "checksum"])
        stated = corrupt(text, path, chance)
        del stated["checksum"]
        number = path[1] if path[0] == "proofs" and len(path) > 1 else 0
        if number < len(stated["proofs"]) and is_false(stated, number):
            found += 1
            yield with_checksum(stated), number


def is_false(stated: dict[str, Any], number: int) -> bool:
    """Whether a statement is not so, as the search says; it must be one that can be asked."""
    try:
        table, proof = table_of(stated), stated["proofs"][number]
        if not 0 <= proof["team"] < len(table.names) or not 1 <= proof["places"] <= len(
            table.names
        ):
            return False
        target = Target.top(proof["places"], len(table.names))
        answers = answers_about(table)
        answer = answers.verdict(proof["team"], proof["wish"], target, None, Clock(20))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, CellError):
        return False
    return answer.possible is not proof["possible"]


def table_of(stated: dict[str, Any]) -> RaceTable:
    """The race of a text."""
    names = []
    for step in stated["criteria"]:
        names += [f"{'Head-to-head ' * step['among_tied']}{figure}" for figure in step["figures"]]
        names += ["again"] * step["again"]
    results = len(stated["scoring"])
    return RaceTable(
        stated["teams"],
        [exact(float(own)) for own in stated["points"]],
        [tuple(game) for game in stated["left"]],
        Scoring.of(stated["scoring"]),
        stated["keys"] or [None] * len(stated["teams"]),
        criteria=names,
        played=[
            PlayedGame(first, second, own, other, results == 4 and result in (1, 2))
            for first, second, result, (own, other) in stated["played"]
        ],
    )
