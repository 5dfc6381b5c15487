"""The entry point of the command line, and the table of commands.

The modules of a command are imported when it runs, so that help is fast.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from .. import __version__
from ..errors import TourneyError
from .terminal.inert import discard_output, inert, make_streams_lenient
from .terminal.options import Exit, verbose

COMMANDS = {
    "build": ".workbooks:build",
    "calc": ".addins.calc:calc",
    "check": ".event.check:check",
    "conformance": ".conformance:conformance",
    "demo": ".workbooks:demo",
    "doctor": ".doctor:doctor",
    "eval": ".calculate:eval_command",
    "excel": ".addins.excel:excel",
    "explain": ".event.explain:explain",
    "export": ".event.export:export",
    "functions": ".catalogue:functions_command",
    "lambda": ".lambdas:lambda_command",
    "manifest": ".catalogue:manifest_command",
    "mcp": ".addins.mcp:mcp_command",
    "new": ".event.new:new",
    "officejs": ".addins.officejs:officejs",
    "pair": ".event.pair:pair",
    "publish": ".event.publish:publish",
    "recalc": ".recalc:recalc",
    "rules": ".rules:rules_command",
    "standings": ".event.standings:standings",
    "whatif": ".event.whatif:whatif",
    "update": ".event.update:update",
    "verify": ".calculate:verify_command",
    "watch": ".event.watch:watch",
}
"""The commands by name: the module of each, and the name that the module gives it."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line; an error is one sentence, with ``-v`` also where it came from."""
    status = _run(list(sys.argv[1:] if arguments is None else arguments))
    atexit.register(gc.freeze)  # when the process ends the collector need not traverse its objects
    sys.exit(status)


def _run(arguments: list[str]) -> int:
    make_streams_lenient()
    try:
        status = xl_tourney.main(arguments, prog_name="xl-tourney", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return Exit.CLOSED
    except click.exceptions.Abort:
        click.echo("Stopped.", err=True)
        return Exit.WRONG
    except click.ClickException as error:
        error.show()
        return Exit.WRONG
    except TourneyError as error:
        _print_error(str(error), arguments)
        return Exit.WRONG
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        _print_error(f"{place}the system refuses it ({error.strerror or error}).", arguments)
        return Exit.WRONG
    except Exception as error:
        _print_error(
            f"Something went wrong in xl-tourney itself: {error!r}; -v says where.", arguments
        )
        return Exit.WRONG
    return status if isinstance(status, int) else Exit.DONE


def _print_error(message: str, arguments: Sequence[str]) -> None:
    if "-v" in arguments or "--verbose" in arguments:
        import traceback

        traceback.print_exc()
    click.echo(inert(message), err=True)


class _Commands(click.Group):
    """The commands, each imported on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module, __package__), name)
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="xl-tourney %(version)s")
@verbose
def xl_tourney() -> None:
    """Standings workbooks for tournaments: make them, keep their values fresh, check them."""
