"""kdice: tests against luck, and points."""

from __future__ import annotations

LAMBDAS = {
    "XLT_FRACTIONS": """
        LAMBDA(shares, IF(SUM(shares)>1.5, shares/100, shares))
    """,
    "XLT_SHARES": """
        LAMBDA(counts, games, LET(
            total, SUM(counts),
            IF(IF(games="", TRUE, AND(total=games, counts=INT(counts))), counts/total,
                XLT_FRACTIONS(counts))))
    """,
    "XLT_TAPL": """
        LAMBDA(finishes, games, profile, half, chi, LET(
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
            IF(chi, played, 1000*SQRT(played))*SUM(IF(profile=0, IF(shares=0, 0, #DIV/0!),
                IF(away>0, away, 0)^2/IF(profile=0, 1, profile))))))))))
    """,
    "XLT_TAPLS": """
        LAMBDA(finishes, games, expected, half, chi, LET(
            dues, XLT_LINE(expected),
            dues_of_places, XLT_NUMBERS(dues)*{1,1,1,1,1,1,1},
            profile, XLT_FRACTIONS(dues_of_places),
            counted, XLT_BLANK(games),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                IF(AND(own=""), "",
                IF((COLUMNS(dues)<>1)*(COLUMNS(dues)<>7), #VALUE!,
                IF(MIN(dues_of_places)<0, #NUM!,
                XLT_TAPL(own, IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1))),
                    profile, half, chi)))))))))
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
    "TAPL": """
        LAMBDA(finishes, [games], [expected], XLT_TAPLS(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(expected), TRUE, XLT_BLANK(expected)), 1/7, expected), 0, FALSE))
    """,
    "YATES_TAPL": """
        LAMBDA(finishes, [games], [expected], XLT_TAPLS(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(expected), TRUE, XLT_BLANK(expected)), 1/7, expected), 0.5, FALSE))
    """,
    "TAZD": """
        LAMBDA(finishes, [games], [normalize], LET(
            zero, {10,10,10.3,12.9,15.5,17.2,19.4},
            whole, IF(XLT_ONE(IF(ISOMITTED(normalize), "", normalize), FALSE), SUM(zero), 100),
            XLT_TAPLS(finishes, IF(ISOMITTED(games), "", games), zero/whole, 0, FALSE)))
    """,
    "QOOA": """
        LAMBDA(levels, MAKEARRAY(ROWS(levels), 1, LAMBDA(at, one, LET(
            own, INDEX(levels, at, 0),
            IF(AND(own=""), "", XLT_QOOA(own))))))
    """,
    "ADJUSTED_TAPL": """
        LAMBDA(finishes, levels, [games], LET(
            counted, IF(ISOMITTED(games), TRUE, XLT_BLANK(games)),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                tables, INDEX(levels, at, 0),
                IF(AND(own="", tables=""), "",
                XLT_QOOA(tables)*XLT_TAPL(own,
                    IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1))),
                    {1,1,1,1,1,1,1}/7, 0, FALSE)))))))
    """,
    "KDICE_CI": """
        LAMBDA(finishes, [payoffs], [games], LET(
            pays, IF(IF(ISOMITTED(payoffs), TRUE, XLT_BLANK(payoffs)),
                {60,42,35,0,-35,-42,-60}, XLT_NUMBERS(XLT_LINE(payoffs))),
            buyin, INDEX(pays, 1, 1),
            bare, IF(ISOMITTED(games), TRUE, XLT_BLANK(games)),
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
    "TAPL_ORIGINAL": """
        LAMBDA(finishes, [games], [expected], XLT_TAPLS(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(expected), TRUE, XLT_BLANK(expected)), 1/7, expected), 0, TRUE))
    """,
    "TAPL_PVALUE": """
        LAMBDA(finishes, [games], [expected], LET(
            squares, XLT_TAPLS(finishes, IF(ISOMITTED(games), "", games),
                IF(IF(ISOMITTED(expected), TRUE, XLT_BLANK(expected)), 1/7, expected), 0, TRUE),
            MAP(squares, LAMBDA(square, IF(square="", "",
                EXP(-square/2)*(1 + square/2 + square^2/8))))))
    """,
    "XLT_AGAINST": """
        LAMBDA(finishes, games, profile, LET(
            lines, ROWS(finishes),
            fits, OR(XLT_BLANK(games), ROWS(games)=1, ROWS(games)=lines)
                *OR(ROWS(profile)=1, ROWS(profile)=lines),
            counted, XLT_BLANK(games),
            MAKEARRAY(lines, 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                beside, INDEX(profile, IF(ROWS(profile)=1, 1, at), 0),
                IF(NOT(fits), #VALUE!,
                IF(AND(own=""), "", LET(
                dues, XLT_NUMBERS(beside),
                IF(COLUMNS(profile)<>7, #VALUE!,
                IF(MIN(dues)<0, #NUM!,
                XLT_TAPL(own, IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1))),
                    XLT_FRACTIONS(dues), 0, FALSE)))))))))))
    """,
    "TAKBE": """
        LAMBDA(finishes, [games], [profile], XLT_AGAINST(finishes,
            IF(ISOMITTED(games), "", games),
            IF(IF(ISOMITTED(profile), TRUE, XLT_BLANK(profile)), {3,3,6,20,28,21,17}, profile)))
    """,
    "TAOWR": """
        LAMBDA(finishes, games, profile,
            XLT_AGAINST(finishes, IF(ISOMITTED(games), "", games), profile))
    """,
    "TAOLZ": """
        LAMBDA(finishes, games, profile,
            XLT_AGAINST(finishes, IF(ISOMITTED(games), "", games), profile))
    """,
    "GPG": """
        LAMBDA(points_per_game, ci, LET(
            empty, XLT_EMPTY(points_per_game, points_per_game)*XLT_EMPTY(ci, points_per_game),
            MAP(XLT_NUMBERS(points_per_game), XLT_SPREAD(ci, points_per_game), empty,
                LAMBDA(points, integral, blank, IF(blank, "", XLT_FIRST_ERROR(points+integral,
                IF(integral=0, IF(points=0, #N/A, IF(points<0, #NUM!, 6000)),
                IF(points/integral<0, #NUM!, MIN(6000, points/integral)))))))))
    """,
    "PPC": """
        LAMBDA(fraction, watchers, games, probability, empty_seats, LET(
            empty, XLT_EMPTY(fraction, fraction)*XLT_EMPTY(watchers, fraction)
                *XLT_EMPTY(games, fraction)*XLT_EMPTY(probability, fraction)
                *XLT_EMPTY(empty_seats, fraction),
            MAP(XLT_NUMBERS(fraction), XLT_SPREAD(watchers, fraction), XLT_SPREAD(games, fraction),
                XLT_SPREAD(probability, fraction), XLT_SPREAD(empty_seats, fraction), empty,
                LAMBDA(share, people, played, chance, seats, blank, IF(blank, "",
                XLT_FIRST_ERROR(share+people+played+chance+seats,
                IF(MIN(share, people, played, chance, seats)<0, #NUM!,
                IF(MAX(share, chance)>1, #NUM!,
                IF(chance*seats=0, #DIV/0!, share*SQRT(people*played/(chance*seats)))))))))))
    """,
    "PPRG": """
        LAMBDA(points, games, LET(
            empty, XLT_EMPTY(points, points)*XLT_EMPTY(games, points),
            MAP(XLT_NUMBERS(points), XLT_SPREAD(games, points), empty,
                LAMBDA(total, played, blank, IF(blank, "",
                XLT_FIRST_ERROR(total+played,
                IF(played<0, #NUM!, IF(played=0, #DIV/0!, total/SQRT(played)))))))))
    """,
    "XLT_SEASON": """
        LAMBDA(counts, games, LET(
            total, SUM(counts),
            IF(COLUMNS(counts)<>7, #VALUE!,
            IF(MIN(counts)<0, #NUM!,
            IF(IF(games="", total=0, games=0), {0,0},
            IF(total=0, #DIV/0!,
            IF(IF(games="", FALSE, games<0), #NUM!, LET(
                played, IF(games="", total, games),
                HSTACK(played, played*SUM({0,1,2,3,4,5,6}*XLT_SHARES(counts, games)))))))))))
    """,
    "BSS": """
        LAMBDA(finishes, [games], LET(
            lines, ROWS(finishes),
            counted, IF(ISOMITTED(games), TRUE, XLT_BLANK(games)),
            here, XLT_THERE(finishes),
            fits, IF(counted, TRUE, OR(ROWS(games)=1, ROWS(games)=lines)*(COLUMNS(games)=1)),
            seasons, MAKEARRAY(lines, 2, LAMBDA(at, what, IF(INDEX(here, at, 1)=0, 0,
                INDEX(XLT_SEASON(XLT_NUMBERS(INDEX(finishes, at, 0)),
                    IF(counted, "", XLT_NUMBER(XLT_CELL(games, at, 1)))), 1, what)))),
            played, INDEX(seasons, 0, 1),
            most, MAX(IF(here, played, 0)),
            sixths, XLT_ROUNDED(INDEX(seasons, 0, 2) + 3*(most-played)),
            IF(NOT(fits), #VALUE!, XLT_FIRST_ERROR(XLT_NUMBERS(finishes), XLT_FIRST_ERROR(seasons,
                LET(
                    least, MIN(IF(here, sixths, 1E+300)),
                    IF(here, (sixths-least)/6, "")))))))
    """,
}
