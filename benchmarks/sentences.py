"""Writes every sentence of every player and of every two neighbours, to be read.

``python -m benchmarks.sentences FILE [NAME …]``: of the samples and of the events of
``tests/explanations/events.py``, or of those that are named.  With ``--cells`` it writes the
sentences of cells instead: of three rows of every column, and of every figure beside the tables.
With ``--shapes`` sentences that differ in names and numbers alone are written together: how many
there are, and three of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

from benchmarks.explain import explanations
from tests.explanations.books import WORKBOOKS, sample
from tests.explanations.cells import cells_to_explain
from tests.explanations.events import EVENTS, event
from xl_tourney.catalogue.derivation import Step
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import explain_cell
from xl_tourney.explanations.explanation import Explanation

_REPEATED = re.compile(r"\b(?P<one>(?:NAME )?N\S*|NAME)\b(?:(?:, | \+ | and )(?P=one)\b)+")
_SHOWN = 3
"""How many sentences of a shape are written."""


def book_of(name: str) -> Book:
    """A sample or an event."""
    return event(name) if name in EVENTS else sample(name)


def cells(book: Book) -> Iterator[Explanation]:
    """The explanations of single cells."""
    for cell in cells_to_explain(book, rows=3):
        yield Explanation(str(cell), [explain_cell(book, cell)])


def shape(sentence: Step) -> str:
    """A sentence without its names and numbers.

    >>> from xl_tourney.catalogue.derivation import step
    >>> shape(step("{a} has {b} points, {c} and {d}.", a="Ann", b=4, c=1, d=2))
    'NAME has N points, N*.'
    """
    text = ""
    for literal, name, spec, _ in Formatter().parse(sentence.sentence):
        text += re.sub(r"\d+", "9", literal)
        if name:
            is_text = isinstance(sentence.terms[name].value, str)
            text += f"{'NAME' if is_text else 'N'}{f':{spec}' if spec else ''}"
    return _REPEATED.sub(r"\g<one>*", text)


def names() -> list[str]:
    """The samples and the events."""
    return [*sorted(path.stem for path in WORKBOOKS.glob("*.xlsx")), *EVENTS]


def main(file: str, *arguments: str) -> None:
    """Write the file."""
    chosen = [name for name in arguments if not name.startswith("--")] or names()
    shapes: dict[str, list[str]] = {}
    with Path(file).open("w", encoding="utf-8") as output:
        for name in chosen:
            book = book_of(name)
            found = cells(book) if "--cells" in arguments else explanations(book)
            if "--shapes" in arguments:
                for explanation in found:
                    for part in explanation.parts:
                        for sentence in part.sentences():
                            where = f"{sentence}  [{name}: {explanation.subject}]"
                            shapes.setdefault(shape(sentence), []).append(where)
            else:
                output.write(f"===== {name}\n\n")
                output.writelines("\n".join(e.lines()) + "\n\n" for e in found)
        for text, instances in sorted(shapes.items()):
            output.write(f"{len(instances)} × {text}\n")
            step = max(1, (len(instances) - 1) // (_SHOWN - 1))
            output.writelines(f"    {i}\n" for i in instances[::step][:_SHOWN])


if __name__ == "__main__":
    main(*sys.argv[1:])
