"""The pages of the go workbook that are written out: options, checks, what it all means."""

from __future__ import annotations

from collections.abc import Sequence

from ...readers.go.tournament import Tournament
from ..parts.pages import FILLING, SOURCES, Check, Setting
from ..parts.table import Rule, Table
from .tables import CRITERIA, FAULTS, MOST_CRITERIA, STEPS, per_round


def _choice(says: str, *words: str) -> Rule:
    return Rule("list", says, f'"{",".join(words)}"')


def settings(
    tournament: Tournament,
    system: str,
    criteria: Sequence[str],
    variant: str,
    rounds: int,
    kinds: Table,
) -> list[Setting]:
    """The named cells: what may be changed, what the rules fix, what is counted."""
    names = f"Setup!{kinds.span('name', kinds.first, kinds.last, '$')}"
    criterion = Rule("list", "Choose a criterion of the list beside, or clear the cell.", names)
    chosen = [*criteria, *[None] * MOST_CRITERIA][:MOST_CRITERIA]
    mcmahon = system == "mcmahon"
    return [
        Setting(
            "System",
            "mcmahon, swiss or round-robin. McMahon counts the start scores; in a round robin "
            "direct comparison needs no games between all who are tied.",
            system,
            _choice("mcmahon, swiss or round-robin", "mcmahon", "swiss", "round-robin"),
        ),
        *(
            Setting(
                f"Criterion{k}",
                "The first placement criterion." if k == 1 else f"Criterion {k}; blank for none.",
                name,
                criterion,
            )
            for k, name in enumerate(chosen, 1)
        ),
        *_unplayed(tournament, mcmahon),
        Setting(
            "Handicap",
            "Whether stones given are added to an opponent's score in SOS, SOSOS and SODOS, and "
            "stones taken are taken off: yes in McMahon.",
            "yes" if mcmahon else "no",
            _choice("yes or no", "yes", "no"),
        ),
        Setting(
            "OperaVariant",
            "text: OPERA as it is described; program: as its author's program counts.",
            variant,
            _choice("text or program", "text", "program"),
        ),
        Setting(
            "Meetings",
            "How often two players may meet; more is reported. Blank for any number.",
            max(1, _meetings(tournament)),
            Rule("whole", "A whole number from 1, or blank.", 1),
        ),
        *_fixed(rounds),
    ]


def _meetings(tournament: Tournament) -> int:
    """How often two players meet at most in the data."""
    opponents = (
        [one.rstrip("bw0123456789").rstrip("/!+-=?") for one in p.rounds if one[:1] != "0"]
        for p in tournament.players
    )
    return max((row.count(other) for row in opponents for other in row if other), default=1)


def _unplayed(tournament: Tournament, mcmahon: bool) -> list[Setting]:
    """What rounds without a game count."""

    def counts(name: str, says: str, value: str, *words: str) -> Setting:
        rule = _choice(f"one of {', '.join(words)}", *words)
        return Setting(name, f"What rounds without a game count {says}", value, rule)

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
            _choice("start or nothing", "start", "nothing"),
        ),
    ]


def _fixed(rounds: int) -> list[Setting]:
    """What the rules fix, and what is counted."""
    held = "+".join(f"IF(COUNT({{rounds[code_{k}]}})>0,1,0)" for k in range(1, rounds + 1))
    first = '""'
    for k in range(MOST_CRITERIA, 0, -1):
        otherwise = "0" if k == MOST_CRITERIA else first
        first = f'IF(OR(Criterion{k}="DC",Criterion{k}="DC place"),{k},{otherwise})'

    def counted(name: str, says: str, formula: str) -> Setting:
        return Setting(name, f"Counted: {says}", formula=f"={formula}")

    def fixed(name: str, says: str, value: float) -> Setting:
        return Setting(name, f"Fixed: {says}", value, fixed=True)

    return [
        fixed("FirstDan", "the rating of a 1 dan who has none.", 2100),
        fixed("RankStep", "the rating from one rank to the next.", 100),
        fixed("FirstPro", "the rating of a 1 professional dan who has none.", 2700),
        fixed("ProStep", "the rating from one professional rank to the next.", 30),
        counted("PlayersListed", "the players.", 'ROWS({score[name]})-COUNTIF({score[name]},"")'),
        counted("RoundsHeld", "the rounds that anybody has a result in.", held),
        counted(
            "RatingsKnown",
            "the players with a rating, or a rank that gives one.",
            'SUMPRODUCT(({score[name]}<>"")*(({listed[rating]}<>"")+({score[grade]}>0)>0))',
        ),
        counted("UseHandicap", "whether sums count the stones.", 'Handicap="yes"'),
        counted("FirstDC", "the first criterion that is direct comparison.", first),
        counted("GroupSize", "players in the group in detail.", "COUNTIF({tied[group]},Group)"),
        counted(
            "GroupRow",
            "where that group begins.",
            "IF(GroupSize=0,0,MATCH(Group,{tied[group]},0))",
        ),
    ]


