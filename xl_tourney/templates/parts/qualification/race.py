"""The race of a workbook: who is in it, with how many points, and the games to come.

Every template with fixtures has these columns, so that programs find the race of any game by the
same names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..table import Column, ColumnKind, computed
from ..theme import FIXED

KNOWN = ("points", "best_place", "worst_place", "to_clinch", "to_stay", "race_status", "up", "down")
"""The exact figures of each team in a workbook without our functions."""


@dataclass(frozen=True)
class TemplateRace:
    """The formulas and names that the race of a template is made of."""

    is_in: str
    """Whether the team of a row is in the race: a condition."""
    points: str
    """The points of the team, a formula."""
    length: str
    """The number of games that the team ends with, a formula."""
    problem: str
    """Why there is no exact answer, a text; empty where there is one."""
    worths: Sequence[str]
    """The points of the results of a game, in any order; some may be equal."""
    places: str
    """The last place on the right side of the line."""
    results: str
    """How many games have a result."""
    team: str = "team"
    table: str = "group"
    """The table of everybody."""
    sides: tuple[str, str] = ("home", "away")
    """How the columns of ``matches`` call the two sides of a game, after ``no_``."""
    inputs: tuple[str, str] = ("home", "away")
    """The columns of ``results`` with the two names of a game."""
    label: str = "round"
    """The column of ``results`` that says when it is."""
    step: float = 0
    unit: Literal["wins", "points"] = "wins"
    criteria: Sequence[str] = ()
    """The criteria that place teams that are level on points: a formula each."""
    played: str = ""
    """The games that the criteria look at, as our functions take them."""
    tiebreak: str = ""
    """What decides after them and is known now: a column."""
    exact_but: str = ""
    """What the figures leave open, as the end of a sentence that they are exact: a formula."""
    decided_by: str = ""
    """A text that changes when the criteria do, or a score: a formula."""
    is_bounded: bool = False
    """Whether places go by what teams can gain at most and at least, and not by a search."""
    more: str = "0"
    """What a win may give beyond its worth, such as bonus points."""
    if_all_won: str = "0"
    """What a team gets besides if it wins all the games that are left, a formula."""
    of: str = ""
    """The column with the number of a team's group, where there are groups."""
    is_counted_through: bool = False
    """Whether those of the groups above are ahead of a team, as in a table that has divided."""
    clinched: str = ""
    """When a place is certain, where not by the worst place alone: a condition."""
    missed: str = ""
    """When none can be had any more, where not by the best place alone."""
    last: str = "RacePlaces"
    """The last place from which a team may still get in."""
    is_by_number: bool = False
    """Whether a game is called by its number among all pairs, and not by its row of Results."""

    def column(self, key: str) -> str:
        """A column of the table of everybody."""
        return f"{{{self.table}[{key}]}}"

    def own(self, key: str) -> str:
        """The value of a column for the team in the same row."""
        return f"{{{self.table}.row[{key}]}}"

    @property
    def points_column(self) -> str:
        """The points of everybody in the race."""
        return self.column("race_points")

    @property
    def first_row(self) -> str:
        """The number of the first game."""
        if self.is_by_number:
            return "1"
        return f"ROW({{results.top[{self.inputs[0]}]}})"

    @property
    def row_heading(self) -> str:
        """The heading of the number of a game."""
        return "Game no." if self.is_by_number else "Row on Results"

    @property
    def most(self) -> str:
        """The most that a win gives."""
        return f"(MAX(RaceWorths)+{self.more})" if self.is_bounded else "WinPoints"

    @property
    def usual_places(self) -> str:
        """Which places are meant if nobody says others."""
        return "the first" if self.places == "1" else "those on Setup"

    @property
    def called(self) -> str:
        """The end of every call of our functions."""
        end = f"RaceScores,RaceStep,{self.tiebreak},,RaceSeconds"
        return f"{end},RaceCriteria,{self.played}" if self.criteria else end

    @property
    def race(self) -> str:
        """The points and the games, as our functions take them."""
        return f"{self.points_column},{{matches[race_home:race_away]}}"


_for_race = ColumnKind('=IF({row[race_points]}="","",')
_if_in_race = _for_race.formula


