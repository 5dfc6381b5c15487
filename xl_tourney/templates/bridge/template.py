"""A session of duplicate bridge: travellers, match-points by two formulas or IMPs, the ranking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Annotated, Literal

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from ...errors import OptionError
from ...readers.bridge import read as reader
from ...readers.bridge.session import Method, Session
from ..parts import charts, pages, published, theme
from ..parts.checks import write_checks
from ..parts.pages import HEADINGS
from ..parts.registry import About, Sample, row_capacity, template
from ..parts.table import Table
from ..parts.workbook import Functions, StandingsWorkbook
from . import apart, blank, ranking
from . import boards as board_columns
from . import lines as line_columns
from . import pages as texts
from . import sessions as session_columns
from . import travellers as traveller_columns
from .scores import contracts as contract_columns
from .scores import within_sections
from .scoring import BY_IMPS, MATCH_POINTS, SessionScoring
from .sessions import MOST_SESSIONS
from .settings import figures, settings

MOST_PAIRS = 400
MOST_BOARDS = 100
MOST_TABLES = 200
PORTRAIT = ("Read me", "Standings", "Comparison", "Boards", "Lines", blank.SHEET, apart.SHEET)
Compared = Literal["section", "field"]
YesNo = Literal["yes", "no"]

_NOTE_ON_SECTIONS = (
    "Nine boards of a club session of 21 tables that was one section: odd tables are called A and "
    "even ones B, to show what sections do. East-West moved through both."
)


@template(
    read=reader.read,
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
    title: Annotated[str | None, About("heading of the workbook; the data may say it")] = None,
    note: Annotated[str | None, pages.ABOUT_NOTE] = None,
    as_of: Annotated[str | None, pages.ABOUT_AS_OF] = None,
    method: Annotated[Method | None, About("formula that ranks; the data says it")] = None,
    winners: Annotated[int | None, About("1, or 2 for one on each side", 1, 2)] = None,
    expected: Annotated[int | None, About("results that each board should have", 1)] = None,
    decimals: Annotated[
        int | None, About("decimals to which totals are rounded; the ACBL takes 2", 0, 6)
    ] = None,
    sections: Annotated[
        YesNo | None, About("whether pairs sit in sections; the data says it")
    ] = None,
    sessions: Annotated[
        int | None, About("columns for sessions, 0 for one alone", 0, MOST_SESSIONS)
    ] = None,
    compared: Annotated[
        Compared | None, About("whether scores are compared within the section or the field")
    ] = None,
    pairs: Annotated[int | None, About("rows for pairs", 2, MOST_PAIRS)] = None,
    boards: Annotated[int | None, About("rows for boards", 1, MOST_BOARDS)] = None,
    tables: Annotated[int | None, About("lines for each board", 2, MOST_TABLES)] = None,
) -> StandingsWorkbook:
    """Bridge session: travellers, match-points or IMPs, and the ranking of the pairs.

    Match-points are shown by the standard and by Wignall's modified formula side by side, IMPs as
    cross-IMPs and by Butler; Method says which one ranks.  Takes USEBIO XML or CSV: one row a line
    of a traveller, with the columns board, ns, ew and score, which is North-South's or A+, A, A-,
    60/40, A6040, PASS, NP.  Instead of the score or beside it there may be contract, by and tricks;
    where there are any, score_ew, ns_names, ew_names, and section, within which scores may be
    compared.
    """
    session = session or Session([])
    method = method or session.method
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

    title = title or session.title or "Bridge session"
    workbook = theme.new_workbook(title, functions)
    sheets = texts.sheets(scoring)
    for name in sheets:
        theme.new_sheet(workbook, name, landscape=name not in PORTRAIT)
    workbook.set_layout(
        method=method,
        sections=has_sections,
        sessions=scoring.sessions,
        pairs=room,
        boards=blocks,
        tables=lines,
    )
    sheet_tables = _tables(workbook, scoring, room, blocks, lines)
    inputs = _inputs(session, scoring, listing, room, blocks, lines)
    for name, table in sheet_tables.items():
        table.write(sheet_tables, inputs.get(name, ()))

    options = settings(
        scoring,
        method=method,
        winners=winners or session.winners or 1,
        expected=expected,
        decimals=decimals,
    )
    pages.write_settings(
        workbook,
        workbook["Setup"],
        get_column_letter(sheet_tables["listed"].next_left),
        [*pages.common_settings(title, note, as_of), *options],
        sheet_tables,
    )
    beside = get_column_letter(sheet_tables["cycle"].next_left)
    pages.write_settings(workbook, workbook["Lines"], beside, figures(scoring), sheet_tables)
    write_checks(workbook, workbook["Checks"], texts.checks(scoring), texts.NOTHING, sheet_tables)
    links = {name: purpose for name, purpose in sheets.items() if name != "Read me"}
    pages.write_read_me(workbook["Read me"], links, texts.read_me(scoring))
    _finish(sheet_tables, scoring, len(listing))
    blank.fill_page(sheet_tables["blank"])
    if scoring.within_sections:
        apart.fill_page(workbook[apart.SHEET], sheet_tables)
    _hide_columns(sheet_tables, scoring, session, winners or session.winners or 1)
    return workbook


def _count_sessions(session: Session, asked: int | None) -> int:
    """The columns for sessions; none for one alone."""
    last = max((line.session for line in session.lines), default=0)
    if last > MOST_SESSIONS:
        raise OptionError(f"There is room for {MOST_SESSIONS} sessions, and there is a {last}.")
    if asked is None:
        return last if last > 1 else 0
    if asked < last:
        raise OptionError(f"sessions is {asked}, but the results have {last}; ask for more.")
    return asked


def _room(
    session: Session, listed: int, pairs: int | None, boards: int | None, tables: int | None
) -> tuple[int, int, int]:
    """How many rows for pairs, how many boards, and how many lines each of them has."""
    played, empty = session.travellers, not session.lines
    most = max(map(len, played.values()), default=0)
    fewest = (16, 24, 8) if empty else (2, 1, 2)
    return (
        row_capacity("pairs", pairs, listed, minimum=fewest[0], spare=2, maximum=MOST_PAIRS),
        row_capacity(
            "boards", boards, len(played), minimum=fewest[1], spare=1, maximum=MOST_BOARDS
        ),
        row_capacity("tables", tables, most, minimum=fewest[2], spare=1, maximum=MOST_TABLES),
    )


def _inputs(
    session: Session,
    scoring: SessionScoring,
    listing: list[dict[str, object]],
    room: int,
    blocks: int,
    lines: int,
) -> dict[str, list[dict[str, object]]]:
    """What stands in the inputs of each table; without a session the boards are numbered."""
    numbers = list(session.travellers) or [(1, number) for number in range(1, blocks + 1)]
    return {
        "listed": _numbered(listing, room),
        "boards": _numbered(
            [{"session": session or 1, "board": number} for session, number in numbers], blocks
        ),
        "sections": within_sections.SECTION_ROWS,
        "sessions": session_columns.number_rows(scoring),
        "lines": [{"block": 1 + at // lines} for at in range(blocks * lines)],
        "travellers": _lines(session, lines),
        **_fixed_rows(),
    }


def _tables(
    workbook: Workbook, scoring: SessionScoring, room: int, blocks: int, lines: int
) -> dict[str, Table]:
    """Where each table stands, and how long it is."""
    listed = Table(workbook["Setup"], HEADINGS, ranking.listed(scoring), room, option="pairs")
    pairs = f"Setup!{listed.span('pair', listed.first, listed.last, '$')}"
    length = blocks * lines
    fixed = _fixed_rows()
    scored = Table(workbook["Lines"], HEADINGS, line_columns.lines(scoring), length, block=lines)
    group = Table(workbook["Pairs"], HEADINGS, ranking.group(scoring), room)
    tables = {"lines": scored}
    left = scored.next_left
    for name, columns in {
        "scale": line_columns.SCALE if not scoring.is_match_points else (),
        "contracts": contract_columns.CONTRACTS,
        "penalties": contract_columns.PENALTIES,
        "cycle": contract_columns.CYCLE,
    }.items():
        rows = len(fixed.get(name, ()))
        tables[name] = Table(workbook["Lines"], HEADINGS, columns, rows, left)
        left = tables[name].next_left
    return {
        **tables,
        "listed": listed,
        "travellers": Table(
            workbook["Travellers"],
            HEADINGS,
            traveller_columns.travellers(scoring, pairs),
            length,
            block=lines,
            option="tables",
        ),
        "standings": Table(workbook["Standings"], HEADINGS, ranking.standings(scoring), room),
        "comparison": Table(workbook["Comparison"], HEADINGS, ranking.comparison(scoring), room),
        "boards": Table(
            workbook["Boards"],
            HEADINGS,
            board_columns.boards(scoring),
            blocks,
            option="boards",
        ),
        "group": group,
        "blank": Table(workbook[blank.SHEET], blank.TOP, blank.columns(scoring), lines),
        **_section_tables(workbook, scoring, group, room),
        **_session_tables(workbook, scoring, group),
    }


def _section_tables(
    workbook: Workbook, scoring: SessionScoring, group: Table, room: int
) -> dict[str, Table]:
    """The sections beside the pairs, and the page that scores them apart and together."""
    if not scoring.within_sections:
        return {}
    listed = within_sections.SECTIONS
    pairs = apart.table(ranking.pair_columns(scoring))
    return {
        "sections": Table(
            workbook["Pairs"], HEADINGS, listed, len(within_sections.SECTION_ROWS), group.next_left
        ),
        "apart": Table(workbook[apart.SHEET], apart.TOP, pairs, room),
    }


def _session_tables(workbook: Workbook, scoring: SessionScoring, group: Table) -> dict[str, Table]:
    """The sessions beside the pairs."""
    if not scoring.sessions:
        return {}
    numbers = session_columns.numbers(scoring)
    return {"sessions": Table(workbook["Pairs"], HEADINGS, numbers, 1, group.next_left)}


def _fixed_rows() -> dict[str, list[dict[str, object]]]:
    """The figures of the Laws, by table."""
    return {"scale": line_columns.SCALE_INPUTS, **contract_columns.contract_rows()}


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


def _finish(tables: Mapping[str, Table], scoring: SessionScoring, pairs: int) -> None:
    """Titles, frozen headings, marks and the chart."""
    changes = f"What the ranking would be by {scoring.a} and by {scoring.b}, side by side."
    purposes = {**texts.PURPOSES, "comparison": changes}
    frozen = {
        "travellers": "D",
        "standings": "E",
        "comparison": "C",
        "boards": "C",
        "group": "D",
        "lines": "B",
    }
    blank = {"standings": "place", "comparison": "pair"}
    for name, purpose in purposes.items():
        pages.write_header(tables[name].sheet, purpose, status=name not in ("group", "lines"))
        pages.freeze_headings(tables[name], frozen.get(name, "A"), blank.get(name, ""))
    pages.print_across(tables["group"], 2, "names")
    pages.fit_on_one_page(tables["standings"])
    pages.name_standings(tables["standings"])
    shown = {column.key for column in tables["standings"].columns}
    figures = [key for key in ("total", "score", "per_board") if key in shown]
    published.name_leading_columns(tables["standings"], "names", *figures)
    _name_records(tables, scoring)
    pages.show_note(tables["standings"].sheet)
    _mark_travellers(tables["travellers"])
    _mark_ranking(tables["standings"], "place")
    _finish_comparison(tables["comparison"], tables, scoring, pairs)


def _name_records(tables: Mapping[str, Table], scoring: SessionScoring) -> None:
    """The score card of each pair, from the side on which it sat."""
    travellers, lines = tables["travellers"], tables["lines"]
    for own, other in ("ns", "ew"), ("ew", "ns"):
        if scoring.is_match_points:
            worth = {"Points": published.values(travellers, f"{own}_points")}
        else:
            worth = {
                "Cross_IMPs": published.values(travellers, f"a_{own}"),
                "Butler": published.values(travellers, f"b_{own}"),
            }
        published.name_record(
            Pair=published.values(travellers, own),
            Board=published.values(travellers, "board"),
            Opponent=published.values(travellers, other),
            **worth,
            Contract=published.values(travellers, "contract"),
            By=published.values(travellers, "by"),
            Tricks=published.values(travellers, "tricks"),
            Score_NS=published.values(lines, "score"),
            Sat=published.headings(travellers, own),
        )


def _hide_columns(
    tables: Mapping[str, Table], scoring: SessionScoring, session: Session, winners: int
) -> None:
    """Hide the columns that are empty: sides, names, boards that a pair sat out."""
    played = Counter(pair for line in session.lines for pair in (line.ns, line.ew))
    empty = {"side": "Winners<>1"} if winners == 1 else {}
    if session.lines and not any(session.names.values()):
        empty["names"] = "COUNTA({listed[names]})>0"
    pages.hide_columns(tables["comparison"], empty, tables)
    if scoring.within_sections:
        pages.hide_columns(tables["apart"], empty, tables)
    if scoring.is_match_points and not scoring.sessions and len(set(played.values())) == 1:
        empty["sat_out"] = "MAX({standings[sat_out]})>0"
    pages.hide_columns(tables["standings"], empty, tables)


def _mark_travellers(table: Table) -> None:
    """A line below each board, its number where it begins, and what is wrong."""
    sheet, top = table.sheet, table.first
    for row in range(top + table.block, table.last + 1, table.block):
        theme.draw_group_line(sheet, row)
    board = f"${table.letter('board')}"
    again = f"{board}{top}={board}{top - 1}"
    theme.highlight(sheet, table.area("board"), [(again, theme.REPEATED)])
    pages.mark_problems(table)


def _mark_ranking(table: Table, place: str) -> None:
    """The winners, and a line between North-South and East-West."""
    first, side = table.first, table.letter("side")
    turns = f'AND(${side}{first}<>"",${side}{first + 1}<>${side}{first})'
    won = f"${table.letter(place)}{first}=1"
    area = table.area(table.columns[0].key, table.columns[-1].key)
    theme.highlight(table.sheet, area, [(won, theme.QUALIFIED)], turns)


def _finish_comparison(
    table: Table, tables: Mapping[str, Table], scoring: SessionScoring, pairs: int
) -> None:
    """What the comparison comes to in one sentence, whom it moves, and the chart."""
    sentence = table.sheet[f"A{HEADINGS - 1}"]
    sentence.value = pages.resolve_formula(texts.finding(scoring), table.sheet, tables)
    theme.apply_style(sentence, theme.STATUS)
    cell = f"${table.letter('moved')}{table.first}"
    moved = f'AND({cell}<>"",{cell}<>"same")'
    theme.highlight(table.sheet, table.area("moved"), [(moved, theme.TIED)])
    charts.add_bars(
        table,
        "pair",
        "change",
        title=f"{scoring.b} less {scoring.a}",
        axes=("Pair", f"Difference in {scoring.unit}"),
        text=f"Bar chart: for each pair, in the order of the standings, its {scoring.unit} by "
        f"{scoring.b} less those by {scoring.a}. The figures are in the table above.",
        rows=pairs or None,
    )
