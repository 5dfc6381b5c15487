"""One person is one, however the name is written; what is not clear is asked about."""

from __future__ import annotations

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers import chess, league, tantrix
from xl_tourney.readers.bridge.read import read as read_bridge
from xl_tourney.readers.tables.names import UnclearNameError
from xl_tourney.readers.tables.source import Source
from xl_tourney.templates import TEMPLATES

HEAD = "player_a,player_b,games,tps_a,tps_b"


@pytest.fixture
def matches(tmp_path):
    def of(*rows: str, **answers) -> Source:
        path = tmp_path / "matches.csv"
        path.write_text("\n".join([HEAD, *rows, ""]), encoding="utf-8")
        return Source(path, **answers)

    return of


@pytest.mark.parametrize(
    "spelling",
    ['"Müller, Jörg"', "Jörg  Müller ", "jörg müller", "Jorg Muller", "Jo\u0308rg Mu\u0308ller"],
)
def test_spellings_of_a_name_are_one_player(matches, spelling) -> None:
    source = matches(*["Jörg Müller,Ann,1,12,8"] * 2, f"{spelling},Bob,1,11,9")
    assert tantrix.players(tantrix.read(source)) == ["Jörg Müller", "Ann", "Bob"]
    said = [note for note in source.reading.notes if "taken for Jörg Müller" in note]
    assert len(said) == (
        spelling.strip('"') in ("Müller, Jörg", "Jorg Muller", "Jo\u0308rg Mu\u0308ller")
    )


ONE_LIKE_ANOTHER = ["Jon Smith,Ann,1,12,8", "Jon Smith,Bob,1,12,8", "John Smith,Cid,1,11,9"]


def test_a_name_that_is_nearly_another_one_is_asked_about_with_the_answers(matches) -> None:
    with pytest.raises(UnclearNameError) as error:
        tantrix.read(matches(*ONE_LIKE_ANOTHER))
    assert str(error.value) == (
        "matches.csv: “John Smith” is nearly “Jon Smith”, which stands there oftener; say "
        '--same "John Smith=Jon Smith" if they are one, else --new-name "John Smith".'
    )
    same = tantrix.read(matches(*ONE_LIKE_ANOTHER, same={"john smith": "Jon Smith"}))
    assert tantrix.players(same) == ["Jon Smith", "Ann", "Bob", "Cid"]
    new = tantrix.read(matches(*ONE_LIKE_ANOTHER, known_names=["John Smith"]))
    assert len(tantrix.players(new)) == 5


@pytest.mark.parametrize(
    ("latin", "other", "letter"),
    [
        ("Ada", "\u0410da", "cyrillic capital letter a"),
        ("Petrov, Ivan", "\u0420etrov, Iv\u0430n", "cyrillic capital letter er"),
        ("Nikos", "\u039dikos", "greek capital letter nu"),
    ],
)
def test_two_names_that_look_alike_are_asked_about(matches, latin, other, letter) -> None:
    """However often they stand there: one of them has a letter of another alphabet."""
    rows = [f'"{latin}",Bees,1,12,8', f'Bees,"{other}",1,11,9']
    with pytest.raises(UnclearNameError) as error:
        tantrix.read(matches(*rows))
    assert str(error.value) == (
        f"matches.csv: “{other}” is nearly “{latin}”, but has a {letter}; say "
        f'--same "{other}={latin}" if they are one, else --new-name "{other}".'
    )
    same = tantrix.read(matches(*rows, same={other: latin}))
    assert tantrix.players(same) == [latin, "Bees"]
    new = tantrix.read(matches(*rows, known_names=[other]))
    assert tantrix.players(new) == [latin, "Bees", other]
    apart = tantrix.read(matches(*rows, f'"{latin}","{other}",1,10,10'))
    assert len(tantrix.players(apart)) == 3, "they have met"


