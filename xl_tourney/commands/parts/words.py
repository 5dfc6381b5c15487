"""What forms say of commands, in the language of whoever fills them in: of every door the same.

A parameter keeps its name, and a choice its word, whatever they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...languages import FORM, LANGUAGES, MENU, Language
from .declaration import Command, Parameter


def title_of(made: Command, language: Language) -> str:
    """What a command is called in menus."""
    return language.text(made.menu or made.title, MENU)


def help_of(text: str, language: Language) -> str:
    """What a command does, or one of a family: the first paragraph of its help."""
    first = text.replace("``", "").split("\n\n")[0]
    return language.text(" ".join(first.split()), FORM)


def field_of(one: Parameter, language: Language, choices: Iterable[str] = ()) -> dict[str, Any]:
    """What a form says of a parameter: its label, a hint, and its choices, each with its word.

    >>> from xl_tourney.commands import find
    >>> from xl_tourney.languages import language_of
    >>> wish = next(one for one in find("whatif").parameters if one.name == "wish")
    >>> field_of(wish, language_of("de"))["words"]
    ['erreichen', 'verfehlen', 'bester Platz', 'schlechtester Platz']
    """
    about = one.about
    choices = [*(choices or one.choices)]
    hint, _, default = about.help.rstrip("]").partition("  [default: ")
    words = choices if about.names else [word_of(choice, language) for choice in choices]
    hint = "" if about.keys else language.text(hint, FORM)
    if not about.names:
        hint = _with_words(hint, dict(zip(choices, words)))
    if default:
        hint += f" [{language.text('default', FORM)}: {word_of(default, language)}]"
    return {
        "name": one.name,
        "label": language.text(one.label, FORM),
        "help": hint,
        "choices": choices,
        "words": words,
        "keys": {
            key: {
                "label": language.text(key.capitalize(), FORM),
                "help": language.text(what, FORM),
            }
            for key, what in about.keys.items()
        },
    }


def _with_words(hint: str, words: Mapping[str, str]) -> str:
    """A hint that says of choices what they are called, not what is typed for them."""
    others = {choice: word for choice, word in words.items() if choice not in LANGUAGES}
    if not others:
        return hint
    codes = "|".join(map(re.escape, others))
    return re.sub(rf"(?<![A-Za-z])({codes})(?![A-Za-z])", lambda found: others[found[0]], hint)


def word_of(choice: str, language: Language) -> str:
    """What a choice is called."""
    return LANGUAGES.get(choice) or language.text(choice, FORM)
