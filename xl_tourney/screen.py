"""How reports show themselves in a terminal: on one screen, however much they hold."""

from __future__ import annotations

from reprlib import Repr
from typing import Any

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 160


def on_one_screen(report: Any) -> str:
    """The ``__repr__`` of a data class, or record, whose fields may be long: each is cut.

    >>> from dataclasses import make_dataclass
    >>> on_one_screen(make_dataclass("Found", ["cells", "name"])([*range(100_000)], "All"))
    "Found(cells=[0, 1, 2, 3, 4, 5, ...], name='All')"
    """
    classes = reversed(type(report).__mro__)
    names = [name for one in classes for name in vars(one).get("__annotations__", ())]
    shown = [f"{name}={_SHORT.repr(getattr(report, name))}" for name in names if name[0] != "_"]
    return f"{type(report).__name__}({', '.join(shown)})"
