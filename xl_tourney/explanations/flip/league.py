"""The results of a league: scores goal by goal, or games between two teams of a table."""

from __future__ import annotations

from collections.abc import Iterator

from ...functions.race.race import exact
from ...grammar.references import CellAddress
from ...readers.tables.teams.boards import points_of_boards, sum_of_boards, text_of_boards
from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow
from .possible import Possible, Sets, is_late, moved_points, turned_sets, won_sets

_HALF = 0.5


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The games that were played, or the games between two teams where the table lists teams."""
    if inputs.saved.has_inputs("home", "away"):
        return _read_games(inputs)
    records = {normalize(row.text("name")): row for row in inputs.rows("name", "won")}
    upper, lower = (records[normalize(name)] for name in (ranked.above, ranked.below))
    if inputs.saved.has_inputs("figure_1"):
        return list(_read_figure(inputs, upper, lower))
    return list(_read_record(inputs, upper, lower))


def _read_games(inputs: Inputs) -> list[SavedResult]:
    more = [key for key in ("overtime", *_BESIDE) if inputs.saved.has_inputs(key)]
    keys = ("home", "away", *more)
    sets = inputs.saved.setting("SetsToWin")
    to_win = int(sets) if isinstance(sets, (int, float)) else None
    games = [
        (row, score)
        for row in inputs.rows(*keys)
        if (score := _score(row, to_win)) and not _names_winner(row)
    ]
    rules = Possible.of(inputs, games)
    if count := inputs.saved.setting("BoardsOfMatch"):
        return [*_read_boards(inputs, int(count), rules)]
    return [
        SavedResult(
            frozenset(normalize(row.text(side)) for side in ("home", "away")),
            _text(row, *score) + (f" ({row.text('round')})" if row.text("round") else ""),
            list(_ladders(row, *score, rules)),
        )
        for row, score in games
        if inputs.can_change(*(row.cell(key) for key in _SCORES), *_cells_of_sets(row))
    ]


def _names_winner(row: TypedRow) -> bool:
    """Whether Overtime names who won a level game: beside another score that makes no sense."""
    named = normalize(row.text("overtime"))
    return bool(named) and named in (normalize(row.text("home")), normalize(row.text("away")))


_SCORES = ("home_score", "away_score")
_BESIDE = tuple(
    f"{side}_{key}" for key in ("second", "wickets", "bonus") for side in ("home", "away")
)
"""What is typed beside a score."""


def _cells_of_sets(row: TypedRow) -> list[CellAddress]:
    """The cell of the sets, where something is typed into it."""
    return [row.cell("sets")] if row.values.get("sets") else []


def _score(row: TypedRow, to_win: int | None) -> tuple[int, int] | None:
    """The score of a row with two teams: whole numbers from 0, or what its sets give."""
    if not (row.text("home") and row.text("away")):
        return None
    home, away = map(row.whole, _SCORES)
    if home is None and away is None and to_win and _cells_of_sets(row):
        return won_sets(row.text("sets"), to_win)
    return None if home is None or away is None or min(home, away) < 0 else (home, away)


def _text(row: TypedRow, home: float, away: float) -> str:
    score = text_of_boards([(home, away)]).replace("-", "\N{EN DASH}")
    return f"{row.text('home')} {score} {row.text('away')}"


def _ladders(row: TypedRow, home: int, away: int, rules: Possible) -> Iterator[Ladder]:
    """Goals added for one side, or taken from it, while the other side has a fixed number."""
    sets = points_of_sets(row.text("sets")) if _cells_of_sets(row) else []
    if sets and rules.sets and not is_result(sets, rules.sets):
        yield from _turned_sets(row, (home, away), sets, rules)
        return
    late = is_late(row)
    yield from _turned_round(row, (home, away), rules)

    def values(score: tuple[int, int]) -> dict[CellAddress, object]:
        if sets:
            return {row.cell("sets"): f"{score[0]}:{score[1]}"}
        cells = map(row.cell, _SCORES)
        return {cell: a for cell, a, b in zip(cells, score, (home, away)) if a != b}

    for other in range(rules.most + 1):
        for scores in (range(home, rules.most + 1), range(home, -1, -1)):
            yield [
                Alternative(
                    (float(size),),
                    values(score),
                    _text(row, *score),
                    format_size(size, rules.unit),
                    _gains(row, score, (home, away), rules),
                )
                for score in ((own, other) for own in scores)
                if (size := abs(score[0] - home) + abs(score[1] - away))
                and not (scores.step < 0 and score[0] == home)
                and rules.allows(*score, late)
                and rules.fits(row, score)
            ]


def _turned_round(row: TypedRow, score: tuple[int, int], rules: Possible) -> Iterator[Ladder]:
    """The whole game turned round, where more than its score is typed."""
    beside = [key for key in _BESIDE if row.values.get(key) not in (None, "")]
    size = 2 * abs(score[0] - score[1])
    if not (beside and size):
        return
    values: dict[CellAddress, object] = {}
    sets = _cells_of_sets(row)
    if sets:
        values[sets[0]] = f"{score[1]}:{score[0]}"
    for key in ("score", "second", "wickets", "bonus"):
        home, away = f"home_{key}", f"away_{key}"
        if row.values.get(home) != row.values.get(away):
            values |= {row.cell(home): row.values[away], row.cell(away): row.values[home]}
    yield [
        Alternative(
            (float(size),),
            values,
            _text(row, *score[::-1]),
            format_size(size, rules.unit),
            _gains(row, score[::-1], score, rules),
        )
    ]


def _turned_sets(
    row: TypedRow, score: tuple[int, int], sets: Sets, rules: Possible
) -> Iterator[Ladder]:
    """The same sets, some of them won by the other side, a ladder each."""
    if not rules.sets or any(row.values.get(key) is not None for key in (*_SCORES, *_BESIDE)):
        return  # what is typed beside the sets would contradict others
    for size, turned in turned_sets(sets, rules.sets):
        home, away = map(int, count_sets(turned))
        points = " ".join(f"{own}-{other}" for own, other in turned)
        yield [
            Alternative(
                (float(size),),
                {row.cell("sets"): points},
                f"{_text(row, home, away)} ({points})",
                format_size(size, rules.unit),
                _gains(row, (home, away), score, rules),
            )
        ]


def _read_boards(inputs: Inputs, count: int, rules: Possible) -> Iterator[SavedResult]:
    """The matches whose single games were typed: points of the boards go from side to side."""
    for row in inputs.rows("home", "away"):
        boards = points_of_boards(row.text("sets"))
        old = sum_of_boards(boards)
        is_alone = all(row.number(key) is None for key in _SCORES)
        is_played = len(boards) == count or sum(old) == count
        if not (is_alone and is_played and inputs.can_change(row.cell("sets"))):
            continue
        yield SavedResult(
            frozenset(normalize(row.text(side)) for side in ("home", "away")),
            _text(row, *old),
            [
                [
                    Alternative(
                        (size,),
                        {row.cell("sets"): text_of_boards(changed)},
                        f"{_text(row, *sum_of_boards(changed))} ({text_of_boards(changed)})",
                        format_size(size, rules.unit),
                        _gains(row, sum_of_boards(changed), old, rules),
                    )
                    for size, changed in moved_points(boards, to_home)
                ]
                for to_home in (True, False)
            ],
        )


def _gains(
    row: TypedRow, new: tuple[float, float], old: tuple[float, float], rules: Possible
) -> dict[str, float] | None:
    """The points that each side gains; None where more than the score gives any."""
    if rules.points is None:
        return None
    late = is_late(row)
    worth = [
        rules.worth(*s, late) - rules.worth(*t, late)
        for s, t in ((new, old), (new[::-1], old[::-1]))
    ]
    return dict(zip((normalize(row.text(side)) for side in ("home", "away")), worth))


def _read_figure(inputs: Inputs, upper: TypedRow, lower: TypedRow) -> Iterator[SavedResult]:
    """More of the figure that decides first, for the lower team of a table that was summed."""
    cell, heading = lower.cell("figure_1"), lower.heading("figure_1")
    have, ahead = (row.number("figure_1") or 0.0 for row in (lower, upper))
    if not inputs.can_change(cell) or ahead < have:
        return  # fewer are better there
    step = _HALF if (2 * (ahead - have)) % 2 else 1.0
    sizes = [step * k for k in range(1, int((ahead - have) / step) + 2)]
    rungs = [
        Alternative(
            (size,),
            {cell: have + size},
            f"{lower.text('name')} with {have + size:g} {heading}",
            f"{size:g} {heading}",
        )
        for size in sizes
    ]
    yield SavedResult(frozenset((normalize(lower.text("name")),)), "", [rungs])


def _read_record(inputs: Inputs, upper: TypedRow, lower: TypedRow) -> Iterator[SavedResult]:
    """The games between two teams that the upper one may have won."""
    keys = ("won", "lost", "tied")
    cells = [row.cell(key) for row in (upper, lower) for key in keys]
    if not inputs.can_change(*cells):
        return
    figures = [exact(row.number(key) or 0) for row in (upper, lower) for key in keys]
    has_ties = any(row.number("tied") for row in inputs.rows("name", "won"))
    won, lost, tied, other_won, other_lost, other_tied = figures
    names = upper.text("name"), lower.text("name")
    rungs = []
    for halves in range(1, 2 * int(min(won, other_lost)) + 1):
        turned, new_ties = divmod(halves, 2)
        if new_ties and not has_ties:
            continue
        gone = turned + new_ties
        new = [
            *(won - gone, lost + turned, tied + new_ties),
            *(other_won + turned, other_lost - gone, other_tied + new_ties),
        ]
        values = {
            cell: float(value) for cell, old, value in zip(cells, figures, new) if old != value
        }
        size = halves / 2
        text = f"{_outcomes(turned, new_ties)} of {names[0]} against {names[1]} instead of won"
        rungs.append(Alternative((size,), values, text, format_size(size, "game")))
    yield SavedResult(frozenset(map(normalize, names)), "", [rungs])


def _outcomes(lost: int, tied: int) -> str:
    """Games with their outcomes.

    >>> _outcomes(3, 1), _outcomes(0, 1)
    ('3 games lost and 1 tied', '1 game tied')
    """
    games = format_size(lost or tied, "game")
    if not lost:
        return f"{games} tied"
    return f"{games} lost and {tied} tied" if tied else f"{games} lost"
