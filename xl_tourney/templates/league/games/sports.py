"""What some sports count beside scores: bonus points, a second figure, rates, named places."""

from __future__ import annotations

from collections.abc import Iterator

from ...parts.columns import for_listed, if_listed
from ...parts.settings import Setting
from ...parts.table import Column, InputRule
from ..rules.criteria import means, rate, ratio
from ..rules.rules import Rules

BALLS = 6
"""The balls of an over."""
ALL_OUT = 10


def second_of(side: str, rules: Rules) -> str:
    """The second figure of a side of a game; of overs the balls, all of them when all were out."""
    typed = f"N({{results.row[{side}_second]}})"
    if not rules.overs:
        return typed
    balls = f"ROUND(Balls*INT({typed})+10*({typed}-INT({typed})),0)"
    return f"IF(N({{results.row[{side}_wickets]}})>={ALL_OUT},Balls*FullOvers,{balls})"


def bonus_of(side: str, opponent: str, own: str, other: str, rules: Rules) -> str:
    """The bonus points of a side of a game: those typed in, or else as the rules give them."""
    bonus, terms = rules.bonus, []
    if bonus.lost_by is not None:
        terms.append(
            f"IF(ISNUMBER(LosingBonus),IF(AND({own}<{other},{other}-{own}<=LosingBonus),1,0),0)"
        )
    mine, theirs = f"{{row[{side}_second]}}", f"N({{results.row[{opponent}_second]}})"
    if bonus.second is not None:
        terms.append(f"IF(ISNUMBER(SecondBonus),IF({mine}>=SecondBonus,1,0),0)")
    if bonus.second_ahead is not None:
        ahead = f"AND({own}>{other},{mine}-{theirs}>=AheadBonus)"
        terms.append(f"IF(ISNUMBER(AheadBonus),IF({ahead},1,0),0)")
    typed = f"{{results.row[{side}_bonus]}}"
    return f"IF(ISNUMBER({typed}),{typed},{'+'.join(terms) or '0'})"


def most_bonus(rules: Rules) -> str:
    """How many bonus points a team can get in a game that it wins: a formula."""
    bonus = rules.bonus
    if bonus.typed is not None:
        return "N(MostBonus)"
    names = {"SecondBonus": bonus.second, "AheadBonus": bonus.second_ahead}
    counted = [f"IF(ISNUMBER({name}),1,0)" for name, value in names.items() if value is not None]
    return "+".join(counted) or "0"


def figures(rules: Rules) -> Iterator[Column]:
    """The figures of a team that some sports are placed by, as criteria look at them."""
    if rules.scores:
        scored = ratio("{row[scored]}", "{row[conceded]}")
        yield for_listed("ratio", "Ratio", scored, said="{scored} to {conceded}: {ratio}.")
    if not rules.second:
        return
    what, own, other = rules.second.capitalize(), "{row[second_for]}", "{row[second_against]}"
    both = if_listed("{row[home_second_for]}+{row[away_second_for]}")
    if rules.overs:
        of_all = rate("{row[scored]}", "{row[conceded]}", own, other)
        said = (
            "{scored} runs from {second_for} balls, less {conceded} from {second_against}, an "
            "over: {rate}."
        )
        yield for_listed("rate", "Net run rate", of_all, said=said)
        yield Column("second_for", f"{what} for", both)  # no criterion: behind those that are
        return
    yield Column("second_for", f"{what} for", both)
    yield for_listed("second_difference", f"{what} difference", f"{own}-{other}")
    said = "{second_for} to {second_against}: {second_ratio}."
    yield for_listed("second_ratio", f"{what} ratio", ratio(own, other), said=said)
    mean = f"IF({{row[played]}}=0,0,{own}/{{row[played]}})"
    for (name, (key, _)), sign in zip(means(rules).items(), ("", "-")):
        if name in rules.criteria:
            said = "{second_for} in {played} games."
            yield for_listed(key, name, f"{sign}({mean})" if sign else mean, said=said)


# Lines --------------------------------------------------------------------------------------------

_PLACE = InputRule("whole", "A place from 1, or from the last, which is -1.", -100, 100)


def line_settings(rules: Rules) -> Iterator[Setting]:
    """The named cells of places that have a name."""
    for k, line in enumerate(rules.lines, 1):
        yield Setting(f"Line{k}Name", "What these places are called; blank for none.", line.name)
        yield Setting(f"Line{k}From", "From this place; -1 is the last.", line.first, _PLACE)
        yield Setting(f"Line{k}To", "To this place.", line.last, _PLACE)


def zones(rules: Rules) -> Iterator[Column]:
    """The name of the place that a team has."""
    if not rules.lines:
        return
    last = "{row[size]}" if rules.has_groups and not rules.split else "TeamsListed"
    place, formula = "{seeds.row[seed]}" if rules.conferences else "{row[place]}", '""'
    for k in range(len(rules.lines), 0, -1):
        first, to = f"Line{k}From", f"Line{k}To"
        counted = f"IF(N({first})<0,{place}-{last}-1,{place})"
        inside = f"AND(ISNUMBER({first}),{counted}>=N({first}),{counted}<=N({to}))"
        formula = f'IF({inside},Line{k}Name&"",{formula})'
    yield for_listed.left("zone", "Goes to", formula, width=16)
