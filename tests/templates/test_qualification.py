"""Best and worst places, what is settled, and the page What if, in native workbooks and others."""

from __future__ import annotations

from itertools import product

import pytest

from tests.templates.calculated import Calculated
from tests.templates.variants import keep_exact_figures
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.readers.tantrix import Match
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.games.qualification import race_of
from xl_tourney.templates.league.rules.files import read_rules

pytestmark = pytest.mark.slow

GROUP_D_2014 = [
    LeagueGame("Uruguay", "Costa Rica", 1, 3, "1"),
    LeagueGame("England", "Italy", 1, 2, "1"),
    LeagueGame("Uruguay", "England", 2, 1, "2"),
    LeagueGame("Italy", "Costa Rica", 0, 1, "2"),
    LeagueGame("Italy", "Uruguay", None, None, "3"),
    LeagueGame("Costa Rica", "England", None, None, "3"),
]
FIGURES = "name best_place worst_place to_clinch to_stay state"
"""The columns of the race, by key."""
EXACT = [
    ["Costa Rica", 1, 2, 0, 0, "qualified"],
    ["Italy", 1, 4, 1, 0, "own hands"],
    ["Uruguay", 1, 4, 1, 1, "own hands"],
    ["England", 3, 4, "", "", "out"],
]
WISHES = ("reach", "miss", "best", "worst")


class Book:
    """A calculated workbook of a league; a native one keeps the exact figures."""

    def __init__(self, functions: str, folder, typed: dict | None = None) -> None:
        options = {"rules": "fifa-2022", "places": 2, "teams": 4, "rows": 8}
        built = TEMPLATES["league"].build(League(GROUP_D_2014), functions=functions, **options)
        self.is_native = functions == "native"
        self.tables = built.tables
        for name, value in (typed or {}).items():
            cell = built.defined_names[name].attr_text.partition("!")[2].replace("$", "")
            built["What if"][cell].value = value
        self.book = Calculated(built, folder)
        if self.is_native:
            keep_exact_figures(self.book, self.tables)

    def restore(self, typed: dict) -> None:
        """Take back what a test typed."""
        self.book.change(dict.fromkeys(typed))
        self.book.change({"WhatIfWish": "reach", "WhatIfPlay": "yes"})
        if self.is_native:
            keep_exact_figures(self.book, self.tables)

    def standings(self) -> list[list]:
        return self.book.rows("standings", FIGURES)

    def area(self, key: str, of: str = "to_come") -> str:
        """The cells of a column of the page What if."""
        having = {"to_come": "wished_home", "assumed": "problem", "after": "level"}[of]
        table = next(
            table
            for table in self.tables
            if table.sheet.title == "What if" and any(c.key == having for c in table.columns)
        )
        return f"What if!{table.area(key)}"

    def cell(self, key: str, of: str, row: int = 0) -> str:
        sheet, area = self.area(key, of).split("!")
        first = area.split(":")[0]
        letters = first.rstrip("0123456789")
        return f"{sheet}!{letters}{int(first[len(letters) :]) + row}"


@pytest.fixture(scope="module", params=["native", "addin"])
def league(request, tmp_path_factory) -> Book:
    return Book(request.param, tmp_path_factory.mktemp("qualification"))


@pytest.fixture(scope="module")
def native(tmp_path_factory) -> Book:
    return Book("native", tmp_path_factory.mktemp("qualification"))


@pytest.fixture
def typed(league):
    """Type into cells; they are blank again after the test."""
    cells: dict = {}

    def change(changes: dict) -> Calculated:
        cells.update(changes)
        return league.book.change(changes)

    yield change
    league.restore(cells)


def test_the_group_of_a_world_cup_before_its_last_round(league) -> None:
    assert league.standings() == EXACT
    assert league.book["Status"].partition(";")[0] == "In progress, 2 games to play"


