"""What was published agrees: real sessions line by line, travellers, worked values.

`tests/data/bridge/README.md` says where the figures come from, how each program rounds, and which
figures the functions do not give.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import pytest

from tests.same import same
from xl_tourney.functions import BUTLER, CROSS_IMPS, MATCHPOINT, NEUBERG, PLACE

DATA = Path(__file__).parent.parent / "data" / "bridge"
EVENTS = {event["id"]: event for event in json.loads((DATA / "events.json").read_text("utf-8"))}
TRAVELLERS = json.loads((DATA / "board_examples.json").read_text("utf-8"))
GOLDEN = json.loads((DATA / "golden.json").read_text("utf-8"))["cases"]
SIDES = ("NS", "EW")


class Figure(NamedTuple):
    """A figure as we calculate it and as it was published."""

    name: str
    got: Any
    published: Any


def rounded(value: float, decimals: int, halves: str = ROUND_HALF_UP) -> Decimal:
    """Rounded as it was published; ROUND_HALF_UP is away from zero."""
    return Decimal(repr(round(value, 9))).quantize(Decimal(1).scaleb(-decimals), halves)


@pytest.fixture
def disagreeing(capsys: pytest.CaptureFixture[str]) -> Callable[[str, Iterable[Figure]], list[str]]:
    """The figures that disagree; says how many agree."""

    def compare(title: str, figures: Iterable[Figure]) -> list[str]:
        compared = list(figures)
        others = [figure.name for figure in compared if not same(figure.got, figure.published)]
        with capsys.disabled():
            print(f"\n{title}: {len(compared) - len(others)} of {len(compared)} figures agree")
        return others

    return compare


# Sessions -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reading:
    """How an event is scored and how its program shows the figures."""

    score: Callable[..., Any]
    decimals: int
    match_points: bool = False
    lines_factored: bool = True
    halves_of_lines: str = ROUND_HALF_UP
    percent_of_rounded: bool = False


def match_points(method: str) -> Callable[..., Any]:
    return lambda scores, side, results=0, show="points": MATCHPOINT(
        scores, method, show, side, results
    )


def imps(score: Callable[..., Any]) -> Callable[..., Any]:
    return lambda scores, side, results=0: score(scores, side)


READINGS = {
    "usebio_mp_pairs_howell": Reading(match_points("standard"), 1, True, lines_factored=False),
    "usebio_mp_pairs_mitchell_03": Reading(match_points("standard"), 1, True),
    "usebio_mp_pairs_mitchell_adjusted_02": Reading(
        match_points("standard"), 1, True, halves_of_lines=ROUND_HALF_EVEN
    ),
    "usebio_butler_howell": Reading(imps(BUTLER), 0),
    "usebio_cross_imp_howell": Reading(imps(CROSS_IMPS), 2),
    "acbl_sample-club-game-2": Reading(match_points("acbl"), 2, True, percent_of_rounded=True),
}
EDITED_LINES = (
    "board 3, 1NS against 1EW, NS",
    "board 3, 1NS against 1EW, EW",
    "board 4, 1NS against 21EW, NS",
    "board 4, 1NS against 21EW, EW",
)
BY_EDITED_LINES = {
    "usebio_mp_pairs_mitchell_adjusted_02": [
        *EDITED_LINES,
        *(f"{figure} of {pair}" for pair in ("1NS", "1EW", "21EW") for figure in ("total", "pct")),
    ]
}


def results_due(event: dict[str, Any]) -> int:
    return max(len(board["lines"]) for board in event["boards"])


def sides(event: dict[str, Any], **options: Any) -> Iterable[tuple[str, str, float, str]]:
    """Each line for each side: its name, the pair, our figure, the published one."""
    for board in event["boards"]:
        scores = [[line[2]] for line in board["lines"]]
        for at, side in enumerate(SIDES):
            ours = READINGS[event["id"]].score(scores, side, **options)
            for line, [value] in zip(board["lines"], ours):
                name = f"board {board['board']}, {line[0]} against {line[1]}, {side}"
                yield name, line[at], value, line[3 + at]


def lines(event: dict[str, Any]) -> Iterable[Figure]:
    reading = READINGS[event["id"]]
    results = results_due(event) if reading.lines_factored else 0
    for name, _, value, published in sides(event, results=results):
        ours = rounded(value, reading.decimals, reading.halves_of_lines)
        yield Figure(name, ours, Decimal(published))


def by_pair(event: dict[str, Any], **options: Any) -> dict[str, list[float]]:
    values = defaultdict(list)
    for _, pair, value, _ in sides(event, results=results_due(event), **options):
        values[pair].append(value)
    return values


def totals(event: dict[str, Any]) -> dict[str, float]:
    """Each pair's total, pro-rated to the boards of the pair in its ranking that played most."""
    values = by_pair(event)
    most: dict[str, int] = defaultdict(int)
    for pair in event["pairs"]:
        most[pair["dir"]] = max(most[pair["dir"]], len(values[pair["pair"]]))
    return {
        pair["pair"]: fmean(values[pair["pair"]]) * most[pair["dir"]] for pair in event["pairs"]
    }