def game_columns(race: TemplateRace) -> Iterator[Column]:
    """The columns of the table ``matches``: which games are to come, and how they may end."""
    one, other = (f"N({{row[no_{side}]}})" for side in race.sides)
    to_come = f"AND(RaceOn=1,N({{row[to_play]}})=1,{one}>0,{other}>0,{one}<>{other})"
    for side, own in zip(("home", "away"), race.sides):
        yield Column(
            f"race_{side}",
            f"To come: {side}",
            f'=IF({to_come},{{row[no_{own}]}},"")',
        )
    yield Column(
        "kth", "Game to come no.", '=IF({row[race_home]}="","",MAX({before[kth]})+1)', width=11
    )
    for side in ("home", "away"):
        yield Column(
            f"known_{side}", f"Known to come: {side}", width=11, style=FIXED, only="no addin"
        )
    same = "AND({row[known_home]}={row[race_home]},{row[known_away]}={row[race_away]})"
    yield computed.count(
        "changed",
        "Changed since",
        f'=IF({{row[race_home]}}="",IF({{row[known_home]}}="",0,1),IF({same},0,1))',
        only="no addin",
    )
    code = "VALUE(MID(WhatIfResults,RaceWidth*({row[kth]}-1)+1,RaceWidth))"
    yield Column(
        "code",
        "Result of the scenario",
        f'=IF(OR({{row[kth]}}="",WhatIfResults=""),"",{code})',
        width=11,
        only="no addin",
    )
    called = f"INDEX(RACE_SCENARIO({race.race},WhatIfNo,WhatIfWish,WhatIfLine,{race.called}),0,1)"
    yield Column(
        "found_home",
        "Found: home",
        f'=IF(OR(RaceOn=0,WhatIfNo=0,WhatIfLine=""),"",{called})',
        array=True,
        only="addin",
        may_be_na="TRUE",
    )
    yield Column(
        "wished_home",
        "Scenario: home",
        '=IF(ISNUMBER({row[found_home]}),{row[found_home]},"")',
        native='=IF({row[code]}="","",IF(RaceStep>0,ROUND(RaceScore1-RaceStep*{row[code]},'
        "RaceDecimals),INDEX(RaceScores,1+{row[code]})))",
        in_addin=True,
    )
    mirrored = "INDEX(RaceScores,RaceResults+1-MATCH({row[wished_home]},RaceScores,0))"
    yield Column(
        "wished_away",
        "Scenario: away",
        '=IF({row[wished_home]}="","",IF(RaceStep>0,'
        f"ROUND(RaceScore1+RaceLast-{{row[wished_home]}},RaceDecimals),{mirrored}))",
    )
    yield Column(
        "supposed",
        "Own assumption",
        '=IF({row[race_home]}="","",IFERROR(MATCH(ROWS({upto[kth]}),{supposed[counts]},0),0))',
        width=11,
    )
    for side in ("home", "away"):
        wished = f"{{row[wished_{side}]}}"
        scenario = f'IF(AND(WhatIfPlay="yes",ISNUMBER({wished})),{wished},"")'
        own = f"INDEX({{supposed[{side}]}},{{row[supposed]}})"
        yield Column(
            f"then_{side}",
            f"Counted then: {side}",
            f'=IF({{row[race_home]}}="","",IF({{row[supposed]}}>0,{own},{scenario}))',
            width=11,
        )
    yield computed.count(
        "unplayed", "Not played then", '=IF({row[race_home]}="",0,IF({row[then_home]}="",1,0))'
    )


def team_columns(race: TemplateRace) -> Iterator[Column]:
    """The columns of the table of everybody: points, games to come, and what follows."""
    yield Column(
        "race_points",
        "Points in the race",
        f'=IF(RaceOn=0,"",IF({race.is_in},ROUND({race.points},RaceDecimals),""))',
        width=11,
    )
    yield Column("race_length", "Games at the end", f'=IF({race.is_in},{race.length},"")', width=11)
    if race.is_bounded:
        yield _for_race("race_left", "Games to come", "{row[to_play]}")
        yield from _bounds(race)
        return
    met = "+".join(f"COUNTIF({{matches[race_{side}]}},{{row[no]}})" for side in ("home", "away"))
    yield _for_race("race_left", "Games to come", met)
    for key in KNOWN:
        yield Column(f"known_{key}", f"Known: {key}", width=9, style=FIXED, only="no addin")
    near = "ROUND(({row[known_points]}-{row[race_points]})*RaceScale,0)=0"
    yield computed.count(
        "moved",
        "Changed since",
        '=IF({row[race_points]}="",IF({row[known_points]}="",0,1),'
        f"IF(ISNUMBER({{row[known_points]}}),IF({near},0,1),1))",
        only="no addin",
    )
    yield _for_race(
        "race_least",
        "Least it ends with",
        "ROUND({row[race_points]}+{row[race_left]}*RaceLast,RaceDecimals)+0",
        only="no addin",
    )
    yield _for_race(
        "race_most",
        "Most it ends with",
        "ROUND({row[race_points]}+{row[race_left]}*RaceScore1,RaceDecimals)+0",
        only="no addin",
    )
    table = race.table
    places = {
        "best_place": ("Best place", f'1+COUNTIF({{{table}[race_least]}},">"&{{row[race_most]}})'),
        "worst_place": ("Worst place", f'COUNTIF({{{table}[race_most]}},">="&{{row[race_least]}})'),
    }
    for key, (heading, bound) in places.items():
        called = f"{key.upper()}({race.race},{race.called})"
        yield from _figure(key, heading, called, bound)
    unit = f'RacePlaces,"{race.unit}"'
    for key, heading, name in (
        ("to_clinch", f"{race.unit.capitalize()} to clinch", "WINS_TO_CLINCH"),
        ("to_stay", f"{race.unit.capitalize()} to stay alive", "WINS_TO_STAY_ALIVE"),
    ):
        yield from _figure(key, heading, f"{name}({race.race},{unit},{race.called})", '""')
    missed = "IF({row[best_place]}>RacePlaces,RaceStatus_out,RaceStatus_open)"
    bounds = f"IF({{row[worst_place]}}<=RacePlaces,RaceStatus_clinched,{missed})"
    called = f'RACE_STATUS({race.race},RacePlaces,,0,"any",{race.called})'
    yield from _figure("race_status", "Status", called, bounds)


