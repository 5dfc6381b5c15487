"""kdice: worked values, the published tally of 2008, and the rules."""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.same import same
from xl_tourney.functions import (
    ADJUSTED_TAPL,
    BSS,
    GPG,
    KDICE_CI,
    PPC,
    PPRG,
    QOOA,
    TAKBE,
    TAOLZ,
    TAOWR,
    TAPL,
    TAPL_ORIGINAL,
    TAPL_PVALUE,
    TAZD,
    YATES_TAPL,
)

DATA = Path(__file__).parent.parent / "data" / "kdice"
BAD_EXAMPLE = [3, 3, 6, 20, 28, 21, 17]
EXAMPLE = [7, 6, 5, 4, 4, 4, 5]
Named = dict[str, Any]
Figures = Iterator[tuple[str, Any, Any]]


def normalized(shares: list[float]) -> list[float]:
    return [share / math.fsum(shares) for share in shares]


# Worked values ------------------------------------------------------------------------------------
# What each kind of case expects, by the names it has there.

NO_FUNCTION_GIVES = {
    "n": "an input, counted",
    "df": "a constant",
    "sum_percent": "an input, added up",
    "profile_sum": "an input, added up",
    "datum_sum": "a constant, added up",
    "half_game_points": "a step on the way",
    "adjusted_percent_e_1_7": "a step on the way; TAPL is checked with it",
    "p_chi2_yates_df6": "TAPL_PVALUE is of the uncorrected χ²",
    "uncapped": "GPG is capped",
    "mu_expected_shows": "beside PPC",
    "observed_shows": "beside PPC",
    "z_centred": "beside PPC",
    "poisson_tail_p": "beside PPC",
}


def counts(given: Named, expected: Named) -> Named:
    finishes = given["counts"]
    chi_square = TAPL_ORIGINAL(finishes)
    return {
        "tapl": TAPL(finishes),
        "tapl_now": TAPL(finishes),
        "chi2": chi_square,
        "chi2_exact": chi_square,
        "chi2_x1000": 1000 * chi_square,
        "p_value": TAPL_PVALUE(finishes),
        "cohen_w": math.sqrt(chi_square / sum(finishes)),
    }


def percent(given: Named, expected: Named) -> Named:
    percents, games = given["percent"], given["games"]
    fractions = [value / 100 for value in percents]
    return {
        "tapl_decimals_x1000_e_1_7": TAPL(fractions, games),
        "tapl_intpct_x10_e_1_7": TAPL(percents, games),
        "tapl_decimals_x1000_e_14pct": TAPL(fractions, games, 0.14),
        "tapl_intpct_x10_e_14pct": TAPL(percents, games, 14),
        "tapl_renormalised_e_1_7": TAPL(normalized(percents), games) if any(percents) else None,
    }


def yates(given: Named, expected: Named) -> Named:
    finishes = given["counts"]
    games = sum(finishes)
    return {
        "chi2_plain": TAPL_ORIGINAL(finishes),
        "tapl_plain": TAPL(finishes),
        "p_chi2_plain_df6": TAPL_PVALUE(finishes),
        "tapl_yates": YATES_TAPL(finishes),
        "chi2_yates": YATES_TAPL(finishes) * math.sqrt(games) / 1000,
        "tapl_yates_from_adjusted_percent_e_1_7": TAPL(expected["adjusted_percent_e_1_7"], games),
        "tapl_yates_percent_e_14": YATES_TAPL(normalized(finishes), games, 14),
    }


def against(test: Callable[[Named, list[float], bool], Any]) -> Callable[[Named, Named], Named]:
    """A test against a datum; True has the datum, which may not sum to 100, made to."""
    return lambda given, expected: {
        "as_printed": test(given, given["percent"], False),
        "datum_normalised": test(given, given["percent"], True),
        "both_normalised": test(given, normalized(given["percent"]), True),
    }


def own_profile(test: Callable[..., Any]) -> Callable[[Named, list[float], bool], Any]:
    return lambda given, finishes, normal: test(
        finishes, given["games"], normalized(given["baseline"]) if normal else given["baseline"]
    )


