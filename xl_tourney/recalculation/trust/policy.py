"""Which formulas an engine calculates, by their text.

An engine calculates ``#NAME?`` for a function that it lacks, and IFERROR hides that; so functions
are looked for in formulas, not in results.  ``GETPIVOTDATA(A1,B1)`` is left as saved: formualizer
lacks it.  What an engine may get wrong of all else is in ``formula_risks``.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from ...engines import Engine
from ...grammar.defined_names import DefinedNames, first_entry, users_by_name
from ...grammar.function_names import called_names, catalogue_name, plain_name
from ...grammar.implicit_intersection import ScalarContexts, find_scalar_contexts
from ...grammar.parser import parse, remembered
from ...grammar.references import MAX_COLUMN, MAX_ROW, Range
from ...grammar.shapes import structure, without_places
from ...grammar.spreadsheet_functions import functions_with, lines_of
from ...grammar.syntax_tree import Call, FormulaError
from ...ooxml.external_links import NO_EXTERNAL_DATA, ExternalData
from ...ooxml.sheet.formula_cells import OF_ONE_CELL, CellXml
from ...ooxml.sheet.sheet_xml import SheetXml
from ...patterns import regex
from ...record import NamedTuple
from ..engine_input.computed_arrays import write_choices
from ..engine_input.excel_calls import EXCEL_CALLS, ExcelCalls

MAX_FORMULA_LENGTH = 8_192
"""The characters of the longest formula that Excel takes."""
_MAX_ASSESSMENTS = 5_000
_MAX_KINDS_OF_WORKBOOKS = 16

_MAX_CELLS = 1 << 30
"""The largest block that a call may read: 1,024 whole columns."""
_READS_FEW = functions_with("reads-few") | {""}
"""What does not look at all cells of a block."""
_WITH_CRITERIA = frozenset(name for name, _ in lines_of("nearly-equal"))
"""What looks at those that are used."""
_MAY_BE_LARGE = regex(r":\$?[A-Z]{3}(?!\w*!)|INDIRECT|OFFSET")

_EXTERNAL_WORKBOOK = r"\][^\[\]!]*!"

_NUMBER_OR_TEXT = regex(r'(?<![\w.\0$:\[])[0-9][0-9.]+|"[^"]*"')
"""Larger numbers and texts, without names, places, and the numbers of other workbooks."""
_TO_ZERO = str.maketrans("123456789", "0" * 9)


class FormulaTrust(NamedTuple):
    """Whether a formula is calculated, and how, assessed before it is."""

    why_left_as_saved: str | None = None
    """Why its cell is left as saved; None if it is calculated."""
    is_intersected: bool = False
    """Whether it takes one value of an array, by implicit intersection."""
    lacks_function: bool = False
    """Whether its cell is left as saved because the engine lacks a function."""


class TrustPolicy:
    """Decides by a formula's text whether the engine calculates it."""

    def __init__(
        self,
        engine: Engine,
        defined_names: DefinedNames,
        external_data: ExternalData = NO_EXTERNAL_DATA,
        excel_calls: ExcelCalls = EXCEL_CALLS,
    ) -> None:
        self.engine = engine
        self.excel_calls = excel_calls
        self.defined_names = defined_names
        self.external_data = external_data
        self.uncalculable_names: dict[str, str] = {}
        """The defined names, in capitals, that the engine cannot calculate, and why."""
        self._large_names = {
            name.name.upper()
            for name in defined_names
            if _MAY_BE_LARGE.search(name.formula.upper()) and _size(name.formula) > _MAX_CELLS
        }
        self._assessments: dict[tuple[str, bool], FormulaTrust] = {}
        """The assessments of calculated formulas, by their structures."""
        self._assess_names()
        if not external_data:
            self._assessments = _shared_assessments(
                engine.name,
                defined_names.multi_cell_names,
                frozenset(self.uncalculable_names.items()),
                frozenset(defined_names.functions.items()),
            )

    def assess(self, formula: str, is_array_formula: bool) -> FormulaTrust:
        """The trust in a formula; those of one structure have the same."""
        if len(formula) > MAX_FORMULA_LENGTH:
            return FormulaTrust(f"its formula is longer than {MAX_FORMULA_LENGTH:,} characters")
        if self._reads_too_much(formula):
            return FormulaTrust("it reads too many cells one by one, blank ones among them")
        key = structure_of(formula), is_array_formula
        trust = self._assessments.get(key) or self._assess(formula, is_array_formula)
        if not trust.why_left_as_saved:  # a reason may name cells
            if len(self._assessments) >= _MAX_ASSESSMENTS:
                self._assessments.clear()
            self._assessments[key] = trust
        return trust

    def _reads_too_much(self, formula: str) -> bool:
        """Whether a call reads a block, cell by cell, that takes the engine minutes."""
        if not _MAY_BE_LARGE.search(formula.upper()) and self._large_names.isdisjoint(
            map(str.upper, re.findall(r"[^\W\d][\w.]*", formula)) if self._large_names else ()
        ):
            return False
        with suppress(FormulaError):
            tree = parse(self.excel_calls.write(formula, "", None, False))
            for node in tree.nodes:
                outer = plain_name(getattr(tree.parent(node), "name", ""))
                is_name = node.text.upper() in self._large_names
                size: float = _MAX_CELLS + 1 if is_name else _size(node.text)
                if outer in _WITH_CRITERIA:  # it reads the cells that are used
                    size *= self.excel_calls.facts.used_rows / MAX_ROW * 32
                if outer not in _READS_FEW and size > _MAX_CELLS:
                    return True
        return False

    def _assess(self, formula: str, is_array_formula: bool) -> FormulaTrust:
        try:
            formula = self.defined_names.apply_lambdas(formula)
            names = [name for name in called_names(formula) if catalogue_name(name) is None]
            if lacking := self.engine.unsupported_functions(names):
                return FormulaTrust(
                    f"{self.engine.name} has no function {min(lacking)}", lacks_function=True
                )
            if reason := self._find_reason_to_leave(formula):
                return FormulaTrust(reason)
            parse(formula)
            broadcast_by_engine = self.engine.broadcast_functions
            if broadcast_by_engine is None:
                return FormulaTrust()
            contexts = self.scalar_contexts(formula, is_array_formula)
        except FormulaError as error:
            return FormulaTrust(f"its formula cannot be read ({error})")
        rewriter = self.engine.rewriter
        broadcast_by_rewriter = rewriter.broadcast_functions if rewriter else ()
        for name in contexts.calls_to_broadcast.values():
            if name not in broadcast_by_engine and name not in broadcast_by_rewriter:
                reason = f"{self.engine.name} calls {name} for one value, not for an array"
                return FormulaTrust(reason, lacks_function=True)
        return FormulaTrust(None, bool(contexts.intersected))

    def scalar_contexts(self, formula: str, is_array_formula: bool) -> ScalarContexts:
        """Where a formula takes one value of an array, and what is called for all of them."""
        return find_scalar_contexts(
            write_choices(formula), is_array_formula, self.defined_names.is_multi_cell
        )

    def _find_reason_to_leave(self, formula: str) -> str | None:
        """Why the engine does not calculate a formula, although it has its functions."""
        engine = self.engine.name
        if "_XLETA." in formula.upper():
            return f"{engine} takes no function for a value"
        if re.search(_EXTERNAL_WORKBOOK, formula) and (
            reference := self.external_data.missing_reference(formula)
        ):
            return f"it takes data from another workbook ({reference})"
        return first_entry(formula, self.uncalculable_names)

    def _assess_names(self) -> None:
        """Find the defined names that the engine cannot calculate.

        A name that refers to such a name is one, too.
        """
        names = list(self.defined_names)
        users = users_by_name(name.formula for name in names)
        waiting = deque(names)
        while waiting:
            defined = waiting.popleft()
            name = defined.name.upper()
            if name in self.uncalculable_names:
                continue
            if reason := self._assess(defined.formula, True).why_left_as_saved:
                prefix = f"the name {defined.name} cannot be calculated: "
                self.uncalculable_names[name] = reason_of_name(prefix, reason)
                waiting += [names[user] for user in users.get(name, ())]


