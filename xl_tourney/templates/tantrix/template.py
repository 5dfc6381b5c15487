"""The Tantrix group table: TPs, TP% and games behind the last definite qualifying place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from string import ascii_uppercase
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ...defined_names import NAME
from ...errors import OptionError
from ...readers import tantrix as reader
from ...readers.tantrix import Game, Results
from ..parts import charts, pages, published, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table, write
from ..parts.workbook import Functions, StandingsWorkbook
from . import pages as texts
from . import tables as columns

MOST_ROWS = 5000
MOST_PLAYERS = 100
MOST_GROUPS = 26
SHEETS = {
    "Read me": "This page.",
    "Setup": "The players, and the options: places, rounding. You fill it in.",
    "Results": "What was played. You fill it in.",
    "Standings": "The table: sorted, with everybody's scores against everybody, and a chart.",
    "Checks": "Whether the results can be right; each line says where to look.",
    "Calculation": "The sums behind the table, for those who want to follow them.",
}
PORTRAIT = ("Read me",)
LABELS_JOINED_BY = ";"
STANDINGS, NEXT = "Standings", "Next placed"
NEXT_PURPOSE = (
    "The next placed of each group, sorted by TP%. Q qualifies as one of the best NextPlaces, ? is "
    "tied across that line, = shares the place. GBQ is that of the own group."
)
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\]")
_LONGEST = 20


@template(
    read=reader.read,
    samples=[
        Sample(
            "tantrix_2001.csv",
            {
                "title": "Tantrix, four matches of 2001",
                "note": "Never one group: it shows how unequal numbers of games look.",
            },
        ),
        Sample(
            "tantrix_euro_2001.csv",
            {
                "title": "Tantrix, six matches of the 2001 Euro",
                "note": "How many places qualified then is not known; these are examples.",
                "places": 1,
                "next_places": 2,
            },
        ),
    ],
)
def tantrix(
    results: Results | None = None,
    functions: Functions = "native",
    *,
    title: Annotated[str, About("The heading of the workbook.")] = "Tantrix group",
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_ROWS)
    ] = None,
    players: Annotated[
        int | None, About("Rows for players; some more than there are.", 1, MOST_PLAYERS)
    ] = None,
    places: Annotated[int, About("How many places qualify for certain.", 1)] = 2,
    basis: Annotated[Literal["tp%", "gbq"], About("By what the last of them is counted.")] = "tp%",
    step: Annotated[float, About("To what GBQ is rounded; 0: not at all.", 0)] = 0.5,
    groups: Annotated[
        int | None, About("How many groups; the data may say it, else 1.", 1, MOST_GROUPS)
    ] = None,
    group_names: Annotated[
        str | None, About("The names of the groups, such as Red;Blue; the data may say them.")
    ] = None,
    next_places: Annotated[
        int, About("How many of the best next-placed players of all groups qualify.", 0)
    ] = 0,
    wbq: Annotated[Literal["no", "yes"], About("Whether to show WBQ, as in 2003, too.")] = "no",
    layout: Annotated[
        Literal["match", "game"] | None, About("What one row is; the data says it, else match.")
    ] = None,
) -> StandingsWorkbook:
    """Tantrix group table: the matrix of scores, TPs, TP% and games behind (GBQ).

    A file of results has one row a match, with the columns player_a, player_b, games, tps_a and
    tps_b; or one row a game, with player_a, player_b, margin (tiles of A less those of B) and,
    where they were noted, minutes_a and minutes_b, from which the TPs are calculated.  A column
    event is kept as a note.

    A column group gives each group standings of its own, and the best next-placed players of all
    groups a page.  A team is an entrant like a player; with the columns team_a and team_b, the
    games of its players add up to its own.
    """
    results = results or []
    labels, names = _groups(results, groups, group_names)
    many = len(labels) > 1
    by_game = _by_game(results, layout)
    largest = max(map(len, names))
    room = row_capacity("players", players, largest, minimum=8, spare=3, maximum=MOST_PLAYERS)
    length = row_capacity("rows", rows, len(results), minimum=40, spare=20, maximum=MOST_ROWS)

    workbook = theme.new_workbook(title, functions)
    sheets = _sheets(labels)
    about, *_ = (theme.new_sheet(workbook, n, landscape=n not in PORTRAIT) for n in sheets)
    workbook.set_layout(
        layout="game" if by_game else "match",
        rows=length,
        players=room,
        group_names=LABELS_JOINED_BY.join(labels) if many else None,
        wbq=wbq,
    )
    tables = _tables(workbook, labels, by_game, room, length, wbq == "yes")
    listing: list[dict[str, object]] = [
        {"no": n, "group": label, "name": name}
        for n, (label, name) in enumerate(
            ((label, name) for label, own in zip(labels, names) for name in _filled(own, room)), 1
        )
    ]
    typed = [
        {**asdict(row), "event": ": ".join(filter(None, (row.event, row.by)))} for row in results
    ]
    _write(tables, len(labels), listing, typed)

    meetings = _meetings(results, by_game)
    options = texts.options(
        places, basis, step, meetings, by_game, len(labels), next_places, wbq == "yes"
    )
    chosen = [*pages.common_settings(title, note, as_of), *options]
    pages.write_settings(workbook, workbook["Setup"], "E" if many else "D", chosen, tables)
    figures = texts.figures(by_game, len(labels))
    beside = get_column_letter(max(table.next_left for table in _working(tables)))
    pages.write_settings(workbook, workbook["Calculation"], beside, figures, tables)
    checks, nothing = texts.checks(by_game, many), texts.nothing(by_game)
    write_checks(workbook, workbook["Checks"], checks, nothing, tables)
    links = {name: purpose for name, purpose in sheets.items() if name != about.title}
    pages.write_read_me(about, links, texts.read_me(by_game, many))
    _finish(tables, labels, names)
    return workbook


def _groups(
    results: Results, wanted: int | None, group_names: str | None
) -> tuple[list[str], list[list[str]]]:
    """The groups and their players; more groups, if asked for, are named by letters."""
    found = reader.groups(results)
    if group_names:
        in_results = {label.casefold(): names for label, names in found.items()}
        labels = [" ".join(label.split()) for label in group_names.split(LABELS_JOINED_BY)]
        keys = [label.casefold() for label in labels]
        if not all(keys) or len(set(keys)) < len(keys):
            raise OptionError("group_names must be different names, with semicolons between them.")
        others = [label for label in found if label and label.casefold() not in keys]
        if others:
            raise OptionError(f"group_names lacks {others[0]}, which is in the results; add it.")
        found = {label: in_results.get(label.casefold(), []) for label in labels}
    found = found or {"": []}
    if wanted is not None and wanted < len(found):
        raise OptionError(f"groups is {wanted}, but the results have {len(found)}; ask for more.")
    if len(found) > MOST_GROUPS:
        raise OptionError(f"There is room for {MOST_GROUPS} groups; the results have {len(found)}.")
    letters = (
        letter for letter in ascii_uppercase if letter.casefold() not in map(str.casefold, found)
    )
    if wanted is not None and wanted > 1 and "" in found:
        found = {label or next(letters): names for label, names in found.items()}
    while len(found) < (wanted or 1):
        found[next(letters)] = []
    return list(found), list(found.values())


def _filled(names: Sequence[str], room: int) -> list[str | None]:
    return [*names, *[None] * room][:room]


def _sheets(labels: Sequence[str]) -> dict[str, str]:
    """The sheets and what each is for, with one for each group where there are several."""
    if len(labels) == 1:
        return SHEETS
    found: dict[str, str] = {}
    for name, purpose in SHEETS.items():
        if name != STANDINGS:
            found[name] = purpose
            continue
        found |= {
            _title(label, n): f"The table of group {label}." for n, label in enumerate(labels)
        }
        found[NEXT] = "The next placed of all groups, for the places that are left."
    return found


def _title(label: str, number: int) -> str:
    """The name of a group's sheet, which may hold neither every sign nor many."""
    plain = _NOT_IN_A_NAME.sub(" ", label).strip("' ")
    fits = len(plain) <= _LONGEST and plain == label
    return f"Group {plain}" if fits else f"Group {number + 1} {plain[:_LONGEST]}".strip("' ")


