"""A property: of any table all rows and columns are used or named, and what is read was written."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from xl_tourney.events.cells import read_rows
from xl_tourney.readers import league, tantrix
from xl_tourney.readers.tables.headings import names_of, normalize_heading
from xl_tourney.readers.tables.source import Source
from xl_tourney.readers.tables.teams import columns as columns_of_teams
from xl_tourney.templates import TEMPLATES

TEAMS = ["Żubry", "Reds", "São Paulo", "FC 08", "Ulm; Donau", "O’Hara", "Ølsted", "Team, The"]
HEADINGS = {
    "home": ["Home", "HomeTeam", "Heim", "Domicile", "Casa", "Gospodarz", "Хозяева", "ホーム"],
    "away": ["away", "Away Team", "Gast", "Visitante", "Ospite", "Hosté", "Гости", "アウェイ"],
    "home_score": ["FTHG", "home score", "Tore Heim", "Buts domicile", "Gol casa", "Góly domácí"],
    "away_score": ["FTAG", "AG", "Tore Gast", "Buts extérieur", "Gol ospiti", "Góly hosté"],
    "round": ["Round", "matchday", "Spieltag", "Journée", "Kolejka", "Тур"],
}
OTHERS = ["Referee", "Attendance", "TV", "", "Odds 1"]
NAMES = names_of(columns_of_teams.COLUMNS)


@st.composite
def tables(draw) -> tuple[bytes, list[list[str]], int, int]:
    """A file, its games as they were written, how many lines stand above, and other columns."""
    fields = draw(st.permutations(list(HEADINGS)))
    others = draw(st.lists(st.sampled_from(OTHERS), max_size=4, unique=True))
    columns = draw(st.permutations([*fields, *others]))
    pairs = draw(
        st.lists(
            st.tuples(st.sampled_from(TEAMS), st.sampled_from(TEAMS)).filter(
                lambda p: p[0] != p[1]
            ),
            max_size=10,
        )
    )
    pairs = [("Reds", "FC 08"), ("O’Hara", "Ølsted"), *pairs]  # no team plays all games
    score = st.integers(0, 9).map(str)
    games = [
        [*pair, *(draw(st.tuples(score, score)) if draw(st.booleans()) else ("", "")), str(n)]
        for n, pair in enumerate(pairs, 1)
    ]
    titles = draw(st.lists(st.sampled_from(["The cup 2026", "Stand: heute"]), max_size=2))
    heading = [
        draw(st.sampled_from(HEADINGS[name])) if name in HEADINGS else name for name in columns
    ]
    rows = [
        [dict(zip(HEADINGS, game)).get(name, "x" if name else "") for name in columns]
        for game in games
    ]
    if draw(st.booleans()):
        rows.insert(draw(st.integers(0, len(rows))), [""] * len(columns))
    file = io.StringIO()
    writer = csv.writer(file, delimiter=draw(st.sampled_from(",;\t|")), quoting=csv.QUOTE_ALL)
    writer.writerows([[title] for title in titles])
    writer.writerows([heading, *rows])
    encoding = draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
    return file.getvalue().encode(encoding), games, len(titles), len([o for o in others if o])


def read(content: bytes) -> tuple[Source, league.League]:
    source = Source(Path("random.csv"))
    source.data = content
    return source, league.read(source)


def as_written(game: league.LeagueGame) -> list[str]:
    scores = ("" if score is None else f"{score:g}" for score in (game.home_score, game.away_score))
    return [game.home, game.away, *scores, game.round]


@pytest.mark.slow
@given(tables())
@settings(deadline=None, max_examples=60)
def test_all_rows_and_columns_are_used_or_named(table) -> None:
    content, games, titles, others = table
    source, found = read(content)
    assert [as_written(game) for game in found.rows] == games
    reading = source.reading
    assert (reading.rows, len(reading.left_out)) == (len(games), titles)
    assert (len(reading.used), len(reading.unused)) == (len(HEADINGS), others)
    said = " ".join(reading.sentences())
    assert all(column.heading in said for column in reading.columns)


@given(tables())
@settings(deadline=None, max_examples=5, phases=[Phase.generate])
@pytest.mark.slow
def test_a_workbook_shows_what_was_written(table) -> None:
    content, games, *_ = table
    _, found = read(content)
    book = TEMPLATES["league"].build(found)
    (results,) = (table for table in book.tables if table.sheet.title == "Results")
    keys = ["home", "away", "home_score", "away_score", "round"]
    shown = [
        ["" if row[key] is None else f"{row[key]}".removesuffix(".0") for key in keys]
        for row in read_rows(results, book)
    ]
    assert shown[: len(games)] == games
    assert not any(any(row) for row in shown[len(games) :])


def test_a_word_of_another_language_is_one_field_of_a_reader() -> None:
    """No heading of a language means two fields: the one that comes first would take it."""
    for columns in (columns_of_teams.COLUMNS, tantrix.COLUMNS):
        names = names_of(columns)
        for name, others in columns.items():
            for heading in (name, *others):
                assert names[normalize_heading(heading)] == name
