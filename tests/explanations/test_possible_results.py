"""A flip never proposes a result that a game of the sport cannot have: every rule file shipped."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from tests.explanations.possible_games import SIDES, TEAMS, Cells, faults, games
from xl_tourney.events.adapters import league
from xl_tourney.events.adapters.results import Rivals
from xl_tourney.events.cells import Row
from xl_tourney.readers.league import read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates.league import settings
from xl_tourney.templates.league.feature import Rules
from xl_tourney.templates.league.games.results import results
from xl_tourney.templates.league.rules.files import read_rules, shipped_names


def inputs(rules: Rules, rows: list[Cells]) -> Any:
    """The inputs of a workbook with these rows, and the named cells of the rules."""
    keys = [column.key for column in results(rules) if column.is_input]
    named = [*settings.of_rules(rules), *settings.figures(rules)]
    values = {setting.name: setting.value for setting in named if setting.value is not None}
    table: Any = SimpleNamespace(sheet=SimpleNamespace(title="Results"), letter=_letter(keys))
    typed = [Row(table, at, {key: row.get(key) for key in keys}) for at, row in enumerate(rows)]
    return SimpleNamespace(
        keys=keys,
        rows=lambda *_: typed,
        can_change=lambda *_: True,
        setting=values.get,
        text=lambda name: str(values.get(name, "")),
        has_inputs=lambda *wanted: {*wanted} <= {*keys},
    )


def _letter(keys: list[str]) -> Any:
    return lambda key: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[keys.index(key)]


def changed(rules: Rules, rows: list[Cells]) -> Iterator[tuple[str, int, Cells]]:
    """Each other result that is tried: its text, the number of the game, and the game with it."""
    there = inputs(rules, rows)
    for result in league.read_results(there, Rivals(*TEAMS[:2], lambda _: {})):
        for ladder in result.ladders:
            for one in ladder:
                (row,) = {cell.row for cell in one.values}
                new = {there.keys[cell.column - 1]: value for cell, value in one.values.items()}
                yield one.text, row, rows[row] | new


SPORTS = ("tennis", "rugby-six-nations", "cricket-t20", "nfl", "ice-hockey", "chess-teams")


@pytest.mark.parametrize("name", shipped_names())
@hypothesis_settings(deadline=None, max_examples=2, phases=[Phase.generate])
@given(seed=st.integers(0, 10_000))
@pytest.mark.slow
def test_other_results_are_possible_ones(name: str, seed: int) -> None:
    assert list(impossible(name, seed)) == []


@pytest.mark.parametrize("name", SPORTS)
def test_other_results_of_some_sports_are_possible_ones(name: str) -> None:
    assert list(impossible(name, 1)) == []


def impossible(name: str, seed: int) -> Iterator[tuple[str, str]]:
    """Results that cannot be, of those that are tried, and why not."""
    rules = read_rules(name)
    rows = games(name, rules, seed)
    assert [fault for row in rows for fault in faults(name, rules, row)] == []
    for text, _, new in changed(rules, rows):
        yield from ((text, fault) for fault in faults(name, rules, new))


@pytest.mark.parametrize("name", SPORTS)
def test_other_results_are_read_as_results(name: str, tmp_path: Path) -> None:
    """The league's own reader takes them, row by row."""
    rules = read_rules(name)
    rows = games(name, rules, 1)
    found = list(changed(rules, rows))
    assert found
    path = tmp_path / "games.csv"
    for text, at, cells in (found[0], found[len(found) // 2], found[-1]):
        new = [*rows[:at], cells, *rows[at + 1 :]]
        keys = list(dict.fromkeys(key for row in new for key in row))
        lines = [
            ",".join("" if row.get(key) is None else str(row[key]) for key in keys) for row in new
        ]
        path.write_text("\n".join([",".join(keys), *lines]), "utf-8")
        read_back = read(source_of(path)).rows
        assert len(read_back) == 6, text
        for row, game in zip(new, read_back):
            assert {getattr(game, side) for side in SIDES} == {row[side] for side in SIDES}


def test_the_points_of_legs_are_turned_round_though_nobody_counts_them() -> None:
    rules = read_rules("darts-groups")
    rows = [{"home": "Reds", "away": "Blues", "sets": "3-1 3-2 3-0 1-3 3-2 3-1"}]
    assert "3-1 3-2 3-0 1-3 3-2 1-3" not in [new["sets"] for _, _, new in changed(rules, rows)]
    assert all(new["sets"].count("-") >= 5 for _, _, new in changed(rules, rows))
