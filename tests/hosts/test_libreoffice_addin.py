"""LibreOffice Calc: the add-in, the plain names, and how both get into a profile.

The suite of :mod:`xl_tourney.conformance` runs through both; here is what it does not say.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.hosts.plain_calc import formulas
from tests.same import same
from xl_tourney.cli.main import main
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts.libreoffice import forwarders, install, oxt, program, uno_component

OPTIONAL = {"highspy", "numpy", "scipy"}
"""Packages of the extra ``race``: a function imports them, and names the extra without them."""

EXAMPLES = [(f, example) for f in CATALOGUE for example in f.help.examples]

CELLS = {"A1": 45, "B1": 3, "A2": "=1/0", "B2": 3, "C1": True, "D1": '=""'}
CONVENTIONS = {
    "an error is an error of Calc": {
        '=ISERROR(TOURNEY.TP_PERCENT("x",3))': True,
        '=IFERROR(TP_PERCENT("x",3),"none")': "none",
        "=TOURNEY.GBQ({50;105},{4;9},3)": "#NUM!",
        "=GBQ({50;105},{4;9},3)": "#NUM!",
        "=ISNA(TOURNEY.GBQ({50;105},{4;9},3))": False,
    },
    "an error in one cell comes out as it went in": {
        "=TOURNEY.TP_PERCENT(A2,B2)": "#DIV/0!",
        "=TP_PERCENT(A2,B2)": "#DIV/0!",
    },
    "an error in a range is everywhere in the result": {
        "=INDEX(TOURNEY.TP_PERCENT(A1:A2,B1:B2),1)": "#VALUE!",
        "=INDEX(TP_PERCENT(A1:A2,B1:B2),1)": "#DIV/0!",
    },
    "an empty cell on its own is 0 to the add-in, and empty to the plain names": {
        "=TOURNEY.TANTRIX_TP(A3)": 10,
        "=TANTRIX_TP(A3)": "",
        "=INDEX(TOURNEY.TANTRIX_TP(A3:A4),1)": "",
    },
    "an empty text is blank": {"=TOURNEY.TANTRIX_TP(D1)": "", "=TANTRIX_TP(D1)": ""},
    "an empty cell where a word belongs is the default": {
        "=TOURNEY.GBQ({50;105},{4;9},1,A3)": 0,
        "=GBQ({50;105},{4;9},1,A3)": 0,
        '=TOURNEY.GBQ({50;105},{4;9},1,"x")': "#VALUE!",
        '=GBQ({50;105},{4;9},1,"x")': "#VALUE!",
    },
    "an argument left out between others is 0 to the plain names": {
        "=INDEX(TOURNEY.GBQ({50;105},{4;9},1,,,15,5),2)": -0.5,
        "=INDEX(TOURNEY.GBQ({50;105},{4;9},1,,0.5,,5),2)": -0.5,
        "=INDEX(GBQ({50;105},{4;9},1,,0.5,,5),2)": "#NUM!",
        '=INDEX(GBQ({50;105},{4;9},1,"","","",5),2)': -0.5,
    },
    "TRUE is 1": {"=TOURNEY.TP_PERCENT(A1,C1)": 225, "=TP_PERCENT(A1,C1)": 225},
    "a name is known in any letter case": {
        "=tourney.tp_percent(a1,b1)": 75,
        "=tp_percent(a1,b1)": 75,
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def shown(libreoffice) -> dict[str, Any]:
    """What every formula of the conventions gives."""
    texts = [text for rule in CONVENTIONS.values() for text in rule]
    return dict(zip(texts, formulas(libreoffice, texts, CELLS)))


@pytest.mark.parametrize("rule", CONVENTIONS)
def test_convention(rule, shown) -> None:
    assert {text: shown[text] for text in CONVENTIONS[rule]} == CONVENTIONS[rule]


def test_the_wizard_says_what_the_catalogue_says() -> None:
    wizard = uno_component.FunctionWizard()
    for f in CATALOGUE:
        assert wizard.getDisplayFunctionName(f.name) == f.name
        assert wizard.getProgrammaticFuntionName(f.name) == f.name
        assert f.help.summary in wizard.getFunctionDescription(f.name)
        assert f.category in wizard.getFunctionDescription(f.name)
        for place, p in enumerate(f.parameters):
            assert wizard.getDisplayArgumentName(f.name, place) == p.name
            assert wizard.getArgumentDescription(f.name, place) == p.help
    assert wizard.getFunctionDescription("NOBODYS") == ""


def test_another_module_or_component_is_another_add_in(tmp_path, monkeypatch) -> None:
    digest = oxt.digest()
    monkeypatch.setattr(oxt, "_PACKAGE", Path(shutil.copytree(oxt._PACKAGE, tmp_path / "package")))
    assert oxt.digest() == digest
    module = tmp_path / "package" / "catalogue" / "cells.py"
    module.write_text(f"{module.read_text('utf-8')}# changed", "utf-8")
    of_other_module = oxt.digest()
    monkeypatch.setattr(oxt, "COMPONENT", "# changed")
    assert len({digest, of_other_module, oxt.digest()}) == 3


@pytest.fixture(scope="module")
def add_in(tmp_path_factory) -> Path:
    """The file of the add-in."""
    path = tmp_path_factory.mktemp("add_in") / "x.oxt"
    oxt.build(path)
    return path


def test_the_add_in_needs_nothing_but_python_3_9(add_in) -> None:
    newer = {"TypeAlias", "ParamSpec", "Concatenate", "TypeGuard", "Self", "Never", "NoneType",
             "UnionType", "assert_never", "override"}  # fmt: skip
    with zipfile.ZipFile(add_in) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    for name, text in parts.items():
        if name.endswith(".py"):
            tree = ast.parse(text, feature_version=(3, 9))
            for node in ast.walk(tree):
                if isinstance(node, ast.ImportFrom) and not node.level:
                    assert not newer & {alias.name for alias in node.names}, name
                    is_optional = node.col_offset and (node.module or "").split(".")[0] in OPTIONAL
                    is_known = is_optional or _is_standard(node.module or "")
                    assert name == "component.py" or is_known, name
                if isinstance(node, ast.Import) and name != "component.py":
                    modules = {alias.name for alias in node.names} - {"uno", "unohelper"}
                    modules -= OPTIONAL if node.col_offset else set()
                    assert all(map(_is_standard, modules)), name
                if isinstance(node, (ast.arg, ast.AnnAssign)) and node.annotation:
                    assert not isinstance(node, ast.arg) or "|" not in ast.unparse(node.annotation)
                if isinstance(node, ast.FunctionDef) and node.returns:
                    assert "|" not in ast.unparse(node.returns), f"{name}: {node.name}"


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def test_the_functions_of_the_add_in_give_what_the_examples_say(add_in, tmp_path) -> None:
    with zipfile.ZipFile(add_in) as archive:
        archive.extractall(tmp_path)
    code = """
