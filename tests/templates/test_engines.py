"""Every engine gives the same values in the cells of every template."""

from __future__ import annotations

import pytest

from xl_tourney.recalc.verify import verify
from xl_tourney.templates import TEMPLATES, package

SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=[s.file for _, s in SAMPLES])
def test_engines_agree(template, sample, tmp_path) -> None:
    path = tmp_path / "built.xlsx"
    path.write_bytes(package(template.build(template.read(sample.path), **sample.options)))
    found = verify(path)
    assert found.agrees and found.compared > 100 and not found.left_out, found
