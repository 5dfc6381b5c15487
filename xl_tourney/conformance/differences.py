"""What a host cannot do, and what comes of it: as data, and as part of ``docs/differences.md``.

A difference says how a host changes the arguments of a call before the function sees them, or what
it shows without asking the function.  So it foretells the value of every call that it concerns;
what a host gives must be just that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalogue.cells import Block, block, is_blank, is_error
from ..functions import CATALOGUE
from .case import Case
from .host import Call, Host
from .same import same

Arguments = tuple[Any, ...]
Seen = Callable[[Call, Arguments], Arguments | str | None]
"""The arguments that the function gets instead, or the error that every cell shows; None where a
call is not concerned."""

ADD_IN, PLAIN_NAMES = "LibreOffice, add-in", "LibreOffice, plain names"
BY_FORMUALIZER, BY_FORMULAS = "recalc, formualizer", "recalc, formulas"
BY_LIBREOFFICE = "recalc, libreoffice"
IN_IRONCALC = "LAMBDA, IronCalc"


@dataclass(frozen=True)
class Difference:
    """Something that a host does otherwise."""

    what: str
    shows: str
    """What comes of it."""
    hosts: tuple[str, ...]
    seen: Seen


def foretold(host: Host, call: Call) -> tuple[Block, list[Difference]]:
    """What a host must give for a call, and why that is not what the function gives."""
    case, arguments, why = call.case, call.case.arguments, []
    value = case.value
    for difference in DIFFERENCES:
        seen = difference.seen(call, arguments) if host.name in difference.hosts else None
        if seen is None:
            continue
        why.append(difference)
        if isinstance(seen, str):
            value = [[seen]]
            break
        arguments = seen
        value = block(CATALOGUE[case.function](*arguments))
    if len(value) == len(value[0]) == 1:  # one value fills the cells of an array formula
        value = [[value[0][0]] * len(row) for row in case.value]
    value = [row[: len(case.value[0])] for row in value[: len(case.value)]]
    return value, [] if same(value, case.value) else why


# What is seen instead -----------------------------------------------------------------------------


def _changed(arguments: Arguments, change: Callable[[Any], Any]) -> Arguments | None:
    """The arguments with every cell changed; None if that changes nothing."""

    def through(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return list(map(through, argument))
        return change(argument)

    changed = tuple(map(through, arguments))
    return None if repr(changed) == repr(arguments) else changed


def _is_value(*errors: str) -> Seen:
    """These errors in a cell are ``#VALUE!``."""
    return lambda _, arguments: _changed(arguments, lambda c: "#VALUE!" if c in errors else c)


def _true_is_one(_: Call, arguments: Arguments) -> Arguments | None:
    return _changed(arguments, lambda cell: float(cell) if isinstance(cell, bool) else cell)


def _zero(call: Call, arguments: Arguments, is_zero: Callable[[Any], bool]) -> Arguments | None:
    """Some arguments are 0; but where a word belongs, a 0 is an empty cell again."""
    parameters = CATALOGUE[call.case.function].parameters
    changed = tuple(
        0.0 if p.kind.cell_type != "string" and is_zero(argument) else argument
        for p, argument in zip(parameters, arguments)
    )
    return None if repr(changed) == repr(arguments) else changed


def _empty_cell_is_zero(call: Call, arguments: Arguments) -> Arguments | None:
    def lone_blank(argument: Any) -> bool:
        rows = block(argument)
        return len(rows) == len(rows[0]) == 1 and is_blank(rows[0][0])

    return _zero(call, arguments, lone_blank) if call.form == "cells" else None


def _left_out_is_zero(call: Call, arguments: Arguments) -> Arguments | None:
    if call.form != "constants":
        return None
    return _zero(call, arguments, lambda argument: argument is None)


def _errors_in_ranges(arguments: Arguments) -> Iterator[str]:
    for argument in arguments:
        cells = [cell for row in block(argument) for cell in row]
        if len(cells) > 1:
            yield from filter(is_error, cells)


