"""A package that we made ourselves, with the text of some parts changed."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping


def rewrite_parts(
    package: bytes,
    changes: Mapping[str, Callable[[str], str]],
    binary_changes: Mapping[str, Callable[[bytes], bytes]] | None = None,
    added: Mapping[str, bytes] | None = None,
) -> bytes:
    """The package, with each change made to the text or the bytes of its part, and parts added."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for entry in old.infolist():
            data = old.read(entry)
            if change := changes.get(entry.filename):
                data = change(data.decode("utf-8")).encode("utf-8")
            if binary_changes and (binary_change := binary_changes.get(entry.filename)):
                data = binary_change(data)
            new.writestr(entry, data)
        for name, data in (added or {}).items():
            new.writestr(name, data)
    return file.getvalue()
