"""The chess tournament: FIDE's tie-breaks in the regulation's own order, and what they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from ...errors import OptionError
from ...functions.chess.codes import Code, parse_code
from ...functions.chess.rule_sets import NEWEST
from ...readers.chess import read
from ...readers.chess.tournament import MAX_ROUNDS, ChessPlayer, ChessTournament
from ..parts import pages, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Column, Table, name_cells
from ..parts.workbook import Functions, StandingsWorkbook
from . import prizes, standings, tables
from . import rounds as of_rounds
from .codes import (
    USUAL,
    articles,
    meaning,
    not_individual,
    not_native,
    parse_list,
    written,
)
from .looks import PAIRINGS_TOP, PORTRAIT, finish
from .pages import checks, nothing, read_me
from .placing import MAX_CODES, tie_break_block
from .settings import constants, settings
from .tie_breaks import ratings
from .tie_breaks.values import COUNTED, Values

MAX_PLAYERS = 2000
SMALL = 600
"""Up to so many cells of the wall list a native workbook has every usual tie-break."""
SHEETS = {
    "Read me": "This page.",
    "Setup": "How it is ranked: text, system, the tie-breaks and their order. You fill it in.",
    "Players": "The starting rank. You fill it in.",
    "Wall list": "The results, round by round. You fill it in.",
    "Pairings": "The boards of one round. You choose which.",
    "Crosstable": "The ranking with every game.",
    "Standings": "The final ranking, with tie-breaks and what decided each place.",
    "Prizes": "Who wins in which category. You fill in the categories.",
    "Checks": "Whether the wall list can be right; each line says where to look.",
    "Calculation": "Every figure of every player, for those who want to follow the sums.",
    "Rounds": "Every cell of the wall list, parsed and compared with the opponent's.",
}
BESIDE_SETTINGS = 5
"""The column of a sheet in which a table begins that stands beside named cells."""
BY_SYSTEM = {"round-robin": ("DE", "WIN", "SB", "KS")}
IN_A_SWISS = ("BH/C1", "BH", "SB")
"""The tie-breaks where nobody says others."""


@template(
    read=read,
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
    title: Annotated[str | None, About("heading of the workbook; the data says it")] = None,
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    players: Annotated[int | None, About("rows for players", 2, MAX_PLAYERS)] = None,
    rounds: Annotated[int | None, About("columns for rounds", 1, MAX_ROUNDS)] = None,
    system: Annotated[
        Literal["swiss", "round-robin", "rematch"] | None,
        About("how it is paired; the data says it, else swiss"),
    ] = None,
    rules: Annotated[
        Literal["2023", "2024", "2026"] | None,
        About("the text of C.07; the first day in the data says it, else the newest"),
    ] = None,
    tiebreaks: Annotated[
        str | None,
        About("tie-breaks in the regulation's order, such as BH/C1,BH,SB; the data says them"),
    ] = None,
    listed: Annotated[
        Literal["usual", "chosen"] | None,
        About("which tie-breaks can be chosen in the workbook; usual, but chosen in large ones"),
    ] = None,
    unrated: Annotated[
        int | None, About("the rating that unrated players count with", 1, 9999)
    ] = None,
    categories: Annotated[
        int, About("how many categories of prizes there are", 1, prizes.MAX_CATEGORIES)
    ] = 4,
) -> StandingsWorkbook:
    """Chess tournament: ranked by FIDE's tie-breaks (C.07) in the regulation's own order.

    Takes a Tournament Report File (TRF), or CSV: one row a player, with the columns name and r1,
    r2 and so on, which hold 12w1, 12b½, 12w+ or H; and, where they are known, title, federation,
    rating, birth, sex, club and FIDE number.  The standings say what decided each place, with its
    article.  The pairing is not done here.
    """
    tournament = tournament or ChessTournament(())
    if tournament.teams:
        raise OptionError(
            "This is a team tournament, and new chess is for individual players; the functions "
            "TIEBREAK and CHESS_PLACE take a wall list of teams with boards."
        )
    system = system or tournament.system  # type: ignore[assignment]
    length = row_capacity(
        "players", players, len(tournament.players), minimum=12, spare=2, maximum=MAX_PLAYERS
    )
    announced = max(tournament.rounds, tournament.announced_rounds or 0)
    held = row_capacity("rounds", rounds, announced, minimum=1, spare=0, maximum=MAX_ROUNDS)
    count = held if announced or rounds else 7
    native = functions == "native"
    chosen, left_out = _chosen(tiebreaks, tournament, system or "swiss", native)
    small = not native or length * count <= SMALL
    all_codes = (listed or ("usual" if small else "chosen")) == "usual"
    codes = _listed_codes(chosen, all_codes)
    values = Values(codes, count, MAX_CODES if all_codes else len(chosen))

    name = title or tournament.name or "Chess tournament"
    workbook = theme.new_workbook(name, functions)
    about, *_ = (theme.new_sheet(workbook, n, landscape=n not in PORTRAIT) for n in SHEETS)
    workbook.set_layout(
        players=length,
        rounds=count,
        tiebreaks=",".join(written(code) for code in chosen),
        listed="usual" if all_codes else "chosen",
        categories=categories,
    )
    placed = _tables(workbook, values, length, categories)
    inputs: dict[str, Sequence[Mapping[str, object]]] = {
        "listed": _listing(tournament.players, length),
        "wall": [
            {f"r_{k}": cell or None for k, cell in enumerate(player.rounds, 1)}
            for player in tournament.players
        ],
        "kinds": [
            {"name": written(code), "article": articles(code), "description": meaning(code)}
            for code in codes
        ],
        "calendar": [
            {"byes": of_rounds.bye_texts(), **{f"number_{k}": k for k in range(1, count + 1)}}
        ],
        "per_cent": ratings.per_cent(),
        "counted": [{"game": n} for n in range(1, COUNTED + 1)],
        "categories": [
            {"no": 1, "name": "Overall", "prizes": 3},
            *({"no": n} for n in range(2, categories + 1)),
        ],
        "winners": [{"nth": n} for n in range(1, prizes.MOST_PRIZES + 1)],
    }
    for key, table in placed.items():
        table.write(placed, inputs.get(key, ()))
    if not native:
        _fill_tie_breaks(placed, values)

    options = settings(
        tournament,
        [written(code) for code in chosen],
        rules or tournament.rules or NEWEST,
        system or "swiss",
        unrated,
        _scoring(tournament),
        placed["kinds"],
        values.slots,
    )
    common = pages.common_settings(name, note, as_of)
    pages.write_settings(workbook, workbook["Setup"], "A", [*common, *options], placed)
    pages.write_settings(
        workbook, workbook["Calculation"], "A", constants(count, values.slots), placed
    )
    _name_ranges(workbook, placed, values.slots)
    finish(workbook, placed, tournament.players, [written(code) for code in chosen])
    placed["pairings"].sheet["B5"].value = max(1, tournament.rounds)
    must_hold = checks(count, values.slots, native, values.encounter is not None)
    write_checks(workbook, workbook["Checks"], must_hold, nothing(count), placed)
    links = {key: purpose for key, purpose in SHEETS.items() if key != about.title}
    pages.write_read_me(about, links, read_me(left_out, tournament.warnings, all_codes))
    return workbook


def _chosen(
    tiebreaks: str | None, tournament: ChessTournament, system: str, native: bool
) -> tuple[list[Code], list[str]]:
    """The tie-breaks as asked for, as the data says, or as usual; and what was left out."""
    left_out: list[str] = []
    if tiebreaks is not None:
        codes = parse_list(tiebreaks)
        reasons = [reason for code in codes if (reason := not_individual(code))]
        if reasons:
            raise OptionError(f"tiebreaks: {reasons[0]}.")
    else:
        codes = [parse_code(code) for code in tournament.codes]
        left_out = [reason for code in codes if (reason := not_individual(code))]
        codes = [code for code in codes if not not_individual(code)]
    if codes and codes[0].name == "PTS":
        codes = codes[1:]
    if not codes:
        codes = [parse_code(code) for code in BY_SYSTEM.get(system, IN_A_SWISS)]
    if len(codes) > MAX_CODES:
        raise OptionError(
            f"There is room for {MAX_CODES} tie-breaks after the points, not {len(codes)}; say "
            "which with tiebreaks."
        )
    refused = [reason for code in codes if native and (reason := not_native(code))]
    encounters = [code.written for code in codes if code.name == "DE"]
    if native and len(encounters) > 1:
        refused.append(f"{' and '.join(encounters)} are two direct encounters, and there is one")
    if refused:
        raise OptionError(
            f"tiebreaks: {refused[0]}; choose others, or functions addin, which has them all."
        )
    return codes, left_out


def _listed_codes(chosen: Sequence[Code], all_codes: bool) -> list[Code]:
    """The codes of the workbook's list: those that were chosen, and the usual ones."""
    codes = {written(code): code for code in chosen}
    has_encounter = any(code.name == "DE" for code in chosen)
    for name in USUAL if all_codes else ():
        if name != "DE" or not has_encounter:
            codes.setdefault(name, parse_code(name))
    return [*codes.values()]


