"""What is predicted of hosts that differ: which calls, and which values."""

from __future__ import annotations

from typing import Any

import pytest

from tests.stand_ins.lambdas import LAMBDAS
from tests.stand_ins.officejs import OFFICE_JS
from tests.stand_ins.registry import HOSTS
from xl_tourney.catalogue.cells import Block, to_block
from xl_tourney.conformance.case import Case, values_match
from xl_tourney.conformance.differences import (
    ADD_IN,
    BY_FORMUALIZER,
    BY_FORMULAS,
    BY_LIBREOFFICE,
    PLAIN_NAMES,
    expected_value,
)
from xl_tourney.conformance.hosts import ArgumentForm, Host, HostCall
from xl_tourney.functions import CATALOGUE

SHORT = "a column that is too short is `#VALUE!`"


def predicted(
    host: str, function: str, *arguments: Any, form: ArgumentForm = "cells", rule: str = "example"
) -> tuple[Block, list[str]]:
    """What a host shall give, and the effects of the differences that are the reason."""
    case = Case(function, arguments, to_block(CATALOGUE[function](*arguments)), rule)
    known = {host.name: host for host in HOSTS}[host]
    value, reasons = expected_value(known, HostCall(case, form))
    return value, [difference.effect for difference in reasons]


@pytest.mark.parametrize(
    ("error", "hosts"),
    [
        ("#BUSY!", {BY_FORMUALIZER, LAMBDAS.name, BY_FORMULAS, ADD_IN, OFFICE_JS.name}),
        ("#GETTING_DATA", {BY_FORMUALIZER, LAMBDAS.name, ADD_IN, OFFICE_JS.name}),
        ("#SPILL!", {BY_FORMULAS, ADD_IN, OFFICE_JS.name}),
        ("#REF!", {OFFICE_JS.name}),
        ("#N/A", set()),
    ],
)
def test_an_error_that_a_host_does_not_know_is_value(error: str, hosts: set[str]) -> None:
    for host in (BY_FORMUALIZER, LAMBDAS.name, BY_FORMULAS, ADD_IN, OFFICE_JS.name):
        value, why = predicted(host, "TP_PERCENT", error, 6)
        assert value == [["#VALUE!" if host in hosts else error]]
        assert why == ["is `#VALUE!`"] * (host in hosts)


@pytest.mark.parametrize("host", [ADD_IN, PLAIN_NAMES, BY_LIBREOFFICE])
def test_true_is_one(host: str) -> None:
    assert predicted(host, "TP_PERCENT", True, 1) == ([[5.0]], ["is 1"])
    assert predicted("Python", "TP_PERCENT", True, 1) == ([["#VALUE!"]], [])


def test_what_is_empty_or_left_out_is_0() -> None:
    blank, zero = (predicted("Python", "RATING_DP", cell) for cell in (None, 0))
    assert blank != zero
    for host, form in ((ADD_IN, "cells"), (PLAIN_NAMES, "constants")):
        for other in ("cells", "constants"):
            value, why = predicted(host, "RATING_DP", None, form=other)
            assert (value, len(why)) == ((zero[0], 1) if other == form else (blank[0], 0))


@pytest.mark.parametrize(
    ("host", "error"), [(ADD_IN, "#VALUE!"), (PLAIN_NAMES, "#N/A"), (BY_LIBREOFFICE, "#N/A")]
)
def test_an_error_in_a_range_is_everywhere(host: str, error: str) -> None:
    value, why = predicted(host, "TP_PERCENT", [[60], ["#N/A"], [30]], [[6], [6], [6]])
    assert value == [[error]] * 3 and len(why) == 1
    assert predicted("Python", "TP_PERCENT", [[60], ["#N/A"]], [[6], [6]])[0] == [[50.0], ["#N/A"]]
    assert predicted(host, "TP_PERCENT", "#N/A", 6) == ([["#N/A"]], [])


def test_a_column_that_is_too_short_is_na_by_its_rule_alone() -> None:
    columns = ([[80], [50]], [[6], [6]], 1)
    assert predicted(LAMBDAS.name, "WBQ", *columns, rule=SHORT)[0] == [["#N/A"], [""]]
    assert predicted(LAMBDAS.name, "WBQ", *columns)[1] == []
    assert predicted(LAMBDAS.name, "TP_PERCENT", 60, 6, rule=SHORT) == ([[50.0]], [])


def test_one_value_fills_what_the_case_has_unless_the_host_spills() -> None:
    case = Case("TP_PERCENT", ([[60], ["#N/A"]], 6), [[50.0], ["#N/A"]], "example")
    call = HostCall(case, "cells")
    assert expected_value(Host(ADD_IN, lambda calls: []), call)[0] == [["#VALUE!"], ["#VALUE!"]]
    spilling = Host(ADD_IN, lambda calls: [], spills=True)
    assert expected_value(spilling, call)[0] == [["#VALUE!"], [""]]


def test_a_host_gets_the_calls_of_its_functions_in_its_forms() -> None:
    suite = [
        Case("GPG", (1, 2), [[0.5]], "example"),
        Case("GPG", ([[1], ["#N/A"]], 2), [[0.5], ["#N/A"]], "example"),
        Case("IMPS", (20,), [[1.0]], "published"),
    ]
    both = Host("both", lambda calls: [])
    assert [(call.case, call.form) for call in both.calls(suite)] == [
        (suite[0], "cells"),
        (suite[0], "constants"),
        (suite[1], "cells"),
        (suite[2], "cells"),
    ]
    assert [case.has_constants for case in suite] == [True, False, False]
    some = Host("some", lambda calls: [], ("currency",), functions=frozenset({"IMPS"}))
    assert [(call.case, call.form) for call in some.calls(suite)] == [(suite[2], "currency")]


@pytest.mark.parametrize(
    ("actual", "expected", "matches"),
    [
        (0.1 + 0.2, 0.3, True),
        (1, 1.0, True),
        (1.0, 1.000001, False),
        (5e-10, 0.0, True),
        (5e-9, 0.0, False),
        (True, 1, False),
        (1, True, False),
        ("1", 1, False),
        ([[1]], [[1]], True),
        ([[1, 2]], [[1]], False),
        ([[1]], [[1, 2]], False),
        ([[1, 3]], [[1, 2]], False),
        (1, [[1]], False),
        ("#N/A", "#N/A", True),
        (None, "", False),
    ],
)
def test_values_match_to_a_tolerance(actual: Any, expected: Any, matches: bool) -> None:
    assert values_match(actual, expected) == matches
