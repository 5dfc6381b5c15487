"""Installing the add-in where Excel for Windows finds it, and removing it."""

from __future__ import annotations

import csv
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from .... import atomic
from ....errors import EngineError, WriteError
from .. import intellisense
from ..xlam import (
    FILE,
    PROJECT,
    build_addin,
    installed_xlwings_version,
    read_xlwings_version,
)
from . import prerequisites, trial
from .prerequisites import ExcelInstallation, PythonInstallation

INTERPRETER = "INTERPRETER_WIN"
STARTUP_FOLDER = "XLSTART"
_ENCODING = "mbcs" if sys.platform == "win32" else "utf-8"
"""The encoding in which VBA reads a text file: the code page of Windows."""

ON_WINDOWS = sys.platform == "win32"
"""Elsewhere an add-in is only written, for another computer."""

Settings = dict[str, str]


@dataclass(frozen=True)
class Installation:
    """The location of the add-in and of its settings."""

    folder: Path
    """The folder whose files Excel opens when it starts."""
    home: Path
    """The user's folder."""

    @classmethod
    def locate(cls, folder: Path | None = None) -> Installation:
        """The installation in the user's XLSTART, or in another folder."""
        if folder is None:
            roaming = os.environ.get("APPDATA")
            if not roaming:
                raise WriteError(
                    "Excel's own folder for add-ins is known on Windows only; name a folder with "
                    "--folder, or use xlwings Lite, of Excel's own add-ins."
                )
            folder = Path(roaming, "Microsoft", "Excel", STARTUP_FOLDER)
        return cls(folder, Path.home())

    @property
    def addin(self) -> Path:
        """The add-in."""
        return self.folder / FILE

    @property
    def tooltips(self) -> Path | None:
        """The tooltips for Excel-DNA's IntelliSense; None in XLSTART, where Excel would open it."""
        if self.folder.name.upper() == STARTUP_FOLDER:
            return None
        return self.folder / intellisense.FILE

    @property
    def settings(self) -> Path:
        """The file in which the add-in finds the interpreter."""
        return self.home / f".{PROJECT}" / f"{PROJECT}.conf"

    def version(self) -> str | None:
        """The version of xlwings that the installed add-in was built with; None without one."""
        return read_xlwings_version(self.addin.read_bytes()) if self.addin.is_file() else None


def find_interpreter() -> Path:
    """This Python interpreter, preferably the one that opens no window."""
    interpreter = Path(sys.executable)
    windowless = interpreter.with_name("pythonw.exe")
    return windowless if windowless.is_file() else interpreter


def install(installation: Installation) -> list[Path]:
    """Write the add-in and its settings; return the files written.

    On Windows an error says why Excel could not call this Python, and nothing is written then.
    """
    interpreter = find_interpreter()
    if ON_WINDOWS:
        obstacle = find_obstacle(interpreter)
        if obstacle:
            raise EngineError(obstacle)
    settings = read_settings(installation.settings) | {INTERPRETER: str(interpreter)}
    _write_settings(installation.settings, settings)
    _make_folder(installation.folder)
    files = {installation.addin: build_addin()}
    if installation.tooltips is not None:
        files[installation.tooltips] = intellisense.format_file().encode()
    for path, data in files.items():
        _write(path, data)
    return [*files, installation.settings]


def _write(path: Path, data: bytes) -> None:
    try:
        atomic.write_bytes(path, data)
    except WriteError as error:
        raise WriteError(f"{error} Close Excel, if it is open, and try again.") from error


def find_obstacle(interpreter: Path) -> str:
    """Why Excel on this computer cannot call a Python, and what to do; empty where it can."""
    return prerequisites.find_obstacle(
        PythonInstallation.current(interpreter),
        ExcelInstallation.find(),
        installed_xlwings_version(),
    )


def try_call(installation: Installation) -> float:
    """Call a function in the way that Excel takes; return the seconds until Python answered."""
    interpreter = Path(read_settings(installation.settings)[INTERPRETER])
    libraries = PythonInstallation.current(interpreter).find_libraries(installed_xlwings_version())
    return trial.call_as_excel_does(interpreter, libraries[64 if sys.maxsize > 2**32 else 32])


def uninstall(installation: Installation) -> list[Path]:
    """Remove the add-in and its setting; return the files removed.

    Other settings in the file, which the user has written, stay.
    """
    written = [installation.addin, installation.tooltips]
    removed = [path for path in written if path is not None and path.is_file()]
    settings = read_settings(installation.settings)
    if settings.pop(INTERPRETER, None) is not None:
        if settings:
            _write_settings(installation.settings, settings)
        else:
            removed.append(installation.settings)
    for path in removed:
        try:
            path.unlink()
        except OSError as error:
            raise WriteError(
                f"{path}: cannot be removed ({error.strerror}); close Excel and try again."
            ) from error
    if installation.settings in removed and not any(installation.settings.parent.iterdir()):
        installation.settings.parent.rmdir()
    return removed


def read_settings(path: Path) -> Settings:
    """The settings of a file, by name."""
    if not path.is_file():
        return {}
    lines = path.read_text(encoding=_ENCODING, errors="replace").splitlines()
    return {row[0]: row[1] if len(row) > 1 else "" for row in csv.reader(lines) if row}


def _write_settings(path: Path, settings: Settings) -> None:
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(settings.items())
    try:
        data = text.getvalue().encode(_ENCODING)
    except UnicodeEncodeError as error:
        raise WriteError(
            f"{settings[INTERPRETER]}: Excel cannot read this path; install Python in a folder "
            "with plain letters in its name."
        ) from error
    _make_folder(path.parent)
    atomic.write_bytes(path, data)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"{path}: the folder cannot be made ({error.strerror}).") from error
