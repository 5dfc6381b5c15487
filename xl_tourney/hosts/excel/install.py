"""Putting the add-in where Excel for Windows finds it, and taking it out again."""

from __future__ import annotations

import csv
import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path

from ... import atomic
from ...errors import WriteError
from .xlam import FILE, PROJECT, addin, made_with

INTERPRETER = "INTERPRETER_WIN"
_ENCODING = "mbcs" if sys.platform == "win32" else "utf-8"
"""How VBA reads a text file: in the code page of Windows."""

Settings = dict[str, str]


@dataclass(frozen=True)
class Place:
    """Where the add-in and its settings lie."""

    folder: Path
    """The folder whose files Excel opens when it starts."""
    home: Path
    """The user's folder."""

    @classmethod
    def usual(cls, folder: Path | None = None) -> Place:
        """XLSTART of the user, or another folder."""
        if folder is None:
            roaming = os.environ.get("APPDATA")
            if not roaming:
                raise WriteError(
                    "Excel's own folder for add-ins is known on Windows only; name a folder with "
                    "--folder, or use xlwings Lite, which needs no add-in (docs/excel.md)."
                )
            folder = Path(roaming, "Microsoft", "Excel", "XLSTART")
        return cls(folder, Path.home())

    @property
    def addin(self) -> Path:
        """The add-in."""
        return self.folder / FILE

    @property
    def settings(self) -> Path:
        """The file in which the add-in finds the interpreter."""
        return self.home / f".{PROJECT}" / f"{PROJECT}.conf"

    def version(self) -> str | None:
        """The version of xlwings that the add-in there was made with; None without one."""
        return made_with(self.addin.read_bytes()) if self.addin.is_file() else None


def interpreter() -> Path:
    """This Python, in the form that opens no window."""
    here = Path(sys.executable)
    windowless = here.with_name("pythonw.exe")
    return windowless if windowless.is_file() else here


def install(place: Place) -> list[Path]:
    """Write the add-in and its settings; gives the files written."""
    settings = read_settings(place.settings) | {INTERPRETER: str(interpreter())}
    _write_settings(place.settings, settings)
    _make_folder(place.folder)
    data = addin()
    try:
        atomic.write(place.addin, lambda file: file.write(data))
    except WriteError as error:
        raise WriteError(f"{error} Close Excel, if it is open, and try again.") from error
    return [place.addin, place.settings]


def uninstall(place: Place) -> list[Path]:
    """Take out the add-in and its setting; gives the files removed.

    Other settings in the file, which a person has written, stay.
    """
    removed = [place.addin] if place.addin.is_file() else []
    settings = read_settings(place.settings)
    if settings.pop(INTERPRETER, None) is not None:
        if settings:
            _write_settings(place.settings, settings)
        else:
            removed.append(place.settings)
    for path in removed:
        try:
            path.unlink()
        except OSError as error:
            raise WriteError(
                f"{path}: cannot be removed ({error.strerror}); close Excel and try again."
            ) from error
    if place.settings in removed and not any(place.settings.parent.iterdir()):
        place.settings.parent.rmdir()
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
    atomic.write(path, lambda file: file.write(data))


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(f"{path}: the folder cannot be made ({error.strerror}).") from error
