"""Tantrix and leagues: tournament points and games behind."""

from __future__ import annotations

LAMBDAS = {
    "XLT_BEHIND": """
        LAMBDA(lead, standing, here, wanted, to, LET(
            first, XLT_ROUNDED(standing),
            second, XLT_ROUNDED(lead),
            number, SEQUENCE(ROWS(lead)),
            rank, MAP(first, second, number, LAMBDA(own, tied, at,
                1 + SUM(here*((first>own) + (first=own)*((second>tied)
                    + (second=tied)*(number<at)))))),
            gap, SUM(here*(rank=wanted)*lead) - lead,
            rounded, IF(to=0, gap, SIGN(gap)*INT(XLT_ROUNDED(ABS(gap)/IF(to=0, 1, to))+0.5)*to),
            IF(OR(to<0, wanted<1, wanted>SUM(here), wanted<>INT(wanted)), #NUM!,
            IF(here, rounded, ""))))
    """,
    "TP_PERCENT": """
        LAMBDA(tps, games, LET(
            played, XLT_NUMBERS(games),
            empty, (tps="")*IF(ROWS(games)*COLUMNS(games)=ROWS(tps)*COLUMNS(tps), games="", TRUE),
            IF(empty, "", IF(played<0, #NUM!, IF(played=0, "",
                100*XLT_NUMBERS(tps)/(20*IF(played=0, 1, played)))))))
    """,
    "GBQ": """
        LAMBDA(tps, games, places, [basis], [step], [win], [loss], LET(
            by, IF(IF(ISOMITTED(basis), TRUE, basis=""), "tp%", LOWER(TRIM(basis))),
            to, IF(IF(ISOMITTED(step), TRUE, step=""), 0.5, XLT_NUMBER(step)),
            won, IF(IF(ISOMITTED(win), TRUE, win=""), 15, XLT_NUMBER(win)),
            lost, IF(IF(ISOMITTED(loss), TRUE, loss=""), 5, XLT_NUMBER(loss)),
            points, XLT_NUMBERS(tps),
            played, XLT_NUMBERS(games),
            here, 1 - (tps="")*(games=""),
            lead, (points - (won+lost)/2*played)/(won-lost),
            percent, IF(played=0, 50, 100*points/(20*IF(played=0, 1, played))),
            IF((by<>"tp%")*(by<>"gbq"), #VALUE!,
            IF(MIN(played)<0, #NUM!,
            IF(won=lost, #DIV/0!,
            IF(won<lost, #NUM!,
            XLT_BEHIND(lead, IF(by="gbq", lead, percent), here, XLT_NUMBER(places), to)))))))
    """,
    "WBQ": """
        LAMBDA(tps, games, places, LET(
            points, XLT_NUMBERS(tps),
            played, XLT_NUMBERS(games),
            here, 1 - (tps="")*(games=""),
            percent, IF(played=0, 50, 100*points/(20*IF(played=0, 1, played))),
            mean, SUM(played)/SUM(here),
            IF(MIN(played)<0, #NUM!,
            XLT_BEHIND(mean*percent/50, percent, here, XLT_NUMBER(places), 0.5))))
    """,
    "GAMES_BEHIND": """
        LAMBDA(wins, losses, [ties], [place], [step], LET(
            won, XLT_NUMBERS(wins),
            lost, XLT_NUMBERS(losses),
            tied, IF(IF(ISOMITTED(ties), TRUE, XLT_BLANK(ties)), 0*won, XLT_NUMBERS(ties)),
            from, IF(IF(ISOMITTED(place), TRUE, place=""), 1, XLT_NUMBER(place)),
            to, IF(IF(ISOMITTED(step), TRUE, step=""), 0.5, XLT_NUMBER(step)),
            played, won+lost+tied,
            percent, IF(played=0, 50, 100*(won+tied/2)/IF(played=0, 1, played)),
            IF(MIN(won, lost, tied)<0, #NUM!,
            XLT_BEHIND((won-lost)/2, percent, 1 - (wins="")*(losses=""), from, to))))
    """,
    "XLT_OVERTIME": """
        LAMBDA(minutes, like, limit, IF(XLT_BLANK(minutes), 0*XLT_NUMBERS(like),
            MAP(XLT_SPREAD(minutes, like), LAMBDA(own, LET(
                over, ROUND(own-limit, 9),
                IF(own<0, #NUM!, IF(over<0, 0, 1+INT(over))))))))
    """,
    "TANTRIX_TP": """
        LAMBDA(margin, [minutes], [opponent_minutes], [limit], LET(
            from, XLT_NUMBER(XLT_ONE(IF(ISOMITTED(limit), "", limit), 15)),
            late, XLT_OVERTIME(IF(ISOMITTED(minutes), "", minutes), margin, from),
            gift, XLT_OVERTIME(IF(ISOMITTED(opponent_minutes), "", opponent_minutes), margin, from),
            IF(ISERROR(from), from,
            MAP(margin, late, gift, LAMBDA(cell, lost, won, IF(cell="", "", LET(
                tiles, XLT_NUMBER(cell),
                winner, IF(tiles=0, 10, MIN(20, ROUND(12 + 4/3*SQRT(ABS(tiles)), 1))),
                IF(from + 0*(tiles+lost+won)<0, #NUM!,
                ROUND(IF(tiles<0, 20-winner, winner) - lost + won, 9)))))))))
    """,
}
