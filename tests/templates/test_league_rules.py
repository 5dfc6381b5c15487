"""Files of rules: what they may say, and the sentence about each mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs import rules_of_leagues
from xl_tourney.errors import OptionError
from xl_tourney.readers.league import League, LeagueGame
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.league.games.teams import group
from xl_tourney.templates.league.rules.criteria import overall
from xl_tourney.templates.league.rules.files import read_rules, shipped_names

GOOD = """name = "Town league"
source = "Section 4."
points = "3-1-0"
criteria = ["Points", "For"]
"""


@pytest.mark.parametrize("name", shipped_names())
def test_the_rules_that_are_shipped_can_be_used(name: str) -> None:
    rules = read_rules(name)
    assert rules.name and rules.source.endswith(".") and not rules.text


@pytest.mark.parametrize("name", shipped_names())
def test_the_figures_of_criteria_stand_in_their_order(name: str) -> None:
    """A step takes the figure of a criterion by its place among them."""
    rules = read_rules(name)
    keys = [key for key, _ in overall(rules).values()]
    there = [column.key for column in group(rules, 8)]
    first = there.index(keys[0])
    assert there[first : first + len(keys)] == keys


def test_the_page_lists_the_rules_that_are_shipped() -> None:
    """Else: python docs/rules_of_leagues.py."""
    text = rules_of_leagues.PAGE.read_text("utf-8")
    assert rules_of_leagues.page(text) == text


def test_draws_may_stand_beside_overtime() -> None:
    points = read_rules(GOOD.replace("3-1-0", "3-2-1-1-0")).points
    assert (points.win, points.overtime_win, points.draw) == (3, 2, 1)
    assert (points.overtime_loss, points.loss, points.has_draws) == (1, 0, True)
    assert not read_rules(GOOD.replace("3-1-0", "3-2-1-0")).has_draws


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ('criteria = ["Luck"]', "is no TOML: Cannot overwrite a value"),
        ("pionts = 3", "pionts is not known; known are name, source, points"),
        ("places = 0", "places is 0; it must be a whole number from 1"),
        ("places = true", "places is True; it must be a whole number"),
        ('head_to_head = "twice"', "head_to_head is “twice”; it must be once, again or at the end"),
        ("shootouts = 1", "shootouts is 1; it must be true or false, without quotes"),
        ("late_margin = 1", "late_margin needs points for a close win and loss"),
        ("bonus = 4", r"bonus is 4; it must be a part that begins with \[bonus\]"),
        ("[bonus]\nsecond = 4", "bonus counts a second figure; add a line such as second ="),
        ("[bonus]\nmany = 4", "bonus.many is not known; known are typed, lost_by"),
        ("[headings]\nscore = 'PF'", "headings.score is not known; known are bonus, conceded"),
        ("[[line]]\nname = 'Up'", "line 1: from is missing; say from = 1 and to = 4"),
        ("[[line]]\nname = 'Up'\nfrom = 4\nto = 1", "line 1: to is 1, above from, 4"),
        ("[next_placed]\nplace = 3", "next_placed.best is missing; add a number"),
        ("[next_placed]", "next_placed.place is missing; add a number"),
        ("second = 4", "second is 4; it must be a text in quotes"),
    ],
)
def test_a_mistake_is_said_in_a_sentence(more: str, message: str) -> None:
    with pytest.raises(OptionError, match=message) as error:
        read_rules(f"{GOOD}{more}\n")
    assert str(error.value).endswith(".") and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (GOOD.replace('"3-1-0"', '"0-1-3"'), "rules: points is “0-1-3”; give win-draw-loss"),
        (GOOD.replace('"For"', '"Luck"'), "rules: criteria has “Luck”; choose among Points, Pct"),
        (GOOD.replace('["Points", "For"]', '"Points"'), "criteria must be a list of texts"),
        (GOOD.replace("source", "sauce"), "rules: source is missing; add a line source ="),
        (GOOD.replace('"Section', "Section"), "is no TOML: .*; a line is such as points ="),
    ],
)
def test_what_must_be_there_is_asked_for(text: str, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        read_rules(text)


def test_a_file_is_taken_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "town.toml"
    path.write_text(GOOD, "utf-8")
    assert read_rules(str(path)).criteria == ("Points", "For")
    with pytest.raises(OptionError, match=r"other.toml: cannot be read \(No such file"):
        read_rules(str(tmp_path / "other.toml"))
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(OptionError, match="is no text in UTF-8"):
        read_rules(str(tmp_path / "town.toml"))


def test_a_workbook_of_own_rules_is_made_again_without_their_file(tmp_path: Path) -> None:
    """Its layout holds the text."""
    path = tmp_path / "cup.toml"
    path.write_text(f'{GOOD}second = "tries"\n', "utf-8")
    league = League([LeagueGame("Reds", "Blues", 2, 1, "1", home_second=3, away_second=0)])
    workbook = TEMPLATES["league"].build(league, rules=str(path))
    path.unlink()
    again = TEMPLATES["league"].build(**workbook.layout)
    assert again.sheetnames == workbook.sheetnames
    headings = [[cell.value for cell in one["Results"][5]] for one in (workbook, again)]
    assert headings[0] == headings[1] and "Tries home" in headings[0]
