"""The commands about the functions: their help, and the manifest."""

from __future__ import annotations

from pathlib import Path

import click

from .. import atomic
from ..errors import TourneyError
from .terminal.options import FILE_PATH, FOLDER_PATH, Exit, command, json_option


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
    from ..hosts.python_stub import format_stub
    from .terminal import printing

    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        for page, text in format_reference().items():
            atomic.refuse_foreign(folder / page, text.partition("\n")[0].encode())
            atomic.write_bytes(folder / page, text.encode())
        return
    if stub:
        click.echo(format_stub(), nl=False)
        return

    if name is None:
        if as_json:
            printing.print_json([build_function_metadata(function) for function in CATALOGUE])
            return
        printing.print_table(
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
        printing.print_json(build_function_metadata(CATALOGUE[name]))
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
