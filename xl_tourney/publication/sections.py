"""The section of each player on the page, which a tap on the name opens.

It has the player's figures, the explanation of the place (opened by another tap), and the results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby

from openpyxl.cell import Cell

from .explained import Explained, Reasons
from .records import MOST_LINES, Figure, PlayerRecord, Records, identify
from .standings import StandingsTable, format_cell, is_number

MINUS = "\N{MINUS SIGN}"
MOST_PLAYERS = 2_000
"""With more players in the standings a page has no sections."""


@dataclass
class PublishedPlayer:
    """A row of the standings, and the results behind it."""

    anchor: str
    """The id of the section on the page."""
    name: str
    table: StandingsTable
    row: list[Cell]
    table_id: str
    """The id of the table on the page."""
    records: list[PlayerRecord] = field(default_factory=list)

    @property
    def place(self) -> tuple[str, int]:
        """The sheet and the row."""
        return self.table.sheet, self.row[0].row


class Players:
    """The players of a page, in the order in which they stand in its tables."""

    def __init__(self, tables: Sequence[StandingsTable], records: Sequence[Records]) -> None:
        self._records = records
        self._at: dict[tuple[str, int], PublishedPlayer] = {}
        self._by_key: dict[tuple[str, str], PublishedPlayer] = {}
        lines = sum(len(record.rows) for of in records for record in of.of.values())
        rows = sum(len(table.cells) for table in tables)
        if lines > MOST_LINES or rows > MOST_PLAYERS:
            return
        for number, table in enumerate(tables):
            for row in table.cells:
                self._add(table, row, table_id(number))

    def __iter__(self) -> Iterator[PublishedPlayer]:
        yield from {player.anchor: player for player in self._at.values()}.values()

    def of_row(self, table: StandingsTable, row: Sequence[Cell]) -> PublishedPlayer | None:
        """The player of a row of the standings."""
        return self._at.get((table.sheet, row[0].row))

    def opponent(self, figure: Figure) -> PublishedPlayer | None:
        """The player whom a cell of a record names."""
        for of in self._records:
            if player := self._by_key.get((of.identity, figure.opponent)):
                return player
        return None

    def _add(self, table: StandingsTable, row: list[Cell], table_identity: str) -> None:
        keys = [(of, key) for of in self._records if (key := _key(table, row, of)) is not None]
        name = format_cell(row[table.row_header_column]) or next((key for _, key in keys), "")
        players = (self._by_key.get((of.identity, key)) for of, key in keys)
        player = next(filter(None, players), None)
        if not player and name:
            player = PublishedPlayer(
                f"player-{len(self._at) + 1}", name, table, row, table_identity
            )
            for of, key in keys:
                self._by_key[of.identity, key] = player
                if key in of.of:
                    player.records.append(of.of[key])
        if player:
            self._at[table.sheet, row[0].row] = player


def table_id(number: int) -> str:
    """The id of a table of standings on the page."""
    return f"table-{number}"


def _key(table: StandingsTable, row: Sequence[Cell], records: Records) -> str | None:
    """The key of a row's record, where the table has the column with these keys."""
    plain = [re.sub(r"\W", "", identify(heading)) for heading in table.headings]
    identity = re.sub(r"\W", "", identify(records.identity))
    return identify(format_cell(row[plain.index(identity)])) if identity in plain else None


MOST_OPEN = 300
"""At most so many open games are listed on a page: the first ones."""


def format_open_games(players: Players, records: Sequence[Records]) -> Iterator[str]:
    """The games that are to be played, by round; a tap opens the list."""
    games = [game for of in records for game in of.open_games]
    if not games:
        return
    count = "1 game" if len(games) == 1 else f"{len(games)} games"
    yield f'<details class="open"><summary><h2>{count} to play</h2></summary><div>'
    for when, those in groupby(games[:MOST_OPEN], key=lambda game: game.when):
        if when:
            yield f"<h3>{escape(when)}</h3>"
        lines = (" – ".join(_format_figure(side, players) for side in game.sides) for game in those)
        yield f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
    if len(games) > MOST_OPEN:
        yield f"<p>And {len(games) - MOST_OPEN} more.</p>"
    yield "</div></details>"


