"""What a desk answers: an event from its list of players to a result, and the forms of commands."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import xl_tourney
from tests.without_engine import EVENTS_OF
from xl_tourney.commands import everything
from xl_tourney.desk.answers import Desk, Pane
from xl_tourney.desk.forms import describe_commands, is_asked
from xl_tourney.languages import ENGLISH, LANGUAGES

Ask = Callable[..., dict[str, Any]]
_PLAYERS = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\nEve,1900\n"
_RESULTS = {"tantrix": "12-8", "league": "2-1", "bridge": "420"}
"""A result as it is typed, where there are no buttons."""
_SMALL: Mapping[str, Mapping[str, int]] = {
    "bridge": {"pairs": 8, "boards": 6},
    "chess": {"players": 8},
    "go": {"rows": 8},
    "kdice": {"rows": 8},
    "league": {"rows": 8, "teams": 8},
    "tantrix": {"rows": 8, "players": 8},
}
"""A workbook with room for some, not for hundreds: what costs time is its size."""


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
    assert _run(ask, "pair", absent=["Ada", "Ben"], write=False)["lines"][-1] == (
        "Not paired: Ada, Ben."
    )
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


def test_an_event_is_told_in_the_language_of_its_reader(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text(_PLAYERS, "utf-8")
    _run(ask, "new", template="chess", data="players.csv", rounds=3, players=6)
    assert ask("event", language="de-AT")["facts"].startswith("Noch keine Ergebnisse · Stand ")
    _run(ask, "pair", write=True)
    event = ask("event", language="de-AT")
    assert event["status"] == "Runde 1 läuft: 0 von 2 Ergebnissen sind da"
    assert event["facts"].startswith("Stand ")
    (table,) = event["tables"]
    assert (table["caption"], table["headings"][:3]) == ("Tabelle", ["Platz", "Nr.", "Spieler"])


@pytest.mark.parametrize("game", EVENTS_OF)
def test_results_of_each_game(ask: Ask, tmp_path: Path, game: str) -> None:
    text, options = EVENTS_OF[game]
    (tmp_path / "results.csv").write_text(text, "utf-8")
    assert _run(ask, "new", template=game, data="results.csv", **options)["changed"]
    event = ask("event")
    assert event["game"] == game and event["tables"]
    assert event["paired"] == (game != "kdice"), "nobody plays against somebody there"
    for board in event["boards"][:1]:
        result = _RESULTS.get(game) or event["buttons"][0]
        assert ask("result", cell=board["cell"], result=result) == {"state": "entered"}
        assert ask("event", round=board["round"])["boards"][0]["result"] not in (None, "")
        for wrong in ("1-2-3-4", " "):
            assert "error" in ask("result", cell=board["cell"], result=wrong)


@pytest.mark.parametrize("game", EVENTS_OF)
def test_an_event_begins_with_the_list_that_its_form_shows(ask: Ask, game: str) -> None:
    new = next(one for one in ask("commands")["commands"] if one["name"] == "new")
    example = new["members"][game]["begins"]
    headings, first, *_ = (line.split(",") for line in example.splitlines())
    Path("list.csv").write_text(example, "utf-8")
    made = _run(ask, "new", template=game, data="list.csv", **_SMALL[game])
    read = made["notes"][0]
    assert read.startswith("list.csv: ") and all(heading in read for heading in headings)
    assert first[-1 if game == "bridge" else 0] in ask("event")["names"]


@pytest.mark.parametrize(("game", "results"), [("chess", ("1-0", "--+")), ("go", ("jigo", "B!"))])
def test_results_are_typed_into_a_wall_list(ask: Ask, game: str, results: tuple[str, ...]) -> None:
    """A workbook without the page Games; each result stands in the cells of both players."""
    text = "name,rating\nAda,2100\nBen,2050\nCleo,2000\nDan,1950\n"
    Path("players.csv").write_text(text, "utf-8")
    _run(ask, "new", template=game, data="players.csv", rounds=2, games=0, **_SMALL[game])
    for number in ("1", "2"):
        _run(ask, "pair", seed=1)
        event = ask("event")
        assert (event["round"], event["sides"]) == (int(number), ["White", "Black"])
        assert [board["result"] for board in event["boards"]] == [None, None]
        for board, result in zip(event["boards"], results, strict=True):
            assert ask("result", cell=board["cell"], result=result) == {"state": "entered"}
        event = ask("event", round=number)
        shown = [event["buttons"][board["button"]] for board in event["boards"]]
        assert shown == [*results]
    assert event["status"] == "All checks passed"
    assert ask("result", round=1, board=1, result="") == {"state": "open"}
    assert ask("event")["round"] == 1


@pytest.mark.parametrize(("game", "points"), [("chess", "½"), ("go", "0")])
def test_who_misses_a_round_says_so_before_it_is_paired(ask: Ask, game: str, points: str) -> None:
    Path("players.csv").write_text(_PLAYERS, "utf-8")
    _run(ask, "new", template=game, data="players.csv", rounds=3, **_SMALL[game])
    assert ask("event")["byes"] == {"choices": ["½", "0"], "rounds": [1, 2, 3], "typed": {}}
    assert "error" not in ask("bye", name="Cleo", round=2, bye=points)
    assert "error" in ask("bye", name="Nobody", round=2, bye=points)
    _run(ask, "pair", seed=1)
    event = ask("event")
    assert (event["byes"]["rounds"], event["byes"]["typed"]) == ([2, 3], {"Cleo": {"2": points}})
    for board in event["boards"]:
        ask("result", cell=board["cell"], result=event["buttons"][0])
    assert _run(ask, "pair", seed=1)["lines"][-1] == "Not paired: Cleo."
    ask("bye", name="Dan", round=3, bye=points)
    assert ask("event")["byes"]["typed"] == {"Dan": {"3": points}}
    ask("bye", name="Dan", round=3, bye="")
    assert ask("event")["byes"]["typed"] == {}


def test_a_problem_says_in_which_round_it_is_mended(ask: Ask) -> None:
    lines = (f"Player {number},{2400 - number}\n" for number in range(8))
    Path("players.csv").write_text("name,rating\n" + "".join(lines), "utf-8")
    _run(ask, "new", template="chess", data="players.csv", rounds=3, **_SMALL["chess"])
    for number in (1, 2):
        _run(ask, "pair", seed=1)
        for board in ask("event", round=number)["boards"]:
            ask("result", cell=board["cell"], result="1-0")
    assert _run(ask, "check")["problems"] == []
    for board in (1, 2):
        ask("result", round=1, board=board, result="0-1")
    found = _run(ask, "check")
    assert [one["text"] for one in found["problems"]] == found["lines"]
    assert {one["round"] for one in found["problems"]} == {2}


def test_a_match_has_as_many_games_as_its_points_are_for(ask: Ask, tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("player_a,group\nAnn,A\nBob,A\nCy,A\n", "utf-8")
    _run(ask, "new", template="tantrix", data="players.csv", **_SMALL["tantrix"])
    _run(ask, "pair", write=True)
    event = ask("event")
    assert event["rounds"] == [1, 2, 3]  # the list has “Round 1”
    (board,) = event["boards"]
    ask("result", cell=board["cell"], result="22.5-17.5")
    assert ask("event")["status"] == "In progress, 2 matches to play"
    ask("result", cell=board["cell"], result="")
    assert ask("event")["status"] == "In progress, 3 matches to play"


def test_sets_are_typed_as_such_or_as_a_score(ask: Ask) -> None:
    """Sets that stand in the workbook are a result, too."""
    Path("games.csv").write_text("home,away,sets\nReds,Blues,25-20 25-22 25-18\nReds,Golds,\n")
    _run(ask, "new", template="league", data="games.csv", rules="volleyball", **_SMALL["league"])
    event = ask("event")
    known, board = event["boards"]
    assert (known["result"], event["open"]) == ("25-20 25-22 25-18", 1)
    for typed, shown in (("20:25, 25-22 25-10 25-23", "20-25 25-22 25-10 25-23"), ("3:2", "3-2")):
        ask("result", cell=board["cell"], result=typed)
        event = ask("event")
        assert (event["boards"][1]["result"], event["open"]) == (shown, 0)
        assert event["status"].startswith("All checks passed"), event["status"]
    ask("result", cell=board["cell"], result="")
    assert ask("event")["open"] == 1


def test_what_cannot_be_done_is_a_sentence(ask: Ask, tmp_path: Path) -> None:
    assert ask("open", file="none.xlsx") == {"file": "none.xlsx"}
    assert ask("event") == {"error": "none.xlsx: there is no such file; check the name."}
    assert ask("run", command="dance", filled={}) == {"error": "There is no command dance."}
    found = _run(ask, "pair", days="many")
    assert found["error"].startswith("days: many is none; see The days")
    (tmp_path / "players.csv").write_text(_PLAYERS, "utf-8")
    _run(ask, "new", template="chess", data="players.csv", players=6, rounds=1)
    assert ask("result", cell="Games!D99", result="1-0")["error"].endswith("no such board.")
    assert _run(ask, "rename", old="Ada")["error"].startswith("new is wanted: ")
    assert _run(ask, "new", template="dice")["error"].startswith("template: one of bridge, chess, ")
    assert _run(ask, "print", kinds=["maps"])["error"].startswith("kinds: maps is none of ")
    assert "x" * 60 in _run(ask, "print", output=f"{'x' * 500}.html")["error"]


def test_a_page_calls_commands_and_options_as_its_forms_do(ask: Ask) -> None:
    Path("players.csv").write_text(_PLAYERS, "utf-8")
    _run(ask, "new", template="go", data="players.csv", rows=5, rounds=1)
    _run(ask, "pair")
    ask("result", round=1, board=1, result="W")
    assert "“Pair anew”" in _run(ask, "pair", round=1)["error"]
    ask("result", round=1, board=2, result="W")
    assert "; “Bring in results”, “Rounds” 2 makes more" in _run(ask, "pair")["error"]
    said = ask("run", command="pair", filled={}, language="de")["error"]
    assert "; “Ergebnisse übernehmen”, “Runden” 2 makes more" in said


def test_an_open_workbook_gets_edits_and_one_beside_it_more_rows(tmp_path: Path, ask: Ask) -> None:
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
    for grown in ("open (2).xlsx", "open (3).xlsx"):
        found = run("update", data="many.csv", same_event=True)
        assert (found["files"], found["edits"], found["changed"]) == ([grown], [], False)
        assert found["notes"][-1].endswith(f"stays as it is: go on in {grown}, which opens.")
        assert len(xl_tourney.standings(grown).tables[0].rows) == 14
    assert book.read_bytes() == before


def test_a_form_asks_for_all_but_files_and_what_is_for_terminals() -> None:
    described = {one["name"]: one for one in describe_commands(ENGLISH)}
    made = {one.name: one for one in everything() if one.group == "An event"}
    assert described.keys() == made.keys()
    assert json.loads(json.dumps([*described.values()])) == [*described.values()]
    pair = {one["name"]: one for one in described["pair"]["fields"]}
    assert {"backup", "file", "browser"}.isdisjoint(pair)
    assert (pair["round"]["kind"], pair["round"]["minimum"]) == ("number", 1)
    assert pair["movement"]["choices"] == ["", "mitchell", "share-and-relay", "howell"]
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


def test_lines_of_a_traveller_are_called_by_its_board(ask: Ask) -> None:
    _run(ask, "new", template="bridge", pairs=4, tables=2, boards=6)
    _run(ask, "pair", write=True, tables=2, movement="howell")
    event = ask("event")
    assert (event["when"], event["rounds"]) == ("Board", [1, 2, 3, 4, 5, 6])
    *_, last = ask("event", round=6)["boards"]
    assert (last["round"], last["board"]) == (6, 2)
    assert ask("result", round=6, board=2, result="-50") == {"state": "entered"}
    assert ask("event", round=6)["boards"][-1]["result"] == "-50"
    assert ask("result", round=6, board=2, result="a6040") == {"state": "entered"}
    assert "is no result" in ask("result", round=6, board=2, result="anything")["error"]
    assert ask("event", round=6)["boards"][-1]["result"] == "A6040"


_ENGLISH = re.compile(r"\b(?:the|was|were|is|of|read|rows?|written|calculated|brings|added)\b")


@pytest.mark.parametrize("game", EVENTS_OF)
def test_what_was_done_is_said_in_the_language_of_the_reader(
    ask: Ask, tmp_path: Path, game: str
) -> None:
    """The workbook is in it, too; names, files and columns stay as they are."""
    text, options = EVENTS_OF[game]
    (tmp_path / "list.csv").write_text(text, "utf-8")
    names = {"chess": "Ben", "go": "Bob", "kdice": "Bob", "league": "Brigg", "tantrix": "Finn"}
    acts: list[tuple[str, dict[str, Any]]] = [
        ("new", {"template": game, "data": "list.csv", "language": "de", **options}),
        ("update", {"data": "list.csv"}),
        *([("rename", {"old": names[game], "new": "Zoë"})] if game in names else []),
        *([("check", {}), ("pair", {"force": True})] if game == "chess" else []),
        ("explain", {"subject": "Zoë" if game in names else "1"}),
        ("publish", {}),
        ("export", {"to": "csv"}),
        *([("undo", {"force": True})] if game in names else []),
    ]
    for command, filled in acts:
        found = ask("run", command=command, filled=filled, language="de-AT")
        assert "error" not in found, found
        said = [*found["notes"], *(one for one in found["lines"] if isinstance(one, str))]
        assert said or command == "rename", command
        assert [one for one in said if _ENGLISH.search(one)] == [], command


_OFFERED: Mapping[str, tuple[Mapping[str, object], str]] = {
    "groups": ({"template": "tantrix", "groups": 2}, "pair"),
    "swiss": ({"template": "chess"}, "check pair"),
    "round robin": ({"template": "chess", "system": "round-robin"}, "check pair whatif"),
    "table": ({"template": "league"}, ""),
    "kdice": ({"template": "kdice"}, ""),
}
_LISTED = {"tantrix": "name,group\nAnn,A\nBob,A\nCy,B\nDi,B\n", "chess": _PLAYERS}


@pytest.mark.parametrize("kind", _OFFERED)
def test_what_would_be_refused_is_not_offered(ask: Ask, tmp_path: Path, kind: str) -> None:
    filled, acts = _OFFERED[kind]
    if text := _LISTED.get(str(filled["template"])):
        (tmp_path / "list.csv").write_text(text, "utf-8")
        filled = {**filled, "data": "list.csv"}
    _run(ask, "new", **filled)
    event = ask("event")
    offered = {*event["acts"]} & {"check", "pair", "print", "whatif"}
    assert offered == {*acts.split()}
    for name in offered:
        assert "error" not in _run(ask, name)
    for name in {"pair", "whatif"} - offered:
        assert "error" in _run(ask, name)
    formats = event["choices"]["export"]["to"]
    assert formats == ["trf", "csv"] if filled["template"] == "chess" else ["csv"]
