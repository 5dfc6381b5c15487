"""One person is one, however the name is written; what is not clear is asked about."""

from __future__ import annotations

import pytest

from xl_tourney.readers import league, tantrix
from xl_tourney.readers.tables.names import UnclearNameError
from xl_tourney.readers.tables.source import Source

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
