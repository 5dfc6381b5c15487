"""A parameter of a function, as its type annotation declares it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

from . import cells
from .docstrings import SharedHelp
from .kinds import Kind, choice_kind


class Parameter(NamedTuple):
    """One parameter of a function."""

    name: str
    load_help: Callable[[], Mapping[str, str]]
    """Returns the help of every parameter of the function."""
    kind: Kind
    choices: tuple[str, ...] = ()
    optional: bool = False
    """Whether a call may leave the argument out."""
    required: bool = True
    """Whether a blank argument is coerced like any other; else the default replaces it."""
    default: Any = None
    """The rule's argument where one that is not required is omitted or blank."""

    @property
    def help(self) -> str:
        """The help of the argument."""
        return self.load_help()[self.name]

    @property
    def default_text(self) -> str:
        """The default as help shows it; empty without one."""
        if self.required or self.default is None:
            return ""
        return cells.to_text(self.default, self.name)

    @staticmethod
    def is_omitted(argument: object) -> bool:
        """Whether an argument is left out, an empty cell, or a range of empty cells."""
        if isinstance(argument, (list, tuple)):
            return all(map(Parameter.is_omitted, argument))
        return cells.is_blank(argument)

    def coerce(self, argument: object) -> Any:
        """The argument as the rule takes it."""
        if not self.required and self.is_omitted(argument):
            return self.default
        return self.kind.coerce(argument, self.name)


class ArgumentType(NamedTuple):
    """A parameter's type annotation, parsed: ``Each``, ``Line | None``, ``Literal["a", "b"]``.

    A choice that several functions offer is ``Annotated[Literal["a", "b"], SharedHelp("…")]``.
    """

    kind: Kind
    choices: tuple[str, ...]
    shared_help: SharedHelp | None
    nullable: bool

    @classmethod
    def from_annotation(cls, annotation: Any, where: str) -> ArgumentType:
        """Parse an annotation; ``where`` names the parameter in an error."""
        members = get_args(annotation)
        nullable = get_origin(annotation) in (Union, UnionType) and NoneType in members
        if nullable:
            (annotation,) = (member for member in members if member is not NoneType)
            members = get_args(annotation)
        if get_origin(annotation) is Literal:
            choices = get_args(annotation)
            return cls(choice_kind(choices), choices, None, nullable)
        if get_origin(annotation) is Annotated and get_origin(members[0]) is Literal:
            choices = get_args(members[0])
            return cls(choice_kind(choices), choices, members[1], nullable)
        if get_origin(annotation) is not Annotated:
            raise TypeError(f"{where} has no kind of cells for its type")
        _, kind, *shared_help = get_args(annotation)
        return cls(kind, (), shared_help[0] if shared_help else None, nullable)
