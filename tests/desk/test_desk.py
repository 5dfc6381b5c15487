"""What a desk answers: an event from its list of players to a result, and the forms of commands."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.without_engine import EVENTS_OF
from xl_tourney.commands import everything
from xl_tourney.desk.answers import Desk, Pane
from xl_tourney.desk.forms import describe_commands, is_asked
from xl_tourney.events.event import Event
from xl_tourney.languages import ENGLISH, LANGUAGES

Ask = Callable[..., dict[str, Any]]
_PLAYERS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\nEve,1900\n"
_RESULTS = {"tantrix": "12-8", "league": "2-1", "bridge": "420"}
"""A result as it is typed, where there are no buttons."""


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path)

    def asked(what: str, **more: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(desk.answer(json.dumps({"ask": what, **more})))
        return found

    yield asked


def _run(ask: Ask, command: str, **filled: Any) -> dict[str, Any]:
    return ask("run", command=command, filled=filled)


def test_an_event_from_its_players_to_a_result(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(_PLAYERS, "utf-8")
    made = _run(ask, "new", template="chess", data="players.csv", rounds=3, players=6)
    assert made["changed"] and made["file"] == "chess.xlsx"
    assert ask("event")["names"] == ["Ada", "Ben", "Cleo", "Dan", "Eve"]
    paired = _run(ask, "pair", write=True, absent="Eve")
    assert paired["lines"][-1] == "Not paired: Eve."
    event = ask("event")
    assert (event["round"], event["open"], len(event["boards"])) == (1, 2, 2)
    board = event["boards"][0]
    assert ask("result", round=1, board=1, result="1-0") == {"state": "entered"}
    event = ask("event")
    assert [event["boards"][0][key] for key in ("result", "state")] == ["1-0", "entered"]
    assert event["tables"][0]["rows"][0][2] == board["white"]
    why = _run(ask, "explain", subject=board["white"])
    assert why["lines"][0].startswith(f"{board['white']} is 1st of 5")
    assert ask("result", cell=board["cell"], result="") == {"state": "open"}
    assert ask("event")["open"] == 2
    for back in ("1-0", None):
        assert _run(ask, "undo")["changed"]
        assert ask("event")["boards"][0]["result"] == back


@pytest.mark.parametrize("game", EVENTS_OF)
def test_results_of_each_game(ask: Ask, tmp_path: Path, game: str) -> None:
    text, options = EVENTS_OF[game]
    (tmp_path / "results.csv").write_text(text, "utf-8")
    assert _run(ask, "new", template=game, data="results.csv", **options)["changed"]
    event = ask("event")
    assert event["game"] == game and event["tables"]
    for board in event["boards"][:1]:
        result = _RESULTS.get(game) or event["buttons"][0]
        assert ask("result", cell=board["cell"], result=result) == {"state": "entered"}
        assert ask("event", round=board["round"])["boards"][0]["result"] not in (None, "")
        wrong = ask("result", cell=board["cell"], result="1-2-3-4")
        assert ("error" in wrong) == (game != "bridge")  # any word may be an award there


@pytest.mark.parametrize(
    ("game", "listed", "results"),
    [
        ("chess", {"players": 6}, {"1/2": "=", "0-1": "0", "+--": "+", "": ""}),
        ("go", {"rows": 6}, {"jigo": "=/", "B": "-/", "W!": "+!/", "": "?/"}),
    ],
)
def test_results_of_a_wall_list(
    ask: Ask, tmp_path: Path, game: str, listed: dict[str, int], results: dict[str, str]
) -> None:
    """A large event has no page for its games: both players' cells are typed at once."""
    names = _PLAYERS if game == "chess" else "name,rank\nAda,1d\nBen,1d\nCy,1k\nDan,1k\nEve,2k\n"
    (tmp_path / "players.csv").write_text(names, "utf-8")
    _run(ask, "new", template=game, data="players.csv", rounds=3, games=0, **listed)
    assert "error" not in _run(ask, "pair", write=True)
    board = ask("event")["boards"][-1]
    for result, sign in results.items():
        assert ask("result", cell=board["cell"], result=result)["state"] in ("entered", "open")
        event = ask("event")
        assert event["boards"][-1]["result"] == (result or None)
        assert [one["result"] for one in event["boards"][:-1]] == [None]
        found = Event.open(tmp_path / f"{game}.xlsx").rows("r_1")
        written = [row.text("r_1") for row in found]
        white = event["names"].index(board["white"])
        assert sign in written[white] and written[white] != written[white - 1]
    assert "error" in ask("result", cell=board["cell"], result="2-0")


