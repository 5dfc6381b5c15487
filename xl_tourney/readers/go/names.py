"""Surnames and first names, as the files of go programs keep them apart."""

from __future__ import annotations

from ..tables.headings import words

_PARTICLES = frozenset(
    words(
        "van|von|der|den|de|di|da|do|dos|du|del|della|la|le|el|al|ten|ter|te|zu|"
        "zum|zur|vom|af|av|ben|bin|'t"
    )
)
"""Words in small letters that begin a surname."""


def split_name(name: str) -> tuple[str, str]:
    """Surname and first names.

    A comma stands between them; else the surname is the words in capitals before others, the first
    word, or that with the particles before it.

    >>> split_name("van der Berg, Piet"), split_name("van der Berg Piet"), split_name("Li Ting Ann")
    (('van der Berg', 'Piet'), ('van der Berg', 'Piet'), ('Li', 'Ting Ann'))
    >>> split_name("VAN DIJK Jan"), split_name("de Boer"), split_name("Ada")
    (('VAN DIJK', 'Jan'), ('de Boer', ''), ('Ada', ''))
    """
    before, comma, behind = name.partition(",")
    if comma and before.strip():
        return " ".join(before.split()), " ".join(behind.replace(",", " ").split())
    words = name.split()
    particles = next((n for n, word in enumerate(words) if word not in _PARTICLES), 0)
    capitals = next((n for n, word in enumerate(words) if not word.isupper()), 0)
    at = max(particles + 1, capitals)
    return " ".join(words[:at]), " ".join(words[at:])
