"""The host that calls a function with values: Python itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...catalogue.cells import Block, to_block
from ...functions import CATALOGUE
from .base import Host, HostCall


def _call_python(calls: Sequence[HostCall]) -> Iterator[Block]:
    for case, _ in calls:
        yield to_block(CATALOGUE[case.function].call_from_host(*case.arguments))


PYTHON = Host("Python", _call_python, ("cells",))
