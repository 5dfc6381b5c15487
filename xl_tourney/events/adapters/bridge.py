"""The results of bridge: the score of a line, one possible score after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from ...catalogue.cells import to_block
from ...functions import CATALOGUE
from ...functions.bridge.contracts import TRICKS, VULNERABILITY, Contract, all_contracts
from ...templates.bridge.scores.contracts import SYMBOLS
from ..cells import Row
from ..event import Event
from .results import (
    Alternative,
    DecidingFigure,
    Rivals,
    Slip,
    TypedResult,
    both_ways,
    format_size,
    normalize,
)

FIGURES = {"": DecidingFigure("score", is_own=False, rounding=0.01, is_only=True)}
_PAIRS = {"ns": "NS", "ew": "EW"}
"""The columns of the pairs, and which side each is."""


def _list_lines(event: Event) -> Iterator[Row]:
    """The lines of the travellers, each with the number of its board."""
    boards, lines = event.rows("board"), event.rows("ns", "ew", "score")
    for at, line in enumerate(lines):
        place = at * len(boards) // len(lines)
        number = boards[place].integer("board") or place + 1
        yield Row(line.table, line.number_on_sheet, {**line, "round": number})


_ADJUSTED = r"A[+-]?|A\d{4}|\d\d?/\d\d?|NP|NOT PLAYED|PASS|P"
SLIPS = (Slip(("ns", "ew"), ("score",), texts=_ADJUSTED, games=_list_lines, when="Board"),)
_METHODS = ("standard", "acbl", "modified")
"""How match-points are counted, where these rank."""
_CONTRACTS = {contract.code: contract for contract in all_contracts()}
Gains = Callable[[Row, int], Mapping[str, float]]
"""Gives what another score of a line is to two pairs, in percent of the match-points."""


def read_results(event: Event, rivals: Rivals) -> list[TypedResult]:
    """The lines with a score, on the boards that one of two pairs has played."""
    boards = event.rows("board")
    rows = event.rows("ns", "ew", "score")
    block = len(rows) // len(boards)
    names = {row.text("pair"): row.text("names") for row in event.rows("pair", "names")}
    found: list[TypedResult] = []
    for at, row in enumerate(boards):
        number = row.number("board")
        if number is None:
            continue
        board, on_board = int(number), rows[at * block : (at + 1) * block]
        lines = [line for line in on_board if _is_scored(line, event)]
        if any(rivals.names & line.sides(*_PAIRS) for line in lines):
            gains = _gains_on_board(on_board, board, event, rivals)
            for line in lines:
                sides = (named_pair(line.text(key), names) for key in _PAIRS)
                found.append(_read_line(line, board, " against ".join(sides), gains))
    return found


def named_pair(number: str, names: Mapping[str, str]) -> str:
    """A pair by its number, as travellers have it, with the names of its players.

    >>> named_pair("5", {"5": "Ann & Bob"}), named_pair("7", {})
    ('pair 5 (Ann & Bob)', 'pair 7')
    """
    return f"pair {number} ({names[number]})" if names.get(number) else f"pair {number}"


def _is_scored(line: Row, event: Event) -> bool:
    """Whether a line has one score for both sides, and cells that can be changed."""
    is_number = line.whole("score") is not None
    return (
        all(map(line.text, _PAIRS))
        and (is_number or bool(line.text("contract") and not line.text("score")))
        and not line.text("score_ew")
        and event.can_change(line.cell("score"), line.cell("tricks"))
    )


# What a score is worth ----------------------------------------------------------------------------


def _gains_on_board(lines: Sequence[Row], board: int, event: Event, rivals: Rivals) -> Gains | None:
    """None where something other than match-points ranks, or a score is not clear."""
    method, due = event.text("Method"), event.setting("ResultsDue")
    if method not in _METHODS or not isinstance(due, (int, float)):
        return None
    scores: list[object] = []
    seats: list[tuple[str, str, int, float]] = []
    for at, line in enumerate(lines):
        score = line["score"]
        if score in (None, "") and line.text("contract"):
            played = _played(line, board)
            if played is None:
                return None
            score = played.score
        if line.text("score_ew"):
            return None
        scores.append(score)
        for key, side in _PAIRS.items():
            if (name := normalize(line.text(key))) in rivals.names:
                worth = _percent_of_a_point(rivals, name)
                if worth is None:
                    return None
                seats.append((name, side, at, worth))

    def gains(line: Row, score: int) -> dict[str, float]:
        changed = [score if other is line else s for other, s in zip(lines, scores)]
        return {
            name: worth * (new[at] - old[at])
            for name, side, at, worth in seats
            for new, old in [[_points(tuple(s), method, side, due) for s in (changed, scores)]]
        }

    return gains


@lru_cache(maxsize=16)
def _points(scores: tuple[object, ...], method: str, side: str, due: float) -> list[float]:
    """The match-points of a side for each score of a board."""
    column = CATALOGUE["MATCHPOINT"]([[score] for score in scores], method, "points", side, due)
    return [float(p) if isinstance(p, (int, float)) else 0.0 for (p,) in to_block(column)]


def _percent_of_a_point(rivals: Rivals, name: str) -> float | None:
    """What a match-point is to a pair, whose total is for the full number of boards."""
    figures = [rivals.number(key, name) for key in ("score", "total", "full", "boards")]
    score, total, full, boards = (figure or 0.0 for figure in figures)
    return score / total * full / boards if total and boards else None


# What else a line could have been -----------------------------------------------------------------


def _read_line(line: Row, board: int, sides: str, gains: Gains | None) -> TypedResult:
    """Other numbers of tricks in the contract, or other scores where there is none."""
    table = f"board {board}, {sides}"
    typed, played = line.whole("score"), _played(line, board)
    is_by_tricks = played is not None and typed in (None, played.score)
    old = played.score if played and is_by_tricks else typed

    def other(score: int, values: Mapping[str, int], text: str) -> Alternative:
        cells = {line.cell(key): value for key, value in values.items()}
        gained = gains and gains(line, score)
        return Alternative.by(abs(score - (old or 0)), "point", cells, text, gained)

    def of_tricks(tricks: int) -> Alternative:
        assert played
        score = played.scores[tricks]
        values = {"tricks": tricks} if typed is None else {"tricks": tricks, "score": score}
        return other(score, values, f"{format_size(tricks, 'trick')} there ({score})")

    def of_score(score: int) -> Alternative:
        return other(score, {"score": score}, f"{score} there")

    if played and is_by_tricks:
        declared = f"{line.text('contract')} by {line.text('by')}"
        text = f"{format_size(played.tricks, 'trick')} in {declared} ({table}, {old})"
        ladders = both_ways(played.tricks, range(TRICKS + 1), of_tricks)
        return TypedResult(line.sides(*_PAIRS), text, ladders)
    has_score = typed is not None and not line.text("contract")
    ladders = both_ways(typed or 0, _possible_scores(board), of_score) if has_score else []
    return TypedResult(line.sides(*_PAIRS), f"{typed} ({table})", ladders)


class _Played(NamedTuple):
    """A contract that was played."""

    tricks: int
    scores: Sequence[int]
    """North-South's score of each number of tricks."""

    @property
    def score(self) -> int:
        """North-South's score."""
        return self.scores[self.tricks]


