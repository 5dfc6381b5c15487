"""What the headings of a file mean: the fields of a reader, in sixteen languages."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

Columns = Mapping[str, tuple[str, ...]]
"""The names of the columns that a reader accepts, each with its other headings in English.

They are accepted in any letter case, with or without spaces and punctuation.
"""


def words(text: str) -> tuple[str, ...]:
    """The words of a text with bars between them."""
    return tuple(text.split("|"))


_ROUND_WORDS = words(
    "round|rd|runde|rde|ronde|ronda|rodada|rda|turno|kolo|runda|forduló|kierros|omgång|tur|тур|回戦"
)


def round_headings(number: str) -> tuple[str, ...]:
    """The headings of a round: 1, Round 1, Rd1, 1.Rd, 1. Runde and so on."""
    texts = (text for word in _ROUND_WORDS for text in (f"{word} {number}", f"{number}. {word}"))
    return (number, *texts)


def normalize_heading(heading: str) -> str:
    """A heading without letter case, accents, spaces and punctuation, but with a sign at its end.

    >>> normalize_heading("TPs A") == normalize_heading("tps_a"), normalize_heading("Équipe")
    (True, 'equipe')
    >>> normalize_heading("T+"), normalize_heading("+/-")
    ('t+', '')
    """
    letters = unicodedata.normalize("NFKD", heading).casefold().strip()
    text = "".join(character for character in letters if character.isalnum())
    return text + letters[-1] if text and letters[-1] in "+-" else text


@cache
def _translations() -> Mapping[str, tuple[str, ...]]:
    """The words of other languages for an English heading, all normalized."""
    text = files(__package__).joinpath("heading_words.csv").read_text("utf-8")
    _, *rows = csv.reader(text.splitlines())
    return {
        normalize_heading(english): tuple(
            normalize_heading(word) for cell in others for word in cell.split("|") if word
        )
        for english, *others in rows
    }


@cache
def words_of(*headings: str) -> frozenset[str]:
    """English headings and what they are in other languages, normalized.

    >>> words_of("goals") >= {"goals", "tore", "goles", "голы"}
    True
    """
    keys = [normalize_heading(heading) for heading in headings]
    return frozenset((*keys, *(word for key in keys for word in _translations().get(key, ()))))


_ROUND_TITLE = (
    r"(?<![^\W\d])(?:{words})\.?\s*(\d{{1,2}})(?!\d)"
    r"|(?<!\d)(\d{{1,2}})\s?(?:[.ao^]|st|nd|rd|th|e|er|eme)?\s*(?:{words})(?!\w)"
)
"""A word and a number, or a number, perhaps as an ordinal, and a word."""


@cache
def _round_title() -> re.Pattern[str]:
    words = words_of("round", "matchday", "week") | {*_ROUND_WORDS}
    # longest first, so that Spielrunde is no Spiel
    text = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(_ROUND_TITLE.format(words=text), re.IGNORECASE)


def round_in(text: str) -> int:
    """The round that a title says, in whatever language; 0 where it says none.

    >>> [round_in(text) for text in ("Runde 3", "2. Spieltag", "1ª Rodada", "3rd round", "第4回戦")]
    [3, 2, 1, 3, 4]
    >>> round_in("Cup 2024"), round_in("Round of 16"), round_in("Roundhouse 3")
    (0, 0, 0)
    """
    letters = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    found = _round_title().search(plain)
    return int(found[1] or found[2]) if found else 0


def names_of(columns: Columns) -> dict[str, str]:
    """The field for each normalized heading; one in English goes before those of other languages.

    >>> names = names_of({"player_a": ("player", "player 1"), "event": ("round",)})
    >>> names["spieler"], names["選手1"], names["kolo"]
    ('player_a', 'player_a', 'event')
    """
    return dict(_names_of(tuple(columns.items())))


@lru_cache(maxsize=16)
def _names_of(columns: tuple[tuple[str, tuple[str, ...]], ...]) -> Mapping[str, str]:
    own = [
        (normalize_heading(heading), name)
        for name, others in columns
        for heading in (name, *others)
    ]
    foreign = [(word, name) for heading, name in own for word in _translations().get(heading, ())]
    return dict(reversed([*own, *foreign]))
