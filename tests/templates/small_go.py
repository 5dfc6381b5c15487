"""A go tournament small enough to follow, for the tests of the workbook."""

from __future__ import annotations

from xl_tourney.readers.go.tournament import GoPlayer, GoTournament


def four(*rounds: str, system: str = "swiss", **more: object) -> GoTournament:
    """A small tournament: a line of rounds for each player."""
    names = ("Ann", "Bob", "Cleo", "Dora", "Eve", "Fay")
    players = tuple(
        GoPlayer(name, "Club", "XX", "5k", None, 20.0, tuple(line.split()))
        for name, line in zip(names, rounds)
    )
    return GoTournament(players, "Small", system, **more)


SMALL = four("2+ 3+ 4=", "1- 4+ 3-", "4+ 1- 2+", "3- 2- 1=")
