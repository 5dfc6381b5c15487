"""What is said of mistakes in files of results: ``python docs/mistakes.py`` writes it down.

``docs/reference/mistakes.md`` is the outcome of reading a file with each mistake, by the reader
of each template.  A test compares the page with what is said today.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.errors import InputError
from xl_tourney.readers.tables.source import Source
from xl_tourney.templates import TEMPLATES

PAGE = Path(__file__).resolve().parent / "reference/mistakes.md"

GOOD = {
    "league": "round,home,away,home_score,away_score\n1,Reds,Blues,2,1\n2,Blues,Golds,0,0\n",
    "tantrix": "player_a,player_b,games,tps_a,tps_b\nAnn,Bob,1,12,8\nBob,Cid,1,11,9\n",
    "kdice": "player,games,profile\nAnn,100,20-17-14-11-11-11-16\nBob,0,\n",
    "bridge": "board,ns,ew,score\n1,1,2,420\n1,3,4,A6040\n",
    "go": "name,rank,r1\nAnn,3d,2+\nBob,2k,1-\n",
    "chess": "name,rating,r1\nAnn,1900,2w1\nBob,1500,1b0\n",
}
"""A file without a mistake for each template."""

Change = tuple[str, str, str]
"""What the mistake is called, and a text of the good file with what stands in its place."""

_TABLES: dict[str, list[Change]] = {
    "league": [
        ("a score below 0", "2,1\n", "-1,1\n"),
        ("both scores in one cell", "2,1\n", "2:1,\n"),
        ("a percentage", "2,1\n", "60%,1\n"),
        ("half of a score", "2,1\n", "2,\n"),
        ("a walkover without a score", "2,1\n", "w/o,\n"),
        ("a team against itself", "Reds,Blues", "Reds,Reds"),
        ("a team that is missing", "Reds,Blues", "Reds,"),
        (
            "a word of overtime that is none",
            "away_score\n1,Reds,Blues,2,1",
            "away_score,ot\n1,Reds,Blues,2,1,maybe",
        ),
        (
            "a score that became a date",
            "home_score,away_score\n1,Reds,Blues,2,1\n2,Blues,Golds,0,0",
            "score\n1,Reds,Blues,2026-02-01",
        ),
        ("games of one team", "home,away", "team,opponent"),
        (
            "several leagues",
            "round,home,away,home_score,away_score\n1,Reds,Blues,2,1\n2,Blues,Golds,0,0",
            "div,home,away,score\nE0,Reds,Blues,1-0\nE1,Golds,Greys,0-0",
        ),
        ("teams alone", GOOD["league"], "team,city\nReds,Rome\nBlues,Brno\n"),
        ("a table and games at once", "round,", "wins,"),
    ],
    "tantrix": [
        ("games that are no number", "1,12,8", "one,12,8"),
        ("no games", "1,12,8", "0,12,8"),
        ("half of a score", "12,8", "12,"),
        ("the same player on both sides", "Ann,Bob", "Ann,ann"),
        (
            "a name nearly like another",
            GOOD["tantrix"],
            GOOD["tantrix"] + "Jon Smith,Cid,1,9,11\nJon Smith,Ann,1,9,11\nJohn Smith,Bob,1,9,11\n",
        ),
        ("matches and games at once", "tps_b\n", "tps_b,margin\n"),
    ],
    "kdice": [
        ("a profile of five numbers", "20-17-14-11-11-11-16", "20-17-14-11-11"),
        ("words in a profile", "20-17-14-11-11-11-16", "many"),
        ("games below 0", "Ann,100", "Ann,-100"),
        ("games without finishes", "20-17-14-11-11-11-16", ""),
        ("finishes without games", "Bob,0,", "Bob,0,20-17-14-11-11-11-16"),
    ],
    "bridge": [
        ("a score that is a word", "420", "four"),
        ("half a point", "420", "420.5"),
        ("a board that is no number", "1,1,2", "one,1,2"),
        ("a pair that is missing", "1,1,2", "1,,2"),
        (
            "a pair nearly like another",
            GOOD["bridge"],
            "board,ns,ew,score\n1,Ann & Bob,Cy & Di,50\n2,Ann & Bob,Cy & Di,50\n"
            "3,Anne & Bob,Ed & Fay,50\n",
        ),
        (
            "a pair whose names differ",
            GOOD["bridge"],
            "board,ns,ew,score,ns_names\n1,1,2,420,Ann & Bob\n2,1,2,50,Cy & Di\n",
        ),
    ],
    "go": [
        ("a rank that is none", "3d", "strong"),
        ("a result that cannot be read", "2+", "won"),
        ("an opponent who is not there", "2+", "9999+"),
        ("a player without a name", "Ann,", ","),
        (
            "two rows that may be one player's",
            GOOD["go"],
            "name,r1,r2\nJon Smith,2+,\nAnn,1-,3+\nJohn Smith,,2-\n",
        ),
        (
            "two rows that are one player's",
            GOOD["go"],
            'name,r1,r2\nJörg Müller,2+,\nAnn,1-,3+\n"Müller, Jörg",,2-\n',
        ),
        ("points without games", GOOD["go"], "name,wins\nAnn,3\nBob,2\n"),
    ],
    "chess": [
        ("a birth without its century", "rating,r1\nAnn,1900", "born,r1\nAnn,90"),
        (
            "two rows that may be one player's",
            GOOD["chess"],
            "name,r1,r2\nJon Smith,2w1,\nAnn,1b0,3w1\nJohn Smith,,2b0\n",
        ),
        ("points without games", GOOD["chess"], "name,points\nAnn,3\nBob,2\n"),
        ("a rating that is none", "1900", "strong"),
        ("a rating below 0", "1900", "-5"),
        ("a result that cannot be read", "2w1", "won"),
        ("an opponent who says something else", "1b0", "1b1"),
        ("games under a heading that is no round", "r1", "Game A"),
    ],
}


def _everywhere(name: str) -> Iterator[tuple[str, str]]:
    """The mistakes that any table may have."""
    good = GOOD[name]
    heading, first, *rest = good.splitlines()
    cells = heading.split(",")
    yield (
        "a column that nobody asks for",
        "\n".join([f"{heading},remarks", *(f"{row},x" for row in (first, *rest))]),
    )
    yield "a title above the headings", f"The cup of 2026\n{good}"
    yield "the headings once more", "\n".join([heading, first, heading, *rest])
    yield "a heading that is missing", good.replace(cells[0], "whatever", 1)
    yield (
        "two columns for one field",
        "\n".join([f"{heading},{cells[1]}", *(f"{row},Zed" for row in (first, *rest))]),
    )
    yield "more cells than headings", f"{good}{first},1,2\n"
    yield "quotation marks that do not match", good.replace(first, f'"{first}')
    yield "nothing in it", ""


def mistakes(name: str) -> Iterator[tuple[str, str]]:
    """Each mistake of a template's files: what it is called, and a file with it."""
    yield from _everywhere(name)
    for what, old, new in _TABLES[name]:
        assert old in GOOD[name], (name, what)
        yield what, GOOD[name].replace(old, new, 1)


def said(name: str, text: str) -> list[str]:
    """What the reader of a template says of a file: why it is refused, or what is not used."""
    source = Source(Path("results.csv"))
    source.data = text.encode()
    try:
        TEMPLATES[name].read(source)
    except InputError as error:
        return [str(error)]
    return source.reading.warnings()


def page() -> str:
    """The page."""
    lines = [
        "# Mistakes in files of results",
        "",
        "Every column and row of a file is used, or named, or the file is refused in a sentence.",
        "Here is what `new`, `update` and `watch` say of a file with each mistake.",
        "`python docs/mistakes.py` writes this page: it reads the files.",
    ]
    for name in GOOD:
        lines += ["", f"## {name}", "", "| mistake | what is said |", "| --- | --- |"]
        for what, text in mistakes(name):
            sentences = " ".join(said(name, text)).replace("|", "\\|")
            lines.append(f"| {what} | {sentences} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
