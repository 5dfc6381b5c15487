"""Explanations of samples hold, and one other input makes them fail."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import jsonschema
import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, to_excel

from tests.explanations.books import WORKBOOKS, input_cell, place_of, sample, with_input
from tests.explanations.events import event
from tests.functions.chess import DATA
from xl_tourney.catalogue.cells import CellError
from xl_tourney.errors import OptionError
from xl_tourney.explanations.explain import explain, read_book
from xl_tourney.explanations.explanation import Explanation
from xl_tourney.explanations.place.rows import list_players
from xl_tourney.explanations.player import explain_player
from xl_tourney.functions import CATALOGUE
from xl_tourney.ooxml.package import Package
from xl_tourney.templates.parts.plan.builder import words_of

Run = Callable[..., tuple[int, str, str]]
SCHEMA = json.loads(
    (Path(__file__).parents[2] / "docs/reference/schemas/explanation.schema.json").read_text(
        "utf-8"
    )
)

INPUTS = [
    ("tantrix_2001", "P06", "tps_a", 21.4),
    ("tantrix_2001", "P06", "games", 3),
    ("tantrix_2001", "P06", "name", "Somebody else"),
    ("league_euro_2024_e", "Slovakia", "home_score", 5),
    ("league_al_1903", "Boston", "won", 90),
    ("kdice_2008_h1", "player 01", "games", 1000),
    ("kdice_2008_h1", "player 01", "p1", 24),
    ("chess_sinquefield_2014", "Player 1", "r_1", "6b1"),
    ("bridge_mitchell", "2NS", "score", 50),
]
"""A sample, whom it is about (the first of the table if blank), and an input of the first row."""


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({name for name, *_ in INPUTS} | {"go_final_2020"}))
def test_the_first_players_and_the_last_are_explained(name: str) -> None:
    book = sample(name)
    players = list(list_players(book))
    for player in (players[0], players[-1]):
        explanation = explain_player(book, player)
        check = explanation.check(book)
        assert not check.wrong, [str(wrong) for wrong in check.wrong]
        assert check.sentences > 3
    above, below = players[:2]
    check = explain(book, f"{above.name} over {below.name}").check(book)
    assert check.sentences > 3
    assert not check.wrong, [str(wrong) for wrong in check.wrong]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "who", "key", "value"), INPUTS)
def test_another_input_makes_an_explanation_fail(
    name: str, who: str, key: str, value: object
) -> None:
    book = sample(name)
    explanation = explain(book, who or next(list_players(book)).name)
    assert not explanation.check(book).wrong
    changed = with_input(name, *input_cell(book, key), value)
    assert explanation.check(changed).wrong


@pytest.mark.slow
def test_another_setting_makes_an_explanation_fail() -> None:
    book = sample("tantrix_2001")
    explanation = explain(book, "P06")
    ((sheet, cell),) = book.values.defined_names["Places"].destinations
    changed = with_input("tantrix_2001", sheet, cell.replace("$", ""), 1)
    assert explanation.check(changed).wrong


def test_a_cell_is_explained_by_its_function() -> None:
    explanation = explain(sample("tantrix_2001"), place_of("tantrix_2001", "standings[0].gbq"))
    (part,) = explanation.parts
    assert part.function == "GBQ"
    assert "sections 1, 6 and 7 a" in part.source
    assert [str(step) for step in part.steps] == [
        "P08 has 29.6 TPs in 2 games; at 10 TPs a game that is (29.6 − 10·2) / (15 − 5) = 0.96 "
        "standard wins over even.",
        "All are measured from P06, in place 2 by TP%, with 0.42.",
        "The difference is −0.54; to the nearest 0.5, P08 is 0.5 ahead: −0.5.",
    ]


def test_players_of_a_swiss_who_meet_twice_are_explained(run, tmp_path) -> None:
    """Our functions refuse them, where the workbook's own formulas count both games."""
    data, book = tmp_path / "twice.csv", tmp_path / "twice.xlsx"
    data.write_text("name,rating,r1,r2\nAda,2100,2w1,2b1\nBen,1950,1b0,1w0\n")
    assert run("new", "chess", "--data", data, "--players", 4, "--rounds", 2, "-o", book)[0] == 0
    code, out, err = run("explain", book, "Ada", "--check")
    assert (code, "Ada" in out) == (0, True), err


def test_a_list_that_ranks_alone_begins_with_its_first_code(run, tmp_path) -> None:
    """Teams are placed by match points in the list: no points are said before these."""
    data, book = DATA / "teams_crete_2024.trf", tmp_path / "teams.xlsx"
    codes = "MPTS,EMGSB/C1,BH"
    assert run("new", "chess", "--data", data, "--tiebreaks", codes, "-o", book)[0] == 0
    code, out, err = run("explain", book, "ΟΦΗ 1")
    assert (code, err.count("Error")) == (0, 0)
    assert out.splitlines()[0] == (
        "ΟΦΗ 1 is 3rd of 15: match points 9 like ΓΑΖΙ 1 and ΣΟΗ; ahead by extended "
        "Sonneborn-Berger, match by game points Cut 1, 170.5 against 167.5."
    )
    code, out, _ = run("explain", book, "ΟΦΗ 1", "--working", "--check")
    assert code == 0
    titles = [
        line for line in out.splitlines() if line.endswith((" 9.", " 24.5.", " 170.5.", " 53."))
    ]
    assert [line.partition(" of ΟΦΗ 1: ")[0] for line in titles if " of ΟΦΗ 1: " in line] == [
        "Match points (MP)",
        "Game points (GP)",
        "Extended Sonneborn-Berger, match by game points Cut 1 (EMGSB/C1)",
        "Buchholz (BH)",
    ], "every column of one call of our function is explained, and none twice"


