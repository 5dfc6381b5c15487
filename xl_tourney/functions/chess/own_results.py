"""Chess: tie-breaks of a player's own results (Article 7 of C.07)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import accumulate
from operator import mul
from typing import Any, Literal

from ...catalogue.cells import ErrorValue, na_error, num_error
from ...catalogue.declaration import function
from ...catalogue.derivation import Argument, Step, Subject, counted, sentence, step
from ...catalogue.expression import Term, total
from ...catalogue.kinds import Whole
from .event import Event, Reference, System, standard_point, times_counted
from .rule_sets import NEWEST, Rules
from .wall_list import VOLUNTARY, Games, Round, ScoringText, scoring_of

CATEGORY = "Chess"

Count = Literal["WIN", "WON", "BPG", "BWG", "REP", "GE", "STD"]


def _own_games(event: Event, rounds: list[Round]) -> list[Round]:
    """A player's rounds that count as games: over the board, and what Article 15.2 adds."""
    forfeit_losses = event.rules.round_robin_forfeit_losses_counted
    return [one for one in rounds if event.is_game(one) and (one.result != "-" or forfeit_losses)]


def wins(event: Event) -> list[float]:
    """Rounds with as many points as a win (7.1)."""
    scores = event.scores()
    return [float(sum(points == scores.win for points in row)) for row in scores.points]


def won(event: Event) -> list[float]:
    """Games won (7.2)."""
    return [
        float(sum(one.result in "1+" for one in _own_games(event, rounds)))
        for rounds in event.players
    ]


def with_black(event: Event, only_won: bool) -> list[float | ErrorValue]:
    """Games played, or won, with Black (7.3, 7.4)."""
    counts: list[float | ErrorValue] = []
    for player, rounds in enumerate(event.players):
        games = _own_games(event, rounds)
        if not all(one.colour for one in games):
            counts.append(na_error(f"row {player + 1} has a game whose colour is not known").value)
            continue
        black = [one for one in games if one.colour == "b"]
        counts.append(float(sum(one.result in "1+" or not only_won for one in black)))
    return counts


def elected(event: Event) -> list[float]:
    """Rounds that a player elected to play (7.6)."""
    return [
        float(event.rounds - sum(one.result in VOLUNTARY for one in rounds))
        for rounds in event.players
    ]


def standard_points(event: Event, reference: Reference = "MP") -> list[float]:
    """1 for more points in a round than the opponent got, ½ for as many (7.7)."""
    scores = event.scores(reference)
    totals = []
    for player, rounds in enumerate(event.players):
        total = 0.0
        for column, one in enumerate(rounds):
            if one.result == "?":
                continue
            opponent = one.opponent
            other = scores.draw if opponent < 0 else scores.points[opponent][column]
            own = scores.points[player][column]
            total += standard_point(own, other)
        totals.append(total)
    return totals


def progressive(event: Event, cut: int = 0, reference: Reference = "MP") -> list[float]:
    """The sum of the scores after each round, without the first ones (7.5)."""
    rounds_held = event.rounds
    times = [times_counted(left, rounds_held, cut) for left in range(rounds_held, 0, -1)]
    return [math.fsum(map(mul, points, times)) for points in event.scores(reference).points]


def count(event: Event, what: str) -> list[float] | list[float | ErrorValue]:
    """One of the counts, by its code."""
    if what in ("BPG", "BWG"):
        return with_black(event, only_won=what == "BWG")
    counts = {"WIN": wins, "WON": won, "REP": elected, "GE": elected}
    return standard_points(event) if what == "STD" else counts[what](event)


RESULTS_IN_WORDS = {
    "1": sentence("{own} beat {opponent}."),
    "=": sentence("{own} drew with {opponent}."),
    "0": sentence("{own} lost to {opponent}."),
}
_NOT_PLAYED = sentence("Round {round}: {own} did not play.")
_ROUNDS_IN_WORDS = {
    "1": sentence("Round {round}: {own} beat {opponent}."),
    "=": sentence("Round {round}: {own} drew with {opponent}."),
    "0": sentence("Round {round}: {own} lost to {opponent}."),
    "?": sentence("Round {round}: {own} has still to play {opponent}."),
    "+": sentence("Round {round}: {own} won by forfeit against {opponent}."),
    "-": sentence("Round {round}: {own} lost by forfeit against {opponent}."),
    "U": sentence("Round {round}: {own} had the bye."),
    "F": sentence("Round {round}: {own} had a bye of a full point."),
    "H": sentence("Round {round}: {own} had a bye of half a point."),
    "Z": _NOT_PLAYED,
}
"""What is said of a round, by its result."""


def explain_points(of: Subject, event: Event, figure: Term) -> Iterator[Step]:
    """What each round gave, and the points."""
    rounds_held = event.wall_list.held_rounds
    for number, one in zip(rounds_held, event.players[of.row]):
        words = _ROUNDS_IN_WORDS.get(one.result, _NOT_PLAYED)
        terms = {"opponent": of.name(one.opponent)} if "{opponent}" in words else {}
        if terms and one.opponent < 0:
            words, terms = _NOT_PLAYED, {}
        yield step(words, round=number + 1, own=of.own, **terms)
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
    return wall_list.to_column(progressive(Event(wall_list, "rematch"), cut))


@PROGRESSIVE.derivation
def _derivation_of_progressive(of: Subject, wall_list: Argument, cut: Term) -> Iterator[Step]:
    after = [*accumulate(Event(wall_list.parsed, "rematch").scores().points[of.row])]
    scores: list[Term] = []
    for column, points in zip(wall_list.parsed.held_rounds, after):
        scores.append(Term(points, of.element(f"CHESS_POINTS({wall_list.formula},{column + 1})")))
        yield step(
            "After round {round} {own} has {score}, which is cut."
            if len(scores) <= cut.value
            else "After round {round} {own} has {score}.",
            round=column + 1,
            own=of.own,
            score=scores[-1],
        )
    yield step(
        "Together these are {own}'s progressive score (Article 7.5): {sum}.",
        own=of.own,
        sum=total(scores[int(cut.value) :]),
    )


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
    return wall_list.to_column(count(Event(wall_list, system, rules), what))
