"""Writing a file so that a crash at any moment leaves the old one or the new one.

What stands for the old file also stands for the new one: owner, group, mode, extended attributes,
hard links.  Where a new file cannot have them, the old one is written over in place, when the new
content is safely beside it.

A file that was read, changed and is written again is replaced only if it is still the one that was
read.  To look first and to replace then would leave a moment in which somebody else's save is lost.
So the two files change places, and what stood there is looked at: if it is not what was read, they
change places again.

What was not read is not known: nothing is written through a link there, neither a symbolic nor a
hard one, or who may write into a folder could have any file replaced.  All that the program writes
is written here; a test holds the other rooms to it.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from .errors import WriteError
from .patterns import regex
from .record import NamedTuple

_MARK = ".xl-tourney"
_WHOLE_MARK = ".xl-tourney-whole"
"""The end of the name of a whole file that is copied into place; a crash leaves it."""
_TEMPORARY = regex(r"\.(?P<host>\w+)-(?P<process>\d+)-\w+" + re.escape(_MARK))
_ASIDE_MARK = ".xl-tourney-of-"
_ASIDE = regex(
    r"\.(?P<host>\w+)-(?P<process>\d+)-(?P<new>\w+)-(?P<old>\w+)"
    + re.escape(_ASIDE_MARK)
    + r"(?P<name>.+)",
    re.DOTALL,
)
"""A file that changes places with another one: the new one, the old one or somebody's save."""
KEPT = "saved meanwhile"
"""What stands in the name of a save that was taken away and is kept in sight."""
_NAME_BYTES = 150
"""How much of a workbook's name stands in the name of a file beside it; its end."""
SECONDS_UNTIL_DEAD = 86_400
"""How old a temporary file of another machine is when it is removed; writing takes seconds."""
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_LOCK_NAMES = ("~${}", ".~lock.{}#")
"""The files beside a workbook that Excel and LibreOffice have open."""
_64_BITS = (1 << 64) - 1
_CURRENT_FOLDER = -100
_EXCHANGE = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
_NOT_SUPPORTED = frozenset((errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM))


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

    @property
    def code(self) -> str:
        """A name for it that stays the same when the file is renamed, and in other processes."""
        return f"{hash(self) & _64_BITS:016x}"


def read_version(path: Path) -> FileVersion | None:
    """The version of a file; None if there is none, or it cannot be looked at."""
    with suppress(OSError):
        return FileVersion.of(path.stat())
    return None


class ChangedError(WriteError):
    """A file is no longer the one that was read."""


def write(
    path: Path,
    fill: Callable[[BinaryIO], object],
    *,
    is_current: Callable[[Path], bool] | None = None,
    follow: bool = False,
) -> None:
    """Write a file by way of a temporary one in the same folder.

    Parameters
    ----------
    path
        The file; it is created, or replaced with its owner, mode and attributes.
    fill
        Writes the content.
    is_current
        Whether a file is the one that may be replaced; any file may be without it.
    follow
        Write where a link leads, and to all names of a file.

    Raises
    ------
    ChangedError
        It is another one.
    WriteError
        The file cannot be written, or must not: it is read-only, no regular file, or a link.
    """
    if follow:
        path = Path(os.path.realpath(path))
    with _temporary(path) as temporary:
        old = replaceable(path)
        refuse_link(path)
        _fill(temporary, fill, 0o600 if old else 0o666)  # less the umask
        keeps_all = old is None or _copy_attributes(path, old, temporary, follow)
        if old is None or (is_current is None and keeps_all):
            temporary.replace(path)
        elif is_current is None:
            _write_over(path, temporary)
        else:
            _replace_current(path, temporary, is_current, keeps_all)
        _sync_folder(path.parent)


def write_bytes(path: Path, data: bytes) -> None:
    """:func:`write` a file that holds some bytes."""
    write(path, lambda file: file.write(data))


