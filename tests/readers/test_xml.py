"""XML is read with its lines, in any encoding, and nothing in it is loaded or resolved."""

from __future__ import annotations

import codecs

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.xml import read

DOCUMENT = (
    '<?xml version="1.0"{}?>\n<!DOCTYPE R SYSTEM "http://example.invalid/r.dtd">\n'
    '<R kind=" x &amp; y ">\n <NAME> Zoë\n  &lt;Müller&gt; </NAME>\n <NAME>Ann</NAME>\n'
    " <NONE/>\n</R>"
)


def declaring(encoding: str) -> str:
    return DOCUMENT.format(f' encoding="{encoding}"')


@pytest.fixture
def root(tmp_path):
    def of(document: str | bytes):
        path = tmp_path / "results.xml"
        path.write_bytes(document if isinstance(document, bytes) else document.encode())
        return read(path)

    return of


@pytest.mark.parametrize(
    "data",
    [
        DOCUMENT.format("").encode(),
        DOCUMENT.format("").encode("utf-8-sig"),
        DOCUMENT.format("").encode("cp1252"),
        declaring("UTF-8").encode("cp1252"),
        declaring("ISO-8859-1").encode("latin-1"),
        declaring("windows-1252").encode("cp1252"),
        declaring("iso-8859-15").encode("iso-8859-15"),
        declaring("utf-16").encode("utf-16"),
        declaring("utf-16").encode("utf-16-le"),
        codecs.BOM_UTF16_BE + declaring("utf-16").encode("utf-16-be"),
    ],
)
def test_encodings(root, data) -> None:
    assert root(data).text("NAME") == "Zoë <Müller>"


def test_windows_characters_in_what_says_to_be_latin_1(root) -> None:
    data = b'<?xml version="1.0" encoding="ISO-8859-1"?><R><N>O\x92Hara</N></R>'
    assert root(data).text("N") == "O’Hara"


def test_elements_know_their_line(root) -> None:
    names = list(root(DOCUMENT.format("")).children("NAME"))
    assert [(name.text(), name.line) for name in names] == [("Zoë <Müller>", 4), ("Ann", 6)]
    assert str(names[1].error("is wrong")) == "results.xml, line 6: is wrong."


def test_what_is_missing_is_blank_or_asked_for(root) -> None:
    found = root(DOCUMENT.format(""))
    assert (found.text("OTHER"), found.text("NONE"), found.attribute("other")) == ("", "", "")
    assert found.attribute("kind") == "x & y"
    with pytest.raises(InputError, match="line 3: R has no OTHER; add it"):
        found.require("OTHER")
    with pytest.raises(InputError, match="line 7: NONE is blank; fill it in"):
        found.required_text("NONE")


def test_names_are_without_their_namespaces(root) -> None:
    found = root('<g:R xmlns:g="urn:g"><g:N g:a="1">x</g:N></g:R>')
    assert (found.name, found.text("N"), found.require("N").attribute("a")) == ("R", "x", "1")


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (
            '<!DOCTYPE R [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n<R>&a;</R>',
            "line 1: the document type declares something of its own",
        ),
        (
            '<!DOCTYPE R [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>\n<R>&b;</R>',
            "line 1: the document type declares something of its own",
        ),
        ('<!DOCTYPE R SYSTEM "r.dtd">\n<R>\n&eacute;</R>', "line 3: &eacute; is not known here"),
        ("<R>\n&eacute;</R>", r"line 2: this is not well-formed XML \(undefined entity\)"),
        ("<R>\n<A></R>", r"line 2: this is not well-formed XML \(mismatched tag\)"),
        ("<R>\n", "line 2: this is not well-formed XML"),
        ("name,points\n", "line 1: this is not well-formed XML"),
        ("<R>" * 101, "elements lie more than 100 deep"),
        (b"\x89PNG\0\0", "this is no text that can be read"),
        (" \n", "the file is empty"),
    ],
)
def test_what_cannot_be_read_is_said(root, document, says) -> None:
    with pytest.raises(InputError, match=f"^results.xml(,|:).*{says}"):
        root(document)


def test_texts_that_no_cell_can_hold(root) -> None:
    with pytest.raises(InputError, match="line 1: N is longer than 255 characters; shorten it"):
        root(f"<R><N>{'x' * 256}</N></R>").text("N")


def test_a_file_that_is_not_there(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no such file; check the name"):
        read(tmp_path / "none.xml")
