"""The functions with their parameters. Made by: xl-tourney functions --stub."""

# ruff: noqa: E501

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, Generic, Literal, ParamSpec, TypeAlias

from ..catalogue.cells import ErrorValue
from ..catalogue.declaration import CATALOGUE as CATALOGUE
from ..catalogue.declaration import Function as Function
from ..catalogue.parameter import Parameter as Parameter

_Number: TypeAlias = int | float | Decimal | ErrorValue | Literal[""] | None
_Numbers: TypeAlias = _Number | Sequence[_Number | Sequence[_Number]]
_Cell: TypeAlias = int | float | Decimal | str | None
_Cells: TypeAlias = _Cell | Sequence[_Cell | Sequence[_Cell]]
_P = ParamSpec("_P")

class _Declared(Function, Generic[_P]):
    """A function of the catalogue with the parameters of its declaration."""

    def __call__(self, *arguments: _P.args, **named: _P.kwargs) -> Any:  # type: ignore[override]
        """Take cells and return cells."""

def _declared(rule: Callable[_P, Any]) -> _Declared[_P]:
    """Read a declaration as the function that it makes."""

NAMES: Mapping[str, Sequence[str]]

@_declared
def MATCHPOINT(
    scores: _Cells,
    method: Literal["standard", "acbl", "modified", "wignall", "ascherman", ""] | None = "standard",
    show: Literal["points", "percent", ""] | None = "points",
    side: Literal["NS", "EW", ""] | None = "NS",
    results: _Numbers = 0,
) -> Any:
    """Match-points of each score on its board, or their percentage of the full top."""

@_declared
def NEUBERG(
    matchpoints: _Numbers,
    actual: _Numbers,
    expected: _Numbers,
    method: Literal["standard", "acbl", "modified", "wignall", "ascherman", ""] | None = "standard",
) -> Any:
    """Match-points among the results there are, factored to as many as there should be."""

@_declared
def IMPS(difference: _Numbers) -> Any:
    """International match-points (IMPs) for a difference in score; a negative one loses them."""

@_declared
def CROSS_IMPS(scores: _Numbers, side: Literal["NS", "EW", ""] | None = "NS") -> Any:
    """IMPs against each other result of the board, averaged over them."""

@_declared
def BUTLER(scores: _Numbers, side: Literal["NS", "EW", ""] | None = "NS", drop: _Number = 1) -> Any:
    """IMPs against the board's datum: the mean score without the highest and the lowest."""

@_declared
def CHESS_POINTS(wall_list: _Cells, round: _Number = None, scoring: _Cell = None) -> Any:
    """The points of each player after a round, or after all."""

@_declared
def PROGRESSIVE(wall_list: _Cells, cut: _Number = 0) -> Any:
    """PS, the sum of progressive scores: the scores after each round, added up."""

@_declared
def GAMES_COUNT(
    wall_list: _Cells,
    what: Literal["WIN", "WON", "BPG", "BWG", "REP", "GE", "STD"],
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
) -> Any:
    """A count of games or rounds of one's own: wins, games with Black, rounds elected, and others."""

@_declared
def DIRECT_ENCOUNTER(
    wall_list: _Cells,
    tied_on: _Cells = None,
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
    forfeits: _Number = False,
) -> Any:
    """The place inside the tied group by direct encounter (1-2-2-4)."""

@_declared
def BUCHHOLZ(
    wall_list: _Cells,
    cut_low: _Number = 0,
    cut_high: _Number = 0,
    kind: Literal["BH", "FB", "AOB", "AOB/F", ""] | None = "BH",
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
) -> Any:
    """Buchholz: the sum of the opponents' scores, with its cuts, fore and average forms."""

@_declared
def SONNEBORN_BERGER(
    wall_list: _Cells,
    cut_low: _Number = 0,
    cut_high: _Number = 0,
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
) -> Any:
    """Sonneborn-Berger: each opponent's score times the points made against it, added up."""

@_declared
def KOYA(
    wall_list: _Cells,
    limit: _Number = 0,
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
) -> Any:
    """Koya: points made against the opponents who have at least half of the maximum score."""

@_declared
def RATING_TIEBREAK(
    wall_list: _Cells,
    ratings: _Numbers,
    what: Literal["ARO", "TPR", "PTP", "APRO", "APPO"],
    cut_low: _Number = 0,
    cut_high: _Number = 0,
    unrated: _Number = None,
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
) -> Any:
    """A tie-break of the opponents' ratings: their average, performances, perfect performances."""

@_declared
def RATING_DP(p: _Numbers) -> Any:
    """The rating difference dp of a fractional score p, by FIDE's table."""

@_declared
def EXPECTED_SCORE(difference: _Numbers) -> Any:
    """The expected score of one game, by FIDE's table."""

