"""The section of each player on the page, which a tap on the name opens.

It has the player's figures, the form, the places after each round, the explanation of the place
(opened by another tap), and the results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from ...events.entrants import Entrants
from ...events.games import OPPONENT, Entrant, Figure, Line, Record
from ...events.report import Explained, Reasons
from ...events.standings.formats import format_cell, is_number
from ...languages import say, say_term
from ..progress import Progress
from .drawings import format_places
from .results import format_figure
from .tables import FORM, MARKS, NUMBERS, endless, format_form, format_sign, is_result

STRENGTHS = ("Rating", "Rank")
"""The headings of columns that say how strong a player is."""


def format_sections(
    players: Entrants,
    across: frozenset[str],
    explained: Explained,
    progress: Sequence[Progress] = (),
) -> Iterator[tuple[Entrant, str]]:
    """The section of each player; ``across`` are headings of the standings that records have."""
    for player in players:
        yield player, "".join(_format_section(player, across, explained, progress))


def _format_section(
    player: Entrant,
    across: frozenset[str],
    explained: Explained,
    progress: Sequence[Progress],
) -> Iterator[str]:
    yield f"<details><summary><h3>{escape(player.name)}</h3></summary>"
    yield f'<div id="{player.anchor}">'
    yield from _format_figures(player, across)
    for of_table in progress:
        if places := of_table.places.get(player.anchor):
            yield format_places(player.name, of_table.rounds, places, of_table.size)
    if reasons := explained.reasons.get(player.place):
        yield from _format_reasons(reasons)
    for record in player.records:
        yield from _format_record(player, _with_strengths(record))
    yield f'<p class="back"><a href="#{player.table_id}">{escape(say("Back to the table"))}</a></p>'
    yield "</div></details>"


def _format_figures(player: Entrant, across: frozenset[str]) -> Iterator[str]:
    """All figures of the standings that are not results, and the form."""
    table, name_at = player.table, player.table.row_header_column
    yield '<dl class="figures">'
    for at, (heading, words, cell) in enumerate(zip(table.heading_cells, table.words, player.row)):
        label, text = table.language.english(format_cell(heading)), format_cell(cell)
        left_out = is_result(heading) or label in across or label in (*NUMBERS, *MARKS)
        if text and at != name_at and not left_out:
            shown = escape(format_sign(text, cell))
            yield f"<div><dt>{escape(say_term(words))}</dt><dd>{shown}</dd></div>"
    if form := player.form:
        yield f"<div><dt>{say(FORM)}</dt><dd>{format_form(form)}</dd></div>"
    yield "</dl>"


def _format_reasons(reasons: Reasons) -> Iterator[str]:
    """The explanation of the player's place, which a tap opens."""
    yield f'<details class="why"><summary>{escape(reasons.title)}</summary>'
    yield "<div>"
    if reasons.answer:
        yield f"<p>{escape(reasons.answer)}</p>"
    if reasons.answer and reasons.working:
        yield f"<details><summary>{escape(say('The working'))}</summary><div>"
    for first, *others in reasons.working:
        yield f"<p>{' '.join([f'<b>{escape(first)}</b>', *map(escape, others)])}</p>"
    if reasons.answer and reasons.working:
        yield "</div></details>"
    yield "</div></details>"


def _format_record(player: Entrant, record: Record) -> Iterator[str]:
    results = escape(say("Results of {name}", name=player.name))
    yield (
        f'<div class="window"><div class="frame" role="region" tabindex="0" '
        f'aria-label="{results}"><table class="record">'
        f'<caption class="unseen">{results}</caption><thead><tr>'
    )
    numeric = {head: any(line[head].is_number for line in record) for head in record[0]}
    for heading, is_numeric in numeric.items():
        yield f'<th scope="col"{_class(is_numeric)}>{escape(say(heading))}</th>'
    yield "</tr></thead><tbody>"
    for line in record:
        cells = "".join(
            f"<td{_class(numeric[head], figure.text)}>{format_figure(figure)}</td>"
            for head, figure in line.items()
        )
        yield f"<tr>{cells}</tr>"
    yield "</tbody></table></div></div>"


def _with_strengths(record: Record) -> Record:
    """A record in which the rating of each opponent, or the rank, stands behind the name."""
    if OPPONENT not in record[0]:
        return record
    for heading in STRENGTHS:
        found = [_figure_of(line.opponent, heading) for line in record]
        if any(figure.text for figure in found):
            at = [*record[0]].index(OPPONENT) + 1
            return [
                Line([*[*line.items()][:at], (heading, own), *[*line.items()][at:]])
                for line, own in zip(record, found)
            ]
    return record


def _figure_of(player: Entrant | None, heading: str) -> Figure:
    """What the standings have of a player below a heading; blank where they have nothing."""
    if player is None or heading not in player.table.headings:
        return Figure("")
    cell = player.row[player.table.headings.index(heading)]
    return Figure(format_cell(cell), is_number(cell))


def _class(is_numeric: bool, text: str = "") -> str:
    return "" if is_numeric else f' class="text{endless(text)}"'
