"""The teams of a league of games: what is typed of them, and the figures of each."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from ....catalogue.expression import formula_of
from ....functions.tantrix.leads import per_game, wins_and_ties
from ...parts.columns import for_listed, if_listed, is_bye, name_of, sum_of_both_sides
from ...parts.table import (
    NOT_ZERO,
    Column,
    InputRule,
    computed,
    is_duplicate,
    refused,
    text_column,
)
from ..divided import conferences, split
from ..rules import criteria, opponents
from ..rules.rules import Rules
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
    of_divisions,
    of_groups,
    settled_columns,
)
from . import groups, printed, sports, venues
from .decisions import Decided
from .matches import flag
from .qualification import not_by_criteria, race_of
from .venues import SIDES

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
_OF_DEDUCTED = [
    text_column(
        "deducted_from",
        "Deducted from",
        13,
        "The date or round of Results from which on the Race counts it; blank: from the start.",
    ),
    text_column("reason", "Reason", 24, "Why points were taken from this team, or given to it."),
]


def teams(rules: Rules) -> list[Column]:
    """The columns of the list of teams."""
    no, name, deducted, *others = _TEAMS
    return [
        *(no, name),
        *([_group_of(rules)] if rules.has_groups else ()),
        *(deducted, *(_OF_DEDUCTED if rules.adjusts else ()), *others),
    ]


def _side(side: str, key: str, heading: str, column: str, *conditions: str) -> Column:
    """The sum of a team over its games on one side."""
    return for_listed(f"{side}_{key}", f"{heading} {side}", _sum(side, column, *conditions))


def _sum(side: str, column: str, *conditions: str) -> str:
    more = "".join(f",{condition}" for condition in conditions)
    return f"SUMIFS({{matches[{column}]}},{{matches[no_{side}]}},{{row[no]}}{more})"


def _record(side: str, rules: Rules) -> Iterator[Column]:
    """The record of a team at home, or away."""
    other = "away" if side == "home" else "home"
    yield _side(side, "won", "Won", f"{side}_won")
    yield _side(side, "tied", "Drawn", "tied")
    decided = Decided.of(rules)
    both = _sum(side, "both_lost")
    yield for_listed(f"{side}_lost", f"Lost {side}", f"{_sum(side, f'{other}_won')}+{both}")
    yield _side(side, "scored", "For", f"{side}_scored")
    against = f"{_sum(side, f'{other}_scored')}{decided.both_lose.conceded(both)}"
    yield for_listed(f"{side}_conceded", f"Against {side}", against)
    if decided.cap.most is not None:
        yield _side(side, "ahead", "Difference", f"{side}_ahead")
    yield _side(side, "points", "Points", f"{side}_points")
    for won, key, heading in (
        (side, "late_won", "Won in overtime"),
        (other, "late_lost", "Lost in overtime"),
    ):
        yield _side(side, key, heading, f"{won}_won", "{matches[late]}", "1")
    if rules.bonus.exists:
        yield _side(side, "bonus", "Bonus", f"{side}_bonus")
    if rules.second:
        yield _side(side, "second_for", f"{rules.second.capitalize()} for", f"{side}_second")
        against = f"{rules.second.capitalize()} against"
        yield _side(side, "second_against", against, f"{other}_second")
    if rules.tells_shootouts:
        won, after = "Won in a shootout", ("{matches[shootout]}", "1")
        yield _side(side, "shootout_won", won, f"{side}_won", *after)


def _both(key: str, heading: str) -> Column:
    return for_listed(key, heading, f"{{row[home_{key}]}}+{{row[away_{key}]}}")


_ADJUSTED = for_listed("adjusted", "Given or taken", "0-N({listed.row[deducted]})")
_FROM = for_listed(
    "deducted_nth",
    "Deducted from round no.",
    'IFERROR(N(INDEX({matches[nth]},MATCH({listed.row[deducted_from]}&"",{matches[label]},0))),0)',
)


def _per_game(what: str, none: str) -> str:
    return if_listed(formula_of(per_game, what, "{row[played]}", none))


def _of_shootouts() -> Iterator[Column]:
    """Wins by how they came about, as criteria of :data:`criteria.OF_SHOOTOUTS` look at them."""
    late, shootouts = "{row[late_won]}", "{row[home_shootout_won]}-{row[away_shootout_won]}"
    yield for_listed("regulation_wins", "RW", f"{{row[won]}}-{late}")
    yield for_listed("wins_before_shootouts", "ROW", f"{{row[won]}}-{shootouts}")


def _group_of(rules: Rules) -> Column:
    """Where the group of a team is typed, as its league calls it."""
    if rules.split:
        return split.PART
    return conferences.TYPED if rules.conferences else groups.TYPED


def _membership(rules: Rules) -> Iterator[Column]:
    """The group of each team, or its part of a table that divides."""
    if rules.split:
        return split.membership()
    if not rules.has_groups:
        return iter(())
    return chain(groups.membership(), conferences.membership() if rules.conferences else ())


def _behind(rules: Rules) -> list[Column]:
    """Games behind, in the division or group where there are any."""
    if rules.conferences:
        return of_divisions()
    return of_groups() if rules.has_groups else games_behind(native_only=True)


def group(rules: Rules, room: int) -> list[Column]:
    """The calculated columns of each team, in the order of the list."""
    nobody = is_bye("{row[name]}")
    usable = f"AND({{row[again]}}=0,NOT({nobody}))"
    wins = f"({formula_of(wins_and_ties, '{row[won]}', '{row[tied]}', 'Half')})"
    race = race_of(rules)
    second = rules.second.capitalize()
    mark, final = (conferences.MARK, conferences.FINAL) if rules.conferences else ("", "")
    return [
        computed.centred("no", "No.", "={listed.row[no]}", width=6),
        name_of("listed", "Team"),
        Column(
            "again", "Listed before", f'=IF({{row[name]}}="","",{is_duplicate("name")})', width=10
        ),
        Column("key", "No. when it counts", f"=IF({usable},{{row[no]}},0)", False, NOT_ZERO, 12),
        computed.count("refused", "No numbers", f"={refused('listed', teams(rules))}"),
        for_listed("out", "Withdrawn", flag('{listed.row[out_after]}<>""')),
        *_membership(rules),
        *(
            column
            for side in SIDES
            for column in (*_record(side, rules), *venues.figures(side, rules))
        ),
        *(
            _both(key, heading)
            for key, heading in (
                ("tied", "Drawn"),
                ("lost", "Lost"),
                ("conceded", "Against"),
                ("late_won", "Won in overtime"),
                ("late_lost", "Lost in overtime"),
            )
        ),
        for_listed(
            "to_play", "To play", sum_of_both_sides("to_play", "to_play", ("no_home", "no_away"))
        ),
        for_listed("played", "Played", "{row[won]}+{row[tied]}+{row[lost]}"),
        *((split.met() if rules.split else groups.met()) if rules.has_groups else ()),
        *([_both("bonus", "Bonus")] if rules.bonus.exists else ()),
        *([_both("second_against", f"{second} against")] if second else ()),
        *((_ADJUSTED, _FROM) if rules.adjusts else ()),
        *(split.given_up() if rules.split else ()),
        Column(
            "percent",
            "Pct",
            _per_game(wins, '""'),
            number_format=PERCENT,
            said=SAID_OF_PERCENT,
        ),
        for_listed(
            "points",
            "Points",
            "{row[home_points]}+{row[away_points]}-N({listed.row[deducted]})"
            + Decided.of(rules).byes.of_team()
            + ("-{row[given_up]}" if rules.split else ""),
            said="{home_points} at home and {away_points} away[, less {deducted} deducted]"
            + ("[, less {given_up} not carried over]" if rules.split else "")
            + ": {points}.",
        ),
        Column("share", "Pct to sort by", _per_game(wins, "Half"), number_format=PERCENT),
        lead(),
        _both("won", "Won"),
        Decided.of(rules).cap.of_team(),
        _both("scored", "For"),
        for_listed("lacking", "Against, below 0", "-{row[conceded]}"),
        for_listed("away_goals", "For away", "{row[away_scored]}"),
        for_listed("away_wins", "Won away from home", "{row[away_won]}"),
        Column("per_game", "Points per game", _per_game("{row[points]}", "0")),
        for_listed("fair", "Fair play", "N({listed.row[fair]})"),
        *(
            [Column("difference_per_game", criteria.PER_GAME, _per_game("{row[difference]}", "0"))]
            if criteria.PER_GAME in rules.criteria
            else ()
        ),
        *(_of_shootouts() if rules.tells_shootouts else ()),
        *([split.rounded()] if rules.split and rules.split.carried == "half" else ()),
        *(conferences.shares() if rules.conferences else ()),
        *(opponents.strengths() if rules.looks_at_opponents else ()),
        *sports.figures(rules),
        Column(
            "race_lot",
            "Lot in the race",
            f"=IF(AND(ISNUMBER({{listed.row[lot]}}),NOT({not_by_criteria(rules)})),"
            'IF({listed.row[lot]}>=1,-{listed.row[lot]},""),"")',
        ),
        *criteria.figures(rules, room),
        *criteria.ranks(rules),
        *criteria.placing(rules),
        *printed.of_teams(rules),
        *sports.zones(rules),
        *line_columns("{row[out]}", bool(rules.next_placed), mark),
        *_behind(rules),
        *left_columns("{row[out]}", race.most),
        *settled_columns(race, rules.has_groups, bool(rules.next_placed), final),
    ]
