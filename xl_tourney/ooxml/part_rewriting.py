"""A package that we made ourselves, with the text of some parts changed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping


def rewrite_parts(package: bytes, changes: Mapping[str, Callable[[str], str]]) -> bytes:
    """The package with a change made to the text of each named part."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            data = old.read(entry)
            if change := changes.get(entry.filename):
                data = change(data.decode("utf-8")).encode("utf-8")
            new.writestr(entry, data)
    return file.getvalue()
