"""Chess: a regulation's own list of tie-breaks, and the places that it gives.

The codes of a list are computed one after the other, each once.  A group of tied players has equal
points and equal values of all codes before, so a code such as direct encounter looks only at games
between those whom nothing has separated yet.  With points 2, 2, 2, 1 and the list BH, DE::

    points   2    2    2    1
    BH       5    5    4    6     of the three with 2 points, the first two stay tied
    DE       1    0    0    0     only the game between these two counts
    place    1    2    3    4

Columns then rank the rows as they stand; a code of which less is better counts with the other sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from ...catalogue.cells import BLANK, num_error, round_to_15_digits, value_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, step
from ...catalogue.docstrings import SharedHelp
from ...catalogue.expression import Term
from ...catalogue.kinds import Whole
from .codes import Code, Codes, primary_score
from .criteria.accounts import explain, title_of
from .criteria.values import Field, Value
from .event import CATEGORY, Event, PointsFormula, System
from .ratings import Ratings, Unrated
from .rule_sets import NEWEST, Rules
from .wall_list import GamesOrMatches, ScoringText, read, scoring_of

MOST_BOARDS = 100
WORST = float("-inf")

Boards = Annotated[
    Whole,
    SharedHelp(
        "How many boards a match has: the rows of wall_list are then teams.",
        {"#NUM!": "`boards` is not from 1 to 100."},
    ),
]


class TieBreaks:
    """The values of a list of codes, each computed when its turn comes."""

    def __init__(
        self,
        event: Event,
        codes: Sequence[Code | None],
        ratings: Sequence[float] | None = None,
        unrated: float | None = None,
    ) -> None:
        self.event = event
        self.codes = codes
        self.primary = primary_score(codes)
        self._ratings = ratings
        self._unrated = unrated
        self._fields = {event.rules.name: Field(event, ratings, unrated, self.primary)}
        self._sort_keys: list[tuple[float, ...]] | None = None
        self._before: list[tuple[object, ...]] = [
            (round_to_15_digits(points),) for points in event.scores(self.primary).final
        ]
        self.columns = [self._column(code) for code in codes]

    def _column(self, code: Code | None) -> list[Value | str]:
        """A code's values; players with equal ones, and equal ones before, stay tied."""
        if code is None:
            return [BLANK] * len(self._before)
        if code.tie_break.teams and self.event.boards is None:
            raise value_error(f"{code.written} is for teams; say how many boards a match has")
        values = self.field_of(code).values(code, self._before)
        self._before = [
            (*before, round_to_15_digits(value) if isinstance(value, float) else value)
            for before, value in zip(self._before, values)
        ]
        return list(values)

    def field_of(self, code: Code) -> Field:
        """The players by the text that a code names."""
        name = code.rules or self.event.rules.name
        if name not in self._fields:
            event = self.event
            system = "rr" if event.round_robin else "rematch"
            self._fields[name] = Field(
                Event(event.wall_list, system, name, event.scoring, event.boards),
                self._ratings,
                self._unrated,
                self.primary,
            )
        return self._fields[name]

    def sort_keys(self) -> list[tuple[float, ...]]:
        """For each row what ranks it, higher first: points, unless the list has its own, then it.

        A tie-break of Article 10 that unrated players take out is left out; a row without a value
        comes last.
        """
        if self._sort_keys is None:
            columns = []
            for code in self.ranking:
                sign = -1 if code.lower_is_better else 1
                values = (self.value(code, row) for row in range(len(self._before)))
                columns.append([sign * v if isinstance(v, float) else WORST for v in values])
            self._sort_keys = [tuple(map(round_to_15_digits, row)) for row in zip(*columns)]
        return self._sort_keys

    @property
    def ranking(self) -> list[Code]:
        """The codes that rank, points first where the list has none."""
        codes = [code for code in self.codes if code is not None]
        if any(code.name in ("PTS", "MPTS", "GPTS") for code in codes):
            return codes
        return [Code("PTS", "PTS", self.primary), *codes]

    def value(self, code: Code, row: int) -> Value | str:
        """A row's value of one of the codes that rank."""
        if code in self.codes:
            return self.columns[self.codes.index(code)][row]
        return self.event.scores(self.primary).final[row]

    def places(self) -> list[float]:
        """Everybody's place (1-2-2-4)."""
        there = self.event.wall_list.is_player
        keys = self.sort_keys()
        place: dict[tuple[float, ...], float] = {}
        ranked = sorted((key for key, here in zip(keys, there) if here), reverse=True)
        for at, key in enumerate(ranked, 1):
            place.setdefault(key, float(at))
        return [place.get(key, 0.0) for key in keys]


def tie_breaks(
    wall_list: GamesOrMatches,
    codes: Codes,
    ratings: Ratings | None = None,
    rules: Rules = NEWEST,
    system: System = "swiss",
    unrated: Unrated | None = None,
    scoring: ScoringText | None = None,
    boards: Boards | None = None,
) -> TieBreaks:
    """The values of a list of codes, from the arguments of a cell."""
    if boards is not None and not 1 <= boards <= MOST_BOARDS:
        raise num_error(f"boards must be from 1 to {MOST_BOARDS}, not {boards}")
    event = Event(
        read(wall_list, "wall_list", boards), system, rules, scoring_of(scoring, boards), boards
    )
    return TieBreaks(event, codes, ratings, unrated)


