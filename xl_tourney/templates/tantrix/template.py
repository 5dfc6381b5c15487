"""The Tantrix group table: TPs, TP% and games behind the last definite qualifying place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from string import ascii_uppercase
from typing import Annotated, Literal

from ...errors import OptionError
from ...functions.tantrix.leads import STEP
from ...readers import tantrix as reader
from ...readers.tantrix import Results, TantrixGame
from ..parts.plan import PROBLEMS, SheetPlan, TablePlan, WorkbookPlan, read_sheets
from ..parts.qualification import page as what_if
from ..parts.qualification.named_cells import figures as race_figures
from ..parts.registry import Sample, games_of_all, row_capacity, template
from ..parts.settings import About
from ..parts.workbook import Functions
from . import pages, settings
from . import results as result_columns
from . import standings as shown
from . import tables as columns
from .pages import read_me
from .results import RACE

MOST_ROWS = 5000
MOST_PLAYERS = 100
MOST_GROUPS = 26
LABELS_JOINED_BY = ";"
STANDINGS, NEXT, COMPARE = "Standings", "Next placed", "Compare"
_NOT_IN_A_NAME = re.compile(r"[\[\]:*?/\\]")
_LONGEST = 20


@template(
    room={"players": 8},
    read=reader.read,
    begins="name,group\nAda Example,A\nBen Sample,A",
    asks=("places",),
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
    rows: Annotated[
        int | None, About("Rows for results; some more than there are.", 1, MOST_ROWS)
    ] = None,
    players: Annotated[
        int | None, About("Rows for players; some more than there are.", 1, MOST_PLAYERS)
    ] = None,
    places: Annotated[int, settings.PLACES] = 2,
    basis: Annotated[str, settings.BASIS] = "tp%",
    measured_from: Annotated[str, settings.MEASURED_FROM] = "line",
    no_games: Annotated[str, settings.NO_GAMES] = "last",
    step: Annotated[float, settings.ROUNDING] = STEP,
    groups: Annotated[
        int | None, About("How many groups; the data may say it, else 1.", 1, MOST_GROUPS)
    ] = None,
    group_names: Annotated[
        str | None, About("The names of the groups, such as Red;Blue; the data may say them.")
    ] = None,
    next_places: Annotated[int, settings.NEXT_PLACES] = 0,
    wbq: Annotated[str, settings.SHOW_WBQ] = "no",
    layout: Annotated[
        Literal["match", "game"] | None, About("What one row is; the data says it, else match.")
    ] = None,
) -> WorkbookPlan:
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
    length = row_capacity(
        "rows",
        rows,
        len(rows_of_games),
        minimum=40,
        spare=20,
        maximum=MOST_ROWS,
        coming=0 if rows_of_games else sum(map(games_of_all, map(len, names))),
    )
    has_functions = functions == "addin"

    tables = _tables(results, labels, names, room, length, by_game, wbq == "yes")
    figures = settings.figures(by_game, len(labels))
    if not many:
        tables |= what_if.table_plans(RACE, room, length, beside="matches")
        figures += race_figures(RACE, has_functions)
    return WorkbookPlan(
        title="Tantrix group",
        layout={
            "layout": "game" if by_game else "match",
            "rows": length,
            "players": room,
            "group_names": LABELS_JOINED_BY.join(labels) if many else None,
            "wbq": wbq,
        },
        sheets=_sheets(labels, has_functions),
        tables=tables,
        options=[
            settings.PLACES.of(places),
            *(settings.of_groups(next_places, labels) if many else ()),
            settings.BASIS.of(basis),
            settings.MEASURED_FROM.of(measured_from),
            settings.NO_GAMES.of(no_games),
            settings.ROUNDING.of(step),
            *([settings.SHOW_WBQ.of(wbq)] if wbq == "yes" else ()),
            settings.meetings(_meetings(results, by_game), by_game),
            *settings.WORTH,
            *([settings.LIMIT] if by_game else ()),
        ],
        figures=figures,
        words=(columns.WITHDREW,),
        checks=pages.checks(by_game, many),
        no_results=pages.nothing(by_game),
        open_question=pages.OPEN_TIE,
        read_me=read_me(by_game, many),
        records=RECORDS,
    )


def _tables(
    results: Results,
    labels: Sequence[str],
    names: Sequence[Sequence[str]],
    room: int,
    length: int,
    by_game: bool,
    shows_wbq: bool,
) -> dict[str, TablePlan]:
    """The tables; each group has one of the standings, and one of its figures."""
    many = len(labels) > 1
    listing: list[dict[str, object]] = [
        {"no": n, "group": label, "name": name}
        for n, (label, name) in enumerate(
            ((label, name) for label, own in zip(labels, names) for name in _filled(own, room)), 1
        )
    ]
    typed = [
        {**asdict(row), "event": ": ".join(filter(None, (row.event, row.by)))}
        for row in results
        if row.player_b
    ]
    working = columns.group(many, shows_wbq, by_game)
    sorted_columns = shown.standings(room, many, shows_wbq, by_game)
    only_played = bool(results) and all(row.is_played or not row.player_b for row in results)
    tables = {
        "listed": TablePlan(
            "Setup",
            columns.listed(many),
            room * len(labels),
            listing,
            block=room,
            option="players",
            upto="",
        ),
        "results": TablePlan(
            "Results",
            result_columns.results(by_game, many),
            length,
            typed,
            option="rows",
            upto="player_b",
            looks=[PROBLEMS],
        ),
        "matches": TablePlan(
            "Calculation", result_columns.matches(by_game, many), length, beside="all"
        ),
        "all": TablePlan(
            "Calculation", working, room * len(labels), is_whole=True, upto="no" if many else "name"
        ),
    }
    for n, (label, own) in enumerate(zip(labels, names)):
        group = {"group": f"group_{n}", "standings": f"standings_{n}"}
        tables[f"standings_{n}"] = TablePlan(
            _title(label, n) if many else STANDINGS,
            sorted_columns,
            room,
            aliases=group,
            upto="name",
            blank="place",
            leading=("name", "percent", "gbq"),
            looks=pages.of_standings(sorted_columns, own, label if many else "", only_played),
        )
        tables[f"group_{n}"] = TablePlan(
            "Calculation", working, room, below=n * room, aliases=group
        )
    tables |= _next_placed(labels, room) if many else {}
    tables["compared"] = TablePlan(
        COMPARE,
        compared := shown.compared(room, many),
        room,
        upto="name",
        blank="place",
        looks=pages.of_comparison(compared, max(names, key=len)),
    )
    return tables


def _next_placed(labels: Sequence[str], room: int) -> dict[str, TablePlan]:
    """The best of each group beside those who qualify by their place, and all of them sorted."""
    return {
        "next": TablePlan(
            "Calculation",
            columns.NEXT,
            len(labels),
            [{"row": n, "group": label} for n, label in enumerate(labels, 1)],
            beside="matches",
        ),
        "best": TablePlan(
            NEXT,
            shown.next_placed(),
            room * len(labels),
            upto="name",
            blank="place",
            leading=("name", "percent", "gbq"),
            looks=pages.OF_NEXT,
        ),
    }


RECORDS = [
    {
        "Player": f"results[player_{own}]",
        "Opponent": f"results[player_{other}]",
        "Games": "matches[games]",
        "TPs": f"matches[tps_{own}]",
        "Against": f"matches[tps_{other}]",
        "Event": "results[event]",
        "Open": "matches[to_play]",
    }
    for own, other in ("ab", "ba")
]
"""The matches of each player, from the side of either."""


def _groups(
    results: Results, wanted: int | None, group_names: str | None
) -> tuple[list[str], list[list[str]]]:
    """The groups and their players; more groups, if asked for, are named by letters."""
    found = reader.groups(results)
    if group_names:
        found = _named(found, group_names)
    found = found or {"": []}
    if wanted is not None and wanted < len(found):
        raise OptionError(f"groups is {wanted}, but the results have {len(found)}; ask for more.")
    if len(found) > MOST_GROUPS:
        raise OptionError(f"There is room for {MOST_GROUPS} groups; the results have {len(found)}.")
    taken = set(map(str.casefold, found))
    letters = (letter for letter in ascii_uppercase if letter.casefold() not in taken)
    if wanted is not None and wanted > 1 and "" in found:
        found = {label or next(letters): names for label, names in found.items()}
    while len(found) < (wanted or 1):
        found[next(letters)] = []
    return list(found), list(found.values())


def _named(found: Mapping[str, list[str]], group_names: str) -> dict[str, list[str]]:
    """The groups as they are asked for, each with the players that the results have for it."""
    in_results = {label.casefold(): names for label, names in found.items()}
    labels = [" ".join(label.split()) for label in group_names.split(LABELS_JOINED_BY)]
    keys = [label.casefold() for label in labels]
    if not all(keys) or len(set(keys)) < len(keys):
        raise OptionError("group_names must be different names, with semicolons between them.")
    others = [label for label in found if label and label.casefold() not in keys]
    if others:
        raise OptionError(f"group_names lacks {others[0]}, which is in the results; add it.")
    return {label: in_results.get(label.casefold(), []) for label in labels}


def _filled(names: Sequence[str], room: int) -> list[str | None]:
    return [*names, *[None] * room][:room]


def _sheets(labels: Sequence[str], has_functions: bool) -> dict[str, SheetPlan]:
    """The sheets, with one for each group where there are several."""
    many = len(labels) > 1
    standings = {
        STANDINGS: SheetPlan(
            "The table: sorted, with everybody's scores against everybody, and a chart.",
            pages.standings_purpose(),
            computes_purpose=True,
            for_director=pages.SORTED,
        )
    }
    if many:
        standings = {
            _title(label, n): SheetPlan(
                "The table of this group.",
                pages.standings_purpose(label),
                computes_purpose=True,
                for_director=pages.SORTED,
            )
            for n, label in enumerate(labels)
        }
        standings[NEXT] = SheetPlan(
            "The next placed of all groups, for the places that are left.",
            pages.NEXT_PURPOSE,
            for_director=pages.HOW_MANY_NEXT,
        )
    race = {} if many else {what_if.SHEET: what_if.sheet_plan(RACE, NAMES, has_functions)}
    of_group = {"purpose": pages.COMPARISON_OF_GROUP, "computes_purpose": True}
    return read_sheets(
        "tantrix", {"standings": standings, "race": race}, {COMPARE: of_group} if many else {}
    )


NAMES = "{listed[name]}"
"""The cells with the names of all players."""


def _title(label: str, number: int) -> str:
    """The name of a group's sheet, which may hold neither every sign nor many."""
    plain = _NOT_IN_A_NAME.sub(" ", label).strip("' ")
    fits = len(plain) <= _LONGEST and plain == label
    return f"Group {plain}" if fits else f"Group {number + 1} {plain[:_LONGEST]}".strip("' ")


def _is_by_game(results: Results, layout: str | None) -> bool:
    """Whether one row is a game: as the results are, or as asked for when there are none."""
    played = [row for row in results if row.is_played]
    there = (
        ("game" if isinstance(played[0], TantrixGame) else "match") if played else layout or "match"
    )
    if layout not in (None, there):
        raise OptionError(
            f"layout is {layout}, but one row of the results is a {there}; leave it out."
        )
    return there == "game"


def _meetings(results: Results, by_game: bool) -> int | None:
    """How many rows a pairing has; as many as there are by games, of teams, or with fixtures."""
    games = [row for row in results if row.player_b]
    has_fixtures = any(not row.is_played for row in games)
    if not by_game and not has_fixtures and not any(row.by for row in games):
        return 1
    pairs = Counter(frozenset((r.player_a.casefold(), r.player_b.casefold())) for r in games)
    return max(pairs.values(), default=None)