def _tables(
    workbook: Workbook, labels: Sequence[str], by_game: bool, room: int, length: int, wbq: bool
) -> dict[str, Table]:
    """Where each table stands; on the sheet Calculation they are side by side.

    The players of all groups are one table, ``all``; ``group_0`` and so on are its parts.
    """
    many = len(labels) > 1
    setup, entry, working = (workbook[name] for name in ("Setup", "Results", "Calculation"))
    listed = Table(
        setup,
        HEADINGS,
        columns.LISTED_BY_GROUP if many else columns.LISTED,
        room * len(labels),
        block=room,
        option="players",
    )
    names = f"Setup!{listed.span('name', listed.first, listed.last, '$')}"
    sums = columns.group(many, wbq)
    everybody = Table(working, HEADINGS, sums, room * len(labels))
    matches = Table(working, HEADINGS, columns.matches(by_game, many), length, everybody.next_left)
    tables = {
        "listed": listed,
        "results": Table(
            entry, HEADINGS, columns.results(by_game, names, many), length, option="rows"
        ),
        "matches": matches,
        "all": everybody,
    }
    shown = columns.standings(room, many, wbq)
    for n, label in enumerate(labels):
        sheet = workbook[_title(label, n) if many else STANDINGS]
        tables[f"standings_{n}"] = Table(sheet, HEADINGS, shown, room)
        tables[f"group_{n}"] = Table(working, HEADINGS, sums, room, below=n * room)
    if many:
        tables["next"] = Table(working, HEADINGS, columns.NEXT, len(labels), matches.next_left)
        tables["best"] = Table(workbook[NEXT], HEADINGS, columns.next_placed(), len(labels))
    return tables


