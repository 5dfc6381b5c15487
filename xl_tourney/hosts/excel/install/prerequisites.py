"""Whether Excel can call this Python: the library of xlwings, which Python, which Excel."""

from __future__ import annotations

import site
import struct
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

_PE_OFFSET = 0x3C
_BITS_BY_MACHINE = {0x014C: 32, 0x8664: 64, 0xAA64: 64}
_APP_PATH = r"SOFTWARE\Microsoft\Windows\CurrentVersion\App Paths\excel.exe"
_STORE = "WindowsApps"
"""The folder of programs from Microsoft's store."""


@dataclass(frozen=True)
class PythonInstallation:
    """A Python that Excel is to call."""

    interpreter: Path
    base_prefix: Path
    """The installation; for a virtual environment the one that it was made with."""
    package_folders: tuple[Path, ...]
    """Where xlwings and xl_tourney are."""
    user_folder: Path | None
    """The user's own folder for packages, which an isolated Python does not look into."""

    @classmethod
    def current(cls, interpreter: Path) -> PythonInstallation:
        """The Python that runs this."""
        specs = (find_spec(name) for name in ("xlwings", __name__.partition(".")[0]))
        origins = tuple(Path(spec.origin).parent for spec in specs if spec and spec.origin)
        user_folder = Path(site.getusersitepackages()) if site.ENABLE_USER_SITE else None
        return cls(interpreter, Path(sys.base_prefix), origins, user_folder)

    def find_libraries(self, version: str) -> dict[int, Path]:
        """The libraries of xlwings where the add-in looks for them, by bits."""
        folders = (self.interpreter.parent, self.interpreter.parent.parent)
        paths = {
            bits: [folder / f"xlwings{bits}-{version}.dll" for folder in folders]
            for bits in (32, 64)
        }
        found = {bits: [p for p in candidates if p.is_file()] for bits, candidates in paths.items()}
        return {bits: existing[0] for bits, existing in found.items() if existing}


@dataclass(frozen=True)
class ExcelInstallation:
    """The Excel of this computer."""

    program: Path
    bits: int

    @classmethod
    def find(cls) -> ExcelInstallation | None:
        """The Excel that Windows starts; None where Windows knows none."""
        if sys.platform != "win32":
            return None
        import winreg

        try:
            program = Path(winreg.QueryValue(winreg.HKEY_LOCAL_MACHINE, _APP_PATH))
        except OSError:
            return None
        bits = read_bits(program)
        return cls(program, bits) if bits else None


def read_bits(program: Path) -> int | None:
    """Whether a program of Windows is for 32 or 64 bits; None for what is no program."""
    try:
        with program.open("rb") as file:
            file.seek(_PE_OFFSET)
            file.seek(struct.unpack("<I", file.read(4))[0])
            signature, machine = struct.unpack("<4sH", file.read(6))
    except (OSError, struct.error):
        return None
    return _BITS_BY_MACHINE.get(machine) if signature == b"PE\0\0" else None


def find_obstacle(python: PythonInstallation, excel: ExcelInstallation | None, version: str) -> str:
    """Why Excel cannot call a Python, and what to do; empty where it can.

    ``version`` is that of xlwings.
    """
    return next(_find_obstacles(python, excel, version), "")


def _find_obstacles(
    python: PythonInstallation, excel: ExcelInstallation | None, version: str
) -> Iterator[str]:
    if excel is not None and _STORE in excel.program.parts:
        yield (
            f"{excel.program}: Excel from Microsoft's store cannot load the library of xlwings; "
            "install Office from office.com, or use xlwings Lite, of Excel's own add-ins."
        )
    if _STORE in python.base_prefix.parts or _STORE in python.interpreter.parts:
        yield (
            f"{python.interpreter}: Python from Microsoft's store is closed to other programs; "
            "install Python from python.org, and xl-tourney in it."
        )
    if "%" in str(python.interpreter) or not str(python.interpreter).isprintable():
        yield f"{python.interpreter}: Excel cannot start a program whose path has such letters."
    for folder in python.package_folders:
        if python.user_folder is not None and python.user_folder in folder.parents:
            yield (
                f"{folder}: is in the user's own folder, which the Python that Excel starts does "
                "not use; install xl-tourney in a virtual environment: py -m venv xl, "
                "then xl\\Scripts\\pip install xl-tourney."
            )
    libraries = python.find_libraries(version)
    bits = excel.bits if excel is not None else None
    if not libraries or (bits is not None and bits not in libraries):
        name = f"xlwings{bits or 64}-{version}.dll"
        reason = ""
        if bits is not None and libraries:
            reason = f", and Excel has {bits} bits; install a Python of {bits} bits"
        remedy = f"pip install --force-reinstall --no-deps xlwings=={version}"
        yield (
            f"{name} is neither in {python.interpreter.parent} nor in the folder above it{reason}; "
            f"try {remedy}."
        )
