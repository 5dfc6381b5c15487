"""XML files of results: a safe parser whose elements have line numbers, and a writer.

An external document type is ignored.  A file with an internal subset is refused, and so is every
entity but the five predefined ones.  The encoding is the declared or the detected one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree
from xml.parsers import expat

from ..errors import InputError
from .files import clean_text, decode_file, read_bytes

MAX_DEPTH = 100
_DECLARATION = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")
_LATIN = ("iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252")


@dataclass
class Element:
    """An element: its line in the file, its attributes, its text and the elements in it."""

    file: str
    line: int
    name: str
    attributes: Mapping[str, str]
    elements: list[Element] = field(default_factory=list)
    text_parts: list[str] = field(default_factory=list)

    def error(self, message: str) -> InputError:
        """An error with the location of this element."""
        return InputError(f"{self.file}, line {self.line}: {message}.")

    def children(self, name: str) -> Iterator[Element]:
        """The child elements with a name."""
        return (element for element in self.elements if element.name == name)

    def child(self, name: str) -> Element | None:
        """The first child element with a name."""
        return next(self.children(name), None)

    def require(self, name: str) -> Element:
        """The first child element with a name, which is mandatory."""
        element = self.child(name)
        if element is None:
            raise self.error(f"{self.name} has no {name}; add it, or export the results anew")
        return element

    def text(self, name: str = "") -> str:
        """The text of this element, or of its first child with a name; blank if that is missing."""
        element = self.child(name) if name else self
        return (
            clean_text("".join(element.text_parts), element.name, element.error) if element else ""
        )

    def required_text(self, name: str) -> str:
        """The text of a mandatory child element, which must not be blank."""
        element = self.require(name)
        text = element.text()
        if not text:
            raise element.error(f"{name} is blank; fill it in, or export the results anew")
        return text

    def attribute(self, name: str) -> str:
        """The value of an attribute; blank if it is missing."""
        return clean_text(self.attributes.get(name, ""), name, self.error)


def read(path: Path | str) -> Element:
    """Parse a file and return its root element; names are without their namespaces."""
    file = Path(path).name
    text = _decode_xml(read_bytes(Path(path)), file)
    parser = _XmlParser(file)
    try:
        parser.expat.Parse(text.encode(), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise InputError(
            f"{file}, line {error.lineno}: this is not well-formed XML ({reason}); "
            "correct it there, or export the results anew."
        ) from error
    return parser.root


def _decode_xml(data: bytes, file: str) -> str:
    """Decode a file by its byte order mark, its declaration, or by detection."""
    declared = _DECLARATION.match(data)
    encoding = declared[1].decode().lower() if declared else "utf-8"
    wide = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(data[:2])
    latin = ("cp1252", "latin-1") if encoding in _LATIN else ()
    text = decode_file(data, [wide] if wide else latin or [encoding, "utf-8", "cp1252"], file)
    if not text.strip():
        raise InputError(f"{file}: the file is empty; export the results anew.")
    return text


class _XmlParser:
    """The expat parser of a file, with the stack of open elements."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._stack: list[Element] = [Element(file, 1, "", {})]
        self.expat = parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start_element
        parser.EndElementHandler = lambda _: self._stack.pop()
        parser.CharacterDataHandler = lambda data: self._stack[-1].text_parts.append(data)
        parser.StartDoctypeDeclHandler = self._refuse_internal_subset
        parser.SkippedEntityHandler = self._refuse_entity

    @property
    def root(self) -> Element:
        return self._stack[0].elements[0]

    def _start_element(self, name: str, attributes: dict[str, str]) -> None:
        local_names = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        line = self.expat.CurrentLineNumber
        element = Element(self.file, line, name.rpartition("}")[2], local_names)
        if len(self._stack) > MAX_DEPTH:
            raise element.error(f"elements lie more than {MAX_DEPTH} deep; are these results?")
        self._stack[-1].elements.append(element)
        self._stack.append(element)

    def _refuse_internal_subset(
        self, name: str, system: str | None, public: str | None, internal_subset: int
    ) -> None:
        if internal_subset:
            raise self._error(
                "the document type declares something of its own, which no results need; "
                "remove what stands there in [ ]"
            )

    def _refuse_entity(self, entity: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise self._error(f"&{entity}; is not known here; write the character itself")

    def _error(self, message: str) -> InputError:
        return InputError(f"{self.file}, line {self.expat.CurrentLineNumber}: {message}.")


def format_document(root: ElementTree.Element, doctype: str = "") -> bytes:
    """A document to be written, an element a line."""
    ElementTree.indent(root, space="  ")
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', doctype]
    text = ElementTree.tostring(root, encoding="unicode")
    return "\n".join([*filter(None, lines), text, ""]).encode()
