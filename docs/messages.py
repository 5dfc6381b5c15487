"""Brings the message files up to date: python docs/messages.py.

The messages are those of the workbooks, in every variant, of the published page, of the forms of
commands, and of the page and the pane of an event.  New ones are added to each file under
``xl_tourney/languages/locale`` without a translation; those that nothing says any more are taken
away.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import chain, product
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from xl_tourney.commands import everything
from xl_tourney.commands.parts.words import field_of
from xl_tourney.defined_names import LANGUAGE
from xl_tourney.desk.forms import describe_commands
from xl_tourney.errors import TourneyError
from xl_tourney.events.records import RECORD_COLUMN
from xl_tourney.hosts.libreoffice.menu import BESIDE
from xl_tourney.languages import (
    DERIVATION,
    DESK,
    FORM,
    LANGUAGES,
    LOCALE,
    MENU,
    OWN,
    OWN_COUNTED,
    RECEIPT,
    SENTENCE,
    VALUE,
    Language,
    message_of,
    read_codes,
)
from xl_tourney.templates import TEMPLATES, Template
from xl_tourney.templates.league.features.divided.conferences import Conferences
from xl_tourney.templates.league.rules.files import read_rules, shipped_names
from xl_tourney.templates.parts.plan.labels import labels, texts_of_formula
from xl_tourney.templates.parts.workbook import StandingsWorkbook

_HAS_LETTERS = re.compile(r"[^\W\d_]")
_SMALL_LETTER = re.compile(r"[a-z]")
SAME = "same as in English"
"""The comment of a translator above a message that is the same in both languages."""
ROOT = Path(__file__).resolve().parents[1]
_CODE = re.compile(r"&[AF]|[A-Z_]{5,}")
"""What a header of a page is filled with, and names of functions."""


class Message(NamedTuple):
    """A message, and where it is said."""

    text: str
    context: str
    where: str
    plural: str = ""


def read_messages(code: str) -> Catalog:
    """The message file of a language, with its comments."""
    with (LOCALE / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code)


def messages() -> dict[tuple[str, str], Message]:
    """All messages by context and text; of each the places where it is said."""
    return _by_text(_messages())


def messages_at_hand() -> dict[tuple[str, str], Message]:
    """The messages of the code, and of an empty workbook of each template: most, in a second."""
    small = ((template.name, _build(template, {})) for template in TEMPLATES)
    return _by_text(
        chain(
            _messages_of_code(),
            _messages_of_forms(),
            _messages_of_page(),
            _messages_of_derivations(),
            _messages_of_receipts(),
            *(_messages_of_workbook(workbook, name) for name, workbook in small),
        )
    )


def _by_text(said: Iterator[Message]) -> dict[tuple[str, str], Message]:
    found: dict[tuple[str, str], Message] = {}
    for message in said:
        key = message.context, message.text
        old = found.get(key, message)
        where = ", ".join(sorted({*old.where.split(", "), message.where}))
        found[key] = message._replace(where=where, plural=old.plural or message.plural)
    own = {
        (context, text): Message(text, context, context.removeprefix(VALUE).strip())
        for context, texts in OWN.items()
        for text in texts
    }
    own |= {
        (context, one): Message(one, context, context, many)
        for context, messages in OWN_COUNTED.items()
        for one, many in messages
    }
    sentences = {text for context, text in found if not context}
    return own | {
        (context, text): message
        for (context, text), message in found.items()
        if text
        and text not in CITED
        and not (context == VALUE and len(text) >= SENTENCE and text in sentences)
        and not (context == FORM and text in sentences)
    }


def _messages() -> Iterator[Message]:
    yield from _messages_of_code()
    yield from _messages_of_forms()
    yield from _messages_of_page()
    yield from _messages_of_derivations()
    yield from _messages_of_receipts()
    for template in TEMPLATES:
        empty = template.build()
        yield Message(empty.properties.title or "", "", template.name)
        for workbook in chain([empty], _workbooks(template)):
            yield from _messages_of_workbook(workbook, template.name)


def _messages_of_workbook(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    yield from messages_of(workbook, where)
    yield from _messages_of_records(workbook, where)
    yield from _messages_of_columns(workbook, where)


def _messages_of_code() -> Iterator[Message]:
    """What pages and explanations say themselves: ``say``, ``say_count`` and ``message``."""
    for room, where in (
        ("events", "page"),
        ("publication", "page"),
        ("explanations", "explanation"),
        ("cli", "form"),
    ):
        for name, arguments in _calls(room):
            texts = [part.value for part in arguments if isinstance(part, ast.Constant)]
            if name == "say_count":
                yield Message(texts[0], "", where, texts[1])
            elif name in ("say", "message") and texts:
                yield Message(message_of(texts[0])[0], "", where)


class _Heard(Language):
    """English, and every message that was asked for."""

    def __init__(self) -> None:
        super().__init__("en")
        self.messages_asked: dict[tuple[str, str], None] = {}

    def text(self, english: str, context: str = "") -> str:
        self.messages_asked[english, context] = None
        return english


def _messages_of_forms() -> Iterator[Message]:
    """What menus and forms say of commands."""
    for english in ("Tournament", *BESIDE.values()):
        yield Message(english, MENU, "menu")
    heard = _Heard()
    describe_commands(heard)
    for made in everything():
        for one in made.parameters:
            if one.name in made.asks:  # in a menu, perhaps nowhere else
                field_of(one, heard)
        if made.menu:
            yield Message(made.title, MENU, "menu")
    for english, context in heard.messages_asked:
        text, _ = message_of(english)
        if _SMALL_LETTER.search(text):
            yield Message(text, context, context)


_WORD = re.compile(r'\bword\("([^"]+)"')


class _Texts(HTMLParser):
    """The texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.texts.append(" ".join(data.split()))


