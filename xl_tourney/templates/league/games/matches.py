"""The games of a league as the sums take them, one game a row."""

from __future__ import annotations

from collections.abc import Iterator

from ...parts.columns import is_bye
from ...parts.qualification.race import game_columns
from ...parts.table import Column, ColumnKind, computed, refused
from ..divided import conferences, split
from ..rules import criteria, opponents
from ..rules.rules import Rules
from . import groups, printed, sets, sports
from .decisions import Decided
from .qualification import HAS_NO_DRAWS, race_of
from .results import SCORE
from .venues import SIDES

_SCORES = "{results.row[home_score:away_score]}"


def _number(key: str) -> str:
    return (
        f'=IF({{results.row[{key}]}}="","",'
        f"SUMPRODUCT(({{group[name]}}=TRIM({{results.row[{key}]}}))*{{group[key]}}))"
    )


_for_named = ColumnKind("=IF({row[named]},", ',"")')
"""Columns of results and fixtures; other rows stay blank."""
_for_counted = ColumnKind("=IF({row[counted]},", ',"")')
"""Columns of games that count; other rows stay blank."""
_if_counted = _for_counted.formula


ENTRY = ("Entry", ("result", "fixture", "incomplete", "bye"))
"""What a row of Results is."""


def flag(condition: str) -> str:
    """1 where a condition holds, else 0: columns of these are summed."""
    return f"IF({condition},1,0)"


def _odd() -> str:
    """How many scores are none: below 0, or a time or a percentage.

    12:0 is half a day, and so a score in a match of chess: where the other side has no half, too.
    """
    home, away = (f"{{results.row[{side}_score]}}" for side in SIDES)
    halves = (
        f"IF(COUNT({_SCORES})<COLUMNS({_SCORES}),0,IF(MIN({_SCORES})<>Half,0,"
        f"IF(INT({home}+{away})={home}+{away},0,1)))"
    )
    refused_scores = refused("results", [Column(f"{side}_score", "", rule=SCORE) for side in SIDES])
    return f"=IF(COUNT({_SCORES})<COUNTA({_SCORES}),0,{refused_scores}+{halves})"


_LATE = "{results.row[overtime]}"
_WORD = f'LOWER(TRIM(SUBSTITUTE(SUBSTITUTE({_LATE}&"","(",""),")","")))'


def _is_word(words: str) -> str:
    """Whether the cell holds one of the words of a named cell."""
    return f'ISNUMBER(FIND("|"&{_WORD}&"|",{words}))'


_NAMED = f'TRIM({_LATE}&"")'
"""The team that the column Overtime names: it won in a super over, or by kicks, a level game."""


def _named_winner() -> str:
    """1 where Overtime names a team that is not behind: the other one cannot have won."""
    home, away = (f"TRIM({{results.row[{side}]}})" for side in SIDES)
    own, other = (f"N({{results.row[{side}_score]}})" for side in SIDES)
    by_home = f'IF({own}>={other},1,"")'
    return f'IF({_NAMED}={home},{by_home},IF({_NAMED}={away},IF({other}>={own},1,""),""))'


def _teams_out() -> str:
    """How many of both teams have withdrawn."""
    return "+".join(
        f"IF({{row[no_{side}]}}>0,INDEX({{group[out]}},{{row[no_{side}]}}),0)" for side in SIDES
    )


def _points(won: str, lost: str, bonus_of: str | bool = "") -> str:
    late = "{row[late]}"
    bonus = f"+{{row[{bonus_of}_bonus]}}" if bonus_of else ""
    return _if_counted(
        f"IF({{row[tied]}},DrawPoints,IF({{row[{won}]}},IF({late},OvertimeWinPoints,WinPoints),"
        f"IF({late},OvertimeLossPoints,LossPoints))){bonus}"
    )


