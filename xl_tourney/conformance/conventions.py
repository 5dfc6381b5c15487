"""What holds in every function for errors, blanks and words, as cases worked out by rule.

Each rule changes a function's first example and says what must come of it; the functions
themselves are not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..catalogue.cells import BLANK, ERRORS, Block, block
from ..functions import CATALOGUE, Function, Parameter
from .case import Case

Rule = Callable[[Function], Iterator[tuple[tuple[Any, ...], Any]]]
_STAYS = ("cell", "row", "board")
"""Where an error stays in its cell, row or board; else the call as a whole shows it."""


def conventions() -> Iterator[Case]:
    """The cases of every rule for every function that it concerns."""
    for function in CATALOGUE:
        for rule in RULES:
            for arguments, value in rule(function):
                yield Case(function.name, arguments, block(value), _says(rule))
    for error in ERRORS:
        yield Case("TP_PERCENT", (error, 3), [[error]], _says(an_error_comes_out_as_it_went_in))


def _says(rule: Rule) -> str:
    return rule.__name__.replace("_", " ").replace("VALUE", "`#VALUE!`")


def _first(function: Function) -> tuple[tuple[Any, ...], Block]:
    """The first example: its arguments, and its value as rows."""
    example = function.help.examples[0]
    return example.arguments, block(example.value)


def _filled(function: Function, cell: Any, shown: str) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The first example with one thing in every cell of its first argument."""
    (first, *others), value = _first(function)
    same = [[cell] * len(row) for row in block(first)]
    stays = function.over in _STAYS
    rows = [[shown] * len(row) for row in value]
    yield (same, *others), rows if stays else shown


def an_error_comes_out_as_it_went_in(function: Function) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """An error in every cell of the first argument."""
    yield from _filled(function, "#N/A", "#N/A")


def a_text_for_a_number_is_VALUE(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A text, where every function of ours has numbers or results of games."""
    yield from _filled(function, "many", "#VALUE!")


def a_truth_value_for_a_number_is_VALUE(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """TRUE, which is 1 in some programs."""
    yield from _filled(function, True, "#VALUE!")


def _longer(
    function: Function, last: Callable[[Parameter, list[Any]], list[Any]], shown: str
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The first example with a row more in each argument that has a row for each result."""
    arguments, value = _first(function)
    count = len(block(arguments[0]))
    given = []
    for p, argument in zip(function.parameters, arguments):
        rows = block(argument)
        beside = p.kind.over and argument is not None and len(rows) == count
        if beside and not (count == 1 and p.kind.spreads and p is not function.parameters[0]):
            argument = [*rows, last(p, rows[-1])]
        given.append(argument)
    yield tuple(given), [*value, [shown] * len(value[0])]


def a_row_with_nothing_in_it_gives_a_blank(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A table may be longer than its field."""
    if function.over in ("cell", "row", "table"):
        yield from _longer(function, lambda _, row: [None] * len(row), BLANK)


def an_error_in_a_row_stays_there(function: Function) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The other rows have their values."""
    if function.over in ("cell", "row"):
        first = function.parameters[0]
        yield from _longer(
            function, lambda p, row: ["#DIV/0!"] * len(row) if p is first else row, "#DIV/0!"
        )


def a_column_that_is_too_short_is_VALUE(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """The last row of the second argument is not there."""
    for example in function.help.examples:
        first, *others = example.arguments
        count = len(block(first))
        beside = others and function.parameters[1].kind.over and len(block(others[0])) == count
        if count > 2 and beside:
            yield (first, block(others[0])[:-1], *others[1:]), "#VALUE!"
            return


def a_blank_option_takes_its_default(function: Function) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """An option that is left out, or refers to an empty cell; or that is an empty text."""
    arguments, value = _first(function)
    options = len(function.parameters) - len(arguments)
    for blank in (None, BLANK):
        for given in range(1, options + 1):
            yield (*arguments, *[blank] * given), value


def a_word_may_be_in_any_letter_case(function: Function) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Each word that a function knows, where an example uses it."""
    for example in function.help.examples:
        for at, (p, argument) in enumerate(zip(function.parameters, example.arguments)):
            if p.choices and argument:
                before, after = example.arguments[:at], example.arguments[at + 1 :]
                for word in (argument.upper(), argument.lower(), f" {argument.title()} "):
                    yield (*before, word, *after), example.value


def an_unknown_word_is_VALUE(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A word that a function does not know."""
    arguments, _ = _first(function)
    for at, p in enumerate(function.parameters):
        if p.choices:
            before = [*arguments[:at], *[None] * (at - len(arguments))]
            yield (*before, "whatever"), "#VALUE!"


def several_cells_where_one_belongs_are_VALUE(
    function: Function,
) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A range for an argument of one cell."""
    arguments, _ = _first(function)
    for at, p in enumerate(function.parameters):
        if not p.kind.matrix:
            before = [*arguments[:at], *[None] * (at - len(arguments))]
            yield (*before, [[1, 1]], *arguments[at + 1 :]), "#VALUE!"


RULES: tuple[Rule, ...] = (
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
