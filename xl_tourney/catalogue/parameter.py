"""A parameter of a function, as its type says it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from . import cells
from .docstrings import Shared
from .kinds import Kind, choice


class Parameter(NamedTuple):
    """One argument of a function."""

    name: str
    told: Callable[[], Mapping[str, str]]
    """Gives the help of every parameter of the function."""
    kind: Kind
    choices: tuple[str, ...] = ()
    optional: bool = False
    """Whether a call may leave the argument out."""
    required: bool = True
    """Whether a blank is taken as it is, and no default stands in."""
    blank: Any = None
    """What the rule gets when an argument that is not required is left out or blank."""

    @property
    def help(self) -> str:
        """What the argument is."""
        return self.told()[self.name]

    @property
    def default_text(self) -> str:
        """The default as help shows it; empty where there is nothing to say."""
        if self.required or self.blank is None:
            return ""
        return cells.text(self.blank, self.name)

    @staticmethod
    def left_blank(value: object) -> bool:
        """Whether an argument is left out, an empty cell, or a range of empty cells."""
        if isinstance(value, (list, tuple)):
            return all(map(Parameter.left_blank, value))
        return cells.is_blank(value)

    def read(self, value: object) -> Any:
        """The argument as the rule takes it."""
        if not self.required and self.left_blank(value):
            return self.blank
        return self.kind.read(value, self.name)


class ArgumentType(NamedTuple):
    """What a parameter's type says: ``Each``, ``Line | None``, ``Literal["a", "b"]``."""

    kind: Kind
    choices: tuple[str, ...]
    shared: Shared | None
    may_be_blank: bool

    @classmethod
    def of(cls, hint: Any, where: str) -> ArgumentType:
        """What an annotation says; ``where`` names the parameter in an error."""
        may_be_blank = get_origin(hint) in (Union, UnionType) and NoneType in get_args(hint)
        if may_be_blank:
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
        if get_origin(hint) is Literal:
            return cls(choice(get_args(hint)), get_args(hint), None, may_be_blank)
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{where} has no kind of cells for its type")
        _, kind, *shared = get_args(hint)
        return cls(kind, (), shared[0] if shared else None, may_be_blank)
