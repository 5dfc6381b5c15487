"""A workbook shows the same standings whatever its formulas call, wherever it is opened."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sample_files import SAMPLES
from tests.templates import plain_libreoffice
from tests.templates.calculated import formulas
from tests.templates.small import SMALL
from tests.templates.variants import differences, same_value, standings
from xl_tourney.defined_names import STATUS
from xl_tourney.engines import load_engine
from xl_tourney.engines.libreoffice import LibreOffice, read_values
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.workbook import Workbook
from xl_tourney.recalculation.recalculation import Recalculation
from xl_tourney.templates import TEMPLATES, package

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
    """So it shows the same; that each LAMBDA gives what its function gives is tested with them.

    An outline has the first row of each table; a column's formula is the same in all.
    """
    results = template.read(sample.path)
    addin, lambdas = (
        template.build(results, functions=functions, is_outline=True, **sample.options)
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

    Its standings are what the functions give.
    """
    native, addin = (
        [sample_files.path(template, sample, functions) for template, sample in SAMPLES]
        for functions in ("native", "addin")
    )
    saved = sample_files.saved_by_libreoffice()
    for path, same_in_addin in zip(native, addin, strict=True):
        assert other_values(path, saved / path.name) == []
        assert differences(standings(saved / path.name), standings(same_in_addin)) == []


def test_a_plain_libreoffice_says_in_red_what_is_missing(
    tmp_path: Path, libreoffice: LibreOffice
) -> None:
    """In a workbook of each template that calls our functions."""
    paths = []
    for template in TEMPLATES:
        paths.append(tmp_path / f"{template.name}.xlsx")
        room = SMALL[template.name]
        paths[-1].write_bytes(package(template.build(functions="addin", **room)))
    plain_libreoffice.convert(paths, tmp_path / "saved")
    for path in paths:
        (status,) = standings(tmp_path / "saved" / path.name)[STATUS]
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
