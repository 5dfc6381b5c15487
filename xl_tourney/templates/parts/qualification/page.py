"""The page What if: a wish and results with which it comes true, own assumptions, the table then.

On the left is the table, in the middle are the games to come, on the right what a person assumes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openpyxl.utils import column_index_from_string, get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from .. import pages, theme
from ..checks import Check
from ..columns import NAME_WIDTH, places
from ..table import NOT_ZERO, TEXT_FORMAT, Column, InputRule, Table, name_cells, write
from ..workbook import workbook_of
from .race import TemplateRace

SHEET = "What if"
SUMMARY = "Results with which {} reaches or misses a place, and your own assumptions."
TABLES = ("then", "supposed", "after", "to_come", "assumed")
PURPOSE = "Who can still finish where, and what if. Choose a wish, or assume results."
TOP = 13
"""The row of headings, below the questions."""
QUESTIONS = 5
"""The row of the first question."""
MOST_LISTED = 400
"""How many of the games to come are listed."""
ASSUMPTIONS = 20
"""How many games can be assumed."""
GAP = 2.0
"""How wide an empty column between two tables is."""
WISHES = ("reach", "miss", "best", "worst")
_SIDES = ("home", "away")


def add_tables(
    tables: dict[str, Table], race: TemplateRace, sheet: Worksheet, rows: int, games: int
) -> None:
    """The tables of the page, and those behind it beside the last one on Calculation.

    ``rows`` and ``games`` are how many teams and games there is room for.
    """
    working = tables["matches"].sheet
    beside = max(t.next_left for t in tables.values() if t.sheet is working)
    then = tables["then"] = Table(working, pages.HEADINGS, _then(race), rows, beside)
    tables["supposed"] = Table(
        working, pages.HEADINGS, _supposed(race), ASSUMPTIONS, then.next_left
    )
    after = tables["after"] = Table(sheet, TOP, _after(race), rows)
    to_come = Table(sheet, TOP, _open_game_columns(race), min(games, MOST_LISTED), after.next_left)
    tables["to_come"] = to_come
    tables["assumed"] = Table(sheet, TOP, _assumed(race), ASSUMPTIONS, to_come.next_left)


def _then(race: TemplateRace) -> list[Column]:
    """The table after the games that are assumed, in the order of the list."""

    def sum_of_sides(key: str) -> str:
        return "+".join(
            f"SUMIFS({{matches[{key.format(side)}]}},{{matches[race_{side}]}},{{row[no]}})"
            for side in _SIDES
        )

    points = f"ROUND({race.own('race_points')}+{sum_of_sides('then_{}')},RaceDecimals)"
    return [
        Column("no", "No.", f"={race.own('no')}", width=6, align="center"),
        Column(
            "key",
            "No. in the race",
            f'=IF({race.own("race_points")}="",0,{{row[no]}})',
            number_format=NOT_ZERO,
        ),
        Column("points", "Points then", f'=IF({{row[key]}}=0,"",{points})'),
        Column("left", "Left then", f'=IF({{row[key]}}=0,"",{sum_of_sides("unplayed")})'),
        *places("then", ("points",), "key"),
    ]


def _supposed(race: TemplateRace) -> list[Column]:
    """What the assumptions are worth, in their order."""
    row, home, away = (f"{{assumed.row[{key}]}}" for key in ("row", *_SIDES))
    nth = f"{row}-{race.first_row}+1"
    inside = f"AND({nth}>=1,{nth}<=ROWS({{matches[kth]}}),INT({row})={row})"
    to_come = f"IF(ISNUMBER(INDEX({{matches[race_home]}},{nth})),{nth},0)"
    split = (
        f"AND({home}<=RaceScore1,{home}>=RaceLast,"
        f"ROUND({home}+{away}-RaceScore1-RaceLast,RaceDecimals)=0)"
    )
    mirrored = f"INDEX(RaceScores,RaceResults+1-MATCH({home},RaceScores,0))"
    as_points = f"IF(RaceStep>0,{split},IF(COUNTIF(RaceScores,{home})=0,FALSE,{mirrored}={away}))"
    drawn = "IF(ISODD(RaceResults),((RaceResults+1)/2),0)"
    by_score = f"IF({home}>{away},1,IF({home}<{away},RaceResults,{drawn}))"
    points = {
        "home": (home, "{row[result]}"),
        "away": (away, "RaceResults+1-{row[result]}"),
    }
    return [
        Column(
            "at",
            "Row among the games",
            f"=IF(ISNUMBER({row}),IF({inside},{to_come},0),0)",
            width=11,
        ),
        Column(
            "result",
            "Result no.",
            f"=IF(RaceOn=0,0,IF(AND(ISNUMBER({home}),ISNUMBER({away})),"
            f"IF(OR(RaceStep>0,RaceResults>RaceOutcomes),IF({as_points},-1,0),{by_score}),0))",
        ),
        Column(
            "counts",
            "Row that counts",
            "=IF({row[result]}=0,0,IF({row[at]}=0,0,"
            "IF(COUNTIF({before[counts]},{row[at]})>0,0,{row[at]})))",
        ),
        *(
            Column(
                side,
                f"Points {side}",
                f'=IF({{row[counts]}}=0,"",IF({{row[result]}}<0,{own},INDEX(RaceScores,{nth})))',
            )
            for side, (own, nth) in points.items()
        ),
    ]


def _after(race: TemplateRace) -> list[Column]:
    """The table then, sorted."""

    def shown(key: str, heading: str, found: str, width: float = 8) -> Column:
        strong = theme.STRONG if key in ("place", "name", "points") else None
        align = {"place": "center", "name": "left"}.get(key, "right")
        formula = f'=IF({{row[no]}}="","",{found})'
        level = "0;-0;" if key == "level" else "General"
        return Column(
            key, heading, formula, number_format=level, width=width, align=align, style=strong
        )

    nth = "{then.row[no]}"
    at = f'=IF({nth}>COUNT({{then[position]}}),"",MATCH({nth},{{then[position]}},0))'

    def race_value(key: str) -> str:
        return f"INDEX({race.column(key)},{{row[no]}})"

    def outcome_value(key: str) -> str:
        return f"INDEX({{then[{key}]}},{{row[no]}})"

    return [
        shown("place", "Place", outcome_value("place"), 7),
        Column("no", "No.", at, width=6, align="center"),
        shown("name", race.team.capitalize(), race_value("name"), NAME_WIDTH),
        shown("now", "Points now", race_value("race_points")),
        shown("points", "Points then", outcome_value("points")),
        shown("left", "Games left then", outcome_value("left")),
        shown("level", "Others level", f"{outcome_value('sharing')}-1"),
    ]


def _open_game_columns(race: TemplateRace) -> list[Column]:
    """The games to come, in their order, with the results of the scenario."""

    def game_value(table: str, key: str) -> str:
        return f'=IF({{row[at]}}="","",INDEX({{{table}[{key}]}},{{row[at]}}))'

    nth = "ROWS({before[at]})"
    when = game_value("results", race.label)
    return [
        Column(
            "at",
            "Game",
            f'=IF({nth}>MAX({{matches[kth]}}),"",MATCH({nth},{{matches[kth]}},0))',
            width=6,
            align="center",
        ),
        Column(
            "row",
            race.row_heading,
            f'=IF({{row[at]}}="","",{{row[at]}}+{race.first_row}-1)',
            width=9,
            align="center",
        ),
        Column("when", "When", f'{when}&""', width=16, number_format=TEXT_FORMAT, align="left"),
        *(
            Column(
                key,
                own.replace("_", " ").title(),
                game_value("results", own),
                width=NAME_WIDTH,
                align="left",
            )
            for key, own in zip(_SIDES, race.inputs)
        ),
        *(
            Column(f"wished_{side}", "Gets", game_value("matches", f"wished_{side}"), width=7)
            for side in _SIDES
        ),
    ]


def _assumed(race: TemplateRace) -> list[Column]:
    """What a person assumes."""
    number = InputRule("decimal", "The score, or the points of the game: a number.", -9999, 9999)
    if race.is_by_number:
        called, problem = "number of the game", "No game to come has this number"
    else:
        called, problem = "row of the game on Results", "No game to come stands in this row"
    names = (f"INDEX({{results[{key}]}},{{supposed.row[at]}})" for key in race.inputs)
    game = '&" \N{EN DASH} "&'.join(names)
    typed = "COUNTA({row[row]},{row[home]},{row[away]})"
    return [
        Column(
            "row",
            race.row_heading,
            width=9,
            align="center",
            rule=InputRule("whole", f"The {called}, as in the list beside.", 1),
        ),
        Column(
            "game",
            "Your assumption",
            f'=IF({{supposed.row[at]}}=0,"",{game})',
            width=38,
            align="left",
        ),
        *(
            Column(key, heading, rule=number, width=8)
            for key, heading in zip(_SIDES, ("First", "Second"))
        ),
        Column(
            "problem",
            "Problem",
            f'=IF({typed}=0,"",IF({{supposed.row[at]}}=0,"{problem}",'
            'IF({supposed.row[result]}=0,"No game ends like this",'
            'IF({supposed.row[counts]}=0,"The same game as above",""))))',
            width=34,
            align="left",
        ),
    ]


@dataclass(frozen=True)
class _Question:
    """A named cell above the tables."""

    name: str
    label: str
    help: str
    value: str | None = None
    choices: str = ""
    """What is chosen from; nothing where it is a number."""

    @property
    def rule(self) -> InputRule:
        """What may be typed."""
        if self.choices:
            return InputRule("list", self.help, self.choices)
        return InputRule("whole", self.help, 1)


def write_questions(
    sheet: Worksheet,
    race: TemplateRace,
    names: str,
    tables: Mapping[str, Table],
    has_functions: bool,
) -> None:
    """The questions above the tables, and the answers; ``names`` are the cells with all names."""
    pages.write_header(sheet, PURPOSE, status=True)
    questions = (
        _Question("WhatIfTeam", race.team.capitalize(), "Whose wish.", None, names),
        _Question(
            "WhatIfWish",
            "Wish",
            "To reach or to miss the first places, or the best or the worst place.",
            "reach",
            f'"{",".join(WISHES)}"',
        ),
        _Question("WhatIfPlaces", "Places", f"How many places; blank: {race.usual_places}."),
        _Question(
            "WhatIfPlay",
            "Play it",
            "Whether games that you do not assume end as in the scenario.",
            "yes",
            '"yes,no"',
        ),
    )
    workbook = workbook_of(sheet)
    for row, question in enumerate(questions, QUESTIONS):
        for letter, text, style in (
            ("A", question.label, theme.TEXT),
            ("D", question.help, theme.NOTE),
        ):
            write(sheet[f"{letter}{row}"], text)
            theme.apply_style(sheet[f"{letter}{row}"], style)
        cell = sheet[f"C{row}"]
        write(cell, question.value)
        number_format = TEXT_FORMAT if question.choices else "0"
        theme.apply_style(cell, theme.INPUT, number_format, "left", unlocked=True)
        question.rule.apply(sheet, cell.coordinate)
        name_cells(workbook, question.name, sheet, cell.coordinate)
    answers = {QUESTIONS + len(questions): _answer(race, has_functions), TOP - 3: _REACHED}
    for row, formula in answers.items():
        sheet[f"A{row}"] = pages.resolve_formula(formula, sheet, tables)
        theme.apply_style(sheet[f"A{row}"], theme.STATUS)
    note = sheet[f"A{TOP - 2}"]
    note.value = "=RaceNote"
    theme.apply_style(note, theme.NOTE)


_GOAL = (
    'IF(OR(WhatIfWish="best",WhatIfWish="worst"),WhatIfWish&" place",'
    'WhatIfWish&IF(WhatIfLine=1," first place"," the first "&WhatIfLine))'
)


def _answer(race: TemplateRace, has_functions: bool) -> str:
    """What can be said of the wish."""
    nothing = '"There is no game to come."'
    choose = f'"Choose a {race.team} that is in the race, and a wish."'
    stale = '"No scenario: results have changed since they were worked out."'
    unsettled = '"It is not known."' if has_functions else f"IF(RaceKnown=0,{stale},{_UNKNOWN})"
    impossible = f'WhatIfTeam&", "&{_GOAL}&": impossible, whatever the results."'
    possible = f'WhatIfTeam&", "&{_GOAL}&": with the results below."'
    return (
        f'=IF(RaceOn=0,{nothing},IF(OR(WhatIfNo=0,WhatIfLine=""),{choose},'
        f"IF(COUNT({{matches[wished_home]}})>0,{possible},"
        f"IF(WhatIfCan=0,{impossible},{unsettled}))))"
    )


_UNKNOWN = '"It is not known."'
_REACHED = (
    '=IF(OR(RaceOn=0,WhatIfNo=0),"","Then "&WhatIfTeam&" is "&INDEX({then[place]},WhatIfNo)'
    '&IF(INDEX({then[sharing]},WhatIfNo)>1," to "&'
    'INDEX({then[place]},WhatIfNo)+INDEX({then[sharing]},WhatIfNo)-1,"")'
    '&IF(SUM({matches[unplayed]})>0,", with "&SUM({matches[unplayed]})&" games not played",""))'
)


def finish(tables: Mapping[str, Table]) -> None:
    """What is drawn as plain paper, marked, and printed on every page."""
    sheet = tables["after"].sheet
    for name, key in (("after", "no"), ("to_come", "at")):
        table = tables[name]
        area = table.area(table.columns[0].key, table.columns[-1].key)
        theme.hide_empty_rows(sheet, area, f"{table.letter(key)}{table.first}")
    chosen = f"${tables['after'].letter('name')}{tables['after'].first}=WhatIfTeam"
    theme.highlight(
        sheet,
        tables["after"].area("place", "level"),
        [(f'AND(WhatIfTeam<>"",{chosen})', theme.QUALIFIED)],
    )
    pages.mark_problems(tables["assumed"])
    for name in ("to_come", "assumed"):
        left = tables[name].letter(tables[name].columns[0].key)
        gap = get_column_letter(column_index_from_string(left) - 1)
        sheet.column_dimensions[gap].width = GAP
    sheet.column_dimensions[tables["to_come"].letter("at")].hidden = True
    sheet.freeze_panes = f"A{TOP + 1}"
    sheet.print_title_rows = f"{TOP}:{TOP}"


def show_note(sheet: Worksheet) -> None:
    """Say in the line of purpose how exact the figures of the race are."""
    legend = sheet["A2"]
    text = str(legend.value)
    formula = text[1:] if text.startswith("=") else f'"{text}"'
    legend.value = f'={formula}&IF(RaceNote="",""," "&RaceNote)'


def check(race: TemplateRace) -> Check:
    """That the table then bears the scenario out."""
    place, sharing = (f"INDEX({{then[{key}]}},WhatIfNo)" for key in ("place", "sharing"))
    best, worst = (f"INDEX({race.column(key)},WhatIfNo)" for key in ("best_place", "worst_place"))
    last = f"({place}+{sharing}-1)"
    borne_out = (
        f'IF(WhatIfWish="reach",{place}<=WhatIfLine,IF(WhatIfWish="miss",{last}>WhatIfLine,'
        f'IF(WhatIfWish="best",{place}={best},{last}={worst})))'
    )
    complete = (
        "AND(SUM({matches[unplayed]})=0,SUM({supposed[counts]})=0,COUNT({matches[wished_home]})>0)"
    )
    return Check(
        "The scenario of the page What if gives what was wished",
        f"=IF(WhatIfNo=0,0,IF({complete},IF({borne_out},0,1),0))",
        "Do not trust the best and worst places; run xl-tourney whatif BOOK --check.",
        SHEET,
    )
