"""The commands for Excel: build, install and uninstall the add-in."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal.options import FILE_PATH, FOLDER_PATH, WholeSummaries, check_suffix

_folder = click.option(
    "--folder",
    type=FOLDER_PATH,
    help="Instead of Excel's own folder, XLSTART.",
)


@click.group(cls=WholeSummaries)
def excel() -> None:
    """The functions in Excel for Windows."""


@excel.command()
@click.argument("path", type=FILE_PATH, required=False)
def build(path: Path | None) -> None:
    """Write the add-in, xl_tourney.xlam, on any platform."""
    from ...hosts.excel.xlam import FILE, build_addin, installed_xlwings_version
    from ...ooxml.saving import write_over

    path = path or Path(FILE)
    check_suffix(path, (".xlam",))
    write_over(path, build_addin())
    click.echo(
        f"{path}: written; it works where xlwings {installed_xlwings_version()} is installed.",
        err=True,
    )


@excel.command()
@_folder
def install(folder: Path | None) -> None:
    """Put the add-in where Excel finds it, and say which Python it calls.

    On Windows it refuses where Excel cannot call this Python, and ends with a call in Excel's way.
    """
    from ...hosts.excel.install import ON_WINDOWS, Installation, try_call
    from ...hosts.excel.install import install as install_addin
    from ...hosts.excel.install.trial import is_slow

    installation = Installation.locate(folder)
    install_addin(installation)
    loading = "Excel opens it whenever it starts."
    if folder:
        loading = "tell Excel of it once, by File, Options, Add-ins, Go…, Browse…."
    click.echo(f"{installation.addin}: the functions; {loading}")
    if installation.tooltips is not None:
        click.echo(f"{installation.tooltips}: tooltips, for Excel-DNA's IntelliSense.")
    click.echo(f"{installation.settings}: which Python they call.")
    if ON_WINDOWS:
        click.echo("Calling a function as Excel does …", err=True)
        seconds = try_call(installation)
        click.echo(f"Python answered after {seconds:.1f} s.")
        if is_slow(seconds):
            click.echo(
                "A cell waits for 5 s only: should the first formulas after a start of Windows "
                "show #VALUE!, press Alt+F8 and type XLTourneyCheck.",
                err=True,
            )
    click.echo(
        "Close every window of Excel, start it again and enter =TAPL({7,6,5,4,4,4,5}): "
        "it gives 270.449…  When it does not, press Alt+F8 and type XLTourneyCheck."
    )


@excel.command()
@_folder
def uninstall(folder: Path | None) -> None:
    """Take the add-in and its setting out again."""
    from ...hosts.excel.install import Installation
    from ...hosts.excel.install import uninstall as uninstall_addin

    removed = uninstall_addin(Installation.locate(folder))
    for path in removed:
        click.echo(f"{path}: removed.")
    if not removed:
        click.echo("There was nothing to remove.", err=True)