def nothing(rounds: int) -> str:
    """Whether nobody is listed and nothing was played."""
    return f"PlayersListed+COUNT({{rounds[{per_round('code', rounds)}]}})=0"


def checks(rounds: int) -> list[Check]:
    """What must hold."""
    faults = f"{{rounds[{per_round('fault', rounds)}]}}"
    says = (
        "Every result can be read",
        "Every opponent is on the list",
        "Nobody meets himself",
        "Nobody meets two players in one round",
        "The two rows of every game agree",
        "No two players meet more often than they should",
    )
    remedies = (
        "Write 14+, 10-, 5= or 7?, with /b3 behind it for colour and stones, ! for a forfeit; "
        "or 0+, 0=, 0-. The column Problem says which round.",
        "Correct the number, or add the player. The column Problem says which round.",
        "Correct the opponent's number. The column Problem says which round.",
        "Correct the number in one of the rows. The column Problem says which round.",
        "Correct one of the two rows. The column Problem says which round.",
        "Remove the pairing that was entered twice, or raise Meetings on Setup.",
    )
    of_rounds = [
        Check(what, f"=COUNTIF({faults},{fault})", remedy, "Wall list")
        for fault, (what, remedy, _) in enumerate(zip(says, remedies, FAULTS, strict=True), 1)
    ]
    return [*of_rounds, *_of_players(), _as_taken(rounds), *_of_options()]


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


def _as_taken(rounds: int) -> Check:
    """What the functions refuse, round by round; it is more than the sheet Rounds looks at."""
    refused = "+".join(
        f"IF(ISERROR(SUM(NBW({{listed[r_{k}]}}))),1,0)" for k in range(1, rounds + 1)
    )
    return Check(
        "Every round can be counted",
        f"={refused}",
        "So many rounds hold something that does not agree, also in colours, stones or forfeits. "
        "Until it is mended nothing can be calculated.",
        "Wall list",
    )


def _of_options() -> list[Check]:
    known = "+".join(
        f'IF(Criterion{k}="",0,IF(ISNUMBER(MATCH(Criterion{k},{{kinds[name]}},0)),0,1))'
        for k in range(1, MOST_CRITERIA + 1)
    )
    gaps = "+".join(
        f'IF(AND(Criterion{k}="",Criterion{k + 1}<>""),1,0)' for k in range(1, MOST_CRITERIA)
    )

    dc = 'OR(Criterion{0}="DC",Criterion{0}="DC place")'
    apart = "+".join(
        f"IF(AND({dc.format(k)},FirstDC<{k},NOT({dc.format(k - 1)})),1,0)"
        for k in range(2, MOST_CRITERIA + 1)
    )
    repeated = "+".join(f'IF(Criterion{k}="DC",1,0)' for k in range(1, MOST_CRITERIA + 1))
    apart += f"+MAX(0,{repeated}-{STEPS})"

    def one_of(name: str, *words: str) -> str:
        return "IF(OR(" + ",".join(f'{name}="{word}"' for word in words) + "),0,1)"

    usable = [
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
            f'={known}+{gaps}+{apart}+IF(Criterion1="",1,0)',
            "Choose them from the list beside, without a gap, the first not blank; all direct "
            "comparisons one below the other.",
            "Setup",
        ),
        Check(
            "The options can be used",
            "=" + "+".join(usable),
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


def read_me(left_out: Sequence[str]) -> dict[str, list[tuple[str, str]]]:
    """The text of the first page."""
    missing = [
        (
            "Not here",
            f"The data is also placed by {', '.join(left_out)}, which this workbook does not "
            "have: places that it decides can differ.",
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
                "Every game stands there twice. Until both rows agree nothing can be calculated; "
                "the column Problem and the sheet Checks say where.",
            ),
            ("Setup", "Choose system and criteria; the standings follow at once."),
        ],
        "What the tables say": [
            *(missing if left_out else []),
            ("Decided by", "The criterion that separates a player from all others, or tied."),
            *CRITERIA.items(),
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
