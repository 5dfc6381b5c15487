"""The commands as click knows them, in the groups in which they are listed.

The modules of a command are imported when it runs, so that help is fast.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

import click

from .. import __version__
from ..commands import everything, find
from ..readers.files import refuse_digits
from .terminal.declared import as_click
from .terminal.options import Exit, Verbose


class Command(NamedTuple):
    """A command: where it is declared, and what the list of commands says of it."""

    place: str
    """Its module and the name that the module gives it; imported when it is asked for."""
    summary: str = ""
    """Half a line, without a full stop; where it is declared in ``commands/``, that says it."""


class Declared(Mapping[str, Mapping[str, Command]]):
    """The commands by name, in the groups in which they are listed.

    Those of ``commands/`` are placed as their names are in ``_LISTED``, others at the end.
    """

    def __getitem__(self, group: str) -> Mapping[str, Command]:
        made = {one.name: Command("", one.title) for one in everything() if one.group == group}
        listed = {name: command or made[name] for name, command in _LISTED[group].items()}
        return {**listed, **made}

    def __iter__(self) -> Iterator[str]:
        return iter(_LISTED)

    def __len__(self) -> int:
        return len(_LISTED)


_LISTED: Mapping[str, Mapping[str, Command | None]] = {
    "An event": {
        "new": None,
        "pair": None,
        "update": None,
        "rename": None,
        "undo": None,
        "standings": None,
        "print": None,
        "publish": None,
        "desk": Command(".addins:desk", "A page for an event, with nothing installed"),
        "watch": Command(".watch:watch", "Calculate and publish at every save"),
        "explain": None,
        "whatif": None,
        "export": None,
        "check": None,
        "rules": None,
    },
    "Recalculation without Excel": {
        "recalc": Command(".recalc:recalc_command"),
        "verify": Command(".calculate:verify_command"),
        "mcp": Command(".mcp:mcp_command", "Serve an agent (Model Context Protocol)"),
    },
    "Functions": {
        "functions": Command(".functions:functions_command", "List the functions, or explain one"),
        "eval": Command(".calculate:eval_command", "Calculate one formula"),
        "excel": Command(".addins:excel", "The add-in for Excel on Windows"),
        "officejs": Command(".addins:officejs", "The web add-in for Excel anywhere"),
        "lambda": Command(".functions:lambda_command", "Functions inside a workbook (Excel 365)"),
        "calc": Command(".addins:calc", "The add-in for LibreOffice Calc"),
    },
    "About this installation": {
        "demo": Command(".workbooks:demo", "Make every sample, and show one"),
        "doctor": Command(".installation:doctor", "What is installed, and what to do next"),
        "build": Command(".workbooks:build", "Build the sample workbooks"),
        "conformance": Command(".installation:conformance", "Compare the functions of all hosts"),
        "manifest": Command(".functions:manifest_command", "Write the functions' metadata"),
    },
}
"""The order of the commands, with those that are not declared in ``commands/``."""
COMMANDS = Declared()
_PLACES = {
    name: command.place for group in _LISTED.values() for name, command in group.items() if command
}
_WAYS_ON = """Three ways on:

\b
  run an event             xl-tourney new tantrix -o group.xlsx
  recalculate workbooks    xl-tourney recalc FOLDER
  use the functions        xl-tourney functions; xl-tourney excel --help

xl-tourney COMMAND --help says more; xl-tourney demo shows what there is."""


def run(arguments: Sequence[str]) -> int:
    """Run a command as click reads it; the exit code."""
    try:
        refuse_digits(" ".join(arguments).encode("utf-8", "replace"), "The command")
        status = xl_tourney.main(arguments, prog_name="xl-tourney", standalone_mode=False)
        return status if isinstance(status, int) else Exit.DONE
    except click.exceptions.Abort:
        raise KeyboardInterrupt from None
    except click.ClickException as error:
        error.show()
        return Exit.WRONG


class _Commands(Verbose, click.Group):
    """The commands, each imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, as they are listed."""
        return [name for commands in COMMANDS.values() for name in commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in _PLACES:
            made = find(cmd_name)
            return as_click(made) if made else None
        module, _, name = _PLACES[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module, __package__), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in their groups; none is imported for it."""
        for group, commands in COMMANDS.items():
            with formatter.section(group):
                rows = [(f"{name:11}", command.summary) for name, command in commands.items()]
                formatter.write_dl(rows)


@click.group(
    cls=_Commands, epilog=_WAYS_ON, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, message="xl-tourney %(version)s")
def xl_tourney() -> None:
    """Standings workbooks for tournaments: make them, keep their values fresh, check them."""
