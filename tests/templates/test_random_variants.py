"""Native formulas and our functions show the same standings of random tournaments."""

from __future__ import annotations

import os

import pytest

from tests.templates import (
    random_bridge,
    random_chess,
    random_chess_teams,
    random_go,
    random_kdice,
    random_league,
    random_tantrix,
)

pytestmark = pytest.mark.slow

TOURNAMENTS = max(96, int(os.environ.get("XL_TOURNEY_EXAMPLES", 0)))
"""Of each template, in equal parts for each room."""
SEED = 2026
TEMPLATES = (
    random_tantrix,
    random_league,
    random_kdice,
    random_bridge,
    random_chess,
    random_chess_teams,
    random_go,
)
ROOMS = [(module, room) for module in TEMPLATES for room in module.ROOMS]


@pytest.mark.parametrize(("module", "room"), ROOMS, ids=[str(room) for _, room in ROOMS])
def test_native_formulas_give_what_the_functions_give(tmp_path, module, room) -> None:
    variants = room.build(tmp_path)
    statuses = set()
    for number, typed in enumerate(
        module.tournaments(room, TOURNAMENTS // len(module.ROOMS), SEED)
    ):
        assert variants.change(typed) == [], (number, typed)
        statuses.add(variants.native["Status"])
    assert "All checks passed" in statuses and len(statuses) > 2
