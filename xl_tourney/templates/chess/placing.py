"""The tie-breaks that were chosen, the place by them, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator

from ..parts.columns import COMPARED_DECIMALS
from ..parts.table import Column, computed
from .tie_breaks.families import for_player, if_player, native_column
from .tie_breaks.values import Values, begins_with

MAX_CODES = 6
WORST = -(10**9)
"""The key of a row for which the rules give no value: it comes last."""


def _key(value: str, sign: str = "") -> str:
    return f"IF(ISNUMBER({value}),{sign}ROUND({value},{COMPARED_DECIMALS}),{WORST})"


def _chosen(k: int, last: int) -> str:
    """The value of the code in a slot; blank for one that the list does not have."""
    return f'IF(Slot{k}=0,"",INDEX({{row[tie_1:tie_{last}]}},Slot{k}))'


def slot_columns(values: Values, wall_list: str, arguments: str) -> Iterator[Column]:
    """The values of the chosen codes, as they are shown.

    ``arguments`` are those of our functions after the wall list and the codes.
    """
    last, slots = len(values.columns), range(1, values.slots + 1)
    encounter = values.encounter is not None
    if encounter:
        for k in range(1, values.slots):
            before = f"IF(OR(Slot{k}=0,{k}>=FirstDE),0,{_key(_chosen(k, last))})"
            yield native_column(f"before_{k}", f"{k}. before DE", before)
        yield from values.encounter_columns()
    for k in slots:
        yield Column(
            f"found_{k}",
            f"TB{k} found",
            width=11,
            only="functions",
            may_be_error=True,
            filled_by=f"=TIEBREAK({wall_list},TieBreaks,{arguments})",
            filled_at=k,
        )
    yield Column(
        "placed",
        "CHESS_PLACE",
        f"=CHESS_PLACE({wall_list},TieBreaks,{arguments})",
        array=True,
        only="functions",
    )
    for k in slots:
        native = _chosen(k, last)
        if encounter:
            is_encounter = begins_with(f"TieBreak{k}", values.encounters)
            native = f"IF({is_encounter},{{row[encounter]}},{native})"
        found = f"{{row[found_{k}]}}"
        yield for_player(f"value_{k}", f"TB{k}", f'IF(ISNUMBER({found}),{found},"")', native=native)


def place_columns(slots: int) -> Iterator[Column]:
    """The sort keys, the place, and the criterion that separates a player from all others.

    Who has no entry yet stands below all others, without a place: before the first pairing that is
    everybody, in the order of the list.
    """
    points = "{row[points]}"
    yield for_player("key_0", "Points to sort by", f"IF(OwnPoints=1,0,ROUND({points},9))")
    for k in range(1, slots + 1):
        key = f'IF(TieBreak{k}="",0,{_key(f"{{row[value_{k}]}}", f"Sign{k}*")})'
        yield for_player(f"key_{k}", f"TB{k} to sort by", key)
    better = '{{score[key_{0}]}},">"&{{row[key_{0}]}}'
    yield for_player("rank_0", "Place by points", f"1+COUNTIF({better.format(0)})", only="native")
    for k in range(1, slots + 1):
        before = f"{{row[rank_{k - 1}]}}"
        more = f"COUNTIFS({{score[rank_{k - 1}]}},{before},{better.format(k)})"
        yield for_player(
            f"rank_{k}", f"Place by TB{k}", f'{before}+IF(TieBreak{k}="",0,{more})', only="native"
        )
    yield for_player("place", "Place", "{row[placed]}", native=f"{{row[rank_{slots}]}}")
    decided = '"tied"'
    for k in reversed(range(slots + 1)):
        shared = f"COUNTIF({{score[rank_{k}]}},{{row[rank_{k}]}})"
        decided = f"IF({shared}=1,Label{k},{decided})"
    yield computed.left(
        "decided",
        "Decided by",
        f"=DECIDED_BY({{score[key_0:key_{slots}]}},Labels)",
        array=True,
        width=18,
        native=if_player(decided),
    )
    ranked = "{row[place]}+COUNTIF({before[place]},{row[place]})"
    below = 'PlayersRanked+COUNTIFS({upto[name]},"?*",{upto[there]},0)'
    yield Column(
        "position",
        "Row of the table",
        f'=IF({{row[name]}}="","",IF({{row[there]}}=1,{ranked},{below}))',
    )
