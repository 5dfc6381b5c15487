"""The forms of criteria of go: the value, its derivation, the native column, the LAMBDA."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from inspect import signature
from pathlib import Path
from typing import Any

from tests.chess_forms import faults_of_derivations
from tests.hosts.test_lambdas import disagreeing
from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.random_go import ROOMS, tournaments
from xl_tourney.functions import CATALOGUE
from xl_tourney.functions.go.criteria import Criterion
from xl_tourney.functions.go.rows import wins
from xl_tourney.templates import TEMPLATES

ROOM = ROOMS[0]


def tournaments_of(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Random tournaments, as they are typed into a workbook, all of whose rows are there."""
    for typed in tournaments(ROOM, count, seed):
        yield {**typed, "Outsiders": "no"}


def native_workbook(folder: Path) -> Calculated:
    """A workbook of native formulas with all criteria."""
    options: dict[str, Any] = {"rows": ROOM.players, "rounds": ROOM.rounds}
    return Calculated(TEMPLATES["go"].build(functions="native", **options), folder)


def arguments_of(book: Calculated, record: Criterion, drop: int) -> Sequence[Any]:
    """The arguments of a criterion's function, as the workbook has them."""

    def column(key: str) -> list[list[Any]]:
        return [[value] for value in book.column("score", key, ROOM.players)]

    said = {
        "wall_list": book.rows("rounds", f"clean_1:clean_{ROOM.rounds}"),
        "scores": column("for_sums"),
        "drop": drop,
        "unplayed": column("unplayed") if record.counts_unplayed else 0,
        "handicap": book["UseHandicap"],
        "start": column("base"),
        "not_played": book["NBWCounts" if record.takes is wins else "ScoreCounts"],
    }
    return [said[name] for name in signature(record.takes).parameters]


def disagreements(
    book: Calculated, typed: dict[str, Any], records: Iterable[Criterion], derivations: bool = True
) -> list[str]:
    """The forms of a tournament's criteria that give another value than Python."""
    book.change(typed)
    found = []
    for record in records:
        for drop in (0, *record.drops):
            arguments = arguments_of(book, record, drop)
            block = CATALOGUE[record.code](*arguments)
            if not any(value for (value,) in block if value != ""):
                continue  # nobody has anything
            key = f"{record.code.lower()}_{drop}" if drop else record.code.lower()
            native = [[value] for value in book.column("score", key, ROOM.players)]
            there = [[value] if shown != [""] else [""] for [value], shown in zip(block, native)]
            if not same(native, there, 1e-9):
                found.append(f"native {record.code}-{drop}: {native}, not {block}")
            found += disagreeing([(record.code, tuple(arguments))])
            if derivations:
                found += faults_of_derivations(arguments, block, record.code)
    return found
