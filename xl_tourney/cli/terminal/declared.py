"""A declared command in a terminal: its options, and its outcome printed."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, get_origin

import click

from ... import guarded_call
from ...commands import find
from ...commands.parts.declaration import NEEDED, Command, Member, Outcome, Parameter, Rows
from ...commands.parts.running import run
from ...errors import InputError
from ...ooxml.package import Limits, Package
from ...resource_limits import ResourceLimits
from .inert import inert, json_line
from .options import (
    Exit,
    Verbose,
    WholeSummaries,
    check_suffix,
    command,
    json_option,
    parse_time,
    resource_options,
    size_option,
    split_pairs,
)
from .printing import print_table, table_lines

T = TypeVar("T")


def as_click(made: Command) -> click.Command:
    """The command of a terminal; one of a family for each of its members."""
    if made.members:
        return Family(made, made.members())
    return _command(made, partial(call, made), made.parameters, name=made.name, help=made.help)


def _command(
    made: Command,
    body: Any,
    parameters: Sequence[Parameter],
    cls: type[Verbose] = Verbose,
    **settings: Any,
) -> click.Command:
    body = size_option(body) if made.reads else body
    body = resource_options(body)
    body = json_option(body) if made.json == "--json" else body
    params = [option for one in parameters for option in options_of(one)]
    return command(cls=cls, params=params, **settings)(body)


class Family(WholeSummaries):
    """A group of commands that one declaration makes."""

    def __init__(self, made: Command, members: Mapping[str, Member]) -> None:
        of = made.parameters[0].name
        super().__init__(made.name, subcommand_metavar=f"{of.upper()} [OPTIONS]", help=made.help)
        self._made, self._of, self._members = made, of, members

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all members."""
        return [*self._members]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one member."""
        if cmd_name not in self._members:
            return None
        text, typed, more, *_ = self._members[cmd_name]
        shared = [
            one._replace(about=replace(one.about, typed=typed.get(one.name, one.about.typed)))
            for one in self._made.parameters[1:]
        ]
        which: dict[str, Any] = {self._of: cmd_name}
        body = partial(call, self._made, more=more, **which)
        return _command(self._made, body, [*shared, *more], _OptionsAlone, name=cmd_name, help=text)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named; a name that is not there gets the nearest ones."""
        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            from difflib import get_close_matches

            nearest = get_close_matches(args[0], names, n=1)
            remedy = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(names)}."
            raise click.UsageError(f"There is no {self._of} {args[0]}: {remedy}", ctx)
        return super().resolve_command(ctx, args)


class _OptionsAlone(Verbose):
    """A command of options alone; who names a file without one learns which."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        ctx.allow_extra_args = True
        files = super().parse_args(ctx, args)
        if files:
            remedy = "results are named with --data, the workbook to write with -o."
            raise click.UsageError(f"{files[0]} has no option before it: {remedy}", ctx)
        return files


def options_of(one: Parameter) -> Iterator[click.Parameter]:
    """What is typed for a parameter."""
    about = one.about
    if one.kind is Limits:
        return  # who reads a workbook has that option
    if one.is_argument:
        yield click.Argument([one.name], type=_type(one), required=one.default is NEEDED)
    elif about.keys:
        for key, what in about.keys.items():
            text = about.help.format(what)
            yield click.Option([f"--{key}"], type=click.IntRange(1), help=text)
    else:
        default = one.default if about.typed is NEEDED else about.typed
        option = one.option
        yield click.Option(
            [*(option.split("/") if option[1] != "-" else [option]), one.name],
            type=_type(one),
            is_flag=one.kind is bool,
            multiple=about.count == 1 and get_origin(one.kind) in (Mapping, Sequence),
            nargs=about.count,
            default=None if default in (NEEDED, ()) else default,
            show_default=bool(default and (one.choices or one.kind in (int, float, Path))),
            required=default is NEEDED,
            metavar=about.metavar,
            help=about.help,
            callback=parse_time if one.kind is datetime else None,
        )


def words_of(one: Parameter, value: Any) -> list[str]:
    """What is typed for a parameter that has a value."""
    if value is None or value == one.default:
        return []
    if one.is_argument:
        return [str(value)]
    options = one.option.split("/")
    if one.kind is bool:
        return [options[not value]]
    values = value if isinstance(value, (list, tuple)) else [value]
    if one.about.count > 1 and len(values) == one.about.count:  # more would be other options
        return [options[-1], *values]
    return [f"{options[-1]}={each}" for each in values]


def _type(one: Parameter) -> Any:
    if one.choices:
        return click.Choice(list(one.choices))
    if one.kind in (Path, Package):
        about = one.about
        return click.Path(path_type=Path, dir_okay=about.folder, exists=about.exists)
    if one.kind is date:
        return click.DateTime(["%Y-%m-%d"])
    if one.about.minimum is not None:
        is_float = one.kind is float
        return click.FloatRange(0, min_open=True) if is_float else click.IntRange(one.about.minimum)
    return one.kind if one.kind in (bool, int, float) else str


def call(
    made: Command,
    *,
    resources: ResourceLimits,
    limits: Limits | None = None,
    as_json: bool = False,
    more: Sequence[Parameter] = (),
    **typed: Any,
) -> Exit:
    """Run a command in a process of its own, ask about names, and print the outcome."""
    arguments = arguments_of(made, typed, more)
    same, known_names = arguments.get("same", {}), [*arguments.get("known_names", ())]
    if "known_names" in arguments:
        arguments["known_names"] = known_names
    attempt = partial(with_password, made, arguments, resources, limits)
    outcome = ask_until_clear(attempt, same, known_names)
    show(outcome, as_json)
    return outcome.status


def arguments_of(
    made: Command, typed: Mapping[str, Any], more: Sequence[Parameter] = ()
) -> dict[str, Any]:
    """What was typed for the parameters of a command, as their types."""
    asked = [one for one in made.parameters if one.kind is not Limits]
    arguments = {one.name: _argument(one, typed) for one in asked}
    return arguments | {o.name: typed[o.name] for o in more if typed[o.name] is not None}


def ask_until_clear(attempt: Callable[[], T], same: dict[str, str], known_names: list[str]) -> T:
    """What an attempt gives, for which a person at a terminal is asked about each unclear name.

    The answers are added to the names that are the same, and to those that are new.
    """
    from ...readers.tables.names import UnclearNameError

    while True:
        try:
            return attempt()
        except UnclearNameError as error:
            if not sys.stdin.isatty():
                raise
            name, nearest = error.question.name, error.question.nearest
            for number, choice in enumerate(nearest, 1):
                click.echo(f"  {number}: is {choice}", err=True)
            click.echo("  0: is another one", err=True)
            choices = click.IntRange(0, len(nearest))
            number = click.prompt(f"“{name}” is nearly a known name", type=choices, err=True)
            if number:
                same[name] = nearest[number - 1]
            else:
                known_names.append(name)


def declared_options(name: str, *only: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Give a command that is written by hand the options of a declared one, or some of them."""
    made = find(name)
    assert made
    chosen = [one for one in made.parameters[1:] if not only or one.name in only]
    options = [option for one in chosen for option in options_of(one)]

    def decorate(body: Any) -> Any:
        body.__click_params__ = [*getattr(body, "__click_params__", []), *reversed(options)]
        return body

    return decorate


