"""Leagues of many sports: why a place, the nearest flip, and who can still finish where."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from openpyxl.utils import column_index_from_string

from tests.explanations.events import calculated
from tests.explanations.possible_games import MOST, TEAMS, Cells, faults, game
from tests.templates import test_league_conferences as conferences
from tests.templates import test_league_split as split
from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from xl_tourney.events.adapters import league_scores
from xl_tourney.events.event import Event
from xl_tourney.events.standings.table import find_standings
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import explain
from xl_tourney.explanations.flip.search import nearest_flip
from xl_tourney.readers.league import read
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.feature import Rules
from xl_tourney.templates.league.rules.files import read_rules

TO_COME = 2
"""How many of the games are left to play."""
OF_EACH_KIND = (
    "volleyball", "rugby-six-nations", "cricket-t20", "ice-hockey", "chess-teams", "darts-groups",
    "table-tennis-teams", "basketball", "tennis", "efl", "nfl",
)  # fmt: skip
"""A sport of each kind of result; test_possible_results.py asks about the results of all rules."""
OF_EACH_SCORE = OF_EACH_KIND[:7]
"""Sets, points, runs and so on are counted there."""


def games(name: str, rules: Rules, chance: Random) -> list[Cells]:
    """A round robin, of which the last games are to come."""
    pairs = [dict(zip(("home", "away"), pair)) for pair in combinations(TEAMS, 2)]
    chance.shuffle(pairs)
    return [
        {"round": at, **pair, **(game(name, rules, chance) if at <= len(pairs) - TO_COME else {})}
        for at, pair in enumerate(pairs, 1)
    ]


def as_csv(rows: list[Cells]) -> str:
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return "\n".join(
        [",".join(keys), *(",".join(str(row.get(key, "")) for key in keys) for row in rows)]
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_EACH_KIND)
def test_no_place_is_called_impossible_that_is_reached(name: str, tmp_path: Path) -> None:
    """The games to come are played in several ways; all places lie between best and worst."""
    rules, chance = read_rules(name), Random(name)
    rows = games(name, rules, chance)
    (tmp_path / "games.csv").write_text(as_csv(rows), "utf-8")
    league = read(source_of(tmp_path / "games.csv"))
    book = Calculated(TEMPLATES["league"].build(league, rules=name, teams=4, rows=6), tmp_path)
    table = book.table("standings")[:4]
    bounds = {row["name"]: (row["best_place"], row["worst_place"]) for row in table}
    assert all(1 <= best <= worst <= 4 for best, worst in bounds.values())
    settled = {row["name"]: row["state"] for row in table}
    for _ in range(4):
        played = {
            f"results[{at}].{key}": value
            for at in range(len(rows) - TO_COME, len(rows))
            for key, value in game(name, rules, chance).items()
        }
        for row in book.change(played).table("standings")[:4]:
            best, worst = bounds[row["name"]]
            assert best <= row["place"] and row["place"] + row["mark"].count("=") <= worst + 1
            if settled[row["name"]] == "first":
                assert row["place"] == 1


def opened(folder: Path, **options: Any) -> tuple[Book, Event, list[str]]:
    """The workbook of the games in a folder, opened once, and its teams by place."""
    book = calculated(TEMPLATES["league"], folder / "games.csv", **options)
    standings = next(iter(find_standings(book.values)))
    order = [row[standings.row_header_column] for row in standings.rows if row[0]]
    return book, book.event, order


@pytest.mark.slow
@pytest.mark.parametrize("name", OF_EACH_SCORE)
def test_places_are_explained_and_turned_round_by_a_result_that_can_be(
    name: str, tmp_path: Path
) -> None:
    rules, chance = read_rules(name), Random(f"{name} 1")
    rows = games(name, rules, chance)
    (tmp_path / "games.csv").write_text(as_csv(rows), "utf-8")
    book, saved, order = opened(tmp_path, rules=name, teams=4, rows=6)
    for one in order:
        sentence = next(explain(book, one).lines())
        assert sentence.startswith(f"{one} ") and " of 4" in sentence, sentence
        assert "goal" not in sentence or rules.scores == "goals" or rules.is_football, sentence
    flip = nearest_flip(saved, order[0], order[1])
    if flip is None:
        return
    assert flip.new_places.above > flip.new_places.below
    tables = Tables(saved.tables)["results"]
    keys = {column_index_from_string(tables.letter(c.key)): c.key for c in tables.columns}
    (at,) = {changed.cell.row - tables.first for changed in flip.cells}
    new = {keys[changed.cell.column]: changed.new for changed in flip.cells}
    assert list(faults(name, rules, rows[at] | new)) == []
    assert rules.scores.removesuffix("s") in flip.alternative.change


DIVIDED: dict[str, tuple[str, list[Any]]] = {
    split.RULES: (
        "place",
        [(*row[:2], min(row[2], 2), min(row[3], 2), row[4]) for row in split.FIRST]
        + split.THEN[:2],
    ),
    conferences.RULES: (
        "division",
        [
            (*pair, at % 4, at % 3, at)
            for at, pair in enumerate(combinations(conferences.DIVISIONS, 2))
        ],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", DIVIDED, ids=["parts", "divisions"])
def test_no_flip_leaves_a_part_or_a_division(
    rules: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that divided has nobody who leaves its part; places of two divisions are two.

    Since no change of a result is enough, all are tried.
    """
    monkeypatch.setattr(league_scores, "LEAST_HIGHEST", MOST)
    said, played = DIVIDED[rules]
    rows = [dict(zip(("home", "away", "home_score", "away_score", "round"), row)) for row in played]
    for row in rows if said == "division" else ():
        for side in ("home", "away"):
            row[f"{side}_group"] = conferences.DIVISIONS[row[side]]
    (tmp_path / "games.csv").write_text(as_csv(rows), "utf-8")
    (tmp_path / "rules.toml").write_text(rules, "utf-8")
    teams = {row[side] for row in rows for side in ("home", "away")}
    options: dict[str, Any] = {"teams": len(teams), "rows": len(rows)}
    book, saved, order = opened(tmp_path, rules=str(tmp_path / "rules.toml"), **options)
    sentences = [next(explain(book, one).lines()) for one in order]
    if said == "place":
        assert all(" of 4 with " in sentence for sentence in sentences)
        assert nearest_flip(saved, "Reds", "Greens") is None
    else:
        assert all(" of 2 in division " in sentence for sentence in sentences)
    flips = [nearest_flip(saved, *pair) for pair in zip(order[::2], order[1::2])]
    assert any(flips)
    assert all(flip.new_places.above > flip.new_places.below for flip in flips if flip)
