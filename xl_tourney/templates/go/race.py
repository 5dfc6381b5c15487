"""Who can still finish where in a round robin of go: when that is known, the pairs, the columns."""

from __future__ import annotations

from ..parts.qualification import pairs
from ..parts.qualification.race import TemplateRace, settled, team_columns
from ..parts.table import Column
from .placing import for_player
from .rounds import IN_AN_EXTRACT, per_round, row_of_rounds, without_opponent


def _open(what: str, column: str) -> str:
    """A sentence about the first player whose row holds 1 in a column."""
    return f'INDEX({{score[name]}},MATCH(1,{{score[{column}]}},0))&"{what}"'


_PROBLEMS = {
    f'System<>"{pairs.SYSTEM}"': '"This event pairs round by round: who else meets whom is not '
    'fixed (System on Setup)"',
    'AND(Criterion1<>"NBW",Criterion1<>"MMS")': '"The first criterion is not the number of wins '
    '(NBW or MMS)"',
    IN_AN_EXTRACT: '"Rows of the wall list are missing (Outsiders on Setup is yes)"',
    "PairMeets>PairRoom": '"There is room for so many games of each pair: "&PairRoom',
    "SUM({score[race_gone]})>0": _open(
        " has left, and a game is open: enter it with its result by forfeit", "race_gone"
    ),
    "MAX({score[race_byes]})>MIN({score[race_byes]})": '"Some have more points without an '
    'opponent than others: enter rounds without a game as absences"',
}
"""The conditions under which there is no race, with the reasons."""


def _problem_of_race() -> str:
    formula = '""'
    for condition, sentence in reversed(_PROBLEMS.items()):
        formula = f"IF({condition},{sentence},{formula})"
    return formula


RACE = TemplateRace(
    is_in='{row[name]}<>""',
    points='N(IF(Criterion1="MMS",{row[mms]},{row[nbw]}))',
    length="PairMeets*(PlayersListed-1)",
    problem=_problem_of_race(),
    worths=("1", "IF(SUM({score[race_jigos]})>0,1/2,0)", "0"),
    places="1",
    results="SUMIFS({matches[met]},{matches[meeting]},1)",
    team="player",
    table="score",
    sides=pairs.SIDES,
    inputs=pairs.INPUTS,
    is_by_number=True,
)
"""Who can still finish where in a round robin: a game can end in a jigo once one has."""


def pair_columns(count: int) -> list[Column]:
    """The pairs, and the games that they have by the wall list."""
    opponents, results, to_play = (
        f"INDEX({{rounds[{per_round(key, count)}]}},{{row[no_low]}},0)"
        for key in ("opponent", "result", "open")
    )
    met = f'COUNTIFS({opponents},{{row[no_high]}},{results},"<4")'
    return [*pairs.columns(RACE, met, f"MATCH({{row[no_high]}},{to_play},0)")]


def race_columns(count: int) -> list[Column]:
    """What decides whether there is a race, and who can still finish where."""
    opponents, results = (row_of_rounds(key, count) for key in ("opponent", "result"))
    jigos = f'COUNTIFS({opponents},">0",{results},3)'
    wins, halves = (f"COUNTIFS({without_opponent(count, result)})" for result in (1, 3))
    to_come = "+".join(
        f"COUNTIFS({{matches[no_{side}]}},{{row[no]}},{{matches[to_play]}},1)"
        for side in pairs.SIDES
    )
    return [
        for_player("race_jigos", "Jigos", jigos),
        for_player("race_byes", "Points without opponent", f"{wins}+{halves}/2", width=11),
        for_player(
            "race_gone",
            "Left with a game to come",
            f"IF({{rounds.row[gone]}}>{count},0,IF({to_come}>0,1,0))",
            width=11,
        ),
        *team_columns(RACE),
        for_player.left("state", "Settled", settled('""'), width=11),
    ]
