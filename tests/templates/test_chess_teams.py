"""Team tournaments of chess: a published table, matches typed board by board, what is refused."""

from __future__ import annotations

import csv
import re
from typing import Any

import pytest

from tests.functions.chess import DATA
from tests.functions.test_chess_team_tables import EVENTS, table, wall_list
from tests.templates.calculated import Calculated
from xl_tourney.errors import OptionError
from xl_tourney.readers.chess import read
from xl_tourney.templates import TEMPLATES

CHESS = TEMPLATES["chess"]
CRETE = DATA / "teams_crete_2024.trf"
FIGURES = ("won", "drawn", "lost", "MPTS", "GPTS", "EGGSB", "BH")


def test_a_published_table(tmp_path: Any) -> None:
    """All 105 figures but one: the table has 308.25 where the sum of the rule is 304.25."""
    book = Calculated(CHESS.build(read(CRETE), tiebreaks="MPTS,GPTS,EGGSB,BH"), tmp_path)
    with CRETE.with_suffix(".published.csv").open(encoding="utf-8") as file:
        published = {row["team"]: row for row in csv.DictReader(file)}
    columns = ("name", *(f"value_{k}" for k in range(1, 5)))
    apart = []
    for at in range(len(published)):
        name, *values = (book[f"score[{at}].{key}"] for key in columns)
        kinds = [book[f"rounds[{at}].kind_{k}"] for k in range(1, 8)]
        results = [kind % 10 for kind in kinds if kind >= 100]
        found = dict(zip(FIGURES, [*(results.count(k) for k in (1, 2, 3)), *values]))
        expected = published[name.strip()]
        apart += [
            (name, key, value, float(expected[key]))
            for key, value in found.items()
            if value != float(expected[key])
        ]
    assert apart == [("Α.Σ.ΗΡΟΔΟΤΟΣ", "EGGSB", 304.25, 308.25)]
    assert book["Status"] == "All checks passed"


@pytest.mark.parametrize("name", [name for name, event in EVENTS.items() if "cross" in event])
def test_native_columns_have_published_round_robins(name: str, tmp_path: Any) -> None:
    event, (names, rows) = EVENTS[name], wall_list(name)
    path = tmp_path / "teams.csv"
    heads = ["name", *(f"r{k}" for k in range(1, len(rows[0]) + 1))]
    lines = [heads, *([team, *row] for team, row in zip(names, rows))]
    path.write_text("".join(f"{','.join(line)}\n" for line in lines), encoding="utf-8")
    options = {"boards": event["boards"], "tiebreaks": event["tiebreaks"]}
    book = Calculated(CHESS.build(read(path), system="round-robin", **options), tmp_path)
    codes = event["tiebreaks"].split(",")
    for at, row in enumerate(table(name)):
        figures = {code: book[f"score[{at}].value_{k}"] for k, code in enumerate(codes, 1)}
        figures["place"] = book[f"score[{at}].place"]
        found = {key: value for key, value in row.items() if key in figures}
        assert {key: figures[key] for key in found} == found, row["name"]


@pytest.fixture
def four(tmp_path: Any) -> Calculated:
    book = Calculated(
        CHESS.build(teams=4, rounds=2, boards=2, games=4, tiebreaks="MPTS,EDEBT"), tmp_path
    )
    book.change({f"Teams!C{row}": f"Team {row - 5}" for row in range(6, 10)})
    return book


def test_matches_are_typed_board_by_board(four: Calculated) -> None:
    four.change(
        {
            **dict(zip(("Games!A6", "Games!C6", "Games!G6"), (1, "Team 1", "Team 2"))),
            **dict(zip(("Games!A7", "Games!C7", "Games!F7", "Games!G7"), (1, 3, "2-0", 4))),
            "Games!D6": "1-0",
            "Games!E6": "0-1",
        }
    )
    assert [four[f"games[{at}].score"] for at in (0, 1)] == ["1 - 1", "2 - 0"]
    assert [four[f"rounds[{at}].clean_1"] for at in range(4)] == ["2w1/10", "1b1/01", "4w2", "3b0"]
    assert [four[f"score[{at}].points"] for at in range(4)] == [1, 1, 2, 0]
    assert [four[f"score[{at}].place"] for at in range(4)] == [2, 3, 1, 4]  # 1 and 2 by board 1


