"""A second opinion on values that would change and are not proven.

Another engine calculates the same formulas with the same inputs.  Where both agree the value is
written, and where only the other engine is proven to get the formula right, its value; otherwise
the cell keeps its cached value, and the receipt says who says what.  An example with A1 as 2.5::

    C1 =ROUND(A1,0)&"x"    both say 3x                    3x is written
    C2 =TEXT(A1,"0")       formualizer 3, CellRune 2      left as saved: who says what
    C3 =VDB(A1,0,9,1,2)    formualizer has no VDB         left as saved; an empty cell takes
                                                          CellRune's value, and is uncertain
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Literal, NamedTuple

from ...catalogue.cells import ErrorValue
from ...engines import cellrune
from ...engines.base import CalculationResult, NotCalculated, Rows, rows_agree, values_agree
from ...engines.conditions.columns import SheetValues
from ...engines.conditions.evaluation import Evaluation, Places
from ...engines.conditions.predicates import correct_where
from ...engines.mistakes import CELLRUNE
from ...grammar.formula_references import precedent_ranges, qualify_references
from ...grammar.function_names import called_names, catalogue_name, plain_name, reads_at_run_time
from ...grammar.parser import parse
from ...grammar.references import CellAddress, Range, SheetRange
from ...grammar.shapes import relative_formula
from ...grammar.syntax_tree import FormulaError
from ...resource_limits import seconds_spent
from ..engine_input.fixed_arrays import FixedArrays
from ..engine_input.formula_translation import FormulaTranslator
from ..precedents.readers import Readers
from ..precedents.volatile_cells import is_volatile_formula, without_chance
from ..sheets.cell_states import State
from ..sheets.sheet_result import SheetResult
from ..sheets.sheet_task import SheetTask
from .formula_risks import Risk
from .opinion_inputs import SheetSizes, kind_of_cell, read_inputs, reads_value
from .value_check import Question, answer
from .verified_calls import load_verified_calls

_MIN_SECONDS = 10.0
_MAX_RATIO = 3.0
"""How much longer than the first engine the second may take."""
_MAX_TIMES = 3
"""How many times that it may take in all rounds together."""

_MAX_CHANGES = 6
"""How often the second engine's value for a cell may change with its inputs."""

_MAX_LACKING = 10_000
"""Of more cells on a sheet for which the first engine lacks something the second knows nothing."""

_MAX_SHOWN = 40
"""The characters of a value in a message."""


Stance = Literal["denial", "silence", "same error", "value for an error"]
"""What the second engine says beside the first one.

Another value; nothing, or an error that counts as nothing, for it is not verified; the same error
without being verified; or a value where the first one has an error.
"""

ALIKE: tuple[Stance, ...] = ("silence", "same error")
"""What it says of cells that are alike, if it says so of some of them."""


class Doubt(NamedTuple):
    """A formula cell whose new value needs a second opinion."""

    result: SheetResult
    cell_index: int

    @property
    def has_error(self) -> bool:
        """Whether the new value is an error, or an array with one."""
        rows = self.result.range_rows(self.cell_index, self.result.task.cell(self.cell_index))
        return any(isinstance(value, ErrorValue) for row in rows for value in row)


class Disagreement(NamedTuple):
    """Why no second engine confirms a value."""

    reason: str
    """The reason, as part of a sentence."""
    second_value: Any = None
    """The second engine's value, if it has one for the cell."""
    stance: Stance = "denial"
    """How the second engine disagrees with the first one's value."""
    is_second_proven: bool = False
    """Whether the second engine is proven to get the formula right, so that its value stands."""