def _bounds(race: TemplateRace) -> Iterator[Column]:
    """The figures by arithmetic alone: what teams of a group can gain at most and at least."""
    for key, heading, gain, besides in (
        ("race_least", "Least it ends with", "RaceLast", "0"),
        ("race_most", "Most it ends with", race.most, race.if_all_won),
    ):
        gained = f"{{row[race_left]}}*{gain}+{besides}"
        reached = f"ROUND({{row[race_points]}}+{gained},RaceDecimals)"
        yield _for_race(key, heading, reached)
    among = f",{{{race.table}[{race.of}]}},{{row[{race.of}]}}" if race.of else ""
    ahead = f'COUNTIFS({{{race.table}[race_least]}},">"&{{row[race_most]}}{among})'
    level = f'COUNTIFS({{{race.table}[race_most]}},">="&{{row[race_least]}}{among})'
    if race.is_counted_through:
        above = f'COUNTIF({{{race.table}[{race.of}]}},"<"&{{row[{race.of}]}})+'
        ahead, level = above + ahead, above + level
    yield _for_race("best_place", "Best place", f"1+{ahead}")
    yield _for_race("worst_place", "Worst place", level)
    missed = (
        f"IF({race.missed or f'{{row[best_place]}}>{race.last}'},RaceStatus_out,RaceStatus_open)"
    )
    clinched = race.clinched or "{row[worst_place]}<=RacePlaces"
    yield _for_race("race_status", "Status", f"IF({clinched},RaceStatus_clinched,{missed})")


def _figure(key: str, heading: str, called: str, bound: str) -> Iterator[Column]:
    """A figure by our function; without it the one that is known, or else what bounds say."""
    array = Column(
        f"found_{key}",
        f"{heading}, found",
        f'=IF(RaceOn=0,"",{called})',
        array=True,
        only="addin",
        may_be_na="TRUE",
    )
    known = f"{{row[known_{key}]}}"
    native = _if_in_race(f'IF(RaceKnown=1,IF({known}="","",{known}),{bound})')
    if key == "race_status":
        array = replace(array, may_be_na="")
    yield array
    found = f"{{row[found_{key}]}}"
    yield Column(
        key,
        heading,
        _if_in_race(f'IF(ISNA({found}),RaceStatus_unknown,IF({found}="","",{found}))'),
        native=native,
        in_addin=True,
    )


def unequal_lengths(table: str, otherwise: str = '""') -> str:
    """A sentence where not all end with as many games, which a percentage needs."""
    length = f"{{{table}[race_length]}}"

    def team_with(figure: str) -> str:
        return f"INDEX({{{table}[name]}},MATCH({figure}({length}),{length},0))"

    return (
        f'IF(MIN({length})<MAX({length}),{team_with("MAX")}&" would end with "&MAX({length})&'
        f'" games and "&{team_with("MIN")}&" with "&MIN({length})&"; a percentage is '
        f'settled only when all fixtures are entered",{otherwise})'
    )


def settled(otherwise: str, is_bounded: bool = False) -> str:
    """The status of a team in the race; ``otherwise`` if there is no race."""
    still_open = (
        "{said.open}"
        if is_bounded
        else 'IF({row[race_status]}="","",IF({row[race_status]}=RaceStatus_unknown,{said.unknown},'
        "IF(ISNUMBER({row[to_clinch]}),{said.own_hands},{said.open})))"
    )
    return (
        f'IF(RaceOn=0,{otherwise},IF({{row[race_points]}}="",{{said.out}},'
        "IF({row[worst_place]}=1,{said.first},IF({row[race_status]}=RaceStatus_clinched,{said.qualified},"
        f"IF({{row[race_status]}}=RaceStatus_out,{{said.out}},{still_open})))))"
    )
