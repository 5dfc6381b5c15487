"""Who can still finish where, from the points and the games that are left."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from ...catalogue.cells import BLANK, ErrorValue, na_error, value_error
from ...catalogue.declaration import function
from ...catalogue.docstrings import SharedHelp
from ...catalogue.kinds import Whole
from .answers import BoundsOnlyError, Clock
from .arguments import Games, Groups, Places, Points, RaceArguments, Team
from .methods.solver import NoSolverError, UnsettledError
from .proofs import prove

CATEGORY = "Race"

Unit = Annotated[
    Literal["wins", "points"],
    SharedHelp("wins; or points, the same in what a team gains from its own games."),
]


def _column(
    arguments: RaceArguments,
    answer: Callable[[int, Clock], object],
    unsettled: Callable[[int, UnsettledError], object],
) -> list[Any]:
    """A value for each row.

    In a first round each team gets a share of half the time.  The teams that are not settled then
    share all the time that is left.
    """
    clock = Clock(arguments.seconds)
    teams = list(arguments.race.teams)
    values: list[object] = [BLANK for _ in teams]
    for part in (0.5, 1.0):
        again = []
        for at, team in enumerate(teams):
            clock.share(part / (len(teams) - at))
            try:
                values[team] = answer(team, clock)
            except UnsettledError as why:
                values[team] = unsettled(team, why)
                again.append(team)
        teams = again
    return arguments.column(values)


def _places_of(arguments: RaceArguments, place: Callable[[int, Clock], int]) -> list[Any]:
    def unsettled(_: int, why: UnsettledError) -> ErrorValue:
        known = f"between {why.low} and {why.high}: " if isinstance(why, BoundsOnlyError) else ""
        return ErrorValue("#N/A", f"{known}{why}")

    return _column(arguments, lambda team, clock: float(place(team, clock)), unsettled)


def _amounts_of(
    arguments: RaceArguments, unit: Unit, amount: Callable[[int, Clock], int | None]
) -> list[Any]:
    def in_unit(team: int, found: int) -> float:
        return float(found) if unit == "wins" else arguments.race.gained(team, found)

    def answer(team: int, clock: Clock) -> object:
        found = amount(team, clock)
        return BLANK if found is None else in_unit(team, found)

    def unsettled(team: int, why: UnsettledError) -> ErrorValue:
        known = ""
        if isinstance(why, BoundsOnlyError):
            known = f"at least {in_unit(team, why.low):.15g}: "
            if why.high is not None:
                low, high = in_unit(team, why.low), in_unit(team, why.high)
                known = f"between {low:.15g} and {high:.15g}: "
        return ErrorValue("#N/A", f"{known}{why}")

    return _column(arguments, answer, unsettled)


@function(CATEGORY, takes=RaceArguments)
def BEST_PLACE(points: Points, games: Games, *options: Any) -> list[float | str]:
    """The best place that each team can still end in.

    A place is 1 + how many are ahead when all games are played; the team wins all open ties. With
    `criteria` those level on points are placed by these, and only what they leave is open.

    Errors
    ------
    #N/A
        Time is up, or a solver is needed and not installed; the message has the bounds.

    Notes
    -----
    Exact: by arithmetic where that settles it, by shifting points between teams (a maximum flow)
    where results have equal steps, else by a solver.  Not every place between best and worst can be
    reached.  `games` has only games that will be played.

    Source
    ------
    Wayne, A New Property and a Faster Algorithm for Baseball Elimination (2001); Group D of the
    World Cup 2014 before its last round.

    Examples
    --------
    >>> BEST_PLACE([[6], [3], [3], [0]], [[2, 3], [1, 4]], [[3, 1, 0]])
    [[1.0], [1.0], [1.0], [3.0]]
    >>> BEST_PLACE([[10], [10], [8]], [[2, 3]], [[2, 1, 0]], None, [[3], [1], [2]])
    [[1.0], [1.0], [2.0]]
    >>> BEST_PLACE([[10], [10], [8]], [[2, 3]], [[2, 1, 0]])
    [[1.0], [1.0], [1.0]]
    >>> BEST_PLACE([[4], [6], [0], [4]], [[2, 3]], [[3, 1, 0]], 0, 0, 0, 10,
    ...     ["Difference", "For", "Head-to-head points"],
    ...     [[1, 2, 1, 3], [3, 4, 1, 2], [1, 3, 2, 1], [4, 2, 0, 1], [4, 1, 1, 1]])
    [[3.0], [1.0], [4.0], [2.0]]
    """
    arguments = RaceArguments(points, games, *options)
    return _places_of(arguments, arguments.answers.best_place)


@function(CATEGORY, takes=RaceArguments)
def WORST_PLACE(points: Points, games: Games, *options: Any) -> list[float | str]:
    """The worst place that each team can still end in.

    A place is 1 + how many are ahead when all games are played; the team loses all open ties. With
    `criteria` those level on points are placed by these, and only what they leave is open.

    Errors
    ------
    #N/A
        Time is up, or a solver is needed and not installed; the message has the bounds.

    Notes
    -----
    Exact, as BEST_PLACE.  A team is sure of being among the first k when its worst place is at most
    k.

    Source
    ------
    As BEST_PLACE.

    Examples
    --------
    >>> WORST_PLACE([[6], [3], [3], [0]], [[2, 3], [1, 4]], [[3, 1, 0]])
    [[2.0], [4.0], [4.0], [4.0]]
    >>> WORST_PLACE([[83], [80], [78], [77]],
    ...     [[0, 1, 6, 1], [1, 0, 0, 2], [6, 0, 0, 0], [1, 2, 0, 0]])
    [[3.0], [4.0], [4.0], [4.0]]
    >>> WORST_PLACE([[4], [6], [0], [4]], [[2, 3]], [[3, 1, 0]], 0, 0, 0, 10,
    ...     ["Difference", "For", "Head-to-head points"],
    ...     [[1, 2, 1, 3], [3, 4, 1, 2], [1, 3, 2, 1], [4, 2, 0, 1], [4, 1, 1, 1]])
    [[3.0], [1.0], [4.0], [2.0]]
    """
    arguments = RaceArguments(points, games, *options)
    return _places_of(arguments, arguments.answers.worst_place)


@function(CATEGORY, takes=RaceArguments)
def RACE_STATUS(
    points: Points,
    games: Games,
    places: Places,
    groups: Groups | None = None,
    extra: Whole = 0,
    from_: Literal["any", "next"] = "any",
    *options: Any,
) -> list[str]:
    """Whether each team is in for certain (clinched), cannot be in (out), or neither (open).

    In are the first `places`, with `groups` of each group, and `extra` more.  unknown: it was not
    settled in the time.

    Parameters
    ----------
    extra
        How many more are in, over all groups: wild cards, or the best of the next placed.
    from
        Who competes for the extra places: any team not in directly, or only those that are next
        in their groups, as the best thirds.

    Errors
    ------
    #NUM!
        `extra` is negative.
    #N/A
        A solver is needed and not installed.

    Notes
    -----
    Nothing is called clinched or out that an undecided tie-break could turn.

    Source
    ------
    Wayne, A New Property and a Faster Algorithm for Baseball Elimination (2001), and his lecture's
    example: Philadelphia is out, for Atlanta and New York play each other.

    Examples
    --------
    >>> RACE_STATUS([[83], [80], [78], [77]],
    ...     [[0, 1, 6, 1], [1, 0, 0, 2], [6, 0, 0, 0], [1, 2, 0, 0]], 1)
    [['open'], ['out'], ['open'], ['out']]
    >>> RACE_STATUS([[6], [3], [3], [0]], [[2, 3], [1, 4]], 2, None, None, None, [[3, 1, 0]])
    [['clinched'], ['open'], ['open'], ['out']]
    >>> RACE_STATUS([[4], [6], [0], [4]], [[2, 3]], 2, 0, 0, "any", [[3, 1, 0]], 0, 0, 0, 10,
    ...     ["Difference", "For", "Head-to-head points"],
    ...     [[1, 2, 1, 3], [3, 4, 1, 2], [1, 3, 2, 1], [4, 2, 0, 1], [4, 1, 1, 1]])
    [['out'], ['clinched'], ['out'], ['clinched']]
    """
    arguments = RaceArguments(points, games, *options)
    target = arguments.target(places, groups, extra, from_ == "next")

    def unsettled(_: int, why: UnsettledError) -> str:
        return ErrorValue("#N/A", str(why)) if isinstance(why, NoSolverError) else "unknown"

    return _column(
        arguments, lambda team, clock: arguments.answers.status(team, target, clock), unsettled
    )


@function(CATEGORY, takes=RaceArguments)
def WINS_TO_CLINCH(
    points: Points, games: Games, places: Places, unit: Unit = "wins", *options: Any
) -> list[float | str]:
    """The magic number: with how many wins of its own each team is in for certain.

    The least number such that a team is among the first `places` whichever of its games it wins
    and however all others end.  0: it is already; blank: not even winning all is enough.

    Errors
    ------
    #N/A
        Time is up, or a solver is needed and not installed; the message has the bounds.

    Notes
    -----
    The number that newspapers print counts own wins plus the rival's losses and looks at no
    schedule; this one counts own wins only and is never larger.

    Source
    ------
    Adler, Erera, Hochbaum and Olinick, Baseball, Optimization and the World Wide Web (2002);
    Wayne's example.

    Examples
    --------
    >>> WINS_TO_CLINCH([[83], [80], [78], [77]],
    ...     [[0, 1, 6, 1], [1, 0, 0, 2], [6, 0, 0, 0], [1, 2, 0, 0]], 1)
    [[2.0], [''], [''], ['']]
    >>> WINS_TO_CLINCH([[6], [3], [3], [0]], [[2, 3], [1, 4]], 2, None, [[3, 1, 0]])
    [[0.0], [1.0], [1.0], ['']]
    >>> WINS_TO_CLINCH([[4], [6], [0], [4]], [[2, 3]], 2, "wins", [[3, 1, 0]], 0, 0, 0, 10,
    ...     ["Difference", "For", "Head-to-head points"],
    ...     [[1, 2, 1, 3], [3, 4, 1, 2], [1, 3, 2, 1], [4, 2, 0, 1], [4, 1, 1, 1]])
    [[''], [0.0], [''], [0.0]]
    >>> WINS_TO_CLINCH([[70], [62], [55], [40]], [[1, 2], [3, 4], [2, 3]], 2, "points",
    ...     [[20, 0]], 0.1)
    [[12.4], [20.4], [27.4], ['']]
    """
    arguments = RaceArguments(points, games, *options)
    target = arguments.target(places)
    return _amounts_of(
        arguments, unit, lambda team, clock: arguments.answers.to_clinch(team, target, unit, clock)
    )


@function(CATEGORY, takes=RaceArguments)
def WINS_TO_STAY_ALIVE(
    points: Points, games: Games, places: Places, unit: Unit = "wins", *options: Any
) -> list[float | str]:
    """The wins that each team still needs at least to be among the first `places`.

    The least number of own wins (draws allowed) with which it can still happen, if all others help;
    blank: the team is out.

    Errors
    ------
    #N/A
        Time is up, or a solver is needed and not installed; the message has the bounds.

    Notes
    -----
    Without draws, one more own loss than the games left less this number puts a team out.

    Source
    ------
    As WINS_TO_CLINCH.

    Examples
    --------
    >>> WINS_TO_STAY_ALIVE([[83], [80], [78], [77]],
    ...     [[0, 1, 6, 1], [1, 0, 0, 2], [6, 0, 0, 0], [1, 2, 0, 0]], 1)
    [[1.0], [''], [6.0], ['']]
    >>> WINS_TO_STAY_ALIVE([[6], [3], [3], [0]], [[2, 3], [1, 4]], 2, "points", [[3, 1, 0]])
    [[0.0], [1.0], [1.0], ['']]
    >>> WINS_TO_STAY_ALIVE([[4], [6], [0], [4]], [[2, 3]], 2, "wins", [[3, 1, 0]], 0, 0,
    ...     0, 10,
    ...     ["Difference", "For", "Head-to-head points"],
    ...     [[1, 2, 1, 3], [3, 4, 1, 2], [1, 3, 2, 1], [4, 2, 0, 1], [4, 1, 1, 1]])
    [[''], [0.0], [''], [0.0]]
    >>> WINS_TO_STAY_ALIVE([[70], [62], [55], [40]], [[1, 2], [3, 4], [2, 3]], 2, "points",
    ...     [[20, 0]], 0.1)
    [[0.0], [6.5], [13.5], ['']]
    """
    arguments = RaceArguments(points, games, *options)
    target = arguments.target(places)
    return _amounts_of(
        arguments,
        unit,
        lambda team, clock: arguments.answers.to_stay_alive(team, target, unit, clock),
    )


@function(CATEGORY, rows_of="games", takes=RaceArguments)
def RACE_SCENARIO(
    points: Points,
    games: Games,
    team: Team,
    wish: Literal["best", "worst", "reach", "miss"],
    places: Places | None = None,
    *options: Any,
) -> list[list[float | str]]:
    """Results of the games left with which a team's wish comes true: the proof that it can.

    For each game the points of the first team and of the second; blank for one who is not in the
    table.

    Parameters
    ----------
    wish
        best: the team ends in its best place; worst: in its worst; reach: among the first `places`;
        miss: not among them.
    places
        How many are in, for reach and miss; 1 when it is left out.

    Errors
    ------
    #VALUE!
        `games` is a square: it has no row for each game.
    #N/A
        There are no such results (the message says why), time is up, or a solver is needed and not
        installed.

    Notes
    -----
    All results are added up again, by other code, before they are shown.  There are others that do
    as well.

    Source
    ------
    As BEST_PLACE.

    Examples
    --------
    >>> RACE_SCENARIO([[5], [4], [4]], [[2, 3], [1, None]], 2, "best")
    [[1.0, 0.0], [0.0, '']]
    >>> RACE_SCENARIO([[6], [3], [3], [0]], [[2, 3], [1, 4]], 4, "reach", 2, [[3, 1, 0]])
    '#N/A'
    """
    arguments = RaceArguments(points, games, *options)
    if arguments.listed is None:
        raise value_error(
            "games must be a list here, one game a row, for its rows are the result's"
        )
    number = arguments.team(team, "team")
    target = arguments.target(1 if places is None else places)
    clock = Clock(arguments.seconds)
    try:
        proof = prove(arguments.table, arguments.answers, number, target, wish, clock)
    except UnsettledError as error:
        raise na_error(str(error)) from error
    if not proof.possible:
        raise na_error(f"it is impossible: {proof.why}")
    found = iter(proof.results)
    rows: list[list[float | str]] = []
    for game in arguments.listed:
        first, second = (None, None) if game is None else next(found)
        rows.append([BLANK if cell is None else float(cell) for cell in (first, second)])
    return rows
