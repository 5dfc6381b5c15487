"""Where the add-in cannot work, the installation says why; where it can, it calls a function."""

from __future__ import annotations

import struct
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from xl_tourney.cli.addins import excel
from xl_tourney.errors import EngineError
from xl_tourney.hosts.excel import install as installation
from xl_tourney.hosts.excel.install import Installation, prerequisites, trial
from xl_tourney.hosts.excel.install.prerequisites import (
    ExcelInstallation,
    PythonInstallation,
    find_obstacle,
    read_bits,
)
from xl_tourney.hosts.excel.vba_connection import UDF_MODULE
from xl_tourney.hosts.excel.xlam import installed_xlwings_version

VERSION = "0.37.8"


@pytest.fixture
def python(tmp_path: Path) -> PythonInstallation:
    """A virtual environment with the library for Excel of 64 bits."""
    scripts = tmp_path / "env" / "Scripts"
    scripts.mkdir(parents=True)
    (scripts / "pythonw.exe").touch()
    (tmp_path / "env" / f"xlwings64-{VERSION}.dll").touch()
    packages = tmp_path / "env" / "Lib" / "site-packages"
    return PythonInstallation(
        scripts / "pythonw.exe",
        tmp_path / "Python311",
        (packages / "xlwings", packages / "xl_tourney"),
        tmp_path / "Roaming" / "Python" / "Python311" / "site-packages",
    )


EXCEL = ExcelInstallation(Path("Office16", "EXCEL.EXE"), 64)


def changed(python: PythonInstallation, **fields: Any) -> PythonInstallation:
    return PythonInstallation(**{**vars(python), **fields})


def test_there_is_no_obstacle(python: PythonInstallation) -> None:
    assert find_obstacle(python, EXCEL, VERSION) == ""
    assert find_obstacle(python, None, VERSION) == ""


def test_the_library_is_missing(python: PythonInstallation) -> None:
    message = find_obstacle(python, EXCEL, "0.36.0")
    assert message.startswith("xlwings64-0.36.0.dll is neither in ")
    assert "pip install --force-reinstall --no-deps xlwings==0.36.0" in message


def test_excel_has_other_bits(python: PythonInstallation) -> None:
    message = find_obstacle(python, ExcelInstallation(EXCEL.program, 32), VERSION)
    assert message.startswith(f"xlwings32-{VERSION}.dll is neither in ")
    assert "Excel has 32 bits; install a Python of 32 bits" in message


def test_both_libraries_serve_both(python: PythonInstallation) -> None:
    (python.interpreter.parent / f"xlwings32-{VERSION}.dll").touch()
    for bits in (32, 64):
        assert find_obstacle(python, ExcelInstallation(EXCEL.program, bits), VERSION) == ""
    assert set(python.find_libraries(VERSION)) == {32, 64}


def test_packages_in_the_users_own_folder(python: PythonInstallation) -> None:
    assert python.user_folder is not None
    message = find_obstacle(
        changed(python, package_folders=(python.user_folder / "xlwings",)), EXCEL, VERSION
    )
    assert "is in the user's own folder" in message and "py -m venv" in message


@pytest.mark.parametrize("field", ["base_prefix", "interpreter"])
def test_python_from_the_store(python: PythonInstallation, field: str, tmp_path: Path) -> None:
    store = tmp_path / "WindowsApps" / "PythonSoftwareFoundation.Python.3.11" / "python.exe"
    message = find_obstacle(changed(python, **{field: store}), EXCEL, VERSION)
    assert "Python from Microsoft's store" in message and "python.org" in message


def test_excel_from_the_store(python: PythonInstallation, tmp_path: Path) -> None:
    program = tmp_path / "WindowsApps" / "Microsoft.Office.Desktop" / "EXCEL.EXE"
    message = find_obstacle(python, ExcelInstallation(program, 64), VERSION)
    assert "Excel from Microsoft's store" in message and "xlwings Lite" in message


def test_a_path_that_windows_would_change(python: PythonInstallation, tmp_path: Path) -> None:
    odd = changed(python, interpreter=tmp_path / "100%PATH%" / "pythonw.exe")
    assert "has such letters" in find_obstacle(odd, EXCEL, VERSION)


