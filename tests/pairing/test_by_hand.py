"""What a director types into the round to come stands: byes, absences and pairs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.pairing.files import entered, report, write, write_pairing
from xl_tourney.errors import InputError, OptionError
from xl_tourney.events.event import Event
from xl_tourney.events.report import describe_faults, make_report
from xl_tourney.functions.wall_lists import Coming, coming
from xl_tourney.generator.generate import make
from xl_tourney.ooxml.package import Package
from xl_tourney.pairing.chess.check import check
from xl_tourney.pairing.chess.event import pair_tournament
from xl_tourney.pairing.games_page import GAME
from xl_tourney.pairing.go import event as go
from xl_tourney.pairing.next_round import pair_file, read_event
from xl_tourney.pairing.pairing import Pairing
from xl_tourney.pairing.request import Request
from xl_tourney.pairing.sheets import Heading, format_sheets
from xl_tourney.readers.chess import read
from xl_tourney.readers.chess.trf import read_trf
from xl_tourney.readers.chess.write import write_trf
from xl_tourney.readers.go.tournament import GoPlayer, GoTournament
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES

BEGUN = {1: "   3 w 1", 2: "   4 b 1", 3: "   1 b 0", 4: "   2 w 0", 5: "0000 - U"}
"""The first round of five players."""


def trf(folder: Path, cells: dict[int, str], players: int = 5) -> Path:
    return write(folder, report(announced=3, cells=cells, players=players) + "152 W\n")


def second(folder: Path, more: dict[int, str]) -> Path:
    """The file after a round, with cells of the second one."""
    return trf(
        folder, {row: f"{cell}  {more.get(row, '')}".rstrip() for row, cell in BEGUN.items()}
    )


def met(pairing: Pairing) -> list[set[int]]:
    return [set(pair.players) for pair in pairing.pairs]


@pytest.mark.parametrize("points", ["", " 1.0"])
def test_the_bye_of_the_coming_round_stands(tmp_path: Path, points: str) -> None:
    path = second(tmp_path, {3: "0000 - U"})
    if points:  # the file counts the bye already
        text = path.read_text("utf-8").splitlines()
        text[3] = f"{text[3][:80]}{points}{text[3][84:]}"
        path.write_text("\n".join(text), "utf-8")
    found = pair_file(path).pairing
    assert (found.round, found.absent) == (2, ())
    assert met(found)[-1] == {3} and sum(pair.black is None for pair in found.pairs) == 1
    assert "P3 – bye stays, as it was typed." in found.notes
    assert check(read_trf(path)).problems == []


@pytest.mark.parametrize(
    ("letter", "bye", "absent"), [("U", {1}, ()), *((c, {5}, (1,)) for c in "HFZ")]
)
def test_the_first_round_too(
    tmp_path: Path, letter: str, bye: set[int], absent: tuple[int, ...]
) -> None:
    count = 5 if letter == "U" else 6
    found = pair_file(trf(tmp_path, {1: f"0000 - {letter}"}, count)).pairing
    assert (found.round, found.absent) == (1, absent)
    alone = [one for one in met(found) if len(one) == 1]
    assert alone == [bye if letter == "U" else {6}]


def test_two_whose_cells_name_each_other_meet(tmp_path: Path) -> None:
    path = second(tmp_path, {1: "   2 b  ", 2: "   1 w  ", 4: "0000 - H"})
    found = pair_file(path).pairing
    assert [(one.white, one.black, one.board) for one in found.pairs][-1] == (2, 1, 2)
    assert (found.round, met(found)[0], found.absent) == (2, {3, 5}, (4,))
    assert pair_file(path, Request(2)).pairing == found
    verdict = check(read_trf(path))
    assert verdict.rounds == 1 and "Round 2 is not judged: some wait" in " ".join(verdict.notes)


def test_a_round_whose_pairs_are_all_there_is_paired_anew_where_it_is_named(
    tmp_path: Path,
) -> None:
    path = second(tmp_path, {1: "   2 b  ", 2: "   1 w  ", 3: "   5 w  ", 5: "   3 b  "})
    with pytest.raises(InputError, match="of round 2 has no result yet"):
        pair_file(path)
    assert pair_file(path, Request(2)).pairing.notes == ()


@pytest.mark.parametrize(
    ("cells", "absent", "says"),
    [
        ({3: "0000 - U", 4: "0000 - U"}, "", "P3 and P4 have the bye of the pairing (U), and one"),
        ({3: "0000 - U", 4: "0000 - H"}, "", "P3 has the bye of the pairing (U), but 3 are left"),
        (
            {3: "0000 - U"},
            "P3",
            "P3 takes no part, but has an opponent or the bye of the pairing (U); empty",
        ),
        ({1: "   2 b  ", 2: "   1 w  "}, "P2", "P2 takes no part, but has an opponent or"),
        (
            {1: "   2 b  ", 2: "   4 w  ", 4: "   2 b  "},
            "",
            "player 1 met 2 in round 2, but 2 met 4",
        ),
    ],
)
def test_contradictions_are_said(
    tmp_path: Path, cells: dict[int, str], absent: str, says: str
) -> None:
    with pytest.raises(InputError) as caught:
        pair_file(second(tmp_path, cells), Request(absent=absent))
    assert says in str(caught.value)


def test_two_byes_of_the_coming_round_are_a_problem(tmp_path: Path) -> None:
    (problem,) = check(read_trf(second(tmp_path, {3: "0000 - U", 4: "0000 - U"}))).problems
    assert (problem.round, problem.players) == (2, (3, 4))


def test_what_is_read_is_written_again(tmp_path: Path) -> None:
    for cells in ({3: "0000 - U"}, {1: "   2 b  ", 2: "   1 w  "}):
        event = read_trf(second(tmp_path, cells))
        write_trf(event, tmp_path / "again.trf")
        again = read_trf(tmp_path / "again.trf")
        assert (again.byes, again.wall_list) == (event.byes, event.wall_list)
        assert pair_tournament(again, Request()) == pair_tournament(event, Request())


def test_byes_that_a_file_announces_come_into_a_workbook(tmp_path: Path) -> None:
    path = second(tmp_path, {3: "0000 - U", 4: "0000 - H"})
    path.write_text(path.read_text("utf-8") + "240 Z   3    1\n", "utf-8")
    book = TEMPLATES["chess"].build(read_trf(path), is_outline=True)
    cells = [row[2:5] for row in book["Wall list"].iter_rows(6, 10, values_only=True)]
    assert [cell[1:] for cell in cells] == [
        (None, "Z"), (None, None), ("U", None), ("H", None), (None, None),
    ]  # fmt: skip


# What holds before the first round ----------------------------------------------------------------


def test_a_bye_worth_more_than_a_win_is_refused(tmp_path: Path) -> None:
    path = second(tmp_path, {})
    path.write_text(path.read_text("utf-8") + "162  W 1.0    D 0.5    L 0.0    P 3.0\n", "utf-8")
    with pytest.raises(InputError, match=r"bye is worth 3 points and a win 1: it may not be worth"):
        pair_file(path)
    (problem,) = check(read_trf(path)).problems
    assert (problem.kind, problem.players) == ("points", ())


@pytest.mark.slow
def test_it_is_red_in_a_workbook(tmp_path: Path) -> None:
    path, cup = second(tmp_path, {}), tmp_path / "cup.xlsx"
    make(TEMPLATES["chess"], path, cup, **{"games": 0, "tiebreaks": "WIN", "listed": "chosen"})
    assert "Setup" not in describe_faults(make_report(Package.from_path(cup)))
    entered(cup, {"Setup": {"ByePoints": 3}})
    assert "“The options can be used” fails (1)" in describe_faults(
        make_report(Package.from_path(cup))
    )


ENTRIES = "Name;Elo;Titel\nBea;1500;\nAda;;GM\nCat;2000;\nDan;2000;FM\nAbe;2000;\nEve;;\n"
RANKED = ["Dan", "Abe", "Cat", "Bea", "Ada", "Eve"]


def test_an_entry_list_is_ranked_by_rating_title_and_name(tmp_path: Path) -> None:
    path = tmp_path / "entries.csv"
    path.write_text(ENTRIES, "utf-8")
    source = source_of(path)
    found = read(source)
    assert [(one.number, one.name) for one in found.players] == [*enumerate(RANKED, 1)]
    assert source.reading.notes == ["ranked by rating (C.04.2): Dan; Abe; Cat …"]
    for other in (
        "name,rating\nB,1500\nA,1500\nC,\n",
        "name,rating,r1\nB,1500,2w1\nA,1900,1b0\n",
        "name,rating,national\nB,1500,1400\nA,,1450\nC,1440,1600\n",
        "name,rating,national\nB,1500,1400\nC,1440,1600\nA,,1450\n",
    ):
        path.write_text(other, "utf-8")
        names = [one.partition(",")[0] for one in other.splitlines()[1:]]
        assert [one.name for one in read(source_of(path)).players] == names
    numbered = write(tmp_path, "001    1      Ann\n001    2      Bob".ljust(70) + "2000\n")
    assert [one.name for one in read(source_of(numbered)).players] == ["Ann", "Bob"]


@pytest.mark.slow
def test_numbers_that_do_not_follow_the_ratings_are_not_written(tmp_path: Path) -> None:
    data, path = tmp_path / "players.csv", tmp_path / "cup.xlsx"
    data.write_text(ENTRIES, "utf-8")
    make(TEMPLATES["chess"], data, path, players=6, rounds=3, games=0)
    entered(path, {"Players": {("Bea", "Rating"): 2500}})
    before = path.read_bytes()
    with pytest.raises(OptionError, match=r"C\.04\.2 wants .* sort the rows of Players by rating"):
        write_pairing(path, Request(seed=1))
    assert path.read_bytes() == before
    assert write_pairing(path, Request(seed=1, force=True))[1].written


@pytest.mark.slow
def test_what_is_wrong_in_the_workbook_is_said_beside_its_pairing(run, tmp_path: Path) -> None:
    data, path = tmp_path / "entries.csv", tmp_path / "book.xlsx"
    data.write_text(ENTRIES, "utf-8")
    make(TEMPLATES["chess"], data, path, players=6, rounds=3, games=0)
    assert "checks" not in run("pair", path, "--force")[2]
    entered(path, {"Players": {("Bea", "Rating"): "strong"}})
    run("recalc", path)
    assert "1 of 24 checks need a look: see Checks." in run("pair", path, "--force")[2]


def test_a_round_robin_of_chess_has_white_and_black(run, tmp_path: Path) -> None:
    path = write(tmp_path, report(announced=5) + "092 Individual: Round-Robin\n")
    _, shown, _ = run("pair", path, "--round", "1")
    assert shown.splitlines()[1].split() == ["Board", "No.", "White", "Black", "No."]
    assert "Home" not in format_sheets(pair_file(path, Request(1)), Heading("Cup"), ["boards"])


@pytest.mark.parametrize("letter", "HUZ")
def test_a_bye_against_the_table_of_a_round_robin_is_said(tmp_path: Path, letter: str) -> None:
    path = trf(tmp_path, {2: f"0000 - {letter}"}, 4)
    path.write_text(path.read_text("utf-8") + "092 Individual: Round-Robin\n", "utf-8")
    with pytest.raises(InputError, match="P2 has a bye or an absence in it, but the table has P2"):
        pair_file(path)


# Go -----------------------------------------------------------------------------------------------


def pair_go(*entries: str, **asked: Any) -> Pairing:
    """The first round of go players of whom this stands in the wall list."""
    players = tuple(
        GoPlayer(name, rank=f"{at}k", rounds=(entry,))
        for at, (name, entry) in enumerate(zip("ABCDEF", entries), 1)
    )
    book: Any = SimpleNamespace(name="cup.xlsx", setting=lambda _: None, text=lambda _: "")
    book.inputs = lambda *_: [{"r_1": None, "r_2": None}]
    return go.pair_listed(book, GoTournament(players), Request(**asked)).pairing


def test_go_has_its_own_marks() -> None:
    assert [coming(one) for one in ("", "0+", "0=", "0-", "5?")] == [
        Coming.OPEN, Coming.ALLOCATED, Coming.AWAY, Coming.AWAY, Coming.PAIRED,
    ]  # fmt: skip
    found = pair_go("0+", "", "", "0-", "6?/w2", "5?/b2")
    assert (found.round, met(found), found.absent) == (1, [{2, 3}, {5, 6}, {1}], (4,))
    assert found.pairs[1].handicap == 2 and found.pairs[1].board == 2


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        (("0+", "0+", "", ""), r"A and B have the bye of the pairing \(0\+\)"),
        (("0+", "", "", ""), "but 3 are left to be paired"),
        (("2?", "3?", "2?", "", ""), "row 1, .* and .* row 2, .* must tell the same game"),
        (("2?", "", "", "", ""), "row 2, .*which is blank.* must tell the same game; correct one"),
    ],
)
def test_contradictions_of_go_are_said(entries: tuple[str, ...], says: str) -> None:
    with pytest.raises(InputError, match=says):
        pair_go(*entries)


# Workbooks ----------------------------------------------------------------------------------------

SIX: dict[str, dict[str, Any]] = {"chess": {"players": 6}, "go": {"rows": 6}}


@pytest.mark.slow
@pytest.mark.parametrize(("template", "bye"), [("chess", "U"), ("go", "0+")])
def test_in_a_workbook_nobody_else_gets_a_bye(template: str, bye: str, tmp_path: Path) -> None:
    data, path = tmp_path / "players.csv", tmp_path / "cup.xlsx"
    data.write_text("name\n" + "\n".join(("Ann", "Bob", "Cat", "Dan", "Eve")), "utf-8")
    make(TEMPLATES[template], data, path, **SIX[template], rounds=3, games=6)
    entered(path, {"Wall list": {("Cat", "R1"): bye}})
    write_pairing(path, Request(seed=1))
    saved = Event.open(path)
    rows = saved.inputs("r_1")
    assert [row["r_1"] for row in rows[:5]] == [None, None, bye, None, None]
    if template == "chess":
        event = read_event(path)
        assert sum(cells[0][0].isdigit() for cells in event.wall_list) == 4
        assert replace(event, players=()).byes == ()


@pytest.mark.slow
@pytest.mark.parametrize(("template", "bye"), [("chess", "U"), ("go", "0+")])
def test_what_is_typed_on_the_page_games_stands(template: str, bye: str, tmp_path: Path) -> None:
    data, path = tmp_path / "players.csv", tmp_path / "cup.xlsx"
    data.write_text("name\n" + "\n".join(("Ann", "Bob", "Cat", "Dan", "Eve")), "utf-8")
    make(TEMPLATES[template], data, path, **SIX[template], rounds=3, games=6)
    saved = Event.open(path)
    rows = [{"white": "Cat", "black": "Bye"}, {"white": "Eve", "black": "Ann"}]
    path.write_bytes(
        saved.with_values(
            {
                saved.address(GAME, key, at): value
                for at, row in enumerate(rows, 1)
                for key, value in {"round": 1, **row}.items()
            }
        )
    )
    paired, _ = write_pairing(path, Request(seed=1))
    assert met(paired.pairing) == [{2, 4}, {1, 5}, {3}] and paired.pairing.pairs[1].white == 5
    saved = Event.open(path)
    assert [row["r_1"] for row in saved.inputs("r_1")[:5]] == [None, None, bye, None, None]
    there = [{row["white"], row["black"]} for row in saved.inputs(*GAME) if row["round"]]
    assert there == [{"Bob", "Dan"}, {"Ann", "Eve"}]
