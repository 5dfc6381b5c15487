"""Random wall lists, whose two sides agree: with byes, absences, forfeits, handicaps and blanks."""

from __future__ import annotations

import random

WallList = list[list[str | None]]


def _pair(shuffled: random.Random, players: list[int]) -> list[tuple[int, int]]:
    mixed = shuffled.sample(players, len(players))
    paired = len(mixed) - len(mixed) % 2 - (2 if shuffled.random() < 0.3 else 0)
    return list(zip(mixed[:paired:2], mixed[1:paired:2]))


def go_wall_list(shuffled: random.Random, lines: int, rounds: int) -> WallList:
    """A wall list of go; now and then a row or a round is blank."""
    players = [row for row in range(lines) if shuffled.random() > 0.1]
    wall_list: WallList = [[None] * rounds for _ in range(lines)]
    for column in range(rounds):
        if shuffled.random() < 0.1:
            continue
        for row in players:
            wall_list[row][column] = shuffled.choice(["0+", "0=", "0-", "?", None, " ", "0?"])
        for white, black in _pair(shuffled, players):
            results = shuffled.choice(["+-", "-+", "+-", "-+", "--", "==", "??"])
            forfeit = "!" if shuffled.random() < 0.1 else ""
            if forfeit and results != "??" and shuffled.random() < 0.3:
                results = shuffled.choice(["++", "--"])
            handicap = shuffled.choice(["", "", "0", "1", "3", "9", "12"])
            ends = [f"w{handicap}", f"b{handicap}"]
            if shuffled.random() < 0.3:
                ends[shuffled.randrange(2)] = shuffled.choice(["", "?"])
            for row, opponent, result, end in zip((white, black), (black, white), results, ends):
                slash = "/" if end and shuffled.random() < 0.7 else ""
                sign = "−" if result == "-" and shuffled.random() < 0.2 else result
                cell = f"{opponent + 1}{sign}{forfeit}{slash}{end}"
                wall_list[row][column] = shuffled.choice([cell, f" {cell} ", cell.upper()])
    return wall_list


def cross_table(shuffled: random.Random, lines: int) -> list[list[float | None]]:
    """A cross table of wins; pairs that have not met are blank."""
    wins: list[list[float | None]] = [[None] * lines for _ in range(lines)]
    for row in range(lines):
        for column in range(row):
            if shuffled.random() < 0.8:
                wins[row][column] = shuffled.choice([0.0, 0.5, 1.0, 2.0])
                wins[column][row] = shuffled.choice([0.0, 0.5, 1.0])
    return wins


def damage(shuffled: random.Random, wall_list: WallList, cells: list[str]) -> WallList:
    """The wall list with one cell replaced by something that may be wrong."""
    copy = [list(row) for row in wall_list]
    copy[shuffled.randrange(len(copy))][shuffled.randrange(len(copy[0]))] = shuffled.choice(cells)
    return copy


def chess_wall_list(shuffled: random.Random, lines: int, rounds: int) -> WallList:
    """A wall list of chess; two may meet twice, and now and then a row or a round is blank."""
    players = [row for row in range(lines) if shuffled.random() > 0.1]
    wall_list: WallList = [[None] * rounds for _ in range(lines)]
    byes = ["U", "F", "H", "Z", "bye", "+", "=", "½", "-", "-1", "-½", "0", "0000 - U", "0-F", None]
    games = ["10", "01", "10", "01", "==", "==", "WL", "LW", "DD", "00", "??", "**"]
    for column in range(rounds):
        if shuffled.random() < 0.1:
            continue
        for row in players:
            wall_list[row][column] = shuffled.choice([*byes, "H", "Z", "Z"])
        for first, second in _pair(shuffled, players):
            results = shuffled.choice(games if shuffled.random() < 0.85 else ["+-", "-+", "--"])
            colours = ["w", shuffled.choice("bs")]
            if results != "**" and shuffled.random() < 0.2:
                colours[shuffled.randrange(2)] = "-"
            for row, opponent, result, colour in zip(
                (first, second), (second, first), results, colours
            ):
                sign = shuffled.choice("=½=") if result == "=" else result
                cell = f"{opponent + 1}{colour}{sign}"
                if shuffled.random() < 0.2:
                    cell = f"00{opponent + 1} {colour.upper()} {sign}".replace("-", "−")
                wall_list[row][column] = cell
    return wall_list
