"""Functions as named LAMBDA formulas: Excel 365 calculates them on any machine, with no add-in.

Each text below is a formula to read.  What is written in small letters is an argument or a name
that LET gives; ``[games]`` may be left out.  Names that begin with ``XLT_`` are shared parts.
Numbers are compared to nine decimals, where the Python functions compare 15 digits.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection
from xml.sax.saxutils import escape

from ...errors import EngineError
from ...functions import CATALOGUE
from ...ooxml.rewriting import rewritten

LAMBDAS = {
    "XLT_NUMBER": """
        LAMBDA(cell, IF(cell="", 0, IF(ISNUMBER(cell), cell, #VALUE!)))
    """,
    "XLT_NUMBERS": """
        LAMBDA(cells, MAP(cells, LAMBDA(cell, XLT_NUMBER(cell))))
    """,
    "XLT_ONE": """
        LAMBDA(given, usual, IF(ROWS(given)*COLUMNS(given)>1, #VALUE!,
            IF(given="", usual, given)))
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
            shares, IF(games="", counts/total, XLT_FRACTIONS(counts)),
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
            given, XLT_NUMBERS(dues)*{1,1,1,1,1,1,1},
            profile, XLT_FRACTIONS(given),
            counted, AND(games=""),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                IF(AND(own=""), "",
                IF((COLUMNS(dues)<>1)*(COLUMNS(dues)<>7), #VALUE!,
                IF(MIN(given)<0, #NUM!,
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
        LAMBDA(finishes, [payoffs], LET(
            pays, IF(IF(ISOMITTED(payoffs), TRUE, AND(payoffs="")),
                {60,42,35,0,-35,-42,-60}, XLT_NUMBERS(XLT_LINE(payoffs))),
            buyin, INDEX(pays, 1, 1),
            MAKEARRAY(ROWS(finishes), 1, LAMBDA(at, one, LET(
                own, INDEX(finishes, at, 0),
                counts, XLT_NUMBERS(own),
                total, SUM(counts),
                whole, IF(total<=1.5, 1, IF((total>=95)*(total<=105), 100, total)),
                IF(AND(own=""), "",
                IF((COLUMNS(own)<>7)+(COLUMNS(pays)<>7), #VALUE!,
                IF(OR(MIN(counts)<0, buyin<0), #NUM!,
                IF(OR(total=0, buyin=0), #DIV/0!,
                SUM(counts*pays)/whole/buyin)))))))))
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
                REDUCE("tied", SEQUENCE(width, 1, width, -1), LAMBDA(said, key, LET(
                    shared, BYROW(same + (SEQUENCE(1, width)>key), LAMBDA(own, AND(own>0)*1)),
                    IF(SUM(here*shared)=1, INDEX(names, 1, key), said))))))))))))
    """,
}
"""The functions, and the parts that they share, by name."""

FUNCTIONS = [name for name in LAMBDAS if not name.startswith("XLT_")]

_NEW = frozenset(
    {"BYROW", "ISOMITTED", "LAMBDA", "LET", "MAKEARRAY", "MAP", "REDUCE", "SEQUENCE", "TAKE"}
)
"""Functions that came after the file format, and are stored with a mark."""

_TOKEN = re.compile(r'"[^"]*"|#[A-Z/0]+[!?]|\[[a-z]+\]|[A-Za-z_][A-Za-z_0-9]*|\s+')


def stored(text: str, taken: Collection[str] = ()) -> str:
    """A formula as a workbook's file holds it.

    A small name that is taken, because the workbook has one like it, gets a mark.

    >>> stored("LAMBDA(games, [step], IF(ISOMITTED(step), 0, games))", {"step"})
    '_xlfn.LAMBDA(_xlpm.games,_xlop.step_,IF(_xlfn.ISOMITTED(_xlpm.step_),0,_xlpm.games))'
    """

    def token(found: re.Match[str]) -> str:
        word = found[0]
        if word.isspace() or word[0] in '"#':
            return word.strip()
        if word in _NEW:
            return f"_xlfn.{word}"
        if word.isupper():
            return word
        name = word.strip("[]")
        return f"{'_xlop' if word[0] == '[' else '_xlpm'}.{name}{'_' * (name in taken)}"

    return _TOKEN.sub(token, text.strip())


def with_names(workbook: bytes) -> bytes:
    """A workbook with the functions defined in it."""
    return rewritten(workbook, {"xl/workbook.xml": _defining})


def still_missing(workbook: bytes) -> list[str]:
    """The functions that a workbook's cells call and that no LAMBDA defines."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as package:
        sheets = [name for name in package.namelist() if name.startswith("xl/worksheets/sheet")]
        text = "".join(package.read(name).decode("utf-8") for name in sheets)
    formulas = "".join(re.findall(r"<f[^>]*>([^<]*)</f>", text))
    called = set(re.findall(r"\b([A-Z_]+)\(", formulas))
    return [f.name for f in CATALOGUE if f.name in called - set(FUNCTIONS)]


def _defining(part: str) -> str:
    """The workbook part with our names too, which stand right before ``calcPr``."""
    there = re.findall(r'<definedName [^>]*?name="([^"]*)"', part)
    taken = {name.lower() for name in (*there, *LAMBDAS)}
    added = "".join(
        f'<definedName name="{name}">{escape(stored(text, taken))}</definedName>'
        for name, text in LAMBDAS.items()
    )
    if "</definedNames>" in part:
        return part.replace("</definedNames>", f"{added}</definedNames>")
    part = re.sub(r"<definedNames ?/>", "", part)
    if "<calcPr" not in part:
        raise EngineError("The workbook has no place for names; make it with xl-tourney new.")
    return part.replace("<calcPr", f"<definedNames>{added}</definedNames><calcPr", 1)
