"""The cases of published figures: every call that the tests against them make.

The cases are not listed again.  The tests that hold the functions to the figures are run, and every
call that they make is noted.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.functions import (
    chess,
    gotha,
    test_bridge_published,
    test_go_direct_comparison,
    test_go_opengotha,
    test_go_opera,
    test_kdice,
    test_tantrix,
)
from xl_tourney.catalogue.cells import to_block
from xl_tourney.conformance.case import Case
from xl_tourney.functions import (
    BUCHHOLZ,
    CHESS_PLACE,
    CHESS_POINTS,
    DIRECT_ENCOUNTER,
    GAMES_COUNT,
    KOYA,
    PROGRESSIVE,
    RATING_TIEBREAK,
    SONNEBORN_BERGER,
    TIEBREAK,
    Function,
)
from xl_tourney.functions.chess.codes import CRITERIA


def kdice() -> Iterable[object]:
    return [*test_kdice.worked_values(), *test_kdice.tally()]


def tantrix() -> Iterable[object]:
    published = test_tantrix
    return [*published.gbq_page(), *published.tournament_points(), *published.league_tables()]


def bridge() -> Iterable[object]:
    published = test_bridge_published
    for event in published.EVENTS.values():
        yield from [*published.lines(event), *published.standings(event)]
    for example in published.TRAVELLERS:
        yield from published.traveller(example)
    for case in published.GOLDEN:
        yield published.WORKED[case["fn"]](*case["inputs"].values())


def go() -> Iterable[object]:
    lines = (test_go_direct_comparison.DATA / "egc2009_top4.csv").read_text("utf-8").splitlines()
    congress = list(csv.DictReader(line for line in lines if not line.startswith("#")))
    yield test_go_direct_comparison.test_the_congress_from_its_wall_list(congress)
    yield test_go_direct_comparison.test_the_congress_from_its_virtual_round_robin(congress)
    for table in test_go_opera.TABLES:
        yield test_go_opera.test_the_worked_tables(*table, lambda _, figures: list(figures)[:0])
    yield test_go_opera.test_handicap_raises_the_receiver_for_both_players()
    for ratings, stones, exits in test_go_opera.GIVING_STONES:
        yield test_go_opera.test_who_gives_stones_and_wins(ratings, stones, exits)
    for label in gotha.TOURNAMENTS:
        yield test_go_opengotha.criteria(gotha.load(label))


def chess_tie_breaks() -> Iterable[object]:
    """Each code, on Held's exercises, a round robin with forfeits, and a team tournament."""
    held, round_robin = (chess.tournament(f"{name}.trf") for name in ("held_swiss_5", "syn_rr_05"))
    individual = [name for name, tie_break in CRITERIA.items() if not tie_break.teams]
    for name in individual:
        cuts = [f"{name}/{cut}" for cut in ("C1", "M1") if cut[0] in CRITERIA[name].modifiers]
        yield TIEBREAK(held.wall_list, [[name, *cuts]], held.ratings)
    yield TIEBREAK(round_robin.wall_list, [individual], round_robin.ratings, "2024", "rr")
    teams = ("", "", None, "", chess.TEAM_BOARDS)
    of_teams = [name for name, tie_break in CRITERIA.items() if tie_break.teams]
    yield TIEBREAK(chess.held_teams(), [of_teams], None, *teams)
    yield CHESS_PLACE(chess.held_teams(), "MPTS,EDEBT,BH:GP/C1,SSSC", None, *teams)
    for rules in ("2024", "2026"):
        yield CHESS_PLACE(held.wall_list, "BH/C1,BH,SB,DE", held.ratings, rules)
    for kind in ("BH", "FB", "AOB"):
        yield BUCHHOLZ(held.wall_list, 0, 0, kind)
    yield SONNEBORN_BERGER(held.wall_list, 1)
    for what in ("WIN", "BPG", "STD"):
        yield GAMES_COUNT(held.wall_list, what)
    for what in ("ARO", "TPR", "PTP"):
        yield RATING_TIEBREAK(held.wall_list, held.ratings, what)
    for function in (CHESS_POINTS, PROGRESSIVE, KOYA, DIRECT_ENCOUNTER):
        yield function(held.wall_list)


GAMES: tuple[Callable[[], Iterable[object]], ...] = (
    tantrix,
    kdice,
    bridge,
    go,
    chess_tie_breaks,
)


def calls() -> list[Case]:
    """Every call that the published cases of all games make, once."""
    made: dict[tuple[str, str], Case] = {}
    call = Function.__call__

    def noted(function: Function, *arguments: Any, **named: Any) -> Any:
        value = call(function, *arguments, **named)
        in_order = [*arguments]
        for parameter in function.parameters[len(arguments) :]:
            in_order.append(named.get(parameter.name))
        while in_order and in_order[-1] is None:
            in_order.pop()
        case = Case(function.name, tuple(in_order), to_block(value), "published")
        made.setdefault((case.function, repr(case.arguments)), case)
        return value

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Function, "__call__", noted)
        for game in GAMES:
            list(game())
    return list(made.values())
