"""The explanation of a player's place: the results, the figure of each criterion, and ties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from string import Formatter
from typing import Any, NamedTuple

from openpyxl.cell import Cell

from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term
from ..errors import OptionError
from ..grammar.references import CellAddress, Range
from ..publish.records import identify, read_views
from ..publish.standings import StandingsTable, find_standings, format_cell
from ..templates.parts.table import Table
from .book import Book, TableCell, area_in_formula, column_of
from .derivations import derivation_of_cell
from .explanation import Explanation, Part
from .flip.flip import format_ordinal

_EXPLAINED = frozenset(("points", "tps", "total", "score", "percent"))
"""The columns of standings that are explained although no function of ours gives them."""
_IDENTITIES = frozenset(("Pair",))
"""The headings of columns that hold other names of players."""
_OF_WALL_LISTS = frozenset(("Entry", "No"))
"""The first heading of records that hold entries of wall lists."""
_SIDE = "side"
"""The column that says on which side of two winners a pair is."""
PLACE, DECIDED = "place", "decided"
"""The columns of the place and of what decided it, which explains the place better."""
_MOST_RESULTS = 400

_BOARD = (
    "Board {board}[, {sat}], against {opponent}[: {contract}][ by {by}][, {tricks} tricks]"
    "[, {score_ns} for North-South]"
)
_SENTENCES: Mapping[tuple[str, ...], str] = {
    ("Player", "Opponent", "Games", "TPs", "Against", "Event", "Open"): (
        "[{games} games ]against {opponent}[: {tps} TPs][ to {against}][ ({event})]."
    ),
    ("Team", "Round", "Opponent", "At", "Score", "Against", "Open"): (
        "[{round}, ]{at}, against {opponent}[: {score}][ to {against}]."
    ),
    ("Entry", "Round", "Opponent"): "{round}: {opponent}.",
    ("No", "Round", "Opponent", "Points"): "Round {round}: {opponent}[, {points} points].",
    ("Player", "Finish", "Share", "Everybody"): (
        "{finish} in {share:.1%} of the games[, everybody in {everybody:.1%}]."
    ),
    (
        "Pair",
        "Board",
        "Opponent",
        "Points",
        "Contract",
        "By",
        "Tricks",
        "Score_NS",
        "Sat",
        "Open",
    ): (f"{_BOARD}[: {{points}} match-points]."),
    (
        "Pair",
        "Board",
        "Opponent",
        "Cross_IMPs",
        "Butler",
        "Contract",
        "By",
        "Tricks",
        "Score_NS",
        "Sat",
        "Open",
    ): (f"{_BOARD}[: {{cross_imps}} cross-IMPs][, {{butler}} by Butler]."),
}
"""The sentence of a line by the headings of the record; what is in brackets may be blank."""


class StandingsRow(NamedTuple):
    """A row of a table of standings."""

    name: str
    table: StandingsTable
    row: Sequence[Cell]

    def address(self, column: int) -> CellAddress:
        """A cell of the row."""
        cell = self.row[column]
        return CellAddress(self.table.sheet, cell.row, cell.column)


def list_players(book: Book) -> Iterator[StandingsRow]:
    """Everybody in the tables of standings, table by table."""
    for table in find_standings(book.values):
        header = table.row_header_column
        for row in table.cells:
            name = format_cell(row[header])
            if name:
                yield StandingsRow(name, table, row)


def find_player(book: Book, name: str) -> StandingsRow:
    """A player by name, in any letter case; OptionError with the nearest names if there is none."""
    players = list(list_players(book))
    by_name: dict[str, StandingsRow] = {}
    for player in players:
        by_name.setdefault(identify(player.name), player)
    for player in players:
        for column in _IDENTITIES & set(player.table.headings):
            number = format_cell(player.row[player.table.headings.index(column)])
            by_name.setdefault(identify(number), player)
    if found := by_name.get(identify(name)):
        return found
    nearest = get_close_matches(identify(name), by_name, n=3, cutoff=0.5)
    named = ", ".join(by_name[key].name for key in nearest)
    remedy = f"did you mean {named}?" if named else "see xl-tourney standings for the names."
    raise OptionError(f"{book.name}: there is no {name} in its standings; {remedy}")


def explain_player(book: Book, player: StandingsRow) -> Explanation:
    """The derivation of a player."""
    parts = list(_parts(book, player))
    if not parts:
        name = book.term(player.address(player.table.row_header_column))
        parts = [Part(step("{name} has no result yet.", name=name), [])]
    return Explanation(player.name, parts)


def _parts(book: Book, player: StandingsRow) -> Iterator[Part]:
    if place := place_step(book, player):
        yield Part(place, [])
    if results := list(_results(book, player)):
        name = book.term(player.address(player.table.row_header_column))
        yield Part(step("Results of {name}", name=name), results)
    keys = keys_of_columns(book, player)
    left_out = PLACE if DECIDED in keys else ""
    columns = [column for column, key in enumerate(keys) if key and key != left_out]
    yield from explain_columns(book, player, columns)


def keys_of_columns(book: Book, player: StandingsRow) -> list[str]:
    """The keys of the columns in which a player's row stands; blank for none of ours."""
    cells = (book.table_cell(player.address(column)) for column in range(len(player.row)))
    return [cell.key if cell else "" for cell in cells]


