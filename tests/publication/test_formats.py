"""The standings for other programs: JSON, CSV and Markdown of a small workbook."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from tests.saved import event_of
from xl_tourney.defined_names import IN_PROGRESS, NO_RESULTS, PASSED
from xl_tourney.events.report import FailedCheck, Report, describe_faults, format_facts
from xl_tourney.events.standings.table import find_standings
from xl_tourney.publication.formats import format_csv, format_json, format_markdown, make_csv_inert


@pytest.fixture(scope="module")
def report() -> Report:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Standings"
    for row in (["Place", "Player", "%"], [1, "=Ada|Bo", 0.625], ["2", None, "#N/A"]):
        sheet.append(row)
    sheet["C2"].number_format = "0.0%"
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="Standings!$A$1:$C$3"
    )
    tables = tuple(find_standings(workbook))
    return Report(event_of(workbook), "Cup", "3 May", 7, PASSED, "Final.", (), (), tables)


def test_json_has_values_and_texts(report: Report) -> None:
    found = json.loads(format_json(report))
    assert (found["schema"], found["title"], found["round"], found["status"]) == (
        1,
        "Cup",
        7,
        PASSED,
    )
    assert (found["as_of"], found["saved_on"], found["note"]) == ("3 May", None, "Final.")
    assert (found["provisional"], found["problems"]) == (False, [])
    (table,) = found["tables"]
    assert (table["name"], table["sheet"]) == ("Standings", "Standings")
    assert table["columns"] == [
        {"heading": "Place", "words": "Place", "type": "number"},
        {"heading": "Player", "words": "Player", "type": "text"},
        {"heading": "%", "words": "%", "type": "number"},
    ]
    assert table["rows"] == [[1, "=Ada|Bo", 0.625], ["2", None, "#N/A"]]
    assert table["texts"] == [["1", "=Ada|Bo", "62.5%"], ["2", "", "#N/A"]]
    problem = FailedCheck("All have met.", "2 cases")
    other = replace(report, problems=(problem,), as_of="", note="", saved_on="2026-05-03")
    found = json.loads(format_json(other))
    assert (found["as_of"], found["saved_on"], found["note"]) == (None, "2026-05-03", None)
    assert found["problems"] == [{"statement": "All have met.", "found": "2 cases"}]


@pytest.mark.parametrize(
    ("status", "is_provisional"),
    [
        (f"{PASSED} (12)", False),
        (f"{IN_PROGRESS}: round 2", False),
        (NO_RESULTS, False),
        ("", False),
        ("2 checks fail", True),
    ],
)
def test_what_is_wrong_makes_standings_provisional(
    status: str, is_provisional: bool, report: Report
) -> None:
    found = replace(report, status=status)
    assert found.is_provisional == is_provisional
    assert json.loads(format_json(found))["provisional"] == is_provisional
    assert replace(found, broken=("Standings!C3",)).is_provisional


def test_tables_as_text(report: Report) -> None:
    assert format_csv(report) == "Place,Player,%\n1,=Ada|Bo,62.5%\n2,,#N/A"
    assert make_csv_inert(format_csv(report)) == "Place,Player,%\n1,'=Ada|Bo,62.5%\n2,,#N/A"
    twice = replace(report, tables=report.tables * 2)
    assert format_csv(twice) == f"{format_csv(report)}\n\n{format_csv(report)}"
    markdown = (
        "### Standings\n\n| Place | Player | % |\n| --: | --- | --: |\n"
        "| 1 | =Ada\\|Bo | 62.5% |\n| 2 |  | \\#N/A |"
    )
    assert format_markdown(report) == markdown
    assert format_markdown(twice) == f"{markdown}\n\n{markdown}"


@pytest.mark.parametrize("text", ["-2.5", "+3", "-1e5", "a=1", "", "1", "0"])
def test_numbers_and_plain_texts_stay_what_they_are(text: str) -> None:
    assert make_csv_inert(f"{text},x\r\n") == f"{text},x\r\n"


@pytest.mark.parametrize("text", ["=1", "+a", "-a", "@a", "\ta"])
def test_what_begins_a_formula_gets_an_apostrophe(text: str) -> None:
    assert make_csv_inert(f"x,{text}\n{text},x\n") == f"x,'{text}\n'{text},x\n"


def test_what_is_known_of_the_results(report: Report) -> None:
    assert format_facts(report) == "As of 3 May, after round 7"
    assert format_facts(replace(report, as_of="")) == "After round 7"
    assert format_facts(replace(report, rounds=None)) == "As of 3 May"
    assert format_facts(replace(report, saved_on="4 May")) == "As of 3 May, after round 7"
    saved = replace(report, saved_on="4 May", as_of="", rounds=None)
    assert format_facts(saved) == "Workbook saved on 4 May"
    assert format_facts(replace(saved, saved_on="")) == ""
    under_way = replace(report, status="Round 7: round 7: 2 games to play")
    assert format_facts(under_way) == "As of 3 May, in round 7"


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (1, "S!A1 of its standings is an error"),
        (3, "S!A1, S!A2, S!A3 of its standings are errors"),
        (5, "S!A1, S!A2, S!A3 and 2 more cells of its standings are errors"),
    ],
)
def test_cells_with_errors_are_named(cells: int, text: str, report: Report) -> None:
    broken = [f"S!A{n}" for n in range(1, cells + 1)]
    assert describe_faults(replace(report, broken=broken)) == text


@pytest.mark.parametrize(
    ("failed", "text"),
    [
        (1, "“A1.” fails (1)"),
        (3, "“A1.” fails (1); “A2.” fails (2); “A3.” fails (3)"),
        (4, "“A1.” fails (1); “A2.” fails (2); “A3.” fails (3); and 1 more checks fail"),
    ],
)
def test_checks_that_fail_are_named(failed: int, text: str, report: Report) -> None:
    problems = [FailedCheck(f"A{n}.", str(n)) for n in range(1, failed + 1)]
    assert describe_faults(replace(report, problems=problems)) == text
    assert describe_faults(replace(report, status="Odd")) == "its status is “Odd”"