def write_new(path: Path, fill: Callable[[BinaryIO], object]) -> None:
    """Write a file that is not there yet.

    Raises
    ------
    FileExistsError
        It is there.
    WriteError
        It cannot be written.
    """
    with _temporary(path) as temporary:
        _fill(temporary, fill, 0o666)
        try:
            os.link(temporary, path)
        except FileExistsError:
            raise
        except (AttributeError, OSError):  # a system, or a file system, without links
            os.close(os.open(path, _CREATE))
            temporary.replace(path)
        _sync_folder(path.parent)


@contextmanager
def _temporary(path: Path) -> Iterator[Path]:
    """The temporary file for a file, which is gone in the end, and errors in words."""
    clean_once(path.parent)
    temporary = path.with_name(f".{host_id()}-{os.getpid()}-{os.urandom(8).hex()}{_MARK}")
    try:
        yield temporary
    except FileExistsError:
        raise
    except OSError as error:
        raise WriteError(f"{path}: cannot be written ({error.strerror or error}).") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _fill(temporary: Path, fill: Callable[[BinaryIO], object], mode: int) -> None:
    with os.fdopen(os.open(temporary, _CREATE, mode), "wb") as file:
        fill(file)
        file.flush()
        os.fsync(file.fileno())


def _replace_current(
    path: Path, temporary: Path, is_current: Callable[[Path], bool], keeps_all: bool
) -> None:
    """Replace a file if it is the one that was read, and still is when it is replaced."""
    changed = f"{path}: was changed by somebody meanwhile; it is as they left it."
    with _locked(path):
        old = FileVersion.of(path.stat())
        if not is_current(path):
            raise ChangedError(changed)
        if not keeps_all:
            _write_over(path, temporary)
            return
        with _set_aside(path, temporary, old) as aside:
            new = FileVersion.of(aside.stat())
            if not exchange(path, aside):
                aside.replace(path)
            elif not is_current(aside):
                if not _give_back(path, aside, new):
                    changed = f"{path}: was changed by somebody meanwhile; their save is beside it."
                raise ChangedError(changed)


def exchange(one: Path, other: Path) -> bool:
    """Let two files of a file system change places; False where that cannot be done in one step."""
    rename = _system_call()
    if rename is None or rename(os.fsencode(one), os.fsencode(other)) == 0:
        return rename is not None
    import ctypes

    number = ctypes.get_errno()
    if number in _NOT_SUPPORTED:
        return False
    raise OSError(number, os.strerror(number), str(one))


@lru_cache(maxsize=1)
def _system_call() -> Any:
    """The system's call, of two names; None where there is none."""
    if sys.platform not in ("linux", "darwin"):
        return None
    import ctypes

    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "darwin":
            return lambda one, other: library.renamex_np(one, other, _EXCHANGE)
        call = library.renameat2
    except (OSError, AttributeError):
        return None
    return lambda one, other: call(_CURRENT_FOLDER, one, _CURRENT_FOLDER, other, _EXCHANGE)


@contextmanager
def _set_aside(path: Path, temporary: Path, old: FileVersion) -> Iterator[Path]:
    """The new content under a name that tells, after a crash too, whose content stands there."""
    codes = f"{FileVersion.of(temporary.stat()).code}-{old.code}"
    name = os.fsencode(path.name)[-_NAME_BYTES:].decode(errors="ignore")
    beside = f".{host_id()}-{os.getpid()}-{codes}{_ASIDE_MARK}{name}"
    aside = temporary.rename(path.with_name(beside))
    try:
        yield aside
    finally:
        _put_away(aside)


def _put_away(aside: Path) -> None:
    """Remove a file that changed places if it is the new or the old one; else keep it in sight.

    What is neither was saved by another program in that very moment, and stands nowhere else.
    """
    found, version = _ASIDE.fullmatch(aside.name), read_version(aside)
    if not found or not version:
        return
    if version.code in (found["new"], found["old"]):
        aside.unlink(missing_ok=True)
        return
    when = time.strftime("%Y-%m-%d %H.%M.%S", time.localtime(version.modified / 1e9))
    book = Path(found["name"])
    for number in count(1):
        note = f"{KEPT}, {when}" + (f", {number}" if number > 1 else "")
        kept = aside.with_name(f"{book.stem} ({note}){book.suffix}")
        if not kept.exists():
            aside.rename(kept)
            return


