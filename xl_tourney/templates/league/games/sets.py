"""The sets of a game as they were typed, in one cell: the points of each, or the result alone.

``11-7 8-11 11-9 11-4`` are the points of four sets; ``3:1`` is a result, for one side has as many
as win the game.  A game with fewer sets than decide it counts for nothing yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...parts.table import Column, text_column
from ..rules.rules import Rules
from .venues import SIDES

UNREADABLE, NOBODYS, TOO_MANY, CONTRADICTS = range(1, 5)
"""Why a text cannot be used."""
_WIDE = 60
"""More signs than the points of a set have."""
_HYPHENS = (":", "\N{EN DASH}", "\N{MINUS SIGN}")
_BLANKS = (",", ";", "/")
_BRACKETS = ("[", "]")
_TYPED = "{results.row[sets]}"
_SCORES = "{results.row[home_score:away_score]}"
_BOTH = "{row[home_sets:away_sets]}"


def typed(rules: Rules) -> Iterator[Column]:
    """The cell of a game into which its sets are typed."""
    if not rules.sets:
        return
    scores = rules.scores or "sets"
    example = " or 11-7 8-11 11-5: the points of each" if rules.second else ""
    message = f"The result in {scores}, such as {rules.sets}:1{example}. Or fill in both scores."
    yield text_column("sets", scores.capitalize(), 24 if rules.second else 9, message)


def problem_of(formula: str, rules: Rules) -> str:
    """A problem of the row: that of its sets, with the name of their cell, or else another one."""
    if not rules.sets:
        return formula
    scores = rules.scores or "sets"
    cell = f"ADDRESS(ROW({_TYPED}),COLUMN({_TYPED}),4)"
    said = {
        UNREADABLE: f'": not read: {scores} such as {rules.sets}:1'
        + (', or points of each such as 11-7 8-11 11-5"' if rules.second else '"'),
        NOBODYS: '": level, so that nobody won it: correct the points"',
        TOO_MANY: f'": more {scores} than the game can have"',
        CONTRADICTS: '": not what the scores beside it say; clear one of them"',
    }
    texts = ",".join(f"{cell}&{text}" for text in said.values())
    fault = "{matches.row[sets_fault]}"
    return f"=IF({fault}>0,CHOOSE({fault},{texts}),{formula.removeprefix('=')})"


def entered(rules: Rules) -> tuple[str, str, str]:
    """Whether a score stands in a row, its two cells, and what may be wrong with it."""
    if not rules.sets:
        return f"COUNTA({_SCORES})", _SCORES, ""
    there = f"COUNTA({_SCORES})+{{row[sets_decided]}}+{{row[sets_fault]}}"
    return there, "{row[home_result:away_result]}", "{row[sets_fault]}+"


def result(side: str, rules: Rules) -> str:
    """The score of a side: typed as such, or the sets that it won."""
    return f"{{row[{side}_result]}}" if rules.sets else f"{{results.row[{side}_score]}}"


def counted(side: str, rules: Rules) -> str:
    """The column with the scores of a side."""
    return f"matches[{side}_result]" if rules.sets else f"results[{side}_score]"


def second(side: str, rules: Rules, otherwise: str) -> str:
    """The points of a side in all sets; otherwise those that were typed as such."""
    if not rules.sets:
        return otherwise
    return f"IF({{row[sets_typed]}}>{{row[is_result]}},SUM({_points(side, rules)}),{otherwise})"


def _most(rules: Rules) -> int:
    """How many sets a game has at most."""
    assert rules.sets
    return 2 * (rules.sets - 1) + (0 if rules.has_draws else 1)


def _room(rules: Rules) -> int:
    """How many pairs of numbers a text may have: without points there is but the result."""
    return _most(rules) if rules.second else 1


def _points(side: str, rules: Rules) -> str:
    """The cells with the points of a side in each set."""
    return f"{{row[{side}_set_1:{side}_set_{_room(rules)}]}}"


def columns(rules: Rules) -> Iterator[Column]:
    """What a text says: the sets, which result they give, and why it cannot be used."""
    if not rules.sets:
        return
    yield Column("sets_text", "As read", f"={_as_read()}", width=24, align="left")
    count = f"{_signs(' ')}+1"
    yield Column("sets_typed", "Sets typed", f'=IF({{row[sets_text]}}="",0,{count})')
    numbers = range(1, _room(rules) + 1)
    for k in numbers:
        yield Column(f"set_{k}", f"Set {k}", f'=IF({{row[sets_typed]}}<{k},"",{_set(k)})')
    for side, part in (("home", _BEFORE), ("away", _BEHIND)):
        for k in numbers:
            points = part.replace("TEXT", f"{{row[set_{k}]}}")
            number = f'IFERROR({points}/(INT({points})={points}),"?")'
            formula = f'=IF({{row[sets_typed]}}<{k},"",{number})'
            yield Column(f"{side}_set_{k}", f"Set {k} {side}", formula)
    yield Column("is_result", "A result alone", f"=IF({{row[sets_typed]}}=1,{_alone(rules)},0)")
    home, away = (_points(side, rules) for side in SIDES)
    for side, own, other in (("home", home, away), ("away", away, home)):
        won = f"SUMPRODUCT(({own}>{other})*1)"
        formula = f"=IF({{row[is_result]}}=1,N({{row[{side}_set_1]}}),{won})"
        yield Column(f"{side}_sets", f"Sets of {side}", formula)
    over = f"MAX({_BOTH})>=SetsToWin"
    if rules.has_draws:
        over = f"OR({over},MIN({_BOTH})=SetsToWin-1)"
    yield Column("sets_decided", "Sets decide it", f"=IF({over},1,0)")
    yield Column("sets_fault", "Fault of the sets", f"=IF({{row[sets_typed]}}=0,0,{_fault(rules)})")
    for side in SIDES:
        score = f"{{results.row[{side}_score]}}"
        of_sets = f'IF({{row[sets_decided]}}>{{row[sets_fault]}},{{row[{side}_sets]}},"")'
        typed = f'IF(COUNT({_SCORES})=2,{score},"")'
        formula = f"=IF(COUNTA({_SCORES})=0,{of_sets},{typed})"
        yield Column(f"{side}_result", f"Score {side}", formula)


def _signs(sign: str) -> str:
    """How often a sign stands in the text."""
    text = "{row[sets_text]}"
    return f'LEN({text})-LEN(SUBSTITUTE({text},"{sign}",""))'


def _alone(rules: Rules) -> str:
    """1 where the only pair of numbers is a result: so many sets win, or so many are a draw."""
    if not rules.second:
        return "1"
    one, other = "{row[home_set_1]}", "{row[away_set_1]}"
    decided = f"AND(MAX({one},{other})=SetsToWin,MIN({one},{other})<SetsToWin)"
    if rules.has_draws:
        decided = f"OR({decided},AND({one}={other},{one}=SetsToWin-1))"
    return f"IF({decided},1,0)"


def _as_read() -> str:
    """The text with one hyphen between points, and one blank between sets."""
    text = f'{_TYPED}&""'
    for sign in _HYPHENS:
        text = f'SUBSTITUTE({text},"{sign}","-")'
    for sign in _BLANKS:
        text = f'SUBSTITUTE({text},"{sign}"," ")'
    for code in (10, 160):
        text = f'SUBSTITUTE({text},CHAR({code})," ")'
    for sign in _BRACKETS:
        text = f'SUBSTITUTE({text},"{sign}","")'
    text = f"TRIM({text})"
    for wide, narrow in ((" - ", "-"), ("- ", "-"), (" -", "-"), (" (", "(")):
        text = f'SUBSTITUTE({text},"{wide}","{narrow}")'
    return text


def _set(k: int) -> str:
    """The text of one set."""
    blanks = f'REPT(" ",{_WIDE})'
    wide = f'SUBSTITUTE({{row[sets_text]}}," ",{blanks})'
    return f"TRIM(MID({wide},{_WIDE * (k - 1) + 1},{_WIDE}))"


_BEFORE = 'VALUE(LEFT(TEXT,FIND("-",TEXT)-1))'
_BEHIND = 'VALUE(MID(TEXT,FIND("-",TEXT)+1,FIND("(",TEXT&"(")-FIND("-",TEXT)-1))'
"""The points before and behind a hyphen; what is in brackets, as in 7-6(4), is left out."""


def _fault(rules: Rules) -> str:
    """The number of the first fault of a text; 0 for none."""
    typed, room = "{row[sets_typed]}", _room(rules)
    home, away = (_points(side, rules) for side in SIDES)
    there = f"MIN({typed},{room})"
    not_read = f"OR(ISNUMBER({_TYPED}),{_signs('-')}<>{typed},COUNT({home},{away})<2*{there})"
    level = f"AND({{row[is_result]}}=0,SUMPRODUCT(({home}={away})*1)>{room}-{there})"
    last = f"INDEX({home},1,{there})-INDEX({away},1,{there})"
    ahead = "{row[home_sets]}-{row[away_sets]}"
    too_many = (
        f"OR({typed}>{room},SUM({_BOTH})>{_most(rules)},MAX({_BOTH})>SetsToWin,"
        f"AND({{row[sets_decided]}}=1,SIGN({last})*SIGN({ahead})<0))"
    )
    differs = []
    for side in SIDES:
        score, won = f"{{results.row[{side}_score]}}", f"{{row[{side}_sets]}}"
        is_other = f"IF({{row[sets_decided]}}=1,{score}<>{won},{score}<{won})"
        differs.append(f"IF(ISNUMBER({score}),{is_other},FALSE)")
        if rules.second:
            points, figure = f"SUM({_points(side, rules)})", f"{{results.row[{side}_second]}}"
            is_other = f"AND(ISNUMBER({figure}),{figure}<>{points})"
            differs.append(f"IF({{row[is_result]}}=1,FALSE,{is_other})")
    formula = f"IF(OR({','.join(differs)}),{CONTRADICTS},0)"
    for condition, fault in ((too_many, TOO_MANY), (level, NOBODYS), (not_read, UNREADABLE)):
        formula = f"IF({condition},{fault},{formula})"
    return formula
