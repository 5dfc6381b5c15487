"""The add-in for Excel: its package, its modules, and what the function wizard shows."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from oletools.olevba import VBA_Parser
from pyopenvba.cfb import CFB
from pyopenvba.vba import decompress

from tests.sample_files import SampleFiles
from tests.templates.plain_libreoffice import make_profile
from xl_tourney.catalogue.host_names import to_vba_name
from xl_tourney.doctor.workbook import check_workbook
from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel import intellisense, ribbon, vba_connection, xlam
from xl_tourney.hosts.libreoffice.program import find
from xl_tourney.templates import TEMPLATES

X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"


@pytest.fixture(scope="module")
def addin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("addin") / xlam.FILE
    path.write_bytes(xlam.build_addin())
    return path


@pytest.fixture(scope="module", params=["xlam", "xlsm"])
def file(request: pytest.FixtureRequest, addin: Path, sample_files: SampleFiles) -> Path:
    """The add-in, and a workbook with macros."""
    if request.param == "xlam":
        return addin
    template = TEMPLATES["tantrix"]
    workbook = sample_files.read(template, template.samples[0], "addin")
    path = addin.with_name("book.xlsm")
    path.write_bytes(xlam.to_macro_workbook(workbook))
    return path


def modules(path: Path) -> dict[str, str]:
    """Every module of a file, as olevba reads it from the compressed streams."""
    parser = VBA_Parser(str(path))
    try:
        return {name: code for _, _, name, code in parser.extract_macros()}
    finally:
        parser.close()


@pytest.fixture(scope="module")
def sources(file: Path) -> dict[str, str]:
    return modules(file)


PROCEDURE = re.compile(
    r"(?im)^[ \t]*(?:(?:Public|Private|Friend|Static)[ \t]+)*"
    r"(?:Declare[ \t]+(?:PtrSafe[ \t]+)?)?(?:Sub|Function)[ \t]+(\w+)"
)


def find_callable(sources: dict[str, str]) -> set[str]:
    """What a cell, or another project, can call: the procedures of the standard modules.

    Private ones are among them, whatever Excel does with them.
    """
    return {
        procedure
        for name, code in sources.items()
        if name.endswith(".bas") and "Option Private Module" not in code
        for procedure in PROCEDURE.findall(code)
    }


def test_a_cell_can_call_the_functions_of_the_catalogue_and_our_macros(
    sources: dict[str, str],
) -> None:
    of_the_ribbon = {f"XLTourney{name}" for name in ("Run", "Label", "Tip", "Undo")}
    macros = {"XLTourneyCheck", "XLTourneyWhy", *of_the_ribbon}
    assert find_callable(sources) == {f.name for f in CATALOGUE} | macros


def test_what_a_cell_can_call_of_the_module_of_xlwings_is_found() -> None:
    """The list would show what it guards against."""
    import xlwings

    (name,) = Path(xlwings.__file__).parent.glob("quickstart_addin.xlam")
    assert {"RunPython", "RunFrozenPython", "ExecuteWindows"} < find_callable(modules(name))


def test_no_module_is_foreign(sources: dict[str, str]) -> None:
    names = {Path(name).stem for name in sources}
    ours = {"XLTourney", "XLTourneyPython", "XLTourneyRibbon"}
    assert {*ours, "ThisWorkbook"} < names
    for name in names - ours:
        code = [line for line in sources[f"{name}.cls"].splitlines() if line.strip()]
        assert all(line.startswith("Attribute ") for line in code), name


def test_the_modules_are_as_they_were_made(sources: dict[str, str]) -> None:
    assert sources["XLTourney.bas"].split() == xlam.format_module(CATALOGUE).split()
    for name, own in (
        ("XLTourneyPython", vba_connection.format_class(xlam.installed_xlwings_version())),
        ("XLTourneyRibbon", ribbon.format_class()),
    ):
        found = sources[f"{name}.cls"]
        assert found[found.index("Option Explicit") :].split() == (
            own[own.index("Option Explicit") :].split()
        )


def test_no_workbook_has_a_part_in_the_start_of_python(sources: dict[str, str]) -> None:
    code = sources["XLTourneyPython.cls"]
    for name in ("ActiveWorkbook", "ThisWorkbook", "FullName", "CurDir", "cmd.exe", "PYTHONPATH"):
        assert name.lower() not in code.lower()


def test_excel_compiles_the_project_anew(file: Path) -> None:
    with zipfile.ZipFile(file) as package:
        project = CFB.from_bytes(package.read("xl/vbaProject.bin"))
    cache = project.get_stream_in_storage("VBA", "_VBA_PROJECT")
    assert cache == bytes.fromhex("CC61FFFF000000")
    assert not [name for name in project.list_streams() if name.startswith("__SRP")]


def test_the_project_has_our_name(file: Path) -> None:
    with zipfile.ZipFile(file) as package:
        project = CFB.from_bytes(package.read("xl/vbaProject.bin"))
    assert b'\r\nName="XLTourneyProject"\r\n' in project.get_stream("PROJECT")
    records = decompress(project.get_stream_in_storage("VBA", "dir"))
    assert b"\x04\x00\x10\x00\x00\x00XLTourneyProject\x05\x00" in records


def test_no_line_is_longer_than_vba_takes(sources: dict[str, str]) -> None:
    for code in sources.values():
        assert max(map(len, code.splitlines())) < 1023
        assert code.isascii() or code.encode("cp1252")


def assert_sound(path: Path) -> None:
    """The file passes the gate."""
    assert check_workbook(path) == []


def test_the_file_passes_the_gate(file: Path) -> None:
    assert_sound(file)


def test_there_is_a_wrapper_for_every_function(sources: dict[str, str]) -> None:
    found = re.findall(r"^Public Function (\w+)\((.*)\)", sources["XLTourney.bas"], re.MULTILINE)
    assert [name for name, _ in found] == [f.name for f in CATALOGUE]
    for function, (_, arguments) in zip(CATALOGUE, found):
        optional = [argument.startswith("Optional ") for argument in arguments.split(", ")]
        assert optional == [p.optional for p in function.parameters]


def test_every_argument_has_its_help(file: Path) -> None:
    with zipfile.ZipFile(file) as package:
        book = ElementTree.fromstring(package.read("xl/workbook.xml"))
    groups = [
        element.get("name") for element in book.iter() if element.tag.endswith("}functionGroup")
    ]
    assert groups == ["XL Tourney"]
    described = {
        name.get("name"): [text.text for text in name.iter(f"{X14}argumentDescription")]
        for name in book.iter(f"{X14}definedName")
    }
    assert list(described) == [f.name for f in CATALOGUE]
    for function in CATALOGUE:
        texts = described[function.name]
        assert texts == [xlam.to_wizard_text(p.help) for p in function.parameters]
        assert all(text and len(text) <= 255 for text in texts)


@pytest.mark.parametrize("function", CATALOGUE, ids=lambda f: f.name)
def test_help_is_not_cut_in_the_middle_of_a_sentence(function: Any) -> None:
    for text in (function.help.summary, *(p.help for p in function.parameters)):
        shown = xlam.to_wizard_text(text)
        assert len(shown) <= 255
        assert shown.count("?") == text[: len(shown)].count("?")
        assert shown.endswith((".", "?", "!", ")")), shown
        assert "…" not in shown[-2:]


def test_a_first_sentence_that_is_too_long_is_refused() -> None:
    with pytest.raises(ValueError, match="no sentence ends in the first 255 characters"):
        xlam.to_wizard_text("word " * 60 + "end.")
    assert xlam.to_wizard_text("One.  " + "Word " * 60) == "One."
    assert xlam.to_wizard_text("word e.g. word " * 16 + "end.").endswith("end.")


def test_the_tooltips_describe_every_function_and_argument(file: Path) -> None:
    with zipfile.ZipFile(file) as package:
        part = package.read("customXml/item1.xml").decode()
    assert part == intellisense.format_file()
    root = ElementTree.fromstring(part)
    space = "{http://schemas.excel-dna.net/intellisense/1.0}"
    assert root.tag == f"{space}IntelliSense"
    described = {
        element.get("Name"): (
            element.get("Description"),
            [(a.get("Name"), a.get("Description")) for a in element.iter(f"{space}Argument")],
        )
        for element in root.iter(f"{space}Function")
    }
    assert described == {
        f.name: (
            " ".join(f.help.summary.split()),
            [(to_vba_name(p.name), " ".join(p.help.split())) for p in f.parameters],
        )
        for f in CATALOGUE
    }


def test_no_argument_is_a_word_of_the_language() -> None:
    assert to_vba_name("step") == "step_"
    assert to_vba_name("variant") == "variant_"
    for function in CATALOGUE:
        names = [to_vba_name(p.name).lower() for p in function.parameters]
        assert len({*names, function.name.lower()}) == len(names) + 1


def test_it_says_what_it_was_made_with(addin: Path) -> None:
    assert xlam.read_xlwings_version(addin.read_bytes()) == xlam.installed_xlwings_version()
    assert xlam.read_xlwings_version(b"something else") is None


def test_libreoffice_opens_it(addin: Path, libreoffice: LibreOffice, tmp_path: Path) -> None:
    profile = make_profile(tmp_path / "profile")
    # its own list of types has no Excel add-ins, so the filter is named
    reads = "--infilter=Calc MS Excel 2007 VBA XML"
    find().run_soffice(profile, reads, "--convert-to", "csv", "--outdir", str(tmp_path), str(addin))
    said = (tmp_path / "xl_tourney.csv").read_text("utf-8")
    assert "xl_tourney" in said and xlam.installed_xlwings_version() in said
