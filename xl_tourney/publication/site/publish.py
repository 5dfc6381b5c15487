"""Publishing a workbook: its page, and what programs read of it, side by side."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from ...errors import OptionError
from ...events.report import Explained, Report, read_report
from ...languages import Language, language_of, speaking
from ...ooxml.package import Package
from ..formats import format_json
from ..page.content import format_embedded, format_page
from ..page.document import Address
from ..picture import PICTURE_MARK
from .feed import format_feed

PROOFS_SUFFIX, FEED_SUFFIX, DATA_SUFFIX, EMBEDDED_SUFFIX = (
    ".proofs.json", ".atom", ".standings.json", ".embed.html"
)  # fmt: skip
"""What the names of the files beside a page end with."""
PAGE_MARK = b'<meta name="generator" content="xl_tourney">'
_MARKS = {
    FEED_SUFFIX: b"urn:uuid:",
    DATA_SUFFIX: b'"provisional"',
    PROOFS_SUFFIX: b"xl_tourney proofs",
    EMBEDDED_SUFFIX: PAGE_MARK,
}
"""What only a page of ours holds, and each of the files beside it."""

Explainer: TypeAlias = Callable[[Report], Explained]
"""A function that explains the places of the players of a report."""
Completer: TypeAlias = Callable[[Report], "Package | None"]
"""A function that gives a copy with the figures that a workbook lacks, where it lacks any."""


@dataclass(frozen=True)
class Options:
    """How a workbook is published."""

    anyway: bool = False
    """Also while something is wrong; the page is marked as provisional then."""
    index: str = ""
    """The address of a page that lists it with others."""
    address: str = ""
    """The whole address of the page, or blank."""
    has_picture: bool = False
    """Whether a picture of the page is taken, with its name but for the ending."""
    embed: bool = False
    """Whether the tables are written alone, too, for a frame in another site."""
    languages: Sequence[str] = ()
    """The languages of its pages by their codes, the first at the address; that of the workbook
    without."""
    explain: Explainer | None = None
    complete: Completer | None = None


class Published(NamedTuple):
    """What is written of a workbook."""

    report: Report
    """What is on its page."""
    files: Mapping[Path, bytes | None]
    """The page, those in other languages, and what programs read beside; None for one to remove."""
    marks: Mapping[Path, bytes]
    """What each file of ours holds that may be replaced."""


def publish(book: Package, page: Path, options: Options) -> Published:
    """The page of a workbook, calculated anew, and what belongs to it.

    Beside the page ``club.html`` are a feed ``club.atom`` and the standings for programs,
    ``club.standings.json``; with an explainer that finds a race, its proofs, ``club.proofs.json``.

    Raises
    ------
    WorkbookError
        The workbook cannot be read; there is nothing in it to publish; or, without ``anyway``, its
        status is red, or a cell of its standings is an error.
    """
    code = format_code(options.address) if options.address else ""
    report = read_report(book, anyway=options.anyway, complete=options.complete)
    marks = {page.with_name(page.stem + suffix): mark for suffix, mark in _MARKS.items()}
    feed, data, proofs, embedded = marks
    picture = page.with_suffix(".png")
    beside = Address(
        options.address,
        code,
        _beside(options.address, picture) if options.address and options.has_picture else "",
        quote(feed.name),
        quote(data.name),
        proofs.name,
    )
    written = report.event.language
    first, *others = (language_of(c, written.template) for c in options.languages or [written.code])
    pages = {first: page} | {other: in_language(page, other) for other in others}
    files: dict[Path, bytes | None] = {}
    shown: dict[Language, Report] = {}
    for language, path in pages.items():
        links = {o.code: quote(pages[o].name) for o in pages if o is not language}
        own = replace(beside, languages=links, is_first=language is first)
        with speaking(language, written):
            if options.explain:  # in each language; the proofs of the first serve all
                report = replace(report, explained=options.explain(report))
            shown[language] = report
            files[path] = format_page(report, options.index, own).encode()
    report = shown[first]
    older = feed.read_text(encoding="utf-8") if feed.is_file() else ""
    with speaking(first, written):
        files[data] = f"{format_json(report)}\n".encode()
        files[feed] = format_feed(report, options.address or quote(page.name), older).encode()
        proved = report.explained.proofs
        files[proofs] = proved.text.encode() if proved else None
        if options.embed:
            files[embedded] = format_embedded(report, quote(page.name)).encode()
    pictures = [picture] * options.has_picture
    marks |= dict.fromkeys(pages.values(), PAGE_MARK) | dict.fromkeys(pictures, PICTURE_MARK)
    return Published(report, files, marks)


def in_language(page: Path, language: Language) -> Path:
    """The page in another language: ``cup.de.html`` beside ``cup.html``."""
    return page.with_name(f"{page.stem}.{language.code}{page.suffix}")


def _beside(address: str, file: Path) -> str:
    """The whole address of a file that is published beside a page."""
    return f"{address.rpartition('/')[0]}/{quote(file.name)}"


def check_address(address: str) -> str:
    """The address of a page as it was given, if it is a whole one."""
    if not address.startswith(("https://", "http://")) or any(map(str.isspace, address)):
        raise OptionError(
            f"--url is {address}; write the whole address, such as https://example.org/cup.html."
        )
    return address


def format_code(address: str) -> str:
    """The address of a page as a QR code in the colours of print, as SVG.

    Raises
    ------
    OptionError
        The library is missing, or the address is too long.
    """
    try:
        import segno
    except ImportError as error:
        raise OptionError(
            "A QR code of the page's address needs segno: pip install 'xl-tourney[qr]'."
        ) from error
    try:
        made = segno.make_qr(address, error="m")
    except segno.DataOverflowError as error:
        raise OptionError(f"{address}: is too long for a QR code.") from error
    svg: str = made.svg_inline(scale=4, dark="#000", light="#fff", omitsize=True, unit="")
    return svg.replace("<svg ", '<svg role="img" aria-label="QR code" ', 1)
