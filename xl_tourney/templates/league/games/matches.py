"""The games of a league as the sums take them, one game a row."""

from __future__ import annotations

from collections.abc import Iterator

from ...parts.columns import is_bye
from ...parts.qualification.race import game_columns
from ...parts.table import Column, computed, refused
from ..feature import SIDES, Rules
from ..features.overtime import Overtime
from ..features.parts import Parts
from ..rules import criteria
from .formulas import ANNULLED, LATE, LOST_BY_BOTH, NO_RESULT, flag, for_counted, for_named
from .formulas import is_word_of_overtime as is_word
from .qualification import HAS_NO_DRAWS, race_of
from .results import SCORE

_SCORES = "{results.row[home_score:away_score]}"
_BOTH = "TRIM({results.row[home]})", "TRIM({results.row[away]})"


def _number(key: str) -> str:
    return (
        f'=IF({{results.row[{key}]}}="","",'
        f"SUMPRODUCT(({{group[name]}}=TRIM({{results.row[{key}]}}))*{{group[key]}}))"
    )


ENTRY = ("Entry", ("result", "fixture", "incomplete", "bye"))
"""What a row of Results is."""


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


_NAMED = f'TRIM({LATE}&"")'
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


def _points(won: str, extra: str) -> str:
    late = "{row[late]}"
    return (
        f"IF({{row[tied]}},DrawPoints,IF({{row[{won}]}},IF({late},OvertimeWinPoints,WinPoints),"
        f"IF({late},OvertimeLossPoints,LossPoints))){extra}"
    )


def entered(parts: Parts | None) -> tuple[str, str, str]:
    """Whether a score stands in a row, its two cells, and what may be wrong with it."""
    if not parts:
        return f"COUNTA({_SCORES})", _SCORES, ""
    there = f"COUNTA({_SCORES})+{{row[sets_decided]}}+{{row[sets_fault]}}"
    return there, "{row[home_result:away_result]}", "{row[sets_fault]}+"


def matches(rules: Rules, room: int) -> Iterator[Column]:
    """The games as the sums take them; rounds are numbered in the order in which they appear."""
    cell = "{row[SIDE_result]}" if rules.is_in_parts else "{results.row[SIDE_score]}"
    scores = (cell.replace("SIDE", "home"), cell.replace("SIDE", "away"))
    yield from _rows(rules)
    yield from _counted()
    yield from _results(rules, *scores)
    yield from _sides(rules, *scores)
    yield from rules.all(lambda feature: feature.of_game(rules))
    yield for_counted("lead", "Home ahead", "{row[home_won]}-{row[away_won]}")
    yield from criteria.among_tied(rules, room)
    if not rules.is_bounded:
        yield from game_columns(race_of(rules))


def _rows(rules: Rules) -> Iterator[Column]:
    """What each row of results is."""
    parts, (home, away) = rules.of(Parts), _BOTH
    yield Column("no_home", "No. of home", _number("home"))
    yield Column("no_away", "No. of away", _number("away"))
    yield from parts.columns() if parts else ()
    there, scores, wrong = entered(parts)
    yield computed.left(
        "entry",
        "What the row is",
        '=IF(COUNTA({results.row[home:away_score]})=0,"",'
        f"IF(OR({is_bye(home)},{is_bye(away)}),Entry_bye,"
        f'IF(OR({home}="",{away}=""),Entry_incomplete,'
        f"IF({there}=0,IF(OR({LOST_BY_BOTH},{NO_RESULT}),Entry_result,Entry_fixture),"
        f"IF(COUNT({scores})<COLUMNS({scores}),Entry_incomplete,"
        f"IF({wrong}{{row[odd]}}+{{row[unclear]}}>0,Entry_incomplete,Entry_result))))))",
        width=12,
    )
    yield Column("odd", "No scores", _odd())
    yield Column(
        "overtime",
        "Overtime",
        f'=IF({LATE}="",0,IF(ISLOGICAL({LATE}),IF({LATE},1,0),'
        f"IF({is_word('OvertimeWords')},1,IF(OR({is_word('RegularWords')},{LOST_BY_BOTH},"
        f"{NO_RESULT},{ANNULLED}),0,{_named_winner()}))))",
    )
    yield Column("unclear", "No word of overtime", '=IF({row[overtime]}="",1,0)')
    yield Column(
        "incomplete",
        "Not complete",
        '=IF({row[entry]}="","",IF({row[entry]}=Entry_incomplete,1,0))',
        width=12,
    )
    yield Column(
        "named", "Two teams", "=IF(OR({row[entry]}=Entry_result,{row[entry]}=Entry_fixture),1,0)"
    )
    yield for_named("itself", "Against itself", flag(f"{home}={away}"))
    yield for_named("unknown", "Not listed", flag("COUNTIF({row[no_home:no_away]},0)>0"))
    yield for_named.left("label", "Round", '{results.row[round]}&""', width=16)
    found = "INDEX({before[nth]},MATCH({row[label]},{before[label]},0))"
    new = "MAX({before[nth]})+1"
    yield for_named(
        "nth", "Round no.", f'IF({{row[label]}}="",MAX({{before[nth]}}),IFERROR({found},{new}))'
    )
    keys = ("nth", "no_home", "no_away")
    met = f"COUNTIFS({','.join(f'{{upto[{key}]}},{{row[{key}]}}' for key in keys)})"
    most = rules.first(lambda feature: feature.most_meetings) or "1"
    again = f'IF({{row[label]}}="",0,{met})>{most}'
    yield for_named("again", "Entered before", flag(again))


