"""What if other rules counted: the same results with other options of Setup, side by side.

The workbook stays as it is: the options are typed into a copy, the copy is calculated, and its
places stand beside those of the workbook::

    TieBreak1=SB    Ann is 3rd, and would be 5th.  Ann is 5th of 49 with 6½ points, behind Bob …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, partial
from itertools import chain, zip_longest
from string import digits
from typing import Any, NamedTuple

from ..catalogue.expression import format_value
from ..errors import OptionError
from ..events.event import Event
from ..grammar.references import CellAddress, parse_cell_reference
from ..ooxml.workbook import find_destinations
from ..templates.parts.checks import FAULT
from ..templates.parts.plan.builder import CHECKS_ON
from ..templates.parts.plan.types import OPTIONS_ON
from ..templates.parts.settings import COMMON
from .book import Book
from .explain import read_book
from .flip.flip import format_ordinal
from .place.rows import StandingsRow, list_players
from .place.sentence import place_of, sentence_on_place


class Option(NamedTuple):
    """An option of Setup that would be another one."""

    name: str
    old: Any
    new: Any

    @property
    def differs(self) -> bool:
        """Whether it is not what it was."""
        return bool((self.old or None) != self.new)

    def __str__(self) -> str:
        old, new = ("blank" if v in (None, "") else format_value(v) for v in (self.old, self.new))
        return f"{self.name} {new} instead of {old}"


class Moved(NamedTuple):
    """Somebody who would have another place."""

    name: str
    table: str
    """The sheet of the table, where there are several; else blank."""
    old: float | None
    new: float | None
    """None for no place: a figure is missing, or somebody is not in the table."""
    why: str
    """What decides under the other rules, as a sentence."""

    def __str__(self) -> str:
        new, old = (format_ordinal(p) if p else "no place" for p in (self.new, self.old))
        who = f"{self.name} ({self.table})" if self.table else self.name
        return f"{who}: {new} instead of {old}. {self.why}".rstrip()


@dataclass(frozen=True)
class OtherRules:
    """The places under other rules."""

    options: Sequence[Option]
    moved: Sequence[Moved]
    """Who would have another place, from the first on."""
    count: int
    """How many have a place."""

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> Iterator[str]:
        """The sentences: how many move, then each with what decides."""
        moved = len(self.moved) or "nobody"
        verb = "have" if len(self.moved) > 1 else "has"
        options = ", ".join(map(str, self.options))
        yield f"With {options}: {moved} of {self.count} {verb} another place."
        yield from map(str, self.moved)

    def as_json(self) -> dict[str, Any]:
        """The answer as JSON takes it."""
        return {
            "options": [one._asdict() for one in self.options],
            "moved": [one._asdict() for one in self.moved],
            "count": self.count,
        }


def other_rules(event: Event, rules: Sequence[str]) -> OtherRules:
    """The places of an event with other options: each rule is ``NAME=VALUE``, as on Setup.

    Raises OptionError where there is no such option, or Checks says that it cannot be used.
    """
    setup = _Setup(event.calculated)
    cells = dict(chain.from_iterable(map(setup.read, rules)))
    options = [option for option in cells.values() if option.differs]
    typed = event.with_result({cell: option.new for cell, option in cells.items()})
    changed = Event(typed.package, event.outline).calculated
    faults, after = setup.faults, _Setup(changed).faults
    if new := [remedy for check, remedy in after.items() if check not in faults]:
        raise OptionError(f"{event.name}: {', '.join(map(str, options))}: {new[0]}")
    old, places = (_places(read_book(one, True)) for one in (setup.event, changed))
    everybody = dict.fromkeys([*places, *old])
    several = len({table for table, _ in everybody}) > 1
    moved = [
        Moved(name, table if several else "", before, now, why() if now else "")
        for table, name in everybody
        for before, _ in [old.get((table, name), _NOWHERE)]
        for now, why in [places.get((table, name), _NOWHERE)]
        if before != now
    ]
    return OtherRules(options, moved, len({name for _, name in everybody}))


_NOWHERE: tuple[None, Callable[[], str]] = None, str
"""The place of who is not in a table."""


def _places(book: Book) -> Mapping[tuple[str, str], tuple[float | None, Callable[[], str]]]:
    """The place of everybody by table and name, and what gives the sentence of what decides."""

    def why(player: StandingsRow) -> str:
        return str(sentence_on_place(book, player) or "")

    return {
        (player.table.sheet, player.name): (place.value if place else None, partial(why, player))
        for player in list_players(book)
        for place in [place_of(book, player)]
    }


_SAID = {setting.name for setting in COMMON.values()}
"""The options that only say something."""


class _Setup:
    """The options of an event, by the names of their cells."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self._titles = event.outline.titles

    @cached_property
    def _cells(self) -> Mapping[str, CellAddress]:
        """The cells that may be changed, without those that only say something."""
        setup, values = self.event.outline[OPTIONS_ON], self.event.values
        return {
            name: CellAddress(sheet, *parse_cell_reference(cell.replace("$", "")))
            for name, defined in values.defined_names.items()
            for sheet, cell in find_destinations(values, defined)
            if sheet == setup.title and ":" not in cell and not setup[cell].protection.locked
            if name not in _SAID
        }

    @property
    def faults(self) -> Mapping[str, str]:
        """The checks that do not hold, each with what to do."""
        sheet, fault = self._titles[CHECKS_ON], self.event.language.value(FAULT)
        rows = self.event.values[sheet].iter_rows(max_col=4, values_only=True)
        return {str(check): str(remedy) for check, _, status, remedy in rows if status == fault}

    def read(self, rule: str) -> Iterator[tuple[CellAddress, Option]]:
        """The cells of a rule, each with the option that is typed there.

        TieBreak=SB,BH is TieBreak1=SB and TieBreak2=BH, and the others blank.
        """
        name, equals, text = (part.strip() for part in rule.partition("="))
        name, known = name.casefold(), {key.casefold(): key for key in self._cells}
        options = [name] if name in known else [k for k in known if k.rstrip(digits) == name]
        values = [text] if name in known else text.split(",")
        if not equals or len(values) > len(options):
            near = get_close_matches(name, known, n=3, cutoff=0.5) or known
            raise OptionError(
                f"{self.event.name}: “{rule}” is no option of {self._titles[OPTIONS_ON]}; "
                f"write NAME=VALUE with {', '.join(known[key] for key in near)}."
            )
        for key, value in zip_longest(options, values, fillvalue=""):
            cell = self._cells[known[key]]
            old = self.event.values[cell.sheet].cell(cell.row, cell.column).value
            yield cell, Option(known[key], old, self._typed(cell, value.strip()))

    def _typed(self, cell: CellAddress, text: str) -> str | float | None:
        """A value as the cell takes it: a number, unless it is for texts; a word of its list."""
        sheet = self.event.outline[OPTIONS_ON]
        address = sheet.cell(cell.row, cell.column).coordinate
        rules = sheet.data_validations.dataValidation
        kinds = {rule.type for rule in rules if address in rule.sqref}
        if "list" in kinds:
            text = self.event.language.value(text)
        with suppress(ValueError):
            return text or None if kinds & {"list", "textLength"} else float(text)
        return text or None
