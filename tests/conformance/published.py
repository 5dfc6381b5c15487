"""The cases of published figures: every call that the tests against them make.

The cases are not listed again.  The tests that hold the functions to the figures are run, and every
call that they make is noted.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.functions import (
    gotha,
    test_bridge_published,
    test_go_direct_comparison,
    test_go_opengotha,
    test_go_opera,
    test_kdice,
    test_tantrix,
)
from xl_tourney.catalogue.cells import block
from xl_tourney.conformance.case import Case
from xl_tourney.functions import Function


def kdice() -> Iterable[object]:
    return [*test_kdice.worked_values(), *test_kdice.tally()]


def tantrix() -> Iterable[object]:
    published = test_tantrix
    return [*published.gbq_page(), *published.tournament_points(), *published.league_tables()]


def bridge() -> Iterable[object]:
    published = test_bridge_published
    for event in published.EVENTS.values():
        yield from [*published.lines(event), *published.standings(event)]
    for example in published.TRAVELLERS:
        yield from published.traveller(example)
    for case in published.GOLDEN:
        yield published.WORKED[case["fn"]](*case["inputs"].values())


def go() -> Iterable[object]:
    lines = (test_go_direct_comparison.DATA / "egc2009_top4.csv").read_text("utf-8").splitlines()
    congress = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    yield test_go_direct_comparison.test_the_congress_from_its_wall_list(congress)
    yield test_go_direct_comparison.test_the_congress_from_its_virtual_round_robin(congress)
    for table in test_go_opera.TABLES:
        yield test_go_opera.test_the_worked_tables(*table, lambda _, figures: list(figures)[:0])
    for label in gotha.TOURNAMENTS:
        yield test_go_opengotha.criteria(gotha.load(label))


GAMES: tuple[Callable[[], Iterable[object]], ...] = (tantrix, kdice, bridge, go)


def calls() -> list[Case]:
    """Every call that the published cases of all games make, once."""
    made: dict[tuple[str, str], Case] = {}
    call = Function.__call__

    def noted(function: Function, *arguments: Any, **named: Any) -> Any:
        value = call(function, *arguments, **named)
        in_order = [*arguments]
        for parameter in function.parameters[len(arguments) :]:
            in_order.append(named.get(parameter.name))
        while in_order and in_order[-1] is None:
            in_order.pop()
        case = Case(function.name, tuple(in_order), block(value), "published")
        made.setdefault((case.function, repr(case.arguments)), case)
        return value

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Function, "__call__", noted)
        for game in GAMES:
            list(game())
    return list(made.values())
