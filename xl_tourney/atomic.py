"""Writing a file so that a crash at any moment leaves the old one or the new one.

What stands for the old file also stands for the new one: owner, group, mode, extended attributes,
hard links.  Where a new file cannot have them, the old one is written over in place, when the new
content is safely beside it.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO, NamedTuple

from .errors import WriteError

_MARK = ".xl-tourney"
_WHOLE_MARK = ".xl-tourney-whole"
"""The end of the name of a whole file that is copied into place; a crash leaves it."""
_TEMPORARY = re.compile(r"\.(?P<host>\w+)-(?P<process>\d+)-\w+" + re.escape(_MARK))
SECONDS_UNTIL_DEAD = 86_400
"""How old a temporary file of another machine is when it is removed; writing takes seconds."""
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_LOCK_NAMES = ("~${}", ".~lock.{}#")
"""The files beside a workbook that Excel and LibreOffice have open."""


class FileVersion(NamedTuple):
    """A file at the time when it was read."""

    device: int
    inode: int
    size: int
    modified: int
    """In nanoseconds."""

    @classmethod
    def of(cls, status: os.stat_result) -> FileVersion:
        """The version with this status."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


class ChangedError(WriteError):
    """A file is no longer the one that was read."""


def write(
    path: Path,
    fill: Callable[[BinaryIO], object],
    *,
    is_current: Callable[[Path], bool] = lambda _: True,
) -> None:
    """Write a file by way of a temporary one in the same folder.

    Parameters
    ----------
    path
        The file; it is created, or replaced with its owner, mode and attributes.
    fill
        Writes the content.
    is_current
        Whether the file there is still the one that may be replaced; asked at the last moment.

    Raises
    ------
    ChangedError
        It is not.
    WriteError
        The file cannot be written, or must not: it is read-only, or no regular file.
    """
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{host_id()}-{os.getpid()}-{os.urandom(8).hex()}{_MARK}")
    try:
        old = _replaceable(path)
        mode = 0o600 if old else 0o666  # less the umask
        with os.fdopen(os.open(temporary, _CREATE, mode), "wb") as file:
            fill(file)
            file.flush()
            os.fsync(file.fileno())
        keeps_all = old is None or _copy_attributes(path, old, temporary)
        if old and not is_current(path):
            raise ChangedError(f"{path}: was changed by somebody meanwhile; it is as they left it.")
        if keeps_all:
            temporary.replace(path)
        else:
            _write_over(path, temporary)
        _sync_folder(path.parent)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WriteError(f"{path}: cannot be written ({error.strerror or error}).") from error
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _replaceable(path: Path) -> os.stat_result | None:
    """The status of a file that may be replaced; None if there is none."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"{path}: is no regular file; name another one.")
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise WriteError(f"{path}: is read-only; it is left as it is.")
    return status


def _copy_attributes(path: Path, old: os.stat_result, temporary: Path) -> bool:
    """Give a new file the attributes of the old one; return whether it has them all now."""
    try:
        new = temporary.stat()
        if hasattr(os, "chown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            os.chown(temporary, old.st_uid, old.st_gid)
        if hasattr(os, "listxattr"):
            for name in os.listxattr(path):
                os.setxattr(temporary, name, os.getxattr(path, name))
    except OSError:
        return False
    temporary.chmod(stat.S_IMODE(old.st_mode))
    return old.st_nlink == 1


def _write_over(path: Path, temporary: Path) -> None:
    """Write a file in place; if that is interrupted, the whole content stays beside it."""
    whole = path.with_name(f".{path.name}{_WHOLE_MARK}")
    temporary.replace(whole)
    with whole.open("rb") as source, path.open("r+b") as target:
        shutil.copyfileobj(source, target)
        target.truncate()
        target.flush()
        os.fsync(target.fileno())
    whole.unlink()


def _sync_folder(folder: Path) -> None:
    """Write the entry of a replaced file to the disk; Windows does that by itself."""
    if os.name == "nt":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:  # a file system that has no such call
        return
    finally:
        os.close(descriptor)


def find_lock(path: Path) -> str:
    """The name of the file that tells that a program has a workbook open; empty without one."""
    names = (name.format(path.name) for name in _LOCK_NAMES)
    return next((name for name in names if path.with_name(name).exists()), "")


def clean(folder: Path) -> None:
    """Remove what a killed process left behind in a folder."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found = _TEMPORARY.fullmatch(entry.name)
                if found and _is_left(entry, found["host"], int(found["process"])):
                    Path(entry.path).unlink(missing_ok=True)
    except OSError:
        return  # not ours to read or to mend; writing will say so if it matters


def _is_left(entry: os.DirEntry[str], host: str, process: int) -> bool:
    """Whether nobody writes a temporary file any more."""
    if host == host_id():
        return not _lives(process)
    return time.time() - entry.stat().st_mtime > SECONDS_UNTIL_DEAD


def clean_beside(path: Path) -> None:
    """Remove what a process left behind that was killed while it wrote a file."""
    clean(Path(os.path.realpath(path)).parent)


clean_once = lru_cache(maxsize=1024)(clean)
"""The same, once for a process: a folder may hold a hundred thousand workbooks."""


@lru_cache(maxsize=1)
def host_id() -> str:
    """The machine and the container, in which a process has its number."""
    machine = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "")
    parts = [machine]
    with suppress(OSError):
        parts.append(Path("/etc/machine-id").read_text("ascii"))
    with suppress(OSError):
        parts.append(str(Path("/proc/self/ns/pid").readlink()))
    return f"{zlib.crc32(chr(10).join(parts).encode()):08x}"


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