def standings(given: Named, expected: Named) -> Named:
    table = given.get("place_counts") or given["percent"]
    games = [[number] for number in given["games"].values()] if "games" in given else None
    behind = BSS(list(table.values()), games)
    by_name = {name: value for name, [value] in zip(table, behind)}
    # What is assessed in all is measured from nobody; the leader's share is taken off.
    least = min(expected["assessed"].values())
    assessed = {name: value + least for name, value in by_name.items()}
    return {"games_behind": by_name, "assessed": assessed, "assessed_exact": assessed}


KINDS: dict[str, Callable[[Named, Named], Named]] = {
    "TAPL_counts": counts,
    "TAPL_original_linear": counts,
    "TAPL_percent": percent,
    "TAPL_yates": yates,
    "QOOA": lambda given, _: {
        "qooa": QOOA(given["percent"]),
        "rounded2": round(QOOA(given["percent"]), 2),
    },
    "TAPL_adjusted": lambda given, _: {"value": ADJUSTED_TAPL(given["counts"], given["percent"])},
    "TAZD": against(lambda given, finishes, normal: TAZD(finishes, given["games"], normal)),
    "TAZD_win_can_lower": lambda given, _: {name: TAZD(row) for name, row in given.items()},
    "TAKBE": against(
        lambda given, finishes, normal: TAKBE(
            finishes, given["games"], normalized(BAD_EXAMPLE) if normal else None
        )
    ),
    "TAOWR_TAOLZ": against(own_profile(TAOWR)),
    "CI": lambda given, _: {
        "ci": KDICE_CI(given["percent"]),
        "ppg_on_zero_tables": 60 * KDICE_CI(given["percent"]),
    },
    "GPG": lambda given, _: {"recommended": GPG(given["ppg"], given["ci"])},
    "PPC": lambda given, _: {
        "ppc": (ppc := PPC(*(given[name] for name in "fwnpe"))),
        "flag_ge_3": not isinstance(ppc, str) and ppc >= 3,
    },
    "PPRG": lambda given, _: {"pprg": PPRG(given["points"], given["games"])},
    "BSS": standings,
}


def published(case: Named, name: str) -> Any:
    """A figure of a case as a cell shows it."""
    figure = case["expected"][name]
    if case["fn"] == "TAPL_percent" and not any(case["inputs"]["percent"]):
        return "#DIV/0!"  # its note: to be rejected
    if case["fn"] == "GPG" and figure is None:
        return "#NUM!" if any(case["inputs"].values()) else "#N/A"
    if figure == "DIV0":
        return "#DIV/0!"
    if name == "chi2_exact":
        return float(Fraction(figure))
    if name == "assessed_exact":
        return {player: float(Fraction(value)) for player, value in figure.items()}
    return figure


def worked_values() -> Figures:
    for case in json.loads((DATA / "golden.json").read_text("utf-8"))["cases"]:
        got = KINDS[case["fn"]](case["inputs"], case["expected"])
        for name in case["expected"]:
            if name in NO_FUNCTION_GIVES:
                continue
            theirs, ours = published(case, name), got[name]
            if isinstance(theirs, dict):
                for player, value in theirs.items():
                    yield f"{case['id']} {name} {player}", ours[player], value
            else:
                yield f"{case['id']} {name}", ours, theirs


def test_every_worked_value_agrees(disagreeing) -> None:
    assert disagreeing("kdice, worked values", worked_values()) == []


def test_tests_against_a_profile_are_one_test() -> None:
    own = [[0, 10, 15, 18, 19, 19, 19]]
    finishes = [[0, 20, 20, 15, 15, 15, 15]]
    assert TAOWR(finishes, 200, own) == TAOLZ(finishes, 200, own) == TAKBE(finishes, 200, own)
    assert TAOWR(finishes, 200, own) == TAPL(finishes, 200, own)


# The tally of 2008 --------------------------------------------------------------------------------


