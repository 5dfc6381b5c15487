"""The stamp of a workbook: that nothing in its file was edited since it was calculated.

It is a digest of all other parts, by the CRC-32 that the zip file has of each.  Whatever saves the
workbook writes other bytes, and so ends it; it does not protect against those who mean to deceive,
who can write any value anyway.
"""

from __future__ import annotations

import hashlib
from importlib.metadata import PackageNotFoundError, version

from .. import __version__
from ..defined_names import STAMP_PROPERTY
from ..ooxml.custom_properties import PROPERTIES_PART, read_properties, with_property
from ..ooxml.package import Package


def is_stamped(package: Package) -> bool:
    """Whether the values of a workbook are those that this version calculates."""
    text = read_properties(package).get(STAMP_PROPERTY)
    if text is None:
        return False
    if not _engine():  # who calculated elsewhere knew best
        return text.startswith(f"{_digest(package)} ")
    return text == _stamp(package)


def stamped(package: Package) -> bytes:
    """The file of a workbook of ours that has just been calculated, with its stamp."""
    if is_stamped(package):
        return package.data
    parts = with_property(package, STAMP_PROPERTY, _stamp(package))
    return package.with_parts({name: text.encode() for name, text in parts.items()})


def _stamp(package: Package) -> str:
    """The digest of a workbook, and who calculates."""
    return f"{_digest(package)} xl-tourney {__version__}, {_engine() or 'plain Python'}"


def _engine() -> str:
    try:
        return f"formualizer {version('formualizer')}"
    except PackageNotFoundError:
        return ""


def _digest(package: Package) -> str:
    parts = sorted(part for part in package.checksums() if part[0] != PROPERTIES_PART)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
