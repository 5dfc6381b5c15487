"""USEBIO XML gives the travellers and the pairs, or one sentence with file, line and remedy."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.bridge.read import read as read_any
from xl_tourney.readers.bridge.session import TravellerLine
from xl_tourney.readers.bridge.usebio import read
from xl_tourney.templates.parts.registry import SAMPLES

LINE = """<TRAVELLER_LINE>
<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>
<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>
<CONTRACT>4SX</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS>
<SCORE>590</SCORE>
</TRAVELLER_LINE>"""
EVENT = f"""<USEBIO><CLUB><CLUB_NAME>Club</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS">
<EVENT_DESCRIPTION>Pairs</EVENT_DESCRIPTION><DATE>1/2/2026</DATE>
<WINNER_TYPE>1</WINNER_TYPE>
<PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>NS</DIRECTION>
<PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>=Bob</PLAYER_NAME></PLAYER>
</PAIR>
<PAIR><PAIR_NUMBER>2</PAIR_NUMBER><DIRECTION>EW</DIRECTION></PAIR>
</PARTICIPANTS>
<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>
{LINE}
</BOARD>
</EVENT></USEBIO>"""


@pytest.fixture
def session(tmp_path):
    def of(text: str, *changes: tuple[str, str]):
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "session.xml"
        path.write_text(text, encoding="utf-8")
        return read(path)

    return of


def test_a_session(session) -> None:
    found = session(EVENT)
    assert found.lines == [TravellerLine(7, "1", "2", 590.0, "4SX", "N", 10)]
    assert found.names == {"1": "Ann & =Bob", "2": ""}
    assert (found.title, found.method, found.winners) == ("Club, Pairs, 1/2/2026", "standard", 1)


@pytest.mark.parametrize(
    ("kind", "method"), [("CROSS_IMP", "cross-imps"), ("BUTLER_PAIRS", "butler")]
)
def test_how_it_is_scored(session, kind, method) -> None:
    assert session(EVENT, ("MP_PAIRS", kind)).method == method


def test_artificial_scores_stay_as_they_are(session) -> None:
    assert session(EVENT, ("590", "A6040")).lines[0].score == "A6040"
    assert session(EVENT, ("590", "-50")).lines[0].score == -50


@pytest.mark.parametrize("score", ["", "NP", "Not played"])
def test_what_was_not_played_is_said(session, score) -> None:
    more = LINE.replace("590", score)
    found = session(EVENT, ("</BOARD>", f"{more}</BOARD>"))
    assert [line.score for line in found.lines] == [590, "NP"]


def test_a_number_that_two_pairs_have_is_followed_by_the_direction(session) -> None:
    found = session(
        EVENT,
        ("<PAIR_NUMBER>2<", "<PAIR_NUMBER>1<"),
        ("<EW_PAIR_NUMBER>2<", "<EW_PAIR_NUMBER>1<"),
        ("<WINNER_TYPE>1<", "<WINNER_TYPE><"),
    )
    assert (found.lines[0].ns, found.lines[0].ew, list(found.names)) == (
        "1NS",
        "1EW",
        ["1NS", "1EW"],
    )
    assert found.winners == 2


def test_boards_of_the_only_section(session) -> None:
    inside = "<SESSION><SECTION><BOARD>"
    found = session(EVENT, ("<BOARD>", inside), ("</BOARD>", "</BOARD></SECTION></SESSION>"))
    assert len(found.lines) == 1 and found.names["1"] == "Ann & =Bob"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("<SCORE>590", "<SCORE>590a"), "line 16: SCORE must be a number, or an artificial score"),
        (("<SCORE>590", "<SCORE>590.5"), "line 16: SCORE must be a number"),
        (("<NS_PAIR_NUMBER>1", "<NS_PAIR_NUMBER>"), "line 13: NS_PAIR_NUMBER is blank; fill it"),
        (("<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER>", ""), "line 12: TRAVELLER_LINE has no EW_PAIR_N"),
        (("<BOARD_NUMBER>7", "<BOARD_NUMBER>x"), "line 11: BOARD_NUMBER must be a number"),
        (("<BOARD_NUMBER>7</BOARD_NUMBER>", ""), "line 11: BOARD has no BOARD_NUMBER"),
        (("<WINNER_TYPE>1", "<WINNER_TYPE>3"), "line 4: WINNER_TYPE is 3, but must be 1 or 2"),
        (("MP_PAIRS", "TEAMS"), "line 2: EVENT_TYPE is TEAMS, but must be one of MP_PAIRS, CROSS"),
        ((' EVENT_TYPE="MP_PAIRS"', ""), "line 2: EVENT_TYPE is missing"),
        (("<SCORE>590", "<SCORE>"), "line 2: there is no BOARD with a played TRAVELLER_LINE"),
        (("</EVENT>", "</EVENT>\n<EVENT/>"), "line 20: there is a second EVENT; export each"),
        (("<PAIR_NUMBER>2", "<PAIR_NUMBER>"), "line 9: PAIR_NUMBER is blank"),
    ],
)
def test_every_fault_names_file_line_and_remedy(session, change, says) -> None:
    with pytest.raises(InputError, match=f"^session.xml, {says}"):
        session(EVENT, change)


def test_two_sessions_are_not_mixed(session) -> None:
    board = EVENT[EVENT.index("<BOARD>") : EVENT.index("</EVENT>")]
    two = f"<SESSION>{board}</SESSION>\n<SESSION>{board}</SESSION>"
    with pytest.raises(InputError, match="there is a second SESSION; export each for itself"):
        session(EVENT, (board, two))


SECTION = (
    """<SECTION SECTION_ID="{0}"><PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>NS</DIRECTION>
