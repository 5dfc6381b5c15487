"""Sentences with terms, as derivations give them, in another language.

A derivation makes a sentence such as ``{own} is tied with {other_0} and {other_1}.``; its message
is ``{own} is tied with {text}.``, in which a name stands for a term, for several of them, or for a
part that is a message itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property

_PLACE = re.compile(r"\{([a-z_]+)\}")
_IN_BRACES = re.compile(r"\{[^{}]*\}")
_CLAUSES = "; "
_SENTENCE = 25
"""Names are no longer than what is looked for among all messages."""
_MORE = re.compile(r"(?:(?P<first>.*) and )?(?P<count>\d+) more")
_WORD = re.compile(r"[a-z]{2}")
_WITH_NOTE = re.compile(r"(.+) \(([^()]+)\)")


class Sentences:
    """The sentences of a language by their messages."""

    def __init__(self, messages: Mapping[str, str], word: Callable[[str], str]) -> None:
        self._messages = messages
        self._word = word
        """What a label is called; blank where it is no message."""
        self._known: dict[str, str] = {}

    def translate(self, sentence: str) -> str:
        """A sentence with its terms, in the language; blank where a part of it is no message."""
        if sentence not in self._known:
            self._known[sentence] = self._translate(sentence) or ""
        return self._known[sentence]

    def _translate(self, sentence: str) -> str | None:
        for pattern, said in self._patterns:
            if found := pattern.fullmatch(sentence):
                parts = {name: self._part(text) for name, text in found.groupdict().items()}
                if None not in parts.values():
                    return _filled(said, parts)
        body, end = (sentence[:-1], ".") if sentence.endswith(".") else (sentence, "")
        if _CLAUSES not in body:
            return None
        clauses = [self._translate(clause) for clause in body.split(_CLAUSES)]
        return None if None in clauses else f"{_CLAUSES.join(map(str, clauses))}{end}"

    def _part(self, text: str) -> str | None:
        """What stands in a place of a message: terms, a label, or another message."""
        if found := _MORE.fullmatch(text):
            more = self._word("{count} more").replace("{count}", found["count"])
            return self._and(found["first"], more) if found["first"] else more
        first, _, last = text.rpartition(" and ")
        if first and not _has_words(first + last):
            return self._and(first, last)
        if not _has_words(text):
            return text
        for label in (text, text[:1].upper() + text[1:]):
            if said := self._word(label):
                return said
        if said_text := self._translate(text):
            return said_text
        if found := _WITH_NOTE.fullmatch(text):
            name, note = self._part(found[1]), found[2].replace("Article", self._word("Article"))
            return f"{name} ({note})" if name else None
        return None

    def _and(self, first: str, last: str) -> str:
        both = self._word("{first} and {last}")
        return both.replace("{first}", first).replace("{last}", last)

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return _patterns_of(self._messages)


class Receipts:
    """What commands say they have read and done: sentences with names and numbers, which stay."""

    def __init__(self, messages: Mapping[str, str], say: Callable[[str], str]) -> None:
        self._messages = messages
        """Those without a place are also cells of tables."""
        self._say = say
        """What any other text is called that is a message."""

    def cell(self, text: str) -> str:
        """A cell of a table; all but a few words, such as ``bye``, are names and numbers."""
        return self._messages.get(text, text)

    def translate(self, text: str) -> str:
        """A sentence in the language, and the messages in its places and around its marks."""
        if not self._messages:
            return text
        if (said := self._say(text)) != text and len(text) >= _SENTENCE:
            return said
        for end in ("", "."):
            whole = text.removesuffix(end)
            for pattern, said in self._patterns:
                if found := pattern.fullmatch(whole):
                    parts = {name: self.translate(part) for name, part in found.groupdict().items()}
                    return _filled(said, parts) + end * (whole != text)
        for mark in (": ", ". ", "; ", ", "):
            first, between, rest = text.partition(mark)
            if between:
                dot = "." * (mark == ". ")
                return f"{self.translate(first + dot)}{mark[len(dot) :]}{self.translate(rest)}"
        return text

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return _patterns_of(self._messages)


def _filled(message: str, parts: Mapping[str, str | None]) -> str:
    return _PLACE.sub(lambda place: str(parts[place[1]]), message)


def _patterns_of(messages: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    """The messages, those with most words first."""
    longest = sorted(messages, key=lambda one: -len(_PLACE.sub("", one)))
    # as short as can be, then as long: “Games behind of {who}”, “Chance of it of {who}”
    texts = [(one, text) for one in longest for text in (".+?", ".+")]
    return [(_pattern_of(one, text), messages[one]) for one, text in texts]


def _pattern_of(message: str, text: str) -> re.Pattern[str]:
    """A message whose names stand for any text, each name for the same one."""
    seen: set[str] = set()
    pattern = ""
    for at, piece in enumerate(_PLACE.split(message)):
        if not at % 2:
            pattern += re.escape(piece)
        elif piece in seen:
            pattern += f"(?P={piece})"
        else:
            seen.add(piece)
            pattern += f"(?P<{piece}>{text})"
    return re.compile(pattern)


def _has_words(text: str) -> bool:
    """Whether a text has words beside its terms, numbers and abbreviations."""
    return bool(_WORD.search(_IN_BRACES.sub("", text)))
