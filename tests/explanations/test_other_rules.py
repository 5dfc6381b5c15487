"""Other rules give the places of a workbook that was made with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.errors import OptionError
from xl_tourney.events.event import Event
from xl_tourney.explanations.other_rules import OtherRules, other_rules
from xl_tourney.generator.generate import make
from xl_tourney.languages import language_of
from xl_tourney.readers.tables.source import source_of
from xl_tourney.templates import TEMPLATES

SAMPLES = Path(__file__).parents[2] / "workbooks"


def places(event: Event) -> dict[str, int]:
    """The place of everybody, as the cells of standings have it."""
    return {
        str(row[table.row_header_column].value): row[table.headings.index("Place")].value
        for table in event.standings
        for row in table.cells
    }


def asked(name: str, *rules: str) -> tuple[Event, OtherRules]:
    """A sample, and what other rules would move."""
    event = Event.open(SAMPLES / name).calculated
    return event, other_rules(event, rules)


@pytest.mark.parametrize(
    ("sample", "rules", "options"),
    [
        ("chess_rapid_2025.trf", ["tiebreak=SB, DE"], {"tiebreaks": "SB,DE"}),
        ("go_final_2020.h9", ["Criterion2=CUSS", "Criterion3="], {"criteria": "NBW,CUSS"}),
        ("bridge_mitchell.xml", ["Winners=1"], {"winners": 1}),
        ("kdice_2008_h1.csv", ["SortBy=TAZD"], {"sort_by": "TAZD"}),
    ],
)
def test_the_places_are_those_of_a_workbook_made_with_them(
    sample, rules, options, tmp_path
) -> None:
    event, found = asked(f"{Path(sample).stem}.xlsx", *rules)
    path = tmp_path / "made.xlsx"
    made_of = next(one for one in event.template.samples if one.path.name == sample)
    make(event.template, source_of(made_of.path), path, **made_of.options | options)
    moved = {one.name: one.new for one in found.moved}
    assert moved
    assert places(event) | moved == places(Event.open(path).calculated)


def test_each_is_told_what_decides_then() -> None:
    """All have 4 points: by the difference first Belgium and Romania have +1, and Belgium won
    between them."""
    _, found = asked("league_euro_2024_e.xlsx", "Criterion2=Difference")
    told, *moved = str(found).splitlines()
    assert told.endswith("instead of Head-to-head points: 2 of 4 have another place.")
    assert [(one.name, one.old, one.new) for one in found.moved] == [
        ("Belgium", 2, 1), ("Romania", 1, 2),
    ]  # fmt: skip
    assert "goal difference +1 like Romania; ahead by goal difference" in moved[0]


def test_who_comes_into_a_table_or_leaves_it_is_told_with_its_name() -> None:
    """With two places in each group others are the best of the next placed."""
    _, found = asked("tantrix_euro_2001.xlsx", "Places=2")
    moved = {(one.table, one.name): (one.old, one.new) for one in found.moved}
    assert moved["Next placed", "P07"] == (1, None)
    assert moved["Next placed", "P05"][0] is None
    assert "P07 (Next placed): no place instead of 1st." in str(found).splitlines()


def test_a_word_is_known_in_english_and_in_the_language_of_the_workbook(tmp_path) -> None:
    data, path = SAMPLES / "league_euro_2024_e.csv", tmp_path / "liga.xlsx"
    options = {"rules": "uefa-2024", "language": "de"}
    make(TEMPLATES["league"], source_of(data), path, **options)
    found = [
        other_rules(Event.open(path), [f"Criterion2={word}"])
        for word in ("Difference", language_of("de").value("Difference"))
    ]
    assert found[0] == found[1] and found[0].moved


@pytest.mark.parametrize(
    ("sample", "rule", "told"),
    [
        ("chess_rapid_2025", "TieBrek1=SB", "no option of Setup; write NAME=VALUE with TieBreak1"),
        ("chess_rapid_2025", "TieBreak1=XX", "Choose them from the list beside"),
        ("league_euro_2024_e", "WinPoints=many", "look for a text where a number belongs"),
        ("league_euro_2024_e", "Title=Cup", "no option of Setup"),
    ],
)
def test_what_is_no_rule_is_refused(sample, rule, told) -> None:
    with pytest.raises(OptionError, match=told):
        asked(f"{sample}.xlsx", rule)