def _counted() -> Iterator[Column]:
    """Which games count, and which are still to be played."""
    yield for_named("gone", "Teams withdrawn", _teams_out())
    annulled = f'{ANNULLED},AND(Withdrawn<>"stand",{{row[gone]}}>0)'
    yield Column(
        "counted",
        "Counts",
        f"=IF({{row[entry]}}=Entry_result,IF(OR({{row[itself]}}=1,{annulled}),0,1),0)",
    )
    barred = "{row[itself]}+{row[unknown]}+{row[gone]}+{row[again]}>0"
    to_play = f"=IF({{row[entry]}}=Entry_fixture,IF(OR({barred},{ANNULLED}),0,1),0)"
    yield Column("to_play", "To play", to_play)
    yield for_counted("played_nth", "Round no. if played", "{row[nth]}")


def _results(rules: Rules, home_score: str, away_score: str) -> Iterator[Column]:
    """How games ended."""
    home, away = _BOTH
    is_level = f"{home_score}={away_score}"
    nobody_named = f"{_NAMED}<>{home},{_NAMED}<>{away}"
    is_tied = f"OR({NO_RESULT},AND({is_level},{nobody_named},NOT({LOST_BY_BOTH})))"
    yield for_counted("tied", "Tied", flag(is_tied))
    undecided = f"AND({{row[tied]}}=1,NOT({NO_RESULT}),{HAS_NO_DRAWS})"
    yield for_counted("undecided", "Draw without rule", flag(undecided))
    late = "{row[overtime]}"
    if overtime := rules.of(Overtime):
        late = overtime.late(late, home_score, away_score)
    yield for_counted("late", "After overtime", late)
    yield from rules.all(lambda feature: feature.of_result(rules))
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


def _sides(rules: Rules, home_score: str, away_score: str) -> Iterator[Column]:
    """What a game gives to both sides."""
    for side, name, own, other in (
        ("home", _BOTH[0], home_score, away_score),
        ("away", _BOTH[1], away_score, home_score),
    ):
        extra = ""
        for feature in rules.features:
            yield from feature.of_side(side, rules)
        for feature in rules.features:
            if feature.extra:
                key = f"{side}_{feature.extra.key}"
                figure = feature.extra_points(side, own, other, rules)
                yield for_counted(key, f"{feature.extra.name} {side}", figure)
                extra += f"+{{row[{key}]}}"
        yield for_counted(f"{side}_points", f"Points {side}", _points(f"{side}_won", extra))
        difference = f"{own}-{other}"
        for feature in rules.features:
            difference = feature.of_difference(difference)
        yield for_counted(f"{side}_ahead", f"Difference {side}", difference)
        yield for_counted(f"{side}_scored", f"For {side}", own)
        abroad = "0" if side == "home" else own
        yield for_counted(f"{side}_abroad", f"Away from home {side}", abroad)
        won = f"OR({own}>{other},AND({home_score}={away_score},{_NAMED}={name}))"
        won = flag(f"AND(NOT(OR({LOST_BY_BOTH},{NO_RESULT})),{won})")
        yield for_counted(f"{side}_won", f"Won by {side}", won)
