"""A table that divides after some games: from then on a team plays in its part, and stays there.

A team's part stands beside it on Setup.  Until all have one the table is whole; then the parts
stand one below the other, places are counted through, and the points of the games before are
carried over as the rules say: all, half rounded down, or none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, get_args

from .....readers.league import LeagueGame
from ....parts.checks import Check, read_checks
from ....parts.columns import Heading, for_listed
from ....parts.settings import Setting, counted, one_of
from ....parts.table import TEXT_FORMAT, Column, InputRule
from ...feature import SIDES, Refuse, Rules
from ...rules.rules import Points
from .groups import Grouping

Carried = Literal["all", "half", "none"]
CARRIED: tuple[Carried, ...] = get_args(Carried)
_MOST_PARTS = 4
_GO_ON = {
    "all": "all points go on",
    "half": "half of the points go on, rounded down",
    "none": "no points go on",
}


@dataclass(frozen=True)
class Split(Grouping):
    """From some game on teams play in their part of the table, and nobody leaves it."""

    part, order, grouped_by = "split", 60, "part"

    after: int = field(metadata={"missing": "the number of games such as after = 22"})
    """After so many games of each team."""
    parts: tuple[str, ...]
    """The names of the parts, the upper one first."""
    carried: Carried = "all"
    """How many of the points go with a team; half of them is rounded down."""

    no_race: ClassVar[str] = (
        'IF(Divided=1,"","the table divides after "&SplitAfter&" games: who can finish where '
        'follows when Setup has the part of each team")'
    )
    is_counted_through: ClassVar[bool] = True

    def completed(self, rules: Rules, refuse: Refuse) -> Split:
        if any(isinstance(one, Grouping) and one is not self for one in rules.features):
            raise refuse("split.after", "divides one table, and these rules have groups; leave one")
        different = len(set(map(str.casefold, self.parts)))
        if not 2 <= len(self.parts) <= _MOST_PARTS or different < len(self.parts):
            raise refuse("split.parts", f"must be two to {_MOST_PARTS} different names")
        return self

    @property
    def announced(self) -> str:
        """What the table says of its division, before and after."""
        after, goes_on = self.after, _GO_ON[self.carried]
        return f"After {after} games of each team the table divides: {goes_on}."

    def typed(self) -> Column:
        """The part of each team on Setup."""
        return Column(
            "group",
            "Part",
            width=18,
            number_format=TEXT_FORMAT,
            align="left",
            rule=InputRule("list", "The part of the divided table; blank until then.", "Parts"),
        )

    def settings(self, rules: Rules) -> Iterator[Setting]:
        yield Setting(
            "SplitAfter",
            "After so many games of each team the table divides.",
            self.after,
            InputRule("whole", "A whole number from 1.", 1),
        )
        for k, name in enumerate(self.parts, 1):
            yield Setting(f"Part{k}", f"The name of part {k} from above.", name, part_of="Parts")
        yield Setting(
            "Carried",
            "The points that go with a team when the table divides: all, half of them rounded "
            "down, or none.",
            self.carried,
            one_of(*CARRIED),
        )
        yield from super().settings(rules)

    def constants(self, rules: Rules) -> Iterator[Setting]:
        yield counted(
            "Divided",
            "1 when every team has its part.",
            "IF(TeamsListed=0,0,IF(COUNTIF({group[part_no]},0)=0,1,0))",
        )
        yield counted(
            "FirstDivided",
            "the number of the first round of a divided table; 0 before.",
            "MIN({matches[divided_nth]})",
        )

    def of_game(self, rules: Rules) -> Iterator[Column]:
        """Whether a game is one of the divided table: either team has had its games before.

        Rounds are counted in the order in which they first appear; games without a round by rows.
        """
        home = "{row[no_home]}"

        def had(where: str, condition: str = "") -> str:
            return "+".join(f"COUNTIFS({{{where}[no_{side}]}},{home}{condition})" for side in SIDES)

        by_round = had("matches", ',{matches[nth]},"<="&{row[nth]}')
        games = f'IF({{row[label]}}="",{had("upto")},{by_round})'
        later = f"IF({home}=0,0,IF({games}>SplitAfter,1,0))"
        yield Column("divided", "Of the divided table", f'=IF({{row[named]}},{later},"")')
        nth = 'IF({row[divided]}=1,{row[nth]},"")'
        yield Column("divided_nth", "Its round no.", f"={nth}")
        home_part, away_part = (f"INDEX({{group[part_no]}},{{row[no_{side}]}})" for side in SIDES)
        apart = f"IF({home}*{{row[no_away]}}=0,0,IF({home_part}={away_part},0,1))"
        known = f"IF({{row[divided]}}=1,IF(Divided=1,{apart},0),0)"
        yield Column("across", "Between two parts", f"={known}")

    def membership(self, rules: Rules) -> Iterator[Column]:
        """The part of each team; while not all have one, all are in the same."""
        typed = 'TRIM({listed.row[group]}&"")'
        named = f'IF({typed}<>"",{typed},IF({{row[part_no]}}>0,INDEX(Parts,{{row[part_no]}}),""))'
        yield for_listed.left("part", "Part", named, width=18)
        heading, known = "Part no. typed", f"IFERROR(MATCH({typed},Parts,0),0)"
        if rules.edition > "1":
            yield from _at_the_division()
            heading, known = "Part no., typed or due", f'IF({typed}="",{{row[part_due]}},{known})'
        yield for_listed("part_no", heading, known)
        yield for_listed("group_no", "Part no.", "IF(Divided=1,{row[part_no]},1)")
        yield for_listed("before", "In parts before, not counted", "0")
        yield for_listed("size", "In the part", "COUNTIF({group[group_no]},{row[group_no]})")
        wrong = f'IF({{row[part_no]}}>0,0,IF({typed}<>"",1,IF(FirstDivided>0,1,0)))'
        yield for_listed("no_part", "Has no part", wrong)

    def met(self) -> Iterator[Column]:
        """Whether a team has not met all of its part equally often since the table divided."""
        sides = (
            f"SUMIFS({{matches[divided]}},{{matches[no_{side}]}},{{row[no]}},{{matches[counted]}},1)"
            for side in SIDES
        )
        yield for_listed("since", "Played since", "+".join(sides))
        even = "AND(Divided=1,{row[since]}>0,MOD({row[since]},MAX(1,{row[size]}-1))=0)"
        yield for_listed("unmet", "Games of the part open", f"IF({even},0,1)")

    def lost_points(self, rules: Rules) -> Iterator[Column]:
        sides = "+".join(
            f"SUMIFS({{matches[{side}_points]}},{{matches[no_{side}]}},{{row[no]}},"
            "{matches[divided]},0)"
            for side in SIDES
        )
        since = "AND(FirstDivided>0,{row[deducted_nth]}>=FirstDivided)"
        deducted = f"IF({since},0,N({{listed.row[deducted]}}))"
        yield for_listed("had", "Points when it divides", f"{sides}-{deducted}")
        carried = 'IF(Carried="half",INT(Half*{row[had]}),IF(Carried="none",0,{row[had]}))'
        yield for_listed(
            "given_up",
            "Not carried over",
            f"IF(Divided=1,{{row[had]}}-{carried},0)",
            said="Of {had} points {given_up} were not carried over when the table divided.",
        )

    def compared(self, rules: Rules) -> Iterator[Column]:
        if self.carried == "half":
            fraction = "{row[given_up]}+{row[given_up]}>{row[had]}"
            is_rounded = f'IF(Divided=1,IF(Carried="half",IF({fraction},1,0),0),0)'
            yield for_listed("rounded", "Rounded down", is_rounded)

    def criteria(self, rules: Rules) -> Mapping[str, tuple[str, str]]:
        if self.carried != "half":
            return {}
        return {"Rounded down": ("rounded", "1 where half of the points was rounded down, else 0.")}

    def headings(self, rules: Rules) -> Mapping[str, Heading]:
        return {"part": Heading("Part")}

    def checks(self) -> Iterable[Check]:
        return read_checks("league")["parts"]

    def parts_of(self, games: Sequence[LeagueGame], worth: Points) -> Mapping[str, str]:
        """The part of each team, as the games after the table divided show it; empty before.

        Those who meet each other then are in one part; the upper one has more points.
        """
        played: dict[str, int] = {}
        points: dict[str, float] = {}
        part: dict[str, set[str]] = {}
        rounds = {label: at for at, label in enumerate(dict.fromkeys(one.round for one in games))}
        for game in sorted(games, key=lambda one: rounds[one.round]):
            both = game.home, game.away
            for team in both:
                played[team] = played.get(team, 0) + 1
            if min(played[team] for team in both) > self.after:
                together = part.setdefault(game.home, {game.home})
                together |= part.get(game.away, {game.away})
                part |= dict.fromkeys(together, together)
            else:
                _add_points(points, game, worth)
        parts = {id(together): together for together in part.values()}.values()
        if len(part) < len(played) or len(parts) != len(self.parts):
            return {}

        def strength(together: set[str]) -> float:
            return sum(points.get(team, 0) for team in together) / len(together)

        ordered = sorted(parts, key=strength, reverse=True)
        return {team: name for name, together in zip(self.parts, ordered) for team in together}


def _at_the_division() -> Iterator[Column]:
    """The part that is due to a team once later games are listed: 0 while none is.

    The parts are as large as each other; who is in which follows from points, difference and goals
    when all have had their games before. Where these are level across the line of two parts, and
    where some parts are typed on Setup, all are typed.
    """
    before = "{matches[divided]},0,{matches[counted]},1"
    for key, column, heading in (
        ("games_before", "counted", "Games"),
        ("points_before", "SIDE_points", "Points"),
        ("ahead_before", "SIDE_ahead", "Difference"),
        ("scored_before", "SIDE_scored", "For"),
    ):
        sums = "+".join(
            f"SUMIFS({{matches[{column}]}},{{matches[no_SIDE]}},{{row[no]}},{before})".replace(
                "SIDE", side
            )
            for side in SIDES
        )
        sums += "-N({listed.row[deducted]})" if key == "points_before" else ""
        yield for_listed(key, f"{heading} before it divides", sums)
    ahead, level = [], ""
    for key in ("points_before", "ahead_before", "scored_before"):
        cells, own = f"{{group[{key}]}}", f"{{row[{key}]}}"
        ahead.append(f'COUNTIFS({level}{cells},">"&{own})')
        level += f"{cells},{own},"
    yield for_listed("place_before", "Place when it divides", f"1+{'+'.join(ahead)}")
    size = "(TeamsListed/ROWS(Parts))"
    first, last = (
        f"INT(({place}-1)/{size})"
        for place in (
            "{row[place_before]}",
            "({row[place_before]}+COUNTIF({group[place_before]},{row[place_before]})-1)",
        )
    )
    conditions = (
        "COUNTA({listed[group]})=0",
        "FirstDivided>0",
        "MIN({group[games_before]})>=SplitAfter",
        "MOD(TeamsListed,ROWS(Parts))=0",
    )
    due = f"AND({','.join(conditions)})"
    is_clear = "SUMPRODUCT(({group[key]}>0)*({group[part_clear]}=0))=0"
    yield for_listed("part_clear", "In one part for certain", f"IF({first}={last},1,0)")
    yield for_listed("part_due", "Part no. due", f"IF({due},IF({is_clear},1+{first},0),0)")


def _add_points(points: dict[str, float], game: LeagueGame, worth: Points) -> None:
    """Add what a game gave to both sides; nothing while it is to be played."""
    if game.home_score is None or game.away_score is None:
        return
    ahead = game.home_score - game.away_score
    for team, own in ((game.home, ahead), (game.away, -ahead)):
        given = worth.win if own > 0 else worth.loss if own < 0 else worth.draw
        points[team] = points.get(team, 0) + given
