"""The command about the rules of chess: who stands elsewhere under another text, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from xl_tourney.cli.program import xl_tourney
from xl_tourney.errors import InputError, OptionError
from xl_tourney.functions import CHESS_PLACE
from xl_tourney.functions.chess.codes import parse_codes
from xl_tourney.functions.chess.comparison import TieBreakStandings
from xl_tourney.functions.chess.rule_sets import RULE_SETS
from xl_tourney.readers.chess import read_trf

DATA = Path(__file__).parents[1] / "data" / "chess"
HELD = DATA / "held_swiss_5.trf"
CODES = "BH/C1,BH,SB"


def command(*words: object) -> tuple[str, str]:
    """What a command prints, and what it says beside."""
    found = CliRunner().invoke(
        xl_tourney, ["rules", *map(str, words)], catch_exceptions=False, standalone_mode=False
    )
    assert found.exception is None
    return found.stdout, found.stderr


def test_the_texts_are_listed() -> None:
    out, _ = command()
    assert "2023-09-01" in out and "2024-04-01" in out and "15.2, 16.4" in out
    listed = json.loads(command("--json")[0])
    assert [text["rules"] for text in listed] == ["2023", "2024", "2026"]
    assert listed[1]["changed_articles"] == []


def test_who_stands_elsewhere_and_which_article_moves_him() -> None:
    out, _ = command("--compare", "2024", "2026", HELD, "--tiebreaks", CODES)
    rows = [line.split() for line in out.splitlines() if "P0" in line]
    assert rows == [
        ["7", "8", "11", "P011", "2.5", "BH/C1", "12", "11", "16.4"],
        ["8", "7", "8", "P008", "2.5", "BH/C1", "of", "No.", "11", "12", "11", "16.4"],
    ]
    assert f"2 of 16 stand elsewhere ({CODES})" in out


def test_json() -> None:
    out, _ = command("--compare", "2024", "2026", HELD, "--tiebreaks", CODES, "--json")
    first, second = json.loads(out)
    assert (first["place_2024"], first["place_2026"], first["number"]) == (7, 8, 11)
    assert (second["tie_break"], second["of_number"], second["article"]) == ("BH/C1", 11, "16.4")
    assert (second["value_2024"], second["value_2026"]) == (12, 11)


def test_texts_with_the_same_values_move_nobody() -> None:
    out, _ = command("--compare", "2023", "2024", HELD, "--tiebreaks", CODES)
    assert "0 of 16 stand elsewhere" in out


def test_the_list_of_the_file_is_taken_and_teams_are_compared() -> None:
    out, _ = command("--compare", "2024", "2026", DATA / "trf26_team_grandmommy.trf")
    assert "of 50 stand elsewhere (EDET/P,EMGSB/C1/P,BH:MP/C1/P,MPvGP)" in out


def test_what_a_text_says_against_the_list_is_said() -> None:
    path = DATA / "syn_rr_05.trf"
    _, err = command("--compare", "2024", "2026", path, "--tiebreaks", "BH,STD")
    assert "STD is in the text from 2026 on (7.7)" in err
    assert "BH is not for round robins in the text of 2026 (note to Article 8)" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--compare", "2024", "2026", HELD], "there is no list of tie-breaks in it"),
        (["--compare", "2024", "2026"], "A TRF and --compare belong together"),
        ([HELD], "A TRF and --compare belong together"),
        (
            ["--compare", "2024", "2026", HELD, "--tiebreaks", "XYZ"],
            "“XYZ” is not a tie-break of C.07",
        ),
    ],
)
def test_wrong_usage_is_one_sentence(words: list[object], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        command(*words)


def test_teams_of_a_round_robin_are_compared_as_such(tmp_path: Path) -> None:
    path = tmp_path / "round_robin.trf"
    text = (DATA / "trf26_team_grandmommy.trf").read_text("utf-8")
    kind = next(line for line in text.splitlines() if line.startswith("092"))
    path.write_text(text.replace(kind, "092 Team: Round-Robin"), "utf-8")
    _, err = command("--compare", "2024", "2026", path, "--tiebreaks", "BH:MP")
    assert "BH:MP is not for round robins" in err


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(InputError, match="there is no such file"):
        command("--compare", "2024", "2026", "nowhere.trf", "--tiebreaks", CODES)


@pytest.mark.parametrize("file", ["real_01.trf", "real_17.trf", "syn_swiss_09.trf"])
def test_moves_are_the_differences_of_the_places(file: str) -> None:
    """Each has an article and a value that is another, and nobody else moves."""
    found = read_trf(DATA / file)
    standings = TieBreakStandings(found.wall_list, parse_codes(CODES), system=found.system)
    old, new = RULE_SETS["2024"], RULE_SETS["2026"]
    moves = standings.moves(old, new)
    places = [
        [place for (place,) in CHESS_PLACE(found.wall_list, CODES, None, rules, found.system)]
        for rules in ("2024", "2026")
    ]
    others = {n for n, (one, other) in enumerate(zip(*places), 1) if one != other}
    assert {move.row for move in moves} == others
    assert all(move.value_before != move.value_after for move in moves)
    assert {move.article for move in moves} <= {"16.4"}


def test_a_forfeit_loss_with_black_moves_by_article_15_2() -> None:
    rows = [
        ["2w+", "3b0", "4w½"],
        ["1b-", "4w½", "3w1"],
        ["4b0", "1w1", "2b0"],
        ["3w1", "2b½", "1b½"],
    ]
    standings = TieBreakStandings(rows, parse_codes("BPG"), system="round-robin")
    moves = standings.moves(RULE_SETS["2024"], RULE_SETS["2026"])
    assert [(move.row, move.before, move.after, move.article) for move in moves] == [
        (2, 2, 3, "15.2")
    ]
