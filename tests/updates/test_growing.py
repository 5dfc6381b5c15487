"""A workbook with more room is the one that the template makes with that room; nothing is lost."""

from __future__ import annotations

import io
import re
import zipfile
from functools import cache
from pathlib import Path

import openpyxl
import pytest
from openpyxl.chart import LineChart, Reference
from openpyxl.comments import Comment
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Font, PatternFill
from openpyxl.utils import column_index_from_string
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.formula import ArrayFormula

from tests.updates.conftest import tables_of
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.commands.update import ROOM as ROOM_OPTIONS
from xl_tourney.events.event import Event
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.output import package
from xl_tourney.updates.grown_workbook import grow

pytestmark = pytest.mark.slow

GAMES = "home,away,home_score,away_score,round\nReds,Blues,3,1,1\nBlues,Greens,2,2,2\n"
ROOM = {
    "tantrix": {"players": 13, "rows": 70},
    "kdice": {"rows": 31},
    "bridge": {"pairs": 9, "boards": 5, "tables": 6},
    "go": {"rows": 15, "rounds": 9, "games": 70},
    "chess": {"players": 14, "rounds": 4, "games": 60},
    "league": {"teams": 12, "rows": 90, "rounds": 6},
}
WALL_LIST = "name,rating,r1,r2\nAda,2000,2w1,3b0\nBob,1900,1b0,H\nCy,,U,1w1\n"
TRAVELLERS = "board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n2,1,4,110\n2,3,2,A+\n"
OPTIONS = {"chess": {"tiebreaks": "BH,SB", "listed": "chosen"}}
SAMPLE = {"tantrix": 1, "kdice": 0, "go": 1}


@pytest.fixture(scope="module")
def data_of(tmp_path_factory):
    files = {}
    for game, text in (("league", GAMES), ("bridge", TRAVELLERS), ("chess", WALL_LIST)):
        files[game] = tmp_path_factory.mktemp(game) / "results.csv"
        files[game].write_text(text, "utf-8")

    @cache
    def data_of(name: str) -> tuple[Path, dict[str, object]]:
        if name in files:
            return files[name], dict(OPTIONS.get(name, {}))
        sample = TEMPLATES[name].samples[SAMPLE[name]]
        return sample.path, dict(sample.options)

    return data_of


def contents(workbook) -> dict[str, object]:
    """Every cell with something in it: constants, formulas, arrays with their ranges."""
    return {
        f"{sheet.title}!{cell.coordinate}": (cell.value.ref, cell.value.text)
        if isinstance(cell.value, ArrayFormula)
        else (float(f"{cell.value:.12g}") if isinstance(cell.value, float) else cell.value)
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
        if cell.value not in (None, "")
    }


def rules(workbook) -> dict[str, object]:
    """What may be typed, what is marked, what is named, printed, frozen and hidden."""
    found: dict[str, object] = {
        name: re.sub("[$']", "", defined.attr_text)
        for name, defined in workbook.defined_names.items()
    }
    for sheet in workbook:
        found[f"{sheet.title} typed"] = sorted(
            (area, rule.formula1, rule.formula2)
            for rule in sheet.data_validations.dataValidation
            for area in map(str, rule.sqref.ranges)
            for area in _cells_by_column(area)
        )
        found[f"{sheet.title} marked"] = sorted(
            (str(area.sqref), *rule.formula)
            for area in sheet.conditional_formatting
            for rule in area.rules
        )
        # The columns and rows that are printed depend on what the workbook was made with.
        found[f"{sheet.title} layout"] = (sheet.freeze_panes, sheet.print_title_rows)
    return found


def _cells_by_column(area: str) -> list[str]:
    """The columns of a range, each as a range: rules of neighbours may be one or several."""
    from openpyxl.utils import get_column_letter, range_boundaries

    left, top, right, bottom = range_boundaries(area)
    letters = map(get_column_letter, range(left, right + 1))
    return [f"{letter}{top}:{letter}{bottom}" for letter in letters]


@pytest.mark.parametrize("name", ROOM)
def test_a_grown_workbook_is_the_larger_one_of_the_template(name, data_of) -> None:
    template, (path, options) = TEMPLATES[name], data_of(name)
    results = template.read(path)
    saved = Event.open(Package(package(template.build(results, **options))))
    room = ROOM[name]
    grown = openpyxl.load_workbook(io.BytesIO(grow(saved, {**saved.layout, **room}).data))
    larger = template.build(results, **{**options, **room})
    found, wanted = contents(grown), contents(larger)
    for cell in {cell for cell in {*found, *wanted} if cell.endswith("!A2")}:
        found.pop(cell), wanted.pop(cell)  # it names hidden columns of the results
    assert found == wanted
    commands = " ".join(str(cell.value) for cell in larger["Checks"]["D"])
    options = set(re.findall(r"update BOOK --(\w+) ", commands))
    assert options <= set(ROOM_OPTIONS)
    assert options == set(room) - ({"rounds"} if name == "league" else set())  # rows of the race
    found, wanted = rules(grown), rules(larger)
    assert {key: (found[key], wanted[key]) for key in wanted if found[key] != wanted[key]} == {}