def _give_back(path: Path, temporary: Path, new: FileVersion) -> bool:
    """Put a file back that was taken away by mistake, unless somebody has saved again meanwhile.

    ``new`` is what was put in its place.  If that is what comes out when the two change places
    again, all is as it was.  Else somebody has saved over it, and what came out is the latest: it
    goes in again, and so on.  False if the system does not let them change places any more.
    """
    there = new
    while True:
        latest = FileVersion.of(temporary.stat())
        if not exchange(path, temporary):
            return False
        if FileVersion.of(temporary.stat()) == there:
            temporary.unlink()
            return True
        there = latest


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """No other process of this program replaces the file meanwhile."""
    if sys.platform == "win32":
        import msvcrt
        import tempfile

        number = zlib.crc32(os.path.normcase(path).encode())
        lock = Path(tempfile.gettempdir()) / f"xl-tourney-{number:08x}.lock"
        with lock.open("wb") as file:
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            yield
    else:
        import fcntl

        with path.open("rb") as file:
            with suppress(OSError):  # a file system that has no locks
                fcntl.flock(file, fcntl.LOCK_EX)
            yield


def create(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read, in a folder of this process."""
    with os.fdopen(os.open(path, _CREATE, 0o600), "wb") as file:
        file.write(data)


def refuse_link(path: Path) -> None:
    """Refuse to write to what is a link: somebody may have put it there."""
    if path.is_symlink():
        raise WriteError(f"{path}: is a link; remove it, or name the file that it leads to.")


def refuse_foreign(path: Path, mark: bytes) -> None:
    """Refuse to replace what is no earlier file of ours, which has the mark of its kind."""
    refuse_link(path)
    if path.is_file() and mark not in path.read_bytes():
        raise WriteError(
            f"{path}: is there, and not from this program; name another file, or move it away."
        )


def replaceable(path: Path) -> os.stat_result | None:
    """The status of a file that may be replaced; None if there is none.

    Raises
    ------
    WriteError
        It is read-only, or no regular file.
    """
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise WriteError(f"{path}: is no regular file; name another one.")
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise WriteError(f"{path}: is read-only; it is left as it is.")
    return status


def _copy_attributes(path: Path, old: os.stat_result, temporary: Path, follow: bool) -> bool:
    """Give a new file the attributes of the old one (names if ``follow``); whether it has all."""
    try:
        new = temporary.stat()
        if hasattr(os, "chown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
            os.chown(temporary, old.st_uid, old.st_gid)
        if hasattr(os, "listxattr"):
            for name in os.listxattr(path):
                os.setxattr(temporary, name, os.getxattr(path, name))
    except OSError:
        return not follow and old.st_nlink > 1
    temporary.chmod(stat.S_IMODE(old.st_mode))
    return not follow or old.st_nlink == 1


def _write_over(path: Path, temporary: Path) -> None:
    """Write a file in place; if that is interrupted, the whole content stays beside it."""
    whole = path.with_name(f".{path.name}{_WHOLE_MARK}")
    temporary.replace(whole)
    there = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0))
    with whole.open("rb") as source, os.fdopen(there, "r+b") as target:
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
    for name in (name.format(path.name) for name in _LOCK_NAMES):
        with suppress(OSError):  # a name that is too long for a file is none
            if path.with_name(name).exists():
                return name
    return ""


def clean(folder: Path) -> None:
    """Remove what a killed process left behind in a folder; somebody's save is kept in sight."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                found = _TEMPORARY.fullmatch(entry.name) or _ASIDE.fullmatch(entry.name)
                if not found or not _is_left(entry, found["host"], int(found["process"])):
                    continue
                if "name" in found.re.groupindex:
                    _put_away(Path(entry.path))
                else:
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
        parts.append(Path("/etc/machine-id").read_text("utf-8"))
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
    with suppress(OSError):  # no Linux, or it has just ended
        state = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()[0]
        return state not in (b"Z", b"X")  # dead, and nobody has asked for its end
    return True
