"""Writes a go tournament as a file of OpenGotha."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from xml.etree.ElementTree import Element, SubElement

from ...errors import InputError
from ..files import Document
from ..xml import format_document
from .opengotha import BAR, FLOOR, HALF_POINTS, RESULTS, SUM, Unpaired, parse_grade, player_key
from .tournament import GoPlayer, GoTournament, normalize_round, parse_entry, split_name

MOST_ROUNDS = 20
"""How many rounds OpenGotha has."""
_CRITERIA = 6
"""How many placement criteria it has."""
_NAMES = {"MMS": "MMS", "NBW": "NBW", "DC": "DC", "Rating": "RATING"}


_USUAL = Unpaired("0+", "0-")


def format_opengotha(tournament: GoTournament) -> Document:
    """The players, games, byes and the settings that the standings depend on."""
    if tournament.rounds > MOST_ROUNDS:
        raise InputError(
            f"There are {tournament.rounds} rounds, and OpenGotha has {MOST_ROUNDS}; choose h9."
        )
    notes: list[str] = []
    rounds = [_rounds(player, tournament.rounds) for player in tournament.players]
    held_rounds = [number for number in range(tournament.rounds) if any(r[number] for r in rounds)]
    unpaired = _choose_unpaired(rounds, held_rounds, _counts_wins(tournament))
    root = Element("Tournament", dataVersion="201", gothaVersion="349", gothaMinorVersion="0")
    keys = _write_players(root, tournament, rounds, held_rounds, unpaired, notes)
    games = SubElement(root, "Games")
    for attributes in _games(tournament, rounds, keys):
        SubElement(games, "Game", attributes)
    byes = SubElement(root, "ByePlayers")
    for number in held_rounds:
        for key, entries in zip(keys, rounds):
            if entries[number] == unpaired.bye and unpaired.bye != unpaired.absent:
                SubElement(byes, "ByePlayer", player=key, roundNumber=str(number + 1))
    _write_settings(root, tournament, unpaired, notes)
    return Document(format_document(root), notes)


def _rounds(player: GoPlayer, count: int) -> list[str]:
    entries = [normalize_round(entry) or "" for entry in player.rounds]
    return [*entries, *[""] * (count - len(entries))]


def _counts_wins(tournament: GoTournament) -> bool:
    """Whether the number of wins counts no half points, while the McMahon score does."""
    return tournament.system == "mcmahon" and tournament.nbw == "wins"


def _choose_unpaired(
    rounds: Sequence[Sequence[str]], held_rounds: Sequence[int], counts_wins: bool
) -> Unpaired:
    """The points of a bye and of an absence, so that each round without opponent is one of them.

    In OpenGotha a player who is not paired gets nothing, and a round has one bye.  So the points
    that several players get in one round become those of an absence.  Where wins count no half
    points an absence is worth ½: by that readers recognize such a tournament.
    """
    entries = [[row[number] for row in rounds if row[number][:1] == "0"] for number in held_rounds]
    found = Counter(entry for column in entries for entry in column)
    possible = [Unpaired(*pair) for pair in permutations(HALF_POINTS, 2)]
    return min(
        possible,
        key=lambda pair: (
            sum(found[entry] for entry in found if entry not in (*pair, "0-")),
            sum(max(0, column.count(pair.bye) - 1) for column in entries),
            counts_wins and pair.absent != "0=",
            -found[pair.absent],
            -found[pair.bye],
            pair != _USUAL,
        ),
    )


def _write_players(
    root: Element,
    tournament: GoTournament,
    rounds: Sequence[Sequence[str]],
    held_rounds: Sequence[int],
    unpaired: Unpaired,
    notes: list[str],
) -> list[str]:
    """Write the players; gives the key of each."""
    parent = SubElement(root, "Players")
    has_starts = tournament.system == "mcmahon" or any(p.start for p in tournament.players)
    keys: list[str] = []
    for player, entries in zip(tournament.players, rounds):
        name, first = split_name(player.name)
        key = player_key(name, first)
        if key in keys:
            raise InputError(
                f"{player.name}: two players have this name, and OpenGotha tells them by it; "
                "rename one."
            )
        keys.append(key)
        if not player.rank:
            notes.append(f"{player.name}: has no rank, and OpenGotha asks for one.")
        SubElement(
            parent,
            "Player",
            {
                "agaExpirationDate": "",
                "agaId": "",
                "club": player.club,
                "country": player.country,
                "egfPin": player.pin,
                "ffgLicence": "",
                "ffgLicenceStatus": "",
                "firstName": first,
                "grade": player.rank.upper(),
                "name": name,
                "participating": _participation(player, entries, held_rounds, unpaired),
                "rank": player.rank.upper(),
                "rating": "" if player.rating is None else f"{player.rating:.0f}",
                "ratingOrigin": "" if player.rating is None else "EGF",
                "registeringStatus": "FIN",
                "smmsCorrection": _correction(player) if has_starts else "0",
            },
        )
    return keys


def _participation(
    player: GoPlayer, entries: Sequence[str], held_rounds: Sequence[int], unpaired: Unpaired
) -> str:
    """A flag for each round: 0 for an absence.

    OpenGotha leaves out who takes part in none; an absence that counts nothing is then written as
    a round in which the player was not paired.
    """
    absent = [
        number in held_rounds and (entry or "0-") == unpaired.absent
        for number, entry in enumerate(entries)
    ]
    others = set(entries) - {"", unpaired.absent, "0-"}
    if absent and all(absent) and not others:
        if unpaired.absent != "0-":
            raise InputError(
                f"{player.name}: is absent in every round, and OpenGotha leaves such a player "
                "out; take the player off the wall list."
            )
        absent = [False] * len(absent)
    return "".join("0" if flag else "1" for flag in absent).ljust(MOST_ROUNDS, "1")


def _correction(player: GoPlayer) -> str:
    """The start score less the start score of the rank."""
    grade, bar, floor = (parse_grade(rank) for rank in (player.rank or FLOOR, BAR, FLOOR))
    assert bar is not None
    assert floor is not None
    if grade is None:
        raise InputError(
            f"{player.name}: has “{player.rank}” for a rank, which must be one such as 5k or 3d; "
            "correct it."
        )
    correction = player.start - (max(min(grade, bar), floor) - floor)
    if not float(correction).is_integer() or abs(correction) > 99:
        raise InputError(
            f"{player.name}: starts with {player.start:g}, but OpenGotha has whole start scores "
            "near the rank; choose h9."
        )
    return f"{correction:.0f}"


def _games(
    tournament: GoTournament, rounds: Sequence[Sequence[str]], keys: Sequence[str]
) -> Iterator[dict[str, str]]:
    """The attributes of each game, White first where the colours are known."""
    names = {results: name for name, results in RESULTS.items()}
    for number in range(tournament.rounds):
        table = 0
        for row, entries in enumerate(rounds):
            own = parse_entry(entries[number])
            if own is None:
                continue
            other = parse_entry(rounds[own.opponent - 1][number])
            if other is None or other.opponent != row + 1:
                raise InputError(
                    f"{tournament.players[row].name}: round {number + 1} is {entries[number]}, but "
                    "the opponent's row does not say so; correct one of them."
                )
            colour = own.colour or {"b": "w", "w": "b"}.get(other.colour, "")
            if own.opponent - 1 < row:
                continue
            table += 1
            white, black = (row, own.opponent - 1), (own, other)
            if colour == "b":
                white, black = white[::-1], black[::-1]
            result = names.get((black[0].result, black[1].result))
            if result is None:
                raise InputError(
                    f"{tournament.players[row].name}: the result of round {number + 1} does not "
                    "fit the opponent's; correct one of them."
                )
            forfeit = own.is_forfeit or other.is_forfeit
            yield {
                "blackPlayer": keys[white[1]],
                "handicap": str(own.stones or other.stones or 0),
                "knownColor": "true" if colour else "false",
                "result": f"RESULT_{result}{'_BYDEF' if forfeit else ''}",
                "roundNumber": str(number + 1),
                "tableNumber": str(table),
                "whitePlayer": keys[white[0]],
            }


def _write_settings(
    root: Element, tournament: GoTournament, unpaired: Unpaired, notes: list[str]
) -> None:
    parameters = SubElement(root, "TournamentParameterSet")
    mcmahon = tournament.system == "mcmahon"
    counted = {"Bye": unpaired.bye, "Absent": unpaired.absent}
    points = {name: HALF_POINTS.index(entry) for name, entry in counted.items()}
    general = {
        "name": tournament.name,
        "shortName": re.sub(r"\W+", "-", tournament.name).strip("-"),
        "location": "",
        "director": "",
        "numberOfRounds": str(max(1, tournament.rounds)),
        "numberOfCategories": "1",
        "size": "19",
        "komi": "6.5",
        "genMMBar": BAR,
        "genMMFloor": FLOOR,
        "genMMZero": FLOOR,
        "genRoundDownNBWMMS": "true" if tournament.score == "down" else "false",
        "genCountNotPlayedGamesAsHalfPoint": "true" if tournament.sums == "half" else "false",
    }
    for name, halves in points.items():
        general[f"genMMS2Value{name}"] = str(halves)
        general[f"genNBW2Value{name}"] = str(
            halves - halves % 2 if _counts_wins(tournament) else halves
        )
    SubElement(parameters, "GeneralParameterSet", general)
    SubElement(
        parameters,
        "HandicapParameterSet",
        hdBasedOnMMS="true" if mcmahon else "false",
        hdCeiling="9",
        hdCorrection="0",
        hdNoHdRankThreshold=FLOOR,
    )
    placement = SubElement(SubElement(parameters, "PlacementParameterSet"), "PlacementCriteria")
    names = list(_criteria(tournament, mcmahon, notes))
    for number, name in enumerate([*names, *["NULL"] * _CRITERIA][:_CRITERIA], 1):
        SubElement(placement, "PlacementCriterion", name=name, number=str(number))


def _criteria(tournament: GoTournament, mcmahon: bool, notes: list[str]) -> Iterator[str]:
    """The criteria by OpenGotha's names; a McMahon tournament is told by its scores."""
    found: dict[str, None] = {}
    for name in tournament.criteria or (("MMS", "SOS", "SOSOS") if mcmahon else ("NBW", "SOS")):
        base, _, drop = name.partition("-")
        own = _NAMES.get("NBW" if name == "MMS" and not mcmahon else name, "")
        if SUM.fullmatch(f"{base}W"):
            own = f"{base}{'M' if mcmahon else 'W'}{f'M{drop}' if drop else ''}"
        if own:
            found[own] = None
        else:
            notes.append(f"OpenGotha has no criterion {name}; it is left out.")
    if mcmahon and not any(name == "MMS" or SUM.fullmatch(name) for name in found):
        found = {"MMS": None, **found}
    yield from found