@lru_cache(maxsize=_MAX_KINDS_OF_WORKBOOKS)
def _shared_assessments(*significant: Hashable) -> dict[tuple[str, bool], FormulaTrust]:
    """The assessments that workbooks share for which the same is significant.

    Workbooks of one template have the same formulas, and most of the time goes into reading them.
    """
    return {}


def _size(formula: str) -> int:
    """How many cells a formula designates, as far as its text says so.

    >>> texts = "A1:B3", 'INDIRECT("A:B")', "OFFSET(A1,0,0,9,2)", "OFFSET(A1,1,B1)", "Rate", "A1*2"
    >>> [*map(_size, texts)]
    [6, 2097152, 18, 0, 0, 0]
    """
    with suppress(FormulaError):
        node = parse(formula).root
        texts = [one.text for one in node.arguments] if isinstance(node, Call) else []
        name = plain_name(getattr(node, "name", ""))
        if name == "INDIRECT" and texts:
            return _size(texts[0].strip('"'))
        if name == "OFFSET" and len(texts) == 5 and all(map(str.isdigit, texts[3:])):
            return int(texts[3]) * int(texts[4])
        return node.area.cell_count if node.area else 0
    return 0


def reason_of_name(prefix: str, reason: str) -> str:
    """The reason for a name; if it is that of a name which it refers to, it stays as it is."""
    return reason if reason.startswith("the name ") else prefix + reason


