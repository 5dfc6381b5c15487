"""One person, however the name is written: spellings that are the same, and those to ask about."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from ...errors import InputError

NEAR = 0.8
"""The least similarity (of :mod:`difflib`) of two names that may be the same."""
NEAR_IN_ROWS = 0.85
"""The same of two rows, which nothing but their names makes one player's."""
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th"})
_ALIKE = str.maketrans("авсдеһніјкмоԛрѕтуԝхαβεζηικμνορτυχ", "abcdehhijkmoqpstywxabezhikmnoptyx")
"""Cyrillic and Greek letters, and the Latin ones that large or small look like them."""


@dataclass(frozen=True)
class NameQuestion:
    """A new name, and the known names that may be the same."""

    name: str
    nearest: Sequence[str]


class UnclearNameError(InputError):
    """A name in a file of results is nearly another one, of the file or of the workbook."""

    def __init__(self, message: str, question: NameQuestion) -> None:
        super().__init__(message)
        self.question = question

    def __reduce__(self) -> tuple[type[UnclearNameError], tuple[str, NameQuestion]]:
        return type(self), (str(self), self.question)


def name_key(name: str) -> str:
    """What spellings of one name have in common: no case, accents and signs; the first name first.

    >>> {name_key(name) for name in ("Müller, Jörg", " jörg  muller", "Jo\\u0308rg MÜLLER")}
    {'jorg muller'}
    """
    letters = unicodedata.normalize("NFKD", name).casefold().translate(_LETTERS)
    plain = "".join(character for character in letters if not unicodedata.combining(character))
    family, comma, first = plain.partition(",")
    text = f"{first} {family}" if comma and "," not in first else plain
    return " ".join(_WORD.findall(text)) or name.casefold()


@lru_cache(maxsize=4096)
def look(name: str) -> str:
    """What names have in common that look alike, though their letters are of two alphabets.

    >>> look("Ada") == look("\N{CYRILLIC CAPITAL LETTER A}da")
    True
    """
    return name_key(name).translate(_ALIKE)


def may_be_same(name: str, other: str, least: float = NEAR) -> bool:
    """Whether one of two names may be the other one with a mistake in it; numbers tell them apart.

    >>> may_be_same("Jon Smith", "John Smith"), may_be_same("Team 1", "Team 2")
    (True, False)
    """
    ours, theirs = look(name), look(other)
    if _NUMBER.findall(ours) != _NUMBER.findall(theirs):
        return False
    return SequenceMatcher(None, ours, theirs).ratio() >= least


def _initials(name: str) -> list[str]:
    """The single letters of a name, which tell Reds A and Reds B of one file apart."""
    return sorted(word for word in look(name).split() if len(word) == 1)


def near_rows(names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The places of two names that may be one person's, each time the later one first.

    Only names with a word in common are compared.

    >>> list(near_rows(["Jon Smith", "Ann Bell", "John Smith", "Smith, Jon"]))
    [(2, 0), (3, 0), (3, 2)]
    """
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(names):
        words = set(look(name).split())
        others = {other for word in words for other in by_word[word]}
        for other in sorted(others):
            if _initials(name) != _initials(names[other]):
                continue
            if may_be_same(name, names[other], NEAR_IN_ROWS):
                yield at, other
        for word in words:
            by_word[word].append(at)


class Spellings:
    """The spelling of each name of a file that is used for all of its spellings.

    ``same`` are answers that were given: the right name for one in the file.
    """

    def __init__(self, names: Iterable[str], same: Mapping[str, str] | None = None) -> None:
        self._answers = {" ".join(name.split()).casefold(): r for name, r in (same or {}).items()}
        written: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for name in names:
            written[name_key(self._answer(name))][self._answer(name)] += 1
        self._chosen = {key: max(found, key=found.__getitem__) for key, found in written.items()}
        self.counts = {self._chosen[key]: sum(found.values()) for key, found in written.items()}
        """How often each name stands in the file."""

    def _answer(self, name: str) -> str:
        return self._answers.get(name.casefold(), name)

    def __getitem__(self, name: str) -> str:
        """The name for a spelling; one in other letter case stays as it is written."""
        answer = self._answer(name)
        chosen = self._chosen.get(name_key(answer), answer)
        return answer if answer.casefold() == chosen.casefold() else chosen

    def questions(
        self, places: Mapping[str, set[int]], known: Collection[str]
    ) -> Iterator[NameQuestion]:
        """Names that stand in the file seldom, each nearly one that stands there often.

        Of two that look alike it is the later one, however often they stand there.

        Two that have been in one of the ``places`` are two; ``known`` names are right.
        """
        right = {name.casefold() for name in known}
        firsts: dict[str, str] = {}
        for name, count in self.counts.items():
            twin = firsts.setdefault(look(name), name)
            if name.casefold() in right:
                continue
            nearest = [
                other
                for other, often in self.counts.items()
                if (often >= 2 * count or other == twin != name)
                and places.get(name, set()).isdisjoint(places.get(other, ()))
                and _initials(name) == _initials(other)
                and may_be_same(name, other)
            ]
            if nearest:
                yield NameQuestion(name, nearest)
