"""Placing one at a time: whoever is separated leaves the tie, and the criteria begin again.

Rules of this kind have one sentence more than others, such as the IBSA's of goalball (2022-24, 49):
the criteria are used until one team has been separated, and then again from the beginning.  The
NFL's are the same: when some are out during a step, the others revert to the first one, and when
one is placed, so do all who are not.

Each tie walks down the criteria by itself.  Of a team there are, in each step, its level (the place
that it shares so far), whether it is a candidate for that place or out until somebody has it, and
the criterion that its tie takes.  An example: A, B and C share place 1, and the first criterion
leaves A and B. C is out, and A and B begin again with the games between the two; when A has place
1, B and C share place 2, and begin again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ...parts.table import Column, ColumnKind, computed

walked = ColumnKind('=IF(ISNUMBER(MATCH(0,{row[key]},0)),"",')
"""Columns of the walk, blank without a team: asked by MATCH, as in :func:`criteria.among_tied`."""
STEPS = 24
"""How many steps there are: a tie of four takes some twelve of the NFL's."""


class Restart:
    """The columns of the walk, for so many criteria and the lot behind them."""

    def __init__(self, criteria: int, has_groups: bool) -> None:
        self.criteria = criteria
        self.lot = criteria + 1
        self.has_groups = has_groups

    def steps(self, placed_by: str, at: Callable[[str], str], lot: str) -> Iterator[Column]:
        """One row: of each criterion that is chosen its number in the list, and which follows."""
        positions = range(1, self.criteria + 1)
        for p in positions:
            chosen = f'=INDEX({placed_by},{p})&""'
            yield computed.left(f"name_{p}", f"Criterion {p}", chosen, width=12)
        yield computed.left(f"name_{self.lot}", f"Criterion {self.lot}", f'="{lot}"', width=12)
        for p in positions:
            yield Column(f"at_{p}", f"{p}. in the list", f"={at(f'{{row[name_{p}]}}')}")
        for p in positions:
            among = f"=IF({{row[at_{p}]}}>OverallCriteria,1,0)"
            yield Column(f"among_{p}", f"{p}. among the tied", among)
        for p in range(self.lot):
            after = f"{{row[next_{p + 1}]}}" if p < self.criteria else ""
            following = f"=IF({{row[at_{p + 1}]}}>0,{p + 1},{after})" if after else f"={self.lot}"
            yield Column(f"next_{p}", f"After {p}", following)
        first = f"MATCH(1,{{row[among_1:among_{self.criteria}]}},0)-1"
        yield Column("overall", "Before those among the tied", f"=IFERROR({first},{self.criteria})")
        begin = f"INDEX({{row[next_0:next_{self.criteria}]}},1,{{row[overall]}}+1)"
        yield Column("begin", "Begins again with", f"={begin}")

    def chosen(self) -> Iterator[Column]:
        """For each team and step which criterion its tie takes; beyond the lot none is left."""
        for k in range(1, STEPS + 2):
            yield self._chosen(k)
        for k in range(1, STEPS + 1):
            at = f"INDEX({{steps[at_1:at_{self.criteria}]}},1,{{row[chosen_{k}]}})"
            taken = f"IF({{row[chosen_{k}]}}>{self.criteria},0,{at})"
            yield walked(f"at_{k}", f"{k}. in the list", taken)

    def _chosen(self, k: int) -> Column:
        heading = f"{k}. criterion no."
        if k == 1:
            return walked("chosen_1", heading, "{steps.top[next_0]}")
        b = k - 1
        own, again = f"{{row[chosen_{b}]}}", "{steps.top[begin]}"
        following = f"INDEX({{steps[next_0:next_{self.criteria}]}},1,{own}+1)"
        kept = f"AND({own}>={self.lot},{self._is_best(b)})"
        after_some = f"IF({{row[best_{b}]}}<{{row[open_{b}]}},{again},{following})"
        placed = f"IF({self._is_placed(b)},{again},{after_some})"
        refined = f"IF({self._refines(b)},{following},{placed})"
        return walked(f"chosen_{k}", heading, f"IF({kept},{self.lot + 1},{refined})")

    def _refines(self, k: int) -> str:
        """Whether the criterion looks at all games, and none among the tied came before it."""
        return f"{{row[chosen_{k}]}}<={{steps.top[overall]}}"

    def _is_placed(self, k: int) -> str:
        return f"OR({{row[best_{k}]}}=1,{{row[chosen_{k}]}}>={self.lot})"

    def _is_best(self, k: int) -> str:
        return f"AND({{row[rank_{k - 1}]}}={{row[level_{k - 1}]}},{{row[ahead_{k}]}}=0)"

    def drawn(self, k: int, value: str, lot: str) -> str:
        """The figure of a step, of the lot where that is reached."""
        chosen = f"{{row[chosen_{k}]}}"
        return f"IF({chosen}={self.lot},{lot},IF({chosen}>{self.lot},0,{value}))"

    def ranks(self) -> Iterator[Column]:
        """The level of each team after each step, and its rank: behind its level if it is out."""
        better = '{group[value_0]},">"&{row[value_0]}'
        place = f"1+COUNTIF({better})"
        if self.has_groups:
            ahead = '{group[value_group]},">"&{row[value_group]}'
            yield walked("rank_group", "Place of the group", f"1+COUNTIF({ahead})")
            of_group = "{group[rank_group]},{row[rank_group]}"
            place = f"{{row[rank_group]}}+COUNTIFS({of_group},{better})"
        yield walked("rank_0", "Place after 0", place)
        yield Column("level_0", "Shared after 0", "={row[rank_0]}")
        for k in range(1, STEPS + 1):
            b = k - 1
            tied = f"{{group[rank_{b}]}},{{row[rank_{b}]}}"
            ahead = f'COUNTIFS({tied},{{group[value_{k}]}},">"&{{row[value_{k}]}})'
            yield walked(f"ahead_{k}", f"Candidates ahead, {k}", ahead)
            level = f"{{row[level_{b}]}}"
            candidates = f"{{group[rank_{b}]}},{level}"
            best = f"COUNTIFS({candidates},{{group[ahead_{k}]}},0)"
            yield walked(f"open_{k}", f"Candidates, {k}", f"COUNTIF({candidates})")
            yield walked(f"best_{k}", f"Best of them, {k}", best)
            behind = f"IF({self._is_best(k)},0,{{row[best_{k}]}})"
            placed = f"IF({self._is_placed(k)},{level}+{behind},{level})"
            refined = f"{level}+{{row[ahead_{k}]}}"
            of_step = f"IF({self._refines(k)},{refined},{placed})"
            yield walked(f"level_{k}", f"Shared after {k}", of_step)
            settled = f"OR({self._refines(k)},{self._is_placed(k)},{self._is_best(k)})"
            out = f"{{row[level_{k}]}}+IF({settled},0,Half)"
            yield walked(f"rank_{k}", f"Place after {k}", out)

    def placing(self, labels: tuple[tuple[str, str], ...]) -> Iterator[Column]:
        """The place of each team, who shares it, its row in the table, and what decided it.

        ``labels`` are the columns before the criteria, and what they are called.
        """
        place = f"{{row[level_{STEPS}]}}"
        within = f"{place}-{{row[before]}}" if self.has_groups else place
        yield walked("place", "Place", within)
        sharing = f"COUNTIF({{group[level_{STEPS}]}},{place})"
        yield walked("sharing", "Sharing the place", sharing, width=12)
        position = f"{place}+COUNTIF({{upto[level_{STEPS}]}},{place})-1"
        yield walked("position", "Row of the table", position, width=11)
        left = f"IF({{row[sharing]}}>1,IF({{row[chosen_{STEPS + 1}]}}<={self.lot},1,0),0)"
        yield walked("unfinished", "Criteria left", left)
        for key, label in labels:
            yield computed.left(f"label_{key}", f"Label {key}", f'="{label}"', width=12)
        for k in range(1, STEPS + 1):
            name = f"INDEX({{steps[name_1:name_{self.lot}]}},1,{{row[chosen_{k}]}})"
            known = f'IF({{row[chosen_{k}]}}>{self.lot},"",{name})'
            yield walked.left(f"label_{k}", f"Label {k}", known, width=12)
        keys = [*(f"rank_{key}" for key, _ in labels), *(f"level_{k}" for k in range(1, STEPS + 1))]
        shared = "+".join(f"IF(COUNTIF({{group[{key}]}},{{row[{key}]}})>1,1,0)" for key in keys)
        found = f'INDEX({{row[label_{labels[0][0]}:label_{STEPS}]}},1,1+{shared})&""'
        decided = f'IF({{row[sharing]}}>1,"tied",{found})'
        yield walked.left("decided", "Decided by", decided, width=24)


LEFT_OVER = "IF(SUM({group[unfinished]})>0,1,0)"
"""Whether criteria are left after the last step while teams are tied."""
