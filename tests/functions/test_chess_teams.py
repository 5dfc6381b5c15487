"""Tie-breaks of teams on random events, as two libraries of other authors count them."""

from __future__ import annotations

import pytest

from tests.functions.team_judges import BOARDS, by_gacrux, by_tiebreak_core, events
from xl_tourney.functions import TIEBREAK

CODES = (
    *(
        "MPVGP",
        "EMMSB",
        "EMGSB",
        "EGMSB",
        "EGGSB",
        "EMGSB/C1",
        "EMMSB/C1",
        "SSSC",
        "BH:MP",
        "BH:GP",
    ),
    *("BH:MP/C1", "BH:GP/C1", "PS:MP", "PS:GP", "FB:MP"),
)
OF_GACRUX = ("MPTS", "GPTS", "SB:MP", "SB:GP", "WIN")
OF_GROUPS = ("EDE", "EDEBT", "EDEBB", "EDET", "EDEB", "DE:MP", "DE:GP")
ROUNDED = 0.0051
"""gacrux has quotients to two decimals."""


def own(rows: list[list[str]], code: str) -> list[float]:
    block = TIEBREAK(rows, code, None, "2026", "swiss", None, None, BOARDS)
    return [value for (value,) in block]


@pytest.mark.parametrize("code", CODES + OF_GACRUX)
def test_gacrux_counts_the_same(code: str) -> None:
    """With forfeits, byes and absences; Koya's is left out, which it gives for forfeits too."""
    for rows in events(12, 2026, unplayed=True):
        found = [value for (value,) in by_gacrux(rows, [code])]
        assert own(rows, code) == pytest.approx(found, abs=ROUNDED), (code, rows)


@pytest.mark.parametrize("code", OF_GROUPS)
def test_gacrux_parts_the_tied_alike(code: str) -> None:
    """It gives 0 to whom nobody equals."""
    for unplayed in (False, True):
        for rows in events(12, 4, unplayed):
            found = [value for (value,) in by_gacrux(rows, [code])]
            mine = [one if other else 0 for one, other in zip(own(rows, code), found)]
            assert mine == found, (code, rows)


@pytest.mark.parametrize("code", [*CODES, "KS:MP", "KS:GP", "AOB:MP"])
def test_tiebreak_core_counts_the_same(code: str) -> None:
    """Events that are played to the end: it has no dummy for the bye that a pairing allocates."""
    for rows in events(12, 2026, unplayed=False):
        assert own(rows, code) == pytest.approx(by_tiebreak_core(rows, code)), (code, rows)
