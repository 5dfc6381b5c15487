"""The known differences of hosts: as data, and as part of ``docs/reference/differences.md``.

A difference declares how a host changes the arguments of a call before it calls the function, or
which error it returns without a call.  So it predicts the value of every call that it affects, and
the host must return exactly that value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from ..catalogue.cells import Block, is_blank, is_error, to_block
from ..functions import CATALOGUE
from .case import Case, values_match
from .hosts import ArgumentChange, Arguments, Host, HostCall, KnownDifference

ADD_IN, PLAIN_NAMES = "LibreOffice, add-in", "LibreOffice, plain names"
BY_FORMUALIZER, BY_FORMULAS = "recalc, formualizer", "recalc, formulas"
BY_LIBREOFFICE = "recalc, libreoffice"


def expected_value(host: Host, call: HostCall) -> tuple[Block, list[KnownDifference]]:
    """The value that a host must return for a call, and the differences that affect it."""
    case, arguments = call.case, call.case.arguments
    applied: list[KnownDifference] = []
    value = case.value
    for difference in (*DIFFERENCES, *host.differences):
        if host.name not in difference.hosts:
            continue
        changed = difference.change(call, arguments)
        if changed is None:
            continue
        applied.append(difference)
        if isinstance(changed, str):
            value = [[changed]]
            break
        arguments = changed
        value = to_block(CATALOGUE[case.function](*arguments))
    if len(value) == len(value[0]) == 1:  # one value fills the cells of an array formula
        first = value[0][0]
        other = "" if host.spills else first
        value = [[other] * len(row) for row in case.value]
        value[0][0] = first
    value = [row[: len(case.value[0])] for row in value[: len(case.value)]]
    return value, applied if applied and not values_match(value, case.value) else []


# Changes of the arguments ------------------------------------------------------------------------


def _map_cells(arguments: Arguments, change_cell: Callable[[Any], Any]) -> Arguments | None:
    """Change every cell of the arguments; None if that changes nothing."""

    def map_argument(argument: Any) -> Any:
        if isinstance(argument, (list, tuple)):
            return list(map(map_argument, argument))
        return change_cell(argument)

    changed = tuple(map(map_argument, arguments))
    return None if repr(changed) == repr(arguments) else changed


def errors_are_value(*errors: str) -> ArgumentChange:
    """Some errors in a cell are ``#VALUE!``."""
    return lambda _, arguments: _map_cells(arguments, lambda c: "#VALUE!" if c in errors else c)


def _replace_by_zero(
    call: HostCall, arguments: Arguments, matches: Callable[[Any], bool]
) -> Arguments | None:
    """Replace some arguments by 0; a 0 for a text argument is an empty cell again."""
    parameters = CATALOGUE[call.case.function].parameters
    changed = tuple(
        0.0 if p.kind.cell_type != "string" and matches(argument) else argument
        for p, argument in zip(parameters, arguments)
    )
    return None if repr(changed) == repr(arguments) else changed


def _empty_cell_is_zero(call: HostCall, arguments: Arguments) -> Arguments | None:
    def is_blank_cell(argument: Any) -> bool:
        rows = to_block(argument)
        return len(rows) == len(rows[0]) == 1 and is_blank(rows[0][0])

    return _replace_by_zero(call, arguments, is_blank_cell) if call.form == "cells" else None


def _omitted_is_zero(call: HostCall, arguments: Arguments) -> Arguments | None:
    if call.form != "constants":
        return None
    return _replace_by_zero(call, arguments, lambda argument: argument is None)


def _errors_in_ranges(arguments: Arguments) -> Iterator[str]:
    for argument in arguments:
        cells = [cell for row in to_block(argument) for cell in row]
        if len(cells) > 1:
            yield from filter(is_error, cells)


NEWEST = ("#CONNECT!", "#BLOCKED!", "#UNKNOWN!", "#FIELD!", "#BUSY!")
LATER = ("#SPILL!", "#CALC!", "#GETTING_DATA")
UNKNOWN = "an error in a cell that it does not know"

DIFFERENCES = (
    *(
        KnownDifference(
            f"{what}: {' '.join(errors)}", "is `#VALUE!`", hosts, errors_are_value(*errors)
        )
        for what, errors, hosts in (
            (UNKNOWN, (*NEWEST, "#GETTING_DATA"), (BY_FORMUALIZER,)),
            (UNKNOWN, (*NEWEST, "#SPILL!", "#CALC!"), (BY_FORMULAS,)),
            (UNKNOWN, (*NEWEST, *LATER), (ADD_IN, PLAIN_NAMES, BY_LIBREOFFICE)),
        )
    ),
    KnownDifference(
        "`TRUE` where a number belongs",
        "is 1",
        (ADD_IN, PLAIN_NAMES, BY_LIBREOFFICE),
        lambda _, arguments: _map_cells(
            arguments, lambda cell: float(cell) if isinstance(cell, bool) else cell
        ),
    ),
    KnownDifference(
        "an empty cell as an argument",
        "is 0; in a range of several cells it is empty",
        (ADD_IN,),
        _empty_cell_is_zero,
    ),
    KnownDifference(
        "an argument left out (`,,`)",
        "is 0",
        (PLAIN_NAMES,),
        _omitted_is_zero,
    ),
    KnownDifference(
        "a range with an error cell in it",
        "every cell of the result is `#VALUE!`",
        (ADD_IN,),
        lambda _, arguments: "#VALUE!" if any(_errors_in_ranges(arguments)) else None,
    ),
    KnownDifference(
        "a range with an error cell in it",
        "every cell of the result is the range's first error",
        (PLAIN_NAMES, BY_LIBREOFFICE),
        lambda _, arguments: next(_errors_in_ranges(arguments), None),
    ),
)
"""In the order in which they apply."""


def format_page(
    hosts: Iterable[Host], suite: Sequence[Case], known: Sequence[KnownDifference] = DIFFERENCES
) -> str:
    """The differences of the hosts, and the cases that they affect, in Markdown."""
    return f"{_format_differences(known)}\n{_format_affected_cases(hosts, suite)}"


def _format_differences(known: Sequence[KnownDifference]) -> str:
    lines = ["| what | where | what comes of it |", "|---|---|---|"]
    hosts: dict[tuple[str, str], list[str]] = {}
    for difference in known:
        hosts.setdefault((difference.subject, difference.effect), []).extend(difference.hosts)
    lines += [f"| {what} | {'; '.join(names)} | {why} |" for (what, why), names in hosts.items()]
    return "\n".join(lines) + "\n"


def _format_affected_cases(hosts: Iterable[Host], suite: Sequence[Case]) -> str:
    affected: dict[tuple[str, str, str], dict[str, None]] = {}
    for host in hosts:
        for call in host.calls(suite):
            for difference in expected_value(host, call)[1]:
                subject = difference.subject.partition(":")[0]
                names = affected.setdefault((host.name, subject, call.case.rule), {})
                is_example = call.case.rule == "example"
                names[f"`{call.case.formula}`" if is_example else call.case.function] = None
    lines = ["| where | why | case of | functions |", "|---|---|---|---|"]
    lines += [f"| {' | '.join(key)} | {', '.join(names)} |" for key, names in affected.items()]
    return "\n".join(lines) + "\n"
