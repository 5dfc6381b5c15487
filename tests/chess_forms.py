"""The forms of tie-breaks of chess: the value, its derivation, the native column, the LAMBDA."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from tests.hosts.test_lambdas import disagreeing
from tests.same import same
from tests.templates.calculated import Calculated
from tests.templates.random_chess import FIRST, Room, tournaments
from xl_tourney.catalogue.cells import is_error, to_block
from xl_tourney.events.event import Event
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explanation import Explanation, Part, agree
from xl_tourney.explanations.figure.derivations import ValueOrigin, figure_of_call
from xl_tourney.functions import CATALOGUE, TIEBREAK
from xl_tourney.functions.chess.codes import Code
from xl_tourney.grammar.references import CellAddress, column_letters
from xl_tourney.ooxml.package import Package
from xl_tourney.templates import TEMPLATES

PLAYERS, ROUNDS = 7, 4


def tournaments_of(codes: Sequence[str], count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Random tournaments, as they are typed into a workbook, with the first codes chosen."""
    for typed in tournaments(Room(("WIN",) * 6), count, seed):
        chosen = {f"TieBreak{k}": None for k in range(2, 7)}
        yield {**typed, **chosen, "TieBreak1": codes[0]}


def arguments_of(book: Calculated, typed: dict[str, Any], codes: Sequence[str]) -> list[Any]:
    """The arguments of TIEBREAK for a tournament: its wall list as the workbook counts it."""
    rows = range(FIRST, FIRST + PLAYERS)
    wall_list = book.rows("rounds", f"clean_1:clean_{ROUNDS}")
    ratings = [[typed[f"Players!E{row}"] or 0] for row in rows]
    scoring = "-".join(f"{typed[name]:g}" for name in ("Win", "Draw", "Loss", "ByePoints"))
    options = (typed["Rules"], typed["System"], typed["Unrated"], scoring)
    return [wall_list, ",".join(codes), ratings, *options]


def native_workbook(folder: Path, codes: Sequence[str]) -> Calculated:
    """A workbook of native formulas with the codes, and the usual ones, in its list."""
    chosen = ",".join(codes)
    options: dict[str, Any] = {"players": PLAYERS, "rounds": ROUNDS, "tiebreaks": chosen}
    return Calculated(
        TEMPLATES["chess"].build(functions="native", listed="usual", **options), folder
    )


def native_values(book: Calculated, codes: Sequence[Code]) -> list[Any]:
    """A row of values for each player, as the workbook's columns have them."""
    table = book.tables["score"]
    headings = {column.heading: column.key for column in table.columns if "tie_" in column.key}
    keys = ["value_1" if code.name == "DE" else headings[code.written] for code in codes]
    return [list(row) for row in zip(*(book.column("score", key, PLAYERS) for key in keys))]


def lay_out(arguments: Sequence[Any], function: str = "TIEBREAK") -> tuple[Book, str]:
    """A workbook with the arguments in its cells, and the call of a function."""
    workbook, texts, top = Workbook(), [], 1
    sheet = workbook.worksheets[0]
    for argument in arguments:
        cells = to_block(argument)
        for r, row in enumerate(cells):
            for c, value in enumerate(row, 1):
                sheet.cell(top + r, c).value = value
                if isinstance(value, str):
                    sheet.cell(top + r, c).data_type = "s"
        last = f"{column_letters(len(cells[0]))}{top + len(cells) - 1}"
        texts.append("" if argument is None else f"Sheet!A{top}:{last}")
        top += len(cells) + 1
    data = io.BytesIO()
    workbook.save(data)
    book = Book(Event(Package(data.getvalue(), "book.xlsx")))
    return book, f"{function}({','.join(texts)})"


def sentences(arguments: Sequence[Any], function: str = "TIEBREAK") -> list[str]:
    """What is said of the first player's value."""
    book, call = lay_out(arguments, function)
    origin = ValueOrigin(CellAddress("Sheet", 1, 20), call, 0, 0)
    ((value, *_), *_) = CATALOGUE[function](*arguments)
    return [*map(str, figure_of_call(book, origin, value).explain())]


def faults_of_derivations(
    arguments: Sequence[Any], block: Any, function: str = "TIEBREAK"
) -> list[str]:
    """The derivations that do not end with the value, or whose formulas give something else."""
    book, call = lay_out(arguments, function)
    found = []
    for row, values in enumerate(block):
        for column, value in enumerate(values):
            if value == "" or is_error(value):
                continue
            origin = ValueOrigin(CellAddress("Sheet", 1, 20), call, row, column)
            steps = figure_of_call(book, origin, value).explain()
            wrong = Explanation("", [Part(steps[-1], steps)]).check(book).wrong
            if not agree(steps[-1].result.value, value) or wrong:
                where = f"{function} {arguments[1]}, row {row}, column {column}"
                found.append(f"{where}: {[*map(str, wrong)]}")
    return found


def shown(value: Any) -> Any:
    """A value as a native column has it: blank where there is none."""
    return "" if is_error(value) else value


def disagreements(
    book: Calculated, typed: dict[str, Any], codes: Sequence[Code], derivations: bool = True
) -> list[str]:
    """The forms of a tournament's tie-breaks that give another value than Python."""
    names = [code.written for code in codes]
    arguments = arguments_of(book.change(typed), typed, names)
    block = TIEBREAK(*arguments)
    assert isinstance(block, list), block
    native = native_values(book, codes)
    found = [
        f"native {code.written}, row {row + 1}: {got}, not {value}"
        for row, (values, columns) in enumerate(zip(block, native))
        for code, value, got in zip(codes, values, columns)
        if not same([[got]], [[shown(value)]], 1e-9)
    ]
    found += disagreeing([("TIEBREAK", tuple(arguments))])
    return found + (faults_of_derivations(arguments, block) if derivations else [])
