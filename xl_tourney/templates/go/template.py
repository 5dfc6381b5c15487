"""The go wall list: criteria in any order, places, and tied groups worked out step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.worksheet.formula import ArrayFormula

from ...errors import OptionError
from ...readers.go import read as reader
from ...readers.go.tournament import MOST_ROUNDS, Player, System, Tournament
from ..parts import pages, theme
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, room_for, template
from ..parts.table import Rule, Table, name_cells, write
from . import results as results
from . import tables as columns
from .pages import checks, nothing, read_me, settings
from .tables import CRITERIA, MOST_CRITERIA

MOST_PLAYERS = 2000
FEW_ROUNDS = 6
"""Up to how many rounds the sheet that takes them apart is one page wide."""
SHEETS = {
    "Read me": "This page.",
    "Setup": "How the tournament is placed: system, criteria and their order. You fill it in.",
    "Wall list": "The players and their results, round by round. You fill it in.",
    "Standings": "The wall list by place, with criteria, OPERA and what decided each place.",
    "Tied groups": "Who is tied before direct comparison, and each iteration of it.",
    "One group": "One tied group in detail: its virtual round robin. You choose which.",
    "Checks": "Whether the wall list can be right; each line says where to look.",
    "Calculation": "Every criterion of every player, for those who want to follow the sums.",
    "Rounds": "Every cell of the wall list, taken apart and held to the opponent's.",
}
PORTRAIT = ("Read me", "Tied groups")
NOBODY = "Nobody is tied before direct comparison."
USUAL: Mapping[System, tuple[str, ...]] = {
    "mcmahon": ("MMS", "SOS", "SOSOS"),
    "swiss": ("NBW", "SOS", "SOSOS"),
    "round-robin": ("NBW", "SODOS", "DC"),
}
"""The criteria where nobody says others."""


@template(
    read=reader.read,
    samples=[
        Sample("go_gp2020.xml"),
        Sample("go_final_2020.h9"),
        Sample(
            "go_egc2009.csv",
            {
                "title": "EGC 2009, the first four",
                "note": "Only the four who shared the first place with 8 wins: "
                "0+ and 0- are their games against others.",
                "system": "swiss",
                "criteria": "NBW,DC,DC",
            },
        ),
    ],
)
def go(
    tournament: Tournament | None = None,
    *,
    title: Annotated[str | None, About("heading of the workbook; the data says it")] = None,
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    rows: Annotated[int | None, About("rows for players", 2, MOST_PLAYERS)] = None,
    rounds: Annotated[int | None, About("columns for rounds", 1, MOST_ROUNDS)] = None,
    system: Annotated[
        Literal["mcmahon", "swiss", "round-robin"] | None,
        About("how it is played; the data says it, else swiss"),
    ] = None,
    criteria: Annotated[
        str | None,
        About("placement criteria in their order, such as MMS,SOS,SOSOS,DC; the data says them"),
    ] = None,
    variant: Annotated[
        Literal["text", "program"], About("which OPERA: as described, or as its program counts")
    ] = "text",
) -> Workbook:
    """Go wall list: McMahon, Swiss or round robin, placed by criteria in any order.

    Takes EGD h9, OpenGotha XML or CSV: one row a player, with the columns name and r1, r2 and so
    on, which hold 14+, 10-/w2, 5= or 0+; and, where they are known, club, country, rank, rating,
    and start, the McMahon score.  The standings show what decided each place and OPERA; tied groups
    are worked out step by step.
    """
    tournament = tournament or Tournament(())
    system = system or tournament.system
    chosen = _chosen(criteria, tournament, system)
    length = room_for("rows", rows, len(tournament.players), least=12, spare=2, most=MOST_PLAYERS)
    held = room_for("rounds", rounds, tournament.rounds, least=1, spare=0, most=MOST_ROUNDS)
    count = held if tournament.rounds or rounds else 5

    workbook = theme.new_workbook(title := title or tournament.name or "Go tournament")
    about, *_ = (theme.new_sheet(workbook, n, landscape=n not in PORTRAIT) for n in SHEETS)
    tables = _tables(workbook, length, count)
    inputs: dict[str, Sequence[Mapping[str, object]]] = {
        "listed": _listing(tournament.players, length),
        "kinds": [{"name": name, "says": says} for name, says in CRITERIA.items()],
    }
    for name, table in tables.items():
        table.write(tables, inputs.get(name, ()))
    _fill_steps(tables, count)

    options = settings(tournament, system, chosen, variant, count, tables["kinds"])
    pages.settings(workbook, workbook["Setup"], "A", [*pages.named(title, note), *options], tables)
    _name_criteria(workbook)
    _finish(workbook, tables, [player.name for player in tournament.players])
    pages.checks(workbook, workbook["Checks"], checks(count), nothing(count), tables)
    links = {name: purpose for name, purpose in SHEETS.items() if name != about.title}
    pages.read_me(about, links, read_me(tournament.left_out))
    return workbook


def _chosen(criteria: str | None, tournament: Tournament, system: System) -> tuple[str, ...]:
    """The criteria as asked for, as the data says, or as usual."""
    if criteria is None:
        chosen = tournament.criteria or USUAL[system]
    else:
        known = {name.casefold(): name for name in CRITERIA}
        asked = [" ".join(name.split()) for name in criteria.replace(";", ",").split(",")]
        unknown = [name for name in asked if name.casefold() not in known]
        if unknown:
            raise OptionError(
                f"criteria has “{unknown[0]}”; choose among {', '.join(CRITERIA)}, with commas."
            )
        chosen = tuple(known[name.casefold()] for name in asked)
    if len(chosen) > MOST_CRITERIA:
        raise OptionError(f"There is room for {MOST_CRITERIA} criteria, not {len(chosen)}.")
    return chosen


def _tables(workbook: Workbook, length: int, count: int) -> dict[str, Table]:
    """Where each table stands; on the sheet Rounds there are three side by side."""
    score = columns.score(count)
    room = min(results.SHOWN, length)
    calculation, tied, taken = (workbook[n] for n in ("Calculation", "Tied groups", "Rounds"))
    beside = 2 * count + 3
    return {
        "listed": Table(workbook["Wall list"], HEADINGS, columns.listed(count), length),
        "kinds": Table(workbook["Setup"], HEADINGS, columns.KINDS, len(CRITERIA), 5),
        "rounds": Table(taken, HEADINGS, columns.rounds(count), length),
        "score": Table(calculation, HEADINGS, score, length),
        "order": Table(taken, HEADINGS, results.ORDER, length, beside + count + 2),
        "standings": Table(workbook["Standings"], HEADINGS, results.standings(count), length),
        "tied": Table(tied, HEADINGS, results.TIED, length),
        "members": Table(taken, HEADINGS, results.members(count), room, beside),
        "detail": Table(workbook["One group"], results.DETAIL, results.detail(room, count), room),
    }


def _listing(players: Sequence[Player], length: int) -> list[dict[str, object]]:
    """The rows of the wall list; blank ones are numbered too."""
    rows: list[dict[str, object]] = []
    started = any(player.start for player in players)
    for player in players:
        row = asdict(player)
        row["start"] = player.start if started else None
        results_ = row.pop("rounds")
        row |= {f"r_{k}": one or None for k, one in enumerate(results_, 1)}
        rows.append({key: value if value != "" else None for key, value in row.items()})
    rows += [{} for _ in range(length - len(rows))]
    return [{"no": number, **row} for number, row in enumerate(rows, 1)]


def _fill_steps(tables: Mapping[str, Table], count: int) -> None:
    """One array formula for all iterations of direct comparison."""
    score = tables["score"]
    area = score.area("step_1", f"step_{columns.STEPS}")
    formula = pages.resolve(columns.steps(count), score.sheet, tables)
    score.sheet[area.partition(":")[0]] = ArrayFormula(area, formula)


def _name_criteria(workbook: Workbook) -> None:
    """One name for the cells of all chosen criteria."""
    first, last = (
        workbook.defined_names[f"Criterion{k}"].attr_text.partition("!")[2]
        for k in (1, MOST_CRITERIA)
    )
    name_cells(workbook, "PlacedBy", workbook["Setup"], f"{first}:{last}")


def _finish(workbook: Workbook, tables: Mapping[str, Table], names: Sequence[str]) -> None:
    """Titles, frozen headings, headings that follow the options, and marks."""
    pages.head(
        workbook["Setup"], "How the tournament is placed; write into the tinted cells.", status=True
    )
    purposes = {
        "listed": "Write into the tinted cells: one player a row, opponents by their No., "
        "as 14+ or 10-/w2.",
        "standings": "By place. Results name opponents by the No. of this table; "
        "Entry is the No. on the wall list.",
        "tied": "Who is tied before direct comparison, and how it separates them: "
        "DC 2 compares those still tied after DC 1, and so on.",
        "detail": "The wins of the player in the row against the player in the column.",
        "score": "Every criterion of every player, in the order of the wall list.",
        "rounds": "Code: ten times the opponent, and 1 for a win, 2 a loss, 3 a jigo, 4 no "
        "result. Fault: which line of the sheet Checks.",
    }
    frozen = {"listed": "C", "standings": "D", "tied": "A", "detail": "D", "score": "C"}
    blank = {"standings": "place", "tied": "group", "detail": "no"}
    for name, purpose in purposes.items():
        pages.head(tables[name].sheet, purpose, status=name != "score")
        pages.furnish(tables[name], frozen.get(name, "B"), blank.get(name, ""))
    pages.publish(tables["standings"])
    pages.show_note(tables["standings"].sheet)
    pages.spread(tables["score"], 3, "name")
    if (rounds := len(tables["members"].columns)) > FEW_ROUNDS:
        pages.spread(tables["rounds"], 1 + rounds // FEW_ROUNDS)
    members = tables["members"]
    area = members.area("no", members.columns[-1].key)
    theme.vanish_rows(members.sheet, area, f"{members.letter('no')}{members.first}")
    pages.mark_problems(tables["listed"])
    _finish_standings(tables["standings"])
    _finish_tied(tables["tied"])
    _finish_detail(workbook, tables, names)


def _finish_standings(table: Table) -> None:
    """Headings that are the chosen criteria; nothing is drawn where none is chosen."""
    sheet = table.sheet
    for k in range(1, MOST_CRITERIA + 1):
        sheet[f"{table.letter(f'key_{k}')}{table.top}"] = f'=Criterion{k}&""'
    first, last = table.letter("key_1"), table.letter(f"key_{MOST_CRITERIA}")
    theme.vanish_columns(sheet, f"{first}{table.top}:{last}{table.last}")
    decided = f'${table.letter("decided")}{table.first}="tied"'
    for key in ("place", "decided"):
        theme.marks(sheet, table.area(key), [(decided, theme.TIED)])


def _finish_tied(table: Table) -> None:
    """Every other group has another paper; and a sentence where there is none."""
    group = f"${table.letter('group')}{table.first}"
    none = table.sheet[f"A{HEADINGS - 1}"]
    area = table.area("group")
    none.value = f'=IF(AND(PlayersListed>0,MAX({area})=0),"{NOBODY}","")'
    theme.dress(none, theme.STATUS)
    odd = f'AND({group}<>"",MOD(N({group}),2)=1)'
    theme.marks(table.sheet, table.area(table.columns[0].key, "no"), [(odd, theme.QUIET)])


def _finish_detail(workbook: Workbook, tables: Mapping[str, Table], names: Sequence[str]) -> None:
    """Which group is shown, what can be said of it, and the headings of the matrix."""
    table = tables["detail"]
    sheet, top = table.sheet, HEADINGS
    write(sheet[f"B{top}"], "Group")
    theme.dress(sheet[f"B{top}"], theme.STRONG)
    write(sheet[f"C{top}"], 1)
    theme.dress(sheet[f"C{top}"], theme.INPUT, align="left", unlocked=True)
    Rule("whole", "The number of a group on the sheet Tied groups.", 1).apply(sheet, f"C{top}")
    name_cells(workbook, "Group", sheet, f"C{top}")
    against = [c.key for c in table.columns if c.key.startswith("against")]
    cells = f"{table.letter(against[0])}{table.first}:{table.letter(against[-1])}{table.last}"
    tied = pages.resolve("AND(PlayersListed>0,MAX({tied[group]})=0)", sheet, tables)
    sheet[f"B{top + 1}"] = (
        f'=IF(GroupSize=0,IF({tied},"{NOBODY}",'
        '"There is no such group: choose one of the sheet Tied groups."),'
        f'IF(GroupSize>ROWS({cells}),"The first "&ROWS({cells})&" of "&GroupSize&" players.",'
        f'IF(COUNT({cells})=GroupSize*(GroupSize-1),"Every two of the "&GroupSize&" met.",'
        'IF(System="round-robin","Not every two of the "&GroupSize&" met.",'
        '"Not every two of the "&GroupSize&" met: direct comparison gives 0 to all."))))'
    )
    theme.dress(sheet[f"B{top + 1}"], theme.NOTE)
    for key in against:
        letter = table.letter(key)
        number, name = sheet[f"{letter}{results.NUMBERS}"], sheet[f"{letter}{table.top}"]
        nth = pages.resolve("={detail[no]}", sheet, tables)
        number.value = f"=INDEX({nth[1:]},COLUMNS(${table.letter(against[0])}$1:{letter}$1))"
        theme.dress(number, theme.NOTE, align="center")
        found = f'=IF({number.coordinate}="","",INDEX({{score[name]}},{number.coordinate}))'
        name.value = pages.resolve(found, sheet, tables)
        theme.turn(name)
    theme.fit_turned(sheet, table.top, names)
    itself = f'{table.letter(against[0])}{table.first}="×"'
    theme.marks(sheet, cells, [(itself, theme.QUIET)])
    columns_ = f"{table.letter(against[0])}{table.top}:{table.letter(against[-1])}{table.last}"
    theme.vanish_columns(sheet, columns_)
    sheet.print_title_rows = f"{results.NUMBERS}:{table.top}"
