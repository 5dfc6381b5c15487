"""Chess: tie-breaks of the opponents' scores (Articles 8 and 9 of C.07)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from ...catalogue.cells import ErrorValue, value_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, step
from ...catalogue.expression import Term, total
from ...catalogue.kinds import Number
from .event import Event, PointsFormula, Reference, System, least_of_koya, no_game
from .own_results import CATEGORY
from .rule_sets import NEWEST, Rules
from .unplayed_rounds import CutHigh, CutLow, Opposition, check_cuts, explain_opposition
from .wall_list import Games

BuchholzKind = Literal["BH", "FB", "AOB", "AOB/F"]


def average_of_opponents(event: Event, values: list[float]) -> list[float | ErrorValue]:
    """The mean of the played opponents' values."""
    means: list[float | ErrorValue] = []
    for player, rounds in enumerate(event.players):
        met = [values[one.opponent] for one in rounds if one.opponent >= 0 and event.is_game(one)]
        means.append(math.fsum(met) / len(met) if met else no_game(player).value)
    return means


def _least_score(event: Event, limit: float, reference: Reference = "MP") -> float:
    return float(least_of_koya(event.games_each(), event.scores(reference).win, limit))


def koya(event: Event, limit: float, reference: Reference = "MP") -> list[float]:
    """Points against opponents with at least half of the maximum, and a limit more (9.2)."""
    scores = event.scores(reference)
    least = _least_score(event, limit, reference)
    return [
        math.fsum(
            points
            for one, points in zip(rounds, scores.points[player])
            if one.opponent >= 0 and event.is_game(one) and scores.final[one.opponent] >= least
        )
        for player, rounds in enumerate(event.players)
    ]


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
    check_cuts(cut_low, cut_high)
    event = Event(wall_list, system, rules)
    average = kind.startswith("AOB")
    if average and (cut_low or cut_high):
        raise value_error(f"{kind} takes no cuts; cut_low and cut_high must be 0")
    sums = Opposition(event, "MP", fore=kind in ("FB", "AOB/F")).sums(cut_low, cut_high)
    return wall_list.to_column(average_of_opponents(event, sums) if average else sums)


@BUCHHOLZ.derivation
def _derivation_of_buchholz(
    of: Subject,
    wall_list: Argument,
    cut_low: Term,
    cut_high: Term,
    kind: Term,
    rules: Term,
    system: Term,
) -> Iterator[Step]:
    event = Event(wall_list.parsed, system.value, rules.value)
    opposition = Opposition(event, "MP", fore=kind.value in ("FB", "AOB/F"))
    cuts = cut_low.value, cut_high.value
    sums = opposition.sums(*cuts)
    if not kind.value.startswith("AOB"):
        figure = Term(sums[of.row], of.element(of.call))
        title = "Buchholz (Article 8.1)" if kind == "BH" else "fore Buchholz (Article 8.3)"
        yield from explain_opposition(of, opposition, cuts, figure, title)
        return
    of_opponents = "FB" if kind == "AOB/F" else "BH"
    call = f'BUCHHOLZ({wall_list.formula},0,0,"{of_opponents}",{rules.formula},{system.formula})'
    met: list[Term] = []
    for one in event.players[of.row]:
        if one.opponent >= 0 and event.is_game(one):
            met.append(Term(sums[one.opponent], of.element(call, one.opponent)))
            name = of.name(one.opponent)
            yield step("{opponent} has a Buchholz of {sum}.", opponent=name, sum=met[-1])
    mean = total(met) / len(met)
    yield step("Their mean is {own}'s AOB (Article 8.2): {mean}.", own=of.own, mean=mean)


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
    check_cuts(cut_low, cut_high)
    opposition = Opposition(Event(wall_list, system, rules), "MP")
    return wall_list.to_column(opposition.sums(cut_low, cut_high, opposition.scores.points))


@SONNEBORN_BERGER.derivation
def _derivation_of_sonneborn_berger(
    of: Subject, wall_list: Argument, cut_low: Term, cut_high: Term, rules: Term, system: Term
) -> Iterator[Step]:
    opposition = Opposition(Event(wall_list.parsed, system.value, rules.value), "MP")
    points = opposition.scores.points
    cuts = cut_low.value, cut_high.value
    figure = Term(opposition.sums(*cuts, points)[of.row], of.element(of.call))
    title = "Sonneborn-Berger (Article 9.1)"
    yield from explain_opposition(of, opposition, cuts, figure, title, points[of.row])


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
    event = Event(wall_list, system)
    return wall_list.to_column(koya(event, limit * event.scores().half_point))


@KOYA.derivation
def _derivation_of_koya(
    of: Subject, wall_list: Argument, limit: Term, system: Term
) -> Iterator[Step]:
    event = Event(wall_list.parsed, system.value)
    above = limit.value * event.scores().half_point
    least = _least_score(event, above)
    points = PointsFormula(of, event)
    for one in event.players[of.row]:
        if one.opponent >= 0 and event.is_game(one):
            score = points.of(one.opponent)
            yield step(
                "{opponent} counts with {score}; {least} are needed."
                if score.value >= least
                else "{opponent} does not count with {score}; {least} are needed.",
                opponent=of.name(one.opponent),
                score=score,
                least=least,
            )
    yield step(
        "Against those who count {own} made {points} points (Article 9.2).",
        own=of.own,
        points=Term(koya(event, above)[of.row], of.element(of.call)),
    )
