"""The add-in for Excel: its package, its modules, and what the function wizard shows."""

from __future__ import annotations

import re
import xml.dom.minidom
import zipfile
from pathlib import Path
from typing import Any

import pytest
from oletools.olevba import VBA_Parser

from xl_tourney.engines.libreoffice import LibreOffice
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.excel import vba, xlam
from xl_tourney.hosts.libreoffice.program import Profile, find

X14 = "{http://schemas.microsoft.com/office/spreadsheetml/2009/9/main}"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("addin") / xlam.FILE
    path.write_bytes(xlam.addin())
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


def assert_sound(path: Path) -> None:
    """Every part of a package is well-formed, declared and there once."""
    with zipfile.ZipFile(path) as package:
        assert package.testzip() is None
        names = package.namelist()
        assert len(set(names)) == len(names)
        types = package.read("[Content_Types].xml").decode()
        kinds = set(re.findall(r'<Default [^>]*Extension="(\w+)"', types)) - {"xml"}
        for name in names:
            if name.endswith((".xml", ".rels")):
                xml.dom.minidom.parseString(package.read(name))
            declared = f'"/{name}"' in types or name.rpartition(".")[2] in kinds
            assert declared or name == "[Content_Types].xml", name


def test_every_part_is_well_formed_and_declared(file: Path) -> None:
    assert_sound(file)


def test_olevba_reads_every_module(sources: dict[str, str]) -> None:
    assert {Path(name).stem for name in sources} == {
        "ThisWorkbook",
        "Sheet2",
        "Dictionary",
        "xlwings",
        "XLTourney",
    }
    assert sources["XLTourney.bas"].split() == vba.module(CATALOGUE).split()


def test_there_is_a_wrapper_for_every_function(sources: dict[str, str]) -> None:
    found = re.findall(r"^Public Function (\w+)\((.*)\)", sources["XLTourney.bas"], re.MULTILINE)
    assert [name for name, _ in found] == [f.name for f in CATALOGUE]
    for function, (_, arguments) in zip(CATALOGUE, found):
        optional = [argument.startswith("Optional ") for argument in arguments.split(", ")]
        assert optional == [p.optional for p in function.parameters]


def test_the_settings_come_from_the_user_alone(sources: dict[str, str]) -> None:
    code = sources["xlwings.bas"]
    settings = code[code.index("Function GetConfig(") :]
    settings = settings[: settings.index("End Function")]
    assert 'PROJECT_NAME As String = "xl_tourney"' in code
    assert "ActiveWorkbook" not in settings and "DirectoryConfig" not in settings
    assert "GetConfigFilePath()" in settings


def test_every_argument_has_its_help(file: Path) -> None:
    from xml.etree import ElementTree

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
        assert texts == [vba.help_text(p.help) for p in function.parameters]
        assert all(text and len(text) <= 255 for text in texts)


@pytest.mark.parametrize("function", CATALOGUE, ids=lambda f: f.name)
def test_no_letter_of_the_help_is_lost(function: Any) -> None:
    for text in (function.help.summary, *(p.help for p in function.parameters)):
        assert vba.help_text(text).count("?") == text[:255].count("?")


def test_no_argument_is_a_word_of_the_language() -> None:
    assert vba.argument_name("step") == "step_"
    assert vba.argument_name("variant") == "variant_"
    for function in CATALOGUE:
        names = [vba.argument_name(p.name).lower() for p in function.parameters]
        assert len({*names, function.name.lower()}) == len(names) + 1


def test_it_says_what_it_was_made_with(file: Path) -> None:
    assert xlam.made_with(file.read_bytes()) == xlam.xlwings_version()
    assert xlam.made_with(b"something else") is None


def test_libreoffice_opens_it(file: Path, libreoffice: LibreOffice, tmp_path: Path) -> None:
    profile = Profile(tmp_path / "profile")
    # its own list of types has no Excel add-ins, so the filter is named
    reads = "--infilter=Calc MS Excel 2007 VBA XML"
    find().office(profile, reads, "--convert-to", "csv", "--outdir", str(tmp_path), str(file))
    said = (tmp_path / "xl_tourney.csv").read_text("utf-8")
    assert "xl_tourney" in said and xlam.xlwings_version() in said
