"""The act of showing the standings on the web."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..messages import message
from ..ooxml.package import Limits, Package
from .parts.books import refuse_itself
from .parts.declaration import About, Exit, Outcome, Typed, check_suffix, command

if TYPE_CHECKING:
    from ..events.report import Report
    from ..publication.site.publish import Options

PAGE_SUFFIXES = (".html", ".htm")


def _languages() -> Iterable[str]:
    from ..languages import LANGUAGES

    return LANGUAGES


@command("An event", "Write the standings as a web page", menu="Publish")
def publish(
    book: Annotated[
        Package | Path,
        About(
            "The workbook, or a folder of workbooks, which gets a page for each and an index.",
            folder=True,
        ),
    ],
    page: Annotated[
        Path | None,
        About(
            "The page to write; the workbook's name with .html without. Of a folder: the folder of "
            "the pages; the same without.",
            option="-o/--output",
            folder=True,
        ),
    ] = None,
    *,
    anyway: Annotated[
        bool, About("Publish it although something is wrong; the page is marked as provisional.")
    ] = False,
    url: Annotated[
        str,
        About(
            "Where the page, or the folder of pages, will be on the web: for previews of links and "
            "a QR code to print.",
            label="Address",
            metavar="ADDRESS",
        ),
    ] = "",
    embed: Annotated[
        bool, About("Write the tables alone, too, for a frame in a site.", label="For a frame")
    ] = False,
    languages: Annotated[
        Sequence[str],
        About(
            "The language of the page; that of the workbook without. Given several times, there is "
            "a page in each, and readers come to that of their browser.",
            option="--language",
            choices=_languages,
        ),
    ] = (),
    title: Annotated[
        str,
        About("The title of the index of a folder; its name without.", label="Title of the index"),
    ] = "",
    png: Annotated[
        bool, About("Take a picture of the tables too, with Chromium.", label="Picture")
    ] = False,
    browser: Annotated[
        str | None, Typed("The Chromium for the picture; the one that is found without.")
    ] = None,
    limits: Annotated[Limits | None, Typed("Of each workbook.")] = None,
) -> Outcome[Path]:
    """Write the standings of a workbook as one web page, calculated anew.

    Of a folder, each workbook in it gets a page, and there is an index of them. Beside a page are a
    feed of news (.atom) and the standings for programs (.standings.json).

    Returns
    -------
    Path
        The page, or the index of the folder.

    Raises
    ------
    WorkbookError
        It cannot be read; or, without ``anyway``, its status is red.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    from ..chromium import find_browser
    from ..publication.picture import take_picture
    from ..publication.site.folder import INDEX, publish_folder
    from ..publication.site.publish import check_address
    from ..publication.site.publish import publish as make_page

    address = check_address(url) if url else ""
    options = complete_options(
        anyway=anyway, address=address, has_picture=png, embed=embed, languages=languages
    )
    chromium = find_browser(browser) if png else ""

    def picture(of: Path) -> partial[str]:
        return partial(take_picture, of, of.with_suffix(".png"), chromium)

    if isinstance(book, Path) and book.is_dir():
        site = page or book
        entries, files, marks = publish_folder(book, site, options, limits, title)
        written = [site / one.page for one in entries if not one.failed]
        failed = [one.failed for one in entries if one.failed]
        unexplained = [f"{one.book}: {reason}" for one in entries for reason in one.unexplained]
        index = site / INDEX
        summary = f"{index}: {len(written)} pages, {len(failed)} failed."
        pictures = map(picture, written if png else ())
        return Outcome(
            index,
            files=files,
            marks=marks,
            folder=site,
            after=[*pictures, *failed, *unexplained, summary],
            status=Exit.SOME_FAILED if failed else Exit.DONE,
        )
    package = Package.from_path(book, limits) if isinstance(book, Path) else book
    page = page or Path(package.name).with_suffix(".html")
    check_suffix(page, PAGE_SUFFIXES)
    refuse_itself(package, page)
    report, files, marks = make_page(package, page, options)
    return Outcome(
        page,
        files=files,
        marks=marks,
        notes=[f"{page}: {_sum_up(report)}"],
        after=[picture(page)] if png else [],
    )


def complete_options(**options: Any) -> Options:
    """Options with explanations of places and the figures of who can still finish where."""
    from ..explanations.standings import explain_standings
    from ..publication.site.publish import Options
    from ..updates.remaining_race import completed

    return Options(explain=explain_standings, complete=completed, **options)


def _sum_up(report: Report) -> str:
    """What is on a page."""
    from ..events.report import NOBODY
    from ..events.values import describe_values

    rows = sum(len(table.cells) for table in report.tables)
    if not rows:
        return NOBODY
    tables, proofs = len(report.tables), report.explained.proofs
    proved = len(proofs.statements) if proofs else 0
    said = [
        message(f"{tables} table{'s' * (tables != 1)} of standings")
        + ", "
        + message(f"{rows} row{'s' * (rows != 1)}")
        + ".",
        message(f"{proved} proofs of who can still finish where.") if proved else "",
        message("Provisional.") if report.is_provisional else "",
        *report.explained.failed,
        describe_values(report.event.package),
    ]
    return " ".join(filter(None, said))
