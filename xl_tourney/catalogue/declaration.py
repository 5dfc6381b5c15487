"""The catalogue: one declaration of a function, from which every host is made.

A function is a typed Python function with :func:`function` above it and a docstring below.  The
types of its parameters (:mod:`.kinds`) say how cells become arguments, the docstring
(:mod:`.docstrings`) holds the summary, each parameter's help, the errors and the examples.
Nothing is said a second time: what many functions say of an argument stands with its type.

>>> from xl_tourney.functions import CATALOGUE
>>> gbq = CATALOGUE["GBQ"]
>>> gbq.category, [p.name for p in gbq.parameters if not p.optional]
('Tantrix', ['tps', 'games', 'places'])
>>> gbq([[55], [5], [0], [0]], [[3], [3], [0], [0]], 2)
[[-2.5], [2.5], [0.0], [0.0]]
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, get_args, get_origin, get_type_hints

from . import broadcasting, cells, docstrings
from .cells import CellError, ErrorValue
from .docstrings import Help
from .kinds import Over
from .parameter import ArgumentType, Parameter


class Function:
    """A function of the catalogue: what a cell may call, and all that is known about it.

    Calling it takes cells (numbers, text, blocks as rows of cells) and gives cells.  What has no
    value is an :class:`~.cells.ErrorValue` in the result, not an exception.
    """

    def __init__(self, rule: Callable[..., Any], category: str) -> None:
        self.rule = rule
        self._in_range = broadcasting.in_range(rule)
        self.name = self.__name__ = self.__qualname__ = rule.__name__
        self.category = category
        self.__doc__ = rule.__doc__
        self.__module__ = rule.__module__

    # What the declaration says is worked out when somebody asks: most runs call one or two of all
    # the functions.

    @cached_property
    def __signature__(self) -> inspect.Signature:
        return inspect.signature(self.rule)

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.rule, include_extras=True)

    @cached_property
    def _types(self) -> dict[str, ArgumentType]:
        return {
            name: ArgumentType.of(hint, f"{self.name}: {name}")
            for name, hint in self._hints.items()
            if name != "return"
        }

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The arguments, in order."""
        declared = self.__signature__.parameters.values()
        return tuple(self._parameter(p, self._types[p.name]) for p in declared)

    @cached_property
    def _least(self) -> int:
        """How many arguments a call must have."""
        return sum(not p.optional for p in self.parameters)

    @cached_property
    def over(self) -> Over | None:
        """How often the rule is called: for each cell, row or board, over a table, or once."""
        return self.parameters[0].kind.over

    @cached_property
    def _call(self) -> Callable[..., Any]:
        return {
            None: broadcasting.once,
            "cell": broadcasting.each_cell,
            "row": broadcasting.each_row,
            "board": broadcasting.each_board,
            "table": broadcasting.over_table,
        }[self.over]

    def _parameter(self, p: inspect.Parameter, type_: ArgumentType) -> Parameter:
        optional = p.default is not inspect.Parameter.empty
        return Parameter(
            p.name,
            lambda: self.help.parameters,
            type_.kind,
            type_.choices,
            optional,
            required=not (optional or type_.may_be_blank),
            blank=p.default if optional else None,
        )

    def __repr__(self) -> str:
        return f"<function {self.usage}>"

    @cached_property
    def help(self) -> Help:
        """What the docstring says; taken apart only when somebody asks."""
        found = docstrings.parse(self.__doc__ or "", self.name).completed(
            {name: type_.shared for name, type_ in self._types.items() if type_.shared}
        )
        if {p.name for p in self.parameters} != set(found.parameters):
            raise TypeError(f"{self.name}: the docstring's parameters are not the function's")
        return found

    @property
    def usage(self) -> str:
        """The call as help shows it: ``TP_PERCENT(tps, games)``."""
        shown = (f"[{p.name}]" if p.optional else p.name for p in self.parameters)
        return f"{self.name}({', '.join(shown)})"

    @property
    def matrix(self) -> bool:
        """Whether the result can be more than one cell."""
        return self.over is not None or get_origin(self._hints["return"]) is list

    @property
    def result(self) -> str:
        """The shape of the result, in words."""
        first = self.parameters[0].name
        if self.over in ("cell", "board"):
            return f"the same shape as {first}"
        if not self.matrix:
            return "one value"
        if self.over is None and get_origin(get_args(self._hints["return"])[0]) is list:
            return f"a block with a row for each row of {first}"
        return f"a column with a value for each row of {first}"

    def __call__(self, *arguments: object, **named: object) -> Any:
        """Cells in, cells out; an argument may be named."""
        if not named and (value := self._alone(arguments)) is not None:
            return value
        return self._answer(arguments, named)

    def from_host(
        self,
        *arguments: object,
        read: Callable[[Sequence[object]], Sequence[object]] = lambda arguments: arguments,
    ) -> Any:
        """The function as a host calls it: whatever goes wrong is an error in the cell.

        ``read`` makes our cells of the host's where they are not all plain numbers.
        """
        try:
            value = self._alone(arguments)
            return self._answer(read(arguments), {}) if value is None else value
        except Exception as error:
            return ErrorValue("#VALUE!", f"{self.name} failed: {error!r}")

    @cached_property
    def _lone(self) -> list[Callable[[Any], Any]]:
        """How each argument is read where it is one piece; empty if it is never called so."""
        return [p.kind.alone for p in self.parameters] if self.over in ("cell", "row") else []

    def _alone(self, arguments: Sequence[object]) -> Any:
        """The value where each argument is one piece of plain numbers; else None.

        So are most calls: thousands of cells, each for its own row.
        """
        if not self._least <= len(arguments) <= len(self._lone):
            return None
        pieces = []
        for alone, argument in zip(self._lone, arguments):
            piece = alone(argument)
            if piece is None:
                return None
            pieces.append(piece)
        try:
            return cells.out(self._in_range(*pieces))
        except CellError as error:
            return error.value

    def _answer(self, arguments: Sequence[object], named: dict[str, object]) -> Any:
        try:
            return self._call(self._in_range, self.parameters, self._complete(arguments, named))
        except CellError as error:
            return error.value

    def _complete(self, arguments: Sequence[object], named: dict[str, object]) -> list[object]:
        """The arguments in order, None for those left out."""
        if len(arguments) > len(self.parameters):
            raise cells.wrong(f"{self.name} takes at most {len(self.parameters)} arguments")
        if not named and len(arguments) >= self._least:
            return [*arguments, *([None] * (len(self.parameters) - len(arguments)))]
        values = list(arguments)
        for p in self.parameters[len(arguments) :]:
            if p.name not in named and not p.optional:
                raise cells.wrong(f"{self.name} needs {p.name}")
            values.append(named.pop(p.name, None))
        if named:
            raise TypeError(f"{self.name} has no argument {', '.join(named)} left to name")
        return values


class Catalogue:
    """All functions by name, in any letter case, in the order of their declaration."""

    def __init__(self) -> None:
        self._functions: dict[str, Function] = {}

    def add(self, function: Function) -> None:
        """Take a function in; a name is declared once."""
        if function.name in self._functions:
            raise TypeError(f"{function.name} is declared twice")
        self._functions[function.name] = function

    def remove(self, name: str) -> None:
        """Take a function out again."""
        del self._functions[name]

    def __getitem__(self, name: str) -> Function:
        return self._functions[name.upper()]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.upper() in self._functions

    def __iter__(self) -> Iterator[Function]:
        return iter(self._functions.values())

    def __len__(self) -> int:
        return len(self._functions)


CATALOGUE = Catalogue()


def function(category: str) -> Callable[[Callable[..., Any]], Function]:
    """Declare the function below as one that a cell may call."""

    def declare(rule: Callable[..., Any]) -> Function:
        declared = Function(rule, category)
        CATALOGUE.add(declared)
        return declared

    return declare
