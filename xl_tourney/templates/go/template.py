"""The go wall list: criteria in any order, places, and tied groups worked out step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import absolute_coordinate
from openpyxl.worksheet.formula import ArrayFormula

from ...errors import OptionError
from ...readers.go import read as reader
from ...readers.go.tournament import MAX_ROUNDS, GoPlayer, GoTournament, System
from ..parts import pages, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.qualification import page as what_if
from ..parts.qualification import pairs
from ..parts.qualification import race as qualification
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table, name_cells
from ..parts.workbook import Functions, StandingsWorkbook
from . import games as of_games
from . import rounds as of_rounds
from . import standings, tables
from .formatting import PORTRAIT, finish
from .games import MAX_GAMES, USUAL_GAMES
from .pages import checks, has_no_results, read_me
from .placing import MAX_CRITERIA, STEPS, iterations, steps
from .race import RACE, pair_columns
from .settings import constants, most_meetings, pair_figures, settings
from .tables import CRITERIA

MAX_PLAYERS = 2000
GAMES = "Games"
SHEETS = {
    "Read me": "This page.",
    "Setup": "How the tournament is placed: system, criteria and their order. You fill it in.",
    "Wall list": "The players and their results, round by round. You fill it in.",
    GAMES: "Each game once, in place of the two cells of the wall list. You fill it in, or not.",
    "Standings": "The wall list by place, with criteria, OPERA and what decided each place.",
    "Tied groups": "Who is tied before direct comparison, and each iteration of it.",
    "One group": "One tied group in detail: its virtual round robin. You choose which.",
    what_if.SHEET: what_if.SUMMARY.format("a player"),
    "Checks": "Whether the wall list can be right; each line says where to look.",
    "Calculation": "Every criterion of every player, for those who want to follow the sums.",
    "Rounds": "Every cell of the wall list, parsed and compared with the opponent's.",
}
BESIDE_SETTINGS = 5
"""The column of a sheet in which a table begins that stands beside named cells."""
USUAL: Mapping[System, tuple[str, ...]] = {
    "mcmahon": ("MMS", "SOS", "SOSOS"),
    "swiss": ("NBW", "SOS", "SOSOS"),
    "round-robin": ("NBW", "SODOS", "DC"),
}
"""The criteria where nobody says others."""
IN_AN_EXTRACT = ("NBW", "DC", "DC")
"""The usual criteria where rows are missing: those that need nobody's score but the own."""
FACE_TO_FACE = ("face to face", "face-to-face", "direct comparison")
"""Other names of DC."""


