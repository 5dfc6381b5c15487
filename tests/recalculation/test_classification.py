"""What is known of a formula's shape is true of each of its cells."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.engines import load_engine
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.recalculation.trust.policy import TrustPolicy

WORKBOOKS = Path(__file__).parents[2] / "workbooks"


@pytest.mark.parametrize("name", ["league_euro_2024_e", "tantrix_2001"])
def test_every_formula_is_trusted_as_if_it_were_assessed_alone(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {}
    assess = TrustPolicy.assess

    def noted(policy: TrustPolicy, formula: str, is_array: bool):
        trust = assess(policy, formula, is_array)
        found[formula, is_array] = trust, policy._assess(formula, is_array)
        return trust

    monkeypatch.setattr(TrustPolicy, "assess", noted)
    book = Workbook.open(Package.from_path(WORKBOOKS / f"{name}.xlsx"))
    Recalculation(book, load_engine())
    assert len(found) > 100
    assert {key: pair for key, pair in found.items() if pair[0] != pair[1]} == {}
