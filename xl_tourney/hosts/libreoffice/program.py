"""The LibreOffice of this machine: where it is, and how to run it so that it ends."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...errors import EngineError

VARIABLE = "XL_TOURNEY_SOFFICE"
"""Names another ``soffice`` than the one that is found."""
SECONDS = 300.0
"""How long LibreOffice may take: it can wait for ever for an answer that nobody gives."""

_FILTERS = {"xlsx": "Calc MS Excel 2007 XML", "fods": "OpenDocument Spreadsheet Flat XML"}
_FOREIGN = ("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV")
"""What our Python is told is not for LibreOffice's."""


@dataclass(frozen=True)
class Profile:
    """A user profile: settings, Basic libraries, extensions."""

    folder: Path | None = None
    """Where it is; the user's own without it."""
    packages: Path | None = None
    """Where shared extensions go; beside LibreOffice itself without it."""

    @property
    def options(self) -> list[str]:
        """What the programs are told of it."""
        options = ["-env:UserInstallation=" + self.folder.as_uri()] if self.folder else []
        if self.packages:
            options.append("-env:UNO_SHARED_PACKAGES_CACHE=" + self.packages.as_uri())
        return options

    @property
    def root(self) -> Path:
        """The folder with ``user`` in it."""
        return self.folder or _own_profile()


def _own_profile() -> Path:
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", home)) / "LibreOffice" / "4"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "LibreOffice" / "4"
    return Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config") / "libreoffice" / "4"


@dataclass(frozen=True)
class Program:
    """LibreOffice's two programs."""

    soffice: Path
    unopkg: Path

    def office(self, profile: Profile, *arguments: str, seconds: float = SECONDS) -> str:
        """Run LibreOffice without a window; what it printed."""
        quiet = ("--headless", "--norestore", "--nolockcheck", "--nodefault")
        return _checked([str(self.soffice), *quiet, *profile.options, *arguments], seconds)

    def packages(self, profile: Profile, *arguments: str, seconds: float = SECONDS) -> str:
        """Run the extension manager; what it printed."""
        return _checked([str(self.unopkg), *arguments, *profile.options], seconds)

    def convert(self, profile: Profile, source: Path, folder: Path, kind: str = "xlsx") -> Path:
        """Calculate a workbook and save it as another in a folder."""
        form = f"{kind}:{_FILTERS[kind]}"
        said = self.office(profile, "--convert-to", form, "--outdir", str(folder), str(source))
        made = folder / f"{source.stem}.{kind}"
        if not made.is_file():
            raise EngineError(f"LibreOffice cannot read the workbook ({_last_line(said)}).")
        return made

    @property
    def version(self) -> str:
        """The version, such as ``7.4.7.2``."""
        words = _checked([str(self.soffice), "--version"], 30).split()
        return next((word for word in words if word[0].isdigit()), "unknown")


def find() -> Program:
    """The LibreOffice of this machine."""
    for soffice in _candidates():
        if soffice.is_file():
            soffice = soffice.resolve()
            unopkg = soffice.with_name(f"unopkg{soffice.suffix}")
            if unopkg.is_file():
                return Program(soffice, unopkg)
    raise EngineError(
        "LibreOffice was not found: install it from https://www.libreoffice.org, "
        f"or name its soffice in the variable {VARIABLE}."
    )


def _candidates() -> Iterator[Path]:
    if named := os.environ.get(VARIABLE):
        yield Path(named)
        return
    suffix = ".com" if sys.platform == "win32" else ""  # the one that a caller can wait for
    for name in (f"soffice{suffix}", f"libreoffice{suffix}"):
        if found := shutil.which(name):
            yield Path(found)
    if sys.platform == "win32":
        for variable in ("ProgramFiles", "ProgramFiles(x86)"):
            yield Path(os.environ.get(variable, "C:/")) / "LibreOffice/program/soffice.com"
    elif sys.platform == "darwin":
        for applications in (Path("/Applications"), Path.home() / "Applications"):
            yield applications / "LibreOffice.app/Contents/MacOS/soffice"
    else:
        for folder in ("/usr/lib", "/usr/lib64", "/usr/local/lib"):
            yield Path(folder) / "libreoffice/program/soffice"
        yield from sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True)


def _surroundings() -> dict[str, str]:
    """The environment without our Python: LibreOffice's would take a virtual one for its own."""
    kept = {k: v for k, v in os.environ.items() if k not in _FOREIGN}
    folders = [f for f in kept.get("PATH", "").split(os.pathsep) if not _is_virtual(f)]
    return {**kept, "PATH": os.pathsep.join(folders)}


def _is_virtual(folder: str) -> bool:
    return (Path(folder).parent / "pyvenv.cfg").is_file()


def _checked(command: Sequence[str], seconds: float) -> str:
    """What a command printed; it is ended with all that it started when it takes too long."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=_surroundings(),
        start_new_session=True,
    ) as process:
        try:
            printed = process.communicate(timeout=seconds)[0].decode(errors="replace")
        except BaseException as error:
            _end(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise EngineError(
                    f"LibreOffice gave no answer in {seconds:g} seconds and was stopped."
                ) from error
            raise
    if process.returncode:
        raise EngineError(f"LibreOffice failed ({_last_line(printed)}).")
    return printed


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process and its children; the window's program is a child of what was started."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
    else:
        os.killpg(process.pid, signal.SIGKILL)


def _last_line(printed: str) -> str:
    """The line of some output that says most."""
    lines = [line.strip() for line in printed.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:") and "failed" not in line]
    return (errors or lines or ["it said nothing"])[-1].removeprefix("ERROR:").strip()