def test_native_figures_are_bounds_as_soon_as_a_result_changes(tmp_path) -> None:
    league = Book("native", tmp_path)
    exact = "Best and worst place are exact but for fair play to come after"
    assert league.book["RaceNote"] == f"{exact} 4 results."
    league.book.change({"results[0].away_score": 4})  # as many points, another difference
    assert league.book["RaceKnown"] == 0
    league.book.change({"results[0].away_score": 3})
    assert league.book["RaceNote"].startswith("Best and worst place are exact")
    league.book.change({"results[4].home_score": 2, "results[4].away_score": 0})
    assert league.book["RaceKnown"] == 0 and "have changed since" in league.book["RaceNote"]
    bounds = league.standings()
    keep_exact_figures(league.book, league.tables)
    assert f"{exact} 5 results" in league.book["RaceNote"]
    for (team, best, worst, _, _, state), found in zip(bounds, league.standings()):
        assert best <= found[1] and worst >= found[2], team
        assert state in ("open", found[5])


@pytest.mark.parametrize(
    "change",
    [{"Places": 3}, {"WinPoints": 2}, {"listed[3].name": None}, {"results[5].home": "Italy"}],
    ids=["places", "points", "a team less", "another game"],
)
def test_native_figures_are_of_these_places_points_and_games(tmp_path, change) -> None:
    league = Book("native", tmp_path)
    assert league.book["RaceKnown"] == 1
    assert league.book.change(change)["RaceKnown"] == 0


# What if ------------------------------------------------------------------------------------------


def scenario_is_borne_out(league: Book, team: str, wish: str) -> None:
    """The answer, the results, and the place in the table then."""
    best, worst = next((row[1], row[2]) for row in EXACT if row[0] == team)
    book = league.book
    possible = {"reach": best <= 2, "miss": worst > 2, "best": True, "worst": True}[wish]
    wished = [row for row in book[league.area("wished_home")] if row[0] != ""]
    assert ("impossible" in book["What if!A9"]) == (not possible)
    assert len(wished) == 2 * possible
    if possible:
        place = [int(word) for word in book["What if!A10"].split() if word.isdigit()]
        first, last = place[0], place[-1]
        met = {"reach": first <= 2, "miss": last > 2, "best": first == best}
        assert (met | {"worst": last == worst})[wish]
    assert book["Status"].partition(";")[0] == "In progress, 2 games to play"


@pytest.mark.parametrize(("team", "wish"), product([row[0] for row in EXACT], WISHES))
def test_a_kept_scenario_is_borne_out_by_the_table(native, team, wish) -> None:
    native.book.change({"WhatIfTeam": team, "WhatIfWish": wish})
    scenario_is_borne_out(native, team, wish)
    native.restore({"WhatIfTeam": team})


@pytest.mark.parametrize(
    ("team", "wish"), [("Italy", "reach"), ("England", "reach"), ("Costa Rica", "worst")]
)
def test_a_found_scenario_is_borne_out_by_the_table(tmp_path, team, wish) -> None:
    league = Book("addin", tmp_path, {"WhatIfTeam": team, "WhatIfWish": wish})
    scenario_is_borne_out(league, team, wish)


def test_places_can_be_others_than_on_setup(native) -> None:
    typed = {"WhatIfTeam": "England", "WhatIfPlaces": 3}
    book = native.book.change(typed)
    assert book["What if!A9"] == "England, reach the first 3: with the results below."
    assert book.change({"WhatIfPlaces": 9})["What if!A9"].startswith("Choose a team")
    native.restore(typed)


def test_own_assumptions_count_before_the_scenario(league, typed) -> None:
    row, home, away = (league.cell(key, "assumed") for key in ("row", "home", "away"))
    book = typed({row: 10, home: 1, away: 1, "WhatIfPlay": "no"})
    assert book[league.cell("game", "assumed")] == "Italy – Uruguay"
    assert book[league.cell("name", "after")] == "Costa Rica"
    then = {
        name: (place, points, level)
        for (name,), (place,), (points,), (level,) in zip(
            *(book[league.area(key, "after")] for key in ("name", "place", "points", "level"))
        )
    }
    assert then["Italy"] == then["Uruguay"] == (2, 4, 1)
    assert then["England"] == (4, 0, 0)
    assert league.standings() == EXACT  # the table itself knows nothing of it


