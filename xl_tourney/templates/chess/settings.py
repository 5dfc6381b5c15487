"""The named cells of the chess workbook: what a director chooses, and what formulas need beside."""

from __future__ import annotations

from collections.abc import Sequence

from ...catalogue.expression import formula_of
from ...functions.chess.codes import ALIASES, Criterion
from ...functions.chess.criteria.arithmetic import games_each
from ...functions.chess.rule_sets import RULE_SETS
from ...readers.chess.pairing_records import is_baku, read_pairing_records
from ...readers.chess.tournament import ChessTournament
from ..parts.settings import Needs, Setting, one_of
from ..parts.table import TEXT_FORMAT, InputRule
from .codes import individual, words_of
from .tie_breaks.values import begins_with

SYSTEMS = ("swiss", "round-robin", "rematch")
RULES = Setting(
    "Rules",
    "The text of FIDE's C.07: 2026 is in force from 1 March 2026, 2024 from 1 April 2024, "
    "2023 from 1 September 2023. The tournament's first day picks it.",
    rule=one_of(*RULE_SETS),
    number_format=TEXT_FORMAT,
    if_left_out="the first day in the data says it, else the newest",
)
SYSTEM = Setting(
    "System",
    "swiss; round-robin: pairings fixed beforehand, so that forfeits count as games; "
    "rematch: a Swiss in which two may meet again.",
    rule=one_of(*SYSTEMS),
    if_left_out="the data says it, else swiss",
)
UNRATED = Setting(
    "Unrated",
    "The rating that unrated players count with. Blank: with an unrated player the "
    "tie-breaks of Article 10 decide nothing.",
    rule=InputRule("whole", "A rating, or blank.", 0, 9999),
    limits=(1, 9999),
)
_DRAWN = Needs("System", ("swiss", "rematch"))
"""In a round robin the pairings are fixed."""
_CODE = InputRule(
    "list", "Choose a tie-break of the list beside, or clear the cell.", "{kinds[name]}"
)


def of(
    tournament: ChessTournament,
    codes: Sequence[str],
    rules: str,
    system: str,
    unrated: int | None,
    scoring: Sequence[Setting],
    slots: int,
) -> list[Setting]:
    """What a director chooses: the named cells of the sheet Setup."""
    chosen = [*codes, *[None] * slots][:slots]
    return [
        *_about(tournament),
        RULES.of(rules),
        SYSTEM.of(system),
        *(
            Setting(
                f"TieBreak{k}",
                "The first tie-break after the points."
                if k == 1
                else f"Tie-break {k}; blank for none.",
                name,
                _CODE,
                part_of="TieBreaks",
            )
            for k, name in enumerate(chosen, 1)
        ),
        UNRATED.of(unrated),
        *scoring,
        Setting(
            "OnePrize",
            "yes: whoever wins a prize is left out of the categories after it.",
            "yes",
            one_of("yes", "no"),
        ),
        *_for_pairing(tournament),
    ]


def _for_pairing(tournament: ChessTournament) -> list[Setting]:
    """What only ``xl-tourney pair`` asks for."""
    accelerations, forbidden = read_pairing_records(tournament)
    groups = (" - ".join(map(str, sorted(ban.players))) for ban in forbidden)
    return [
        Setting(
            "FirstColour",
            "The colour of the first player in round 1. Blank: xl-tourney pair draws it.",
            {"w": "white", "b": "black"}.get(tournament.first_colour[:1].lower()),
            one_of("white", "black"),
        ),
        Setting(
            "Acceleration",
            "Baku: the first half is paired with more points in the first rounds (C.04.7).",
            "Baku" if is_baku(tournament, accelerations) else "none",
            one_of("none", "Baku"),
            needs=_DRAWN._replace(idle='"none"'),
        ),
        Setting(
            "KeptApart",
            "Who is never paired: Ann - Bob; Cat - Dan. Names as in Players, or their numbers.",
            "; ".join(groups) or None,
            InputRule("textLength", "Names with - between them, pairs with ; between.", 0, 999),
            number_format=TEXT_FORMAT,
            needs=_DRAWN,
        ),
    ]


def _about(tournament: ChessTournament) -> list[Setting]:
    dates = " – ".join(dict.fromkeys(filter(None, (tournament.start, tournament.end))))
    return [
        Setting(
            name,
            f"{description} It changes nothing.",
            value or None,
            InputRule("textLength", description, 0, 255),
            number_format=TEXT_FORMAT,
        )
        for name, description, value in (
            ("Venue", "Where it is played.", tournament.city),
            ("Federation", "The federation.", tournament.federation),
            ("Dates", "The first day and the last.", dates),
            ("Arbiter", "The chief arbiter.", tournament.arbiter),
            ("TimeControl", "The time control.", tournament.time_control),
        )
    ]


