"""The results of Tantrix: the margin of a game tile by tile, or the TPs of a match in tenths."""

from __future__ import annotations

from collections.abc import Iterator

from ...functions.tantrix.points import FULL_PERCENT, GAME_TPS
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow

_LARGEST_MARGIN = 40
"""The margin up to which is tried; where there is a larger one, up to that."""
_STEPS_OF_A_TP = 10


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The games or matches that were played, by whoever."""
    if inputs.saved.has_inputs("margin"):
        rows = [row for row in inputs.rows("player_a", "event") if row.whole("margin") is not None]
        largest = max((abs(row.whole("margin") or 0) for row in rows), default=0)
        most = max(largest, _LARGEST_MARGIN)
        return [
            SavedResult(
                _sides(row), _text_of_game(row, row.whole("margin") or 0), _margins(row, most)
            )
            for row in rows
            if inputs.can_change(row.cell("margin"))
        ]
    return [
        SavedResult(_sides(row), _text_of_match(row, *scores), list(_shares(row, ranked, *scores)))
        for row in inputs.rows("player_a", "event")
        if (scores := _scores(row)) and inputs.can_change(row.cell("tps_a"), row.cell("tps_b"))
    ]


def _sides(row: TypedRow) -> frozenset[str]:
    return frozenset(normalize(row.text(key)) for key in ("player_a", "player_b"))


def _text_of_game(row: TypedRow, margin: int) -> str:
    sign = "+" if margin > 0 else "\N{MINUS SIGN}" if margin < 0 else ""
    game = f"{row.text('player_a')} \N{EN DASH} {row.text('player_b')}"
    return f"{game} {sign}{format_size(abs(margin), 'tile')}"


def _margins(row: TypedRow, most: int) -> list[Ladder]:
    old, cell = row.whole("margin") or 0, row.cell("margin")
    return [
        [
            Alternative(
                (float(abs(margin - old)),),
                {cell: margin},
                _text_of_game(row, margin),
                format_size(abs(margin - old), "tile"),
            )
            for margin in margins
        ]
        for margins in (range(old + 1, most + 1), range(old - 1, -most - 1, -1))
    ]


def _scores(row: TypedRow) -> tuple[float, float] | None:
    """The TPs of both sides of a match; none of a bye."""
    a, b = row.number("tps_a"), row.number("tps_b")
    return None if a is None or b is None or row.whole("games") is None else (a, b)


def _text_of_match(row: TypedRow, a: float, b: float) -> str:
    return f"{row.text('player_a')} {a:g}\N{EN DASH}{b:g} {row.text('player_b')}"


def _shares(row: TypedRow, ranked: Ranked, a: float, b: float) -> Iterator[Ladder]:
    """TPs that go from one side to the other, as far as that side has some."""
    cells = row.cell("tps_a"), row.cell("tps_b")
    names = [normalize(row.text(key)) for key in ("player_a", "player_b")]
    games = {name: ranked.number("games", name) for name in names}

    def gains(moved: float) -> dict[str, float]:
        """What it does to each side's TP%."""
        return {
            name: FULL_PERCENT * tps / (GAME_TPS * played)
            for name, tps in zip(names, (moved, -moved))
            if (played := games[name])
        }

    for sign, lost in ((1, b), (-1, a)):
        yield [
            Alternative(
                (step / _STEPS_OF_A_TP,),
                dict(zip(cells, scores)),
                _text_of_match(row, *scores),
                format_size(step / _STEPS_OF_A_TP, "TP"),
                gains(moved),
            )
            for step in range(1, int(round(lost * _STEPS_OF_A_TP, 6)) + 1)
            for moved in [sign * step / _STEPS_OF_A_TP]
            for scores in [(round(a + moved, 9), round(b - moved, 9))]
        ]
