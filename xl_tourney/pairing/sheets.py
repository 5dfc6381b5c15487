"""Sheets to print for a round: one page of HTML, which Chromium makes a PDF of.

Pairings by board and by name for the wall, a list of boards for who collects the results, a slip
for each board, a tag for each player, and the standings beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from ..events.event import Event
from ..events.standings.table import StandingsTable
from ..functions.bridge.movements import MOVEMENTS
from .pairing import Pair, Pairing
from .request import SIDES, Paired

STYLE = """
@page { size: A4; margin: 14mm }
body { font: 12pt Arial, "Liberation Sans", sans-serif; color: #000; margin: 0 }
section { break-after: page } section:last-child { break-after: auto }
h1 { font-size: 20pt; margin: 0 } h2 { font-size: 14pt; margin: 1mm 0 5mm; font-weight: normal }
table { border-collapse: collapse; width: 100% } thead { display: table-header-group }
tr { break-inside: avoid } th, td { text-align: left; padding: 1.5mm 2mm }
th { border-bottom: .5mm solid #000 } td { border-bottom: .1mm solid #999 }
.number { text-align: right; width: 12mm } .box { border: .3mm solid #000; width: 26mm }
.standings { font-size: 9pt } .standings th, .standings td { padding: .8mm 1.5mm }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 4mm }
.slip, .tag { border: .2mm dashed #666; break-inside: avoid; padding: 4mm; box-sizing: border-box }
.slip { height: 62mm } .slip p { margin: 0 0 3mm } .slip b { font-size: 13pt }
.marks { display: flex; gap: 4mm; margin: 3mm 0 0 } .marks span { border: .3mm solid #000;
padding: 1.5mm 3mm } .sign { display: flex; gap: 6mm; margin-top: 11mm } .sign span { flex: 1;
font-size: 8pt; border-top: .2mm solid #000 } .tag { height: 50mm; display: flex;
flex-direction: column; justify-content: center; text-align: center }
.tag b { font-size: 22pt; overflow-wrap: anywhere }
"""


_MOST_COLUMNS = 12
"""The columns of standings that go onto a page; of more only place, name and what decides."""


class Heading(NamedTuple):
    """What stands on every sheet, and the standings."""

    title: str
    standings: Sequence[StandingsTable] = ()


class Words(NamedTuple):
    """What the two sides of a game, and its place, are called."""

    place: str = "Board"
    white: str = "White"
    black: str = "Black"
    results: Sequence[str] = ("1 – 0", "½ – ½", "0 – 1")


_OF_A_LIST = Words("Game", results=("____ : ____",))
_WORDS: Mapping[str, Words] = {
    "mcmahon": Words(results=("White", "Jigo", "Black")),
    **dict.fromkeys(MOVEMENTS, Words("Table", results=())),
}
"""The words of a system."""


def read_event(file: Path | Event) -> Heading:
    """The title of an event and its standings; of a file of results the name."""
    if isinstance(file, Path):
        return Heading(file.stem)
    event = file.calculated
    return Heading(event.title or Path(file.name).stem, event.parts)


def format_sheets(paired: Paired, event: Heading, kinds: Iterable[str] = ()) -> str:
    """The sheets as one page of HTML that needs nothing else; without kinds the usual ones.

    Raises ``KeyError`` for a kind that is none of :data:`KINDS`.
    """
    usual = USUAL if len(paired.pairings) == 1 else USUAL_OF_SEASONS
    wanted = [KINDS[kind] for kind in kinds or usual]
    sections = [text for write in wanted for text in write(paired, event)]
    title = escape(event.title)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{STYLE}</style></head>\n<body>\n{''.join(sections)}</body></html>\n"
    )


def _section(event: Heading, subtitle: str, content: str) -> str:
    head = f"<h1>{escape(event.title)}</h1><h2>{escape(subtitle)}</h2>"
    return f"<section>{head}{content}</section>\n"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table; the heading of a column of numbers begins with ``#``, of blank boxes with ``□``."""
    styles = {"#": ' class="number"', "□": ' class="box"'}

    def cells(tag: str, row: Sequence[str]) -> str:
        marks = (styles.get(heading[:1], "") for heading in headings)
        if tag == "th":
            marks = (mark.replace("box", "blank") for mark in marks)
        return "".join(f"<{tag}{m}>{escape(t)}</{tag}>" for m, t in zip(marks, row))

    head = cells("th", [heading.lstrip("#□") for heading in headings])
    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f'<table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _rounds(paired: Paired) -> Iterator[tuple[Pairing, str, Words]]:
    """Each round with what it is called, and its words."""
    white, black = paired.sides
    usual = Words() if paired.sides == SIDES else _OF_A_LIST
    for name, pairing in paired.rounds:
        words = _WORDS.get(pairing.system, usual)
        yield pairing, name, words._replace(white=white, black=black)


def _opponent(paired: Paired, pair: Pair) -> str:
    return "bye" if pair.black is None else paired.names[pair.black]


def _more(pair: Pair) -> str:
    """What else is to be known of a game: stones at go, boards at bridge."""
    if pair.boards:
        return f"board{'s' * (len(pair.boards) > 1)} {pair.boards_in_words}"
    return f"{pair.handicap} stones" if pair.handicap else ""


def _by_board(paired: Paired, event: Heading) -> Iterator[str]:
    for pairing, name, words in _rounds(paired):
        rows = [
            (str(p.board or ""), paired.names[p.white], _opponent(paired, p), _more(p))
            for p in pairing.pairs
        ]
        headings = (f"#{words.place}", words.white, words.black, "")
        yield _section(event, f"{name}: pairings by {words.place.lower()}", _table(headings, rows))


def _by_name(paired: Paired, event: Heading) -> Iterator[str]:
    for pairing, name, words in _rounds(paired):
        rows = []
        for pair in pairing.pairs:
            where, other = str(pair.board or ""), _opponent(paired, pair)
            own = paired.names[pair.white]
            rows.append((own, where, words.white if pair.black is not None else "", other))
            if pair.black is not None:
                rows.append((other, where, words.black, own))
        rows += [(paired.names[one], "", "", "not paired") for one in pairing.absent]
        rows = sorted((row for row in rows if row[0]), key=lambda row: row[0].casefold())
        headings = ("Name", f"#{words.place}", "Side", "Opponent")
        yield _section(event, f"{name}: pairings by name", _table(headings, rows))


def _board_list(paired: Paired, event: Heading) -> Iterator[str]:
    for pairing, name, words in _rounds(paired):
        played = [pair for pair in pairing.pairs if pair.black is not None]
        rows = [
            (str(p.board or ""), paired.names[p.white], "", _opponent(paired, p)) for p in played
        ]
        headings = (f"#{words.place}", words.white, "□Result", words.black)
        yield _section(event, f"{name}: results", _table(headings, rows))


def _slips(paired: Paired, event: Heading) -> Iterator[str]:
    for pairing, name, words in _rounds(paired):
        slips = [
            f'<div class="slip"><p>{escape(event.title)} · {escape(name)} · {words.place} '
            f"<b>{pair.board or ''}</b> {escape(_more(pair))}</p>"
            f"<p>{words.white}: <b>{escape(paired.names[pair.white])}</b></p>"
            f"<p>{words.black}: <b>{escape(_opponent(paired, pair))}</b></p>"
            f'<div class="marks">{"".join(f"<span>{mark}</span>" for mark in words.results)}</div>'
            f'<div class="sign"><span>{words.white}</span><span>{words.black}</span></div></div>'
            for pair in pairing.pairs
            if pair.black is not None
        ]
        yield f'<section><div class="cards">{"".join(slips)}</div></section>\n'


def _tags(paired: Paired, event: Heading) -> Iterator[str]:
    tags = (
        f'<div class="tag"><b>{escape(name)}</b>{escape(event.title)}</div>'
        for name in paired.names.values()
        if name
    )
    yield f'<section><div class="cards">{"".join(tags)}</div></section>\n'


def _standings(paired: Paired, event: Heading) -> Iterator[str]:
    for table in event.standings:
        shown = range(len(table.headings))
        deciding = sorted({0, *table.leading_columns})
        columns = deciding if len(shown) > _MOST_COLUMNS else shown
        rows = ([row[at] for at in columns] for row in table.rows)
        text = _table([table.headings[at] for at in columns], rows, "standings")
        yield _section(event, f"{table.caption} before round {paired.pairing.round}", text)


KINDS: Mapping[str, Callable[[Paired, Heading], Iterator[str]]] = {
    "boards": _by_board,
    "names": _by_name,
    "results": _board_list,
    "slips": _slips,
    "tags": _tags,
    "standings": _standings,
}
"""The kinds of sheets."""
USUAL = ("boards", "names", "results", "slips", "standings")
USUAL_OF_SEASONS = ("boards",)
"""Those that are printed if nobody asks for others: of a round, of the list of all rounds."""
