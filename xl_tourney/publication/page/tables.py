"""The tables of standings on the page: what is shown of each, in which words."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from openpyxl.cell import Cell

from ...events.entrants import Entrants, table_id
from ...events.games import Entrant, Outcome
from ...events.prizes import Prize
from ...events.standings.formats import format_cell, is_number
from ...events.standings.legend import clauses_of
from ...events.standings.table import StandingsTable, say_caption
from ...languages import in_sentence, message, say, say_term, say_value, spoken

MARK = "Mark"
MARKS = (MARK, "Tied")
"""The headings of columns with signs, which rows show: who qualifies, who shares a place."""
SHARED = "="
CERTAIN = "xy"
"""The marks of who is certain to qualify."""
QUALIFIES = f"Q{CERTAIN}"
"""The marks of who qualifies; x and y are certain."""
NUMBERS = ("No.", "Entry")
"""The headings of columns that say in which row of a list somebody stands."""
FILTERS = ("Group", "Section", "Category", "Club", "Co.", "Fed.", "Federation")
"""The headings of columns by which readers choose whom they see."""
TITLE = message("Title")
"""The heading of a column that is hidden until somebody has a title."""
MOST_CHOICES = 60
GOES_TO = "Goes to"
"""The heading of the column that says what a place means, such as relegation."""
ZONES = (
    message("Champions League"),
    message("Division place"),
    message("Division winner"),
    message("Play-downs"),
    message("Play-in"),
    message("Play-off"),
    message("Play-off against relegation"),
    message("Play-offs"),
    message("Promoted"),
    message("Promotion play-offs"),
    message("Relegated"),
    message("Relegation play-off"),
    message("Semi-finals"),
    message("Wild card"),
)
"""What places mean in the leagues whose rules are shipped."""
SMALL = 10
"""Tables with at most so many columns stand side by side, where all of a page are so small."""
WIDE = 14
"""The cells of a table with more columns than this stand closer together."""
WIDEST = 18
"""A table with more columns than this is printed smaller."""
LONG = 24
"""A text with this many letters or more may be wrapped."""
ENDLESS = 28
"""A word with more letters than this may be broken."""
MARK_LENGTH = 3
"""The longest text of a table that is looked at for marks."""
MINUS = "\N{MINUS SIGN}"
FORM = message("Form")
LETTERS: Mapping[Outcome, str] = {
    "won": message("W"), "drawn": message("D"), "lost": message("L")
}  # fmt: skip
"""How a game ended, as the form of a player says it."""
_HAS_SHORT = re.compile(r"(.+) \(([A-Z][^()a-z]*)\)")
"""A heading with its short form, which a phone shows: Buchholz (BH); but not DC (2nd)."""
_ARTICLES = re.compile(r" \(\d+(\.\d+)?(, \d+(\.\d+)?)*\)$")
"""The articles of the regulations behind what decided: Buchholz Cut 1 (8.1, 14)."""


def format_standings(
    table: StandingsTable,
    number: int,
    players: Entrants,
    across: frozenset[str] = frozenset(),
    legend: Sequence[str] = (),
    prizes: Sequence[Prize] = (),
    *,
    page: str = "",
) -> Iterator[str]:
    """A table in a frame that scrolls horizontally, with its legend.

    ``across`` are headings that are left out, such as those of the cross table.  ``page`` is the
    address of the page with the sections, where that is another one.
    """
    identity = table_id(number)
    columns = shown_columns(table, across)
    alignments = {at: _alignment([row[at] for row in table.cells]) for at in columns}
    header_column = table.row_header_column
    first = _first_columns(table, header_column, alignments)
    classes = {at: _classes(table, at, alignments, first) for at in columns}
    listed = [players.of_row(table, row) for row in table.cells]
    forms = [player.form if player else [] for player in listed]
    has_form = sum(map(bool, forms)) * 2 > len(forms)
    count = len(columns) + has_form
    sizes = {"small": count <= SMALL, "wide": count > WIDE, "widest": count > WIDEST}
    size = "".join(f" {name}" for name, is_so in sizes.items() if is_so)
    zones = _zones(table)
    names_of_zones = _names(zones)
    yield '<section class="table">'
    yield (
        f'<div class="window"><div class="frame" role="region" aria-labelledby="{identity}" '
        f'tabindex="0"><table class="standings{size}"{_prize_names(prizes)}>'
        f'<caption><h2 id="{identity}">{escape(say_caption(table.caption))}</h2></caption>'
        "<thead><tr>"
    )
    for at in columns:
        heading, words = table.headings[at], table.words[at]
        said, words = say_term(heading), say_term(words)
        text = escape(said)
        if short := _HAS_SHORT.fullmatch(said):
            whole, of_it = map(escape, short.groups())
            text = f'<span class="whole">{whole} (</span>{of_it}<span class="whole">)</span>'
        if words != said:
            text = f'<abbr title="{escape(words)}">{text}</abbr>'
        choice = " data-choice" if _is_choice(table, at) else ""
        yield f'<th scope="col" class="{classes[at]}"{choice}><span>{text}</span></th>'
    if has_form:
        yield f'<th scope="col" class="text rest"><span>{say(FORM)}</span></th>'
    yield "</tr></thead><tbody>"
    marks = [at for at, heading in enumerate(table.headings) if heading in MARKS]
    holders = Counter(row[0] for row in table.rows)
    rows = zip(table.cells, listed, forms, zones)
    for number_of_row, (row, player, form, zone) in enumerate(rows, 1):
        sign = "".join(format_cell(row[at]) for at in marks)
        cells = []
        for at in columns:
            if at == header_column:
                cells.append(_format_row_header(row[at], classes[at], player, sign, zone, page))
            elif table.headings[at] == GOES_TO:
                cells.append(f'<td class="{classes[at]}">{escape(zone)}</td>')
            else:
                is_shared = at == 0 and holders[format_cell(row[0])] > 1
                cells.append(_format_cell(row[at], classes[at], SHARED * is_shared))
        if has_form:
            cells.append(f'<td class="text rest">{format_form(form)}</td>')
        looks = ["qualified"] if sign.startswith(tuple(QUALIFIES)) else []
        if zone:
            looks.append(f"zone z{names_of_zones.index(zone)}")
        look = f' class="{" ".join(looks)}"' if looks else ""
        of_row = " ".join(str(at) for at, prize in enumerate(prizes) if number_of_row in prize.rows)
        eligible = f' data-prizes="{of_row}"' if of_row else ""
        yield f"<tr{look}{eligible}>{''.join(cells)}</tr>"
    yield "</tbody></table></div></div>"
    yield from legend
    yield "</section>"


def _prize_names(prizes: Sequence[Prize]) -> str:
    """The names of categories, of which a reader may choose one; rows say which they are in."""
    names = {at: prize.name for at, prize in enumerate(prizes) if prize.rows}
    return f' data-prizes="{escape(json.dumps(names))}"' if len(names) > 1 else ""


def shown_columns(table: StandingsTable, across: frozenset[str]) -> list[int]:
    """The columns for readers: without marks, which rows show, numbers of lists, and results."""
    return [
        at
        for at, (heading, cell) in enumerate(zip(table.headings, table.heading_cells))
        if at in (0, table.row_header_column)
        or not (heading in (*MARKS, *NUMBERS) or heading in across or is_result(cell))
    ]


def same_for_all(tables: Sequence[StandingsTable]) -> frozenset[str]:
    """The headings of columns that say the same of everybody, and do not decide."""
    texts: dict[str, list[str]] = {}
    needed: set[str] = set()
    for table in tables:
        needed |= {
            table.headings[at] for at in (0, table.row_header_column, *table.leading_columns)
        }
        for at, heading in enumerate(table.headings):
            texts.setdefault(heading, []).extend(row[at] for row in table.rows)
    return frozenset(
        heading
        for heading, found in texts.items()
        if heading not in needed and len(found) > 1 and len(set(found)) == 1
    )


def _zones(table: StandingsTable) -> list[str]:
    """What the place of each row means, such as relegation; blank where it means nothing."""
    if GOES_TO not in table.headings:
        return [""] * len(table.rows)
    at = table.headings.index(GOES_TO)
    return [say(row[at]) for row in table.rows]


def _names(zones: Sequence[str]) -> list[str]:
    """The zones in the order of the table."""
    return list(dict.fromkeys(filter(None, zones)))


def is_result(heading: Cell) -> bool:
    """Whether a column, whose heading is turned, holds results against somebody."""
    return (heading.alignment.text_rotation or 0) == 90


def format_form(form: Sequence[Outcome]) -> str:
    """The last results as letters in boxes."""
    letters = "".join(f'<i class="{outcome}">{say(LETTERS[outcome])}</i>' for outcome in form)
    return f'<span class="form">{letters}</span>' if letters else ""


def _classes(table: StandingsTable, at: int, alignments: Mapping[int, str], first: set[int]) -> str:
    names = [alignments[at]]
    if at not in first:
        names.append("rest")
    if at != table.row_header_column and any(len(row[at]) > LONG for row in table.rows):
        names.append("long")
    if at == _figure_column(table, alignments):
        names.append("figure")
    if at == 0:
        names.append("place")
    return " ".join(names)


def _figure_column(table: StandingsTable, alignments: Mapping[int, str]) -> int | None:
    """The figure that a phone keeps in sight: what decides first, else the first number."""
    if table.deciding_column in alignments:
        return table.deciding_column
    return next(
        (
            at
            for at, kind in alignments.items()
            if kind == "number" and at > table.row_header_column
        ),
        None,
    )


def _is_choice(table: StandingsTable, at: int) -> bool:
    """Whether readers may want only the rows with one of the texts of a column."""
    if table.headings[at] not in FILTERS:
        return False
    texts = [row[at] for row in table.rows if row[at]]
    return 1 < len(set(texts)) <= min(MOST_CHOICES, len(texts) - 1)


def _first_columns(
    table: StandingsTable, header_column: int, alignments: Mapping[int, str]
) -> set[int]:
    """The columns that a phone shows first: place, name, and those that decide."""
    numeric = [
        column
        for column, alignment in alignments.items()
        if column > header_column and alignment == "number"
    ]
    return {0, header_column, *(table.leading_columns or numeric[:2])}


def format_legend(table: StandingsTable, across: frozenset[str], *, is_over: bool) -> Iterator[str]:
    """The sheet's subtitle without signs that do not stand there, and the keys of the table."""
    marks = (text for row in table.rows for text in row if len(text) <= MARK_LENGTH)
    drawn = {sign for text in marks for sign in text}
    sentences = []
    for clauses in clauses_of(table.subtitle, drawn):
        if is_over:
            clauses = [clause.replace("would qualify now", "qualifies") for clause in clauses]
        whole = f"{', '.join(clauses)}."
        if clauses and clauses != [table.caption]:
            said = say(whole)
            sentences.append(said if said != whole else f"{', '.join(map(say, clauses))}.")
    text = escape(" ".join(sentences))
    if text:
        text = re.sub(r"(^|(?<=[.,] ))Q(?= )", '<b class="qualified"></b>', text)
        text = re.sub(r"(^|(?<=[.,] ))([xye])(?= )", r'<b class="mark">\2</b>', text)
        yield f'<p class="legend">{text}</p>'
    if zones := _names(_zones(table)):
        keys = (
            f'<span><b class="zone z{at}"></b> {escape(zone)}</span>'
            for at, zone in enumerate(zones)
        )
        yield f'<p class="legend zones">{" ".join(keys)}</p>'
    meanings = list(_format_meanings(table, shown_columns(table, across)))
    for is_of_phone, name in ((False, "legend key"), (True, "legend key phone")):
        if key := ", ".join(text for of_phone, text in meanings if of_phone is is_of_phone):
            yield f'<p class="{name}">{key}.</p>'


