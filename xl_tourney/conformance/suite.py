"""The suite: calls of every function, with the value that every host must return.

There are three kinds of cases.  The **examples** stand in the functions' docstrings.  The
**published** cases are the calls of the tests against published figures, recorded in
``published.jsonl`` when the figures agreed.  The **conventions** for errors and blanks apply to
every function and are derived from its first example.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..catalogue.cells import BLANK, ERRORS, Block, to_block
from ..functions import CATALOGUE, Function, Parameter
from .case import Case

# The conventions of all functions for errors, blanks and texts, as cases.
#
# Each convention changes the arguments of a function's first example and states the value; the
# function itself is not called.

_Calls = Iterator[tuple[tuple[Any, ...], Any]]
"""Arguments of calls, each with the value of the call."""
Convention = Callable[[Function], _Calls]
_UNITS_WITH_ERRORS = ("cell", "row", "board")
"""Units in which an error is the value of the unit alone; else it is the value of the call."""


def convention_cases() -> Iterator[Case]:
    """The cases of every convention for every function that it applies to."""
    for function in CATALOGUE:
        for convention in CONVENTIONS:
            for arguments, value in convention(function):
                yield Case(function.name, arguments, to_block(value), _describe(convention))
    for error in ERRORS:
        yield Case("TP_PERCENT", (error, 3), [[error]], _describe(an_error_comes_out_as_it_went_in))


def _describe(convention: Convention) -> str:
    return convention.__name__.replace("_", " ").replace("VALUE", "`#VALUE!`")


def _first_example(function: Function) -> tuple[tuple[Any, ...], Block]:
    """The first example: its arguments, and its value as rows."""
    example = function.help.examples[0]
    return example.arguments, to_block(example.value)


def _fill_first_argument(function: Function, cell: Any, value: str) -> _Calls:
    """The first example with the same cell throughout its first argument."""
    (first, *others), example_value = _first_example(function)
    filled = [[cell] * len(row) for row in to_block(first)]
    rows = [[value] * len(row) for row in example_value]
    yield (filled, *others), rows if function.unit in _UNITS_WITH_ERRORS else value


def an_error_comes_out_as_it_went_in(function: Function) -> _Calls:
    """An error in every cell of the first argument."""
    yield from _fill_first_argument(function, "#N/A", "#N/A")


def a_text_for_a_number_is_VALUE(function: Function) -> _Calls:
    """A text in the first argument, which holds numbers or results of games in every function."""
    yield from _fill_first_argument(function, "many", "#VALUE!")


def a_truth_value_for_a_number_is_VALUE(function: Function) -> _Calls:
    """TRUE, which some programs treat as 1."""
    yield from _fill_first_argument(function, True, "#VALUE!")


def _append_row(
    function: Function, make_row: Callable[[Parameter, list[Any]], list[Any]], cell: str
) -> _Calls:
    """The first example with another row in each argument that is read row by row."""
    arguments, value = _first_example(function)
    count = len(to_block(arguments[0]))
    extended = []
    for p, argument in zip(function.parameters, arguments):
        rows = to_block(argument)
        is_aligned = p.kind.unit and argument is not None and len(rows) == count
        if is_aligned and not (
            count == 1 and p.kind.broadcasts and p is not function.parameters[0]
        ):
            argument = [*rows, make_row(p, rows[-1])]
        extended.append(argument)
    yield tuple(extended), [*value, [cell] * len(value[0])]


def a_row_with_nothing_in_it_gives_a_blank(function: Function) -> _Calls:
    """A table may have rows for more players."""
    if function.unit in ("cell", "row", "table"):
        yield from _append_row(function, lambda _, row: [None] * len(row), BLANK)


def an_error_in_a_row_stays_there(function: Function) -> _Calls:
    """The other rows have their values."""
    if function.unit in ("cell", "row"):
        first = function.parameters[0]
        yield from _append_row(
            function, lambda p, row: ["#DIV/0!"] * len(row) if p is first else row, "#DIV/0!"
        )


def a_column_that_is_too_short_is_VALUE(function: Function) -> _Calls:
    """The last row of the second argument is missing."""
    for example in function.help.examples:
        first, *others = example.arguments
        count = len(to_block(first))
        is_aligned = (
            others and function.parameters[1].kind.unit and len(to_block(others[0])) == count
        )
        if count > 2 and is_aligned:
            yield (first, to_block(others[0])[:-1], *others[1:]), "#VALUE!"
            return


def a_blank_option_takes_its_default(function: Function) -> _Calls:
    """An option that is left out, or refers to an empty cell; or that is an empty text."""
    arguments, value = _first_example(function)
    options = len(function.parameters) - len(arguments)
    for blank in (None, BLANK):
        for count in range(1, options + 1):
            yield (*arguments, *[blank] * count), value


def a_word_may_be_in_any_letter_case(function: Function) -> _Calls:
    """Each choice that an example uses."""
    for example in function.help.examples:
        for position, (p, argument) in enumerate(zip(function.parameters, example.arguments)):
            if p.choices and argument:
                before, after = example.arguments[:position], example.arguments[position + 1 :]
                for choice in (argument.upper(), argument.lower(), f" {argument.title()} "):
                    yield (*before, choice, *after), example.value


def an_unknown_word_is_VALUE(function: Function) -> _Calls:
    """A text that is not among the choices."""
    arguments, _ = _first_example(function)
    for position, p in enumerate(function.parameters):
        if p.choices:
            before = [*arguments[:position], *[None] * (position - len(arguments))]
            yield (*before, "whatever"), "#VALUE!"


def several_cells_where_one_belongs_are_VALUE(function: Function) -> _Calls:
    """A range for an argument of one cell."""
    arguments, _ = _first_example(function)
    for position, p in enumerate(function.parameters):
        if not p.kind.takes_range:
            before = [*arguments[:position], *[None] * (position - len(arguments))]
            yield (*before, [[1, 1]], *arguments[position + 1 :]), "#VALUE!"


CONVENTIONS: tuple[Convention, ...] = (
    an_error_comes_out_as_it_went_in,
    an_error_in_a_row_stays_there,
    a_row_with_nothing_in_it_gives_a_blank,
    a_column_that_is_too_short_is_VALUE,
    a_blank_option_takes_its_default,
    a_text_for_a_number_is_VALUE,
    a_truth_value_for_a_number_is_VALUE,
    a_word_may_be_in_any_letter_case,
    an_unknown_word_is_VALUE,
    several_cells_where_one_belongs_are_VALUE,
)


PUBLISHED = Path(__file__).with_name("published.jsonl")


def collect_cases() -> list[Case]:
    """Every case, without duplicates."""
    cases = [*example_cases(), *convention_cases(), *published_cases()]
    return list({(case.function, repr(case.arguments)): case for case in reversed(cases)}.values())[
        ::-1
    ]


def example_cases() -> Iterator[Case]:
    """The examples of every docstring."""
    for function in CATALOGUE:
        for example in function.help.examples:
            yield Case(function.name, example.arguments, to_block(example.value), "example")


def published_cases() -> Iterator[Case]:
    """The cases of published figures."""
    for line in PUBLISHED.read_text(encoding="utf-8").splitlines():
        name, arguments, value = json.loads(line)
        yield Case(name, tuple(arguments), value, "published")


def format_published(cases: Sequence[Case]) -> str:
    """Cases as :func:`published_cases` reads them: one a line, sorted."""
    lines = (
        json.dumps(case[:3], ensure_ascii=False, separators=(",", ":")) + "\n" for case in cases
    )
    return "".join(sorted(lines))