class SecondOpinion:
    """Asks CellRune for its values, in one batch a round."""

    def __init__(self, translator: FormulaTranslator, sizes: SheetSizes, readers: Readers) -> None:
        self._translator = translator
        self._defined_names = translator.defined_names
        self._readers = readers
        self.sizes = sizes
        self._verified_calls = load_verified_calls(cellrune.PACKAGE)
        self._spent = 0.0
        """The seconds that the second engine has taken."""
        self._too_slow: set[tuple[Any, ...]] = set()
        """The cells with their formulas that were asked for and took too long."""

    def unconfirmed(self, doubts: Sequence[Doubt], seconds: float) -> dict[Doubt, Disagreement]:
        """The doubts in which no second engine agrees.

        ``seconds`` is how long the first engine took for the whole workbook.
        """
        if not doubts:
            return {}
        if not cellrune.is_installed():
            missing = f"{cellrune.NAME}, which would be asked for a second opinion, is missing"
            return dict.fromkeys(doubts, Disagreement(missing, stance="silence"))
        unconfirmed: dict[Doubt, Disagreement] = {}
        cells: dict[Doubt, cellrune.FormulaCell] = {}
        for doubt in doubts:
            try:
                cells[doubt] = self.formula_cell(doubt)
            except NoOpinionError as error:
                unconfirmed[doubt] = Disagreement(str(error), stance="silence")
            except FormulaError as error:
                reason = f"its formula cannot be read ({error})"
                unconfirmed[doubt] = Disagreement(reason, stance="silence")
        cells |= self._without_chance(cells)
        limit = max(_MIN_SECONDS, _MAX_RATIO * seconds)
        for are_in_place in (False, True):
            some = {
                doubt: cell
                for doubt, cell in cells.items()
                if reads_at_run_time(cell.formula) is are_in_place
            }
            ranges = self._ranges_at_run_time(some) if are_in_place else _named(some.values())
            unconfirmed |= self._ask(some, ranges, limit, are_in_place=are_in_place)
        return unconfirmed

    def _without_chance(
        self, cells: Mapping[Doubt, cellrune.FormulaCell]
    ) -> dict[Doubt, cellrune.FormulaCell]:
        """The formulas that call NOW, RAND and the like, with constants in place of these calls.

        Each engine has its own clock and chance.  With the same constants their values can be
        compared; the first engine calculates these formulas anew.
        """
        volatile = {
            doubt: cell
            for doubt, cell in cells.items()
            if cell.range.cell_count == 1 and is_volatile_formula(cell.formula)
        }
        if not volatile:
            return {}
        evaluate = next(iter(volatile)).result.calculation.evaluate_formulas
        address = next(iter(volatile.values())).address
        (now,) = evaluate([(address, "NOW()+0")])
        if not isinstance(now, float):
            return {}
        formulas = {doubt: without_chance(cell.formula, now) for doubt, cell in volatile.items()}
        values = evaluate(
            [
                (doubt.result.task.address(doubt.cell_index), self._for_first_engine(doubt, text))
                for doubt, text in formulas.items()
            ]
        )
        return {
            doubt: volatile[doubt]._replace(formula=formula, expected=[[value]])
            for (doubt, formula), value in zip(formulas.items(), values)
        }

    def _with_shared_mistake(
        self, cells: Mapping[Doubt, cellrune.FormulaCell], calculation: CalculationResult
    ) -> set[Doubt]:
        """The cells with a call that both engines get wrong."""
        shapes: dict[tuple[str, str], list[Doubt]] = defaultdict(list)
        for doubt, (address, formula, *_) in cells.items():
            if doubt.cell_index not in doubt.result.task.states.own_values:
                sheet, row, column = address
                shapes[sheet, relative_formula(formula, row, column)].append(doubt)
        read = calculation.read_range or (lambda _, __: [])
        find = partial(self.sizes.find, calculation)
        values = SheetValues(read, find, date1904=self.sizes.date1904)
        questions: list[tuple[Sequence[Doubt], Question]] = []
        for doubts in shapes.values():
            at = [cells[doubt].address for doubt in doubts]
            places = Places(at[0], [one.row for one in at], [one.column for one in at])
            evaluation = Evaluation(values, places, {})
            tree = parse(cells[doubts[0]].formula)
            for call in tree.evaluations:
                for condition in CELLRUNE.get(plain_name(call.name), ()):
                    if (is_right := condition(call)) is not True:
                        risk = Risk("", correct_where(tree, call, is_right))
                        questions.append((doubts, Question(evaluation, risk, range(len(doubts)))))
        answer([question for _, question in questions], calculation.evaluate_operands)
        return {
            doubt
            for doubts, question in questions
            for doubt, is_right in zip(doubts, question.is_correct)
            if not is_right
        }

    def _for_first_engine(self, doubt: Doubt, formula: str) -> str:
        """A translated formula of a cell as the first engine reads it on any sheet."""
        task = doubt.result.task
        cell = task.cell(doubt.cell_index)
        translated = self._translator.translate(formula, task.sheet_name, cell, False)
        return qualify_references(translated, task.sheet_name)

    def _ranges_at_run_time(self, doubts: Iterable[Doubt]) -> Sequence[SheetRange] | None:
        """The ranges that formulas read, as the first engine finds them; None if it does not.

        If the other engine finds others, it sees blank cells there, and does not agree.
        """
        doubts = [*doubts]
        for result, _ in doubts[:1]:
            self._readers.calculated_anew(result.calculation.evaluate_formulas)
        tasks = {task: number for number, task in enumerate(self._readers.tasks)}
        found = self._readers.read_by([(tasks[result.task], index) for result, index in doubts])
        known = [ranges for ranges in found if ranges is not None]
        return [*chain.from_iterable(known)] if len(known) == len(found) else None

    def _ask(
        self,
        cells: Mapping[Doubt, cellrune.FormulaCell],
        ranges: Sequence[tuple[str, Range]] | None,
        limit: float,
        *,
        are_in_place: bool = False,
    ) -> dict[Doubt, Disagreement]:
        """The cells in which the second engine does not agree; it gets these ranges, or all."""
        slow = {doubt for doubt, cell in cells.items() if cell[:2] in self._too_slow}
        cells = {doubt: cell for doubt, cell in cells.items() if doubt not in slow}
        silent = dict.fromkeys(slow, Disagreement(cellrune.TOO_LONG, stance="silence"))
        if not cells:
            return silent
        calculation = next(iter(cells)).result.calculation
        inputs = read_inputs(ranges, self.sizes, calculation)
        if inputs is None:
            reason = f"{cellrune.NAME} is not asked for so many cells"
            return silent | dict.fromkeys(cells, Disagreement(reason, stance="silence"))
        started = seconds_spent()
        left = min(limit, _MAX_TIMES * limit - self._spent)
        answers = cellrune.calculate_formulas(
            self.sizes.names,
            inputs,
            list(cells.values()),
            left,
            are_in_place=are_in_place,
            date1904=self.sizes.date1904,
        )
        self._spent += seconds_spent() - started
        too_long = NotCalculated(cellrune.TOO_LONG)
        pairs = zip(cells.values(), answers)
        self._too_slow |= {cell[:2] for cell, answer in pairs if answer == too_long}
        found = {
            doubt: disagreement
            for (doubt, cell), answer in zip(cells.items(), answers)
            if (disagreement := self._disagreement(cell, answer, calculation))
        }
        believed = {
            doubt: cell
            for doubt, cell in cells.items()
            if doubt not in found
            or found[doubt].stance == "same error"
            or found[doubt].is_second_proven
        }
        same_mistake = f"{cellrune.NAME} is known to make the same mistake"
        shared = Disagreement(same_mistake, stance="silence")
        return (
            silent | found | dict.fromkeys(self._with_shared_mistake(believed, calculation), shared)
        )

    def cells_of_its_own(self, results: Iterable[SheetResult]) -> list[Doubt]:
        """The cells for which the second engine's value alone may stand, or stands already."""
        doubts = []
        for result in results:
            task = result.task
            doubts += [
                Doubt(result, index) for index in task.states.having(State.TAKEN, State.TAKEN_ALONE)
            ]
            waiting = task.states.having(State.WAITING)
            filled = [index for index in waiting if task.has_value(index)]
            with_functions = self._with_proven_functions(task, filled)
            doubts += [d for i in with_functions if self._is_proven(d := Doubt(result, i))]
            if len(waiting) - len(filled) <= _MAX_LACKING:
                doubts += [Doubt(result, index) for index in sorted({*waiting}.difference(filled))]
        return doubts

    def _with_proven_functions(self, task: SheetTask, indexes: Sequence[int]) -> list[int]:
        """The cells all of whose functions the second engine is proven to have; it is soon said."""
        shapes, has_proven = task.sheet.shapes, self._verified_calls.has_proven
        names = {
            shape: called_names(self._defined_names.apply_lambdas(shapes.formulas[shape]))
            for shape in {shapes.of_cells[index] for index in indexes}
        }
        is_proven = {shape: all(map(has_proven, map(plain_name, names[shape]))) for shape in names}
        return [index for index in indexes if is_proven[shapes.of_cells[index]]]

    def _is_proven(self, doubt: Doubt) -> bool:
        """Whether the second engine is proven to get a formula right."""
        try:
            return self._proves(self.formula_cell(doubt), doubt.result.calculation)
        except (NoOpinionError, FormulaError):
            return False

    def _proves(self, cell: cellrune.FormulaCell, calculation: CalculationResult) -> bool:
        return self._verified_calls.proves(
            cell.formula,
            self._defined_names.is_multi_cell,
            partial(kind_of_cell, calculation, cell.address.sheet),
        )

    def formula_cell(self, doubt: Doubt) -> cellrune.FormulaCell:
        """The formula of a cell as the other engine reads it, with the first engine's values."""
        result, index = doubt
        task = result.task
        cell = task.cell(index)
        formula = self._defined_names.apply_lambdas(task.formula(index))
        formula = self._defined_names.expand(formula, task.sheet_name, cell.reference)
        formula = self._translator.translate(
            formula, task.sheet_name, cell, index in task.intersected, for_any_engine=True
        )
        if "#" in formula:
            spills = {anchor: range_ for anchor, (range_, _) in result.calculation.spills.items()}
            for arrays in (FixedArrays.from_tasks([task]), FixedArrays(spills)):
                formula = arrays.resolve_spill_ranges(formula, task.sheet_name)
        for name in called_names(formula):
            if catalogue_name(name):
                raise NoOpinionError(f"{cellrune.NAME} has no function {name}")
        range_ = result.spill_range(index, cell)
        is_array = cell.is_dynamic or cell.array_range is not None
        return cellrune.FormulaCell(
            task.address(index),
            formula,
            range_,
            is_array,
            result.range_rows(index, cell),
        )

    def _disagreement(
        self,
        cell: cellrune.FormulaCell,
        answer: Rows | NotCalculated,
        calculation: CalculationResult,
    ) -> Disagreement | None:
        """The disagreement of the engines; None if they agree."""
        if isinstance(answer, NotCalculated):
            return Disagreement(answer.reason, stance="silence")
        first = self._translator.engine.name
        values, others = (list(chain.from_iterable(rows)) for rows in (cell.expected, answer))
        if rows_agree(cell.expected, answer):
            for error in sorted({value for value in values if isinstance(value, ErrorValue)}):
                if not (
                    any(self._gives_right_errors(one, cell) for one in (first, cellrune.PACKAGE))
                    or reads_value(calculation, cell.formula, cell.address.sheet, error)
                ):
                    reason = f"{first} and {cellrune.NAME} say {error}, and are not proven"
                    return Disagreement(f"{reason} right with errors", stance="same error")
            return None
        second_value = others[0] if len(others) == 1 else answer
        is_error = isinstance(second_value, ErrorValue)
        if is_error and not (
            isinstance(values[0], ErrorValue) or self._gives_right_errors(cellrune.PACKAGE, cell)
        ):
            reason = f"{cellrune.NAME} says {second_value}, and is not proven right with errors"
            return Disagreement(reason, stance="silence")
        may_stand = None not in others and ErrorValue not in map(type, others)
        is_proven = may_stand and self._proves(cell, calculation)
        for one, other in zip(values, others):
            if not values_agree(one, other):
                text = f"{first} says {shown_value(one)}, {cellrune.NAME} {shown_value(other)}"
                is_alone = isinstance(one, ErrorValue) and not isinstance(other, ErrorValue)
                stance: Stance = "value for an error" if is_alone else "denial"
                return Disagreement(text, second_value, stance, is_proven)
        return Disagreement(f"{first} and {cellrune.NAME} fill different ranges")

    def _gives_right_errors(self, engine: str, cell: cellrune.FormulaCell) -> bool:
        """Whether an engine is proven to give an error only where no other value is right.

        The second engine gets no names and tables, to which a text may refer.
        """
        if engine == cellrune.PACKAGE and reads_at_run_time(cell.formula):
            return False
        return load_verified_calls(engine).gives_right_errors(parse(cell.formula).root)


