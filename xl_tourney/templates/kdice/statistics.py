"""The statistics of each kdice player: by our functions, or by native formulas beside them."""

from __future__ import annotations

from operator import sub
from typing import Any

from ...catalogue.expression import SUM, UNKNOWN, Term, formula_of, symbol
from ...functions.kdice import luck, points
from ...functions.kdice.luck import LEVEL_RARITIES
from ...functions.kdice.profiles import BAD_EXAMPLE, ZERO_SCORE
from ...functions.kdice.record import WHOLE, even_share, in_parts_of
from ...readers.kdice import SEATS
from ..parts import theme
from ..parts.columns import COMPARED_DECIMALS, for_listed, if_listed
from ..parts.table import Column, ColumnKind
from .record import LEVELS_TYPED, PERCENT, SHARES, whole_of_cells

POINTS = "0"
FINE = "0.000"
SIGNED = '+0.000;"\N{MINUS SIGN}"0.000;0.000'
CHANCE = '[<0.0001]"< 0.0001";0.0000'

_OWN = "{row[s1:s7]},{row[games]}"


_SHARES = symbol("{row[s1:s7]}", is_array=True)
_GAMES = symbol("{row[games]}")
_EVEN = even_share(symbol("Seats"))
_PLACES_BELOW_FIRST = Term(
    UNKNOWN, "+".join(f"SUM({{row[s{place}:s7]}})" for place in range(2, len(SEATS) + 1)), SUM
)
"""Σ place·share, without figures: the shares of each place below the first, and all worse ones."""


def _chi_square(expected: Term, distance: luck.Distance = sub) -> str:
    return formula_of(lambda: _GAMES * luck.chi_square_of_a_game(_SHARES, expected, distance))


def _tapl(expected: Term, distance: luck.Distance = sub) -> str:
    """TAPL of the player's shares against expected ones."""
    return formula_of(luck.in_thousandths, _chi_square(expected, distance), _GAMES, "Scale")


def _profile(cells: str, whole: str = "") -> Term:
    """An expected profile that stands in cells."""
    profile = symbol(cells, is_array=True)
    return profile / symbol(whole) if whole else profile


def _corrected_distance(share: Term, expected: Term) -> Any:
    return luck.corrected_distance(share, expected, _GAMES, symbol("YatesCorrection"))


def _quality() -> str:
    shares = _profile(LEVELS_TYPED) / symbol(whole_of_cells(LEVELS_TYPED))
    rarities = _profile("{standards[rarity0:rarity5]}")
    return formula_of(luck.quality_of_opponents, shares, rarities, "Whole")


def _convolution_integral() -> str:
    """The CI as differences of opposite places, so that a symmetric profile gives exactly 0."""
    opposite = [(1, 7), (2, 6), (3, 5)]
    shares = [symbol(f"{{row[s{one}]}}") - symbol(f"{{row[s{other}]}}") for one, other in opposite]
    paid = [symbol("Payoff1st"), symbol("Payoff2nd"), symbol("Payoff3rd")]
    return formula_of(
        lambda: points.convolution_integral(points.expected_payoff(shares, paid), paid[0])
    )


def _games_lost() -> str:
    sixths = symbol("Seats") - 1
    by_places = formula_of(points.sixths_by_places, _GAMES, _PLACES_BELOW_FIRST)
    most = "INDEX({field[most_games]},1)"
    lost = formula_of(points.sixths_lost, by_places, _GAMES, most, "MissedGame", sixths)
    return formula_of(points.in_games, f"({lost})", sixths)


def _against_own(function: str, cells: str, unit: str) -> Column:
    """A test against an earlier profile; n/a where the profile excludes what happened."""
    unexpected = f"{formula_of(luck.finishes_never_expected, _SHARES, _profile(cells))}>0"

    def formula(test: str) -> str:
        return if_listed(f'IF(COUNT({cells})<Seats,"",IF({unexpected},"n/a",{test}))')

    return Column(
        function.lower(),
        function,
        formula(f"{function}({_OWN},{cells})"),
        number_format=POINTS,
        native=formula(_tapl(_profile(cells, f"{{row[{unit}]}}"))),
    )


_with_points = ColumnKind(if_listed('IF({row[ppg]}="","",').removesuffix(")"), "))")
"""Columns of players whose points are known."""
_if_points = _with_points.formula


def _score(adjusted: str) -> str:
    """The score: TAPL, or Yates' below so many games, adjusted where the levels are known."""
    return if_listed(
        'IF({row[games]}<YatesBelow,IF({row[qooa]}="",{row[yates]},{row[qooa]}*{row[yates]}),'
        f'IF({{row[qooa]}}="",{{row[tapl]}},{adjusted}))'
    )


def _guts(ratio: str) -> str:
    """The guts of a player whose points and CI are not of opposite signs."""
    opposite = "{row[ppg]}*{row[ci_compared]}<0"
    undefined = "AND({row[ci_compared]}=0,{row[ppg]}<=0)"
    return _if_points(f'IF(OR({opposite},{undefined}),"n/a",{ratio})')


def _by_function(heading: str, called: str, native: str, number_format: str = POINTS) -> Column:
    """A statistic that one of our functions gives, called as players call it."""
    key = heading.lower()
    return for_listed(key, heading, called, number_format=number_format, native=native)


