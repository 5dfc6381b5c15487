"""The expansion of paths, folders, patterns and URLs to workbooks, lazily."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_LOCK_PREFIX = "~$"
_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")


def is_url(path: str) -> bool:
    """Whether a path is a URL for fsspec, such as ``s3://club/season/table.xlsx``."""
    return "://" in path


def is_one_file(name: str) -> bool:
    """Whether a name is the path of a single local file, which need not exist."""
    return not (is_url(name) or Path(name).is_dir() or _is_pattern(name))


def expand(names: Iterable[str]) -> Iterator[str]:
    """Paths of workbooks, from paths, folders, patterns such as ``season/**/*.xlsx``, and URLs.

    A pattern without a match is yielded unchanged, so that reading it reports the missing file.
    """
    for name in names:
        if is_url(name):
            yield from _expand_url(name)
        elif Path(name).is_dir():
            yield from _walk_folder(name)
        elif _is_pattern(name):
            matches = glob.iglob(name, recursive=True)  # noqa: PTH207
            workbooks = (path for path in matches if not Path(path).name.startswith(_LOCK_PREFIX))
            yield next(workbooks, name)
            yield from workbooks
        else:
            yield name


def _is_pattern(name: str) -> bool:
    return glob.has_magic(name) and not Path(name).exists()


def _walk_folder(folder: str) -> Iterator[str]:
    for parent, folders, files in os.walk(folder):
        folders.sort()
        yield from (str(Path(parent, file)) for file in sorted(files) if _is_workbook(file))


def _expand_url(url: str) -> Iterator[str]:
    if glob.has_magic(url) or url.endswith("/"):
        from .remote import list_urls

        yield from (path for path in list_urls(url) if _is_workbook(path.rpartition("/")[2]))
    else:
        yield url


def _is_workbook(file: str) -> bool:
    """Whether a file name is that of a workbook, not of a lock file or a hidden file."""
    return file.lower().endswith(_SUFFIXES) and not file.startswith((_LOCK_PREFIX, "."))