def percentages(event: dict[str, Any]) -> dict[str, float]:
    values = by_pair(event, show="percent")
    if not READINGS[event["id"]].percent_of_rounded:
        return {pair: fmean(percents) for pair, percents in values.items()}
    top = results_due(event) - 1
    boards = max(map(len, values.values()))
    return {
        pair: 100 * float(rounded(total, 2)) / (boards * top)
        for pair, total in totals(event).items()
    }


def places(event: dict[str, Any]) -> dict[str, float]:
    """Each pair's place by total, ranked with those of its own direction."""
    total = totals(event)
    place = {}
    for direction in {pair["dir"] for pair in event["pairs"]}:
        ranked = [pair["pair"] for pair in event["pairs"] if pair["dir"] == direction]
        column = PLACE([[total[pair]] for pair in ranked])
        place.update({pair: at for pair, [at] in zip(ranked, column)})
    return place


def standings(event: dict[str, Any]) -> Iterable[Figure]:
    total, place = totals(event), places(event)
    percent = percentages(event) if READINGS[event["id"]].match_points else {}
    for pair in event["pairs"]:
        name = pair["pair"]
        yield Figure(f"total of {name}", rounded(total[name], 2), Decimal(pair["total"]))
        if pair["pct"] is not None:
            yield Figure(f"pct of {name}", rounded(percent[name], 2), Decimal(pair["pct"]))
        if "place" in pair:
            yield Figure(f"place of {name}", place[name], float(pair["place"]))


def test_every_event_has_a_reading() -> None:
    assert READINGS.keys() == EVENTS.keys()


@pytest.mark.parametrize("name", READINGS)
def test_session(name: str, disagreeing: Callable[..., list[str]]) -> None:
    event = EVENTS[name]
    others = disagreeing(name, [*lines(event), *standings(event)])
    assert others == BY_EDITED_LINES.get(name, [])


def test_edited_lines_explain_the_totals_that_disagree() -> None:
    event = EVENTS["usebio_mp_pairs_mitchell_adjusted_02"]
    total = totals(event)
    for name, pair, value, published in sides(event, results=results_due(event)):
        if name in EDITED_LINES:
            total[pair] += float(published) - value
    top = 2 * (results_due(event) - 1) * len(event["boards"])
    for pair in event["pairs"]:
        assert rounded(total[pair["pair"]], 2) == Decimal(pair["total"])
        assert rounded(100 * total[pair["pair"]] / top, 2) == Decimal(pair["pct"])


# Travellers ---------------------------------------------------------------------------------------


def traveller(example: dict[str, Any]) -> Iterable[Figure]:
    if "scores" in example:
        method = {"2/1": "standard", "1/0.5": "acbl"}[example["scale"]]
        shown = [("mp", "points", 1), ("pct", "percent", 0)]
        for key, show, decimals in (figure for figure in shown if figure[0] in example):
            [ours] = MATCHPOINT(example["scores"], method, show)
            for at, (value, published) in enumerate(zip(ours, example[key], strict=True), 1):
                yield Figure(f"{key} {at}", float(rounded(value, decimals)), published)
    elif "neuberg" in example:
        actual, expected = example["neuberg"]["A"], example["neuberg"]["E"]
        ours = [NEUBERG(points, actual, expected) for points in example["M"]]
        for value, published in zip(ours, example.get("mp_rounded_0.1", ())):
            yield Figure("mp", float(rounded(value, 1)), published)
        for value, published in zip(ours, example.get("pct_rounded_0.1", ())):
            percent = 100 * value / (2 * (expected - 1))
            yield Figure("pct", float(rounded(percent, 1)), published)
    else:
        one = list(range(example["wignall"]["n"]))
        two = one + one
        yield Figure("top", MATCHPOINT(one, "wignall", "percent")[0][-1], 95)
        yield Figure("bottom", MATCHPOINT(one, "wignall", "percent")[0][0], 5)
        yield Figure("two sections", MATCHPOINT(two, "wignall", "percent")[0][-1], 95)
        standard = MATCHPOINT(two, "standard", "percent")[0][-1]
        yield Figure("standard", float(rounded(standard, 1)), 97.4)


