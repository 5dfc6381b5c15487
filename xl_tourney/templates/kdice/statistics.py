"""The statistics of each kdice player: by our functions, or by native formulas beside them."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES
from ...functions.kdice.profiles import BAD_EXAMPLE, ZERO_SCORE
from ...readers.kdice import SEATS
from ..parts import theme
from ..parts.columns import COMPARED_DECIMALS, if_listed
from ..parts.table import Column
from .record import LEVELS_TYPED, PERCENT, SHARES, unit_of

POINTS = "0"
FINE = "0.000"
SIGNED = "+0.000;-0.000;0.000"
CHANCE = '[<0.0001]"< 0.0001";0.0000'

_OWN = "{row[s1:s7]},{row[games]}"


def _native_test(expected: str) -> str:
    """TAPL of the player's shares against expected ones, which stand in as many cells.

    A place that is neither expected nor taken adds nothing.
    """
    distance = f"({{row[s1:s7]}}-{expected})^2/({expected}+({expected}=0))"
    return f"Scale*SQRT({{row[games]}})*SUMPRODUCT(({expected}>0)*{distance})"


def _against_own(function: str, cells: str, unit: str) -> Column:
    """A test against an earlier profile; there is none where it never expects what happened."""
    unexpected = f"SUMPRODUCT(({cells}=0)*({{row[s1:s7]}}>0))>0"

    def formula(test: str) -> str:
        return if_listed(f'IF(COUNT({cells})<Seats,"",IF({unexpected},"n/a",{test}))')

    return Column(
        function.lower(),
        function,
        formula(f"{function}({_OWN},{cells})"),
        number_format=POINTS,
        native=formula(_native_test(f"({cells}/{{row[{unit}]}})")),
    )


def _if_points(formula: str) -> str:
    """A formula for each player whose points are known."""
    return if_listed(f'IF({{row[ppg]}}="","",{formula})')


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


_DISTANCE = "{row[s1:s7]}-1/Seats"
_CORRECTION = "YatesCorrection/{row[games]}"
_PLACES_BELOW_FIRST = "+".join(f"SUM({{row[s{place}:s7]}})" for place in range(2, len(SEATS) + 1))

STATISTICS = [
    Column(
        "tapl",
        "TAPL",
        if_listed(f"TAPL({_OWN})"),
        number_format=POINTS,
        native=if_listed("Scale*SQRT({row[games]})*Seats*SUMPRODUCT(({row[s1:s7]}-1/Seats)^2)"),
    ),
    Column(
        "yates",
        "Yates",
        if_listed(f"YATES_TAPL({_OWN})"),
        number_format=POINTS,
        native=if_listed(
            "Scale*SQRT({row[games]})*Seats"
            f"*SUMPRODUCT(({_DISTANCE}>{_CORRECTION})*({_DISTANCE}-{_CORRECTION})^2"
            f"+({_DISTANCE}<0-{_CORRECTION})*({_DISTANCE}+{_CORRECTION})^2)"
        ),
    ),
    Column(
        "half_chi_square",
        "Half of χ²",
        if_listed("{row[tapl]}*SQRT({row[games]})/Scale/2"),
        number_format=FINE,
        only="native",
    ),
    Column(
        "pvalue",
        "p-value",
        if_listed(f"TAPL_PVALUE({_OWN})"),
        number_format=CHANCE,
        native=if_listed(
            "EXP(0-{row[half_chi_square]})"
            "*(1+{row[half_chi_square]}+{row[half_chi_square]}*{row[half_chi_square]}/2)"
        ),
    ),
    Column(
        "qooa",
        "QOOA",
        if_listed(f'IF(SUM({LEVELS_TYPED})=0,"",QOOA({LEVELS_TYPED}))'),
        number_format=FINE,
        native=if_listed(
            f'IF(SUM({LEVELS_TYPED})=0,"",'
            f"Whole/{unit_of(LEVELS_TYPED)}*SUMPRODUCT({LEVELS_TYPED}/{{standards[rarity0:rarity5]}}))"
        ),
    ),
    Column(
        "score",
        "Score",
        _score(f"ADJUSTED_TAPL({{row[s1:s7]}},{LEVELS_TYPED},{{row[games]}})"),
        number_format=POINTS,
        native=_score("{row[qooa]}*{row[tapl]}"),
    ),
    Column(
        "score_is",
        "Score is",
        if_listed('IF({row[qooa]}="","","adjusted ")&IF({row[games]}<YatesBelow,"Yates","TAPL")'),
        width=15,
        align="left",
    ),
    Column(
        "tazd",
        "TAZD",
        if_listed(f"TAZD({_OWN})"),
        number_format=POINTS,
        native=if_listed(_native_test("{standards[zero1:zero7]}")),
    ),
    Column(
        "takbe",
        "TAKBE",
        if_listed(f"TAKBE({_OWN})"),
        number_format=POINTS,
        native=if_listed(_native_test("{standards[bad1:bad7]}")),
    ),
    _against_own("TAOWR", "{earlier.row[w1:w7]}", "worst_unit"),
    _against_own("TAOLZ", "{earlier.row[z1:z7]}", "zero_unit"),
    Column(
        "ci",
        "CI",
        if_listed("KDICE_CI({row[s1:s7]})"),
        number_format=SIGNED,
        native=if_listed(
            "(Payoff1st*({row[s1]}-{row[s7]})+Payoff2nd*({row[s2]}-{row[s6]})"
            "+Payoff3rd*({row[s3]}-{row[s5]}))/Payoff1st"
        ),
    ),
    Column("ci_compared", "CI compared", if_listed("ROUND({row[ci]},Decimals)"), width=12),
    Column(
        "ppg",
        "Per game",
        if_listed('IF({players.row[points]}="","",{players.row[points]}/{row[games]})'),
        number_format="0.0",
    ),
    Column(
        "gpg",
        "GPG",
        _guts("GPG({row[ppg]},IF({row[ci_compared]}=0,0,{row[ci]}))"),
        number_format=POINTS,
        native=_guts("IF({row[ci_compared]}=0,MostGuts,MIN({row[ppg]}/{row[ci]},MostGuts))"),
    ),
    Column(
        "pprg",
        "PPRG",
        _if_points("PPRG({players.row[points]},{row[games]})"),
        number_format="0.0",
        native=_if_points("{players.row[points]}/SQRT({row[games]})"),
    ),
    Column(
        "lost",
        "Games lost",
        if_listed(
            f"ROUND({{row[games]}}*({_PLACES_BELOW_FIRST})/(Seats-1)"
            f"+MissedGame*(INDEX({{field[most_games]}},1)-{{row[games]}}),{COMPARED_DECIMALS})"
        ),
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
        **{f"zero{k}": percent / 100 for k, percent in enumerate(ZERO_SCORE, 1)},
        **{f"bad{k}": percent / 100 for k, percent in enumerate(BAD_EXAMPLE, 1)},
        **{f"rarity{k}": rarity for k, rarity in enumerate(LEVEL_RARITIES)},
    }
]
