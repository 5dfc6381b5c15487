"""Brings the message files up to date: python docs/messages.py.

The messages are those of the workbooks, in every variant, and those of the published page.  New
ones are added to each file under ``xl_tourney/languages/locale`` without a translation; those that
nothing says any more are taken away.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from xl_tourney.defined_names import CHART, NAME
from xl_tourney.languages import LANGUAGES
from xl_tourney.languages.languages import (
    LOCALE,
    OWN,
    SENTENCE,
    TRANSLATED,
    VALUE,
    message_of,
    read_codes,
    read_messages,
)
from xl_tourney.publication.records import RECORD_COLUMN
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.parts.plan.labels import labels, texts_of_formula
from xl_tourney.templates.parts.workbook import StandingsWorkbook

_HAS_LETTERS = re.compile(r"[^\W\d_]")
_SMALL_LETTER = re.compile(r"[a-z]")
SAME = "same as in English"
"""The comment of a translator above a message that is the same in both languages."""
LONGEST_ON_PAGE = 60
"""Longer texts of a sheet are for its director: the page says the clauses of its legend itself."""
ROOT = Path(__file__).resolve().parents[1]
_CODE = re.compile(r"&[AF]|[A-Z_]{5,}")
"""What a header of a page is filled with, and names of functions."""


class Message(NamedTuple):
    """A message, and where it is said."""

    text: str
    context: str
    where: str
    plural: str = ""


def messages() -> dict[tuple[str, str], Message]:
    """All messages by context and text; of each the places where it is said."""
    found: dict[tuple[str, str], Message] = {}
    for message in _messages():
        key = message.context, message.text
        old = found.get(key, message)
        where = ", ".join(sorted({*old.where.split(", "), message.where}))
        found[key] = message._replace(where=where, plural=old.plural or message.plural)
    own = {
        (f"{VALUE} {name}", text): found[VALUE, text]._replace(
            context=f"{VALUE} {name}", where=name
        )
        for name, texts in OWN.items()
        for text in texts
    }
    sentences = {text for context, text in found if not context}
    return own | {
        (context, text): message
        for (context, text), message in found.items()
        if text and not (context == VALUE and len(text) >= SENTENCE and text in sentences)
    }


def _messages() -> Iterator[Message]:
    yield from _messages_of_page()
    for template in TEMPLATES:
        for workbook in _workbooks(template):
            if template.name in TRANSLATED:
                yield from messages_of(workbook, template.name)
            yield from _messages_on_page(workbook, template.name)
    for template in (TEMPLATES[name] for name in TRANSLATED):
        yield Message(template.build().properties.title or "", "", template.name)


def _messages_of_page() -> Iterator[Message]:
    """What the page says itself: ``say``, ``say_count`` and ``message`` in its code."""
    for path in sorted((ROOT / "xl_tourney" / "publication").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
                if node.func.id == "say_count":
                    yield Message(texts[0], "", "page", texts[1])
                elif node.func.id in ("say", "message") and texts:
                    yield Message(message_of(texts[0])[0], "", "page")


def _messages_on_page(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    """The headings and captions of a workbook that its page shows, and those of its records."""
    sheets = {table.sheet.title for table in workbook.tables}
    standings = {
        sheet
        for name, defined in workbook.defined_names.items()
        if name.startswith((NAME, CHART))
        for sheet, _ in defined.destinations
    }
    for message in messages_of(workbook, where, sheets & standings):
        if len(message.text) < (SENTENCE if message.context else LONGEST_ON_PAGE):
            yield message
    for name in workbook.defined_names:
        if found := RECORD_COLUMN.fullmatch(name):
            yield Message(found["heading"].replace("_", " "), "", where)


def _workbooks(template: Template) -> Iterator[StandingsWorkbook]:
    """The workbooks that together say all that a template says."""
    for functions in ("native", "addin", "lambda") if template.name in TRANSLATED else ():
        yield template.build(functions=functions)
    if template.name in TRANSLATED:
        results = template.read(template.samples[-1].path)
        yield template.build(results)
        rules = next(option for option in template.options if option.name == "rules")
        for choice in rules.choices:
            yield template.build(results, rules=choice)
    for sample in template.samples:
        yield template.build(**sample.options)
        if template.name in TRANSLATED:
            yield template.build(template.read(sample.path), **sample.options)


def messages_of(
    workbook: StandingsWorkbook, where: str, sheets: Collection[str] = ()
) -> Iterator[Message]:
    """The messages of an English workbook, or of some sheets; hidden cells have none."""
    codes = read_codes()
    for label in labels(workbook, sheets):
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
        for (context, text), said in sorted(known.items()):
            translated = old.get(text, context or None)
            new.add(
                (text, said.plural) if said.plural else text,
                translated.string if translated else "",
                context=context or None,
                auto_comments=[said.where],
                user_comments=translated.user_comments if translated else (),
            )
        with path.open("wb") as file:
            write_po(file, new, width=100, no_location=True, sort_output=False)


if __name__ == "__main__":
    main()
