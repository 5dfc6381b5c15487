"""The command line: arguments and printing, nothing else.

What a command needs is imported when it runs, so that help is there at once.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from ..errors import TourneyError
from .terminal.options import Exit, verbose

COMMANDS = {
    "build": ".workbooks:build",
    "calc": ".calc:calc",
    "conformance": ".conformance:conformance",
    "demo": ".workbooks:demo",
    "doctor": ".doctor:doctor",
    "eval": ".calculate:eval_command",
    "excel": ".excel:excel",
    "functions": ".catalogue:functions_command",
    "manifest": ".catalogue:manifest_command",
    "new": ".new:new",
    "publish": ".workbooks:publish",
    "recalc": ".recalc:recalc",
    "verify": ".calculate:verify_command",
}
"""The commands by name: the module of each, and the name that the module gives it."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an error is one sentence, with ``-v`` also where it came from."""
    status = _status(list(sys.argv[1:] if arguments is None else arguments))
    gc.freeze()  # what is left goes with the process: the collector need not look at it once more
    sys.exit(status)


def _status(words: list[str]) -> int:
    try:
        status = xl_tourney.main(words, prog_name="xl-tourney", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        return Exit.WRONG
    except click.ClickException as error:
        error.show()
        return Exit.WRONG
    except TourneyError as error:
        _complain(str(error), words)
        return Exit.WRONG
    except Exception as error:
        _complain(f"Something went wrong in xl-tourney itself: {error!r}; -v says where.", words)
        return Exit.WRONG
    return status if isinstance(status, int) else Exit.DONE


def _complain(message: str, words: Sequence[str]) -> None:
    if "-v" in words or "--verbose" in words:
        import traceback

        traceback.print_exc()
    click.echo(message, err=True)


class _Commands(click.Group):
    """The commands, each imported when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        found: click.Command = getattr(import_module(module, __package__), name)
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="xl-tourney %(version)s")
@verbose
def xl_tourney() -> None:
    """Standings workbooks for tournaments: make them, keep their values fresh, check them."""
