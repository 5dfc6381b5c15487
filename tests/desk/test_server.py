"""The desk as a server: what is answered is kept, whatever happens to it and to the file."""

from __future__ import annotations

import json
import random
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import cycle
from pathlib import Path

import pytest

import xl_tourney
from tests.desk.serving import SIDES, Answer, Json, Served, make_book, serving
from tests.templates.test_saved_by_libreoffice import drawn_as_before
from xl_tourney import atomic
from xl_tourney.cli.terminal.open_workbooks import answer
from xl_tourney.desk.server.hall import Hall, director_entry
from xl_tourney.desk.server.states import RefusedError, Said, state, take
from xl_tourney.events.boards import boards_of
from xl_tourney.events.event import Event
from xl_tourney.ooxml.package import Package
from xl_tourney.updates.journal import Journal, folder_of

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_book(tmp_path_factory.mktemp("made"))


@pytest.fixture
def book(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "open.xlsx"))


@pytest.fixture
def desk(book: Path) -> Iterator[Served]:
    with serving(book) as served:
        yield served


def in_file(book: Path) -> dict[int, str]:
    """The results of the first round in the workbook, by board."""
    boards = boards_of(Event.open(Package.from_path(book)))
    return {board.number: board.named(board.result) for board in boards if board.round == "1"}


def saved_elsewhere(book: Path, board: int, result: str) -> None:
    """Somebody types a result into the workbook, and saves it."""
    event = Event.open(Package.from_path(book))
    (found,) = (one for one in boards_of(event) if one.number == board)
    book.write_bytes(event.with_values(found.typed(result)))


def test_two_sides_and_the_director(desk: Served, book: Path) -> None:
    first, second, third, fourth = desk.boards()
    white = desk.enter(first, "1-0", "white").json
    assert (white["state"], white["result"], in_file(book)[1]) == ("entered", "1-0", "1-0")
    assert desk.enter(first, "1-0", "black").json["state"] == "confirmed"
    assert desk.enter(first, "0-1", "black").status == 409
    assert desk.enter(first, "0-1", "director").json["state"] == "confirmed"
    assert in_file(book)[1] == "0-1" and desk.enter(first, "1-0", "white").status == 409

    assert desk.enter(second, "1/2", "black").json["state"] == "entered"
    found = desk.enter(second, "1-0", "black").json
    assert (found["state"], found["result"]) == ("entered", "1-0")
    again = desk.enter(second, "1-0", "black").json  # changes nothing; values have come meanwhile
    assert again | {"version": 0} == found | {"version": 0}
    assert desk.enter(second, "0-1", "white").json["state"] == "conflict"
    assert desk.enter(second, "1-0", "white").json["state"] == "conflict"  # the director settles it
    board = desk.boards()[1]
    assert (board["result"], board["state"]) == ("1-0", "conflict")
    assert desk.enter(second, None, "director").json["state"] == "open"
    assert in_file(book)[2] == ""

    wrong = desk.enter(third, "2-0", "white")
    assert (wrong.status, wrong.json["state"], wrong.json["why"]) == (400, "refused", "result")
    assert desk.states() == ["confirmed", "open", "open", "open"]
    public = desk.ask("/api/event").json
    assert not any("keys" in one or "entries" in one for one in public["boards"])
    log = desk.ask("/api/log", token=desk.token).json["entries"]
    assert [(one["board"], one["by"], one["state"]) for one in log[:3]] == [
        (1, "white", "entered"),
        (1, "black", "confirmed"),
        (1, "director", "confirmed"),
    ]
    assert all(one["when"] and one["from"] == "127.0.0.1" for one in log)
    phone = desk.ask("/api/board", token=fourth["keys"]["black"]).json
    assert (phone["me"], phone["opponent"]) == (fourth["black"], fourth["white"])
    assert phone["place"]["row"] and phone["next"] is None
    assert desk.stop() == 0


def test_standings_and_changes_come_by_themselves(desk: Served, book: Path) -> None:
    seen: list[Json] = []
    has_begun, has_points = threading.Event(), threading.Event()

    def listen() -> None:
        from urllib.request import urlopen

        with suppress(OSError), urlopen(f"http://{desk.host}/api/changes", timeout=60) as stream:
            for line in stream:
                if line.startswith(b"data: "):
                    seen.append(json.loads(line[6:]))
                    has_begun.set()
                    rows = desk.ask("/api/event").json["tables"][0]["rows"]
                    if rows[0][4] == "1":
                        has_points.set()

    listener = threading.Thread(target=listen)
    listener.start()
    assert has_begun.wait(60)
    board = desk.boards()[2]
    desk.enter(board, "0-1", "black")
    assert has_points.wait(60)
    assert [one["what"] for one in seen if one["what"] in ("start", "result")] == [
        "start",
        "result",
    ]
    assert next(one for one in seen if one["what"] == "result")["boards"][0]["result"] == "0-1"
    live = desk.ask("/api/event").json["tables"]
    said = desk.run("standings")["lines"]  # calculated afresh, as the command line does
    table = next(line for line in said if isinstance(line, dict))
    assert [table["headings"], table["rows"]] == [live[0]["headings"], live[0]["rows"]]
    desk.stop()
    listener.join(30)
    assert seen[-1]["what"] == "stop"


