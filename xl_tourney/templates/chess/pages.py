"""The pages of the chess workbook that are written out: checks, what it all means."""

from __future__ import annotations

from collections.abc import Sequence

from ...functions.chess.rule_sets import RULE_SETS
from ..parts import games
from ..parts.checks import OPTIONS, Check, count_of, read_checks
from ..parts.columns import progress_of_rounds
from ..parts.pages import read_first_page
from .rounds import FAULTS, per_round
from .settings import SYSTEMS


def nothing(rounds: int) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNT({{rounds[{per_round('code', rounds)}]}})=0"


def checks(rounds: int, slots: int, native: bool, encounter: bool, with_games: bool) -> list[Check]:
    """What must hold."""
    written = read_checks("chess", kinds=f"{{rounds[{per_round('kind', rounds)}]}}")
    assert len(written["faults of rounds"]) == len(FAULTS)
    return [
        *written["faults of rounds"],
        *written["rounds"],
        Check(
            "Everybody has an entry in the last round",
            "=SUM({score[missing]})",
            "Fill in the blank cells: Z for an absence, 12w for a game without result yet.",
            "Wall list",
            progress=count_of("player", " without an entry in round ") + "&LastHeld",
        ),
        Check(
            "Everybody on the list has entries",
            "=PlayersListed-PlayersRanked",
            "Fill in the row, or remove the player: without an entry nobody is ranked.",
            "Wall list",
            progress=count_of("player", " without an entry"),
        ),
        Check(
            "Every game has a result",
            "=SUM({score[open]})/2",
            "So many games wait for theirs: write 1, ½ or 0 behind the colour in both rows.",
            "Wall list",
            progress=progress_of_rounds("calendar", rounds),
        ),
        games.STANDS_TWICE,
        *written["players"],
        *written["ratings"],
        *_rule_checks(range(1, slots + 1)),
        *_option_checks(range(1, slots + 1), native),
        *([games.check("paired")] if with_games else ()),
        *_variant_checks(rounds, native, encounter),
    ]


def _rule_checks(slots: range) -> list[Check]:
    barred = "+".join(
        f'IF(OR(LEFT(TieBreak{k},2)="BH",LEFT(TieBreak{k},2)="FB",LEFT(TieBreak{k},3)="AOB"),1,0)'
        for k in slots
    )
    return [
        Check(
            "The tie-breaks are for this system",
            f"=IF(RoundRobin*DummyCapped=0,0,{barred})",
            "From 2026 on BH, FB and AOB are not for round robins (note to Article 8): choose "
            "others on Setup.",
            "Setup",
        ),
    ]


def _option_checks(slots: range, native: bool) -> list[Check]:
    known = "+".join(f'IF(TieBreak{k}="",0,IF(Slot{k}=0,1,0))' for k in slots)
    gaps = "+".join(f'IF(AND(TieBreak{k}="",TieBreak{k + 1}<>""),1,0)' for k in slots[:-1])
    encounters = "+".join(f'IF(LEFT(TieBreak{k},2)="DE",1,0)' for k in slots)
    once = f"+MAX(0,{encounters}-1)" if native else ""
    rules = ",".join(f'Rules&""="{name}"' for name in RULE_SETS)
    systems = ",".join(f'System="{name}"' for name in SYSTEMS)
    points = (
        "IF(COUNT(Win,Draw,Loss,ByePoints)<4,1,IF(AND(Win>Draw,Draw>=Loss,Loss>=0,"
        "ByePoints>=0,ByePoints<=Win),0,1))"
    )
    return [
        Check(
            "The tie-breaks can be used",
            f'={known}+{gaps or 0}{once}+IF(TieBreak1="",1,0)',
            "Choose them from the list beside, without a gap, direct encounter once; what the "
            "list does not have, xl-tourney new chess --tiebreaks puts into a new workbook.",
            "Setup",
        ),
        Check(
            OPTIONS,
            f"=IF(OR({rules}),0,1)+IF(OR({systems}),0,1)+{points}"
            '+IF(OR(OnePrize="yes",OnePrize="no"),0,1)+SUM({cutoffs[refused]})'
            '+IF(Unrated="",0,IF(ISNUMBER(Unrated),IF(Unrated>0,0,1),1))',
            "Choose from the list of each cell; a win gives more than a draw, a draw not less "
            "than a loss, the allocated bye not more than a win; categories of prizes have whole "
            "numbers.",
            "Setup",
        ),
    ]


def _variant_checks(rounds: int, native: bool, encounter: bool) -> list[Check]:
    """What only native formulas, or only our functions, need."""
    if not native:
        refused = "+".join(
            f"IF(ISERROR(SUM(CHESS_POINTS({{rounds[clean_{k}]}}))),1,0)"
            for k in range(1, rounds + 1)
        )
        return [
            Check(
                "Every round can be counted",
                f"={refused}",
                "So many rounds hold something that does not agree. Until it is mended nothing can "
                "be calculated.",
                "Wall list",
            )
        ]
    return [
        Check(
            "Direct encounter comes to its end",
            f"=IF(FirstDE=0,0,{'SUM({score[unsettled]})' if encounter else '1'})",
            "So many players could be separated by one step more than there is room for: place "
            "them by hand, or let xl-tourney make the workbook with --functions addin.",
            "Calculation",
        )
    ]


MOST_WARNINGS = 5
"""How many oddities of the file the first page lists."""


def read_me(
    left_out: Sequence[str], warnings: Sequence[str], all_codes: bool, with_games: bool
) -> dict[str, list[tuple[str, str]]]:
    """The text of the first page."""
    of_the_file = [("Not here", f"{sentence}.") for sentence in left_out]
    of_the_file += [("In the file", warning) for warning in warnings[:MOST_WARNINGS]]
    by_page = [games.READ_ME] if with_games else []
    return read_first_page(
        "chess", {"all": all_codes}, {"games": by_page, "of the file": of_the_file}
    )
