"""Which formula cells an engine cannot calculate, before it is asked: they keep their values.

An engine that lacks a function gives ``#NAME?``, and IFERROR swallows that; so the functions are
looked for in the formulas, not in the results.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import formualizer

from ..engines import Engine
from ..engines.base import Mistake
from ..functions import CATALOGUE
from ..grammar import implicit_intersection, spelling
from ..grammar.references import MAX_COLUMN
from ..ooxml import xml
from ..ooxml.sheet import Sheet
from ..ooxml.workbook import DefinedName

LARGEST_ARRAY = 1_000_000
"""How many cells an array formula may fill, and all those of a sheet."""

_NUMBERED = re.compile("[0-9]")
_HIDES_ROWS = rb"""<(?:\w+:)?row\s[^>]*\bhidden\s*=\s*["'](?:1|true)"""
_OPERATOR = "<>|<=|>=|[<>=]"
_WHOLE = "-?[0-9]+"
_ONE_CELL = r"(?i)\$?[A-Z]{1,3}\$?[0-9]+"
_ELSEWHERE = r"\][^\[\]!]*!"
_LOOKS_AT_HIDING = frozenset(("SUBTOTAL", "AGGREGATE"))


class Verdict(NamedTuple):
    """What is known of a formula before it is calculated."""

    why_kept: str | None = None
    one_value: bool = False
    """Whether it takes one value where it names an array."""
    doubtful: bool = False
    """Whether the engine may get it wrong, which :meth:`Keeper.doubts` tells."""
    doubtful_near_whole: bool = False
    """Whether it may get it wrong if some number is nearly, but not quite, a whole one."""


class Doubt(NamedTuple):
    """Why the engine may get a formula wrong."""

    why: str
    unless: str | None
    """A formula that is TRUE where it does not; None if that cannot be told."""
    near_whole: bool = False
    """Whether it does not if no number is nearly, but not quite, a whole one."""


@dataclass
class Findings:
    """What is known of the formula cells of a sheet."""

    kept: dict[int, str] = field(default_factory=dict)
    """Those that keep their values, and why."""
    one_value: set[int] = field(default_factory=set)
    doubtful: list[int] = field(default_factory=list)
    doubtful_near_whole: list[int] = field(default_factory=list)


class Watch(NamedTuple):
    """Patterns for the bytes of formulas: more than need a verdict, never less."""

    certain: re.Pattern[bytes]
    single: re.Pattern[bytes]
    """Functions of one value, which matter where there is an array as well."""
    array: re.Pattern[bytes]

    def sees(self, formula: bytes) -> bool:
        """Whether there may be something to say of a formula."""
        return bool(
            self.certain.search(formula)
            or (self.single.search(formula) and self.array.search(formula))
        )


class Keeper:
    """Knows of a formula why the engine cannot calculate it."""

    def __init__(self, engine: Engine, names: Iterable[DefinedName]) -> None:
        self._engine = engine
        self.engine = engine.name
        self._mistakes: dict[str, list[Mistake]] = {}
        for mistake in engine.mistakes:
            self._mistakes.setdefault(mistake.function, []).append(mistake)
        names = list(names)
        self.names = frozenset(name.name.upper() for name in names)
        """All defined names, in capitals."""
        self._areas = {
            name.name.upper() for name in names if implicit_intersection.is_area(name.formula)
        }
        self.bad_names: dict[str, str] = {}
        """The defined names, in capitals, that the engine cannot calculate, and why."""
        self._doubtful_names: dict[str, str] = {}
        """Those that it may get wrong, and why."""
        self._find_bad_names(names)

    @property
    def told_apart(self) -> frozenset[str]:
        """The defined names of which there is something to say, in capitals."""
        return frozenset((*self.bad_names, *self._doubtful_names, *self._areas))

    def watch(self, called: Iterable[str], elsewhere: bool) -> Watch:
        """A quick look at a formula's bytes: whether there may be something to say of it.

        ``elsewhere`` says that some formula may take data from another workbook.
        """
        others = {name for name in called if spelling.plain(name) is None}
        words = {*self._engine.lacks(others), *self.bad_names, *self._doubtful_names}
        single: set[str] = set()
        giving: set[str] = set()
        for name in others:
            bare = spelling.bare(name)
            if bare in self._mistakes or bare in _LOOKS_AT_HIDING:
                words.add(name)
            if self._engine.calls_over is not None and bare in implicit_intersection.SINGLE:
                single.add(name)
            if bare in implicit_intersection.GIVING:
                giving.add(name)
        certain = [re.escape(word.encode()) for word in words]
        certain.append(rb"^[^(]*[\w$]:[\w$]")  # an area outside of every function
        certain.append(rb":[$\w]*[\s)]*[-+*/^&=]|[-+*/^&=;][\s(]*[^,()]*:")  # one in a sum
        certain += [rb"^[^(]*" + _escaped(name) for name in self._areas]
        certain.append(rb"_xleta\.")
        if not self._mistakes.keys().isdisjoint(spelling.COMPARISONS):
            certain.append(rb"=|&[lg]t;|[<>]")
        if elsewhere:
            certain.append(rb"\][^\[\]!]*!")
        array = [rb"[:{\[#]", *map(_escaped, {*self._areas, *giving, *(f.name for f in CATALOGUE)})]
        return Watch(_any_of(certain), _any_of(map(_escaped, single)), _any_of(array))

    def verdict(self, formula: str, array: bool, hides_rows: bool = False) -> Verdict:
        """What is known of a formula; ``array`` says that it is an array formula."""
        try:
            called = [name for name in spelling.called(formula) if spelling.plain(name) is None]
            if lacking := sorted(self._engine.lacks(called)):
                return Verdict(f"{self._engine.name} has no function {lacking[0]}")
            if "_XLETA." in formula.upper():
                return Verdict(f"{self._engine.name} takes no function for a value")
            if re.search(_ELSEWHERE, formula) and (other := spelling.elsewhere(formula)):
                return Verdict(f"it takes data from another workbook ({other})")
            if why := self._bad_name(formula) or self._hidden(called, hides_rows):
                return Verdict(why)
            about = [doubt.near_whole for doubt in self._doubts(formula, called)]
            doubtful = not all(about), any(about)
            over = self._engine.calls_over
            if over is None:
                return Verdict(None, False, *doubtful)
            uses = implicit_intersection.uses(formula, array, self._is_area)
        except spelling.FormulaError as error:
            return Verdict(f"its formula cannot be read ({error})")
        for name in uses.called_over:
            if name not in over:
                return Verdict(f"{self._engine.name} calls {name} for one value, not for an array")
        return Verdict(None, bool(uses.intersect), *doubtful)

    def doubts(self, formula: str) -> list[Doubt]:
        """Why the engine may get a formula wrong."""
        return list(self._doubts(formula, spelling.called(formula)))

    def _is_area(self, reference: str) -> bool:
        return implicit_intersection.is_area(reference) or reference.upper() in self._areas

    def _bad_name(self, formula: str) -> str | None:
        return self._named(formula, self.bad_names)

    def _named(self, formula: str, names: Mapping[str, str]) -> str | None:
        """What is said of a name that a formula uses."""
        if names:
            for token in spelling.tokens(formula):
                operand = token.token_type == formualizer.TokenType.Operand
                if operand and (why := names.get(token.value.upper())):
                    return why
        return None

    def _hidden(self, called: Iterable[str], hides_rows: bool) -> str | None:
        names = {spelling.bare(name) for name in called}
        if hides_rows and (found := names & _LOOKS_AT_HIDING):
            return f"{self._engine.name} does not see which rows are hidden ({min(found)})"
        return None

    def _doubts(self, formula: str, called: Iterable[str]) -> Iterator[Doubt]:
        if why := self._named(formula, self._doubtful_names):
            yield Doubt(why, None)
        words = {*map(spelling.bare, called), *re.findall(_OPERATOR, formula)}
        if self._mistakes.keys().isdisjoint(words):
            return
        for call in spelling.calls(formula):
            for mistake in self._mistakes.get(spelling.bare(call.name), ()):
                right = mistake.right_of(call)
                if right != "TRUE":
                    why = f"{self._engine.name} is known to get {mistake.function} wrong"
                    near_whole = call.name in spelling.COMPARISONS and _with_whole(call.given)
                    unless = call.if_reached(right)
                    yield Doubt(why, None if unless == "FALSE" else unless, near_whole)

    def _find_bad_names(self, names: list[DefinedName]) -> None:
        """Defined names whose formulas the engine cannot calculate, also by way of each other."""
        users = spelling.users(name.formula for name in names)
        waiting = deque(names)
        while waiting:
            name = waiting.popleft()
            word = name.name.upper()
            if word in self.bad_names or word in self._doubtful_names:
                continue
            verdict = self.verdict(name.formula, array=True)
            if verdict.why_kept:
                says = f"the name {name.name} cannot be calculated: "
                self.bad_names[word] = _first_said(says, verdict.why_kept)
            elif verdict.doubtful and (
                doubts := [doubt.why for doubt in self.doubts(name.formula) if not doubt.unless]
            ):
                says = f"the name {name.name} may be wrong: "
                self._doubtful_names[word] = _first_said(says, doubts[0])
            else:
                continue
            waiting += [names[user] for user in users.get(word, ())]


def _first_said(of_name: str, why: str) -> str:
    """What is said of a name; what is said of another name, which it uses, stands as it is."""
    return why if why.startswith("the name ") else of_name + why


def _with_whole(sides: Sequence[str]) -> bool:
    """Whether a cell is compared with a whole number."""
    return any(
        re.fullmatch(_WHOLE, one) and re.fullmatch(_ONE_CELL, other)
        for one, other in (sides, tuple(reversed(sides)))
    )


def _escaped(word: str) -> bytes:
    return re.escape(word.encode())


def _any_of(patterns: Iterable[bytes]) -> re.Pattern[bytes]:
    """A pattern for any of these; for nothing where there are none."""
    return re.compile(b"|".join(patterns) or rb"(?!)", re.IGNORECASE)


def look(sheet: Sheet, keeper: Keeper) -> Findings:
    """What is known of the formula cells of a sheet before they are calculated.

    Formulas that differ only in their numbers are alike, unless names have numbers in them; one of
    those that are alike is looked at.
    """
    formulas = sheet.formulas
    watch = keeper.watch(sheet.called, b"[" in sheet.some_formulas)
    shapes, of_shape = sheet.shapes, sheet.of_shape
    if _NUMBERED.search(" ".join(keeper.told_apart)):
        shapes, of_shape = formulas.texts, {text: text for text in formulas.texts}
    seen = {shape for shape, text in of_shape.items() if watch.sees(text)}
    found = Findings()
    at_all = formulas.marked
    if seen:
        looked_at = [at for at, shape in enumerate(shapes) if shape in seen]
        at_all = sorted({*at_all, *looked_at}) if at_all else looked_at
    looks_at_hiding = any(spelling.bare(name) in _LOOKS_AT_HIDING for name in sheet.called)
    hides_rows = looks_at_hiding and re.search(_HIDES_ROWS, sheet.text.data) is not None
    alike: dict[tuple[bytes, bool], Verdict] = {}
    shared: dict[str, Verdict] = {}
    marked = frozenset(formulas.marked)
    filled = 0

    def by_shape(at: int, array: bool) -> Verdict:
        key = shapes[at], array
        if key[0] not in seen:
            return Verdict()
        if key not in alike:
            alike[key] = keeper.verdict(xml.text(formulas.texts[at]), array, hides_rows)
        return alike[key]

    for at in at_all:
        if at not in marked:
            verdict = by_shape(at, False)
        else:
            cell = formulas.cell(at)
            area = cell.array
            if cell.formula and cell.formula.get("t") == "dataTable":
                verdict = Verdict("it is part of a data table")
            elif area and area.size > LARGEST_ARRAY:
                verdict = Verdict(f"it fills more than {LARGEST_ARRAY:,} cells")
            elif area and area.size > 1 and filled + area.size > LARGEST_ARRAY:
                verdict = Verdict(f"with it arrays would fill more than {LARGEST_ARRAY:,} cells")
            elif area and (area.left, area.right) == (1, MAX_COLUMN):
                verdict = Verdict("it fills whole rows")  # of which engines see what is used
            elif cell.shared in shared and not formulas.texts[at]:
                verdict = shared[cell.shared or ""]
            else:
                verdict = by_shape(at, area is not None)
            if cell.shared is not None:
                shared.setdefault(cell.shared, verdict)
            if area and area.size > 1 and not verdict.why_kept:
                filled += area.size
        if verdict.why_kept:
            found.kept[at] = verdict.why_kept
            continue
        if verdict.one_value:
            found.one_value.add(at)
        if verdict.doubtful:
            found.doubtful.append(at)
        elif verdict.doubtful_near_whole:
            found.doubtful_near_whole.append(at)
    return found
