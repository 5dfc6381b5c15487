"""The results of wall lists: games of go and chess, which stand in the rows of both players."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...functions.chess.wall_list import PLAYED, parse_round
from ...grammar.references import CellAddress
from ...readers.entrants import is_bye
from .changes import Alternative, SavedResult, format_size, normalize
from .inputs import Inputs, Ranked, TypedRow

_POINTS = {"1": 1.0, "=": 0.5, "0": 0.0, "+": 1.0, "-": 0.0}
_OTHER = {"1": "0", "=": "=", "0": "1", "+": "-", "-": "+"}
_SHOWN = {
    "1": "1\N{EN DASH}0", "=": "½\N{EN DASH}½", "0": "0\N{EN DASH}1",
    "+": "1\N{EN DASH}0", "-": "0\N{EN DASH}1",
}  # fmt: skip
_GO_ENTRY = re.compile(r"\s*(?P<opponent>[1-9]\d*)(?P<result>[-+=\N{MINUS SIGN}])(?P<behind>.*)")
_JIGO = "="


class _Page(NamedTuple):
    """How a page Games is read."""

    sides: tuple[str, str]
    """The columns of both players."""
    written: Mapping[str, str]
    """How a result is written, by its sign for the first of them."""
    parse: Callable[[str], str]
    """The sign of a text; blank for no game that was played."""


def _parse_go_result(text: str) -> str:
    is_forfeit = "!" in text or text.upper().endswith("+F")
    return "" if is_forfeit else {"B+": "+", "W+": "-", _JIGO: "="}.get(text.upper()[:2], "")


def _parse_chess_result(text: str) -> str:
    same = text.replace(" ", "").replace("\N{EN DASH}", "-").replace("½", "=").replace("1/2", "=")
    return {"1-0": "1", "1": "1", "=-=": "=", "=": "=", "0-1": "0", "0": "0"}.get(same, "")


_GO_PAGE = _Page(("black", "white"), {"+": "B+", "=": _JIGO, "-": "W+"}, _parse_go_result)
_CHESS_PAGE = _Page(("white", "black"), {"1": "1-0", "=": "½-½", "0": "0-1"}, _parse_chess_result)


class WallListEntry(NamedTuple):
    """A game in a cell of a wall list."""

    opponent: int
    """The opponent's number."""
    result: str
    write: Callable[[str], str]
    """The text of the cell with another result."""


