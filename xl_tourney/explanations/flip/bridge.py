"""The results of bridge: the score of a line, one possible score after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ...catalogue.cells import to_block
from ...functions import CATALOGUE
from ...functions.bridge.contracts import TRICKS, VULNERABILITY, Contract, all_contracts
from ...templates.bridge.scores.contracts import SYMBOLS
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow

_NS = "NS"
_METHODS = ("standard", "acbl", "modified")
"""How match-points are counted, where these rank."""
_CONTRACTS = {contract.code: contract for contract in all_contracts()}


def read_results(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The lines with a score, on the boards that one of two pairs has played."""
    boards = inputs.saved.inputs("board")
    rows = inputs.rows("ns", "ew", "score")
    block = len(rows) // len(boards)
    pairs = {normalize(ranked.above), normalize(ranked.below)}
    found: list[SavedResult] = []
    for at, row in enumerate(boards):
        board = row["board"]
        if not isinstance(board, (int, float)):
            continue
        on_board = rows[at * block : (at + 1) * block]
        lines = [line for line in on_board if _is_scored(line, inputs)]
        if any(pairs & _sides(line) for line in lines):
            gains = _Gains.on_board(on_board, int(board), inputs, ranked)
            found += [_read_line(line, int(board), gains) for line in lines]
    return found


class _Gains(NamedTuple):
    """What another score on a board is to two pairs, in percent of the match-points."""

    scores: Mapping[int, object]
    """The score of each line of the board, by its row."""
    method: str
    due: float
    seats: Sequence[tuple[str, str, int, float]]
    """Where one of the two sat: pair, side, row, and the percent of a match-point."""

    @classmethod
    def on_board(
        cls, lines: Sequence[TypedRow], board: int, inputs: Inputs, ranked: Ranked
    ) -> _Gains | None:
        """None where something other than match-points ranks, or a score is not clear."""
        method, due = inputs.saved.text("Method"), inputs.saved.setting("ResultsDue")
        if method not in _METHODS or not isinstance(due, (int, float)):
            return None
        scores: dict[int, object] = {}
        seats = []
        for line in lines:
            score = line.values["score"]
            if score in (None, "") and line.text("contract"):
                found = _contract_of(line, board)
                score = found[1][found[0]] if found else None
                if found is None:
                    return None
            if line.text("score_ew"):
                return None
            scores[line.row] = score
            for key, side in (("ns", _NS), ("ew", "EW")):
                name = normalize(line.text(key))
                if name in (normalize(ranked.above), normalize(ranked.below)):
                    worth = _percent_of_a_point(ranked, name)
                    if worth is None:
                        return None
                    seats.append((name, side, line.row, worth))
        return cls(scores, method, float(due), seats)

    def of(self, row: int, score: int) -> dict[str, float]:
        """The gains of both where a line has another score."""
        changed, rows = {**self.scores, row: score}, list(self.scores)

        def points(scores: Mapping[int, object], side: str, own: int) -> float:
            return _points(tuple(scores.values()), self.method, side, self.due)[rows.index(own)]

        return {
            name: worth * (points(changed, side, own) - points(self.scores, side, own))
            for name, side, own, worth in self.seats
        }


@lru_cache(maxsize=16)
def _points(scores: tuple[object, ...], method: str, side: str, due: float) -> list[float]:
    """The match-points of a side for each score of a board."""
    column = CATALOGUE["MATCHPOINT"]([[score] for score in scores], method, "points", side, due)
    return [float(p) if isinstance(p, (int, float)) else 0.0 for (p,) in to_block(column)]


def _percent_of_a_point(ranked: Ranked, name: str) -> float | None:
    """What a match-point is to a pair, whose total is for the full number of boards."""
    figures = [ranked.number(key, name) for key in ("score", "total", "full", "boards")]
    score, total, full, boards = (figure or 0.0 for figure in figures)
    return score / total * full / boards if total and boards else None


def _is_scored(line: TypedRow, inputs: Inputs) -> bool:
    """Whether a line has one score for both sides, and cells that can be changed."""
    cells = [line.cell(key) for key in ("score", "tricks")]
    has_pairs = bool(line.text("ns") and line.text("ew"))
    has_score = line.whole("score") is not None or bool(line.text("contract"))
    return (
        has_pairs
        and has_score
        and not line.text("score_ew")
        and (line.whole("score") is not None or not line.text("score"))
        and inputs.can_change(*cells)
    )


