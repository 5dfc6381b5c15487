"""The teams of a league of games: what is typed of them, and the figures of each."""

from __future__ import annotations

from collections.abc import Iterator

from ....catalogue.expression import formula_of
from ....functions.tantrix.leads import per_game, wins_and_ties
from ...parts.columns import for_listed, if_listed, is_bye, name_of, sum_of_both_sides
from ...parts.table import NOT_ZERO, Column, InputRule, computed, is_duplicate, refused, text_column
from ..feature import SIDES, Rules
from ..features.divided.groups import Grouping
from ..features.divided.places import NextPlaced
from ..rules import criteria
from ..tables import (
    LOT,
    NAME,
    NO,
    PERCENT,
    SAID_OF_PERCENT,
    games_behind,
    lead,
    left_columns,
    line_columns,
    settled_columns,
)
from . import venues
from .formulas import flag, of_both_sides, sum_at, sum_of_side
from .qualification import not_by_criteria, race_of

_TEAMS = [
    NO,
    NAME,
    Column(
        "deducted",
        "Points deducted",
        width=10,
        rule=InputRule(
            "decimal", "How many points are taken from this team; below 0: given to it.", -999, 999
        ),
    ),
    text_column(
        "out_after",
        "Out after round",
        12,
        "For a team that withdrew: the last round or date that it played in, or 0.",
    ),
    Column(
        "fair",
        "Fair play",
        rule=InputRule("decimal", "More is better: type cards as numbers below 0.", -9999, 9999),
    ),
    LOT,
]
"""The teams, and what results do not say of them."""


def teams(rules: Rules) -> list[Column]:
    """The columns of the list of teams."""
    no, name, deducted, *others = _TEAMS
    grouping = rules.of(Grouping)
    return [
        *(no, name),
        *([grouping.typed()] if grouping else ()),
        *(deducted, *rules.all(lambda feature: feature.typed_of_team(rules)), *others),
    ]


def _record(side: str, rules: Rules) -> Iterator[Column]:
    """The record of a team at home, or away."""
    other = "away" if side == "home" else "home"
    yield sum_of_side(side, "won", "Won", f"{side}_won")
    yield sum_of_side(side, "tied", "Drawn", "tied")
    lost = f"{sum_at(side, 'counted')}-{{row[{side}_won]}}-{{row[{side}_tied]}}"
    yield for_listed(f"{side}_lost", f"Lost {side}", lost)
    yield sum_of_side(side, "scored", "For", f"{side}_scored")
    against = sum_at(side, f"{other}_scored")
    both = f"({{row[{side}_lost]}}-{sum_at(side, f'{other}_won')})"
    against += "".join(feature.conceded(both) for feature in rules.features)
    yield for_listed(f"{side}_conceded", f"Against {side}", against)
    yield sum_of_side(side, "points", "Points", f"{side}_points")
    for won, key, heading in (
        (side, "late_won", "Won in overtime"),
        (other, "late_lost", "Lost in overtime"),
    ):
        yield sum_of_side(side, key, heading, f"{won}_won", "{matches[late]}", "1")
    for extra in rules.extras:
        yield sum_of_side(side, extra.key, extra.name, f"{side}_{extra.key}")
    yield from rules.all(lambda feature: feature.sums(side, rules))


def _per_game(what: str, none: str) -> str:
    return if_listed(formula_of(per_game, what, "{row[played]}", none))


def group(rules: Rules, room: int) -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    return [
        *_listed(rules),
        *_played(rules),
        *_figures(rules),
        *criteria.figures(rules, room),
        *criteria.ranks(rules),
        *criteria.placing(rules),
        *rules.all(lambda feature: feature.of_places(rules)),
        *_settled(rules),
    ]


def _listed(rules: Rules) -> Iterator[Column]:
    """Who is listed, and where."""
    usable = f"AND({{row[again]}}=0,NOT({is_bye('{row[name]}')}))"
    yield computed.centred("no", "No.", "={listed.row[no]}", width=6)
    yield name_of("listed", "Team")
    again = f'=IF({{row[name]}}="","",{is_duplicate("name")})'
    yield Column("again", "Listed before", again, width=10)
    counts = f"=IF({usable},{{row[no]}},0)"
    yield Column("key", "No. when it counts", counts, False, NOT_ZERO, 12)
    yield computed.count("refused", "No numbers", f"={refused('listed', teams(rules))}")
    yield for_listed("out", "Withdrawn", flag('{listed.row[out_after]}<>""'))
    if grouping := rules.of(Grouping):
        yield from grouping.membership(rules)


