"""The pages of the go workbook that are written out: checks, what it all means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..parts import games as page_of_games
from ..parts.checks import OPTIONS, Check, count_of, read_checks
from ..parts.columns import progress_of_rounds
from ..parts.pages import read_first_page
from ..parts.qualification import page as what_if
from ..parts.qualification.terms import terms
from .placing import MAX_CRITERIA, STEPS
from .race import RACE
from .rounds import (
    per_round,
)

ABSENT = 99
"""The place among the criteria of one that is not there."""


def has_no_results(rounds: int) -> str:
    """A formula: whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNT({{rounds[{per_round('opponent', rounds)}]}})=0"


def checks(rounds: int, native: bool, with_games: bool, with_pairs: bool) -> list[Check]:
    """What must hold."""
    written = read_checks(
        "go",
        faults=f"{{rounds[{per_round('fault', rounds)}]}}",
        again=f"{{rounds[{per_round('again', rounds)}]}}",
    )
    of_games = [page_of_games.check("listed")] if with_games else []
    qualification = [what_if.check(RACE)] if with_pairs else []
    return [
        *written["faults of rounds"],
        page_of_games.STANDS_TWICE,
        *written["met again"],
        *written["players"],
        *_option_checks(),
        *written["criteria"],
        *(written["iterations"] if native else ()),
        *of_games,
        *qualification,
        Check(
            "Every game has a result",
            f"=SUM({{progress[{per_round('open', rounds)}]}})",
            "So many games wait for theirs: write + or - in place of ?, or the result on Games.",
            "Wall list",
            progress=progress_of_rounds("progress", rounds),
        ),
        Check(
            "Everybody has an entry in the last round",
            "=SUM({score[missing]})",
            "Fill in the blank cells: 0- for an absence, 7? for a game without result yet.",
            "Wall list",
            progress=count_of("player", " without an entry")
            + '&IF(LastEntered=0,""," in round "&LastEntered)',
        ),
    ]


def _option_checks() -> list[Check]:
    unknown = "+".join(
        f'IF(Criterion{k}="",0,IF(ISNUMBER(MATCH(Criterion{k},{{criteria[name]}},0)),0,1))'
        for k in range(1, MAX_CRITERIA + 1)
    )
    gaps = "+".join(
        f'IF(AND(Criterion{k}="",Criterion{k + 1}<>""),1,0)' for k in range(1, MAX_CRITERIA)
    )

    dc = 'OR(Criterion{0}="DC",Criterion{0}="DC place")'
    separated = "+".join(
        f"IF(AND({dc.format(k)},FirstDC<{k},NOT({dc.format(k - 1)})),1,0)"
        for k in range(2, MAX_CRITERIA + 1)
    )
    repeated = "+".join(f'IF(Criterion{k}="DC",1,0)' for k in range(1, MAX_CRITERIA + 1))
    separated += f"+MAX(0,{repeated}-{STEPS})"

    def one_of(name: str, *choices: str) -> str:
        return "IF(OR(" + ",".join(f'{name}="{choice}"' for choice in choices) + "),0,1)"

    wrong_options = [
        one_of("System", "mcmahon", "swiss", "round-robin"),
        one_of("ScoreCounts", "down", "written"),
        one_of("NBWCounts", "down", "written", "wins"),
        one_of("SumsCount", "down", "written", "half"),
        one_of("Unplayed", "start", "nothing"),
        one_of("Handicap", "yes", "no"),
        one_of("OperaVariant", "text", "program"),
        one_of("Rules", "egf", "aga"),
        one_of("Outsiders", "yes", "no"),
        'IF(Meetings="",0,IF(ISNUMBER(Meetings),IF(Meetings>=1,0,1),1))',
    ]
    return [
        Check(
            "The criteria can be used",
            f'={unknown}+{gaps}+{separated}+IF(Criterion1="",1,0)',
            "Choose them from the list beside, without a gap, the first not blank; all direct "
            "comparisons one below the other.",
            "Setup",
        ),
        Check(
            "Direct comparison stands where the rules have it",
            f"={_comparison_too_early()}",
            "Below the score: NBW, DC, or MMS, SOS, DC. By the AGA (Rules on Setup) only below the "
            "score, SOS and SODOS: NBW, SOS, SODOS, DC.",
            "Setup",
        ),
        Check(
            OPTIONS,
            "=" + "+".join(wrong_options),
            "Choose from the list of each cell; Meetings is a whole number from 1, or blank.",
            "Setup",
        ),
    ]


def _comparison_too_early() -> str:
    """How many criteria the rules have above direct comparison that do not stand there."""

    def stands(name: str, otherwise: int) -> str:
        return f'IFERROR(MATCH("{name}",PlacedBy,0),{otherwise})'

    score = f"MIN({stands('NBW', ABSENT)},{stands('MMS', ABSENT)})"
    by_egf = f"IF({score}={ABSENT},0,IF({score}>FirstDC,1,0))"
    by_aga = f"IF({score}>FirstDC,1,0)" + "".join(
        f"+IF({stands(name, ABSENT)}>FirstDC,1,0)" for name in ("SOS", "SODOS")
    )
    return f'IF(FirstDC=0,0,IF(Rules="aga",{by_aga},{by_egf}))'


_PAIRS = (
    "It and the next four are there while games are to come: of all pairs that have not met as "
    "often as Meetings on Setup says."
)


def read_me(
    left_out: Sequence[str],
    criteria: Mapping[str, str],
    comparisons: int,
    games: bool,
    with_pairs: bool,
) -> dict[str, list[tuple[str, str]]]:
    """The text of the first page; ``comparisons`` is how many iterations native formulas make.

    Without native formulas it is 0.
    """
    missing = (
        f"The data is also placed by {', '.join(left_out)}, which this workbook does not have: "
        "places that it decides can differ."
    )
    return read_first_page(
        "go",
        {"native": comparisons},
        {
            "games": [page_of_games.READ_ME] if games else [],
            "not here": [("Not here", missing)] if left_out else [],
            "criteria": criteria.items(),
            "race": terms("wins", "player", _PAIRS) if with_pairs else [],
        },
        comparisons=comparisons,
    )
