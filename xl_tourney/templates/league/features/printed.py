"""Columns that papers print beside the table, each chosen in the file of rules: ``columns = […]``.

One object a column: its heading, its figure, and what a league needs to have it.  The form and the
streak of a team follow from the number that each game has among its own, in the order of the rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from ...parts.columns import Heading, for_listed
from ...parts.table import Column
from ..feature import SIDES, Feature, Refuse, Rules
from ..games.formulas import BYES, LOST_BY_BOTH, NO_RESULT, flag, for_counted
from ..standings import shown_figure
from ..tables import DIFFERENCE, PERCENT
from .criteria.opponents import Opponents
from .divided.conferences import Conferences
from .overtime import Shootouts
from .second import Overs

FORM, LATEST = 5, 10
"""How many games the form looks at, and the latest record."""

Figure = Callable[[Rules], str]


@dataclass(frozen=True)
class Printed:
    """A column of the standings that a file of rules may ask for."""

    key: str
    heading: Heading
    figure: Figure | None = None
    """Its formula among the calculated columns; None where these have it anyway."""
    of_games: bool = False
    """Whether it needs the number of each game among those of a team."""
    number_format: str = "General"
    width: float = 8
    needs: type[Feature] | None = None
    """The feature without which a league cannot have it."""

    def is_possible(self, rules: Rules) -> bool:
        """Whether a league can have it."""
        return self.needs is None or rules.of(self.needs) is not None


def _total(column: str, *conditions: str) -> str:
    """The sum of a team over a column of its SIDE, or of the OTHER, over all its games."""
    arguments = ",".join((f"{{matches[{column}]}}", "{matches[no_SIDE]},{row[no]}", *conditions))
    return "+".join(
        f"SUMIFS({arguments})".replace("SIDE", side).replace("OTHER", other)
        for side, other in (SIDES, SIDES[::-1])
    )


def _record(won: str, tied: str, lost: str, rules: Rules) -> str:
    """A record such as 7-3 or 5-2-1: draws stand before the losses where points are counted."""
    if rules.is_by_percentage:
        return f'({won})&"-"&({lost})&IF(({tied})=0,"","-"&({tied}))'
    return f'({won})&"-"&({tied})&"-"&({lost})'


def _of_games(*conditions: str) -> Figure:
    """The record in some of the games."""

    def figure(rules: Rules) -> str:
        lost = f"{_total('OTHER_won', *conditions)}+{_total('both_lost', *conditions)}"
        return _record(_total("SIDE_won", *conditions), _total("tied", *conditions), lost, rules)

    return figure


def _at(side: str) -> Figure:
    won, tied, lost = (f"{{row[{side}_{key}]}}" for key in _RESULTS)
    return lambda rules: _record(won, tied, lost, rules)


_RESULTS = ("won", "tied", "lost")


def _letter(code: str, rules: Rules) -> str:
    """The letter of a result: 1 is a loss, 2 a draw, 3 a win."""
    return f'MID("L{"T" if rules.is_by_percentage else "D"}W",{code},1)'


def _form(rules: Rules) -> str:
    """The latest results, the last one at the end."""
    letters = []
    for ago in range(FORM - 1, -1, -1):
        nth = f"{{row[played]}}-{ago}"
        code = _total("SIDE_code", "{matches[SIDE_nth]}", nth)
        letters.append(f'IF({nth}<1,"",{_letter(code, rules)})')
    return "&".join(letters)


def _streak(rules: Rules) -> str:
    """How often the last result was had in a row: W3."""
    last = ("{matches[SIDE_nth]}", "{row[played]}")
    letter = _letter(_total("SIDE_code", *last), rules)
    return f'IF({{row[played]}}=0,"",{letter}&{_total("SIDE_run", *last)})'


def _balls(key: str) -> Figure:
    """Balls as overs: 117 are 19.3."""
    balls = f"{{row[{key}]}}"
    return lambda rules: f"INT({balls}/Balls)+MOD({balls},Balls)/10"


COLUMNS: Mapping[str, Printed] = {
    "PF": Printed("scored", Heading("PF", "Points for")),
    "PA": Printed("conceded", Heading("PA", "Points against")),
    "Difference": Printed("difference", Heading("Diff", "Difference"), number_format=DIFFERENCE),
    "Win percentage": Printed(
        "percent", Heading("Pct", "Winning percentage"), number_format=PERCENT
    ),
    "Home": Printed("at_home", Heading("Home", "Record at home"), _at("home")),
    "Away": Printed("on_road", Heading("Away", "Record away"), _at("away")),
    "Last five": Printed("form", Heading("Form", "The last five results"), _form, True),
    "Last ten": Printed(
        "latest",
        Heading("L10", "Record in the last ten games"),
        _of_games("{matches[SIDE_nth]}", f'">"&({{row[played]}}-{LATEST})'),
        True,
    ),
    "Streak": Printed(
        "streak", Heading("Strk", "The last result, how often in a row"), _streak, True
    ),
    "Byes": Printed("byes", Heading("B", "Byes"), lambda rules: BYES),
    "No result": Printed(
        "no_result", Heading("NR", "Games without a result"), lambda rules: _total("no_result")
    ),
    "Overs for": Printed(
        "overs_for", Heading("Overs for"), _balls("second_for"), number_format="0.0", needs=Overs
    ),
    "Overs against": Printed(
        "overs_against",
        Heading("Overs against"),
        _balls("second_against"),
        number_format="0.0",
        needs=Overs,
    ),
    "Shootouts": Printed(
        "shootouts",
        Heading("S/O", "Won and lost in a shootout"),
        lambda rules: '({})&"-"&({})'.format(
            _total("SIDE_won", "{matches[shootout]}", "1"),
            _total("OTHER_won", "{matches[shootout]}", "1"),
        ),
        needs=Shootouts,
    ),
    "Division": Printed(
        "in_divisions",
        Heading("Div", "Record within the division"),
        _of_games("{matches[of_division]}", "1"),
        needs=Conferences,
    ),
    "Conference": Printed(
        "in_conference",
        Heading("Conf", "Record within the conference"),
        _of_games("{matches[of_conference]}", "1"),
        needs=Conferences,
    ),
    "Strength of victory": Printed(
        "victory_strength",
        Heading("SOV", "Strength of victory", note="Winning percentage of the teams beaten."),
        None, False, PERCENT, needs=Opponents,
    ),
    "Strength of schedule": Printed(
        "schedule_strength",
        Heading("SOS", "Strength of schedule", note="Winning percentage of all opponents."),
        None, False, PERCENT, needs=Opponents,
    ),
}  # fmt: skip
"""The columns by their names in a file of rules."""


@dataclass(frozen=True)
class PrintedColumns(Feature):
    """The columns that the rules ask for, in their order."""

    order, since = 105, "2"

    columns: tuple[str, ...] = ()

    def completed(self, rules: Rules, refuse: Refuse) -> PrintedColumns:
        possible = [name for name, one in COLUMNS.items() if one.is_possible(rules)]
        for name in self.columns:
            needs = COLUMNS[name].needs if name in COLUMNS else None
            if needs and name not in possible:
                missing = needs.__name__.lower()
                raise refuse("columns", f"has “{name}”, which needs {missing} in these rules")
            if name not in possible:
                raise refuse("columns", f"has “{name}”; choose among {', '.join(possible)}")
        return self

    @property
    def chosen(self) -> list[Printed]:
        """What is printed."""
        return [COLUMNS[name] for name in self.columns]

    @property
    def always_shown(self) -> frozenset[str]:
        return frozenset(one.key for one in self.chosen)

    def of_result(self, rules: Rules) -> Iterator[Column]:
        """What was decided of a game, where columns count it."""
        if self.columns:
            yield for_counted("both_lost", "Lost by both", flag(LOST_BY_BOTH))
            yield for_counted("no_result", "Without a result", flag(NO_RESULT))

    def of_game(self, rules: Rules) -> Iterator[Column]:
        """For each side of a game its number among those of the team, and its result in a row."""
        if any(one.of_games for one in self.chosen):
            yield from _in_a_row()

    def of_places(self, rules: Rules) -> Iterator[Column]:
        for one in self.chosen:
            if one.figure:
                words = one.heading.words or one.heading.short
                yield for_listed(one.key, words, one.figure(rules))

    def in_table(self, columns: list[Column], rules: Rules) -> list[Column]:
        """Before what is left; games without a result are not among the draws beside them."""
        keys = [column.key for column in columns]
        if "No result" in self.columns:
            tied = "INDEX({group[tied]},{row[no]})"
            apart = f"{tied}-{tied.replace('tied', 'no_result')}"
            columns = [
                replace(one, formula=one.formula.replace(tied, apart)) if one.key == "tied" else one
                for one in columns
            ]
        more = [
            shown_figure(one.key, one.heading, one.width, one.number_format)
            for one in self.chosen
            if one.key not in keys
        ]
        at = keys.index("left")
        return [*columns[:at], *more, *columns[at:]]


def _in_a_row() -> Iterator[Column]:
    for side in SIDES:
        number = f"{{row[no_{side}]}}"
        before = "+".join(
            f"COUNTIFS({{before[no_{of}]}},{number},{{before[counted]}},1)" for of in SIDES
        )
        yield for_counted(f"{side}_nth", f"Its game no., {side}", f"1+{before}")
    for side, other in (SIDES, SIDES[::-1]):
        lost = f"{{row[{other}_won]}}+{{row[both_lost]}}"
        code = f"2+{{row[{side}_won]}}-({lost})"
        yield for_counted(f"{side}_code", f"Result of {side}, 1 to 3", code)
    for side in SIDES:

        def of_last(what: str, side: str = side) -> str:
            return "+".join(
                f"SUMIFS({{before[{of}_{what}]}},{{before[no_{of}]}},{{row[no_{side}]}},"
                f"{{before[{of}_nth]}},{{row[{side}_nth]}}-1)"
                for of in SIDES
            )

        again = f"({of_last('code')})={{row[{side}_code]}}"
        run = f"IF({again},1+{of_last('run')},1)"
        yield for_counted(f"{side}_run", f"In a row, {side}", run)
