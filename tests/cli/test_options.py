"""What the options that several commands share take and refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from xl_tourney.cli.terminal import declared, options
from xl_tourney.commands.parts.declaration import UsageError
from xl_tourney.errors import WriteError
from xl_tourney.ooxml import saving
from xl_tourney.ooxml.package import Limits
from xl_tourney.readers.tables.names import NameQuestion, UnclearNameError
from xl_tourney.resource_limits import ResourceLimits


def given(option: Callable[[Any], Any], *words: str) -> Any:
    """What a command with an option gets; the message where it is refused."""
    got: list[Any] = []
    command = click.command()(option(lambda **values: got.append(values)))
    ran = CliRunner().invoke(command, words)
    return got[0] if got else ran.output.splitlines()[-1]


@pytest.mark.parametrize(
    ("size", "wanted"),
    [
        ("500M", 500 << 20),
        ("2g", 2 << 30),
        ("7KB", 7 << 10),
        (" 12 ", 12),
        ("0", None),
        ("M", None),
        ("1.5G", None),
        ("3T", None),
    ],
)
def test_sizes(size: str, wanted: int | None) -> None:
    got = given(options.resource_options, "--max-memory", size)
    if wanted is None:
        assert f"{size} is no size such as 500M or 2G" in got
    else:
        assert got == {"resources": ResourceLimits(None, wanted)}


@pytest.mark.parametrize(("seconds", "is_right"), [("0.5", True), ("0", False), ("-1", False)])
def test_seconds(seconds: str, is_right: bool) -> None:
    got = given(options.resource_options, "--timeout", seconds)
    if is_right:
        assert got == {"resources": ResourceLimits(float(seconds))}
    else:
        assert "--timeout" in got


def test_limits() -> None:
    assert given(options.size_option) == {"limits": Limits()}
    changed = given(options.size_option, "--limit", "unpacked=4G", "--limit", "file=1K")
    assert changed == {"limits": Limits(unpacked=4 << 30, file=1 << 10)}
    assert "there is no limit rows, only " in given(options.size_option, "--limit", "rows=4")
    assert "is no size" in given(options.size_option, "--limit", "file")


def test_times() -> None:
    clock = declared.declared_options("verify", "now")
    assert given(clock) == {"now": None}
    assert given(clock, "--now", "2026-03-31T18:00") == {"now": datetime(2026, 3, 31, 18)}
    assert "yesterday is no time" in given(clock, "--now", "yesterday")


def test_pairs() -> None:
    assert options.split_pairs(["Ada = Ann", "a=b=c"], "--alias") == {"Ada": "Ann", "a=b": "c"}
    for text in ("Ada", "=Ann", "Ada=", " = ", ""):
        with pytest.raises(click.UsageError, match=r"--alias .*needs two names"):
            options.split_pairs([text], "--alias")


def test_suffixes() -> None:
    options.check_suffix(Path("a.b/x.XLSX"), options.WORKBOOK_SUFFIXES)
    with pytest.raises(UsageError, match=r"x\.xls: the name must end in \.xlsx or \.xlsm;"):
        options.check_suffix(Path("x.xls"), options.WORKBOOK_SUFFIXES)
    with pytest.raises(UsageError, match=r"x: the name must end in \.csv;"):
        options.check_suffix(Path("x"), (".csv",))
    with pytest.raises(UsageError, match=r"must end in \.a, \.b or \.c;"):
        options.check_suffix(Path("x"), (".a", ".b", ".c"))


def test_a_file_that_is_there_is_written_over_by_force_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"
    saving.refuse_existing(path, force=False)
    path.touch()
    saving.refuse_existing(path, force=True)
    with pytest.raises(WriteError, match=r"is there already; name another file with -o, or add"):
        saving.refuse_existing(path, force=False)


@pytest.mark.parametrize(("answer", "wanted"), [("1\n", "Jon"), ("2\n", "Joan"), ("0\n", "John")])
def test_a_person_is_asked_about_an_unclear_name(
    answer: str, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def attempt(same: dict[str, str], new_names: list[str]) -> str:
        found = same.get("John", "John" if "John" in new_names else "")
        if not found:
            raise UnclearNameError("John?", NameQuestion("John", ["Jon", "Joan"]))
        return f"{found} {same['Bo']} {new_names[0]}"

    def ask(is_terminal: bool) -> str:
        @click.command()
        def command() -> None:
            monkeypatch.setattr("sys.stdin.isatty", lambda: is_terminal)
            same, new_names = {"Bo": "Bob"}, ["Cy"]
            got = declared.ask_until_clear(partial(attempt, same, new_names), same, new_names)
            click.echo(f"got {got}")

        ran = CliRunner().invoke(command, input=answer)
        return str(ran.exception or ran.output)

    asked = ask(True)
    assert [line for line in asked.splitlines() if line.startswith("  ")] == [
        *("  1: is Jon", "  2: is Joan", "  0: is another one")
    ]
    assert asked.endswith(f"got {wanted} Bob Cy\n")
    assert ask(False) == "John?"