def _scoring(tournament: ChessTournament) -> tuple[float, ...]:
    win, draw, loss, *bye = tournament.scoring or (1.0, 0.5, 0.0)
    return (win, draw, loss, bye[0] if bye else win)


def _tables(workbook: Workbook, values: Values, length: int, categories: int) -> dict[str, Table]:
    """Where each table stands; on the sheets that calculate there are some side by side."""
    count = values.count
    score_columns = tables.score(values, categories)
    calculation, parsed = workbook["Calculation"], workbook["Rounds"]
    rounds = Table(
        parsed, HEADINGS, [*of_rounds.rounds_columns(count), *values.rounds.values()], length
    )
    order = Table(parsed, HEADINGS, tables.ORDER, length, rounds.next_left)
    calendar = Table(parsed, HEADINGS, of_rounds.calendar(count), 1, order.next_left)
    cutoffs = Table(parsed, HEADINGS, prizes.cutoffs(categories), 1, calendar.next_left)
    score = Table(calculation, HEADINGS, score_columns, length, BESIDE_SETTINGS)
    per_cent = Table(calculation, HEADINGS, ratings.PER_CENT, 101, score.next_left)
    game = Column("game", "Colour and result", width=9, style=theme.VALUE)
    by_game = [game, *values.counted.values()]
    counted = Table(calculation, HEADINGS, by_game, COUNTED, per_cent.next_left)
    ranking = standings.standings(values.slots)
    games = standings.crosstable(count, values.slots)
    table = Table(workbook["Prizes"], HEADINGS, prizes.categories(), categories)
    winners = HEADINGS + categories + 2
    return {
        "listed": Table(workbook["Players"], HEADINGS, tables.listed(), length, option="players"),
        "wall": Table(workbook["Wall list"], HEADINGS, tables.wall(count), length),
        "kinds": Table(
            workbook["Setup"], HEADINGS, tables.KINDS, len(values.codes), BESIDE_SETTINGS
        ),
        "rounds": rounds,
        "order": order,
        "calendar": calendar,
        "cutoffs": cutoffs,
        "score": score,
        "per_cent": per_cent,
        "counted": counted,
        "standings": Table(workbook["Standings"], HEADINGS, ranking, length),
        "crosstable": Table(workbook["Crosstable"], HEADINGS, games, length),
        "pairings": Table(
            workbook["Pairings"], PAIRINGS_TOP, standings.pairings(), standings.boards(length)
        ),
        "categories": table,
        "winners": Table(
            workbook["Prizes"], winners, prizes.winners(categories), prizes.MOST_PRIZES
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


def _fill_tie_breaks(placed: Mapping[str, Table], values: Values) -> None:
    """One array formula for all chosen tie-breaks."""
    score = placed["score"]
    area = score.area("found_1", f"found_{values.slots}")
    wall_list = f"{{wall[{of_rounds.per_round('r', values.count)}]}}"
    formula = pages.resolve_formula(tie_break_block(wall_list), score.sheet, placed)
    score.sheet[area.partition(":")[0]] = ArrayFormula(area, formula)


def _name_ranges(workbook: Workbook, placed: Mapping[str, Table], slots: int) -> None:
    """Names for the cells of all chosen tie-breaks, of their labels, and of the written byes."""
    for name, sheet, first, last in (
        ("TieBreaks", "Setup", "TieBreak1", f"TieBreak{slots}"),
        ("Labels", "Calculation", "Label0", f"Label{slots}"),
    ):
        cells = [workbook.defined_names[key].attr_text.partition("!")[2] for key in (first, last)]
        name_cells(workbook, name, workbook[sheet], ":".join(cells))
    calendar = placed["calendar"]
    name_cells(workbook, "ByeTexts", calendar.sheet, f"{calendar.letter('byes')}{calendar.first}")
