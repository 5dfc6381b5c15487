"""The files of OpenGotha: players, games, byes and all settings, as XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from .. import xml
from ..xml import Element
from .tournament import MAX_ROUNDS, GoPlayer, GoTournament, NotPlayed, named_apart, system_of

HALF_POINTS = ("0-", "0=", "0+")
"""The entry of a round without an opponent, by OpenGotha's setting in half points."""
RESULTS = {
    "WHITEWINS": ("+", "-"),
    "BLACKWINS": ("-", "+"),
    "EQUAL": ("=", "="),
    "BOTHWIN": ("+", "+"),
    "BOTHLOSE": ("-", "-"),
    "UNKNOWN": ("?", "?"),
}
"""The result for White and for Black."""
SUM = re.compile(r"(?P<sum>SOSOS|SODOS|SOS|CUSS)(?P<of>[WM])(?:[-M]?(?P<drop>[12]))?")
BAR, FLOOR = "9D", "30K"
"""The ranks between which start scores differ, where the settings name no others."""
_RANK = re.compile(r"(?P<number>\d{1,2})(?P<letter>[DKP])", re.IGNORECASE)
_InRound = tuple[int, Element]


@dataclass
class _Registration:
    """A player with its element and key in the file, and the entries of its rounds so far."""

    element: Element
    key: str
    player: GoPlayer
    rounds: list[str]


def read(path: Path | str) -> GoTournament:
    """Read a file of OpenGotha."""
    root = xml.read(path)
    if root.name != "Tournament" or root.child("Players") is None:
        raise root.error("this is not a tournament of OpenGotha; choose the file that it saved")
    parameters = root.require("TournamentParameterSet")
    general = parameters.require("GeneralParameterSet")
    rounds = _parse_whole(general, "numberOfRounds", 1, MAX_ROUNDS)
    criteria_names = [
        element.attribute("name")
        for element in parameters.require("PlacementParameterSet")
        .require("PlacementCriteria")
        .elements
    ]
    mcmahon = _uses_mms(criteria_names)
    unpaired = _unpaired(general, "MMS" if mcmahon else "NBW")
    games, byes = _find_rounds(root, rounds)
    registrations = _register_players(root, general, rounds, _paired_keys(games, byes), unpaired)
    _enter_rounds(registrations, games, byes, unpaired)
    players = tuple(
        named_apart(
            [replace(e.player, rounds=tuple(e.rounds)) for e in registrations],
            lambda at, text: registrations[at].element.error(text),
        )
    )
    categories = general.attribute("numberOfCategories") not in ("", "0", "1")
    criteria, left_out = _translate_criteria(criteria_names, mcmahon, categories)
    not_played: NotPlayed = (
        "written" if general.attribute("genRoundDownNBWMMS") == "false" else "down"
    )
    half = general.attribute("genCountNotPlayedGamesAsHalfPoint") == "true"
    return GoTournament(
        players,
        general.attribute("name"),
        system_of(players, mcmahon),
        criteria,
        left_out,
        nbw="wins" if mcmahon and _unpaired(general, "NBW") != unpaired else not_played,
        score=not_played,
        sums="half" if half else not_played,
    )


class Unpaired(NamedTuple):
    """The entries of rounds without an opponent, by the points that they count.

    Any other such round is written as one in which the player was not paired.
    """

    bye: str
    absent: str


def _unpaired(general: Element, score: str) -> Unpaired:
    """The entries for a score by the settings, which are in half points."""
    settings = (("Bye", "2"), ("Absent", "0"))
    names = ((f"gen{score}2Value{what}", usual) for what, usual in settings)
    return Unpaired(
        *(HALF_POINTS[_parse_whole(general, name, 0, 2, usual)] for name, usual in names)
    )


