"""The recalculation of one workbook by one engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from ..calculation.receipt import Receipt
from ..defined_names import TEMPLATE_PROPERTY
from ..engines import Engine, installed_engines, load_engine
from ..engines.base import CalculationRequest, NotCalculated, draw_seed
from ..engines.reference_calls import SharedRanges
from ..errors import EngineError
from ..grammar.defined_names import DefinedNames
from ..grammar.function_names import plain_name
from ..grammar.references import CellAddress
from ..grammar.syntax_tree import FormulaError
from ..ooxml import xml
from ..ooxml.custom_properties import read_properties
from ..ooxml.external_links import read_external_data
from ..ooxml.package import NewPart
from ..ooxml.sheet.scan import check_sheet, scan_sheet
from ..ooxml.sheet.sheet_xml import SheetXml
from ..ooxml.workbook import Workbook
from ..patterns import regex
from ..resource_limits import seconds_spent
from .engine_input.engine_copy import full_copy, reduced_copy
from .engine_input.excel_calls import ExcelCalls
from .engine_input.facts import Facts, FormulaTexts
from .engine_input.fixed_arrays import measure_long_arrays
from .engine_input.formula_translation import FormulaTranslator
from .precedents.volatile_cells import MAY_BE_VOLATILE, is_volatile_formula
from .sheets.cell_states import State
from .sheets.sheet_result import SheetResult, update_sheet
from .sheets.sheet_task import SheetTask
from .trust.numbers_in_texts import convert_numbers, keep_decimal_commas
from .trust.overrides import override_values, settle_last_digits
from .trust.policy import TrustPolicy

if TYPE_CHECKING:
    from datetime import datetime

    from .precedents.readers import Readers
    from .trust.alike_cells import Group
    from .trust.formula_risks import FormulaRisks
    from .trust.opinion_inputs import SheetSizes
    from .trust.second_opinion import Disagreement, Doubt, SecondOpinion

_FORMULA_ELEMENT = regex(rb"<(?:[\w.-]+:)?f[\s/>]")
THIRD_ENGINE = "libreoffice"
"""It is asked about values on which two engines do not agree, where that is allowed."""
_MAX_ROUNDS = 20
_MAX_FAILURES = 1_000
"""With more failures than these all cells that failed are left as saved, not only the first."""


class Recalculation:
    """Calculates a workbook in rounds, until no further cell is left as saved.

    An example: B1 calls a function that the engine lacks, and C1 is ``=B1+1``.  The first round
    finds that; in the second B1 is a constant with its saved value, and C1 is calculated from it.
    """

    def __init__(
        self,
        workbook: Workbook,
        engine: Engine,
        now: datetime | None = None,
        *,
        is_strict: bool = False,
        asks_third_engine: bool = False,
        known_formulas: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self.workbook = workbook
        self.engine = engine
        self.now = now
        self._seed = draw_seed() if now is None else 0
        """The same in each round; a run for a given time can be repeated."""
        self.is_strict = is_strict
        """Whether uncertain cells keep their values, too."""
        self._trusts_new_values = TEMPLATE_PROPERTY in read_properties(workbook.package)
        """Whether a cell without a value takes any: our templates' formulas are tested."""
        self._asks_third_engine = asks_third_engine
        self.new_parts: dict[str, NewPart] = {}
        """The sheets that change, by part."""
        self._defined_names = DefinedNames(workbook.defined_names)
        external_data = read_external_data(workbook)
        sheets = [worksheet.name for worksheet in workbook.worksheets]
        scanned = dict(_scan_sheets_with_formulas(workbook))
        self.facts = Facts(workbook, scanned.values())
        excel_calls = ExcelCalls(
            workbook.hidden_rows,
            sheets,
            FormulaTexts(scanned, sheets),
            self.facts,
        )
        self._translator = FormulaTranslator(
            engine, self._defined_names, workbook.tables, external_data, excel_calls
        )
        self._policy = TrustPolicy(engine, self._defined_names, external_data, excel_calls)
        self._engine_seconds = 0.0
        self._iteration = None
        if workbook.iterates:
            from .precedents.circles import Iteration

            self._iteration = Iteration(workbook, self._translator)
        self._tasks = [
            SheetTask.from_sheet(name, sheet, self._policy, is_exact=not self.facts.is_as_displayed)
            for name, sheet in scanned.items()
        ]
        for task in self._tasks:
            task.known_formulas = (known_formulas or {}).get(task.sheet_name)
        # engines read the strict form, and iterate, each in its own way
        self._uses_reduced_copy = workbook.is_strict or workbook.iterates
        if external_data:
            texts = [task.sheet.distinct_formulas for task in self._tasks]
            texts += [name.formula.encode() for name in self._defined_names]
            # only the reduced copy has more sheets, with the data of other workbooks
            self._uses_reduced_copy |= any(map(external_data.may_be_used, texts))

    @cached_property
    def _sizes(self) -> SheetSizes:
        """How far the sheets reach."""
        from .trust.opinion_inputs import SheetSizes

        return SheetSizes(self.workbook)

    @cached_property
    def _readers(self) -> Readers:
        """What formula cells read, and who reads them."""
        from .precedents.formula_precedents import FormulaPrecedents
        from .precedents.readers import Readers

        return Readers(self._tasks, FormulaPrecedents(self._translator, self._sizes.names))

    @cached_property
    def _risks(self) -> Mapping[str, FormulaRisks]:
        """What the engine may calculate wrongly, by sheet; it is imported if a value changes."""
        from .trust.formula_risks import FormulaRisks, WorkbookRisks

        workbook = WorkbookRisks(self._policy)
        return {
            task.sheet_name: FormulaRisks(task, workbook, self._translator) for task in self._tasks
        }

    @cached_property
    def _second_opinion(self) -> SecondOpinion:
        """Who is asked about values in doubt; it is imported for these."""
        from .trust.second_opinion import SecondOpinion

        return SecondOpinion(self._translator, self._sizes, self._readers)

    @cached_property
    def _third_values(self) -> Mapping[CellAddress, Any] | None:
        """LibreOffice's values for the whole workbook; None if it is not installed."""
        if not installed_engines([THIRD_ENGINE]):
            return None
        return Recalculation(self.workbook, load_engine(THIRD_ENGINE), self.now).values()

    def run(self) -> Receipt:
        """Calculate, and make the new sheets in place of the old ones; nothing is written yet."""
        receipt = Receipt(self.workbook.package.name, self.engine.name)
        receipt.volatile = self._is_volatile()
        results = self.results()
        for result in results:
            new_part = update_sheet(result, self.workbook, receipt)
            if new_part is not None:
                self.new_parts[result.task.sheet.part.name] = new_part
        receipt.calculated = receipt.formulas - len(receipt.kept)
        receipt.facts = self.facts.to_json()
        return receipt

    def values(self) -> dict[CellAddress, Any]:
        """The calculated value of every formula cell, and of the cells that arrays fill."""
        values: dict[CellAddress, Any] = {}
        for result in self._calculate():
            task = result.task
            for index, value in enumerate(result.values):
                if index not in task.states.left_as_saved:
                    values[task.address(index)] = value
            for cell, value in result.spill_cell_values():
                values[CellAddress(task.sheet_name, cell.row, cell.column)] = value
        return values

    def request(self) -> CalculationRequest:
        """The engine's copy of the workbook as it is calculated last, and what is requested."""
        self._calculate()
        return self._request()

    def saved_values(self) -> dict[CellAddress, Any]:
        """The value that the workbook holds for every formula cell; None where it has none."""
        return {
            task.address(index): task.saved_value(index, self.workbook)
            for task in self._tasks
            for index in range(len(task.sheet.formula_cells.formulas))
        }

    def cells_behind(self, is_root: Callable[[str], bool]) -> set[CellAddress]:
        """The cells of which a formula is a root, their dependents, and what their arrays fill."""
        from .precedents.formula_precedents import filled_range

        roots = {
            (number, index)
            for number, task in enumerate(self._tasks)
            for indexes in task.sheet.shapes.cells.values()
            if self._is_root(is_root, task, indexes[0])
            for index in indexes
        }
        found = roots | self._readers.dependents(roots, as_written=True).keys()
        return {
            CellAddress(self._tasks[number].sheet_name, *place)
            for number, index in found
            for place in filled_range(self._tasks[number], index)[1].cells()
        }

    def _is_root(self, is_root: Callable[[str], bool], task: SheetTask, index: int) -> bool:
        with suppress(FormulaError):
            return is_root(self._translator.in_references(task.formula(index), task.address(index)))
        return False

    def _is_volatile(self) -> bool:
        """Whether a formula, or a defined name, calls a volatile function."""
        formulas = [
            formula
            for task in self._tasks
            if not MAY_BE_VOLATILE.isdisjoint(map(plain_name, task.sheet.called_names))
            for formula in task.sheet.shapes.formulas.values()
        ]
        names = [name.formula for name in self._defined_names]
        return any(map(is_volatile_formula, [*formulas, *names]))

    def results(self) -> list[SheetResult]:
        """The results, with the cells found that depend on what is not certain.

        A cell without a value stays empty if it depends on one that stays empty.
        """
        while True:
            results = self._calculate()
            if not any(task.states for task in self._tasks):
                return results
            from .precedents.dependent_cells import DependentCells

            dependents = DependentCells(results, self.workbook, self._readers).find()
            to_leave = [found for found in dependents if self.is_strict or found.is_of_empty_cells]
            for task, index, reason, _ in to_leave or dependents:
                task.states.change(index, State.LEFT if to_leave else State.DEPENDENT, reason)
            uncertain = [
                (task, index, found.reason)
                for task in (self._tasks if self.is_strict else ())
                for index, found in task.states
                if found.state.is_uncertain
            ]
            for task, index, reason in uncertain:
                task.states.change(index, State.LEFT, reason)
            if not (to_leave or uncertain):
                return results

    def _calculate(self) -> list[SheetResult]:
        """The results of the last round; none for a workbook without formulas."""
        if not self._tasks:
            return []
        for _ in range(_MAX_ROUNDS):
            try:
                request = self._request()
                started = seconds_spent()
                calculation = self.engine.calculate(request)
                self._engine_seconds = seconds_spent() - started
                results = [SheetResult(task, calculation) for task in self._tasks]
                self._check_that_sheets_were_read(results)
            except EngineError as error:
                if self._uses_reduced_copy:
                    message = " ".join(str(error).split())
                    raise EngineError(f"{self.workbook.package.name}: {message}") from error
                self._uses_reduced_copy = True
                continue
            if not any(step(results) for step in self._steps):
                return results
        raise EngineError(
            f"{self.workbook.package.name}: {self.engine.name} finds no end in it; "
            "try another engine."
        )

    @property
    def _steps(self) -> Iterator[Callable[[Sequence[SheetResult]], int]]:
        """What is asked of the values of each round, in this order.

        Each may find a reason to calculate once more.  The first that does ends the round, for what
        the others would find depends on the new values.
        """
        translator = self._translator
        yield partial(measure_long_arrays, translator=translator)
        yield partial(override_values, translator=translator)
        if self._iteration:
            yield self._iteration.advance
        yield self._keep_untrusted
        if not self._trusts_new_values:
            yield partial(keep_decimal_commas, translator=translator, strings=self.workbook)
        yield partial(convert_numbers, translator=translator)
        yield partial(settle_last_digits, translator=translator)

    def _request(self) -> CalculationRequest:
        """The engine's copy of the workbook, and what is requested of it."""
        tasks, shared = self._tasks, SharedRanges()
        return CalculationRequest(
            self._engine_copy(shared),
            {task.sheet_name: task.ranges for task in tasks},
            [cell for task in tasks for cell in task.with_room_to_spill(task.spill_candidates)],
            lambda: [
                cell
                for task in tasks
                for cell in task.with_room_to_spill(task.catalogue_spill_candidates)
            ],
            self.now,
            self.facts.date1904,
            self.workbook.tables,
            self._seed,
            shared.references,
        )

    def _engine_copy(self, shared: SharedRanges) -> bytes:
        if not self._uses_reduced_copy:
            return full_copy(self.workbook, self._tasks, self._translator, shared)
        left_out_names = {*self._policy.uncalculable_names, *self._defined_names.inlined_names}
        return reduced_copy(self.workbook, self._tasks, self._translator, shared, left_out_names)

    def _check_that_sheets_were_read(self, results: Sequence[SheetResult]) -> None:
        """An engine that gives a sheet no value at all has not read it.

        formualizer, for one, makes a ``Sheet1`` of its own beside one that is called ``sheet1``.
        """
        for result in results:
            if result.is_empty:
                raise EngineError(
                    f"{self.engine.name} finds no formula on {result.task.sheet_name}; "
                    "try another engine."
                )

    def _keep_untrusted(self, results: Sequence[SheetResult]) -> int:
        """Leave cells as saved that failed or cannot be trusted; return how many."""
        failures, count = _find_failures(results), 0
        kept_before = sum(len(task.states.left_as_saved) for task in self._tasks)
        for result in results:
            count += result.leave_failures(failures)
            result.task.states.doubt_again()
        groups = self._doubted([result for result in results if self._may_be_wrong(result)])
        count += sum(len(task.states.left_as_saved) for task in self._tasks) - kept_before
        if count or not (groups or any(task.states for task in self._tasks)):
            return count  # a cell left as saved changes the values of others
        from .trust.second_opinion import Doubt, accept, third_opinions

        doubts = [Doubt(result, i) for result, group in groups for i in group.representatives]
        doubts += self._second_opinion.cells_of_its_own(results)
        unconfirmed = self._second_opinion.unconfirmed(doubts, self._engine_seconds)
        unconfirmed |= self._opinions_of_followers(groups, unconfirmed)
        if unconfirmed and self._asks_third_engine:
            unconfirmed, agreed = third_opinions(unconfirmed, self._third_values)
            for (result, index), value in agreed.items():
                result.task.states.change(index, State.TAKEN, value=value)
            count = len(agreed)
        return count + sum(accept(*doubtful) for doubtful in unconfirmed.items())

    def _may_be_wrong(self, result: SheetResult) -> bool:
        """Whether a value of a sheet may have to be checked: of most sheets none has."""
        if result.has_errors or not result.may_change:
            return result.has_errors
        risks = self._risks[result.task.sheet_name]
        return bool(result.near_zero or risks.cells_at_risk(result))

    def _doubted(self, results: Sequence[SheetResult]) -> list[tuple[SheetResult, Group]]:
        """The cells whose values are doubted; those that are wrong in every engine are left."""
        if not results:
            return []
        from ..engines.conditions.columns import SheetValues
        from .trust.alike_cells import ValueClasses
        from .trust.value_check import ValueCheck, answer

        read = results[0].calculation.read_range
        find = partial(self._sizes.find, results[0].calculation)
        values = SheetValues(read, find, date1904=self.facts.date1904) if read else None
        classes = ValueClasses(values) if values else None
        checks = [
            ValueCheck(
                result,
                self._risks[result.task.sheet_name],
                self.workbook,
                values=values,
                classes=classes,
                trusts_new_values=self._trusts_new_values,
            )
            for result in results
        ]
        questions = [question for check in checks for question in check.ask()]
        answer(questions, results[0].calculation.evaluate_operands)
        return [
            (result, group)
            for result, check in zip(results, checks)
            for group in check.find_doubted()
        ]

    def _opinions_of_followers(
        self, groups: Sequence[tuple[SheetResult, Group]], unconfirmed: Mapping[Doubt, Disagreement]
    ) -> dict[Doubt, Disagreement]:
        """The followers that no second engine confirms.

        If it confirms those that stand for all it confirms all; if it does not know any of them it
        knows none; else each is asked for.
        """
        from .trust.second_opinion import ALIKE, Doubt

        found: dict[Doubt, Disagreement] = {}
        asked: list[Doubt] = []
        for result, (representatives, followers) in groups:
            opinions = [unconfirmed.get(Doubt(result, index)) for index in representatives]
            first = opinions[0]
            doubts = [Doubt(result, index) for index in followers]
            if first and first.stance in ALIKE and all(other == first for other in opinions):
                found |= dict.fromkeys(doubts, first)
            elif any(opinions):
                asked += doubts
        return found | self._second_opinion.unconfirmed(asked, self._engine_seconds)


