"""The samples as they were before their last games: half of the last results are blank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from xl_tourney.events.cells import read_rows
from xl_tourney.events.event import Event
from xl_tourney.grammar.references import CellAddress, column_number
from xl_tourney.templates.parts.table import Table

SCORES = (
    ("home_score", "away_score"),
    ("margin", "minutes_a", "minutes_b"),
    ("games", "tps_a", "tps_b"),
    ("score", "score_ew", "contract", "by", "tricks"),
)
"""The columns of a result where one row is a game, by template."""


def half_played(path: Path, target: Path) -> int:
    """Write a copy without half of the last results; gives how many games are open."""
    saved = Event.open(path)
    cells: dict[CellAddress, Any] = {}
    games = 0
    for game in _last_results(saved):
        games += 1
        cells |= game
    target.write_bytes(saved.with_values(cells))
    return games


def _last_results(saved: Event) -> Iterator[Mapping[CellAddress, Any]]:
    """The cells of each game that has no result yet, with what stands in them."""
    tables = {key: table for table in saved.tables for key in _inputs(table)}
    if "r_1" in tables:
        open_game = "{}?" if saved.template.name == "go" else "{}{}"
        yield from _of_wall_list(saved, tables["r_1"], open_game)
        return
    keys = next(keys for keys in SCORES if set(keys) <= tables.keys())
    table = tables[keys[0]]
    rows = read_rows(table, saved.values)
    played = [at for at, row in enumerate(rows) if any(row[key] is not None for key in keys)]
    for at in played[-max(2, len(played) // 6) :]:
        yield {_cell(table, key, at): None for key in keys if rows[at][key] is not None}


def _of_wall_list(
    saved: Event, table: Table, open_game: str
) -> Iterator[Mapping[CellAddress, Any]]:
    rows = read_rows(table, saved.values)
    rounds = [key for key in rows[0] if re.fullmatch(r"r_\d+", key)]
    last = [key for key in rounds if any(row[key] for row in rows)][-1]
    entries = [re.match(r"(\d+)([wb]?)", str(row[last] or "")) for row in rows]
    games = [
        (at, int(entry[1]) - 1)
        for at, entry in enumerate(entries)
        if entry and at < int(entry[1]) - 1
    ]
    for sides in games[: (len(games) + 1) // 2]:
        found = {at: entries[at] for at in sides}
        yield {
            _cell(table, last, at): open_game.format(*entry.groups())
            for at, entry in found.items()
            if entry
        }


def _inputs(table: Table) -> Sequence[str]:
    return [column.key for column in table.columns if column.is_input]


def _cell(table: Table, key: str, at: int) -> CellAddress:
    return CellAddress(table.sheet.title, table.first + at, column_number(table.letter(key)))
