"""The parts of a game as they were typed, in one cell: sets, or the single games of a match.

``11-7 8-11 11-9 11-4`` are the points of four sets, of which each is won by one side; ``3:1`` is a
result, for one side has as many as win the game.  ``1-0 ½-½ 0-1 1-0`` are the single games of a
match on four boards, whose scores are added; ``2½:1½`` is its result.  A game with fewer parts than
decide it counts for nothing yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from ....errors import OptionError
from ...parts.settings import Setting, constant
from ...parts.table import Column, computed, text_column
from ..feature import SIDES, Brought, Feature, Refuse, Rules, derived

UNREADABLE, NOBODYS, TOO_MANY, CONTRADICTS = range(1, 5)
"""Why a text cannot be used."""
_WIDE = 60
"""More signs than the points of a set have."""
_WIDEST = 48
"""The widest that the cell of the sets is made, in signs."""
_TYPED = "{results.row[sets]}"
_SCORES = "{results.row[home_score:away_score]}"
_BOTH = "{row[home_sets:away_sets]}"


class Parts(Feature):
    """What games are made of; each kind says what a part is, and when a game is decided."""

    is_of_parts = True
    noun = ""

    def examples(self) -> tuple[str, str, str]:
        """A result, parts, and what of each part is typed; blank where only the result is."""
        raise NotImplementedError

    @property
    def most(self) -> int:
        """How many parts a game has at most."""
        raise NotImplementedError

    @property
    def room(self) -> int:
        """How many pairs of numbers a text may have."""
        return self.most

    @property
    def binds_scores(self) -> bool:
        return True

    def typed_first(self) -> Column:
        """The cell of a game into which its parts are typed, before the scores."""
        alone, parts, what = self.examples()
        others = f" or {parts}: {what} of each" if parts else ""
        message = f"The result, such as {alone}{others}. Or fill in both scores."
        width = min(_WIDEST, max(9, 6 * self.room))
        return text_column("sets", self.noun.capitalize(), width, message)

    def problem_of(self, formula: str) -> str:
        """A problem of the row: that of its parts, with the name of their cell, or another one."""
        alone, parts, what = self.examples()
        others = f", or {what} of each such as {parts}" if parts else ""
        cell = f"ADDRESS(ROW({_TYPED}),COLUMN({_TYPED}),4)"
        said = {
            UNREADABLE: f": not read: {self.noun} such as {alone}{others}",
            NOBODYS: ": level, so that nobody won it: correct the points",
            TOO_MANY: f": more {self.noun} than the game can have",
            CONTRADICTS: ": not what the scores beside it say; clear one of them",
        }
        texts = ",".join(f'{cell}&"{text}"' for text in said.values())
        fault = "{matches.row[sets_fault]}"
        return f"=IF({fault}>0,CHOOSE({fault},{texts}),{formula.removeprefix('=')})"

    def second(self, side: str, otherwise: str) -> str:
        """The points of a side in all parts; otherwise those that were typed as such."""
        return f"IF({{row[sets_typed]}}>{{row[is_result]}},SUM({self.points(side)}),{otherwise})"

    def points(self, side: str) -> str:
        """The cells with the points of a side in each part."""
        return f"{{row[{side}_set_1:{side}_set_{self.room}]}}"

    def columns(self) -> Iterator[Column]:
        """What a text says: the parts, which result they give, and why it cannot be used."""
        yield computed.left("sets_text", "As read", f"={_as_read(self.halves)}", width=24)
        count = f"{_signs(' ')}+1"
        yield Column("sets_typed", "Sets typed", f'=IF({{row[sets_text]}}="",0,{count})')
        numbers = range(1, self.room + 1)
        for k in numbers:
            yield Column(f"set_{k}", f"Set {k}", f'=IF({{row[sets_typed]}}<{k},"",{_set(k)})')
        for side, part in (("home", _BEFORE), ("away", _BEHIND)):
            for k in numbers:
                points = self.number(part.replace("TEXT", f"{{row[set_{k}]}}"))
                formula = f'=IF({{row[sets_typed]}}<{k},"",{points})'
                yield Column(f"{side}_set_{k}", f"Set {k} {side}", formula)
        yield Column("is_result", "A result alone", f"=IF({{row[sets_typed]}}=1,{self.alone()},0)")
        home, away = map(self.points, SIDES)
        for side, own, other in (("home", home, away), ("away", away, home)):
            won = self.won(own, other)
            formula = f"=IF({{row[is_result]}}=1,N({{row[{side}_set_1]}}),{won})"
            yield Column(f"{side}_sets", f"Sets of {side}", formula)
        yield Column("sets_decided", "Sets decide it", f"=IF({self.is_over()},1,0)")
        yield Column(
            "sets_fault", "Fault of the sets", f"=IF({{row[sets_typed]}}=0,0,{self._fault()})"
        )
        for side in SIDES:
            score = f"{{results.row[{side}_score]}}"
            of_sets = f'IF({{row[sets_decided]}}>{{row[sets_fault]}},{{row[{side}_sets]}},"")'
            typed = f'IF(COUNT({_SCORES})=2,{score},"")'
            formula = f"=IF(COUNTA({_SCORES})=0,{of_sets},{typed})"
            yield Column(f"{side}_result", f"Score {side}", formula)

    halves: Iterable[tuple[str, str]] = ()
    """Other ways of writing a half."""

    def number(self, text: str, whole: str = "", half: str = "") -> str:
        """The number that a text is, a whole one, and a half where that is one; else “?”."""
        number = f"VALUE({whole or text})"
        return f'IFERROR({number}/(INT({number})={number}){half},"?")'

    def alone(self) -> str:
        """1 where the only pair of numbers is a result."""
        raise NotImplementedError

    def won(self, own: str, other: str) -> str:
        """What a side has of the parts: a formula."""
        raise NotImplementedError

    def is_over(self) -> str:
        """Whether a game is decided, a condition."""
        raise NotImplementedError

    def faults(self, there: str) -> Mapping[int, str]:
        """When the parts that are ``there`` cannot be: conditions, by what is wrong."""
        raise NotImplementedError

    def _fault(self) -> str:
        """The number of the first fault of a text; 0 for none."""
        typed, room = "{row[sets_typed]}", self.room
        home, away = map(self.points, SIDES)
        there = f"MIN({typed},{room})"
        count = f"COUNT({home},{away})<2*{there}"
        faults = {
            UNREADABLE: f"OR(ISNUMBER({_TYPED}),{_signs('-')}<>{typed},{count})",
            **self.faults(there),
            CONTRADICTS: f"OR({','.join(self.contradictions())})",
        }
        formula = "0"
        for fault, condition in reversed(faults.items()):
            formula = f"IF({condition},{fault},{formula})"
        return formula

    def contradictions(self) -> Iterator[str]:
        """Where something typed beside the text says another thing: conditions."""
        for side in SIDES:
            score, won = f"{{results.row[{side}_score]}}", f"{{row[{side}_sets]}}"
            is_other = f"IF({{row[sets_decided]}}=1,{score}<>{won},{score}<{won})"
            yield f"IF(ISNUMBER({score}),{is_other},FALSE)"
            yield from self.contradicts_points(side)

    def contradicts_points(self, side: str) -> Iterator[str]:
        """The same of the points in all parts."""
        return iter(())


@dataclass(frozen=True)
class Sets(Parts):
    """A score counts sets won; their points are typed where they are the second figure."""

    order = 40

    sets: int | None = None
    """So many are enough."""
    noun: str = derived("sets")
    points_of: str = derived("")
    """What is counted in each; blank where only the result is typed."""
    has_draws: bool = derived(False)

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        if not isinstance(own, cls):
            return None
        noun = rules.scores or own.noun
        return cls(own.sets, noun, rules.second, rules.has_draws)

    @property
    def most(self) -> int:
        assert self.sets
        return 2 * (self.sets - 1) + (0 if self.has_draws else 1)

    @property
    def room(self) -> int:
        return self.most if self.points_of else 1

    def examples(self) -> tuple[str, str, str]:
        parts, what = ("11-7 8-11 11-5", f"the {self.points_of}") if self.points_of else ("", "")
        return f"{self.sets}:1", parts, what

    def constants(self, rules: Rules) -> Iterator[Setting]:
        yield constant("SetsToWin", "the sets that win a game.", self.sets or 0)

    def alone(self) -> str:
        if not self.points_of:
            return "1"
        one, other = "{row[home_set_1]}", "{row[away_set_1]}"
        decided = f"AND(MAX({one},{other})=SetsToWin,MIN({one},{other})<SetsToWin)"
        if self.has_draws:
            decided = f"OR({decided},AND({one}={other},{one}=SetsToWin-1))"
        return f"IF({decided},1,0)"

    def won(self, own: str, other: str) -> str:
        return f"SUMPRODUCT(({own}>{other})*1)"

    def is_over(self) -> str:
        over = f"MAX({_BOTH})>=SetsToWin"
        return f"OR({over},MIN({_BOTH})=SetsToWin-1)" if self.has_draws else over

    def faults(self, there: str) -> Mapping[int, str]:
        home, away = map(self.points, SIDES)
        level = f"SUMPRODUCT(({home}={away})*1)>{self.room}-{there}"
        last = f"SIGN(INDEX({home},1,{there})-INDEX({away},1,{there}))"
        of_loser = f"{last}*SIGN({{row[home_sets]}}-{{row[away_sets]}})<0"
        return {
            NOBODYS: f"AND({{row[is_result]}}=0,{level})",
            TOO_MANY: f"OR({{row[sets_typed]}}>{self.room},SUM({_BOTH})>{self.most},"
            f"MAX({_BOTH})>SetsToWin,AND({{row[sets_decided]}}=1,{of_loser}))",
        }

    def contradicts_points(self, side: str) -> Iterator[str]:
        if self.points_of:
            points, figure = f"SUM({self.points(side)})", f"{{results.row[{side}_second]}}"
            is_other = f"AND(ISNUMBER({figure}),{figure}<>{points})"
            yield f"IF({{row[is_result]}}=1,FALSE,{is_other})"


@dataclass(frozen=True)
class Boards(Parts):
    """A match is made of so many single games, and their scores are added."""

    order = 65
    noun = "boards"
    halves = (("=", "½-½"), ("1/2", "½"), (".5", "½"), (",5", "½"))

    boards: int | None = field(default=None, metadata={"least": 2})

    def completed(self, rules: Rules, refuse: Refuse) -> Boards:
        if rules.of(Sets) or rules.second:
            raise refuse(
                "boards", "adds the scores of single games, without sets and second; leave one out"
            )
        return self

    @classmethod
    def brought(cls, own: Feature | None, rules: Rules, by: Brought) -> Feature | None:
        is_other = rules.of(Sets) or rules.second
        if by.boards and is_other:
            raise OptionError(
                "boards is for matches whose single games are added, and these rules count sets or "
                "a second figure; choose others with --rules, or leave boards out."
            )
        boards = by.boards or (None if is_other else by.boards_of_games)
        return own or (cls(boards) if boards else None)

    @property
    def most(self) -> int:
        assert self.boards
        return self.boards

    def examples(self) -> tuple[str, str, str]:
        return f"{self.most - 1}½:½", "1-0 ½-½ 0-1", "the result"

    def constants(self, rules: Rules) -> Iterator[Setting]:
        yield constant("BoardsOfMatch", "its single games.", self.most)

    def number(self, text: str, whole: str = "", half: str = "") -> str:
        whole = f'IF({text}="½",0,SUBSTITUTE({text},"½",""))'
        return super().number(text, whole, f'+IF(ISNUMBER(FIND("½",{text})),Half,0)')

    def alone(self) -> str:
        one, other = "{row[home_set_1]}", "{row[away_set_1]}"
        return f"IF(N({one})+N({other})=BoardsOfMatch,1,0)"

    def won(self, own: str, other: str) -> str:
        return f"SUM({own})"

    def is_over(self) -> str:
        return "{row[sets_typed]}>=IF({row[is_result]}=1,1,BoardsOfMatch)"

    def faults(self, there: str) -> Mapping[int, str]:
        return {TOO_MANY: f"{{row[sets_typed]}}>{self.room}"}


# How a text is read -------------------------------------------------------------------------------


def _signs(sign: str) -> str:
    """How often a sign stands in the text."""
    text = "{row[sets_text]}"
    return f'LEN({text})-LEN(SUBSTITUTE({text},"{sign}",""))'


def _as_read(halves: Iterable[tuple[str, str]]) -> str:
    """The text with one hyphen between points, and one blank between sets."""
    text = f'{_TYPED}&""'
    for half, sign in halves:
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