def possible(percents: list[int], games: int) -> tuple[float, float]:
    """The least and the greatest TAPL of shares that are within half a percent of these.

    Each place adds to the sum for itself, the more the farther its share is from 1/7: the
    greatest is at a corner of the box, the least where every share is as near to 1/7 as it can be.
    """
    even = 100 / 7
    nearest = [min(max(even, p - 0.5), p + 0.5) for p in percents]
    farthest = [p - 0.5 if p < even else p + 0.5 for p in percents]
    return TAPL(nearest, games), TAPL(farthest, games)


def tally() -> Figures:
    with (DATA / "tally_2008_h1.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            games, figure = int(row["games"]), float(row["published_tapl"])
            least, greatest = possible([int(row[f"p{place}"]) for place in range(1, 8)], games)
            yield row["player"], min(max(figure, least), greatest), figure


def test_the_published_tally_is_within_its_rounding(disagreeing) -> None:
    assert disagreeing("kdice, tally of 2008", tally()) == []


@given(st.lists(st.integers(1, 60), min_size=7, max_size=7), st.data())
def test_no_share_within_the_rounding_leaves_the_interval(percents: list[int], data) -> None:
    shares = [data.draw(st.floats(p - 0.5, p + 0.5)) for p in percents]
    least, greatest = possible(percents, 400)
    assert least * (1 - 1e-9) <= TAPL(shares, 400) <= greatest * (1 + 1e-9)


# Tests against luck -------------------------------------------------------------------------------


def test_the_figures_of_the_text() -> None:
    assert round(TAPL(EXAMPLE)) == 270
    assert round(TAPL_ORIGINAL(EXAMPLE), 9) == 1.60
    assert round(TAPL([[20, 17, 14, 11, 11, 11, 14]], 35), 1) == 300.5
    assert round(YATES_TAPL([4, 2, 1, 1, 1, 1, 0]), 1) == 1141.8
    assert round(TAPL([4, 2, 1, 1, 1, 1, 0]), 1) == 2150.3
    assert [round(QOOA([50, 50]), 5), round(QOOA([20, 80]), 5)] == [0.48688, 0.61729]
    assert round(PPC(0.5, 20, 20, 1, 3), 3) == 5.774


def test_percentages_are_never_made_to_sum_to_a_hundred() -> None:
    whole = [20, 17, 14, 11, 11, 11, 14]
    assert not same(TAPL(whole, 35), TAPL(normalized(whole), 35))
    assert TAPL(whole, 35) == TAPL([value / 100 for value in whole], 35)


WITH_GAMES = {
    "TAPL": TAPL,
    "YATES_TAPL": YATES_TAPL,
    "TAPL_ORIGINAL": TAPL_ORIGINAL,
    "TAPL_PVALUE": TAPL_PVALUE,
    "TAZD": TAZD,
    "TAKBE": TAKBE,
    "TAOWR": lambda finishes, games=None: TAOWR(finishes, games, BAD_EXAMPLE),
    "TAOLZ": lambda finishes, games=None: TAOLZ(finishes, games, BAD_EXAMPLE),
    "ADJUSTED_TAPL": lambda finishes, games=None: ADJUSTED_TAPL(finishes, [50, 50], games),
    "KDICE_CI": lambda finishes, games=None: KDICE_CI(finishes, None, games),
}
"""Every function that reads one row of finishes beside the number of games."""


@pytest.mark.parametrize("function", WITH_GAMES.values(), ids=WITH_GAMES)
def test_whole_numbers_that_add_up_to_the_games_are_counts(function) -> None:
    assert function(EXAMPLE, 35) == function(EXAMPLE)
    assert same(TAPL(EXAMPLE, 35), 270.44936151312544)
    other = [9, 8, 7, 4, 4, 3, 2]
    percent = [value / 100 for value in EXAMPLE]
    assert function(other, 37) == function(other)
    assert function(EXAMPLE, 36) == function(percent, 36)
    assert TAPL([EXAMPLE, other], [[35], [36]]) == [[TAPL(EXAMPLE)], [TAPL(other, 36)]]


@pytest.mark.parametrize("function", WITH_GAMES.values(), ids=WITH_GAMES)
def test_other_rows_beside_games_are_shares(function) -> None:
    halves = [7.5, 5.5, 5, 4, 4, 4, 5]
    assert function(halves, 35) == function([value / 100 for value in halves], 35)
    assert function([40, 34, 28, 22, 22, 22, 28], 35) != function([40, 34, 28, 22, 22, 22, 28])


def test_counts_beside_games_lose_as_many_games() -> None:
    rows, games = [EXAMPLE, [5] * 7, [2] * 7], [[35], [35], [14]]
    assert BSS(rows, games) == BSS(rows)


@pytest.mark.slow
@given(st.lists(st.integers(0, 500), min_size=7, max_size=7).filter(any))
def test_the_closed_form_is_the_upper_tail_of_chi_square(finishes: list[int]) -> None:
    from scipy.stats import chi2  # a second of every run that does not come here

    assert same(TAPL_PVALUE(finishes), float(chi2.sf(TAPL_ORIGINAL(finishes), 6)))


@pytest.mark.slow
@pytest.mark.parametrize("half", [0.0, 1e-9, 0.5, 3.0, 40.0, 300.0])
def test_the_closed_form_holds_far_out(half: float) -> None:
    from scipy.stats import chi2

    # With shares of 1 and 0, χ² is 6 for one game; the number of games sets it.
    tail = TAPL_PVALUE([1, 0, 0, 0, 0, 0, 0], half / 3) if half else TAPL_PVALUE([1] * 7)
    assert math.isclose(tail, chi2.sf(2 * half, 6), rel_tol=1e-9)


def test_the_chance_of_an_endless_record_is_none() -> None:
    assert TAPL_PVALUE([1, 0, 0, 0, 0, 0, 0], 1e300) == 0.0


def test_an_expected_place_can_be_one_number_or_seven() -> None:
    assert TAPL(EXAMPLE, None, 14) == TAPL(EXAMPLE, None, [[14] * 7])
    assert same(TAPL(EXAMPLE, None, [[100 / 7] * 7]), TAPL(EXAMPLE))
    assert TAPL(EXAMPLE, None, [[50, 50]]) == "#VALUE!"
    assert TAPL(EXAMPLE, None, [[50, 10, 10, 10, 10, 10, -10]]) == "#NUM!"


@pytest.mark.parametrize("test", [TAPL, YATES_TAPL, TAPL_ORIGINAL])
def test_a_place_that_is_never_expected_must_not_be_taken(test) -> None:
    profile = [[0, 10, 15, 18, 19, 19, 19]]
    assert test(EXAMPLE, None, profile) == "#DIV/0!"
    assert isinstance(test([0, 20, 20, 15, 15, 15, 15], None, profile), float)


FINISHES_FIRST = [TAPL, YATES_TAPL, TAPL_ORIGINAL, TAPL_PVALUE, TAZD, TAKBE, KDICE_CI]


@pytest.mark.parametrize("function", FINISHES_FIRST, ids=lambda f: f.name)
def test_a_bad_row_is_an_error_of_that_row(function) -> None:
    good = function(EXAMPLE)
    assert function(
        [EXAMPLE, [0] * 7, [None] * 7, [7, 6, 5, 4, 4, 4, -5], [*EXAMPLE[:6], "x"], [1e308] * 7]
    ) == [[good], ["#DIV/0!"], [""], ["#NUM!"], ["#VALUE!"], ["#NUM!"]]
    assert function([7, 6, 5, 4, 4, 4]) == "#VALUE!"
    assert function([*EXAMPLE, 0]) == "#VALUE!"


def test_games_are_a_column_or_one_number() -> None:
    shares = [[20, 17, 14, 11, 11, 11, 14]] * 2
    assert TAPL(shares, 35) == TAPL(shares, [[35], [35]])
    assert TAPL(shares, [[35], [0]])[1] == ["#DIV/0!"]
    assert TAPL(shares, [[35], [None]])[1] == ["#DIV/0!"]
    assert TAPL(shares, [[35], [-1]])[1] == ["#NUM!"]
    assert TAPL(shares, [[35], [1], [1]]) == "#VALUE!"


def test_yates_correction_takes_off_no_more_than_the_difference() -> None:
    assert YATES_TAPL([3, 3, 3, 3, 3, 3, 3]) == 0.0
    assert YATES_TAPL([1, 0, 0, 0, 0, 0, 0], 0.1) < TAPL([1, 0, 0, 0, 0, 0, 0], 0.1)


# Profiles and levels ------------------------------------------------------------------------------


def test_the_zero_datum_is_used_as_printed() -> None:
    printed = [10.0, 10.0, 10.3, 12.9, 15.5, 17.2, 19.4]
    assert TAZD(printed, 1000) == 0.0
    assert TAZD(printed, 1000, False) == 0.0
    assert TAZD(printed, 1000, True) > 0
    assert TAZD(printed, 1000, "perhaps") == "#VALUE!"


def test_a_win_can_lower_tazd() -> None:
    assert TAZD([11, 40, 40, 52, 62, 69, 127]) < TAZD([10, 40, 40, 52, 62, 69, 127])


def test_the_own_profile_can_differ_from_row_to_row() -> None:
    finishes = [[20, 17, 14, 11, 11, 11, 14], [0, 20, 20, 15, 15, 15, 15]]
    profiles = [[10, 10, 14, 16, 16, 17, 17], [0, 10, 15, 18, 19, 19, 19]]
    each = [[TAOWR(row, 200, profile)] for row, profile in zip(finishes, profiles)]
    assert TAOWR(finishes, 200, profiles) == each
    assert TAOLZ(finishes, [[200], [200]], profiles) == each
    assert TAOWR(finishes, 200, profiles[0])[0] == each[0]


@pytest.mark.parametrize("function", [TAOWR, TAOLZ])
def test_a_profile_is_seven_shares(function) -> None:
    assert function(EXAMPLE, None, None) == "#VALUE!"
    assert function(EXAMPLE, None, 14) == "#VALUE!"
    assert function(EXAMPLE, None, [20, 20, 20, 20, 20, 20, -20]) == "#NUM!"
    assert function(EXAMPLE) == "#VALUE!"


def test_missing_levels_are_empty() -> None:
    assert QOOA([50, 50]) == QOOA([50, 50, 0, 0, 0, None]) == QOOA([0.5, 0.5])
    assert same(QOOA([[100], [0], [-1], [None]]), [[100 / 371], ["#DIV/0!"], ["#NUM!"], [""]])
    assert QOOA([10] * 7) == "#VALUE!"


def test_adjusted_tapl_is_their_product() -> None:
    levels = [50, 40, 5, 3, 1, 1]
    assert same(ADJUSTED_TAPL(EXAMPLE, levels), QOOA(levels) * TAPL(EXAMPLE))
    percents = [20, 17, 14, 11, 11, 11, 14]
    assert same(ADJUSTED_TAPL(percents, levels, 35), QOOA(levels) * TAPL(percents, 35))
    assert ADJUSTED_TAPL([EXAMPLE, EXAMPLE], [levels]) == "#VALUE!"


# Points and games ---------------------------------------------------------------------------------


def test_ci_takes_counts_fractions_and_percentages() -> None:
    assert same(KDICE_CI([14, 12, 10, 8, 8, 8, 10]), KDICE_CI([7, 6, 5, 4, 4, 4, 5]))
    percents = [20, 21, 17, 14, 10, 8, 7]
    assert same(KDICE_CI(percents), 15.71 / 60)
    assert same(KDICE_CI([value / 100 for value in percents]), 15.71 / 60)
    assert same(KDICE_CI([10 * value for value in percents]), 15.71 / 60 / 0.97)


def test_games_settle_how_ci_reads_a_row() -> None:
    """A row that adds up to 97 is in percent, unless it is of 97 games."""
    row = [20, 21, 17, 14, 10, 8, 7]
    assert same(KDICE_CI(row), 15.71 / 60)
    assert same(KDICE_CI(row, None, 97), 15.71 / 60 / 0.97)
    assert same(KDICE_CI(row, None, 400), 15.71 / 60)
    assert KDICE_CI([1, 0, 0, 0, 0, 0, 0], None, 1) == 1.0
    assert KDICE_CI([row, row], None, [[0], [-1]]) == [["#DIV/0!"], ["#NUM!"]]
    assert KDICE_CI([row, row], None, [[1], [2], [3]]) == "#VALUE!"


@given(st.lists(st.floats(0, 100), min_size=4, max_size=4).filter(any))
def test_the_ci_of_a_symmetric_profile_is_exactly_0(half: list[float]) -> None:
    assert KDICE_CI([*half, *half[2::-1]]) == 0.0
    assert KDICE_CI([*half, *half[2::-1]], None, 50) == 0.0


def test_ci_with_other_payoffs() -> None:
    assert KDICE_CI([1, 0, 0, 0, 0, 0, 1], [[100, 70, 58, 0, -58, -70, -80]]) == 0.1
    assert KDICE_CI(EXAMPLE, [[0, 70, 58, 0, -58, -70, -80]]) == "#DIV/0!"
    assert KDICE_CI(EXAMPLE, [[-1, 70, 58, 0, -58, -70, -80]]) == "#NUM!"
    assert KDICE_CI(EXAMPLE, [[60, 42, 35]]) == "#VALUE!"


def test_guts_per_game_are_capped_and_never_negative() -> None:
    assert GPG([[15], [2000], [5], [1e300]], [[0.25], [0.25], [0.0005], [1e-300]]) == [
        [60.0],
        [6000.0],
        [6000.0],
        [6000.0],
    ]
    assert GPG([[10], [0], [-10], [0]], [[0], [0], [0], [0.25]]) == [
        [6000.0],
        ["#N/A"],
        ["#NUM!"],
        [0.0],
    ]
    assert GPG([[-10], [10], [-10]], [[0.25], [-0.05], [-0.25]]) == [["#NUM!"], ["#NUM!"], [40.0]]


def test_ppc_is_within_its_domain() -> None:
    assert PPC(0.5, 20, 20, 0, 3) == PPC(0.5, 20, 20, 1, 0) == "#DIV/0!"
    for numbers in ((1.5, 20, 20, 1, 3), (0.5, 20, 20, 1.1, 3), (0.5, -20, 20, 1, 3)):
        assert PPC(*numbers) == "#NUM!"
    assert PPC([[0.5], [0]], 20, 20, 1, 3) == [[pytest.approx(5.773502691896257)], [0.0]]


def test_pprg_needs_games() -> None:
    assert PPRG([[500], [500], [-500]], [[0], [-1], [100]]) == [["#DIV/0!"], ["#NUM!"], [-50.0]]


def test_a_game_costs_three_and_a_half_in_all() -> None:
    one_game = [[float(place == player) for place in range(7)] for player in range(7)]
    behind = [value for [value] in BSS(one_game)]
    assert same(behind, [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1])
    assert same(sum(behind), 3.5)


def test_a_game_not_played_costs_half_a_game() -> None:
    assert BSS([[3, 0, 0, 0, 0, 0, 0], [0] * 7, [None] * 7]) == [[0.0], [1.5], [""]]
    assert BSS([[100, 0, 0, 0, 0, 0, 0], [100, 0, 0, 0, 0, 0, 0]], [[3], [0]]) == [[0.0], [1.5]]
    # Last in every game is worse than to stay away.
    assert BSS([[0] * 7, [0, 0, 0, 0, 0, 0, 4]]) == [[0.0], [2.0]]


def test_equal_players_share_the_lead() -> None:
    assert BSS([[0, 0, 2, 2, 1, 1, 0], [0, 2, 0, 1, 2, 0, 1]]) == [[0.0], [0.0]]
    assert BSS([[1, 1, 1, 2, 0, 4, 3], [0, 0, 2, 1, 6, 2, 1]]) == [[0.0], [0.0]]


def test_a_record_without_finishes_cannot_lead() -> None:
    assert BSS([[0] * 7, [50, 50, 0, 0, 0, 0, 0]], [[10], [10]]) == "#DIV/0!"
    assert BSS([[1, 0, 0, 0, 0, 0, -1], EXAMPLE]) == "#NUM!"
    assert BSS([[50, 50, 0, 0, 0, 0, 0]] * 2, [[10], [-10]]) == "#NUM!"
    assert BSS([[50, 50]], [[0]]) == "#VALUE!"
