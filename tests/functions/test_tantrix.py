"""Tantrix: the GBQ page's cases, published tournament points, league tables, and the rules."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from xl_tourney.functions import GAMES_BEHIND, GBQ, TANTRIX_TP, TP_PERCENT, WBQ

DATA = Path(__file__).parent.parent / "data" / "tantrix"
Figures = Iterator[tuple[str, Any, Any]]


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def column(numbers: Any) -> list[list[float]]:
    return [[float(number)] for number in numbers]


def values(result: Any) -> list[Any]:
    return [row[0] for row in result]


# Published figures --------------------------------------------------------------------------------


def gbq_page() -> Figures:
    for case in json.loads((DATA / "gbq_cases.json").read_text("utf-8"))["cases"]:
        yield from league(case) if "W_L" in case else tantrix_group(case)


def league(case: dict[str, Any]) -> Figures:
    wins, losses = zip(*case["W_L"])
    behind = GAMES_BEHIND(column(wins), column(losses))
    yield case["id"], values(behind), [0.0, case["GB"]]


def tantrix_group(case: dict[str, Any]) -> Figures:
    # Two players who have not played stand in the middle; the reference can be one of them.
    players = [*case["players"], ["unplayed", 0, 0, None], ["unplayed", 0, 0, None]]
    names, games, tps, published = zip(*players)
    percent = dict(zip(names, values(TP_PERCENT(column(tps), column(games)))))
    for name, figure in case.get("tp_pct", {}).items():
        yield f"{case['id']} TP% {name}", round(percent[name], 1), figure
    reference = names.index(case.get("ref", {}).get("name", "unplayed"))
    by_percent = sorted(range(len(names)), key=lambda row: -(percent[names[row]] or 50.0))
    place = by_percent.index(reference) + 1
    behind = dict(zip(names, values(GBQ(column(tps), column(games), place))))
    for name, figure in zip(names, published):
        if figure is not None:
            yield f"{case['id']} GBQ {name}", behind[name], figure
    if case.get("expect") == "equal":
        yield f"{case['id']} level", len({(behind[n], percent[n]) for n in names[:-2]}), 1
    if "D" in case:
        yield f"{case['id']} D", behind[names[0]], -case["D"]
        yield f"{case['id']} 2·D", -2 * behind[names[0]], case["std_wins_minus_losses"]


def test_gbq_agrees_with_every_case_of_its_page(disagreeing) -> None:
    assert disagreeing("the GBQ page", gbq_page()) == []


def tournament_points() -> Figures:
    for row in rows("tp_by_margin.csv"):
        margin = int(row["margin"])
        yield f"won by {margin}", TANTRIX_TP(margin), float(row["winner_tp"])
        yield f"lost by {margin}", TANTRIX_TP(-margin), float(row["loser_tp"])


def test_tournament_points_agree_with_every_published_margin(disagreeing) -> None:
    assert disagreeing("tournament points", tournament_points()) == []


def league_tables() -> Figures:
    for name, lines in groupby(rows("games_behind_tables.csv"), key=lambda line: line["table"]):
        table = list(lines)
        wins, losses, ties, tps = (
            column(line[key] for line in table) for key in ("W", "L", "T", "TP_equiv")
        )
        games = column(line["G"] for line in table)
        place = {"leader": 1, "place:1": 1, "place:2": 2}[table[0]["reference"]]
        figures = zip(
            table,
            values(GAMES_BEHIND(wins, losses, ties, place)),
            values(GBQ(tps, games, place)),
            values(TP_PERCENT(tps, games)),
        )
        for line, behind, gbq, percent in figures:
            yield f"{name} {line['name']} TP%", round(percent, 2), float(line["TP_pct"])
            if line["published_gb"]:
                published = games_behind(line["published_gb"])
                yield f"{name} {line['name']} W-L-T", behind, published
                yield f"{name} {line['name']} TPs", gbq, published


def games_behind(printed: str) -> float:
    """Games behind as leagues print them: a dash for level, a plus for games ahead."""
    if printed == "-":
        return 0.0
    return -float(printed) if printed.startswith("+") else float(printed)


def test_games_behind_agree_with_league_tables(disagreeing) -> None:
    assert disagreeing("league tables", league_tables()) == []


# Tournament points --------------------------------------------------------------------------------


def test_time_over_the_limit_gives_points_to_the_opponent() -> None:
    minutes = [[14.99, 15, 15.99, 16, 16.5, 20]]
    assert TANTRIX_TP([[0] * 6], minutes) == [[10.0, 9.0, 9.0, 8.0, 8.0, 4.0]]
    assert TANTRIX_TP([[0] * 6], None, minutes) == [[10.0, 11.0, 11.0, 12.0, 12.0, 16.0]]
    assert TANTRIX_TP(0, 20, None, 20) == 9.0


def test_a_calculated_time_counts_its_full_minutes() -> None:
    assert TANTRIX_TP(0, 15.999999999999998) == 8.0
    assert TANTRIX_TP(0, 16.4, None, 15.4) == 8.0


def test_time_penalties_are_not_clamped() -> None:
    assert TANTRIX_TP(100, None, 20) == 26.0
    assert TANTRIX_TP(-100, 20) == -6.0


def test_the_winner_gets_at_most_twenty() -> None:
    assert TANTRIX_TP([[36, 37, 1000, -36]]) == [[20.0, 20.0, 20.0, 0.0]]


def test_tournament_points_keep_the_shape_of_the_margins() -> None:
    assert TANTRIX_TP([[5, None], [0, "#N/A"], ["x", -5]]) == [
        [15.0, ""],
        [10.0, "#N/A"],
        ["#VALUE!", 5.0],
    ]


@pytest.mark.parametrize("arguments", [(5, -1), (5, None, -1), (5, None, None, -1)])
def test_negative_times_are_outside_the_domain(arguments: tuple[Any, ...]) -> None:
    assert TANTRIX_TP(*arguments) == "#NUM!"


def test_tp_percent_is_blank_without_games() -> None:
    assert TP_PERCENT([[55], [0], [5], [1]], [[3], [0], [-1], [None]]) == [
        [pytest.approx(91.66666666666667)],
        [""],
        ["#NUM!"],
        [""],
    ]


# Games behind the last qualifying place -----------------------------------------------------------


def test_the_difference_is_rounded_and_halves_go_away_from_zero() -> None:
    tps, games = [[42.5], [40], [37.5]], [[4], [4], [4]]
    assert GBQ(tps, games, 2) == [[-0.5], [0.0], [0.5]]
    assert GBQ(tps, games, 1) == [[0.0], [0.5], [0.5]]
    assert GBQ(tps, games, 1, None, 0) == [[0.0], [0.25], [0.5]]
    assert GBQ(tps, games, 1, None, 1) == [[0.0], [0.0], [1.0]]


def test_the_reference_is_counted_by_percentage_or_by_d() -> None:
    tps, games = [[50], [105]], [[4], [9]]
    assert GBQ(tps, games, 1) == GBQ(tps, games, 1, "TP%") == [[0.0], [-0.5]]
    assert GBQ(tps, games, 2, "gbq") == GBQ(tps, games, 1, "tp%")


def test_equal_percentages_are_ordered_by_d() -> None:
    assert GBQ([[50], [100]], [[4], [8]], 1) == [[1.0], [0.0]]
    assert GAMES_BEHIND([[2], [4]], [[1], [2]]) == [[0.5], [0.0]]


def test_a_player_without_games_stands_at_fifty_percent() -> None:
    assert GBQ([[60], [0], [30]], [[4], [0], [4]], 2) == [[-2.0], [0.0], [1.0]]
    assert GAMES_BEHIND([[3], [0], [1]], [[1], [0], [3]], None, 2) == [[-1.0], [0.0], [1.0]]
    assert WBQ([[60], [0], [30]], [[6], [0], [6]], 2) == [[0.0], [0.0], [2.0]]


def test_a_place_must_be_among_the_players() -> None:
    for place in (0, None, -1, 3, 1.5):
        assert GBQ([[50], [40]], [[4], [4]], place) == "#NUM!"
        assert WBQ([[50], [40]], [[4], [4]], place) == "#NUM!"
    assert GAMES_BEHIND([[1], [2]], [[1], [2]], None, 3) == "#NUM!"
    assert GAMES_BEHIND([[1], [2]], [[1], [2]], None, 0) == "#NUM!"
    assert GBQ([[50], [40]], [[4], [4]], 3).message == "place 3 is not among the 2 players"


def test_blank_rows_are_no_players() -> None:
    tps, games = [[50], [None], [30], [""]], [[4], [None], [4], [""]]
    assert GBQ(tps, games, 2) == [[-2.0], [""], [0.0], [""]]
    assert GBQ(tps, games, 3) == "#NUM!"


def test_a_win_and_a_loss_can_be_worth_other_points() -> None:
    assert GBQ([[3], [1]], [[4], [4]], 1, None, None, 1, 0) == [[0.0], [2.0]]
    assert GBQ([[3], [1]], [[4], [4]], 1, None, None, 5) == "#DIV/0!"
    assert GBQ([[3], [1]], [[4], [4]], 1, None, None, 1) == "#NUM!"


def test_errors_name_what_is_wrong() -> None:
    assert GBQ([[50], ["x"]], [[4], [4]], 1).message == ("tps, row 2 must be a number, not “x”")
    assert GBQ([[50], ["#REF!"]], [[4], [4]], 1) == "#REF!"
    assert GBQ([[50], [40]], [[4], [-4]], 1).message == "games must not be negative; -4 is"
    assert GBQ([[50], [40]], [[4]], 1) == "#VALUE!"
    assert GBQ([[50]], [[4]], 1, "tp") == "#VALUE!"
    assert GBQ([[50]], [[4]], 1, None, -0.5) == "#NUM!"


def test_numbers_too_large_are_outside_the_domain() -> None:
    assert GBQ([[0], [0]], [[1e308], [1e308]], 1) == [["#NUM!"], ["#NUM!"]]
    assert GBQ([[1e308], [0]], [[1], [1]], 1, None, 1e-9) == "#NUM!"


def test_wbq_spreads_the_percentages_over_the_mean_of_games() -> None:
    # TP% 75, 50, 50 and 25; the mean is 4 games, and so 25 points of TP% are 2 games.
    assert WBQ([[120], [40], [0], [20]], [[8], [4], [0], [4]], 1) == [[0.0], [2.0], [2.0], [4.0]]


def test_ties_count_as_half_a_win_for_the_place_only() -> None:
    wins, losses, ties = [[10], [11]], [[8], [9]], [[0], [10]]
    # .556 and .533: the first leads, level in wins less losses.
    assert GAMES_BEHIND(wins, losses, ties) == [[0.0], [0.0]]
    # .600 and .556 (with its ties): the second has the greater D.
    assert GAMES_BEHIND([[3], [10]], [[2], [6]], [[0], [20]]) == [[0.0], [-1.5]]
    # Without the ties it is .625, and leads.
    assert GAMES_BEHIND([[3], [10]], [[2], [6]]) == [[1.5], [0.0]]


def test_negative_results_are_outside_the_domain() -> None:
    assert GAMES_BEHIND([[1], [-2]], [[1], [2]]) == "#NUM!"
    assert GAMES_BEHIND([[1], [2]], [[1], [-2]]) == "#NUM!"
    assert GAMES_BEHIND([[1], [2]], [[1], [2]], [[0], [-1]]) == "#NUM!"
    assert WBQ([[1], [2]], [[1], [-2]], 1) == "#NUM!"
