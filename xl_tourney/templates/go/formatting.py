"""How the go workbook looks: titles, frozen headings, marks, and what is not shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from openpyxl import Workbook
from openpyxl.utils import column_index_from_string, get_column_letter

from ...readers.go.tournament import GoTournament
from ..parts import pages, published, theme
from ..parts.pages import HEADINGS
from ..parts.qualification import page as what_if
from ..parts.table import InputRule, Table, name_cells, write
from .placing import MAX_CRITERIA
from .standings import NUMBERS, OF_RACE

PORTRAIT = ("Read me", "Tied groups")
NOBODY = "Nobody is tied before direct comparison."


def finish(
    workbook: Workbook,
    tables: Mapping[str, Table],
    tournament: GoTournament,
    criteria: Sequence[str],
) -> None:
    """Titles, frozen headings, headings that follow the options, and marks."""
    pages.write_header(
        workbook["Setup"], "How the tournament is placed; write into the tinted cells.", status=True
    )
    purposes = {
        "entries": "Write into the tinted cells: one player a row, opponents by their No., "
        "as 14+ or 10-/w2.",
        "standings": "By place. Results name opponents by the No. of this table; "
        "Entry is the No. on the wall list.",
        "tied": "Who is tied before direct comparison, and how it separates them: "
        "DC 2 compares those still tied after DC 1, and so on.",
        "detail": "The virtual round robin: the round, and the result of the player in the row. "
        "Next says which places, and prizes, a player can still get.",
        "score": "Every criterion of every player, in the order of the wall list.",
        "rounds": "Code: ten times the opponent, and 1 for a win, 2 a loss, 3 a jigo, 4 no "
        "result; typed: with what stands behind it. Game: above 0 the fault, by its number in the "
        "table of problems; below 0 whether it was played, with the stones that were given.",
    }
    after_name = get_column_letter(column_index_from_string(tables["score"].letter("name")) + 1)
    frozen = {"entries": "C", "standings": "D", "tied": "A", "detail": "D", "score": after_name}
    blank = {"standings": "place", "tied": "group", "detail": "no"}
    if "games" in tables:
        purposes["games"] = (
            "Each game once, by name or No. Blank cells of the wall list follow this page; leave "
            "it blank if you fill in the wall list."
        )
        pages.mark_problems(tables["games"])
    for name, purpose in purposes.items():
        pages.write_header(tables[name].sheet, purpose, status=name != "score")
        pages.freeze_headings(tables[name], frozen.get(name, "B"), blank.get(name, ""))
    pages.name_standings(tables["standings"])
    published.name_leading_columns(tables["standings"], "name", "key_1", "key_2")
    published.name_record(
        Entry=published.values(tables["entries"], "no"),
        Round=published.headings(tables["entries"], *_rounds(tables["entries"])),
        Opponent=published.values(tables["entries"], *_rounds(tables["entries"])),
    )
    pages.show_note(tables["standings"].sheet)
    members = tables["members"]
    area = members.area("no", members.columns[-1].key)
    theme.hide_empty_rows(members.sheet, area, f"{members.letter('no')}{members.first}")
    pages.mark_problems(tables["entries"])
    _finish_standings(tables, tournament, criteria)
    _finish_tied(tables["tied"])
    _finish_detail(workbook, tables, [player.name for player in tournament.players])


def _rounds(entries: Table) -> tuple[str, str]:
    """The columns of the first and the last round."""
    keys = [column.key for column in entries.columns if column.key.startswith("r_")]
    return keys[0], keys[-1]


def _finish_standings(
    tables: Mapping[str, Table], tournament: GoTournament, criteria: Sequence[str]
) -> None:
    """Headings that are the chosen criteria, marks, and one page where the table fits on it."""
    table = tables["standings"]
    sheet = table.sheet
    for k in range(1, MAX_CRITERIA + 1):
        sheet[f"{table.letter(f'key_{k}')}{table.top}"] = f"=Label{k}"
    # Wins are never empty; but LibreOffice indents right-aligned numbers beside each other only
    # where they have the same conditional formats.
    first, last = table.letter("nbw"), table.letter(f"key_{MAX_CRITERIA}")
    theme.hide_empty_columns(sheet, f"{first}{table.top}:{last}{table.last}")
    decided = f'${table.letter("decided")}{table.first}="tied"'
    for key in ("place", "decided"):
        theme.highlight(sheet, table.area(key), [(decided, theme.TIED)])
    pages.fit_on_one_page(table)
    rounds = sum(column.key.startswith("r_") for column in table.columns)
    empty = {**_empty_columns(tournament, criteria), **_empty_rounds(tournament, rounds)}
    pages.hide_columns(table, empty, tables)
    if "matches" in tables:
        _finish_race(table)


def _finish_race(table: Table) -> None:
    """The columns of the race are shown only while there is one; the line of purpose says more."""
    what_if.show_note(table.sheet)
    for key, text in OF_RACE.items():
        table.sheet[f"{table.letter(key)}{table.top}"] = f'=IF(RaceOn=0,"","{text}")'
    area = f"{table.letter('best_place')}{table.top}:{table.letter('state')}{table.last}"
    theme.hide_empty_columns(table.sheet, area)
    state = f"${table.letter('state')}{table.first}"
    marks = [(f'{state}="first"', theme.GOOD), (f'{state}="out"', theme.QUIET)]
    theme.highlight(table.sheet, table.area("state"), marks)


def _empty_columns(tournament: GoTournament, criteria: Sequence[str]) -> dict[str, str]:
    """The columns of the standings that would be empty, and when each would hold something.

    Wins are not shown twice.
    """
    players = tournament.players
    empty = {f"key_{k}": f'Criterion{k}<>""' for k in range(len(criteria) + 1, MAX_CRITERIA + 1)}
    if "NBW" in criteria:
        empty["nbw"] = 'COUNTIF(PlacedBy,"NBW")=0'
    for key in ("rank", "club", "country"):
        if players and not any(getattr(player, key) for player in players):
            empty[key] = f"COUNTA({{entries[{key}]}})>0"
    if players and not any(player.rank or player.rating is not None for player in players):
        empty["opera"] = "RatingsKnown>0"
    return empty


def _empty_rounds(tournament: GoTournament, rounds: int) -> dict[str, str]:
    """The rounds after the last one with entries, and when each has some; none before the first."""
    entries = [player.rounds for player in tournament.players]
    last = max((k for cells in entries for k, cell in enumerate(cells, 1) if cell), default=rounds)
    return {f"r_{k}": f"{{progress.top[entered_{k}]}}=1" for k in range(last + 1, rounds + 1)}


def _finish_tied(table: Table) -> None:
    """Every other group has another paper; and a sentence where there is none."""
    group = f"${table.letter('group')}{table.first}"
    none = table.sheet[f"A{HEADINGS - 1}"]
    area = table.area("group")
    none.value = f'=IF(AND(PlayersListed>0,MAX({area})=0),"{NOBODY}","")'
    theme.apply_style(none, theme.STATUS)
    odd = f'AND({group}<>"",MOD(N({group}),2)=1)'
    theme.highlight(table.sheet, table.area(table.columns[0].key, "no"), [(odd, theme.QUIET)])


def _finish_detail(workbook: Workbook, tables: Mapping[str, Table], names: Sequence[str]) -> None:
    """Which group is shown, what can be said of it, and the headings of the matrix."""
    table = tables["detail"]
    sheet, top = table.sheet, HEADINGS
    write(sheet[f"B{top}"], "Group")
    theme.apply_style(sheet[f"B{top}"], theme.STRONG)
    write(sheet[f"C{top}"], 1)
    theme.apply_style(sheet[f"C{top}"], theme.INPUT, align="left", unlocked=True)
    InputRule("whole", "The number of a group on the sheet Tied groups.", 1).apply(sheet, f"C{top}")
    name_cells(workbook, "Group", sheet, f"C{top}")
    against = [c.key for c in table.columns if c.key.startswith("against")]
    cells = f"{table.letter(against[0])}{table.first}:{table.letter(against[-1])}{table.last}"
    tied = pages.resolve_formula("AND(PlayersListed>0,MAX({tied[group]})=0)", sheet, tables)
    sheet[f"B{top + 1}"] = (
        f'=IF(GroupSize=0,IF({tied},"{NOBODY}",'
        '"There is no such group: choose one of the sheet Tied groups."),'
        f'IF(GroupSize>ROWS({cells}),"The first "&ROWS({cells})&" of "&GroupSize&" players.",'
        f'IF(ROWS({cells})*COLUMNS({cells})-COUNTIF({cells},"")=GroupSize*GroupSize,'
        '"Every two of the "&GroupSize&" met.",'
        'IF(System="round-robin","Not every two of the "&GroupSize&" met.",'
        '"Not every two of the "&GroupSize&" met: direct comparison gives 0 to all."))))'
    )
    theme.apply_style(sheet[f"B{top + 1}"], theme.NOTE)
    for key in against:
        letter = table.letter(key)
        number, name = sheet[f"{letter}{NUMBERS}"], sheet[f"{letter}{table.top}"]
        nth = pages.resolve_formula("={detail[no]}", sheet, tables)
        number.value = f"=INDEX({nth[1:]},COLUMNS(${table.letter(against[0])}$1:{letter}$1))"
        theme.apply_style(number, theme.NOTE, align="center")
        found = f'=IF({number.coordinate}="","",INDEX({{score[name]}},{number.coordinate}))'
        name.value = pages.resolve_formula(found, sheet, tables)
        theme.turn_heading(name)
    theme.fit_turned_headings(sheet, table.top, names)
    itself = f'{table.letter(against[0])}{table.first}="×"'
    theme.highlight(sheet, cells, [(itself, theme.QUIET)])
    columns_ = f"{table.letter(against[0])}{table.top}:{table.letter(against[-1])}{table.last}"
    theme.hide_empty_columns(sheet, columns_)
    sheet.print_title_rows = f"{NUMBERS}:{table.top}"
