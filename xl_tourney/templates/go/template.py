"""The go wall list: criteria in any order, places, and tied groups worked out step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated

from ...errors import OptionError
from ...functions.go.bar import Start, work_out
from ...readers.go import read as reader
from ...readers.go.tournament import MAX_ROUNDS, GoTournament, System
from ..parts import games as page_of_games
from ..parts.plan import PROBLEMS, SETTINGS, TablePlan, WorkbookPlan
from ..parts.qualification import page as what_if
from ..parts.qualification import pairs
from ..parts.qualification.named_cells import figures as race_figures
from ..parts.registry import AtLeast, Sample, row_capacity, template, usual_rounds
from ..parts.settings import About, Setting
from ..parts.workbook import Functions
from . import criteria as of_criteria
from . import games as of_games
from . import looks, settings, standings, tables
from . import rounds as of_rounds
from .pages import checks, has_no_results, read_me
from .placing import MAX_CRITERIA, iterations
from .race import RACE, pair_columns

MAX_PLAYERS = 2000
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
    room={"rows": 64},
    read=reader.read,
    begins="name,rank\nAda Example,3d\nBen Sample,1k",
    asks=("rounds", "system"),
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
    rows: Annotated[int | None, About("rows for players", 2, MAX_PLAYERS)] = None,
    rounds: Annotated[int | None, About("columns for rounds", 1, MAX_ROUNDS)] = None,
    games: Annotated[
        int | None,
        About(page_of_games.HELP, 0, page_of_games.MAX_GAMES),
    ] = None,
    system: Annotated[System | None, settings.SYSTEM] = None,
    criteria: Annotated[
        str | None,
        About("placement criteria in their order, such as MMS,SOS,SOSOS,DC; the data says them"),
    ] = None,
    also: Annotated[str | None, About("further criteria that can be chosen in it")] = None,
    meetings: Annotated[int | None, settings.MEETINGS] = None,
    variant: Annotated[str, settings.OPERA_VARIANT] = "text",
) -> WorkbookPlan:
    """Go wall list: McMahon, Swiss or round robin, placed by criteria in any order.

    Takes EGD h9, OpenGotha XML or CSV: one row a player, with the columns name and r1, r2 and so
    on, which hold 14+, 10-/w2, 5= or 0+; and, where they are known, club, country, rank, rating,
    and start, the McMahon score.  The standings show what decided each place and OPERA; tied groups
    are worked out step by step.  With the system round-robin as an option, the standings say who
    can still finish where, and the page What if with which results.
    """
    tournament = tournament or GoTournament(())
    is_asked_for = system == pairs.SYSTEM
    by_ranks = _is_list_of_ranks(tournament) and system in (None, "mcmahon")
    system = system or ("mcmahon" if by_ranks else tournament.system)
    if also is None and None in (rows, rounds, games):  # which the layout of a saved one has
        also = of_criteria.also_offered()
    listed_criteria = of_criteria.listed(also)
    chosen = _chosen(criteria, tournament, system, listed_criteria)
    if is_asked_for and isinstance(rows, AtLeast):
        rows = None  # everybody meets everybody: room for more is room for very many games
    length = row_capacity(
        "rows", rows, tournament.highest_number, minimum=12, spare=2, maximum=MAX_PLAYERS
    )
    count = _rounds(tournament, rounds)
    ranks = [player.rank for player in tournament.players]
    start = work_out(ranks, count) if by_ranks else Start()
    if games is None:
        games = 0 if tournament.outsiders else page_of_games.default_rows(length, count)
    meets = meetings or settings.most_meetings(tournament)
    listed = _listed_meetings(meets, bool(meetings), length) if is_asked_for else 0
    has_pairs = listed > 0
    native, has_functions = functions == "native", functions == "addin"
    comparisons = iterations(length, count) if native else 0
    return WorkbookPlan(
        title=tournament.name or "Go tournament",
        layout={
            "rows": length,
            "rounds": count,
            "games": games,
            "system": system if has_pairs else None,
            "meetings": listed or None,
            "also": also or None,
        },
        sheets=looks.sheets(bool(games), has_pairs, has_functions),
        tables=_tables(tournament, chosen, length, count, games, listed, also),
        options=settings.of(tournament, system, chosen, variant, meets, start),
        figures=_figures(count, functions, bool(games), listed),
        words=(("Criterion", ("DC", "DC place")),),
        checks=checks(count, native, bool(games), has_pairs),
        no_results=has_no_results(count),
        read_me=read_me(tournament.left_out, listed_criteria, comparisons, bool(games), has_pairs),
        records=[
            {
                "Entry": "entries[no]",
                "Round": f"entries.heads[r_1:r_{count}]",
                "Opponent": f"rounds[clean_1:clean_{count}]",
            }
        ],
        published=page_of_games.boards("listed", "black_no:white_no") if games else {},
        assumed=[start.sentence] if by_ranks else [],
    )


def _figures(count: int, functions: Functions, has_games: bool, meetings: int) -> list[Setting]:
    """The named cells that only calculate; ``meetings`` is how often all pairs are listed."""
    figures = settings.constants(count, functions == "native")
    if has_games:
        figures.append(page_of_games.entered("listed", "black_key:white_key"))
    if meetings:
        figures += [*settings.pair_figures(meetings), *race_figures(RACE, functions == "addin")]
    return figures


def _listed_meetings(meets: int, is_asked_for: bool, length: int) -> int:
    """How often all pairs of a round robin are listed; not at all where there is no room."""
    if length <= pairs.MOST_PLAYERS:
        return meets
    if is_asked_for:
        raise OptionError(
            f"There is room for {pairs.MOST_PLAYERS} players in a round robin; leave out meetings."
        )
    return 0


def _is_list_of_ranks(tournament: GoTournament) -> bool:
    """Whether it lists players by ranks, and says neither what was played nor how they start."""
    players = tournament.players
    begins = not tournament.rounds and not tournament.criteria and tournament.system == "swiss"
    starts = any(player.start for player in players)
    return begins and not starts and any(player.rank for player in players)


def _rounds(tournament: GoTournament, rounds: int | None) -> int:
    """How many rounds there is room for."""
    count = row_capacity(
        "rounds", rounds, tournament.rounds, minimum=1, spare=0, maximum=MAX_ROUNDS
    )
    return count if tournament.rounds or rounds else usual_rounds(5, len(tournament.players))


def _chosen(
    criteria: str | None, tournament: GoTournament, system: System, listed: Mapping[str, str]
) -> tuple[str, ...]:
    """The criteria as asked for, as the data says, or as usual."""
    if criteria is None:
        usual = IN_AN_EXTRACT if tournament.outsiders else USUAL[system]
        chosen = tournament.criteria or usual
    else:
        known = {name.casefold(): name for name in listed} | dict.fromkeys(FACE_TO_FACE, "DC")
        asked = [" ".join(name.split()) for name in criteria.replace(";", ",").split(",")]
        unknown = [name for name in asked if name.casefold() not in known]
        if unknown:
            raise OptionError(
                f"criteria has “{unknown[0]}”; choose among {', '.join(listed)}, with commas."
            )
        chosen = tuple(known[name.casefold()] for name in asked)
    if len(chosen) > MAX_CRITERIA:
        raise OptionError(
            f"There is room for {MAX_CRITERIA} criteria, not {len(chosen)}; name fewer."
        )
    return chosen


def _tables(
    tournament: GoTournament,
    criteria: Sequence[str],
    length: int,
    count: int,
    games: int,
    meetings: int,
    also: str | None,
) -> dict[str, TablePlan]:
    """The tables; on the sheet Rounds there are several side by side.

    ``meetings`` is how often all pairs are listed; 0 for no such list.
    """
    room = min(standings.SHOWN, length)
    by_games = of_games.listed_entry() if games else None
    listed_criteria = of_criteria.listed(also)
    names = [player.name for player in tournament.players]
    placed = {
        "entries": TablePlan(
            "Wall list",
            tables.entries(count),
            length,
            _listing(tournament, length),
            option="rows",
            upto="name",
            looks=[PROBLEMS],
        ),
        "criteria": TablePlan(
            "Setup",
            tables.CRITERIA_COLUMNS,
            len(listed_criteria),
            [{"name": name, "description": text} for name, text in listed_criteria.items()],
            beside=SETTINGS,
            is_printed=False,
        ),
        "rounds": TablePlan(
            "Rounds", of_rounds.rounds(count, by_games, meetings > 0), length, upto="no"
        ),
        "progress": TablePlan(
            "Rounds",
            of_rounds.progress(count),
            1,
            [{"details": of_rounds.details()}],
            beside="order",
        ),
        "problems": TablePlan(
            "Rounds",
            of_rounds.problems(),
            len(of_rounds.PROBLEMS),
            [{"problem": f"{text}. "} for text in of_rounds.PROBLEMS],
            beside="progress",
        ),
        "score": TablePlan(
            "Calculation",
            tables.score(count, length, also, meetings > 0),
            length,
            beside=SETTINGS,
            upto="name",
        ),
        "order": TablePlan("Rounds", standings.ORDER, length, beside="members"),
        "standings": TablePlan(
            "Standings",
            standings.standings(count, bool(games), meetings > 0),
            length,
            upto="name",
            blank="place",
            leading=("name", "key_1", "key_2"),
            looks=looks.of_standings(tournament, criteria, count, meetings > 0),
        ),
        "tied": TablePlan(
            "Tied groups",
            standings.tied(count),
            length,
            upto="",
            blank="group",
            looks=looks.OF_TIED,
        ),
        "members": TablePlan("Rounds", standings.members(count), room, beside="rounds", blank="no"),
        "detail": TablePlan(
            "One group",
            standings.detail(room, count),
            room,
            top=standings.DETAIL,
            upto="name",
            blank="no",
            looks=looks.of_detail(room, names),
        ),
    }
    if games:
        placed["games"] = TablePlan(
            page_of_games.SHEET,
            of_games.games(),
            games,
            option="games",
            upto="round",
            looks=[PROBLEMS],
        )
        placed["listed"] = TablePlan("Rounds", of_games.listed(count), games, beside="problems")
    if meetings:
        listed = pairs.rows(length, meetings)
        placed["matches"] = TablePlan(
            "Calculation", pair_columns(count), len(listed), listed, beside="score"
        )
        placed |= what_if.table_plans(RACE, length, len(listed), "matches", entered="matches")
    return placed


def _has_starts(tournament: GoTournament) -> bool:
    """Whether the data has McMahon scores, of which all may be 0."""
    return tournament.system == "mcmahon" or any(player.start for player in tournament.players)


def _listing(tournament: GoTournament, length: int) -> list[dict[str, object]]:
    """The rows of the wall list; blank ones are numbered too."""
    rows: list[dict[str, object]] = []
    started = _has_starts(tournament)
    for player in tournament.players:
        row = asdict(player)
        row["start"] = player.start if started and player.name else None
        cells = row.pop("rounds")
        row |= {f"r_{k}": cell or None for k, cell in enumerate(cells, 1)}
        rows.append({key: value if value != "" else None for key, value in row.items()})
    rows += [{} for _ in range(length - len(rows))]
    return [{"no": number, **row} for number, row in enumerate(rows, 1)]
