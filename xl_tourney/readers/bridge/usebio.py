"""USEBIO XML, in which scoring programs exchange a session of pairs.

The reader takes the EVENT with its type, title, date and WINNER_TYPE, each PAIR with its number,
direction and players, and each BOARD with its TRAVELLER_LINEs.  It ignores match-points, totals and
places: the workbook calculates its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .. import xml
from ..xml import Element
from .session import SIDES, Line, Method, Session, is_artificial_score, resolve_pairs

METHODS: dict[str, Method] = {
    "MP_PAIRS": "standard",
    "CROSS_IMP": "cross-imps",
    "BUTLER_PAIRS": "butler",
}
NOT_PLAYED = ("", "NP", "NOT PLAYED")


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
    board_parent = _find_board_parent(event)
    pairs = list(_find_pairs(event, board_parent))
    numbers = Counter(pair.required_text("PAIR_NUMBER") for pair in pairs)
    by_side = any(count > 1 for count in numbers.values())
    lines = [
        line for board in board_parent.children("BOARD") for line in _read_lines(board, by_side)
    ]
    if not lines:
        raise event.error("there is no BOARD with a played TRAVELLER_LINE; export the travellers")
    return resolve_pairs(
        Session(
            lines,
            _read_names(pairs, by_side),
            _read_title(root, event),
            METHODS[kind],
            _read_winners(event),
        )
    )


def _require_single(parent: Element, name: str) -> Element:
    """The child element with a name, which must occur exactly once."""
    element, *duplicates = [parent.require(name), *list(parent.children(name))[1:]]
    if duplicates:
        raise duplicates[0].error(f"there is a second {name}; export each for itself")
    return element


def _find_board_parent(event: Element) -> Element:
    """The element that holds the boards: the event, its session or the only section of that."""
    board_parent = event
    for name in ("SESSION", "SECTION"):
        if board_parent.child("BOARD") is None and board_parent.child(name) is not None:
            board_parent = _require_single(board_parent, name)
    return board_parent


def _find_pairs(event: Element, board_parent: Element) -> Iterator[Element]:
    for parent in {id(event): event, id(board_parent): board_parent}.values():
        for participants in parent.children("PARTICIPANTS"):
            yield from participants.children("PAIR")


def _read_names(pairs: list[Element], by_side: bool) -> dict[str, str]:
    """The players of each pair; a number that two pairs have is followed by the direction."""
    names: dict[str, str] = {}
    for pair in pairs:
        number = pair.required_text("PAIR_NUMBER")
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


def _read_lines(board: Element, by_side: bool) -> Iterator[Line]:
    number = board.required_text("BOARD_NUMBER")
    if not number.isdecimal():
        raise board.require("BOARD_NUMBER").error(f"BOARD_NUMBER must be a number, not “{number}”")
    sides = SIDES if by_side else ("", "")
    for line in board.children("TRAVELLER_LINE"):
        if line.text("SCORE").upper() in NOT_PLAYED:
            continue
        tricks = line.text("TRICKS")
        yield Line(
            int(number),
            line.required_text("NS_PAIR_NUMBER") + sides[0],
            line.required_text("EW_PAIR_NUMBER") + sides[1],
            _parse_score(line.require("SCORE")),
            line.text("CONTRACT"),
            line.text("PLAYED_BY"),
            int(tricks) if tricks.isdecimal() else None,
        )


def _parse_score(score: Element) -> float | str:
    text = score.text()
    try:
        return float(int(text))
    except ValueError:
        if is_artificial_score(text):
            return text
    raise score.error(
        f"SCORE must be a number, or an artificial score such as A6040, not “{text}”; correct it"
    )