@pytest.mark.parametrize("example", TRAVELLERS, ids=[example["id"] for example in TRAVELLERS])
def test_traveller(example: dict[str, Any], disagreeing: Callable[..., list[str]]) -> None:
    figures = list(traveller(example))
    assert figures
    assert disagreeing(example["id"], figures) == []


# Worked values ------------------------------------------------------------------------------------


def of_board(scores: list[float]) -> dict[str, Any]:
    def points(method: str, side: str = "NS", show: str = "points") -> list[Any]:
        value = MATCHPOINT([[score] for score in scores], method, show, side)
        return [row[0] for row in value] if isinstance(value, list) else [value]

    percent = points("standard", show="percent")
    return {
        "mp_2_1": points("standard"),
        "mp_1_half": points("acbl"),
        "ew_2_1": points("standard", "EW"),
        "pct_standard": [None if value == "#DIV/0!" else value for value in percent],
        "mp_modified": points("modified"),
        "pct_modified": points("modified", show="percent"),
        "top_2_1": points("standard")[0] + points("standard", "EW")[0],
        "denominator_modified": points("modified")[0] + points("modified", "EW")[0],
    }


def of_neuberg(points: int, actual: int, expected: int) -> dict[str, Any]:
    def on_a_board(method: str) -> float:
        """The percentage of a score with so many points among different ones."""
        scores = [*range(actual), None]
        return MATCHPOINT(scores, method, "percent", "NS", expected)[0][points // 2]

    return {
        "mp": NEUBERG(points, actual, expected),
        "mp_rounded_0_1": float(rounded(NEUBERG(points, actual, expected), 1)),
        "pct": on_a_board("standard"),
        "acbl": NEUBERG(points / 2, actual, expected, "acbl"),
        "pct_modified_invariant": on_a_board("modified"),
    }


def of_subfield(points: int, actual: int, expected: int) -> dict[str, Any]:
    return {"pct": 100 * NEUBERG(points, actual, expected) / (2 * (expected - 1))}


def of_artificial(ns_pct: int, ew_pct: int, expected_results: int) -> dict[str, Any]:
    score = f"A{ns_pct}{ew_pct}"
    ns, ew = (MATCHPOINT(score, "standard", "points", side, expected_results) for side in SIDES)
    return {"ns_mp": ns, "ew_mp": ew}


def of_session(total: float, boards: int, full_boards: int, board_top: int) -> dict[str, Any]:
    exact = total / boards * full_boards
    return {
        "prorated_total": float(rounded(exact, 2)),
        "prorated_total_exact": exact,
        "pct": float(rounded(100 * total / (boards * board_top), 2)),
    }


def of_bias(n: int) -> dict[str, Any]:
    standard, modified = (
        MATCHPOINT(list(range(n)), method, "percent")[0][0] - 50
        for method in ("standard", "modified")
    )
    return {"ratio": standard / modified, "bias": standard / modified - 1}


WORKED = {
    "MATCHPOINTS": of_board,
    "NEUBERG": of_neuberg,
    "SMALL_SUBFIELD_EBU": of_subfield,
    "ARTIFICIAL": of_artificial,
    "SESSION": of_session,
    "BIAS": of_bias,
}
NOT_GIVEN = [
    "NEUBERG-02 factor_method",
    "NEUBERG-04 factor_method",
    "NEUBERG-06 factor_method",
    "NEUBERG-08 factor_method",
    "NEUBERG-10 factor_method",
    "SMALL_SUBFIELD_EBU-02 rule_applies",
    "SMALL_SUBFIELD_EBU-02 pct",
    "SMALL_SUBFIELD_EBU-04 rule_applies",
    "SMALL_SUBFIELD_EBU-04 pct",
    "SMALL_SUBFIELD_EBU-06 rule_applies",
    "SMALL_SUBFIELD_EBU-06 pct",
    "SMALL_SUBFIELD_EBU-08 rule_applies",
]


def test_worked_values(disagreeing: Callable[..., list[str]]) -> None:
    figures = []
    for case in GOLDEN:
        ours = WORKED[case["fn"]](*case["inputs"].values())
        for key, expected in case["expected"].items():
            columns = [(ours.get(key, "not given"), expected)]
            if isinstance(expected, list):
                columns = list(zip(ours[key], expected, strict=True))
            figures += [Figure(f"{case['id']} {key}", got, value) for got, value in columns]
    assert disagreeing("worked values", figures) == NOT_GIVEN
