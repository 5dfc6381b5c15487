"""Named cells that formulas use: options that may be changed, and fixed figures.

A :class:`Setting` that is also an option of ``xl-tourney new`` is declared once: the template's
function names it in the type of its parameter, ``places: Annotated[int, PLACES] = 2``, and lists
it for the sheet Setup with its value, ``PLACES.of(places)``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from .table import TEXT_FORMAT, InputRule

Number = int | float


@dataclass(frozen=True)
class About:
    """What an option is for that is no cell of the workbook, and the numbers that it takes."""

    help: str
    minimum: Number | None = None
    maximum: Number | None = None
    offers: tuple[str, ...] = ()
    """What a form offers for a text that may be another one, too."""


class Needs(NamedTuple):
    """The other option without which one has no effect."""

    name: str
    values: tuple[str, ...] = ("?*",)
    """What the other one must be, as COUNTIF takes it."""
    idle: str = '""'
    """The own value that does nothing, besides a blank, as formulas write it."""

    def is_missed(self, option: str) -> str:
        """A formula that is true where an option is chosen, and has no effect."""
        met = "+".join(
            f'COUNTIF({self.name},"{value}")'
            if value[0] in "?>"
            else f'IF({self.name}="{value}",1,0)'
            for value in self.values
        )
        return f'AND({option}<>"",{option}<>{self.idle},{met}=0)'


@dataclass(frozen=True)
class Setting:
    """A named cell that formulas use: an option that may be changed, or a fixed figure."""

    name: str
    description: str
    value: str | float | None = None
    rule: InputRule | None = None
    formula: str = ""
    fixed: bool = False
    number_format: str = "General"
    if_left_out: str = ""
    """For an option of the command line: what decides if nobody says it."""
    limits: tuple[Number | None, Number | None] | None = None
    """The least and the largest number on the command line; those of the cell if left out."""
    needs: Needs | None = None
    part_of: str = ""
    """The name of the cells of this setting and those beside it that are part of the same."""

    def of(self, value: str | float | None) -> Setting:
        """The same setting with a value."""
        return replace(self, value=value)

    @property
    def about(self) -> About:
        """What the command line says of it, and the numbers that it takes there."""
        left_out = f" If left out, {self.if_left_out}." if self.if_left_out else ""
        help_text = f"{self.description}{left_out}"
        if self.limits:
            return About(help_text, *self.limits)
        rule = self.rule
        if not rule or rule.kind in ("list", "textLength") or isinstance(rule.minimum, str):
            return About(help_text)
        return About(help_text, rule.minimum, rule.maximum)


def one_of(*choices: str) -> InputRule:
    """A list to choose from, named in its message.

    >>> one_of("yes", "no").message
    'yes or no'
    """
    *some, last = choices
    return InputRule("list", f"{', '.join(some)} or {last}", f'"{",".join(choices)}"')


def counted(name: str, description: str, formula: str, part_of: str = "") -> Setting:
    """A cell that counts, or follows from others."""
    return Setting(name, f"Counted: {description}", formula=f"={formula}", part_of=part_of)


def constant(name: str, description: str, value: str | float, part_of: str = "") -> Setting:
    """A figure that the rules fix."""
    return Setting(name, f"Fixed: {description}", value, fixed=True, part_of=part_of)


DECIMALS = constant(
    "Decimals", "figures are rounded to this before they are compared, so that equal is equal.", 6
)
"""The named cell of templates whose formulas compare what they calculated."""

COMMON: Mapping[str, Setting] = {
    "title": Setting(
        "Title",
        "The heading of every sheet.",
        number_format=TEXT_FORMAT,
        if_left_out="that of the data, or the name of the game",
    ),
    "note": Setting(
        "Note",
        "What readers should know of the results; it stands above the standings. Blank for none.",
        number_format=TEXT_FORMAT,
    ),
    "as_of": Setting(
        "AsOf",
        "From when the results are; it stands beside the title of the standings. Blank for none.",
        number_format=TEXT_FORMAT,
        if_left_out="the date of the data file",
    ),
}
"""The options that every workbook begins with."""
