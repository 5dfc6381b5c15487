"""What holds for every wall list, and for anything at all in the cells."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xl_tourney.catalogue.cells import ERRORS, to_block
from xl_tourney.functions import (
    CATALOGUE,
    CUSS,
    DC_PLACE,
    DIRECT_COMPARISON,
    MMS,
    NBW,
    SODOS,
    SOS,
    SOSOS,
)

GO = [f for f in CATALOGUE if f.category == "Go"]
NOT_PLAYED = ("written", "down", "wins", "half")

games = st.sampled_from(
    [
        *(("+/b0", "-/w0"), ("-/b0", "+/w0"), ("+", "-"), ("-", "+"), ("=", "="), ("=/b", "=/w")),
        *(("+/w3", "-/b3"), ("-/b9", "+"), ("+!", "-!"), ("-!/b2", "-!"), ("+!", "+!"), ("?", "?")),
    ]
)
"""A game as its two players write it."""
MET = re.compile("([1-9][0-9]*)([-+=?])(.*)")
"""A cell with an opponent: its row, the result, and what else there is."""
alone = st.sampled_from(["0+", "0-", "0=", "?", "", None])


@st.composite
def wall_lists(draw: st.DrawFn, most_players: int = 9, most_rounds: int = 6) -> list[list[Any]]:
    """A wall list in which everything can happen that may, also rows and rounds left blank."""
    players = draw(st.integers(1, most_players))
    blank = {row for row in range(players) if draw(st.integers(0, 9)) == 9}
    lists: list[list[Any]] = [[] for _ in range(players)]
    for _ in range(draw(st.integers(1, most_rounds))):
        order = draw(st.permutations([row for row in range(players) if row not in blank]))
        paired = 2 * draw(st.integers(0, len(order) // 2))
        cells: dict[int, Any] = dict.fromkeys(blank)
        for own, other in zip(order[:paired:2], order[1:paired:2]):
            one, two = draw(games)
            cells[own], cells[other] = f"{other + 1}{one}", f"{own + 1}{two}"
        for row in order[paired:]:
            cells[row] = draw(alone)
        for row, rounds in enumerate(lists):
            rounds.append(cells[row])
    return lists


def beside(lists: list[Any], cells: st.SearchStrategy[Any]) -> st.SearchStrategy[list[list[Any]]]:
    """A column for the rows of a wall list."""
    column = st.lists(cells, min_size=len(lists), max_size=len(lists))
    return column.map(lambda values: [[value] for value in values])


scores = st.integers(0, 80).map(lambda quarters: quarters / 4)
ratings = st.floats(-900, 3000)
ties = st.sampled_from([1, 2])


@st.composite
def any_call(draw: st.DrawFn, lists: list[list[Any]]) -> tuple[Any, list[Any]]:
    """A go function and its arguments after the wall list."""
    column = draw(beside(lists, scores))
    more = [draw(st.integers(0, 3)), draw(st.none() | beside(lists, scores)), draw(st.booleans())]
    not_played = draw(st.none() | st.sampled_from(NOT_PLAYED))
    tied = draw(st.none() | beside(lists, ties))
    system = draw(st.sampled_from(["swiss", "round-robin"]))
    rated = [draw(beside(lists, ratings)), draw(st.sampled_from(["text", "program"]))]
    arguments = {
        "NBW": [not_played],
        "MMS": [column, not_played],
        "CUSS": [column, not_played],
        "DIRECT_COMPARISON": [tied, system, draw(st.integers(1, 4))],
        "DC_PLACE": [tied, system],
        "PERFORMANCE_RATING": rated,
        "OPERA": rated,
    }
    function = draw(st.sampled_from(GO))
    return function, arguments.get(function.name, [column, *more])


def relabelled(lists: list[list[Any]], order: list[int]) -> list[list[Any]]:
    """The wall list with its rows in another order, and every reference following its row."""
    place = {old + 1: new + 1 for new, old in enumerate(order)}

    def moved(cell: Any) -> Any:
        met = MET.match(cell or "")
        return f"{place[int(met[1])]}{met[2]}{met[3]}" if met else cell

    return [[moved(cell) for cell in lists[old]] for old in order]


@given(st.data())
@settings(deadline=None)
def test_relabelling_the_players_permutes_every_result(data) -> None:
    lists = data.draw(wall_lists())
    function, arguments = data.draw(any_call(lists))
    order = data.draw(st.permutations(range(len(lists))))
    moved = [
        [given[old] for old in order] if isinstance(given, list) else given for given in arguments
    ]
    before = to_block(function(lists, *arguments))
    after = to_block(function(relabelled(lists, order), *moved))
    assert after == [before[old] for old in order]


@given(wall_lists(), st.lists(st.sampled_from([None, ""]), min_size=1, max_size=3), st.data())
@settings(deadline=None)
def test_blank_rows_below_stay_blank_and_change_nothing(lists, below, data) -> None:
    function, arguments = data.draw(any_call(lists))
    before = to_block(function(lists, *arguments))
    longer = [
        given + [[cell] for cell in below] if isinstance(given, list) else given
        for given in arguments
    ]
    after = function(lists + [[cell] * len(lists[0]) for cell in below], *longer)
    assert after[: len(lists)] == before
    assert all(cell == "" for row in after[len(lists) :] for cell in row)


# What the scores are made of ----------------------------------------------------------------------


def numbers(column: Any) -> list[float]:
    """A result as numbers, 0 for a blank row."""
    return [cell or 0.0 for (cell,) in to_block(column)]


@given(wall_lists(), st.sampled_from(NOT_PLAYED), st.integers(0, 40))
def test_mms_is_the_start_and_the_wins_and_cuss_the_sum_over_the_rounds(
    lists, not_played, start
) -> None:
    wins, mms = NBW(lists, not_played), MMS(lists, start, not_played)
    for (row,), (score,) in zip(to_block(wins), to_block(mms)):
        assert score == ("" if row == "" else start + row)
    marked = [[cell if cell not in (None, "", "?") else "0-" for cell in row] for row in lists]
    by_round = [
        numbers(NBW([row[: number + 1] for row in marked], not_played))
        for number in range(len(marked[0]))
    ]
    assert numbers(CUSS(marked, None, not_played)) == [sum(row) for row in zip(*by_round)]


@given(wall_lists(), st.data())
def test_sos_is_its_rounds_and_sosos_the_sos_of_sos(lists, data) -> None:
    column = data.draw(beside(lists, scores))
    assert SOSOS(lists, column) == SOS(lists, SOS(lists, column))
    whole, without = numbers(SOS(lists, column)), numbers(SOS(lists, column, 1))
    assert all(less <= more for less, more in zip(without, whole))
    assert all(s <= t for s, t in zip(numbers(SODOS(lists, column)), whole))


@given(wall_lists(), st.data())
def test_nobody_has_more_wins_than_rounds(lists, data) -> None:
    not_played = data.draw(st.sampled_from(NOT_PLAYED))
    assert all(0 <= wins <= len(lists[0]) for wins in numbers(NBW(lists, not_played)))


# Direct comparison --------------------------------------------------------------------------------


def against(lists: list[list[Any]], group: list[int]) -> tuple[dict[int, float], bool]:
    """By the definition: each member's wins against a group, and whether all met as often."""
    met = {(a, b): 0 for a in group for b in group if a != b}
    wins = dict.fromkeys(group, 0.0)
    for row in group:
        for cell in lists[row]:
            game = MET.match(cell or "")
            if game and game[2] != "?" and (row, int(game[1]) - 1) in met:
                met[row, int(game[1]) - 1] += 1
                wins[row] += {"+": 1.0, "=": 0.5, "-": 0.0}[game[2]]
    return wins, len(set(met.values()) - {0}) <= 1 and 0 not in met.values()


