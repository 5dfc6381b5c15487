"""An agent's way in, driven by the official client: its tools, and what it must not reach."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import openpyxl
import pytest

import xl_tourney
from tests.batch import attacks, deadly

pytestmark = pytest.mark.slow

CHANGE = ["pair", "recalc", "rename", "undo", "whatif"]
"""The tools that may write into a workbook."""
Call = tuple[str, dict[str, Any]]
"""A tool, and what it is called with."""


class Conversation(NamedTuple):
    """What a server has said to all calls of these tests."""

    tools: Mapping[str, Any]
    """What it says of each tool."""
    answers: Sequence[Any]
    refused: Sequence[Any]
    """The answers to calls that ask for what is out of reach, no workbook, or too much."""
    several: Sequence[Any]
    """The answers to calls, before all others, that name a folder or a pattern."""
    folder: Path
    """What the server shows."""
    is_outside_untouched: bool
    """Whether the workbook beside that folder is as it was."""


def talk(folder: Path, calls: Sequence[Call]) -> tuple[Mapping[str, Any], list[Any]]:
    """The tools by name and the answers of a server, which is a process of its own."""
    import anyio  # to import the client takes most of a second of every run
    from mcp import Client, StdioServerParameters

    start = "import sys; sys.path.remove(''); from xl_tourney.cli.main import main; main()"
    line = ["-c", start, "mcp", str(folder), "--timeout", "3"]

    async def run() -> tuple[Mapping[str, Any], list[Any]]:
        server = StdioServerParameters(command=sys.executable, args=line)
        with anyio.fail_after(90):
            async with Client(server) as client:
                tools = await client.list_tools()
                answers = [await client.call_tool(name, arguments) for name, arguments in calls]
                return {tool.name: tool for tool in tools.tools}, answers

    return anyio.run(run)


@pytest.fixture(scope="module")
def conversation(tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    folder = tmp_path_factory.mktemp("agent") / "season"
    folder.mkdir()
    outside = folder.with_name("secret.xlsx")
    book = openpyxl.Workbook()
    book.active.append([2, 3, "=A1*B1", "=1/0"])
    book.save(folder / "book.xlsx")
    (folder / "clubs").mkdir()
    book.save(folder / "clubs" / "other.xlsx")
    book.save(outside)
    (folder / "click.py").write_text("raise SystemExit('code of the folder is run')", "utf-8")
    results = folder / "results.csv"
    results.write_text("home,away,home_score,away_score\nAsh,Birch,2,1\n", "utf-8")
    xl_tourney.new("league", folder / "league.xlsx", results, teams=4, rows=8, places=1)
    (folder / "link.xlsx").symlink_to(outside)
    (folder / "notes.txt").write_text("no workbook", "utf-8")
    deadly.without_end(folder / "endless.xlsx")
    with (folder / "huge.xlsx").open("wb") as file:
        file.truncate((1 << 30) + 1)  # a file with a hole, which takes no room

    calls: list[Call] = [
        ("recalc", {"path": "book.xlsx", "check": True}),
        ("recalc", {"path": "book.xlsx"}),
        ("verify", {"path": "book.xlsx"}),
        ("explain", {"path": "book.xlsx", "question": "Sheet!C1"}),
        ("standings", {"path": "league.xlsx"}),
        ("recalc", {"path": "clubs/../clubs/other.xlsx"}),
        ("rename", {"path": "league.xlsx", "old": "Ash", "new": "-Oak", "dry_run": True}),
    ]
    many: list[Call] = [
        (tool, {"path": path, **({"question": "Sheet!C1"} if tool == "explain" else {})})
        for tool in ("recalc", "verify", "explain", "standings")
        for path in attacks.NO_WORKBOOKS
    ]
    wrong = ["../secret.xlsx", str(outside), "link.xlsx", "-v", "no\0name", "notes.txt"]
    refused: list[Call] = [
        *(("recalc", {"path": path}) for path in (*wrong, "huge.xlsx", "endless.xlsx")),
        ("standings", {"path": "missing.xlsx"}),
    ]
    before = outside.read_bytes()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)  # where it is started for the current folder
        tools, answers = talk(folder, [*many, *calls, *refused])
    several, answers = answers[: len(many)], answers[len(many) :]
    is_untouched = outside.read_bytes() == before
    return Conversation(
        tools, answers[: len(calls)], answers[len(calls) :], several, folder, is_untouched
    )


def test_the_tools_calculate_compare_explain_and_show(conversation: Conversation) -> None:
    tools = "check explain pair recalc rename rules standings undo verify whatif"
    assert " ".join(sorted(conversation.tools)) == tools
    answers = conversation.answers
    assert not any(answer.is_error for answer in answers), answers
    looked, receipt, compared, explained, shown, other, named = (
        one.structured_content for one in answers
    )
    assert (looked["changed"], looked["written"]) == (2, None)
    assert (receipt["changed"], receipt["status"]) == (2, "errors_found")
    assert receipt["error_summary"]["#DIV/0!"] == {"count": 1, "locations": ["Sheet!D1"]}
    written = openpyxl.load_workbook(conversation.folder / "book.xlsx", data_only=True)
    assert written.active["C1"].value == 6
    assert (compared["compared"], compared["differences"]) == (2, [])
    assert "6" in str(explained)
    assert (receipt["path"], receipt["written"]) == ("book.xlsx", "book.xlsx")
    assert (other["path"], other["written"]) == ("clubs/other.xlsx", "clubs/other.xlsx")
    assert shown["tables"][0]["texts"][0].count("Ash") == 1
    assert named["path"] == "league.xlsx" and named["changes"][0]["new"] == "-Oak"
    assert not named["written"]


def test_what_an_agent_must_not_reach_or_break_is_one_sentence(conversation: Conversation) -> None:
    *refused, endless, missing = conversation.refused
    for answer in refused[:3]:
        assert answer.is_error and "is not below the folder of this server" in str(answer.content)
    assert conversation.is_outside_untouched
    assert all(answer.is_error or answer.structured_content["failed"] for answer in refused)
    assert "is larger than" in str(refused[-1].content) + str(refused[-1].structured_content)
    assert "it took more than 3 s of a processor" in endless.structured_content["failed"]
    assert missing.is_error and "there is no such file" in str(missing.content)


def test_an_agent_names_one_file(conversation: Conversation) -> None:
    """What comes later finds both workbooks as they were."""
    for answer in conversation.several:
        assert answer.is_error and "name one workbook" in str(answer.content)
    looked, *_, other, _named = (one.structured_content for one in conversation.answers)
    assert looked["changed"] == other["changed"] == 2


def test_an_agent_is_told_what_each_tool_may_do(conversation: Conversation) -> None:
    hints = {name: tool.annotations for name, tool in conversation.tools.items()}
    assert [name for name, hint in hints.items() if not hint.read_only_hint] == CHANGE
    assert [name for name, hint in hints.items() if hint.destructive_hint] == CHANGE
    assert all(hint.idempotent_hint and hint.open_world_hint is False for hint in hints.values())
    assert str(conversation.folder) not in str([conversation.answers, conversation.refused[3:]])