def _played(line: Row, board: int) -> _Played | None:
    """The contract of a line; None where it is not clear, or how many tricks were taken."""
    code = line.text("contract").upper()
    for symbol, letter in SYMBOLS.items():
        code = code.replace(symbol, letter)
    contract, by = _CONTRACTS.get(code), line.text("by").upper()
    tricks = _tricks_taken(line.text("tricks"), contract) if contract and by else None
    if contract is None or tricks is None:
        return None
    side = "NS" if by in "NS" else "EW"
    return _Played(tricks, _scores(contract, side, board))


def _scores(contract: Contract, side: str, board: int) -> list[int]:
    """North-South's score of each number of tricks in a contract of a side."""
    is_vulnerable = VULNERABILITY[(board - 1) % len(VULNERABILITY)] in (side, "All")
    sign = 1 if side == "NS" else -1
    return [sign * contract.score(tricks, is_vulnerable) for tricks in range(TRICKS + 1)]


def _tricks_taken(text: str, contract: Contract) -> int | None:
    """How many tricks were taken, written as their number or as those beyond the contract."""
    text = text.replace("\N{MINUS SIGN}", "-").removeprefix("=") or "+0"
    try:
        number = int(text)
    except ValueError:
        return None
    tricks = number + contract.tricks_due if text[0] in "+-" else number
    return tricks if 0 <= tricks <= TRICKS else None


@lru_cache(maxsize=len(VULNERABILITY))
def _possible_scores(board: int) -> list[int]:
    """Every score of North-South that a contract can have on a board, in order."""
    by_contract = [
        _scores(contract, side, board)
        for contract in _CONTRACTS.values()
        for side in _PAIRS.values()
    ]
    return sorted({0, *chain(*by_contract)})
