"""Putting the add-in in and taking it out, in a folder of the test's own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from xl_tourney.cli.addins import excel
from xl_tourney.errors import WriteError
from xl_tourney.hosts.excel import install as installation
from xl_tourney.hosts.excel import intellisense
from xl_tourney.hosts.excel.install import Installation, install, read_settings, uninstall
from xl_tourney.hosts.excel.xlam import build_addin, installed_xlwings_version


@pytest.fixture
def place(tmp_path: Path) -> Installation:
    return Installation(tmp_path / "Excel" / "XLSTART", tmp_path / "home")


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the user's own folder."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.delenv("APPDATA", raising=False)


def test_install_writes_the_addin_and_names_this_python(place: Installation) -> None:
    assert install(place) == [place.addin, place.settings]
    assert place.version() == installed_xlwings_version()
    assert read_settings(place.settings) == {"INTERPRETER_WIN": sys.executable}
    assert place.settings == place.home / ".xl_tourney" / "xl_tourney.conf"


def test_the_settings_are_as_vba_reads_them(place: Installation) -> None:
    install(place)
    written = f'"INTERPRETER_WIN","{sys.executable}"\r\n'
    assert place.settings.read_bytes() == written.encode()


def test_tooltips_lie_beside_the_addin_but_not_where_excel_opens_every_file(
    place: Installation, tmp_path: Path
) -> None:
    install(place)
    assert [path.name for path in place.folder.iterdir()] == ["xl_tourney.xlam"]
    other = Installation(tmp_path / "AddIns", place.home)
    tooltips = other.folder / "xl_tourney.intellisense.xml"
    assert install(other) == [other.addin, tooltips, other.settings]
    assert tooltips.read_text("utf-8") == intellisense.format_file()
    assert uninstall(other) == [other.addin, tooltips, other.settings]
    assert not any(other.folder.iterdir())


def test_uninstall_leaves_nothing(place: Installation) -> None:
    install(place)
    other = place.folder / "PERSONAL.XLSB"
    other.write_bytes(b"theirs")
    assert uninstall(place) == [place.addin, place.settings]
    assert sorted(place.folder.iterdir()) == [other]
    assert not any(place.home.iterdir())
    assert uninstall(place) == []


def test_settings_of_the_users_own_stay(place: Installation) -> None:
    place.settings.parent.mkdir(parents=True)
    place.settings.write_text('"SHOW CONSOLE","True"\n"INTERPRETER_WIN","C:\\old.exe"\n')
    install(place)
    assert read_settings(place.settings) == {
        "SHOW CONSOLE": "True",
        "INTERPRETER_WIN": sys.executable,
    }
    assert uninstall(place) == [place.addin]
    assert read_settings(place.settings) == {"SHOW CONSOLE": "True"}


def test_installing_again_replaces_the_addin(place: Installation) -> None:
    install(place)
    place.addin.write_bytes(b"an old one")
    assert place.version() is None
    install(place)
    assert place.version() == installed_xlwings_version()


def test_a_python_without_a_window_is_preferred(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python.exe"))
    assert installation.find_interpreter() == tmp_path / "python.exe"
    (tmp_path / "pythonw.exe").touch()
    assert installation.find_interpreter() == tmp_path / "pythonw.exe"


def test_xlstart_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    assert Installation.locate().folder == tmp_path / "Roaming" / "Microsoft" / "Excel" / "XLSTART"
    assert Installation.locate().home == tmp_path / "home"


def test_without_windows_a_folder_must_be_named() -> None:
    with pytest.raises(WriteError, match="--folder"):
        Installation.locate()


def test_an_addin_that_cannot_be_replaced_may_be_open(place: Installation) -> None:
    place.addin.mkdir(parents=True)
    with pytest.raises(WriteError, match=r"is no regular file; .*Close Excel, if it is open"):
        install(place)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(WriteError, match="folder cannot be made"):
        install(Installation(tmp_path / "file" / "XLSTART", tmp_path / "home"))


def test_the_commands(tmp_path: Path) -> None:
    run = CliRunner()
    folder = str(tmp_path / "XLSTART")
    said = run.invoke(excel, ["install", "--folder", folder], catch_exceptions=False)
    assert said.exit_code == 0
    assert str(Path(folder, "xl_tourney.xlam")) in said.output
    assert str(tmp_path / "home" / ".xl_tourney" / "xl_tourney.conf") in said.output
    assert "tell Excel of it once" in said.output
    assert "Close every window of Excel" in said.output
    said = run.invoke(excel, ["uninstall", "--folder", folder], catch_exceptions=False)
    assert said.output.count("removed.") == 2
    assert not any(Path(folder).iterdir())
    said = run.invoke(excel, ["uninstall", "--folder", folder], catch_exceptions=False)
    assert "nothing to remove" in said.output


def test_build_writes_the_same_addin(tmp_path: Path) -> None:
    path = tmp_path / "own.xlam"
    said = CliRunner().invoke(excel, ["build", str(path)], catch_exceptions=False)
    assert said.exit_code == 0 and installed_xlwings_version() in said.output
    assert len(path.read_bytes()) == pytest.approx(len(build_addin()), rel=0.01)
