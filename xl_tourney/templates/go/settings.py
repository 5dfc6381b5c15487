"""The named cells of the go workbook: what a director chooses, and what formulas need beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...catalogue.expression import formula_of
from ...functions.go.bar import Start
from ...functions.go.opera import FORMULAS
from ...readers.entrants import BYE_NAMES
from ...readers.go.tournament import GoTournament
from ...readers.values import GRADES, NOTES
from ..parts.settings import Needs, Setting, constant, counted, one_of
from ..parts.table import TEXT_FORMAT, InputRule
from .placing import MAX_CRITERIA
from .ratings import FORMULA
from .rounds import per_round

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


SYSTEM = Setting(
    "System",
    "mcmahon, swiss or round-robin. McMahon counts the start scores; in a round robin "
    "direct comparison needs no games between all who are tied.",
    rule=one_of("mcmahon", "swiss", "round-robin"),
    if_left_out="the data says it; of a list with ranks mcmahon, else swiss",
)
OPERA_VARIANT = Setting(
    "OperaVariant",
    "text: OPERA as it is described; program: as its author's program counts.",
    rule=one_of("text", "program"),
)
MEETINGS = Setting(
    "Meetings",
    "How often two players may meet; more is reported. Blank for any number.",
    rule=InputRule("whole", "A whole number from 1, or blank.", 1),
    limits=(1, 9),
    if_left_out="as the data has it",
)
_RANK = InputRule("textLength", "A rank such as 3d or 12k, or blank.", 0, 4)
_PAIRED, _STONES = ("swiss", "mcmahon"), ("score", "rank")
"""The systems whose rounds are paired by scores, and what may be given stones by."""
_CRITERION = InputRule(
    "list", "Choose a criterion of the list beside, or clear the cell.", "{criteria[name]}"
)


def of(
    tournament: GoTournament,
    system: str,
    criteria: Sequence[str],
    variant: str,
    meetings: int,
    start: Start,
) -> list[Setting]:
    """What a director chooses: the named cells of the sheet Setup."""
    chosen = [*criteria, *[None] * MAX_CRITERIA][:MAX_CRITERIA]
    mcmahon = system == "mcmahon"
    return [
        SYSTEM.of(system),
        *(
            Setting(
                f"Criterion{k}",
                "The first placement criterion." if k == 1 else f"Criterion {k}; blank for none.",
                name,
                _CRITERION,
                part_of="PlacedBy",
            )
            for k, name in enumerate(chosen, 1)
        ),
        *_unplayed(tournament, mcmahon),
        Setting(
            "Handicap",
            "Whether stones given are added to an opponent's score in SOS, SOSOS and SODOS, and "
            "stones taken are taken off: yes in McMahon.",
            "yes" if mcmahon else "no",
            one_of("yes", "no"),
        ),
        OPERA_VARIANT.of(variant),
        Setting(
            "Rules",
            "Whose order of criteria is checked. egf: direct comparison below the score; aga: "
            "below the score, SOS and SODOS.",
            "egf",
            one_of("egf", "aga"),
        ),
        Setting(
            "Outsiders",
            "Whether rows of the wall list are missing: yes takes numbers without a name for "
            "opponents outside of it; no reports them.",
            "yes" if tournament.outsiders else "no",
            one_of("yes", "no"),
        ),
        MEETINGS.of(meetings),
        Setting(
            "McMahonBar",
            "Players of this rank and above, such as 3d, begin with the same score, each rank "
            "below with one less. A number in Start of the wall list goes before. Blank for none.",
            start.bar,
            _RANK,
            number_format=TEXT_FORMAT,
            needs=Needs("System", ("mcmahon",)),
        ),
        Setting(
            "McMahonFloor",
            "Players of this rank and below begin with 0; blank: the lowest rank in the list.",
            start.floor,
            _RANK,
            number_format=TEXT_FORMAT,
            needs=Needs("McMahonBar"),
        ),
        Setting(
            "PairedBy",
            "Who meets whom among equal scores, for xl-tourney pair: slip (first of the upper half "
            "with the first of the lower), fold (first with last), adjacent, or random.",
            "slip",
            one_of("slip", "fold", "adjacent", "random"),
            needs=Needs("System", _PAIRED, '"slip"'),
        ),
        Setting(
            "FloatsFrom",
            "Who of a group is paired with another group: from its middle, top or bottom.",
            "middle",
            one_of("middle", "top", "bottom"),
            needs=Needs("System", _PAIRED, '"middle"'),
        ),
        Setting(
            "StonesBy",
            "What handicaps are given by: none, the difference of score, or of rank.",
            "none",
            one_of("none", "score", "rank"),
            needs=Needs("System", _PAIRED, '"none"'),
        ),
        Setting(
            "StonesLess",
            "How many stones less than the difference.",
            1,
            InputRule("whole", "A whole number of stones.", 0, 9),
            needs=Needs("StonesBy", _STONES, "1"),
        ),
        Setting(
            "StonesMost",
            "The most stones.",
            9,
            InputRule("whole", "A whole number of stones.", 0, 9),
            needs=Needs("StonesBy", _STONES, "9"),
        ),
        Setting(
            "EvenFrom",
            "From this rank on nobody takes or gives stones, such as 1d; blank for no such rank.",
            rule=_RANK,
            number_format=TEXT_FORMAT,
            needs=Needs("StonesBy", _STONES),
        ),
        Setting(
            "ApartRounds",
            "In how many rounds from the first players of a club, or country, are kept apart.",
            2,
            InputRule("whole", "A whole number of rounds.", 0, 30),
            needs=Needs("System", _PAIRED, "2"),
        ),
    ]


def most_meetings(tournament: GoTournament) -> int:
    """How often two players meet at most in the data; once where there are no games."""
    opponents = (
        [cell.rstrip("bw0123456789").rstrip("/!+-=?") for cell in p.rounds if cell[:1] != "0"]
        for p in tournament.players
    )
    return max((row.count(number) for row in opponents for number in row if number), default=1)


def pair_figures(meetings: int) -> list[Setting]:
    """What the list of pairs needs; ``meetings`` is how often it has each pair."""
    return [
        constant("PairRoom", "how often the page What if can have two players meet.", meetings),
        counted(
            "PairMeets",
            "how often everybody is to meet everybody.",
            'IF(Meetings="",PairRoom,N(Meetings))',
        ),
    ]


def _unplayed(tournament: GoTournament, mcmahon: bool) -> list[Setting]:
    """What rounds without a game count."""

    def counts(name: str, description: str, value: str, *choices: str) -> Setting:
        rule = replace(one_of(*choices), message=f"one of {', '.join(choices)}")
        return Setting(name, f"What rounds without a game count {description}", value, rule)

    return [
        counts(
            "ScoreCounts",
            "for the score: down: 0+ a point, 0= a half, their sum rounded down; "
            "written: the same, not rounded.",
            tournament.score,
            *("down", "written"),
        ),
        counts(
            "NBWCounts",
            "for NBW: down or written as above; wins: 0= counts nothing.",
            tournament.nbw,
            *("down", "written", "wins"),
        ),
        counts(
            "SumsCount",
            "for the scores that SOS, SOSOS and SODOS add up: down or written as above; "
            "half: half a point each.",
            tournament.sums,
            *("down", "written", "half"),
        ),
        Setting(
            "Unplayed",
            "What a round without opponent adds to SOS: the own start score (McMahon), or nothing.",
            "start" if mcmahon else "nothing",
            one_of("start", "nothing"),
        ),
    ]


def constants(rounds: int, native: bool) -> list[Setting]:
    """What the rules fix, and what is counted: the named cells of the sheet Calculation."""
    highest = 'IF(COUNT({entries[start]})=0,MAX({score[level]}),"")'
    first_comparison = '""'
    for k in range(MAX_CRITERIA, 0, -1):
        otherwise = "0" if k == MAX_CRITERIA else first_comparison
        first_comparison = f'IF(OR(Criterion{k}="DC",Criterion{k}="DC place"),{k},{otherwise})'
    return [
        constant("FirstDan", "the rating of a 1 dan who has none.", 2100),
        constant("RankStep", "the rating from one rank to the next.", 100),
        constant("FirstPro", "the rating of a 1 professional dan who has none.", 2700),
        constant("ProStep", "the rating from one professional rank to the next.", 30),
        constant("NoFigure", "a criterion that cannot be known, to sort by.", -(10**9)),
        *(_opera() if native else ()),
        counted(
            "StoneShort",
            "the stone that a handicap is short of.",
            formula_of(lambda: FORMULA.stone_short),
        ),
        counted(
            "ByeRow",
            "the row of the wall list whose name is Bye: a game against it is a bye.",
            _bye_row(),
        ),
        *(
            counted(
                f"Label{k}", f"what criterion {k} is called in the standings.", _label(k), "Labels"
            )
            for k in range(1, MAX_CRITERIA + 1)
        ),
        counted("PlayersListed", "the players.", 'ROWS({score[name]})-COUNTIF({score[name]},"")'),
        counted(
            "RoundsEntered",
            "the rounds in which anybody has an entry.",
            f"SUM({{progress[{per_round('entered', rounds)}]}})",
        ),
        counted(
            "LastEntered",
            "the last round in which anybody has an entry.",
            "MAX({})".format(
                ",".join(f"{{progress[entered_{k}]}}*{k}" for k in range(1, rounds + 1))
            ),
        ),
        counted(
            "RatingsKnown",
            "the players with a rating, or a rank that gives one.",
            'SUMPRODUCT(({score[name]}<>"")*(({entries[rating]}<>"")+({score[grade]}>0)>0))',
        ),
        counted(
            "BarLevel",
            "the bar as a number; without one, and without any start score, the highest rank.",
            f'IF(McMahonBar="",{highest},{level_of(plain_rank("McMahonBar"))})',
        ),
        counted(
            "FloorLevel",
            "the floor as a number.",
            f'IF(McMahonFloor="",MIN({{score[level]}}),{level_of(plain_rank("McMahonFloor"))})',
        ),
        counted("UseHandicap", "whether sums count the stones.", 'Handicap="yes"'),
        counted("FirstDC", "the first criterion that is direct comparison.", first_comparison),
        counted("GroupSize", "players in the group in detail.", "COUNTIF({tied[group]},Group)"),
        counted(
            "GroupRow",
            "where that group begins.",
            "IF(GroupSize=0,0,MATCH(Group,{tied[group]},0))",
        ),
    ]


def plain_rank(rank: str) -> str:
    """A rank as it counts: 1d for 1 dan, 1 Dan, 1d? and 1段, as readers take it."""
    text = f"LOWER({rank})"
    words = [(word, letter) for letter, names in GRADES.items() for word in names if word != letter]
    for written, meant in [*((sign, "") for sign in f" -.{NOTES}"), *words]:
        text = f'SUBSTITUTE({text},"{written}","{meant}")'
    return text


def level_of(rank: str) -> str:
    """A plain rank as a number: 1 dan is 0, and each rank one; -30 where there is none."""
    number = f"IFERROR(VALUE(LEFT({rank},LEN({rank})-1)),1000)"
    scale = f'IFERROR(CHOOSE(FIND(RIGHT({rank}),"dkp"),{number}-1,0-{number},7),-30)'
    return f"IF(ABS({scale})>500,-30,{scale})"


def _bye_row() -> str:
    row = "0"
    for name in reversed(BYE_NAMES):
        row = f'IFERROR(MATCH("{name}",{{entries[name]}},0),{row})'
    return row


def _label(k: int) -> str:
    """The name of a criterion, with its number where the same stands above already."""
    before = "+".join(f"(Criterion{other}=Criterion{k})" for other in range(1, k))
    if not before:
        return f'Criterion{k}&""'
    numbers = ",".join(f'" ({text})"' for text in ORDINALS[1:k])
    return f'IF(Criterion{k}="","",Criterion{k}&CHOOSE(1+{before},"",{numbers}))'


_OPERA_FIGURES = (
    "the least A of OPERA, rating points by which a game is measured.",
    "the largest A of OPERA.",
    "up to this rating A is the largest.",
    "how much A falls with each rating point above.",
    "the least CON of OPERA, how far a game moves a rating.",
    "from this rating CON is the least.",
    "the rating points that CON is counted by.",
    "the rating points that a handicap stone is worth.",
)
"""What the named cells of the rating formula are, in the order of its figures."""
_A_AT_ZERO = formula_of(lambda: FORMULA.a_at_zero)


def _opera() -> list[Setting]:
    """The figures of OPERA, and of direct comparison, that native formulas need."""
    figures = zip(FORMULA[1:], _OPERA_FIGURES, FORMULAS["text"][1:], strict=True)
    return [
        *(constant(name.formula, description, value) for name, description, value in figures),
        counted("AZero", "A at a rating of 0, before its limits.", _A_AT_ZERO),
        counted(
            "AShare",
            "how much A falls with a rating point of a weaker opponent; the program does not.",
            formula_of(lambda: FORMULA.opponents_slope),
        ),
        counted(
            "WinParts",
            "the parts of a win that direct comparison counts; it drops halves but in a "
            "round robin.",
            'IF(System="round-robin",2,1)',
        ),
    ]