from xl_tourney_in_calc.functions import CATALOGUE
for f in CATALOGUE:
    for example in f.help.examples:
        print(repr((f.name, example.arguments, f(*example.arguments))))
"""
    run = [sys.executable, "-I", "-c", f"import sys; sys.path[:0] = ['pythonpath']\n{code}"]
    printed = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    made = [ast.literal_eval(line) for line in printed.splitlines()]
    assert [m for m, (f, e) in zip(made, EXAMPLES) if not same(m[2], e.value)] == []
    assert len(made) == len(EXAMPLES)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["calc", *words])
    return int(ended.value.code or 0)


@pytest.fixture
def profile(tmp_path: Path) -> program.UserProfile:
    return install.open_profile(tmp_path / "profile")


def test_build_writes_the_add_in(add_in, tmp_path, monkeypatch, capsys) -> None:
    """Of the same catalogue it is the same file."""
    monkeypatch.chdir(tmp_path)
    assert run("build") == 0
    assert zipfile.is_zipfile("xl_tourney.oxt")
    assert run("build", "other.oxt") == 0
    for name in ("xl_tourney.oxt", "other.oxt"):
        assert Path(name).read_bytes() == add_in.read_bytes()


def test_a_python_that_comes_first_is_not_that_of_libreoffice(
    libreoffice, profile, monkeypatch
) -> None:
    """One of conda or pyenv, and that of GitHub's runners, stand first on the path."""
    ours = Path(sys.executable).resolve().parent
    monkeypatch.setenv("PATH", os.pathsep.join([str(ours), os.environ["PATH"]]))
    install.register_addin(program.find(), profile)
    assert install.find_registered_addin(program.find(), profile)


def test_install_registers_and_uninstall_takes_out(libreoffice, profile, capsys) -> None:
    made = shutil.copytree(libreoffice._profile.folder, profile.folder)
    library = profile.root / "user" / "basic" / "Standard"
    words = ("--profile", str(made))
    both = ["=TP_PERCENT(45,3)", "=TOURNEY.TP_PERCENT(45,3)"]
    assert run("install", "--plain-names", *words) == 0  # over what is there
    assert (library / "script.xlb").read_text("utf-8").count(forwarders.MODULE) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(libreoffice.__dict__, "_profile", profile)
        assert formulas(libreoffice, both, {}) == [75, 75]
        lies = install.find_registered_addin(program.find(), profile)
        assert lies and install.is_current(lies)
        assert install.read_forwarders(profile) == forwarders.format_module()
        assert install._unregister_addin(program.find(), profile)
        assert install.find_registered_addin(program.find(), profile) is None
        assert formulas(libreoffice, both, {}) == [forwarders.NO_ADDIN_MESSAGE, "#NAME?"]
    capsys.readouterr()
    assert run("uninstall", *words) == 0
    assert capsys.readouterr().err == "The plain names are taken out.\n"
    assert not (library / f"{forwarders.MODULE}.xba").exists()
    assert forwarders.MODULE not in (library / "script.xlb").read_text("utf-8")
    assert run("uninstall", *words) == 0
    assert capsys.readouterr().err == "There was nothing to take out.\n"


def test_install_waits_for_libreoffice_to_be_closed(libreoffice, profile, capsys) -> None:
    profile.root.mkdir(parents=True)
    (profile.root / ".lock").touch()
    assert run("install", "--profile", str(profile.folder)) == 2
    assert "LibreOffice is running: close it" in capsys.readouterr().err


def test_a_machine_without_libreoffice_is_told_what_to_do(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setenv(program.VARIABLE, str(tmp_path / "soffice"))
    assert run("install") == 2
    assert "LibreOffice was not found: install it" in capsys.readouterr().err
