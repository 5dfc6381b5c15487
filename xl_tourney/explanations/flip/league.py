"""The results of a league: scores goal by goal, or games between two teams of a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...functions.race.race import exact
from ...grammar.references import CellAddress
from ...readers.tables.teams.boards import points_of_boards, sum_of_boards, text_of_boards
from ...readers.tables.teams.scores import count_sets, is_result, points_of_sets
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow
from .sets import Sets, moved_points, turned_sets, won_sets

_ALL_OUT = 10
"""The wickets after which nobody bats."""
_HALF = 0.5
_MOST_OF_A_BALL = 6
_LEAST_HIGHEST = 10
"""The highest score that is tried at least; where there are higher ones, up to twice those."""


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The games that were played, or the games between two teams where the table lists teams."""
    if inputs.filled.has_inputs("home", "away"):
        return _read_games(inputs)
    records = {normalize(row.text("name")): row for row in inputs.rows("name", "won")}
    upper, lower = (records[normalize(name)] for name in (ranked.above, ranked.below))
    if inputs.filled.has_inputs("figure_1"):
        return list(_read_figure(inputs, upper, lower))
    return list(_read_record(inputs, upper, lower))


class _Rules(NamedTuple):
    """Which results a game of the league can have, and what they are worth."""

    most: int
    """The highest score that is tried."""
    has_draws: bool
    late_margin: int | None
    """By how much a game after regular time is won; None if by any margin."""
    points: tuple[float, float, float, float, float] | None
    """For a win, a draw, a loss, and a win and a loss after regular time."""
    sets: int | None = None
    """How many sets win a game, where a score counts these."""
    overs: float | None = None
    """The overs of a side, where these count."""
    unit: str = "goal"
    """What a score counts one of."""

    @classmethod
    def of(cls, inputs: Inputs, games: Sequence[_Game]) -> _Rules:
        """The rules as the results so far and the named cells show them."""
        scores = [score for _, score in games]
        late = [abs(home - away) for row, (home, away) in games if _is_late(row)]
        has_draws = any(home == away for home, away in scores)
        names = ("WinPoints", "DrawPoints", "LossPoints", "OvertimeWinPoints", "OvertimeLossPoints")
        points = [inputs.filled.setting(name) for name in names]
        by_points = inputs.filled.text("Criterion1") == "Points"
        settings = inputs.filled.setting
        counts_more = any(
            settings(name) is not None
            for name in ("LateMargin", "MostBonus", "LosingBonus", "SecondBonus", "SplitAfter")
        )
        is_known = by_points and all(isinstance(value, (int, float)) for value in points)
        sets, overs = settings("SetsToWin"), settings("FullOvers")
        return cls(
            max(_LEAST_HIGHEST, 2 * max((goals for score in scores for goals in score), default=0)),
            has_draws
            or not (
                (late or inputs.filled.text("Criterion1") == "Pct")
                or points[1] == points[2]
                or (sets is not None and points[0] != points[3])
            ),
            1 if late and set(late) == {1} else None,
            (points[0], points[1], points[2], points[3], points[4])
            if is_known and not counts_more
            else None,
            int(sets) if isinstance(sets, (int, float)) else None,
            float(overs) if isinstance(overs, (int, float)) else None,
            inputs.filled.text("ScoresCount").removesuffix("s") or "goal",
        )

    def allows(self, home: int, away: int, late: bool) -> bool:
        """Whether a game can end so."""
        if self.sets is not None and home != away:
            return max(home, away) == self.sets > min(home, away)
        if self.sets is not None and home != self.sets - 1:
            return False
        if home == away:
            return self.has_draws and not late
        return not late or self.late_margin is None or abs(home - away) == self.late_margin

    def can_end(self, row: TypedRow, score: tuple[int, int]) -> bool:
        """Whether the overs of both sides go with a score.

        A side that is not out, and has overs left, has won with its last ball.
        """
        if self.overs is None:
            return True
        for side, own, other in (("home", *score), ("away", *score[::-1])):
            overs, out = row.number(f"{side}_second"), row.number(f"{side}_wickets")
            is_short = overs is not None and 0 < overs < self.overs and (out or 0) < _ALL_OUT
            if is_short and not 0 < own - other <= _MOST_OF_A_BALL:
                return False
        return True

    def worth(self, own: float, other: float, late: bool) -> float:
        """The points of one side."""
        assert self.points
        win, draw, loss, late_win, late_loss = self.points
        if own == other:
            return draw
        return (late_win if late else win) if own > other else (late_loss if late else loss)


_REGULAR = frozenset(("", "0", "no", "false", "reg", "n/a", "-"))
"""What the column Overtime says of a game that was decided in regular time, in small letters."""


def _is_late(row: TypedRow) -> bool:
    return row.text("overtime").strip().casefold() not in _REGULAR


def _read_games(inputs: Inputs) -> list[SavedResult]:
    has_overtime = inputs.filled.has_inputs("overtime")
    keys = ("home", "away", *(("overtime",) if has_overtime else ()))
    typed = inputs.filled.has_inputs("home_wickets")
    keys += ("home_second", "away_second", "home_wickets", "away_wickets") if typed else ()
    sets = inputs.filled.setting("SetsToWin")
    to_win = int(sets) if isinstance(sets, (int, float)) else None
    games = [
        (row, score)
        for row in inputs.rows(*keys)
        if (score := _score(row, to_win)) and not _names_winner(row)
    ]
    rules = _Rules.of(inputs, games)
    if count := inputs.filled.setting("BoardsOfMatch"):
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


_Game = tuple[TypedRow, tuple[int, int]]
_SCORES = ("home_score", "away_score")


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


def _ladders(row: TypedRow, home: int, away: int, rules: _Rules) -> Iterator[Ladder]:
    """Goals added for one side, or taken from it, while the other side has a fixed number."""
    sets = points_of_sets(row.text("sets")) if _cells_of_sets(row) else []
    if sets and rules.sets and not is_result(sets, rules.sets):
        yield from _turned_sets(row, (home, away), sets, rules)
        return
    late = _is_late(row)

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
                and rules.can_end(row, score)
            ]


def _turned_sets(
    row: TypedRow, score: tuple[int, int], sets: Sets, rules: _Rules
) -> Iterator[Ladder]:
    """The same sets, some of them won by the other side, a ladder each."""
    if not rules.sets or any(row.number(key) is not None for key in (*_SCORES, "home_second")):
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


def _read_boards(inputs: Inputs, count: int, rules: _Rules) -> Iterator[SavedResult]:
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
    row: TypedRow, new: tuple[float, float], old: tuple[float, float], rules: _Rules
) -> dict[str, float] | None:
    """The points that each side gains; None where more than the score gives any."""
    if rules.points is None:
        return None
    late = _is_late(row)
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
