"""The catalogue: one declaration of a function, from which every host is made.

A function is a typed Python function with the decorator :func:`function` and a docstring.  The
types of its parameters (:mod:`.kinds`) declare how cells are coerced to arguments.  The docstring
(:mod:`.docstrings`) holds the summary, each parameter's help, the errors and the examples.  Help
that several functions share stands with the type of the argument.

>>> from xl_tourney.functions import CATALOGUE
>>> gbq = CATALOGUE["GBQ"]
>>> gbq.category, [p.name for p in gbq.parameters if not p.optional]
('Tantrix', ['tps', 'games', 'places'])
>>> gbq([[55], [5], [0], [0]], [[3], [3], [0], [0]], 2)
[[-2.5], [2.5], [0.0], [0.0]]
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, get_args, get_origin, get_type_hints

from . import broadcasting, catalogue, cells, docstrings
from .cells import CellError, ErrorValue
from .derivation import CallInCell, Derivation, Step, prepare, step
from .docstrings import Help
from .expression import Term
from .kinds import Unit
from .parameter import ArgumentType, Parameter


class Function:
    """A function of the catalogue: what a cell may call, with its metadata.

    A call takes cells (numbers, text, blocks as rows of cells) and returns cells.  An error is an
    :class:`~.cells.ErrorValue` in the result, not an exception.
    """

    def __init__(
        self,
        rule: Callable[..., Any],
        category: str,
        rows_of: str = "",
        takes: Callable[..., Any] | None = None,
    ) -> None:
        self.rule = rule
        self._rows_of = rows_of
        self._takes = takes
        self._guarded_rule = broadcasting.with_overflow_as_num_error(rule)
        self._derivation: Derivation | None = None
        self.name = self.__name__ = self.__qualname__ = rule.__name__
        self.category = category
        self.__doc__ = rule.__doc__
        self.__module__ = rule.__module__

    # The declaration is parsed on demand: most runs call one or two of all the functions.

    @cached_property
    def __signature__(self) -> inspect.Signature:
        own = inspect.signature(self.rule)
        if self._takes is None:
            return own
        named = {p.name: p for p in own.parameters.values() if p.kind is not p.VAR_POSITIONAL}
        shared = inspect.signature(self._takes).parameters
        return own.replace(
            parameters=[*named.values(), *(shared[n] for n in shared if n not in named)]
        )

    @cached_property
    def annotations(self) -> dict[str, Any]:
        """The types of the rule's parameters, in order, and of what it returns."""
        shared: Any = self._takes
        if isinstance(shared, type):
            shared = vars(shared)["__init__"]
        hints = get_type_hints(shared, include_extras=True) if shared else {}
        hints |= get_type_hints(self.rule, include_extras=True)
        return {name: hints[name] for name in (*self.__signature__.parameters, "return")}

    @cached_property
    def _types(self) -> dict[str, ArgumentType]:
        return {
            _argument_name(name): ArgumentType.from_annotation(annotation, f"{self.name}: {name}")
            for name, annotation in self.annotations.items()
            if name != "return"
        }

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """The arguments, in order."""
        declared = self.__signature__.parameters.values()
        return tuple(self._to_parameter(p, self._types[_argument_name(p.name)]) for p in declared)

    @cached_property
    def _min_arguments(self) -> int:
        """How many arguments a call must have."""
        return sum(not p.optional for p in self.parameters)

    @cached_property
    def unit(self) -> Unit | None:
        """The unit of a call of the rule: cell, row, board or table; None if it is called once."""
        return self.parameters[0].kind.unit

    @cached_property
    def _broadcast(self) -> Callable[..., Any]:
        return {
            None: broadcasting.call_once,
            "cell": broadcasting.call_per_cell,
            "row": broadcasting.call_per_row,
            "board": broadcasting.call_per_board,
            "table": broadcasting.call_on_table,
        }[self.unit]

    def _to_parameter(self, p: inspect.Parameter, type_: ArgumentType) -> Parameter:
        optional = p.default is not inspect.Parameter.empty
        return Parameter(
            _argument_name(p.name),
            lambda: self.help.parameters,
            type_.kind,
            type_.choices,
            optional,
            required=not (optional or type_.nullable),
            default=p.default if optional else None,
        )

    def __repr__(self) -> str:
        return f"<function {self.usage}>"

    @cached_property
    def help(self) -> Help:
        """The docstring, parsed on demand."""
        parsed = docstrings.parse_docstring(self.__doc__ or "", self.name).with_shared_help(
            {name: type_.shared_help for name, type_ in self._types.items() if type_.shared_help}
        )
        if {p.name for p in self.parameters} != set(parsed.parameters):
            raise TypeError(f"{self.name}: the docstring's parameters are not the function's")
        return parsed

    @property
    def usage(self) -> str:
        """The call as help shows it: ``TP_PERCENT(tps, games)``."""
        names = (f"[{p.name}]" if p.optional else p.name for p in self.parameters)
        return f"{self.name}({', '.join(names)})"

    @property
    def returns_array(self) -> bool:
        """Whether the result can be more than one cell."""
        return self.unit is not None or get_origin(self.annotations["return"]) is list

    @property
    def result_shape(self) -> str:
        """The shape of the result, in words."""
        first = self._rows_of or self.parameters[0].name
        if self.unit in ("cell", "board"):
            return f"the same shape as {first}"
        if not self.returns_array:
            return "one value"
        if self.unit is None and get_origin(get_args(self.annotations["return"])[0]) is list:
            return f"a block with a row for each row of {first}"
        return f"a column with a value for each row of {first}"

    def derivation(self, steps: Derivation) -> Derivation:
        """Declare the decorated generator as the derivation of what the rule gives."""
        self._derivation = steps
        return steps

    @property
    def has_derivation(self) -> bool:
        """Whether a derivation of its own is declared."""
        return self._derivation is not None

    def explain(self, call: CallInCell, value: Term) -> list[Step]:
        """The steps that lead to a value of a call; without a derivation of its own, just the call.

        The last step is about the value.
        """
        prepared = self._derivation and prepare(self.parameters, call)
        if self._derivation and prepared:
            subject, arguments = prepared
            return list(self._derivation(subject, *arguments))
        return [step(f"{self.name} gives {{value}}.", value=value)]

    def __call__(self, *arguments: object, **named: object) -> Any:
        """Take cells and return cells; an argument may be named."""
        if not named and (value := self._call_numeric(arguments)) is not None:
            return value
        return self._call_cells(arguments, named)

    def call_from_host(
        self,
        *arguments: object,
        convert: Callable[[Sequence[object]], Sequence[object]] = lambda arguments: arguments,
    ) -> Any:
        """Call the function for a host: any exception is an error value.

        ``convert`` converts the host's arguments to our cells.  It is not called where all of them
        are finite floats.
        """
        try:
            value = self._call_numeric(arguments)
            return self._call_cells(convert(arguments), {}) if value is None else value
        except Exception as error:
            return ErrorValue("#VALUE!", f"{self.name} failed: {error!r}")

    @cached_property
    def _numeric_coercions(self) -> list[Callable[[Any], Any]]:
        """How each argument of a single numeric unit is coerced; empty for other units."""
        if self.unit not in ("cell", "row"):
            return []
        return [p.kind.coerce_numeric_argument for p in self.parameters]

    def _call_numeric(self, arguments: Sequence[object]) -> Any:
        """The value where each argument is a single unit of finite floats, else None.

        This is the fast path of most calls: thousands of cells, each for its own row.
        """
        if not self._min_arguments <= len(arguments) <= len(self._numeric_coercions):
            return None
        coerced = []
        for coerce, argument in zip(self._numeric_coercions, arguments):
            value = coerce(argument)
            if value is None:
                return None
            coerced.append(value)
        try:
            return cells.to_result_cell(self._guarded_rule(*coerced))
        except CellError as error:
            return error.value

    def _call_cells(self, arguments: Sequence[object], named: dict[str, object]) -> Any:
        try:
            complete = self._complete(arguments, named)
            return self._broadcast(self._guarded_rule, self.parameters, complete)
        except CellError as error:
            return error.value

    def _complete(self, arguments: Sequence[object], named: dict[str, object]) -> list[object]:
        """The arguments in order, None for those left out."""
        if len(arguments) > len(self.parameters):
            raise cells.value_error(f"{self.name} takes at most {len(self.parameters)} arguments")
        complete = list(arguments)
        named = {_argument_name(name): argument for name, argument in named.items()}
        for p in self.parameters[len(arguments) :]:
            if p.name not in named and not p.optional:
                raise cells.value_error(f"{self.name} needs {p.name}")
            complete.append(named.pop(p.name, None))
        if named:
            raise TypeError(f"{self.name} has no argument {', '.join(named)} left to name")
        return complete


def _argument_name(name: str) -> str:
    """An argument's name as a cell's help shows it: Python's own words end in _ in a rule.

    >>> _argument_name("from_")
    'from'
    """
    return name.rstrip("_")


CATALOGUE: catalogue.Catalogue[Function] = catalogue.CATALOGUE


def function(
    category: str, rows_of: str = "", takes: Callable[..., Any] | None = None
) -> Callable[[Callable[..., Any]], Function]:
    """Declare the decorated function as one that a cell may call.

    Parameters
    ----------
    rows_of
        The argument whose rows the result has, where that is not the first.
    takes
        What several functions hand their arguments to, so that it declares them for all: a rule's
        ``*arguments`` are its parameters that the rule does not name itself.
    """

    def declare(rule: Callable[..., Any]) -> Function:
        declared = Function(rule, category, rows_of, takes)
        CATALOGUE.add(declared.name, declared)
        return declared

    return declare
