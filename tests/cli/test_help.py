"""The list of commands: each with a line of its own, in groups, and nothing is imported for it."""

from __future__ import annotations

import subprocess
import sys

import click

from xl_tourney.cli.program import COMMANDS, xl_tourney


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


def test_no_command_in_a_group_has_a_summary_that_is_cut() -> None:
    for name in ("new", "excel", "officejs", "calc"):
        context = click.Context(xl_tourney, info_name="xl-tourney")
        group = xl_tourney.get_command(context, name)
        assert isinstance(group, click.Group)
        words = " ".join(group.get_help(click.Context(group, context, name)).split())
        for one in group.list_commands(context):
            command = group.get_command(context, one)
            assert command is not None and command.help is not None
            assert " ".join(command.help.partition("\n\n")[0].split()) in words


def test_no_help_imports_what_makes_or_reads_workbooks() -> None:
    """So it takes a tenth of a second."""
    code = (
        "import contextlib, io, sys\n"
        "from xl_tourney.cli.main import main\n"
        "from xl_tourney.cli.program import COMMANDS\n"
        "names = [[name] for group in COMMANDS.values() for name in group]\n"
        "for name in [*names, ['new', 'go'], ['new', 'league'], ['excel', 'install']]:\n"
        "    with contextlib.suppress(SystemExit), contextlib.redirect_stdout(io.StringIO()):\n"
        "        main([*name, '--help'])\n"
        "heavy = {'openpyxl', 'numpy', 'formualizer', 'cellrune', 'xl_tourney.ooxml.workbook'}\n"
        "print(*heavy & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")
