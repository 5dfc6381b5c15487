"""The gate: every workbook that we write passes it, and each of many broken ones does not."""

from __future__ import annotations

import io
import json
import re
import zipfile
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from tests.doctor.planting import BOOK, broken
from tests.doctor.test_defects import DEFECTS
from tests.sample_files import SampleFiles
from tests.templates.small import SMALL, built, choices
from xl_tourney.cli.program import xl_tourney
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.doctor.workbook import check_workbook
from xl_tourney.errors import WorkbookError
from xl_tourney.hosts.excel.xlam import build_addin, to_macro_workbook
from xl_tourney.hosts.lambdas.embedding import add_defined_names
from xl_tourney.templates import TEMPLATES, Template, package
from xl_tourney.templates.parts.workbook import Functions

ROOT = Path(__file__).parents[2]


# What we write ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted((ROOT / "workbooks").glob("*.xlsx")), ids=lambda p: p.stem)
def test_a_native_sample_passes(path: Path) -> None:
    assert check_workbook(path) == []


@pytest.mark.parametrize("functions", ["addin", "lambda"])
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_a_sample_passes_in_every_other_variant(
    template: Template,
    functions: Functions,
    tmp_path: Path,
    sample_files: SampleFiles,
) -> None:
    sample = template.samples[template.name in ("go", "chess")]  # the small one, as other tests
    data = sample_files.read(template, sample, functions)
    files = {"book.xlsx": add_defined_names(data) if functions == "lambda" else data}
    if functions == "addin":  # macros stand beside the sheets
        files["book.xlsm"] = to_macro_workbook(data)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        assert check_workbook(tmp_path / name) == []


VARIANTS = get_args(Functions)


@pytest.mark.slow
@pytest.mark.parametrize("template", list(TEMPLATES), ids=lambda template: template.name)
def test_an_empty_workbook_passes_with_each_choice_of_each_option(
    template: Template, tmp_path: Path
) -> None:
    """In one variant after the other; the samples show each in all of them.

    A workbook has a choice of every option; the first has the room of the template.
    """
    path, small = tmp_path / "empty.xlsx", SMALL[template.name]
    for number, chosen in enumerate([{}, *choices(template)]):
        functions = VARIANTS[number % len(VARIANTS)]
        for options, book in built(template, functions, chosen, **(small if chosen else {})):
            data = package(book)
            path.write_bytes(add_defined_names(data) if functions == "lambda" else data)
            assert check_workbook(path) == [], (functions, options)


def test_the_addin_passes(tmp_path: Path) -> None:
    path = tmp_path / "xl_tourney.xlam"
    path.write_bytes(build_addin())
    assert check_workbook(path) == []


# What is broken -----------------------------------------------------------------------------------


def test_the_sound_workbook_passes(sound: bytes, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(broken(sound, lambda parts: None))
    assert check_workbook(path) == []


def test_argument_help_that_is_too_long_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "xl_tourney.xlam"
    help_text = r"(<x14:argumentDescription index=\"0\">)"
    with zipfile.ZipFile(io.BytesIO(build_addin())) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    book = re.sub(help_text, rf"\g<1>{'x' * 256}", parts[BOOK].decode(), count=1)
    with zipfile.ZipFile(path, "w") as package:
        for name, content in (parts | {BOOK: book.encode()}).items():
            package.writestr(name, content)
    (found,) = check_workbook(path)
    assert found.message == "has an argument description of more than 255 characters"


def test_an_addin_that_is_named_as_a_workbook_does_not_pass(tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(build_addin())
    messages = [problem.message for problem in check_workbook(path)]
    assert "has macros, which does not fit its extension" in messages


# The command --------------------------------------------------------------------------------------


def test_the_command_says_of_which_workbooks_nothing_was_found(
    sound: bytes, tmp_path: Path
) -> None:
    good, bad = tmp_path / "good.xlsx", tmp_path / "bad.xlsx"
    good.write_bytes(sound)
    bad.write_bytes(broken(sound, DEFECTS["a number that is none"].planting))
    arguments = ["doctor", str(good), str(bad)]
    result = CliRunner().invoke(xl_tourney, arguments, standalone_mode=False)
    assert result.stderr == f"{good}: nothing that Excel would repair was found.\n"


def run_doctor(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(
        xl_tourney,
        ["doctor", *map(str, arguments)],
        standalone_mode=False,
        catch_exceptions=False,
    )
    return result.return_value, result.stdout


def test_the_command_names_what_is_wrong(sound: bytes, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.xlsx", tmp_path / "bad.xlsx"
    good.write_bytes(sound)
    bad.write_bytes(broken(sound, DEFECTS["a number that is none"].planting))
    assert run_doctor(good) == (Exit.DONE, "")
    assert run_doctor(good, bad) == (
        Exit.SOME_FAILED,
        f"{bad}: xl/worksheets/sheet1.xml B2: is a number, but holds 'three'\n",
    )
    status, listed = run_doctor("--json", bad)
    assert status == Exit.SOME_FAILED and json.loads(listed)[str(bad)][0]["place"] == "B2"


def test_the_command_says_that_a_file_is_no_workbook(tmp_path: Path) -> None:
    path = tmp_path / "notes.xlsx"
    path.write_text("notes")
    with pytest.raises(WorkbookError, match=r"notes\.xlsx"):
        run_doctor(path)
