"""Go tournaments from h9, OpenGotha XML and CSV: one form, and every fault named with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.functions.gotha import DATA, TOURNAMENTS
from xl_tourney.errors import InputError
from xl_tourney.functions import NBW
from xl_tourney.readers.go import wall_list_csv
from xl_tourney.readers.go.read import read
from xl_tourney.readers.go.tournament import (
    GoTournament,
    is_round_robin,
    normalize_round,
    sum_points,
)
from xl_tourney.readers.tables.source import source_of


def written(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path


def short(tournament: GoTournament, names: list[str]) -> list[list[str]]:
    """The rounds in the order of some names, without colours, stones and forfeits."""
    order = [next(n for n, p in enumerate(tournament.players, 1) if p.name == x) for x in names]
    number = {str(old): str(new) for new, old in enumerate(order, 1)} | {"0": "0"}
    return [
        [
            re.sub(r"^\d+", lambda found: number[found[0]], re.split("[/!]", one)[0])
            for one in tournament.players[old - 1].rounds
        ]
        for old in order
    ]


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_h9_and_xml_tell_the_same_tournament(name) -> None:
    h9, xml = read(DATA / f"{name}.h9"), read(DATA / f"{name}.xml")
    names = [player.name for player in h9.players]
    assert sorted(names) == sorted(player.name for player in xml.players)
    assert short(h9, names) == short(xml, names)
    assert (h9.system, h9.criteria, h9.left_out) == (xml.system, xml.criteria, xml.left_out)
    ranks = {player.name: player.rank for player in xml.players}
    assert all(player.rank == ranks[player.name] for player in h9.players)
    if h9.system == "mcmahon":
        starts = {player.name: player.start for player in xml.players}
        assert all(player.start == starts[player.name] for player in h9.players)


def test_the_name_of_a_tournament_in_an_old_encoding() -> None:
    assert read(DATA / "swiss12_mpj.h9").name == "Mistrzostwa Polski Juniorów"


def test_forfeits_colours_and_stones() -> None:
    rounds = read(DATA / "cat21_jigo_handicap.h9").players[4].rounds
    assert rounds == ("16+!b4", "10+/w3", "2-/b5", "21+/w5", "3-/b9", "9+/b9")


def test_a_shared_place_leaves_its_column_blank() -> None:
    assert [p.name for p in read(DATA / "swiss16_cdfa_sdc.h9").players][9:11] == [
        "P009 x",
        "P012 x",
    ]


@pytest.mark.parametrize(
    ("figure", "start"), [("24?", 23.5), ("24½", 23.5), ("24.5", 23.5), ("24,5", 23.5), ("24", 23)]
)
def test_halves_are_written_in_several_ways(tmp_path, figure, start) -> None:
    lines = f"1 A x 5k XX CC {figure} 2+\n2 B x 5k XX CC 20 1-\n3 C x 5k XX CC 9 0-\n"
    assert read(written(tmp_path, "a.h9", lines)).players[0].start == start


def test_without_a_heading_the_first_figure_is_the_score(tmp_path) -> None:
    swiss = read(written(tmp_path, "s.h9", "1 A x 5k XX CC 1 3 2+\n2 B x 5k XX CC 0 3 1-\n"))
    assert (swiss.system, swiss.criteria) == ("round-robin", ())
    mcmahon = read(written(tmp_path, "m.h9", "1 A x 5k XX CC 5 3 2+\n2 B x 5k XX CC 1 3 1-\n"))
    assert (mcmahon.system, [p.start for p in mcmahon.players]) == ("mcmahon", [4, 1])


def test_pins_underscores_and_several_names(tmp_path) -> None:
    text = "; comment\n1 van_der Steen Jan 5K XX CC 1 2+ |12345678\n2 B x 3d XX CC 0 1- |1\n"
    one = read(written(tmp_path, "p.h9", text)).players[0]
    assert (one.name, one.rank, one.rounds) == ("van der Steen Jan", "5k", ("2+",))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "x.h9: the file is empty"),
        ("; only\n", "x.h9: there is no player in it"),
        ("; c\n1 A x XX CC 1 2+\n", "x.h9, line 2: a name and a rank such as 5k"),
        ("1 A x 5k XX\n", "x.h9, line 1: country and club are expected"),
        ("1 A x 5k XX CC 1 2+\n2 B x 5k XX CC 0\n", "x.h9, line 2: there are 1 columns"),
        ("1 A x 5k XX CC 1 0\n", "x.h9, line 1: rounds such as 14+"),
        ("1 A x 5k XX CC z 0+\n", "x.h9, line 1: “z” is neither"),
        ("1 A x 5k XX CC 0 3001+\n2 B x 5k XX CC 0 0-\n", r"line 1: round 1 \(3001\+\) names"),
        (
            "1 A x 5k XX CC 0 2+\n2 A x 5k XX CC 0 1-\n",
            "line 2: there are 2 players of the name A x",
        ),
    ],
)
def test_faults_of_an_h9_file(tmp_path, text, says) -> None:
    with pytest.raises(InputError, match=says):
        read(written(tmp_path, "x.h9", text))


# OpenGotha ----------------------------------------------------------------------------------------


def changed(folder: Path, old: str, new: str, name: str = "rr3") -> Path:
    text = (DATA / f"{name}.xml").read_text("utf-8")
    assert old in text
    return written(folder, "x.xml", text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('result="RESULT_BLACKWINS"', 'result="WON"', "the result “WON” is not known"),
        ('whitePlayer="P', 'whitePlayer="Q', "whitePlayer “Q.*” is not among the players"),
        ('roundNumber="1"', 'roundNumber="x"', "roundNumber must be a whole number"),
        ('roundNumber="2"', 'roundNumber="1"', "is paired twice in round 1"),
        ('rank="2D"', 'rank="two"', "rank must be a rank such as 5K"),
        ('numberOfRounds="3"', 'numberOfRounds="99"', "numberOfRounds must be a whole number"),
        ("<GeneralParameterSet", "<Other", "not well-formed|has no GeneralParameterSet"),
        ("</Players>", "", "not well-formed"),
    ],
)
def test_faults_of_an_opengotha_file(tmp_path, old, new, says) -> None:
    with pytest.raises(InputError, match=r"x\.xml, line \d+: .*" + f"({says})"):
        read(changed(tmp_path, old, new))


def test_another_xml_file_is_refused(tmp_path) -> None:
    with pytest.raises(InputError, match="not a tournament of OpenGotha"):
        read(written(tmp_path, "x.xml", "<USEBIO/>"))


def test_no_entity_is_resolved(tmp_path) -> None:
    text = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/hostname">]><Tournament>&e;</Tournament>'
    with pytest.raises(InputError, match="declares something of its own"):
        read(written(tmp_path, "x.xml", text))


def test_who_comes_to_no_round_is_left_out() -> None:
    assert not {"P002 x"} & {p.name for p in read(DATA / "swiss17_nzopen.xml").players}
    assert len(read(DATA / "mm18_jiro_bydef.xml").players) == 17


def test_a_round_that_nobody_was_paired_in_stays_blank(tmp_path) -> None:
    path = changed(tmp_path, 'numberOfRounds="3"', 'numberOfRounds="4"')
    assert {player.rounds[3] for player in read(path).players} == {""}


def test_ratings_and_start_scores() -> None:
    players = {p.name: p for p in read(DATA / "mm15_jigo_byes.xml").players}
    assert (players["P001 x"].rating, players["P001 x"].start) == (1614, 25)
    assert players["P003 x"].start == 25  # 6k, and a correction of 1


# CSV ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_wall_list_as_csv(tmp_path, encoding, delimiter) -> None:
    lines = ["Player,Rk,GoR,Start,Round 1,R2", "Zoë,5K,1600,20,2+/w2,0=", "Bob,7k,,18,1-,?"]
    text = "\n".join(lines).replace(",", delimiter)
    one = read(written(tmp_path, "w.csv", text, encoding))
    assert [(p.name, p.rank, p.rating, p.start, p.rounds) for p in one.players] == [
        ("Zoë", "5k", 1600, 20, ("2+/w2", "0=")),
        ("Bob", "7k", None, 18, ("1-/b2", "")),
    ]
    assert one.system == "mcmahon"


def test_the_system_of_a_csv_file(tmp_path) -> None:
    all_met = "name,R1\nA,2+\nB,1-\n"
    assert read(written(tmp_path, "a.csv", all_met)).system == "round-robin"
    assert read(written(tmp_path, "b.csv", all_met + "C,0-\n")).system == "swiss"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("R1\n2+\n", "there is no column name"),
        ("name\n", "there is no player in it"),
        ("name,R1,R3\nA,0+,0+\n", "there is R3, but no R2|there is r3, but no r2"),
        ("name,R1\nA,won\n", "row 2: r1 must be a result such as 14"),
        ("name,R1\nA,7000+\n", r"row 2: r1 \(7000\+\) names player 7000"),
        ("name,club\nA,X\na,X\n", "row 3: there are 2 players of the name a; write something"),
        ("no,name\n1,A\n1,B\n", "row 3: no 1 stands in row 2 too"),
        ("no,name\n0,A\n", "row 2: no must be from 1 to 2000, not 0"),
        ("name,out_after\nA,-1\n", "row 2: out_after must be from 0 to 30"),
        ("name,rating\nA,x\n", "row 2: rating must be a number"),
        ("name,R1\n,0+\n", "row 2: name is blank"),
    ],
)
def test_faults_of_a_csv_file(tmp_path, text, says) -> None:
    with pytest.raises(InputError, match=rf"x\.csv.*({says})"):
        read(written(tmp_path, "x.csv", text))


def test_players_of_one_name_are_told_apart(tmp_path) -> None:
    text = "name,club,country,R1\nJo,Kiel,DE,2+\nJo,Ulm,DE,1-\nEve,Ulm,FR,0+\neve,Ulm,PL,0+\n"
    players = read(written(tmp_path, "a.csv", text)).players
    assert [p.name for p in players] == ["Jo (Kiel)", "Jo (Ulm)", "Eve (FR)", "eve (PL)"]
    pins = "1 A x 5k XX CC 1 2+ |111\n2 A x 5k XX CC 0 1- |222\n"
    assert [p.name for p in read(written(tmp_path, "a.h9", pins)).players] == [
        "A x (111)", "A x (222)"
    ]  # fmt: skip


def test_an_extract_keeps_the_numbers_of_its_rows(tmp_path) -> None:
    tournament = read(written(tmp_path, "a.csv", "no,name,R1,R2\n4,D,1+,9-\n1,A,4-,2+\n"))
    assert [p.name for p in tournament.players] == ["A", "", "", "D"]
    assert tournament.outsiders and tournament.highest_number == 9
    assert not read(written(tmp_path, "b.csv", "name,R1\nA,2+\nB,1-\n")).outsiders
    assert read(written(tmp_path, "a.h9", "1 A x 5k XX CC 0 3+\n2 B x 5k XX CC 0 0-\n")).outsiders


def test_a_bye_is_no_player_and_who_left_is_known(tmp_path) -> None:
    text = "name,R1,R2,out_after\nA,3+,2?,1\nB,0+,1?,\nBYE,1-,,\nC,0-,3+,\n"
    tournament = read(written(tmp_path, "a.csv", text))
    assert [(p.name, p.rounds, p.out) for p in tournament.players] == [
        ("A", ("0+", "2?"), 1), ("B", ("0+", "1?"), None), ("", (), None), ("C", ("0-", "0+"), None)
    ]  # fmt: skip
    assert not tournament.outsiders


# What they share ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_points_are_those_of_the_function(name) -> None:
    for counted, down in (("down", True), ("written", False)):
        players = read(DATA / f"{name}.xml").players
        lists = [list(player.rounds) for player in players]
        assert [[sum_points(p.rounds, round_down=down)] for p in players] == NBW(lists, counted)


@pytest.mark.parametrize("cell", ["2", "+", "2+/g", "two+", "2++", "2+ b", "1234567+", "²+"])
def test_what_is_no_round(cell) -> None:
    assert normalize_round(cell) is None


def test_a_round_robin_is_when_everybody_met() -> None:
    assert is_round_robin(read(DATA / "rr8_final.xml").players)
    assert not is_round_robin(read(DATA / "swiss12_mpj.xml").players)
    assert not is_round_robin(())


def test_a_missing_file_is_said(tmp_path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        read(tmp_path / "none.h9")


def test_wins_that_the_rounds_do_not_give_are_named(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("no,name,rank,wins,r1\n1,Ann,1d,1,2+\n2,Bo,1d,1½,1-\n3,Cy,1d,0.5,0=\n", "utf-8")
    source = source_of(path)
    wall_list_csv.read(source)
    said = "row 3: Bo has 1.5 wins in the file, but the rounds add up to 0"
    assert [note for note in source.reading.notes if "wins in the file" in note] == [said]
