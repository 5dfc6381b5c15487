"""What readers see of an event that is not over: its state, and the games to come."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.events.games import NOBODY, Figure, Game, Line, Round
from xl_tourney.languages import language_of, speaking
from xl_tourney.publication.page.results import format_open_games, format_rounds
from xl_tourney.publication.page.tables import same_for_all
from xl_tourney.publication.state import _describe_progress


def rounds(*played: Sequence[str]) -> list[Round]:
    """Rounds of games with these scores; a blank is to be played, a dash is a bye."""
    return [
        Round(
            f"Round {number}",
            [
                Game(
                    f"Round {number}",
                    (Figure(f"A{at}"), Figure(NOBODY if text == "-" else f"B{at}")),
                    Line(Round=Figure(str(number)), Result=Figure(text)),
                    is_open=not text,
                )
                for at, text in enumerate(texts, 1)
            ],
        )
        for number, texts in enumerate(played, 1)
    ]


@pytest.mark.parametrize(
    ("status", "of", "text", "is_news"),
    [
        ("In progress, 3 games to play.", [["won"], ["", "won"], [""]], "Round 2 is being played: "
         "1 of 2 results are in", True),
        ("In progress, 1 game to play.", [["won"], ["won"], [""]], "After round 2 of 3", False),
        ("In progress, 2 games to play.", [["", "won"], ["won"]], "2 games to play", True),
        ("In progress, 2 games to play.", [[""], ["won"]], "2 games to play", True),
        ("In progress, round 2: 0 of 4 results", [["won"], [""]], "Round 2 is being played: 0 of 4 "
         "results are in", True),
        ("In progress, 8 players without an entry.", [], "No results yet", False),
        ("In progress, 8 players without an entry.", [["won"]], "In progress", True),
    ],
)  # fmt: skip
def test_the_state_says_which_round_it_is(status, of, text, is_news) -> None:
    state = _describe_progress(status, rounds(*of))
    assert (state.text, state.is_news) == (text, is_news)


def open_games(*of: Sequence[str]) -> list[str]:
    """The headings above the games to come."""
    text = "".join(format_open_games(rounds(*of)))
    return re.findall(r"<(?:h3|summary)>([^<]+)", text)


def test_later_rounds_are_folded() -> None:
    assert open_games(["won"], ["won", ""], ["", ""], [""], [""]) == [
        "Round 2 (being played)", "Round 3", "2 more games", "Round 4", "Round 5"
    ]  # fmt: skip
    assert open_games(["", "won"], ["won", ""], [""]) == [
        "Round 1 (still open)", "Round 2 (being played)", "Round 3"
    ]  # fmt: skip
    assert open_games(["won"]) == []


def test_a_round_that_is_a_day_is_read_as_one() -> None:
    game = Game("2026-10-17", (Figure("A"), Figure("B")), Line(Round=Figure("2026-10-17")), True)
    of = [Round("2026-10-17", [game]), Round("17 October", [game])]
    with speaking(language_of("de")):
        text = "".join(format_open_games(of))
    assert re.findall("<h3>([^<]+)", text) == ["17. Oktober 2026", "17. Oktober"]


def test_a_bye_begins_no_round() -> None:
    of = rounds(["won", "-"], ["", "-"])
    results = "".join(format_rounds(of))
    assert re.findall("<h3>([^<]+)", results) == ["Round 1"]
    waiting = "".join(format_open_games(of))
    assert "Without opponent" in waiting and "being played" not in waiting


def test_a_column_that_says_the_same_of_everybody_is_left_out() -> None:
    def table(*rows: str) -> Any:
        return SimpleNamespace(
            headings=["Place", "Team", "Pts", "Adj", "Best", "Club"],
            rows=[row.split() for row in rows],
            row_header_column=1,
            leading_columns=[2],
        )

    first, second = table("1 A 3 0 1 X", "2 B 3 0 1 X"), table("1 C 3 0 2 Y")
    assert same_for_all([first]) == {"Adj", "Best", "Club"}
    assert same_for_all([first, second]) == {"Adj"}
    assert same_for_all([second]) == frozenset()
