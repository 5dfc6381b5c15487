"""The pages of the go workbook that are written out: checks, what it all means."""

from __future__ import annotations

from collections.abc import Sequence

from ..parts.checks import Check
from ..parts.pages import FILLING, SOURCES
from .placing import MAX_CRITERIA, STEPS
from .rounds import FAULTS, count_met_again, per_round
from .tables import CRITERIA


def has_no_results(rounds: int) -> str:
    """A formula: whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNT({{rounds[{per_round('code', rounds)}]}})=0"


def checks(rounds: int, native: bool) -> list[Check]:
    """What must hold."""
    games = f"{{rounds[{per_round('game', rounds)}]}}"
    statements = {
        "Every result can be read": "Write 14+, 10-, 5= or 7?, with /b3 behind it for colour and "
        "stones, ! for a forfeit; or 0+, 0=, 0-.",
        "Every opponent is on the list": "Correct the number, or add the player.",
        "Nobody meets himself": "Correct the opponent's number.",
        "Nobody meets two players in one round": "Correct the number in one of the rows.",
        "The two rows of every game agree": "Correct one of the two rows.",
    }
    of_rounds = [
        Check(
            statement,
            f"=COUNTIF({games},{fault})",
            f"{remedy} {_WHICH_ROUND}",
            "Wall list",
        )
        for fault, (statement, remedy) in enumerate(statements.items(), 1)
    ]
    meetings = Check(
        "No two players meet more often than they should",
        f"={count_met_again(games)}",
        "Remove the pairing that was entered twice, or raise Meetings on Setup.",
        "Wall list",
    )
    details = (
        Check(
            "The two rows agree on colours, stones and forfeits",
            f"=COUNTIF({games},{len(FAULTS)})",
            f"Correct one of the two rows; a game with stones needs a colour. {_WHICH_ROUND}",
            "Wall list",
        )
        if native
        else _accepted(rounds)
    )
    ended = [_iterations_end()] if native else []
    return [*of_rounds, meetings, *_of_players(), details, *_of_options(), *ended]


_WHICH_ROUND = "The column Problem says which round."


def _iterations_end() -> Check:
    return Check(
        "Direct comparison comes to its end",
        "=SUM({score[unsettled]})",
        "So many players are separated by the last iteration that there is room for: another one "
        "could go on. Place them by hand, or put a criterion before DC.",
        "Tied groups",
    )


def _of_players() -> list[Check]:
    return [
        Check(
            "All wins are as many as all losses",
            "=ABS(SUM({score[balance]}))",
            "So many wins, or losses, too many: look for rows that disagree.",
            "Wall list",
        ),
        Check(
            "Nobody is listed twice",
            "=SUM({score[again]})",
            "Remove the second entry, or tell two players of one name apart, as by their club.",
            "Wall list",
        ),
        Check(
            "Every row with results has a name",
            "=SUM({score[nameless]})",
            "Fill in the name, or remove the results.",
            "Wall list",
        ),
        Check(
            "Everybody has an entry in every round that was held",
            "=SUM({score[gaps]})",
            "Fill in the blank cells: 0- for an absence, 7? for a game without result yet.",
            "Wall list",
        ),
        Check(
            "Everybody has a start score, in a McMahon",
            "=SUM({score[no_start]})",
            "Fill in Start: the McMahon score before the first round.",
            "Wall list",
        ),
        Check(
            "Everybody has a rating or a rank, or nobody has",
            "=IF(RatingsKnown=0,0,PlayersListed-RatingsKnown)",
            "OPERA takes a missing rating as 0: fill in Rating, or a rank such as 5k or 3d.",
            "Wall list",
        ),
    ]


def _accepted(rounds: int) -> Check:
    """What our functions refuse, round by round; it is more than the sheet Rounds compares."""
    refused = "+".join(
        f"IF(ISERROR(SUM(NBW({{entries[r_{k}]}}))),1,0)" for k in range(1, rounds + 1)
    )
    return Check(
        "Every round can be counted",
        f"={refused}",
        "So many rounds hold something that does not agree, also in colours, stones or forfeits. "
        "Until it is mended nothing can be calculated.",
        "Wall list",
    )


def _of_options() -> list[Check]:
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
            "The options can be used",
            "=" + "+".join(wrong_options),
            "Choose from the list of each cell; Meetings is a whole number from 1, or blank.",
            "Setup",
        ),
        Check(
            "All chosen criteria could be calculated",
            "=SUM({score[broken]})",
            "So many players have no figure: mend what the lines above say; a column that is wrong "
            "as a whole has its reason in one cell of the wall list.",
            "Calculation",
        ),
    ]


def read_me(left_out: Sequence[str], comparisons: int) -> dict[str, list[tuple[str, str]]]:
    """The text of the first page; ``comparisons`` is how many iterations native formulas make.

    Without native formulas it is 0.
    """
    missing = [
        (
            "Not here",
            f"The data is also placed by {', '.join(left_out)}, which this workbook does not "
            "have: places that it decides can differ.",
        )
    ]
    iterated = [
        (
            "Iterations",
            f"DC place compares those still tied {comparisons} times; the sheet Checks says when "
            "that does not come to an end.",
        )
    ]
    return {
        FILLING: [
            (
                "Wall list",
                "One player a row. In each round the opponent's No. and the result: 14+ won, 10- "
                "lost, 5= jigo, 7? not yet played. 14+/b3 adds the colour and the handicap stones, "
                "22+! is a forfeit. Without an opponent: 0+ bye, 0= half point, 0- absent.",
            ),
            (
                "Both rows",
                "Every game stands there twice. Until both rows agree "
                f"{'that game is not counted' if comparisons else 'nothing can be calculated'}; "
                "the column Problem and the sheet Checks say where.",
            ),
            ("Setup", "Choose system and criteria; the standings follow at once."),
        ],
        "What the tables say": [
            *(missing if left_out else []),
            ("Decided by", "The criterion that separates a player from all others, or tied."),
            *CRITERIA.items(),
            *(iterated if comparisons else []),
            (
                "In a Swiss",
                "In Swiss and McMahon direct comparison gives 0 to all who are tied unless every "
                "two of them met, equally often. In a round robin it always counts.",
            ),
            (
                "Ratings",
                "OPERA rates all games from the ratings before the tournament. Where there is "
                "none, the rank stands for it: 1 dan is 2100, a rank 100.",
            ),
        ],
        SOURCES: [
            (
                "Criteria",
                "European Go Federation, Tournament System Rules; OpenGotha's help for the sums "
                "over handicap games and rounds without an opponent.",
            ),
            (
                "DC",
                "Direct comparison as the European Go Federation defines it; Sensei's Library "
                "shows its iterations. OpenGotha's DC and SDC follow other rules.",
            ),
            ("OPERA", "The OPERA Tiebreaker page of the wiki of Ire."),
        ],
    }