def guarded(
    made: Command, arguments: Mapping[str, Any], resources: ResourceLimits, limits: Limits | None
) -> Outcome[Any]:
    """The outcome of a command, run in a process of its own."""
    subject = [*arguments.values()][bool(made.members)]
    return guarded_call.call_guarded(
        partial(_run, made, arguments, limits), str(subject), resources
    )


def with_password(
    made: Command, arguments: dict[str, Any], resources: ResourceLimits, limits: Limits | None
) -> Outcome[Any]:
    """The outcome of a command; a person at a terminal is asked for a password that is missing."""
    from ...readers.files import PasswordError

    try:
        return guarded(made, arguments, resources, limits)
    except PasswordError as error:
        if arguments["password"] or not sys.stdin.isatty():
            raise
        click.echo(inert(str(error)), err=True)
    arguments["password"] = click.prompt("Password", hide_input=True, err=True)
    return guarded(made, arguments, resources, limits)


def _argument(one: Parameter, typed: Mapping[str, Any]) -> Any:
    """What was typed for a parameter, as its type."""
    about = one.about
    if about.keys:
        return {key: typed[key] for key in about.keys if typed[key] is not None}
    value = typed[one.name]
    if get_origin(one.kind) is Mapping:
        return split_pairs(value, one.option)
    if about.piped and value == Path("-"):
        return _read_piped()
    if value is not None and about.suffixes:
        check_suffix(value, about.suffixes)
    return value.date() if one.kind is date and value else value


def _read_piped() -> Path:
    """What another program pipes in, or a person pastes, as a file that is there until the end."""
    from ...readers.files import MAX_MEGABYTES

    if sys.stdin.isatty():
        keys = "Ctrl-Z and Enter" if os.name == "nt" else "Ctrl-D"
        click.echo(f"Paste the list; {keys} in a line of its own ends it.", err=True)
    folder = click.get_current_context().with_resource(guarded_call.temporary_folder())
    data = sys.stdin.buffer.read(MAX_MEGABYTES * 2**20 + 1)
    if not data.strip():
        raise InputError("standard input: nothing came in; pipe a list into the command.")
    path = folder / "standard input"
    path.write_bytes(data)
    return path


def _run(made: Command, arguments: Mapping[str, Any], limits: Limits | None) -> Outcome[Any]:
    """The outcome, without what is for Python programs and cannot be sent."""
    return replace(run(made, arguments, limits), result=None, package=None, files={}, on_write=None)


def show(outcome: Outcome[Any], as_json: bool = False) -> None:
    """Print what was asked for to stdout, and what is to be said beside to stderr."""
    for sentence in outcome.read:
        click.echo(inert(sentence), err=True)
    if as_json:
        click.echo(json_line(outcome.data))
    elif outcome.text:
        click.echo(outcome.text)
    else:
        for line in outcome.lines:
            if isinstance(line, Rows) and line.title is not None:
                print_table(line.headings, line.rows, title=line.title)
            else:
                click.echo("\n".join(lines_of([line])))
    for note in outcome.notes:
        click.echo(inert(note), err=True)
    for later in outcome.after:
        click.echo(inert(later if isinstance(later, str) else later()), err=True)


def lines_of(lines: Sequence[str | Rows], width: int | None = None) -> Iterator[str]:
    """Sentences and tables as lines."""
    for line in lines:
        if isinstance(line, str):
            yield inert(line)
        else:
            columns = width or shutil.get_terminal_size().columns
            yield from table_lines(line.headings, line.rows, line.numeric, columns, line.key)