@_declared
def TIEBREAK(
    wall_list: _Cells,
    codes: _Cells,
    ratings: _Numbers = None,
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
    unrated: _Number = None,
    scoring: _Cell = None,
    boards: _Number = None,
) -> Any:
    """The tie-breaks of a list of codes, a column for each."""

@_declared
def CHESS_PLACE(
    wall_list: _Cells,
    codes: _Cells,
    ratings: _Numbers = None,
    rules: _Cell = "2026",
    system: Literal["swiss", "round-robin", "rr", "rematch", ""] | None = "swiss",
    unrated: _Number = None,
    scoring: _Cell = None,
    boards: _Number = None,
) -> Any:
    """The place by points and then by a list of tie-breaks; equal rows share it (1-2-2-4)."""

@_declared
def NBW(
    wall_list: _Cells,
    not_played: Literal["written", "down", "wins", "half", ""] | None = "written",
) -> Any:
    """Number of wins: 1 for a win, ½ for a jigo, and what rounds without a game count."""

@_declared
def MMS(
    wall_list: _Cells,
    start: _Numbers,
    not_played: Literal["written", "down", "wins", "half", ""] | None = "written",
) -> Any:
    """McMahon score: the start score and the number of wins."""

@_declared
def CUSS(
    wall_list: _Cells,
    start: _Numbers = None,
    not_played: Literal["written", "down", "wins", "half", ""] | None = "written",
) -> Any:
    """Cumulative sum of scores: the score after the first round, after the second, and so on."""

@_declared
def SOS(
    wall_list: _Cells,
    scores: _Numbers,
    drop: _Number = 0,
    unplayed: _Numbers = None,
    handicap: _Number = False,
) -> Any:
    """Sum of the opponents' scores."""

@_declared
def SODOS(
    wall_list: _Cells,
    scores: _Numbers,
    drop: _Number = 0,
    unplayed: _Numbers = None,
    handicap: _Number = False,
) -> Any:
    """Sum of the defeated opponents' scores; a jigo adds half of the opponent's score."""

@_declared
def SOSOS(
    wall_list: _Cells,
    scores: _Numbers,
    drop: _Number = 0,
    unplayed: _Numbers = None,
    handicap: _Number = False,
) -> Any:
    """Sum of the opponents' SOS."""

@_declared
def DIRECT_COMPARISON(
    wall_list: _Cells,
    tied_on: _Cells = None,
    system: Literal["swiss", "mcmahon", "round-robin", ""] | None = "swiss",
    iterations: _Number = 1,
) -> Any:
    """Direct comparison: the number of wins against those one is tied with, a jigo ½."""

@_declared
def DC_PLACE(
    wall_list: _Cells,
    tied_on: _Cells = None,
    system: Literal["swiss", "mcmahon", "round-robin", ""] | None = "swiss",
) -> Any:
    """The place inside the tied group by direct comparison, iterated to the end."""

@_declared
def PERFORMANCE_RATING(
    wall_list: _Cells,
    ratings: _Numbers,
    variant: Literal["text", "program", ""] | None = "text",
) -> Any:
    """The rating after the tournament, when everything is rated twice, cut to an integer."""

@_declared
def OPERA(
    wall_list: _Cells,
    ratings: _Numbers,
    variant: Literal["text", "program", ""] | None = "text",
) -> Any:
    """Opposition performance rating average: the mean of the opponents' performance ratings."""

@_declared
def TAPL(finishes: _Numbers, games: _Numbers = None, expected: _Numbers = None) -> Any:
    """The test against pure luck: 1000·√games·Σ(share − expected)²/expected."""

@_declared
def YATES_TAPL(finishes: _Numbers, games: _Numbers = None, expected: _Numbers = None) -> Any:
    """TAPL with Yates' correction, for a player with fewer than 35 games."""

@_declared
def TAPL_ORIGINAL(finishes: _Numbers, games: _Numbers = None, expected: _Numbers = None) -> Any:
    """The first version of TAPL, χ² itself: games·Σ(share − expected)²/expected."""

@_declared
def TAPL_PVALUE(finishes: _Numbers, games: _Numbers = None, expected: _Numbers = None) -> Any:
    """The chance that luck alone does at least this: χ² upper tail, 6 degrees of freedom."""

@_declared
def QOOA(levels: _Numbers) -> Any:
    """The quality-of-opponent adjustment, from the share of games at each table level."""

@_declared
def ADJUSTED_TAPL(finishes: _Numbers, levels: _Numbers, games: _Numbers = None) -> Any:
    """TAPL adjusted for the quality of the opponents: QOOA·TAPL."""

@_declared
def KDICE_CI(finishes: _Numbers, payoffs: _Numbers = None, games: _Numbers = None) -> Any:
    """The convolution integral: the expected payoff per point of buy-in, Σ share·payoff / payoff₁."""

