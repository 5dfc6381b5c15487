"""The statistics of each kdice player: by our functions, or by native formulas beside them."""

from __future__ import annotations

from ...functions.kdice.luck import LEVEL_RARITIES
from ...functions.kdice.profiles import BAD_EXAMPLE, ZERO_SCORE
from ...readers.kdice import SEATS
from ..parts import theme
from ..parts.columns import COMPARED_DECIMALS
from ..parts.table import Column
from .record import LEVELS_TYPED, PERCENT, SHARES, for_player, unit_of

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
        return for_player(f'IF(COUNT({cells})<Seats,"",IF({unexpected},"n/a",{test}))')

    return Column(
        function.lower(),
        function,
        formula(f"{function}({_OWN},{cells})"),
        number_format=POINTS,
        native=formula(_native_test(f"({cells}/{{row[{unit}]}})")),
    )


def _if_points(formula: str) -> str:
    """A formula for each player whose points are known."""
    return for_player(f'IF({{row[ppg]}}="","",{formula})')


def _score(adjusted: str) -> str:
    """The score: TAPL, or Yates' below so many games, adjusted where the levels are known."""
    return for_player(
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
        for_player(f"TAPL({_OWN})"),
        number_format=POINTS,
        native=for_player("Scale*SQRT({row[games]})*Seats*SUMPRODUCT(({row[s1:s7]}-1/Seats)^2)"),
    ),
    Column(
        "yates",
        "Yates",
        for_player(f"YATES_TAPL({_OWN})"),
        number_format=POINTS,
        native=for_player(
            "Scale*SQRT({row[games]})*Seats"
            f"*SUMPRODUCT(({_DISTANCE}>{_CORRECTION})*({_DISTANCE}-{_CORRECTION})^2"
            f"+({_DISTANCE}<0-{_CORRECTION})*({_DISTANCE}+{_CORRECTION})^2)"
        ),
    ),
    Column(
        "half_chi_square",
        "Half of χ²",
        for_player("{row[tapl]}*SQRT({row[games]})/Scale/2"),
        number_format=FINE,
        only="native",
    ),
    Column(
        "pvalue",
        "p-value",
        for_player(f"TAPL_PVALUE({_OWN})"),
        number_format=CHANCE,
        native=for_player(
            "EXP(0-{row[half_chi_square]})"
            "*(1+{row[half_chi_square]}+{row[half_chi_square]}*{row[half_chi_square]}/2)"
        ),
    ),
    Column(
        "qooa",
        "QOOA",
        for_player(f'IF(SUM({LEVELS_TYPED})=0,"",QOOA({LEVELS_TYPED}))'),
        number_format=FINE,
        native=for_player(
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
        for_player('IF({row[qooa]}="","","adjusted ")&IF({row[games]}<YatesBelow,"Yates","TAPL")'),
        width=15,
        align="left",
    ),
    Column(
        "tazd",
        "TAZD",
        for_player(f"TAZD({_OWN})"),
        number_format=POINTS,
        native=for_player(_native_test("{standards[zero1:zero7]}")),
    ),
    Column(
        "takbe",
        "TAKBE",
        for_player(f"TAKBE({_OWN})"),
        number_format=POINTS,
        native=for_player(_native_test("{standards[bad1:bad7]}")),
    ),
    _against_own("TAOWR", "{earlier.row[w1:w7]}", "worst_unit"),
    _against_own("TAOLZ", "{earlier.row[z1:z7]}", "zero_unit"),
    Column(
        "ci",
        "CI",
        for_player("KDICE_CI({row[s1:s7]})"),
        number_format=SIGNED,
        native=for_player(
            "(Payoff1st*({row[s1]}-{row[s7]})+Payoff2nd*({row[s2]}-{row[s6]})"
            "+Payoff3rd*({row[s3]}-{row[s5]}))/Payoff1st"
        ),
    ),
    Column("ci_compared", "CI compared", for_player("ROUND({row[ci]},Decimals)"), width=12),
    Column(
        "ppg",
        "Per game",
        for_player('IF({players.row[points]}="","",{players.row[points]}/{row[games]})'),
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
        for_player(
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
        native=for_player("{row[lost]}-INDEX({field[least_lost]},1)"),
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
