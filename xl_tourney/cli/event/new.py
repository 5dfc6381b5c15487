"""The command that makes a workbook: one subcommand for each template."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import click

from ...ooxml.saving import refuse_existing
from ...resource_limits import ResourceLimits
from ..terminal.declared import declared_options
from ..terminal.groups import WholeSummaries
from ..terminal.inert import inert
from ..terminal.names import ask_until_clear
from ..terminal.options import (
    FILE_PATH,
    WORKBOOK_SUFFIXES,
    Verbose,
    add_options,
    check_suffix,
    command,
    resource_options,
    split_pairs,
)

if TYPE_CHECKING:
    from ...readers.tables.source import Source
    from ...templates.parts.workbook import Functions


DECLARED = Path(__file__).with_name("templates.json")
"""What the templates declare, for help, which is slow where it imports them."""
_TYPES: dict[str, type] = {"int": int, "float": float, "str": str}


class DeclaredOption(TypedDict):
    """An option of a template; the default is a part of its help."""

    name: str
    type: str
    choices: list[str]
    help: str


class DeclaredTemplate(TypedDict):
    """A template: its help, and its options."""

    help: str
    options: list[DeclaredOption]


@cache
def _declared() -> dict[str, DeclaredTemplate]:
    declared: dict[str, DeclaredTemplate] = json.loads(DECLARED.read_text(encoding="utf-8"))
    return declared


def declarations() -> dict[str, DeclaredTemplate]:
    """The content of the file, from the templates; ``python docs/commands.py`` writes it."""
    from ...templates import TEMPLATES

    return {
        template.name: {
            "help": template.help,
            "options": [
                {
                    "name": option.name,
                    "type": option.type.__name__,
                    "choices": list(option.choices),
                    "help": option.help
                    + ("" if option.default is None else f"  [default: {option.default}]"),
                }
                for option in template.options
            ],
        }
        for template in TEMPLATES
    }


class _Templates(WholeSummaries):
    """A command for each template, made from its declaration."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all templates."""
        return list(_declared())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one template."""
        declared = _declared()
        return _template_command(cmd_name, declared[cmd_name]) if cmd_name in declared else None

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


class _Template(Verbose):
    """A command of options alone; who names a file without one learns which."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        ctx.allow_extra_args = True
        files = super().parse_args(ctx, args)
        if files:
            remedy = "results are named with --data, the workbook to write with -o."
            raise click.UsageError(f"{files[0]} has no option before it: {remedy}", ctx)
        return files


def _option(declared: DeclaredOption) -> click.Option:
    name, choices = declared["name"], declared["choices"]
    kind = click.Choice(choices) if choices else _TYPES[declared["type"]]
    return click.Option([f"--{name.replace('_', '-')}", name], type=kind, help=declared["help"])


def _template_command(name: str, template: DeclaredTemplate) -> click.Command:
    @command(name, cls=_Template, help=template["help"])
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        help="The file of results, or a sheet of a workbook, as results.xlsx#Sheet; empty without.",
    )
    @declared_options("update", "headings")
    @click.option(
        "--same",
        multiple=True,
        metavar='"NAME=NAME"',
        help="A name in the file that is misspelled, and the right one.",
    )
    @click.option(
        "--new-name",
        "known_names",
        multiple=True,
        help="A name that is right though it is nearly another one.",
    )
    @click.option(
        "-o",
        "--output",
        type=FILE_PATH,
        default=Path(f"{name}.xlsx"),
        show_default=True,
        help="The workbook to write.",
    )
    @click.option("--force", is_flag=True, help="Write over a workbook that is there.")
    @click.option(
        "--backup/--no-backup",
        default=True,
        help="Whether a workbook that is written over is kept, as BOOK.bak.xlsx.",
    )
    @click.option(
        "--functions",
        type=click.Choice(["native", "addin", "lambda"]),
        help="What formulas call: functions that every spreadsheet program has (the default), "
        "those of the add-in (in an xlsm: its macros), or LAMBDAs in the workbook (Excel 365).",
    )
    @click.option(
        "--format",
        "suffix",
        type=click.Choice(["xlsx", "xlsm"]),
        help="xlsm: the workbook calls Python by itself, with no add-in.",
    )
    @resource_options
    @add_options([*map(_option, template["options"])])
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
        resources: ResourceLimits,
        **options: Any,
    ) -> None:
        from ...guarded_call import call_guarded
        from ...readers.tables.source import Source
        from ...readers.tables.workbook import file_of
        from ...templates import TEMPLATES

        output = output.with_suffix(f".{suffix}") if suffix else output
        check_suffix(output, WORKBOOK_SUFFIXES)
        functions = functions or ("addin" if output.suffix.lower() == ".xlsm" else "native")
        converters = _converters(functions, output)
        refuse_existing(output, force)
        chosen = {key: value for key, value in options.items() if value is not None}
        how = {"force": force, "backup": backup, "carried": converters}
        chosen = {**TEMPLATES[name].room, **how, **chosen}
        if data and (source := file_of(data)).exists():
            chosen.setdefault("as_of", date.fromtimestamp(source.stat().st_mtime).isoformat())

        def attempt(same_names: dict[str, str], new_names: list[str]) -> list[str]:
            means = split_pairs(headings, "--map")
            results = Source(data, means, {}, same_names, new_names) if data else None
            call = partial(_make, name, results, output, functions=functions, **chosen)
            return call_guarded(call, str(output), resources)

        for line in ask_until_clear(attempt, same, known_names):
            click.echo(inert(line), err=True)

    return make_workbook


def _make(template_name: str, source: Source | None, output: Path, **options: Any) -> list[str]:
    """Make a workbook; return sentences that say what was read and done.

    The file is not read for it: somebody may have saved it anew.
    """
    from ...calculation import calculator
    from ...events.standings.table import read_status
    from ...generator.generate import make
    from ...hosts.lambdas.embedding import find_undefined_functions
    from ...ooxml.package import Package
    from ...templates import TEMPLATES

    receipt, saved = make(TEMPLATES[template_name], source, output, **options)
    kept = f" The old workbook is {saved.backup}." if saved.backup else ""
    read = source.reading.sentences() if source else []
    if calculator().calculates:
        status = read_status(Package(saved.content))
        done = f"{output}: {receipt.formulas} formulas calculated. {status}.{kept}"
    else:
        done = f"{output}: a spreadsheet program calculates its values when it opens it.{kept}"
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
