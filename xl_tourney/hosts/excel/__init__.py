"""The functions in Excel, through xlwings.

The functions themselves are attributes of this package: ``from xl_tourney.hosts.excel import *``
imports all of them.  :mod:`.udfs` makes them on the first access, because it imports xlwings.
"""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    """A function of the catalogue, as xlwings serves it."""
    if name == "__all__" or name.isupper():
        from . import udfs

        return getattr(udfs, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from . import udfs

    return sorted([*globals(), *udfs.__all__])