def _working(tables: Mapping[str, Table]) -> list[Table]:
    """The tables that stand side by side on the sheet Calculation."""
    return [tables[name] for name in ("all", "matches", "next") if name in tables]


def _of_group(tables: Mapping[str, Table], number: int) -> dict[str, Table]:
    """The tables as the formulas of one group see them."""
    own = {"group": tables[f"group_{number}"], "standings": tables[f"standings_{number}"]}
    return {**tables, **own}


def _write(
    tables: Mapping[str, Table],
    groups: int,
    listing: list[dict[str, object]],
    results: list[dict[str, object]],
) -> None:
    """Write every table; what there is of each group, with that group's cells."""
    tables["listed"].write(tables, listing)
    tables["results"].write(tables, results)
    for number in range(groups):
        own = _of_group(tables, number)
        own["standings"].write(own, ())
        own["group"].write(own, ())
    tables["matches"].write(tables, ())
    if groups > 1:
        rooms = len(listing) // groups
        tables["next"].write(
            tables,
            [{"row": n + 1, "group": listing[n * rooms]["group"]} for n in range(groups)],
        )
        tables["best"].write(tables, ())


def _by_game(results: Results, layout: str | None) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    there = ("game" if isinstance(results[0], Game) else "match") if results else layout or "match"
    if layout not in (None, there):
        raise OptionError(f"layout is {layout}, but one row of the results is a {there}.")
    return there == "game"


def _meetings(results: Results, by_game: bool) -> int | None:
    """How many rows a pairing has; by games or for teams, as many as the results show so far."""
    if not by_game and not any(row.by for row in results):
        return 1
    pairs = Counter(frozenset((r.player_a.casefold(), r.player_b.casefold())) for r in results)
    return max(pairs.values(), default=None)


def _finish(
    tables: Mapping[str, Table], labels: Sequence[str], names: Sequence[Sequence[str]]
) -> None:
    """Titles, frozen headings, the matrix' headings, marks and the charts."""
    many = len(labels) > 1
    sorted_by = (
        "Sorted by TP%. Q qualifies, ? is tied across the qualifying line, = shares "
        "the place. GBQ: above 0 is behind, below 0 ahead of the last qualifying place."
    )
    purposes = {
        "listed": "Write into the tinted cells: one player a row, and the options beside.",
        "results": "Write into the tinted cells, one row below the other.",
        "all": "The sums of each player, in the order of Setup, and of each row of results.",
    }
    frozen = {"listed": "A", "results": "C", "all": "C"}
    for name, purpose in purposes.items():
        pages.write_header(tables[name].sheet, purpose, status=name != "all")
        pages.freeze_headings(tables[name], frozen[name])
    pages.print_across(tables["all"], 3 if many else 2)
    pages.mark_problems(tables["results"])
    _name_records(tables["results"], tables["matches"])
    for n, label in enumerate(labels):
        own = _of_group(tables, n)
        table, of = own["standings"], f", group {label}" if many else ""
        pages.write_header(
            table.sheet, f"Group {label}. {sorted_by}" if many else sorted_by, status=True
        )
        pages.freeze_headings(table, "E", blank="place")
        _finish_standings(table, own, names[n], of)
        pages.name_standings(table, f"{NAME}{n + 1:02}" if many else NAME)
        published.name_leading_columns(table, "name", "percent", "gbq")
        pages.show_note(table.sheet)
    if many:
        best = tables["best"]
        pages.write_header(best.sheet, NEXT_PURPOSE, status=True)
        pages.freeze_headings(best, "D", blank="place")
        pages.name_standings(best, f"{NAME}{len(labels) + 1:02}")
        published.name_leading_columns(best, "name", "percent", "gbq")
        pages.show_note(best.sheet)
        _mark(best, [best.area("place"), best.area("name", "gbq")], "NextPlaces")