def _named(cells: Iterable[cellrune.FormulaCell]) -> Sequence[SheetRange]:
    """The ranges that formulas name."""
    return [found for cell in cells for found in precedent_ranges(cell.formula, cell.address.sheet)]


def accept(doubt: Doubt, disagreement: Disagreement) -> bool:
    """Give a cell the second engine's value, or leave it as saved; returns whether that is new.

    A cell without a cached value gets a value that the second engine does not deny, and where the
    first engine lacks something that of the second.
    """
    task, index = doubt.result.task, doubt.cell_index
    states, is_empty = task.states, not task.has_value(index)
    before, filled = states[index], task.cell(index).array_range
    value = disagreement.second_value
    if filled and filled.cell_count > 1 and type(value) is not list:
        value = None  # of a dynamic array it was asked for its anchor
    cells = chain.from_iterable(value) if type(value) is list else (value,)
    fills = is_empty and not any(one is None or isinstance(one, ErrorValue) for one in cells)
    is_error = disagreement.stance == "value for an error"
    if is_error and fills and before.state is State.CALCULATED:
        states.change(index, State.WAITING, disagreement.reason)
        before = states[index]
    if before.takings < _MAX_CHANGES:
        if disagreement.is_second_proven and value is not None:
            states.change(index, State.TAKEN, value=value)
            return True
        if before.lacking and fills:
            reason = f"only {cellrune.NAME} calculates it: {before.lacking}"
            states.change(index, State.TAKEN_ALONE, reason, value)
            return True
    if before.state.is_left_as_saved:
        return False
    is_silent = disagreement.stance == "silence"
    is_denied = is_error or disagreement.stance == "denial" or (is_silent and doubt.has_error)
    if is_denied or not is_empty:
        states.change(index, State.DENIED, disagreement.reason)
        return True
    if is_silent:
        reason = f"no other engine confirms it: {disagreement.reason}"
        is_taken = index in states.own_values
        state = State.TAKEN_ALONE if is_taken else State.UNCONFIRMED
        states.change(index, state, reason, before.value)
    return False


