"""Writing a file so that a crash at any moment leaves the old one or the new one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from .errors import WriteError

_MARK = ".xl-tourney"
_MACHINE = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
_HOST = re.sub(r"\W", "_", _MACHINE)  # machines may share a folder
_TEMPORARY = re.compile(rf"\.{_HOST}-(?P<process>\d+)-\w+" + re.escape(_MARK))


def write(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Write a file by way of a temporary one in the same folder; the mode of an old one stays."""
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{_HOST}-{os.getpid()}-{os.urandom(8).hex()}{_MARK}")
    try:
        with temporary.open("xb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            temporary.chmod(path.stat().st_mode)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WriteError(f"{path}: cannot be written ({error.strerror or error}).") from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def clean(folder: Path) -> None:
    """Remove what a killed process left behind in a folder."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found = _TEMPORARY.fullmatch(entry.name)
                if found and not _lives(int(found["process"])):
                    Path(entry.path).unlink(missing_ok=True)
    except OSError:
        return  # not ours to read or to mend; writing will say so if it matters


def clean_beside(path: Path) -> None:
    """Remove what a process left behind that was killed while it wrote a file."""
    clean(Path(os.path.realpath(path)).parent)


clean_once = lru_cache(maxsize=1024)(clean)
"""The same, once for a process: a folder may hold a hundred thousand workbooks."""


def _lives(process: int) -> bool:
    """Whether a process may still be writing.  Windows keeps open files from being removed."""
    if os.name == "nt" or process == os.getpid():
        return process == os.getpid()
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