def explain_columns(book: Book, player: StandingsRow, columns: Iterable[int]) -> Iterator[Part]:
    """The derivations of those figures in a player's row that have one, each once."""
    keys = keys_of_columns(book, player)
    explained: set[str] = set()
    for column in columns:
        cell = player.address(column)
        if book.value(cell) in (None, ""):
            continue
        part = derivation_of_cell(book, cell)
        if part.formula and part.formula in explained:
            continue
        explained.add(part.formula)
        if part.has_derivation or keys[column] in (*_EXPLAINED, PLACE):
            yield part


# Place --------------------------------------------------------------------------------------------


def place_step(book: Book, player: StandingsRow) -> Step | None:
    """Which place a player has, of how many; None in a table without places."""
    keys = keys_of_columns(book, player)
    if PLACE not in keys:
        return None
    address = player.address(keys.index(PLACE))
    own = book.table_cell(address)
    place = book.term(address)
    if own is None or not isinstance(place.value, (int, float)) or isinstance(place.value, bool):
        return None
    places, area = _column(book, own.table, PLACE)
    counted = f'{area},">0"'
    if side := _side(book, own):  # each side has places of its own
        sides, its_area = _column(book, own.table, _SIDE)
        counted += f",{its_area},{side.formula}"
        places = [value for value, other in zip(places, sides) if other == side.value]
    count = sum(isinstance(value, (int, float)) for value in places)
    terms = {
        "who": book.term(player.address(player.table.row_header_column)),
        "place": place,
        "count": Term(float(count), f"COUNTIFS({counted})"),
    }
    if others := places.count(place.value) - 1:
        others_formula = f"COUNTIFS({counted},{area},{place.formula})-1"
        return step(
            "{who} is at place {place} of {count}, level with {others} "
            f"{'others' if others > 1 else 'other'}.",
            **terms,
            others=Term(float(others), others_formula),
        )
    suffix = format_ordinal(place.value).removeprefix(f"{place.value:g}")
    return step(f"{{who}} is {{place}}{suffix} of {{count}}.", **terms)


def _side(book: Book, cell: TableCell) -> Term | None:
    """The side of a pair; None if there is one winner."""
    if all(column.key != _SIDE for column in cell.table.columns):
        return None
    side = book.term(book.cell(cell.table, _SIDE, cell.at))
    return side if side.value not in (None, "") else None


def _column(book: Book, table: Table, key: str) -> tuple[list[Any], str]:
    """The values of a column of a table, and its cells as formulas name them."""
    column = column_of(table, key)
    area = Range(table.first, column, table.last, column)
    values = [row[0] for row in book.block(table.sheet.title, area)]
    return values, area_in_formula(table.sheet.title, area)


# Results ------------------------------------------------------------------------------------------


def _results(book: Book, player: StandingsRow) -> Iterator[Step]:
    """A sentence for each line of the player's record."""
    count = 0
    for headings, views in read_views(book.values).items():
        key = _key(player, headings[0])
        if key is None:
            continue
        for row in range(max(view.height for view in views)):
            for view in views:
                for line in view.lines(row) if row < view.height else ():
                    if identify(format_cell(line[0])) == key and count < _MOST_RESULTS:
                        count += 1
                        yield _sentence(book, headings, line)


def _key(player: StandingsRow, heading: str) -> str | None:
    """The key of a player's record."""
    wanted = identify(heading).replace(" ", "")
    for column, title in enumerate(player.table.headings):
        if identify(title).rstrip(".").replace(" ", "") == wanted:
            return identify(format_cell(player.row[column]))
    return None


def _sentence(book: Book, headings: tuple[str, ...], line: list[Cell]) -> Step:
    """A line of a record as a sentence, without the parts of it that are blank."""
    terms = {
        title.lower(): _term(book, cell)
        for title, cell in zip(headings[1:], line[1:])
        if format_cell(cell)
    }
    pattern = _SENTENCES.get(headings) or _general_sentence(headings)

    def part(found: re.Match[str]) -> str:
        names = {name for _, name, _, _ in Formatter().parse(found[1]) if name}
        return found[1] if names <= terms.keys() else ""

    sentence = re.sub(r"\[(.*?)\]", part, pattern)
    if headings[0] in _OF_WALL_LISTS and (
        opponent := _opponent(book, line[0], terms.get("opponent"))
    ):
        sentence = sentence.replace("{opponent}", "{opponent} (against {who})")
        terms["who"] = opponent
    return step(sentence, **terms)


def _general_sentence(headings: Sequence[str]) -> str:
    """A general sentence, for a record without a sentence of its own."""
    return "; ".join(f"[{h.replace('_', ' ')} {{{h.lower()}}}]" for h in headings[1:])


def _opponent(book: Book, own: Cell, entry: Term | None) -> Term | None:
    """The opponent whose number stands in an entry of a wall list."""
    found = re.match(r"\s*(\d+)\D", str(entry.value)) if entry else None
    sheet = own.parent
    assert sheet is not None
    cell = book.table_cell(CellAddress(sheet.title, own.row, own.column))
    if not found or not cell or not 0 < int(found[1]) <= cell.table.rows:
        return None
    who = book.name_in_row(book.cell(cell.table, cell.key, int(found[1]) - 1))
    return who if "!" in who.formula else None


def _term(book: Book, cell: Cell) -> Term:
    sheet = cell.parent
    assert sheet is not None
    return book.term(CellAddress(sheet.title, cell.row, cell.column))