_PAGES = (
    "desk/static/*",
    "desk/server/static/*",
    "hosts/officejs/static/*.js",
    "hosts/officejs/static/taskpane.html",
)


def _messages_of_page() -> Iterator[Message]:
    """What the page of an event and the pane say themselves."""
    for path in sorted(chain(*((ROOT / "xl_tourney").glob(pattern) for pattern in _PAGES))):
        content = path.read_text(encoding="utf-8")
        texts = _WORD.findall(content) if path.suffix == ".js" else []
        if path.suffix == ".html":
            parser = _Texts()
            parser.feed(content)
            texts = [text for text in parser.texts if _HAS_LETTERS.search(text)]
        yield from (Message(text, DESK, "desk") for text in texts)
    for name, arguments in _calls("desk"):
        if name in ("RefusedError", "message") and isinstance(arguments[-1], ast.Constant):
            yield Message(arguments[-1].value, DESK, "desk")


def _messages_of_derivations() -> Iterator[Message]:
    """The sentences of derivations: of ``step``, ``sentence`` and ``counted`` of functions."""
    for room, names in (
        ("functions", ("step", "sentence", "counted")),
        ("explanations", ("sentence",)),
    ):
        for name, arguments in _calls(room):
            for argument in arguments if name in names else ():
                yield from _sentences(argument)


_OF_COMMANDS = (
    *("commands", "exports", "pairing", "publication"),
    *("readers", "templates", "updates"),
)
"""The rooms that say what was read and done."""


def _messages_of_receipts() -> Iterator[Message]:
    """What commands say they have read and done: ``message``, and what is put into ``notes``.

    The messages of pages are whole texts, without values.
    """
    for room in (
        "commands",
        "exports",
        "pairing",
        "publication",
        "readers",
        "templates",
        "updates",
    ):
        said = (one for name, arguments in _calls(room) if name == "message" for one in arguments)
        found = chain(
            (one for one in said if room != "publication" or isinstance(one, ast.JoinedStr)),
            chain.from_iterable(map(_noted, _nodes(room))),
        )
        for text in chain.from_iterable(map(_forms, found)):
            if _SMALL_LETTER.search(_IN_BRACES.sub("", text)):
                yield Message(text, RECEIPT, "receipt")