def _parse_whole(element: Element, name: str, minimum: int, maximum: int, blank: str = "") -> int:
    """A whole number; ``blank`` stands for one that is not there."""
    text = element.attribute(name) or blank
    if not re.fullmatch(r"\s*-?\d{1,6}\s*", text) or not minimum <= int(text) <= maximum:
        raise element.error(
            f"{name} must be a whole number from {minimum} to {maximum}, not “{text}”; correct it"
        )
    return int(text)


def _find_rounds(root: Element, rounds: int) -> tuple[list[_InRound], list[_InRound]]:
    """The games, and the byes, each with its round."""

    def find(name: str) -> list[_InRound]:
        group = root.child(f"{name}s")
        return [
            (number, element)
            for element in (group.children(name) if group else ())
            if (number := _parse_whole(element, "roundNumber", 1, MAX_ROUNDS)) <= rounds
        ]

    return find("Game"), find("ByePlayer")


def _paired_keys(games: list[_InRound], byes: list[_InRound]) -> set[str]:
    """The keys of the players who were paired in any round."""
    paired = {game.attribute(f"{side}Player") for _, game in games for side in ("white", "black")}
    return paired | {bye.attribute("player") for _, bye in byes}


def find_absent(root: Element) -> list[tuple[int, str]]:
    """The line and the name of each player who takes part in no round, whom OpenGotha ignores."""
    general = root.require("TournamentParameterSet").require("GeneralParameterSet")
    rounds = _parse_whole(general, "numberOfRounds", 1, MAX_ROUNDS)
    paired = _paired_keys(*_find_rounds(root, rounds))
    return [
        (element.line, f"{element.attribute('name')} {element.attribute('firstName')}".strip())
        for element in root.require("Players").children("Player")
        if not _takes_part(element, rounds, paired)
    ]


def _takes_part(element: Element, rounds: int, paired: set[str]) -> bool:
    """Whether a player is in the final list, or was paired in any round."""
    key = player_key(element.attribute("name"), element.attribute("firstName"))
    registered = element.attribute("registeringStatus") != "PRE"
    return key in paired or (registered and "1" in _participation(element, rounds))


def _participation(element: Element, rounds: int) -> str:
    return element.attribute("participating").ljust(rounds, "1")[:rounds]


def _register_players(
    root: Element, general: Element, rounds: int, paired: set[str], unpaired: Unpaired
) -> list[_Registration]:
    """The players, best first; OpenGotha ignores those who take part in no round."""
    registrations = []
    for element in root.require("Players").children("Player"):
        name, first = element.attribute("name"), element.attribute("firstName")
        key = player_key(name, first)
        if not _takes_part(element, rounds, paired):
            continue
        rating = (
            _parse_whole(element, "rating", -9999, 9999) if element.attribute("rating") else None
        )
        player = GoPlayer(
            f"{name} {first}".strip(),
            element.attribute("club"),
            element.attribute("country"),
            element.attribute("rank").lower(),
            rating,
            _start_score(element, general),
            pin=element.attribute("egfPin"),
        )
        flags = _participation(element, rounds)
        entries = [unpaired.absent if flag == "0" else "0-" for flag in flags]
        registrations.append(_Registration(element, key, player, entries))
    if not registrations:
        raise root.error("there is no player in it; register players, or choose another file")
    return sorted(registrations, key=lambda e: (-e.player.start, -(e.player.rating or 0), e.key))


def player_key(name: str, first_name: str) -> str:
    """The key by which games and byes name a player."""
    return f"{name}{first_name}".replace(" ", "").upper()


def parse_grade(rank: str) -> int | None:
    """A rank as OpenGotha's number: 1d is 0, 1k is −1; None if it is no rank.

    >>> parse_grade("3d"), parse_grade("5K"), parse_grade("2p"), parse_grade("weak")
    (2, -5, 10, None)
    """
    match = _RANK.fullmatch(rank)
    if not match:
        return None
    number = int(match["number"])
    if match["letter"] in "kK":
        return -number
    return number - 1 + (9 if match["letter"] in "pP" else 0)