def format_sections(
    players: Players, across: frozenset[str], explained: Explained
) -> Iterator[str]:
    """The sections of all players; ``across`` are headings of the standings that records have."""
    listed = list(players)
    if not listed:
        return
    yield '<section class="players" aria-labelledby="players"><h2 id="players">One by one</h2>'
    for player in listed:
        yield f"<details><summary><h3>{escape(player.name)}</h3></summary>"
        yield f'<div id="{player.anchor}">'
        yield from _format_figures(player, across)
        if reasons := explained.reasons.get(player.place):
            yield from _format_reasons(reasons)
        for record in player.records:
            yield from _format_record(player, record, players)
        yield f'<p class="back"><a href="#{player.table_id}">Back to the table</a></p>'
        yield "</div></details>"
    yield "</section>"


def _format_figures(player: PublishedPlayer, across: frozenset[str]) -> Iterator[str]:
    """All figures of the standings that are not results."""
    table, name_at = player.table, player.table.row_header_column
    yield '<dl class="figures">'
    for at, (heading, words, cell) in enumerate(zip(table.heading_cells, table.words, player.row)):
        label, text = format_cell(heading), format_cell(cell)
        is_result = (heading.alignment.text_rotation or 0) == 90 or label in across
        if text and at != name_at and not is_result:
            yield f"<div><dt>{escape(words)}</dt><dd>{escape(format_sign(text, cell))}</dd></div>"
    yield "</dl>"


def _format_reasons(reasons: Reasons) -> Iterator[str]:
    """The explanation of the player's place, which a tap opens."""
    yield f'<details class="why"><summary>{escape(reasons.title)}</summary><div>'
    if reasons.answer:
        yield f"<p>{escape(reasons.answer)}</p>"
    if reasons.answer and reasons.working:
        yield "<details><summary>The working</summary><div>"
    for first, *others in reasons.working:
        yield f"<p>{' '.join([f'<b>{escape(first)}</b>', *map(escape, others)])}</p>"
    if reasons.answer and reasons.working:
        yield "</div></details>"
    yield "</div></details>"


def format_sign(text: str, cell: Cell) -> str:
    """The text of a number with a real minus sign; any other text as it is."""
    return text.replace("-", MINUS) if is_number(cell) else text


def _format_record(
    player: PublishedPlayer, record: PlayerRecord, players: Players
) -> Iterator[str]:
    yield (
        f'<div class="window"><div class="frame" role="region" tabindex="0" '
        f'aria-label="Results of {escape(player.name)}"><table class="record">'
        f'<caption class="unseen">Results of {escape(player.name)}</caption><thead><tr>'
    )
    numeric = [any(row[at].is_number for row in record.rows) for at in range(len(record.headings))]
    for heading, is_numeric in zip(record.headings, numeric):
        yield f'<th scope="col"{_class(is_numeric)}>{escape(heading)}</th>'
    yield "</tr></thead><tbody>"
    for row in record.rows:
        cells = "".join(
            f"<td{_class(is_numeric)}>{_format_figure(figure, players)}</td>"
            for figure, is_numeric in zip(row, numeric)
        )
        yield f"<tr>{cells}</tr>"
    yield "</tbody></table></div></div>"


def _class(is_numeric: bool) -> str:
    return "" if is_numeric else ' class="text"'


def _format_figure(figure: Figure, players: Players) -> str:
    """The text of a figure; an opponent by name, with a link to the section."""
    if figure.opponent and (opponent := players.opponent(figure)):
        return f'<a href="#{opponent.anchor}">{escape(opponent.name)}</a>'
    return escape(figure.text.replace("-", MINUS) if figure.is_number else figure.text)
