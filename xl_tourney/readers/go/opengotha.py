"""The files of OpenGotha: players, games, byes and all settings, as XML."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .. import xml
from ..xml import Element
from .tournament import MOST_ROUNDS, NotPlayed, Player, Tournament, everybody_met

_HALF_POINTS = ("0-", "0=", "0+")
"""What a round without an opponent counts, by the setting that says it in half points."""
_RESULTS = {
    "WHITEWINS": ("+", "-"),
    "BLACKWINS": ("-", "+"),
    "EQUAL": ("=", "="),
    "BOTHWIN": ("+", "+"),
    "BOTHLOSE": ("-", "-"),
    "UNKNOWN": ("?", "?"),
}
"""A result as White and as Black see it."""
_SUM = re.compile(r"(?P<sum>SOSOS|SODOS|SOS|CUSS)(?P<of>[WM])(?:[-M]?(?P<drop>[12]))?")
_RANK = re.compile(r"(?P<number>\d{1,2})(?P<letter>[DKP])", re.IGNORECASE)


@dataclass
class _Entry:
    """A player, where the file has it, and what is known of the rounds so far."""

    element: Element
    key: str
    player: Player
    rounds: list[str]


def read(path: Path | str) -> Tournament:
    """Read a file of OpenGotha."""
    root = xml.read(path)
    if root.name != "Tournament" or root.first("Players") is None:
        raise root.wrong("this is not a tournament of OpenGotha; choose the file that it saved")
    parameters = root.need("TournamentParameterSet")
    general = parameters.need("GeneralParameterSet")
    rounds = _whole(general, "numberOfRounds", 1, MOST_ROUNDS)
    named = [
        element.attribute("name")
        for element in parameters.need("PlacementParameterSet").need("PlacementCriteria").elements
    ]
    mcmahon = _of_mms(named)
    free = _Free.of(general, "MMS" if mcmahon else "NBW")
    games, byes = _games(root, rounds), _byes(root, rounds)
    entries = _entries(root, general, rounds, _keys(games, byes), free)
    _enter(entries, games, byes, free)
    players = tuple(replace(e.player, rounds=tuple(e.rounds)) for e in entries)
    categories = general.attribute("numberOfCategories") not in ("", "0", "1")
    criteria, left_out = _criteria(named, mcmahon, categories)
    counted: NotPlayed = "written" if general.attribute("genRoundDownNBWMMS") == "false" else "down"
    half = general.attribute("genCountNotPlayedGamesAsHalfPoint") == "true"
    return Tournament(
        players,
        general.attribute("name"),
        "mcmahon" if mcmahon else "round-robin" if everybody_met(players) else "swiss",
        criteria,
        left_out,
        nbw="wins" if mcmahon and _Free.of(general, "NBW") != free else counted,
        score=counted,
        sums="half" if half else counted,
    )


@dataclass(frozen=True)
class _Free:
    """What a round without an opponent counts for a score, as a wall list writes it."""

    bye: str
    absent: str

    @classmethod
    def of(cls, general: Element, score: str) -> _Free:
        """By the settings, which are in half points; who is there but unpaired gets nothing."""
        bye, absent = f"gen{score}2ValueBye", f"gen{score}2ValueAbsent"
        return cls(
            _HALF_POINTS[_whole(general, bye, 0, 2) if general.attribute(bye) else 2],
            _HALF_POINTS[_whole(general, absent, 0, 2) if general.attribute(absent) else 0],
        )


def _whole(element: Element, name: str, least: int, most: int) -> int:
    text = element.attribute(name)
    if not re.fullmatch(r"\s*-?\d{1,6}\s*", text) or not least <= int(text) <= most:
        raise element.wrong(
            f"{name} must be a whole number from {least} to {most}, not “{text}”; correct it"
        )
    return int(text)


def _inside(root: Element, group: str, name: str) -> Iterable[Element]:
    found = root.first(group)
    return found.all(name) if found else ()


def _games(root: Element, rounds: int) -> list[tuple[int, Element]]:
    return [
        (number, game)
        for game in _inside(root, "Games", "Game")
        if (number := _whole(game, "roundNumber", 1, MOST_ROUNDS)) <= rounds
    ]


def _byes(root: Element, rounds: int) -> list[tuple[int, Element]]:
    return [
        (number, bye)
        for bye in _inside(root, "ByePlayers", "ByePlayer")
        if (number := _whole(bye, "roundNumber", 1, MOST_ROUNDS)) <= rounds
    ]


def _keys(games: list[tuple[int, Element]], byes: list[tuple[int, Element]]) -> set[str]:
    """Everybody who was paired."""
    paired = {game.attribute(f"{side}Player") for _, game in games for side in ("white", "black")}
    return paired | {bye.attribute("player") for _, bye in byes}


def _entries(
    root: Element, general: Element, rounds: int, paired: set[str], free: _Free
) -> list[_Entry]:
    """The players, best first; OpenGotha leaves out who does not come, or to no round."""
    entries = []
    for element in root.need("Players").all("Player"):
        name, first = element.attribute("name"), element.attribute("firstName")
        key = f"{name}{first}".replace(" ", "").upper()
        there = element.attribute("participating").ljust(rounds, "1")[:rounds]
        comes = element.attribute("registeringStatus") != "PRE" and "1" in there
        if not comes and key not in paired:
            continue
        rating = _whole(element, "rating", -9999, 9999) if element.attribute("rating") else None
        player = Player(
            f"{name} {first}".strip(),
            element.attribute("club"),
            element.attribute("country"),
            element.attribute("rank").lower(),
            rating,
            _start(element, general),
        )
        entries.append(
            _Entry(element, key, player, [free.absent if t == "0" else "0-" for t in there])
        )
    if not entries:
        raise root.wrong("there is no player in it; register players, or choose another file")
    return sorted(entries, key=lambda e: (-e.player.start, -(e.player.rating or 0), e.key))


def _grade(element: Element, name: str, otherwise: str) -> int:
    """A rank as OpenGotha counts it: 1d is 0, 1k is −1."""
    text = element.attribute(name) or otherwise
    found = _RANK.fullmatch(text)
    if not found:
        raise element.wrong(f"{name} must be a rank such as 5K or 3D, not “{text}”; correct it")
    number = int(found["number"])
    return (
        -number if found["letter"] in "kK" else number - 1 + (9 if found["letter"] in "pP" else 0)
    )


def _start(player: Element, general: Element) -> float:
    """The McMahon score before the first round: the rank between floor and bar, from zero on."""
    bar, floor = _grade(general, "genMMBar", "9D"), _grade(general, "genMMFloor", "30K")
    group = max(min(_grade(player, "rank", "30K"), bar), floor)
    correction = player.attribute("smmsCorrection")
    more = _whole(player, "smmsCorrection", -99, 99) if correction else 0
    return float(group - _grade(general, "genMMZero", "30K") + more)


def _enter(
    entries: list[_Entry],
    games: list[tuple[int, Element]],
    byes: list[tuple[int, Element]],
    free: _Free,
) -> None:
    """Write games and byes into the rounds; a round that nobody was paired in stays blank."""
    row = {entry.key: at for at, entry in enumerate(entries)}
    paired: set[tuple[int, int]] = set()

    def enter(number: int, element: Element, at: int, written: str) -> None:
        if (at, number) in paired:
            raise element.wrong(
                f"{entries[at].player.name} is paired twice in round {number}; remove one"
            )
        paired.add((at, number))
        entries[at].rounds[number - 1] = written

    for number, bye in byes:
        enter(number, bye, _row(row, bye, "player"), free.bye)
    for number, game in games:
        white, black = (_row(row, game, f"{side}Player") for side in ("white", "black"))
        for own, other, written in zip((white, black), (black, white), _sides(game)):
            enter(number, game, own, f"{other + 1}{written}")
    held = {number for _, number in paired}
    for entry in entries:
        entry.rounds = [one if number in held else "" for number, one in enumerate(entry.rounds, 1)]


def _row(row: Mapping[str, int], element: Element, name: str) -> int:
    key = element.attribute(name)
    if key not in row:
        raise element.wrong(f"{name} “{key}” is not among the players; add or correct the player")
    return row[key]


def _sides(game: Element) -> tuple[str, str]:
    """A game as White's and as Black's row tell it, behind the opponent's number."""
    name, by_default, _ = game.attribute("result").removeprefix("RESULT_").partition("_BYDEF")
    if name not in _RESULTS:
        raise game.wrong(f"the result “{game.attribute('result')}” is not known; correct it")
    stones = _whole(game, "handicap", 0, 99) if game.attribute("handicap") else 0
    known = stones > 0 or game.attribute("knownColor") != "false"
    white, black = _RESULTS[name]
    forfeit = by_default or name.startswith("BOTH")
    between = "!" if forfeit else "/" if known else ""
    colours = (f"w{stones}", f"b{stones}") if known else ("", "")
    return f"{white}{between}{colours[0]}", f"{black}{between}{colours[1]}"


def _of_mms(named: Sequence[str]) -> bool:
    """McMahon where the McMahon score is a criterion; OpenGotha has no other word for it."""
    sums = [found for name in named if (found := _SUM.fullmatch(name))]
    return "MMS" in named or any(found["of"] == "M" for found in sums)


def _criteria(
    named: Iterable[str], mcmahon: bool, categories: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria by our names, and those that have none."""
    criteria, left_out = [], []
    for name in named:
        found = _SUM.fullmatch(name)
        if name == "NULL" or (name == "CAT" and not categories):
            continue
        if found and (found["of"] == "M") == mcmahon:
            criteria.append(found["sum"] + (f"-{found['drop']}" if found["drop"] else ""))
        elif name in ("NBW", "MMS", "DC"):
            criteria.append(name)
        elif name == "RATING":
            criteria.append("Rating")
        else:
            left_out.append(name)
    return tuple(criteria), tuple(left_out)
