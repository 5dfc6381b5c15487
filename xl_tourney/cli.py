"""The command line: arguments and printing, nothing else.

What a command needs is imported when it runs, so that help is there at once.
"""

from __future__ import annotations

import enum
import gc
import sys
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .engines import ENGINES
from .errors import TourneyError

if TYPE_CHECKING:
    from .templates import Template

ELSEWHERE = {
    "build": ".cli_workbooks:build",
    "calc": ".cli_calc:calc",
    "conformance": ".cli_conformance:conformance",
    "demo": ".cli_workbooks:demo",
    "doctor": ".cli_doctor:doctor",
    "excel": ".cli_excel:excel",
    "publish": ".cli_workbooks:publish",
    "recalc": ".cli_recalc:recalc",
}
"""Commands with a module of their own, by name: the module, and what it calls the command."""


class Exit(enum.IntEnum):
    """How a command ends."""

    DONE = 0
    DIFFERENT = 1
    """``--check`` found stale values, or ``verify`` differences."""
    WRONG = 2
    """Wrong usage, or an unreadable file."""
    SOME_FAILED = 3
    """Some of several workbooks failed."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an error is one sentence, with ``-v`` also where it came from."""
    status = _status(list(sys.argv[1:] if arguments is None else arguments))
    gc.freeze()  # what is left goes with the process: the collector need not look at it once more
    sys.exit(status)


