"""Writes a session of pairs as USEBIO XML."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from ..files import Document
from ..xml import format_document
from .session import SIDES, Session
from .usebio import METHODS

_DOCTYPE = '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">'
_DATED_TITLE = re.compile(r"(?:(?P<club>[^,]+), )?(?P<title>.*), (?P<date>\d{1,2}/\d{1,2}/\d{4})")
_NUMBER_AND_SIDE = re.compile(r"(?P<number>.+)(?P<side>NS|EW)")
_PERCENTAGES = re.compile(r"(\d\d)\s*/\s*(\d\d)")


@dataclass(frozen=True)
class Ranking:
    """A pair's place and score, as the standings show them."""

    place: str
    score: float


def format_usebio(session: Session, ranking: Mapping[str, Ranking] | None = None) -> Document:
    """The session's pairs, with their places where those are known, and its travellers."""
    kinds = {method: kind for kind, method in METHODS.items()}
    kind = kinds.get(session.method, "MP_PAIRS")
    notes = []
    apart = [line for line in session.lines if line.score_ew is not None]
    if apart:
        notes.append(
            f"{len(apart)} lines give East-West another score, for which USEBIO has no place; it "
            "is left out."
        )
    if session.method not in kinds:
        notes.append(f"USEBIO does not tell {session.method} from the usual match-points.")
    titled = _DATED_TITLE.fullmatch(session.title)
    root = Element("USEBIO", Version="1.2")
    if titled and titled["club"]:
        _add_texts(SubElement(root, "CLUB"), CLUB_NAME=titled["club"])
    event = SubElement(root, "EVENT", EVENT_TYPE=kind)
    _add_texts(
        event,
        EVENT_DESCRIPTION=titled["title"] if titled else session.title,
        PROGRAM_NAME="xl_tourney",
        DATE=titled["date"] if titled else "",
        WINNER_TYPE=str(session.winners or ""),
    )
    by_side = _is_by_side(session)
    participants = SubElement(event, "PARTICIPANTS", EVENT_TYPE=kind)
    for pair in _pairs(session):
        _write_pair(participants, session, pair, by_side, (ranking or {}).get(pair))
    for board, lines in session.boards.items():
        element = SubElement(event, "BOARD", EVENT_TYPE=kind)
        _add_texts(element, BOARD_NUMBER=str(board))
        for line in lines:
            _add_texts(
                SubElement(element, "TRAVELLER_LINE"),
                NS_PAIR_NUMBER=_number(line.ns, by_side),
                EW_PAIR_NUMBER=_number(line.ew, by_side),
                CONTRACT=line.contract,
                PLAYED_BY=line.by,
                TRICKS="" if line.tricks is None else str(line.tricks),
                SCORE=_format_score(line.score),
            )
    return Document(format_document(root, _DOCTYPE), notes)


def _format_score(score: float | str | None) -> str:
    """A score as USEBIO has it: percentages of both sides as in A6040."""
    if isinstance(score, str):
        percentages = _PERCENTAGES.fullmatch(score)
        return "A{}{}".format(*percentages.groups()) if percentages else score
    return "NP" if score is None else f"{score:.0f}"


def _add_texts(parent: Element, **texts: str) -> None:
    """Add an element for each text that is not blank."""
    for name, text in texts.items():
        if text:
            SubElement(parent, name).text = text


def _pairs(session: Session) -> Sequence[str]:
    """The pairs as they are listed, then others in the order of the lines."""
    played = (pair for line in session.lines for pair in (line.ns, line.ew))
    return list(dict.fromkeys([*session.names, *played]))


def _is_by_side(session: Session) -> bool:
    """Whether pair 3 North-South is another one than pair 3 East-West: 3NS and 3EW."""
    found = [_NUMBER_AND_SIDE.fullmatch(pair) for pair in _pairs(session)]
    numbers = Counter(match["number"] for match in found if match)
    north_south, east_west = SIDES
    seated = all(
        line.ns.endswith(north_south) and line.ew.endswith(east_west) for line in session.lines
    )
    return all(found) and seated and max(numbers.values(), default=0) > 1


def _number(pair: str, by_side: bool) -> str:
    return pair[:-2] if by_side else pair


def _write_pair(
    parent: Element, session: Session, pair: str, by_side: bool, ranked: Ranking | None
) -> None:
    element = SubElement(parent, "PAIR")
    _add_texts(
        element,
        PAIR_NUMBER=_number(pair, by_side),
        DIRECTION=pair[-2:] if by_side else "",
        TOTAL_SCORE=f"{ranked.score:.2f}" if ranked else "",
        PLACE=ranked.place if ranked else "",
    )
    for name in filter(None, session.names.get(pair, "").split(" & ")):
        _add_texts(SubElement(element, "PLAYER"), PLAYER_NAME=name)
