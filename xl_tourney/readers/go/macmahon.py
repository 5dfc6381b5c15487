"""The files of MacMahon, Christoph Gerlach's program: players, games and bars, as XML.

A player begins at the score of the rank, between the two bars; the lowest is 0.
"""

from __future__ import annotations

import re
from pathlib import Path

from .. import xml
from ..values import rank_of
from ..xml import Element
from .opengotha import FLOOR, parse_grade
from .tournament import GoPlayer, GoTournament, complete_colours, named_apart, system_of

_POINTS = re.compile(r"([01½](?:[.,]5)?)\s*[-:]\s*([01½](?:[.,]5)?)\s*(!?)")
_SIGNS = {"1": "+", "0": "-"}


def is_macmahon(root: Element) -> bool:
    """Whether a tournament is one of this program."""
    return root.name == "Tournament" and root.child("IndividualParticipant") is not None


def read(path: Path | str) -> GoTournament:
    """Read a file of MacMahon."""
    root = xml.read(path)
    participants = list(root.children("IndividualParticipant"))
    if not participants:
        raise root.error("there is no IndividualParticipant in it; choose a file of MacMahon")
    place = {element.required_text("Id"): at for at, element in enumerate(participants, 1)}
    played = list(root.children("TournamentRound"))
    rounds = [["0-"] * len(played) for _ in participants]
    for element in played:
        number = _whole(element, "RoundNumber", len(played))
        for pairing in element.children("Pairing"):
            _enter(pairing, place, rounds, number - 1)
    players = [_player(element, tuple(row)) for element, row in zip(participants, rounds)]
    grades = [parse_grade(player.rank or FLOOR) for player in players]
    strengths = [_between_bars(root, grade) for grade in grades if grade is not None]
    lowest = min(strengths)
    mcmahon = len({*strengths}) > 1
    if mcmahon:
        players = [
            GoPlayer(**{**vars(player), "start": float(strength - lowest)})
            for player, strength in zip(players, strengths)
        ]
    named = named_apart(players, lambda at, text: participants[at].error(text))
    return GoTournament(
        complete_colours(named),
        root.text("Name"),
        system_of(named, mcmahon),
        nbw="wins" if mcmahon else "down",
    )


def _whole(element: Element, name: str, most: int) -> int:
    text = element.required_text(name)
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise element.error(f"{name} must be from 1 to {most}, not “{text}”; correct it")
    return int(text)


def _player(element: Element, rounds: tuple[str, ...]) -> GoPlayer:
    person = element.require("GoPlayer")
    name = f"{person.text('Surname')} {person.text('FirstName')}".strip()
    if not name:
        raise person.error("a player has no Surname; fill it in")
    written = person.text("Rank") or person.text("GoLevel") or person.text("Strength")
    rating = person.text("Rating")
    return GoPlayer(
        name,
        person.text("Club"),
        person.text("Country"),
        rank_of(written),
        float(rating) if rating.isdecimal() and int(rating) else None,
        rounds=rounds,
        pin=person.text("EgdPin"),
    )


def _between_bars(root: Element, strength: int) -> int:
    for side, bound in (("Upper", min), ("Lower", max)):
        level = root.text(f"{side}McMahonBarLevel") or root.text(f"{side}MacMahonBarLevel")
        on = root.text(f"{side}McMahonBar") or root.text(f"{side}MacMahonBar")
        rank = parse_grade(rank_of(level))
        if rank is not None and on != "false":
            strength = bound(strength, rank)
    return strength


def _enter(pairing: Element, place: dict[str, int], rounds: list[list[str]], round_: int) -> None:
    """Enter a game for both sides; its result names Black first."""
    sides = [pairing.text(side) for side in ("Black", "White")]
    unknown = next((side for side in sides if side not in place and side not in ("", "0")), "")
    if unknown:
        raise pairing.error(f"player {unknown} is not in the file; correct it")
    if pairing.text("PairingWithBye") == "true" or not all(side in place for side in sides):
        for side in sides:
            if side in place:
                rounds[place[side] - 1][round_] = "0+"
        return
    written = pairing.text("Result")
    found = _POINTS.fullmatch(written)
    if written and not found:
        raise pairing.error(
            f"Result must be such as 1-0 (Black first), not “{written}”; correct it"
        )
    stones = pairing.text("Handicap")
    handicap = stones if stones.isdecimal() and len(stones) < 3 else "0"
    signs = [_SIGNS.get(points, "=") for points in found.group(1, 2)] if found else ["?", "?"]
    forfeit = "!" if (found and found[3]) or pairing.text("ResultByReferee") == "true" else "/"
    for own, other, sign, colour in zip(sides, sides[::-1], signs, "bw"):
        entry = f"{place[other]}{sign}{forfeit}{colour}{int(handicap)}"
        rounds[place[own] - 1][round_] = entry
