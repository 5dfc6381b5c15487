"""Play-offs that follow from the table: who meets whom, who has the home advantage, who won.

The better placed of a series stands first, and begins at home.  While the table is not final it
shows who would meet now.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from .....errors import OptionError
from ....parts import theme
from ....parts.checks import Check, read_checks
from ....parts.columns import NAME_WIDTH
from ....parts.plan import Hidden, Look, Mark, SheetPlan, TablePlan
from ....parts.table import Column, InputRule, computed
from ...feature import Brought, Entries, Feature, Rules, Size
from .conferences import Conferences

SHEET = "Play-offs"
_PLACE, _WINNER, _LOSER = 1, 2, 3
_KINDS = {"place": _PLACE, "W": _WINNER, "L": _LOSER}
_WINS = InputRule("whole", "How many games of the series this team has won.", 0, 99)
_BEHIND = ("slot_", "team_", "seed_", "key_", "at_", "entrants", "nth", "venues", "by_record")
"""How columns begin that nobody needs to see."""


Refuse = Callable[[str], OptionError]


@dataclass(frozen=True)
class Slot:
    """Who plays in a series: the one in a place, or who won or lost an earlier series."""

    kind: Literal["place", "W", "L"]
    number: int
    """The place, or the number of the series, which are counted through from 1."""
    of: str = ""
    """The group, division or conference of the place; blank for that of the whole table."""
    otherwise: int = 0
    """The place where the opponent is not the first of that conference; 0 if it does not matter."""

    def is_there(self, before: int) -> bool:
        """Whether it counts from 1, and is one of the series ``before``, if it names one."""
        return 1 <= self.number <= (self.number if self.kind == "place" else before)


@dataclass(frozen=True)
class Series:
    """A series of a play-off."""

    name: str
    """What the round is called."""
    best_of: int
    slots: tuple[Slot, ...]
    """Who may play in it: two, or all that are placed anew."""
    nth: int = 1
    """Of these the so manyth plays the one who is so many from the end."""
    home_games: str = ""
    """Where each game is: H at the better placed, A at the other; blank where nobody says it."""
    by_record: bool = False
    """Whether the better record has the home advantage, and not the better place."""


@dataclass(frozen=True)
class Playoffs(Feature):
    """The series of the play-offs, one a row."""

    order = 95

    series: tuple[Series, ...] = ()

    @classmethod
    def read(cls, entries: Entries) -> Playoffs | None:
        series: list[Series] = []
        for part in entries.tables("playoff"):
            series += _round(part, len(series))
        return cls(tuple(series)) if series else None

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        series = own.series if isinstance(own, Playoffs) else ()
        of_groups = any(slot.of for one in series for slot in one.slots)
        return own if by.has_groups or not of_groups else None

    def tables(self, rules: Rules, size: Size, beside: str) -> Mapping[str, TablePlan]:
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
            for at, one in enumerate(self.series, 1)
        ]
        entrants = range(1, max(len(one.slots) for one in self.series) + 1)
        columns = [*_slots(entrants), *self._entrants(rules, entrants), *self._series(entrants)]
        hidden = [column.key for column in columns if column.key.startswith(_BEHIND)]
        looks: list[Look] = [
            Mark("winner", [('{row[winner]}<>""', theme.GOOD)]),
            Hidden(dict.fromkeys(hidden, "")),
        ]
        return {
            "playoffs": TablePlan(SHEET, columns, len(typed), typed, upto="number", looks=looks)
        }

    def sheets(self) -> Mapping[str, SheetPlan]:
        return {
            SHEET: SheetPlan(
                "The play-offs: who meets whom, as it follows from the table. You fill in who won.",
                "Write how many games of a series each team has won. The better placed stands "
                "first, and begins at home. Until the last game of the table it shows who would "
                "meet now.",
            )
        }

    def checks(self) -> Iterable[Check]:
        return read_checks("league")["playoffs"]

    def _entrants(self, rules: Rules, entrants: range) -> Iterator[Column]:
        """Who may play in a series, the places of these, and what says who is the better one."""
        for at in entrants:
            is_placed = f"{{row[slot_kind_{at}]}}={_PLACE}"
            team = f"=IF({is_placed},{_placed(rules, at)},{_earlier(at, 'winner', 'loser')})"
            yield computed.left(f"team_{at}", f"Team {at}", team)
        for at in entrants:
            seed = f"IFERROR(VALUE({_earlier(at, 'seed_won', 'seed_lost')}),0)"
            is_placed = f"{{row[slot_kind_{at}]}}={_PLACE}"
            yield Column(
                f"seed_{at}", f"Place {at}", f"=IF({is_placed},{_number(rules, at)},{seed})"
            )
        yield Column("by_record", "By record", style=theme.VALUE)
        for at in entrants:
            number = f"SUMPRODUCT(({{group[name]}}={{row[team_{at}]}})*{{group[key]}})"
            own = f"INDEX({{group[value_1]}},{number})"
            ahead = f'COUNTIF({{group[value_1]}},">"&{own})'
            key = f"{{row[seed_{at}]}}+{at}/1000"
            if any(one.by_record for one in self.series):
                key += f"+IF({{row[by_record]}}=1,IFERROR({ahead},0)*1000,0)"
            yield Column(f"key_{at}", f"Key {at}", f'=IF({{row[team_{at}]}}="","",{key})')

    def _series(self, entrants: range) -> Iterator[Column]:
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
        if any(one.home_games for one in self.series):
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
    if at != 2 or not rules.of(Conferences):
        return number
    first = "INDEX({conferences[name]},MATCH({row[slot_of_2]},{conferences[conference]},0))"
    other = f'IF({first}&""={{row[team_1]}},{number},{{row[slot_otherwise_2]}})'
    return f"IF(N({{row[slot_otherwise_2]}})=0,{number},{other})"


def _placed(rules: Rules, at: int) -> str:
    """The team in the place of a slot."""
    number, of = _number(rules, at), f"{{row[slot_of_{at}]}}"
    placed = f"INDEX({{standings[name]}},{number})"
    if rules.has_groups:
        row = f"MATCH({of},{{standings[{rules.group_key}]}},0)+{number}-1"
        placed = f'IF({of}="",{placed},INDEX({{standings[name]}},{row}))'
    if rules.of(Conferences):
        row = f"MATCH({of},{{conferences[conference]}},0)+{number}-1"
        placed = f"IFERROR(INDEX({{conferences[name]}},{row}),{placed})"
    return f'IFERROR({placed}&"","")'


def _earlier(at: int, won: str, lost: str) -> str:
    """A column of the earlier series of a slot: of its winner, or of who lost it."""
    row = f"MATCH({{row[slot_number_{at}]}},{{before[number]}},0)"
    by_winner, by_loser = (f"INDEX({{before[{key}]}},{row})" for key in (won, lost))
    return f'IFERROR(IF({{row[slot_kind_{at}]}}={_WINNER},{by_winner},{by_loser})&"","")'


# A file of rules ----------------------------------------------------------------------------------


def _round(part: Entries, before: int) -> list[Series]:
    """The series of a round; so many stand ``before`` them."""
    name, best_of = part.text("name"), part.whole("best_of") or 1
    if best_of % 2 == 0:
        raise part.error("best_of", f"is {best_of}; it must be odd, so that one wins")
    pairs = part.names("pairs")
    at_home = home_games(
        part.text("home_games", ""), best_of, lambda text: part.error("home_games", text)
    )
    by_record = part.choice("home_advantage", ("place", "record"), "place") == "record"
    part.done()
    return [
        Series(name, best_of, slots, nth, at_home, by_record)
        for pair in pairs
        for slots, nth in meetings(pair, before, lambda text: part.error("pairs", text))
    ]


_SLOT = re.compile(
    r"W(?P<won>\d+)|L(?P<lost>\d+)|(?:(?P<of>.*\S)\s+)?(?P<place>\d+)(?:/(?P<other>\d+))?"
)
"""W2, 3, A 1 or A 8/7."""
_MOST_ANEW = 8


def meetings(text: str, before: int, refuse: Refuse) -> list[tuple[tuple[Slot, ...], int]]:
    """The series of a text: who may play in it, and which of their pairs it is.

    ``1-8`` is one series.  Of four with commas the best meets the last, and the second the third.
    So many series stand ``before`` them.

    >>> [(len(slots), nth) for slots, nth in meetings("A 1, W1, W2, W3", 3, OptionError)]
    [(4, 1), (4, 2)]
    """
    is_anew = "," in text
    found = [_SLOT.fullmatch(side.strip()) for side in text.split("," if is_anew else "-")]
    slots = tuple(_slot(one) for one in found if one)
    fits = len(slots) in range(2, _MOST_ANEW + 1, 2) if is_anew else len(slots) == 2
    if not fits or len(slots) < len(found):
        raise refuse(
            f"has “{text}”; a pair is such as 1-8, A 1-B 2, or W1-W2 of series above, and teams "
            "that are placed anew are such as 1, W1, W2, W3: up to 8 with commas"
        )
    if not all(slot.is_there(before) for slot in slots):
        raise refuse(f"has “{text}”; places and series above count from 1")
    if any(slot.otherwise for slot in (slots if is_anew else slots[:1])):
        raise refuse(f"has “{text}”; 8/7 stands behind the hyphen: North 1-East 8/7")
    return [(slots, nth) for nth in range(1, len(slots) // 2 + 1)]


def _slot(found: re.Match[str]) -> Slot:
    if found["won"] or found["lost"]:
        return Slot("W" if found["won"] else "L", int(found["won"] or found["lost"]))
    return Slot("place", int(found["place"]), found["of"] or "", int(found["other"] or 0))


def home_games(text: str, best_of: int, refuse: Refuse) -> str:
    """Where each game of a series is: H at the better placed, A at the other.

    >>> home_games("2-2-1-1-1", 7, OptionError)
    'HHAAHAH'
    """
    turns = text.split("-") if text else []
    if not all(turn.isdecimal() and 0 < int(turn) <= best_of for turn in turns):
        raise refuse(f"is “{text}”; it is such as 2-2-1-1-1, in turn at the better placed")
    if turns and sum(map(int, turns)) != best_of:
        raise refuse(f"is “{text}”; together these must be {best_of}, the games of the series")
    return "".join("HA"[at % 2] * int(turn) for at, turn in enumerate(turns))
