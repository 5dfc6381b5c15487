"""The tables of standings as they are read from a workbook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from openpyxl import Workbook
from openpyxl.packaging.custom import StringProperty
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.dimensions import ColumnDimension

from tests.saved import event_of
from xl_tourney.defined_names import LAYOUT_PROPERTY, TEMPLATE_PROPERTY
from xl_tourney.events.entrants import Entrants
from xl_tourney.events.event import Event
from xl_tourney.events.games import Round
from xl_tourney.events.report import Explained, Reasons, _find_errors, _read_problems
from xl_tourney.events.standings.table import find_standings, read_named_cell, split_by_side
from xl_tourney.publication.page.results import MOST_OPEN, format_open_games
from xl_tourney.publication.page.sections import format_sections


def test_of_whole_columns_only_what_is_used_is_read() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in (["Place", None, "Player"], [1, None, "Ada"], [], [2, None, "Bo"]):
        sheet.append(row)
    for area in ("$A$1:$XFD$1048576", "$A:$XFD"):
        workbook.defined_names["StandingsTable"] = DefinedName(
            "StandingsTable", attr_text=f"Sheet!{area}"
        )
        (table,) = find_standings(workbook)
        assert table.headings == ["Place", "Player"]
        assert table.rows == [["1", "Ada"], ["2", "Bo"]]


def test_a_sheet_with_an_apostrophe_in_its_name() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    sheet.title = "Ann's club"
    for row in (["Place", "Player" * 9_000], [1, "Ada"]):
        sheet.append(row)
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="'Ann''s club'!$A$1:$B$2"
    )
    workbook.defined_names["StandingsTable2"] = DefinedName(
        "StandingsTable2", attr_text="Gone!$A$1:$B$2"
    )
    (table,) = find_standings(workbook)
    assert (table.sheet, table.rows) == ("Ann's club", [["1", "Ada"]])


def test_columns_that_the_sheet_hides_are_no_part_of_a_table() -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in (["Place", "Magic", "Elim.", "Player"], [1, 2, 3, "Ada"]):
        sheet.append(row)
    # Programs write one record for columns side by side.
    sheet.column_dimensions["B"] = ColumnDimension(sheet, "B", min=2, max=3, hidden=True)
    workbook.defined_names["StandingsTable"] = DefinedName(
        "StandingsTable", attr_text="Sheet!$A$1:$D$2"
    )
    (table,) = find_standings(workbook)
    assert (table.headings, table.rows) == (["Place", "Player"], [["1", "Ada"]])


def book(rows: list[list[object]], **names: str) -> Workbook:
    workbook = Workbook()
    workbook.worksheets[0].title = "Table"
    for row in rows:
        workbook.worksheets[0].append(row)
    for name, cells in names.items():
        workbook.defined_names[name] = DefinedName(name, attr_text=f"Table!{cells}")
    return workbook


HEAD: list[list[object]] = [["Cup"], ["2026"], ["All play all"], []]
RANKING: list[list[object]] = [
    ["Place", "Gap", "No.", "Pair", "Side", "%"],
    [1, None, "7", "Ann", "NS", 0.6],
    [None] * 6,
    [1, None, "8", "12", "EW", 0.5],
    [2, None, "9", "Bo", "NS", 0.4],
]


def test_the_texts_around_a_table() -> None:
    names = {"StandingsTable": "$A$6:$F$10", "LeadingColumn1": "$D$6", "LeadingColumn2": "$A$6"}
    (table,) = find_standings(book([*HEAD, ["Pairs"], *RANKING], **names))
    assert (table.sheet, table.title, table.subtitle) == ("Table", "Cup", "2026")
    assert (table.caption, table.note) == ("Pairs", "")
    assert table.headings == ["Place", "No.", "Pair", "Side", "%"]
    assert [row[2] for row in table.rows] == ["Ann", "12", "Bo"]
    assert table.leading_columns == [0, 2] and table.row_header_column == 2
    (noted,) = find_standings(book([*HEAD, ["Pairs"], *RANKING], Note="$A$5", **names))
    assert (noted.caption, noted.note) == ("Table", "Pairs")
    above = {"StandingsTable": "$A$4:$F$8"}
    (bare,) = find_standings(book([[], [], ["Pairs"], *RANKING], **above))
    assert (bare.title, bare.subtitle, bare.caption) == ("Table", "", "Table")
    (numbered,) = find_standings(book([*HEAD, [5], *RANKING], StandingsTable="$A$6:$F$10"))
    assert numbered.caption == "Table"
    assert list(find_standings(book(RANKING, Standings="$A$1:$F$5"))) == []


def test_the_column_of_the_names_holds_a_text_in_every_row_and_no_numbers() -> None:
    rows: list[list[object]] = [["Place", "No.", "Club", "Player"], [1, "7", None, "Ann"]]
    (table,) = find_standings(book([*rows, [2, "8", "Reds", "Bo"]], StandingsTable="$A$1:$D$3"))
    assert table.row_header_column == 3
    led = {"StandingsTable": "$A$1:$D$3", "LeadingColumn": "$B$1"}
    (table,) = find_standings(book([*rows, [2, "8", "Reds", "Bo"]], **led))
    assert table.row_header_column == 1
    (table,) = find_standings(book([[1, "No."], [2, "7"]], StandingsTable="$A$1:$B$2"))
    assert table.row_header_column == 1
    (table,) = find_standings(book([["A", "B"], [2, 7]], StandingsTable="$A$1:$B$2"))
    assert table.row_header_column == 0


def test_a_ranking_with_two_winners_is_two_tables() -> None:
    (table,) = find_standings(book(RANKING, StandingsTable="$A$1:$F$5"))
    north, east = split_by_side(table)
    assert (north.caption, east.caption) == ("Table: North–South", "Table: East–West")
    assert north.headings == east.headings == ["Place", "No.", "Pair", "%"]
    assert [row[2] for row in north.rows] == ["Ann", "Bo"]
    assert [row[2] for row in east.rows] == ["12"]
    assert split_by_side(north) == [north]


def test_a_named_cell_is_read_as_text() -> None:
    workbook = book([["All", 2, "Look"], [7, None, "Look"], ["Fine", 0, "OK"]], Status="$A$2")
    assert read_named_cell(workbook, "Status") == "7"
    assert read_named_cell(workbook, "Title") == ""
    found = [(problem.statement, problem.found) for problem in _read_problems(workbook)]
    assert found == [("All", "2"), ("7", "None")]
    assert list(_read_problems(book([["All", 2, "Look"]]))) == []


def test_errors_in_standings_are_found_but_for_figures_that_cannot_be_known() -> None:
    cells: list[list[object]] = [["A", "B"], ["#N/A", 1], ["#REF!", "#N/A"]]
    tables = list(find_standings(book(cells, StandingsTable="$A$1:$B$3")))
    assert list(_find_errors(tables, passed=True)) == ["Table!A3"]
    assert list(_find_errors(tables, passed=False)) == ["Table!A2", "Table!A3", "Table!B3"]


GAMES: list[list[object]] = [
    ["Round", "Home", "Away", "Goals", "Open"],
    ["R12", "Ann", "Bo", 2, None],
    ["R4", "Bo ", "ann", None, 1],
    ["R5", "Bo", "Cy", None, 1],
    [None, None, None, None, None],
]
COLUMNS = {"Player": "BC", "Opponent": "CB", "Round": "AA", "Goals": "DD", "Open": "EE"}
OF_BOTH_SIDES = {
    f"PlayerRecord{side}_{at}_{heading}": f"${letters[side - 1]}$2:${letters[side - 1]}$5"
    for side in (1, 2)
    for at, (heading, letters) in enumerate(COLUMNS.items(), 1)
}
"""Names of the columns of the games, seen from each side."""


def test_games_are_in_the_records_of_both_sides() -> None:
    listed: list[list[object]] = [["Player"], ["Ann"], ["Bo"], ["Cy"], [None]]
    rows = [games + ranked for games, ranked in zip(GAMES, listed)]
    event = event_of(book(rows, StandingsTable="$F$1:$F$4", **OF_BOTH_SIDES))
    ann, bo, cy = event.entrants
    assert [entrant.key for entrant in (ann, bo, cy)] == [
        ("player", "ann"), ("player", "bo"), ("player", "cy")
    ]  # fmt: skip
    (record,) = bo.records
    assert [*record[0]] == ["Opponent", "Round", "Goals"]
    assert [[figure.text for figure in line.values()] for line in record] == [
        ["Ann", "R12", "2"],
        ["ann", "R4", ""],
        ["Cy", "R5", ""],
    ]
    assert [figure.is_number for figure in record[0].values()] == [False, False, True]
    assert [figure.entrant for figure in record[1].values()] == [ann, None, None]
    assert [*cy.records[0][0]] == ["Opponent", "Round"]
    games = [game for game in event.games if game.state == "open"]
    assert [(game.when, [side.text for side in game.sides]) for game in games] == [
        ("Round 4", ["Bo ", "ann"]),
        ("Round 5", ["Bo", "Cy"]),
    ]
    assert [[side.entrant for side in game.sides] for game in games] == [[bo, ann], [bo, cy]]


def test_a_wall_list_is_a_line_for_each_round() -> None:
    rows: list[list[object]] = [
        ["Number", "R2", "R10", "Name"],
        [1, "2w", "3b+", "Ann"],
        [2, "1b", "H", "Bo"],
        [3, None, "1w-", "Cy"],
    ]
    names = {
        "StandingsTable": "$A$1:$D$4",
        "PlayerRecord1_1_No.": "$A$2:$A$4",
        "PlayerRecord1_1_Number": "$A$2:$A$4",
        "PlayerRecord1_2_Round": "$B$1:$C$1",
        "PlayerRecord1_3_Opponent": "$B$2:$C$4",
    }
    event = event_of(book(rows, **names))
    assert event.across == {"R2", "R10"}
    ann, bo, cy = event.entrants
    (first,) = ann.records
    assert [*first[0]] == ["Round", "Opponent", "Colour", "Result"]
    assert [[figure.text for figure in line.values()] for line in first] == [
        ["R2", "2", "White", "no result"],
        ["R10", "3", "Black", "won by forfeit"],
    ]
    assert [[figure.text for figure in line.values()] for line in cy.records[0]] == [
        ["R10", "1", "White", "lost by forfeit"]
    ]
    states = {
        (game.when, *(side.entrant for side in game.sides)): game.state for game in event.games
    }
    assert states == {
        ("Round 2", ann, bo): "open",
        ("Round 10", cy, ann): "forfeit",
        ("Round 10", bo, None): "bye",
    }


def test_what_lines_repeat_has_its_english_heading_in_every_language() -> None:
    rows: list[list[object]] = [["Spieler", "1.", "2."], ["Ann", 0.6, 0.4], ["Bo", 0.5, 0.5]]
    names = {
        "PlayerRecord1_1_Player": "$A$2:$A$3",
        "PlayerRecord1_2_Finish": "$B$1:$C$1",
        "PlayerRecord1_3_Share": "$B$2:$C$3",
    }
    workbook = book(rows, **names)
    for name, value in ((LAYOUT_PROPERTY, '{"language":"de"}'), (TEMPLATE_PROPERTY, "kdice")):
        workbook.custom_doc_props.append(StringProperty(name=name, value=value))
    assert event_of(workbook).across == {"1st", "2nd"}


RANKED: list[list[object]] = [
    ["Place", "Player", "Points"],
    [1, "Ann <1>", 2],
    [2, "Bo", -0.5],
    [3, "Cy", None],
    [None, None, None],
]


def sections() -> Event:
    rows = [[*games, None, *ranked] for games, ranked in zip(GAMES, RANKED)]
    rows[1][1] = rows[2][2] = "Ann <1>"
    return event_of(book(rows, StandingsTable="$G$1:$I$4", **OF_BOTH_SIDES))


def test_games_to_play_are_listed_by_round_with_links_to_the_players() -> None:
    def listed(rounds: Sequence[Round]) -> str:
        return "".join(format_open_games(rounds))

    rounds = sections().rounds
    html = listed(rounds)
    assert list(re.findall(r"<h3>(.*?)</h3>", html)) == ["Round 4", "Round 5"]
    rows = re.findall(r"<tr>(<td.*?)</tr>", html)
    assert rows == [
        '<td class="text"><a href="#player-bo">Bo</a></td>'
        f'<td class="text"><a href="#player-{to}">{name}</a></td>'
        for to, name in (("ann-1", "Ann &lt;1&gt;"), ("cy", "Cy"))
    ]
    assert listed([]) == ""
    (first,) = (game for game in rounds[0].games if game.is_open)
    games = [replace(first, when="")] * (MOST_OPEN + 2)
    many = listed([Round("", games)])
    assert many.count("<tr><td") == MOST_OPEN and "<p>And 2 more.</p>" in many
    assert "<h3>" not in many
    assert "more" not in listed([Round("", games[:1])])


def test_each_player_has_a_section_with_figures_and_results() -> None:
    players = sections().entrants
    assert [player.name for player in players] == ["Ann <1>", "Bo", "Cy"]
    found = "".join(
        text for _, text in format_sections(players, frozenset({"Points"}), Explained())
    )
    assert found.count("<dt>") == 3 and found.count("<details>") == 3
    found = {
        player.name: text for player, text in format_sections(players, frozenset(), Explained())
    }
    bo = found["Bo"].removeprefix("<details>")
    assert bo == (
        '<summary><h3>Bo</h3></summary><div id="player-bo"><dl class="figures">'
        "<div><dt>Place</dt><dd>2</dd></div><div><dt>Points</dt><dd>−0.5</dd></div></dl>"
        '<div class="window"><div class="frame" role="region" tabindex="0" '
        'aria-label="Results of Bo"><table class="record">'
        '<caption class="unseen">Results of Bo</caption><thead><tr>'
        '<th scope="col" class="text">Opponent</th><th scope="col" class="text">Round</th>'
        '<th scope="col">Goals</th></tr></thead><tbody>'
        '<tr><td class="text"><a href="#player-ann-1">Ann &lt;1&gt;</a></td>'
        '<td class="text">R12</td><td>2</td></tr>'
        '<tr><td class="text"><a href="#player-ann-1">Ann &lt;1&gt;</a></td>'
        '<td class="text">R4</td><td></td></tr>'
        '<tr><td class="text"><a href="#player-cy">Cy</a></td>'
        '<td class="text">R5</td><td></td></tr>'
        '</tbody></table></div></div><p class="back"><a href="#table-0">Back to the table</a></p>'
        "</div></details>"
    )
    assert list(format_sections(Entrants(), frozenset(), Explained())) == []
    why = Explained({("Table", 3): Reasons("Why 2nd?", "By points.", (("2", "is less"),))})
    assert (
        '<details class="why"><summary>Why 2nd?</summary><div><p>By points.</p>'
        "<details><summary>The working</summary><div><p><b>2</b> is less</p></div></details>"
        "</div></details>"
    ) in "".join(text for _, text in format_sections(players, frozenset(), why))
