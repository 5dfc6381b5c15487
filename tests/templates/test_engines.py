"""Every engine gives the same values in the cells of every template."""

from __future__ import annotations

import pytest

from xl_tourney.recalc.verify import verify
from xl_tourney.templates import TEMPLATES, package


@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_engines_agree(template, tmp_path) -> None:
    path = tmp_path / "built.xlsx"
    results = template.read(template.sample)
    path.write_bytes(package(template.build(results, rows=len(results) + 1)))
    found = verify(path)
    assert found.agrees and found.compared > 100 and not found.left_out, found