def test_a_wrong_assumption_is_marked_and_counts_for_nothing(league, typed) -> None:
    cells = [[league.cell(k, "assumed", n) for k in ("row", "home", "away")] for n in range(4)]
    problem = [league.cell("problem", "assumed", n) for n in range(4)]
    rows = [[6, 1, 0], [10, 1, None], [11, 0, 0], [11, 1, 0]]
    book = typed({c: v for line, row in zip(cells, rows) for c, v in zip(line, row)})
    assert [book[cell] for cell in problem] == [
        "No game to come stands in this row",
        "No game ends like this",
        "",
        "The same game as above",
    ]
    points = {
        name: p
        for (name,), (p,) in zip(
            book[league.area("name", "after")], book[league.area("points", "after")]
        )
    }
    assert (points["England"], points["Costa Rica"]) == (1, 7)


# Checks -------------------------------------------------------------------------------------------


def test_a_schedule_that_is_not_complete_is_reported(typed) -> None:
    assert typed({"SeasonGames": 3})["Status"].partition(";")[0] == "In progress, 2 games to play"
    assert typed({"SeasonGames": 4})["Status"] == "1 of 15 checks need a look: see Checks"


def test_a_scenario_that_is_not_borne_out_is_reported(tmp_path) -> None:
    league = Book("native", tmp_path)
    group = next(t for t in league.tables if any(c.key == "known_up" for c in t.columns))
    england = group.first + 2
    book = league.book.change({"WhatIfTeam": "England", "WhatIfWish": "best"})
    assert book["Status"].partition(";")[0] == "In progress, 2 games to play"
    book.change({f"Calculation!{group.letter('known_up')}{england}": "00"})
    assert book["Status"] == "1 of 15 checks need a look: see Checks"
    assert race_of(read_rules("baseball")).unit == "wins"


# Tantrix ------------------------------------------------------------------------------------------


def test_tantrix_is_counted_in_tps(tmp_path) -> None:
    matches = [
        Match("A", "B", 2, 25, 15),
        Match("C", "D", 2, 20, 20),
        Match("A", "C", 2, 30, 10),
        Match("B", "D", 2, 22, 18),
        Match("A", "D"),
        Match("B", "C"),
    ]
    shown = {}
    for functions in ("native", "addin"):
        built = TEMPLATES["tantrix"].build(matches, functions=functions, players=4, rows=8)
        book = Calculated(built, tmp_path)
        if functions == "native":
            keep_exact_figures(book, built.tables)
        shown[functions] = book.rows("standings", "name best_place worst_place to_clinch state")
        if functions == "native":
            book.change({"WhatIfTeam": "C", "WhatIfWish": "best"})
            assert book["What if!A10"].startswith("Then C is 1")
        assert book["Status"].startswith("In progress, ")
    assert shown["native"] == shown["addin"]
    assert shown["native"][0] == ["A", 1, 3, 11.6, "own hands"]


@pytest.mark.parametrize(
    ("name", "options", "amounts"),
    [("league", {"rules": "fifa-2022"}, "Wins"), ("tantrix", {}, "TPs")],
)
def test_the_first_page_explains_the_columns_of_the_race(name, options, amounts) -> None:
    workbook = TEMPLATES[name].build(**options)
    ((sheet, area),) = workbook.defined_names["StandingsTable"].destinations
    shown = {str(cell.value) for cell in workbook[sheet][area.replace("$", "")][0]}
    explained = {row[0] for row in workbook["Read me"].iter_rows(values_only=True)}
    for heading in ("Best", "Worst", f"{amounts} to clinch", f"{amounts} to stay alive",
                    "Settled"):  # fmt: skip
        assert heading in explained
        assert any(heading in text for text in shown)
