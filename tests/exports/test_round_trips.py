"""What is read from a file, typed into a workbook and written from it is read again as it was.

The workbooks are built and not calculated; benchmarks/export_round_trips.py has them calculated.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.saved import event_of
from xl_tourney.events.event import Event
from xl_tourney.exports import bridge, chess, go, kdice, league, tantrix
from xl_tourney.exports.export import formats_of
from xl_tourney.functions import CATALOGUE
from xl_tourney.readers.chess import read_trf
from xl_tourney.readers.go.write_h9 import PlayerResult, format_h9
from xl_tourney.templates import TEMPLATES

DATA = Path(__file__).parents[1] / "data"
SAMPLES = [(template, sample) for template in TEMPLATES for sample in template.samples]
READ = {
    "bridge": bridge.read_session,
    "chess": chess.read_tournament,
    "go": go.read_tournament,
    "kdice": kdice.read_profiles,
    "league": league.read_league,
    "tantrix": tantrix.read_results,
}


def fill(game: str, results: object, **options: object) -> Event:
    """A workbook of a game with results typed in, not calculated."""
    workbook = TEMPLATES[game].build(results, functions="addin", **options)
    return event_of(workbook, workbook.tables, f"{game}.xlsx")


def files(folder: str, suffix: str, largest: int = 2**20) -> list[Path]:
    return sorted(p for p in (DATA / folder).glob(f"*{suffix}") if p.stat().st_size <= largest)


@pytest.mark.slow
@pytest.mark.parametrize("path", files("go", ".xml"), ids=lambda path: path.stem)
def test_opengotha(path, tmp_path) -> None:
    read = TEMPLATES["go"].read(path)
    copy = tmp_path / path.name
    document = go.FORMATS["opengotha"](fill("go", read))
    copy.write_bytes(document.content)
    assert replace(TEMPLATES["go"].read(copy), left_out=read.left_out) == read
    assert document.notes == []


@pytest.mark.parametrize("path", files("go", ".h9"), ids=lambda path: path.stem)
def test_h9(path, tmp_path) -> None:
    read = TEMPLATES["go"].read(path)
    found = go.read_tournament(fill("go", read))
    lists = [list(player.rounds) for player in found.players]
    starts = [[player.start] for player in found.players]
    mms = CATALOGUE["MMS"](lists, starts, found.score)
    placings = [
        PlayerResult(place, {"MMS": score, "NBW": score})
        for place, (score,) in enumerate(mms, 1)  # the rows stand in the order of the places
    ]
    copy = tmp_path / path.name
    copy.write_bytes(format_h9(found, placings).content)
    assert replace(TEMPLATES["go"].read(copy), left_out=read.left_out) == read


@pytest.mark.parametrize("path", files("bridge", ".xml"), ids=lambda path: path.stem)
def test_usebio(path, tmp_path) -> None:
    read = TEMPLATES["bridge"].read(path)
    copy = tmp_path / path.name
    copy.write_bytes(bridge.FORMATS["usebio"](fill("bridge", read)).content)
    found = TEMPLATES["bridge"].read(copy)
    assert found.boards == read.boards
    assert replace(found, lines=read.lines) == read


LARGEST = 1500
"""The bytes of the largest tournament here: the workbook of one takes a second to build."""


@pytest.mark.parametrize("path", files("chess", ".trf", LARGEST), ids=lambda path: path.stem)
def test_trf(path, tmp_path) -> None:
    read = read_trf(path)
    copy = tmp_path / path.name
    copy.write_bytes(chess.FORMATS["trf"](fill("chess", read)).content)
    found = read_trf(copy)
    assert found.wall_list == read.wall_list
    assert {found.start, found.end} == {read.start or read.end, read.end or read.start}
    for name in ("name", "city", "federation", "arbiter", "time_control"):
        assert getattr(found, name) == getattr(read, name)
    assert (found.system, found.scoring, found.rules) == (read.system, read.scoring, read.rules)
    for player, before in zip(found.players, read.players, strict=True):
        for name in ("name", "sex", "title", "rating", "federation", "fide_number"):
            assert getattr(player, name) == getattr(before, name)
        assert player.birth == before.birth[:4]


@pytest.mark.parametrize(("template", "sample"), SAMPLES, ids=lambda item: item.name)
def test_csv(template, sample, tmp_path) -> None:
    filled = fill(template.name, template.read(sample.path), **sample.options)
    results = READ[template.name](filled)
    copy = tmp_path / "results.csv"
    copy.write_bytes(formats_of(template.name)["csv"](filled).content)
    read = template.read(copy)
    for part in ("rows", "lines", "names", "wall_list"):
        assert getattr(read, part, None) == getattr(results, part, None)
    if template.name == "go":
        assert [player.rounds for player in read.players] == [p.rounds for p in results.players]
    if isinstance(read, list):
        assert read == results


@pytest.mark.parametrize(
    "text",
    [
        "player_a,player_b,games,tps_a,tps_b\nAnn,Bob,2,25,15\nCy,Ann,,,\nBob,Cy,3,,\n"
        "Di,Bye,,,\nEve,,,,\n",
        "player_a,player_b,margin\nAnn,Bob,5\nBob,Ann,0\nCy,Ann,\nDi,Bye,\nEve,,\n",
        "player_a,player_b,games,tps_a,tps_b,group\nAnn,Bob,2,25,15,A\nBye,Cy,,,,B\nDi,,,,,B\n",
    ],
    ids=["matches", "games", "groups"],
)
def test_fixtures_byes_and_players_without_games(text, tmp_path) -> None:
    path, copy = tmp_path / "written.csv", tmp_path / "read.csv"
    path.write_text(text, "utf-8")
    read = TEMPLATES["tantrix"].read(path)
    copy.write_bytes(tantrix.FORMATS["csv"](fill("tantrix", read)).content)
    assert TEMPLATES["tantrix"].read(copy) == read


@pytest.mark.parametrize(
    ("name", "rules"), [("six_nations_2023", "rugby-six-nations"), ("euro_2024", "uefa-2024")]
)
def test_games_with_all_that_they_have_beside_scores(name: str, rules: str, tmp_path) -> None:
    """Tries, groups, and points given with a reason."""
    read = TEMPLATES["league"].read(DATA / "league" / "sports" / f"{name}.csv")
    copy = tmp_path / "copy.csv"
    copy.write_bytes(league.FORMATS["csv"](fill("league", read, rules=rules)).content)
    assert TEMPLATES["league"].read(copy) == read


def test_games_between_divisions(tmp_path) -> None:
    path, copy = tmp_path / "written.csv", tmp_path / "read.csv"
    path.write_text(
        "round,home,away,score,home_division,away_division\n"
        "1,A,B,1-0,Atlantic,Atlantic\n2,B,C,2-2,Atlantic,Pacific\n",
        "utf-8",
    )
    read = TEMPLATES["league"].read(path)
    filled = fill("league", read, rules="nhl-2019")
    copy.write_bytes(league.FORMATS["csv"](filled).content)
    assert TEMPLATES["league"].read(copy) == read
