"""Questions about names in a file of results, and the options that answer them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeVar

import click

from .options import split_pairs

if TYPE_CHECKING:
    from ...readers.tables.names import NameQuestion

T = TypeVar("T")


def ask_until_clear(
    attempt: Callable[[dict[str, str], list[str]], T], same: Iterable[str], new_names: Iterable[str]
) -> T:
    """What an attempt gives that takes the names which are the same, and those which are new.

    A person at a terminal is asked about each unclear name.
    """
    from ...readers.tables.names import UnclearNameError

    same_names, known_names = split_pairs(same, "--same"), list(new_names)
    while True:
        try:
            return attempt(same_names, known_names)
        except UnclearNameError as error:
            if not sys.stdin.isatty():
                raise
            _ask_for_name(error.question, same_names, known_names)


def _ask_for_name(question: NameQuestion, same: dict[str, str], new_names: list[str]) -> None:
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
