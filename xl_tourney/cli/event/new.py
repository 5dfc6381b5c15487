"""The command that makes a workbook: one subcommand for each template."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...errors import TourneyError
from ...resource_limits import ResourceLimits
from ..terminal.inert import inert
from ..terminal.names import ask_for_name
from ..terminal.options import WORKBOOK_SUFFIXES, check_suffix, limit_parameters, split_pairs

if TYPE_CHECKING:
    from ...readers.tables.source import Source
    from ...templates import Template
    from ...templates.parts.workbook import Functions


class _Templates(click.Group):
    """A command for each template, made from its declaration."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all templates."""
        from ...templates import TEMPLATES

        return list(TEMPLATES.names)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one template."""
        from ...templates import TEMPLATES

        return _template_command(TEMPLATES[cmd_name]) if cmd_name in TEMPLATES else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named; a name that is not there gets the nearest ones."""
        from difflib import get_close_matches

        names = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in names:
            nearest = get_close_matches(args[0], names, n=1)
            remedy = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(names)}."
            raise click.UsageError(f"There is no template {args[0]}: {remedy}", ctx)
        return super().resolve_command(ctx, args)


@click.group("new", cls=_Templates, subcommand_metavar="TEMPLATE [OPTIONS]")
def new() -> None:
    """Make a workbook from results, or an empty one to fill in."""


def _template_command(template: Template) -> click.Command:
    def make_workbook(
        data: Path | None,
        headings: tuple[str, ...],
        same: tuple[str, ...],
        known_names: tuple[str, ...],
        output: Path,
        force: bool,
        backup: bool,
        functions: Functions | None,
        suffix: str,
        timeout: float | None,
        max_memory: int | None,
        **options: Any,
    ) -> None:
        from ...guarded_call import call_guarded
        from ...readers.tables.names import UnclearNameError
        from ...readers.tables.source import Source
        from ...readers.tables.workbook import file_of

        output = output.with_suffix(f".{suffix}") if suffix else output
        check_suffix(output, WORKBOOK_SUFFIXES)
        functions = functions or ("addin" if output.suffix.lower() == ".xlsm" else "native")
        converters = _converters(functions, output)
        if output.exists() and not force:
            raise TourneyError(
                f"{output}: is there already; name another file with -o, or add --force."
            )
        chosen = {name: value for name, value in options.items() if value is not None}
        chosen = {**template.room, **chosen}
        if data and (source := file_of(data)).exists():
            chosen.setdefault("as_of", date.fromtimestamp(source.stat().st_mtime).isoformat())
        same_names, new_names = split_pairs(same, "--same"), list(known_names)
        while True:
            results = (
                Source(data, split_pairs(headings, "--map"), {}, same_names, new_names)
                if data
                else None
            )
            call = partial(
                _make,
                template.name,
                results,
                output,
                force=force,
                backup=backup,
                carried=converters,
                functions=functions,
                **chosen,
            )
            try:
                done = call_guarded(call, str(output), ResourceLimits(timeout, max_memory))
                break
            except UnclearNameError as error:
                if not sys.stdin.isatty():
                    raise
                ask_for_name(error.question, same_names, new_names)
        for line in done:
            click.echo(inert(line), err=True)

    options: list[click.Parameter] = [
        click.Option(
            ["--data"],
            type=click.Path(path_type=Path),
            help="The file of results, or a sheet of a workbook, as results.xlsx#Sheet; "
            "empty without.",
        ),
        click.Option(
            ["--map", "headings"],
            multiple=True,
            metavar='"HEADING=COLUMN"',
            help="What a heading of the file means, such as Home=player_a.",
        ),
        click.Option(
            ["--same"],
            multiple=True,
            metavar='"NAME=NAME"',
            help="A name in the file that is misspelled, and the right one.",
        ),
        click.Option(
            ["--new-name", "known_names"],
            multiple=True,
            help="A name that is right though it is nearly another one.",
        ),
        click.Option(
            ["-o", "--output"],
            type=click.Path(path_type=Path, dir_okay=False),
            default=Path(f"{template.name}.xlsx"),
            show_default=True,
            help="The workbook to write.",
        ),
        click.Option(["--force"], is_flag=True, help="Write over a workbook that is there."),
        click.Option(
            ["--backup/--no-backup"],
            default=True,
            help="Whether a workbook that is written over is kept, as BOOK.bak.xlsx.",
        ),
        click.Option(
            ["--functions"],
            type=click.Choice(["native", "addin", "lambda"]),
            help="What formulas call: functions that every spreadsheet program has (the default), "
            "those of the add-in (in an xlsm: its macros), or LAMBDAs in the workbook (Excel 365).",
        ),
        click.Option(
            ["--format", "suffix"],
            type=click.Choice(["xlsx", "xlsm"]),
            help="xlsm: the workbook calls Python by itself, with no add-in.",
        ),
        *limit_parameters(),
    ]
    for option in template.options:
        choices = click.Choice(option.choices) if option.choices else option.type
        default = "" if option.default is None else f"  [default: {option.default}]"
        options.append(
            click.Option(
                [f"--{option.name.replace('_', '-')}", option.name],
                type=choices,
                help=option.help + default,
            )
        )
    return _verbose_command(template.name, make_workbook, options, template.help)


def _make(template_name: str, source: Source | None, output: Path, **options: Any) -> list[str]:
    """Make a workbook; return sentences that say what was read and done.

    The file is not read for it: somebody may have saved it anew.
    """
    from ...generator.generate import make
    from ...hosts.lambdas.embedding import find_undefined_functions
    from ...publication.standings import read_status
    from ...templates import TEMPLATES

    receipt, saved = make(TEMPLATES[template_name], source, output, **options)
    kept = f" The old workbook is {saved.backup}." if saved.backup else ""
    read = source.reading.sentences() if source else []
    status = read_status(BytesIO(saved.content))
    done = f"{output}: {receipt.formulas} formulas calculated. {status}.{kept}"
    undefined = find_undefined_functions(saved.content) if options["functions"] == "lambda" else []
    names = ", ".join(undefined)
    missing = f"{names}: not written as LAMBDA; in Excel they need the add-in."
    return [*read, done, *([missing] if names else [])]


def _converters(functions: str, output: Path) -> list[Callable[[bytes], bytes]]:
    """The conversions of a finished workbook: embedded LAMBDA formulas, VBA wrappers."""
    if functions != "addin" and output.suffix.lower() == ".xlsm":
        raise click.UsageError(
            f"An .xlsm calls its functions as macros: leave out --functions {functions}, "
            "or write an .xlsx."
        )
    converters: list[Callable[[bytes], bytes]] = []
    if functions == "lambda":
        from ...hosts.lambdas.embedding import add_called_names

        converters.append(add_called_names)
    if output.suffix.lower() == ".xlsm":
        from ...hosts.excel.xlam import to_macro_workbook

        converters.append(to_macro_workbook)
    return converters


def _verbose_command(
    name: str, run: Callable[..., Any], parameters: list[click.Parameter], text: str
) -> click.Command:
    parameters.append(
        click.Option(
            ["-v", "--verbose"],
            is_flag=True,
            expose_value=False,
            help="Say where an error comes from.",
        )
    )
    return click.Command(name, callback=run, params=parameters, help=text)
