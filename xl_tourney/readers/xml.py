"""Results as XML: elements that know their line, and nothing that a file could do to us.

A document type is passed over, never loaded; a file that declares rules or entities of its own is
refused, and so is every entity but XML's five.  Encodings are those that the file says or shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from ..errors import InputError
from .files import content, decoded, tidy

DEEPEST = 100
_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")
_LATIN = ("iso-8859-1", "latin1", "latin-1", "windows-1252", "cp1252")


@dataclass
class Element:
    """An element: its line in the file, its attributes, its text and the elements in it."""

    file: str
    line: int
    name: str
    attributes: Mapping[str, str]
    elements: list[Element] = field(default_factory=list)
    content: list[str] = field(default_factory=list)

    def wrong(self, what: str) -> InputError:
        """The error that names this line."""
        return InputError(f"{self.file}, line {self.line}: {what}.")

    def all(self, name: str) -> Iterator[Element]:
        """The elements of this name directly in this one."""
        return (element for element in self.elements if element.name == name)

    def first(self, name: str) -> Element | None:
        """The first element of this name directly in this one."""
        return next(self.all(name), None)

    def need(self, name: str) -> Element:
        """The same, when it has to be there."""
        found = self.first(name)
        if found is None:
            raise self.wrong(f"{self.name} has no {name}; add it, or export the results anew")
        return found

    def text(self, name: str = "") -> str:
        """The text of this element, or of the first of a name in it; blank when it is missing."""
        found = self.first(name) if name else self
        return tidy("".join(found.content), found.name, found.wrong) if found else ""

    def filled(self, name: str) -> str:
        """The text of an element that has to be there and must not be blank."""
        found = self.need(name)
        text = found.text()
        if not text:
            raise found.wrong(f"{name} is blank; fill it in, or export the results anew")
        return text

    def attribute(self, name: str) -> str:
        """The text of an attribute; blank when it is missing."""
        return tidy(self.attributes.get(name, ""), name, self.wrong)


def read(path: Path | str) -> Element:
    """The outermost element of a file; names are without their namespaces."""
    file = Path(path).name
    text = _text(content(Path(path)), file)
    reading = _Reading(file)
    try:
        reading.parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        says = expat.errors.messages[error.code]
        raise InputError(
            f"{file}, line {error.lineno}: this is not well-formed XML ({says}); "
            "correct it there, or export the results anew."
        ) from error
    return reading.outermost


def _text(data: bytes, file: str) -> str:
    """The text of a file: a mark, what it declares, or what it is."""
    declared = _DECLARED.match(data)
    says = declared[1].decode().lower() if declared else "utf-8"
    wide = {b"<\0": "utf-16-le", b"\0<": "utf-16-be"}.get(data[:2])
    latin = ("cp1252", "latin-1") if says in _LATIN else ()
    text = decoded(data, [wide] if wide else latin or [says, "utf-8", "cp1252"])
    if text is None:
        raise InputError(f"{file}: this is no text that can be read; save it in UTF-8.")
    if not text.strip():
        raise InputError(f"{file}: the file is empty; export the results anew.")
    return text


class _Reading:
    """A parser, and the elements that are open while it runs."""

    def __init__(self, file: str) -> None:
        self.file = file
        self._open: list[Element] = [Element(file, 1, "", {})]
        self.parser = parser = expat.ParserCreate(encoding="utf-8", namespace_separator="}")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = lambda _: self._open.pop()
        parser.CharacterDataHandler = lambda data: self._open[-1].content.append(data)
        parser.StartDoctypeDeclHandler = self._doctype
        parser.SkippedEntityHandler = self._skipped

    @property
    def outermost(self) -> Element:
        return self._open[0].elements[0]

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        named = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        line = self.parser.CurrentLineNumber
        element = Element(self.file, line, name.rpartition("}")[2], named)
        if len(self._open) > DEEPEST:
            raise element.wrong(f"elements lie more than {DEEPEST} deep; are these results?")
        self._open[-1].elements.append(element)
        self._open.append(element)

    def _doctype(self, name: str, system: str | None, public: str | None, inside: int) -> None:
        if inside:
            raise self._here(
                "the document type declares something of its own, which no results need; "
                "remove what stands there in [ ]"
            )

    def _skipped(self, entity: str, is_parameter: bool) -> None:
        if not is_parameter:
            raise self._here(f"&{entity}; is not known here; write the character itself")

    def _here(self, what: str) -> InputError:
        return InputError(f"{self.file}, line {self.parser.CurrentLineNumber}: {what}.")
