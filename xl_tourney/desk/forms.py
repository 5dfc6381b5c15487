"""The forms of the commands, as JSON: what a page needs to ask a person for their parameters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..commands import everything
from ..commands.parts.declaration import Command, Parameter
from ..commands.parts.words import field_of, help_of, is_asked, takes_book, title_of, word_of
from ..languages import Language

_GROUP = "An event"
Json = dict[str, Any]


def describe_commands(language: Language) -> list[Json]:
    """The commands of an event, each with its form."""
    return [_describe(made, language) for made in everything() if made.group == _GROUP]


def _describe(made: Command, language: Language) -> Json:
    members = made.members() if made.members else {}
    return {
        "name": made.name,
        "title": title_of(made, language),
        "help": help_of(made.help, language),
        "writes": made.writes,
        "asks": [*made.asks],
        "fields": _fields(made.parameters[takes_book(made) or bool(members) :], language),
        "members": {
            name: {
                "label": word_of(name, language).capitalize(),
                "help": help_of(member.help, language),
                "begins": member.begins,
                "asks": [*made.asks, "title", *member.asks],
                "fields": _fields(member.options, language),
            }
            for name, member in members.items()
        },
    }


def _fields(parameters: Iterable[Parameter], language: Language) -> list[Json]:
    return [field_of(one, language) for one in parameters if is_asked(one)]
