"""All workbooks of a folder as web pages, with an index: a season."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from html import escape
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from ... import atomic
from ...errors import TourneyError, WorkbookError
from ...languages import message, say
from ...ooxml.package import Limits, Package
from ...ooxml.saving import is_copy
from ..page.document import Head, fill_page
from ..state import format_date, leader_of, state_of
from .publish import EMBEDDED_SUFFIX, PAGE_MARK, Options, publish

INDEX = "index.html"
_RESERVED = Path(INDEX).stem


@dataclass(frozen=True)
class SiteEntry:
    """A workbook of the folder, and its page."""

    book: Path
    page: str
    title: str = ""
    day: str = ""
    """From when its results are, as it was typed, or when the workbook was saved."""
    state: str = ""
    """How far the event is; blank if nobody knows."""
    leader: str = ""
    is_over: bool = False
    is_provisional: bool = False
    failed: str = ""
    """Why no new page was written; an older one stays."""
    unexplained: Sequence[str] = ()
    """A sentence for each player whose explanation failed: who it is, and why."""


class Site(NamedTuple):
    """What is written of the workbooks of a folder."""

    entries: Sequence[SiteEntry]
    files: Mapping[Path, bytes | None]
    marks: Mapping[Path, bytes]


def publish_folder(
    folder: Path, site: Path, options: Options, limits: Limits | None = None, title: str = ""
) -> Site:
    """A page of each workbook in a folder, and an index of them.

    A workbook that cannot be published is an entry that says why; the index names it.  The address
    in the options is that of the folder of pages.

    Raises
    ------
    WorkbookError
        There is no workbook in the folder.
    """
    books = list(find_books(folder))
    if not books:
        raise WorkbookError(f"{folder}: there is no workbook in it; xl-tourney new makes one.")
    pages = page_names(books)
    made = [publish_book(book, site / pages[book], options, limits) for book in books]
    entries = [entry for one in made for entry in one.entries]
    files: dict[Path, bytes | None] = {}
    marks: dict[Path, bytes] = {}
    for one in [*made, make_index(folder, site, entries, title)]:
        files |= one.files
        marks |= one.marks
    return Site(entries, files, marks)


def make_index(folder: Path, site: Path, entries: Sequence[SiteEntry], title: str = "") -> Site:
    """The index of the pages of a folder's workbooks."""
    shown = [
        replace(entry, page="") if entry.failed and not (site / entry.page).is_file() else entry
        for entry in entries
    ]
    index, text = site / INDEX, format_index(title or folder.resolve().name, shown)
    return Site(entries, {index: text.encode()}, {index: PAGE_MARK})


def find_books(folder: Path) -> Iterator[Path]:
    """The workbooks of a folder by name, without copies and the files of running programs."""
    inside = folder.resolve()
    for path in sorted(folder.iterdir()):
        is_book = path.suffix.lower() in (".xlsx", ".xlsm") and path.is_file()
        if is_book and not path.resolve().is_relative_to(inside):
            continue  # a link could have any workbook of the machine published
        if is_book and not path.name.startswith(("~$", ".")) and not is_copy(path):
            yield path


def page_names(books: Sequence[Path]) -> dict[Path, str]:
    """The file of each workbook's page: no two are one, also where letter case counts for nothing.

    >>> books = [Path("a.xlsm"), Path("a.xlsx"), Path("index.xlsx")]
    >>> {str(book): page for book, page in page_names(books).items()}
    {'a.xlsm': 'a-xlsm.html', 'a.xlsx': 'a.html', 'index.xlsx': 'index-1.html'}
    """
    in_order = sorted(books, key=lambda book: (book.suffix.lower() != ".xlsx", book.name))
    taken = {_RESERVED}
    names: dict[Path, str] = {}
    for book in in_order:
        stem = book.stem.removesuffix(EMBEDDED_SUFFIX.removesuffix(".html"))
        candidates = [stem, f"{stem}-{book.suffix[1:].lower()}"]
        if stem.casefold() == _RESERVED:
            candidates = []
        candidates += [f"{stem}-{number}" for number in range(1, len(books) + 2)]
        stem = next(name for name in candidates if name.casefold() not in taken)
        taken.add(stem.casefold())
        names[book] = f"{stem}.html"
    return {book: names[book] for book in books}


def publish_book(book: Path, page: Path, options: Options, limits: Limits | None = None) -> Site:
    """The page of one of the workbooks; the entry says why if it cannot be published."""
    if options.address:
        address = f"{options.address.rstrip('/')}/{quote(page.name)}"
        options = replace(options, address=address)
    try:
        package = Package.from_path(book, limits)
        report, files, marks = publish(package, page, replace(options, index=INDEX))
        for file, mark in marks.items():
            atomic.refuse_foreign(file, mark)
            atomic.replaceable(file)
    except TourneyError as error:
        return Site([SiteEntry(book, page.name, failed=str(error))], {}, {})
    state = state_of(report)
    entry = SiteEntry(
        book,
        page.name,
        report.title,
        report.as_of or report.saved_on,
        state.text,
        leader_of(report),
        state.is_over,
        report.is_provisional,
        unexplained=report.explained.failed,
    )
    return Site([entry], files, marks)


def format_index(title: str, entries: Sequence[SiteEntry]) -> str:
    """The page that links to all others: the latest event first, those without a page last."""
    events = sorted(
        (entry for entry in entries if not entry.failed), key=_latest_first, reverse=True
    )
    items = [
        f'<li><a href="{quote(entry.page)}">{escape(entry.title)}</a>'
        f"{''.join(f'<span>{text}</span>' for text in _facts(entry))}</li>"
        for entry in events
    ]
    items += [_format_failed(entry) for entry in entries if entry.failed]
    content = f'<h1>{escape(title)}</h1><ul class="index">{"".join(items)}</ul>'
    return fill_page(content, Head(title, _describe(events)))


def _latest_first(entry: SiteEntry) -> tuple[str, str]:
    """A key of the day of an event, where it is written as one; then of its title."""
    text = entry.day.strip()
    for pattern in ("%Y-%m-%d", "%d %B %Y", "%d %b %Y", "%d.%m.%Y"):
        with suppress(ValueError):
            return datetime.strptime(text, pattern).date().isoformat(), entry.title
    return "", entry.title


def _facts(entry: SiteEntry) -> Iterator[str]:
    """What the index says of an event: how far it is, from when, and who is first."""
    if entry.is_provisional:
        yield f"<strong>{escape(say('Provisional'))}</strong>"
    if when := " · ".join(filter(None, [entry.state, format_date(entry.day)])):
        yield escape(when)
    if entry.leader:
        first = say("Winner") if entry.is_over else say("First")
        yield f"{escape(first)}: <b>{escape(entry.leader)}</b>"


_OUTDATED = message("Not up to date: its organiser has to look at it.")
_UNPUBLISHED = message("Not published yet: its organiser has to look at it.")


def _format_failed(entry: SiteEntry) -> str:
    """An event without a new page."""
    name = escape(entry.book.stem)
    if entry.page:
        link = f'<a href="{quote(entry.page)}">{name}</a>'
        return f"<li>{link}<span>{escape(say(_OUTDATED))}</span></li>"
    return f"<li><b>{name}</b><span>{escape(say(_UNPUBLISHED))}</span></li>"


def _describe(events: Sequence[SiteEntry]) -> str:
    return ", ".join(entry.title for entry in events[:5])
