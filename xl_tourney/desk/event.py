"""An event as JSON, and the results that are typed at its desk."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from ..commands import everything
from ..errors import OptionError
from ..events.adapters.adapter import adapter_of
from ..events.adapters.wall_lists import rounds_of
from ..events.boards import Board, as_number, boards_of, names_of
from ..events.cells import Row, format_text
from ..events.event import Event
from ..events.report import NOBODY, make_report
from ..events.standings.table import say_caption
from ..events.values import describe_values
from ..functions.wall_lists import Coming
from ..functions.wall_lists import coming as says
from ..generator.generate import complete
from ..grammar.references import CellAddress
from ..languages import say, say_term, spoken
from ..ooxml.package import Package
from ..publication.formats import numeric_columns
from ..publication.page.content import format_facts
from ..publication.state import state_of
from ..updates.print_areas import filled_in

Json = dict[str, Any]


def read_event(package: Package, round_: object = None) -> Json:
    """The event, and the boards of a round; without one, those of the first with an open game."""
    event = Event.open(package)
    boards, names = [*boards_of(event)], names_of(event)
    return {
        **describe_standings(event),
        **describe_round([board.to_json(names) for board in boards], round_),
        **describe_slips(event, boards),
        "values": say(describe_values(package)),
    }


def describe_standings(event: Event) -> Json:
    """What an event says of itself, and its tables."""
    report = make_report(event)
    state = state_of(report)
    acts = [made.name for made in everything() if made.is_for(report.event)]
    return {
        "title": report.title,
        "facts": format_facts(report, state) if report.parts else say(NOBODY),
        "status": report.status if spoken().is_english else state.text * state.is_news,
        "language": event.language.code,
        "game": event.template.name,
        "acts": acts,
        "paired": "pair" in acts,
        "names": [*names_of(event).values()] or [one.name for one in event.entrants],
        "played": bool(event.games),
        "choices": {
            made.name: {one.name: one.about.fitting(event)}
            for made in everything()
            for one in made.parameters
            if one.about.fitting
        },
        "tables": [
            {
                "caption": say_caption(table.caption),
                "headings": [*map(say_term, table.headings)],
                "rows": table.rows,
                "numeric": numeric_columns(table),
                "leading": table.leading_columns,
                "names": table.row_header_column,
            }
            for table in report.parts
        ],
    }


def describe_round(boards: Sequence[Json], round_: object = None) -> Json:
    """The boards of a round; of the first with an open game, if no such round is asked for."""
    rounds = list(dict.fromkeys(board["round"] for board in boards))
    waiting = [board["round"] for board in boards if not board["result"]]
    asked = as_number(format_text(round_))
    current = next(iter([*waiting, *rounds[-1:]]), "")
    shown = asked if asked in rounds else current
    count = sum(board["round"] == current for board in boards)
    return {
        "round": shown,
        "rounds": rounds,
        "open": len(waiting),
        "progress": {"round": current, "known": count - waiting.count(current), "all": count},
        "boards": [board for board in boards if board["round"] == shown],
    }


def describe_slips(event: Event, boards: Iterable[Board]) -> Json:
    """How the results of an event are typed: what may be, and what the two sides are called."""
    boards, say = [*boards], event.language.text
    byes = _describe_byes(event, {board.round for board in boards})
    for board in boards:
        return {
            "when": say(board.slip.when),
            "in_rounds": board.slip.when == "Round",
            "sides": [say(board.row.heading(key)) for key in board.slip.sides],
            "buttons": [*board.slip.buttons],
            "byes": byes,
        }
    return {"when": "", "in_rounds": False, "sides": [], "buttons": [], "byes": byes}


def _describe_byes(event: Event, paired: Collection[str]) -> Json:
    """Who misses which of the rounds to come, where a wall list says it before they are paired."""
    choices = _byes_of(event)
    rows = _listed(event) if choices else {}
    told = {sign: choice for choice, sign in choices.items()}
    columns = [key for row in [*rows.values()][:1] for key in rounds_of(row)]
    to_come = [
        key
        for key in columns
        if key[2:] not in paired
        and all(says(row.text(key)) is not Coming.PAIRED for row in rows.values())
    ]
    typed = {
        name: {key[2:]: told[sign] for key in to_come if (sign := row.text(key)) in told}
        for name, row in rows.items()
    }
    return {
        "choices": [*choices],
        "rounds": [int(key[2:]) for key in to_come],
        "typed": {name: byes for name, byes in typed.items() if byes},
    }


def _listed(event: Event) -> dict[str, Row]:
    """The rows of a wall list, by the names of its players."""
    names = names_of(event)
    rows = enumerate(event.rows("r_1"), 1)
    return {names[text]: row for at, row in rows if (text := format_text(at)) in names}


def _byes_of(event: Event) -> Mapping[str, str]:
    if event.setting("System") == "round-robin":
        return {}
    return next((slip.byes for slip in adapter_of(event).SLIPS), {})


def enter_result(package: Package, asked: Mapping[str, Any]) -> tuple[bytes, Json]:
    """The workbook with the result of a board, which a round and a number name, or a cell."""
    event = Event.open(package)
    content, _ = complete(filled_in(event, typed_result(event, asked)), event.name, event.outline)
    return content, {"state": "entered" if asked.get("result") else "open"}


def typed_result(event: Event, asked: Mapping[str, Any]) -> dict[CellAddress, Any]:
    """What is written where for it; for a bye, by the name of a player and the round."""
    if "bye" in asked:
        if row := _listed(event).get(asked["name"]):
            return {row.cell(f"r_{asked['round']}"): _byes_of(event).get(asked["bye"])}
        raise OptionError(f"{event.name}: nobody is called {asked['name']}.")
    for board in boards_of(event):
        is_it = (
            board.cell == asked["cell"]
            if "cell" in asked
            else (board.round, board.number) == (format_text(asked["round"]), asked["board"])
        )
        if is_it:
            return board.typed(str(asked["result"] or ""))
    raise OptionError(f"{event.name}: there is no such board.")