def _noted(node: ast.AST) -> Iterator[ast.expr]:
    """What a piece of code puts into the notes of something."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        is_added = node.func.attr in ("append", "extend") and _called(node.func.value) == "notes"
        if is_added or node.func.attr == "note":
            yield from node.args
    elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if "notes" in map(_called, targets) and node.value:
            yield node.value
    elif isinstance(node, ast.keyword) and node.arg == "notes":
        yield node.value


def _called(node: ast.expr) -> str:
    """The last name of an expression: ``count`` of ``done.count`` and of ``len(count)``."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        return node.id if isinstance(node, ast.Name) else node.attr
    parts = [*node.args, node.func] if isinstance(node, ast.Call) else ast.iter_child_nodes(node)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        parts = [*node.args, node.func.value]
    return next(filter(None, (_called(one) for one in parts if isinstance(one, ast.expr))), "")


def _forms(node: ast.expr) -> Iterator[str]:
    """The sentences that an expression may be, with places; ``'s' * (count > 1)`` may be there."""
    if isinstance(node, ast.Constant):
        yield node.value if isinstance(node.value, str) else ""
    elif isinstance(node, ast.IfExp):
        yield from chain(_forms(node.body), _forms(node.orelse))
    elif isinstance(node, (ast.List, ast.Tuple)):
        yield from chain.from_iterable(map(_forms, node.elts))
    elif isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        yield from _forms(node.elt)
    elif isinstance(node, ast.BinOp) and isinstance(node.left, ast.Constant):
        yield from ("", *_forms(node.left))
    elif isinstance(node, ast.JoinedStr):
        places: dict[str, str] = {}
        yield from map("".join, product(*([*_piece(one, places)] for one in node.values)))


def _piece(node: ast.expr, places: dict[str, str]) -> Iterator[str]:
    """A piece of a sentence: a text, one of several, or the place of a value."""
    value = node.value if isinstance(node, ast.FormattedValue) else node
    sides = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    if said := [*_forms(value)] if all([*_forms(one)] for one in sides) else []:
        yield from said
        return
    called = _called(value).lower().strip("_") or "part"
    of = ast.unparse(value)
    while places.setdefault(called, of) != of:
        called += "_b"
    yield f"{{{called}}}"