@remembered
def kind_of(formula: str) -> str:
    """A formula but for places, and with 0 for each digit of larger numbers and of texts.

    >>> kind_of('LOG10($A7*12.5)+2*COUNTIF(B:B,"Item 27")')
    'LOG10($\\x000*00.0)+2*COUNTIF(B:B,"Item 00")'
    """
    return _NUMBER_OR_TEXT.sub(lambda found: found[0].translate(_TO_ZERO), without_places(formula))


def structure_of(formula: str) -> str:
    """A formula but for all that says where its cells are, with 0 for longer numbers and in texts.

    >>> formulas = 'SUM(A1:B$9)*12.5+C1&"Item 27"', 'SUM(D7:F8)*6.75+A1&"Item 31"'
    >>> len({*map(structure_of, formulas)})
    1
    """
    return _NUMBER_OR_TEXT.sub(_without_digits, structure(formula))


def _without_digits(found: re.Match[str]) -> str:
    text = found[0]
    if text[0] == '"':
        return text.translate(_TO_ZERO)
    return "0.0" if "." in text else "00"


MAX_ARRAY_CELLS = 1_000_000
"""The largest range of an array formula, and the sum of all ranges of a sheet."""


def reason_of_range(filled: Range) -> str | None:
    """Why an array that fills a range is left as saved, whatever its formula is."""
    if filled.cell_count > MAX_ARRAY_CELLS:
        return f"it fills more than {MAX_ARRAY_CELLS:,} cells"
    if (filled.left, filled.right) == (1, MAX_COLUMN):
        return "it fills whole rows"  # engines see their used part alone, or take a minute
    return None


def assess_formulas(sheet: SheetXml, policy: TrustPolicy) -> dict[FormulaTrust, list[int]]:
    """The formula cells of a sheet by the trust in them; what is trusted is left out."""
    found: dict[FormulaTrust, list[int]] = defaultdict(list)
    for trust, indexes in _Classification(sheet, policy).trusts():
        if trust != FormulaTrust():
            found[trust] += indexes
    return found


class _Classification:
    """Assesses one formula of each shape."""

    def __init__(self, sheet: SheetXml, policy: TrustPolicy) -> None:
        self._sheet = sheet
        self._policy = policy
        policy.engine.unsupported_functions(sheet.called_names)  # each alone takes as long
        self._array_cells = 0
        """The number of cells in the ranges of array formulas so far."""

    def trusts(self) -> Iterator[tuple[FormulaTrust, Sequence[int]]]:
        """Formula cells with the trust in them."""
        shapes, arrays = self._sheet.shapes, self._sheet.formula_cells.array_kinds
        for (shape, kind), indexes in self._sheet.groups.items():
            # which cell of another workbook it reads differs in each cell
            if kind not in OF_ONE_CELL:
                continue
            if self._policy.external_data.may_be_used(shapes.formulas[shape].encode()):
                for index in indexes:
                    yield self._policy.assess(shapes.texts[index], bool(kind)), (index,)
            else:
                yield self._policy.assess(shapes.texts[indexes[0]], bool(kind)), indexes
        for index, kind in sorted(arrays.items()):
            if kind not in OF_ONE_CELL:
                yield self._assess_area(index, self._sheet.formula_cells.cell(index)), (index,)

    def _assess_area(self, index: int, cell: CellXml) -> FormulaTrust:
        """The assessment of an array formula, or of a data table."""
        range_ = cell.array_range
        reason = self._reason_of_area(cell)
        assess, text = self._policy.assess, self._sheet.texts[index]
        trust = FormulaTrust(reason) if reason else assess(text, range_ is not None)
        if range_ and range_.cell_count > 1 and not trust.why_left_as_saved:
            self._array_cells += range_.cell_count
        return trust

    def _reason_of_area(self, cell: CellXml) -> str | None:
        """Why an area is left as saved whatever its formula is."""
        if cell.formula_attributes and cell.formula_attributes.get("t") == "dataTable":
            return "it is part of a data table"
        range_ = cell.array_range
        if range_ is None:
            return None
        if (range_.top, range_.left) != (cell.row, cell.column):
            return f"its range {range_} does not begin in it"
        if reason := reason_of_range(range_):
            return reason
        if range_.cell_count > 1 and self._array_cells + range_.cell_count > MAX_ARRAY_CELLS:
            return f"with it arrays would fill more than {MAX_ARRAY_CELLS:,} cells"
        return None
