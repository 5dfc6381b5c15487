"""The commands for Excel: build the add-in, put it in, take it out."""

from __future__ import annotations

from pathlib import Path

import click

from .terminal.options import verbose

_folder = click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="Instead of Excel's own folder, XLSTART.",
)


@click.group()
def excel() -> None:
    """The functions in Excel for Windows."""


@excel.command()
@click.argument("path", type=click.Path(path_type=Path, dir_okay=False), required=False)
@verbose
def build(path: Path | None) -> None:
    """Write the add-in, xl_tourney.xlam, on any platform."""
    from .. import atomic
    from ..hosts.excel.xlam import FILE, addin, xlwings_version

    path = path or Path(FILE)
    data = addin()
    atomic.write(path, lambda file: file.write(data))
    click.echo(
        f"{path}: written; it works where xlwings {xlwings_version()} is installed.", err=True
    )


@excel.command()
@_folder
@verbose
def install(folder: Path | None) -> None:
    """Put the add-in where Excel finds it, and say which Python it calls."""
    from ..hosts.excel.install import Place
    from ..hosts.excel.install import install as put_in

    place = Place.usual(folder)
    put_in(place)
    opened = "Excel opens it whenever it starts."
    if folder:
        opened = "tell Excel of it once, by File, Options, Add-ins, Go…, Browse…."
    click.echo(f"{place.addin}: the functions; {opened}")
    click.echo(f"{place.settings}: which Python they call.")
    click.echo(
        "Close every window of Excel, start it again and enter =TAPL({7,6,5,4,4,4,5}): "
        "it gives 270.449…  When it does not, press Alt+F8 and type XLTourneyCheck."
    )


@excel.command()
@_folder
@verbose
def uninstall(folder: Path | None) -> None:
    """Take the add-in and its setting out again."""
    from ..hosts.excel.install import Place
    from ..hosts.excel.install import uninstall as take_out

    removed = take_out(Place.usual(folder))
    for path in removed:
        click.echo(f"{path}: removed.")
    if not removed:
        click.echo("There was nothing to remove.", err=True)
