"""The pairing of the next round of an event, in a file of results or a workbook of ours."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path

from ..readers.chess.tournament import ChessTournament
from ..readers.chess.trf import read_trf
from . import dutch
from .chess_round import round_to_pair
from .pairing import Pairing
from .players import find_players
from .second_opinion import note_on


@dataclass(frozen=True)
class NextRound:
    """A pairing, with the name of each player by number."""

    pairing: Pairing
    names: dict[int, str]


def read_tournament(path: Path) -> ChessTournament:
    """A chess tournament from a TRF."""
    return read_trf(path)


def pair_file(
    path: Path, number: int | None = None, *, absent: str = "", seed: int | None = None
) -> NextRound:
    """Pair a round of a TRF.

    Parameters
    ----------
    path
        The file.
    number
        The round; the first that is not paired when left out.
    absent
        Names or numbers of players who do not take part, with ``;`` between them.
    seed
        What the colour of the first player is drawn with, where nothing tells it; a round that
        is paired again with the same seed is the same.

    Raises
    ------
    InputError
        The file cannot be read, or the round cannot be paired.
    OptionError
        A name is not among the players.
    """
    tournament = read_tournament(path)
    names = {player.number: player.name for player in tournament.players}
    away = find_players(absent, names, "--absent")
    return NextRound(pair_tournament(tournament, number, absent=away, seed=seed), names)


def pair_tournament(
    tournament: ChessTournament,
    number: int | None = None,
    *,
    absent: list[int],
    seed: int | None = None,
) -> Pairing:
    """Pair a round of a chess tournament; players by their numbers."""
    places = tournament.numbers
    drawn = random.Random(seed).choice("wb")
    round_ = round_to_pair(
        tournament, number, absent=[places[one] for one in absent], first_colour=drawn
    )
    found = dutch.pair(round_)
    notes = [note] if (note := note_on(round_, found)) else []
    if round_.number == 1 and not round_.colour_is_known:
        colour = "White" if drawn == "w" else "Black"
        notes.append(f"The first player has {colour} in round 1: that was drawn.")
    if not tournament.announced_rounds and round_.rounds == round_.number + 1:
        notes.append(
            "How many rounds there are is not said (record 142, or XXR), so the round is paired as "
            "one that is not the last."
        )
    numbers = [player.number for player in tournament.players]
    return replace(found, notes=tuple(notes)).renumbered(numbers)
