"""Writing a file so that a crash at any moment leaves the old one or the new one."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from .errors import WriteError

_MARK = ".xl-tourney"
_TEMPORARY = re.compile(r"\.(?P<process>\d+)-.*" + re.escape(_MARK))


def write(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Write a file by way of a temporary one in the same folder; the mode of an old one stays."""
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{os.getpid()}-{time.monotonic_ns()}{_MARK}")
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
