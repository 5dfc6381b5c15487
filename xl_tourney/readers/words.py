"""The words that people write in place of a value, in the languages of their files."""

from __future__ import annotations

OVERTIME = "overtime"
REGULAR_TIME = "regular time"
TO_PLAY = "to play"
WALKOVER = "walkover"

WORDS = {
    OVERTIME: (
        "yes|y|true|1|x|ja|oui|si|sí|sì|tak|ano|да|ot|1ot|2ot|3ot|4ot|5ot|ot2|ot3|so|f/ot|f/so|"
        "overtime|shootout|extra time|et|aet|a.e.t.|pen|pens|pen.|penalties|pso|n.v.|nv|i.e.|ie|"
        "n.p.|verlängerung|elfmeterschießen|t.a.b.|tab|a.p.|ap|d.t.s.|dts|d.c.r.|dcr|prol.|"
        "prórroga|po prodl.|po sn|от"
    ),
    REGULAR_TIME: "0|no|n|false|reg|reg.|regular|n/a|na|-|–|none|nein|non|nee|nie|ne|нет|ft|f",
    TO_PLAY: (
        "|-|–|-:-|–:–|- : -|:|tbd|postponed|ppd|p-p|abgesagt|verlegt|verschoben|ausgefallen|"
        "reporté|reporte|aplazado|rinviata|rinviato|uitgesteld|przełożony|odloženo|перенесён|"
        "перенесен|перенос|延期"
    ),
    WALKOVER: "w/o|wo|w.o.|ff|forfeit|walkover|awd|awarded|kampflos|forfait|wertung",
}
"""What a word stands for, each with its words in small letters."""


def find_word(written: str, *meanings: str) -> str:
    """What a text stands for, of some meanings or of all; blank where it is no such word.

    >>> find_word("n.V."), find_word("(AET)"), find_word("abgesagt"), find_word("2")
    ('overtime', 'overtime', 'to play', '')
    """
    text = written.strip().removeprefix("(").removesuffix(")").strip().casefold()
    found = (key for key in meanings or WORDS if text in WORDS[key].casefold().split("|"))
    return next(found, "")