def test_arrays_of_our_functions_grow(data_of) -> None:
    template, (path, options) = TEMPLATES["bridge"], data_of("bridge")
    results = template.read(path)
    saved = Event.open(Package(package(template.build(results, functions="addin", **options))))
    layout = {**saved.layout, **ROOM["bridge"]}
    grown = contents(openpyxl.load_workbook(io.BytesIO(grow(saved, layout).data)))
    larger = contents(template.build(results, functions="addin", **layout))
    arrays = {cell: value for cell, value in larger.items() if isinstance(value, tuple)}
    assert arrays and {cell: grown[cell] for cell in arrays} == arrays


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """The workbook that tests begin with, from when the first of them has made it."""
    return {}


@pytest.fixture
def book(run, matches, tmp_path, made) -> Path:
    path = tmp_path / "g.xlsx"
    if not made:
        run("new", "tantrix", "--data", matches("Ada,Bob,3,45,15,", "Bob,Cy,3,40,20,"), "-o", path)
        made["g"] = path.read_bytes()
    path.write_bytes(made["g"])
    return path


def test_what_a_director_made_of_the_workbook_is_still_there(run, book) -> None:
    workbook = openpyxl.load_workbook(book)
    results, standings = workbook["Results"], workbook["Standings"]
    tables = tables_of(book)
    player, a, b = map(tables["results"].letter, ("player_a", "tps_a", "tps_b"))
    first = tables["standings"].letter("name") + "6"
    results[f"{player}7"].font = Font(bold=True, color="FFAA00")
    results[f"{player}45"].fill = PatternFill("solid", start_color="00FF00")
    results.column_dimensions[player].width = 44
    results["AA3"] = "beside the table"
    results["AA4"] = f"=SUM({a}6:{a}45)"
    results[f"{player}50"] = "below the table"
    results.conditional_formatting.add(
        f"{a}6:{b}45", CellIsRule("greaterThan", ["40"], fill=PatternFill(bgColor="FFFF00"))
    )
    standings[first].font = Font(italic=True)
    points = DefinedName("Points", attr_text=f"Results!${a}$6:${b}$45")
    workbook.defined_names["Points"] = points
    own = workbook.create_sheet("Prizes", 0)
    own["A1"], own["A2"] = "=SUM(Points)", f"=COUNTA(Results!${player}$6:${player}$45)"
    own["A3"] = f"=Standings!{first}"
    chart = LineChart()
    at = column_index_from_string(a)
    chart.add_data(Reference(results, at, 6, at, 45))
    own.add_chart(chart, "C3")
    workbook.save(book)
    code, out, _ = run("update", book, "--players", 12, "--rows", 66)
    assert (code, out) == (Exit.DONE, "room for rows: 40 → 66\nroom for players: 8 → 12\n")
    grown = openpyxl.load_workbook(book)
    results, own = grown["Results"], grown["Prizes"]
    assert grown.sheetnames[0] == "Prizes"
    font = results[f"{player}7"].font
    assert font.b and font.color.rgb == "00FFAA00"
    assert results[f"{player}45"].fill.start_color.rgb == "0000FF00"
    assert results.column_dimensions[player].width == 44
    beside = ["beside the table", f"=SUM({a}6:{a}71)"]
    assert [results[cell].value for cell in ("AA3", "AA4")] == beside
    assert results[f"{player}76"].value == "below the table"
    marked = [str(area.sqref) for area in results.conditional_formatting]
    assert f"{a}6:{b}71" in marked
    assert grown["Standings"][first].font.i
    assert grown.defined_names["Points"].attr_text == f"Results!${a}$6:${b}$71"
    assert own["A2"].value == f"=COUNTA(Results!${player}$6:${player}$71)"
    assert own["A3"].value == f"=Standings!{first}"
    values = openpyxl.load_workbook(book, data_only=True)["Prizes"]
    assert [values[f"A{row}"].value for row in (1, 2, 3)] == [120, 2, "Ada"]
    with zipfile.ZipFile(book) as archive:
        charts = [archive.read(name) for name in archive.namelist() if "charts/chart" in name]
    assert any(f"${a}$6:${a}$71".encode() in chart for chart in charts) and len(charts) == 2


