"""Chess: the tie-breaks that have a function of their own (Articles 4 and 7 to 9 of C.07)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Literal

from ...catalogue.cells import num_error, value_error
from ...catalogue.declaration import Function, function
from ...catalogue.derivation import Argument, Derivation, Step, Subject, counted, step
from ...catalogue.expression import Term
from ...catalogue.kinds import Flag, Number, Whole
from ..wall_lists import TiedOnOrPoints, tied_keys
from .codes import Code, parse_code
from .criteria.accounts import explain, round_in_words
from .criteria.values import Field
from .event import CATEGORY, Event, System
from .rule_sets import NEWEST, Rules
from .unplayed_rounds import CutHigh, CutLow, check_cuts
from .wall_list import Games, ScoringText, scoring_of

Count = Literal["WIN", "WON", "BPG", "BWG", "REP", "GE", "STD"]
BuchholzKind = Literal["BH", "FB", "AOB", "AOB/F"]


def _explain(
    of: Subject,
    event: Event,
    code: Code,
    before: Sequence[Hashable] = (),
    tied: Sequence[int] = (),
) -> Iterator[Step]:
    """The derivation of a call that gives one tie-break."""
    field = Field(event)
    value = field.values(code, before)[of.row]
    if isinstance(value, float):
        yield from explain(of, field, code, Term(value, of.element(of.call)), tied)


def _explained(function: Function, code_of: Callable[..., Code]) -> Derivation:
    """The derivation of a function, which is that of the code that its arguments name."""
    names = [p.name for p in function.parameters][1:]

    def derivation(of: Subject, wall_list: Argument, *terms: Term) -> Iterator[Step]:
        given = {name: term.value for name, term in zip(names, terms)}
        system, rules = given.pop("system", "rematch"), given.pop("rules", NEWEST)
        yield from _explain(of, Event(wall_list.parsed, system, rules), code_of(**given))

    return derivation


def _code_of_progressive(cut: float) -> Code:
    return Code("PS", "PS", cut_low=int(cut))


def _code_of_games_count(what: str) -> Code:
    return parse_code(what)


def _code_of_buchholz(cut_low: float, cut_high: float, kind: str) -> Code:
    check_cuts(int(cut_low), int(cut_high))
    if kind.startswith("AOB") and (cut_low or cut_high):
        raise value_error(f"{kind} takes no cuts; cut_low and cut_high must be 0")
    return parse_code(kind)._replace(cut_low=int(cut_low), cut_high=int(cut_high))


def _code_of_sonneborn_berger(cut_low: float, cut_high: float) -> Code:
    check_cuts(int(cut_low), int(cut_high))
    return Code("SB", "SB", cut_low=int(cut_low), cut_high=int(cut_high))


def _code_of_koya(limit: float) -> Code:
    return Code("KS", "KS", half_points=limit)


def explain_points(of: Subject, event: Event, figure: Term) -> Iterator[Step]:
    """What happened in each round, and the points."""
    for column, _ in enumerate(event.players[of.row]):
        yield round_in_words(of, event, column)
    yield step(
        counted(figure, "Together that is {points} point.", "Together that is {points} points."),
        points=figure,
    )


@function(CATEGORY)
def CHESS_POINTS(
    wall_list: Games, round: Whole | None = None, scoring: ScoringText | None = None
) -> list[float | str]:
    """The points of each player after a round, or after all.

    Parameters
    ----------
    round
        After which column of the wall list; after all when left out.

    Errors
    ------
    #NUM!
        `round` is negative or not whole.

    Notes
    -----
    Spaces in a cell are ignored, and so is the letter case; ½, =, 0.5 and 1/2 are one sign.  12wW,
    12bD, 12wL are games that are not rated; without a colour 12=, 12-1, 12-+ will do.  +, = and -
    alone are U, H and Z, as chess-results writes them; so are 0-F and 0000 - U.  A blank is Z where
    another cell of its column says something; else the round has not been held and counts for
    nobody.  A row that is all blank is no player and keeps its number.

    Source
    ------
    FIDE Handbook, C.07, Article 4; the cells as in FIDE's Tournament Report File.

    Examples
    --------
    >>> CHESS_POINTS([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...               ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[2.0], [1.5], [2.0], [1.0]]
    >>> CHESS_POINTS([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...               ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 1)
    [[1.0], [0.0], [1.0], [0.0]]
    >>> CHESS_POINTS([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...               ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], None, "3-1-0-1")
    [[5.0], [4.0], [5.0], [1.0]]
    """
    scores = Event(wall_list, "rematch", scoring=scoring_of(scoring)).scores()
    if round is None:
        return wall_list.to_column(scores.final)
    if round < 0:
        raise num_error(f"round must be a column of wall_list, not {round}")
    rounds_held = sum(column < round for column in wall_list.held_rounds)
    return wall_list.to_column([math.fsum(points[:rounds_held]) for points in scores.points])


@CHESS_POINTS.derivation
def _derivation_of_points(
    of: Subject, wall_list: Argument, round: Term | None, scoring: Argument | Term | None
) -> Iterator[Step]:
    by: Any = scoring.parsed if scoring else None
    points = scoring_of(by)
    event = wall_list.kept.setdefault(
        ("event", points), Event(wall_list.parsed, "rematch", scoring=points)
    )
    scores = event.scores()
    if round is None:
        figure = Term(scores.final[of.row], of.element(of.call))
        yield from explain_points(of, event, figure)
        return
    rounds_held = sum(column < round.value for column in wall_list.parsed.held_rounds)
    figure = Term(math.fsum(scores.points[of.row][:rounds_held]), of.element(of.call))
    yield step(
        "After round {round} {own} has {points} points (Article 4).",
        round=round,
        own=of.own,
        points=figure,
    )


@function(CATEGORY)
def PROGRESSIVE(wall_list: Games, cut: Whole = 0) -> list[float | str]:
    """PS, the sum of progressive scores: the scores after each round, added up.

    Parameters
    ----------
    cut
        How many first rounds' scores are left out: 1 for PS/C1.

    Errors
    ------
    #NUM!
        `cut` is negative or not whole.

    Source
    ------
    FIDE Handbook, C.07, Articles 7.5 and 14.1.1.

    Examples
    --------
    >>> PROGRESSIVE([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[4.5], [2.5], [4.5], [1.0]]
    >>> PROGRESSIVE([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 1)
    [[3.5], [2.5], [3.5], [1.0]]
    """
    if cut < 0:
        raise num_error(f"cut must not be negative; {cut} is")
    code = _code_of_progressive(cut)
    return wall_list.to_column(Field(Event(wall_list, "rematch")).values(code))


PROGRESSIVE.derivation(_explained(PROGRESSIVE, _code_of_progressive))


@function(CATEGORY)
def GAMES_COUNT(
    wall_list: Games, what: Count, rules: Rules = NEWEST, system: System = "swiss"
) -> list[float | str]:
    """A count of games or rounds of one's own: wins, games with Black, rounds elected, and others.

    Parameters
    ----------
    what
        WIN: rounds with as many points as a win, played or not.  WON: games won over the board.
        BPG, BWG: games played, won with Black over the board.  REP (before August 2024 GE): rounds
        elected to play, all but H, Z and forfeit losses.  STD: 1 for a round with more points than
        the opponent, ½ for as many; without an opponent 1 for more than a draw, ½ for a draw.

    Errors
    ------
    #N/A
        BPG and BWG: neither cell of one of the row's games says the colour.

    Notes
    -----
    The text is open on two points.  In a round robin WON, BPG and BWG follow Article 15.2: forfeits
    count as games, but from 2026 on no forfeit losses.  STD after a double forfeit is ½ for both.
    STD is in the text from 2026 on.  A game without a result yet counts for REP only.

    Source
    ------
    FIDE Handbook, C.07, Articles 7.1 to 7.4, 7.6, 7.7 and 15.2.

    Examples
    --------
    >>> GAMES_COUNT([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "WIN")
    [[1.0], [1.0], [1.0], [1.0]]
    >>> GAMES_COUNT([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "BPG")
    [[1.0], [2.0], [1.0], [1.0]]
    >>> GAMES_COUNT([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "REP")
    [[2.0], [3.0], [3.0], [3.0]]
    >>> GAMES_COUNT([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...              ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], "STD")
    [[2.0], [1.5], [2.0], [1.0]]
    """
    code = _code_of_games_count(what)
    return wall_list.to_column(Field(Event(wall_list, system, rules)).values(code))


GAMES_COUNT.derivation(_explained(GAMES_COUNT, _code_of_games_count))


@function(CATEGORY)
def DIRECT_ENCOUNTER(
    wall_list: Games,
    tied_on: TiedOnOrPoints | None = None,
    system: System = "swiss",
    forfeits: Flag = False,
) -> list[float | str]:
    """The place inside the tied group by direct encounter (1-2-2-4).

    Only games inside the group count.  Where all of it have met, their points order it, and each
    subset still equal begins anew (6.2).  In a Swiss where not all have met, a player is first when
    nobody could pass it in the missing games, then the next one; the others begin anew (6.3).

    Parameters
    ----------
    forfeits
        TRUE counts forfeits as games also in a Swiss, for DE/P; in a round robin they always count.

    Notes
    -----
    A pair with a forfeit only has not met.  Repeated games of a pair count by their average.  A
    game without a result yet has not been played.

    Source
    ------
    FIDE Handbook, C.07, Article 6.

    Examples
    --------
    >>> DIRECT_ENCOUNTER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[1.0], [1.0], [1.0], [1.0]]
    >>> DIRECT_ENCOUNTER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], [[1], [1], [1], [0]])
    [[1.0], [3.0], [2.0], [1.0]]
    """
    event = Event(wall_list, system)
    keys: Sequence[Hashable] = event.scores().final
    if tied_on is not None:
        keys = wall_list.align(tied_on, "tied_on")
    code = Code("DE", "DE", forfeits_played=forfeits)
    return wall_list.to_column(Field(event).values(code, keys))


@DIRECT_ENCOUNTER.derivation
def _derivation_of_direct_encounter(
    of: Subject,
    wall_list: Argument,
    tied_on: Argument | Sequence[Term] | None,
    system: Term,
    forfeits: Term,
) -> Iterator[Step]:
    event = Event(wall_list.parsed, system.value)
    found = tied_keys(tied_on)
    keys: Sequence[Hashable] = event.scores().final if found is None else found
    there = event.wall_list.is_player
    tied = [row for row, key in enumerate(keys) if key == keys[of.row] and there[row]]
    code = Code("DE", "DE", forfeits_played=bool(forfeits.value))
    yield from _explain(of, event, code, keys, tied)


@function(CATEGORY)
def BUCHHOLZ(
    wall_list: Games,
    cut_low: CutLow = 0,
    cut_high: CutHigh = 0,
    kind: BuchholzKind = "BH",
    rules: Rules = NEWEST,
    system: System = "swiss",
) -> list[float | str]:
    """Buchholz: the sum of the opponents' scores, with its cuts, fore and average forms.

    Parameters
    ----------
    kind
        BH: the sum.  FB: fore Buchholz, as if every game of the last round were a draw.  AOB: the
        average of the opponents' BH; AOB/F of their FB.

    Errors
    ------
    #N/A
        AOB: the row has played no game.
    #VALUE!
        AOB takes no cuts.

    Notes
    -----
    An opponent's score is adjusted: absences and requested byes at its end count draws (16.3).  An
    unplayed round of one's own adds a dummy opponent's score: the own final score, from 2026 on
    not more than the adjusted score of a forfeited opponent, or than a draw in every round (16.4).
    A low cut takes voluntarily unplayed rounds first (16.5).  In a round robin a forfeit is a game
    and a free round is nothing; from 2026 on the text bars BH, FB and AOB there, and what is given
    is only the arithmetic.  A game without a result yet adds the opponent's score.

    Source
    ------
    FIDE Handbook, C.07, Articles 8.1 to 8.3, 14.1 to 14.4, 15.2 and 16.

    Examples
    --------
    >>> BUCHHOLZ([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[5.0], [5.0], [4.5], [4.5]]
    >>> BUCHHOLZ([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 1)
    [[3.5], [4.0], [3.5], [3.5]]
    >>> BUCHHOLZ([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 0, 0, "AOB")
    [[4.75], [4.666666666666667], [4.833333333333333], [4.75]]
    >>> BUCHHOLZ([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...           ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 0, 0, "", "2024")
    [[5.5], [5.0], [4.5], [4.5]]
    """
    code = _code_of_buchholz(cut_low, cut_high, kind)
    return wall_list.to_column(Field(Event(wall_list, system, rules)).values(code))


BUCHHOLZ.derivation(_explained(BUCHHOLZ, _code_of_buchholz))


@function(CATEGORY)
def SONNEBORN_BERGER(
    wall_list: Games,
    cut_low: CutLow = 0,
    cut_high: CutHigh = 0,
    rules: Rules = NEWEST,
    system: System = "swiss",
) -> list[float | str]:
    """Sonneborn-Berger: each opponent's score times the points made against it, added up.

    Notes
    -----
    Scores are adjusted, and a dummy opponent stands for an unplayed round in a Swiss, as in
    BUCHHOLZ.  A low cut takes the opponent with the lowest score, or a voluntarily unplayed round
    where its value is not lower than that opponent's (16.5).

    Source
    ------
    FIDE Handbook, C.07, Articles 9.1, 14.1 to 14.4, 15.2 and 16.

    Examples
    --------
    >>> SONNEBORN_BERGER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[3.25], [2.0], [2.75], [1.0]]
    >>> SONNEBORN_BERGER([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...                   ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 1)
    [[2.5], [1.0], [1.75], [0.0]]
    """
    code = _code_of_sonneborn_berger(cut_low, cut_high)
    return wall_list.to_column(Field(Event(wall_list, system, rules)).values(code))


SONNEBORN_BERGER.derivation(_explained(SONNEBORN_BERGER, _code_of_sonneborn_berger))


@function(CATEGORY)
def KOYA(wall_list: Games, limit: Number = 0, system: System = "swiss") -> list[float | str]:
    """Koya: points made against the opponents who have at least half of the maximum score.

    Parameters
    ----------
    limit
        Half points above half of the maximum, or below it where negative: 1 for KS/L+1.

    Notes
    -----
    The maximum is a win in every round; in a round robin with an odd field, in every game that
    each can play.  Scores are final ones, not adjusted.  In a Swiss a forfeit is against nobody.

    Source
    ------
    FIDE Handbook, C.07, Articles 9.2, 14.5 and 15.2.

    Examples
    --------
    >>> KOYA([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...       ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]])
    [[1.5], [0.5], [1.0], [0.0]]
    >>> KOYA([["2w1", "3b½", "H"], ["1b0", "4w1", "3b½"],
    ...       ["4b1", "1w½", "2w½"], ["3w0", "2b0", "U"]], 1)
    [[0.5], [0.5], [0.5], [0.0]]
    """
    code = _code_of_koya(limit)
    return wall_list.to_column(Field(Event(wall_list, system)).values(code))


KOYA.derivation(_explained(KOYA, _code_of_koya))
