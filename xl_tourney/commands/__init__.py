"""The acts of a person, each declared once; every place where one can be called is made from it.

A command is a typed function with ``@command`` in a module of its name; the modules are found, and
imported when they are asked for.  It never prints, asks or writes: it returns an ``Outcome``.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules

from .parts.declaration import DECLARED, Command


def names() -> Iterator[str]:
    """The names of all commands."""
    found = [module.name for module in iter_modules(__path__) if not module.ispkg]
    yield from dict.fromkeys([*found, *DECLARED])


def find(name: str) -> Command | None:
    """A command by its name.

    >>> from xl_tourney import commands
    >>> commands.find("standings").title, commands.find("parts")
    ('Print the standings', None)
    """
    if name not in DECLARED and name in names():
        import_module(f"{__name__}.{name}")
    return DECLARED.get(name)


def everything() -> Iterator[Command]:
    """All commands, each imported."""
    for name in names():
        if made := find(name):
            yield made
