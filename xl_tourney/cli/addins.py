"""The commands that bring the functions into spreadsheet programs: add-ins are built, installed."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..errors import OptionError
from .terminal.options import FILE_PATH, FOLDER_PATH, WholeSummaries, check_suffix, command

DEFAULT_PORT = 8443
_pyodide = click.option(
    "--pyodide",
    "pyodide_folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder with npm's package pyodide; without it, npm downloads the package.",
)
_folder = click.option(
    "--folder",
    type=FOLDER_PATH,
    help="Instead of Excel's own folder, XLSTART.",
)
_profile = click.option(
    "--profile",
    type=FOLDER_PATH,
    help="The folder of another LibreOffice profile than your own.",
)


@click.group(cls=WholeSummaries)
def excel() -> None:
    """The functions in Excel for Windows."""


@excel.command("build")
@click.argument("path", type=FILE_PATH, required=False)
def build_excel(path: Path | None) -> None:
    """Write the add-in, xl_tourney.xlam, on any platform."""
    from ..hosts.excel.xlam import FILE, build_addin, installed_xlwings_version
    from ..ooxml.saving import write_over

    path = path or Path(FILE)
    check_suffix(path, (".xlam",))
    write_over(path, build_addin())
    click.echo(
        f"{path}: written; it works where xlwings {installed_xlwings_version()} is installed.",
        err=True,
    )


@excel.command("install")
@_folder
def install_excel(folder: Path | None) -> None:
    """Put the add-in where Excel finds it, and say which Python it calls.

    On Windows it refuses where Excel cannot call this Python, and ends with a call in Excel's way.
    """
    from ..hosts.excel.install import ON_WINDOWS, Installation, install, try_call
    from ..hosts.excel.install.trial import is_slow

    installation = Installation.locate(folder)
    install(installation)
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


@excel.command("uninstall")
@_folder
def uninstall_excel(folder: Path | None) -> None:
    """Take the add-in and its setting out again."""
    from ..hosts.excel.install import Installation, uninstall

    removed = uninstall(Installation.locate(folder))
    for path in removed:
        click.echo(f"{path}: removed.")
    if not removed:
        click.echo("There was nothing to remove.", err=True)


@click.group(cls=WholeSummaries)
def officejs() -> None:
    """Functions and events in Excel on the web, on Windows and on a Mac, with no Python."""


@officejs.command("build")
@click.option(
    "--output",
    "-o",
    "folder",
    type=FOLDER_PATH,
    default=Path("site"),
    show_default=True,
    help="The folder to write.",
)
@click.option(
    "--url",
    default=f"https://localhost:{DEFAULT_PORT}",
    show_default=True,
    help="Where the folder will be found on the web.",
)
@_pyodide
def build_officejs(folder: Path, url: str, pyodide_folder: Path | None) -> None:
    """Write the add-in as a folder of static files, for any web server."""
    from ..desk.site import pane_files
    from ..hosts.officejs.pyodide_files import PACKAGE, load_files
    from ..hosts.officejs.site import build_files, check_url, write_site

    url = check_url(url)
    if pyodide_folder is None:
        click.echo(f"Downloading {PACKAGE} …", err=True)
    files = build_files(url, load_files(pyodide_folder), event=pane_files())
    write_site(folder, files)
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{folder}: {len(files)} files, {size:.1f} MB, to be found at {url}/", err=True)
    click.echo(f"{folder / 'manifest.xml'}: give this file to Excel.", err=True)


@officejs.command()
@click.argument("folder", type=FOLDER_PATH, default=Path("site"), required=False)
@click.option("--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True)
@click.option(
    "--certificates",
    type=FOLDER_PATH,
    help="Where the certificate is kept; .xl_tourney in your own folder without it.",
)
def serve(folder: Path, port: int, certificates: Path | None) -> None:
    """Serve the folder on this machine only, over https, to try the add-in."""
    from ..hosts.officejs.server import CERTIFICATE, HOST, make_server
    from ..hosts.officejs.site import WHEEL

    certificates = certificates or Path.home() / ".xl_tourney"
    with make_server(folder, port, certificates) as server:
        address = f"https://{HOST}:{server.server_port}/"
        click.echo(f"{address} serves {folder}; Ctrl+C stops it.")
        click.echo(f"For requirements.txt of xlwings Lite: {address}{WHEEL}")
        click.echo(
            f"Excel and the browser must trust {certificates / CERTIFICATE} first.", err=True
        )
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)


@command("desk", help="Run an event in the browser, and let players type their results.")
@click.argument("place", type=click.Path(path_type=Path, exists=True), required=False)
@click.option("--lan", is_flag=True, help="Also answer phones in the network of the hall.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 8642, or any free one, without it.",
)
@click.option("--browser/--no-browser", default=True, help="Whether the page is opened.")
@click.option(
    "--static",
    "folder",
    type=FOLDER_PATH,
    help="Instead, write a page that needs nothing installed, for any web server.",
)
@_pyodide
def desk(
    place: Path | None,
    lan: bool,
    port: int | None,
    browser: bool,
    folder: Path | None,
    pyodide_folder: Path | None,
) -> None:
    """Serve a workbook, or the events of a folder; print the address with the director's token."""
    if folder:
        _write_desk(folder, pyodide_folder)
        return
    try:
        from ..desk.server.serving import serve
    except ImportError as error:
        if error.name not in ("segno", "starlette", "uvicorn"):
            raise
        raise OptionError("The desk needs the extra; pip install 'xl-tourney[desk]'.") from None
    try:
        serve(place or Path(), _print_address, port, lan=lan, browser=browser)
    except KeyboardInterrupt:
        click.echo("Stopped.", err=True)


