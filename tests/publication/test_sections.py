"""A section for each player: the results behind the figures of the standings, and they add up."""

from __future__ import annotations

import pytest

from tests.publication.samples import SMALLEST, report, report_of_sample
from tests.publication.test_publish import Page
from xl_tourney.events.games import Entrant
from xl_tourney.events.records import parse_entry
from xl_tourney.events.report import Report
from xl_tourney.languages import language_of, speaking
from xl_tourney.publication.page.content import format_page
from xl_tourney.templates import TEMPLATES

pytestmark = pytest.mark.slow

GAMES = "home,away,home_score,away_score,round\nReds,Blues,2,0,5 May\nBlues,Greens,1,1,6 May\n"


def players_of(report: Report) -> list[Entrant]:
    return list(report.event.entrants)


def column(player: Entrant, heading: str) -> list[str]:
    (record,) = player.records
    return [line[heading].text for line in record]


def figure(player: Entrant, heading: str) -> float:
    value = player.row[player.table.headings.index(heading)].value
    assert isinstance(value, (int, float))
    return value


@pytest.mark.parametrize("number", [0, 1])
def test_tournament_points_of_the_matches_add_up(number) -> None:
    players = players_of(report_of_sample("tantrix", number))
    assert len(players) == (5, 10)[number]
    for player in players:
        assert sum(map(float, column(player, "TPs"))) == pytest.approx(figure(player, "TPs"))
        assert sum(map(float, column(player, "Games"))) == figure(player, "Games")


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_points_of_a_score_card_add_up(number) -> None:
    players = players_of(report_of_sample("bridge", number))
    assert len(players) == (12, 13)[number]
    for pair in players:
        points = sum(map(float, column(pair, "Points")))
        boards = figure(pair, "Boards")
        assert len(column(pair, "Board")) == len(set(column(pair, "Board"))) == boards
        total = figure(pair, "MPs") * boards / figure(pair, "Full boards")
        assert points == pytest.approx(total, abs=0.05 * boards)  # points are shown to one decimal


@pytest.mark.slow
def test_points_of_the_rounds_add_up() -> None:
    for player in players_of(report_of_sample("chess", 1)):
        assert sum(map(float, column(player, "Points"))) == figure(player, "Points")
        assert {"won": 1, "drawn": 0.5, "lost": 0}.keys() >= set(column(player, "Result"))
        assert set(column(player, "Colour")) == {"White", "Black"}
        (record,) = player.records
        assert [*record[0]] == ["Round", "Opponent", "Colour", "Result", "Points"]
        assert len(record) == 10


@pytest.mark.slow
@pytest.mark.parametrize(("number", "wins"), [(0, "Wins"), (1, "NBW"), (2, "NBW")])
def test_the_rounds_won_are_the_wins(number, wins) -> None:
    """Where NBW is a criterion, the sheet hides the column of wins, which would be the same."""
    for player in players_of(report_of_sample("go", number)):
        assert column(player, "Result").count("won") == figure(player, wins)


def test_the_finishes_of_a_player_beside_those_of_everybody() -> None:
    for player in players_of(report_of_sample("kdice", 0)):
        assert column(player, "Finish") == ["1st", "2nd", "3rd", "4th", "5th", "6th", "7th"]
        shares = [float(text.rstrip("%")) for text in column(player, "Share")]
        assert sum(shares) == pytest.approx(100, abs=8)  # some do not add up, as published
        assert len(set(column(player, "Everybody"))) > 1


def test_the_games_of_a_team_from_its_side(tmp_path) -> None:
    games = tmp_path / "games.csv"
    games.write_text(GAMES, "utf-8")
    league = report(TEMPLATES["league"], games)
    records = {player.name: player.records[0] for player in players_of(league)}
    assert [*records["Blues"][0]] == [
        "Round", "Opponent", "At", "Score", "Against", "Points"
    ]  # fmt: skip
    assert [[figure.text for figure in line.values()] for line in records["Blues"]] == [
        ["5 May", "Reds", "Away", "0", "2", "0"],
        ["6 May", "Greens", "Home", "1", "1", "0.5"],
    ]


@pytest.mark.slow
def test_names_lead_to_the_sections_and_opponents_to_theirs() -> None:
    page = Page(format_page(report_of_sample("go", 1)))
    identities = {a["id"] for _, a, _ in page.elements if "id" in a}
    targets = [a["href"].removeprefix("#") for a, _ in page.all("a")]
    assert set(targets) <= identities
    sections = [text for _, text in page.all("summary")][-8:]
    names = [text for a, text in page.all("th") if a.get("scope") == "row"]
    assert len(set(names)) == 8 and not set(names) - {*sections, *names}
    links = {text: a["href"] for a, text in page.all("a") if text in names}
    assert len(links) == len(set(links.values())) == 8
    assert links["P005 x"] == "#player-p005-x"


def test_a_section_has_the_figures_but_no_column_of_results_twice() -> None:
    page = Page(format_page(report_of_sample("go", 1)))
    terms = [text for _, text in page.all("dt")]
    assert "SODOS" in terms and "Place" in terms and "R1" not in terms and "Player" not in terms


def test_the_rank_of_each_opponent_stands_behind_the_name() -> None:
    report = report_of_sample("go", 1)
    ranks = {player.name: player.row[player.table.headings.index("Rank")].value
             for player in players_of(report)}  # fmt: skip
    table = format_page(report).partition('<table class="record">')[2].partition("</table>")[0]
    record = Page(table)
    heads, cells = ([text for _, text in record.all(tag)] for tag in ("th", "td"))
    rows = [dict(zip(heads, cells[at:])) for at in range(0, len(cells), len(heads))]
    assert len(rows) > 1
    assert all(row["Rank"] == ranks[row["Opponent"]] for row in rows)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6+", ["6", "", "won"]),
        ("6-/b3", ["6", "Black", "lost, 3 stones"]),
        ("6=/w0", ["6", "White", "drawn"]),
        ("6+!", ["6", "", "won by forfeit"]),
        ("06w½", ["6", "White", "drawn"]),
        ("6b0", ["6", "Black", "lost"]),
        ("6w+", ["6", "White", "won by forfeit"]),
        ("6w", ["6", "White", "no result"]),
        ("0+", ["–", "", "won"]),
        ("Z", ["–", "", "absent"]),
        ("7w1", ["–", "", "7w1"]),
        ("6 rode out", ["6", "", "rode out"]),
        ("anything", ["–", "", "anything"]),
    ],
)
def test_an_entry_of_a_wall_list_in_words(text, shown) -> None:
    entry = parse_entry(text, {"6"})
    assert [entry.opponent, entry.colour, entry.result] == shown


def test_figures_are_written_as_the_language_has_them() -> None:
    report = report_of_sample("chess", SMALLEST["chess"])
    with speaking(language_of("de")):
        page = format_page(report)
    assert "<td>0,5</td>" in page and "<td>0.5</td>" not in page
    assert "5,5" in page and "Platz nach jeder Runde</text>" in page
