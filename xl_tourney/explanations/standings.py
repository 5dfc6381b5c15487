"""Short explanations of the places of all players, for a page of standings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

from ..catalogue.derivation import Step, sentence
from ..catalogue.expression import Term, format_value
from ..catalogue.expression.terms import ORDINAL
from ..defined_names import TEMPLATE_PROPERTY
from ..events.report import Explained, Proofs, Reasons, Report
from ..functions.race.certificates.writing import Certificates, Statement, certify
from ..functions.race.criteria.answers import answers_about
from ..languages import message, say, say_term, say_value, spoken
from ..ooxml.custom_properties import read_properties
from ..resource_limits import paused_garbage_collection
from ..updates.remaining_race import race_of
from .book import Book
from .explain import read_book
from .explanation import Part
from .flip.flip import format_ordinal
from .place.rows import DECIDED, PLACE, StandingsRow, keys_of_columns
from .place.sentence import part_on_place, place_of
from .player import explain_columns

MOST_EXPLAINED = 1000
"""At most this many players of a page are explained: the first ones."""
_MOST_STEPS = 8
"""Of a derivation with more steps than these, such as one of all games, only the last is shown."""
_COUNTED = frozenset(("played", "won", "tied", "lost"))
"""Columns that a phone shows, whose figures the games in the section below say."""
_FORMULA = re.compile(r"\$?[A-Z]{1,3}\$?\d+:|!\$?[A-Z]{1,3}\$?\d|XL_TOURNEY")
"""References and helper functions in a sentence, which a player does not want to read."""


def explain_standings(report: Report) -> Explained:
    """The explanations of the players of a report, and why some failed."""
    with paused_garbage_collection():
        book = read_book(report.event, is_calculated=True)
        if not book.template:
            is_ours = TEMPLATE_PROPERTY in read_properties(report.event.package)
            return Explained(failed=[f"Nothing is explained: {book.problem}"] if is_ours else [])
        reasons, failed = {}, []
        for section in list(report.event.entrants)[:MOST_EXPLAINED]:
            player = StandingsRow(section.name, section.table, section.row)
            try:
                found = _explain(book, player)
            except Exception as error:  # the page comes without this explanation
                reason = " ".join(str(error).split()) or type(error).__name__
                failed.append(f"{player.name} is not explained: {reason.rstrip('.')}.")
                continue
            if found.answer or found.working:
                reasons[section.place] = found
        return Explained(reasons, failed, _proofs(report))


def _proofs(report: Report) -> Proofs | None:
    """The proofs of who can still finish where; they are made for the first language alone."""
    made = report.explained.proofs.certificates if report.explained.proofs else _certify(report)
    if not isinstance(made, Certificates):
        return None
    statements = [*map(_said_statement, made.statements)]
    return Proofs(made.text, statements, made.without, made)


def _certify(report: Report) -> Certificates | None:
    """The proofs, with a time limit; None where there is no race."""
    remaining = race_of(report)
    if remaining is None or not remaining.table.games:
        return None
    return certify(remaining.table, answers_about(remaining.table), remaining.places)


def _said_statement(statement: Statement) -> str:
    """What a proof shows; clauses of which one is in English alone are left out."""
    if spoken().is_english:
        return str(statement)
    clauses = [*map(said, statement.clauses)]
    return " ".join([said(statement.claim), *(clauses if all(clauses) else ())])


def _explain(book: Book, player: StandingsRow) -> Reasons:
    """The explanation of a place: what decided it, then the figures that decide."""
    keys = keys_of_columns(book, player)
    of_place, place = part_on_place(book, player), place_of(book, player)
    by_criteria = [filled(one) for one in of_place.steps] if of_place else []
    working = [[say("Criterion by criterion:"), *by_criteria]] if len(by_criteria) > 1 else []
    figures = [
        column
        for column in player.table.leading_columns
        if column != player.table.row_header_column
        and keys[column] not in (DECIDED, PLACE, *_COUNTED)
    ]
    for part in explain_columns(book, player, figures):
        if sentences := list(_short(part)):
            working.append([said(part.title), *sentences])
    if of_place is None or place is None:
        return Reasons(say("Why these figures"), "", working)
    number = format_ordinal(place.value) if spoken().is_english else format_value(place.value)
    return Reasons(say("Why {place}", place=number), filled(of_place.title), working)


def _short(part: Part) -> Iterator[str]:
    """The sentences of a derivation without those that are only about cells.

    There are none where one of them, or the title, is in English alone.
    """
    steps = [*part.steps][-1:] if len(part.steps) > _MOST_STEPS else part.steps
    sentences = [said(one) for one in steps if not _FORMULA.search(str(one))]
    if said(part.title) and all(sentences):
        yield from sentences


# In the language of whoever reads them ------------------------------------------------------------

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
    return filled(step, spoken().sentences.translate(step.sentence))


def filled(step: Step, template: str | None = None) -> str:
    """A step with its terms, whose sentence is in the spoken language already, or a translation."""
    if spoken().is_english:
        return str(step)
    parts = []
    for before, name, spec, _ in Formatter().parse(step.sentence if template is None else template):
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
