"""Brings the message files up to date: python docs/messages.py.

The messages are those of the workbooks, in every variant, and those of the published page.  New
ones are added to each file under ``xl_tourney/languages/locale`` without a translation; those that
nothing says any more are taken away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from xl_tourney.languages import LANGUAGES
from xl_tourney.languages.languages import (
    LOCALE,
    SENTENCE,
    TRANSLATED,
    VALUE,
    message_of,
    read_codes,
    read_messages,
)
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.plan.labels import labels, texts_of_formula
from xl_tourney.templates.parts.workbook import StandingsWorkbook

_HAS_LETTERS = re.compile(r"[^\W\d_]")
_SMALL_LETTER = re.compile(r"[a-z]")
_CODE = re.compile(r"&[AF]|[A-Z_]{5,}")
"""What a header of a page is filled with, and names of functions."""


class Message(NamedTuple):
    """A message, and where it is said."""

    text: str
    context: str
    where: str


def messages() -> dict[tuple[str, str], set[str]]:
    """All messages by context and text, with the places where they are said."""
    found: dict[tuple[str, str], set[str]] = {}
    for message in _messages():
        found.setdefault((message.context, message.text), set()).add(message.where)
    sentences = {text for context, text in found if not context}
    return {
        (context, text): where
        for (context, text), where in found.items()
        if not (context == VALUE and len(text) >= SENTENCE and text in sentences)
    }


def _messages() -> Iterator[Message]:
    for name in TRANSLATED:
        template = TEMPLATES[name]
        for workbook in _workbooks(template):
            yield from messages_of(workbook, name)


def _workbooks(template: Template) -> Iterator[StandingsWorkbook]:
    """The workbooks that together say all that a template says."""
    for functions in ("native", "addin", "lambda"):
        yield template.build(functions=functions)
    for sample in template.samples:
        yield template.build(**sample.options)
        yield template.build(template.read(sample.path), **sample.options)


def messages_of(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    """The messages of an English workbook; what stands in hidden cells is none."""
    codes = read_codes()
    for label in labels(workbook):
        if label.kind == "formula":
            for text in texts_of_formula(label.text):
                core, _ = message_of(text.strip())
                if _SMALL_LETTER.search(core) and core not in codes:
                    context = "" if len(core) >= SENTENCE else VALUE
                    yield Message(core, context, where)
        elif label.kind == "choice":
            if _SMALL_LETTER.search(label.text) and label.text not in codes:
                yield Message(label.text, VALUE, where)
        elif label.is_shown and _HAS_LETTERS.search(label.text):
            text, _ = message_of(label.text)
            if text not in codes and not _CODE.fullmatch(text):
                yield Message(text, "", where)


def main() -> None:
    """Bring all message files up to date."""
    known = messages()
    for code in LANGUAGES:
        if code == "en":
            continue
        path = LOCALE / f"{code}.po"
        old = read_messages(code) if path.exists() else Catalog(code)
        new = Catalog(
            code,
            project="xl_tourney",
            header_comment=f"# {LANGUAGES[code]}: messages of xl_tourney.",
            fuzzy=False,
        )
        for (context, text), where in sorted(known.items()):
            translated = old.get(text, context or None)
            new.add(
                text,
                translated.string if translated else "",
                context=context or None,
                auto_comments=[", ".join(sorted(where))],
                user_comments=translated.user_comments if translated else (),
            )
        with path.open("wb") as file:
            write_po(file, new, width=100, no_location=True, sort_output=False)


if __name__ == "__main__":
    main()