def _sides(line: TypedRow) -> frozenset[str]:
    return frozenset(normalize(line.text(key)) for key in ("ns", "ew"))


def _read_line(line: TypedRow, board: int, gains: _Gains | None) -> SavedResult:
    vulnerability = VULNERABILITY[(board - 1) % len(VULNERABILITY)]
    table = f"board {board}, {line.text('ns')} against {line.text('ew')}"
    if found := _by_tricks(line, board, table, gains):
        return found
    old = line.whole("score")
    ladders: list[Ladder] = []
    if old is not None and not line.text("contract"):
        possible = _possible_scores(vulnerability in (_NS, "All"), vulnerability in ("EW", "All"))
        for scores in (
            [score for score in possible if score > old],
            [score for score in reversed(possible) if score < old],
        ):
            ladders.append(
                [
                    Alternative(
                        (float(abs(score - old)),),
                        {line.cell("score"): score},
                        f"{score} there",
                        format_size(abs(score - old), "point"),
                        gains and gains.of(line.row, score),
                    )
                    for score in scores
                ]
            )
    return SavedResult(_sides(line), f"{old} ({table})", ladders)


def _contract_code(text: str) -> str:
    code = text.upper()
    for old, new in SYMBOLS.items():
        code = code.replace(old, new)
    return code


def _contract_of(line: TypedRow, board: int) -> tuple[int, dict[int, int]] | None:
    """The tricks taken in a contract, and North-South's score of each number; None if unclear."""
    contract = _CONTRACTS.get(_contract_code(line.text("contract")))
    if contract is None or not line.text("by"):
        return None
    taken = _tricks(line.text("tricks"), contract)
    if taken is None:
        return None
    side = _NS if line.text("by").upper() in _NS else "EW"
    vulnerable = VULNERABILITY[(board - 1) % len(VULNERABILITY)] in (side, "All")
    sign = 1 if side == _NS else -1
    return taken, {n: sign * contract.score(n, vulnerable) for n in range(TRICKS + 1)}


def _by_tricks(line: TypedRow, board: int, table: str, gains: _Gains | None) -> SavedResult | None:
    """Other numbers of tricks in the contract, each with its score; None if tricks are unclear."""
    found = _contract_of(line, board)
    if found is None:
        return None
    taken, score = found
    typed = line.whole("score")
    if typed is not None and typed != score[taken]:
        return None

    def alternative(tricks: int) -> Alternative:
        size = abs(score[tricks] - score[taken])
        values = {line.cell("tricks"): tricks}
        if typed is not None:
            values[line.cell("score")] = score[tricks]
        text = f"{format_size(tricks, 'trick')} there ({score[tricks]})"
        gained = gains and gains.of(line.row, score[tricks])
        return Alternative((float(size),), values, text, format_size(size, "point"), gained)

    ladders: list[Ladder] = [
        [alternative(tricks) for tricks in range(taken + 1, TRICKS + 1)],
        [alternative(tricks) for tricks in range(taken - 1, -1, -1)],
    ]
    declared = f"{line.text('contract')} by {line.text('by')}"
    text = f"{format_size(taken, 'trick')} in {declared} ({table}, {score[taken]})"
    return SavedResult(_sides(line), text, ladders)


def _tricks(text: str, contract: Contract) -> int | None:
    """How many tricks were taken, written as their number or as those beyond the contract."""
    text = text.replace("\N{MINUS SIGN}", "-").removeprefix("=") or "+0"
    try:
        number = int(text)
    except ValueError:
        return None
    tricks = number + contract.tricks_due if text[0] in "+-" else number
    return tricks if 0 <= tricks <= TRICKS else None


@lru_cache(maxsize=4)
def _possible_scores(ns_vulnerable: bool, ew_vulnerable: bool) -> list[int]:
    """Every score of North-South that a contract can have, in order."""
    return sorted({0, *_side_scores(ns_vulnerable, 1), *_side_scores(ew_vulnerable, -1)})


def _side_scores(vulnerable: bool, sign: int) -> Iterator[int]:
    for contract in _CONTRACTS.values():
        for tricks in range(TRICKS + 1):
            yield sign * contract.score(tricks, vulnerable)
