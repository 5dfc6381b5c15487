"""XML parts: parsing by expat without DTD and entities, positions in bytes, text and escapes."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING
from xml.parsers import expat

from ..errors import UnsafeWorkbookError, WorkbookError
from ..patterns import regex
from ..record import NamedTuple

if TYPE_CHECKING:
    from .package import Package

MAIN_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
"""The namespace of nearly all workbooks."""

_DECLARED_ENCODING = regex(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']""")
_UNICODE = ("utf-8", "utf-16", "utf-16-le", "utf-16-be")
_ENCODINGS = frozenset((*_UNICODE, "ascii", "iso8859-1", *(f"cp125{page}" for page in range(9))))
"""The encodings that spreadsheet programs write, by the names of their codecs."""
_ENTITY_OR_CHARACTER = regex("&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([a-z]+));")
_XSTRING_ESCAPE = "_x([0-9a-fA-F]{4})_"
_NEEDS_XSTRING_ESCAPE = regex("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)")
_NEEDS_NO_ESCAPE = regex("[A-Za-z0-9 .,:;/()+-]*")
"""What most texts are."""
_ENTITIES = {"lt": "<", "gt": ">", "quot": '"', "apos": "'", "amp": "&"}
_TEXT_ELEMENT = regex(
    rb"""<[\w.:-]+(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(?:/>|>([^<]*)</)"""
)
_TAG_CLOSE, _SLASH = b">/"
_NO_ELEMENTS = {b"<![CDATA[": b"]]>", b"<!--": b"-->", b"<?": b"?>"}
_TAG = regex(rb"""<[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>""")


class XmlPart(NamedTuple):
    """A part of a package, decoded to UTF-8."""

    name: str
    data: bytes
    encoding: str = "utf-8"
    """The encoding in the package."""

    def encode(self, data: bytes) -> bytes:
        """UTF-8 in the encoding of the part."""
        return data if self.encoding == "utf-8" else data.decode().encode(self.encoding)


def read_part(package: Package, name: str) -> XmlPart:
    """A part of a package, which is in UTF-8 nearly always."""
    data = package.read(name)
    encoding = _encoding(data)
    if encoding == "utf-8":
        return XmlPart(name, data)
    try:
        if codecs.lookup(encoding).name not in _ENCODINGS:
            raise LookupError(f"{encoding} is none of a spreadsheet program")
        return XmlPart(name, data.decode(encoding).encode(), encoding)
    except (LookupError, UnicodeError) as error:
        raise WorkbookError(
            f"{package.name}: part {name} cannot be decoded ({error}); save the workbook anew."
        ) from error


def _encoding(data: bytes) -> str:
    """The encoding without byte order mark: the mark is a character that stays where it is."""
    for start, encoding in (
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (b"<\0", "utf-16-le"),
        (b"\0<", "utf-16-be"),
    ):
        if data.startswith(start):
            return encoding
    match = _DECLARED_ENCODING.match(data.removeprefix(codecs.BOM_UTF8))
    name = match[1].decode().lower() if match else "utf-8"
    return "utf-8" if name in ("utf-8", "utf8", "us-ascii") else name


def parse(
    part: XmlPart,
    workbook_name: str,
    set_handlers: Callable[[expat.XMLParserType], None] | None = None,
) -> None:
    """Parse a part with the handlers that ``set_handlers`` sets; names are ``uri}local``.

    Without handlers it only checks that the part is well-formed and has no DTD.
    """
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
    parser.buffer_text = True

    def refuse_document_type(*_: object) -> None:
        raise UnsafeWorkbookError(
            f"{workbook_name}: part {part.name} declares a document type, which no workbook does; "
            "it is left as it is, look at where it comes from."
        )

    parser.StartDoctypeDeclHandler = refuse_document_type
    if set_handlers:
        set_handlers(parser)
    try:
        parser.Parse(part.data, True)
    except expat.ExpatError as error:
        raise WorkbookError(
            f"{workbook_name}: part {part.name} is not well-formed XML ({error}); "
            "open and save the workbook in a spreadsheet program."
        ) from error


class Element:
    """An element of a small part, its names without namespaces: as much of ElementTree as it takes.

    To import that costs as much as to read the parts of a small workbook.
    """

    __slots__ = ("attributes", "children", "name", "text")

    def __init__(self, name: str, attributes: Mapping[str, str]) -> None:
        self.name = name
        self.attributes = {local_name(key): value for key, value in attributes.items()}
        self.children: list[Element] = []
        self.text = ""
        """The text before the first child."""

    def get(self, attribute: str, default: str = "") -> str:
        """The value of an attribute."""
        return self.attributes.get(attribute, default)

    def iterfind(self, path: str) -> Iterator[Element]:
        """The elements inside of others of these names, ``sheets/sheet``."""
        name, _, rest = path.partition("/")
        for child in self.children:
            if child.name == name:
                yield from child.iterfind(rest) if rest else (child,)

    def find(self, path: str) -> Element | None:
        """The first of these."""
        return next(self.iterfind(path), None)


