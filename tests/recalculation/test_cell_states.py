"""Each formula cell is in one state, and only some may follow another."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.recalculation.books import book, raw
from xl_tourney.recalculation.recalculate import recalc
from xl_tourney.recalculation.sheets.cell_states import MAY_FOLLOW, CellStates, State

DOCS = Path(__file__).parents[2] / "docs"
FINAL = (State.DEPENDENT, State.DENIED, State.LEFT, State.SAME)


def test_what_is_left_as_saved_for_good_changes_no_more() -> None:
    assert MAY_FOLLOW.keys() == {*State}
    assert {state for state, followers in MAY_FOLLOW.items() if not followers} == {*FINAL}
    states = CellStates()
    states.change(3, State.DENIED, "who knows")
    with pytest.raises(ValueError, match="TAKEN does not follow DENIED"):
        states.change(3, State.TAKEN, value=1.0)
    assert (states[3].reason, states.left_as_saved, states.own_values) == ("who knows", {3}, {})


def test_every_state_can_be_reached() -> None:
    reached, waiting = set[State](), [State.CALCULATED]
    while waiting:
        reached.add(state := waiting.pop())
        waiting += MAY_FOLLOW[state] - reached
    assert reached == {*State}


def test_a_cell_has_a_value_of_its_own_or_its_saved_one_or_neither() -> None:
    for first in State:
        for second in MAY_FOLLOW[first]:
            states = CellStates()
            if first is not State.CALCULATED:
                states.change(1, first, "why", 5.0)
            states.change(1, second, "why", 6.0)
            assert not states.left_as_saved & states.own_values.keys()
            assert second.is_left_as_saved == (1 in states.left_as_saved)
            assert not (second.is_kept and second.is_uncertain)


def test_what_is_unconfirmed_is_asked_for_anew() -> None:
    states = CellStates()
    states.change_all({2: "alone", 9: "alone"}, State.UNCONFIRMED)
    states.change(9, State.DENIED, "another value")
    states.doubt_again()
    assert [*states] == [(9, states[9])]


def test_the_receipt_counts_and_names_the_same_states(tmp_path: Path) -> None:
    cells = {
        **{"A1": 1, "A2": ("=A1+1", 99), "B1": ("=NOSUCH(A2)", 7), "C1": ("=B1+1", 8)},
        **{"D1": ('=LEFTB("abc",1)', "b"), "E1": ("=0.1+0.2-0.3", 1)},
    }
    receipt = recalc(book(tmp_path / "book.xlsx", cells))
    assert receipt.states == {
        "calculated": 1,
        "waiting": 1,
        "dependent": 1,
        "denied": 1,
        "corrected": 1,
    }
    assert sum(receipt.states.values()) == receipt.formulas
    assert (len(receipt.kept), len(receipt.uncertain)) == (2, 1)


def test_what_depends_on_a_value_of_one_engine_alone_is_uncertain(tmp_path: Path) -> None:
    """It was said of that value alone."""
    cells = (
        '<c r="A1"><f>LEFTB("ab",1)</f></c><c r="B1"><f>A1&amp;"x"</f></c><c r="C1"><f>1+1</f></c>'
    )
    receipt = recalc(raw(tmp_path / "book.xlsx", f'<row r="1">{cells}</row>'))
    assert receipt.states == {"unconfirmed": 1, "dependent": 1, "calculated": 1}
    assert receipt.uncertain[1].message == "it depends on Sheet1!A1, which is uncertain"


def test_the_page_and_the_published_form_name_every_state() -> None:
    names = [state.value for state in State]
    page = (DOCS / "explanation/values.md").read_text("utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == names
    published = json.loads((DOCS / "reference/schemas/receipt.schema.json").read_text("utf-8"))
    assert published["properties"]["states"]["propertyNames"]["enum"] == names


def test_a_cell_is_left_as_saved_for_one_reason(tmp_path: Path) -> None:
    """Its name is unknown, and so it is no question whether the engine is right."""
    file = book(
        tmp_path / "book.xlsx", {"A1": 1, "B2": ('=Half&CELL("format",A1)', 3)}, {"Half": "=Other"}
    )
    assert [note.message for note in recalc(file).kept] == [
        "formualizer does not know the name Half"
    ]