@template(
    read=reader.read,
    samples=[
        Sample("go_gp2020.xml"),
        Sample("go_final_2020.h9"),
        Sample(
            "go_egc2009.csv",
            {
                "title": "EGC 2009, the first four",
                "note": "The wall list as published of the four who shared the first place with 8 "
                "wins; the rows of their other opponents are missing.",
                "system": "swiss",
                "criteria": "NBW,DC,DC",
            },
        ),
    ],
)
def go(
    tournament: GoTournament | None = None,
    functions: Functions = "native",
    *,
    title: Annotated[str | None, About("heading of the workbook; the data says it")] = None,
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    rows: Annotated[int | None, About("rows for players", 2, MAX_PLAYERS)] = None,
    rounds: Annotated[int | None, About("columns for rounds", 1, MAX_ROUNDS)] = None,
    games: Annotated[
        int | None,
        About(
            "rows of the page Games, 0 for no such page; if left out, one for each game, and none "
            f"above {USUAL_GAMES}",
            0,
            MAX_GAMES,
        ),
    ] = None,
    system: Annotated[
        Literal["mcmahon", "swiss", "round-robin"] | None,
        About("how it is played; the data says it, else swiss"),
    ] = None,
    criteria: Annotated[
        str | None,
        About("placement criteria in their order, such as MMS,SOS,SOSOS,DC; the data says them"),
    ] = None,
    meetings: Annotated[
        int | None,
        About("how often everybody meets everybody in a round robin; as the data has it", 1, 9),
    ] = None,
    variant: Annotated[
        Literal["text", "program"], About("which OPERA: as described, or as its program counts")
    ] = "text",
) -> StandingsWorkbook:
    """Go wall list: McMahon, Swiss or round robin, placed by criteria in any order.

    Takes EGD h9, OpenGotha XML or CSV: one row a player, with the columns name and r1, r2 and so
    on, which hold 14+, 10-/w2, 5= or 0+; and, where they are known, club, country, rank, rating,
    and start, the McMahon score.  The standings show what decided each place and OPERA; tied groups
    are worked out step by step.  With the system round-robin as an option, the standings say who
    can still finish where, and the page What if with which results.
    """
    tournament = tournament or GoTournament(())
    is_asked_for = system == pairs.SYSTEM
    system = system or tournament.system
    chosen = _chosen(criteria, tournament, system)
    length = row_capacity(
        "rows", rows, tournament.highest_number, minimum=12, spare=2, maximum=MAX_PLAYERS
    )
    count = row_capacity(
        "rounds", rounds, tournament.rounds, minimum=1, spare=0, maximum=MAX_ROUNDS
    )
    if not (tournament.rounds or rounds):
        count = 5

    if games is None:
        games = length // 2 * count
        games = games if games <= USUAL_GAMES and not tournament.outsiders else 0
    meets = meetings or most_meetings(tournament)
    has_pairs = is_asked_for and length <= pairs.MOST_PLAYERS
    if meetings and is_asked_for and not has_pairs:
        raise OptionError(f"There is room for {pairs.MOST_PLAYERS} players in a round robin.")
    absent = {*([] if games else [GAMES]), *([] if has_pairs else [what_if.SHEET])}
    sheets = {name: text for name, text in SHEETS.items() if name not in absent}

    workbook = theme.new_workbook(title := title or tournament.name or "Go tournament", functions)
    about, *_ = (theme.new_sheet(workbook, n, landscape=n not in PORTRAIT) for n in sheets)
    workbook.set_layout(
        rows=length,
        rounds=count,
        games=games,
        system=system if has_pairs else None,
        meetings=meets if has_pairs else None,
    )
    sheet_tables = _tables(workbook, length, count, games, meets if has_pairs else 0)
    inputs: dict[str, Sequence[Mapping[str, object]]] = {
        "entries": _listing(tournament.players, length),
        "criteria": [{"name": name, "description": text} for name, text in CRITERIA.items()],
        "progress": [{"details": of_rounds.details()}],
        "problems": [{"problem": f"{text}. "} for text in of_rounds.PROBLEMS],
    }
    named = sheet_tables
    if has_pairs:
        inputs["matches"] = pairs.rows(length, meets)
        named = {**sheet_tables, "results": sheet_tables["matches"]}
    for name, table in sheet_tables.items():
        table.write(named, inputs.get(name, ()))
    _name_details(workbook, sheet_tables["progress"])
    if not workbook.is_native:
        _fill_steps(sheet_tables, count)

    options = settings(tournament, system, chosen, variant, sheet_tables["criteria"], meets)
    common = pages.common_settings(title, note, as_of)
    pages.write_settings(workbook, workbook["Setup"], "A", [*common, *options], sheet_tables)
    fixed = constants(count, workbook.is_native)
    if games:
        fixed.append(of_games.games_entered())
    if has_pairs:
        fixed += [*pair_figures(meets), *qualification.figures(RACE, functions == "addin")]
    pages.write_settings(workbook, workbook["Calculation"], "A", fixed, sheet_tables)
    _name_column(workbook, "PlacedBy", "Setup", "Criterion")
    _name_column(workbook, "Labels", "Calculation", "Label")
    finish(workbook, sheet_tables, tournament, chosen)
    if has_pairs:
        qualification.name_ranges(workbook, "Calculation", len(RACE.worths))
        listed = f"'Wall list'!{absolute_coordinate(sheet_tables['entries'].area('name'))}"
        page = workbook[what_if.SHEET]
        what_if.write_questions(page, RACE, listed, named, functions == "addin")
        what_if.finish(sheet_tables)
    must_hold = checks(count, workbook.is_native, bool(games), has_pairs)
    write_checks(workbook, workbook["Checks"], must_hold, has_no_results(count), sheet_tables)
    comparisons = iterations(length, count) if workbook.is_native else 0
    links = {name: purpose for name, purpose in sheets.items() if name != about.title}
    pages.write_read_me(
        about, links, read_me(tournament.left_out, comparisons, bool(games), has_pairs)
    )
    return workbook


def _chosen(criteria: str | None, tournament: GoTournament, system: System) -> tuple[str, ...]:
    """The criteria as asked for, as the data says, or as usual."""
    if criteria is None:
        usual = IN_AN_EXTRACT if tournament.outsiders else USUAL[system]
        chosen = tournament.criteria or usual
    else:
        known = {name.casefold(): name for name in CRITERIA} | dict.fromkeys(FACE_TO_FACE, "DC")
        asked = [" ".join(name.split()) for name in criteria.replace(";", ",").split(",")]
        unknown = [name for name in asked if name.casefold() not in known]
        if unknown:
            raise OptionError(
                f"criteria has “{unknown[0]}”; choose among {', '.join(CRITERIA)}, with commas."
            )
        chosen = tuple(known[name.casefold()] for name in asked)
    if len(chosen) > MAX_CRITERIA:
        raise OptionError(f"There is room for {MAX_CRITERIA} criteria, not {len(chosen)}.")
    return chosen