def _read_grade(element: Element, name: str, default: str) -> int:
    text = element.attribute(name) or default
    grade = parse_grade(text)
    if grade is None:
        raise element.error(f"{name} must be a rank such as 5K or 3D, not “{text}”; correct it")
    return grade


def _start_score(player: Element, general: Element) -> float:
    """The McMahon score before the first round: the rank between floor and bar, less zero."""
    bar, floor = _read_grade(general, "genMMBar", BAR), _read_grade(general, "genMMFloor", FLOOR)
    group = max(min(_read_grade(player, "rank", FLOOR), bar), floor)
    correction = _parse_whole(player, "smmsCorrection", -99, 99, "0")
    return float(group - _read_grade(general, "genMMZero", FLOOR) + correction)


def _enter_rounds(
    registrations: list[_Registration],
    games: list[_InRound],
    byes: list[_InRound],
    unpaired: Unpaired,
) -> None:
    """Enter games and byes in the rounds; a round in which nobody was paired stays blank."""
    rows = {registration.key: row for row, registration in enumerate(registrations)}
    paired: set[tuple[int, int]] = set()

    def enter(number: int, element: Element, row: int, entry: str) -> None:
        if (row, number) in paired:
            raise element.error(
                f"{registrations[row].player.name} is paired twice in round {number}; remove one"
            )
        paired.add((row, number))
        registrations[row].rounds[number - 1] = entry

    for number, bye in byes:
        enter(number, bye, _find_row(rows, bye, "player"), unpaired.bye)
    for number, game in games:
        white, black = (_find_row(rows, game, f"{side}Player") for side in ("white", "black"))
        for row, opponent, result in zip((white, black), (black, white), _format_results(game)):
            enter(number, game, row, f"{opponent + 1}{result}")
    played_rounds = {number for _, number in paired}
    for registration in registrations:
        registration.rounds = [
            entry if number in played_rounds else ""
            for number, entry in enumerate(registration.rounds, 1)
        ]


def _find_row(rows: Mapping[str, int], element: Element, name: str) -> int:
    key = element.attribute(name)
    if key not in rows:
        raise element.error(f"{name} “{key}” is not among the players; add or correct the player")
    return rows[key]


def _format_results(game: Element) -> tuple[str, str]:
    """The entries of a game for White and for Black, without the opponent's number."""
    name, by_default, _ = game.attribute("result").removeprefix("RESULT_").partition("_BYDEF")
    if name not in RESULTS:
        raise game.error(f"the result “{game.attribute('result')}” is not known; correct it")
    stones = _parse_whole(game, "handicap", 0, 99, "0")
    has_colours = stones > 0 or game.attribute("knownColor") != "false"
    white, black = RESULTS[name]
    forfeit = by_default or name.startswith("BOTH")
    separator = "!" if forfeit else "/" if has_colours else ""
    colours = (f"w{stones}", f"b{stones}") if has_colours else ("", "")
    return f"{white}{separator}{colours[0]}", f"{black}{separator}{colours[1]}"


def _uses_mms(names: Sequence[str]) -> bool:
    """Whether the McMahon score is a criterion, OpenGotha's only sign of a McMahon tournament."""
    sums = [match for name in names if (match := SUM.fullmatch(name))]
    return "MMS" in names or any(match["of"] == "M" for match in sums)


def _translate_criteria(
    names: Iterable[str], mcmahon: bool, categories: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria by our names, and the unsupported ones by OpenGotha's."""
    criteria, left_out = [], []
    for name in names:
        match = SUM.fullmatch(name)
        if name == "NULL" or (name == "CAT" and not categories):
            continue
        if match and (match["of"] == "M") == mcmahon:
            criteria.append(match["sum"] + (f"-{match['drop']}" if match["drop"] else ""))
        elif name in ("NBW", "MMS", "DC"):
            criteria.append(name)
        elif name == "RATING":
            criteria.append("Rating")
        else:
            left_out.append(name)
    return tuple(criteria), tuple(left_out)