def _find_failures(results: Sequence[SheetResult]) -> Mapping[CellAddress, str]:
    """The formula cells that the engine could not calculate, and why.

    Their dependents are none, nor are those of a circular reference: they are calculated from
    the cached values.
    """
    failures: dict[CellAddress, str] = {}
    circular: dict[CellAddress, str] = {}
    others: dict[CellAddress, str] = {}
    for result in results:
        task = result.task
        for index in result.indexes_of_type(NotCalculated):
            value, address = result.values[index], task.address(index)
            failures[address] = value.reason
            formulas = circular if value.is_circular else others
            formulas[address] = task.formula(index)
    if not failures:
        return failures
    from .precedents.circles import cells_in_circles, first_cells

    origins = {
        *(cells_in_circles(circular) if circular else ()),
        *(first_cells(others) if len(others) <= _MAX_FAILURES else others),
    }
    return {address: reason for address, reason in failures.items() if address in origins}


def _scan_sheets_with_formulas(workbook: Workbook) -> Iterator[tuple[str, SheetXml]]:
    limits, name = workbook.package.limits, workbook.package.name
    cells = formulas = 0
    size = sum(workbook.package.unpacked_size(worksheet.part) for worksheet in workbook.worksheets)
    may_exceed_limits = size > len(b"<f/>") * min(limits.cells, limits.formulas)
    for worksheet in workbook.worksheets:
        part = xml.read_part(workbook.package, worksheet.part)
        if may_exceed_limits:
            cells += part.data.count(b"<c ") + part.data.count(b":c ")
            formulas += part.data.count(b"<f") + part.data.count(b":f>")
        if cells > limits.cells:
            raise limits.refuse(name, f"it has more than {limits.cells:,} cells", "cells")
        if formulas > limits.formulas:
            raise limits.refuse(name, f"it has more than {limits.formulas:,} formulas", "formulas")
        if _FORMULA_ELEMENT.search(part.data):
            sheet = scan_sheet(part, name)
            if sheet.formula_cells:
                yield worksheet.name, sheet
        else:
            check_sheet(part, name)