def _format_meanings(table: StandingsTable, columns: Sequence[int]) -> Iterator[tuple[bool, str]]:
    """What the short headings mean; with each whether only a phone shows the short form."""
    for at in columns:
        heading, words = table.headings[at], table.words[at]
        if short := _HAS_SHORT.fullmatch(say_term(heading)):
            yield True, f"<dfn>{escape(short[2])}</dfn> {escape(short[1])}"
        elif heading not in (words, words.partition(" ")[0]):
            yield False, f"<dfn>{escape(say(heading))}</dfn> {escape(in_sentence(say(words)))}"


def _alignment(cells: list[Cell]) -> str:
    """The alignment of a column: centred as on the sheet, else by its content."""
    if cells and cells[0].alignment.horizontal == "center":
        return "middle"
    return "number" if any(map(is_number, cells)) else "text"


def _format_cell(cell: Cell, name: str, sign: str) -> str:
    """A cell as HTML; sorting compares its unrounded value."""
    text = escape(_ARTICLES.sub("", format_sign(format_cell(cell), cell)) + sign)
    return f'<td class="{name}"{_sort_value(cell)}>{text}</td>'


def _format_row_header(
    cell: Cell, name: str, player: Entrant | None, sign: str, zone: str, page: str
) -> str:
    """The name in a row, which leads to the player's section; and what mark and zone say of it."""
    own = format_sign(format_cell(cell), cell)
    text = f"<b>{escape(own)}</b>"
    if player:
        text = link_to(player, page)
    if badge := sign.strip(f"Q{SHARED}"):
        text += f' <b class="mark">{escape(badge)}</b>'
    elif said := zone or (say(QUALIFIED) if "Q" in sign else ""):
        text += f'<span class="unseen"> ({escape(said)})</span>'
    return f'<th scope="row" class="{name}{endless(own)}"{_sort_value(cell)}>{text}</th>'


QUALIFIED = message("qualifies")


def endless(text: str) -> str:
    """The class of a text with a word that no phone can show in one line."""
    return " endless" if any(len(word) > ENDLESS for word in text.split()) else ""


def link_to(player: Entrant, page: str = "") -> str:
    """A name that leads to the player's section."""
    target = ' target="_top"' if page else ""
    return f'<a href="{escape(page)}#{player.anchor}"{target}>{escape(player.name)}</a>'


def format_sign(text: str, cell: Cell) -> str:
    """The text of a number with a real minus sign; any other text as it is."""
    if is_number(cell):
        return spoken().number(text.replace("-", MINUS))
    said = say_value(text)
    return said if said != text else spoken().term(text)


def _sort_value(cell: Cell) -> str:
    return f' data-value="{cell.value!r}"' if is_number(cell) else ""
