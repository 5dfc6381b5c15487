"""The places of the entrants of a table after each round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..events.entrants import Entrants
from ..events.games import ROUND, Round
from ..events.standings.formats import is_number
from ..events.standings.table import StandingsTable


@dataclass(frozen=True)
class Progress:
    """The places of the players of one table after each round."""

    rounds: Sequence[str]
    places: Mapping[str, Sequence[int]]
    """The places by the id of a player's section."""
    size: int
    """How many places there are."""
    criterion: str
    """What the places go by, in words: points."""


def progress_of(
    table: StandingsTable, entrants: Entrants, rounds: Sequence[Round]
) -> Progress | None:
    """The places after each round: by points, and among level players as they stand today.

    None where points do not decide, where rounds are not told apart, or after one round.
    """
    listed = [entrant for row in table.cells if (entrant := entrants.of_row(table, row))]
    labels = [part.label for part in rounds if part.is_begun]
    if len(labels) < 2 or len(set(labels)) < len(labels) or len(listed) < len(table.cells):
        return None
    if any(ROUND not in game.line for part in rounds for game in part.games):
        return None
    made = {entrant.anchor: entrant.points_by_round(labels) for entrant in listed}
    found = _start(table, [sum(points) for points in made.values()])
    if found is None:
        return None
    column, before = found
    start = dict(zip(made, before))
    today = {entrant.anchor: at for at, entrant in enumerate(listed)}
    places: dict[str, list[int]] = {anchor: [] for anchor in made}
    for number in range(1, len(labels) + 1):
        points = {anchor: round(start[anchor] + sum(made[anchor][:number]), 6) for anchor in made}
        order = sorted(made, key=lambda anchor: (-points[anchor], today[anchor]))
        for place, anchor in enumerate(order, 1):
            places[anchor].append(place)
    return Progress(labels, places, len(listed), table.words[column])


def _start(table: StandingsTable, made: Sequence[float]) -> tuple[int, list[float]] | None:
    """The column of points, and what each row had before the first round.

    It is the first column in the order of the table that is right for the most rows with nothing
    before: in a McMahon tournament everybody begins with something, else only who has points
    deducted.
    """
    found: list[tuple[int, int, list[float]]] = []
    for column in table.leading_columns:
        values = [row[column].value for row in table.cells if is_number(row[column])]
        figures = [float(value) for value in values if isinstance(value, (int, float))]
        if len(figures) == len(made) and figures == sorted(figures, reverse=True):
            start = [round(figure - points, 6) for figure, points in zip(figures, made)]
            found.append((start.count(0), column, start))
    return max(found, key=lambda entry: entry[0])[1:] if found else None
