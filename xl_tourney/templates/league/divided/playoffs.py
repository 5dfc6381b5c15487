"""Play-offs that follow from the table: who meets whom, who has the home advantage, who won.

The better placed of a series stands first, and begins at home.  While the table is not final it
shows who would meet now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...parts import theme
from ...parts.checks import Check
from ...parts.columns import NAME_WIDTH
from ...parts.plan import Hidden, Look, Mark, SheetPlan, TablePlan
from ...parts.table import Column, InputRule
from ..rules.rules import Rules, Slot
from ..standings import group_key

SHEET = "Play-offs"
_WINS = InputRule("whole", "How many games of the series this team has won.", 0, 99)
_BEHIND = ("slot_", "team_", "seed_")
"""How columns begin that nobody needs to see."""


def tables(rules: Rules) -> dict[str, TablePlan]:
    """The series, one a row; none without play-offs."""
    if not rules.playoffs:
        return {}
    typed = [
        {"round": one.name, "number": at, "best_of": one.best_of, **_cells(one.slots)}
        for at, one in enumerate(rules.playoffs, 1)
    ]
    columns = [*_slots(), *_series(rules)]
    hidden = [column.key for column in columns if column.key.startswith(_BEHIND)]
    looks: list[Look] = [
        Mark("winner", [('{row[winner]}<>""', theme.GOOD)]),
        Hidden(dict.fromkeys(hidden, "")),
    ]
    plan = TablePlan(SHEET, columns, len(typed), typed, upto="number", looks=looks)
    return {"playoffs": plan}


def _cells(slots: tuple[Slot, Slot]) -> dict[str, object]:
    return {
        f"slot_{key}_{at}": value
        for at, slot in enumerate(slots, 1)
        for key, value in (("kind", slot.kind), ("of", slot.of), ("number", slot.number))
    }


def _slots() -> Iterator[Column]:
    """Whom the rules let meet."""
    yield Column("round", "Round", width=20, align="left", style=theme.VALUE)
    yield Column("number", "Series", width=7, style=theme.VALUE)
    for at in (1, 2):
        yield Column(f"slot_kind_{at}", f"Slot {at}", style=theme.VALUE)
        yield Column(f"slot_of_{at}", f"Of {at}", style=theme.VALUE)
        yield Column(f"slot_number_{at}", f"Number {at}", style=theme.VALUE)


def _placed(rules: Rules, at: int) -> str:
    """The team in the place of a slot."""
    number, of = f"{{row[slot_number_{at}]}}", f"{{row[slot_of_{at}]}}"
    placed = f"INDEX({{standings[name]}},{number})"
    if rules.has_groups:
        row = f"MATCH({of},{{standings[{group_key(rules)}]}},0)+{number}-1"
        placed = f'IF({of}="",{placed},INDEX({{standings[name]}},{row}))'
    if rules.conferences:
        row = f"MATCH({of},{{conferences[conference]}},0)+{number}-1"
        placed = f"IFERROR(INDEX({{conferences[name]}},{row}),{placed})"
    return f'IFERROR({placed}&"","")'


def _earlier(at: int, won: str, lost: str) -> str:
    """A column of the earlier series of a slot: of its winner, or of who lost it."""
    row = f"MATCH({{row[slot_number_{at}]}},{{before[number]}},0)"
    by_winner, by_loser = (f"INDEX({{before[{key}]}},{row})" for key in (won, lost))
    found = f'IF({{row[slot_kind_{at}]}}="W",{by_winner},{by_loser})'
    return f'IFERROR({found}&"","")'


def _series(rules: Rules) -> Iterator[Column]:
    """Who meets, who won, and the places that they had in the table."""
    for at in (1, 2):
        is_placed = f'{{row[slot_kind_{at}]}}="place"'
        team = f"=IF({is_placed},{_placed(rules, at)},{_earlier(at, 'winner', 'loser')})"
        yield Column(f"team_{at}", f"Team {at}", team, align="left")
        seed = f"IFERROR(VALUE({_earlier(at, 'seed_won', 'seed_lost')}),0)"
        seed = f"=IF({is_placed},{{row[slot_number_{at}]}},{seed})"
        yield Column(f"seed_{at}", f"Place {at}", seed)
    turned = "AND({row[seed_2]}>0,{row[seed_2]}<{row[seed_1]})"
    for key, heading, then, else_ in (("home", "Better placed", 2, 1), ("away", "Other", 1, 2)):
        named = f"=IF({turned},{{row[team_{then}]}},{{row[team_{else_}]}})"
        yield Column(key, heading, named, width=NAME_WIDTH, align="left", style=theme.STRONG)
    yield Column("best_of", "Best of", width=8, style=theme.VALUE)
    yield Column("home_wins", "Won", width=7, rule=_WINS)
    yield Column("away_wins", "Won by other", width=12, rule=_WINS)
    home, away = (f"N({{row[{side}_wins]}})" for side in ("home", "away"))
    by_home, by_away = (f"{wins}+{wins}>{{row[best_of]}}" for wins in (home, away))
    for key, heading, first, second in (
        ("winner", "Goes on", "home", "away"),
        ("loser", "Out", "away", "home"),
    ):
        known = f'IF({by_home},{{row[{first}]}},IF({by_away},{{row[{second}]}},""))'
        yield Column(key, heading, f"={known}", width=NAME_WIDTH, align="left")
    for key, heading, of in (
        ("seed_won", "Place of the winner", "winner"),
        ("seed_lost", "Place of the other", "loser"),
    ):
        seed = f"IF({{row[{of}]}}={{row[team_1]}},{{row[seed_1]}},{{row[seed_2]}})"
        yield Column(key, heading, f'=IF({{row[{of}]}}="","",{seed})')
    most = "{row[best_of]}-INT(Half*{row[best_of]})"
    unknown = 'IF({row[home]}="",1,IF({row[away]}="",1,0))'
    problem = (
        f'IF(MAX({home},{away})>{most},"More games won than decide the series",'
        f'IF({home}+{away}>{{row[best_of]}},"Both cannot win it",'
        f'IF(({home}+{away})*{unknown}>0,"Not yet known who plays","")))'
    )
    yield Column("problem", "Problem", f"={problem}", width=36, align="left")


CHECKS = [
    Check(
        "Every series of the play-offs can be so",
        '=COUNTIF({playoffs[problem]},"?*")',
        "Correct the games won; what is wrong stands beside the series.",
        SHEET,
    ),
]
"""What must hold of play-offs."""


def sheet_plan() -> SheetPlan:
    """The page of the play-offs."""
    return SheetPlan(
        "The play-offs: who meets whom, as it follows from the table. You fill in who won.",
        "Write how many games of a series each team has won. The better placed stands first, and "
        "begins at home. Until the last game of the table it shows who would meet now.",
    )
