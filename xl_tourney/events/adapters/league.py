"""The results of a league: scores goal by goal, or games between two teams of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ...functions.race.race import exact
from ...grammar.references import CellAddress
from ...readers.tables.teams.boards import points_of_boards, sum_of_boards, text_of_boards
from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets
from ..cells import Row
from ..event import Event
from .league_scores import PossibleScores, Score, is_late, moved_points, turned_sets, won_sets
from .results import (
    Alternative,
    DecidingFigure,
    Ladder,
    Rivals,
    Slip,
    TypedResult,
    format_size,
    normalize,
)

FIGURES = {
    "Points": DecidingFigure("points"),
    "Pct": DecidingFigure("percent"),
    "Wins": DecidingFigure("won"),
}
_TEAMS = ("home", "away")
_SCORES = ("home_score", "away_score")
_KINDS = ("second", "wickets", "bonus")
_BESIDE = tuple(f"{side}_{kind}" for kind in _KINDS for side in _TEAMS)
"""What is typed beside a score."""
_HALF = 0.5


def _parts_in(text: str) -> str:
    """Sets, or single games, as one cell has them; blank for a score alone.

    >>> _parts_in("25:20, 20-25;25-22"), _parts_in("3-1")
    ('25-20 20-25 25-22', '')
    """
    found = points_of_sets(text) or points_of_boards(text)
    return text_of_boards(found) if len(found) > 1 else ""


SLIPS = (Slip(_TEAMS, _SCORES, parts="sets", parts_in=_parts_in),)


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The games that were played, or the games between two teams where the table lists teams."""
    if event.has_inputs(*_TEAMS):
        return list(_read_games(event))
    records = {normalize(row.text("name")): row for row in event.rows("name", "won")}
    upper, lower = (records[normalize(name)] for name in (rivals.above, rivals.below))
    if event.has_inputs("figure_1"):
        return [TypedResult(lower.sides("name"), "", [_more_of_figure(event, upper, lower)])]
    return [TypedResult(rivals.names, "", [list(_games_between(event, upper, lower))])]


class _Game(NamedTuple):
    """A game, or a match of several boards, and its score."""

    row: Row
    score: Score
    possible: PossibleScores

    def text(self, score: Score) -> str:
        """A score with both teams."""
        written = text_of_boards([score]).replace("-", "\N{EN DASH}")
        return f"{self.row.text('home')} {written} {self.row.text('away')}"

    def other(
        self, size: float, values: Mapping[CellAddress, Any], score: Score, detail: str = ""
    ) -> Alternative:
        """The game with another score."""
        text = self.text(score) + (f" ({detail})" if detail else "")
        gains = self.possible.gains(self.row, self.score, score)
        return Alternative.by(size, self.possible.unit, values, text, gains)


def _read_games(event: Event) -> Iterator[TypedResult]:
    beside = [key for key in ("overtime", *_BESIDE) if event.has_inputs(key)]
    sets = event.setting("SetsToWin")
    to_win = int(sets) if isinstance(sets, (int, float)) else None
    rows = event.rows(*_TEAMS, *beside)
    scored = [
        (row, score)
        for row in rows
        # an Overtime that names the winner makes no sense beside another score
        if (score := _score(row, to_win)) and not row.sides("overtime") <= row.sides(*_TEAMS)
    ]
    possible = PossibleScores.of(event, scored)
    if boards := event.setting("BoardsOfMatch"):
        yield from _read_matches(event, rows, int(boards), possible)
        return
    for row, score in scored:
        if event.can_change(*map(row.cell, _SCORES), *_cells_of_sets(row)):
            game, round_ = _Game(row, score, possible), row.text("round")
            text = game.text(score) + (f" ({round_})" if round_ else "")
            yield TypedResult(row.sides(*_TEAMS), text, list(_ladders(game, *score)))


def _score(row: Row, to_win: int | None) -> tuple[int, int] | None:
    """The score of a row with two teams: whole numbers from 0, or what its sets give."""
    if not all(map(row.text, _TEAMS)):
        return None
    home, away = map(row.whole, _SCORES)
    if home is None and away is None and to_win and _cells_of_sets(row):
        return won_sets(row.text("sets"), to_win)
    return None if home is None or away is None or min(home, away) < 0 else (home, away)


def _cells_of_sets(row: Row) -> list[CellAddress]:
    """The cell of the sets, where something is typed into it."""
    return [row.cell("sets")] if row.get("sets") else []


