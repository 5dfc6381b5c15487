"""Who can still finish where in a round robin of go: in the standings and on the page What if."""

from __future__ import annotations

import pytest

from tests.cli.test_whatif_round_robin import GO, enumerate_all
from tests.templates.calculated import Calculated
from tests.templates.variants import keep_exact_figures
from xl_tourney.errors import OptionError
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

OPTIONS = {"rows": 6, "games": 0, "criteria": "NBW,SODOS"}
TO_COME = [(0, 3), *((one, other) for one in range(4) for other in (4, 5))]
WINS = [2, 1, 2, 0, 1, 0]
LOST, WON = (0, 1), (1, 0)
FIGURES = "name best_place worst_place to_clinch to_stay state"
"""The columns of the race, by key."""
SETTLED = {"clinched": "first", "out": "out"}


def read(folder, data: str):
    file = folder / "wall_list.csv"
    file.write_text(data, "utf-8")
    return TEMPLATES["go"].read(file)


class Book:
    """A calculated round robin; a native workbook keeps the exact figures."""

    def __init__(self, functions: str, folder, data: str = GO, **options) -> None:
        options = {**OPTIONS, "system": "round-robin", **options}
        built = TEMPLATES["go"].build(read(folder, data), functions=functions, **options)
        self.tables = built.tables
        self.is_native = functions == "native"
        self.book = Calculated(built, folder, functions)
        self.change({})

    def change(self, typed: dict) -> Calculated:
        self.book.change(typed)
        if self.is_native:
            keep_exact_figures(self.book, self.tables)
        return self.book

    def figures(self) -> dict[str, list]:
        return {name: figures for name, *figures in self.book.rows("standings", FIGURES) if name}

    def cell(self, key: str, row: int = 0) -> str:
        """A cell of the column with a key, in its first table."""
        table = next(t for t in self.tables if any(c.key == key for c in t.columns))
        return f"{table.sheet.title}!{table.letter(key)}{table.first + row}"


@pytest.fixture(scope="module")
def books(tmp_path_factory) -> list[Book]:
    folder = tmp_path_factory.mktemp("round_robin")
    return [Book(functions, folder) for functions in ("native", "addin")]


@pytest.fixture
def native(tmp_path) -> Book:
    return Book("native", tmp_path)


def expected(wins: list[float], games: list, results=(WON, LOST)) -> list[tuple]:
    """Best and worst place, what clinches, and what is settled, by all completions."""
    rows = enumerate_all(wins, games, list(results))
    return [
        (best, worst, clinch, SETTLED.get(status, "open" if clinch == "" else "own hands"))
        for best, worst, status, clinch in rows
    ]


def without_alive(book: Book) -> list[tuple]:
    found = book.figures()
    names = [line.partition(",")[0] for line in GO.splitlines()[1:]]
    return [tuple(found[name][k] for k in (0, 1, 2, 4)) for name in names]


def test_both_variants_count_all_pairs_that_have_not_met(books) -> None:
    native, addin = books
    assert native.figures() == addin.figures()
    assert without_alive(native) == expected(WINS, TO_COME)
    assert [row[0] for row in native.book[f"What if!{_area(native, 'row')}"] if row[0] != ""] == [
        4, *range(7, 15)
    ]  # fmt: skip
    assert native.book["RaceNote"] == "Best and worst place are exact after 6 results."


def test_both_follow_a_result_that_is_typed(books) -> None:
    native, addin = books
    typed = {books[0].cell("r_3"): "4+", books[0].cell("r_3", 3): "1-"}
    for book in books:
        book.change(typed)
    assert native.figures() == addin.figures()
    assert without_alive(native) == expected([3, 1, 2, 0, 1, 0], TO_COME[1:])
    for book in books:
        book.change({books[0].cell("r_3"): "4?", books[0].cell("r_3", 3): "1?"})
    assert without_alive(addin) == without_alive(native) == expected(WINS, TO_COME)


def _area(book: Book, key: str) -> str:
    table = next(
        t
        for t in book.tables
        if t.sheet.title == "What if" and any(c.key == "wished_home" for c in t.columns)
    )
    return table.area(key)


def test_figures_are_bounds_until_they_are_worked_out_again(native) -> None:
    native.book.change({native.cell("r_3"): "4-", native.cell("r_3", 3): "1+"})
    assert native.book["RaceKnown"] == 0 and "have changed since" in native.book["RaceNote"]
    exact = expected([2, 1, 2, 1, 1, 0], TO_COME[1:])
    for (best, worst, *_), known in zip(without_alive(native), exact):
        assert best <= known[0] and worst >= known[1]
    native.change({})
    assert without_alive(native) == exact


def test_a_jigo_makes_jigos_possible(tmp_path) -> None:
    data = "name,r1,r2,r3\nAnn,2=,3+,4?\nBob,1=,4+,3?\nCleo,4+,1-,2?\nDora,3-,2-,1?\n"
    results = [WON, (0.5, 0.5), LOST]
    games = [(0, 3), (1, 2)]
    native, addin = (Book(f, tmp_path, data, rows=4) for f in ("native", "addin"))
    assert native.figures() == addin.figures()
    places = [row[:2] for row in expected([1.5, 1.5, 1, 0], games, results)]
    found = native.figures()
    assert [tuple(found[name][:2]) for name in ("Ann", "Bob", "Cleo", "Dora")] == places