STATISTICS = [
    _by_function("TAPL", f"TAPL({_OWN})", _tapl(_EVEN)),
    _by_function("Yates", f"YATES_TAPL({_OWN})", _tapl(_EVEN, _corrected_distance)),
    for_listed(
        "half_chi_square",
        "Half of χ²",
        f"{_chi_square(_EVEN)}/2",
        number_format=FINE,
        only="native",
    ),
    for_listed(
        "pvalue",
        "p-value",
        f"TAPL_PVALUE({_OWN})",
        number_format=CHANCE,
        native=formula_of(luck.upper_tail, "{row[half_chi_square]}"),
    ),
    for_listed(
        "qooa",
        "QOOA",
        f'IF(SUM({LEVELS_TYPED})=0,"",QOOA({LEVELS_TYPED}))',
        number_format=FINE,
        native=f'IF(SUM({LEVELS_TYPED})=0,"",{_quality()})',
    ),
    Column(
        "score",
        "Score",
        _score(f"ADJUSTED_TAPL({{row[s1:s7]}},{LEVELS_TYPED},{{row[games]}})"),
        number_format=POINTS,
        native=_score("{row[qooa]}*{row[tapl]}"),
    ),
    for_listed.left(
        "score_is",
        "Score is",
        'IF({row[qooa]}="","","adjusted ")&IF({row[games]}<YatesBelow,"Yates","TAPL")',
        width=15,
    ),
    _by_function("TAZD", f"TAZD({_OWN})", _tapl(_profile("{standards[zero1:zero7]}"))),
    _by_function("TAKBE", f"TAKBE({_OWN})", _tapl(_profile("{standards[bad1:bad7]}"))),
    _against_own("TAOWR", "{earlier.row[w1:w7]}", "worst_unit"),
    _against_own("TAOLZ", "{earlier.row[z1:z7]}", "zero_unit"),
    _by_function("CI", "KDICE_CI({row[s1:s7]})", _convolution_integral(), SIGNED),
    for_listed("ci_compared", "CI compared", "ROUND({row[ci]},Decimals)", width=12),
    for_listed(
        "ppg",
        "Per game",
        'IF({players.row[points]}="","",{players.row[points]}/{row[games]})',
        number_format="0.0",
    ),
    Column(
        "gpg",
        "GPG",
        _guts("GPG({row[ppg]},IF({row[ci_compared]}=0,0,{row[ci]}))"),
        number_format=POINTS,
        native=_guts(
            formula_of(points.guts, "{row[ppg]}", "{row[ci]}", "{row[ci_compared]}=0", "MostGuts")
        ),
    ),
    _with_points(
        "pprg",
        "PPRG",
        "PPRG({players.row[points]},{row[games]})",
        number_format="0.0",
        native=formula_of(points.points_per_root, "{players.row[points]}", _GAMES),
    ),
    for_listed(
        "lost",
        "Games lost",
        f"ROUND({_games_lost()},{COMPARED_DECIMALS})",
        number_format="0.0",
        only="native",
    ),
    Column(
        "bss",
        "BSS",
        "=BSS({group[s1:s7]},{group[games]})",
        array=True,
        number_format="0.0",
        native=if_listed("{row[lost]}-INDEX({field[least_lost]},1)"),
    ),
]


FIELD_KEYS = tuple(f"f{place}" for place in range(1, len(SEATS) + 1))
FIELD = [
    *(
        Column(
            key,
            f"Field {seat}",
            f'=IF(SUM({{group[games]}})=0,"",'
            f"SUMPRODUCT({{group[games]}},{{group[{share}]}})/SUM({{group[games]}}))",
            number_format=PERCENT,
        )
        for key, share, seat in zip(FIELD_KEYS, SHARES, SEATS)
    ),
    Column("most_games", "Most games", "=MAX({group[games]})", width=8, only="native"),
    Column("least_lost", "Least lost", "=MIN({group[lost]})", width=8, only="native"),
]
"""One row, the whole field: how often each place was taken in all games of all players."""


def _standard(key: str, heading: str, number_format: str = "General") -> Column:
    return Column(
        key, heading, number_format=number_format, width=9, style=theme.FIXED, only="native"
    )


STANDARDS = [
    *(_standard(f"zero{k}", f"Zero score {seat}", PERCENT) for k, seat in enumerate(SEATS, 1)),
    *(_standard(f"bad{k}", f"Bad example {seat}", PERCENT) for k, seat in enumerate(SEATS, 1)),
    *(_standard(f"rarity{k}", f"Rarity, level {k}") for k in range(len(LEVEL_RARITIES))),
]
"""One row of figures that the texts fix: two profiles, and how rare each table level is by luck."""

STANDARDS_INPUTS: list[dict[str, object]] = [
    {
        **{f"zero{k}": share for k, share in enumerate(in_parts_of(ZERO_SCORE, WHOLE), 1)},
        **{f"bad{k}": share for k, share in enumerate(in_parts_of(BAD_EXAMPLE, WHOLE), 1)},
        **{f"rarity{k}": rarity for k, rarity in enumerate(LEVEL_RARITIES)},
    }
]
