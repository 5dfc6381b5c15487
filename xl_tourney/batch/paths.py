"""Which workbooks are meant by paths, folders, patterns and URLs; one at a time, never all."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

_LOCK = "~$"
_SUFFIXES = (".xlsx", ".xlsm", ".xltx", ".xltm")


def is_url(path: str) -> bool:
    """Whether a path is a place that fsspec knows, such as ``s3://club/season/table.xlsx``."""
    return "://" in path


def is_one_file(name: str) -> bool:
    """Whether a name stands for one file of this machine, be it there or not."""
    return not (is_url(name) or Path(name).is_dir() or _is_pattern(name))


def expand(names: Iterable[str]) -> Iterator[str]:
    """Paths of workbooks, from paths, folders, patterns such as ``season/**/*.xlsx``, and URLs.

    A pattern that nothing fits stays as it is: whoever reads it says that there is no such file.
    """
    for name in names:
        if is_url(name):
            yield from _expand_url(name)
        elif Path(name).is_dir():
            yield from _in_folder(name)
        elif _is_pattern(name):
            every = glob.iglob(name, recursive=True)  # noqa: PTH207
            found = (path for path in every if not Path(path).name.startswith(_LOCK))
            yield next(found, name)
            yield from found
        else:
            yield name


def _is_pattern(name: str) -> bool:
    return glob.has_magic(name) and not Path(name).exists()


def _in_folder(folder: str) -> Iterator[str]:
    for inside, folders, files in os.walk(folder):
        folders.sort()
        yield from (str(Path(inside, file)) for file in sorted(files) if _is_workbook(file))


def _expand_url(url: str) -> Iterator[str]:
    if glob.has_magic(url) or url.endswith("/"):
        from .remote import found_at

        yield from (found for found in found_at(url) if _is_workbook(found.rpartition("/")[2]))
    else:
        yield url


def _is_workbook(file: str) -> bool:
    """Whether a file is a workbook, by its name; no lock file of Excel, nothing hidden."""
    return file.lower().endswith(_SUFFIXES) and not file.startswith((_LOCK, "."))