def test_a_restart_knows_keys_and_states(desk: Served, book: Path) -> None:
    first, second, *_ = desk.boards()
    desk.enter(first, "1-0", "white")
    desk.enter(second, "1-0", "white")
    desk.enter(second, "0-1", "black")
    desk.kill()
    with serving(book) as again:
        boards = again.boards()
        assert [board["keys"] for board in boards][:2] == [first["keys"], second["keys"]]
        assert again.states() == ["entered", "conflict", "open", "open"]
        assert again.token != desk.token
        assert again.ask("/api/log", token=desk.token).status == 401
        assert again.enter(first, "1-0", "black").json["state"] == "confirmed"


def test_while_it_is_open_elsewhere_results_wait(desk: Served, book: Path) -> None:
    first, second, third, _ = desk.boards()
    lock = book.with_name(f".~lock.{book.name}#")
    lock.touch()
    before = book.read_bytes()
    found = desk.enter(first, "1-0", "white").json
    assert found["state"] == "entered" and "is open in a spreadsheet program" in found["said"]
    assert desk.enter(second, "1/2", "white").json["state"] == "entered"
    assert book.read_bytes() == before
    event = desk.event()
    assert event["waiting"] == 2 and event["boards"][0]["result"] == "1-0"
    saved_elsewhere(book, 2, "0-1")  # the director knows better
    saved_elsewhere(book, 3, "1-0")
    desk.kill()
    with serving(book) as again:
        assert again.states() == ["entered", "conflict", "entered", "open"]
        lock.unlink()
        while again.event()["waiting"]:
            pass
        assert in_file(book) == {1: "1-0", 2: "0-1", 3: "1-0", 4: ""}
        assert again.enter(third, "1-0", "black").json["state"] == "confirmed"
        assert Journal(folder_of(book)).waiting == []


def test_what_waits_comes_in_by_update(desk: Served, book: Path, run: Run) -> None:
    first, second, *_ = desk.boards()
    lock = book.with_name(f".~lock.{book.name}#")
    lock.touch()
    desk.enter(first, "1-0", "white")
    desk.enter(second, "1/2", "director")
    asked = {"command": "update", "arguments": {}, "book": str(book), "folder": str(book.parent)}
    told = answer({**asked, "name": book.name, "language": "en", "selected": {}})
    assert told["edits"] == [["Games", 6, 4, "1-0"], ["Games", 7, 4, "½-½"]]  # LibreOffice types
    desk.kill()
    saved_elsewhere(book, 2, "0-1")  # and somebody else types, too
    lock.unlink()
    status, said, _ = run("update", str(book))
    assert status == 0 and "1 value filled in" in said + _
    assert in_file(book) == {1: "1-0", 2: "0-1", 3: "", 4: ""}
    assert run("update", str(book))[0] == 2  # there is nothing more


def test_what_waits_comes_into_a_workbook_that_is_drawn_anew(
    desk: Served, book: Path, run: Run
) -> None:
    first, *_ = desk.boards()
    lock = book.with_name(f".~lock.{book.name}#")
    lock.touch()
    desk.enter(first, "1-0", "white")
    desk.kill()
    lock.unlink()
    drawn_as_before(book, None)
    status, *said = run("update", str(book))
    assert status == 0 and "drawn anew" in "".join(said)
    assert in_file(book)[1] == "1-0"


def test_who_is_renamed_keeps_the_code(desk: Served, book: Path, run: Run) -> None:
    """And what was entered, also what waits; so does who moves as the workbook gets more room."""
    first, second, third, _ = desk.boards()
    for side in SIDES:
        desk.enter(first, "1-0", side)
    assert desk.run("rename", old=first["white"], new="Ann B.")["changed"]
    again = desk.boards()[0]
    assert (again["white"], again["state"], again["keys"]) == ("Ann B.", "confirmed", first["keys"])
    lock = book.with_name(f".~lock.{book.name}#")
    lock.touch()
    desk.enter(second, "1/2", "white")
    desk.enter(third, "0-1", "director")
    desk.kill()
    lock.unlink()
    assert run("rename", book, second["white"], "Cyd")[0] == 0
    assert run("rename", book, third["black"], "Dan")[0] == 0
    assert run("update", book, "--players", "10")[0] == 0
    assert in_file(book) == {1: "1-0", 2: "1/2", 3: "0-1", 4: ""}
    with serving(book) as later:
        assert later.states() == ["confirmed", "entered", "confirmed", "open"]
        assert later.enter(second, "1/2", "black").json["state"] == "confirmed"  # the old slip


