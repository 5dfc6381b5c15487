"""The figures of the games to come after an update, and what was assumed on the page What if."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.updates.conftest import cell_of, opened
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.grammar.references import CellAddress, parse_cell_reference
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values

pytestmark = pytest.mark.slow

WISH = "WhatIfTeam"
SMALL = ("--teams", 6, "--rows", 12)
HEADINGS = "home,away,home_score,away_score,round\n"
PLAYED = """Uruguay,Costa Rica,1,3,1
England,Italy,1,2,1
Uruguay,England,2,1,2
Italy,Costa Rica,0,1,2
"""
TO_COME = "Italy,Uruguay,,,3\nCosta Rica,England,,,3\n"
ONE_MORE = "Italy,Uruguay,0,1,3\nCosta Rica,England,,,3\n"
ASSUMED = {"assumed[0].row": 11, "assumed[0].home": 0, "assumed[0].away": 2, WISH: "England"}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("qualification")


def value_of(book: Path, place: str):
    """The value of a cell of a table, ``assumed[0].row``, or of a named one."""
    values = opened(book.read_bytes()).values
    sheet, cell = _find(book, values, place)
    return values[sheet][cell].value


def _find(book: Path, workbook, place: str) -> tuple[str, str]:
    if place not in workbook.defined_names:
        return cell_of(book, place)
    ((sheet, cell),) = workbook.defined_names[place].destinations
    return sheet, cell.replace("$", "")


def states(book: Path) -> dict[str, tuple]:
    values = opened(book.read_bytes()).values
    ((sheet, area),) = values.defined_names["StandingsTable"].destinations
    headings, *rows = [[c.value for c in row] for row in values[sheet][area.replace("$", "")]]
    at = [headings.index(h) for h in ("Team", "Best", "Worst", "Settled")]
    return {row[at[0]]: tuple(row[column] for column in at[1:]) for row in rows if row[at[0]]}


def type_into(book: Path, typed: dict) -> None:
    cells = {}
    workbook = opened(book.read_bytes()).values
    for place, value in typed.items():
        sheet, cell = _find(book, workbook, place)
        cells[CellAddress(sheet, *parse_cell_reference(cell))] = value
    book.write_bytes(with_values(Package.from_path(book), cells))


def test_new_update_and_write_keep_the_exact_figures(run, made) -> None:
    book, data = made / "book.xlsx", made / "data.csv"
    data.write_text(HEADINGS + PLAYED + TO_COME, "utf-8")
    options = ("--rules", "fifa-2022", "--places", 2, "--as-of", "24 June 2014", *SMALL)
    assert run("new", "league", "--data", data, "-o", book, *options)[0] == Exit.DONE
    assert value_of(book, "RaceNote").endswith(
        "exact but for fair play to come after 4 results, as of 24 June 2014."
    )
    assert states(book)["England"] == (3, 4, "out")
    type_into(book, ASSUMED)

    # Newer results: the figures are those of five games, what was assumed stands where it stood.
    data.write_text(HEADINGS + PLAYED + ONE_MORE, "utf-8")
    assert run("update", book, "--data", data, "--as-of", "25 June 2014")[0] == Exit.DONE
    assert value_of(book, "RaceNote").endswith(
        "exact but for fair play to come after 5 results, as of 25 June 2014."
    )
    assert states(book)["Uruguay"] == (1, 2, "qualified")
    assert {place: value_of(book, place) for place in ASSUMED} == ASSUMED
    assert value_of(book, "assumed[0].game") == "Costa Rica – England"
    then = {
        value_of(book, f"after[{row}].name"): value_of(book, f"after[{row}].points")
        for row in range(4)
    }
    assert then["England"] == 3

    # More room: the same figures, and the same assumption.
    assert run("update", book, "--rows", 16, "--teams", 8)[0] == Exit.DONE
    assert value_of(book, "RaceKnown") == 1 and states(book)["Uruguay"] == (1, 2, "qualified")
    assert {place: value_of(book, place) for place in ASSUMED} == ASSUMED
    assert value_of(book, "assumed[0].game") == "Costa Rica – England"

    # Typed into a program: bounds, until somebody has the figures written.
    type_into(
        book,
        {
            "results[5].home_score": 0,
            "results[5].away_score": 5,
            "results[6].round": "4",
            "results[6].home": "Italy",
            "results[6].away": "England",
        },
    )
    assert run("recalc", book)[0] == Exit.DONE
    assert value_of(book, "RaceKnown") == 0 and "have changed since" in value_of(book, "RaceNote")
    code, _, err = run("whatif", book, "--write")
    assert code == Exit.DONE and "the exact figures were written" in err
    assert value_of(book, "RaceKnown") == 1 and "to come after 6 results" in value_of(
        book, "RaceNote"
    )
    assert "up to date" in run("whatif", book, "--write")[2]


LEVEL = """Ash,Birch,0,0,1
Ash,Cedar,1,0,2
Birch,Cedar,1,0,3
Ash,Elm,{},0,4
Birch,Elm,1,0,5
Cedar,Dogwood,,,6
"""
TEAMS = ("Ash", "Birch", "Cedar", "Elm", "Dogwood")


def made_level(run, made, name: str, goals: int, *options) -> Path:
    """Ash and Birch are level on points, and nothing that is left changes it."""
    book, data = made / f"{name}.xlsx", made / f"{name}.csv"
    data.write_text(HEADINGS + LEVEL.format(goals), "utf-8")
    options = ("--places", 1, *SMALL, *(options or ("--criteria", "Points,Difference,For")))
    assert run("new", "league", "--data", data, "-o", book, *options)[0] == Exit.DONE
    return book


def written(run, book: Path, typed: dict) -> dict[str, tuple]:
    type_into(book, typed)
    assert run("recalc", book)[0] == Exit.DONE
    assert run("whatif", book, "--write")[0] == Exit.DONE
    assert value_of(book, "RaceKnown") == 1
    return states(book)


def test_lots_that_were_drawn_decide(run, made) -> None:
    book = made_level(run, made, "lots", 1)
    assert states(book)["Ash"] == (1, 2, "open")
    lots = {f"listed[{TEAMS.index('Ash')}].lot": 1, f"listed[{TEAMS.index('Birch')}].lot": 2}
    found = written(run, book, lots)
    assert (found["Ash"], found["Birch"]) == ((1, 1, "first"), (2, 2, "out"))
    assert "exact after 5 results" in value_of(book, "RaceNote")
    type_into(book, {f"listed[{TEAMS.index('Ash')}].lot": 3})  # drawn again: kept figures are old
    assert run("recalc", book)[0] == Exit.DONE
    assert value_of(book, "RaceKnown") == 0


def test_the_games_of_a_team_that_has_withdrawn_count(run, made) -> None:
    book = made_level(run, made, "gone", 3)
    assert states(book)["Ash"] == (1, 1, "first")
    found = written(run, book, {f"listed[{TEAMS.index('Elm')}].out_after": "5"})
    assert (found["Ash"], found["Birch"]) == ((1, 1, "first"), (2, 2, "out"))
    assert "exact after 5 results" in value_of(book, "RaceNote")


def test_what_goes_by_points_alone_is_not_called_exact(run, made) -> None:
    book = made_level(
        run, made, "draws", 3, "--points", "3-2-1-0", "--criteria", "Points,Difference"
    )
    assert states(book)["Ash"][:2] == (1, 2)
    assert "exact but for ties on points after 5 results" in value_of(book, "RaceNote")


WALL_LIST = """name,r1,r2,r3
Ann,2+,3+,{}
Bob,1-,4+,3?
Cleo,4+,1-,2?
Dora,3-,2-,{}
"""


def test_a_round_robin_of_go_keeps_figures_and_assumptions(run, made) -> None:
    book, data = made / "go.xlsx", made / "wall_list.csv"
    data.write_text(WALL_LIST.format("4?", "1?"), "utf-8")
    options = ("--system", "round-robin", "--rows", 4, "--rounds", 3, "--criteria", "NBW")
    assert run("new", "go", "--data", data, "-o", book, *options)[0] == Exit.DONE
    assert "exact after 4 results, " in value_of(book, "RaceNote")
    assumed = {"assumed[0].row": 3, "assumed[0].home": 0, "assumed[0].away": 1}
    type_into(book, {**assumed, WISH: "Dora"})

    data.write_text(WALL_LIST.format("4-", "1+"), "utf-8")
    assert run("update", book, "--data", data)[0] == Exit.DONE
    for room in ((), ("--rows", 6)):
        assert not room or run("update", book, *room)[0] == Exit.DONE
        assert "exact after 5 results, " in value_of(book, "RaceNote")
        assert {place: value_of(book, place) for place in assumed} == assumed
        assert value_of(book, "assumed[0].game") == "Bob \N{EN DASH} Cleo"

    type_into(book, {"entries[1].r_3": "3+", "entries[2].r_3": "2-"})
    assert run("recalc", book)[0] == Exit.DONE
    assert value_of(book, "RaceOn") == 0  # everybody has met everybody
    type_into(book, {"entries[0].r_3": "4?", "entries[3].r_3": "1?"})
    assert run("recalc", book)[0] == Exit.DONE
    assert value_of(book, "RaceKnown") == 0
    code, _, err = run("whatif", book, "--write")
    assert code == Exit.DONE and "the exact figures were written" in err
    assert value_of(book, "RaceKnown") == 1
