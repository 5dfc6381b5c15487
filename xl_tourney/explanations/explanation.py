"""An explanation: sentences, each number with its formula; and whether they still hold."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..catalogue.cells import is_blank
from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term, format_value
from .book import Book
from .flip.flip import Flip

SCHEMA = 1
"""The version of the JSON form, which docs/reference/schemas/explanation.schema.json describes."""
_TOLERANCE = 1e-9
"""The relative tolerance between the value of a formula and the number in its sentence."""

_ZERO = 1e-12
"""A smaller number counts as 0."""


@dataclass(frozen=True)
class Part:
    """The derivation of one figure."""

    title: Step
    """The player and the name of the figure."""
    steps: Sequence[Step]
    function: str = ""
    """The function that gives it."""
    source: str = ""
    """The text that the rule follows, with its section."""
    formula: str = ""
    """The call, or the formula, that gives it."""
    has_derivation: bool = False
    """Whether the function has a derivation of its own."""

    def sentences(self) -> Iterator[Step]:
        """The title, then the steps."""
        yield self.title
        yield from self.steps


@dataclass(frozen=True)
class Explanation:
    """The explanation of a cell, a player or a pair of players of a workbook."""

    subject: str
    """The cell, the player or the players that were asked about."""
    parts: Sequence[Part]
    flip: Flip | None = None
    """For two players: the nearest change of a result that would reverse their order."""
    closing: Sequence[str] = ()
    """The sentences about the flip, which come after the parts."""
    has_summary: bool = False
    """Whether the first sentence is the answer, and all others are how it comes about."""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, working: bool = True) -> Iterator[str]:
        """The explanation as text; without ``working`` the answer alone where there is one."""
        if self.has_summary and not working:
            yield str(self.parts[0].title)
            yield from self.closing
            return
        for at, part in enumerate(self.parts):
            if at:
                yield ""
            yield str(part.title)
            for sentence in part.steps:
                yield f"  {sentence}"
            if part.source:
                yield f"  ({'Rule' if self.has_summary else part.function}: {part.source})"
        if self.closing:
            yield ""
            yield from self.closing

    def as_json(self) -> dict[str, Any]:
        """The explanation with all formulas."""
        return {
            "schema": SCHEMA,
            "subject": self.subject,
            "parts": [
                {
                    "title": _sentence_as_json(part.title),
                    "function": part.function,
                    "source": part.source,
                    "formula": part.formula,
                    "steps": [_sentence_as_json(sentence) for sentence in part.steps],
                }
                for part in self.parts
            ],
            "flip": self.flip.as_json() if self.flip else None,
        }

    @classmethod
    def from_json(cls, answer: Mapping[str, Any]) -> Explanation:
        """An explanation that was kept; KeyError or TypeError if it is none."""
        parts = [
            Part(
                _sentence_from_json(part["title"]),
                [_sentence_from_json(sentence) for sentence in part["steps"]],
                part["function"],
                part["source"],
                part["formula"],
            )
            for part in answer["parts"]
        ]
        return cls(answer["subject"], parts)

    def check(self, book: Book) -> ExplanationCheck:
        """Evaluate every formula anew, and compare with the sentences."""
        sentences = [s for part in self.parts for s in part.sentences()]
        terms = {t.formula: None for s in sentences for t in s.terms.values()}
        values = dict(zip(terms, book.evaluate(list(terms))))
        wrong = []
        for sentence in sentences:
            for term in sentence.terms.values():
                value = _single(values[term.formula])
                if not agree(term.value, value):
                    wrong.append(Wrong(str(sentence), term, value))
        return ExplanationCheck(len(sentences), len(terms), wrong)


@dataclass(frozen=True)
class Wrong:
    """A number of a sentence that its formula does not give."""

    sentence: str
    term: Term
    value: Any

    def __str__(self) -> str:
        return (
            f"“{self.sentence}” says {self.term}, but {self.term.formula} is "
            f"{format_value(self.value)}."
        )


@dataclass(frozen=True)
class ExplanationCheck:
    """The result of evaluating all formulas of an explanation."""

    sentences: int
    formulas: int
    wrong: Sequence[Wrong]


def agree(one: Any, other: Any) -> bool:
    """Whether two values are the same for a reader: a blank cell is also 0 in a formula.

    >>> agree(0.3, 0.1 + 0.2), agree("", None), agree(0.0, None), agree(1.0, "1")
    (True, True, True, False)
    """
    if is_blank(one) or is_blank(other):
        return all(is_blank(value) or value == 0 for value in (one, other))
    numbers = [v for v in (one, other) if isinstance(v, (int, float)) and not isinstance(v, bool)]
    if len(numbers) == 2:
        return math.isclose(*numbers, rel_tol=_TOLERANCE, abs_tol=_ZERO)
    return (type(one) is type(other) and one == other) or (str(one) == str(other) and not numbers)


def _single(value: Any) -> Any:
    while isinstance(value, list):
        value = value[0]
    return value


def _sentence_as_json(sentence: Step) -> dict[str, Any]:
    return {
        "text": str(sentence),
        "sentence": sentence.sentence,
        "terms": {
            name: {"value": term.value, "formula": term.formula}
            for name, term in sentence.terms.items()
        },
    }


def _sentence_from_json(answer: Mapping[str, Any]) -> Step:
    terms = {name: Term(term["value"], term["formula"]) for name, term in answer["terms"].items()}
    return step(answer["sentence"], **terms)