def parse_tree(part: XmlPart, workbook_name: str) -> Element:
    """A small part as a tree."""
    open_ = [Element("", {})]

    def start(name: str, attributes: Mapping[str, str]) -> None:
        element = Element(local_name(name), attributes)
        open_[-1].children.append(element)
        open_.append(element)

    def add_text(text: str) -> None:
        if not open_[-1].children:
            open_[-1].text += text

    def set_handlers(parser: expat.XMLParserType) -> None:
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda _: open_.pop()
        parser.CharacterDataHandler = add_text

    parse(part, workbook_name, set_handlers)
    return open_[0].children[0]


def local_name(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition("}")[2]


def tag_end(data: bytes, start: int) -> int:
    """The end of the tag that begins at a position, in a part that is well-formed."""
    match = _TAG.match(data, start)
    assert match is not None
    return match.end()


def element_end(data: bytes, start: int) -> int:
    """The end of the element that begins at a position; none of its name may be inside it."""
    end = tag_end(data, start)
    if data[end - 2 : end] == b"/>":
        return end
    name = data[start + 1 : end - 1].split()[0]
    return tag_end(data, data.index(b"</" + name, end))


def text_span(data: bytes, start: int) -> tuple[int, int]:
    """Start and end of the text in the element that begins at a position; it has no children.

    For ``<v/>`` it is the empty span after the tag.
    """
    if data[start + 2] == _TAG_CLOSE:  # <v> or <f>, nearly always
        text_start = start + 3
        end = data.index(b"<", text_start)
        if data[end + 1] == _SLASH:
            return text_start, end
    match = _TEXT_ELEMENT.match(data, start)
    if match:
        return match.span(1) if match[1] is not None else (match.end(), match.end())
    text_start = end = tag_end(data, start)
    while True:  # comments, instructions and CDATA are passed over
        end = data.index(b"<", end)
        if data[end + 1 : end + 2] == b"/":
            return text_start, end
        for opening, closing in _NO_ELEMENTS.items():
            if data.startswith(opening, end):
                end = data.index(closing, end) + len(closing)
                break
        else:
            raise ValueError(f"byte {start} does not begin an element that holds only text")


def decode_text(content: bytes) -> str:
    """The text of an element with this content."""
    if b"<" not in content:
        text = content.decode()
        return unescape(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)
    texts: list[str] = []
    parser = expat.ParserCreate(encoding="utf-8")
    parser.CharacterDataHandler = texts.append
    parser.Parse(b"<x>" + content + b"</x>", True)
    return "".join(texts)


def deduplicated(texts: Iterable[bytes]) -> list[bytes]:
    """Very many texts, of which few are different, so that equal ones take memory once."""
    different: dict[bytes, bytes] = {}
    texts = [*texts]
    return [*map(different.setdefault, texts, texts)]


def join_bytes(segments: Iterable[bytes]) -> bytes:
    """Very many segments joined; ``bytes.join`` would take 80 bytes more for each of them."""
    buffer = io.BytesIO()
    buffer.writelines(segments)
    return buffer.getvalue()


def escape(text: str) -> str:
    """Text as content of an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def escape_attribute(text: str) -> str:
    """Text as value of an attribute in double quotes."""
    return escape(text).replace('"', "&quot;")


def unescape(text: str) -> str:
    """Text with entities and character references resolved; without DTD there are five entities.

    >>> unescape("A1&gt;2&#38;&quot;&amp;lt;&quot;")
    'A1>2&"&lt;"'
    """
    if "&#" in text:
        return _ENTITY_OR_CHARACTER.sub(_resolve, text)
    if "&" in text:
        for entity, character in _ENTITIES.items():  # &amp; comes last: &amp;lt; stands for &lt;
            text = text.replace(f"&{entity};", character)
    return text


def _resolve(match: re.Match[str]) -> str:
    hexadecimal, decimal, entity = match.groups()
    if entity:
        return _ENTITIES.get(entity, match[0])
    return chr(int(hexadecimal, 16) if hexadecimal else int(decimal))


def encode_xstring(text: str) -> bytes:
    """Text as content of ``<v>``: what XML cannot hold is escaped as ``_x000B_`` (ST_Xstring)."""
    if _NEEDS_NO_ESCAPE.fullmatch(text):
        return text.encode()
    text = _NEEDS_XSTRING_ESCAPE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    return escape(text).encode("utf-8", "surrogatepass")


def decode_xstring(text: str) -> str:
    """Text with the escapes of the file format, such as ``_x000A_``, resolved (ST_Xstring)."""
    return re.sub(_XSTRING_ESCAPE, lambda match: chr(int(match[1], 16)), text)