def by_definition(
    lists: list[list[Any]], group: list[int], system: str, iterations: int
) -> dict[int, list[float]]:
    wins, all_met = against(lists, group)
    if system == "swiss":
        wins = {row: float(math.floor(won)) if all_met else 0.0 for row, won in wins.items()}
    found = {row: [won] for row, won in wins.items()}
    if iterations > 1:
        for value in set(wins.values()):
            part = [row for row in group if wins[row] == value]
            for row, later in by_definition(lists, part, system, iterations - 1).items():
                found[row] += later
    return found


@given(
    wall_lists(most_players=6, most_rounds=8), st.sampled_from(["swiss", "round-robin"]), st.data()
)
@settings(deadline=None)
def test_direct_comparison_is_its_definition_applied_again_and_again(lists, system, data) -> None:
    tied = data.draw(beside(lists, ties))
    iterations = len(lists) + 1
    expected: list[list[Any]] = [[""] * iterations for _ in lists]
    places: list[Any] = [[""] for _ in lists]
    for key in (1, 2):
        there = [row for row in range(len(lists)) if tied[row] == [key] and any(lists[row])]
        if there:
            found = by_definition(lists, there, system, iterations)
            for row in there:
                expected[row] = found[row]
                places[row] = [1.0 + sum(other > found[row] for other in found.values())]
    assert to_block(DIRECT_COMPARISON(lists, tied, system, iterations)) == expected
    assert to_block(DC_PLACE(lists, tied, system)) == places