def _tables(
    workbook: Workbook, length: int, count: int, games: int, meetings: int
) -> dict[str, Table]:
    """Where each table stands; on the sheet Rounds there are five side by side.

    ``meetings`` is how often all pairs are listed; 0 for no such list.
    """
    room = min(standings.SHOWN, length)
    calculation, tied, parsed = (workbook[n] for n in ("Calculation", "Tied groups", "Rounds"))
    by_games = of_games.listed_entry() if games else '""'
    rounds = Table(parsed, HEADINGS, of_rounds.rounds(count, by_games), length)
    members = Table(parsed, HEADINGS, standings.members(count), room, rounds.next_left)
    order = Table(parsed, HEADINGS, standings.ORDER, length, members.next_left)
    progress = Table(parsed, HEADINGS, of_rounds.progress(count), 1, order.next_left)
    faults = of_rounds.problems()
    problems = Table(parsed, HEADINGS, faults, len(of_rounds.PROBLEMS), progress.next_left)
    placed = {
        "entries": Table(
            workbook["Wall list"], HEADINGS, tables.entries(count), length, option="rows"
        ),
        "criteria": Table(
            workbook["Setup"], HEADINGS, tables.CRITERIA_COLUMNS, len(CRITERIA), BESIDE_SETTINGS
        ),
        "rounds": rounds,
        "progress": progress,
        "problems": problems,
        "score": Table(
            calculation,
            HEADINGS,
            tables.score(count, length, meetings > 0),
            length,
            BESIDE_SETTINGS,
        ),
        "order": order,
        "standings": Table(
            workbook["Standings"],
            HEADINGS,
            standings.standings(count, bool(games), meetings > 0),
            length,
        ),
        "tied": Table(tied, HEADINGS, standings.tied(count), length),
        "members": members,
        "detail": Table(
            workbook["One group"], standings.DETAIL, standings.detail(room, count), room
        ),
    }
    if games:
        page = workbook[GAMES]
        columns = of_games.listed(count)
        placed |= {
            "games": Table(page, HEADINGS, of_games.games(), games, option="games"),
            "listed": Table(parsed, HEADINGS, columns, games, problems.next_left),
        }
    if meetings:
        room = length * (length - 1) // 2 * meetings
        beside = placed["score"].next_left
        placed["matches"] = Table(calculation, HEADINGS, pair_columns(count), room, beside)
        what_if.add_tables(placed, RACE, workbook[what_if.SHEET], length, room)
    return placed


def _listing(players: Sequence[GoPlayer], length: int) -> list[dict[str, object]]:
    """The rows of the wall list; blank ones are numbered too."""
    rows: list[dict[str, object]] = []
    started = any(player.start for player in players)
    for player in players:
        row = asdict(player)
        row["start"] = player.start if started and player.name else None
        cells = row.pop("rounds")
        row |= {f"r_{k}": cell or None for k, cell in enumerate(cells, 1)}
        rows.append({key: value if value != "" else None for key, value in row.items()})
    rows += [{} for _ in range(length - len(rows))]
    return [{"no": number, **row} for number, row in enumerate(rows, 1)]


def _fill_steps(sheet_tables: Mapping[str, Table], count: int) -> None:
    """One array formula for all iterations of direct comparison."""
    score = sheet_tables["score"]
    area = score.area("step_1", f"step_{STEPS}")
    formula = pages.resolve_formula(steps(count), score.sheet, sheet_tables)
    score.sheet[area.partition(":")[0]] = ArrayFormula(area, formula)


def _name_details(workbook: Workbook, progress: Table) -> None:
    """A name for the text that holds everything that may stand behind a result."""
    name_cells(workbook, "Details", progress.sheet, f"{progress.letter('details')}{progress.first}")


def _name_column(workbook: Workbook, name: str, sheet: str, numbered: str) -> None:
    """One name for the cells with all names of a kind, such as those of the chosen criteria."""
    first, last = (
        workbook.defined_names[f"{numbered}{k}"].attr_text.partition("!")[2]
        for k in (1, MAX_CRITERIA)
    )
    name_cells(workbook, name, workbook[sheet], f"{first}:{last}")