def constants(
    rounds: int,
    count: int,
    encounters: Sequence[str],
    scoring: Sequence[Setting],
    own_points: Sequence[str],
    criteria: Sequence[Criterion],
) -> list[Setting]:
    """What follows from the options, and what is counted: named cells of Calculation."""
    own = "+".join(f'COUNTIF(TieBreaks,"{code}")' for code in own_points)
    slots = range(1, count + 1)
    first = "0"
    for k in reversed(slots):
        first = f"IF({begins_with(f'TieBreak{k}', encounters)},{k},{first})"
    held = f"{{calendar[held_1:held_{rounds}]}}"
    numbers = ",".join(f"{{calendar[held_{k}]}}*{k}" for k in range(1, rounds + 1))
    rated_names = [record.code for record in individual() if record.rated]
    rated = "+".join(f"IF({begins_with(f'TieBreak{k}', rated_names)},1,0)" for k in slots)
    return [
        _counted("PlayersListed", "the players.", 'ROWS({score[name]})-COUNTIF({score[name]},"")'),
        _counted("PlayersRanked", "the players with entries.", "SUM({score[there]})"),
        _counted("RoundsHeld", "the rounds that have been held.", f"SUM({held})"),
        _counted("LastHeld", "the last round that has been held.", f"MAX({numbers})"),
        _counted("RoundRobin", "whether forfeits count as games.", 'IF(System="round-robin",1,0)'),
        _counted("DummyCapped", "whether 16.4 limits the dummy.", _by_rules("dummy_capped")),
        _counted(
            "ForfeitLossesCount",
            "whether a forfeit loss of a round robin is a game of one's own (15.2).",
            _by_rules("round_robin_forfeit_losses_counted"),
        ),
        _counted(
            "GamesEach",
            "the games that each can play; in an odd round robin everybody is free once.",
            formula_of(games_each, "RoundsHeld", "PlayersRanked", "RoundRobin"),
        ),
        _counted("Scoring", "the points as one text.", '&"-"&'.join(one.name for one in scoring)),
        _counted(
            "RatingsMissing",
            "the unrated players, while Unrated is blank.",
            "IF(N(Unrated)>0,0,SUM({score[unrated]}))",
        ),
        _counted("RatedCodes", "the chosen tie-breaks of Article 10.", rated),
        _counted(
            "OwnPoints",
            "whether the list has the points itself.",
            own if len(own_points) == 1 else f"IF({own}>0,1,0)",
        ),
        _counted("FirstDE", "the place of direct encounter in the list; 0 for none.", first),
        *(
            _counted(
                f"Slot{k}",
                f"the row of tie-break {k} in the list; 0 for none.",
                f'IF(TieBreak{k}="",0,IFERROR(MATCH(TieBreak{k},{{kinds[name]}},0),0))',
            )
            for k in slots
        ),
        *(
            _counted(
                f"Sign{k}",
                f"-1 where lower is better in tie-break {k}, else 1.",
                f"IF({_is_lower_better(f'TieBreak{k}', criteria)},-1,1)",
            )
            for k in slots
        ),
        _counted(
            "Label0",
            "what the points are called; blank where the list has them itself.",
            'IF(OwnPoints=1,"","Points (4.1)")',
            "Labels",
        ),
        *(
            _counted(
                f"Label{k}",
                f"tie-break {k} with its article.",
                f'IF(TieBreak{k}="","",IF(Slot{k}=0,TieBreak{k}&"",'
                f'{words_of(f"Slot{k}")}&" ("&INDEX({{kinds[article]}},MAX(1,Slot{k}))&")"))',
                "Labels",
            )
            for k in slots
        ),
    ]


def _by_rules(field: str) -> str:
    """1 where the chosen text says so, else 0."""
    texts = [f'Rules&""="{name}"' for name, text in RULE_SETS.items() if getattr(text, field)]
    return f"IF(OR({','.join(texts)}),1,0)"


def _is_lower_better(cell: str, criteria: Sequence[Criterion]) -> str:
    """Whether the code in a cell is one of which lower is better; /R turns it round."""
    found = []
    has_scores = any(record.teams for record in criteria)  # such as DE:GP
    begin = f'SUBSTITUTE({cell},":","/")' if has_scores else cell
    former = {new: old for old, new in ALIASES.items()}
    for record in criteria:
        for name in filter(None, (record.code, former.get(record.code))):
            if "R" in record.modifiers:
                found.append(f'{cell}="{name}{"" if record.lower_is_better else "/R"}"')
            elif record.lower_is_better:
                found.append(f'LEFT({begin}&"/",{len(name) + 1})="{name}/"')
    return f"OR({','.join(found)})"


def _counted(name: str, description: str, formula: str, part_of: str = "") -> Setting:
    text = description[0].upper() + description[1:]
    return Setting(name, text, formula=f"={formula}", part_of=part_of)
