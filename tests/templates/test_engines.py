"""Engines give the same values in the cells of a template.

The package ``formulas`` calculates some 280 formulas a second, so it is asked about samples without
much spare room; ``xl-tourney verify workbooks/*.xlsx`` asks everybody about all.  LibreOffice
is asked about every sample in ``test_variants``.
"""

from __future__ import annotations

import pytest

from xl_tourney.recalculation.verification.suite import verify
from xl_tourney.templates import TEMPLATES, package

ROOM = {
    "league_al_1903.csv": {"rows": 8},
    "league_npb_central_2021.csv": {"rows": 6},
}
"""The samples that ``formulas`` calculates in seconds, and room that suffices for them.

For the others it takes minutes, and of those with columns of a race (league_euro_2024_e.csv,
tantrix_2001.csv) it leaves cells out.
"""
SAMPLES = [(t, sample) for t in TEMPLATES for sample in t.samples if sample.file in ROOM]


@pytest.mark.slow
@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=[s.file for _, s in SAMPLES])
def test_engines_agree(template, sample, tmp_path) -> None:
    path = tmp_path / "built.xlsx"
    options = {**sample.options, **ROOM[sample.file]}
    path.write_bytes(package(template.build(template.read(sample.path), **options)))
    found = verify(path, ["formualizer", "formulas"])
    assert found.agrees and found.compared > 100 and not found.left_out, found
