"""The cases of the chess tie-breaks: each figure, and what the functions give for it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from xl_tourney.functions import CHESS_PLACE, TIEBREAK
from xl_tourney.readers.chess import ChessTournament, read_trf

DATA = Path(__file__).parents[1] / "data" / "chess"
CASES: list[dict[str, Any]] = json.loads((DATA / "figures.json").read_text("utf-8"))
SYSTEMS = {"swiss": "rematch", "team-swiss": "rematch", "round-robin": "round-robin"}
"""Some Swiss tournaments of the data have players who met twice."""
TEAM_BOARDS = 4
BOARDS_11_14 = {10: "/1==0", 13: "/0==1"}
"""The boards of Held's match 11 v 14 in round 3, which his exercises 46 and 48 give."""


class Figure(NamedTuple):
    """A published figure, and what comes out."""

    kind: str
    name: str
    got: object
    published: object


@cache
def tournament(file: str) -> ChessTournament:
    return read_trf(DATA / file)


@cache
def held_teams() -> list[list[str]]:
    lines = (DATA / "held_team.csv").read_text("utf-8").split()
    rows = [line.split(";")[1:] for line in lines]
    for row, boards in BOARDS_11_14.items():
        rows[row][2] += boards
    return rows


def wall_list(case: dict[str, Any]) -> tuple[list[list[str]], object, int | None]:
    """The wall list of a case, the ratings, and the boards of a match of teams."""
    if case["trf"] == "held_team.csv":
        return held_teams(), None, TEAM_BOARDS
    found = tournament(case["trf"])
    if case["mode"] == "team-swiss":
        return found.team_wall_list, None, found.boards
    return found.wall_list, found.ratings, None


def is_place(case: dict[str, Any]) -> bool:
    """Whether the values are places by the list of codes, not the tie-break itself."""
    return "gives" in case


def columns_of(cases: list[dict[str, Any]], rules: str) -> dict[str, list[Any]]:
    """The column of each case, for cases of one tournament: as few calls as will do."""
    first = cases[0]
    rows, ratings, boards = wall_list(first)
    options = (ratings, rules, SYSTEMS[first["mode"]])
    columns = {}
    plain = [case for case in cases if not is_place(case)]
    for unrated in {case.get("unrated") for case in plain}:
        some = [case for case in plain if case.get("unrated") == unrated]
        codes = [[case["tiebreak"] for case in some]]
        block = TIEBREAK(rows, codes, *options, unrated, None, boards)
        assert isinstance(block, list), (first["trf"], block.message)
        columns.update({case["id"]: list(column) for case, column in zip(some, zip(*block))})
    for case in cases:
        if is_place(case):
            places = CHESS_PLACE(rows, case["tiebreak"], *options, None, None, boards)
            assert isinstance(places, list), (case["id"], places.message)
            columns[case["id"]] = [place for (place,) in places]
    return columns


def figures() -> Iterator[Figure]:
    """Every figure under every text that it holds for."""
    groups: defaultdict[tuple[str, str, str], list[dict[str, Any]]] = defaultdict(list)
    for case in CASES:
        for rules in case["rules"]:
            groups[case["trf"], case["mode"], rules].append(case)
    for (file, mode, rules), cases in groups.items():
        columns = columns_of(cases, rules)
        numbers = range(1, 1 + len(columns[cases[0]["id"]]))
        places = {str(n): n for n in numbers}
        if mode != "team-swiss":
            places = {str(number): n for number, n in tournament(file).numbers.items()}
        for case in cases:
            column = columns[case["id"]]
            if case.get("gives", "").startswith("order"):
                order = sorted(numbers, key=lambda n: (column[n - 1], n))
                column = [order.index(n) + 1 for n in numbers]
            printed = "printed" if case.get("printed") else "computed"
            for number, published in case["values"].items():
                got = column[places[number] - 1]
                if published is None:
                    published = "#N/A"
                elif isinstance(got, float) and abs(got - published) <= case.get("tolerance", 0):
                    got = published
                name = case["tiebreak"].partition("/")[0]
                yield Figure(
                    f"{printed}, {mode}, {name}",
                    f"{case['id']}, {rules}, number {number}",
                    got,
                    published,
                )
