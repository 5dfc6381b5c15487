"""All workbooks of a folder as web pages, with an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from urllib.parse import quote

from .. import atomic
from ..errors import TourneyError, WorkbookError
from ..ooxml.package import Limits
from ..ooxml.saving import is_copy
from .page import Explainer, fill_page, publish
from .report import format_facts

INDEX = "index.html"


@dataclass(frozen=True)
class SiteEntry:
    """A workbook of the folder, and its page."""

    book: Path
    page: str
    title: str = ""
    facts: str = ""
    is_provisional: bool = False
    failed: str = ""
    """Why no new page was written; an older one stays."""
    unexplained: Sequence[str] = ()
    """A sentence for each player whose explanation failed: who it is, and why."""


def publish_folder(
    folder: Path,
    site: Path,
    limits: Limits | None = None,
    *,
    anyway: bool = False,
    explain: Explainer | None = None,
) -> list[SiteEntry]:
    """Write a page of each workbook in a folder, and an index of them.

    A workbook that cannot be published is an entry that says why; it is not in the index.

    Raises
    ------
    WorkbookError
        There is no workbook in the folder.
    WriteError
        The index cannot be written.
    """
    books = list(find_books(folder))
    if not books:
        raise WorkbookError(f"{folder}: there is no workbook in it.")
    site.mkdir(parents=True, exist_ok=True)
    entries = [publish_book(book, site, limits, anyway=anyway, explain=explain) for book in books]
    write_index(folder, site, [entry for entry in entries if not entry.failed])
    return entries


def write_index(folder: Path, site: Path, entries: Sequence[SiteEntry]) -> None:
    """Write the index of the pages of a folder's workbooks."""
    index = format_index(folder.resolve().name, entries)
    atomic.write_bytes(site / INDEX, index.encode())


def find_books(folder: Path) -> Iterator[Path]:
    """The workbooks of a folder by name, without copies and the files of running programs."""
    inside = folder.resolve()
    for path in sorted(folder.iterdir()):
        is_book = path.suffix.lower() in (".xlsx", ".xlsm") and path.is_file()
        if is_book and not path.resolve().is_relative_to(inside):
            continue  # a link could have any workbook of the machine published
        if is_book and not path.name.startswith(("~$", ".")) and not is_copy(path):
            yield path


def publish_book(
    book: Path,
    site: Path,
    limits: Limits | None = None,
    *,
    anyway: bool = False,
    explain: Explainer | None = None,
) -> SiteEntry:
    """Write the page of one of the workbooks; the entry says why if it cannot be published."""
    page = f"{book.stem}.html" if book.stem != Path(INDEX).stem else "index-1.html"
    try:
        report = publish(book, site / page, limits, anyway=anyway, index=INDEX, explain=explain)
    except TourneyError as error:
        return SiteEntry(book, page, failed=str(error))
    return SiteEntry(
        book,
        page,
        report.title,
        format_facts(report),
        report.is_provisional,
        unexplained=report.explained.failed,
    )


def format_index(title: str, entries: Sequence[SiteEntry]) -> str:
    """The page that links to all others."""
    items = []
    for entry in entries:
        facts = f" <span>{escape(entry.facts)}</span>" if entry.facts else ""
        provisional = " <strong>Provisional</strong>" if entry.is_provisional else ""
        link = f'<a href="{quote(entry.page)}">{escape(entry.title)}</a>'
        items.append(f"<li>{link}{facts}{provisional}</li>")
    content = f'<ul class="index">{"".join(items)}</ul>'
    return fill_page(title=escape(title), status="", note="", content=content)