def test_a_problem_is_named_beside_the_match(four: Calculated) -> None:
    four.change(dict(zip(("Games!A6", "Games!C6", "Games!F6", "Games!G6"), (1, 1, "2-1", 2))))
    assert four["games[0].problem"].startswith("The result cannot be read")
    four.change({"Games!F6": "1½-½", "Wall list!C6": "2w1", "Wall list!C7": "1b1"})
    assert four["games[0].problem"].startswith("The wall list, or another row, says something else")
    four.change({"Wall list!C6": "2w9/11", "Wall list!C7": None})
    assert four["wall[0].problem"] == "R1 cannot be read. "


def test_boards_that_are_missing_are_asked_for(four: Calculated) -> None:
    four.change({"Wall list!C6": "2w1", "Wall list!C7": "1b1"})
    checks = {row[0]: row[1] for row in four["Checks!A6:B40"]}
    assert checks["The boards that decide are known"] == 2


def test_checks_speak_of_teams(four: Calculated) -> None:
    said = [str(text) for row in four["Checks!A7:D40"] for text in (row[0], row[3])]
    assert "Nobody meets two teams in one round" in said
    assert not [text for text in said if "player" in text.casefold()]


def _texts(value: str) -> list[str]:
    return re.findall(r'"[^"]*"', value) if value.startswith("=") else [value]


def test_a_workbook_of_teams_speaks_of_teams() -> None:
    """On every sheet that is shown; players are named where the line-up is typed."""
    workbook = CHESS.build(teams=4, rounds=2, boards=2, games=4)
    shown = [sheet for sheet in workbook if sheet.sheet_state == "visible"]
    said = [
        text
        for sheet in shown
        for row in sheet.iter_rows()
        for cell in row
        for text in _texts(str(getattr(cell.value, "text", cell.value)))
    ]
    said += [rule.prompt for sheet in shown for rule in sheet.data_validations.dataValidation]
    found = {text for text in said if re.search(r"\bplayers?\b", text or "", re.IGNORECASE)}
    assert found == {"The name of the player; it changes nothing."}


def test_lambdas_take_no_teams_and_are_not_asked() -> None:
    workbook = CHESS.build(functions="lambda", teams=4, rounds=2)
    formulas = [
        str(getattr(cell.value, "text", cell.value))
        for sheet in workbook
        for row in sheet.iter_rows()
        for cell in row
    ]
    assert not [one for one in formulas if re.search(r"TIEBREAK\(|CHESS_PLACE\(", one)]


@pytest.mark.parametrize(
    ("tiebreaks", "refusal"),
    [
        ("EDE,BC", "two direct encounters"),
        ("ARO", "is for individual players"),
        ("EMMSB/C3", "at most 2"),
    ],
)
def test_what_native_formulas_do_not_have_is_refused(tiebreaks: str, refusal: str) -> None:
    with pytest.raises(OptionError, match=refusal):
        CHESS.build(teams=4, tiebreaks=tiebreaks)


def test_a_list_with_game_points_later_begins_with_match_points() -> None:
    layout = CHESS.plan(None, teams=4, tiebreaks="EMGSB,GPTS").layout
    assert layout["tiebreaks"] == "MPTS,EMGSB,GPTS"


def test_a_wall_list_of_teams_is_read(tmp_path: Any) -> None:
    path = tmp_path / "teams.csv"
    path.write_text("name,r1\nAnts,2w2½/1=1\nBees,1b½/0=0\n", encoding="utf-8")
    tournament = read(path)
    assert (tournament.boards, tournament.wall_list) == (3, [["2w2½/1=1"], ["1b½/0=0"]])
    assert CHESS.plan(tournament).layout["boards"] == 3
