"""The Tantrix group table: TPs, TP% and games behind the last definite qualifying place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from string import ascii_uppercase
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate, get_column_letter

from ...errors import OptionError
from ...functions.tantrix.leads import STEP
from ...readers import tantrix as reader
from ...readers.tantrix import Results, TantrixGame
from ..parts import pages, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.qualification import page as what_if
from ..parts.qualification import race as qualification
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table
from ..parts.workbook import Functions, StandingsWorkbook
from . import checks as tantrix_checks
from . import results as result_columns
from . import standings as shown
from . import tables as columns
from .looks import finish
from .pages import read_me
from .results import RACE
from .settings import figures, name_labels, options

MOST_ROWS = 5000
MOST_PLAYERS = 100
MOST_GROUPS = 26
SHEETS = {
    "Read me": "This page.",
    "Setup": "The players, and the options: places, rounding. You fill it in.",
    "Results": "What was played. You fill it in.",
    "Standings": "The table: sorted, with everybody's scores against everybody, and a chart.",
    "Compare": "How many games everybody is behind everybody else.",
    what_if.SHEET: what_if.SUMMARY.format("a player"),
    "Checks": "Whether the results can be right; each line says where to look.",
    "Calculation": "The sums behind the table, for those who want to follow them.",
}
PORTRAIT = ("Read me",)
LABELS_JOINED_BY = ";"
STANDINGS, NEXT, COMPARE = "Standings", "Next placed", "Compare"
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
    measured_from: Annotated[
        Literal["line", "leader"], About("Whose GBQ is 0: the last qualifying place, or the first.")
    ] = "line",
    step: Annotated[float, About("To what GBQ is rounded; 0: not at all.", 0)] = STEP,
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
    event is kept as a note.  A row with two names and no score is a fixture, which counts as still
    to play; a row with one name lists a player without games, and a file may hold nothing but such
    rows.  Who plays against Bye does not play.  Two players of one name are told apart by the
    columns club_a and club_b.

    A column group gives each group standings of its own, and the best next-placed players of all
    groups a page.  A team is an entrant like a player; with the columns team_a and team_b, the
    games of its players add up to its own.
    """
    results = results or []
    rows_of_games = [row for row in results if row.player_b]
    labels, names = _groups(results, groups, group_names)
    many = len(labels) > 1
    by_game = _is_by_game(results, layout)
    largest = max(map(len, names))
    room = row_capacity("players", players, largest, minimum=8, spare=3, maximum=MOST_PLAYERS)
    length = row_capacity("rows", rows, len(rows_of_games), minimum=40, spare=20, maximum=MOST_ROWS)

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
    if not many:
        what_if.add_tables(tables, RACE, workbook[what_if.SHEET], room, length)
    listing: list[dict[str, object]] = [
        {"no": n, "group": label, "name": name}
        for n, (label, name) in enumerate(
            ((label, name) for label, own in zip(labels, names) for name in _filled(own, room)), 1
        )
    ]
    typed = [
        {**asdict(row), "event": ": ".join(filter(None, (row.event, row.by)))}
        for row in rows_of_games
    ]
    _write(tables, len(labels), listing, typed)

    meetings = _meetings(results, by_game)
    chosen = options(
        {
            "Places": places,
            "NextPlaces": next_places if many else None,
            "Basis": basis,
            "MeasuredFrom": measured_from,
            "Step": step,
            "ShowWBQ": wbq if wbq == "yes" else None,
            "CompareGroup": labels[0] if many else None,
            "Meetings": meetings,
        },
        by_game,
        len(labels),
        tables,
    )
    chosen = [*pages.common_settings(title, note, as_of), *chosen]
    beside = get_column_letter(tables["listed"].next_left)
    pages.write_settings(workbook, workbook["Setup"], beside, chosen, tables)
    beside = get_column_letter(max(table.next_left for table in _working(tables)))
    counted = figures(by_game, len(labels))
    if not many:
        counted += qualification.figures(RACE, functions == "addin")
    pages.write_settings(workbook, workbook["Calculation"], beside, counted, tables)
    if not many:
        qualification.name_ranges(workbook, "Calculation", len(RACE.worths))
        listed = f"Setup!{absolute_coordinate(tables['listed'].area('name'))}"
        what_if.write_questions(workbook[what_if.SHEET], RACE, listed, tables, functions == "addin")
        what_if.finish(tables)
    name_labels(workbook)
    write_checks(
        workbook,
        workbook["Checks"],
        tantrix_checks.checks(by_game, many),
        tantrix_checks.nothing(by_game),
        tables,
        open_question=tantrix_checks.OPEN_TIE,
    )
    links = {name: purpose for name, purpose in sheets.items() if name != about.title}
    pages.write_read_me(about, links, read_me(by_game, many))
    without_fixtures = bool(results) and all(row.is_played or not row.player_b for row in results)
    finish(tables, labels, names, without_fixtures)
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
        if name == what_if.SHEET:
            continue
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
        columns.listed(many),
        room * len(labels),
        block=room,
        option="players",
    )
    names = f"Setup!{listed.span('name', listed.first, listed.last, '$')}"
    sums = columns.group(many, wbq, by_game)
    everybody = Table(working, HEADINGS, sums, room * len(labels))
    matches = Table(
        working, HEADINGS, result_columns.matches(by_game, many), length, everybody.next_left
    )
    tables = {
        "listed": listed,
        "results": Table(
            entry, HEADINGS, result_columns.results(by_game, names, many), length, option="rows"
        ),
        "matches": matches,
        "all": everybody,
    }
    sorted_columns = shown.standings(room, many, wbq, by_game)
    for n, label in enumerate(labels):
        sheet = workbook[_title(label, n) if many else STANDINGS]
        tables[f"standings_{n}"] = Table(sheet, HEADINGS, sorted_columns, room)
        tables[f"group_{n}"] = Table(working, HEADINGS, sums, room, below=n * room)
    if many:
        tables["next"] = Table(working, HEADINGS, columns.NEXT, len(labels), matches.next_left)
        tables["best"] = Table(workbook[NEXT], HEADINGS, shown.next_placed(), everybody.rows)
    tables["compared"] = Table(workbook[COMPARE], HEADINGS, shown.compared(room, many), room)
    return tables


