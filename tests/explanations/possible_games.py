"""Games of every sport that can be, drawn, and why a result cannot be: of its own, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

from xl_tourney.templates.league.feature import Rules
from xl_tourney.templates.league.features.overtime import Overtime
from xl_tourney.templates.league.features.parts import Sets
from xl_tourney.templates.league.features.second import Overs

Cells = dict[str, Any]
TEAMS = ("Reds", "Blues", "Golds", "Greens")
SIDES = ("home", "away")
TO_A_SET = 11
"""The points that win a set here."""
MOST = 6
"""No score of goals is as high: each goal more is one more change that is tried."""
BOARDS = 8
"""The single games of a match, where a score adds these."""
AMERICAN = (2, 3, 6, 7, 8)
"""What a side of American football adds at once."""
BY_ONE = ("ice-hockey", "nhl-2019", "floorball-bundesliga")
"""Where the first goal of overtime wins."""


def sets_of(rules: Rules) -> int:
    """How many sets are enough; 0 where none are played."""
    sets = rules.of(Sets)
    return (sets.sets or 0) if sets else 0


def overs_of(rules: Rules) -> float:
    """How many overs a side has; 0 in other games."""
    overs = rules.of(Overs)
    return (overs.overs or 0) if overs else 0


def is_by_margin(rules: Rules) -> bool:
    """Whether a close win is one after overtime."""
    overtime = rules.of(Overtime)
    return overtime is not None and overtime.late_margin is not None


def has_draws(rules: Rules) -> bool:
    """Whether a game that was played out can be level."""
    return rules.has_draws and not overs_of(rules) and not is_by_margin(rules)


def game(name: str, rules: Rules, chance: Random) -> Cells:
    """A game that can be."""
    is_level = has_draws(rules) and chance.random() < 0.2
    if name == "nfl":
        score = [sum(chance.choices(AMERICAN, k=chance.randrange(1, 4))) for _ in SIDES]
        return _scored(score, {}) if score[0] != score[1] else game(name, rules, chance)
    if overs_of(rules):
        return _cricket(int(overs_of(rules)), chance)
    if rules.second == "tries":
        tries = [chance.randrange(4) for _ in SIDES]
        score = [5 * t + 2 * chance.randint(0, t) + 3 * chance.randrange(4) for t in tries]
        typed = dict(zip(("home_second", "away_second"), tries)) if chance.random() < 0.8 else {}
        return _scored(score, typed)
    if sets_of(rules):
        return _sets(rules, is_level, chance)
    if rules.scores in ("legs", "games", "board points"):
        high = 4 if is_level else chance.randrange(5, 8)
        score = [high, BOARDS - high]
        chance.shuffle(score)
        typed = {}
        if rules.second:  # three sets win a single game
            lost = [chance.randint(0, 2 * n) for n in score]
            own = 3 * score[0] + lost[1], 3 * score[1] + lost[0]
            typed = dict(zip(("home_second", "away_second"), own))
        return _scored(score, typed)
    score = chance.sample(range(MOST), 2)
    if is_level:
        score[1] = score[0]
    elif rules.points.has_overtime and chance.random() < 0.3:
        return {**_scored([score[0], score[0] + 1], {}), "overtime": "OT"}
    return _scored(score, {})


def _scored(score: list[int], more: Cells) -> Cells:
    return {"home_score": score[0], "away_score": score[1], **more}


def _cricket(overs: int, chance: Random) -> Cells:
    if chance.random() < 0.15:  # no result
        return _scored([0, 0], {"home_second": 0, "away_second": 0})
    first = chance.randrange(12, 24)
    wickets = chance.choice([10, 5])
    sides = [(first, overs - 2.5 if wickets == 10 else overs, wickets)]
    if chance.random() < 0.5:
        sides.append((first + chance.randint(1, 6), overs - 0.8, 3))
    else:
        sides.append((first - chance.randint(1, 10), *chance.choice([(overs, 7), (overs - 3, 10)])))
    chance.shuffle(sides)
    return {
        f"{side}_{key}": value
        for side, values in zip(SIDES, sides)
        for key, value in zip(("score", "second", "wickets"), values)
    }


def _sets(rules: Rules, is_level: bool, chance: Random) -> Cells:
    assert sets_of(rules)
    score = (
        [sets_of(rules) - 1] * 2 if is_level else [sets_of(rules), chance.randrange(sets_of(rules))]
    )
    chance.shuffle(score)
    winner = score.index(max(score))
    order = [winner] * (max(score) - 1) + [1 - winner] * min(score)
    chance.shuffle(order)
    order += [] if is_level else [winner]
    order += [winner] * (sum(score) - len(order))
    points = [(TO_A_SET, chance.randrange(10)) for _ in order]
    sets = [pair if won == 0 else pair[::-1] for won, pair in zip(order, points)]
    how = chance.random()
    if not is_level and rules.second and how < 0.4:
        return {"sets": " ".join(f"{own}-{other}" for own, other in sets)}
    typed = {}
    if rules.second and how < 0.8:
        typed = {f"{side}_second": sum(pair[at] for pair in sets) for at, side in enumerate(SIDES)}
    return _scored(score, typed)


def games(name: str, rules: Rules, seed: int) -> list[Cells]:
    """A round robin of four teams."""
    chance = Random(f"{name} {seed}")
    pairs = [dict(zip(SIDES, pair)) for pair in combinations(TEAMS, 2)]
    return [{"round": at, **pair, **game(name, rules, chance)} for at, pair in enumerate(pairs, 1)]


# Why not ------------------------------------------------------------------------------------------


def faults(name: str, rules: Rules, cells: Cells) -> Iterator[str]:
    """Why a game cannot have ended so."""
    sets = str(cells.get("sets") or "")
    score = [cells.get(f"{side}_score") for side in SIDES]
    if sets:
        pairs = [tuple(map(int, one.replace(":", "-").split("-"))) for one in sets.split()]
        won = [sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)]
        score = list(pairs[0]) if len(pairs) == 1 else won
        winner = won.index(max(won))
        if len(pairs) > 1 and pairs[-1].index(max(pairs[-1])) != winner:
            yield "sets were played after the one that decides"
    second = [cells.get(f"{side}_second") for side in SIDES]
    level = score[0] == score[1]
    if level and (cells.get("overtime") or not has_draws(rules)):
        is_none = overs_of(rules) and second == [0, 0] and score == [0, 0]
        if not is_none:
            yield "no game is level"
    if cells.get("overtime") and name in BY_ONE and abs(score[0] - score[1]) != 1:
        yield "the first goal of overtime wins"
    if sets_of(rules) and not level and not max(score) == sets_of(rules) > min(score):
        yield f"{sets_of(rules)} sets win"
    if sets_of(rules) and level and score[0] != sets_of(rules) - 1:
        yield "a level match has a set less than wins on each side"
    is_made_of_games = not sets_of(rules) and rules.scores in ("legs", "games", "board points")
    if is_made_of_games and sum(score) != BOARDS:
        yield "a match has so many games"
    yield from _faults_of_second(name, rules, cells, score, second)


def _faults_of_second(
    name: str, rules: Rules, cells: Cells, score: list[Any], second: list[Any]
) -> Iterator[str]:
    for own, other, mine, wickets in zip(
        score, score[::-1], second, [cells.get(f"{side}_wickets") for side in SIDES]
    ):
        if name == "nfl" and own not in _sums(AMERICAN, own):
            yield "no points add up to this"
        if rules.second == "tries":
            tries = range(own // 5 + 1) if mine is None else [mine]
            if not any((own - 5 * t - 2 * c) % 3 == 0 <= own - 5 * t - 2 * c
                       for t in tries for c in range(t + 1)):  # fmt: skip
                yield "no tries, conversions and penalties add up to this"
        if overs_of(rules) and mine is not None:
            balls = 6 * int(mine) + round(10 * (mine % 1))
            if own > 6 * balls or round(10 * (mine % 1)) > 5:
                yield "so many runs from so few balls"
            is_short = 0 < mine < overs_of(rules) and (wickets or 0) < 10
            if is_short and not 0 < own - other <= 6:
                yield "a side that was not out stopped, and had not just won"
        if mine is None or overs_of(rules):
            continue
        if sets_of(rules) and not (TO_A_SET * own <= mine <= TO_A_SET * own + 9 * other):
            yield "so many points in so many sets"
        if (
            rules.second == "sets"
            and not sets_of(rules)
            and not 3 * own <= mine <= 3 * own + 2 * other
        ):
            yield "so many sets in so many games"


def _sums(parts: tuple[int, ...], most: int) -> set[int]:
    found = {0}
    for n in range(1, most + 1):
        found |= {n} if any(n - part in found for part in parts) else set()
    return found
