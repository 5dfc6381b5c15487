"""Chess: the tie-breaks of the opponents' scores, and direct encounter.

``games`` are the numbers of ``XLT_CHESS``, ``worth`` the points for a win, a draw, a loss and a
pairing-allocated bye; ``fixed`` is TRUE in a round robin.
"""

from __future__ import annotations

from ....catalogue.expression import formula_of
from ....functions.chess import event as rules
from ....functions.chess.rule_sets import RULE_SETS
from ..writer import with_arguments

_CAPPED = ",".join(name for name, text in RULE_SETS.items() if text.dummy_capped)
_BY_DRAWS = formula_of(rules.drawn_rounds, "INDEX(worth, 1, 2)", "COLUMNS(games)")
_GAMES_EACH = formula_of(rules.games_each, "rounds", "count", "fixed")
_LEAST = formula_of(
    rules.least_of_koya, "XLT_GAMES_EACH(games, here, fixed)", "INDEX(worth, 1, 1)", "limit"
)

LAMBDAS = {
    "XLT_ADJUSTED": """
        LAMBDA(games, worth, LET(
            result, XLT_MOD(games, 100),
            points, XLT_WORTH(games, worth),
            away, (result=9) + (result=10),
            stays, (games>0)*(1 - away - (result=5)),
            rounds, SEQUENCE(COLUMNS(games)),
            ends, MMULT(stays, (rounds>=TRANSPOSE(rounds))*1)=0,
            XLT_TOTAL(points + ends*away*(INDEX(worth, 1, 2)-points))))
    """,
    "XLT_SCORES": f"""
        LAMBDA(games, worth, fixed, year, forfeits, LET(
            result, XLT_MOD(games, 100),
            final, XLT_TOTAL(XLT_WORTH(games, worth)),
            adjusted, IF(fixed, final, XLT_ADJUSTED(games, worth)),
            facing, XLT_FACING(games, adjusted),
            meets, (games>=1000)*IF(fixed + forfeits, 1, (result<>4)*(result<>5)),
            most, {_BY_DRAWS},
            cap, IF(OR(year={{{_CAPPED}}}), IF(games>=1000, facing, most), 1E+9),
            IF(meets, facing, IF(fixed + (games=0), -1, IF(final<cap, final, cap)))))
    """,
    "XLT_FACING": """
        LAMBDA(games, values, MAP(games, LAMBDA(game,
            IF(game<1000, 0, INDEX(values, INT(game/1000), 1)))))
    """,
    "XLT_WITHOUT": """
        LAMBDA(left, cut, LET(
            rounds, SEQUENCE(1, COLUMNS(left)),
            left*(rounds<>MIN(IF(cut, rounds, 1E+9)))))
    """,
    "XLT_CUT_LOW": """
        LAMBDA(left, scores, values, away, IF(SUM(left)=0, left, LET(
            score, MIN(IF(left, scores, 1E+9)),
            value, MIN(IF(left*(scores=score), values, 1E+9)),
            least, MIN(IF(left*away, values, 1E+9)),
            own, MIN(IF(left*away*(values=least), scores, 1E+9)),
            lowest, IF(AND(SUM(left*away)>0, least>=value),
                left*away*(values=least)*(scores=own),
                left*(scores=score)*(values=value)),
            XLT_WITHOUT(left, lowest))))
    """,
    "XLT_CUT_HIGH": """
        LAMBDA(left, scores, values, IF(SUM(left)=0, left, LET(
            score, MAX(IF(left, scores, -1)),
            value, MAX(IF(left*(scores=score), values, -1)),
            XLT_WITHOUT(left, left*(scores=score)*(values=value)))))
    """,
    "XLT_AFTER_CUTS": """
        LAMBDA(scores, values, away, low, high, MAKEARRAY(ROWS(scores), 1, LAMBDA(line, one, LET(
            own, INDEX(scores, line, 0),
            added, INDEX(values, line, 0),
            missed, INDEX(away, line, 0),
            all, (own>=0)*1,
            most, COLUMNS(scores),
            left, IF(low=0, all, REDUCE(all, SEQUENCE(MIN(low, most)), LAMBDA(kept, at,
                XLT_CUT_LOW(kept, own, added, missed)))),
            last, IF(high=0, left, REDUCE(left, SEQUENCE(MIN(high, most)), LAMBDA(kept, at,
                XLT_CUT_HIGH(kept, own, added)))),
            SUM(last*added)))))
    """,
    "XLT_OPPOSITION": """
        LAMBDA(games, worth, fixed, year, forfeits, times, low, high, LET(
            result, XLT_MOD(games, 100),
            scores, XLT_SCORES(games, worth, fixed, year, forfeits),
            meets, (games>=1000)*IF(fixed + forfeits, 1, (result<>4)*(result<>5)),
            away, (1-meets)*((result=5) + (result=9) + (result=10)),
            values, IF(times, scores*XLT_WORTH(games, worth), scores),
            XLT_AFTER_CUTS(scores, IF(scores<0, 0, values), away, low, high)))
    """,
    "XLT_FORE": """
        LAMBDA(games, IF((SEQUENCE(1, COLUMNS(games))=COLUMNS(games))*(games>=1000),
            games - XLT_MOD(games, 100) + 2, games))
    """,
    "XLT_AVERAGE": """
        LAMBDA(games, fixed, values, LET(
            met, XLT_IS_GAME(games, fixed),
            total, XLT_TOTAL(met*XLT_FACING(games, values)),
            count, XLT_TOTAL(met),
            IF(count=0, #N/A, total/IF(count=0, 1, count))))
    """,
    "BUCHHOLZ": with_arguments(
        "BUCHHOLZ",
        """LET(
            games, XLT_CHESS(wall_list),
            year, XLT_RULES(the_rules),
            XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
            IF(MIN(the_cut_low, the_cut_high)<0, #NUM!,
            IF(XLT_BARRED(games, the_system), #VALUE!,
            IF(AND(LEFT(the_kind, 1)="a", the_cut_low+the_cut_high>0), #VALUE!, LET(
            fixed, XLT_FIXED(the_system),
            sums, XLT_OPPOSITION(IF(OR(the_kind={"fb","aob/f"}), XLT_FORE(games), games),
                XLT_SCORING(""), fixed, year, FALSE, FALSE, the_cut_low, the_cut_high),
            IF(XLT_THERE(wall_list),
                IF(LEFT(the_kind, 1)="a", XLT_AVERAGE(games, fixed, sums), sums), ""))))))))
        """,
    ),
    "SONNEBORN_BERGER": with_arguments(
        "SONNEBORN_BERGER",
        """LET(
            games, XLT_CHESS(wall_list),
            year, XLT_RULES(the_rules),
            XLT_FIRST_ERROR(games, IF(ISERROR(year), year,
            IF(MIN(the_cut_low, the_cut_high)<0, #NUM!,
            IF(XLT_BARRED(games, the_system), #VALUE!,
            XLT_COLUMN(XLT_OPPOSITION(games, XLT_SCORING(""), XLT_FIXED(the_system), year, FALSE,
                TRUE, the_cut_low, the_cut_high), wall_list))))))
        """,
    ),
    "XLT_GAMES_EACH": f"""
        LAMBDA(games, here, fixed, LET(
            rounds, IF(SUM(games)=0, 0, COLUMNS(games)),
            count, SUM(here),
            {_GAMES_EACH}))
    """,
    "XLT_KOYA": f"""
        LAMBDA(games, here, fixed, worth, limit, LET(
            points, XLT_WORTH(games, worth),
            final, XLT_TOTAL(points),
            least, {_LEAST},
            XLT_TOTAL(points*XLT_IS_GAME(games, fixed)*(XLT_FACING(games, final)>=least))))
    """,
    "KOYA": with_arguments(
        "KOYA",
        """LET(
            games, XLT_CHESS(wall_list),
            XLT_FIRST_ERROR(games, IF(XLT_BARRED(games, the_system), #VALUE!,
            XLT_COLUMN(XLT_KOYA(games, XLT_THERE(wall_list), XLT_FIXED(the_system),
                XLT_SCORING(""), the_limit/2), wall_list))))
        """,
    ),
    "XLT_MEETINGS": """
        LAMBDA(games, fixed, forfeits, LET(
            result, XLT_MOD(games, 100),
            met, (games>=1000)*(result<=IF(fixed + forfeits, 5, 3)),
            IF(met, INT(games/1000), 0)))
    """,
    "XLT_SHARES_OF_MEETINGS": """
        LAMBDA(opponents, MAKEARRAY(ROWS(opponents), COLUMNS(opponents), LAMBDA(line, at, LET(
            own, INDEX(opponents, line, 0),
            opponent, INDEX(opponents, line, at),
            IF(opponent=0, 0, 1/SUM((own=opponent)*1))))))
    """,
    "XLT_ENCOUNTER": """
        LAMBDA(opponents, shares, points, group, above, win, fixed, LET(
            tied, XLT_TIED(opponents, 0, group, above)*shares,
            key, group*1000000 + above,
            scored, XLT_ROUNDED(XLT_TOTAL(tied*points)),
            size, MAP(key, LAMBDA(own, SUM((key=own)*1))),
            missing, XLT_ROUNDED(size - 1 - XLT_TOTAL(tied)),
            best, scored + missing*win,
            line, SEQUENCE(ROWS(key)),
            open, IF(fixed, 0*key, MAP(key, LAMBDA(own, MAX((key=own)*missing)))),
            alone, MAP(key, scored, line, LAMBDA(own, made, at,
                IF(made>MAX(IF((key=own)*(scored<=made)*(line<>at), best, -1)), 1, 0))),
            certain, MAP(key, scored, alone, LAMBDA(own, made, first,
                IF(first=0, 0, IF(SUM((key=own)*(scored>made)*(alone=0))=0, 1, 0)))),
            MAP(key, above, scored, open, certain, LAMBDA(own, place, made, some, first,
                place + IF(OR(some=0, first=1), SUM((key=own)*(scored>made)),
                    SUM((key=own)*certain))))))
    """,
    "XLT_DE": """
        LAMBDA(games, group, worth, fixed, forfeits, LET(
            opponents, XLT_MEETINGS(games, fixed, forfeits),
            shares, XLT_SHARES_OF_MEETINGS(opponents),
            points, XLT_WORTH(games, worth),
            lines, ROWS(games),
            final, REDUCE(VSTACK(0*group, 0), SEQUENCE(lines), LAMBDA(done, at,
                IF(INDEX(done, lines+1, 1)=1, done, LET(
                above, TAKE(done, lines),
                next, XLT_ENCOUNTER(opponents, shares, points, group, above, INDEX(worth, 1, 1),
                    fixed),
                VSTACK(next, IF(SUM((next<>above)*1)=0, 1, 0)))))),
            TAKE(final, lines) + 1))
    """,
    "DIRECT_ENCOUNTER": with_arguments(
        "DIRECT_ENCOUNTER",
        """LET(
            games, XLT_CHESS(wall_list),
            XLT_FIRST_ERROR(games, IF(XLT_BARRED(games, the_system), #VALUE!, LET(
            worth, XLT_SCORING(""),
            keys, IF(no_tied_on, XLT_TOTAL(XLT_WORTH(games, worth)), tied_on),
            group, XLT_GROUPS(keys, wall_list),
            XLT_FIRST_ERROR(group, IF(group>0,
                XLT_DE(games, group, worth, XLT_FIXED(the_system), the_forfeits), ""))))))
        """,
    ),
}
