"""A table as text: any usual encoding, separator and quotation mark."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ...errors import InputError
from ..files import decode
from .excel import Rows

_SEPARATOR_LINE = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
_COLUMNS_OF_BLANKS = re.compile(r"\t+| {2,}")
_RULE = re.compile(r"[-=+:|\s]+")
"""A line under the headings of a table that is drawn with characters."""
_SIGN_IN_WORD = re.compile(r"[^\W\d_][\x80-\xbf\u2000-\u2122]|[\x80-\xbf][^\W\d_]")
_LISTED = re.compile(
    r"(\d{1,3})[.)]\s+(\S.*?)(?:[\s,:–-]+(\d+(?:[.,]5|½)?|½)\s*(?:p|pts?\.?|points?)?)?",
    re.IGNORECASE,
)
"""A line of a numbered list of names, with points or without."""
_MOST_LINES = 20


class _Dialect(NamedTuple):
    """How a row is split into cells; ``separator`` is blank where columns are aligned by blanks."""

    separator: str
    quote: str = '"'


_DIALECTS = [
    *(_Dialect(separator, quote) for quote in "\"'" for separator in ",;\t|"),
    _Dialect(""),
]


def read(data: bytes, file: str, count: Callable[[Sequence[str]], int]) -> tuple[Rows, str]:
    """The rows of a text, and its encoding where that is not Unicode.

    Of all ways to split the text it is the one that shows the most headings that ``count`` knows,
    then the most cells in a row.
    """
    text, encoding = decoded(data, file)
    separator_line = _SEPARATOR_LINE.match(text)
    if separator_line:
        text = text[separator_line.end() :]
    dialects = [_Dialect(separator_line[1])] if separator_line else _DIALECTS

    def rate(dialect: _Dialect) -> tuple[int, int]:
        rows = (row for row in _split(text, dialect) if any(cell.strip(" ,;\t") for cell in row))
        first = list(islice(rows, _MOST_LINES))
        counts = [(count([cell for cell in row if cell[:1] != "'"]), len(row)) for row in first]
        known = max(counts, default=(0, 0))
        return known if known[0] else (0, sum(map(len, first)) if dialect.separator else 0)

    best = max(dialects, key=rate)
    if not rate(best)[0] and (listed := _numbered(text)):
        return listed, encoding
    try:
        rows = list(_split(text, best, strict=True))
    except _QuotesError as error:
        raise InputError(f"{file}, {error}") from error
    if not best.separator:
        _check_aligned(rows, file, max(range(len(rows)), key=lambda at: count(rows[at])))
    return rows, encoding


def _numbered(text: str) -> Rows | None:
    """A numbered list of names as a table, with the points behind them; None if it is none.

    >>> _numbered("1. Ann Lee 5 pts\\n2. Bob: 4½")
    [['name', 'points'], ['Ann Lee', '5'], ['Bob', '4½']]
    >>> _numbered("1) Ann\\n2) Bob")
    [['Ann'], ['Bob']]
    """
    found = [_LISTED.fullmatch(line.strip()) for line in text.splitlines() if line.strip()]
    listed = [one.groups("") for one in found if one]
    places = [int(place) for place, *_ in listed]
    is_list = len(listed) == len(found) > 1 and places[0] == 1 and places == sorted(places)
    if not is_list or places[-1] > len(places):
        return None
    if any(points for *_, points in listed):
        return [["name", "points"], *(one[1:] for one in map(list, listed))]
    return [[name] for _, name, _ in listed]


def _check_aligned(rows: Rows, file: str, headings: int) -> None:
    """Refuse a row with another number of cells than the headings: blanks hide which is missing."""
    wanted = len(rows[headings])
    for number, row in enumerate(rows[headings:], headings + 1):
        if any(row) and len(row) != wanted:
            raise InputError(
                f"{file}, row {number}: there are {len(row)} cells under {wanted} headings, and "
                "blanks do not tell where one is missing; put tabs or commas between the cells."
            )


class _QuotesError(Exception):
    pass


def _split(text: str, dialect: _Dialect, strict: bool = False) -> Iterator[list[str]]:
    if not dialect.separator:
        for line in text.splitlines():
            yield [] if _RULE.fullmatch(line) else _COLUMNS_OF_BLANKS.split(line.strip())
        return
    drawn = [line.strip() for line in text.splitlines() if "|" in line]
    is_framed = all(line.startswith("|") and line.endswith("|") for line in drawn)
    lines = io.StringIO(text, newline="") if strict else text.splitlines(keepends=True)
    reader = csv.reader(lines, delimiter=dialect.separator, quotechar=dialect.quote, strict=strict)
    try:
        for row in reader:
            yield _inner_cells(row, is_framed) if dialect.separator == "|" else row
    except csv.Error as error:
        if strict:
            raise _QuotesError(
                f"line {reader.line_num}: the quotation marks do not match ({error}); correct them."
            ) from error


def _inner_cells(row: list[str], is_framed: bool) -> list[str]:
    """The cells of a row of a table that is drawn with bars; framed as in Markdown, or not."""
    if any("-" in cell for cell in row) and _RULE.fullmatch("|".join(row)):
        return []
    return [cell.strip() for cell in (row[1:-1] if is_framed and len(row) > 2 else row)]


def decoded(data: bytes, file: str) -> tuple[str, str]:
    """The text of a file, and its encoding where that is not Unicode."""
    text, encoding = decode(data, ("utf-8",)), ""
    if text is None:
        text, encoding = _decode_legacy(data)
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it as CSV in UTF-8.")
    if not text.strip():
        raise InputError(f"{file}: the file is empty; it needs headings and results.")
    return text, encoding


def _of_a_mac(data: bytes) -> tuple[str, str]:
    """The text in the encoding in which its characters are small letters in words."""
    texts = {data.decode(name, "replace"): name for name in ("cp1252", "mac-roman")}
    best = max(texts, key=lambda text: len(re.findall(r"[a-z][à-öø-ÿ]|[à-öø-ÿ][a-z]", text)))
    return best, f"Western European ({texts[best]})"


def _decode_legacy(data: bytes) -> tuple[str | None, str]:
    """The text in the most likely of the encodings that programs of Windows write.

    Cyrillic and Japanese words have hardly an ASCII letter in them; among the Latin ones the text
    has the encoding in which its characters are letters, not signs inside of words.
    """
    if b"\0" in data:
        return None, ""
    if b"\r" in data and b"\n" not in data:  # only Macs of old end lines so
        return _of_a_mac(data)
    texts = {}
    for encoding in ("cp1252", "cp1250", "cp1251", "cp932"):
        try:
            texts[encoding] = data.decode(encoding)
        except UnicodeError:
            continue
    japanese = texts.get("cp932", "")
    if len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]{2}", japanese)) * 8 > len(
        re.findall(r"[^\x00-\x7f]", japanese)
    ):
        return japanese, "Shift-JIS (cp932)"
    cyrillic = texts.get("cp1251", "")
    words = [word for word in re.findall(r"\w{3,}", cyrillic) if not word.isascii()]
    if len(words) < 2 * sum(bool(re.fullmatch(r"[\u0400-\u04ff]+", word)) for word in words):
        return cyrillic, "Cyrillic (cp1251)"
    latin = [encoding for encoding in ("cp1252", "cp1250") if encoding in texts]
    if not latin:
        return None, ""
    best = min(latin, key=lambda encoding: len(_SIGN_IN_WORD.findall(texts[encoding])))
    return texts[best], f"{'Western' if best == 'cp1252' else 'Central'} European ({best})"
