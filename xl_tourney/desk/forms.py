"""The forms of the commands, as JSON: what a page needs to ask a person for their parameters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, get_origin

from ..commands import everything
from ..commands.parts.declaration import NEEDED, Command, Parameter, UsageError
from ..ooxml.package import Limits, Package

_GROUP = "An event"
_KINDS = {bool: "tick", int: "number", float: "number", date: "date", datetime: "moment"}
Json = dict[str, Any]


def describe_commands() -> list[Json]:
    """The commands of an event, each with its form."""
    return [_describe(made) for made in everything() if made.group == _GROUP]


def _describe(made: Command) -> Json:
    members = made.members() if made.members else {}
    return {
        "name": made.name,
        "title": made.menu or made.title,
        "help": made.help.replace("``", ""),
        "writes": made.writes,
        "asks": [*made.asks],
        "fields": _fields(made.parameters[takes_book(made) or bool(members) :]),
        "members": {
            name: {"help": member.help.replace("``", ""), "fields": _fields(member.options)}
            for name, member in members.items()
        },
    }


def takes_book(made: Command) -> bool:
    """Whether the first thing that a command takes is the workbook of the event."""
    first = made.parameters[0]
    return first.kind in (Path, Package) and first.is_argument and first.default is NEEDED


def _fields(parameters: Iterable[Parameter]) -> list[Json]:
    return [_field(one) for one in parameters if is_asked(one)]


def is_asked(one: Parameter) -> bool:
    """Whether a page asks for a parameter; it names the files that are written itself."""
    is_target = one.kind is Path and "output" in one.about.option
    is_known = one.name == "backup" or one.kind is Limits or one.about.terminal
    return not (is_target or is_known)


def _field(one: Parameter) -> Json:
    about, kind = one.about, _KINDS.get(one.kind, "text")
    if one.kind in (Path, Package):
        kind = "text" if about.suffixes else "file"
    default = one.default if about.opened is NEEDED else about.opened
    return {
        "name": one.name,
        "kind": about.names or ("choice" if one.choices else kind),
        "help": about.help,
        "choices": [*one.choices],
        "several": get_origin(one.kind) is Sequence,
        "keys": {key: about.help.format(what) for key, what in about.keys.items()},
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
        return folder / Path(str(value)).name
    try:
        if one.kind in (int, float):
            return one.kind(value)
        return one.kind.fromisoformat(value) if one.kind in (date, datetime) else value
    except ValueError:
        raise UsageError(f"{one.name}: {value} is none; see {one.about.help}") from None
