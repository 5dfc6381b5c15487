"""The chess tournament: FIDE's tie-breaks in the regulation's own order, and what they decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from ...defined_names import PRIZE_CATEGORIES, PRIZE_ROWS, PRIZE_WINNERS
from ...errors import OptionError
from ...functions.chess.codes import Code, parse_code
from ...functions.chess.rule_sets import NEWEST
from ...functions.chess.wall_list import PLAYED, parse_round
from ...messages import message
from ...readers.chess import read
from ...readers.chess.pairing_records import OWN_ACCELERATION, has_own_acceleration
from ...readers.chess.tournament import MAX_ROUNDS, ChessPlayer, ChessTournament
from ..parts import games as page_of_games
from ..parts import theme
from ..parts.columns import ORDER_OF_PLAYERS
from ..parts.pages import HEADINGS
from ..parts.plan import (
    PROBLEMS,
    SETTINGS,
    EmptyColumns,
    Hidden,
    TablePlan,
    WorkbookPlan,
)
from ..parts.registry import Sample, Usual, row_capacity, template, usual_rounds
from ..parts.settings import About, Setting
from ..parts.table import Column
from ..parts.workbook import Functions
from . import games as of_games
from . import pages, prizes, settings, standings, tables
from . import rounds as of_rounds
from .codes import also_offered, articles, meaning, not_native, parse_list, written
from .entrants.kinds import Players, Teams
from .entrants.matches import MAX_BOARDS
from .pages import checks, nothing, read_me
from .placing import MAX_CODES
from .tie_breaks import ratings
from .tie_breaks.values import COUNTED, Values

MAX_PLAYERS = 2000
SMALL = 600
"""Up to so many cells of the wall list a native workbook has every usual tie-break."""


@template(
    room={"players": 64},
    read=read,
    begins="name,rating\nAda Example,2100\nBen Sample,1950",
    asks=("rounds", "system"),
    samples=[
        Sample("chess_rapid_2025.trf"),
        Sample(
            "chess_sinquefield_2014.csv",
            {
                "title": "Sinquefield Cup 2014",
                "note": "A double round robin, played before the oldest text of C.07 that is here.",
                "system": "round-robin",
                "rules": "2023",
                "tiebreaks": "DE,WIN,SB,KS",
            },
        ),
    ],
)
def chess(
    tournament: ChessTournament | None = None,
    functions: Functions = "native",
    *,
    players: Annotated[int | None, About("rows for players", 2, MAX_PLAYERS)] = None,
    teams: Annotated[
        int | None, About("rows for teams: a tournament of teams, not of players", 2, MAX_PLAYERS)
    ] = None,
    boards: Annotated[
        int | None, About("boards of a match of teams; if left out, 4", 1, MAX_BOARDS)
    ] = None,
    rounds: Annotated[int | None, About("columns for rounds", 1, MAX_ROUNDS)] = None,
    games: Annotated[int | None, About(page_of_games.HELP, 0, page_of_games.MAX_GAMES)] = None,
    system: Annotated[str | None, settings.SYSTEM] = None,
    rules: Annotated[str | None, settings.RULES] = None,
    tiebreaks: Annotated[
        str | None,
        About("tie-breaks in the regulation's order, such as BH/C1,BH,SB; the data says them"),
    ] = None,
    listed: Annotated[
        Literal["usual", "chosen"] | None,
        About("which tie-breaks can be chosen in the workbook; usual, but chosen in large ones"),
    ] = None,
    also: Annotated[str | None, About("further tie-breaks that can be chosen in it")] = None,
    unrated: Annotated[int | None, settings.UNRATED] = None,
    categories: Annotated[
        int, About("how many categories of prizes there are", 1, prizes.MAX_CATEGORIES)
    ] = Usual(4),
) -> WorkbookPlan:
    """Chess tournament: ranked by FIDE's tie-breaks (C.07) in the regulation's own order.

    Takes a Tournament Report File (TRF), or CSV: one row a player, with the columns name and r1,
    r2 and so on, which hold 12w1, 12b½, 12w+ or H; and, where they are known, title, federation,
    rating, birth, sex, club and FIDE number.  The standings say what decided each place, with its
    article.  ``xl-tourney pair`` pairs the rounds.

    With ``teams`` it is a tournament of teams: each row of the wall list is a team, and the page
    Games has a row a match, with a result on each board.  A TRF of teams makes one by itself.
    """
    of, tournament = _entrants(tournament or ChessTournament(()), teams, boards)
    by_system, by_text = _in_force(tournament, system, rules)
    length, count = _room(tournament, of, teams if of.boards else players, rounds)
    listing = [
        replace(player, rounds=tuple(tournament.cells_of(player))) for player in tournament.players
    ]
    if games is None:
        games = page_of_games.default_rows(length, count)
    native = functions == "native" or (bool(of.boards) and functions == "lambda")
    chosen, left_out = _chosen(tiebreaks, tournament, by_system, native, of)
    all_codes, also = _offered(listed, also, not native or length * count <= SMALL, of)
    further = [*chosen, *parse_list(also or "")]
    _check("also", further, native, of)
    codes = _listed_codes(further, all_codes, of)
    values = of.values(codes, count, MAX_CODES if all_codes else len(chosen))
    scoring = of.scoring(tournament.team_scoring if of.boards else tournament.scoring)

    names = [written(code) for code in chosen]
    must_hold = checks(count, values.slots, native, values, bool(games), of)
    figures = settings.constants(
        count, values.slots, values.encounters, scoring, of.own_points, of.criteria
    )
    figures += [*of.figures(values.slots), *_figures_of_games(games)]
    plan = WorkbookPlan(
        title=tournament.name or "Chess tournament",
        layout={
            **_size(of, length, count, games),
            "tiebreaks": ",".join(names),
            "listed": _LISTED[all_codes],
            "also": also or None,
            "categories": categories,
        },
        sheets=pages.sheets(count, tournament.rounds, bool(games)),
        tables=_tables(listing, values, length, games, categories, names, of),
        options=settings.of(
            tournament,
            names,
            by_text,
            by_system,
            unrated,
            scoring,
            values.slots,
        ),
        figures=figures,
        checks=must_hold,
        assumed=_assumed(tournament, rules),
        no_results=nothing(count),
        read_me=read_me(left_out, tournament.warnings, all_codes, bool(games), bool(of.boards)),
        records=[
            {
                "No": "wall[no]",
                "Round": f"wall.heads[r_1:r_{count}]",
                "Opponent": f"rounds[clean_1:clean_{count}]",
                "Points": f"rounds[points_1:points_{count}]",
            }
        ],
        published=_published(categories, games),
    )
    return of.adapted(plan, functions)


def _entrants(
    tournament: ChessTournament, teams: int | None, boards: int | None
) -> tuple[Players, ChessTournament]:
    """Who plays: players, or teams where these or boards are asked for, or there in the data."""
    if not (teams or boards or tournament.boards):
        return Players(), tournament
    return Teams(of_match=boards or tournament.boards or 4), tournament.of_teams()


def _room(
    tournament: ChessTournament, of: Players, entrants: int | None, rounds: int | None
) -> tuple[int, int]:
    """The rows for entrants and the columns for rounds."""
    listed = len(tournament.players)
    length = row_capacity(of.option, entrants, listed, minimum=12, spare=2, maximum=MAX_PLAYERS)
    held = (len(tournament.cells_of(player)) for player in tournament.players)
    announced = max(tournament.announced_rounds or 0, *held, 0)
    count = row_capacity("rounds", rounds, announced, minimum=1, spare=0, maximum=MAX_ROUNDS)
    return length, count if announced or rounds else usual_rounds(7, listed)


def _offered(
    listed: str | None, also: str | None, is_small: bool, of: Players
) -> tuple[bool, str | None]:
    """Whether all usual tie-breaks can be chosen in the workbook, and which beside them."""
    if listed is None and also is None and is_small:
        also = also_offered(of.criteria)
    return listed == "usual" if listed else is_small, also


_LISTED = ("chosen", "usual")
"""Which tie-breaks can be chosen in a workbook: without the usual ones, and with them."""


def _size(of: Players, length: int, count: int, games: int) -> dict[str, int | None]:
    """How many rows and columns the tables have."""
    return {of.option: length, "boards": of.boards or None, "rounds": count, "games": games}


def _figures_of_games(games: int) -> list[Setting]:
    """The figures that the page of games needs, where there is one."""
    return [page_of_games.entered("paired", "white_key:black_code")] if games else []


def _published(categories: int, games: int) -> dict[str, str]:
    """The cells that the page takes beside the tables."""
    return {
        PRIZE_CATEGORIES: f"winners.heads[winner_1:winner_{categories}]",
        PRIZE_WINNERS: f"winners[winner_1:winner_{categories}]",
        PRIZE_ROWS: f"score[eligible_1:eligible_{categories}]",
        **(page_of_games.boards("paired", "white_no:black_no") if games else {}),
    }


def _in_force(
    tournament: ChessTournament, system: str | None, rules: str | None
) -> tuple[str, str]:
    """The system and the text of C.07: as asked for, as the data says, or as usual."""
    return system or tournament.system or "swiss", rules or tournament.rules or NEWEST


def _assumed(tournament: ChessTournament, rules: str | None) -> list[str]:
    """Which text counts rounds that were not played, where the results do not say it."""
    cells = (cell for player in tournament.players for cell in player.rounds if cell)
    results = (found.result for cell in cells if (found := parse_round(cell)))
    if rules or tournament.rules or all(result in PLAYED or result == "?" for result in results):
        return []
    assumed = message(
        f"nothing says when it began, so unplayed rounds count as in C.07 of {NEWEST}; if it was "
        "before, say which text with --rules"
    )
    return [assumed]


def _chosen(
    tiebreaks: str | None, tournament: ChessTournament, system: str, native: bool, of: Players
) -> tuple[list[Code], list[str]]:
    """The tie-breaks as asked for, as the data says, or as usual; and what was left out."""
    left_out: list[str] = []
    if tiebreaks is not None:
        codes = parse_list(tiebreaks)
    else:
        codes = [parse_code(code) for code in tournament.codes]
        left_out = [reason for code in codes if (reason := of.refusal(code))]
        codes = [code for code in codes if not of.refusal(code)]
    _check("tiebreaks", codes, native, of)
    codes = of.completed(codes)
    if not codes:
        usual = of.in_a_round_robin if system == "round-robin" else of.in_a_swiss
        codes = [parse_code(code) for code in usual]
    if has_own_acceleration(tournament):
        left_out.append(OWN_ACCELERATION)
    if len(codes) > MAX_CODES:
        raise OptionError(
            f"There is room for {MAX_CODES} tie-breaks after the points, not {len(codes)}; say "
            "which with tiebreaks."
        )
    return codes, left_out


def _check(option: str, codes: Sequence[Code], native: bool, of: Players) -> None:
    """Refuse tie-breaks that the workbook cannot have."""
    reasons = [reason for code in codes if (reason := of.refusal(code))]
    if reasons:
        raise OptionError(f"{option}: {reasons[0]}.")
    refused = [reason for code in codes if native and (reason := not_native(code))]
    encounters = [code.written for code in codes if code.name.startswith(of.encounters)]
    if native and len(encounters) > 1:
        refused.append(f"{' and '.join(encounters)} are two direct encounters, and there is one")
    if refused:
        raise OptionError(
            f"{option}: {refused[0]}; choose others, or functions addin, which has them all."
        )


def _listed_codes(chosen: Sequence[Code], all_codes: bool, of: Players) -> list[Code]:
    """The codes of the workbook's list: those that were chosen, and the usual ones."""
    codes = {written(code): code for code in chosen}
    has_encounter = any(code.name.startswith(of.encounters) for code in chosen)
    for name in of.usual if all_codes else ():
        if not (name.startswith(of.encounters) and has_encounter):
            codes.setdefault(name, parse_code(name))
    return [*codes.values()]


