"""What holds for every tournament, and what holds for every function whatever its cells hold."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from random import Random
from struct import unpack
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from tests.same import same
from xl_tourney.catalogue.cells import ERRORS, ErrorValue, to_block
from xl_tourney.catalogue.declaration import Function
from xl_tourney.catalogue.parameter import Parameter
from xl_tourney.functions import CATALOGUE, DECIDED_BY, GBQ, PLACE, TAPL, TP_PERCENT, WBQ

# Tantrix ------------------------------------------------------------------------------------------

tenths = st.integers(0, 4000).map(lambda points: points / 10)
players = st.lists(st.tuples(tenths, st.integers(0, 20)), min_size=2, max_size=12)


def columns(rows: list[tuple[float, ...]]) -> list[list[list[float]]]:
    return [[[cell] for cell in column] for column in zip(*rows)]


@given(players, st.data())
def test_gbq_differences_do_not_depend_on_the_reference(field, data) -> None:
    tps, games = columns(field)
    places = st.integers(1, len(field))
    one, other = (
        GBQ(tps, games, data.draw(places), data.draw(st.sampled_from(["tp%", "gbq"])), 0)
        for _ in range(2)
    )
    shift = one[0][0] - other[0][0]
    assert same([[value - shift] for [value] in one], other)


@given(st.lists(tenths, min_size=2, max_size=12), st.integers(1, 20), st.data())
def test_equal_games_put_gbq_wbq_and_percentages_in_the_same_order(points, played, data) -> None:
    tps, games = columns([(own, played) for own in points])
    place = data.draw(st.integers(1, len(points)))
    by_percent = PLACE(TP_PERCENT(tps, games))
    assert PLACE(GBQ(tps, games, place, None, 0), -1) == by_percent
    assert same(WBQ(tps, games, place), GBQ(tps, games, place))


@given(players, st.data())
def test_wbq_is_in_the_order_of_the_percentages(field, data) -> None:
    tps, games = columns(field)
    behind = WBQ(tps, games, data.draw(st.integers(1, len(field))))
    percent = [tp / played if played else 10.0 for tp, played in field]
    ordered = [value for _, [value] in sorted(zip(percent, behind), key=lambda pair: -pair[0])]
    assert ordered == sorted(ordered)


# kdice --------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, 300), min_size=7, max_size=7).filter(any), st.integers(1, 1000))
def test_tapl_grows_with_the_root_of_the_games(finishes: list[int], times: int) -> None:
    more = TAPL([times * count for count in finishes])
    assert math.isclose(more, math.sqrt(times) * TAPL(finishes), rel_tol=1e-9, abs_tol=1e-6)


# Ranking ------------------------------------------------------------------------------------------

sort_keys = st.integers(1, 4).flatmap(
    lambda width: st.tuples(
        st.lists(
            st.lists(st.integers(0, 3), min_size=width, max_size=width), min_size=1, max_size=12
        ),
        st.lists(st.sampled_from([1, -1]), min_size=width, max_size=width),
    )
)


@given(sort_keys)
def test_a_place_is_one_more_than_the_better_rows(drawn) -> None:
    keys, order = drawn
    turned = [tuple(key * sign for key, sign in zip(row, order)) for row in keys]
    better = [[1.0 + sum(other > own for other in turned)] for own in turned]
    assert to_block(PLACE(keys, [order])) == better


@given(sort_keys)
def test_decided_by_agrees_with_the_places(drawn) -> None:
    keys, order = drawn
    labels = [f"key {at}" for at in range(len(order))]
    decided = [label for [label] in to_block(DECIDED_BY(keys, [labels], [order]))]
    places = [place for [place] in to_block(PLACE(keys, [order]))]
    for row, place, label in zip(keys, places, decided):
        assert (label == "tied") == (places.count(place) > 1)
        if label != "tied":
            at = labels.index(label)
            alike = [
                Counter(tuple(other[:width]) for other in keys)[tuple(row[:width])]
                for width in (at, at + 1)
            ]
            assert alike[1] == 1 and (at == 0 or alike[0] > 1)


# Every function -----------------------------------------------------------------------------------


def number_pool(chance: Random) -> list[Any]:
    """Numbers of every kind and size, among them any bits that make a float."""
    return [
        *([10**400, -(10**400), Decimal("sNaN"), Decimal("1e999"), Decimal("-0")] * 3),
        *([1.7976931348623157e308, -1e308, 1e200, 5e-324, -0.0, 1e15 + 0.5] * 3),
        *([math.inf, -math.inf, math.nan, 0.0, 1.0, -1.0, 0.5, Decimal("Infinity")] * 2),
        *(chance.randint(-3, 40) for _ in range(100)),
        *(chance.getrandbits(size) - 2 ** (size - 1) for size in range(4, 130, 4)),
        *(unpack("d", chance.randbytes(8))[0] for _ in range(60)),
        *(chance.uniform(-50, 50) for _ in range(40)),
        *(Decimal(chance.getrandbits(60)).scaleb(chance.randint(-40, 20)) for _ in range(30)),
    ]


def cell_pool(chance: Random) -> list[Any]:
    """What Python can hand over for a cell: mostly numbers, texts and blanks."""
    start = datetime(1900, 1, 1)
    signs = "".join(chr(code) for code in (*range(128), 0xA0, 0xBD, 0x2212, 0x200B, 0x1F600))
    return [
        *number_pool(chance),
        *([None, "", True, False] * 20),
        *(["TRUE", "-5", "1e3", " ", "14+", "3=", "0-", "A+", "A6040", "?", "22+!"] * 4),
        *([*ERRORS, ErrorValue("#N/A", "not there"), "#n/a", "#ERROR!"] * 3),
        *("".join(chance.choices(signs, k=chance.randint(1, 8))) for _ in range(60)),
        *(start + timedelta(seconds=chance.randint(0, 4 * 10**9)) for _ in range(10)),
        *((start + timedelta(days=chance.randint(0, 80_000))).date() for _ in range(10)),
        *(timedelta(seconds=chance.uniform(-1e6, 1e6)) for _ in range(10)),
        *(chance.randbytes(size) for size in range(5)),
        *(complex(chance.uniform(-9, 9), chance.choice([0.0, math.nan, 3.0])) for _ in range(9)),
    ]


# One seed is drawn, and arguments are made from it: strategies would take ten times as long to
# compose them.
NUMBERS = number_pool(Random(1))
STRANGE = cell_pool(Random(2))
chances = st.integers(0, 2**64 - 1).map(Random)


def nested(chance: Random, leaves: int = 12) -> Any:
    """A cell, or lists and tuples in each other around some."""
    count = chance.randint(0, min(4, leaves)) if leaves > 1 and chance.random() < 0.6 else None
    if count is None:
        return chance.choice(STRANGE)
    parts = [nested(chance, leaves // max(count, 1)) for _ in range(count)]
    return tuple(parts) if chance.random() < 0.5 else parts


def table(chance: Random) -> list[list[Any]]:
    """Rows of numbers, as long as each other."""
    width = chance.randint(1, 8)
    return [chance.choices(NUMBERS, k=width) for _ in range(chance.randint(0, 5))]


def nearly_an_example(chance: Random, function: Function) -> list[Any]:
    """The arguments of one of a function's examples, with some cells changed."""
    example = chance.choice(function.help.examples)
    arguments = [[list(row) for row in to_block(argument)] for argument in example.arguments]
    for p in function.parameters[len(arguments) :]:
        if not p.optional or chance.random() < 0.5:
            chosen = chance.choice(p.choices or (1, -1, 0.5)) if chance.random() < 0.5 else None
            arguments.append([[chosen]])
    spots = [(a, r, c) for a, rows in enumerate(arguments) for r, c in positions(rows)]
    for a, r, c in chance.choices(spots, k=chance.randint(0, 4)):
        arguments[a][r][c] = chance.choice(STRANGE)
    note((function.name, arguments))
    return arguments


