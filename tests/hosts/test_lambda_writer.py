"""A LAMBDA that is written from a declaration gives what its rule gives, damaged rows too."""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.hosts.test_lambdas import Case, disagreeing
from xl_tourney.catalogue.cells import div0_error, num_error
from xl_tourney.catalogue.declaration import function
from xl_tourney.catalogue.expression import (
    all_of,
    is_omitted,
    named,
    refuse,
    refuse_negative,
    root,
    total,
    total_of,
    where,
    width_of,
)
from xl_tourney.catalogue.kinds import Each, EachWhole, Line, Number, Row, RowNumber, RowOrRows
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.lambdas import embedding
from xl_tourney.hosts.lambdas.definitions import FUNCTIONS, LAMBDAS
from xl_tourney.hosts.lambdas.writer import lambda_of

CELLS = [0, 1, 4, 9, -3, 2.5, None, "", "many", "#N/A", True, 100]


def of_cells(
    one: Each,
    other: EachWhole,
    more: Each | None = None,
    limit: Number = 2,
    add: Number | None = None,
) -> float:
    refuse_negative(other, "other")
    refuse(all_of(one > 50, limit > 1), lambda: div0_error("too many"))
    distance = named("distance", one - other)
    extra = where(is_omitted(more), 0, lambda: 10 * more)
    added = where(is_omitted(add), 1, add)
    value = where(distance < 0, lambda: num_error("below"), lambda: root(distance) / limit)
    return value + extra + added  # type: ignore[no-any-return]


def of_rows(
    places: Row,
    number: RowNumber | None = None,
    profile: RowOrRows = (1, 2, 3),  # type: ignore[assignment]
    line: Line | None = None,
) -> float:
    refuse(width_of(places) != 3, lambda: num_error("three cells"))
    count = named("count", where(is_omitted(number), lambda: total(places), number))
    refuse(count == 0, lambda: div0_error("nothing"))
    worth = where(is_omitted(line), 7, lambda: total(line))
    return worth + total_of(lambda own, due: own * due, places, profile) / count  # type: ignore[no-any-return]


def declare(rule: Callable[..., Any]) -> str:
    """Declare a rule by its name in capitals, and give that."""
    parameters = "\n".join(f"{name}\n    A number." for name in inspect.signature(rule).parameters)
    example = f"Examples\n--------\n>>> {rule.__name__.upper()}(1)\n1"
    sections = f"Parameters\n----------\n{parameters}\n\nSource\n------\nArithmetic.\n\n{example}"
    rule.__doc__ = f"Arithmetic.\n\n{sections}"
    rule.__name__ = rule.__name__.upper()
    return function("Arithmetic of tests")(rule).name


@pytest.fixture(scope="module", autouse=True)
def declared() -> Iterator[None]:
    names = [declare(rule) for rule in (of_cells, of_rows)]
    LAMBDAS.update({name: lambda_of(name) for name in names})
    FUNCTIONS.extend(names)
    embedding._helpers.cache_clear()
    yield
    for name in names:
        CATALOGUE.remove(name)
        FUNCTIONS.remove(name)
        del LAMBDAS[name]
    embedding._helpers.cache_clear()


def test_each_cell() -> None:
    shuffled = random.Random("cells 2026")

    def block() -> list[list[Any]]:
        return [[shuffled.choice(CELLS) for _ in range(2)] for _ in range(3)]

    options: list[Callable[[], Any]] = [
        lambda: None,
        block,
        lambda: 4,
        lambda: shuffled.choice(CELLS),
    ]
    cases: list[Case] = [
        (
            "OF_CELLS",
            (
                block(),
                shuffled.choice(options[1:3])(),
                shuffled.choice(options[:3])(),
                shuffled.choice([None, 1, 3, "x", "#NUM!"]),
                shuffled.choice([None, 5, 0, "x"]),
            ),
        )
        for _ in range(60)
    ]
    assert disagreeing([*cases, ("OF_CELLS", (9, 0))]) == []


def test_each_row() -> None:
    shuffled = random.Random("rows 2026")

    def row(width: int = 3) -> list[Any]:
        return [shuffled.choice([*[1, 2, 0.5, 3, 5] * 6, None, "x", "#N/A"]) for _ in range(width)]

    cases: list[Case] = []
    for _ in range(60):
        rows = shuffled.randint(1, 4)
        block = [[None] * 3 if shuffled.random() < 0.2 else row() for _ in range(rows)]
        numbers = [[shuffled.choice([0, 1, 4, None, "x"])] for _ in range(rows)]
        number = shuffled.choice([None, 2, numbers, numbers[:1], [*numbers, [1]]])
        profile = shuffled.choice([None, [row()], [row() for _ in range(rows)]])
        line = shuffled.choice([None, [[1, 2]], [[1], [2]], 5, [["x", 1]]])
        cases.append(("OF_ROWS", (block, number, profile, line)))
    assert disagreeing([*cases, ("OF_ROWS", ([[1, 2]],)), ("OF_ROWS", ([[1, 2, 3]],))]) == []


def test_a_row_is_blank_where_all_is_that_each_row_has_for_itself() -> None:
    assert 'IF(AND(raw_finishes=""), "", LET(' in lambda_of("TAOWR")
