"""The criteria that were chosen, direct comparison among the tied, and the place of each player."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..parts import theme
from ..parts.columns import sort_key
from ..parts.table import Column, ColumnKind, computed
from .rounds import HAS_OPPONENT, OPPONENT, POINTS, RESULT, per_round, row_of_rounds

MAX_CRITERIA = 6
STEPS = 4
"""How many iterations of direct comparison are shown."""
MAX_ITERATIONS = 8
LARGEST_KEY = 10**15
"""Numbers below have as many digits as COUNTIFS compares."""

_CRITERIA = range(1, MAX_CRITERIA + 1)


def iterations(rows: int, rounds: int) -> int:
    """The iterations of direct comparison in native formulas; the last one must settle nothing.

    A key holds a player's group and the wins of every iteration, as digits to the base of one more
    than twice the rounds: half wins count.
    """
    return min(MAX_ITERATIONS, int(math.log(LARGEST_KEY / (rows + 1)) / math.log(2 * rounds + 1)))


for_player = ColumnKind('=IF({row[name]}="","",')
"""Columns that stay blank in rows without a player."""
if_player = for_player.formula


def _rank(key: str, chosen: str) -> str:
    """The place by the keys ``key_1`` and so on, each looked at only where it is ``chosen``."""
    equal, terms = "", ["1"]
    for k in _CRITERIA:
        better = f'{equal}{{score[{key}_{k}]}},">"&{{row[{key}_{k}]}}'
        terms.append(f"IF({chosen.format(k)},COUNTIFS({better}),0)")
        equal += f"{{score[{key}_{k}]}},{{row[{key}_{k}]}},"
    return if_player("+".join(terms))


def _decided() -> str:
    """The criterion that decided: up to it no other player has the same keys."""
    decided, equal = '"tied"', [f"{{score[key_{k}]}},{{row[key_{k}]}}" for k in _CRITERIA]
    for k in reversed(_CRITERIA):
        shared = f"COUNTIFS({','.join(equal[:k])})"
        decided = f"IF({shared}=1,Label{k},{decided})"
    return if_player(decided)


_VALUE = "N(INDEX({{row[nbw:rating]}},MATCH(Criterion{0},{{criteria[name]}},0)))"


def before_columns() -> Iterator[Column]:
    """The criteria that stand before direct comparison, and who is tied by them."""
    for k in _CRITERIA:
        left_out = f'OR(Criterion{k}="",AND(FirstDC>0,{k}>=FirstDC))'
        value = _VALUE.format(k)
        yield for_player(
            f"before_{k}",
            f"{k}. before comparison",
            f"IF({left_out},0,IFERROR({value},NoFigure))",
            width=12,
            native=f"IF({left_out},0,IFERROR({sort_key(value)},NoFigure))",
        )
    counts = 'AND(Criterion{0}<>"",OR(FirstDC=0,{0}<FirstDC))'
    yield Column(
        "group",
        "Tied for place",
        f"=PLACE({{score[before_1:before_{MAX_CRITERIA}]}})",
        array=True,
        native=_rank("before", counts),
    )
    yield for_player("size", "Players in the group", "COUNTIF({score[group]},{row[group]})")


def comparison_columns(wall_list: str, rows: int, rounds: int) -> Iterator[Column]:
    """Direct comparison: its iterations by our functions; by native formulas, a key each."""
    for k in range(1, STEPS + 1):
        yield Column(
            f"step_{k}",
            f"DC {k}",
            style=theme.VALUE,
            only="functions",
            filled_by=steps(rounds),
            filled_at=k,
        )
    last = iterations(rows, rounds)
    yield from _native_comparison(rounds, last)
    yield Column(
        "dc_place",
        "DC place",
        f"=DC_PLACE({wall_list},{{score[group]}},System)",
        array=True,
        native=f'=IF({{row[nbw]}}="","",IF({{row[dc_0]}}<0,1,'
        f'1+COUNTIFS({{score[group]}},{{row[group]}},{{score[dc_{last}]}},">"&{{row[dc_{last}]}})))',
    )


def steps(rounds: int) -> str:
    """The array formula that fills the columns of direct comparison, an iteration each."""
    wall_list = f"{{rounds[{per_round('clean', rounds)}]}}"
    return f"=DIRECT_COMPARISON({wall_list},{{score[group]}},System,{STEPS})"


def _native_comparison(rounds: int, last: int) -> Iterator[Column]:
    """A key for each iteration: players with the same one are tied, a higher one is better.

    Who cannot be separated has a key of its own below 0.
    """
    numbers = range(1, rounds + 1)

    def against_group(group: str, value: str) -> list[str]:
        """A value for each round: that of a game inside the own group, else 0."""
        same = f"IF(N(INDEX({{score[{group}]}},{OPPONENT}))={{row[{group}]}},{value},0)"
        term = f"IF({HAS_OPPONENT},{same},0)"
        return [term.replace("#", str(k)) for k in numbers]

    def column(key: str, heading: str, formula: str) -> Column:
        return Column(key, heading, f'=IF({{row[nbw]}}="","",{formula})', width=12, only="native")

    opponents, kinds, results = (
        row_of_rounds(key, rounds) for key in ("opponent", "kind", "result")
    )
    often = f'COUNTIFS({opponents},{OPPONENT},{kinds},">0",{results},"<4")'
    met = "+".join(against_group("group", f"IF({RESULT}=4,0,1)"))
    most = ",".join(against_group("group", often))
    swiss = 'System<>"round-robin"'
    yield column(
        "size_dc", "Players compared", 'COUNTIFS({score[group]},{row[group]},{score[nbw]},">=0")'
    )
    yield column("met", "Games against the group", f"IF({swiss},{met},0)")
    yield column(
        "met_all",
        "Met all equally often",
        f"IF(AND({swiss},{{row[size_dc]}}>1),"
        f"IF({{row[met]}}=({{row[size_dc]}}-1)*MAX(1,{most}),1,0),1)",
    )
    alone = "{row[size_dc]}=1,COUNTIFS({score[group]},{row[group]},{score[met_all]},0)>0"
    yield column("dc_0", "Key of the group", f"IF(OR({alone}),-{{row[no]}},{{row[group]}})")
    base = 2 * rounds + 1
    for k in range(1, last + 1):
        before = f"{{row[dc_{k - 1}]}}"
        wins = "+".join(against_group(f"dc_{k - 1}", POINTS))
        value = f"INT(({wins})*WinParts)*2/WinParts"
        key = f"IF({before}<0,{before},{before}*{base}+{value})"
        yield column(f"dc_{k}", f"Key after DC {k}", key)
    before, after = (f"{{score[dc_{k}]}},{{row[dc_{k}]}}" for k in (last - 1, last))
    yield column(
        "unsettled",
        "Separated by the last",
        f"IF({{row[dc_0]}}<0,0,IF(COUNTIF({before})=COUNTIF({after}),0,1))",
    )


def wins_of_key(key: str, rounds: int) -> str:
    """The wins of the last iteration in a key; 0 for a blank one."""
    return f"MOD(MAX(0,N({key})),{2 * rounds + 1})/2"


def _key(k: int, wins: str, value: str) -> str:
    """The sort key of criterion ``k``: the wins of an iteration, a negative place, or a value."""
    place = "IF(N({row[dc_place]})=0,-{row[size]},-{row[dc_place]})"
    return if_player(
        f'IF(OR(Criterion{k}="",FirstDC=0,{k}<FirstDC),{{row[before_{k}]}},'
        f'IF(Criterion{k}="DC",{wins},IF(Criterion{k}="DC place",{place},'
        f"IFERROR({value},NoFigure))))"
    )


def place_columns(rounds: int) -> Iterator[Column]:
    """The chosen criteria in their order, the place by them, and what decided it."""
    for k in _CRITERIA:
        nth = f"MAX(1,{k}-FirstDC+1)"
        by_step = f"N(INDEX({{row[step_1:step_{STEPS}]}},{nth}))"
        by_key = wins_of_key(f"INDEX({{row[dc_1:dc_{STEPS}]}},{nth})", rounds)
        yield Column(
            f"key_{k}",
            f"{k}. to sort by",
            _key(k, by_step, _VALUE.format(k)),
            native=_key(k, by_key, sort_key(_VALUE.format(k))),
        )
    keys = f"{{score[key_1:key_{MAX_CRITERIA}]}}"
    chosen = 'Criterion{0}<>""'
    yield for_player(
        "broken", "No figure", f"IF(COUNTIF({keys.replace('score', 'row')},NoFigure)>0,1,0)"
    )
    yield Column("place", "Place", f"=PLACE({keys})", array=True, native=_rank("key", chosen))
    yield computed.centred(
        "decided",
        "Decided by",
        f"=DECIDED_BY({keys},Labels)",
        array=True,
        width=12,
        native=_decided(),
    )
    yield Column(
        "position",
        "Row of the table",
        '=IF({row[name]}="",IF({row[nbw]}="","","("&{row[no]}&")"),'
        "{row[place]}+COUNTIF({before[place]},{row[place]}))",
        native='=IF({row[name]}="",IF(ISNA({row[outsider]}),"("&{row[no]}&")",""),'
        "{row[place]}+COUNTIF({before[place]},{row[place]}))",
    )
    tied_on = "&".join(
        f'IF(OR(Criterion{k}="",AND(FirstDC>0,FirstDC<={k})),"",'
        f'"{"" if k == 1 else ", "}"&Criterion{k}&" "&'
        f'IF({{row[key_{k}]}}=NoFigure,"?",{{row[key_{k}]}}))'
        for k in _CRITERIA
    )
    yield for_player.left("on", "Tied on", tied_on, width=30)
