"""What is written of a session of pairs as USEBIO."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from xl_tourney.readers.bridge.session import Session, TravellerLine
from xl_tourney.readers.bridge.write_usebio import Ranking, format_usebio

LINES = [
    TravellerLine(2, "1", "2", 420, contract="4♠", by="N", tricks=10),
    TravellerLine(1, "3", "4", -50),
]


def written(session: Session, ranking: dict[str, Ranking] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(format_usebio(session, ranking).content)


def texts(element: ElementTree.Element, tag: str) -> list[dict[str, str | None]]:
    return [
        {child.tag: child.text for child in found if not len(child)} for found in element.iter(tag)
    ]


def test_boards_lines_and_pairs() -> None:
    session = Session(LINES, {"2": "Ann & Bo", "1": "Cy & Di"}, "Cup", winners=1)
    root = written(session, {"2": Ranking("1=", 61.256)})
    assert (root.get("Version"), root.find("CLUB")) == ("1.2", None)
    event = root.find("EVENT")
    assert event is not None and event.get("EVENT_TYPE") == "PAIRS"
    assert event.findtext("EVENT_DESCRIPTION") == "Cup" and event.find("DATE") is None
    assert event.findtext("WINNER_TYPE") == "1"
    assert texts(root, "PAIR") == [
        {"PAIR_NUMBER": "2", "TOTAL_SCORE": "61.26", "PLACE": "1="},
        {"PAIR_NUMBER": "1"},
        {"PAIR_NUMBER": "3"},
        {"PAIR_NUMBER": "4"},
    ]
    assert [one.text for one in root.iter("PLAYER_NAME")] == ["Ann", "Bo", "Cy", "Di"]
    assert [one.text for one in root.iter("BOARD_NUMBER")] == ["1", "2"]
    assert texts(root, "TRAVELLER_LINE") == [
        {"NS_PAIR_NUMBER": "3", "EW_PAIR_NUMBER": "4", "SCORE": "-50"},
        {
            "NS_PAIR_NUMBER": "1",
            "EW_PAIR_NUMBER": "2",
            "CONTRACT": "4♠",
            "PLAYED_BY": "N",
            "TRICKS": "10",
            "SCORE": "420",
        },
    ]


@pytest.mark.parametrize(
    ("title", "club", "event", "date"),
    [
        ("Reds, Spring Cup, 1/4/2026", "Reds", "Spring Cup", "1/4/2026"),
        ("Spring Cup, 01/04/2026", None, "Spring Cup", "01/04/2026"),
        ("Reds, Spring Cup", None, "Reds, Spring Cup", None),
    ],
)
def test_a_title_may_name_the_club_and_the_day(
    title: str, club: str | None, event: str, date: str | None
) -> None:
    root = written(Session(LINES, title=title))
    found = [root.findtext(f".//{tag}") for tag in ("CLUB_NAME", "EVENT_DESCRIPTION", "DATE")]
    assert found == [club, event, date]
    assert root.find(".//WINNER_TYPE") is None


@pytest.mark.parametrize(
    ("score", "text"),
    [(None, "NP"), ("A+", "A+"), ("60 / 40", "A6040"), ("60/40", "A6040"), (0, "0")],
)
def test_a_score_or_what_stands_in_its_place(score: float | str | None, text: str) -> None:
    (line,) = texts(written(Session([replace(LINES[0], score=score)])), "TRAVELLER_LINE")
    assert line["SCORE"] == text


@pytest.mark.parametrize(
    ("seats", "by_side"),
    [
        ([("1NS", "1EW")], True),
        ([("1NS", "2EW"), ("2NS", "1EW")], True),
        ([("1NS", "2EW")], False),
        ([("1NS", "1EW"), ("2EW", "2NS")], False),
        ([("1NS", "1EW"), ("3", "4EW")], False),
        ([("1", "2")], False),
    ],
)
def test_pairs_of_one_number_on_both_sides_have_a_direction(
    seats: list[tuple[str, str]], by_side: bool
) -> None:
    root = written(Session([TravellerLine(1, ns, ew, 50) for ns, ew in seats]))
    lines = [
        (line["NS_PAIR_NUMBER"], line["EW_PAIR_NUMBER"]) for line in texts(root, "TRAVELLER_LINE")
    ]
    cut = -2 if by_side else None
    assert lines == [(ns[:cut], ew[:cut]) for ns, ew in seats]
    directions = [one.findtext("DIRECTION") for one in root.iter("PAIR")]
    assert directions[:2] == (["NS", "EW"] if by_side else [None, None])


def test_what_usebio_has_no_place_for_is_noted() -> None:
    assert format_usebio(Session(LINES)).notes == []
    apart = format_usebio(Session([replace(LINES[0], score_ew="A-")]))
    assert apart.notes == [
        "1 lines give East-West another score, for which USEBIO has no place; it is left out."
    ]
    american = format_usebio(Session(LINES, method="american"))
    assert american.notes == ["USEBIO does not tell american from the usual match-points."]
