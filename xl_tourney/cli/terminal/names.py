"""Questions about names in a file of results, and the options that answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from ...readers.tables.names import NameQuestion


def ask_for_name(question: NameQuestion, same: dict[str, str], new_names: list[str]) -> None:
    """Ask a person whether a name is one of those like it; add the answer to those of the run."""
    for number, choice in enumerate(question.nearest, 1):
        click.echo(f"  {number}: is {choice}", err=True)
    click.echo("  0: is another one", err=True)
    choices = click.IntRange(0, len(question.nearest))
    number = click.prompt(f"“{question.name}” is nearly a known name", type=choices, err=True)
    if number:
        same[question.name] = question.nearest[number - 1]
    else:
        new_names.append(question.name)