def positions(rows: list[list[Any]]) -> Iterator[tuple[int, int]]:
    return ((r, c) for r, row in enumerate(rows) for c in range(len(row)))


def is_a_cell(value: object) -> bool:
    """Whether a spreadsheet can show it: text or a finite number that is not −0."""
    if isinstance(value, float):
        return math.isfinite(value) and (value != 0 or math.copysign(1, value) > 0)
    return isinstance(value, str)


def is_a_result(value: object) -> bool:
    if not isinstance(value, list):
        return is_a_cell(value)
    widths = {len(row) for row in value}
    return len(widths) == 1 and 0 not in widths and all(is_a_cell(c) for row in value for c in row)


every_function = pytest.mark.parametrize("function", CATALOGUE, ids=lambda f: f.name)


@every_function
@given(chance=chances)
@settings(deadline=None)
def test_strange_cells_give_a_value_or_a_spreadsheet_error(function, chance) -> None:
    arguments = nearly_an_example(chance, function)
    assert is_a_result(function(*arguments))


@every_function
@given(chance=chances)
@settings(deadline=None)
def test_any_arguments_give_a_value_or_a_spreadsheet_error(function, chance) -> None:
    count = chance.randint(0, len(function.parameters) + 1)
    arguments = [chance.choice((nested, table))(chance) for _ in range(count)]
    note((function.name, arguments))
    assert is_a_result(function(*arguments))


def longer(function: Function, arguments: list[Any], below: list[Any]) -> list[Any]:
    """The arguments with blank rows below the first one and those that lie beside it."""
    first = arguments[0]

    def lies_beside(p: Parameter, rows: list[list[Any]]) -> bool:
        if not p.kind.unit or len(rows) != len(first):
            return False
        return function.unit != "cell" or len(rows[0]) == len(first[0])

    return [
        rows + [[cell] * len(rows[0]) for cell in below] if lies_beside(p, rows) else rows
        for p, rows in zip(function.parameters, arguments)
    ]


@pytest.mark.parametrize(
    "function",
    [f for f in CATALOGUE if f.unit in ("row", "table", "cell")],
    ids=lambda f: f.name,
)
@given(chance=chances, below=st.lists(st.sampled_from([None, ""]), min_size=1, max_size=3))
@settings(deadline=None)
def test_blank_rows_below_stay_blank_and_change_nothing(function, chance, below) -> None:
    arguments = nearly_an_example(chance, function)
    before = function(*arguments)
    after = function(*longer(function, arguments, below))
    if not isinstance(after, list):
        assert isinstance(after, ErrorValue) and after == before
    else:
        height = len(arguments[0])
        assert after[:height] == to_block(before)
        assert all(cell == "" for row in after[height:] for cell in row)
