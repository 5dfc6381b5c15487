"""The acts of a person, each declared once; every place where one can be called is made from it.

A command is a typed function with ``@command`` in a module of its name; the modules are found, and
imported when they are asked for.  It never prints, asks or writes: it returns an ``Outcome``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from .parts import DECLARED

if TYPE_CHECKING:
    from .parts.declaration import Command


def names() -> Iterator[str]:
    """The names of all commands."""
    yield from dict.fromkeys([*_modules(), *DECLARED])


@cache
def _modules() -> Mapping[str, str]:
    """The modules of the commands by name; those on whole workbooks lie in a folder."""
    found = {
        file.removesuffix(".py"): f"{__name__}{folder}.{file.removesuffix('.py')}"
        for folder in ("", ".workbooks")
        for file in os.listdir(__path__[0] + folder.replace(".", "/"))  # noqa: PTH208
        if file.endswith(".py") and file[0] != "_"
    }
    return dict(sorted(found.items()))


def find(name: str) -> Command | None:
    """A command by its name.

    >>> from xl_tourney import commands
    >>> commands.find("standings").title, commands.find("parts")
    ('Print the standings', None)
    """
    if name not in DECLARED and (module := _modules().get(name)):
        import_module(module)
    return DECLARED.get(name)


def everything() -> Iterator[Command]:
    """All commands, each imported."""
    for name in names():
        if made := find(name):
            yield made
