"""The command that starts Python, run in a folder that would like to run its own code."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from xl_tourney.hosts.excel import server

CLASS_ID = "{01234567-89AB-CDEF-0123-456789ABCDEF}"
MODULES = ("xlwings/__init__.py", "xl_tourney/__init__.py", "sitecustomize.py", "usercustomize.py")
MORE_MODULES = ("json.py", "os.py", "click.py", "threading.py", "encodings/__init__.py")


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a workbook, and with modules that leave a mark when they run."""
    folder = tmp_path / "downloads"
    for name in (*MODULES, *MORE_MODULES):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + chr(10))\n")
    return folder


@pytest.fixture(scope="module")
def interpreter(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A Python in which the package is installed, as on the computer of a user."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    program = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    find_packages = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
    listed = subprocess.run(
        [str(program), "-c", find_packages], check=True, capture_output=True, text=True
    )
    here = [Path(__file__).parents[2], *(p for p in sys.path if p.endswith("site-packages"))]
    Path(listed.stdout.strip(), "test.pth").write_text("".join(f"{p}\n" for p in here))
    return str(program)


def run(command: str, folder: Path, **environment: str) -> None:
    subprocess.run(
        shlex.split(command),
        cwd=folder,
        env={**os.environ, **environment},
        timeout=60,
        stdin=subprocess.DEVNULL,
    )


def test_nothing_of_the_folder_of_the_workbook_runs(
    hostile: Path, tmp_path: Path, interpreter: str
) -> None:
    log_file = tmp_path / "xl_tourney.log"
    command = server.format_command(interpreter, CLASS_ID, str(log_file), os.getpid())
    run(command, hostile)
    run(command, hostile, PYTHONPATH=str(hostile), PYTHONSTARTUP=str(hostile / "json.py"))
    run(command, hostile, PYTHONPATH=os.pathsep, PYTHONHOME="")
    assert not (tmp_path / "ran").exists()
    # the real package was imported, and says what it has to say on this platform
    assert "Only Excel on Windows can call this Python" in log_file.read_text("ascii")
    assert str(hostile) not in log_file.read_text("ascii")


def test_the_folder_would_have_its_way_without_those_options(
    hostile: Path, tmp_path: Path, interpreter: str
) -> None:
    """So the test above can fail: this is how xlwings' own add-in starts Python."""
    (hostile / "os.py").unlink()
    run(f'"{interpreter}" -B -c "import sys, os;import xlwings.utils"', hostile)
    assert "xlwings" in (tmp_path / "ran").read_text()


def test_the_path_has_only_full_entries_before_the_first_import(
    hostile: Path, tmp_path: Path, interpreter: str
) -> None:
    log_file = tmp_path / "xl_tourney.log"
    command = server.format_command(interpreter, CLASS_ID, str(log_file), 1)
    before_import, _, _ = server.BOOTSTRAP.partition("from xl_tourney")
    shown = command.replace(
        server.BOOTSTRAP, f"{before_import}print(os.getcwd(),*sys.path,sep='|')"
    )
    run(shown, hostile)
    here, *entries = log_file.read_text("ascii").strip().split("|")
    assert Path(here) == Path(interpreter).parents[1]
    assert entries and all(Path(entry).is_absolute() for entry in entries)
    assert str(hostile) not in entries


def test_the_bootstrap_fits_into_a_quoted_argument() -> None:
    assert '"' not in server.BOOTSTRAP and "\\" not in server.BOOTSTRAP
    assert "%" not in server.BOOTSTRAP and "\n" not in server.BOOTSTRAP
    compile(server.BOOTSTRAP, "bootstrap", "exec")
