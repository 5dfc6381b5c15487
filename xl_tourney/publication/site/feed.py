"""The news of an event as an Atom feed (RFC 4287): an entry for each state that was published."""

from __future__ import annotations

import re
import uuid
import xml.etree.ElementTree as ET
from contextlib import suppress
from datetime import date

from ...events.report import Report
from ..page.content import describe
from ..state import leader_of, state_of

ATOM = "http://www.w3.org/2005/Atom"
MOST_ENTRIES = 30
_PLAIN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
"""What no XML file may hold."""


def format_feed(report: Report, page: str, older: str = "") -> str:
    """The feed of the page of a report; ``older`` is the feed as it was, whose entries stay."""
    day = report.saved_on or report.as_of
    with suppress(ValueError):
        day = date.fromisoformat(day).isoformat()
    updated = f"{day if re.fullmatch(r'[0-9-]{10}', day) else '1970-01-01'}T00:00:00Z"
    identity = uuid.uuid5(uuid.NAMESPACE_URL, f"{page}#{report.title}")
    state = state_of(report)
    summary = describe(report, state)
    entry_identity = uuid.uuid5(identity, "\n".join([state.text, leader_of(report), updated]))
    entries = _entries(older)
    new = _entry(entry_identity, state.text or report.title, summary, page, updated)
    entries = [new, *(entry for entry in entries if entry[0].text != new[0].text)]
    ET.register_namespace("", ATOM)
    feed = _element("feed")
    for name, text in (("id", identity.urn), ("title", report.title), ("updated", updated)):
        _add(feed, name, text)
    _add(_add(feed, "author"), "name", report.title)
    _add(feed, "link", rel="alternate", type="text/html", href=page)
    feed.extend(entries[:MOST_ENTRIES])
    ET.indent(feed)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(feed, encoding="unicode")}\n'


def _entry(identity: uuid.UUID, title: str, summary: str, page: str, updated: str) -> ET.Element:
    entry = _element("entry")
    for name, text in (("id", identity.urn), ("title", title), ("updated", updated)):
        _add(entry, name, text)
    _add(entry, "link", rel="alternate", type="text/html", href=page)
    _add(entry, "summary", summary)
    return entry


def _entries(older: str) -> list[ET.Element]:
    """The entries of a feed of ours; none of a file that is no such feed."""
    if "<!" in older:
        return []
    try:
        return ET.fromstring(older).findall(f"{{{ATOM}}}entry") if older else []
    except ET.ParseError:
        return []


def _element(name: str) -> ET.Element:
    return ET.Element(f"{{{ATOM}}}{name}")


def _add(parent: ET.Element, name: str, text: str = "", **attributes: str) -> ET.Element:
    child = ET.SubElement(parent, f"{{{ATOM}}}{name}", attributes)
    child.text = _PLAIN.sub("", text) or None
    return child
