"""The results of bridge: the score of a line, one possible score after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ...functions.bridge.contracts import TRICKS, VULNERABILITY, Contract, all_contracts
from ...templates.bridge.scores.contracts import SYMBOLS
from .changes import Alternative, Ladder, SavedResult, format_size, normalize
from .inputs import Inputs, TypedRow

_NS = "NS"
_CONTRACTS = {contract.code: contract for contract in all_contracts()}


def read_results(inputs: Inputs, above: str, below: str) -> list[SavedResult]:
    """The lines with a score, on the boards that one of two pairs has played."""
    boards = inputs.filled.inputs("board")
    rows = inputs.rows("ns", "ew", "score")
    block = len(rows) // len(boards)
    pairs = {normalize(above), normalize(below)}
    found: list[SavedResult] = []
    for at, row in enumerate(boards):
        board = row["board"]
        if not isinstance(board, (int, float)):
            continue
        lines = [line for line in rows[at * block : (at + 1) * block] if _is_scored(line, inputs)]
        if any(pairs & _sides(line) for line in lines):
            found += [_read_line(line, int(board)) for line in lines]
    return found


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


def _read_line(line: TypedRow, board: int) -> SavedResult:
    vulnerability = VULNERABILITY[(board - 1) % len(VULNERABILITY)]
    contract = _CONTRACTS.get(_contract_code(line.text("contract")))
    table = f"board {board}, {line.text('ns')} against {line.text('ew')}"
    if contract and line.text("by"):
        side = _NS if line.text("by").upper() in _NS else "EW"
        found = _by_tricks(line, contract, side, vulnerability in (side, "All"), table)
        if found:
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


def _by_tricks(
    line: TypedRow, contract: Contract, side: str, vulnerable: bool, table: str
) -> SavedResult | None:
    """Other numbers of tricks in the contract, each with its score; None if tricks are unclear."""
    taken = _tricks(line.text("tricks"), contract)
    if taken is None:
        return None
    sign = 1 if side == _NS else -1
    score = {tricks: sign * contract.score(tricks, vulnerable) for tricks in range(TRICKS + 1)}
    typed = line.whole("score")
    if typed is not None and typed != score[taken]:
        return None

    def alternative(tricks: int) -> Alternative:
        size = abs(score[tricks] - score[taken])
        values = {line.cell("tricks"): tricks}
        if typed is not None:
            values[line.cell("score")] = score[tricks]
        text = f"{format_size(tricks, 'trick')} there ({score[tricks]})"
        return Alternative((float(size),), values, text, format_size(size, "point"))

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
