"""A feature of a league is one file: all that a workbook needs of it follows from its class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.explanations.events import calculated
from tests.templates.calculated import Calculated
from tests.templates.tables import Tables
from xl_tourney.errors import OptionError
from xl_tourney.explanations.explain import explain
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.feature import AMOUNT, Extra, Feature, Rules
from xl_tourney.templates.league.rules.files import read_rules
from xl_tourney.templates.parts.columns import Heading
from xl_tourney.templates.parts.settings import Setting

RULES = 'name = "Town"\nsource = "4."\npoints = "3-1-0"\ncriteria = ["Points", "For"]\n'
GAMES = (("Reds", "Blues", 3, 0), ("Blues", "Reds", 4, 3), ("Reds", "Golds", 0, 0))
SHEET = """Reds,Blues,3,0,1
Blues,Reds,4,3,2
Reds,Golds,0,0,3
"""


@pytest.fixture
def many_goals(monkeypatch: pytest.MonkeyPatch) -> type[Feature]:
    """A feature that no league has: points for so many goals."""
    monkeypatch.setattr(Feature, "kinds", [*Feature.kinds])

    @dataclass(frozen=True)
    class ManyGoals(Feature):
        part = "many_goals"

        goals: int
        worth: float = 1

        extra = Extra(
            "many",
            "Many goals",
            Heading("MG", "Points for many goals"),
            "{home_many} at home and {away_many} away: {many}.",
        )

        def settings(self, rules: Rules) -> Iterator[Setting]:
            yield Setting("ManyGoals", "So many goals give points.", self.goals, AMOUNT)
            yield Setting("ManyGoalsPoints", "So many points.", self.worth, AMOUNT)

        def extra_points(self, side: str, own: str, other: str, rules: Rules) -> str:
            return f"IF({own}>=ManyGoals,ManyGoalsPoints,0)"

    return ManyGoals


def games() -> League:
    return League([LeagueGame(*game, str(n)) for n, game in enumerate(GAMES, 1)])


def figures(book: Calculated, *keys: str) -> dict[str, list[Any]]:
    rows = [row for row in book.table("standings") if row["name"]]
    return {row["name"]: [row[key] for key in keys] for row in rows}


@pytest.mark.parametrize("functions", ["native", "addin"])
def test_a_feature_brings_settings_columns_and_values(
    many_goals: type[Feature], functions: Any, tmp_path: Path
) -> None:
    rules = f"{RULES}[many_goals]\ngoals = 3\nworth = 2\n"
    built = TEMPLATES["league"].build(games(), functions=functions, rules=rules)
    assert "ManyGoals" in built.defined_names
    heads = {cell.value: cell.comment for cell in built["Standings"][5]}
    assert "MG" in heads
    book = Calculated(built, tmp_path)
    assert figures(book, "many", "points") == {"Reds": [4, 8], "Blues": [2, 5], "Golds": [0, 1]}
    book.change({"ManyGoals": 4})
    assert figures(book, "many", "points") == {"Blues": [2, 5], "Reds": [0, 4], "Golds": [0, 1]}


def test_the_file_of_rules_says_its_fields(many_goals: type[Feature]) -> None:
    assert read_rules(f"{RULES}[many_goals]\ngoals = 3\n").of(many_goals) == many_goals(3)
    assert read_rules(RULES).of(many_goals) is None
    for more, message in (
        ("worth = 2", "many_goals.goals is missing; add a number"),
        ("goals = 2.5", "many_goals.goals is 2.5; it must be a whole number from 1"),
        ("goals = 2\ngaols = 3", "many_goals.gaols is not known; known are goals and worth"),
    ):
        with pytest.raises(OptionError, match=message):
            read_rules(f"{RULES}[many_goals]\n{more}\n")


def test_its_figure_is_explained(many_goals: type[Feature], tmp_path: Path) -> None:
    (tmp_path / "games.csv").write_text(f"home,away,home_score,away_score,round\n{SHEET}", "utf-8")
    rules = f"{RULES}[many_goals]\ngoals = 3\nworth = 2\n"
    book = calculated(TEMPLATES["league"], tmp_path / "games.csv", rules=rules)
    built = TEMPLATES["league"].build(games(), rules=rules)
    place = Tables(built.tables).place("standings[0].many")
    said = "\n".join(explain(book, place.replace("'", "")).lines())
    assert "2 at home and 2 away: 4." in said


def test_a_clean_sheet_gives_points(tmp_path: Path) -> None:
    rules = RULES.replace("criteria", "clean_sheet = 1\ncriteria")
    league = League([*games().rows, LeagueGame("Golds", "Blues", None, None, "4")])
    book = Calculated(TEMPLATES["league"].build(league, rules=rules), tmp_path)
    assert figures(book, "clean_sheet", "points", "best_place") == {
        "Reds": [2, 6, 1],
        "Blues": [0, 3, 1],
        "Golds": [1, 2, 1],  # three points and a clean sheet would make it level with Reds
    }
