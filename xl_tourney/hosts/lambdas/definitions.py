"""Functions as named LAMBDA formulas, which Excel 365 calculates on any machine without add-in.

Names in lower case are parameters, or names that LET defines; ``[games]`` is optional.  Names that
begin with ``XLT_`` are helper LAMBDAs.  Numbers are compared to nine decimals, where the Python
functions compare 15 digits.
"""

from __future__ import annotations

LAMBDAS = {
    "XLT_NUMBER": """
        LAMBDA(cell, IF(cell="", 0, IF(ISNUMBER(cell), cell, #VALUE!)))
    """,
    "XLT_NUMBERS": """
        LAMBDA(cells, MAP(cells, LAMBDA(cell, XLT_NUMBER(cell))))
    """,
    "XLT_ONE": """
        LAMBDA(argument, default, IF(ROWS(argument)*COLUMNS(argument)>1, #VALUE!,
            IF(argument="", default, argument)))
    """,
    "XLT_LINE": """
        LAMBDA(cells, IF(ROWS(cells)>1, TRANSPOSE(cells), cells))
    """,
    "XLT_ROUNDED": """
        LAMBDA(cells, MAP(cells, LAMBDA(cell, ROUND(cell, 9))))
    """,
    "XLT_CELL": """
        LAMBDA(cells, line, at, IF(ROWS(cells)*COLUMNS(cells)=1, cells, INDEX(cells, line, at)))
    """,
    "XLT_FRACTIONS": """
        LAMBDA(shares, IF(SUM(shares)>1.5, shares/100, shares))
    """,
    "XLT_SHARES": """
        LAMBDA(counts, games, LET(
            total, SUM(counts),
            IF(IF(games="", TRUE, AND(total=games, counts=INT(counts))), counts/total,
                XLT_FRACTIONS(counts))))
    """,
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
    "XLT_TAPL": """
        LAMBDA(finishes, games, profile, half, LET(
            counts, XLT_NUMBERS(finishes),
            total, SUM(counts),
            played, IF(games="", total, games),
            shares, XLT_SHARES(counts, games),
            away, ABS(shares-profile) - half/played,
            IF(COLUMNS(finishes)<>7, #VALUE!,
            IF(MIN(counts)<0, #NUM!,
            IF(total=0, #DIV/0!,
            IF(played<0, #NUM!,
            IF(played=0, #DIV/0!,
            1000*SQRT(played)*SUM(IF(profile=0, IF(shares=0, 0, #DIV/0!),
                IF(away>0, away, 0)^2/IF(profile=0, 1, profile))))))))))
    """,
    "XLT_TAPLS": """
        LAMBDA(finishes, games, expected, half, LET(
            dues, XLT_LINE(expected),
            dues_of_places, XLT_NUMBERS(dues)*{1,1,1,1,1,1,1},
            profile, XLT_FRACTIONS(dues_of_places),
            counted, AND(games=""),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                IF(AND(own=""), "",
                IF((COLUMNS(dues)<>1)*(COLUMNS(dues)<>7), #VALUE!,
                IF(MIN(dues_of_places)<0, #NUM!,
                XLT_TAPL(own, IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1))),
                    profile, half)))))))))
    """,
    "XLT_QOOA": """
        LAMBDA(levels, LET(
            shares, XLT_NUMBERS(levels),
            width, COLUMNS(levels),
            IF(width>6, #VALUE!,
            IF(MIN(shares)<0, #NUM!,
            IF(SUM(shares)=0, #DIV/0!,
            100*SUM(XLT_FRACTIONS(shares)/TAKE({371,142,54,21,8,3}, 1, width)))))))
    """,
    "XLT_ARTIFICIAL": """
        LAMBDA(cell, LET(
            word, UPPER(TRIM(cell)),
            shares, IF(word="A+", "A6040", IF(word="A", "A5050", IF(word="A-", "A4060", word))),
            digits, VALUE(MID(shares, 2, 4)),
            IF((LEN(shares)=5)*(shares="A" & TEXT(digits, "0000")), digits, #VALUE!)))
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
    "TAPL": """
        LAMBDA(finishes, [games], [expected], XLT_TAPLS(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(expected), TRUE, AND(expected="")), 1/7, expected), 0))
    """,
    "YATES_TAPL": """
        LAMBDA(finishes, [games], [expected], XLT_TAPLS(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(expected), TRUE, AND(expected="")), 1/7, expected), 0.5))
    """,
    "TAZD": """
        LAMBDA(finishes, [games], [normalize], LET(
            zero, {10,10,10.3,12.9,15.5,17.2,19.4},
            whole, IF(XLT_ONE(IF(ISOMITTED(normalize), "", normalize), FALSE), SUM(zero), 100),
            XLT_TAPLS(finishes, IF(ISOMITTED(games), "", games), zero/whole, 0)))
    """,
    "QOOA": """
        LAMBDA(levels, MAKEARRAY(ROWS(levels), 1, LAMBDA(at, one, LET(
            own, INDEX(levels, at, 0),
            IF(AND(own=""), "", XLT_QOOA(own))))))
    """,
    "ADJUSTED_TAPL": """
        LAMBDA(finishes, levels, [games], LET(
            counted, IF(ISOMITTED(games), TRUE, AND(games="")),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                tables, INDEX(levels, at, 0),
                IF(AND(own="", tables=""), "",
                XLT_QOOA(tables)*XLT_TAPL(own,
                    IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1))),
                    {1,1,1,1,1,1,1}/7, 0)))))))
    """,
    "KDICE_CI": """
        LAMBDA(finishes, [payoffs], [games], LET(
            pays, IF(IF(ISOMITTED(payoffs), TRUE, AND(payoffs="")),
                {60,42,35,0,-35,-42,-60}, XLT_NUMBERS(XLT_LINE(payoffs))),
            buyin, INDEX(pays, 1, 1),
            bare, IF(ISOMITTED(games), TRUE, AND(games="")),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                counts, XLT_NUMBERS(own),
                total, SUM(counts),
                counted, IF(bare, AND(total>1.5, OR(total<95, total>105)), FALSE),
                played, IF(bare, 1, XLT_NUMBER(XLT_CELL(games, at, 1))),
                IF(AND(own=""), "",
                IF((COLUMNS(own)<>7)+(COLUMNS(pays)<>7), #VALUE!,
                IF(OR(MIN(counts)<0, buyin<0, played<0), #NUM!,
                IF(OR(total=0, buyin=0, played=0), #DIV/0!,
                SUM(XLT_SHARES(counts, IF(counted, "", played))*pays)/buyin)))))))))
    """,
    "MATCHPOINT": """
        LAMBDA(scores, [method], [show], [side], [results], LET(
            how, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(method), "", method), "standard"))),
            what, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(show), "", show), "points"))),
            whose, UPPER(TRIM(XLT_ONE(IF(ISOMITTED(side), "", side), "NS"))),
            wanted, IF(ISOMITTED(results), 0, results),
            itself, OR(how={"modified","wignall","ascherman"}),
            tie, IF(how="acbl", 0.5, 1),
            missing, IF(itself, 0, tie),
            known, OR(itself, how={"standard","acbl"})*OR(what={"points","percent"})
                *OR(whose={"NS","EW"}),
            IF(NOT(known), #VALUE!, MAKEARRAY(ROWS(scores), COLUMNS(scores), LAMBDA(line, at, LET(
                board, IF(ROWS(scores)=1, scores, INDEX(scores, 0, at)),
                score, XLT_CELL(scores, line, at),
                number, MAP(board, LAMBDA(cell, ISNUMBER(cell)*1)),
                compared, SUM(number),
                lines, SUM((board<>"")*1),
                artificial, SUM(MAP(board, LAMBDA(cell,
                    IF(OR(cell="", ISNUMBER(cell)), 0, XLT_ARTIFICIAL(cell))))),
                asked, XLT_NUMBER(XLT_CELL(wanted, 1, at)),
                expected, MAX(asked, lines),
                among, IF(AND(itself, compared>0), compared, expected),
                full, 2*(tie*among-missing),
                below, SUM(number*(board<score)),
                equal, SUM(number*(board=score)),
                adjusted, XLT_ARTIFICIAL(score),
                percent, IF(whose="NS", INT(adjusted/100), MOD(adjusted, 100)),
                ours, tie*(2*below+equal)*among/compared - missing,
                mine, IF(whose="NS", ours, full-ours),
                IF(score="", "",
                IF(OR(asked<0, asked<>INT(asked)), #NUM!,
                IF(ISERROR(artificial), artificial,
                IF(ISNUMBER(score), IF(what="points", mine, IF(full=0, #DIV/0!, 100*mine/full)),
                IF(what="percent", percent, percent*full/100)))))))))))
    """,
    "NEUBERG": """
        LAMBDA(matchpoints, actual, expected, [method], LET(
            how, LOWER(TRIM(XLT_ONE(IF(ISOMITTED(method), "", method), "standard"))),
            itself, OR(how={"modified","wignall","ascherman"}),
            tie, IF(how="acbl", 0.5, 1),
            missing, IF(itself, 0, tie),
            points, XLT_NUMBERS(matchpoints),
            size, ROWS(matchpoints)*COLUMNS(matchpoints),
            empty, (matchpoints="")*IF(ROWS(actual)*COLUMNS(actual)=size, actual="", TRUE)
                *IF(ROWS(expected)*COLUMNS(expected)=size, expected="", TRUE),
            IF(NOT(OR(itself, how={"standard","acbl"})), #VALUE!, IF(empty, "",
            MAP(points, XLT_NUMBERS(actual)+0*points, XLT_NUMBERS(expected)+0*points,
                LAMBDA(own, among, wanted,
                    IF(OR(among<0, wanted<among, among<>INT(among), wanted<>INT(wanted)), #NUM!,
                    IF(among=0, #DIV/0!,
                    IF(OR(own<0, own>2*(tie*among-missing)), #NUM!,
                    (own+missing)*wanted/among - missing)))))))))
    """,
    "GAMES_BEHIND": """
        LAMBDA(wins, losses, [ties], [place], [step], LET(
            won, XLT_NUMBERS(wins),
            lost, XLT_NUMBERS(losses),
            tied, IF(IF(ISOMITTED(ties), TRUE, AND(ties="")), 0*won, XLT_NUMBERS(ties)),
            from, IF(IF(ISOMITTED(place), TRUE, place=""), 1, XLT_NUMBER(place)),
            to, IF(IF(ISOMITTED(step), TRUE, step=""), 0.5, XLT_NUMBER(step)),
            played, won+lost+tied,
            percent, IF(played=0, 50, 100*(won+tied/2)/IF(played=0, 1, played)),
            IF(MIN(won, lost, tied)<0, #NUM!,
            XLT_BEHIND((won-lost)/2, percent, 1 - (wins="")*(losses=""), from, to))))
    """,
    "XLT_KEYS": """
        LAMBDA(keys, directions, LET(
            width, COLUMNS(keys),
            turn, IF(AND(directions=""), SEQUENCE(1, width, 1, 0),
                XLT_NUMBERS(XLT_LINE(directions))),
            IF(COLUMNS(turn)<>width, #VALUE!,
            IF(SUM((turn=1)+(turn=-1))<width, #NUM!,
            XLT_ROUNDED(XLT_NUMBERS(keys)*turn)))))
    """,
    "XLT_THERE": """
        LAMBDA(keys, BYROW(keys, LAMBDA(own, 1 - AND(own=""))))
    """,
    "PLACE": """
        LAMBDA(keys, [order], LET(
            width, COLUMNS(keys),
            sorted, XLT_KEYS(keys, IF(ISOMITTED(order), "", order)),
            here, XLT_THERE(keys),
            IF(COLUMNS(sorted)<>width, sorted,
            MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(at, shown, IF(shown=0, "",
                1 + SUM(here*REDUCE(0, SEQUENCE(width, 1, width, -1), LAMBDA(better, key, LET(
                    every, INDEX(sorted, 0, key),
                    own, INDEX(sorted, at, key),
                    (every>own) + (every=own)*better))))))))))
    """,
    "DECIDED_BY": """
        LAMBDA(keys, labels, [order], LET(
            width, COLUMNS(keys),
            names, XLT_LINE(labels),
            sorted, XLT_KEYS(keys, IF(ISOMITTED(order), "", order)),
            here, XLT_THERE(keys),
            IF(COLUMNS(names)<>width, #VALUE!,
            IF(COLUMNS(sorted)<>width, sorted,
            MAP(SEQUENCE(ROWS(keys)), here, LAMBDA(at, shown, IF(shown=0, "", LET(
                same, sorted=INDEX(sorted, at, 0),
                REDUCE("tied", SEQUENCE(width, 1, width, -1), LAMBDA(label, key, LET(
                    shared, BYROW(same + (SEQUENCE(1, width)>key), LAMBDA(own, AND(own>0)*1)),
                    IF(SUM(here*shared)=1, INDEX(names, 1, key), label))))))))))))
    """,
}
"""The functions and their helper LAMBDAs, by name."""

FUNCTIONS = [name for name in LAMBDAS if not name.startswith("XLT_")]
