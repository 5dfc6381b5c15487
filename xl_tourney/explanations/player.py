"""The explanation of a player's place: the results, the figure of each criterion, and ties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from openpyxl.cell import Cell

from ..catalogue.derivation import Step, step
from ..catalogue.expression import Term
from ..events.games import identify
from ..events.standings.formats import format_cell
from ..grammar.references import CellAddress
from .book import Book
from .explanation import Explanation, Part
from .figure.derivations import derivation_of_cell, names_in, without_blank
from .place.measures import title_of
from .place.rows import DECIDED, PLACE, StandingsRow, keys_of_columns
from .place.sentence import name_of, part_on_place, place_of

_EXPLAINED = frozenset(("points", "tps", "total", "score", "percent"))
"""The columns of standings that are explained although no function of ours gives them."""
_OF_WALL_LISTS = frozenset(("Entry", "No"))
"""The first heading of records that hold entries of wall lists: wins and points name the games."""
_MOST_RESULTS = 400

_BOARD = (
    "Board {board}[, as {sat}] against pair {opponent}[: {contract}][ by {by}][, {tricks} tricks]"
    "[, {score_ns} for North-South]"
)
_SENTENCES = (
    "[{games} games ]against {opponent}[: {tps} TPs][ to {against}][ ({event})].",
    "[{round}: ]{at} against {opponent}[, {score} to {against}].",
    "{finish} in {share:.1%} of the games[, everybody in {everybody:.1%}].",
    f"{_BOARD}[: {{points}} match-points].",
    f"{_BOARD}[: {{cross_imps}} cross-IMPs][, {{butler}} by Butler].",
)
"""The sentences of lines of records; what is in brackets may be blank.

That is taken of which a record has all figures.
"""


def explain_player(book: Book, player: StandingsRow) -> Explanation:
    """The derivation of a player."""
    parts = list(_parts(book, player))
    if not parts:
        name = book.term(player.address(player.table.row_header_column))
        parts = [Part(step("{name} has no result yet.", name=name), [])]
    return Explanation(player.name, parts, has_summary=place_of(book, player) is not None)


def _parts(book: Book, player: StandingsRow) -> Iterator[Part]:
    if place := part_on_place(book, player):
        yield place if len(place.steps) > 1 else Part(place.title, [])
    if results := list(_results(book, player)):
        yield Part(step("Results of {name}", name=name_of(book, player)), results)
    keys = keys_of_columns(book, player)
    columns = [column for column, key in enumerate(keys) if key not in ("", PLACE, DECIDED)]
    yield from explain_columns(book, player, columns)


def explain_columns(book: Book, player: StandingsRow, columns: Iterable[int]) -> Iterator[Part]:
    """The derivations of those figures in a player's row that have one, each once."""
    keys = keys_of_columns(book, player)
    explained: set[tuple[str, ...]] = set()
    for column in columns:
        cell = player.address(column)
        if book.value(cell) in (None, ""):
            continue
        part = derivation_of_cell(
            book, cell, title_of(player.table.headings[column], player.table.words[column])
        )
        said = tuple(map(str, part.steps))
        if said in explained:
            continue
        explained.add(said)
        if part.has_derivation or keys[column] in _EXPLAINED:
            yield part


# Results ------------------------------------------------------------------------------------------


def _results(book: Book, player: StandingsRow) -> Iterator[Step]:
    """A sentence for each line of the player's record."""
    lines = (
        (records.headings, line)
        for records in book.event.records
        if records.headings[0] not in _OF_WALL_LISTS
        for line in records.by_key.get(_key(player, records.headings[0]), ())
    )
    for headings, line in islice(lines, _MOST_RESULTS):
        yield _sentence(book, headings, line)


def _key(player: StandingsRow, heading: str) -> str:
    """The key of a player's record; blank if the standings do not have it."""
    wanted = identify(heading).replace(" ", "")
    for column, title in enumerate(player.table.headings):
        if identify(title).rstrip(".").replace(" ", "") == wanted:
            return identify(format_cell(player.row[column]))
    return ""


def _sentence(book: Book, headings: tuple[str, ...], line: list[Cell]) -> Step:
    """A line of a record as a sentence, without the parts of it that are blank."""
    terms = {
        title.lower(): _term(book, cell)
        for title, cell in zip(headings[1:], line[1:])
        if format_cell(cell)
    }
    plain = "; ".join(f"[{h.replace('_', ' ')} {{{h.lower()}}}]" for h in headings[1:])
    figures = {heading.lower() for heading in headings}
    fitting = (sentence for sentence in _SENTENCES if names_in(sentence) <= figures)

    def counted(found: re.Match[str]) -> str:
        return found[0].removesuffix("s") if terms[found["name"]].value == 1 else found[0]

    sentence = _COUNTED.sub(counted, without_blank(next(fitting, plain), terms))
    if "round" in terms and str(terms["round"].value).isdecimal():
        sentence = sentence.replace("{round}", "Round {round}")
    if "score_ns" in terms and isinstance(terms["score_ns"].value, str):
        sentence = sentence.replace("{score_ns} for North-South", "with the award {score_ns}")
    if names := book.names_of_pairs.get(f"{terms.get('opponent', '')}"):
        sentence = sentence.replace("pair {opponent}", "pair {opponent} ({opponents})")
        terms["opponents"] = names
    if "open" in terms and terms["open"].value not in (0, ""):
        sentence = f"{sentence.removesuffix('.')}, still to play."
    return step(f"{sentence[:1].upper()}{sentence[1:]}", **terms)


_COUNTED = re.compile(r"\{(?P<name>\w+)\} [A-Za-z-]+s\b")
"""A figure with what it counts."""


def _term(book: Book, cell: Cell) -> Term:
    sheet = cell.parent
    assert sheet is not None
    return book.term(CellAddress(sheet.title, cell.row, cell.column))
