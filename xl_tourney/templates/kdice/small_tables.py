"""Two small pages of the kdice workbook: differences of TAPL, and who may be affiliated."""

from __future__ import annotations

from ...catalogue.expression import formula_of, symbol
from ...functions.kdice.points import participation
from ..parts import theme
from ..parts.columns import NAME_WIDTH
from ..parts.table import TEXT_FORMAT, Column, ColumnKind, InputRule, computed, refused
from .statistics import POINTS

ROWS = 12
"""How many comparisons a page has room for."""

DIFFERENCE, AFFILIATION = "Difference", "Affiliation"


# Differences --------------------------------------------------------------------------------------


def _tapl_of(key: str, unnamed: str = '""') -> str:
    """The TAPL of a player whose name is typed; blank for somebody who has none."""
    number = f"SUMPRODUCT(({{group[name]}}={{row[{key}]}})*{{group[key]}})"
    found = f'IF({number}=0,"",INDEX({{group[tapl]}},{number}))'
    return f'=IF({{row[{key}]}}="",{unnamed},{found})'


_PLAYER = InputRule("list", "Choose a player of the list.", "{players[name]}")
_NORM = InputRule("decimal", "A TAPL to compare with, where no other player is named.", 0)
DIFFERENCES = [
    Column("player", "Player", "", False, TEXT_FORMAT, NAME_WIDTH, "left", _PLAYER),
    Column("other", "Other player", "", False, TEXT_FORMAT, NAME_WIDTH, "left", _PLAYER),
    Column("norm", "or a norm", rule=_NORM, width=11),
    Column("own", "TAPL", _tapl_of("player"), number_format=POINTS),
    Column(
        "against",
        "Against",
        _tapl_of(
            "other",
            f'IF({{row[norm]}}="","",IF({_NORM.refuses("{row[norm]}")}=1,"",{{row[norm]}}))',
        ),
        number_format=POINTS,
    ),
    Column(
        "difference",
        "Difference",
        '=IF(ISNUMBER({row[own]})*ISNUMBER({row[against]})=0,"",{row[own]}-{row[against]})',
        number_format='+0;"\N{MINUS SIGN}"0;0',
        width=12,
    ),
    Column(
        "deviations",
        "In standard deviations",
        '=IF({row[difference]}="","",{row[difference]}/Scale)',
        number_format='+0.00;"\N{MINUS SIGN}"0.00;0.00',
        width=14,
        style=theme.STRONG,
    ),
]
"""A player's TAPL less that of another one, or a norm, in standard deviations.

TAPL is χ² over the root of the games, which makes its standard deviation 1, in thousandths.
"""


# Affiliations -------------------------------------------------------------------------------------

_CHANCE = 'IF({row[probability]}="",1,{row[probability]})'


_for_usable = ColumnKind("=IF({row[usable]}=1,", ',"")')


def _anybody(key: str, heading: str, message: str) -> Column:
    """A player of the list, or somebody else."""
    rule = InputRule("list", message, "{players[name]}", is_strict=False)
    return Column(key, heading, "", False, TEXT_FORMAT, NAME_WIDTH, "left", rule)


def _average(message: str) -> InputRule:
    return InputRule("decimal", f"{message} At most two decimals.", whole_from=0)


_TYPED = [
    _anybody("player", "Player x", "Whose games they were."),
    _anybody("other", "Player y", "Who showed up, or did not."),
    Column(
        "games",
        "Games of x without y",
        rule=InputRule("whole", "Games of x in which y had not sat down before.", 0),
        width=12,
    ),
    Column(
        "times",
        "y showed up",
        rule=InputRule("whole", "In how many of these games y sat down after x.", 0),
        width=11,
    ),
    Column(
        "watchers",
        "Watchers",
        rule=_average("How many watched on average, without you."),
        width=11,
    ),
    Column(
        "seats",
        "Empty seats",
        rule=_average("How many seats were empty on average when x sat down."),
        width=11,
    ),
    Column(
        "probability",
        "y is watching",
        rule=InputRule(
            "decimal", "The probability that y was watching; blank is 1.", 0, 1, whole_from=0
        ),
        width=11,
    ),
]

_NUMBERS = "{row[games:seats]}"
_USABLE = (
    f"=IF({refused('affiliations', _TYPED)}>0,0,IF(COUNT({_NUMBERS})<COLUMNS({_NUMBERS}),0,"
    "IF(MIN({row[games]},{row[watchers]},{row[seats]})<=0,0,IF({row[times]}>{row[games]},0,"
    'IF({row[probability]}="",1,IF({row[probability]}<=0,0,1))))))'
)
"""1 where all that is needed is there and can be."""

AFFILIATIONS = [
    *_TYPED,
    computed.count("usable", "Complete", _USABLE, width=11),
    _for_usable(
        "expected",
        "Expected",
        f"{_CHANCE}*{{row[games]}}*{{row[seats]}}/{{row[watchers]}}",
        number_format="0.0",
        width=11,
    ),
    _for_usable(
        "ppc",
        "PPC",
        "PPC({row[times]}/{row[games]},{row[watchers]},{row[games]},"
        f"{_CHANCE},{{row[seats]}})",
        number_format="0.00",
        style=theme.STRONG,
        native=formula_of(
            participation,
            symbol("{row[times]}") / symbol("{row[games]}"),
            "{row[watchers]}",
            "{row[games]}",
            _CHANCE,
            "{row[seats]}",
        ),
    ),
    computed.left(
        "verdict",
        "What it says",
        '=IF({row[usable]}=1,IF({row[games]}<GamesForPPC,"too few games to tell",'
        'IF({row[ppc]}<AffiliatedFrom,"no sign","y has an affiliation with x")),'
        'IF(COUNTA({row[player:probability]})=0,"","not complete, or no such numbers"))',
        width=32,
    ),
]
"""The passive participation coefficient of y with x, which is the active one of x with y."""