def matches(rules: Rules, room: int) -> Iterator[Column]:
    """The games as the sums take them; rounds are numbered in the order in which they appear."""
    home, away = "TRIM({results.row[home]})", "TRIM({results.row[away]})"
    yield Column("no_home", "No. of home", _number("home"))
    yield Column("no_away", "No. of away", _number("away"))
    yield from sets.columns(rules)
    there, scores, wrong = sets.entered(rules)
    decided = Decided.of(rules)
    is_lost_by_both, without = _is_word("BothLostWords"), _is_word("NoResultWords")
    yield Column("annulled", "Annulled", f'=IF({_LATE}="",0,{flag(_is_word("AnnulledWords"))})')
    yield computed.left(
        "entry",
        "What the row is",
        '=IF(COUNTA({results.row[home:away_score]})=0,"",'
        f"IF(OR({is_bye(home)},{is_bye(away)}),Entry_bye,"
        f'IF(OR({home}="",{away}=""),Entry_incomplete,'
        f"IF({there}=0,IF(OR({is_lost_by_both},{without}),Entry_result,Entry_fixture),"
        f"IF(COUNT({scores})<COLUMNS({scores}),Entry_incomplete,"
        f"IF({wrong}{{row[odd]}}+{{row[unclear]}}>0,Entry_incomplete,Entry_result))))))",
        width=12,
    )
    yield Column("odd", "No scores", _odd())
    yield Column(
        "overtime",
        "Overtime",
        f'=IF({_LATE}="",0,IF(ISLOGICAL({_LATE}),IF({_LATE},1,0),'
        f"IF({_is_word('OvertimeWords')},1,IF(OR({_is_word('RegularWords')},{is_lost_by_both},{without},"
        f"{{row[annulled]}}=1),0,{_named_winner()}))))",
    )
    yield Column("unclear", "No word of overtime", '=IF({row[overtime]}="",1,0)')
    yield Column(
        "incomplete",
        "Not complete",
        '=IF({row[entry]}="","",IF({row[entry]}=Entry_incomplete,1,0))',
        width=12,
    )
    yield Column(
        "named",
        "Two teams",
        "=IF(OR({row[entry]}=Entry_result,{row[entry]}=Entry_fixture),1,0)",
    )
    yield _for_named("itself", "Against itself", flag(f"{home}={away}"))
    yield _for_named("unknown", "Not listed", flag("COUNTIF({row[no_home:no_away]},0)>0"))
    yield _for_named.left("label", "Round", '{results.row[round]}&""', width=16)
    found = "INDEX({before[nth]},MATCH({row[label]},{before[label]},0))"
    new = "MAX({before[nth]})+1"
    yield _for_named(
        "nth", "Round no.", f'IF({{row[label]}}="",MAX({{before[nth]}}),IFERROR({found},{new}))'
    )
    yield _for_named(
        "again",
        "Entered before",
        flag(
            decided.meetings.too_many(
                'IF({row[label]}="",0,COUNTIFS({upto[nth]},{row[nth]},{upto[no_home]},'
                "{row[no_home]},{upto[no_away]},{row[no_away]}))"
            )
        ),
    )
    yield _for_named("gone", "Teams withdrawn", _teams_out())
    annulled = 'AND(Withdrawn<>"stand",{row[gone]}>0)'
    yield Column(
        "counted",
        "Counts",
        f"=IF({{row[entry]}}=Entry_result,IF(OR({{row[itself]}}=1,{{row[annulled]}}=1,{annulled}),0,1),0)",
    )
    open_game = "{row[itself]}+{row[unknown]}+{row[gone]}+{row[again]}+{row[annulled]}=0"
    yield Column("to_play", "To play", f"=IF({{row[entry]}}=Entry_fixture,IF({open_game},1,0),0)")
    yield _for_counted("played_nth", "Round no. if played", "{row[nth]}")
    home_score, away_score = (sets.result(side, rules) for side in SIDES)
    is_level = f"{home_score}={away_score}"
    nobody_named = f"{_NAMED}<>{home},{_NAMED}<>{away}"
    yield Column("both_lost", "Lost by both", f"=IF({{row[counted]}},{flag(is_lost_by_both)},0)")
    is_tied = f"OR({{row[no_result]}}=1,AND({is_level},{nobody_named},{{row[both_lost]}}=0))"
    yield _for_counted("tied", "Tied", flag(is_tied))
    undecided = f"AND({{row[tied]}}=1,{{row[no_result]}}=0,{HAS_NO_DRAWS})"
    yield _for_counted("undecided", "Draw without rule", flag(undecided))
    yield Column("no_result", "Without a result", f"=IF({{row[counted]}},{flag(without)},0)")
    late = "{row[overtime]}"
    if rules.late_margin is not None:
        close = f"ABS({home_score}-{away_score})<=LateMargin"
        late = f"IF(ISNUMBER(LateMargin),IF({close},1,{late}),{late})"
    yield _for_counted("late", "After overtime", late)
    if rules.tells_shootouts:
        yield _for_counted("shootout", "After a shootout", flag(_is_word("ShootoutWords")))
    for key, formula in (
        ("home", "{row[no_home]}"),
        ("away", "{row[no_away]}"),
        ("own", home_score),
        ("other", away_score),
        ("late", 'IF({row[late]},"yes","")'),
    ):
        yield Column(
            f"placed_{key}", f"Played: {key}", f'=IF({{row[counted]}},{formula},"")', only="addin"
        )
    for side, name, own, other in (
        ("home", home, home_score, away_score),
        ("away", away, away_score, home_score),
    ):
        opponent = "away" if side == "home" else "home"
        if rules.second:
            heading = f"{rules.second.capitalize()} {side}"
            figure = sets.second(side, rules, sports.second_of(side, rules))
            yield _for_counted(f"{side}_second", heading, figure)
        if rules.bonus.exists:
            figure = sports.bonus_of(side, opponent, own, other, rules)
            yield _for_counted(f"{side}_bonus", f"Bonus {side}", figure)
        points = _points(f"{side}_won", f"{opponent}_won", rules.bonus.exists and side)
        yield Column(f"{side}_points", f"Points {side}", points)
        difference = decided.cap.of_game(decided.both_lose.difference(f"{own}-{other}"))
        yield _for_counted(f"{side}_ahead", f"Difference {side}", difference)
        yield _for_counted(f"{side}_scored", f"For {side}", own)
        abroad = "0" if side == "home" else own
        yield _for_counted(f"{side}_abroad", f"Away from home {side}", abroad)
        won = flag(
            f"AND({{row[both_lost]}}+{{row[no_result]}}=0,OR({own}>{other},AND({is_level},{_NAMED}={name})))"
        )
        yield _for_counted(f"{side}_won", f"Won by {side}", won)
    if rules.split:
        yield from split.of_game()
    if rules.conferences:
        yield from conferences.of_game()
    if rules.looks_at_opponents:
        yield from opponents.records()
    if rules.next_placed and rules.next_placed.equal_games:
        yield groups.is_short()
    yield from printed.of_games(rules)
    yield _for_counted("lead", "Home ahead", "{row[home_won]}-{row[away_won]}")
    yield from criteria.among_tied(rules, room)
    if not rules.is_bounded:
        yield from game_columns(race_of(rules))