@_declared
def GPG(points_per_game: _Numbers, ci: _Numbers) -> Any:
    """Guts per game: the average buy-in, estimated as points per game over the CI, at most 6000."""

@_declared
def PPC(
    fraction: _Numbers,
    watchers: _Numbers,
    games: _Numbers,
    probability: _Numbers,
    empty_seats: _Numbers,
) -> Any:
    """Passive participation coefficient: fraction·√(watchers·games / (probability·empty seats))."""

@_declared
def PPRG(points: _Numbers, games: _Numbers) -> Any:
    """Points per root of games: points / √games, between total points and points per game."""

@_declared
def BSS(finishes: _Numbers, games: _Numbers = None) -> Any:
    """Baseball-style standings: games behind the leader."""

@_declared
def TAZD(finishes: _Numbers, games: _Numbers = None, normalize: _Number = False) -> Any:
    """The test against the zero datum: TAPL against the profile of a player whose score is zero."""

@_declared
def TAKBE(finishes: _Numbers, games: _Numbers = None, profile: _Numbers = None) -> Any:
    """The test against a known bad example: TAPL against the profile of a player who plays badly."""

@_declared
def TAOWR(finishes: _Numbers, games: _Numbers, profile: _Numbers) -> Any:
    """The test against one's own worst rating: TAPL against the profile one had then."""

@_declared
def TAOLZ(finishes: _Numbers, games: _Numbers, profile: _Numbers) -> Any:
    """The test against one's own last zero: TAPL against the profile when the score was last zero."""

@_declared
def BEST_PLACE(
    points: _Cells,
    games: _Cells,
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """The best place that each team can still end in."""

@_declared
def WORST_PLACE(
    points: _Cells,
    games: _Cells,
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """The worst place that each team can still end in."""

@_declared
def RACE_STATUS(
    points: _Cells,
    games: _Cells,
    places: _Number,
    groups: _Cells = None,
    extra: _Number = 0,
    from_: Literal["any", "next", ""] | None = "any",
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """Whether each team is in for certain (clinched), cannot be in (out), or neither (open)."""

@_declared
def WINS_TO_CLINCH(
    points: _Cells,
    games: _Cells,
    places: _Number,
    unit: Literal["wins", "points", ""] | None = "wins",
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """The magic number: with how many wins of its own each team is in for certain."""

@_declared
def WINS_TO_STAY_ALIVE(
    points: _Cells,
    games: _Cells,
    places: _Number,
    unit: Literal["wins", "points", ""] | None = "wins",
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """The wins that each team still needs at least to be among the first `places`."""

@_declared
def RACE_SCENARIO(
    points: _Cells,
    games: _Cells,
    team: _Cell,
    wish: Literal["best", "worst", "reach", "miss"],
    places: _Number = None,
    scoring: _Numbers = None,
    step: _Number = 0.0,
    tiebreak: _Cells = None,
    names: _Cells = None,
    seconds: _Number = 10.0,
    criteria: _Cells = None,
    played: _Cells = None,
) -> Any:
    """Results of the games left with which a team's wish comes true: the proof that it can."""

@_declared
def PLACE(keys: _Numbers, order: _Numbers = None) -> Any:
    """Each row's place by several sort keys; equal rows share the better place (1-2-2-4)."""

@_declared
def DECIDED_BY(keys: _Numbers, labels: _Cells, order: _Numbers = None) -> Any:
    """Which key separates each row from all others: the label of the first that does."""

@_declared
def TANTRIX_TP(
    margin: _Numbers,
    minutes: _Numbers = None,
    opponent_minutes: _Numbers = None,
    limit: _Number = 15.0,
) -> Any:
    """Tournament points (TPs) of one game, from the margin in tiles and the time taken."""

@_declared
def TP_PERCENT(tps: _Numbers, games: _Numbers) -> Any:
    """Tournament points in percent of those played for: 100·TPs / (20·games)."""

@_declared
def GBQ(
    tps: _Numbers,
    games: _Numbers,
    places: _Number,
    basis: Literal["tp%", "gbq", ""] | None = "tp%",
    step: _Number = 0.5,
    win: _Number = 15.0,
    loss: _Number = 5.0,
) -> Any:
    """Games behind the last definite qualifying place; above 0 is behind, below 0 ahead."""

@_declared
def WBQ(tps: _Numbers, games: _Numbers, places: _Number) -> Any:
    """The 2003 WTTC's games behind: the mean of games·(TP% of the reference − TP%)/50."""

@_declared
def GAMES_BEHIND(
    wins: _Numbers,
    losses: _Numbers,
    ties: _Numbers = None,
    place: _Number = 1,
    step: _Number = 0.5,
) -> Any:
    """Games behind as leagues count them: half the difference in wins less losses."""