def _tables(
    players: Sequence[ChessPlayer],
    values: Values,
    length: int,
    games: int,
    categories: int,
    codes: Sequence[str],
    of: Players,
) -> dict[str, TablePlan]:
    """The tables; on the sheets that calculate there are some side by side."""
    count = values.count
    score = tables.score(
        values, categories, bool(games), of
    )  # it finds out what the other tables need
    by_game = [
        Column("game", "Colour and result", width=9, style=theme.VALUE),
        *values.counted.values(),
    ]
    on_page = (page_of_games.row_of_player("paired"), of_games.said_of_player()) if games else ()
    listed, ranking = tables.listed(of), standings.standings(values.slots, of)
    crosstable = standings.crosstable(count, values.slots, of)
    cells = of.cells(bool(games))

    def hidden(columns: Sequence[Column]) -> Hidden:
        return Hidden(pages.empty(columns, players, codes, values.slots, of))

    of_page = {
        "games": TablePlan(
            page_of_games.SHEET,
            of.games(),
            games,
            option="games",
            upto="round",
            looks=[PROBLEMS],
        ),
        "paired": TablePlan("Rounds", of.paired(count), games, beside="cutoffs"),
    }
    return {
        **(of_page if games else {}),
        "listed": TablePlan(
            "Players",
            listed,
            length,
            _listing(players, length),
            option=of.option,
            upto="name",
            looks=[hidden(listed)],
        ),
        "wall": TablePlan(
            "Wall list",
            tables.wall(count, of),
            length,
            [
                {f"r_{k}": cell or None for k, cell in enumerate(player.rounds, 1)}
                for player in players
            ],
            upto="name",
            looks=[PROBLEMS],
        ),
        "kinds": TablePlan(
            "Setup",
            tables.KINDS,
            len(values.codes),
            [
                {"name": written(code), "article": articles(code), "description": meaning(code)}
                for code in values.codes
            ],
            beside=SETTINGS,
            is_printed=False,
        ),
        "rounds": TablePlan(
            "Rounds",
            [*of_rounds.rounds_columns(count, cells, *on_page), *values.rounds.values()],
            length,
            upto="",
        ),
        "order": TablePlan("Rounds", ORDER_OF_PLAYERS, length, beside="rounds"),
        "calendar": TablePlan(
            "Rounds",
            of_rounds.calendar(count),
            1,
            [
                {
                    "byes": of_rounds.bye_texts(cells.byes),
                    **{f"number_{k}": k for k in range(1, count + 1)},
                }
            ],
            beside="order",
        ),
        "cutoffs": TablePlan("Rounds", prizes.cutoffs(categories), 1, beside="calendar"),
        "score": TablePlan("Calculation", score, length, beside=SETTINGS, upto="name"),
        "per_cent": TablePlan(
            "Calculation", ratings.PER_CENT, 101, ratings.per_cent(), beside="score"
        ),
        "counted": TablePlan(
            "Calculation",
            by_game,
            COUNTED,
            [{"game": n} for n in range(1, COUNTED + 1)],
            beside="per_cent",
        ),
        "standings": TablePlan(
            "Standings",
            ranking,
            length,
            upto="name",
            blank="place",
            leading=("name", "points", "value_1"),
            looks=[*pages.of_ranking("standings", values.slots, ("decided",)), hidden(ranking)],
        ),
        "crosstable": TablePlan(
            "Crosstable",
            crosstable,
            length,
            upto="name",
            blank="place",
            looks=[*pages.of_ranking("crosstable", values.slots), hidden(crosstable)],
        ),
        "pairings": TablePlan(
            "Pairings",
            standings.pairings(of),
            standings.boards(length),
            top=pages.PAIRINGS_TOP,
            upto="",
            blank="white",
            filled=standings.boards_held(players),
            is_of_entrants=True,
        ),
        "categories": TablePlan(
            "Prizes",
            prizes.categories(),
            categories,
            [
                {"no": 1, "name": "Overall", "prizes": 3},
                *({"no": n} for n in range(2, categories + 1)),
            ],
            upto="",
        ),
        "winners": TablePlan(
            "Prizes",
            prizes.winners(categories),
            prizes.MOST_PRIZES,
            [{"nth": n} for n in range(1, prizes.MOST_PRIZES + 1)],
            top=HEADINGS + categories + 2,
            looks=[EmptyColumns(f"winner_1:winner_{categories}")],
        ),
    }


def _listing(players: Sequence[ChessPlayer], length: int) -> list[dict[str, object]]:
    """The rows of the starting rank; blank ones are numbered too."""
    rows: list[dict[str, object]] = [
        {
            "title": player.title or None,
            "name": player.name,
            "federation": player.federation or None,
            "rating": player.rating,
            "national": player.national_rating,
            "birth": int(player.birth[:4]) if player.birth[:4].isdecimal() else None,
            "sex": player.sex or None,
            "club": player.club or None,
            "fide": player.fide_number or None,
            "printed": player.points,
        }
        for player in players
    ]
    rows += [{} for _ in range(length - len(rows))]
    return [{"no": number, **row} for number, row in enumerate(rows, 1)]