_WORKING = ("all", "matches", "next", "then", "supposed")


def _working(tables: Mapping[str, Table]) -> list[Table]:
    """The tables that stand side by side on the sheet Calculation."""
    return [tables[name] for name in _WORKING if name in tables]


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
        own = columns.tables_of_group(tables, number)
        own["standings"].write(own, ())
        own["group"].write(own, ())
    for name in ("matches", *what_if.TABLES):
        if name in tables:
            tables[name].write(tables, ())
    tables["compared"].write(tables, ())
    if groups > 1:
        rooms = len(listing) // groups
        tables["next"].write(
            tables,
            [{"row": n + 1, "group": listing[n * rooms]["group"]} for n in range(groups)],
        )
        tables["best"].write(tables, ())


def _is_by_game(results: Results, layout: str | None) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    played = [row for row in results if row.is_played]
    there = (
        ("game" if isinstance(played[0], TantrixGame) else "match") if played else layout or "match"
    )
    if layout not in (None, there):
        raise OptionError(f"layout is {layout}, but one row of the results is a {there}.")
    return there == "game"


def _meetings(results: Results, by_game: bool) -> int | None:
    """How many rows a pairing has; as many as there are by games, of teams, or with fixtures."""
    games = [row for row in results if row.player_b]
    has_fixtures = any(not row.is_played for row in games)
    if not by_game and not has_fixtures and not any(row.by for row in games):
        return 1
    pairs = Counter(frozenset((r.player_a.casefold(), r.player_b.casefold())) for r in games)
    return max(pairs.values(), default=None)
