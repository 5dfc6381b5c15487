"""Performance ratings and OPERA: the worked tables, and one test for each edge."""

from __future__ import annotations

import math
import re

import pytest

from tests.functions.gotha import DATA
from tests.functions.test_go_wall_list import rows
from tests.same import same
from xl_tourney.catalogue.cells import ERRORS
from xl_tourney.functions import OPERA, PERFORMANCE_RATING
from xl_tourney.functions.go.opera import FORMULAS, rate_games
from xl_tourney.functions.go.wall_list import read_wall_list

ENTRY = [2100.0, 2050.0, 1950.0, 1800.0]
EVEN = rows("2+ 4+ 3-", "1- 3+ 4+", "4+ 2- 1+", "3- 1- 2-")
HANDICAP = rows("2+ 4-/w3 3-", "1- 3+ 4+/w2", "4+/w1 2- 1+", "3-/b1 1+/b3 2-/b2")
JIGO = rows("2= 4+ 3+", "1= 3+ 4+", "4+ 2- 1-", "3- 1- 2-")

TABLES = [
    ("even round robin, wiki CON, A from lower rated", EVEN, "text"),
    ("even round robin, Ire code (CON with +inv and -inv, A own)", EVEN, "program"),
    (
        "handicap, Ire: opponent rating +100*h (white) / -100*h (black); Ire con+own A",
        HANDICAP,
        "program",
    ),
    ("jigo A-B, wiki CON lower-A", JIGO, "text"),
]


def column(values: list[float]) -> list[list[float]]:
    return [[value] for value in values]


def worked_table(title: str) -> list[list[str]]:
    """A table of the worked examples: player, entry, wins, both passes, integer, mean, OPERA."""
    text = (DATA / "opera_example.txt").read_text("utf-8")
    table = text[text.index(f"## {title}\n") :].split("\n\n")[0]
    return [line.split() for line in table.splitlines()[2:]]


@pytest.mark.parametrize(("title", "lists", "variant"), TABLES, ids=[t[0] for t in TABLES])
def test_the_worked_tables(title: str, lists: list[list[str]], variant: str, disagreeing) -> None:
    def figures():
        games = read_wall_list(lists, "wall_list").players
        first = rate_games(games, ENTRY, FORMULAS[variant])
        second = rate_games(games, first, FORMULAS[variant])
        cut = PERFORMANCE_RATING(lists, column(ENTRY), variant)
        opera = OPERA(lists, column(ENTRY), variant)
        for at, line in enumerate(worked_table(title)):
            shown = [float(number) for number in (*line[3:6], line[7])]
            yield f"{line[0]} first pass", round(first[at], 6), shown[0]
            yield f"{line[0]} second pass", round(second[at], 6), shown[1]
            yield f"{line[0]} performance rating", cut[at][0], shown[2]
            yield f"{line[0]} OPERA", opera[at][0], shown[3]

    assert disagreeing(title, figures()) == []


OLDER = worked_table("handicap, wiki CON, EGF stones 100*(h-0.5)")
"""The worked table of handicap games in the text, by an older reading.

It shifts the opponent's rating by what one gives or takes, so that the two players of a game take A
from other ratings and their expectancies do not add up to 1.  By the rule the receiver's rating is
raised for both: A, B and C gain in the first pass what the table says, D, who receives, does not.
"""


def by_hand(lists: list[list[str]], ratings: list[float]) -> list[float]:
    """Ratings after one pass of the text: game by game, the lower rated player first."""
    after = list(ratings)
    for player, rounds in enumerate(lists):
        for cell in rounds:
            opponent, result, colour, stones = re.fullmatch(
                r"(\d)([-+=])/?([bw]?)(\d?)", cell
            ).groups()
            other = int(opponent) - 1
            if colour == "b" or (not stones and other < player):
                continue  # a game is rated once, from the row of who gives the stones
            white, black = ratings[player], ratings[other]
            black += 100 * (int(stones) - 0.5) if stones else 0
            lower, higher = min(white, black), max(white, black)
            a = 70 if lower >= 2700 else 200 if lower <= 1900 else 200 - (lower - 1900) * 0.1625
            of_lower = 1 / (math.exp((higher - lower) / a) + 1)
            expected = of_lower if white < black else 1 - of_lower
            points = {"+": 1, "=": 0.5, "-": 0}[result]
            after[player] += con(ratings[player]) * (points - expected)
            after[other] += con(ratings[other]) * (expected - points)
    return after


def con(rating: float) -> float:
    v = (2700 - rating) / 100
    return 10 + math.sqrt(v * v + v) if v > 0 else 10


def test_handicap_raises_the_receiver_for_both_players() -> None:
    first = by_hand(HANDICAP, ENTRY)
    second = by_hand(HANDICAP, first)
    assert [round(rating, 6) for rating in first[:3]] == [float(line[3]) for line in OLDER[:3]]
    assert round(first[3] - float(OLDER[3][3]), 6) == 0.262752
    games = read_wall_list(HANDICAP, "wall_list").players
    calculated = rate_games(games, ENTRY, FORMULAS["text"])
    assert same(calculated, first)
    assert same(rate_games(games, calculated, FORMULAS["text"]), second)
    exits = [math.trunc(rating) for rating in second]
    assert exits == [2073, 2060, 1973, 1793]
    assert PERFORMANCE_RATING(HANDICAP, column(ENTRY)) == column(exits)
    assert OPERA(HANDICAP, column(ENTRY)) == column([1942, 1946, 1975, 2035])


