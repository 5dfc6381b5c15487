"""USEBIO XML, in which scoring programs exchange a session of pairs.

The reader takes the EVENT with its type, title, date and WINNER_TYPE, each PAIR with its number,
direction and players, and each BOARD with its TRAVELLER_LINEs.  It ignores match-points, totals and
places: the workbook calculates its own.  Several SECTIONs become sections; a board that was not
played stays as a line with NP.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .. import xml
from ..xml import Element
from .session import (
    SIDES,
    Method,
    Session,
    TravellerLine,
    is_award,
    qualify_by_section,
    resolve_pairs,
)

METHODS: dict[str, Method] = {
    "MP_PAIRS": "standard",
    "CROSS_IMP": "cross-imps",
    "CROSS_IMPS": "cross-imps",
    "BUTLER_PAIRS": "butler",
    "BUTLER_IMPS": "butler",
    "PAIRS": "standard",
}
NOT_PLAYED = "NP"
"""The text in place of the score of a board that was not played."""


def read(path: Path | str) -> Session:
    """Read a session of pairs."""
    root = xml.read(path)
    if root.name != "USEBIO":
        raise root.error(f"this is {root.name} and not USEBIO; choose another file")
    event = _require_single(root, "EVENT")
    kind = event.attribute("EVENT_TYPE")
    if kind not in METHODS:
        raise event.error(
            f"EVENT_TYPE is {kind or 'missing'}, but must be one of {', '.join(METHODS)}; "
            "export a session of pairs"
        )
    sections = list(_find_sections(event))
    pairs = [
        (section, pair)
        for section, parent in [("", event), *(s for s in sections if s[1] is not event)]
        for participants in parent.children("PARTICIPANTS")
        for pair in participants.children("PAIR")
    ]
    numbers = Counter((section, pair.required_text("PAIR_NUMBER")) for section, pair in pairs)
    by_side = any(count > 1 for count in numbers.values())
    found = [
        (section, line)
        for section, parent in sections
        for board in parent.children("BOARD")
        for line in _read_lines(board, by_side)
    ]
    if all(line.score == NOT_PLAYED for _, line in found):
        raise event.error("there is no BOARD with a played TRAVELLER_LINE; export the travellers")
    lines, section_of = qualify_by_section(found)
    qualified = any(line.ns != before.ns for line, (_, before) in zip(lines, found))
    return resolve_pairs(
        Session(
            lines,
            _read_names(pairs, by_side, qualified),
            _read_title(root, event),
            METHODS[kind],
            _read_winners(event),
            section_of,
        )
    )


def _find_sections(event: Element) -> Iterator[tuple[str, Element]]:
    """The elements that hold boards, each with the name of its section if there are several."""
    parent = event
    if event.child("BOARD") is None and event.child("SESSION") is not None:
        parent = _require_single(event, "SESSION")
    sections = [] if parent.child("BOARD") is not None else list(parent.children("SECTION"))
    if len(sections) < 2:
        yield "", sections[0] if sections else parent
        return
    names: set[str] = set()
    for section in sections:
        name = section.attribute("SECTION_ID")
        if not name or name in names:
            raise section.error("each SECTION needs a SECTION_ID of its own; correct it")
        names.add(name)
        yield name, section


def _require_single(parent: Element, name: str) -> Element:
    """The child element with a name, which must occur exactly once."""
    element, *duplicates = [parent.require(name), *list(parent.children(name))[1:]]
    if duplicates:
        raise duplicates[0].error(f"there is a second {name}; export each for itself")
    return element


def _read_names(
    pairs: list[tuple[str, Element]], by_side: bool, by_section: bool
) -> dict[str, str]:
    """The players of each pair; a number that two pairs have is followed by the direction."""
    names: dict[str, str] = {}
    for section, pair in pairs:
        number = pair.required_text("PAIR_NUMBER")
        if by_section:
            number = section + number
        if by_side:
            side = pair.text("DIRECTION").upper()
            if side not in SIDES:
                raise pair.error(
                    f"pair {number} has DIRECTION “{side}”, but the number occurs twice; "
                    "say NS or EW"
                )
            number += side
        if number in names:
            raise pair.error(f"pair {number} is listed twice; remove or renumber one of them")
        players = [player.text("PLAYER_NAME") for player in pair.children("PLAYER")]
        names[number] = " & ".join(filter(None, players))
    return names


def _read_winners(event: Element) -> int | None:
    text = event.text("WINNER_TYPE")
    if text not in ("", "1", "2"):
        raise event.require("WINNER_TYPE").error(f"WINNER_TYPE is {text}, but must be 1 or 2")
    return int(text) if text else None


def _read_title(root: Element, event: Element) -> str:
    club = root.child("CLUB")
    parts = [club.text("CLUB_NAME") if club else ""]
    parts += [event.text(name) for name in ("EVENT_DESCRIPTION", "DATE")]
    return ", ".join(filter(None, parts))


def _read_lines(board: Element, by_side: bool) -> Iterator[TravellerLine]:
    number = board.required_text("BOARD_NUMBER")
    if not number.isdecimal():
        raise board.require("BOARD_NUMBER").error(f"BOARD_NUMBER must be a number, not “{number}”")
    sides = SIDES if by_side else ("", "")
    for line in board.children("TRAVELLER_LINE"):
        tricks = line.text("TRICKS")
        yield TravellerLine(
            int(number),
            line.required_text("NS_PAIR_NUMBER") + sides[0],
            line.required_text("EW_PAIR_NUMBER") + sides[1],
            _parse_score(line.require("SCORE")),
            line.text("CONTRACT"),
            line.text("PLAYED_BY"),
            int(tricks) if tricks.isdecimal() else tricks or None,
        )


def _parse_score(score: Element) -> float | str:
    text = score.text()
    if text.upper() in ("", "NOT PLAYED"):
        return NOT_PLAYED
    try:
        return float(int(text))
    except ValueError:
        if is_award(text):
            return text.upper() if text.upper() == NOT_PLAYED else text
    raise score.error(
        f"SCORE must be a number, or an artificial score such as A6040, not “{text}”; correct it"
    )
