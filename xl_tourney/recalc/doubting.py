"""A second look at values that an engine may have got wrong, before they go into the file.

A formula that calls a function which the engine is known to get wrong is calculated all the same.
Where its value is the one that the file holds, nothing is to be done.  Where it is another, either
what it depends on has changed, or the engine is wrong; and it is left alone unless the call is
known to be none of the wrong ones.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from ..catalogue.cells import ErrorValue
from ..engines import Outcome
from ..engines.base import Question
from ..grammar import spelling
from ..grammar.references import parse_area
from ..ooxml import cached_values
from ..ooxml.cached_values import Strings
from ..ooxml.formula_cells import Cell
from . import engine_copy, filling
from .engine_copy import Words
from .keeping import Doubt, Keeper
from .sheet_job import SheetJob

_QUOTED = r'"([^"]*)"'
_LIKE_A_NUMBER = "(?i)[0-9]|true|false"
_OF_NUMBERS = (*range(10), "true", "false")
_LONGEST = 100_000
_READS_TEXT = "it reads a text as a number, which depends on the country of its user"


def wrong(
    job: SheetJob, outcome: Outcome, keeper: Keeper, words: Words, strings: Strings
) -> dict[int, str]:
    """The formula cells whose new values cannot be trusted, and why.

    A number that differs only beyond its ninth digit is left alone, and not worth a word.
    """
    return _Look(job, outcome, keeper, words, strings).wrong()


class _Look:
    """A look at the values of a sheet."""

    def __init__(
        self, job: SheetJob, outcome: Outcome, keeper: Keeper, words: Words, strings: Strings
    ) -> None:
        self._job = job
        self._outcome = outcome
        self._keeper = keeper
        self._words = words
        self._strings = strings
        self._marked = set(job.sheet.formulas.marked)
        self._masters: dict[str | None, Cell] | None = None

    def wrong(self) -> dict[int, str]:
        job = self._job
        values = job.values(self._outcome)
        found: dict[int, str] = {}
        doubts: dict[int, list[Doubt]] = {}
        near = self._near_whole(job.doubtful_near_whole) if job.doubtful_near_whole else ()
        for at in (*job.doubtful, *near):
            if at not in job.kept and (changed := list(self._changed(at, values[at]))):
                if all(self._near(cell, value) for cell, value in changed):
                    found[at] = ""
                else:
                    doubts[at] = self._doubts(at)
        for at in job.given_as(ErrorValue, self._outcome):
            value = values[at]
            if value == "#VALUE!":
                held = self._held(job.sheet.formulas.cell(at))
                if held is not None and held not in ("#VALUE!", "#NAME?"):
                    doubts.setdefault(at, []).extend(self._doubts_of_texts(at))
            elif value == "#NAME?" and (why := self._unnamed(at)):
                found[at] = why
        return found | self._not_right(doubts)

    def _unnamed(self, at: int) -> str | None:
        """The name in a formula that is ``#NAME?`` only to the engine, if that is why."""
        held = self._held(self._job.sheet.formulas.cell(at))
        if held in (None, "#NAME?"):
            return None
        try:
            words = [token.value for token in spelling.tokens(self._own(at))]
        except spelling.FormulaError:
            return None
        names = (word for word in words if word.rpartition("!")[2].upper() in self._keeper.names)
        name = next(names, None)
        return f"{self._keeper.engine} does not know the name {name}" if name else None

    def _near_whole(self, cells: Sequence[int]) -> list[int]:
        """Those of some cells that have a whole number in them which a value nearly is."""
        near, words = self._nearly_whole(), self._job.sheet.words
        if near.isdisjoint(words(cells)):
            return []
        return [at for at in cells if not near.isdisjoint(words([at]))]

    def _nearly_whole(self) -> set[bytes]:
        """The whole numbers that values of the workbook are to 15 digits, but not to 17."""
        return {
            b"%d" % abs(round(value))
            for areas in self._outcome.values.values()
            for rows in areas
            for row in rows
            for value in row
            if type(value) is float
            and not (0.00001 < value % 1.0 < 0.99999 and abs(value) < 1e9)  # nearly all, at once
            and 0 < abs(value - round(value)) <= 1e-14 * abs(value)
        }

    def _changed(self, at: int, value: Any) -> Iterator[tuple[Cell, Any]]:
        """The cell, and those that its array fills, where they are to have another value.

        Where a cell holds none, nothing can be lost.
        """
        job = self._job
        formulas = job.sheet.formulas
        if at not in self._marked and cached_values.says(
            formulas.types[at], formulas.values[at], value
        ):
            return  # nearly every cell
        cell = job.sheet.formulas.cell(at)
        filled = [(cell, value)]
        if cell.array:
            if filling.room(job, at, cell, self._outcome) != cell.array:
                if self._held(cell) is not None:
                    yield cell, None
                return
            filled += [
                (each, new)
                for each, new in self._filled
                if cell.array.covers(each.row, each.column)
            ]
        for each, new in filled:
            held = self._held(each) is not None
            if held and cached_values.update(job.sheet, each, new, self._strings):
                yield each, new

    @cached_property
    def _filled(self) -> list[tuple[Cell, Any]]:
        return list(filling.filled(self._job, self._outcome))

    def _near(self, cell: Cell, value: Any) -> bool:
        held = self._held(cell)
        return (
            type(value) is float
            and type(held) is float
            and math.isclose(held, value, rel_tol=1e-9, abs_tol=1e-12)
        )

    def _held(self, cell: Cell) -> Any:
        """What a cell says in the file."""
        return cached_values.value_of(cached_values.cached(self._job.sheet, cell, self._strings))

    def _doubts(self, at: int) -> list[Doubt]:
        try:
            return self._keeper.doubts(self._formula(at))
        except spelling.FormulaError as error:
            return [Doubt(f"its formula cannot be read ({error})", None)]

    def _doubts_of_texts(self, at: int) -> Iterator[Doubt]:
        """Excel reads a text such as 12.5% or 3-Jan as a number where one is needed.

        It does that as its user writes numbers; engines read fewer.
        """
        try:
            formula = self._formula(at)
            areas = spelling.references(formula)
        except spelling.FormulaError:
            return
        if re.search(_LIKE_A_NUMBER, " ".join(re.findall(_QUOTED, formula))):
            yield Doubt(_READS_TEXT, None)
        elif areas:
            counts = (f'COUNTIF({area},"*{mark}*")' for area in areas for mark in _OF_NUMBERS)
            yield Doubt(_READS_TEXT, f"{'+'.join(counts)}=0")

    def _not_right(self, doubts: dict[int, list[Doubt]]) -> dict[int, str]:
        """Those that the engine cannot be trusted with, and why."""
        ask = self._outcome.ask
        found: dict[int, str] = {}
        asked: list[tuple[int, str]] = []
        questions: list[Question] = []
        for at, about in doubts.items():
            for doubt in about:
                if doubt.unless is None or ask is None or self._unaskable(at, doubt.unless):
                    found.setdefault(at, doubt.why)
                else:
                    asked.append((at, doubt.why))
                    formula = spelling.on_sheet(doubt.unless, self._job.name)
                    questions.append((self._job.place(at), formula))
        if questions and ask:
            for (at, why), right in zip(asked, ask(questions)):
                if not right:
                    found.setdefault(at, why)
        return found

    def _unaskable(self, at: int, question: str) -> bool:
        """Whether a question is too long, or may lead back to its cell: engines find no end."""
        cell = self._job.sheet.formulas.cell(at)
        if len(question) > _LONGEST or "[" in question:
            return True
        for reference in spelling.references(question):
            if "!" in reference:
                continue
            first, _, last = reference.replace("$", "").partition(":")
            if not (first[0].isalpha() and first[-1].isdigit()):
                if last:  # whole rows or columns
                    rows = first.isdigit() and int(first) <= cell.row <= int(last)
                    if rows or not first.isdigit():
                        return True
            else:
                try:
                    area = parse_area(reference.replace("$", ""))
                except ValueError:  # A0
                    return True
                if area.covers(cell.row, cell.column):
                    return True
        return False

    def _formula(self, at: int) -> str:
        cell = self._job.sheet.formulas.cell(at)
        own = self._own(at)
        return self._words.plain(own, self._job.name, cell, at in self._job.one_value)

    def _own(self, at: int) -> str:
        sheet = self._job.sheet
        cell = sheet.formulas.cell(at)
        master = None
        if cell.shared is not None:
            if self._masters is None:
                self._masters = {}
                for other in map(sheet.formulas.cell, sheet.formulas.marked):
                    self._masters.setdefault(other.shared, other)
            master = self._masters[cell.shared]
        return engine_copy.own_formula(sheet, cell, master)
