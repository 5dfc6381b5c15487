"""The languages of workbooks and published pages, and their message files.

All texts are written in English where they belong, and are translated at two borders: when a
workbook is finished (``templates/parts/plan/labels.py``), and when a page is rendered.  The
messages of a language are ``locale/de.po``; ``formats.tsv`` says how it writes dates and numbers.

A number in a text is a place in its message: ``Round 4`` and ``Round 5`` are ``Round {1}``; and so
is what a group is called: ``Group A`` and ``Group B`` are ``Group {1}``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from functools import cache, cached_property
from gettext import c2py
from pathlib import Path
from typing import NamedTuple

from ..errors import OptionError
from ..messages import message as message
from .sentences import Receipts, Sentences

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "pl": "Polski",
    "nl": "Nederlands",
    "it": "Italiano",
    "ja": "日本語",
}
"""The languages by their codes, as their readers call them."""
LOCALE = Path(__file__).with_name("locale")
FORMATS = LOCALE.with_name("formats.tsv")
CODES = LOCALE.with_name("codes.txt")
"""Texts in formulas that are no messages."""
VALUE = "value"
"""The context of messages that formulas give; where nothing else is said, they are no labels."""
SHEET = "sheet"
"""The context of titles of sheets that are called otherwise than a heading of the same text."""
MENU = "menu"
"""The context of what commands are called in menus."""
FORM = "form"
"""The context of what the forms of commands ask, and of the words to choose from."""
DESK = "desk"
"""The context of what the page of an event says itself."""
RECEIPT = "receipt"
"""The context of what commands say they have read and done, whose places have names."""
SETTLED = "settled"
"""The context of what tables say of a row; other formulas compare the same words as codes."""
FRACTION = "fraction"
"""The context of what is counted where the number is not whole: 2.5 points."""
OWN: Mapping[str, Sequence[str]] = {
    f"{VALUE} league": ("game", "games", "games and", "games not played"),
    f"{VALUE} bridge": ("down", "no", "same"),
    "bridge": ("Board", "Score", "Tied"),
    "go": ("Rating",),
    "kdice": ("Difference",),
    "league": (
        "Against",
        "Round {1}",
        "Round {number} is being played: {known} of {all} results are in",
        "After round {held}",
        "After round {held} of {planned}",
    ),
    SHEET: ("Player",),
    SETTLED: ("first", "qualified", "out", "own hands", "open", "unknown"),
    FRACTION: ("{figure} points", "{figure} wins"),
}
"""By context what workbooks and pages of a game, or formulas, call otherwise than other games."""
OWN_COUNTED: Mapping[str, Sequence[tuple[str, str]]] = {
    "league": (
        ("{count} game to play", "{count} games to play"),
        ("{count} more game", "{count} more games"),
    ),
}
"""The same for messages with a number, by their singular and plural."""
DERIVATION = "derivation"
"""The context of the sentences of derivations, whose places have names."""
SENTENCE = 25
"""From so many letters on a text that a formula gives is the same message wherever it stands."""
_FIELD = re.compile(r'^(msg\w+)\S* "(.*(?:"\n".*)*)"$', re.MULTILINE)
_PLURAL = re.compile(r"plural=([^;]+);")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*|(?<= )[A-Z]$|(?<=^Group )[A-Z].*$")
_ORDINAL = re.compile(r"(?<!\d)(\d{1,2})(?:st|nd|rd|th)\b")
_ENDINGS = {"1": "st", "2": "nd", "3": "rd"}
"""Of the numbers that headings have: places in a game, and how often a criterion is repeated."""
_COLON = re.compile(r"\s*[:：]\s*")
_IN_BRACKETS = re.compile(r"(.+?)( \([^()]+\))")
_PLACE, _NAMED = re.compile(r"\{(\d+)\}"), re.compile(r"\{([a-z]+)\}")


def message_of(text: str) -> tuple[str, list[str]]:
    """The message of a text, and its numbers.

    >>> message_of("Round 4: 3 of 6 results")
    ('Round {1}: {2} of {3} results', ['4', '3', '6'])
    >>> message_of("Group A"), message_of("Group of death")
    (('Group {1}', ['A']), ('Group of death', []))
    """
    numbers = _NUMBER.findall(text)
    at = iter(range(1, len(numbers) + 1))
    return _NUMBER.sub(lambda _: f"{{{next(at)}}}", text), numbers


class Language:
    """A language, and what texts of a template are called in it; English needs no message file."""

    def __init__(self, code: str, template: str = "") -> None:
        self.code = code
        self.template = template
        """What the games of a template call otherwise has its name for a context."""

    @property
    def is_english(self) -> bool:
        """Whether every text stays as it is."""
        return self.code == "en"

    def text(self, english: str, context: str = "") -> str:
        """A text in this language; one that is no message stays as it is.

        >>> language_of("de").text("Round 4"), language_of("de").text("Ada Lovelace")
        ('Runde 4', 'Ada Lovelace')
        >>> language_of("de").text("Rating"), language_of("de", "go").text("Rating")
        ('Elo', 'Rating')
        """
        return english if self.is_english else self._label(english, context) or english

    def _label(self, english: str, context: str = "") -> str:
        """What a text is called in its context, in the template, or anywhere; blank if nowhere."""
        contexts = [*filter(None, (context, self.template)), ""]
        return next(filter(None, (self._found(english, one) for one in contexts)), "")

    def value(self, english: str) -> str:
        """A text that a formula gives; blanks around it stay.

        Short ones are often codes that other formulas compare, so they are messages of their own.
        """
        if self.is_english:
            return english
        core = english.strip()
        found = self._found(core, f"{VALUE} {self.template}") or self._found(core, VALUE)
        if not found and len(core) >= SENTENCE:
            found = self._found(core, "")
        return english.replace(core, found) if found else english

    def said(self, english: str) -> str:
        """What a table says of a row: what is settled, or any other text that a formula gives.

        >>> language_of("de").said("out"), language_of("de").value("out")
        ('chancenlos', 'out')
        """
        found = "" if self.is_english else self._found(english, SETTLED)
        return found or self.value(english)

    @cached_property
    def sentences(self) -> Sentences:
        """What derivations say."""
        return Sentences(self.messages(DERIVATION), self._word)

    @cached_property
    def receipts(self) -> Receipts:
        """What commands say they have read and done.

        >>> language_of("de").receipts.translate("cup.xlsx: 1 row added, 2 values replaced.")
        'cup.xlsx: 1 Zeile hinzugefügt, 2 Werte ersetzt.'
        """
        return Receipts(self.messages(RECEIPT), self.text)

    def _word(self, english: str) -> str:
        """What a heading, or a criterion, is called; blank where it is neither."""
        if found := self._label(english):
            return found
        term = self.term(english)
        return term if term != english else ""

    def term(self, english: str) -> str:
        """What a message explains, as it says it before a colon; brackets behind it stay.

        >>> language_of("de").term("Direct encounter (DE)"), language_of("de").term("Ada (GM)")
        ('Direkter Vergleich (DE)', 'Ada (GM)')
        """
        found = _IN_BRACKETS.fullmatch(english)
        name, behind = found.groups() if found else (english, "")
        message, numbers = message_of(name)
        known = "" if self.is_english else self._terms.get(message, "")
        return f"{_filled(known, numbers)}{behind}" if known else english

    def plural(self, one: str, many: str, count: float) -> str:
        """The form of a message for so many: ``{count} players``.

        What is not whole has a form of its own in Polish, and in French the singular up to 2.

        >>> forms = ("{figure} point", "{figure} points")
        >>> [language_of("pl").plural(*forms, count) for count in (1, 2, 5, 2.5)]
        ['{figure} punkt', '{figure} punkty', '{figure} punktów', '{figure} punktu']
        """
        if self.is_english:
            return one if count == 1 else many
        is_fraction = count != int(count) and count >= float(self._formats.singular_below)
        if is_fraction and (found := self._found(many, FRACTION)):
            return found
        known = (self._file.plurals.get((context, one)) for context in (self.template, ""))
        forms = next((forms for forms in known if forms and all(forms)), None)
        if forms is None:
            return one if count == 1 else many
        return forms[self._file.form_for(int(count))]

    def day(self, day: date, *, is_short: bool = False) -> str:
        """A day without its year, written out or short.

        >>> language_of("de").day(date(2026, 10, 4)), language_of("en").day(date(2026, 10, 4))
        ('4. Oktober', '4 October')
        """
        formats = self._formats
        pattern = formats.short_day if is_short else formats.day
        months = formats.short_months if is_short else formats.months
        return pattern.format(day=day.day, month=months.split()[day.month - 1])

    def date(self, day: date) -> str:
        """A date, written out.

        >>> language_of("de").date(date(2026, 5, 4)), language_of("en").date(date(2026, 5, 4))
        ('4. Mai 2026', '4 May 2026')
        """
        month = self._formats.months.split()[day.month - 1]
        return self._formats.date.format(day=day.day, month=month, year=day.year)

    def number(self, text: str) -> str:
        """A number with the decimal sign, and the sign between thousands, of this language.

        >>> language_of("de").number("1,010.5"), language_of("ja").number("10.5")
        ('1.010,5', '10.5')
        """
        return text.translate(str.maketrans(".,", self._formats.decimal + self._formats.group))

    def english(self, text: str, *, is_value: bool = False) -> str:
        """What is called so in this language, as it is called in English.

        Of several, such as Player and Players, it is the shortest; of a value that formulas give,
        or that is chosen from a list, it is first that.

        >>> language_of("de").english("Runde 4"), language_of("de", "kdice").english("3.")
        ('Round 4', '3rd')
        """
        if self.is_english or not (is_value or any(map(str.isalnum, text))):
            return text
        message, numbers = message_of(text)
        first, second = self._reversed, self._reversed_values
        if is_value:
            first, second = second, first
        known = first.get(message) or second.get(message)
        return _with_ordinals(_filled(known, numbers)) if known else text

    def english_value(self, text: str) -> str:
        """What a formula gives, as it is in English; a text of somebody stays as it is."""
        message, numbers = message_of(text)
        known = None if self.is_english else self._reversed_values.get(message)
        return _with_ordinals(_filled(known, numbers)) if known else text

    def english_parts(self, text: str, shortest: int = 0) -> str:
        """A text that formulas put together, such as a status, as it is in English.

        Parts that are shorter stay as they are.
        """
        if self.is_english:
            return text
        for said, one, pieces in self._parts:
            if len(one) < shortest or not all(piece in text for piece in pieces):
                continue
            pattern = r"([\d.,]+)".join(map(re.escape, pieces))
            before, after = (r"\b" if end.isalnum() else "" for end in (said[0], said[-1]))
            english = one.replace("\\", r"\\")
            for at, place in enumerate(_PLACE.findall(said), 1):
                english = english.replace(f"{{{place}}}", rf"\g<{at}>")
            text = re.sub(f"{before}{pattern}{after}", english, text)
        return text

    @cached_property
    def _parts(self) -> list[tuple[str, str, list[str]]]:
        """What formulas put texts together of, the longest first.

        Each in this language, in English, and the pieces that stand between its places.
        """
        sentences = {said: one for said, one in self._reversed.items() if len(one) >= SENTENCE}
        known = {**sentences, **self._reversed_values}
        order = sorted(known, key=len, reverse=True)
        return [(said, known[said], _PLACE.split(said)[::2]) for said in order]

    def _found(self, english: str, context: str) -> str:
        message, numbers = message_of(english)
        found = self._messages.get((context, message))
        return _filled(found, numbers) if found else ""

    def messages(self, context: str) -> dict[str, str]:
        """The messages of a context, by what they are in English."""
        return {one: said for (found, one), said in self._messages.items() if found == context}

    @property
    def _file(self) -> MessageFile:
        return _read(LOCALE / f"{self.code}.po")

    @property
    def _messages(self) -> Mapping[tuple[str, str], str]:
        return {} if self.is_english else self._file.messages

    @cached_property
    def _terms(self) -> dict[str, str]:
        """What messages explain: “Koya: points against …” has Koya."""
        pairs = [
            (_COLON.split(one), _COLON.split(said)) for (_, one), said in self._messages.items()
        ]
        return {one[0]: said[0] for one, said in pairs if len(one) == len(said) == 2}

    @cached_property
    def _reversed(self) -> dict[str, str]:
        """The labels by what they are called, the shortest of several: Player, not Players.

        The sign of an abbreviation does not count: ``Nr.`` is No., which comes after No.
        """
        longest_first = sorted(
            self._messages.items(), key=lambda found: -len(found[0][1].rstrip("."))
        )
        return _reversed(longest_first, "", SHEET, self.template)

    @cached_property
    def _reversed_values(self) -> dict[str, str]:
        return _reversed(self._messages.items(), SETTLED, VALUE, f"{VALUE} {self.template}")

    @property
    def _formats(self) -> Formats:
        return _read_formats()[self.code]


class Formats(NamedTuple):
    """How a language writes numbers and dates; a line of ``formats.tsv`` without its code."""

    decimal: str
    group: str
    singular_below: str
    date: str
    day: str
    short_day: str
    months: str
    short_months: str


@cache
def _read_formats() -> Mapping[str, Formats]:
    lines = FORMATS.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines if not line.startswith("#"))
    return {code: Formats(*row) for code, *row in rows}


class MessageFile(NamedTuple):
    """The message file of a language, in the format of gettext."""

    messages: Mapping[tuple[str, str], str]
    """Those with one form, by context and English text; what is not translated is not there."""
    plurals: Mapping[tuple[str, str], Sequence[str]]
    """The forms of those with a number."""
    form_for: Callable[[int], int]
    """Which form a number takes."""


@cache
def _read(path: Path) -> MessageFile:
    """Read a message file."""
    messages, plurals = dict[tuple[str, str], str](), dict[tuple[str, str], Sequence[str]]()
    for entry in path.read_text(encoding="utf-8").split("\n\n"):
        fields: dict[str, list[str]] = {}
        for name, quoted in _FIELD.findall(entry):
            fields.setdefault(name, []).append(_unquote(quoted))
        if "msgid" not in fields:
            continue  # only comments
        key, said = (fields.get("msgctxt", [""])[0], fields["msgid"][0]), fields["msgstr"]
        if "msgid_plural" in fields:
            plurals[key] = said
        elif said[0]:
            messages[key] = said[0]
    (rule,) = _PLURAL.findall(messages.pop(("", "")))
    return MessageFile(messages, plurals, c2py(rule))


def _unquote(quoted: str) -> str:
    text = quoted.replace('"\n"', "")
    return str(json.loads(f'"{text}"')) if "\\" in text else text  # which has the same escapes


def _filled(message: str, numbers: Sequence[str]) -> str:
    """A message with its numbers."""
    return _PLACE.sub(lambda found: numbers[int(found[1]) - 1], message)


def _reversed(messages: Iterable[tuple[tuple[str, str], str]], *contexts: str) -> dict[str, str]:
    """The messages of some contexts by what they are called; later ones go before."""
    return {
        text: message for one in contexts for (context, message), text in messages if context == one
    }


def _with_ordinals(text: str) -> str:
    """An English text whose ordinal numbers have their own endings: most languages have one."""
    return _ORDINAL.sub(lambda found: found[1] + _ENDINGS.get(found[1], "th"), text)


@cache
def language_of(code: str, template: str = "") -> Language:
    """A language by its code, as the games of a template speak it.

    Raises
    ------
    OptionError
        There are no messages in it.
    """
    if code not in LANGUAGES:
        raise OptionError(f"There is no language {code}; there are {', '.join(LANGUAGES)}.")
    return Language(code, template)


def read_codes() -> frozenset[str]:
    """The texts in formulas that are the same in every language."""
    lines = CODES.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def language_for(code: str) -> Language:
    """The language of a reader, by what a program calls it; English where there is none of it.

    >>> language_for("de-AT").code, language_for("pt_BR").code
    ('de', 'en')
    """
    known = code[:2].lower()
    return language_of(known if known in LANGUAGES else ENGLISH.code)


ENGLISH = language_of("en")
_SPOKEN: ContextVar[Language] = ContextVar("spoken", default=ENGLISH)
_WRITTEN: ContextVar[Language] = ContextVar("written", default=ENGLISH)
"""The language of the workbook whose values are said."""


def spoken() -> Language:
    """The language of what is being written now; English, where nobody has said another one."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: Language, written: Language = ENGLISH) -> Iterator[None]:
    """Say everything inside in a language, also the values of a workbook written in another."""
    tokens = _SPOKEN.set(language), _WRITTEN.set(written)
    try:
        yield
    finally:
        _SPOKEN.reset(tokens[0])
        _WRITTEN.reset(tokens[1])