def test_a_refusal_inside_of_a_derivation_is_not_hidden(monkeypatch) -> None:
    """What is called gives the figure, so that its derivation has no reason to fail."""

    def refuse(*_: object) -> None:
        raise CellError("#VALUE!", "a mistake of ours")

    monkeypatch.setattr(CATALOGUE["TAPL"], "_derivation", refuse)
    with pytest.raises(CellError, match="a mistake of ours"):
        explain(sample("kdice_2008_h1"), "player 03")


def test_a_pair_is_called_by_its_players_and_by_its_number_where_travellers_are() -> None:
    explanation = explain(sample("bridge_howell"), "2")
    results = explanation.parts[1]
    assert str(results.title) == "Results of Player 03 & Player 04"
    others = {str(one).partition(" against ")[2].partition(":")[0] for one in results.steps}
    assert others >= {"pair 6 (Player 11 & Player 12)", "pair 10 (Player 19 & Player 20)"}


@pytest.mark.slow
def test_pairs_with_names_are_turned_round_by_these() -> None:
    explanation = explain(sample("bridge_howell"), "2 over 4", with_flip=True)
    assert explanation.flip and (explanation.flip.above, explanation.flip.below) == ("2", "4")
    assert explanation.closing[0].startswith(
        "Player 07 & Player 08 would be above Player 03 & Player 04 with 10 tricks there (130) "
        "instead of 7 tricks in 2D by S (board 13, pair 4 (Player 07 & Player 08) against pair 2 "
    )
    assert explanation.closing[1].startswith("Then Player 07 & Player 08 are 3rd and Player 03")


def test_tapl_is_explained_place_by_place() -> None:
    explanation = explain(sample("kdice_2008_h1"), "player 03")
    part = next(part for part in explanation.parts if part.function == "TAPL")
    assert str(part.steps[-1]) == "Together that is 3252.801."


def test_a_kept_explanation_is_read_again() -> None:
    book = sample("league_euro_2024_e")
    explanation = explain(book, "Belgium over Slovakia")
    kept = Explanation.from_json(json.loads(json.dumps(explanation.as_json())))
    assert list(kept.lines()) == list(explanation.lines())
    assert not kept.check(book).wrong


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "subject"),
    [
        ("league_euro_2024_e", "Belgium over Slovakia"),
        ("tantrix_2001", "P08"),
        ("tantrix_2001", "standings[0].name"),
    ],
)
def test_the_json_is_as_its_schema_says(name: str, subject: str) -> None:
    with_flip = " over " in subject
    explanation = explain(sample(name), place_of(name, subject), with_flip=with_flip)
    content = json.loads(json.dumps(explanation.as_json()))
    jsonschema.validate(content, SCHEMA)
    assert (content["flip"] is not None) == with_flip
    del content["parts"][0]["title"]["terms"]
    with pytest.raises(jsonschema.ValidationError, match="'terms' is a required property"):
        jsonschema.validate(content, SCHEMA)


def test_a_player_begins_with_the_place_and_says_sums_in_words() -> None:
    lines = list(explain(sample("tantrix_2001"), "P06").lines())
    assert lines[0] == "P06 is 2nd of 5 with 52.33% of the TPs."
    assert "  The sum of the results is 20.8 + 63 + 10.4 = 94.2." in lines


@pytest.mark.parametrize("epoch", [CALENDAR_WINDOWS_1900, CALENDAR_MAC_1904])
def test_dates_count_from_the_first_day_of_their_workbook(epoch: datetime) -> None:
    workbook, data = Workbook(), io.BytesIO()
    workbook.epoch = epoch
    workbook.worksheets[0].append([datetime(2020, 1, 1), "=A1*2", "=YEAR(A1)"])
    workbook.save(data)
    book = read_book(Package(data.getvalue(), "dates.xlsx"))
    for cell, value in {"B1": 2 * to_excel(datetime(2020, 1, 1), epoch), "C1": 2020}.items():
        explanation = explain(book, cell)
        assert explanation.parts[0].title.result.value == value
        assert explanation.check(book).wrong == []


def test_an_unknown_player_gets_the_nearest_names() -> None:
    with pytest.raises(OptionError, match="did you mean Slovakia"):
        explain(sample("league_euro_2024_e"), "Slovokia")