@pytest.mark.parametrize(("machine", "bits"), [(0x014C, 32), (0x8664, 64), (0xAA64, 64), (1, None)])
def test_the_bits_of_a_program_stand_in_its_header(
    tmp_path: Path, machine: int, bits: int | None
) -> None:
    program = tmp_path / "EXCEL.EXE"
    header = bytearray(256)
    header[0x3C:0x40] = struct.pack("<I", 128)
    header[128:134] = struct.pack("<4sH", b"PE\0\0", machine)
    program.write_bytes(header)
    assert read_bits(program) == bits


def test_what_is_no_program_has_no_bits(tmp_path: Path) -> None:
    (tmp_path / "short").write_bytes(b"MZ")
    (tmp_path / "other").write_bytes(bytes(512))
    assert [read_bits(tmp_path / name) for name in ("short", "other", "none")] == [None] * 3


def test_the_python_that_runs_this_is_described() -> None:
    current = PythonInstallation.current(Path(sys.executable))
    assert [folder.name for folder in current.package_folders] == ["xlwings", "xl_tourney"]
    assert current.base_prefix == Path(sys.base_prefix)


# The installation ---------------------------------------------------------------------------------


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A computer with Windows, as far as the installation looks at it."""
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setattr(installation, "ON_WINDOWS", True)
    interpreter = tmp_path / "env" / "Scripts" / "python.exe"
    interpreter.parent.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(interpreter))
    return tmp_path


def test_nothing_is_written_where_it_cannot_work(windows: Path) -> None:
    place = Installation(windows / "XLSTART", windows / "home")
    with pytest.raises(EngineError, match="is neither in"):
        installation.install(place)
    assert not place.folder.exists() and not place.settings.exists()


def test_the_installation_ends_with_a_call(windows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = windows / "env" / f"xlwings64-{installed_xlwings_version()}.dll"
    library.touch()
    calls = []

    def call(interpreter: Path, used_library: Path) -> float:
        calls.append((interpreter, used_library))
        return 7.25

    monkeypatch.setattr(trial, "call_as_excel_does", call)
    folder = windows / "AddIns"
    printed = CliRunner().invoke(excel, ["install", "--folder", str(folder)])
    assert printed.exit_code == 0, printed.exception
    assert calls == [(Path(sys.executable), library)]
    assert "Python answered after 7.2 s." in printed.stdout
    assert "XLTourneyCheck" in printed.stderr


class Server:
    """What a process serves; the class of a call tells how it was asked."""

    def __init__(self, value: float) -> None:
        self.value, self.calls = value, []

    def CallUDF(self, *call: Any) -> float:
        self.calls.append(call)
        return self.value


def test_the_call_goes_to_the_class_of_the_process() -> None:
    server, class_ids = Server(55 / 60 * 100), []

    def activate(class_id: str) -> Any:
        class_ids.append(class_id)
        return server if len(class_ids) == 2 else None

    seconds = trial.measure_call(Path(sys.executable), activate)
    assert 0 < seconds < 60 and not trial.is_slow(1) and trial.is_slow(5.5)
    assert server.calls == [(UDF_MODULE, "TP_PERCENT", (55.0, 3.0))]
    assert len(set(class_ids)) == 1 and len(class_ids[0]) == 38


@pytest.mark.parametrize("value", [1.0, 91.6667])
def test_a_wrong_value_is_said(value: float) -> None:
    with pytest.raises(EngineError, match=f"TP_PERCENT gives {value}, and not 91.66666"):
        trial.measure_call(Path(sys.executable), lambda class_id: Server(value))


def test_what_a_python_printed_that_ends_is_said() -> None:
    """On this platform the real process cannot serve Excel, and says so."""
    with pytest.raises(EngineError, match=r"Python ended before it could answer(?s:.*)It printed"):
        trial.measure_call(Path(sys.executable), lambda class_id: None)


def test_a_python_that_cannot_be_started_is_said(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="Windows does not start it"):
        trial.measure_call(tmp_path / "python.exe", lambda class_id: None)


@pytest.mark.skipif(sys.platform == "win32", reason="says what other platforms lack")
def test_without_windows_there_is_no_library() -> None:
    with pytest.raises(EngineError, match="Only Excel on Windows"):
        trial.load_activation(Path("xlwings64.dll"))
    assert prerequisites.ExcelInstallation.find() is None
