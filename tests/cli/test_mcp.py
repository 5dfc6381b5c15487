"""An agent's way in, driven by the official client: its tools, and what it must not reach."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

import xl_tourney
from tests.batch import deadly

if TYPE_CHECKING:
    from mcp import Client

pytestmark = pytest.mark.slow


def talk(folder: Path, work: Callable[[Client], Awaitable[Any]], *options: str) -> Any:
    """What some work with a client of the server gives; the server is a process of its own."""
    import anyio  # to import the client takes most of a second of every run
    from mcp import Client, StdioServerParameters

    line = ["-m", "xl_tourney", "mcp", str(folder), *options]

    async def run() -> Any:
        server = StdioServerParameters(command=sys.executable, args=line)
        with anyio.fail_after(90):
            async with Client(server) as client:
                return await work(client)

    return anyio.run(run)


def test_the_tools_calculate_compare_explain_and_show(tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    book.active.append([2, 3, "=A1*B1", "=1/0"])
    book.save(tmp_path / "book.xlsx")
    results = tmp_path / "results.csv"
    results.write_text("home,away,home_score,away_score\nAsh,Birch,2,1\n", "utf-8")
    xl_tourney.new("league", tmp_path / "league.xlsx", results, teams=4, rows=8, places=1)

    async def work(client: Client) -> list[Any]:
        tools = await client.list_tools()
        calls = [
            ("recalc", {"path": "book.xlsx", "check": True}),
            ("recalc", {"path": "book.xlsx"}),
            ("verify", {"path": "book.xlsx"}),
            ("explain", {"path": "book.xlsx", "question": "Sheet!C1"}),
            ("standings", {"path": "league.xlsx"}),
        ]
        answers = [await client.call_tool(name, arguments) for name, arguments in calls]
        assert not any(answer.is_error for answer in answers), answers
        names = sorted(tool.name for tool in tools.tools)
        return [names, *(answer.structured_content for answer in answers)]

    names, looked, receipt, compared, explained, shown = talk(tmp_path, work)
    assert names == ["explain", "recalc", "standings", "verify"]
    assert (looked["changed"], looked["written"]) == (2, None)
    assert (receipt["changed"], receipt["status"]) == (2, "errors_found")
    assert receipt["error_summary"]["#DIV/0!"] == {"count": 1, "locations": ["Sheet!D1"]}
    assert openpyxl.load_workbook(tmp_path / "book.xlsx", data_only=True).active["C1"].value == 6
    assert (compared["compared"], compared["differences"]) == (2, [])
    assert "6" in str(explained)
    assert shown["tables"][0]["texts"][0].count("Ash") == 1


def test_what_an_agent_must_not_reach_or_break_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "season"
    folder.mkdir()
    outside = tmp_path / "secret.xlsx"
    openpyxl.Workbook().save(outside)
    (folder / "link.xlsx").symlink_to(outside)
    (folder / "notes.txt").write_text("no workbook", "utf-8")
    deadly.without_end(folder / "endless.xlsx")
    asked = ["../secret.xlsx", str(outside), "link.xlsx", "-v", "no\0name", "notes.txt"]
    with (folder / "huge.xlsx").open("wb") as file:
        file.truncate((1 << 30) + 1)  # a file with a hole, which takes no room
    asked += ["huge.xlsx", "endless.xlsx"]
    before = outside.read_bytes()

    async def work(client: Client) -> list[Any]:
        answers = []
        for path in asked:
            answers.append(await client.call_tool("recalc", {"path": path}))
        answers.append(await client.call_tool("standings", {"path": "missing.xlsx"}))
        return answers

    *refused, endless, missing = talk(folder, work, "--timeout", "3")
    for answer in refused[:3]:
        assert answer.is_error and "is not below the folder of this server" in str(answer.content)
    assert outside.read_bytes() == before
    assert all(answer.is_error or answer.structured_content["failed"] for answer in refused)
    assert "is larger than" in str(refused[-1].content) + str(refused[-1].structured_content)
    assert "it took longer than 3 seconds" in endless.structured_content["failed"]
    assert missing.is_error and "there is no such file" in str(missing.content)