def _print_address(address: str) -> None:
    """Print an address with the token in it, which other output leaves out."""
    print(address, file=getattr(sys.stdout, "rich_proxied_file", sys.stdout), flush=True)


def _write_desk(folder: Path, pyodide_folder: Path | None) -> None:
    from ..desk.site import PAGE, build_files
    from ..hosts.officejs.pyodide_files import PACKAGE, load_files
    from ..hosts.officejs.site import write_site

    if pyodide_folder is None:
        click.echo(f"Downloading {PACKAGE} …", err=True)
    files = build_files(load_files(pyodide_folder))
    write_site(folder, files, [PAGE])
    size = sum(map(len, files.values())) / 1e6
    click.echo(f"{folder}: {len(files)} files, {size:.1f} MB; serve it, and open {PAGE}.", err=True)


@click.group(cls=WholeSummaries)
def calc() -> None:
    """The functions in LibreOffice Calc: build the add-in, install it."""


@calc.command("build")
@click.argument("path", type=FILE_PATH, required=False)
def build_calc(path: Path | None) -> None:
    """Write the add-in, xl_tourney.oxt: a file to give away, or to open with LibreOffice."""
    from ..hosts.libreoffice import oxt

    path = path or Path(oxt.FILE)
    check_suffix(path, (".oxt",))
    oxt.build(path)
    click.echo(f"{path}: written; open it with LibreOffice to install it.", err=True)


@calc.command("install")
@click.option(
    "--plain-names", is_flag=True, help="Let =GBQ(…) calculate, not only =TOURNEY.GBQ(…)."
)
@_profile
def install_calc(plain_names: bool, profile: Path | None) -> None:
    """Register the add-in in LibreOffice, which must be closed."""
    from ..hosts.libreoffice.install import install

    for message in install(profile, plain_names=plain_names):
        click.echo(message, err=True)


@calc.command("uninstall")
@_profile
def uninstall_calc(profile: Path | None) -> None:
    """Take the add-in and the plain names out of LibreOffice."""
    from ..hosts.libreoffice.install import uninstall

    for message in uninstall(profile):
        click.echo(message, err=True)