def test_more_players_have_more_games(run) -> None:
    """The page Games has a row for each game, also of a larger field and of more rounds."""
    assert run("new", "chess", "--players", 4, "--rounds", 3, "-o", "g.xlsx")[0] == Exit.DONE
    _, out, _ = run("update", "g.xlsx", "--players", 8)
    assert out.endswith("room for games: 6 → 12\n")
    _, out, _ = run("update", "g.xlsx", "--rounds", 4)
    assert out.endswith("room for games: 12 → 16\n")


@pytest.mark.parametrize(
    ("game", "chosen", "before", "after"),
    [
        ("chess", "--rounds 3 --categories 1 --players 6", "name,rating\nAnn,1900\n", "Bob,1800\n"),
        ("go", "--rounds 3 --rows 6", "name,rank\nAnn,2d\n", "Bob,1k\n"),
        ("league", "--rounds 4 --teams 4 --rows 12", "home,away\nReds,Blues\n", "Blues,Reds\n"),
    ],
)
def test_a_list_of_entries_leaves_the_rounds_that_were_chosen(
    run, tmp_path, game, chosen, before, after
) -> None:
    """Late entries say nothing of rounds, and the template's usual number is not asked for."""
    data, book = tmp_path / "entries.csv", tmp_path / "event.xlsx"
    data.write_text(before)
    assert run("new", game, "--data", data, *chosen.split(), "-o", book)[0] == Exit.DONE
    layout = Event.open(Package.from_path(book)).layout
    data.write_text(before + after)
    code, out, _ = run("update", book, "--data", data)
    assert code == Exit.DONE and "added" in out
    assert Event.open(Package.from_path(book)).layout == layout


def test_results_beyond_the_room_make_more_of_it(run, book, matches) -> None:
    names = [f"P{n:02}" for n in range(11)]
    rows = [f"{a},{b},1,12,8," for a in names for b in names if a < b]
    code, out, _ = run("update", book, "--data", matches(*rows), "--same-event")
    assert code == Exit.DONE
    assert "room for rows: 40 → 71" in out and "room for players: 8 → 17" in out
    code, out, err = run("standings", book, "--format", "csv")
    assert code == Exit.DONE and len(out.splitlines()) == 1 + 3 + len(names)
    assert err == ""
    _, _, err = run("update", book, "--data", matches(*rows))
    assert "there is nothing new" in err


def test_twelve_players_of_a_round_robin_have_room_for_66_matches(run, book) -> None:
    _, out, err = run("update", book, "--players", 12)
    assert "room for rows: 40 → 66" in out and "there is room for 66 rows, 12 players." in err


def test_a_note_on_a_cell_that_would_move_is_not_lost(run, book) -> None:
    workbook = openpyxl.load_workbook(book)
    workbook["Results"]["A50"] = "below"
    workbook["Results"]["A50"].comment = Comment("Ask the referee", "Director")
    workbook.save(book)
    old = book.read_bytes()
    code, _, err = run("update", book, "--rows", 66)
    assert code == Exit.WRONG and "the sheet Results has notes on cells" in err
    assert book.read_bytes() == old
    workbook["Results"]["A50"].comment = None
    workbook["Results"]["A7"].comment = Comment("Ask the referee", "Director")
    workbook.save(book)
    assert run("update", book, "--rows", 66)[0] == Exit.DONE
    assert openpyxl.load_workbook(book)["Results"]["A7"].comment.text == "Ask the referee"


def test_the_workbook_says_where_it_is_full_and_how_to_make_room(run, matches, tmp_path) -> None:
    rows = [f"P{n},P{n + 1},1,12,8," for n in range(4)]
    run("new", "tantrix", "--data", matches(*rows), "--players", 5, "--rows", 9, "-o", "g.xlsx")
    sheet = openpyxl.load_workbook(tmp_path / "g.xlsx", data_only=True)["Checks"]
    lines = {row[0].value: [cell.value for cell in row[1:4]] for row in sheet.iter_rows()}
    assert lines["Setup: players"][:2] == [1, "OK"]  # as many as were asked for are enough
    run("update", "g.xlsx", "--data", matches(*rows, "P5,P0,1,12,8,"))
    sheet = openpyxl.load_workbook(tmp_path / "g.xlsx", data_only=True)["Checks"]
    lines = {row[0].value: [cell.value for cell in row[1:4]] for row in sheet.iter_rows()}
    assert lines["Setup: players"][:2] == [0, "Full"]
    assert "xl-tourney update BOOK --players 12" in lines["Setup: players"][2]
    assert lines["Results: rows"][:2] == [4, "OK"]
    assert run("update", "g.xlsx", "--players", "10")[0] == Exit.DONE
    sheet = openpyxl.load_workbook(tmp_path / "g.xlsx", data_only=True)["Checks"]
    lines = {row[0].value: [cell.value for cell in row[1:4]] for row in sheet.iter_rows()}
    assert lines["Setup: players"][:2] == [4, "OK"] and "--players 20" in lines["Setup: players"][2]
