"""The commands for LibreOffice Calc: build, install and uninstall the add-in."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal.options import FILE_PATH, FOLDER_PATH, WholeSummaries, check_suffix

_profile = click.option(
    "--profile",
    type=FOLDER_PATH,
    help="The folder of another LibreOffice profile than your own.",
)


@click.group(cls=WholeSummaries)
def calc() -> None:
    """The functions in LibreOffice Calc: build the add-in, install it."""


@calc.command("build")
@click.argument("path", type=FILE_PATH, required=False)
def build_command(path: Path | None) -> None:
    """Write the add-in, xl_tourney.oxt: a file to give away, or to open with LibreOffice."""
    from ...hosts.libreoffice import oxt

    path = path or Path(oxt.FILE)
    check_suffix(path, (".oxt",))
    oxt.build(path)
    click.echo(f"{path}: written; open it with LibreOffice to install it.", err=True)


@calc.command("install")
@click.option(
    "--plain-names", is_flag=True, help="Let =GBQ(…) calculate, not only =TOURNEY.GBQ(…)."
)
@_profile
def install_command(plain_names: bool, profile: Path | None) -> None:
    """Register the add-in in LibreOffice, which must be closed."""
    from ...hosts.libreoffice.install import install

    for message in install(profile, plain_names=plain_names):
        click.echo(message, err=True)


@calc.command("uninstall")
@_profile
def uninstall_command(profile: Path | None) -> None:
    """Take the add-in and the plain names out of LibreOffice."""
    from ...hosts.libreoffice.install import uninstall

    for message in uninstall(profile):
        click.echo(message, err=True)
