"""XML parts, read by expat: positions in bytes, no DTD, no entities, any encoding."""

from __future__ import annotations

import codecs
import io
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat

from ..errors import UnsafeWorkbookError, WorkbookError

if TYPE_CHECKING:
    from .package import Package

_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_REFERENCE = re.compile("&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_TEXT_ELEMENT = re.compile(
    rb"""<[\w.:-]+(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(?:/>|>([^<]*)</)"""
)
_CLOSES, _SLASH = b">/"
_ASIDES = {b"<![CDATA[": b"]]>", b"<!--": b"-->", b"<?": b"?>"}
_TAG = re.compile(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")


class Source(NamedTuple):
    """A part as UTF-8, and how to write it back as it was encoded."""

    part: str
    data: bytes
    encoding: str = "utf-8"

    def encoded(self, data: bytes) -> bytes:
        """UTF-8 in the encoding of the part."""
        return data if self.encoding == "utf-8" else data.decode().encode(self.encoding)


def source(package: Package, part: str) -> Source:
    """A part's text as UTF-8; nearly always that is what it is."""
    data = package.read(part)
    encoding = _encoding(data)
    if encoding == "utf-8":
        return Source(part, data)
    try:
        return Source(part, data.decode(encoding).encode(), encoding)
    except (LookupError, UnicodeError) as error:
        raise WorkbookError(
            f"{package.name}: part {part} is not in the encoding it names ({error}); "
            "save the workbook anew."
        ) from error


def _encoding(data: bytes) -> str:
    """The encoding without byte order marks: a mark is a character that stays where it is."""
    for mark, encoding in (
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"<\0", "utf-16-le"),
        (b"\0<", "utf-16-be"),
    ):
        if data.startswith(mark):
            return encoding
    declared = _DECLARED.match(data.removeprefix(codecs.BOM_UTF8))
    name = declared[1].decode().lower() if declared else "utf-8"
    return "utf-8" if name in ("utf-8", "utf8", "us-ascii") else name


def parse(
    text: Source,
    workbook: str,
    prepare: Callable[[expat.XMLParserType], None] | None = None,
) -> None:
    """Parse a part with the handlers that ``prepare`` sets; names are ``uri}local``.

    Without handlers it only makes sure that the part is well-formed, and safe.
    """
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
    parser.buffer_text = True

    def refuse(*_: object) -> None:
        raise UnsafeWorkbookError(
            f"{workbook}: part {text.part} declares a document type, which no workbook does; "
            "it is left as it is, look at where it comes from."
        )

    parser.StartDoctypeDeclHandler = refuse
    if prepare:
        prepare(parser)
    try:
        parser.Parse(text.data, True)
    except expat.ExpatError as error:
        raise WorkbookError(
            f"{workbook}: part {text.part} is not well-formed XML ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error


def tree(text: Source, workbook: str) -> ElementTree.Element:
    """A small part as a tree, its element names without their namespaces."""
    builder = ElementTree.TreeBuilder()

    def prepare(parser: expat.XMLParserType) -> None:
        parser.StartElementHandler = lambda name, attributes: builder.start(
            local(name), {local(key): value for key, value in attributes.items()}
        )
        parser.EndElementHandler = lambda name: builder.end(local(name))
        parser.CharacterDataHandler = builder.data

    parse(text, workbook, prepare)
    return builder.close()


def local(name: str) -> str:
    """An element's name without its namespace."""
    return name.rpartition("}")[2]


def tag_end(data: bytes, at: int) -> int:
    """Where the tag that begins at a position ends; expat has found that it is well-formed."""
    found = _TAG.match(data, at)
    assert found is not None
    return found.end()


def text_span(data: bytes, at: int) -> tuple[int, int]:
    """Where the text of the element that begins at a position is; it holds nothing else.

    Of ``<v/>`` it is the empty stretch behind it.
    """
    if data[at + 2] == _CLOSES:  # <v> or <f>, as nearly always
        start = at + 3
        end = data.index(b"<", start)
        if data[end + 1] == _SLASH:
            return start, end
    found = _TEXT_ELEMENT.match(data, at)
    if found:
        return found.span(1) if found[1] is not None else (found.end(), found.end())
    start = end = tag_end(data, at)
    while True:  # comments, instructions and CDATA are passed over
        end = data.index(b"<", end)
        if data[end + 1 : end + 2] == b"/":
            return start, end
        for opening, closing in _ASIDES.items():
            if data.startswith(opening, end):
                end = data.index(closing, end) + len(closing)
                break
        else:
            raise ValueError(f"byte {at} does not begin an element that holds only text")


def text(inside: bytes) -> str:
    """What the bytes inside of an element say."""
    if b"<" not in inside:
        plain = inside.decode()
        return unescape(_one_break(plain) if "\r" in plain else plain)
    pieces: list[str] = []
    parser = expat.ParserCreate(encoding="utf-8")
    parser.CharacterDataHandler = pieces.append
    parser.Parse(b"<x>" + inside + b"</x>", True)
    return "".join(pieces)


def _one_break(text: str) -> str:
    """Text in which a line ends with LF, as every reader of XML has it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def joined(pieces: Iterable[bytes]) -> bytes:
    """Very many pieces joined; ``bytes.join`` would take 80 bytes more for each of them."""
    whole = io.BytesIO()
    whole.writelines(pieces)
    return whole.getvalue()


def escape(text: str) -> str:
    """Text as XML holds it between tags."""
    return text.translate(_ESCAPES)


def unescape(text: str) -> str:
    """Text as XML means it; without a DTD there are five names and the numbers.

    >>> unescape("A1&gt;2&#38;&quot;&amp;lt;&quot;")
    'A1>2&"&lt;"'
    """
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name:
        return _CHARACTERS.get(name, found[0])
    return chr(int(hexadecimal, 16) if hexadecimal else int(decimal))
