"""Sentences of an explanation in the language of whoever reads them."""

from __future__ import annotations

from string import Formatter

from ..catalogue.derivation import Step, sentence
from ..catalogue.expression import Term, format_value
from ..catalogue.expression.terms import ORDINAL
from ..languages import message, say_term, say_value, spoken

_LABELS = ("heading", "label")
"""The terms that are what something is called, not who somebody is."""
TITLE = sentence("{heading} of {who}: {value}.")
"""The title of a derivation."""
AND, MORE, ARTICLE = message("{first} and {last}"), message("{count} more"), message("Article")
"""Words that the sentences of derivations have between their terms."""


def said(step: Step) -> str:
    """A step of a derivation; blank where a part of it is in English alone."""
    if spoken().is_english:
        return str(step)
    return filled(spoken().sentences.translate(step.sentence), step)


def filled(template: str, step: Step) -> str:
    """A sentence that is in the spoken language already, with the terms of a step."""
    if spoken().is_english:
        return str(step)
    parts = []
    for before, name, spec, _ in Formatter().parse(template):
        parts.append(before)
        if name:
            parts.append(_said_term(name, step.terms[name], spec or ""))
    return "".join(parts)


def _said_term(name: str, term: Term, spec: str) -> str:
    """A term as a sentence has it: the place of somebody is a number in other languages."""
    text = format_value(term.value, "" if spec == ORDINAL else spec)
    if isinstance(term.value, (int, float)) and not isinstance(term.value, bool):
        return spoken().number(text)
    return say_term(say_value(text)) if name in _LABELS else say_value(text)