def _status(words: list[str]) -> int:
    try:
        status = xl_tourney.main(words, prog_name="xl-tourney", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        return Exit.WRONG
    except click.ClickException as error:
        error.show()
        return Exit.WRONG
    except TourneyError as error:
        _complain(str(error), words)
        return Exit.WRONG
    except Exception as error:
        _complain(f"Something went wrong in xl-tourney itself: {error!r}; -v says where.", words)
        return Exit.WRONG
    return status if isinstance(status, int) else Exit.DONE


def _complain(message: str, words: Sequence[str]) -> None:
    if "-v" in words or "--verbose" in words:
        import traceback

        traceback.print_exc()
    click.echo(message, err=True)


def verbose(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option ``-v``."""
    return click.option(
        "-v", "--verbose", is_flag=True, expose_value=False, help="Say where an error comes from."
    )(command)


def _now(_: click.Context, __: click.Parameter, value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError as error:
        raise click.BadParameter(f"{value} is no time such as 2026-03-31T18:00") from error


engine_option = click.option(
    "--engine", type=click.Choice(ENGINES), default=ENGINES[0], help="Who calculates."
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
clock_option = click.option(
    "--now", callback=_now, help="The clock of the run, such as 2026-03-31T18:00."
)


class _Commands(click.Group):
    """The commands of this module and those from elsewhere."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted([*super().list_commands(ctx), *ELSEWHERE])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; its module is imported when it is asked for."""
        if cmd_name not in ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        module, _, name = ELSEWHERE[cmd_name].partition(":")
        found: click.Command = getattr(import_module(module, __package__), name)
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="xl-tourney %(version)s")
@verbose
def xl_tourney() -> None:
    """Standings workbooks for tournaments: make them, keep their values fresh, check them."""


class _Templates(click.Group):
    """A command for each template, made from its declaration."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all templates."""
        from .templates import TEMPLATES

        return [template.name for template in TEMPLATES]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of one template."""
        from .templates import TEMPLATES

        return _template_command(TEMPLATES[cmd_name]) if cmd_name in TEMPLATES else None


@xl_tourney.command(cls=_Templates, subcommand_metavar="TEMPLATE [OPTIONS]")
def new() -> None:
    """Make a workbook from results, or an empty one to fill in."""


def _template_command(template: Template) -> click.Command:
    def make_one(
        data: Path | None, output: Path, force: bool, functions: str, form: str, **options: Any
    ) -> None:
        from .making import make
        from .standings import status

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
        from .hosts.lambdas import with_names

        carried.append(with_names)
    if output.suffix.lower() == ".xlsm":
        from .hosts.excel_addin import macro_workbook

        carried.append(macro_workbook)
    return carried


def _say_what_needs_the_addin(output: Path) -> None:
    from .hosts.lambdas import still_missing

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


@xl_tourney.command("verify")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice(ENGINES),
    help="One of those to compare; every installed one without it.",
)
@clock_option
@json_option
@verbose
def verify_command(
    paths: tuple[Path, ...], engines: tuple[str, ...], now: datetime | None, as_json: bool
) -> int:
    """Calculate workbooks with every engine and compare them cell by cell."""
    from dataclasses import asdict

    from . import show
    from .recalc.verify import verify

    different = False
    for path in paths:
        found = verify(path, engines, now=now)
        different = different or not found.agrees
        if as_json:
            show.as_json(asdict(found))
            continue
        for name, why in found.refused.items():
            click.echo(f"{path}: {name} is left out: {why}", err=True)
        if found.differences:
            show.table(
                ["cell", *found.engines],
                [
                    [d.cell, *(d.values.get(name) for name in found.engines)]
                    for d in found.differences
                ],
                title=str(path),
            )
        click.echo(
            f"{path}: {found.compared} cells compared, {len(found.differences)} differ, "
            f"{found.left_out} left out"
        )
    return Exit.DIFFERENT if different else Exit.DONE


@xl_tourney.command("eval", context_settings={"ignore_unknown_options": True})
@click.argument("formula")
@engine_option
@json_option
@verbose
def eval_command(formula: str, engine: str, as_json: bool) -> None:
    """Calculate one formula, such as '=TAPL({7,6,5,4,4,4,5})', and print its value."""
    from . import show
    from .recalc.evaluate import evaluate

    rows = evaluate(formula, engine=engine)
    if as_json:
        show.as_json(rows)
        return
    for row in rows:
        click.echo("\t".join(map(show.cell_text, row)))


@xl_tourney.command("functions")
@click.argument("name", required=False)
@click.option("--markdown", is_flag=True, help="Print the reference page of all functions.")
@json_option
@verbose
def functions_command(name: str | None, markdown: bool, as_json: bool) -> None:
    """List the functions, or explain the one named."""
    from . import show
    from .functions import CATALOGUE
    from .functions.reference import explained, page
    from .hosts.manifest import function_entry

    if markdown:
        click.echo(page(), nl=False)
        return

    if name is None:
        if as_json:
            show.as_json([function_entry(function) for function in CATALOGUE])
            return
        show.table(
            ["function", "game", "what it gives"],
            [[f.usage, f.category, f.help.summary] for f in CATALOGUE],
        )
        return
    if name not in CATALOGUE:
        import difflib

        near = difflib.get_close_matches(name.upper(), [f.name for f in CATALOGUE], 3)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; see xl-tourney functions."
        raise TourneyError(f"There is no function {name}{hint}")
    if as_json:
        show.as_json(function_entry(CATALOGUE[name]))
    else:
        click.echo(explained(CATALOGUE[name]))


@xl_tourney.command("manifest")
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["full", "officejs"]),
    default="full",
    help="All that is known, or plain metadata for a web add-in of Office.js.",
)
@click.option("--check", is_flag=True, help="Only look; exit 1 when the file is stale.")
@verbose
def manifest_command(path: Path | None, form: str, check: bool) -> int:
    """Write udf_manifest.json, the metadata of every function; or check it."""
    from .hosts import manifest

    path = path or Path(manifest.FILE if form == "full" else manifest.OFFICE_JS_FILE)
    if check:
        current = manifest.is_current(path, form)
        click.echo(f"{path}: {'is current' if current else 'is stale; write it anew'}")
        return Exit.DONE if current else Exit.DIFFERENT
    manifest.write(path, form)
    click.echo(f"{path}: written", err=True)
    return Exit.DONE
