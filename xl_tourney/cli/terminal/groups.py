"""Groups of commands whose list says what each is for in a whole sentence."""

from __future__ import annotations

import click

from .options import Verbose


class WholeSummaries(click.Group):
    """A group of commands; click itself cuts a summary that is longer than half a line."""

    command_class = Verbose

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, each with the first paragraph of its help."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            text = (command.help or "") if command else ""
            rows.append((name, " ".join(text.partition("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)
