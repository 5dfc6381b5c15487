"""The text of elements: what expat reads in it is what is read."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from xl_tourney.ooxml import xml

PIECES = ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;", "lt;", "#38;", "a", '"', "\n", "é"]
CHARACTERS = ["&#38;", "&#x3C;", "&#960;"]


@given(st.lists(st.sampled_from(PIECES)), st.lists(st.sampled_from(PIECES + CHARACTERS)))
def test_entities_are_resolved_once(named: list[str], all_kinds: list[str]) -> None:
    for pieces in (named, all_kinds):
        content = "".join(pieces).encode()
        assert xml.decode_text(content) == (
            ElementTree.fromstring(b"<x>%b</x>" % content).text or ""
        )
