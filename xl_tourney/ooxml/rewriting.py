"""A package of ours with some of its parts in other words."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping


def rewritten(package: bytes, changes: Mapping[str, Callable[[str], str]]) -> bytes:
    """The package, with each change made to the text of its part."""
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
