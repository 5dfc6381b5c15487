"""Writes every sentence of every player and of every two neighbours, to be read.

``python -m benchmarks.sentences FILE [NAME …]``: of the samples and of the events of
``tests/explanations/events.py``, or of those that are named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.explain import explanations
from tests.explanations.books import WORKBOOKS, sample
from tests.explanations.events import EVENTS, event


def texts(name: str) -> Iterator[str]:
    """The explanations of a sample or an event, one after the other."""
    book = event(name) if name in EVENTS else sample(name)
    for explanation in explanations(book):
        yield "\n".join(explanation.lines())


def names() -> list[str]:
    """The samples and the events."""
    return [*sorted(path.stem for path in WORKBOOKS.glob("*.xlsx")), *EVENTS]


def main(file: str, *chosen: str) -> None:
    """Write the file."""
    with Path(file).open("w", encoding="utf-8") as output:
        for name in chosen or names():
            output.write(f"===== {name}\n\n")
            output.writelines(f"{text}\n\n" for text in texts(name))


if __name__ == "__main__":
    main(*sys.argv[1:])
