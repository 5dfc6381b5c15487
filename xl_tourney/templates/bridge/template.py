"""A session of duplicate bridge: travellers, match-points by two formulas or IMPs, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from ...errors import OptionError
from ...functions.bridge.movements import usual_boards
from ...readers.bridge import read as reader
from ...readers.bridge.session import Method, Session
from ..parts import theme
from ..parts.plan import (
    EVERYWHERE,
    PROBLEMS,
    Bars,
    BlockLines,
    Hidden,
    Mark,
    TablePlan,
    WorkbookPlan,
)
from ..parts.registry import Sample, row_capacity, template
from ..parts.settings import About
from ..parts.table import Column
from ..parts.workbook import Functions
from . import apart, blank, ranking, settings
from . import boards as board_columns
from . import pages as texts
from . import sessions as session_columns
from . import travellers as traveller_columns
from .scores import contracts as contract_columns
from .scores import within_sections
from .scoring import BY_IMPS, MATCH_POINTS, SessionScoring
from .sessions import MOST_SESSIONS

MOST_PAIRS = 400
MOST_BOARDS = 100
MOST_TABLES = 200
MOST_BARS = 20
"""The pairs that a chart shows before any are listed."""
YesNo = Literal["yes", "no"]

_NOTE_ON_SECTIONS = (
    "Nine boards of a club session of 21 tables that was one section: odd tables are called A and "
    "even ones B, to show what sections do. East-West moved through both."
)


@template(
    room={"pairs": 64},
    read=reader.read,
    begins="board,ns,ew,score,ns_names,ew_names\n1,1,2,,Ann – Bob,Cy – Dora",
    asks=("pairs", "tables", "boards"),
    samples=[
        Sample("bridge_howell.xml"),
        Sample("bridge_mitchell.xml"),
        Sample("bridge_sections.csv", {"title": "Apart and together", "note": _NOTE_ON_SECTIONS}),
    ],
)
def bridge(
    session: Session | None = None,
    functions: Functions = "native",
    *,
    method: Annotated[Method | None, About("formula that ranks; the data says it")] = None,
    winners: Annotated[int | None, settings.WINNERS] = None,
    expected: Annotated[int | None, settings.RESULTS] = None,
    decimals: Annotated[int | None, settings.TOTAL_DECIMALS] = None,
    sections: Annotated[
        YesNo | None, About("whether pairs sit in sections; the data says it")
    ] = None,
    sessions: Annotated[
        int | None, About("columns for sessions, 0 for one alone", 0, MOST_SESSIONS)
    ] = None,
    compared: Annotated[str | None, settings.COMPARED_WITH] = None,
    pairs: Annotated[int | None, About("rows for pairs", 2, MOST_PAIRS)] = None,
    boards: Annotated[int | None, About("rows for boards", 1, MOST_BOARDS)] = None,
    tables: Annotated[int | None, About("lines for each board", 2, MOST_TABLES)] = None,
) -> WorkbookPlan:
    """Bridge session: travellers, match-points or IMPs, and the ranking of the pairs.

    Match-points are shown by the standard and by Wignall's modified formula side by side, IMPs as
    cross-IMPs and by Butler; Method says which one ranks.  Takes USEBIO XML or CSV: one row a line
    of a traveller, with the columns board, ns, ew and score, which is North-South's or A+, A, A-,
    60/40, A6040, PASS, NP.  Instead of the score or beside it there may be contract, by and tricks;
    where there are any, score_ew, ns_names, ew_names, and section, within which scores may be
    compared.  A list of the pairs alone, a row each, is for ``xl-tourney pair`` to seat.
    """
    session = session or Session([])
    method = method or session.method
    if decimals is None and method == "acbl":
        decimals = settings.ACBL_DECIMALS
    if sections == "no" and session.sections:
        raise OptionError(
            "The results have sections, and this workbook has none; make one with sections yes."
        )
    has_sections = sections or ("yes" if session.sections else "no")
    scoring = replace(
        MATCH_POINTS if method in MATCH_POINTS.methods else BY_IMPS,
        sections=has_sections == "yes",
        sessions=_count_sessions(session, sessions),
        compared=compared or "section",
    )
    listing = _listing(session)
    room, blocks, lines = _room(session, len(listing), pairs, boards, tables)

    won_by = winners or session.winners or 1
    return WorkbookPlan(
        title=session.title or "Bridge session",
        layout={
            "method": method,
            "sections": has_sections,
            "sessions": scoring.sessions,
            "pairs": room,
            "boards": blocks,
            "tables": lines,
        },
        sheets=texts.sheets(scoring),
        tables=_tables(session, scoring, listing, won_by, room, blocks, lines),
        options=settings.of(
            scoring, method=method, winners=won_by, expected=expected, decimals=decimals
        ),
        figures=settings.figures(scoring),
        figures_on="Lines",
        words=texts.words(scoring),
        checks=texts.checks(scoring),
        no_results=texts.NOTHING,
        read_me=texts.read_me(scoring),
        records=_records(scoring),
    )


def _count_sessions(session: Session, asked: int | None) -> int:
    """The columns for sessions; none for one alone."""
    last = max((line.session for line in session.lines), default=0)
    if last > MOST_SESSIONS:
        raise OptionError(
            f"There is room for {MOST_SESSIONS} sessions, and there is a {last}; renumber them."
        )
    if asked is None:
        return last if last > 1 else 0
    if asked < last:
        raise OptionError(f"sessions is {asked}, but the results have {last}; ask for more.")
    return asked


def _room(
    session: Session, listed: int, pairs: int | None, boards: int | None, tables: int | None
) -> tuple[int, int, int]:
    """How many rows for pairs, how many boards, and how many lines each of them has."""
    played = session.travellers
    most = max(map(len, played.values()), default=0)
    spare, fewest = 1, (2, 1, 2)
    if not session.lines:  # what the movement of those who are listed needs
        at_tables = max(2, min(-(-listed // 2), MOST_TABLES - 1))
        of_movement = usual_boards(listed)
        spare, fewest = 0, (16, of_movement or 24, at_tables + 1 if of_movement else 8)
    return (
        row_capacity("pairs", pairs, listed, minimum=fewest[0], spare=2, maximum=MOST_PAIRS),
        row_capacity(
            "boards", boards, len(played), minimum=fewest[1], spare=spare, maximum=MOST_BOARDS
        ),
        row_capacity("tables", tables, most, minimum=fewest[2], spare=1, maximum=MOST_TABLES),
    )


def _tables(
    session: Session,
    scoring: SessionScoring,
    listing: list[dict[str, object]],
    winners: int,
    room: int,
    blocks: int,
    lines: int,
) -> dict[str, TablePlan]:
    """The tables; without a session the boards are numbered."""
    length = blocks * lines
    numbers = list(session.travellers) or [(1, number) for number in range(1, blocks + 1)]
    empty = _empty_columns(scoring, session, winners)
    of_pairs = {key: when for key, when in empty.items() if key != "sat_out"}
    fixed = {"scale": traveller_columns.SCALE_INPUTS, **contract_columns.contract_rows()}
    fixed_columns = {
        "scale": traveller_columns.SCALE if not scoring.is_match_points else (),
        "contracts": contract_columns.CONTRACTS,
        "penalties": contract_columns.PENALTIES,
    }
    beside = ("lines", *fixed_columns)
    return {
        "lines": TablePlan(
            "Lines",
            traveller_columns.lines(scoring),
            length,
            [{"block": 1 + at // lines} for at in range(length)],
            block=lines,
            upto="block",
        ),
        **{
            name: TablePlan("Lines", columns, len(fixed[name]), fixed[name], beside=left)
            for left, (name, columns) in zip(beside, fixed_columns.items())
        },
        "listed": TablePlan(
            "Setup",
            ranking.listed(scoring),
            room,
            _numbered(listing, room),
            option="pairs",
            upto="",
        ),
        "travellers": TablePlan(
            "Travellers",
            traveller_columns.travellers(scoring),
            length,
            _lines(session, lines),
            block=lines,
            option="tables",
            upto="ew",
            looks=[BlockLines(), Mark("board", [(_AGAIN, theme.REPEATED)]), PROBLEMS],
        ),
        "standings": TablePlan(
            "Standings",
            ranking.standings(scoring),
            room,
            upto="names",
            blank="place",
            leading=("names", *_figures(ranking.standings(scoring))),
            looks=[_WINNERS, Hidden(empty)],
        ),
        "comparison": TablePlan(
            "Comparison",
            ranking.comparison(scoring),
            room,
            upto="names",
            blank="pair",
            looks=[
                apart.mark_moves("moved", "place_a", "place_b"),
                Bars(
                    label="pair",
                    value="change",
                    title=f"{scoring.b} less {scoring.a}",
                    axes=("Pair", f"Difference in {scoring.unit}"),
                    text=f"Bar chart: for each pair, in the order of the standings, its "
                    f"{scoring.unit} by {scoring.b} less those by {scoring.a}. The figures are in "
                    "the table above.",
                    rows=len(listing) or min(room, MOST_BARS),
                ),
                Hidden(of_pairs),
            ],
        ),
        "boards": TablePlan(
            "Boards",
            board_columns.boards(scoring),
            blocks,
            _numbered(
                [{"session": number or 1, "board": board} for number, board in numbers], blocks
            ),
            option="boards",
            upto="board",
        ),
        "group": TablePlan("Pairs", ranking.group(scoring), room, upto="names"),
        "blank": blank.table_plan(scoring, lines),
        **(_section_tables(scoring, room, of_pairs) if scoring.within_sections else {}),
        **(_session_tables(scoring) if scoring.sessions else {}),
    }


def _figures(columns: Iterable[Column]) -> list[str]:
    """The columns of the standings that decide."""
    keys = {column.key for column in columns}
    return [key for key in ("total", "score", "per_board") if key in keys]


_WINNERS = Mark(
    EVERYWHERE,
    [("{row[place]}=1", theme.QUALIFIED)],
    'AND({row[side]}<>"",{following[side]}<>{row[side]})',
)
"""The winners, and a line between North-South and East-West."""
_AGAIN = "{row[board]}={above[board]}"
"""Whether a line is of the same board as the one above."""


def _section_tables(
    scoring: SessionScoring, room: int, empty: Mapping[str, str]
) -> dict[str, TablePlan]:
    """The sections beside the pairs, and the page that scores them apart and together."""
    rows = within_sections.SECTION_ROWS
    return {
        "sections": TablePlan("Pairs", within_sections.SECTIONS, len(rows), rows, beside="group"),
        "apart": apart.table_plan(ranking.pair_columns(scoring), room, Hidden(empty)),
    }


def _session_tables(scoring: SessionScoring) -> dict[str, TablePlan]:
    """The sessions beside the pairs."""
    return {
        "sessions": TablePlan(
            "Pairs",
            session_columns.numbers(scoring),
            1,
            session_columns.number_rows(scoring),
            beside="group",
        )
    }


def _records(scoring: SessionScoring) -> list[dict[str, str]]:
    """The score card of each pair, from the side on which it sat."""
    records = []
    for own, other in ("ns", "ew"), ("ew", "ns"):
        worth = {"Cross_IMPs": f"travellers[a_{own}]", "Butler": f"travellers[b_{own}]"}
        if scoring.is_match_points:
            worth = {"Points": f"travellers[{own}_points]"}
        records.append(
            {
                "Pair": f"travellers[{own}]",
                "Board": "travellers[board]",
                "Opponent": f"travellers[{other}]",
                **worth,
                "Contract": "travellers[contract]",
                "By": "travellers[by]",
                "Tricks": "travellers[tricks]",
                "Score_NS": "lines[score]",
                "Sat": f"travellers.heads[{own}]",
                "Open": "lines[open]",
            }
        )
    return records


def _empty_columns(scoring: SessionScoring, session: Session, winners: int) -> dict[str, str]:
    """The columns that are empty, and when each would not be: sides, names, boards sat out."""
    played = Counter(pair for line in session.lines for pair in (line.ns, line.ew))
    empty = {"side": "Winners<>1"} if winners == 1 else {}
    if session.lines and not any(session.names.values()):
        empty["names"] = "COUNTA({listed[names]})>0"
    if scoring.is_match_points and not scoring.sessions and len(set(played.values())) == 1:
        empty["sat_out"] = "MAX({standings[sat_out]})>0"
    return empty


def _listing(session: Session) -> list[dict[str, object]]:
    """The pairs: as the session lists them, then others in the order in which they appear."""
    listed = dict(session.names)
    for line in session.lines:
        for pair in (line.ns, line.ew):
            listed.setdefault(pair, "")
    return [
        {"pair": pair, "names": names, "section": session.sections.get(pair)}
        for pair, names in listed.items()
    ]


def _numbered(rows: Iterable[Mapping[str, object]], room: int) -> list[dict[str, object]]:
    """Rows of inputs with their numbers, and the numbers of the rows that are left free."""
    numbered = [{"no": at, **row} for at, row in enumerate(rows, 1)]
    return numbered + [{"no": at} for at in range(len(numbered) + 1, room + 1)]


def _lines(session: Session, lines: int) -> list[dict[str, object]]:
    """The travellers, each with as many lines as there are tables."""
    rows: list[dict[str, object]] = []
    for block in session.travellers.values():
        rows += [dict(vars(line)) for line in block]
        rows += [{}] * (lines - len(block))
    return rows
