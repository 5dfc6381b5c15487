"""Python itself: the stub in which an editor and mypy read the parameters of every function.

The functions of :mod:`..functions` are imported when they are asked for, which no type checker can
follow.  So ``functions/__init__.pyi`` declares each of them, with types made from the catalogue.
"""

from __future__ import annotations

import keyword
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args, get_origin

from ..catalogue.declaration import Function
from ..catalogue.parameter import Parameter
from ..functions import CATALOGUE

_WIDTH = 100
_HEAD = '''\
"""The functions with their parameters. Made by: xl-tourney functions --stub."""

# ruff: noqa: E501

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Generic, Literal, ParamSpec, TypeAlias

from ..catalogue.cells import ErrorValue
from ..catalogue.declaration import CATALOGUE as CATALOGUE
from ..catalogue.declaration import Function as Function
from ..catalogue.parameter import Parameter as Parameter

_Number: TypeAlias = int | float | Decimal | ErrorValue | Literal[""] | None
_Numbers: TypeAlias = _Number | Sequence[_Number | Sequence[_Number]]
_Cell: TypeAlias = int | float | Decimal | str | None
_Cells: TypeAlias = _Cell | Sequence[_Cell | Sequence[_Cell]]
_P = ParamSpec("_P")

class _Declared(Function, Generic[_P]):
    """A function of the catalogue with the parameters of its declaration."""

    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> Any:  # type: ignore[override]
        """Take cells and return cells."""

def _declared(rule: Callable[_P, Any]) -> _Declared[_P]:
    """Read a declaration as the function that it makes."""

NAMES: Mapping[str, Sequence[str]]
'''


def format_stub() -> str:
    """The stub of ``xl_tourney.functions``."""
    return "\n".join([_HEAD, *map(_format_declaration, CATALOGUE)])


def _format_declaration(function: Function) -> str:
    parameters = list(_format_parameters(function))
    opening, closing = f"def {function.name}(", ") -> Any:"
    signature = opening + ", ".join(parameters) + closing
    if len(signature) > _WIDTH:
        signature = "\n".join([opening, *(f"    {p}," for p in parameters), closing])
    return f'@_declared\n{signature}\n    """{function.help.summary}"""\n'


def _format_parameters(function: Function) -> Iterator[str]:
    for p, annotation in zip(function.parameters, function.annotations.values()):
        name = f"{p.name}_" if keyword.iskeyword(p.name) else p.name
        default = f" = {p.default!r}".replace("'", '"') if p.optional else ""
        yield f"{name}: {_format_type(p, annotation)}{default}"


def _format_type(p: Parameter, annotation: Any) -> str:
    """The type of what a call may pass: the words of a choice, numbers, or any cells."""
    if p.choices:
        words = (*p.choices, "") if p.optional else p.choices
        choices = ", ".join(f'"{word}"' for word in words)
        return f"Literal[{choices}]" + " | None" * p.optional
    name = "_Number" if _value_types(annotation) <= {float, int, bool} else "_Cell"
    return name + "s" * p.kind.takes_range


def _value_types(annotation: Any) -> set[Any]:
    """The types of the single values in an annotation.

    >>> _value_types(Annotated[list[list[float]], "a kind"] | None) == {float}
    True
    """
    members = [member for member in get_args(annotation) if member is not type(None)]
    if not members or get_origin(annotation) is Literal:
        return {annotation}
    if get_origin(annotation) is Annotated:
        members = members[:1]
    return set().union(*map(_value_types, members))