GIVING_STONES = [((2400, 1850), 5, (2408, 1838)), ((2600, 1900), 9, (2618, 1869))]


@pytest.mark.parametrize(("ratings", "stones", "exits"), GIVING_STONES)
def test_who_gives_stones_and_wins(ratings, stones, exits) -> None:
    game = rows(f"2+/w{stones}", f"1-/b{stones}")
    assert PERFORMANCE_RATING(game, column(ratings)) == column(exits)


@pytest.mark.parametrize("stones", [-9, -3, -1, 0, 1, 2, 5, 9])
@pytest.mark.parametrize(("own", "opponent"), [(2400, 1850), (1800, 2300), (2750, 2720), (-50, 10)])
def test_expectancies_in_the_text_add_up_to_1(own, opponent, stones) -> None:
    text = FORMULAS["text"]
    given, taken = text.handicap_rating(stones), text.handicap_rating(-stones)
    both = text.expectancy(own, opponent, given), text.expectancy(opponent, own, taken)
    assert math.isclose(sum(both), 1, rel_tol=1e-12)


def test_con_and_a_are_those_of_the_table() -> None:
    text = (DATA / "opera_example.txt").read_text("utf-8")
    found = re.findall(r"^(\d+) ([\d.]+) ([\d.]+) \S+ A= ([\d.]+)$", text, re.MULTILINE)
    assert len(found) == 18
    for rating, wiki, ire, a in [map(float, numbers) for numbers in found]:
        con = max(10.0, wiki) if rating <= 2700 else 10.0
        assert same(round(FORMULAS["text"].con(rating), 4), con)
        assert same(round(FORMULAS["program"].con(rating), 4), ire)
        assert same(round(FORMULAS["text"].scale(rating), 6), a)


def test_text_is_the_default() -> None:
    for function in (PERFORMANCE_RATING, OPERA):
        assert function(EVEN, column(ENTRY)) == function(EVEN, column(ENTRY), "Text")
        assert function(EVEN, column(ENTRY)) != function(EVEN, column(ENTRY), "program")
        assert function(EVEN, column(ENTRY), "ire") == "#VALUE!"


def test_only_played_games_count() -> None:
    alone = rows("2+", "1-", "0-")
    more = rows("2+ 0+ 3+! 3?", "1- 0= ? 0+", "0- 0+ 1-! 1?")
    ratings = column(ENTRY[:3])
    for function in (PERFORMANCE_RATING, OPERA):
        assert function(more, ratings) == function(alone, ratings)


def test_without_games_the_rating_stays_and_there_is_no_opera() -> None:
    assert PERFORMANCE_RATING(rows("0+"), 2100.9) == 2100.0
    error = OPERA(rows("0+"), 2100)
    assert error == "#DIV/0!" and error.message == "a player without games has no opponents"
    assert OPERA(rows("2+ 0+", "1- 0+", "0+ 0+"), column(ENTRY[:3]))[2] == ["#DIV/0!"]


def test_ratings_are_cut_towards_0() -> None:
    assert PERFORMANCE_RATING(rows("0+"), -100.9) == -100.0


def test_one_stone_is_half_a_stone_in_the_text_and_a_whole_one_in_the_program() -> None:
    def shift(variant: str, stones: int) -> float:
        return FORMULAS[variant].handicap_rating(stones)

    assert [shift("text", stones) for stones in (-3, -1, 0, 1, 3)] == [-250, -50, 0, 50, 250]
    assert [shift("program", stones) for stones in (-3, -1, 0, 1, 3)] == [-300, -100, 0, 100, 300]


def test_even_games_move_nobody_who_does_as_expected() -> None:
    assert PERFORMANCE_RATING(rows("2=", "1="), column([2100, 2100])) == column([2100, 2100])


@pytest.mark.parametrize("variant", ["text", "program"])
@pytest.mark.parametrize("large", [1e6, 1e100, 1e300, 1.7e308])
def test_absurd_ratings_give_a_number_or_an_error(variant: str, large: float) -> None:
    for ratings in ([large, -large], [-large, large], [large, large], [-large, -large]):
        for function in (PERFORMANCE_RATING, OPERA):
            value = function(rows("2+ 2=", "1- 1="), column(ratings), variant)
            assert isinstance(value, list) or value in ERRORS


def test_ratings_must_be_numbers_and_one_for_each_row() -> None:
    for function in (PERFORMANCE_RATING, OPERA):
        error = function(EVEN, column(["1d", 1, 1, 1]))
        assert error == "#VALUE!" and "ratings, row 1, must be a number" in error.message
        assert function(EVEN, column([1.0, 2.0])) == "#VALUE!"
        assert function(EVEN, column([1.0, "#N/A", 1.0, 1.0])) == "#N/A"
