"""The parts of a game as they were typed, in one cell: sets, or the single games of a match.

``11-7 8-11 11-9 11-4`` are the points of four sets, of which each is won by one side; ``3:1`` is a
result, for one side has as many as win the game.  ``1-0 ½-½ 0-1 1-0`` are the single games of a
match on four boards, whose scores are added; ``2½:1½`` is its result.  A game with fewer parts than
decide it counts for nothing yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from ....readers.league import League, LeagueGame
from ....readers.tables.teams.boards import points_of_boards
from ...parts.table import Column, computed, text_column
from ..rules.rules import Rules
from .venues import SIDES

UNREADABLE, NOBODYS, TOO_MANY, CONTRADICTS = range(1, 5)
"""Why a text cannot be used."""
_WIDE = 60
"""More signs than the points of a set have."""
_WIDEST = 48
"""The widest that the cell of the sets is made, in signs."""
_HALVES = (("=", "½-½"), ("1/2", "½"), (".5", "½"), (",5", "½"))
_PARTS = "BoardsOfMatch"
_TYPED = "{results.row[sets]}"
_SCORES = "{results.row[home_score:away_score]}"
_BOTH = "{row[home_sets:away_sets]}"


def typed(rules: Rules) -> Iterator[Column]:
    """The cell of a game into which its sets are typed."""
    if not rules.parts:
        return
    alone, parts, what = _examples(rules)
    others = f" or {parts}: {what} of each" if parts else ""
    message = f"The result, such as {alone}{others}. Or fill in both scores."
    heading = "Boards" if rules.boards else _noun(rules).capitalize()
    yield text_column("sets", heading, min(_WIDEST, max(9, 6 * _room(rules))), message)


def _noun(rules: Rules) -> str:
    return "boards" if rules.boards else rules.scores or "sets"


def _examples(rules: Rules) -> tuple[str, str, str]:
    """A result, parts, and what of each part is typed; blank where only the result is."""
    if rules.boards:
        return f"{rules.boards - 1}½:½", "1-0 ½-½ 0-1", "the result"
    if rules.second:
        return f"{rules.sets}:1", "11-7 8-11 11-5", f"the {rules.second}"
    return f"{rules.sets}:1", "", ""


def problem_of(formula: str, rules: Rules) -> str:
    """A problem of the row: that of its sets, with the name of their cell, or else another one."""
    if not rules.parts:
        return formula
    alone, parts, what = _examples(rules)
    others = f", or {what} of each such as {parts}" if parts else ""
    cell = f"ADDRESS(ROW({_TYPED}),COLUMN({_TYPED}),4)"
    said = {
        UNREADABLE: f": not read: {_noun(rules)} such as {alone}{others}",
        NOBODYS: ": level, so that nobody won it: correct the points",
        TOO_MANY: f": more {_noun(rules)} than the game can have",
        CONTRADICTS: ": not what the scores beside it say; clear one of them",
    }
    texts = ",".join(f'{cell}&"{text}"' for text in said.values())
    fault = "{matches.row[sets_fault]}"
    return f"=IF({fault}>0,CHOOSE({fault},{texts}),{formula.removeprefix('=')})"


def entered(rules: Rules) -> tuple[str, str, str]:
    """Whether a score stands in a row, its two cells, and what may be wrong with it."""
    if not rules.parts:
        return f"COUNTA({_SCORES})", _SCORES, ""
    there = f"COUNTA({_SCORES})+{{row[sets_decided]}}+{{row[sets_fault]}}"
    return there, "{row[home_result:away_result]}", "{row[sets_fault]}+"


def result(side: str, rules: Rules) -> str:
    """The score of a side: typed as such, or the sets that it won."""
    return f"{{row[{side}_result]}}" if rules.parts else f"{{results.row[{side}_score]}}"


def counted(side: str, rules: Rules) -> str:
    """The column with the scores of a side."""
    return f"matches[{side}_result]" if rules.parts else f"results[{side}_score]"


def second(side: str, rules: Rules, otherwise: str) -> str:
    """The points of a side in all sets; otherwise those that were typed as such."""
    if not rules.parts:
        return otherwise
    return f"IF({{row[sets_typed]}}>{{row[is_result]}},SUM({_points(side, rules)}),{otherwise})"


def boards_of(rules: Rules, results: League) -> int | None:
    """How many single games the matches have, where nothing else is made of them."""
    games = [one.boards for one in results.rows if isinstance(one, LeagueGame)]
    most = max((len(points_of_boards(text)) for text in games), default=0)
    return most if most > 1 and not (rules.sets or rules.second) else None


def _room(rules: Rules) -> int:
    """How many pairs of numbers a text may have: without points there is but the result."""
    assert rules.parts
    return rules.parts if rules.second or rules.boards else 1


def _points(side: str, rules: Rules) -> str:
    """The cells with the points of a side in each set."""
    return f"{{row[{side}_set_1:{side}_set_{_room(rules)}]}}"


def columns(rules: Rules) -> Iterator[Column]:
    """What a text says: the sets, which result they give, and why it cannot be used."""
    if not rules.parts:
        return
    yield computed.left("sets_text", "As read", f"={_as_read(rules)}", width=24)
    count = f"{_signs(' ')}+1"
    yield Column("sets_typed", "Sets typed", f'=IF({{row[sets_text]}}="",0,{count})')
    numbers = range(1, _room(rules) + 1)
    for k in numbers:
        yield Column(f"set_{k}", f"Set {k}", f'=IF({{row[sets_typed]}}<{k},"",{_set(k)})')
    for side, part in (("home", _BEFORE), ("away", _BEHIND)):
        for k in numbers:
            points = _number(part.replace("TEXT", f"{{row[set_{k}]}}"), rules)
            formula = f'=IF({{row[sets_typed]}}<{k},"",{points})'
            yield Column(f"{side}_set_{k}", f"Set {k} {side}", formula)
    yield Column("is_result", "A result alone", f"=IF({{row[sets_typed]}}=1,{_alone(rules)},0)")
    home, away = (_points(side, rules) for side in SIDES)
    for side, own, other in (("home", home, away), ("away", away, home)):
        won = f"SUM({own})" if rules.boards else f"SUMPRODUCT(({own}>{other})*1)"
        formula = f"=IF({{row[is_result]}}=1,N({{row[{side}_set_1]}}),{won})"
        yield Column(f"{side}_sets", f"Sets of {side}", formula)
    yield Column("sets_decided", "Sets decide it", f"=IF({_is_over(rules)},1,0)")
    yield Column("sets_fault", "Fault of the sets", f"=IF({{row[sets_typed]}}=0,0,{_fault(rules)})")
    for side in SIDES:
        score = f"{{results.row[{side}_score]}}"
        of_sets = f'IF({{row[sets_decided]}}>{{row[sets_fault]}},{{row[{side}_sets]}},"")'
        typed = f'IF(COUNT({_SCORES})=2,{score},"")'
        formula = f"=IF(COUNTA({_SCORES})=0,{of_sets},{typed})"
        yield Column(f"{side}_result", f"Score {side}", formula)


def _is_over(rules: Rules) -> str:
    """Whether a game is decided, a condition: all boards are played, or enough sets are won."""
    if rules.boards:
        return f"{{row[sets_typed]}}>=IF({{row[is_result]}}=1,1,{_PARTS})"
    over = f"MAX({_BOTH})>=SetsToWin"
    return f"OR({over},MIN({_BOTH})=SetsToWin-1)" if rules.has_draws else over


def _signs(sign: str) -> str:
    """How often a sign stands in the text."""
    text = "{row[sets_text]}"
    return f'LEN({text})-LEN(SUBSTITUTE({text},"{sign}",""))'


def _alone(rules: Rules) -> str:
    """1 where the only pair of numbers is a result: so many sets win, or so many are a draw."""
    one, other = "{row[home_set_1]}", "{row[away_set_1]}"
    if rules.boards:
        return f"IF(N({one})+N({other})={_PARTS},1,0)"
    if not rules.second:
        return "1"
    decided = f"AND(MAX({one},{other})=SetsToWin,MIN({one},{other})<SetsToWin)"
    if rules.has_draws:
        decided = f"OR({decided},AND({one}={other},{one}=SetsToWin-1))"
    return f"IF({decided},1,0)"


def _as_read(rules: Rules) -> str:
    """The text with one hyphen between points, and one blank between sets."""
    text = f'{_TYPED}&""'
    for half, sign in _HALVES if rules.boards else ():
        text = f'SUBSTITUTE({text},"{half}","{sign}")'
    for sign in (":", "\N{EN DASH}", "\N{MINUS SIGN}"):
        text = f'SUBSTITUTE({text},"{sign}","-")'
    for sign in (",", ";", "/", "\N{NO-BREAK SPACE}"):
        text = f'SUBSTITUTE({text},"{sign}"," ")'
    text = f'SUBSTITUTE({text},CHAR(10)," ")'
    for sign in ("[", "]"):
        text = f'SUBSTITUTE({text},"{sign}","")'
    text = f"TRIM({text})"
    for wide, narrow in ((" - ", "-"), ("- ", "-"), (" -", "-"), (" (", "(")):
        text = f'SUBSTITUTE({text},"{wide}","{narrow}")'
    return text


def _set(k: int) -> str:
    """The text of one set."""
    wide = f'SUBSTITUTE({{row[sets_text]}}," ",REPT(" ",{_WIDE}))'
    return f"TRIM(MID({wide},{_WIDE * (k - 1) + 1},{_WIDE}))"


_BEFORE = 'LEFT(TEXT,FIND("-",TEXT)-1)'
_BEHIND = 'MID(TEXT,FIND("-",TEXT)+1,FIND("(",TEXT&"(")-FIND("-",TEXT)-1)'
"""The points before and behind a hyphen; what is in brackets, as in 7-6(4), is left out."""


def _number(text: str, rules: Rules) -> str:
    """The number that a text is, a whole one, where boards are added with halves; else “?”."""
    whole, half = text, ""
    if rules.boards:
        whole = f'IF({text}="½",0,SUBSTITUTE({text},"½",""))'
        half = f'+IF(ISNUMBER(FIND("½",{text})),Half,0)'
    number = f"VALUE({whole})"
    return f'IFERROR({number}/(INT({number})={number}){half},"?")'


def _fault(rules: Rules) -> str:
    """The number of the first fault of a text; 0 for none."""
    typed, room = "{row[sets_typed]}", _room(rules)
    home, away = (_points(side, rules) for side in SIDES)
    there = f"MIN({typed},{room})"
    faults = {
        UNREADABLE: f"OR(ISNUMBER({_TYPED}),{_signs('-')}<>{typed},COUNT({home},{away})<2*{there})",
    }
    if rules.boards:
        faults[TOO_MANY] = f"{typed}>{room}"
    else:
        level = f"SUMPRODUCT(({home}={away})*1)>{room}-{there}"
        faults[NOBODYS] = f"AND({{row[is_result]}}=0,{level})"
        last = f"SIGN(INDEX({home},1,{there})-INDEX({away},1,{there}))"
        of_loser = f"{last}*SIGN({{row[home_sets]}}-{{row[away_sets]}})<0"
        faults[TOO_MANY] = (
            f"OR({typed}>{room},SUM({_BOTH})>{rules.parts},MAX({_BOTH})>SetsToWin,"
            f"AND({{row[sets_decided]}}=1,{of_loser}))"
        )
    faults[CONTRADICTS] = f"OR({','.join(_contradictions(rules))})"
    formula = "0"
    for fault, condition in reversed(faults.items()):
        formula = f"IF({condition},{fault},{formula})"
    return formula


def _contradictions(rules: Rules) -> Iterator[str]:
    """Where something typed beside the text says another thing: conditions."""
    for side in SIDES:
        score, won = f"{{results.row[{side}_score]}}", f"{{row[{side}_sets]}}"
        is_other = f"IF({{row[sets_decided]}}=1,{score}<>{won},{score}<{won})"
        yield f"IF(ISNUMBER({score}),{is_other},FALSE)"
        if rules.second:
            points, figure = f"SUM({_points(side, rules)})", f"{{results.row[{side}_second]}}"
            is_other = f"AND(ISNUMBER({figure}),{figure}<>{points})"
            yield f"IF({{row[is_result]}}=1,FALSE,{is_other})"