def _ladders(game: _Game, home: int, away: int) -> Iterator[Ladder]:
    """Goals added for one side, or taken from it, while the other side has a fixed number."""
    row, possible = game.row, game.possible
    sets = points_of_sets(row.text("sets")) if _cells_of_sets(row) else []
    if sets and possible.sets and not is_result(sets, possible.sets):
        if all(row.get(key) is None for key in (*_SCORES, *_BESIDE)):
            # else what is typed beside the sets would contradict others
            for size, turned in turned_sets(sets, possible.sets):
                points = " ".join(f"{own}-{other}" for own, other in turned)
                values = {row.cell("sets"): points}
                yield [game.other(size, values, count_sets(turned), points)]
        return
    beside = [key for key in _BESIDE if row.get(key) not in (None, "")]
    if beside and home != away:
        yield [_turned_round(game, home, away)]
    if any(key.endswith("bonus") for key in beside):
        return  # which points go with another score is not known

    def other(own: int, against: int) -> Alternative:
        size = abs(own - home) + abs(against - away)
        if sets:
            return game.other(size, {row.cell("sets"): f"{own}:{against}"}, (own, against))
        changed = zip(_SCORES, (own, against), game.score)
        values = {row.cell(key): new for key, new, old in changed if new != old}
        return game.other(size, values, (own, against))

    late = is_late(row)
    for against in range(possible.most + 1):
        own_scores = [
            own
            for own in range(possible.most + 1)
            if (own, against) != (home, away) and possible.allows(row, late, own, against)
        ]
        yield [other(own, against) for own in own_scores if own >= home]
        yield [other(own, against) for own in reversed(own_scores) if own < home]


def _turned_round(game: _Game, home: int, away: int) -> Alternative:
    """The whole game turned round, with all that is typed beside its score."""
    row = game.row
    values: dict[CellAddress, object] = dict.fromkeys(_cells_of_sets(row), f"{away}:{home}")
    for kind in ("score", *_KINDS):
        one, other = (f"{side}_{kind}" for side in _TEAMS)
        if row.get(one) != row.get(other):
            values |= {row.cell(one): row[other], row.cell(other): row[one]}
    return game.other(2 * abs(home - away), values, (away, home))


def _read_matches(
    event: Event, rows: list[Row], count: int, possible: PossibleScores
) -> Iterator[TypedResult]:
    """The matches whose single games were typed: points of the boards go from side to side."""
    for row in rows:
        boards = points_of_boards(row.text("sets"))
        game = _Game(row, sum_of_boards(boards), possible)
        is_alone = all(row.number(key) is None for key in _SCORES)
        is_played = len(boards) == count or sum(game.score) == count
        if is_alone and is_played and event.can_change(cell := row.cell("sets")):
            ladders = [
                [
                    game.other(size, {cell: text}, sum_of_boards(changed), text)
                    for size, changed in moved_points(boards, to_home)
                    for text in [text_of_boards(changed)]
                ]
                for to_home in (True, False)
            ]
            yield TypedResult(row.sides(*_TEAMS), game.text(game.score), ladders)


# A table of teams ---------------------------------------------------------------------------------


def _more_of_figure(event: Event, upper: Row, lower: Row) -> Ladder:
    """More of the figure that decides first, for the lower team of a table that was summed."""
    cell, heading = lower.cell("figure_1"), lower.heading("figure_1")
    have, ahead = (row.number("figure_1") or 0.0 for row in (lower, upper))
    if not event.can_change(cell) or ahead < have:
        return []  # fewer are better there
    step = _HALF if (2 * (ahead - have)) % 2 else 1.0
    return [
        Alternative(
            (size,),
            {cell: have + size},
            f"{lower.text('name')} with {have + size:g} {heading}",
            f"{size:g} {heading}",
        )
        for count in range(1, int((ahead - have) / step) + 2)
        for size in [step * count]
    ]


def _games_between(event: Event, upper: Row, lower: Row) -> Iterator[Alternative]:
    """The games between two teams that the upper one may have won."""
    figures = {
        row.cell(key): exact(row.number(key) or 0)
        for row in (upper, lower)
        for key in ("won", "lost", "tied")
    }
    if not event.can_change(*figures):
        return
    has_ties = any(row.number("tied") for row in event.rows("name", "won"))
    most = min(figures[upper.cell("won")], figures[lower.cell("lost")])
    for halves in range(1, 2 * int(most) + 1):
        turned, tied = divmod(halves, 2)
        if tied and not has_ties:
            continue
        gone = turned + tied
        changes = (-gone, turned, tied, turned, -gone, tied)
        values = {
            cell: float(figure + change)
            for (cell, figure), change in zip(figures.items(), changes)
            if change
        }
        games = f"{upper.text('name')} against {lower.text('name')}"
        text = f"{_outcomes(turned, tied)} of {games} instead of won"
        yield Alternative.by(halves / 2, "game", values, text)


def _outcomes(lost: int, tied: int) -> str:
    """Games with their outcomes.

    >>> _outcomes(3, 1), _outcomes(0, 1)
    ('3 games lost and 1 tied', '1 game tied')
    """
    games = format_size(lost or tied, "game")
    if not lost:
        return f"{games} tied"
    return f"{games} lost and {tied} tied" if tied else f"{games} lost"
