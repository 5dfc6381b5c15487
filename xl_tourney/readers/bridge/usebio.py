"""USEBIO XML, in which scoring programs exchange a session of pairs.

Read are the EVENT with its type, title, date and WINNER_TYPE, each PAIR with its number, direction
and players, and each BOARD with its TRAVELLER_LINEs.  Match-points, totals and places that the file
publishes are left alone: the workbook calculates its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from .. import xml
from ..xml import Element
from .session import SIDES, Line, Method, Session, artificial, settled

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
        raise root.wrong(f"this is {root.name} and not USEBIO; choose another file")
    event = _only(root, "EVENT")
    kind = event.attribute("EVENT_TYPE")
    if kind not in METHODS:
        raise event.wrong(
            f"EVENT_TYPE is {kind or 'missing'}, but must be one of {', '.join(METHODS)}; "
            "export a session of pairs"
        )
    holder = _holder(event)
    pairs = list(_pairs(event, holder))
    numbers = Counter(pair.filled("PAIR_NUMBER") for pair in pairs)
    by_side = any(count > 1 for count in numbers.values())
    lines = [line for board in holder.all("BOARD") for line in _lines(board, by_side)]
    if not lines:
        raise event.wrong("there is no BOARD with a played TRAVELLER_LINE; export the travellers")
    return settled(
        Session(lines, _names(pairs, by_side), _title(root, event), METHODS[kind], _winners(event))
    )


def _only(within: Element, name: str) -> Element:
    """The one element of a name that must be there once."""
    found, *more = [within.need(name), *list(within.all(name))[1:]]
    if more:
        raise more[0].wrong(f"there is a second {name}; export each for itself")
    return found


def _holder(event: Element) -> Element:
    """The element that holds the boards: the event, its session or the only section of that."""
    holder = event
    for name in ("SESSION", "SECTION"):
        if holder.first("BOARD") is None and holder.first(name) is not None:
            holder = _only(holder, name)
    return holder


def _pairs(event: Element, holder: Element) -> Iterator[Element]:
    for within in {id(event): event, id(holder): holder}.values():
        for participants in within.all("PARTICIPANTS"):
            yield from participants.all("PAIR")


def _names(pairs: list[Element], by_side: bool) -> dict[str, str]:
    """The players of each pair; a number that two pairs have is followed by the direction."""
    names: dict[str, str] = {}
    for pair in pairs:
        number = pair.filled("PAIR_NUMBER")
        if by_side:
            side = pair.text("DIRECTION").upper()
            if side not in SIDES:
                raise pair.wrong(
                    f"pair {number} has DIRECTION “{side}”, but the number occurs twice; "
                    "say NS or EW"
                )
            number += side
        if number in names:
            raise pair.wrong(f"pair {number} is listed twice; remove or renumber one of them")
        players = [player.text("PLAYER_NAME") for player in pair.all("PLAYER")]
        names[number] = " & ".join(filter(None, players))
    return names


def _winners(event: Element) -> int | None:
    text = event.text("WINNER_TYPE")
    if text not in ("", "1", "2"):
        raise event.need("WINNER_TYPE").wrong(f"WINNER_TYPE is {text}, but must be 1 or 2")
    return int(text) if text else None


def _title(root: Element, event: Element) -> str:
    club = root.first("CLUB")
    parts = [club.text("CLUB_NAME") if club else ""]
    parts += [event.text(name) for name in ("EVENT_DESCRIPTION", "DATE")]
    return ", ".join(filter(None, parts))


def _lines(board: Element, by_side: bool) -> Iterator[Line]:
    number = board.filled("BOARD_NUMBER")
    if not number.isdecimal():
        raise board.need("BOARD_NUMBER").wrong(f"BOARD_NUMBER must be a number, not “{number}”")
    sides = SIDES if by_side else ("", "")
    for line in board.all("TRAVELLER_LINE"):
        if line.text("SCORE").upper() in NOT_PLAYED:
            continue
        tricks = line.text("TRICKS")
        yield Line(
            int(number),
            line.filled("NS_PAIR_NUMBER") + sides[0],
            line.filled("EW_PAIR_NUMBER") + sides[1],
            _score(line.need("SCORE")),
            line.text("CONTRACT"),
            line.text("PLAYED_BY"),
            int(tricks) if tricks.isdecimal() else None,
        )


def _score(score: Element) -> float | str:
    text = score.text()
    try:
        return float(int(text))
    except ValueError:
        if artificial(text):
            return text
    raise score.wrong(
        f"SCORE must be a number, or an artificial score such as A6040, not “{text}”; correct it"
    )
