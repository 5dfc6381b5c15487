"""Random go tournaments: small, and full of what is rare in real ones."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

PLAYERS, ROUNDS = 8, 4
FREE = ("0+", "0-", "0=")
CRITERIA = ("NBW", "MMS", "SOS", "SOS-1", "SOS-2", "SOSOS", "SODOS", "CUSS", "OPERA", "Rating")
CHOICES = {
    "System": ("mcmahon", "swiss", "round-robin"),
    "ScoreCounts": ("down", "written"),
    "NBWCounts": ("down", "written", "wins"),
    "SumsCount": ("down", "written", "half"),
    "Unplayed": ("start", "nothing"),
    "Handicap": ("yes", "no"),
    "OperaVariant": ("text", "program"),
    "Meetings": (None, 1, 2),
}


@dataclass
class RandomTournament:
    """A wall list of :data:`PLAYERS` rows, and the settings of its workbook."""

    rows: list[dict[str, object]]
    """What is typed into each row, by column: name, rank, rating, start, r_1 and so on."""
    settings: dict[str, object] = field(default_factory=dict)


def tournament(seed: int) -> RandomTournament:
    """A tournament whose wall list can be right, with gaps, absences, forfeits and the like."""
    choose = random.Random(seed)
    count = choose.randint(1, PLAYERS)
    rows = [_player(choose, number) for number in range(1, count + 1)]
    dense = choose.random() < 0.5  # a round robin of some players, so that comparison separates
    pairings = _round_robin(choose.randint(2, min(5, count)) if count > 1 else 1)
    for number in range(1, ROUNDS + 1):
        key = f"r_{number}"
        if choose.random() < 0.08:
            continue  # not held
        pairs = pairings[number - 1] if dense and number <= len(pairings) else _pairs(choose, count)
        if not dense and choose.random() < 0.2 and number > 1:
            pairs = [pair for pair in pairs if choose.random() < 0.5]
        paired = {player for pair in pairs for player in pair}
        for white, black in pairs:
            rows[white][key], rows[black][key] = _game(choose, white + 1, black + 1)
        for player in range(count):
            if player not in paired:
                rows[player][key] = _without_opponent(choose)
    if choose.random() < 0.1:
        rows[choose.randrange(count)] |= {f"r_{k}": None for k in range(1, ROUNDS + 1)}
        _drop_games_with_blank_rows(rows)
    settings: dict[str, object] = {name: choose.choice(v) for name, v in CHOICES.items()}
    settings |= _criteria(choose)
    return RandomTournament(rows, settings)


def _player(choose: random.Random, number: int) -> dict[str, object]:
    rating = choose.choice([None, 100, 1900, 2100.25, 2650, 2750, choose.randint(-200, 2900)])
    return {
        "name": f"Player {number}",
        "rank": choose.choice(["5k", "1d", "9D", "1p", "20k", None, "x"]),
        "rating": rating,
        "start": choose.choice([None, 0, -3, 20, 20.5, choose.randint(0, 3)]),
    }


def _pairs(choose: random.Random, count: int) -> list[tuple[int, int]]:
    order = choose.sample(range(count), count)
    return list(zip(order[::2], order[1::2]))


def _round_robin(count: int) -> list[list[tuple[int, int]]]:
    """Everybody of the first players against everybody, round by round."""
    ring = [*range(count)] + [-1] * (count % 2)
    rounds = []
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]))
        rounds.append([pair for pair in pairs if -1 not in pair])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds


def _game(choose: random.Random, white: int, black: int) -> tuple[str, str]:
    """A game as both of its rows say it; one of them may say less."""
    own, other = choose.choices(["+-", "-+", "==", "??"], [45, 40, 12, 4])[0]
    forfeit = choose.random() < 0.1 and own != "?"
    if forfeit and choose.random() < 0.4 and own != "=":
        other = own  # both lost, or both won
    stones = choose.choice([None, None, None, 0, 1, 2, 5, 9, 12])
    coloured = stones or choose.random() < 0.5
    cells = []
    for opponent, result, colour in ((black, own, "w"), (white, other, "b")):
        details = f"{colour}{'' if stones is None else stones}" if coloured else ""
        slash = choose.choice(["/", ""]) if details else ""
        cells.append([str(opponent), result, "!" if forfeit else "", slash, details])
    silent = choose.choice([None, None, 0, 1])
    if silent is not None:
        said = cells[silent][4]
        cells[silent][3:] = ["/", choose.choice(["", said[:1], f"?{said[1:]}" if said else ""])]
        if not cells[silent][4]:
            cells[silent][3] = ""
    text = ["".join(cell) for cell in cells]
    if choose.random() < 0.05:
        text = [cell.upper() for cell in text]
    return text[0], text[1]


def _without_opponent(choose: random.Random) -> str | None:
    return choose.choices([*FREE, None, "?", "0?"], [20, 35, 20, 10, 5, 5])[0]


def _drop_games_with_blank_rows(rows: list[dict[str, object]]) -> None:
    """Whoever met somebody whose row is blank was absent."""
    blank = {n for n, row in enumerate(rows, 1) if not any(row.get(f"r_{k}") for k in range(1, 5))}
    for row in rows:
        for key, cell in row.items():
            digits = "".join(c for c in str(cell)[:2] if c.isdigit())
            if key.startswith("r_") and cell and digits and int(digits) in blank:
                row[key] = "0-"


def _criteria(choose: random.Random) -> dict[str, object]:
    chosen = choose.sample(CRITERIA, choose.randint(0, 3))
    if choose.random() < 0.6 or not chosen:
        chosen += choose.choice(
            [["DC"], ["DC", "DC"], ["DC place"], ["DC"] * 3, ["DC", "DC place"]]
        )
        chosen += choose.sample(CRITERIA, choose.randint(0, 6 - len(chosen)))
    return {f"Criterion{k}": value for k, value in enumerate([*chosen, *[None] * 6][:6], 1)}
