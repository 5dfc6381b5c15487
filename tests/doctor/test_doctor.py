"""The doctor says what is there, what does not fit, and what to do."""

from __future__ import annotations

import json
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from xl_tourney.cli.program import xl_tourney
from xl_tourney.doctor import installation
from xl_tourney.doctor.installation import Finding, check_installation, next_step
from xl_tourney.engines import ENGINES
from xl_tourney.hosts.excel import xlam
from xl_tourney.hosts.excel.install import Installation, install


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """A user of Windows, with xlwings' library beside Python."""
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "Scripts" / "python.exe"))
    (tmp_path / f"xlwings64-{xlam.installed_xlwings_version()}.dll").touch()
    return Installation.locate()


def test_every_engine_and_host_is_looked_at() -> None:
    looked_at = [finding.subject for finding in check_installation()]
    assert {f"engine {name}" for name in ENGINES} < set(looked_at)
    assert looked_at[0] == "xl-tourney"
    assert looked_at[-2:] == ["Excel add-in", "LibreOffice add-in"]


def test_a_package_that_is_not_there() -> None:
    (found,) = installation._check_package(Requirement("no-such-package>=1"))
    assert found == Finding(
        "no-such-package", "wrong", "is not installed", 'pip install "no-such-package>=1"'
    )


def test_a_version_that_does_not_fit() -> None:
    (found,) = installation._check_package(Requirement("openpyxl<3"))
    assert found.state == "wrong"
    assert found.message.endswith("is installed, but <3 is needed")
    assert list(installation._check_package(Requirement("openpyxl>=3"))) == []


def test_an_engine_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xl_tourney.engines.formulas", None)
    found = installation._check_engine("formulas")
    assert found.state == "missing" and "pip install 'xl-tourney[formulas]'" in found.message


def test_without_windows_the_addin_can_still_be_made() -> None:
    found = installation.check_excel_addin()
    assert (found.state, found.remedy) == (
        "missing",
        "",
    ) and "xl-tourney excel build" in found.message


def test_the_addin_is_not_there_and_then_ready(windows: Installation) -> None:
    assert (installation.check_excel_addin().state, installation.check_excel_addin().remedy) == (
        "missing",
        "xl-tourney excel install",
    )
    install(windows)
    assert installation.check_excel_addin() == Finding(
        "Excel add-in", "ready", f"in {windows.folder}"
    )


def test_an_addin_of_another_xlwings(
    windows: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(windows)
    monkeypatch.setattr(xlam, "installed_xlwings_version", lambda: "0.99.0")
    found = installation.check_excel_addin()
    assert (found.state, found.remedy) == ("wrong", "xl-tourney excel install")
    assert found.message.endswith("but 0.99.0 is installed")


def test_an_addin_that_calls_another_python(windows: Installation) -> None:
    install(windows)
    windows.settings.write_text('"INTERPRETER_WIN","C:\\old\\pythonw.exe"\n')
    assert installation.check_excel_addin().state == "wrong"
    assert installation.check_excel_addin().message.startswith("calls C:\\old\\pythonw.exe")


def test_an_addin_without_the_library_of_xlwings(windows: Installation, tmp_path: Path) -> None:
    install(windows)
    (tmp_path / f"xlwings64-{xlam.installed_xlwings_version()}.dll").unlink()
    found = installation.check_excel_addin()
    assert found.remedy == "xl-tourney excel install"
    assert f"xlwings64-{xlam.installed_xlwings_version()}.dll is neither in" in found.message


def test_libreoffice_without_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from xl_tourney.hosts.libreoffice import program

    monkeypatch.setattr(program, "_candidates", lambda: iter([tmp_path / "soffice"]))
    found = installation.check_libreoffice_addin()
    assert found.state == "missing" and "was not found" in found.message


@pytest.mark.slow
def test_libreoffice_with_the_addin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from xl_tourney.hosts.libreoffice import forwarders, oxt, program

    for name in ("soffice", "unopkg"):
        (tmp_path / "program" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "program" / name).touch()
    monkeypatch.setattr(program, "_candidates", lambda: iter([tmp_path / "program" / "soffice"]))
    monkeypatch.setattr(program, "_own_profile", lambda: tmp_path)
    assert (
        installation.check_libreoffice_addin().state,
        installation.check_libreoffice_addin().remedy,
    ) == (
        "missing",
        "xl-tourney calc install",
    )
    for cache in ("user/uno_packages/cache", "share/uno_packages/cache"):
        lies = tmp_path / cache / "uno_packages" / "lu1.tmp_" / oxt.FILE
        oxt.build(tmp_path / "built")
        with zipfile.ZipFile(tmp_path / "built") as archive:
            archive.extractall(lies)
        assert (
            installation.check_libreoffice_addin().message == "registered, without the plain names"
        )
        (lies.parent.parent / "lu1.tmpremoved").touch()
        assert installation.check_libreoffice_addin().state == "missing"
    (lies.parent.parent / "lu1.tmpremoved").unlink()

    module = tmp_path / "user" / "basic" / "Standard" / f"{forwarders.MODULE}.xba"
    module.parent.mkdir(parents=True)
    module.write_text(forwarders.format_module(), encoding="utf-8")
    assert installation.check_libreoffice_addin().message == "registered, with the plain names"
    module.write_text("older", encoding="utf-8")
    assert installation.check_libreoffice_addin().remedy == "xl-tourney calc install --plain-names"
    module.unlink()
    (lies / "functions.idl").write_text("older", encoding="utf-8")
    found = installation.check_libreoffice_addin()
    assert (found.state, found.remedy) == ("wrong", "xl-tourney calc install")


def test_what_is_wrong_comes_first() -> None:
    ready = Finding("a", "ready", "")
    missing = Finding("b", "missing", "", "get b")
    wrong = Finding("c", "wrong", "", "mend c")
    assert next_step([ready, missing, wrong]) is wrong
    assert next_step([ready, missing]) is missing
    assert next_step([ready, Finding("d", "missing", "cannot be had")]) is None


def test_the_command() -> None:
    run = CliRunner()
    said = run.invoke(xl_tourney, ["doctor"], catch_exceptions=False)
    assert said.exit_code == 0
    assert "Excel add-in" in said.output and "Next: " in said.output
    said = run.invoke(xl_tourney, ["doctor", "--json"], catch_exceptions=False)
    assert {"what", "state", "says", "do"} == set(json.loads(said.output)[0])