@function(CATEGORY, takes=tie_breaks)
def TIEBREAK(*arguments: Any) -> list[list[float | str]]:
    """The tie-breaks of a list of codes, a column for each.

    Parameters
    ----------
    codes
        The regulation's own list, such as BH/C1,BH,SB,DE; a blank cell gives a blank column.

    Errors
    ------
    #N/A
        The rules give the row no value, such as ARO without a game.

    Notes
    -----
    DE and EDE give the place inside the group tied on points and on the columns before, so that
    lower is better; so it is with TPN and RTNG/R.  For all others higher is better.  For teams PTS,
    :MP and no sign are match points, GPTS and :GP game points; MPvGP is the score that does not
    rank first.  WON, BPG and BWG of round robins follow Article 15.2, and STD after a double
    forfeit is ½: there the text is open.

    Source
    ------
    FIDE Handbook, C.07, Article 5 for the codes, 6 to 10 for individual tie-breaks, 12 and 13 for
    those of teams.

    Examples
    --------
    >>> TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "BH/C1,SB,DE")
    [[3.5, 3.25, 1.0], [4.0, 2.0, 1.0], [3.5, 2.75, 1.0], [3.5, 1.0, 1.0]]
    >>> TIEBREAK([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], [["PS", "ARO"]],
    ...          [[2000], [1900], [1805], [1750]])
    [[4.5, 1853.0], [2.5, 1852.0], [4.5, 1883.0], [1.0, 1853.0]]
    >>> TIEBREAK([["2w2.5"], ["1b1.5"]], "GPTS,EGMSB", None, "", "", None, "", 4)
    [[2.5, 3.0], [1.5, 0.0]]
    """
    found = tie_breaks(*arguments)
    rows = [list(row) for row in zip(*found.columns)]
    there = found.event.wall_list.is_player
    return [row if here else [BLANK] * len(row) for row, here in zip(rows, there)]


def _values_of(argument: object) -> Any:
    """An argument of a derivation as the rule takes it; None for one that is left out."""
    if isinstance(argument, (Argument, Term)):
        return argument.parsed
    if isinstance(argument, Sequence) and argument and isinstance(argument[0], Term):
        return [term.parsed for term in argument]
    return argument


def _tie_breaks_of(arguments: Sequence[object]) -> TieBreaks:
    """The tie-breaks of a call, from the arguments of its derivation; calculated once."""
    kept = arguments[0].kept if isinstance(arguments[0], Argument) else {}
    if "tie-breaks" not in kept:
        kept["tie-breaks"] = tie_breaks(*map(_values_of, arguments))
    found: TieBreaks = kept["tie-breaks"]
    return found


@TIEBREAK.derivation
def _derivation_of_tie_break(of: Subject, *arguments: object) -> Iterator[Step]:
    found = _tie_breaks_of(arguments)
    code = found.codes[of.column]
    value = found.columns[of.column][of.row]
    if code is None or not isinstance(value, float):
        return
    before = found.columns[: of.column]
    final = found.event.scores(found.primary).final
    keys = [(points, *(column[row] for column in before)) for row, points in enumerate(final)]
    there = found.event.wall_list.is_player
    tied = [row for row, key in enumerate(keys) if key == keys[of.row] and there[row]]
    figure = Term(value, f"INDEX({of.call},{of.rows[of.row] + 1},{of.column + 1})")
    yield from explain(of, found.field_of(code), code, figure, tied)


@function(CATEGORY, takes=tie_breaks)
def CHESS_PLACE(*arguments: Any) -> list[float | str]:
    """The place by points and then by a list of tie-breaks; equal rows share it (1-2-2-4).

    Parameters
    ----------
    codes
        The regulation's own list, such as BH/C1,BH,SB,DE.  Where it has PTS, MPTS or GPTS, the
        list alone ranks.

    Notes
    -----
    A tie-break of Article 10 ranks nobody where an unrated player takes it out of the list.  A row
    for which the rules give no value comes after those that have one.

    Source
    ------
    FIDE Handbook, C.07, Articles 4 and 5.

    Examples
    --------
    >>> CHESS_PLACE([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "DE,BH/C1,SB")
    [[1.0], [3.0], [2.0], [4.0]]
    >>> CHESS_PLACE([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "WIN,ARO",
    ...             [[2000], [1900], [1805], [1750]])
    [[2.0], [3.0], [1.0], [4.0]]
    """
    found = tie_breaks(*arguments)
    return found.event.wall_list.to_column(found.places())


@CHESS_PLACE.derivation
def _derivation_of_place(of: Subject, *arguments: object) -> Iterator[Step]:
    found = _tie_breaks_of(arguments)
    there = found.event.wall_list.is_player
    keys = found.sort_keys()
    tied = [row for row in range(len(keys)) if there[row]]
    names = tuple(found.codes)
    tail = ",".join(map(of.formula, ("ratings", "rules", "system", "unrated", "scoring", "boards")))
    call = f"TIEBREAK({of.formula('wall_list')},{of.formula('codes')},{tail})"
    for at, code in enumerate(found.ranking):
        level = [row for row in tied if keys[row][at] == keys[of.row][at]]
        value = found.value(code, of.row)
        if len(level) < len(tied) and isinstance(value, float):
            if code in names:
                formula = f"INDEX({call},{of.rows[of.row] + 1},{names.index(code) + 1})"
                figure = Term(value, formula)
            else:
                figure = PointsFormula(of, found.event).of(of.row)
            sentence = (
                f"{title_of(code)}: {{own}} has {{figure}}, which leaves "
                f"{len(level) - 1} of {len(tied) - 1} others level."
            )
            yield step(sentence, own=of.own, figure=figure)
        tied = level
        if len(tied) == 1:
            break
    place = Term(found.places()[of.row], of.element(of.call))
    yield step("So {own} is in place {place}.", own=of.own, place=place)