def _nodes(room: str) -> Iterator[ast.AST]:
    for path in sorted((ROOT / "xl_tourney" / room).rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def _calls(room: str) -> Iterator[tuple[str, list[ast.expr]]]:
    """The calls of plain names in the code of a room, with their arguments."""
    for node in _nodes(room):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node.args


def _sentences(argument: ast.expr) -> Iterator[Message]:
    """The sentences that an argument may be; what code puts into one has a place."""
    if isinstance(argument, ast.IfExp):
        yield from _sentences(argument.body)
        yield from _sentences(argument.orelse)
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        yield _sentence(argument.value)
    elif isinstance(argument, ast.JoinedStr):
        parts = [
            str(part.value)
            if isinstance(part, ast.Constant)
            else f"{{{part.value.id if isinstance(part.value, ast.Name) else 'part'}}}"
            for part in argument.values
            if isinstance(part, (ast.Constant, ast.FormattedValue))
        ]
        if _HAS_LETTERS.search(_IN_BRACES.sub("", "".join(parts))):
            yield _sentence("".join(parts))


_IN_BRACES = re.compile(r"\{[^{}]*\}")
_SPEC = re.compile(r"\{(\w+):[^{}]*\}")


def _sentence(text: str) -> Message:
    return Message(_SPEC.sub(r"{\1}", text), DERIVATION, "derivation")


def _messages_of_columns(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    """What columns say of their figures, with and without the parts that may be left out."""
    for table in workbook.tables:
        for column in table.columns:
            pieces = re.split(r"\[(.*?)\]", column.said)
            optional = [(piece, "") for piece in pieces[1::2]]
            for chosen in product(*optional) if column.said else ():
                pieces[1::2] = chosen
                yield _sentence("".join(pieces))._replace(where=where)


def _messages_of_records(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    for name in workbook.defined_names:
        if found := RECORD_COLUMN.fullmatch(name):
            yield Message(found["heading"].replace("_", " "), "", where)


CLEAN_SHEET = 'name = "*"\nsource = "*"\npoints = "3-1-0"\ncriteria = ["Points"]\nclean_sheet = 1\n'
"""Rules with a feature that none of the shipped ones has."""


ALSO: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "bridge": [{"sessions": 2}],
    "chess": [
        {"players": None, "teams": 6, "boards": 3},
        {"players": None, "teams": 6, "functions": "addin", "tiebreaks": "EDEBT,EDEBB,EDET,EDEB"},
        {"players": None, "teams": 6, "functions": "addin", "tiebreaks": "BC,TBR,BBE,MPVGP"},
        {"players": None, "teams": 6, "tiebreaks": "EDEBT"},
    ],
    "league": [
        {"layout": "game", "rows": 100},  # more than one page
        {"criteria": "Points,Difference per game"},
        *({"rules": name} for name in shipped_names()),
        {"rules": CLEAN_SHEET},
        *(
            {"rules": name, "groups": 2}
            for name in shipped_names()
            if read_rules(name).of(Conferences)
        ),
    ],
    "tantrix": [{"groups": 2}, {"groups": 2, "next_places": 1, "layout": "game"}],
}
"""Options beside the choices that add texts to a workbook."""
FEW: Mapping[str, Mapping[str, int]] = {
    "bridge": {"pairs": 4, "boards": 4},
    "chess": {"players": 4, "rounds": 3, "games": 6},
    "go": {"rows": 4, "rounds": 3},
    "kdice": {"rows": 4},
    "league": {"teams": 4, "rows": 6},
    "tantrix": {"rows": 4},
}
"""Options for a small workbook: each row of a table says the same."""
CITED = frozenset(message_of(read_rules(name).source)[0] for name in shipped_names())
"""Where the shipped rules are written: a source is quoted as it is, in every language."""


def _workbooks(template: Template) -> Iterator[StandingsWorkbook]:
    """The workbooks that together, with an empty one, say all that a template says."""
    for functions in ("addin", "lambda"):
        yield _build(template, {"functions": functions})
    for sample in template.samples:
        yield template.build(template.read(sample.path), **sample.options)
        if sample.options:
            yield _build(template, sample.options)
    for option in template.options:
        for choice in option.choices if option.name != LANGUAGE else ():
            if choice != option.default:
                yield _build(template, {option.name: choice})
    for options in ALSO.get(template.name, ()):
        yield _build(template, options)


def _build(template: Template, options: Mapping[str, Any]) -> StandingsWorkbook:
    """The workbook of few rows, or of as many as usual where the options are not for these."""
    try:
        return template.build(**{**FEW[template.name], **options})
    except TourneyError:
        return template.build(**options)


def messages_of(workbook: StandingsWorkbook, where: str) -> Iterator[Message]:
    """The messages of an English workbook; hidden cells have none."""
    codes = read_codes()
    for kind, found in dict.fromkeys(_texts(workbook)):
        text, _ = message_of(found)
        if text in codes:
            continue
        if kind in ("formula", "choice"):
            if _SMALL_LETTER.search(text):
                is_sentence = kind == "formula" and len(text) >= SENTENCE
                yield Message(text, "" if is_sentence else VALUE, where)
        elif _HAS_LETTERS.search(text) and not _CODE.fullmatch(text):
            yield Message(text, "", where)


def _texts(workbook: StandingsWorkbook) -> Iterator[tuple[str, str]]:
    """The kinds and texts of labels, each text of a formula for itself."""
    for label in labels(workbook):
        if label.kind == "formula":
            yield from ((label.kind, text.strip()) for text in texts_of_formula(label.text))
        elif label.kind == "choice" or label.is_shown:
            yield label.kind, label.text


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
            creation_date=old.creation_date,  # so that the same messages give the same file
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
        for entry in old:
            text = entry.id if isinstance(entry.id, str) else entry.id[0]
            if text and (entry.context or "", text) not in known:
                print(f"{path.name}: nobody says “{text}” any more.")
        with path.open("wb") as file:
            write_po(file, new, width=100, no_location=True, sort_output=False)


if __name__ == "__main__":
    main()
