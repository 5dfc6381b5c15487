"""An event for Python programs: its page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..commands.parts.books import PathLike


def publish(
    book: PathLike,
    page: PathLike | None = None,
    *,
    anyway: bool = False,
    languages: Sequence[str] = (),
) -> Path:
    """Write the standings of a workbook as one web page; returns where.

    Parameters
    ----------
    book
        The workbook, or a folder of workbooks, which gets a page for each and an index.
    page
        The page, or the folder of the pages; the workbook's name with .html, or the folder itself,
        without.
    anyway
        Publish it although something is wrong, marked as provisional.
    languages
        The languages of the page, such as ``["de", "fr"]``, the first at this address; that of the
        workbook without.

    Raises
    ------
    WorkbookError
        It cannot be read; or, without ``anyway``, its status is red.
    WriteError
        The page cannot be written; an older one is as it was.
    """
    from ..explanations.standings import explain_standings
    from ..publication.site.folder import INDEX, publish_folder
    from ..publication.site.publish import Options
    from ..publication.site.publish import publish as write
    from ..updates.remaining_race import completed

    source = Path(book)
    options = Options(
        anyway=anyway,
        languages=languages,
        explain=explain_standings,
        complete=completed,
    )
    if source.is_dir():
        site = Path(page) if page is not None else source
        publish_folder(source, site, options=options)
        return site / INDEX
    written = Path(page) if page is not None else source.with_suffix(".html")
    write(source, written, options=options)
    return written