def test_what_is_undone_is_not_shown(desk: Served, book: Path) -> None:
    """The workbook is again the one that the desk once read, and typed into."""
    first, *_ = desk.boards()
    desk.enter(first, "1-0", "white")
    assert desk.run("undo")["changed"]
    assert desk.states() == ["open"] * 4 and in_file(book)[1] == ""


def test_who_is_paired_anew_has_another_code(desk: Served) -> None:
    first, *_ = desk.boards()
    assert desk.run("pair", round=1, absent=[first["white"]], force=True, write=True)["changed"]
    assert first["white"] not in {one["white"] for one in desk.boards()}
    assert desk.enter(first, "1-0", "black").status == 403


def test_an_entry_does_not_wait_for_a_command(tmp_path: Path) -> None:
    """It is on the disk at once, and in the file when the next round is."""
    book = make_book(tmp_path, 24)
    with serving(book) as desk:
        boards = desk.boards()
        for board in boards:
            desk.enter(board, "1-0", "white")
        said: list[Json] = []
        pairing = threading.Thread(target=lambda: said.append(desk.run("pair", write=True)))
        pairing.start()
        during = dict.fromkeys(range(1, 13), "1-0")
        for board in cycle(boards):
            assert desk.enter(board, "0-1", "director").json["result"] == "0-1"
            during[board["board"]] = "0-1"
            if said:
                break
            kept = Journal(folder_of(book)).lines
            assert any(
                one.get("board") == board["board"] for one in kept if one.get("by") == "director"
            )
        pairing.join()
        assert said[0]["changed"]
        assert [*during.values()].count("0-1") > 3, "so many were answered before the command"
        assert {board["round"] for board in desk.boards()} == {2}
        assert in_file(book) == during and desk.event()["waiting"] == 0


def test_somebody_saves_between_two_results(desk: Served, book: Path) -> None:
    first, second, *_ = desk.boards()
    desk.enter(first, "1-0", "white")
    saved_elsewhere(book, 3, "1/2")
    assert desk.enter(second, "0-1", "white").json["state"] == "entered"
    assert in_file(book) == {1: "1-0", 2: "0-1", 3: "1/2", 4: ""}


def test_what_cannot_be_written_is_refused(desk: Served, book: Path) -> None:
    first, *_ = desk.boards()
    book.chmod(0o444)
    found = desk.enter(first, "1-0", "white")
    assert (found.status, found.json["state"], found.json["why"]) == (503, "refused", "disk")
    assert "read-only" in found.json["error"] and desk.states()[0] == "open"
    assert Journal(folder_of(book)).lines == []
    book.chmod(0o644)
    assert desk.enter(first, "1-0", "white").json["state"] == "entered"


