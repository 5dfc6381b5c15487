"""The command that serves an agent by the Model Context Protocol: its tools are our commands.

Each call is a command in a process of its own, so that its limits hold and nothing that a workbook
does can end the server.
"""

from __future__ import annotations

import inspect
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from ... import __version__
from ...commands import everything
from ...commands.parts.declaration import Command
from ...errors import EngineError, OptionError
from ..terminal.declared import words_of
from ..terminal.options import command

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

INSTRUCTIONS = (
    "Calculates saved Excel workbooks without Excel, explains cells and shows the standings of "
    "tournament workbooks. Paths are below the folder that the server was started for."
)
"""What the server says of itself."""


_BY_NAME = inspect.Parameter.POSITIONAL_OR_KEYWORD
_TOLD = (str, bool, int, float, Sequence[str])
"""The types of what an agent may say; files other than the one that it names are out of reach."""


class Folder:
    """The folder that an agent may use, and the commands on workbooks in it."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self.folder = folder.resolve()
        self.seconds = seconds

    def workbook(self, path: str) -> Path:
        """A workbook's path; OptionError if it leads out of the folder, or is not that of one file.

        >>> Folder(Path("."), 1).workbook("../../etc/passwd")
        Traceback (most recent call last):
            ...
        xl_tourney.errors.OptionError: ../../etc/passwd: is not below the folder of this server.
        """
        try:
            found = (self.folder / path).resolve()
        except (OSError, ValueError):  # a circle of links, a null character
            found = Path()
        if not found.is_relative_to(self.folder):
            raise OptionError(f"{path}: is not below the folder of this server.")
        if not found.is_file():
            raise OptionError(f"{path}: there is no such file; name one workbook.")
        return found

    async def run(self, command: str, path: str, *subject: str, options: Sequence[str]) -> Any:
        """What a command says of a workbook, read from its JSON, with its path in the folder."""
        import anyio

        book = self.workbook(path)
        name = book.relative_to(self.folder).as_posix()
        line = [sys.executable, "-m", "xl_tourney", command, f"--timeout={self.seconds}", *options]
        process = await anyio.run_process(
            [*line, "--", str(book), *subject],
            check=False,
            stdin=subprocess.DEVNULL,
            cwd=sys.prefix,  # python -m imports from the current folder: no code of the agent's
        )
        output = process.stdout.decode("utf-8", "replace")
        try:
            written = json.dumps(str(book), ensure_ascii=False)[1:-1]
            return json.loads(output.replace(written, name))
        except ValueError:
            sentence = process.stderr.decode("utf-8", "replace").strip().replace(str(book), name)
            raise OptionError(sentence or f"{path}: the command said nothing.") from None


def make_server(folder: Path, seconds: float) -> MCPServer:
    """The server with its tools: the commands with data as JSON."""
    try:
        from mcp.server.mcpserver import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
        from mcp.types import ToolAnnotations
    except ImportError as error:
        raise EngineError(
            "An MCP server needs the extra; pip install 'xl-tourney[mcp]'."
        ) from error
    below = Folder(folder, seconds)
    server = MCPServer("xl-tourney", version=__version__, instructions=INSTRUCTIONS)
    hints: Any = {"idempotent_hint": True, "open_world_hint": False}
    reads = ToolAnnotations(read_only_hint=True, destructive_hint=False, **hints)
    writes = ToolAnnotations(read_only_hint=False, destructive_hint=True, **hints)

    async def run(command: str, path: str, *subject: str, options: Sequence[str]) -> dict[str, Any]:
        try:
            found = await below.run(command, path, *subject, options=options)
            return found if isinstance(found, dict) else {"found": found}
        except OptionError as error:
            raise ToolError(str(error)) from error

    for made in everything():
        if made.json:
            tool = _tool(made, run)
            changes = made.writes or made.replaces
            server.add_tool(tool, annotations=writes if changes else reads)
    return server


def _tool(made: Command, run: Callable[..., Awaitable[dict[str, Any]]]) -> Callable[..., Any]:
    """A command as a function that an agent calls: its words, numbers and choices."""
    from pydantic import Field

    told = {
        one.about.asked or one.name: one
        for one in made.parameters[1:]
        if one.about.agent and not one.about.terminal and (one.choices or one.kind in _TOLD)
    }
    parameters = [inspect.Parameter("path", _BY_NAME, annotation=str)]
    for name, one in told.items():
        examples = None if one.about.example is None else [one.about.example]
        about: Any = Field(description=one.about.help, examples=examples)
        kind: Any = one.kind if one.default is not None else one.kind | None
        kind = Annotated[kind, about]
        parameters.append(inspect.Parameter(name, _BY_NAME, default=one.default, annotation=kind))

    async def tool(path: str, **given: Any) -> dict[str, Any]:
        options, subjects = [made.json], list[str]()
        for name, value in given.items():
            words = subjects if told[name].is_argument else options
            words += words_of(told[name], value)
        return await run(made.name, path, *subjects, options=options)

    tool.__name__, tool.__doc__ = made.name, f"{made.help}\n\n{made.sections}".strip()
    tool.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        parameters, return_annotation=dict[str, Any]
    )
    return tool


@command(
    "mcp",
    help="Serve an agent (MCP, on standard input and output): "
    f"{', '.join(made.name for made in everything() if made.json)}.\n\n"
    "It reads and writes workbooks below FOLDER alone, the current one without it.",
)
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False, exists=True), default=Path()
)
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=120.0,
    show_default=True,
    help="Seconds of a processor for a workbook, ten times as many by the clock.",
)
def mcp_command(folder: Path, timeout: float) -> None:
    """Serve an agent below a folder."""
    with redirect_stdout(sys.__stdout__):  # its bytes are the protocol's
        make_server(folder, timeout).run("stdio")
