"""Every published or enumerated figure of tests/data/race agrees, and none stays unknown."""

from __future__ import annotations

import pytest

from .published import FAMILIES, UNKNOWN, cases, tragic_numbers


def test_there_are_429_cases() -> None:
    assert sum(len(cases(family)) for family in FAMILIES) == 429


@pytest.mark.parametrize("family", FAMILIES)
def test_figures(family: str, disagreeing) -> None:
    figures = [figure for case in cases(family) for figure in case.figures()]
    assert disagreeing(f"race, {family}", figures) == []
    assert [name for name, own, _ in figures if own == UNKNOWN] == []


def test_tragic_numbers_without_draws(disagreeing) -> None:
    figures = [f for family in FAMILIES for case in cases(family) for f in tragic_numbers(case)]
    assert disagreeing("race, tragic numbers", figures) == []