def _name_records(results: Table, matches: Table) -> None:
    """The matches of each player, from the side of either."""
    for own, other in ("ab", "ba"):
        published.name_record(
            Player=published.values(results, f"player_{own}"),
            Opponent=published.values(results, f"player_{other}"),
            Games=published.values(matches, "games"),
            TPs=published.values(matches, f"tps_{own}"),
            Against=published.values(matches, f"tps_{other}"),
            Event=published.values(results, "event"),
        )


def _finish_standings(
    table: Table, tables: Mapping[str, Table], names: Sequence[str], of: str
) -> None:
    against = [column.key for column in table.columns if column.key.startswith("against")]
    _head_matrix(table, tables, against)
    theme.fit_turned_headings(table.sheet, table.top, names)
    listed = len(names) or None
    table.sheet.print_title_rows = f"{columns.NUMBERS}:{table.top}"
    _mark_standings(table, against)
    charts.add_bars(
        table,
        "name",
        "gbq",
        title=f"Games behind the last qualifying place{of}",
        axes=("Player", "Games behind (below 0: ahead)"),
        text="Bar chart of GBQ by player in the order of the standings; bars to the left are "
        "ahead of the last qualifying place, bars to the right behind it. The figures are in the "
        "column GBQ of the table above.",
        rows=listed,
    )


def _head_matrix(table: Table, tables: Mapping[str, Table], against: Sequence[str]) -> None:
    """Above each column of the matrix the number of its player, and the name below that."""
    sheet, left = table.sheet, table.letter(against[0])
    label = sheet[f"{table.letter('decided')}{columns.NUMBERS}"]
    write(label, "TPs against No.")
    theme.apply_style(label, theme.NOTE, align="right")
    for key in against:
        letter = table.letter(key)
        number, name = sheet[f"{letter}{columns.NUMBERS}"], sheet[f"{letter}{table.top}"]
        nth = f"COLUMNS(${left}$1:{letter}$1)"
        number.value = pages.resolve_formula(f"=INDEX({{standings[no]}},{nth})", sheet, tables)
        theme.apply_style(number, theme.NOTE, align="center")
        found = f'=IF({number.coordinate}="","",INDEX({{all[name]}},{number.coordinate}))'
        name.value = pages.resolve_formula(found, sheet, tables)
        theme.turn_heading(name)
    matrix = f"{left}{table.top}:{table.letter(against[-1])}{table.last}"
    theme.hide_empty_columns(sheet, matrix)


def _mark_standings(table: Table, against: Sequence[str]) -> None:
    """Qualifiers, ties, the qualifying line, and the empty diagonal of the matrix."""
    line = _mark(table, [table.area("place"), table.area("no", "decided")], "Places")
    itself = f'{table.letter(against[0])}{table.first}="×"'
    matrix = table.area(against[0], against[-1])
    theme.highlight(table.sheet, matrix, [(itself, theme.QUIET)], line)


def _mark(table: Table, others: Sequence[str], places: str) -> str:
    """Qualifiers, ties, and the qualifying line; gives when a row has that line below it."""
    sheet, mark = table.sheet, f"${table.letter('mark')}{table.first}"
    line = f"ROWS({table.letter('mark')}${table.first}:{mark})={places}"
    qualified = (f'LEFT({mark})="Q"', theme.QUALIFIED)
    unsettled = (f'LEFT({mark})="?"', theme.LOOK_OUT)
    tied = (f'RIGHT({mark})="="', theme.TIED)
    theme.highlight(sheet, table.area("mark"), [unsettled, tied, qualified], line)
    theme.highlight(sheet, " ".join(others), [qualified], line)
    return line