def test_a_match_has_as_many_games_as_its_points_are_for(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player_a,group\nAnn,A\nBob,A\nCy,A\n", "utf-8")
    _run(ask, "new", template="tantrix", data="players.csv")
    _run(ask, "pair", write=True)
    (board,) = ask("event")["boards"]
    ask("result", cell=board["cell"], result="22.5-17.5")
    assert ask("event")["status"] == "In progress, 2 matches to play"
    ask("result", cell=board["cell"], result="")
    assert ask("event")["status"] == "In progress, 3 matches to play"


def test_what_cannot_be_done_is_a_sentence(ask: Ask, tmp_path: Path) -> None:
    assert ask("open", file="none.xlsx") == {"file": "none.xlsx"}
    assert ask("event") == {"error": "none.xlsx: there is no such file; check the name."}
    assert ask("run", command="dance", filled={}) == {"error": "There is no command dance."}
    found = _run(ask, "pair", days="many")
    assert found["error"].startswith("days: many is none; see The days")
    (tmp_path / "players.csv").write_text(_PLAYERS, "utf-8")
    _run(ask, "new", template="chess", data="players.csv", players=6, rounds=1)
    assert ask("result", cell="Games!D99", result="1-0")["error"].endswith("no such board.")


def test_an_open_workbook_gets_edits_but_no_rows(tmp_path: Path, ask: Ask) -> None:
    """The copy that came with the question stays as it is."""
    (tmp_path / "players.csv").write_text(_PLAYERS, "utf-8")
    (tmp_path / "many.csv").write_text(
        _PLAYERS + "".join(f"New {n},1500\n" for n in range(9)), "utf-8"
    )
    _run(ask, "new", template="chess", data="players.csv", rounds=2, players=5)
    book = (tmp_path / "chess.xlsx").rename(tmp_path / "open.xlsx")
    before, pane = book.read_bytes(), Pane(tmp_path)

    def run(command: str, **filled: Any) -> dict[str, Any]:
        question = {"ask": "run", "command": command, "filled": filled, "file": book.name}
        found: dict[str, Any] = json.loads(pane.answer(json.dumps(question)))
        return found

    paired = run("pair", write=True, seed=1)
    assert {edit[0] for edit in paired["edits"]} >= {"Games"} and not paired["changed"]
    grown = run("update", data="many.csv", same_event=True)
    assert "needs more rows, which an open workbook does not get" in grown["error"]
    assert book.read_bytes() == before


def test_a_form_asks_for_all_but_files_and_what_is_for_terminals() -> None:
    described = {one["name"]: one for one in describe_commands(ENGLISH)}
    made = {one.name: one for one in everything() if one.group == "An event"}
    assert described.keys() == made.keys()
    assert json.loads(json.dumps([*described.values()])) == [*described.values()]
    pair = {one["name"]: one for one in described["pair"]["fields"]}
    assert {"backup", "file", "browser"}.isdisjoint(pair)
    assert (pair["round"]["kind"], pair["round"]["minimum"]) == ("number", 1)
    assert pair["movement"]["choices"] == ["mitchell", "share-and-relay", "howell"]
    assert not is_asked(made["publish"].parameters[1])
    assert set(described["new"]["members"]) == set(EVENTS_OF)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_form_speaks_the_language_of_its_reader(ask: Ask, code: str) -> None:
    """Names and choices are those of the declaration, whatever they are called."""
    english, said = (
        {one["name"]: one for one in ask("commands", language=tag)["commands"]}
        for tag in ("en-GB", f"{code}-XX")
    )
    for name, command in english.items():
        pairs = [*zip(command["fields"], said[name]["fields"], strict=True)]
        for game, member in command["members"].items():
            pairs += zip(member["fields"], said[name]["members"][game]["fields"], strict=True)
        for old, new in pairs:
            for key in ("name", "choices", "kind", "value"):
                assert old[key] == new[key]
            assert len(new["words"]) == len(new["choices"])
            assert not old["help"] or (old["help"] == new["help"]) == (code == "en"), old["help"]
        assert (command["help"] == said[name]["help"]) == (code == "en")


def test_a_line_of_a_traveller_has_the_number_of_its_board(ask: Ask) -> None:
    _run(ask, "new", template="bridge", pairs=4, tables=2, boards=6)
    _run(ask, "pair", write=True, tables=2, movement="howell")
    boards = ask("event")["boards"]
    assert [one["board"] for one in boards] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]
    last = boards[-1]
    assert ask("result", cell=last["cell"], result="-50") == {"state": "entered"}
    assert ask("event")["boards"][-1]["result"] == "-50"