<PLAYER><PLAYER_NAME>Ann {0}</PLAYER_NAME></PLAYER></PAIR>
<PAIR><PAIR_NUMBER>2</PAIR_NUMBER><DIRECTION>EW</DIRECTION></PAIR></PARTICIPANTS>
<BOARD><BOARD_NUMBER>7</BOARD_NUMBER>"""
    + LINE
    + "</BOARD></SECTION>"
)


def in_sections(*names: str) -> str:
    start, end = EVENT.index("<PARTICIPANTS>"), EVENT.index("</EVENT>")
    body = "".join(map(SECTION.format, names))
    return f"{EVENT[:start]}<SESSION>{body}</SESSION>{EVENT[end:]}"


def test_several_sections(session) -> None:
    found = session(in_sections("A", "B"))
    assert [(line.ns, line.ew) for line in found.lines] == [("A1", "A2"), ("B1", "B2")]
    assert found.names == {"A1": "Ann A", "A2": "", "B1": "Ann B", "B2": ""}
    assert found.sections == {"A1": "A", "A2": "A", "B1": "B", "B2": "B"}
    assert session(in_sections("A")).sections == {}


@pytest.mark.parametrize("names", [("A", "A"), ("A", "")])
def test_sections_need_names_of_their_own(session, names) -> None:
    with pytest.raises(InputError, match="each SECTION needs a SECTION_ID of its own; correct it"):
        session(in_sections(*names))


def test_a_pair_listed_twice_needs_two_directions(session) -> None:
    with pytest.raises(InputError, match="line 9: pair 1EW is listed twice"):
        session(
            EVENT,
            ("<PAIR_NUMBER>2<", "<PAIR_NUMBER>1<"),
            ("<DIRECTION>NS<", "<DIRECTION>EW<"),
        )
    with pytest.raises(InputError, match="line 6: pair 1 has DIRECTION “”, but the number occurs"):
        session(EVENT, ("<PAIR_NUMBER>2<", "<PAIR_NUMBER>1<"), ("<DIRECTION>NS<", "<DIRECTION><"))


def test_another_kind_of_file(session) -> None:
    with pytest.raises(InputError, match="line 1: this is Tournament and not USEBIO; choose"):
        session("<Tournament/>")


def test_the_content_says_which_reader_is_needed(tmp_path) -> None:
    wide = tmp_path / "session.txt"
    wide.write_text('<?xml version="1.0" encoding="utf-16"?>' + EVENT, encoding="utf-16")
    assert len(read_any(wide).lines) == 1
    table = tmp_path / "travellers.xml"
    table.write_text("board,ns,ew,score\n1,1,2,420\n", encoding="utf-8-sig")
    assert len(read_any(table).lines) == 1


def test_the_samples() -> None:
    howell, mitchell = (read(SAMPLES / f"bridge_{name}.xml") for name in ("howell", "mitchell"))
    assert (len(howell.lines), len(howell.names), howell.winners) == (161, 12, 1)
    assert (len(mitchell.lines), len(mitchell.names), mitchell.winners) == (126, 13, 2)
