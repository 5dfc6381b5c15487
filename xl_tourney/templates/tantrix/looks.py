"""How the pages of the Tantrix workbook look: headings of a matrix, marks, charts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...defined_names import NAME
from ..parts import charts, pages, published, theme
from ..parts.qualification import page as what_if
from ..parts.table import Table, write
from .standings import ITSELF, NUMBERS, OF_RACE
from .tables import tables_of_group

NEXT_PURPOSE = (
    "The next placed of each group, sorted by TP%. Q qualifies as one of the best NextPlaces, ? is "
    "tied across that line, = shares the place. GBQ is that of the own group."
)
_REFERENCE = 'IF(MeasuredFrom="leader","the leader","the last qualifying place")'
COMPARE_PURPOSE = (
    "How many games, each won by five tiles, the player in the row is behind the one in the "
    "column; below 0 is ahead. If only one of the two plays, it takes two wins for each of them."
)


def finish(
    tables: Mapping[str, Table],
    labels: Sequence[str],
    names: Sequence[Sequence[str]],
    without_fixtures: bool,
) -> None:
    """Titles, frozen headings, the matrix' headings, marks and the charts."""
    many = len(labels) > 1
    sorted_by = (
        "Sorted by TP%. Q qualifies, ? is tied across the qualifying line, = shares "
        "the place. GBQ: above 0 is behind, below 0 ahead of "
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
        own = tables_of_group(tables, n)
        table, of = own["standings"], f", group {label}" if many else ""
        pages.write_header(
            table.sheet, f"Group {label}. {sorted_by}" if many else sorted_by, status=True
        )
        legend = table.sheet["A2"]
        text = str(legend.value).replace('"', '""')
        legend.value = f'="{text}"&{_REFERENCE}&"."'
        if not many:
            what_if.show_note(table.sheet)
            for key in OF_RACE if without_fixtures else ():
                table.sheet.column_dimensions[table.letter(key)].hidden = True
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
    _finish_compared(tables["compared"], tables, max(names, key=len), many)


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


def _finish_compared(
    table: Table, tables: Mapping[str, Table], names: Sequence[str], many: bool
) -> None:
    """The page that compares any two."""
    pages.write_header(table.sheet, COMPARE_PURPOSE, status=True)
    if many:
        table.sheet["A2"] = (
            f'="Group "&CompareGroup&": {COMPARE_PURPOSE[0].lower()}{COMPARE_PURPOSE[1:]}"'
        )
    pages.freeze_headings(table, "D", blank="place")
    against = _matrix_of(table)
    _head_matrix(table, {**tables, "standings": table}, against, "alone", "Games behind No.")
    theme.fit_turned_headings(table.sheet, table.top, names)
    table.sheet.print_title_rows = f"{NUMBERS}:{table.top}"
    itself = f'{table.letter(against[0])}{table.first}="{ITSELF}"'
    theme.highlight(table.sheet, table.area(against[0], against[-1]), [(itself, theme.QUIET)])


def _matrix_of(table: Table) -> list[str]:
    """The columns of a matrix."""
    return [column.key for column in table.columns if column.key.startswith("against")]


def _finish_standings(
    table: Table, tables: Mapping[str, Table], names: Sequence[str], of: str
) -> None:
    against = _matrix_of(table)
    beside = table.columns[[c.key for c in table.columns].index(against[0]) - 1].key
    _head_matrix(table, tables, against, beside, "TPs against No.")
    _hide_without_fixtures(table)
    theme.fit_turned_headings(table.sheet, table.top, names)
    listed = len(names) or None
    table.sheet.print_title_rows = f"{NUMBERS}:{table.top}"
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


OF_FIXTURES = ("to_play", *OF_RACE)
"""The columns of the standings that need fixtures."""


def _hide_without_fixtures(table: Table) -> None:
    """Show the columns of what is to play, and of what can become of it, only with fixtures."""
    shown = [key for key in OF_FIXTURES if any(column.key == key for column in table.columns)]
    for key in shown:
        heading = table.sheet[f"{table.letter(key)}{table.top}"]
        heading.value = f'=IF(Fixtures=0,"","{heading.value}")'
    area = f"{table.letter(shown[0])}{table.top}:{table.letter(shown[-1])}{table.last}"
    theme.hide_empty_columns(table.sheet, area)


def _head_matrix(
    table: Table, tables: Mapping[str, Table], against: Sequence[str], beside: str, text: str
) -> None:
    """Above each column of the matrix the number of its player, and the name below that.

    ``beside`` is the column to the left of it, with a text on what the matrix holds.
    """
    sheet, left = table.sheet, table.letter(against[0])
    label = sheet[f"{table.letter(beside)}{NUMBERS}"]
    write(label, text)
    theme.apply_style(label, theme.NOTE, align="right")
    for key in against:
        letter = table.letter(key)
        number, name = sheet[f"{letter}{NUMBERS}"], sheet[f"{letter}{table.top}"]
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
    itself = f'{table.letter(against[0])}{table.first}="{ITSELF}"'
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
