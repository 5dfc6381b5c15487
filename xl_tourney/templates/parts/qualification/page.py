"""The page What if: a wish and results with which it comes true, own assumptions, the table then.

On the left is the table, in the middle are the games to come, on the right what a person assumes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from openpyxl.utils import column_index_from_string, get_column_letter

from .. import theme
from ..checks import Check
from ..columns import NAME_WIDTH, places
from ..pages import PURPOSE, formula_of_purpose
from ..plan import PROBLEMS, Cell, Hidden, Mark, SheetPlan, TablePlan
from ..settings import one_of
from ..table import TEXT_FORMAT, Column, InputRule, Table, computed
from ..workbook import workbook_of
from .named_cells import ADVICE
from .race import TemplateRace

SHEET = "What if"
SUMMARY = "Who can still finish where, and what if. Choose a wish, or assume results."
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


def table_plans(
    race: TemplateRace, rows: int, games: int, beside: str, entered: str = "results"
) -> dict[str, TablePlan]:
    """The tables of the page, and those behind it, right of a table on Calculation.

    ``rows`` and ``games`` are how many teams and games there is room for; ``entered`` is the table
    with the names of each game.
    """
    listed, aliases = min(games, MOST_LISTED), {"results": entered}
    chosen = 'AND(WhatIfTeam<>"",{row[name]}=WhatIfTeam)'
    return {
        "then": TablePlan("Calculation", _then(race), rows, beside=beside),
        "supposed": TablePlan(
            "Calculation", _supposed(race), ASSUMPTIONS, beside="then", aliases=aliases
        ),
        "after": TablePlan(
            SHEET,
            _after(race),
            rows,
            top=TOP,
            upto="",
            blank="no",
            filled=1,
            looks=[Mark("place:level", [(chosen, theme.QUALIFIED)]), NOTHING_TO_COME],
        ),
        "to_come": TablePlan(
            SHEET,
            _open_game_columns(race),
            listed,
            top=TOP,
            beside="after",
            aliases=aliases,
            blank="at",
            filled=1,
            looks=[Gap(GAP), Hidden({"at": ""}), NOTHING_TO_COME],
        ),
        "assumed": TablePlan(
            SHEET,
            _assumed(race),
            ASSUMPTIONS,
            top=TOP,
            beside="to_come",
            aliases=aliases,
            is_printed=False,
            looks=[Gap(GAP), PROBLEMS, NOTHING_TO_COME],
        ),
    }


def _then(race: TemplateRace) -> list[Column]:
    """The table after the games that are assumed, in the order of the list."""

    def sum_of_sides(key: str) -> str:
        return "+".join(
            f"SUMIFS({{matches[{key.format(side)}]}},{{matches[race_{side}]}},{{row[no]}})"
            for side in _SIDES
        )

    points = f"ROUND({race.own('race_points')}+{sum_of_sides('then_{}')},RaceDecimals)"
    return [
        computed.centred("no", "No.", f"={race.own('no')}", width=6),
        computed.count(
            "key", "No. in the race", f'=IF({race.own("race_points")}="",0,{{row[no]}})'
        ),
        Column("points", "Points then", f'=IF({{row[key]}}=0,"",{points})'),
        Column("left", "Left then", f'=IF({{row[key]}}=0,"",{sum_of_sides("unplayed")})'),
        *places("then", ("points",), "key"),
    ]


def _supposed(race: TemplateRace) -> list[Column]:
    """The points of the assumed results, in their order."""
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
        level = '0;"\N{MINUS SIGN}"0;' if key == "level" else "General"
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
        computed.centred("no", "No.", at, width=6),
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
        computed.centred(
            "at",
            "Game",
            f'=IF({nth}>MAX({{matches[kth]}}),"",MATCH({nth},{{matches[kth]}},0))',
            width=6,
        ),
        computed.centred(
            "row",
            race.row_heading,
            f'=IF({{row[at]}}="","",{{row[at]}}+{race.first_row}-1)',
            width=9,
        ),
        computed.left("when", "When", f'{when}&""', width=16, number_format=TEXT_FORMAT),
        *(
            computed.left(
                key, own.replace("_", " ").title(), game_value("results", own), width=NAME_WIDTH
            )
            for key, own in zip(_SIDES, race.inputs)
        ),
        *(
            Column(f"wished_{side}", "Gets", game_value("matches", f"wished_{side}"), width=7)
            for side in _SIDES
        ),
    ]


def _assumed(race: TemplateRace) -> list[Column]:
    """The inputs of assumed results."""
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
        computed.left(
            "game", "Your assumption", f'=IF({{supposed.row[at]}}=0,"",{game})', width=38
        ),
        *(
            Column(key, heading, rule=number, width=8)
            for key, heading in zip(_SIDES, ("First", "Second"))
        ),
        computed.left(
            "problem",
            "Problem",
            f'=IF({typed}=0,"",IF({{supposed.row[at]}}=0,"{problem}",'
            'IF({supposed.row[result]}=0,"No game ends like this",'
            'IF({supposed.row[counts]}=0,"The same game as above",""))))',
            width=34,
        ),
    ]


def sheet_plan(race: TemplateRace, names: str, has_functions: bool) -> SheetPlan:
    """The questions above the tables, and the answers; ``names`` is the column with all names."""
    help_text = "To reach or to miss the first places, or the best or the worst place."
    played = "Whether games that you do not assume end as in the scenario."
    questions = (
        ("WhatIfTeam", race.team.capitalize(), None, InputRule("list", "Whose wish.", names)),
        ("WhatIfWish", "Wish", "reach", replace(one_of(*WISHES), message=help_text)),
        (
            "WhatIfPlaces",
            "Places",
            None,
            InputRule("whole", f"How many places; blank: {race.usual_places}.", 1),
        ),
        ("WhatIfPlay", "Play it", "yes", replace(one_of("yes", "no"), message=played)),
    )
    cells: dict[str, Cell] = {}
    for row, (name, label, value, rule) in enumerate(questions, QUESTIONS):
        cells[f"A{row}"] = Cell(label, style=theme.TEXT)
        cells[f"D{row}"] = Cell(rule.message)
        number_format = TEXT_FORMAT if rule.kind == "list" else "0"
        cells[f"C{row}"] = Cell(
            value, "", theme.INPUT, number_format, align="left", name=name, rule=rule
        )
    answer = _answer(race, has_functions)
    cells[f"A{QUESTIONS + len(questions)}"] = Cell(formula=answer, style=theme.STATUS)
    cells[f"A{TOP - 3}"] = Cell(formula=_REACHED, style=theme.STATUS)
    cells[f"A{TOP - 2}"] = Cell(formula="=RaceNote")
    summary = (
        f"Results with which a {race.team} reaches or misses a place, and your own assumptions."
    )
    return SheetPlan(summary, SUMMARY, cells=cells)


_GOAL = (
    'IF(OR(WhatIfWish="best",WhatIfWish="worst"),WhatIfWish&" place",'
    'WhatIfWish&IF(WhatIfLine=1," first place"," the first "&WhatIfLine))'
)


def _answer(race: TemplateRace, has_functions: bool) -> str:
    """The answer to the wish, a formula."""
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


@dataclass(frozen=True)
class RaceNote:
    """How exact the figures of the race are, in the line of purpose."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        sheet = table.sheet
        sheet[PURPOSE].value = f'={formula_of_purpose(sheet)}&IF(RaceNote="",""," "&RaceNote)'
        workbook_of(sheet).for_director += ADVICE


@dataclass(frozen=True)
class _NothingToCome:
    """The headings of a table are not there while there is no game to come."""

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        cells = f"{table.letter(table.columns[0].key)}{table.top}"
        cells += f":{table.letter(table.columns[-1].key)}{table.top}"
        theme.hide_while(table.sheet, cells, f"{theme.elsewhere('RaceOn')}=0")


NOTHING_TO_COME = _NothingToCome()


@dataclass(frozen=True)
class Gap:
    """The width of the empty column before a table."""

    width: float

    def draw(self, table: Table) -> None:
        """Put it on the sheet."""
        left = column_index_from_string(table.letter(table.columns[0].key)) - 1
        table.sheet.column_dimensions[get_column_letter(left)].width = self.width


def check(race: TemplateRace) -> Check:
    """The check that the table shows the wish fulfilled by the scenario."""
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