def test_a_row_of_a_wall_list_that_looks_like_another_is_asked_about(tmp_path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name,r1,r2\nAda,2w1,\nBob,1b0,3w1\n\u0410da,,2b0\n", "utf-8")
    with pytest.raises(UnclearNameError, match="is nearly “Ada” in another row"):
        chess.read(path)


def test_names_of_one_alphabet_are_not_compared_by_their_look(matches) -> None:
    """Cyrillic names that are two are two, and so is a Latin one that only shares letters."""
    rows = ["\u041d\u0438\u043d\u0430,Ann,1,12,8", "\u0418\u043d\u0433\u0430,Bob,1,12,8"]
    assert len(tantrix.players(tantrix.read(matches(*rows, "Huha,Cid,1,12,8")))) == 6


@pytest.mark.parametrize(
    "rows",
    [
        [*ONE_LIKE_ANOTHER, "John Smith,Jon Smith,1,10,10"],
        ["Reds A,Ann,1,12,8", "Reds A,Bob,1,12,8", "Reds B,Cid,1,11,9"],
        ["Team 1,Ann,1,12,8", "Team 1,Bob,1,12,8", "Team 2,Cid,1,11,9"],
        ["Anna Kern,Ann,1,12,8", "Anne Kern,Bob,1,12,8"],
    ],
    ids=["they met", "single letters", "numbers", "both once"],
)
def test_names_that_are_two_are_not_asked_about(matches, rows) -> None:
    assert tantrix.read(matches(*rows))


def test_teams_of_one_round_are_two(tmp_path) -> None:
    path = tmp_path / "games.csv"
    rows = ["1,Rovers,Blues,1-0", "1,Ravers,Golds,1-0", "2,Rovers,Golds,1-0"]
    path.write_text("\n".join(["round,home,away,score", *rows]))
    assert league.teams(league.read(path)) == ["Rovers", "Blues", "Ravers", "Golds"]
    path.write_text(
        "\n".join(["round,home,away,score", rows[0], rows[1].replace("1,", "3,", 1), rows[2]])
    )
    with pytest.raises(UnclearNameError, match="“Ravers” is nearly “Rovers”"):
        league.read(path)


WALL_LISTS = {
    "chess": ("name,rating,r1,r2", "{},1900,2w1,", "Ann,1500,1b0,3w1", "{},,,2b0"),
    "go": ("name,club,r1,r2", "{},X,2+,", "Ann,X,1-,3+", "{},X,,2-"),
}


@pytest.mark.parametrize("game", WALL_LISTS)
def test_two_rows_of_a_wall_list_that_may_be_one_players_are_asked_about(tmp_path, game) -> None:
    """Who plays in the same round, or has another rating, is another one."""
    path, read = tmp_path / "list.csv", TEMPLATES[game].read
    heading, first, *others = WALL_LISTS[game]

    def written(name: str, other: str, **changes: str) -> Source:
        text = "\n".join([heading, first.format(name), *others]).format(other)
        for old, new in changes.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
        return Source(path)

    with pytest.raises(UnclearNameError) as error:
        read(written("Jon Smith", "John Smith"))
    assert str(error.value) == (
        "list.csv: “John Smith” is nearly “Jon Smith” in another row, and they never play in one "
        'round; make one row of them if they are one, else say --new-name "John Smith".'
    )
    assert error.value.question.nearest == ["Jon Smith"]
    source = written("Jon Smith", "John Smith")
    source.known_names = ["John Smith"]
    assert len(read(source).players) == 3
    source = written("Jon Smith", "John Smith")
    source.same = {"John Smith": "Jon Smith"}
    with pytest.raises(InputError, match="“John Smith” and “Jon Smith” are one player in two rows"):
        read(source)
    with pytest.raises(InputError, match="are one player in two rows"):
        read(written('"Müller, Jörg"', "Jorg Muller"))
    assert len(read(written("Team 1", "Team 2")).players) == 3
    assert len(read(written("Jon Smith", "Jane Smith")).players) == 3


def test_who_plays_in_the_same_round_is_another_player(tmp_path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("name,r1\nJon Smith,3w1\nJohn Smith,4w1\nAnn,1b0\nBob,2b0\n")
    assert len(chess.read(path).players) == 4
    path.write_text("name,rating\nJon Smith,1900\nJohn Smith,1500\n")
    assert len(chess.read(path).players) == 2


def test_pairs_and_players_of_bridge_have_one_spelling(tmp_path) -> None:
    path = tmp_path / "travellers.csv"
    rows = ["1,Ann & Bob,Cy & Di,50", "2,Ann & Bob,Cy & Di,50", "3,ann &  bob,Ed & Fay,50"]
    path.write_text("\n".join(["board,ns,ew,score", *rows]))
    assert {line.ns.casefold() for line in read_bridge(path).lines} == {"ann & bob"}
    path.write_text("\n".join(["board,ns,ew,score", *rows, "4,Anne & Bob,Ed & Fay,50"]))
    with pytest.raises(UnclearNameError, match="“Anne & Bob” is nearly"):
        read_bridge(path)
    source = Source(path, same={"Anne & Bob": "Ann & Bob"})
    assert len({line.ns.casefold() for line in read_bridge(source).lines}) == 1
    seats = ["1,Müller,Bob,Cy,Di,50", "2,Bob,Muller,Cy,Di,50"]
    path.write_text("\n".join(["board,north,south,east,west,score", *seats]), encoding="utf-8")
    assert [line.ns for line in read_bridge(path).lines] == ["1", "1"]
