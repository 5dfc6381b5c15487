"""A workbook shows the same standings whatever its formulas call, wherever it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.templates import plain_libreoffice
from tests.templates.calculated import formulas
from tests.templates.variants import calculated, differences, standings
from xl_tourney.defined_names import STATUS
from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.templates import TEMPLATES

SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]
IDS = [sample.file for _, sample in SAMPLES]


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=IDS)
def test_native_formulas_give_what_the_functions_give(template, sample) -> None:
    results = template.read(sample.path)
    native = calculated(template, results, "native", **sample.options)
    addin = calculated(template, results, "addin", **sample.options)
    assert differences(standings(native), standings(addin)) == []


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=IDS)
def test_a_workbook_with_lambdas_has_the_formulas_of_the_one_for_the_addin(
    template, sample
) -> None:
    """So it shows the same; that each LAMBDA gives what its function gives is tested with them."""
    results = template.read(sample.path)
    texts = [
        {
            (sheet.title, cell.coordinate): text
            for sheet, cell, text in formulas(
                template.build(results, functions=functions, **sample.options)
            )
        }
        for functions in ("addin", "lambda")
    ]
    assert texts[0] == texts[1]


def test_every_sample_is_right_in_a_plain_libreoffice(
    tmp_path: Path, libreoffice: LibreOffice
) -> None:
    """Native samples show what the functions give; the others say in red what is missing."""
    expected = {}
    (tmp_path / "after").mkdir()
    for template, sample in SAMPLES:
        results = template.read(sample.path)
        for functions in ("native", "addin"):
            path = tmp_path / f"{functions}_{sample.name}"
            path.write_bytes(calculated(template, results, functions, **sample.options))
            expected[path.name] = standings(path.read_bytes())
    plain_libreoffice.convert(sorted(tmp_path.glob("*.xlsx")), tmp_path / "after")
    for _, sample in SAMPLES:
        shown = standings((tmp_path / "after" / f"native_{sample.name}").read_bytes())
        assert differences(shown, expected[f"addin_{sample.name}"]) == []
        (status,) = standings((tmp_path / "after" / f"addin_{sample.name}").read_bytes())[STATUS]
        assert "functions are missing" in status[0]