def say(english: str, **values: object) -> str:
    """A message in the spoken language, with values in it: ``Results of {name}``.

    >>> with speaking(language_of("de")):
    ...     say("Results of {name}", name="Ada")
    'Ergebnisse von Ada'
    """
    return _with_values(spoken().text(english), values)


def say_value(text: str) -> str:
    """What a formula of a workbook gives, in the spoken language.

    >>> with speaking(language_of("fr"), language_of("de")):
    ...     say_value("geteilt"), say_value("Ada")
    ('ex æquo', 'Ada')
    """
    written = _WRITTEN.get()
    return text if written.code == spoken().code else spoken().said(written.english_value(text))


def say_term(english: str) -> str:
    """A heading, or what decided a place, in the spoken language."""
    said = say(english)
    return said if said != english else spoken().term(english)


def say_count(one: str, many: str, count: float, **values: object) -> str:
    """The form of a message for so many, in the spoken language: ``{count} players``."""
    return _with_values(spoken().plural(one, many, count), {"count": count, **values})


def in_sentence(words: str) -> str:
    """English words within a sentence: a capital becomes small, but not that of TAPL.

    >>> in_sentence("Goal difference"), in_sentence("TAPL of all")
    ('goal difference', 'TAPL of all')
    """
    if not spoken().is_english:
        return words
    return words if words[:2].isupper() else words[:1].lower() + words[1:]


def _with_values(text: str, values: Mapping[str, object]) -> str:
    return _NAMED.sub(lambda found: str(values.get(found[1], found[0])), text)