def read_chess(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The games over the board."""
    del ranked
    results = list(_read_wall_list(inputs, _parse_chess, "1=0", "fide"))
    names = _names(inputs.rows("name", "fide"))
    typed = inputs.rows("white", "black", "result")
    return results + list(_read_games_page(inputs, names, typed, _CHESS_PAGE, "1=0"))


def read_go(inputs: Inputs, ranked: Ranked) -> list[SavedResult]:
    """The games that were played; a jigo is possible where there is one."""
    del ranked
    rows = inputs.rows("name", "r_1")
    entries = [_parse_go(row.text(key)) for row in rows for key in _rounds(row)]
    typed = inputs.rows("black", "white", "result")
    has_jigo = any(entry and entry.result == "=" for entry in entries) or any(
        row.text("result") == _JIGO for row in typed
    )
    results = list(_read_wall_list(inputs, _parse_go, "+=-" if has_jigo else "+-", ""))
    shown = "+=-" if has_jigo else "+-"
    return results + list(_read_games_page(inputs, _names(rows), typed, _GO_PAGE, shown))


def _rounds(row: TypedRow) -> list[str]:
    return [key for key in row.values if re.fullmatch(r"r_\d+", key)]


def _parse_chess(text: str) -> WallListEntry | None:
    found = parse_round(text) if text else None
    if found is None or found.opponent < 0 or found.result not in PLAYED:
        return None
    number = found.opponent + 1
    return WallListEntry(
        number, found.result, lambda result: f"{number}{found.colour or '-'}{result}"
    )


def _parse_go(text: str) -> WallListEntry | None:
    found = _GO_ENTRY.fullmatch(text)
    if not found or found["behind"].startswith("!"):
        return None
    number = int(found["opponent"])
    return WallListEntry(
        number,
        found["result"].replace("\N{MINUS SIGN}", "-"),
        lambda result: f"{number}{result}{found['behind']}",
    )


def _read_wall_list(
    inputs: Inputs, parse: Callable[[str], WallListEntry | None], results: str, names_in: str
) -> Iterator[SavedResult]:
    """The games of a wall list; a game whose other row is missing stands in one row alone."""
    rows = inputs.rows("r_1")
    named = inputs.rows("name", names_in) if names_in else rows
    names = [row.text("name") for row in named]
    for at, row in enumerate(rows):
        for key in _rounds(row):
            entry = parse(row.text(key))
            if entry is None:
                continue
            other = rows[entry.opponent - 1] if entry.opponent <= len(rows) else None
            mirrored = parse(other.text(key)) if other else None
            if mirrored and mirrored.opponent == at + 1:
                if entry.opponent <= at or mirrored.result != _OTHER[entry.result]:
                    continue  # the game was seen already, or both have lost it
            else:
                mirrored = None
            cells = {row.cell(key): (entry, False)}
            if other and mirrored:
                cells[other.cell(key)] = mirrored, True
            if not inputs.can_change(*cells):
                continue
            opponent = names[entry.opponent - 1] if entry.opponent <= len(names) else ""
            sides = names[at], opponent or f"No. {entry.opponent}"
            yield _game(sides, f"round {key[2:]}", entry.result, results, cells)


def _game(
    sides: tuple[str, str],
    round_: str,
    old: str,
    results: str,
    cells: Mapping[CellAddress, tuple[WallListEntry, bool]],
) -> SavedResult:
    def text(result: str) -> str:
        return f"{sides[0]} {_SHOWN[result]} {sides[1]}"

    def condition(result: str) -> str:
        points = _POINTS[result]
        if points == _POINTS["="]:
            return f"if {sides[0]} and {sides[1]} had drawn in {round_}"
        winner, loser = sides if points else sides[::-1]
        return f"if {winner} had won against {loser} in {round_}"

    def alternative(new: str) -> Alternative:
        gain = _POINTS[new] - _POINTS[old]
        values = {
            cell: entry.write(_OTHER[new] if is_other else new)
            for cell, (entry, is_other) in cells.items()
        }
        return Alternative(
            (abs(gain),),
            values,
            text(new),
            format_size(abs(gain), "point"),
            dict(zip(map(normalize, sides), (gain, -gain))),
            condition(new),
        )

    at = results.index(old) if old in results else 0
    better, worse = results[:at][::-1], results[at + 1 :]
    return SavedResult(
        frozenset(map(normalize, sides)),
        f"{text(old)} ({round_})",
        [[alternative(new) for new in direction] for direction in (better, worse)],
    )


def _names(players: Sequence[TypedRow]) -> Mapping[str, str]:
    """The name of each player by the number in the list."""
    return {str(at): row.text("name") for at, row in enumerate(players, 1) if row.text("name")}


def _read_games_page(
    inputs: Inputs, names: Mapping[str, str], games: Sequence[TypedRow], page: _Page, results: str
) -> Iterator[SavedResult]:
    """The games that are typed on the page Games, each once."""
    for row in games:
        result = page.parse(row.text("result"))
        if not result or not inputs.can_change(row.cell("result")):
            continue
        first, second = (names.get(row.text(key), row.text(key)) for key in page.sides)
        if is_bye(first) or is_bye(second):
            continue
        entry = WallListEntry(0, result, page.written.__getitem__)
        cells = {row.cell("result"): (entry, False)}
        yield _game((first, second), f"round {row.text('round')}", result, results, cells)
