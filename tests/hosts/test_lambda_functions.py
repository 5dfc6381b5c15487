"""The LAMBDA formulas give what the Python functions give on random results, damaged ones too."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.hosts.random_wall_lists import chess_wall_list, cross_table, damage, go_wall_list
from tests.hosts.test_lambdas import Case, disagreeing
from tests.stand_ins.lambdas import LAMBDAS
from xl_tourney.conformance.hosts import HostCall
from xl_tourney.conformance.suite import Case as SuiteCase
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.lambdas.definitions import NOT_TAKEN

Make = Callable[[random.Random], list[Case]]
NUMBERS = [0, 1, 5, -3, 2.5, None, "", "many", "#N/A", True, 100]


def _column(shuffled: random.Random, choices: list[Any], lines: int) -> list[list[Any]]:
    return [[shuffled.choice(choices)] for _ in range(lines)]


def bridge(shuffled: random.Random) -> list[Case]:
    scores = [
        [shuffled.choice([None, 50, "A+", *[10 * shuffled.randint(-80, 80)] * 6]) for _ in range(3)]
        for _ in range(shuffled.randint(1, 6))
    ]
    side = shuffled.choice([None, "EW", "ns"])
    return [
        ("IMPS", (_column(shuffled, [*NUMBERS, 15, 600, -4000], 5),)),
        ("CROSS_IMPS", (scores, side)),
        ("BUTLER", (scores, side, shuffled.choice([None, 0, 1, 2, -1]))),
    ]


def kdice(shuffled: random.Random) -> list[Case]:
    lines = shuffled.randint(2, 4)
    finishes = [
        [None] * 7
        if shuffled.random() < 0.1
        else [shuffled.choice([*[0, 1, 3, 7, 7, 20, 20] * 5, -1, "many"]) for _ in range(7)]
        for _ in range(lines)
    ]
    games = shuffled.choice([None, 30, _column(shuffled, [0, 20, 35, None], lines)])
    profile = [[shuffled.choice([0, 5, 10, 20]) for _ in range(7)] for _ in range(lines)]
    columns = [_column(shuffled, NUMBERS, lines) for _ in range(5)]
    return [
        ("TAPL_ORIGINAL", (finishes, games, shuffled.choice([None, 0.2, [[1, 2, 3, 4, 5, 6, 7]]]))),
        ("TAPL_PVALUE", (finishes, games)),
        ("BSS", (finishes, games)),
        ("TAKBE", (finishes, games, shuffled.choice([None, profile]))),
        ("TAOWR", (finishes, games, profile)),
        ("TAOLZ", (finishes, games, profile[:1])),
        ("GPG", (columns[0], shuffled.choice([columns[1], 0.25]))),
        ("PPC", tuple(columns)),
        ("PPRG", (columns[0], columns[1])),
    ]


def tantrix(shuffled: random.Random) -> list[Case]:
    margins, minutes = _column(shuffled, NUMBERS, 5), _column(shuffled, [*NUMBERS, 15, 17.5], 5)
    limit = shuffled.choice([None, 10, 0, -1])
    return [("TANTRIX_TP", (margins, shuffled.choice([None, 16, minutes]), minutes, limit))]


WRONG_IN_GO: list[Any] = [
    *("2+", "1-!", "x", "0+", "12w", "99+", "1+/b", "3=", "2?", "1+/b3", "2-w100", "1 +", "2+!!"),
    *(5, "#N/A", True),
]


def go(shuffled: random.Random) -> list[Case]:
    lines = shuffled.randint(2, 8)
    wall_list: Any = go_wall_list(shuffled, lines, shuffled.randint(1, 5))
    if shuffled.random() < 0.3:
        wall_list = damage(shuffled, wall_list, WRONG_IN_GO)
    scores = _column(shuffled, [10, 20.5, 30, None], lines)
    not_played = shuffled.choice([None, "written", "down", "wins", "Half"])
    sums = (
        shuffled.choice([None, 0, 1, 2, 9, -1]),
        shuffled.choice([None, 5, scores]),
        shuffled.choice([None, True, False, "true", 1]),
    )
    ratings = _column(shuffled, [2100, 1850.5, 2000, 2750, 1400, 2680], lines)
    variant = shuffled.choice([None, "text", "program"])
    tied_on = shuffled.choice([None, scores, [[cell, 0.1 + 0.2] for (cell,) in scores]])
    system = shuffled.choice([None, "swiss", "Round-Robin", "mcmahon"])
    table: Any = cross_table(shuffled, lines)
    if shuffled.random() < 0.3:
        table[shuffled.randrange(lines)][0] = shuffled.choice(["-", 1, -1, 0.25, "#N/A", None])
    return [
        ("NBW", (wall_list, not_played)),
        ("NBW", (table,)),
        ("MMS", (wall_list, shuffled.choice([20, scores]), not_played)),
        ("CUSS", (wall_list, shuffled.choice([None, 20, scores]), not_played)),
        *((name, (wall_list, scores, *sums)) for name in ("SOS", "SODOS", "SOSOS")),
        ("PERFORMANCE_RATING", (wall_list, ratings, variant)),
        ("OPERA", (wall_list, ratings, variant)),
        *(
            case
            for games in (wall_list, table)
            for case in (
                ("DIRECT_COMPARISON", (games, tied_on, system, shuffled.choice([None, 1, 3, 0]))),
                ("DC_PLACE", (games, tied_on, system)),
            )
        ),
    ]


WRONG_IN_CHESS: list[Any] = [
    *("2w1", "1-!", "x", "12w", "99w1", "2+", "14-", "3=", "2w?", "2b*", "1-1", "1w½", "10.5"),
    *("2w1/2", "1b.5", "1--", "2-?", "0=", "00", "0--", "0-=", "02=", "1W", "2 w d"),
    *(-1, 0, 0.5, 1, "#N/A", True),
]
CODES: list[Any] = [
    *("BH/C1,BH,SB,DE", "PS,WIN;BPG  BWG", "KS/L+1,KS/L-0.5,AOB,FB", "BH/M1 BH/C2/P SB/M1/V2024"),
    *("DE/P,REP,WON,STD", "TPN/R,BHC1", "ARO,TPR,PTP", "ARO/C1/U1500,APRO/U1400,APPO,RTNG"),
    *("PTS,KS", "DE,TPN", [["BH", None, "SB"]], "BH/F,AOB/F/P", "GE,SNO", "RTNG/R,PS/C1"),
    *("BH,KASHDAN", "SB/L1", "BH/V2019", "GPTS"),
]


def chess(shuffled: random.Random) -> list[Case]:
    lines = shuffled.randint(2, 8)
    wall_list: Any = chess_wall_list(shuffled, lines, shuffled.randint(1, 5))
    for _ in range(shuffled.choice([0, 0, 0, 1, 2])):
        wall_list = damage(shuffled, wall_list, WRONG_IN_CHESS)
    system = shuffled.choice([None, "swiss", "rematch", "rematch", "rr", "Round-Robin"])
    rules = shuffled.choice([None, 2023, "2024", "2026-03-01", "2025-1-31", 45999, "soon"])
    low, high = (shuffled.choice([None, 0, 1, 2, 9]) for _ in range(2))
    scoring = shuffled.choice([None, "3-1-0", "3-1-0-1", "1-½-0", "2 1 0", "1-0,5-0", "0-1-2"])
    tied_on = shuffled.choice([None, _column(shuffled, [1, 2], lines), [[1]] * lines])
    ratings = _column(shuffled, [2000, 1850, 1923.5, 2750, 1400, None, 2100, 2200], lines)
    unrated = shuffled.choice([None, 1000])
    figure = shuffled.choice(["ARO", "TPR", "PTP", "APRO", "APPO"])
    cuts = (shuffled.choice([0, 1, 2]), shuffled.choice([0, 1])) if figure == "ARO" else (0, None)
    listing = (shuffled.choice([None, ratings]), rules, system, unrated, scoring)
    codes = shuffled.choice(CODES)
    kind = shuffled.choice(["FB", "AOB", "AOB/F", "bh"])
    count = shuffled.choice(["WIN", "won", "BPG", "bwg", "REP", "GE", "STD"])
    return [
        ("CHESS_POINTS", (wall_list, shuffled.choice([None, 0, 1, 2, 9, -1]), scoring)),
        ("PROGRESSIVE", (wall_list, low)),
        ("GAMES_COUNT", (wall_list, count, rules, system)),
        ("BUCHHOLZ", (wall_list, low, high, None, rules, system)),
        ("BUCHHOLZ", (wall_list, None, 0, kind, rules, system)),
        ("SONNEBORN_BERGER", (wall_list, low, high, rules, system)),
        ("KOYA", (wall_list, shuffled.choice([None, 1, -1, 2]), system)),
        ("DIRECT_ENCOUNTER", (wall_list, tied_on, system, shuffled.choice([None, True]))),
        ("RATING_TIEBREAK", (wall_list, ratings, figure, *cuts, unrated, rules, system)),
        ("RATING_DP", (_column(shuffled, [0, 1, 0.5, 0.625, 0.995, 1.1, -0.1, None, "x"], 5),)),
        ("EXPECTED_SCORE", (_column(shuffled, [0, 3, 4, -4, 735, 736, -999, None, "x"], 5),)),
        ("TIEBREAK", (wall_list, codes, *listing)),
        ("CHESS_PLACE", (wall_list, codes, *listing)),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("make", "rounds"), [(bridge, 15), (kdice, 12), (tantrix, 15), (go, 12), (chess, 12)]
)
def test_random_results(make: Make, rounds: int) -> None:
    shuffled = random.Random(f"{make.__name__} 2026")
    cases = [case for _ in range(rounds) for case in make(shuffled)]
    values = [CATALOGUE[name](*arguments) for name, arguments in cases]
    assert sum(isinstance(value, list) for value in values) > len(values) / 3
    assert disagreeing(cases) == []


@pytest.mark.parametrize("name", NOT_TAKEN)
def test_what_a_lambda_does_not_take_is_an_error(name: str) -> None:
    arguments = ([["2w2.5"], ["1b1.5"]], "PTS", None, None, None, None, None, 4)
    call = HostCall(SuiteCase(name, arguments, [["#VALUE!"]], "test"), "cells")
    assert CATALOGUE[name](*arguments) != "#VALUE!"
    assert list(LAMBDAS.calculate([call])) == [[["#VALUE!"]]]