def third_opinions(
    unconfirmed: Mapping[Doubt, Disagreement], values: Mapping[CellAddress, Any] | None
) -> tuple[dict[Doubt, Disagreement], dict[Doubt, Any]]:
    """The doubts that stay, and the values of a second engine that LibreOffice confirms.

    In neither are the values of the first engine that it confirms.  It has no values if it is not
    installed.
    """
    remaining: dict[Doubt, Disagreement] = {}
    agreed: dict[Doubt, Any] = {}
    for doubt, (reason, second_value, stance, _) in unconfirmed.items():
        result, index = doubt
        address = result.task.address(index)
        if values is None:
            reason += "; LibreOffice is not installed"
        elif address not in values:
            reason += "; LibreOffice cannot say"
        elif values_agree(result.values[index], value := values[address]):
            continue
        elif second_value is not None and values_agree(second_value, value):
            agreed[doubt] = value
            continue
        else:
            reason, stance = f"{reason}, LibreOffice {shown_value(value)}", "denial"
        remaining[doubt] = Disagreement(reason, stance=stance)
    return remaining, agreed


class NoOpinionError(Exception):
    """A formula for which the other engine is not asked, and why."""


def shown_value(value: Any) -> str:
    """A value as a message writes it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, ErrorValue) or not isinstance(value, str):
        return str(value)
    text = value if len(value) <= _MAX_SHOWN else f"{value[: _MAX_SHOWN - 1]}…"
    return f'"{text}"'
