"""CONTRIBUTING says truly which forms of a function come from one text."""

from __future__ import annotations

import pytest

from docs import one_text
from xl_tourney.functions import CATALOGUE


@pytest.mark.slow
def test_the_table_is_current() -> None:
    """Else: python docs/one_text.py."""
    text = one_text.CONTRIBUTING.read_text("utf-8")
    assert one_text.table() in text
    assert one_text.current(text) == text


@pytest.mark.slow
def test_every_function_is_in_the_table() -> None:
    assert set(one_text.declared()) == {function.name for function in CATALOGUE}
    table = one_text.table()
    assert [f.name for f in CATALOGUE if table.count(f"`{f.name}`") != 1] == []
    assert set(one_text.REASONS) <= set(one_text.declared())
    derived = {name for name, forms in one_text.declared().items() if forms.has_derivation}
    assert derived == {function.name for function in CATALOGUE if function.has_derivation}


@pytest.mark.slow
def test_what_is_by_hand_has_a_reason_and_nothing_else_has() -> None:
    for name, names, *forms, reason in one_text.rows():
        is_from_rule = bool(names) and "the rule itself" in forms and "by hand" not in forms
        assert bool(reason) is not is_from_rule, name


@pytest.mark.slow
def test_what_is_read_from_the_code() -> None:
    gbq = one_text.declared()["GBQ"]
    wins = ("functions.tantrix.leads", "standard_wins")
    assert wins in gbq.value and wins in gbq.derivation and gbq.has_column
    assert wins in one_text.written("templates") and wins in one_text.written("hosts.lambdas")
    assert not gbq.is_from_rule and one_text.declared()["TANTRIX_TP"].is_from_rule
    search = ("functions.ranking", "_places")
    assert search in one_text.declared()["PLACE"].value
    assert wins in one_text.arithmetic("GBQ") and one_text.arithmetic("PLACE") == set()
