"""The rules of a workbook: those that are asked for, with what its results bring."""

from __future__ import annotations

from dataclasses import replace

from ....readers import league as reader
from ....readers.league import League, LeagueGame
from ....readers.tables.teams.boards import points_of_boards
from ..feature import Brought, Feature, Rules
from ..features.divided.groups import Groups
from ..features.divided.split import Split
from ..options import Options
from .criteria import criteria_of
from .files import chosen_rules
from .rules import EDITIONS


def rules_for(results: League, options: Options, edition: str = EDITIONS[0]) -> Rules:
    """The rules with the features that results and options ask for: nothing is left out."""
    rules = chosen_rules(options.rules, options.points, options.criteria, options.head_to_head)
    rules = rules.of_edition(edition)
    own = {type(feature): feature for feature in rules.features}
    by = _brought(results, options, rules)
    rules = rules.having(kind.brought(own.get(kind), rules, by) for kind in Feature.kinds)
    there = criteria_of(rules)
    return replace(rules, criteria=tuple(name for name in rules.criteria if name in there))


def _brought(results: League, options: Options, rules: Rules) -> Brought:
    """What results and options ask for; divisions alone are no groups, parts of a table are."""
    games = [row for row in results.rows if isinstance(row, LeagueGame)]
    boards = max((len(points_of_boards(game.boards)) for game in games), default=0)
    groups = rules.of(Groups) or rules.of(Split) or options.groups or reader.groups(results)
    return Brought(
        figures=frozenset(what for game in games for what in game.brings),
        has_groups=bool(groups),
        is_adjusted=bool(options.adjusted or results.adjusted),
        boards=options.boards,
        boards_of_games=boards if boards > 1 else None,
    )
