"""What games say beside the table: the result of each, the form of a player, places by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ..records import NO_RESULT, OPPONENT, RESULT, ROUND, Figure, Game, Records, when_of
from ..standings import StandingsTable, is_number
from .players import Players, PublishedPlayer

Outcome = Literal["won", "drawn", "lost"]
POINTS = "Points"
_SCORES = (("Score", "Against"), ("TPs", "Against"))
"""The headings of what either side of a game made."""
_SIGNS: Mapping[str, str] = {"won": "1–0", "drawn": "½–½", "lost": "0–1"}
_WORTH: Mapping[Outcome | None, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0, None: 0.0}
LAST = 5
"""The form of a player are so many games."""


@dataclass(frozen=True)
class Round:
    """The games of a round, or of a day, a board or an event."""

    label: str
    games: Sequence[Game]

    @property
    def is_open(self) -> bool:
        """Whether a game of it is to be played."""
        return any(game.is_open for game in self.games)

    @property
    def is_begun(self) -> bool:
        """Whether a game of it has been played: who has a bye is known before."""
        return not all(game.is_open or game.is_alone for game in self.games)


def rounds_of(records: Sequence[Records]) -> list[Round]:
    """The rounds of an event in their order; one without a label where nothing tells them apart."""
    return [
        Round(label, list(games))
        for of in records
        for label, games in groupby(of.games, key=lambda game: game.when)
    ]


def outcome_of(line: Mapping[str, Figure]) -> Outcome | None:
    """How a game ended for the player whose line it is; None where it did not."""
    result = line[RESULT].text if RESULT in line else ""
    for outcome in ("won", "drawn", "lost"):
        if result.startswith(outcome):
            return outcome
    if scores := _scores(line):
        own, other = (_number(figure) for figure in scores)
        if own is not None and other is not None:
            return "won" if own > other else "lost" if own < other else "drawn"
    return None


def result_of(line: Mapping[str, Figure]) -> str:
    """The result of a game from the side of the line, such as 2–1, 1–0 or ½–½.

    >>> result_of({"Result": Figure("won by forfeit")}), result_of({"Result": Figure("bye")})
    ('1–0 by forfeit', 'bye')
    >>> result_of({"Score": Figure("2", True), "Against": Figure("1", True)})
    '2–1'
    """
    if RESULT in line:
        text = line[RESULT].text
        for outcome, sign in _SIGNS.items():
            if text.startswith(outcome):
                return f"{sign}{text.removeprefix(outcome)}"
        return "" if text == NO_RESULT else text
    scores = _scores(line)
    return "–".join(figure.text for figure in scores) if scores and scores[0].text else ""


def form_of(player: PublishedPlayer) -> list[tuple[Outcome, Figure]]:
    """How the last games of a player ended, and against whom; the latest stands last."""
    games = [
        (outcome, line[OPPONENT])
        for record in player.records
        for row in record.rows
        if OPPONENT in (line := dict(zip(record.headings, row)))
        and line[OPPONENT].opponent
        and (outcome := outcome_of(line))
    ]
    return games[-LAST:]


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
    table: StandingsTable, players: Players, rounds: Sequence[Round]
) -> Progress | None:
    """The places after each round: by points, and among level players as they stand today.

    None where points do not decide, where rounds are not told apart, or after one round.
    """
    listed = [player for row in table.cells if (player := players.of_row(table, row))]
    labels = [part.label for part in rounds if part.is_begun]
    if len(labels) < 2 or len(set(labels)) < len(labels) or len(listed) < len(table.cells):
        return None
    if any(ROUND not in game.line for part in rounds for game in part.games):
        return None
    made = {player.anchor: _points_by_round(player, labels) for player in listed}
    found = _start(table, [sum(points) for points in made.values()])
    if found is None:
        return None
    column, before = found
    start = dict(zip(made, before))
    today = {player.anchor: at for at, player in enumerate(listed)}
    places: dict[str, list[int]] = {anchor: [] for anchor in made}
    for number in range(1, len(labels) + 1):
        points = {anchor: round(start[anchor] + sum(made[anchor][:number]), 6) for anchor in made}
        order = sorted(made, key=lambda anchor: (-points[anchor], today[anchor]))
        for place, anchor in enumerate(order, 1):
            places[anchor].append(place)
    return Progress(labels, places, len(listed), table.words[column])


def board_numbers(
    rounds: Sequence[Round], players: Players, typed: Mapping[tuple[str, str], int]
) -> dict[int, int]:
    """The boards of the games of a wall list, by the ids of the games.

    They are those that were typed, by round and player.  Of others the first board has the players
    with the most points before the round; the workbook's page of pairings has the same order.
    """
    labels = [part.label for part in rounds]
    made = {player.anchor: _points_by_round(player, labels) for player in players}
    boards: dict[int, int] = {}
    for number, part in enumerate(rounds):
        strengths: dict[int, tuple[float, float, int]] = {}
        for at, game in enumerate(part.games):
            both = [players.opponent(side) for side in game.sides]
            if ROUND in game.line and RESULT in game.line and all(both):
                points = [sum(made[side.anchor][:number]) for side in both if side]
                strengths[id(game)] = (-max(points), -sum(points), at)
        known = {
            id(game): typed[part.label, game.sides[0].opponent]
            for game in part.games
            if (part.label, game.sides[0].opponent) in typed
        }
        others = sorted(strengths.keys() - known.keys(), key=lambda game: strengths[game])
        boards |= {game: board for board, game in enumerate(others, 1 + len(known))} | known
    return boards


def _points_by_round(player: PublishedPlayer, labels: Sequence[str]) -> list[float]:
    """What a player made in each round: the points of the record, or a point for a win."""
    made = dict.fromkeys(labels, 0.0)
    for record in player.records:
        for row in record.rows:
            line = dict(zip(record.headings, row))
            label = when_of(line)
            if label in made:
                points = _number(line[POINTS]) if POINTS in line else None
                made[label] += _WORTH[outcome_of(line)] if points is None else points
    return list(made.values())


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


def _scores(line: Mapping[str, Figure]) -> tuple[Figure, Figure] | None:
    for own, other in _SCORES:
        if own in line and other in line:
            return line[own], line[other]
    return None


def _number(figure: Figure) -> float | None:
    try:
        return float(figure.text.replace(",", ""))
    except ValueError:
        return None
