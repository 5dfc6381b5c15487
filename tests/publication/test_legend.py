"""What stands below the title of a sheet: the director reads all of it, readers what is theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.publication.samples import report
from tests.saved import read_standings
from xl_tourney.events.standings.legend import for_readers, read_told
from xl_tourney.languages import LANGUAGES, language_of
from xl_tourney.templates import TEMPLATES

EARLIER = Path(__file__).parents[1] / "data" / "earlier"
GAMES = "round,home,away,home_score,away_score\n1,Ajax,Celtic,2,1\n2,Celtic,Ajax,,\n"
PURPOSE = "A2"


@pytest.mark.slow
@pytest.mark.parametrize("code", ["de", "ja"])
def test_readers_are_not_told_what_the_director_is(code: str, tmp_path: Path) -> None:
    games = tmp_path / "games.csv"
    games.write_text(GAMES, "utf-8")
    made = report(TEMPLATES["league"], games, language=code)
    (table,) = made.tables
    line = table.heading_cells[0].parent[PURPOSE].value
    told = language_of(code, "league").value("Sorted by Pct.")
    assert line.startswith(f"{told} ") and "xl-tourney" in line
    assert table.subtitle.startswith("y has clinched first place, x a place that qualifies, ")
    assert table.subtitle.endswith(" – is level, + is ahead. Best and worst place are bounds.")


@pytest.mark.parametrize("code", ["de", "ja"])
def test_a_workbook_says_what_is_for_its_director(code: str) -> None:
    workbook = TEMPLATES["go"].build(language=code)
    sheet, told = workbook["Standings"], read_told(workbook)
    assert workbook.defined_names["ForDirector"].hidden
    line = sheet[PURPOSE].value
    assert told is not None and any(sentence in line for sentence in told)
    language = language_of(code, "go")
    notes = [language.value(text) for text in ("Best and worst place are exact", ".")]
    assert for_readers(f"{told[0]} {''.join(notes)}", told, language) == (
        "Best and worst place are exact."
    )


@pytest.mark.parametrize("template", TEMPLATES.names)
def test_what_a_workbook_tells_its_director_is_short_enough_for_excel(template: str) -> None:
    told = read_told(TEMPLATES[template].build(is_outline=True)) or []
    texts = [language_of(code, template).value(text) for code in LANGUAGES for text in told]
    assert max(map(len, texts), default=0) <= 255


def test_quotes_in_what_the_director_is_told() -> None:
    english = language_of("en")
    assert for_readers('Write "1". By points.', ['Write "1".'], english) == "By points."


def test_of_an_earlier_workbook_what_is_known_to_be_for_readers_is_published() -> None:
    (table,) = read_standings(EARLIER / "league_al_1903.xlsx")
    line = table.heading_cells[0].parent[PURPOSE].value
    assert line.startswith("Sorted by Pct.")
    assert table.subtitle == "Q would qualify now."
    text = "Score is says what the score is. Q qualifies; run xl-tourney whatif BOOK."
    assert for_readers(text, None, language_of("en")) == "Score is says what the score is."
