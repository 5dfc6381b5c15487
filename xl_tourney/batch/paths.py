"""The expansion of paths, folders, patterns and URLs to workbooks, lazily."""

from __future__ import annotations

import glob
import itertools
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ..ooxml.backups import SUFFIX
from ..ooxml.saving import is_copy
from .urls import is_url, is_url_pattern

_LOCK_PREFIX = "~$"
_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")


def is_one_file(name: str) -> bool:
    """Whether a name is the path of a single local file, which need not exist."""
    return not (is_url(name) or Path(name).is_dir() or _is_pattern(name))


Report = Callable[[str, str], None]
"""Is called with a path that is skipped, and why."""


def absolute(path: str) -> str:
    """A path that means the same in every working folder."""
    return path if is_url(path) else str(Path(path).absolute())


def expand(
    names: Iterable[str], report: Report | None = None, *, follow_links: bool = False
) -> Iterator[str]:
    """Paths of workbooks, from paths, folders, patterns such as ``season/**/*.xlsx``, and URLs.

    A pattern without a match is yielded unchanged, so that reading it reports the missing file.
    What a folder or a pattern holds that is no file, or a backup, is skipped, and links that lead
    out of the folder: who may write into it could have any workbook of the machine calculated.
    """
    for name in names:
        if is_url(name):
            yield from _expand_url(name)
        elif Path(name).is_dir():
            yield from _files(_walk_folder(name), report, None if follow_links else Path(name))
        elif _is_pattern(name):
            matches = glob.iglob(name, recursive=True)  # noqa: PTH207
            paths = (path for path in matches if not Path(path).name.startswith(_LOCK_PREFIX))
            if not is_copy(Path(name)):
                paths = (path for path in paths if not is_copy(Path(path)))
            first = next(paths, None)
            if first is None:
                yield name
            else:
                folder = None if follow_links else _plain_folder(name)
                yield from _files(itertools.chain([first], paths), report, folder)
        else:
            yield name


def _plain_folder(pattern: str) -> Path:
    """The folder of a pattern, as far as it has no signs of its own.

    >>> _plain_folder("clubs/2026/*/round?.xlsx").as_posix()
    'clubs/2026'
    """
    parts = Path(pattern).parts
    return Path(*itertools.takewhile(lambda part: not glob.has_magic(part), parts[:-1]))


def _files(paths: Iterable[str], report: Report | None, folder: Path | None) -> Iterator[str]:
    """Those that are regular files, or links to such in the folder (anywhere without one)."""
    inside = Path(os.path.realpath(folder)) if folder is not None else None
    for path in paths:
        try:
            status = os.stat(path)  # noqa: PTH116
        except FileNotFoundError:
            reason = "it is a link to nothing"
        except OSError as error:
            reason = f"it cannot be reached ({error.strerror})"
        else:
            is_file = stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode)
            if is_file and (not inside or Path(os.path.realpath(path)).is_relative_to(inside)):
                yield path
                continue
            reason = "it is no regular file"
            if is_file:
                reason = "it is a link out of the folder (--follow-links reads it)"
        if report:
            report(path, reason)


def _is_pattern(name: str) -> bool:
    return glob.has_magic(name) and not Path(name).exists()


def _walk_folder(folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.endswith(SUFFIX))
        yield from (str(Path(parent, file)) for file in sorted(files) if _is_workbook(file))


def _expand_url(url: str) -> Iterator[str]:
    if is_url_pattern(url) or url.endswith("/"):
        from .remote import list_urls

        yield from (listed for listed in list_urls(url) if _is_workbook(listed.rpartition("/")[2]))
    else:
        yield url


def _is_workbook(file: str) -> bool:
    """Whether a file name is that of a workbook, not of a copy, a lock file or a hidden file."""
    is_book = file.lower().endswith(_SUFFIXES) and not file.startswith((_LOCK_PREFIX, "."))
    return is_book and not is_copy(Path(file))
