"""Who can still make it, asked of a workbook: the groups of race.md's worked values."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.functions.race.proof_document import check_proofs
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.functions.race.certificates import second_opinion

pytestmark = pytest.mark.slow

GROUP_D_2014 = """home,away,home_score,away_score
Uruguay,Costa Rica,1,3
England,Italy,1,2
Uruguay,England,2,1
Italy,Costa Rica,0,1
Italy,Uruguay,,
Costa Rica,England,,
"""
TANTRIX = """player_a,player_b,games,tps_a,tps_b
A,B,2,25,15
C,D,2,20,20
A,C,2,30,10
B,D,2,22,18
A,D,,,
B,C,,,
"""


SMALL = ("--teams", "4", "--rows", "8")
SMALL_GROUP = ("--players", "4", "--rows", "8")


@pytest.fixture
def group_d(new) -> Path:
    options = ("--rules", "fifa-2022", "--places", "2", *SMALL)
    book: Path = new("league", "d", GROUP_D_2014, *options)
    return book


def test_a_group_of_a_world_cup(run, group_d) -> None:
    code, out, _ = run("whatif", group_d, "--json")
    rows = {row["team"]: row for row in json.loads(out)["rows"]}
    teams = ("Costa Rica", "Italy", "Uruguay", "England")
    assert code == Exit.DONE
    assert [rows[team]["status"] for team in teams] == ["clinched", "open", "open", "out"]
    assert [rows[team]["best_place"] for team in teams] == [1, 1, 1, 3]
    assert [rows[team]["worst_place"] for team in teams] == [2, 4, 4, 4]
    assert [rows[team]["to_clinch"] for team in teams] == [0, 1, 1, ""]


def test_the_reason_why_not(run, group_d) -> None:
    code, out, _ = run("whatif", group_d, "--team", "england")
    assert code == Exit.DONE
    assert out.splitlines()[-1].startswith("England, to reach the first 2: impossible. Costa Rica")


def test_results_that_are_assumed(run, group_d) -> None:
    code, out, _ = run("whatif", group_d, "--assume", "Italy 1-1 Uruguay", "--json")
    rows = {row["team"]: row for row in json.loads(out)["rows"]}
    assert code == Exit.DONE
    assert (rows["Italy"]["points"], rows["Italy"]["left"]) == (4, 0)
    assert rows["England"]["status"] == "out"
    code, _, err = run("whatif", group_d, "--assume", "Spain 1-1 Uruguay")
    assert code == Exit.WRONG
    assert "there is no team “Spain”; the teams are Uruguay, Costa Rica" in err


def test_how_often_everybody_meets_everybody_is_no_question_of_a_league(run, group_d) -> None:
    code, _, err = run("whatif", group_d, "--meetings", "2")
    assert code == Exit.WRONG
    assert "meetings is for round robins of go and chess" in err


def test_tantrix_is_counted_in_tps(run, new) -> None:
    code, out, _ = run(
        "whatif", new("tantrix", "t", TANTRIX, *SMALL_GROUP), "--team", "D", "--json"
    )
    answer = json.loads(out)
    assert (code, answer["unit"], answer["possible"]) == (Exit.DONE, "points", True)
    assert [row["left"] for row in answer["rows"]] == [1, 1, 1, 1]  # matches
    gained = dict.fromkeys("ABCD", 0.0) | {row["team"]: row["points"] for row in answer["rows"]}
    for game in answer["scenario"]:
        gained[game["first"]] += game["first_points"]
        gained[game["second"]] += game["second_points"]
    assert sorted(gained, key=gained.__getitem__, reverse=True).index("D") < 2


def test_answers_are_confirmed(run, group_d) -> None:
    code, out, _ = run("whatif", group_d, "--check", "--json")
    found = json.loads(out)["check"]
    assert (code, found["differences"], found["unsettled"]) == (Exit.DONE, [], 0)
    assert found["replayed"] + found["proved"] + found["by_cases"] == found["answers"] > 12
    asked = found["answers"] - found["by_cases"]  # the second solver knows points alone
    assert found["agreed"] + found["by_arithmetic"] == asked > found["by_arithmetic"]


def test_an_answer_that_does_not_stand_up_is_a_difference(run, group_d, monkeypatch) -> None:
    monkeypatch.setattr(second_opinion, "is_solvable", lambda program, seconds: False)
    monkeypatch.setattr(second_opinion, "proves_impossible", lambda claim, cut: False)
    code, _, err = run("whatif", group_d, "--check")
    assert code == Exit.DIFFERENT
    assert "Costa Rica, to miss the first 1: scipy" in err and "does not agree" in err
    assert "England, to reach the first 2: the proof does not stand up" in err


@pytest.mark.parametrize(
    ("options", "change", "why"),
    [
        (("--points", "3-2-1-0"), ("2,1", "2,2"), "A draw is worth what another result is"),
        (
            ("--rules", "australian-football"),
            ("", ""),
            "Some criteria look at more than scores",
        ),
        (("--rules", "chess-teams"), ("", ""), "A game cannot end with any score"),
    ],
    ids=["draws", "ratios", "board points"],
)
def test_it_is_said_why_places_go_by_points_alone(options, change, why, run, new) -> None:
    rules = () if "--rules" in options else ("--rules", "fifa-2022")
    book = new("league", options[1], GROUP_D_2014.replace(*change), *rules, *options, *SMALL)
    _, out, _ = run("whatif", book, "--anyway")
    assert out.startswith(why)
    assert out.splitlines()[0].endswith("places go by points alone here, and every tie is open.")
    _, out, _ = run("whatif", book, "--anyway", "--json")
    assert json.loads(out)["by_points"].startswith(why)


def test_what_is_not_settled_in_time_is_unknown(run, new) -> None:
    code, out, _ = run("whatif", new("tantrix", "t", TANTRIX, *SMALL_GROUP), "--seconds", "1e-9")
    assert code == Exit.SOME_FAILED
    assert "unknown" in out


@pytest.mark.parametrize(
    ("template", "data", "room", "sentence"),
    [
        (
            "tantrix",
            TANTRIX.replace("B,C,,,\n", ""),
            SMALL_GROUP,
            "A would end with 6 games and B with 4",
        ),
        (
            "kdice",
            "player,p1,p2,p3,p4,p5,p6,p7,games\nA,1,1,1,1,1,1,1,7\n",
            ("--rows", "4"),
            "has no fixtures",
        ),
    ],
    ids=["not all entered", "no fixtures"],
)
def test_what_has_no_answer_is_a_sentence(template, data, room, sentence, run, new) -> None:
    book = new(template, f"without_an_answer_{template}", data, *room)
    code, _, err = run("whatif", book)
    assert code == Exit.WRONG
    assert err.startswith(f"{book}: ") and sentence in err and err.count("\n") == 1


def test_what_is_settled_when_nothing_is_left_to_play(run, new) -> None:
    options = ("--rules", "fifa-2022", "--places", "2", *SMALL)
    book = new("league", "over", GROUP_D_2014.replace(",,", ",1,1"), *options)
    code, out, _ = run("whatif", book, "--json")
    rows = {row["team"]: row for row in json.loads(out)["rows"]}
    found = {
        team: (row["status"], row["best_place"], row["worst_place"]) for team, row in rows.items()
    }
    assert code == Exit.DONE
    assert found == {
        "Costa Rica": ("clinched", 1, 1),
        "Italy": ("clinched", 2, 2),
        "Uruguay": ("out", 3, 3),  # 4 points as Italy, and a worse difference
        "England": ("out", 4, 4),
    }
    assert run("whatif", book, "--team", "Italy", "--check")[0] == Exit.DONE


OVERTIME = """home,away,home_score,away_score,overtime
Ayr,Bray,3,2,yes
Bray,Cork,1,0,
Cork,Ayr,4,3,yes
Bray,Ayr,,,
Cork,Bray,,,
Ayr,Cork,,,
"""
SERIES = """home,away,home_score,away_score
Heat,Bulls,101,99
Bulls,Heat,90,88
Heat,Nets,88,80
Bulls,Nets,95,91
Nets,Heat,,
Nets,Bulls,,
"""


@pytest.mark.parametrize(
    ("data", "options"),
    [
        (OVERTIME, ("--points", "3-2-1-0", "--criteria", "Points,Head-to-head points,Difference")),
        (SERIES, ("--criteria", "Pct,Head-to-head wins,Difference")),
    ],
    ids=["overtime", "series"],
)
def test_what_must_happen_where_nobody_draws(run, new, data, options) -> None:
    book = new("league", f"no_draws_{len(data)}", data, "--places", "1", *SMALL, *options)
    teams = {cell for line in data.splitlines()[1:] for cell in line.split(",")[:2]}
    for team in teams:
        for wish in ("best", "worst"):
            asked = ("--team", team, "--wish", wish, "--check", "--seconds", "100")
            code, out, err = run("whatif", book, *asked)
            assert code == Exit.DONE, (team, wish, out, err)
            assert "draw" not in out
            assert ", 0 unsettled, 0 differ" in out


def test_a_page_has_its_proofs_beside_it(run, group_d) -> None:
    code, _, _ = run("publish", group_d)
    assert code == Exit.DONE
    text = group_d.with_suffix(".proofs.json").read_text("utf-8")
    assert check_proofs(text) == [True] * 6
    page = group_d.with_suffix(".html").read_text("utf-8")
    assert '<li data-proof="0">Costa Rica is certain to be among the first 2. <b></b></li>' in page
    assert 'href="d.proofs.json"' in page
