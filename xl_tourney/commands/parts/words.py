"""What forms say of commands, in the language of whoever fills them in, and what is filled in.

They are the same behind every door.  A parameter keeps its name, and a choice its word, whatever
they are called.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Any, get_origin

from ...languages import FORM, LANGUAGES, MENU, Language
from ...ooxml.package import Limits, Package
from .. import everything, find
from .declaration import NEEDED, Command, Parameter, UsageError

_KINDS = {bool: "tick", int: "number", float: "number", date: "date", datetime: "moment"}


def title_of(made: Command, language: Language) -> str:
    """What a command is called in menus."""
    return language.text(made.menu or made.title, MENU)


def help_of(text: str, language: Language) -> str:
    """What a command does, or one of a family: the first paragraph of its help."""
    first = text.replace("``", "").split("\n\n")[0]
    return language.text(" ".join(first.split()), FORM)


def is_asked(one: Parameter) -> bool:
    """Whether a form may ask for a parameter; files that are written have names of their own."""
    is_target = one.kind is Path and "output" in one.about.option
    return one.about.form and not (is_target or one.kind is Limits or one.about.terminal)


def field_of(one: Parameter, language: Language, choices: Iterable[str] = ()) -> dict[str, Any]:
    """What a form says of a parameter: its label, a hint, its kind, its value, and its choices.

    >>> from xl_tourney.languages import language_of
    >>> wish = next(one for one in find("whatif").parameters if one.name == "wish")
    >>> field_of(wish, language_of("de"))["words"]
    ['erreichen', 'verfehlen', 'bester Platz', 'schlechtester Platz']
    """
    about, kind = one.about, _KINDS.get(one.kind, "text")
    choices = [*(choices or one.choices)]
    if one.kind in (Path, Package):
        kind = "text" if about.suffixes else "file"
    kind = about.names or ("choice" if choices else kind)
    several = get_origin(one.kind) is Sequence
    value = next((v for v in (_opened(one), one.default) if v is not NEEDED), None)
    is_needed = value is None and one.default is NEEDED
    if kind == "choice" and not (value or several or is_needed):
        choices = ["", *choices]
    hint, _, default = (about.hint or about.help).rstrip("]").partition("  [default: ")
    words = choices if about.names else [word and word_of(word, language) for word in choices]
    hint = "" if about.keys else language.text(hint, FORM)
    if not about.names:
        hint = _with_words(hint, dict(zip(choices, words)))
    if default:
        hint += f" [{language.text('default', FORM)}: {word_of(default, language)}]"
    return {
        "name": one.name,
        "label": language.text(one.label, FORM),
        "help": hint,
        "kind": kind,
        "several": several,
        "example": about.example or ((about.metavar or "") * (kind != "file")).strip('"') or None,
        "minimum": about.minimum,
        "needed": is_needed,
        "value": value if isinstance(value, (str, int, float)) else None,
        "choices": choices,
        "offers": [*about.offers],
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
    others = {choice: word for choice, word in words.items() if choice and choice not in LANGUAGES}
    if not others:
        return hint
    codes = "|".join(map(re.escape, others))
    return re.sub(rf"(?<![A-Za-z])({codes})(?![A-Za-z])", lambda found: others[found[0]], hint)


def word_of(choice: str, language: Language) -> str:
    """What a choice is called."""
    return LANGUAGES.get(choice) or language.text(choice, FORM)


def in_forms(sentence: str, language: Language, name: str = "") -> str:
    """A sentence that calls commands and options as forms do; those of the named command first.

    >>> from xl_tourney.languages import ENGLISH
    >>> in_forms('It is full; xl-tourney update "My cup.xlsx" --rounds 6 makes more.', ENGLISH)
    'It is full; “Bring in results”, “Rounds” 6 makes more.'
    >>> in_forms("It is there already; add --force to pair all the same.", ENGLISH, "pair")
    'It is there already; add “Pair anew” to pair all the same.'
    """

    def title(found: re.Match[str]) -> str:
        made = find(found[1])
        comma = "," if found[2] else ""
        return f"“{title_of(made, language).rstrip('…')}”{comma}" if made else found[0]

    def label(found: re.Match[str]) -> str:
        called = _labels(name).get(found[0]) or _labels().get(found[0])
        return f"“{language.text(called, FORM)}”" if called else found[0]

    book = r'(?: BOOK| "[^"]+"| [^\s"]+\.xls[xm]\b)?'
    sentence = re.sub(rf"xl-tourney ([a-z]+){book}(?=( --)?)", title, sentence)
    return re.sub(r"(?<!\w)--[a-z][a-z-]*", label, sentence)


@cache
def _labels(name: str = "") -> Mapping[str, str]:
    """What forms call the options of a command, or of all."""
    return {
        option: key
        for made in everything()
        if name in ("", made.name)
        for one in _parameters(made)
        for option, key in _options(one)
    }


def _options(one: Parameter) -> Iterator[tuple[str, str]]:
    for key in one.about.keys:
        yield f"--{key}", key.capitalize()
    for option in one.option.split("/"):
        yield option, one.label


def _parameters(made: Command) -> Iterator[Parameter]:
    yield from made.parameters
    for member in (made.members() if made.members else {}).values():
        yield from member.options


def takes_book(made: Command) -> bool:
    """Whether the first thing that a command takes is the workbook of the event."""
    first = made.parameters[0]
    return first.kind in (Path, Package) and first.is_argument and first.default is NEEDED


def read_arguments(made: Command, filled: Mapping[str, Any]) -> dict[str, Any]:
    """What was filled into a form, as the types of the parameters; UsageError if something lacks.

    The workbook of the event is not asked for.
    """
    first = made.parameters[0]
    members = made.members() if made.members else {}
    member = members.get(str(filled.get(first.name)))
    if members and not member:
        raise UsageError(f"{first.name}: one of {', '.join(members)} is wanted.")
    known = {one.name: one for one in [*made.parameters, *(member.options if member else ())]}
    if unknown := sorted(filled.keys() - known):
        raise UsageError(f"{made.name} has no parameter {unknown[0]}.")
    usual = {key: opened for key, one in known.items() if (opened := _opened(one)) is not NEEDED}
    given = {name: _read(known[name], value) for name, value in filled.items()}
    found = {**usual, **(member.typed if member else {}), **given}
    for one in [*known.values()][takes_book(made) :]:
        if one.default is NEEDED and one.name not in found:
            raise UsageError(f"{one.name} is wanted: {one.about.help}")
    return found


def _opened(one: Parameter) -> Any:
    """What a form has for a parameter at first, where that is not the default."""
    return one.about.typed if one.about.opened is NEEDED else one.about.opened


def _read(one: Parameter, value: Any) -> Any:
    try:
        found = _typed(one, value)
    except (AttributeError, TypeError, ValueError):
        raise UsageError(f"{one.name}: {value} is none; see {one.about.help}") from None
    for each in found if isinstance(found, list) else [found]:
        if one.choices and each not in one.choices:
            raise UsageError(f"{one.name}: {each} is none of {', '.join(one.choices)}.")
    return found


def _typed(one: Parameter, value: Any) -> Any:
    several = [*map(str, value)] if isinstance(value, (list, tuple)) else [str(value)]
    if get_origin(one.kind) is Sequence:
        return several
    if one.about.keys:
        return {key: int(number) for key, number in value.items()}
    if get_origin(one.kind) is Mapping:
        pairs = (part.partition("=")[::2] for part in str(value).split(";") if part.strip())
        return {key.strip(): said.strip() for key, said in pairs}
    if one.kind is str:
        return "; ".join(several)
    if one.kind in (Path, Package):
        if "\0" in value:
            raise ValueError(value)
        return Path(value)
    if one.kind in (int, float):
        return one.kind(value)
    if one.kind in (date, datetime):
        return one.kind.fromisoformat(value)
    if one.kind is Limits or not isinstance(value, (bool, int, float, str)):
        raise TypeError(value)
    return value
