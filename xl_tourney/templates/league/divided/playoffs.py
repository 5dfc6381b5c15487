"""Play-offs that follow from the table: who meets whom, who has the home advantage, who won.

The better placed of a series stands first, and begins at home.  While the table is not final it
shows who would meet now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...parts import theme
from ...parts.checks import read_checks
from ...parts.columns import NAME_WIDTH
from ...parts.plan import Hidden, Look, Mark, SheetPlan, TablePlan
from ...parts.table import Column, InputRule, computed
from ..rules.rules import Rules
from ..standings import group_key

SHEET = "Play-offs"
_PLACE, _WINNER, _LOSER = 1, 2, 3
_KINDS = {"place": _PLACE, "W": _WINNER, "L": _LOSER}
_WINS = InputRule("whole", "How many games of the series this team has won.", 0, 99)
_BEHIND = ("slot_", "team_", "seed_", "key_", "at_", "entrants", "nth", "venues", "by_record")
"""How columns begin that nobody needs to see."""


def tables(rules: Rules) -> dict[str, TablePlan]:
    """The series, one a row; none without play-offs."""
    if not rules.playoffs:
        return {}
    typed = [
        {
            "round": one.name,
            "number": at,
            "best_of": one.best_of,
            "entrants": len(one.slots),
            "nth": one.nth,
            "venues": one.home_games,
            "by_record": int(one.by_record),
            **{
                f"slot_{key}_{at}": value
                for at, slot in enumerate(one.slots, 1)
                for key, value in (
                    ("kind", _KINDS[slot.kind]),
                    ("of", slot.of),
                    ("number", slot.number),
                    ("otherwise", slot.otherwise or None),
                )
            },
        }
        for at, one in enumerate(rules.playoffs, 1)
    ]
    entrants = range(1, max(len(one.slots) for one in rules.playoffs) + 1)
    columns = [*_slots(entrants), *_entrants(rules, entrants), *_series(rules, entrants)]
    hidden = [column.key for column in columns if column.key.startswith(_BEHIND)]
    looks: list[Look] = [
        Mark("winner", [('{row[winner]}<>""', theme.GOOD)]),
        Hidden(dict.fromkeys(hidden, "")),
    ]
    return {"playoffs": TablePlan(SHEET, columns, len(typed), typed, upto="number", looks=looks)}


def _slots(entrants: range) -> Iterator[Column]:
    """Whom the rules let meet."""
    yield Column("round", "Round", width=20, align="left", style=theme.VALUE)
    yield Column("number", "Series", width=7, style=theme.VALUE)
    for at in entrants:
        yield Column(f"slot_kind_{at}", f"Slot {at}", style=theme.VALUE)
        yield Column(f"slot_of_{at}", f"Of {at}", style=theme.VALUE)
        yield Column(f"slot_number_{at}", f"Number {at}", style=theme.VALUE)
        yield Column(f"slot_otherwise_{at}", f"Otherwise {at}", style=theme.VALUE)
    yield Column("entrants", "Of so many", style=theme.VALUE)
    yield Column("nth", "Pair of these", style=theme.VALUE)


def _number(rules: Rules, at: int) -> str:
    """The place of a slot: another one where the opponent is not the first of its conference."""
    number = f"{{row[slot_number_{at}]}}"
    if at != 2 or not rules.conferences:
        return number
    first = "INDEX({conferences[name]},MATCH({row[slot_of_2]},{conferences[conference]},0))"
    other = f'IF({first}&""={{row[team_1]}},{number},{{row[slot_otherwise_2]}})'
    return f"IF(N({{row[slot_otherwise_2]}})=0,{number},{other})"


def _placed(rules: Rules, at: int) -> str:
    """The team in the place of a slot."""
    number, of = _number(rules, at), f"{{row[slot_of_{at}]}}"
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
    return f'IFERROR(IF({{row[slot_kind_{at}]}}={_WINNER},{by_winner},{by_loser})&"","")'


def _entrants(rules: Rules, entrants: range) -> Iterator[Column]:
    """Who may play in a series, their places in the table, and what says who is the better one."""
    for at in entrants:
        is_placed = f"{{row[slot_kind_{at}]}}={_PLACE}"
        team = f"=IF({is_placed},{_placed(rules, at)},{_earlier(at, 'winner', 'loser')})"
        yield computed.left(f"team_{at}", f"Team {at}", team)
    for at in entrants:
        seed = f"IFERROR(VALUE({_earlier(at, 'seed_won', 'seed_lost')}),0)"
        is_placed = f"{{row[slot_kind_{at}]}}={_PLACE}"
        yield Column(f"seed_{at}", f"Place {at}", f"=IF({is_placed},{_number(rules, at)},{seed})")
    yield Column("by_record", "By record", style=theme.VALUE)
    for at in entrants:
        number = f"SUMPRODUCT(({{group[name]}}={{row[team_{at}]}})*{{group[key]}})"
        own = f"INDEX({{group[value_1]}},{number})"
        ahead = f'COUNTIF({{group[value_1]}},">"&{own})'
        key = f"{{row[seed_{at}]}}+{at}/1000"
        if any(one.by_record for one in rules.playoffs):
            key += f"+IF({{row[by_record]}}=1,IFERROR({ahead},0)*1000,0)"
        yield Column(f"key_{at}", f"Key {at}", f'=IF({{row[team_{at}]}}="","",{key})')


def _series(rules: Rules, entrants: range) -> Iterator[Column]:
    """Who meets, who won, and the places that they had in the table."""
    teams, seeds, keys = (
        f"{{row[{key}_{entrants[0]}:{key}_{entrants[-1]}]}}" for key in ("team", "seed", "key")
    )
    for side, rank, else_ in (
        ("home", "{row[nth]}", 1),
        ("away", "{row[entrants]}+1-{row[nth]}", 2),
    ):
        ranked = f"MATCH(SMALL({keys},{rank}),{keys},0)"
        listed = f"IF({{row[entrants]}}=2,{else_},0)"
        found = f"=IF(COUNT({keys})={{row[entrants]}},{ranked},{listed})"
        yield Column(f"at_{side}", f"Entrant {side}", found)
    for side, heading in (("home", "Better placed"), ("away", "Other")):
        at = f"{{row[at_{side}]}}"
        named = f'=IF({at}=0,"",INDEX({teams},{at})&"")'
        yield computed.left(side, heading, named, width=NAME_WIDTH, style=theme.STRONG)
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
        yield computed.left(key, heading, f"={known}", width=NAME_WIDTH)
    for key, heading, first, second in (
        ("seed_won", "Place of the winner", "home", "away"),
        ("seed_lost", "Place of the other", "away", "home"),
    ):
        at = f"IF({by_home},{{row[at_{first}]}},{{row[at_{second}]}})"
        yield Column(key, heading, f'=IF({{row[winner]}}="","",INDEX({seeds},{at}))')
    if any(one.home_games for one in rules.playoffs):
        yield Column("venues", "Home or away", style=theme.VALUE)
        is_open = '{row[home]}<>"",{row[away]}<>"",{row[winner]}="",{row[venues]}<>""'
        at_home = f'MID({{row[venues]}},1+{home}+{away},1)="H"'
        venue = f'=IF(AND({is_open}),IF({at_home},{{row[home]}},{{row[away]}}),"")'
        yield computed.left("venue", "Next game at", venue, width=NAME_WIDTH)
    most = "{row[best_of]}-INT(Half*{row[best_of]})"
    unknown = 'IF({row[home]}="",1,IF({row[away]}="",1,0))'
    problem = (
        f'IF(MAX({home},{away})>{most},"More games won than decide the series",'
        f'IF({home}+{away}>{{row[best_of]}},"Both cannot win it",'
        f'IF(({home}+{away})*{unknown}>0,"Not yet known who plays","")))'
    )
    yield computed.left("problem", "Problem", f"={problem}", width=36)


CHECKS = read_checks("league")["playoffs"]
"""What must hold of play-offs."""


def sheet_plan() -> SheetPlan:
    """The page of the play-offs."""
    return SheetPlan(
        "The play-offs: who meets whom, as it follows from the table. You fill in who won.",
        "Write how many games of a series each team has won. The better placed stands first, and "
        "begins at home. Until the last game of the table it shows who would meet now.",
    )
