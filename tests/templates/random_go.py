"""Random go tournaments, typed into the cells of a workbook: small, and full of what is rare.

Half of the wall lists have mistakes: cells that say nothing, halves that are missing, rows that
contradict each other, players who left, opponents outside of the list.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.templates.variants import LiveVariants, Tables, differences
from xl_tourney.defined_names import STATUS
from xl_tourney.templates import TEMPLATES

FIRST = 6
"""The first row of every table."""
FIELDS, FIRST_ROUND = {"name": "B", "rank": "E", "rating": "F", "start": "G"}, "H"
"""The columns of the wall list, and that of the first round."""
CRITERIA = ("NBW", "MMS", "SOS", "SOS-1", "SOS-2", "SOSOS", "SODOS", "CUSS", "OPERA", "Rating")
COMPARISONS = (["DC"], ["DC", "DC"], ["DC place"], ["DC"] * 3, ["DC", "DC place"])
OPTIONS = {
    "System": ("mcmahon", "swiss", "round-robin"),
    "ScoreCounts": ("down", "written"),
    "NBWCounts": ("down", "written", "wins"),
    "SumsCount": ("down", "written", "half"),
    "Unplayed": ("start", "nothing"),
    "Handicap": ("yes", "no"),
    "OperaVariant": ("text", "program"),
    "Meetings": (None, 1, 2),
    "Rules": ("egf", "aga"),
    "Outsiders": ("no", "no", "no", "yes"),
}
WRONG_OPTIONS = {"Unplayed": "all", "Handicap": "maybe", "Meetings": 0, "Criterion1": None}
"""What the checks name, and formulas take for something else."""
MISTAKES = (
    "won",
    "2",
    "40+",
    "7+",
    "1+",
    "2-",
    "3+!",
    "2=/b",
    "3-/?2",
    "0",
    "x=",
    None,
    None,
    None,
)
Row = dict[str, Any]
Pair = tuple[int, int]


class GoVariants(LiveVariants):
    """Both variants of a workbook; the native one has a check more."""

    def change(self, changes: dict[str, Any]) -> list[str]:
        """Type into cells of both, and the criteria once more where OPERA is among them.

        What formualizer 0.13 finds by INDEX among cells that depend on a spill range, as the sort
        key of OPERA does, is one evaluation late; a workbook that is loaded is calculated right.
        """
        found = super().change(changes)
        if "OPERA" not in changes.values():
            return found
        self.addin.change({name: v for name, v in changes.items() if name.startswith("Criterion")})
        return differences(self._tables(self.native), self._tables(self.addin))

    def _tables(self, book: Any) -> Tables:
        tables = super()._tables(book)
        ((status,),) = tables[STATUS]
        return {**tables, STATUS: [[re.sub(r" of \d+ checks", " checks", status)]]}


@dataclass(frozen=True)
class Room:
    """How large the workbook is, and how often the players make a round robin."""

    players: int = 6
    rounds: int = 3
    share_of_round_robins: float = 0.5

    def build(self, folder: Any) -> LiveVariants:
        """The empty workbook in both variants."""
        last = FIRST + self.players - 1
        pages = (f"Tied groups!A{FIRST}:L{last}", "Wall list!A6:Z6")
        return GoVariants(
            TEMPLATES["go"],
            folder,
            pages,
            rows=self.players,
            rounds=self.rounds,
        )


ROOMS = (Room(), Room(5, 4, share_of_round_robins=0.9), Room(8, 2, share_of_round_robins=0.0))


def tournaments(room: Room, count: int, seed: int) -> Iterator[dict[str, Any]]:
    """What is typed into every input cell of each of so many tournaments."""
    chance = Random(f"{seed} {room}")
    for _ in range(count):
        players = _wall_list(room, chance)
        cells = {}
        for number in range(room.players):
            row = players[number] if number < len(players) else {}
            fields = {**FIELDS, **{f"r_{k}": _letter(k) for k in range(1, room.rounds + 1)}}
            fields["out"] = _letter(room.rounds + 1)
            cells |= {f"Wall list!{at}{FIRST + number}": row.get(k) for k, at in fields.items()}
        options = {name: chance.choice(choices) for name, choices in OPTIONS.items()}
        options |= _criteria(chance)
        if chance.random() < 0.1:
            name = chance.choice(list(WRONG_OPTIONS))
            options[name] = WRONG_OPTIONS[name]
        yield {**cells, **options}


def _letter(number: int) -> str:
    return chr(ord(FIRST_ROUND) + number - 1)


def _wall_list(room: Room, chance: Random) -> list[Row]:
    """Players and their rounds, with gaps, absences, forfeits and the like."""
    count = chance.randint(1, room.players)
    rows = [_player(chance, number) for number in range(1, count + 1)]
    everybody = chance.random() < room.share_of_round_robins  # so that comparison separates
    pairings = _round_robin(chance.randint(2, min(5, count))) if everybody and count > 1 else []
    for number in range(1, room.rounds + 1):
        if chance.random() < 0.08:
            continue  # not held
        if number <= len(pairings):
            pairs = pairings[number - 1]
        else:
            pairs = _pairs(chance, count)
            if chance.random() < 0.2:
                pairs = [pair for pair in pairs if chance.random() < 0.5]
        _add_round(rows, f"r_{number}", pairs, chance)
    if chance.random() < 0.1:
        _clear_rounds(rows, chance.randrange(count) + 1)
    if count > 1 and chance.random() < 0.1:
        rows[-1]["name"] = rows[0]["name"]
    if chance.random() < 0.5:
        _make_mistakes(rows, room.rounds, chance)
    return rows


def _make_mistakes(rows: list[Row], rounds: int, chance: Random) -> None:
    """What a person may type, or has not typed yet."""
    for _ in range(chance.randint(1, 3)):
        chance.choice(rows)[f"r_{chance.randint(1, rounds)}"] = chance.choice(MISTAKES)
    if chance.random() < 0.2:
        chance.choice(rows)["out"] = chance.randint(0, rounds)
    if chance.random() < 0.3:
        chance.choice(rows)["name"] = chance.choice([None, "Bye"])


def _player(chance: Random, number: int) -> Row:
    rating = chance.choice([None, 100, 1900, 2100.25, 2650, 2750, chance.randint(-200, 2900)])
    return {
        "name": f"Player {number}",
        "rank": chance.choice(["5k", "1d", "9D", "1p", "20k", "5k", "1d", None, "x"]),
        "rating": rating,
        "start": chance.choice([0, -3, 20, 20.5, chance.randint(0, 3), chance.choice([None, 1])]),
    }


def _add_round(rows: list[Row], key: str, pairs: list[Pair], chance: Random) -> None:
    """Write the games of a round; who is not paired has something else there, or nothing."""
    paired = {player for pair in pairs for player in pair}
    for white, black in pairs:
        rows[white][key], rows[black][key] = _game(chance, white + 1, black + 1)
    for player in set(range(len(rows))) - paired:
        free = ["0+", "0-", "0=", "0=", None, "?", "0?"]
        rows[player][key] = chance.choices(free, [20, 35, 10, 10, 4, 2, 2])[0]


def _pairs(chance: Random, count: int) -> list[Pair]:
    order = chance.sample(range(count), count)
    return list(zip(order[::2], order[1::2]))


def _round_robin(count: int) -> list[list[Pair]]:
    """Everybody of the first players against everybody, round by round."""
    ring = [*range(count)] + [-1] * (count % 2)
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]))
        rounds.append([pair for pair in pairs if -1 not in pair])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _game(chance: Random, white: int, black: int) -> tuple[str, str]:
    """A game as both of its rows show it; one of them may show less."""
    own, other = chance.choices(["+-", "-+", "==", "??"], [45, 40, 12, 4])[0]
    forfeit = own != "?" and chance.random() < 0.1
    if forfeit and own != "=" and chance.random() < 0.4:
        other = own  # both lost, or both won
    elif own == "-" and chance.random() < 0.1:
        other = own
    stones = chance.choice([None, None, None, 0, 1, 2, 5, 9, 12])
    coloured = stones or chance.random() < 0.5
    details = [f"{c}{'' if stones is None else stones}" if coloured else "" for c in "wb"]
    shorter = chance.choice([None, None, 0, 1])
    if shorter is not None and coloured:
        full = details[shorter]
        details[shorter] = chance.choice(["", full[:1], f"?{full[1:]}"])
    cells = []
    for opponent, result, text in zip((black, white), (own, other), details):
        slash = chance.choice(["/", ""]) if text else ""
        cells.append(f"{opponent}{result}{'!' if forfeit else ''}{slash}{text}")
    if chance.random() < 0.05:
        cells = [cell.upper() for cell in cells]
    return cells[0], cells[1]


def _clear_rounds(rows: list[Row], number: int) -> None:
    """Leave the rounds of a player blank; whoever met him was absent."""
    for key in [key for row in rows for key in row if key.startswith("r_")]:
        for at, row in enumerate(rows, 1):
            if at == number:
                row[key] = None
            elif re.match(rf"{number}[-+=?]", str(row.get(key))):
                row[key] = "0-"


def _criteria(chance: Random) -> dict[str, Any]:
    """Up to six criteria, mostly with direct comparison among them."""
    chosen = chance.sample(CRITERIA, chance.randint(0, 3))
    if chance.random() < 0.6 or not chosen:
        chosen += chance.choice(COMPARISONS)
        chosen += chance.sample(CRITERIA, chance.randint(0, 6 - len(chosen)))
    return {f"Criterion{k}": value for k, value in enumerate([*chosen, *[None] * 6][:6], 1)}