@given(st.integers(2, 7), st.data())
def test_a_cross_table_and_its_wall_list_give_the_same(players, data) -> None:
    table: list[list[Any]] = [[None] * players for _ in range(players)]
    lists: list[list[str]] = [[] for _ in range(players)]
    for one in range(players):
        for two in range(one):
            for row in lists:
                row.append("0-")
            sign, answer, won = data.draw(
                st.sampled_from([("+", "-", 1.0), ("-", "+", 0.0), ("=", "=", 0.5), ("", "", None)])
            )
            if won is not None:
                lists[one][-1], lists[two][-1] = f"{two + 1}{sign}", f"{one + 1}{answer}"
                table[one][two], table[two][one] = won, 1 - won
    for row in range(players):
        table[row][row] = "–"
    # A square without numbers beside its diagonal is no cross table.
    if any(isinstance(cell, float) for row in table for cell in row):
        assert NBW(table) == NBW(lists)
        for system in ("swiss", "round-robin"):
            assert DC_PLACE(table, None, system) == DC_PLACE(lists, None, system)


# Anything in the cells ----------------------------------------------------------------------------

strange = st.sampled_from(
    [
        *(None, "", "?", "0+", "0-", "0=", "1+", "2-", "3=", "1?", "2+/b3", "1-/w3", "3+!", "14+"),
        *(
            "2",
            "+",
            "−",
            "1+/w99",
            "999999+",
            "#N/A",
            "x",
            True,
            0,
            1,
            0.5,
            -1,
            1e308,
            -1e308,
            10**400,
        ),
        *(float("nan"), float("inf"), b"1+", {"a": 1}, "swiss", "program", "half"),
    ]
) | st.text(alphabet="0123+-=?!/bw ", max_size=6)
strange_blocks = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(strange, min_size=width, max_size=width), max_size=4)
)


def is_cell(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, str) and (value == "" or value in ERRORS)


@pytest.mark.parametrize("function", GO, ids=lambda f: f.name)
@given(data=st.data())
@settings(deadline=None)
def test_anything_gives_a_value_or_a_spreadsheet_error(function, data) -> None:
    lists = data.draw(wall_lists() | strange_blocks | strange)
    arguments = [lists]
    for p in function.parameters[1:]:
        sensible = st.sampled_from(p.choices) if p.choices else st.integers(-1, 5)
        numbers = [beside(lists, st.floats() | scores)] if isinstance(lists, list) else []
        arguments.append(
            data.draw(st.one_of(st.none(), sensible, strange, strange_blocks, *numbers))
        )
    result = function(*arguments)
    assert all(is_cell(cell) for row in to_block(result) for cell in row)
