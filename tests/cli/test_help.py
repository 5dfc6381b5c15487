"""The list of commands: each with a line of its own, in groups, and nothing is imported for it."""

from __future__ import annotations

import subprocess
import sys

from xl_tourney.cli.main import COMMANDS, xl_tourney


def test_every_command_has_a_line_that_is_not_cut() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "xl_tourney"], capture_output=True, text=True, encoding="utf-8"
    )
    _usage, *lines = run.stdout.splitlines() + run.stderr.splitlines()
    assert max(map(len, lines)) < 80 and not any(line.endswith("...") for line in lines)
    for group, commands in COMMANDS.items():
        assert f"{group}:" in lines
        for name, command in commands.items():
            assert f"  {name:11}  {command.summary}" in lines
    assert any(line.strip() == "Three ways on:" for line in lines)


def test_every_command_is_where_the_list_says() -> None:
    context = xl_tourney.make_context("xl-tourney", ["--help"], resilient_parsing=True)
    for commands in COMMANDS.values():
        for name, command in commands.items():
            found = xl_tourney.get_command(context, name)
            assert found is not None and found.help and not command.summary.endswith(".")
