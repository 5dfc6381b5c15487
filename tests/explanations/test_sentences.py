"""Every sentence of every player and of all neighbours is one that a parent of a player reads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from benchmarks.explain import explanations
from tests.explanations.books import WORKBOOKS, sample
from tests.explanations.cells import cells_to_explain
from tests.explanations.events import EVENTS, event
from tests.templates.tables import Tables
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import explain, explain_cell
from xl_tourney.explanations.place.rows import list_players
from xl_tourney.explanations.player import explain_player

SAMPLES = sorted(path.stem for path in Path(WORKBOOKS).glob("*.xlsx"))
FORBIDDEN = [
    r"\$?[A-Z]{1,3}\$?\d+:\$?[A-Z]",  # a range
    r"![$A-Z]",  # a cell of a sheet
    r"\b(Sign|TB|Key|Figure|Slot|Criterion|Label)\s?\d",
    r"\b(SUMIFS?|COUNTIFS?|INDEX|ROUND|SUMPRODUCT|MAX|MIN|INT|IF|IFERROR)\(",
    r"XL_TOURNEY|Calculation|PercentWorth|Full boards|Points a percent",
    r"\b(blank|to sort by|Ranked by|Ranking|Compared|Has played|deducted 0)\b",
    r"\bRounded to|\bIt is typed into|\bSum, Standard",
    r"\b(CHESS_POINTS|TIEBREAK|DECIDED_BY|PLACE|TP_PERCENT|DIRECT_COMPARISON)\b",
    r"(?<![\d.,/])1 (points|wins|games|tricks|match-points|others|boards|TPs)\b",
    r"\b(he|him|his|she|her)\b",
    r"\brow \d",
    r"\bNS is\b|\bEW is\b|NS and NS",
    r"^(\S+) = \1\.$",
    r"\bWithdrawn:|\bGames: |\b0 of those\b",
    r"[{}]|\bNone\b|\.\.|  |−0(?![.\d])",
    r"\bR\d+:|\d+[wb][01½]",
]
"""What no sentence of an explanation holds."""


def book_of(name: str) -> Book:
    return event(name) if name in EVENTS else sample(name)


@cache
def sentences(name: str) -> tuple[str, ...]:
    """Every sentence of every player, and of every two who stand below each other."""
    found = explanations(book_of(name))
    return tuple(str(s) for e in found for part in e.parts for s in part.sentences())


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SAMPLES, *EVENTS])
def test_no_sentence_speaks_of_the_machinery(name: str) -> None:
    found = [s for s in sentences(name) if any(re.search(text, s) for text in FORBIDDEN)]
    assert found == []
    assert len(sentences(name)) > 50


MACHINERY = [
    *FORBIDDEN,
    r"[A-Z_]{2,}\(",  # a call
    r"[\"=<>](?! shares)|&(?! Player)",
    r"\b(before comparison|Slot|Free|Listed|TeamsListed|PlayersListed|gives)\b",
    r"\bNothing has to be added\b|\bline \d+ of Calculation",
]
"""What the working of a cell does not hold either."""


def said_of_cells(name: str) -> list[str]:
    """The working of cells of every column, and of those beside the tables."""
    book = book_of(name)
    parts = [explain_cell(book, cell) for cell in cells_to_explain(book)]
    assert not any(str(part.title).endswith(": blank.") for part in parts)
    return [str(s) for part in parts for s in part.steps]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SAMPLES, *EVENTS])
def test_no_cell_is_explained_by_the_machinery(name: str) -> None:
    found = said_of_cells(name)
    sums = re.compile(r"[\w.() /%−+·|²√,-]+ = |\bh = ")
    assert [s for s in found if any(re.search(t, sums.sub("", s)) for t in MACHINERY)] == []
    assert len(found) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_every_number_of_the_events_holds(name: str) -> None:
    book = book_of(name)
    for player in list_players(book):
        assert explain_player(book, player).check(book).wrong == []


def expected(mark: str) -> list[list[str]]:
    """The sample or event, the subject and the sentence of each line with a mark."""
    lines = (Path(__file__).parent / "answers.txt").read_text("utf-8").splitlines()
    return [line[2:].split(" | ") for line in lines if line.startswith(f"{mark} ")]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "subject", "answer"), expected("="))
def test_one_sentence_decides(name: str, subject: str, answer: str) -> None:
    assert list(explain(book_of(name), subject).lines(working=False)) == [answer]


@pytest.mark.parametrize(("name", "subject", "sentence"), expected("+"))
@pytest.mark.slow
def test_the_working_is_there_on_demand(name: str, subject: str, sentence: str) -> None:
    lines = [line.strip() for line in explain(book_of(name), subject).lines()]
    assert sentence in lines
    assert sentence not in list(explain(book_of(name), subject).lines(working=False))


@pytest.mark.slow
def test_who_is_settled_is_said_in_words() -> None:
    book = event("league_overtime")
    place = Tables(book.tables).place("standings[0].state")
    (part,) = explain(book, place).parts
    assert [str(step) for step in part.steps] == [
        "Whatever happens, nobody else can finish first: first."
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "place", "title", "step"),
    [
        ("league_overtime", "standings[0].place", "Castle is 1st of 6 with 10 points.", ""),
        ("league_overtime", "standings[0].name", "Team: Castle.", "That is typed in."),
        (
            "league_lots", "standings[0].played", "Games played (P) of Brigg: 3.",
            "Won 0 + Drawn 3 + Lost 0 = 3.",
        ),
        (
            "league_overtime", "standings[0].best_place",
            "Best place still possible (Best) of Castle: 1.",
            "It follows from what is typed on Setup and Results.",
        ),
        (
            "league_lots", "standings[0].best_place", "Best of Brigg", "There is no figure here.",
        ),
        (
            "bridge_imps", "boards[0].dealer", "Dealer of line 1 of Boards: N.",
            "It follows from what is typed on Boards.",
        ),
    ],
)  # fmt: skip
def test_a_cell_is_explained_in_words(name: str, place: str, title: str, step: str) -> None:
    book = book_of(name)
    (part,) = explain(book, Tables(book.tables).place(place)).parts
    assert str(part.title) == title
    assert not step or [str(s) for s in part.steps] == [step]


def test_the_command_prints_the_answer_and_the_working_when_asked(run) -> None:
    book = WORKBOOKS / "league_al_1903.xlsx"
    code, out, _ = run("explain", book, "Boston")
    assert (code, out) == (0, "Boston is 1st of 8: winning percentage .659.\n")
    code, out, _ = run("explain", book, "Boston", "--working")
    assert (code, "  91 won, 47 lost, of 138 games: .659." in out.splitlines()) == (0, True)