def test_everybody_can_meet_twice(tmp_path) -> None:
    data = "name,r1,r2,r3\nAnn,2+,3+,0-\nBob,1-,0-,3+\nCleo,0-,1-,2-\n"
    book = Book("native", tmp_path, data, rows=3, meetings=2)
    assert book.book["Meetings"] == 2
    found = [tuple(book.figures()[name][:2]) for name in ("Ann", "Bob", "Cleo")]
    games = [(0, 1), (0, 2), (1, 2)]
    assert found == [row[:2] for row in expected([2, 1, 0], games)]


# What if ------------------------------------------------------------------------------------------


def test_a_scenario_and_an_assumption(native) -> None:
    book = native.change({"WhatIfTeam": "Dora", "WhatIfWish": "reach"})
    assert book["What if!A9"] == "Dora, reach first place: with the results below."
    assert book["What if!A10"].startswith("Then Dora is 1")
    row, home, away, problem = (_assumed(native, k) for k in ("row", "home", "away", "problem"))
    book.change({row: 4, home: 1, away: 0, "WhatIfPlay": "no"})
    assert book[_assumed(native, "game")] == "Ann \N{EN DASH} Dora" and book[problem] == ""
    assert "with 8 games not played" in book["What if!A10"]
    book.change({row: 1})
    assert book[problem] == "No game to come has this number"


def _assumed(book: Book, key: str) -> str:
    keys = {"row", "game", "problem"}
    table = next(t for t in book.tables if keys <= {c.key for c in t.columns})
    return f"What if!{table.letter(key)}{table.first}"


def test_a_found_scenario_is_borne_out(tmp_path) -> None:
    built = TEMPLATES["go"].build(
        read(tmp_path, GO),
        functions="addin",
        system="round-robin",
        **OPTIONS,
    )
    for name, value in {"WhatIfTeam": "Eve", "WhatIfWish": "best"}.items():
        cell = built.defined_names[name].attr_text.partition("!")[2].replace("$", "")
        built["What if"][cell].value = value
    book = Calculated(built, tmp_path, "addin")
    assert book["What if!A9"] == "Eve, best place: with the results below."
    assert book["What if!A10"].startswith("Then Eve is 1")


def test_a_scenario_that_is_not_borne_out_is_reported(tmp_path) -> None:
    data = "name,r1,r2,r3\nAnn,2+,3+,4?\nBob,1-,4+,3?\nCleo,4+,1-,2?\nDora,3-,2-,1?\n"
    native = Book("native", tmp_path, data, rows=4)
    book = native.change({"WhatIfTeam": "Bob", "WhatIfWish": "best"})
    full = "; Wall list is full: see Checks"
    assert book["Status"] == f"In progress, round 3: 0 of 2 results{full}"
    book.change({native.cell("known_up", 1): "10"})
    assert book["Status"] == "1 of 25 checks need a look: see Checks"


# When there is none -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"System": "swiss"}, "pairs round by round"),
        ({"Criterion1": "SOS"}, "first criterion is not the number of wins"),
        ({"Outsiders": "yes"}, "Rows of the wall list are missing"),
        ({"Meetings": 2}, "room for so many games of each pair: 1"),
        ({"out": 3}, "Dora has left, and a game is open"),
        ({"r_4": "0+"}, "more points without an opponent"),
    ],
    ids=["system", "criterion", "outsiders", "meetings", "left", "byes"],
)
def test_the_pages_say_why_nothing_is_worked_out(books, typed, sentence) -> None:
    native, _ = books
    cells = {native.cell(k, 3) if k in ("out", "r_4") else k: v for k, v in typed.items()}
    usual = {"System": "round-robin", "Criterion1": "NBW", "Outsiders": "no", "Meetings": 1}
    book = native.book.change(cells)
    assert book["RaceOn"] == 0 and sentence in book["RaceNote"]
    assert sentence in book["Standings!A2"]
    headings, *rows = book["StandingsTable"]
    at = headings.index("Decided by")
    assert all(row[at + 1 : at + 6] == [""] * 5 for row in (headings, *rows))
    native.change({cell: usual.get(cell) for cell in cells})
    assert book["RaceKnown"] == 1


@pytest.mark.parametrize("system", [None, "swiss", "mcmahon"])
def test_only_a_round_robin_that_is_asked_for_lists_pairs(system) -> None:
    sample = next(s for s in TEMPLATES["go"].samples if s.file == "go_final_2020.h9")
    options = {} if system is None else {"system": system}
    workbook = TEMPLATES["go"].build(TEMPLATES["go"].read(sample.path), **options)
    assert workbook.layout.keys() == {"rows", "rounds", "games"}
    assert "What if" not in workbook.sheetnames
    assert not any(
        name.startswith(("Race", "WhatIf", "PairRoom")) for name in workbook.defined_names
    )
    keys = {column.key for table in workbook.tables for column in table.columns}
    assert not keys & {"race_points", "race_home", "best_place", "state", "kth"}


def test_pairs_of_very_many_players_are_not_listed() -> None:
    many = TEMPLATES["go"].build(system="round-robin", rows=65)
    assert "What if" not in many.sheetnames
    with pytest.raises(OptionError, match="room for 64 players"):
        TEMPLATES["go"].build(system="round-robin", rows=65, meetings=1)
