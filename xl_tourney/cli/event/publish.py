"""The command that writes the page of a workbook."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...languages import LANGUAGES
from ...ooxml.package import Limits
from ...resource_limits import ResourceLimits
from ..terminal.inert import inert
from ..terminal.options import Exit, check_suffix, command, resource_options, size_option

if TYPE_CHECKING:
    from ...publication.site.publish import Options

PAGE_SUFFIXES = (".html", ".htm")


@command()
@click.argument("book", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="The page to write; the workbook's name with .html without. Of a folder: the folder of "
    "the pages; the same without.",
)
@click.option(
    "--anyway",
    is_flag=True,
    help="Publish it although something is wrong; the page is marked as provisional.",
)
@click.option(
    "--url",
    "address",
    metavar="ADDRESS",
    default="",
    help="Where the page, or the folder of pages, will be on the web: for previews of links and a "
    "QR code to print.",
)
@click.option("--embed", is_flag=True, help="Write the tables alone, too, for a frame in a site.")
@click.option(
    "--language",
    "languages",
    multiple=True,
    type=click.Choice(list(LANGUAGES)),
    help="The language of the page; that of the workbook without. Given several times, there is a "
    "page in each, and readers come to that of their browser.",
)
@click.option("--title", default="", help="The title of the index of a folder; its name without.")
@click.option("--png", is_flag=True, help="Take a picture of the tables too, with Chromium.")
@click.option("--browser", help="The Chromium for the picture; the one that is found without.")
@resource_options
@size_option
def publish(
    book: Path,
    output: Path | None,
    address: str,
    title: str,
    png: bool,
    browser: str | None,
    resources: ResourceLimits,
    limits: Limits,
    **chosen: Any,
) -> int:
    """Write the standings of a workbook as one web page, calculated anew.

    Of a folder, each workbook in it gets a page, and there is an index of them. Beside a page are a
    feed of news (.atom) and the standings for programs (.standings.json).
    """
    from ...chromium import find_browser
    from ...guarded_call import call_guarded
    from ...publication.site.publish import Options, check_address

    address = check_address(address) if address else ""
    options = Options(address=address, has_picture=png, **chosen)
    chromium = find_browser(browser) if png else ""
    if book.is_dir():
        site = output or book
        make_site = partial(_write_site, book, site, limits, options, title)
        written, failed, unexplained = call_guarded(make_site, str(book), resources)
        for page in written if png else ():
            _take_picture(page, chromium)
        for reason in (*failed, *unexplained):
            click.echo(inert(reason), err=True)
        summary = f"{site / 'index.html'}: {len(written)} pages, {len(failed)} failed."
        click.echo(inert(summary), err=True)
        return Exit.SOME_FAILED if failed else Exit.DONE
    page = output or book.with_suffix(".html")
    check_suffix(page, PAGE_SUFFIXES)
    call = partial(_write_page, book, page, limits, options)
    message = call_guarded(call, str(book), resources)
    click.echo(inert(f"{page}: {message}"), err=True)
    if png:
        _take_picture(page, chromium)
    return Exit.DONE


def _take_picture(page: Path, browser: str) -> None:
    """Write the picture beside the page."""
    from ...publication.picture import take_picture

    picture = page.with_suffix(".png")
    take_picture(page, picture, browser)
    click.echo(inert(f"{picture}: the tables as a picture."), err=True)


def _write_site(
    folder: Path, site: Path, limits: Limits, options: Options, title: str
) -> tuple[list[Path], list[str], list[str]]:
    """Write the pages; return which there are, why others are missing, and what is unexplained."""
    from ...publication.site.folder import publish_folder

    entries = publish_folder(folder, site, limits, with_race(options), title)
    failed = [entry.failed for entry in entries if entry.failed]
    unexplained = [f"{entry.book}: {reason}" for entry in entries for reason in entry.unexplained]
    written = [site / entry.page for entry in entries if not entry.failed]
    return written, failed, unexplained


def with_race(options: Options) -> Options:
    """The options, with explanations of places and the figures of who can still finish where."""
    from ...explanations.standings import explain_standings
    from ...updates.remaining_race import completed

    return replace(options, explain=explain_standings, complete=completed)


def _write_page(book: Path, page: Path, limits: Limits, options: Options) -> str:
    """Write the page; return what is on it."""
    from ...calculation import describe_values
    from ...events.report import NOBODY
    from ...publication.site.publish import publish as write

    report = write(book, page, limits, with_race(options))
    rows = sum(len(table.cells) for table in report.tables)
    if not rows:
        return NOBODY
    tables = "1 table" if len(report.tables) == 1 else f"{len(report.tables)} tables"
    provisional = " Provisional." if report.is_provisional else ""
    unexplained = "".join(f" {reason}" for reason in report.explained.failed)
    proofs = report.explained.proofs
    proved = f" {len(proofs.statements)} proofs of who can still finish where." if proofs else ""
    return (
        f"{tables} of standings, {rows} row{'s' * (rows != 1)}.{proved}{provisional}{unexplained} "
        f"{describe_values()}"
    ).rstrip()
