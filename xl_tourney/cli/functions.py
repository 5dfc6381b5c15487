"""The commands about the functions: their help, the manifest, and LAMBDA formulas in a workbook."""

from __future__ import annotations

from pathlib import Path

import click

from .. import atomic
from ..commands.parts.declaration import Outcome
from ..errors import TourneyError
from ..ooxml.saving import refuse_existing
from .terminal.declared import declared_options, show
from .terminal.options import (
    FILE_PATH,
    FOLDER_PATH,
    WORKBOOK_SUFFIXES,
    Exit,
    check_suffix,
    command,
    json_option,
)
from .terminal.printing import print_json, print_table


@command("functions")
@click.argument("name", required=False)
@click.option(
    "--markdown",
    "folder",
    metavar="FOLDER",
    type=FOLDER_PATH,
    help="Write the reference pages into a folder, one a game.",
)
@click.option("--stub", is_flag=True, help="Print their types, for editors and type checkers.")
@json_option
def functions_command(name: str | None, folder: Path | None, stub: bool, as_json: bool) -> None:
    """List the functions, or explain the one named."""
    from ..catalogue.reference import format_help, format_reference
    from ..functions import CATALOGUE
    from ..hosts.manifest import build_function_metadata

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for page, text in format_reference().items():
            atomic.refuse_foreign(folder / page, text.partition("\n")[0].encode())
            atomic.write_bytes(folder / page, text.encode())
        return
    if stub:
        from ..hosts.python_stub import format_stub

        click.echo(format_stub(), nl=False)
        return

    if name is None:
        if as_json:
            print_json([build_function_metadata(function) for function in CATALOGUE])
            return
        print_table(
            ["function", "game", "what it gives"],
            [[f.usage, f.category, f.help.summary] for f in CATALOGUE],
        )
        return
    if name not in CATALOGUE:
        import difflib

        matches = difflib.get_close_matches(name.upper(), CATALOGUE.names, 3)
        hint = (
            f"; did you mean {' or '.join(matches)}?" if matches else "; see xl-tourney functions."
        )
        raise TourneyError(f"There is no function {name}{hint}")
    if as_json:
        print_json(build_function_metadata(CATALOGUE[name]))
    else:
        click.echo(format_help(CATALOGUE[name]))


@command("manifest")
@click.argument("path", type=FILE_PATH, required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["full", "officejs"]),
    default="full",
    help="All that is known, or plain metadata for a web add-in of Office.js.",
)
@click.option("--check", is_flag=True, help="Only look; exit 1 when the file is stale.")
def manifest_command(path: Path | None, form: str, check: bool) -> int:
    """Write udf_manifest.json, the metadata of every function; or check it."""
    from ..hosts import manifest

    path = path or Path(manifest.FILE if form == "full" else manifest.OFFICE_JS_FILE)
    if check:
        current = manifest.is_current(path, form)
        click.echo(f"{path}: {'is current' if current else 'is stale; write it anew'}")
        return Exit.DONE if current else Exit.DIFFERENT
    manifest.write(path, form)
    click.echo(f"{path}: written", err=True)
    return Exit.DONE


@command("lambda")
@click.argument("names", nargs=-1, metavar="[NAME…]")
@click.option(
    "-o",
    "--output",
    type=FILE_PATH,
    help="The workbook to write, with an example of each function.  [default: functions.xlsx]",
)
@click.option(
    "--into",
    "book",
    type=FILE_PATH,
    help="A workbook that gets the functions; nothing else in it changes.",
)
@click.option("--force", is_flag=True, help="Write over a workbook that is there.")
@declared_options("update", "backup")
def lambda_command(
    names: tuple[str, ...], output: Path | None, book: Path | None, force: bool, backup: bool
) -> None:
    """Give a workbook functions that Excel 365 calculates with nothing installed.

    Without a NAME it gets all functions that can be written as LAMBDA; with names those, and the
    helpers that they need.
    """
    chosen = _choose(names)
    if book is not None:
        if output is not None:
            raise click.UsageError("--into names the workbook that is written: leave out -o.")
        _add_to(book, chosen, backup)
    else:
        _write_examples(output or Path("functions.xlsx"), chosen, force, backup)


def _choose(names: tuple[str, ...]) -> list[str]:
    """The functions to write; a name that is none of them is refused with the reason."""
    from ..functions import CATALOGUE
    from ..hosts.lambdas.definitions import FUNCTIONS, NOT_WRITTEN

    chosen = [name.upper() for name in names]
    for name in chosen:
        if name in FUNCTIONS:
            continue
        if name in CATALOGUE:
            raise TourneyError(f"{name}: is not written as LAMBDA; {NOT_WRITTEN[name]}.")
        raise TourneyError(f"{name}: there is no such function; xl-tourney functions lists them.")
    return [name for name in FUNCTIONS if not chosen or name in chosen]


def _write_examples(output: Path, chosen: list[str], force: bool, backup: bool) -> None:
    from ..calculation import calculator
    from ..commands.parts.running import write
    from ..hosts.lambdas.embedding import add_defined_names
    from ..hosts.lambdas.examples import build_examples
    from ..ooxml.package import Package

    check_suffix(output, WORKBOOK_SUFFIXES[:1])
    refuse_existing(output, force)
    examples = Package(build_examples(chosen), str(output))
    calculated, _ = calculator().calculate(examples)
    content = add_defined_names(calculated, chosen)
    done = f"{output}: {_count(len(chosen))}, each with an example."
    made = Outcome(None, notes=[done], files={output: content}, force=force, backup=backup)
    show(write(made, act="lambda"))


def _add_to(book: Path, chosen: list[str], backup: bool) -> None:
    from ..commands.parts.running import write
    from ..hosts.lambdas.embedding import with_defined_names
    from ..ooxml.package import Package
    from ..ooxml.saving import refuse_open_workbook, work_on

    def add(package: Package) -> Outcome[None]:
        refuse_open_workbook(book)
        content = with_defined_names(package, chosen)
        is_new = content != package.data
        done = f"{_count(len(chosen))} written." if is_new else "has them already."
        outcome = Outcome(None, notes=[f"{book}: {done}"], files={book: content}, backup=backup)
        return write(outcome, package, "lambda")

    show(work_on(book, add))


def _count(number: int) -> str:
    return "1 function" if number == 1 else f"{number} functions"