def _error_in_range_is_value(_: Call, arguments: Arguments) -> str | None:
    return "#VALUE!" if any(_errors_in_ranges(arguments)) else None


def _error_in_range_is_everywhere(_: Call, arguments: Arguments) -> str | None:
    return next(_errors_in_ranges(arguments), None)


def _not_available(rule: str, *functions: str) -> Seen:
    """``#N/A`` for a rule's cases of some functions."""

    def seen(call: Call, _: Arguments) -> str | None:
        concerned = call.case.rule == rule and call.case.function in functions
        return "#N/A" if concerned else None

    return seen


_NEWEST = ("#CONNECT!", "#BLOCKED!", "#UNKNOWN!", "#FIELD!", "#BUSY!")
_UNKNOWN = "an error in a cell that it does not know: "

DIFFERENCES = (
    Difference(
        _UNKNOWN + " ".join((*_NEWEST, "#GETTING_DATA")),
        "is `#VALUE!`",
        (BY_FORMUALIZER, IN_IRONCALC),
        _is_value(*_NEWEST, "#GETTING_DATA"),
    ),
    Difference(
        _UNKNOWN + " ".join((*_NEWEST, "#SPILL!", "#CALC!")),
        "is `#VALUE!`",
        (BY_FORMULAS,),
        _is_value(*_NEWEST, "#SPILL!", "#CALC!"),
    ),
    Difference(
        _UNKNOWN + " ".join((*_NEWEST, "#SPILL!", "#CALC!", "#GETTING_DATA")),
        "is `#VALUE!`",
        (ADD_IN, PLAIN_NAMES, BY_LIBREOFFICE),
        _is_value(*_NEWEST, "#SPILL!", "#CALC!", "#GETTING_DATA"),
    ),
    Difference(
        "`TRUE` where a number belongs",
        "is 1",
        (ADD_IN, PLAIN_NAMES, BY_LIBREOFFICE),
        _true_is_one,
    ),
    Difference(
        "an empty cell as an argument",
        "is 0; in a range of several cells it is empty",
        (ADD_IN,),
        _empty_cell_is_zero,
    ),
    Difference(
        "an argument left out (`,,`)",
        "is 0",
        (PLAIN_NAMES,),
        _left_out_is_zero,
    ),
    Difference(
        "a range with an error cell in it",
        "every cell of the result is `#VALUE!`",
        (ADD_IN,),
        _error_in_range_is_value,
    ),
    Difference(
        "a range with an error cell in it",
        "every cell of the result is the range's first error",
        (PLAIN_NAMES, BY_LIBREOFFICE),
        _error_in_range_is_everywhere,
    ),
    Difference(
        "columns of unequal length",
        "`#N/A` where one is too short",
        (IN_IRONCALC,),
        _not_available("a column that is too short is `#VALUE!`", "GBQ", "WBQ", "GAMES_BEHIND"),
    ),
)
"""In the order in which they happen."""


def page(hosts: Iterable[Host], suite: Sequence[Case]) -> str:
    """What each host does otherwise, and the cases that come out otherwise, in Markdown."""
    return f"{_table()}\n{_listed(hosts, suite)}"


def _table() -> str:
    lines = ["| what | where | what comes of it |", "|---|---|---|"]
    lines += [f"| {d.what} | {'; '.join(d.hosts)} | {d.shows} |" for d in DIFFERENCES]
    return "\n".join(lines) + "\n"


def _listed(hosts: Iterable[Host], suite: Sequence[Case]) -> str:
    found: dict[tuple[str, str, str], dict[str, None]] = {}
    for host in hosts:
        for call in host.calls(suite):
            for difference in foretold(host, call)[1]:
                why = difference.what.partition(":")[0]
                cases = found.setdefault((host.name, why, call.case.rule), {})
                example = call.case.rule == "example"
                cases[f"`{call.case.formula}`" if example else call.case.function] = None
    lines = ["| where | why | case of | functions |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(where)} | {', '.join(cases)} |" for where, cases in found.items()]
    return "\n".join(lines) + "\n"
