"""The commands for LibreOffice Calc: build the add-in, put it in, take it out."""

from __future__ import annotations

import click


@click.group()
def calc() -> None:
    """The functions in LibreOffice Calc."""
