"""The forms of the commands, as JSON: what a page needs to ask a person for their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_origin

from ..commands import everything
from ..commands.parts.declaration import NEEDED, Command, Parameter, UsageError
from ..commands.parts.words import field_of, help_of, title_of, word_of
from ..languages import Language
from ..ooxml.package import Limits, Package

_GROUP = "An event"
_KINDS = {bool: "tick", int: "number", float: "number", date: "date", datetime: "moment"}
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
                "label": word_of(name, language),
                "help": help_of(member.help, language),
                "fields": _fields(member.options, language),
            }
            for name, member in members.items()
        },
    }


def takes_book(made: Command) -> bool:
    """Whether the first thing that a command takes is the workbook of the event."""
    first = made.parameters[0]
    return first.kind in (Path, Package) and first.is_argument and first.default is NEEDED


def _fields(parameters: Iterable[Parameter], language: Language) -> list[Json]:
    return [_field(one, language) for one in parameters if is_asked(one)]


def is_asked(one: Parameter) -> bool:
    """Whether a page asks for a parameter; it names the files that are written itself."""
    is_target = one.kind is Path and "output" in one.about.option
    is_known = one.name == "backup" or one.kind is Limits or one.about.terminal
    return not (is_target or is_known)


def _field(one: Parameter, language: Language) -> Json:
    about, kind = one.about, _KINDS.get(one.kind, "text")
    if one.kind in (Path, Package):
        kind = "text" if about.suffixes else "file"
    default = one.default if about.opened is NEEDED else about.opened
    return {
        **field_of(one, language),
        "kind": about.names or ("choice" if one.choices else kind),
        "several": get_origin(one.kind) is Sequence,
        "example": about.example or (about.metavar or "").strip('"') or None,
        "minimum": about.minimum,
        "needed": default is NEEDED,
        "value": default if isinstance(default, (str, int, float)) else None,
    }


def read_arguments(made: Command, filled: Mapping[str, Any], folder: Path) -> Json:
    """What was filled into a form, as the types of the parameters; files lie in a folder."""
    chosen = made.members()[str(filled[made.parameters[0].name])] if made.members else None
    known = {one.name: one for one in [*made.parameters, *(chosen.options if chosen else ())]}
    if unknown := sorted(filled.keys() - known):
        raise UsageError(f"{made.name} has no parameter {unknown[0]}.")
    return {name: _read(known[name], value, folder) for name, value in filled.items()}


def _read(one: Parameter, value: Any, folder: Path) -> Any:
    if one.about.keys:
        return {key: int(number) for key, number in value.items()}
    if get_origin(one.kind) is Mapping:
        pairs = (part.partition("=")[::2] for part in str(value).split(";") if part.strip())
        return {key.strip(): said.strip() for key, said in pairs}
    if get_origin(one.kind) is Sequence:
        return list(value) if isinstance(value, list) else [str(value)]
    if one.kind in (Path, Package):
        name = Path(str(value)).name
        return folder / name if (folder / name).exists() else Path(name)
    try:
        if one.kind in (int, float):
            return one.kind(value)
        return one.kind.fromisoformat(value) if one.kind in (date, datetime) else value
    except ValueError:
        raise UsageError(f"{one.name}: {value} is none; see {one.about.help}") from None
