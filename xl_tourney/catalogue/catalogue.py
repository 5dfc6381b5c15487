"""All functions that are declared, by name: which there are is known before one is imported."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, TypeVar

Function = TypeVar("Function")


class Catalogue(Generic[Function]):
    """All functions by name, in any letter case, in the order of their names.

    The module of a function is imported when the function is asked for, not its name alone.
    """

    def __init__(self) -> None:
        self._functions: dict[str, Function | None] = {}
        """None for a function that is not imported yet."""
        self._modules: dict[str, str] = {}

    def announce(self, package: str, names: Mapping[str, Sequence[str]]) -> None:
        """Name the functions that each module of a package declares."""
        for module, declared in names.items():
            self._functions |= dict.fromkeys(declared)
            self._modules |= dict.fromkeys(declared, f"{package}.{module}")

    def add(self, name: str, function: Function) -> None:
        """Add a function; a name is declared once."""
        if self._functions.get(name):
            raise TypeError(f"{name} is declared twice")
        self._functions[name] = function

    def remove(self, name: str) -> None:
        """Remove a function."""
        del self._functions[name]

    @property
    def names(self) -> Sequence[str]:
        """The names of all functions."""
        return tuple(self._functions)

    def __getitem__(self, name: str) -> Function:
        name = name.upper()
        if self._functions[name] is None:
            import_module(self._modules[name])
        function = self._functions[name]
        assert function, f"{self._modules[name]} does not declare {name}"
        return function

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self._functions

    def __iter__(self) -> Iterator[Function]:
        return map(self.__getitem__, self.names)

    def __len__(self) -> int:
        return len(self._functions)


CATALOGUE: Catalogue[Any] = Catalogue()
