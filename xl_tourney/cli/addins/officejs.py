"""The commands for Excel anywhere: build the add-in of Office.js, and serve it on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from ..terminal.options import FOLDER_PATH, WholeSummaries

DEFAULT_PORT = 8443


@click.group(cls=WholeSummaries)
def officejs() -> None:
    """The functions in Excel on the web, on Windows and on a Mac, with no Python installed."""


@officejs.command()
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
@click.option(
    "--pyodide",
    "pyodide_folder",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder with npm's package pyodide; without it, npm downloads the package.",
)
def build(folder: Path, url: str, pyodide_folder: Path | None) -> None:
    """Write the add-in as a folder of static files, for any web server."""
    from ...hosts.officejs.pyodide_files import PACKAGE, load_files
    from ...hosts.officejs.site import build_files, check_url, write_site

    url = check_url(url)
    if pyodide_folder is None:
        click.echo(f"Downloading {PACKAGE} …", err=True)
    files = build_files(url, load_files(pyodide_folder))
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
    from ...hosts.officejs.server import CERTIFICATE, HOST, make_server
    from ...hosts.officejs.site import WHEEL

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
