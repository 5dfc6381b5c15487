"""How a workbook in use is changed: read, worked on, kept as it was, and replaced.

There is one way for every command: what it writes is made from the file as it is at that moment.
When somebody else saves meanwhile, the work is done again on what they saved; so of two commands at
once neither loses what the other one did.
"""

from __future__ import annotations

import os
import re
import time
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from .. import atomic
from ..atomic import ChangedError, read_version
from ..errors import UnsafeWorkbookError, WorkbookError, WriteError
from ..patterns import regex
from ..record import NamedTuple
from .package import Limits, Package

if TYPE_CHECKING:
    from .backups import Keeping

_MAX_ATTEMPTS = 5
"""How often a workbook is worked on that somebody saves meanwhile."""
_SETTLED_SECONDS, _WAIT_SECONDS = 0.2, 5.0
"""How long a file stays the same that nobody writes any more, and how long to wait for that."""
_COPY = regex(rf".*(\.bak\d*| \({atomic.KEPT}, .*\))", re.DOTALL)

Result = TypeVar("Result")


class Saved(NamedTuple):
    """What became of a change to a workbook."""

    content: bytes
    written: bool = False
    backup: Path | None = None
    """The copy of the old workbook."""


def work_on(
    workbook: Path | Package, work: Callable[[Package], Result], limits: Limits | None = None
) -> Result:
    """Call ``work`` with a workbook; again with the newer one if it was saved meanwhile.

    Raises
    ------
    ChangedError
        Somebody saves it all the time.
    """
    path = Path(workbook.name) if isinstance(workbook, Package) else workbook
    if not isinstance(workbook, Package) or workbook.version:
        atomic.clean_once(Path(os.path.realpath(path)).parent)
    package = workbook if isinstance(workbook, Package) else _read(path, limits)
    for _ in range(_MAX_ATTEMPTS - 1):
        try:
            return work(package)
        except ChangedError:
            if package.version is None:
                raise
        _wait_until_settled(path)
        package = _read(path, package.limits)
    return work(package)


def replace_workbook(
    package: Package, content: bytes, keeping: Keeping | None = None, *, target: Path | None = None
) -> Saved:
    """Write a workbook's new content to its file, or over another one, which is kept anyway.

    Raises
    ------
    ChangedError
        The file is not the one any more that the package was read from.
    WriteError
        It cannot be written.
    """
    path = Path(package.name)
    target = target or path
    is_own = package.version is not None and target.exists() and target.samefile(path)
    if is_own and content == package.data:
        if not package.is_in(target):
            raise ChangedError(f"{target}: was changed by somebody meanwhile.")
        return Saved(content)
    if not is_own:
        return write_over(target, content, keeping, opened=True)
    atomic.replaceable(target)
    kept: AbstractContextManager[Path | None] = nullcontext()
    if keeping:
        from .backups import Backups  # to recalculate needs it not

        kept = Backups(path).kept(package.data, content, keeping)
    with kept as copy:
        write = methodcaller("write", content)
        atomic.write(target, write, is_current=package.is_in, follow=True)
    return Saved(content, True, copy)


def write_over(
    path: Path,
    content: bytes,
    keeping: Keeping | None = None,
    *,
    backup: bool = True,
    force: bool = True,
    opened: bool = False,
) -> Saved:
    """Write a file that owes nothing to the one that is there, which is kept as a copy.

    With ``opened`` a spreadsheet program may have it open.

    Raises
    ------
    WriteError
        There is one (and not ``force``), it is a link, a spreadsheet program has it open, somebody
        saves it all the time, or it cannot be written.
    """
    from .backups import Backups, Keeping, holds

    changed = ChangedError(f"{path}: was changed by somebody meanwhile.")
    for _ in range(_MAX_ATTEMPTS):
        if not read_version(path):
            with suppress(FileExistsError):
                atomic.write_new(path, lambda file: file.write(content))
                return Saved(content, True)
        refuse_existing(path, force)
        if not opened:
            refuse_open_workbook(path)
        try:
            status = atomic.replaceable(path)
            atomic.refuse_link(path)
            if status and not zipfile.is_zipfile(path):
                _wait_until_settled(path)
            old = path.read_bytes()
        except FileNotFoundError:
            continue
        except OSError as error:
            raise WriteError(f"{path}: cannot be read ({error.strerror or error}).") from error
        if old == content:
            return Saved(content)
        try:
            kept = Backups(path).kept(old, content, keeping or Keeping())
            with kept if backup else nullcontext() as copy:
                write = methodcaller("write", content)
                atomic.write(path, write, is_current=partial(holds, old))
            return Saved(content, True, copy)
        except ChangedError as error:
            changed = error
    raise changed


def refuse_existing(path: Path, force: bool) -> None:
    """Refuse to write over a file, unless it is to be."""
    if not force and os.path.lexists(path):
        raise WriteError(f"{path}: is there already; name another file with -o, or add --force.")


def is_copy(book: Path) -> bool:
    """Whether a workbook is a copy, by its name: a backup, also of earlier versions, or a save.

    >>> ends = "", ".bak2", " (saved meanwhile, 2026)", ".backups/club"
    >>> [is_copy(Path(f"club{end}.xlsx")) for end in ends]
    [False, True, True, True]
    """
    from .backups import SUFFIX

    return book.parent.name.endswith(SUFFIX) or bool(_COPY.fullmatch(book.stem))


def refuse_open_workbook(book: Path, remedy: str = "save and close it, and try again") -> None:
    """Refuse a workbook that a spreadsheet program has open: it would write over the changes."""
    if lock := atomic.find_lock(book):
        raise WriteError(f"{book}: is open in a spreadsheet program, says {lock}; {remedy}.")


def _read(path: Path, limits: Limits | None) -> Package:
    """Read a workbook; one that somebody is writing just now, when that is done."""
    try:
        return Package.from_path(path, limits)
    except UnsafeWorkbookError:
        raise
    except WorkbookError:
        if not _wait_until_settled(path):
            raise
        return Package.from_path(path, limits)


def _wait_until_settled(path: Path) -> bool:
    """Wait for a file that may be being written; False if nobody has written it for some time."""
    end = time.monotonic() + _WAIT_SECONDS
    version = read_version(path)
    if version and time.time() - version.modified / 1e9 > _WAIT_SECONDS:
        return False
    while time.monotonic() < end:
        time.sleep(_SETTLED_SECONDS)
        before, version = version, read_version(path)
        if version == before:
            break
    return True
