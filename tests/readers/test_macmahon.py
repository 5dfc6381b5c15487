"""Files of MacMahon: ranks, bars, results, byes and forfeits of small tournaments."""

from __future__ import annotations

from pathlib import Path

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.go.macmahon import read
from xl_tourney.readers.go.tournament import GoTournament


def element(name: str, **texts: str) -> str:
    return f"<{name}>{''.join(f'<{tag}>{text}</{tag}>' for tag, text in texts.items())}</{name}>"


def player(number: int, rank: str, **fields: str) -> str:
    person = element("GoPlayer", **{"Surname": f"P{number}", "Rank": rank, **fields})
    return f"<IndividualParticipant><Id>{number}0</Id>{person}</IndividualParticipant>"


def game(black: str, white: str, result: str, **fields: str) -> str:
    return element("Pairing", Black=black, White=white, Result=result, **fields)


def round_(number: object, *games: str) -> str:
    return f"<TournamentRound><RoundNumber>{number}</RoundNumber>{''.join(games)}</TournamentRound>"


def tournament(folder: Path, *parts: str) -> GoTournament:
    path = folder / "cup.xml"
    path.write_text(f"<Tournament><Name>Cup</Name>{''.join(parts)}</Tournament>", "utf-8")
    return read(path)


FOUR = tuple(player(number, rank) for number, rank in enumerate(("3d", "1d", "2k", "5k"), 1))


def test_players_and_games(tmp_path: Path) -> None:
    full = player(
        1, "12 Kyu", FirstName="Ann", Club="Reds", Country="FR", Rating="876", EgdPin="1234"
    )
    found = tournament(
        tmp_path,
        full,
        player(2, "1d"),
        player(3, "", GoLevel="2 dan", Rating="0"),
        player(4, "", Strength="1p", Rating="?"),
        round_(2, game("10", "30", "½-½"), game("20", "40", "", Handicap="3")),
        round_(
            1, game("10", "20", "1-0", Handicap="2"), game("40", "30", "0 : 1!", Handicap="123")
        ),
        round_(3, game("10", "", "", PairingWithBye="true"), game("20", "0", "1-0")),
        round_(4, game("10", "40", "0-1", ResultByReferee="true"), game("20", "30", "0,5-0.5")),
    )
    first = found.players[0]
    assert (found.name, found.system) == ("Cup", "mcmahon")
    assert (first.name, first.club, first.country) == ("P1 Ann", "Reds", "FR")
    assert (first.rank, first.rating, first.pin) == ("12k", 876.0, "1234")
    assert [one.rank for one in found.players] == ["12k", "1d", "2d", "1p"]
    assert [one.rating for one in found.players[1:]] == [None] * 3
    assert [one.rounds for one in found.players] == [
        ("2+/b2", "3=/b0", "0+", "4-!b0"),
        ("1-/w2", "4?/b3", "0+", "3=/b0"),
        ("4+!w0", "1=/w0", "0-", "2=/w0"),
        ("3-!b0", "2?/w3", "0-", "1+!w0"),
    ]


@pytest.mark.parametrize(
    ("bars", "starts"),
    [
        ("", [7, 5, 3, 0]),
        ("<UpperMcMahonBarLevel>1d</UpperMcMahonBarLevel>", [5, 5, 3, 0]),
        ("<UpperMacMahonBarLevel>1d</UpperMacMahonBarLevel>", [5, 5, 3, 0]),
        ("<LowerMcMahonBarLevel>2k</LowerMcMahonBarLevel>", [4, 2, 0, 0]),
        (
            "<UpperMcMahonBarLevel>2d</UpperMcMahonBarLevel>"
            "<UpperMcMahonBar>false</UpperMcMahonBar>"
            "<LowerMacMahonBarLevel>3k</LowerMacMahonBarLevel>"
            "<LowerMacMahonBar>true</LowerMacMahonBar>",
            [5, 3, 1, 0],
        ),
        (
            "<LowerMacMahonBarLevel>3k</LowerMacMahonBarLevel>"
            "<LowerMacMahonBar>false</LowerMacMahonBar>",
            [7, 5, 3, 0],
        ),
        ("<UpperMcMahonBarLevel>high</UpperMcMahonBarLevel>", [7, 5, 3, 0]),
    ],
)
def test_a_player_starts_at_his_rank_between_the_bars(
    bars: str, starts: list[float], tmp_path: Path
) -> None:
    found = tournament(tmp_path, bars, *FOUR, round_(1, game("10", "20", "1-0")))
    assert [one.start for one in found.players] == starts
    assert (found.system, found.nbw) == ("mcmahon", "wins")


def test_ranks_from_kyu_to_professionals_and_none(tmp_path: Path) -> None:
    ranks = ("30k", "20k", "1k", "1d", "9d", "1p", "9p", "")
    found = tournament(tmp_path, *(player(n, rank) for n, rank in enumerate(ranks, 1)))
    assert [one.start for one in found.players] == [0, 10, 29, 30, 38, 39, 47, 0]


def test_players_of_one_rank_play_a_swiss_or_a_round_robin(tmp_path: Path) -> None:
    equal = [player(number, "1d") for number in (1, 2, 3)]
    rounds = [
        round_(1, game("10", "20", "1-0")),
        round_(2, game("10", "30", "1-0")),
        round_(3, game("20", "30", "1-0")),
    ]
    swiss = tournament(tmp_path, *equal, *rounds[:2], round_(3))
    assert (swiss.system, swiss.nbw, [one.start for one in swiss.players]) == (
        "swiss",
        "down",
        [0] * 3,
    )
    assert tournament(tmp_path, *equal, *rounds).system == "round-robin"


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ((), "there is no IndividualParticipant in it"),
        ((*FOUR, round_(2)), "RoundNumber must be from 1 to 1, not “2”"),
        ((*FOUR, round_(0)), "RoundNumber must be from 1 to 1, not “0”"),
        ((*FOUR, round_("I")), "RoundNumber must be from 1 to 1, not “I”"),
        ((*FOUR, round_(1, game("10", "99", "1-0"))), "player 99 is not in the file"),
        ((*FOUR, round_(1, game("10", "20", "2-0"))), "Result must be such as 1-0 .* not “2-0”"),
        ((player(1, "1d", Surname=""),), "a player has no Surname"),
    ],
)
def test_what_is_wrong_is_said(parts: tuple[str, ...], says: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=says):
        tournament(tmp_path, *parts)
