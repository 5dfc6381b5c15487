"""Every engine gives the same values in the cells of every template.

The package ``formulas`` calculates some 280 formulas a second, so it is asked only about the
smaller samples; ``xl-tourney verify workbooks/*.xlsx`` asks everybody about all.
"""

from __future__ import annotations

import pytest

from xl_tourney.engines import installed_engines
from xl_tourney.recalc.verification.verify import verify
from xl_tourney.templates import TEMPLATES, package

SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]


WITHOUT_FORMULAS = {
    "bridge_howell.xml",
    "bridge_mitchell.xml",
    "bridge_sections.csv",
    "chess_rapid_2025.trf",
    "chess_sinquefield_2014.csv",
    "go_egc2009.csv",
    "go_gp2020.xml",
    "go_final_2020.h9",
    "kdice_2008_h1.csv",
    "tantrix_euro_2001.csv",
    "league_euro_2024_e.csv",
}
"""Samples for which it takes minutes; of the last one it leaves twelve cells out."""


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=[s.file for _, s in SAMPLES])
def test_engines_agree(template, sample, tmp_path) -> None:
    path = tmp_path / "built.xlsx"
    path.write_bytes(package(template.build(template.read(sample.path), **sample.options)))
    engines = [
        e for e in installed_engines() if e != "formulas" or sample.file not in WITHOUT_FORMULAS
    ]
    assert len(engines) > 1
    found = verify(path, engines)
    assert found.agrees and found.compared > 100 and not found.left_out, found
