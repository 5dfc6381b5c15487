"""What a Python program calls a workbook: a path, bytes, a file, or an openpyxl workbook."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

from ...errors import WorkbookError, WriteError
from ...ooxml.package import Limits, Package

if TYPE_CHECKING:
    import openpyxl

WORKBOOK_SUFFIXES = (".xlsx", ".xlsm")
"""How the names of workbooks end that we make."""
PathLike: TypeAlias = "str | os.PathLike[str]"
Book: TypeAlias = "str | os.PathLike[str] | bytes | BinaryIO | openpyxl.Workbook"
"""A path; the bytes of a workbook; a file that is open for reading; or openpyxl's workbook."""


def open_package(book: Book, limits: Limits | None = None, password: str | None = None) -> Package:
    """The package of a workbook, wherever it is; a file is decrypted with a password.

    >>> import openpyxl
    >>> "xl/workbook.xml" in open_package(openpyxl.Workbook())
    True

    Raises
    ------
    WorkbookError
        It is none of these, or cannot be read.
    """
    if isinstance(book, (str, os.PathLike)):
        if password:
            from ...readers.files import read_bytes

            return Package(read_bytes(Path(book), password), str(book), limits)
        return Package.from_path(Path(book), limits)
    if isinstance(book, (bytes, bytearray, memoryview)):
        return Package(bytes(book), limits=limits)
    if hasattr(book, "read"):
        return Package(book.read(), str(getattr(book, "name", "workbook")), limits)
    if hasattr(book, "save") and hasattr(book, "worksheets"):
        file = io.BytesIO()
        book.save(file)
        return Package(file.getvalue(), limits=limits)
    raise WorkbookError(
        f"{type(book).__name__} is no workbook; give a path, bytes, a file that is open for "
        "reading, or an openpyxl workbook."
    )


def refuse_itself(book: Package, target: Path) -> None:
    """Refuse to write what is made of a workbook over the workbook itself."""
    own = Path(book.name)
    if book.version and own.exists() and target.exists() and target.samefile(own):
        raise WriteError(f"{target}: is the workbook itself; name another file.")
