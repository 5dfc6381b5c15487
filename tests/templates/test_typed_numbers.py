"""A typed number is one that its cell takes: times, percentages and texts are red, and said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from openpyxl import Workbook

from tests.templates.small_go import SMALL
from tests.templates.tables import Tables
from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.readers.chess.tournament import ChessPlayer, ChessTournament
from xl_tourney.readers.kdice import PlayerProfile
from xl_tourney.readers.league import League, LeagueGame, TeamRecord
from xl_tourney.readers.tantrix import Match, TantrixGame
from xl_tourney.readers.values import OVERTIME, REGULAR_TIME, WORDS
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.table import InputRule

pytestmark = pytest.mark.slow

FINISHES = (20, 17, 14, 11, 11, 11, 16)
RESULTS: Mapping[str, Any] = {
    "league": League([LeagueGame("Reds", "Blues", 2, 1, "1"), LeagueGame("Golds", "Reds", 3, 0)]),
    "league table": League([TeamRecord("Reds", 2, 1), TeamRecord("Blues", 1, 2)]),
    "tantrix": [Match("Ann", "Bob", 1, 12, 8), Match("Cid", "Bob", 1, 9, 11)],
    "tantrix games": [TantrixGame("Ann", "Bob", 12, 10.0, 12.0)],
    "kdice": [PlayerProfile("Ann", 100, FINISHES), PlayerProfile("Bob", 50, FINISHES)],
    "bridge": Session([TravellerLine(1, "1", "2", 420), TravellerLine(1, "3", "4", 400)]),
    "go": SMALL,
    "chess": ChessTournament(
        tuple(ChessPlayer(n, f"P{n}", rounds=(cell,)) for n, cell in enumerate(("2w1", "1b0"), 1))
    ),
}
OPTIONS = {"league": {"points": "3-2-1-0"}}
TIME, PERCENT, SPACED = 121 / 1440, 0.6, "1 900"
"""What a spreadsheet makes of 2:1, 60% and 1 900."""
SHARES = {"players", "earlier"}
"""Finishes and levels may be fractions: that they add up to one is checked."""
SAID_BESIDE = {"affiliations": "verdict", "assumed": "problem", "games": ""}
"""Tables that nothing depends on say it in the row; a row of Games without players is nothing."""


def numbers(workbook: Workbook) -> Iterator[tuple[str, str, InputRule]]:
    """The columns with typed numbers: the table, the key, and the rule."""
    for table in workbook.tables:
        name = next(
            (name for name, other in table.related.items() if other is table), table.sheet.title
        )
        for column in table.columns:
            if column.is_input and column.rule and column.rule.is_number:
                yield name, column.key, column.rule


@pytest.mark.parametrize("name", RESULTS)
def test_no_time_percentage_or_text_passes_for_a_number(calculated, name) -> None:
    workbook = TEMPLATES[name.split()[0]].build(RESULTS[name], **OPTIONS.get(name, {}))
    book = calculated(workbook)
    assert "need a look" not in book["Status"]
    silent = []
    for table, key, rule in numbers(workbook):
        if key == "norm" or (table in SHARES and rule.decimals is None):
            continue
        place = f"{table}[0].{key}"
        before = book[place]
        for typed in (TIME, PERCENT, SPACED):
            book.change({place: typed})
            said = book["Status"]
            if table in SAID_BESIDE:
                said = SAID_BESIDE[table] and book[f"{table}[0].{SAID_BESIDE[table]}"]
            if not said or said.startswith(("All checks", "In progress")):
                silent.append((place, typed))
        book.change({place: None if before == "" else before})
    allowed = {("affiliations[0].watchers", PERCENT), ("affiliations[0].seats", PERCENT)}
    assert {one for one in silent if not one[0].startswith("games[")} <= allowed


@pytest.mark.parametrize("name", RESULTS)
def test_cells_of_numbers_are_marked_and_refuse_what_they_do_not_take(name) -> None:
    workbook = TEMPLATES[name.split()[0]].build(RESULTS[name])
    tables = Tables(workbook.tables)
    for table, key, rule in numbers(workbook):
        sheet, cell = tables.place(f"{table}[0].{key}").split("!")
        formats = workbook[sheet].conditional_formatting
        marks = [r.formula[0] for area in formats if cell in area for r in area.rules]
        assert f"{rule.refuses(cell)}=1" in marks
        asked = [v for v in workbook[sheet].data_validations.dataValidation if cell in v]
        assert [validation.type for validation in asked] == [
            "decimal" if rule.decimals is None else rule.kind.replace("decimal", "custom")
        ]


def test_games_of_the_page_say_what_is_no_number(calculated) -> None:
    for name, white, black in (("go", "black", "white"), ("chess", "white", "black")):
        book = calculated(TEMPLATES[name].build(RESULTS[name]))
        book.change({"games[0].round": 1, f"games[0].{white}": 1, f"games[0].{black}": 2})
        for key, good in (("round", 1), ("board", None), ("handicap", None)):
            if name == "chess" and key == "handicap":
                continue
            for typed in (TIME, PERCENT, SPACED):
                book.change({f"games[0].{key}": typed})
                assert book["games[0].problem"].startswith(("There is no such", "The "))
            book.change({f"games[0].{key}": good})


@pytest.mark.parametrize("option", ["WinPoints", "Places", "SeasonGames"])
def test_an_option_that_is_a_time_is_reported(changed, option) -> None:
    league = TEMPLATES["league"], RESULTS["league"]
    with changed(*league, {option: TIME}, **OPTIONS["league"]) as book:
        assert "need a look" in book["Status"]


def test_a_half_stands_beside_a_half(changed) -> None:
    """12:0 is half a day; a match of chess ends 2.5 to 1.5."""
    league = TEMPLATES["league"], RESULTS["league"]
    for home, away, is_odd in ((0.5, 1, True), (0.5, None, True), (2.5, 1.5, False), (0.5, 3.5, 0)):
        scores = {"results[0].home_score": home, "results[0].away_score": away}
        with changed(*league, scores, **OPTIONS["league"]) as book:
            assert bool(book["results[0].problem"]) == bool(is_odd), (home, away)


@pytest.mark.slow
def test_words_of_overtime_are_those_of_the_readers(calculated) -> None:
    """What a reader takes a cell of Overtime to say, the workbook takes it to say."""
    words = {
        meaning: [
            word for text in WORDS[meaning].split("|") for word in (text, f"({text.upper()})")
        ]
        for meaning in (OVERTIME, REGULAR_TIME)
    }
    typed = [*words[OVERTIME], *words[REGULAR_TIME], "maybe", "on", "|", "yes no", 2]
    games = [LeagueGame("Reds", "Blues", 2, 1, f"{n}") for n in range(len(typed))]
    book = calculated(TEMPLATES["league"].build(League(games), points="3-2-1-0"))
    book.change({f"results[{n}].overtime": word for n, word in enumerate(typed)})
    late, problems = book.column("matches", "late"), book.column("results", "problem")
    found = {word: (late[n], problems[n][:8]) for n, word in enumerate(typed)}
    wanted = {
        **dict.fromkeys(words[OVERTIME], (1, "")),
        **dict.fromkeys(words[REGULAR_TIME], (0, "")),
        **dict.fromkeys(typed[-5:], ("", "Overtime")),
    }
    assert {w: f for w, f in found.items() if f != wanted[w]} == {}
    for word, is_late in ((0, 0), (1, 1), (False, 0), (True, 1), (None, 0)):
        book.change({"results[0].overtime": word})
        assert (book["matches[0].late"], book["results[0].problem"]) == (is_late, ""), word


def test_minutes_typed_as_times_are_refused(calculated) -> None:
    """30:00 is 1.25 days; nobody notes a game of 1.25 minutes, while 2 or 12.5 are minutes."""
    book = calculated(TEMPLATES["tantrix"].build(RESULTS["tantrix games"]))
    for minutes, is_time in (
        (30 / 24, True),
        (36 / 24, True),
        (12.5 / 24, True),
        (12.5, False),
        (2, 0),
    ):
        book.change({"results[0].minutes_a": minutes})
        assert bool(book["results[0].problem"]) == bool(is_time), minutes
        assert bool(book["results[0].games"]) == (not is_time)
