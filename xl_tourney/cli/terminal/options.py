"""The options that several commands share."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ...commands.parts.books import WORKBOOK_SUFFIXES as WORKBOOK_SUFFIXES
from ...commands.parts.declaration import Exit as Exit
from ...commands.parts.declaration import UsageError
from ...commands.parts.declaration import check_suffix as check_suffix
from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits

FILE_PATH = click.Path(path_type=Path, dir_okay=False)
FOLDER_PATH = click.Path(path_type=Path, file_okay=False)


def split_pairs(texts: Iterable[str], option: str) -> dict[str, str]:
    """The texts before and after the equals signs."""
    pairs = {}
    for text in texts:
        left, sign, right = (part.strip() for part in text.rpartition("="))
        if not (left and sign and right):
            raise click.UsageError(f"{option} {text}: needs two names with = between them.")
        pairs[left] = right
    return pairs


class Verbose(click.Command):
    """A command with the option ``-v``, which is listed last."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        text = "Say where an error comes from."
        option = click.Option(["-v", "--verbose"], is_flag=True, expose_value=False, help=text)
        self.params.append(option)

    def invoke(self, ctx: click.Context) -> Any:
        """Run it; what does not go together is said as click says it."""
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise click.UsageError(str(error), ctx) from error


def command(
    name: str | None = None, cls: type[Verbose] = Verbose, **settings: Any
) -> Callable[[Callable[..., Any]], Verbose]:
    """Make a function a command."""
    return click.command(name, cls, **settings)


class WholeSummaries(click.Group):
    """A group of commands; click itself cuts a summary that is longer than half a line."""

    command_class = Verbose

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, each with the first paragraph of its help."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            text = (command.help or "") if command else ""
            rows.append((name, " ".join(text.partition("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def parse_time(_: click.Context, __: click.Parameter, value: str | None) -> datetime | None:
    """The time that a text says."""
    if value is None:
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError as error:
        raise click.BadParameter(f"{value} is no time such as 2026-03-31T18:00") from error


_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def _bytes(size: str) -> int:
    """The bytes of a size such as ``500M``."""
    match = re.fullmatch(r"(\d+)([KMG]?)B?", size.strip().upper())
    if not match or not int(match[1]):
        raise click.BadParameter(f"{size} is no size such as 500M or 2G")
    return int(match[1]) * _UNITS[match[2]]


def _parse_bytes(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    return None if value is None else _bytes(value)


def resource_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command ``--timeout`` and ``--max-memory``, together as its ``resources``."""

    @click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        help="Seconds of a processor that a workbook may take, ten times as many by the clock; 120 "
        "without it.",
    )
    @click.option(
        "--max-memory",
        callback=_parse_bytes,
        help="Memory that a workbook may take, such as 500M; 3/4 of what is free without it.",
    )
    @wraps(command)
    def limited(timeout: float | None, max_memory: int | None, **options: Any) -> Any:
        return command(resources=ResourceLimits(timeout, max_memory), **options)

    return limited


def _parse_limits(_: click.Context, __: click.Parameter, values: Sequence[str]) -> Limits:
    sizes: dict[str, int] = {}
    for value in values:
        name, _separator, size = value.partition("=")
        if name not in Limits._fields:
            raise click.BadParameter(f"there is no limit {name}, only {', '.join(Limits._fields)}")
        sizes[name] = _bytes(size)
    return Limits(**sizes)


size_option = click.option(
    "--limit",
    "limits",
    metavar="NAME=SIZE",
    multiple=True,
    callback=_parse_limits,
    help=f"Read larger workbooks, such as unpacked=4G; NAME is {', '.join(Limits._fields)}.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
