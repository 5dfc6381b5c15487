"""The command that makes a workbook: one subcommand for each template."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import TourneyError

if TYPE_CHECKING:
    from ..templates import Template


class _Templates(click.Group):
    """A command for each template, made from its declaration."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all templates."""
        from ..templates import TEMPLATES

        return [template.name for template in TEMPLATES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one template."""
        from ..templates import TEMPLATES

        return _template_command(TEMPLATES[cmd_name]) if cmd_name in TEMPLATES else None


@click.group("new", cls=_Templates, subcommand_metavar="TEMPLATE [OPTIONS]")
def new() -> None:
    """Make a workbook from results, or an empty one to fill in."""


def _template_command(template: Template) -> click.Command:
    def make_one(
        data: Path | None, output: Path, force: bool, functions: str, form: str, **options: Any
    ) -> None:
        from ..generator.generate import make
        from ..publish.standings import status

        output = output.with_suffix(f".{form}") if form else output
        carried = _carried(functions, output)
        if output.exists() and not force:
            raise TourneyError(
                f"{output}: is there already; name another file with -o, or add --force."
            )
        given = {name: value for name, value in options.items() if value is not None}
        receipt = make(template, data, output, carried, **given)
        click.echo(f"{output}: {receipt.formulas} formulas calculated. {status(output)}.", err=True)
        if functions == "lambda":
            _say_what_needs_the_addin(output)

    options: list[click.Parameter] = [
        click.Option(
            ["--data"], type=click.Path(path_type=Path), help="The file of results; empty without."
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
            ["--functions"],
            type=click.Choice(["addin", "lambda"]),
            default="addin",
            help="Where Excel finds the functions: in an add-in, or as LAMBDA in the workbook.",
        ),
        click.Option(
            ["--format", "form"],
            type=click.Choice(["xlsx", "xlsm"]),
            help="xlsm: the workbook calls Python by itself, with no add-in.",
        ),
    ]
    for option in template.options:
        choices = click.Choice(option.choices) if option.choices else option.type
        shown = "" if option.default is None else f"  [default: {option.default}]"
        options.append(
            click.Option(
                [f"--{option.name.replace('_', '-')}", option.name],
                type=choices,
                help=option.help + shown,
            )
        )
    return _verbose_command(template.name, make_one, options, template.help)


def _carried(functions: str, output: Path) -> list[Callable[[bytes], bytes]]:
    """What a new workbook is given beside its sheets."""
    if functions == "lambda" and output.suffix.lower() == ".xlsm":
        raise click.UsageError(
            "A workbook has its functions as LAMBDA or as macros: leave out --functions lambda, "
            "or write an .xlsx."
        )
    carried: list[Callable[[bytes], bytes]] = []
    if functions == "lambda":
        from ..hosts.lambdas.definitions import with_names

        carried.append(with_names)
    if output.suffix.lower() == ".xlsm":
        from ..hosts.excel.xlam import macro_workbook

        carried.append(macro_workbook)
    return carried


def _say_what_needs_the_addin(output: Path) -> None:
    from ..hosts.lambdas.definitions import still_missing

    missing = still_missing(output.read_bytes())
    if missing:
        click.echo(
            f"{', '.join(missing)}: not written as LAMBDA; in Excel they need the add-in.", err=True
        )


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
