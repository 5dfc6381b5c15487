"""The LibreOffice of this machine: finding its programs, and running them with a timeout."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import EngineError
from ...guarded_call import kill_when_closed

VARIABLE = "XL_TOURNEY_SOFFICE"
"""The environment variable that names another ``soffice``."""
SECONDS = 1200.0
"""The timeout of a run by the clock: LibreOffice may wait for ever in a dialog."""

_FILTERS = {"xlsx": "Calc MS Excel 2007 XML", "fods": "OpenDocument Spreadsheet Flat XML"}
_PYTHON_VARIABLES = (
    *("PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "VIRTUAL_ENV"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
)
"""Variables of our Python: that of LibreOffice is another one, whose bytecode is in its profile."""
_SYSTEM_FOLDERS = () if os.name == "nt" else ("/usr/bin", "/bin")
"""Where the Python is that LibreOffice was made with, if it does not bring one."""


@dataclass(frozen=True)
class UserProfile:
    """A user profile: settings, Basic libraries, extensions."""

    folder: Path | None = None
    """The folder of the profile; None for the user's own."""
    packages: Path | None = None
    """The folder of shared extensions; None for LibreOffice's own."""

    @property
    def arguments(self) -> list[str]:
        """The command line arguments that select the profile."""
        arguments = ["-env:UserInstallation=" + self.folder.as_uri()] if self.folder else []
        if self.packages:
            arguments.append("-env:UNO_SHARED_PACKAGES_CACHE=" + self.packages.as_uri())
        return arguments

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
class LibreOfficeProgram:
    """LibreOffice's two programs."""

    soffice: Path
    unopkg: Path

    def run_soffice(self, profile: UserProfile, *arguments: str, seconds: float = SECONDS) -> str:
        """Run LibreOffice without a window; return its output."""
        quiet = ("--headless", "--norestore", "--nolockcheck", "--nodefault")
        return _run([str(self.soffice), *quiet, *profile.arguments, *arguments], seconds)

    def packages(self, profile: UserProfile, *arguments: str, seconds: float = SECONDS) -> str:
        """Run the extension manager; return its output."""
        return _run([str(self.unopkg), *arguments, *profile.arguments], seconds)

    def convert(self, profile: UserProfile, source: Path, folder: Path, kind: str = "xlsx") -> Path:
        """Calculate a workbook and save it as another in a folder."""
        target = f"{kind}:{_FILTERS[kind]}"
        output = self.run_soffice(
            profile, "--convert-to", target, "--outdir", str(folder), str(source)
        )
        converted = folder / f"{source.stem}.{kind}"
        if not converted.is_file():
            raise EngineError(f"LibreOffice cannot read the workbook ({_last_error(output)}).")
        return converted

    @property
    def version(self) -> str:
        """The version, such as ``7.4.7.2``."""
        fields = _run([str(self.soffice), "--version"], 30).split()
        return next((field for field in fields if field[0].isdigit()), "unknown")


def find() -> LibreOfficeProgram:
    """The LibreOffice of this machine."""
    for soffice in _candidates():
        if soffice.is_file():
            soffice = soffice.resolve()
            unopkg = soffice.with_name(f"unopkg{soffice.suffix}")
            if unopkg.is_file():
                return LibreOfficeProgram(soffice, unopkg)
    raise EngineError(
        "LibreOffice was not found: install it from https://www.libreoffice.org, "
        f"or name its soffice in the variable {VARIABLE}."
    )


def _candidates() -> Iterator[Path]:
    if path := os.environ.get(VARIABLE):
        yield Path(path)
        return
    suffix = ".com" if sys.platform == "win32" else ""  # the one that a caller can wait for
    for name in (f"soffice{suffix}", f"libreoffice{suffix}"):
        if path := shutil.which(name):
            yield Path(path)
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


def _clean_environment() -> dict[str, str]:
    """The environment without our Python, which LibreOffice's own would take for itself.

    It looks for its modules beside the first ``python3`` of PATH, be that one of a virtual
    environment, of conda or of pyenv.
    """
    variables = {k: v for k, v in os.environ.items() if k not in _PYTHON_VARIABLES}
    folders = [
        f
        for f in variables.get("PATH", "").split(os.pathsep)
        if not (Path(f).parent / "pyvenv.cfg").is_file()
    ]
    return {**variables, "PATH": os.pathsep.join([*_SYSTEM_FOLDERS, *folders])}


def _run(command: Sequence[str], seconds: float) -> str:
    """Run a command and return its output; on a timeout its process group is killed."""
    with (
        _lifeline() as options,
        subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=_clean_environment(),
            start_new_session=True,
            **options,
        ) as process,
    ):
        try:
            output = bytes(process.communicate(timeout=seconds)[0]).decode(errors="replace")
        except BaseException as error:
            _kill_group(process)
            if isinstance(error, subprocess.TimeoutExpired):
                raise EngineError(
                    f"LibreOffice gave no answer in {seconds:g} seconds and was stopped."
                ) from error
            raise
    if process.returncode:
        raise EngineError(f"LibreOffice failed ({_last_error(output)}).")
    return output


@contextmanager
def _lifeline() -> Iterator[dict[str, Any]]:
    """Options of a process whose group the kernel kills when this process ends, in any way."""
    if sys.platform != "linux":
        yield {}
        return
    theirs, ours = os.pipe()
    try:
        yield {
            "pass_fds": (theirs,),
            "preexec_fn": lambda: kill_when_closed(theirs, -os.getpid()),
        }
    finally:
        os.close(theirs)
        os.close(ours)


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its children: soffice starts soffice.bin."""
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True)
    else:
        os.killpg(process.pid, signal.SIGKILL)


def _last_error(output: str) -> str:
    """The last error line of an output, or else its last line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:") and "failed" not in line]
    return (errors or lines or ["it printed nothing"])[-1].removeprefix("ERROR:").strip()