def test_what_is_in_the_file_after_all_is_not_refused(
    book: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder became read-only when the workbook had just changed places with the new one."""

    def refuse(folder: Path) -> None:
        if folder.resolve() == book.parent.resolve():
            raise PermissionError(13, "Permission denied", str(folder))

    monkeypatch.chdir(book.parent)
    monkeypatch.setattr(atomic, "_sync_folder", refuse)
    hall = Hall(book.parent, book.name)
    (answer,) = hall.enter([director_entry({"round": 1, "board": 1, "result": "1-0"}, "")])
    hall.close()
    assert answer["state"] == "confirmed" and in_file(book)[1] == "1-0"
    assert [line.get("board") for line in Journal(folder_of(book)).lines] == [1, None]


def test_a_folder_shows_its_events_and_begins_new_ones(tmp_path: Path, made: Path) -> None:
    shutil.copy(made, tmp_path / "club.xlsx")
    (tmp_path / "secret.txt").write_text("nobody's")
    with serving(tmp_path) as desk:
        found = desk.event()
        assert [one["file"] for one in found["books"]] == ["club.xlsx"] and found["file"] is None
        assert "books" not in desk.ask("/api/event").json
        asked = {"ask": "open", "file": "club.xlsx"}
        assert desk.ask("/api/ask", asked, token=desk.token).json == {"file": "club.xlsx"}
        assert len(desk.boards()) == 4
        list_ = "bmFtZSxyYXRpbmcKQWRhLDIxMDAKQmVuLDIwNTAKPVN1bSgpLDIwMDAKRGFuLDE5MDAK"
        new = {"template": "chess", "data": "players.csv", "title": "../Club: Open", "rounds": 2}
        made_new = desk.run("new", **new, players=4, files={"players.csv": list_})
        assert made_new["file"] == "Club Open.xlsx" and made_new["changed"]
        assert "players.csv" not in {one.name for one in tmp_path.iterdir()}
        assert "=Sum()" in desk.event()["names"]
        assert desk.run("pair", write=True)["changed"]
        board = desk.boards()[0]
        assert desk.enter(board, "1-0", "white").json["state"] == "entered"
        assert (
            desk.run("new", **new, players=4, files={"players.csv": list_})["file"]
            == "Club Open 2.xlsx"
        )
        assert desk.enter(board, "1-0", "black").status == 403  # another event now
        for name in ("secret.txt", "club.xlsx", "..%2Fclub.xlsx", "Club%20Open.desk"):
            assert desk.ask(f"/api/files/{name}", token=desk.token).status == 404
        sent = desk.ask("/api/files/Club%20Open%202.xlsx", token=desk.token)
        assert sent.status == 200 and sent.body[:2] == b"PK"


def test_a_workbook_is_at_one_desk(desk: Served, book: Path) -> None:
    with serving(book) as second:
        assert second.token == desk.token and second.process.wait(120) == 0


def test_many_at_once_are_written_together(desk: Served, book: Path) -> None:
    boards = desk.boards()
    results = {board["board"]: ("1-0", "0-1", "1/2")[at % 3] for at, board in enumerate(boards)}
    answers: list[tuple[int, Answer]] = []

    def enter(board: Json, by: str) -> None:
        answers.append((board["board"], desk.enter(board, results[board["board"]], by)))

    threads = [threading.Thread(target=enter, args=(b, s)) for b in boards for s in SIDES * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(answer.status == 200 for _, answer in answers)
    assert desk.states() == ["confirmed"] * 4 and in_file(book) == results
    lines = [line for line in Journal(folder_of(book)).lines if "when" in line]
    assert len(lines) == 8  # what was sent again changed nothing


@pytest.mark.parametrize("seed", range(3))
def test_killed_at_any_moment_nothing_answered_is_lost(book: Path, seed: int) -> None:
    lost = killed_once(book, random.Random(seed))
    assert lost == []


def killed_once(book: Path, chance: random.Random) -> list[str]:
    """What was answered and is not there after a kill at a random moment."""
    answered: dict[int, str] = {}
    sent = 0, ""  # what was not answered any more may be there, or not
    with serving(book) as desk:
        boards = desk.boards()
        killer = threading.Timer(chance.uniform(0, 0.4), desk.process.kill)
        killer.start()
        with suppress(OSError, ValueError):
            while True:
                board = chance.choice(boards)
                result = chance.choice(["1-0", "0-1", "1/2"])
                sent = board["board"], result
                if desk.enter(board, result, "director").status == 200:
                    answered[board["board"]] = result
        killer.join()
    there = in_file(book)
    return [
        f"{at}: {result}, not {there[at]}"
        for at, result in answered.items()
        if there[at] != result and sent != (at, there[at])
    ]


CASES: Mapping[str, tuple[list[tuple[str, str]], str, str]] = {
    "alone": ([("white", "1-0")], "entered", "1-0"),
    "both": ([("white", "1-0"), ("black", "1-0")], "confirmed", "1-0"),
    "not the same": ([("white", "1-0"), ("black", "0-1")], "conflict", "1-0"),
    "corrected": ([("white", "1-0"), ("white", "0-1")], "entered", "0-1"),
    "settled": ([("white", "1-0"), ("black", "0-1"), ("director", "½")], "confirmed", "½"),
    "emptied": ([("white", "1-0"), ("director", "")], "open", ""),
    "still a conflict": ([("white", "1"), ("black", "0"), ("black", "1")], "conflict", "1"),
}


@pytest.mark.parametrize("name", CASES)
def test_states(name: str) -> None:
    entries, wanted, result = CASES[name]
    said: Said = {}
    there = ""
    for by, entered in entries:
        said, there = take(said, there, by, entered)
    assert (state(said), there) == (wanted, result)


def test_a_final_result_is_not_changed() -> None:
    for said in ({"director": "1-0"}, {"white": "1-0", "black": "1-0"}):
        with pytest.raises(RefusedError, match="ask the director"):
            take(said, "1-0", "white", "0-1")
        assert take(said, "1-0", "white", "1-0").said == said


def test_an_event_is_told_in_the_language_of_its_workbook(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name,rating\nAda,2100\nBen,2050\n", "utf-8")
    book = tmp_path / "open.xlsx"
    xl_tourney.new("chess", book, tmp_path / "players.csv", rounds=3, players=4, language="de")
    with serving(book) as desk:
        event = desk.event()
    assert event["tables"][0]["caption"] == "Tabelle"
    assert event["facts"].startswith("Noch keine Ergebnisse")