def _played(rules: Rules) -> Iterator[Column]:
    """The record at home and away, and what is to play."""
    for side in SIDES:
        yield from _record(side, rules)
        yield from venues.figures(side, rules)
    for key, heading in (
        ("tied", "Drawn"),
        ("lost", "Lost"),
        ("conceded", "Against"),
        ("late_won", "Won in overtime"),
        ("late_lost", "Lost in overtime"),
    ):
        yield of_both_sides(key, heading)
    to_play = sum_of_both_sides("to_play", "to_play", ("no_home", "no_away"))
    yield for_listed("to_play", "To play", to_play)
    yield for_listed("played", "Played", "{row[won]}+{row[tied]}+{row[lost]}")
    if grouping := rules.of(Grouping):
        yield from grouping.met()
    for extra in rules.extras:
        yield of_both_sides(extra.key, extra.name, extra.said)


def _figures(rules: Rules) -> Iterator[Column]:
    """The figures that criteria look at, and those that they are made of."""
    wins = f"({formula_of(wins_and_ties, '{row[won]}', '{row[tied]}', 'Half')})"
    yield from rules.all(lambda feature: feature.figures(rules))
    lost = [*rules.all(lambda feature: feature.lost_points(rules))]
    yield from lost
    percent = _per_game(wins, '""')
    yield Column("percent", "Pct", percent, number_format=PERCENT, said=SAID_OF_PERCENT)
    more = "".join(feature.of_points() for feature in rules.features)
    more += "".join(f"-{{row[{column.key}]}}" for column in lost[-1:])
    yield for_listed(
        "points",
        "Points",
        f"{{row[home_points]}}+{{row[away_points]}}-N({{listed.row[deducted]}}){more}",
        said="{home_points} at home and {away_points} away[, less {deducted} deducted]"
        + ("[, less {given_up} not carried over]" if lost else "")
        + ": {points}.",
    )
    share = _per_game(wins, "Half")
    yield Column("share", "Pct to sort by", share, number_format=PERCENT)
    yield lead()
    yield of_both_sides("won", "Won")
    yield _difference(rules)
    yield of_both_sides("scored", "For")
    yield for_listed("lacking", "Against, below 0", "-{row[conceded]}")
    yield for_listed("away_goals", "For away", "{row[away_scored]}")
    yield for_listed("away_wins", "Won away from home", "{row[away_won]}")
    yield Column("per_game", "Points per game", _per_game("{row[points]}", "0"))
    yield for_listed("fair", "Fair play", "N({listed.row[fair]})")
    if criteria.PER_GAME in rules.criteria:
        per_game = _per_game("{row[difference]}", "0")
        yield Column("difference_per_game", criteria.PER_GAME, per_game)
    yield from rules.by_criteria(lambda feature: feature.compared(rules), of_scores=False)
    if rules.scores:
        ratio = criteria.ratio("{row[scored]}", "{row[conceded]}")
        yield for_listed("ratio", "Ratio", ratio, said="{scored} to {conceded}: {ratio}.")
    yield from rules.by_criteria(lambda feature: feature.compared(rules), of_scores=True)
    lot = "{listed.row[lot]}"
    in_race = f'IF({lot}>=1,-{lot},"")'
    counts = f"AND(ISNUMBER({lot}),NOT({not_by_criteria(rules)}))"
    yield Column("race_lot", "Lot in the race", f'=IF({counts},{in_race},"")')


def _difference(rules: Rules) -> Column:
    """The difference of a team: of its scores, or of its games as they count."""
    if not rules.sums_differences:
        return for_listed("difference", "Difference", "{row[scored]}-{row[conceded]}")
    said = "{home_ahead:signed} at home and {away_ahead:signed} away: {difference:signed}."
    said = f"Games count by no more than the cap: {said}"
    ahead = "{row[home_ahead]}+{row[away_ahead]}"
    return for_listed("difference", "Difference", ahead, said=said)


def _settled(rules: Rules) -> Iterator[Column]:
    """Who is in, games behind, and what is settled."""
    race, grouping = race_of(rules), rules.of(Grouping)
    has_next = bool(rules.of(NextPlaced))
    mark, final = (grouping.mark, grouping.final) if grouping else ("", "")
    yield from line_columns("{row[out]}", has_next, mark)
    yield from grouping.games_behind() if grouping else games_behind(native_only=True)
    yield from left_columns("{row[out]}", race.most)
    yield from settled_columns(race, rules.has_groups, has_next, final)