def test_who_is_not_above_is_told_and_the_question_turned_round() -> None:
    book = sample("league_euro_2024_e")
    turned = explain(book, "Slovakia over Belgium", with_flip=None)
    lines = str(turned).splitlines()
    assert turned.subject == "Belgium over Slovakia" and turned.flip is None
    assert lines[0].startswith("The other way round: Belgium is above Slovakia: 4 points each")
    assert lines[1:] == list(explain(book, "Belgium over Slovakia").lines())[1:]
    assert turned.check(book).wrong == []
    with pytest.raises(OptionError, match="they are the same"):
        explain(book, "Belgium over Belgium")


@pytest.mark.slow
def test_the_command_prints_and_checks(run: Run) -> None:
    book = WORKBOOKS / "league_euro_2024_e.xlsx"
    code, out, err = run("explain", book, "Slovakia", "--check")
    assert (code, out.startswith("Slovakia is 3rd of 4: 4 points like three others; by goal")) == (
        0,
        True,
    )
    assert err.endswith("all hold.\n")


@pytest.mark.slow
def test_the_command_checks_a_kept_explanation(run: Run) -> None:

    code, out, _ = run("explain", WORKBOOKS / "tantrix_2001.xlsx", "P06", "--json")
    assert code == 0
    Path("kept.json").write_text(out, encoding="utf-8")
    assert run("explain", WORKBOOKS / "tantrix_2001.xlsx", "--kept", "kept.json")[0] == 0
    code, out, err = run("explain", WORKBOOKS / "league_al_1903.xlsx", "--kept", "kept.json")
    *wrong, summary = err.splitlines()
    assert (code, out) == (1, "")
    assert wrong and summary.endswith(f" formulas: {len(wrong)} numbers are wrong.")


@pytest.mark.slow
def test_comments_are_written_into_a_copy(run: Run) -> None:
    book = WORKBOOKS / "tantrix_2001.xlsx"
    before = book.read_bytes()
    code, _, err = run("explain", book, "--notes", "-o", "notes.xlsx")
    assert (code, err) == (0, "")
    assert book.read_bytes() == before
    written = load_workbook("notes.xlsx", data_only=True)["Standings"]
    gbq = place_of("tantrix_2001", "standings[0].gbq").partition("!")[2]
    comment = written[gbq].comment
    assert comment is not None
    assert "standard wins over even" in comment.text
    assert written[gbq].value == -0.5
    assert run("explain", "notes.xlsx", "P08", "--check")[0] == 0
    code, _, err = run("explain", book, f"Standings!{gbq}", "--notes", "-o", "one.xlsx")
    assert (code, err) == (0, "")
    only = load_workbook("one.xlsx", data_only=True)["Standings"]
    assert [c.coordinate for row in only.iter_rows(min_row=6) for c in row if c.comment] == [gbq]


def test_comments_are_not_written_into_a_users_own_workbook(run: Run) -> None:
    own = Workbook()
    own.worksheets[0].append([3, 4, "=SUM(A1:B1)*MAX(A1:B1)"])
    own.save("own.xlsx")
    code, _, err = run("explain", "own.xlsx", "Sheet!C1", "--notes", "-o", "notes.xlsx")
    assert (code, "Comments are written only into a workbook of ours" in err) == (2, True)
    code, _, err = run("explain", "own.xlsx", "--notes", "-o", "notes.xlsx")
    assert (code, "Comments are written only into a workbook of ours" in err) == (2, True)
    os.link("own.xlsx", "same.xlsx")
    code, _, err = run("explain", "own.xlsx", "Sheet!C1", "--notes", "-o", "same.xlsx")
    assert (code, "--notes writes a copy: name it with -o" in err) == (2, True)
    assert not Path("notes.xlsx").exists()
    code, out, err = run("explain", "own.xlsx", "C1", "--check")
    assert out.splitlines()[1:] == [
        "  SUM('Sheet'!A1:B1) is 7.",
        "  MAX('Sheet'!A1:B1) is 4.",
        "  SUM('Sheet'!A1:B1)*MAX('Sheet'!A1:B1) is 28.",
    ]
    assert err.endswith("all hold.\n")


def test_an_earlier_workbook_has_its_words_in_its_formulas() -> None:
    """Where those of today compare named cells, Criterion_DC, theirs compare words, "DC"."""
    today = event("go_games")
    package, words = today.event.package, words_of(today.event.outline)
    parts = {}
    for part in package.parts:
        if part.endswith(".xml") and part.startswith("xl/work"):
            text = package.read(part).decode()
            for name, word in words.items():
                text = re.sub(rf'<definedName name="{name}".*?</definedName>', "", text)
                text = re.sub(rf"\b{name}\b", f'"{word}"', text)
            parts[part] = text.encode()
    earlier = read_book(Package(package.with_parts(parts), package.name), is_calculated=True)
    assert "Criterion_DC" not in earlier.values.defined_names
    said = [[*explain(book, "Ann").lines()] for book in (earlier, today)]
    assert said[0] == said[1]
    assert any(line.startswith("Direct comparison (DC) of Ann") for line in said[1])
