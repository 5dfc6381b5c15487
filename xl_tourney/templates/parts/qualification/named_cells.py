"""The named cells of a race: what results are worth, how exact its figures are, what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from ..settings import Setting, constant, counted
from .race import TemplateRace

ASK = "For exact ones run xl-tourney whatif BOOK."
ASK_AND_KEEP = "For exact ones run xl-tourney whatif BOOK --write."
ADVICE = (ASK, ASK_AND_KEEP)
"""What a note on the race says to the director, and not to readers."""
SECONDS = 2
"""How long a column of our functions may search."""


def figures(race: TemplateRace, has_functions: bool) -> list[Setting]:
    """The named cells of a race; the results of a game by their worth are ``RaceScores``."""
    count = len(race.worths)
    best = '=IF(RaceOn=0,"",MAX(RaceWorths))'
    scores = [Setting("RaceScore1", _SCORE, formula=best, part_of="RaceScores")]
    for at in range(2, count + 1):
        above = f"RaceScore{at - 1}"
        lower = f'COUNTIF(RaceWorths,"<"&{above})'
        scores.append(
            Setting(
                f"RaceScore{at}",
                _SCORE,
                formula=f'=IF({above}="","",IF({lower}=0,"",SMALL(RaceWorths,{lower})))',
                part_of="RaceScores",
            )
        )
    problem = f'IF(MAX(RaceWorths)>MIN(RaceWorths),{race.problem},"all results are worth the same")'
    rules = '&"/"&'.join(
        f'IF(RaceScore{at}="","",ROUND(RaceScore{at}*RaceScale,0))' for at in range(1, count + 1)
    )
    noun = f"{race.team}s"
    return [
        constant("RaceDecimals", "points are rounded to this.", 6),
        constant(
            "RaceOutcomes",
            "a win, a draw, a loss; with more results, an assumption is typed in points.",
            3,
        ),
        constant(
            "RaceStep",
            "in which steps the points of a game are split; 0: only whole results.",
            race.step,
        ),
        *(
            counted(f"RaceWorth{at}", "what a result is worth.", worth, part_of="RaceWorths")
            for at, worth in enumerate(race.worths, 1)
        ),
        counted(
            "RaceProblem",
            "why it is not worked out who can still finish where; blank otherwise.",
            f'IF(SUM({{matches[to_play]}})=0,"",{problem})',
        ),
        counted(
            "RaceOn",
            "1 while there are games to come from which it can be worked out.",
            'IF(SUM({matches[to_play]})=0,0,IF(RaceProblem="",1,0))',
        ),
        *scores,
        counted("RaceLast", "what the worst result is worth.", 'IF(RaceOn=0,"",MIN(RaceWorths))'),
        counted(
            "RaceResults",
            "how many results a game can have.",
            'IF(RaceOn=0,"",IF(RaceStep>0,ROUND((RaceScore1-RaceLast)/RaceStep,0)+1,'
            "COUNT(RaceScores)))",
        ),
        counted(
            "RacePlaces",
            f"the places above the line, at most as many as {noun} are in the race.",
            f'IF(RaceOn=0,"",MAX(1,MIN({race.places},COUNT({race.points_column}))))',
        ),
        *_settings_of_figures(race, has_functions, rules),
    ]


def _settings_of_figures(race: TemplateRace, has_functions: bool, rules: str) -> list[Setting]:
    if race.is_bounded:
        note = (
            '"Best and worst place are bounds: they look at the games that are left, and not at '
            f'who plays whom."&" {ASK}"'
        )
        formula = f'IF(RaceProblem<>"",RaceProblem,IF(RaceOn=0,"",{note}))'
        return [counted("RaceNote", "how exact the figures of the race are.", formula)]
    return [
        *(_function_settings(race) if has_functions else _saved_figure_settings(race, rules)),
        *_what_if_settings(race, has_functions),
    ]


_SCORE = "Counted: what a result is worth, the best first."


def _function_settings(race: TemplateRace) -> list[Setting]:
    return [
        *(
            counted(f"RaceCriterion{k}", "what decides a tie.", formula, part_of="RaceCriteria")
            for k, formula in enumerate(race.criteria, 1)
        ),
        constant("RaceSeconds", "how many seconds a column may search.", SECONDS),
        counted("RaceKnown", "whether the figures of the race are exact.", "RaceOn"),
        counted(
            "RaceNote",
            "how exact the figures of the race are.",
            'IF(RaceProblem<>"",RaceProblem,'
            + (
                f'IF(RaceOn=0,"",IF({race.exact_but}="","",'
                f'"Best and worst place are exact"&{race.exact_but}&"."))'
                if race.exact_but
                else '""'
            )
            + ")",
        ),
    ]


def _saved_figure_settings(race: TemplateRace, rules: str) -> list[Setting]:
    stale = (
        '"Best and worst place are bounds, for the results have changed since they were worked '
        f'out."&" {ASK_AND_KEEP}"'
    )
    never = f'"Best and worst place are bounds."&" {ASK_AND_KEEP}"'
    but = f"&{race.exact_but}" if race.exact_but else ""
    of_results = '" after "&KnownResults&" results"&IF(KnownAsOf="","",", as of "&KnownAsOf)'
    return [
        constant(
            "RaceScale", "points are compared as whole multiples of one part of so many.", 1000000
        ),
        counted(
            "RaceWidth",
            "how many figures of a kept scenario a game has.",
            'IF(RaceOn=0,"",LEN(RaceResults-1))',
        ),
        counted(
            "RaceRules",
            "what results are worth and the step, times RaceScale, the places, what decides.",
            f'IF(RaceOn=0,"",{rules}&"; "&ROUND(RaceStep*RaceScale,0)&"; "&RacePlaces'
            + (f'&"; "&{race.decided_by})' if race.decided_by else ")"),
        ),
        Setting(
            "KnownRules",
            "Kept by xl-tourney: RaceRules when the exact figures were worked out.",
            fixed=True,
        ),
        Setting(
            "KnownResults", "Kept by xl-tourney: how many results there were then.", fixed=True
        ),
        Setting("KnownAsOf", "Kept by xl-tourney: from when they were.", fixed=True),
        counted(
            "RaceKnown",
            "1 while points, games and rules are those of the kept figures.",
            "IF(RaceOn=0,0,IF(KnownRules=RaceRules,"
            f"IF(SUM({{{race.table}[moved]}})+SUM({{matches[changed]}})=0,1,0),0))",
        ),
        counted("RaceResultsNow", "how many results there are.", f"{race.results}"),
        counted(
            "RaceNote",
            "how exact the figures of the race are.",
            'IF(RaceProblem<>"",RaceProblem,IF(RaceOn=0,"",IF(RaceKnown=1,'
            f'"Best and worst place are exact"{but}&{of_results}&".",'
            f'IF(KnownRules="",{never},{stale}))))',
        ),
    ]


def _what_if_settings(race: TemplateRace, has_functions: bool) -> Iterator[Setting]:
    """The question of the page What if, and whether it can come true."""
    names, points = race.column("name"), race.points_column
    yield counted(
        "WhatIfNo",
        f"the number of the {race.team} chosen on the page What if.",
        f'IF(RaceOn=0,0,SUMPRODUCT(({names}=WhatIfTeam)*({points}<>"")*{race.column("no")}))',
    )
    usable = f"AND(WhatIfPlaces>=1,WhatIfPlaces<=COUNT({points}),INT(WhatIfPlaces)=WhatIfPlaces)"
    yield counted(
        "WhatIfLine",
        "how many places are to be reached or missed.",
        'IF(RaceOn=0,"",IF(WhatIfPlaces="",RacePlaces,IF(ISNUMBER(WhatIfPlaces),'
        f'IF({usable},WhatIfPlaces,""),"")))',
    )

    def can(wish: str, key: str, compared: str, otherwise: str) -> str:
        place = f"INDEX({race.column(key)},WhatIfNo)"
        possible = f'IF(ISNUMBER({place}),IF({place}{compared}WhatIfLine,1,0),"")'
        return f'IF(WhatIfWish="{wish}",{possible},{otherwise})'

    either = can("reach", "best_place", "<=", can("miss", "worst_place", ">", '""'))
    yield counted(
        "WhatIfCan",
        "1 if the wish can come true, 0 if it cannot, blank if it is not known.",
        'IF(WhatIfNo=0,"",IF(WhatIfLine="","",'
        f'IF(OR(WhatIfWish="best",WhatIfWish="worst"),1,{either})))',
    )
    if has_functions:
        return
    up, down = (f"INDEX({race.column(f'known_{key}')},WhatIfNo)" for key in ("up", "down"))
    yield counted(
        "WhatIfResults",
        "the kept results with which it comes true.",
        'IF(RaceKnown=0,"",IF(WhatIfCan=1,'
        f'IF(OR(WhatIfWish="best",WhatIfWish="reach"),{up},{down})&"",""))',
    )
