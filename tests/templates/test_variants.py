"""A workbook shows the same standings whatever its formulas call, wherever it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample_files import SAMPLES
from tests.templates import plain_libreoffice
from tests.templates.calculated import formulas
from tests.templates.variants import differences, same_value, standings
from xl_tourney.defined_names import STATUS
from xl_tourney.engines import load_engine
from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.engines.saved_workbook import read_values
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation

IDS = [sample.file for _, sample in SAMPLES]


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=IDS)
def test_native_formulas_give_what_the_functions_give(template, sample, sample_files) -> None:
    native, addin = (
        sample_files.path(template, sample, functions) for functions in ("native", "addin")
    )
    assert differences(standings(native), standings(addin)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=IDS)
def test_a_workbook_with_lambdas_has_the_formulas_of_the_one_for_the_addin(
    template, sample
) -> None:
    """So it shows the same; that each LAMBDA gives what its function gives is tested with them."""
    results = template.read(sample.path)
    addin, lambdas = (
        template.build(results, functions=functions, **sample.options)
        for functions in ("addin", "lambda")
    )
    if not any(column.in_addin for table in addin.tables for column in table.columns):
        assert texts(addin) == texts(lambdas)
    for one, other in zip(addin.tables, lambdas.tables, strict=True):
        assert columns(one) == columns(other)


def texts(workbook) -> dict[tuple[str, str], str]:
    """The formula of each cell."""
    return {(sheet.title, cell.coordinate): text for sheet, cell, text in formulas(workbook)}


def columns(table) -> list[tuple]:
    """The formula of each column, as it names cells by column.

    Without what only the add-in can calculate: who can still finish where, which no LAMBDA gives.
    There a workbook with LAMBDAs has the columns of the native one.
    """
    return [
        (column.key, column.formula, column.array)
        for column in table.columns
        if not column.in_addin and column.only not in ("addin", "no addin")
    ]


def test_every_sample_is_right_in_a_plain_libreoffice(
    tmp_path: Path, libreoffice: LibreOffice, sample_files
) -> None:
    """Every formula of a native sample has there the value that the default engine gives.

    Its standings are what the functions give; a workbook of each template that calls them says in
    red what is missing.
    """
    native, addin = (
        [sample_files.path(template, sample, functions) for template, sample in SAMPLES]
        for functions in ("native", "addin")
    )
    one_of_each = {template.name: path for (template, _), path in zip(SAMPLES, addin)}.values()
    plain_libreoffice.convert([*one_of_each], tmp_path)
    saved = sample_files.saved_by_libreoffice()
    for path, same_in_addin in zip(native, addin, strict=True):
        assert other_values(path, saved / path.name) == []
        assert differences(standings(saved / path.name), standings(same_in_addin)) == []
    for path in one_of_each:
        (status,) = standings(tmp_path / path.name)[STATUS]
        assert "functions are missing" in status[0]


def other_values(path: Path, other_path: Path) -> list[str]:
    """Where another file of a workbook has another value in a cell with a formula."""
    values = Recalculation(Workbook.open(Package.from_path(path)), load_engine()).saved_values()
    assert sum(value is not None for value in values.values()) > 100
    others = read_values(other_path)
    return [
        f"{path.name} {cell}: {value!r} {others[cell.sheet].get((cell.row, cell.column))!r}"
        for cell, value in values.items()
        if not same_value(value, others[cell.sheet].get((cell.row, cell.column)))
    ]
