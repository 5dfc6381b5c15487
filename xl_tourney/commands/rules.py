"""The act of listing rules: of leagues, and the texts of chess: whose place depends on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from ..errors import OptionError
from .parts.declaration import About, Outcome, Rows, command

if TYPE_CHECKING:
    from ..functions.chess.comparison import TieBreakStandings
    from ..functions.chess.rule_sets import RuleSet
    from ..readers.chess import ChessTournament


def _texts() -> Mapping[str, RuleSet]:
    from ..functions.chess.rule_sets import RULE_SETS

    return RULE_SETS


@command("An event", "What another text of chess rules changes", json="--json")
def rules(
    path: Annotated[Path | None, About("A tournament (TRF).", label="Tournament")] = None,
    *,
    compare: Annotated[
        Sequence[str] | None,
        About("The two texts to compare, such as 2024 2026.", choices=_texts, count=2),
    ] = None,
    tiebreaks: Annotated[
        str | None,
        About("The list of codes, such as BH/C1,BH,SB; else that of the file (202, 212)."),
    ] = None,
    unrated: Annotated[float | None, About("The rating of unrated players for Article 10.")] = None,
    league: Annotated[
        bool, About("The rules of sports and leagues, by the names that new league --rules takes.")
    ] = False,
) -> Outcome[Sequence[Mapping[str, Any]]]:
    """List the texts of C.07, or say who of a tournament (TRF) stands elsewhere under another.

    Raises
    ------
    OptionError
        There is no list of tie-breaks, or what they need.
    """
    if league:
        return _list_leagues()
    if path is None and not compare:
        return _list()
    if path is None or compare is None or len(compare) != 2:
        raise OptionError("A TRF and --compare belong together: --compare 2024 2026 event.trf.")
    return _compare(path, compare, tiebreaks, unrated)


def _list() -> Outcome[Any]:
    from ..functions.chess.rule_sets import ARTICLES, differences

    rows, texts = [], _texts().values()
    for before, text in zip([None, *texts], texts):
        changed = differences(before, text) if before else []
        articles = sorted({ARTICLES[field] for field in changed})
        rows.append((text.name, text.first_day.isoformat(), articles))
    table = Rows(
        ["rules", "in force from", "articles with other values than before"],
        [[name, day, ", ".join(articles) or "none"] for name, day, articles in rows],
        title="",
    )
    found = [dict(zip(("rules", "in_force_from", "changed_articles"), row)) for row in rows]
    return Outcome(found, lines=[table], data=found)


def _list_leagues() -> Outcome[Any]:
    from ..templates.league.rules.files import read_rules, shipped_names

    known = [(name, read_rules(name)) for name in shipped_names()]
    rows = [[name, one.name, ", ".join(one.criteria)] for name, one in known]
    table = Rows(["rules", "for", "placed by"], rows, title="")
    found = [{"rules": name, "for": one.name, "placed_by": [*one.criteria]} for name, one in known]
    return Outcome(found, lines=[table], data=found)


def _compare(
    path: Path, compare: Sequence[str], tiebreaks: str | None, unrated: float | None
) -> Outcome[Any]:
    from ..catalogue.cells import CellError
    from ..readers.chess import read_trf

    one, other = (_texts()[name] for name in compare)
    event = read_trf(path)
    written = tiebreaks or ",".join(event.codes)
    if not written:
        raise OptionError(
            f"{path}: there is no list of tie-breaks in it (202 or 212); "
            "say --tiebreaks BH/C1,BH,SB."
        )
    rows = event.teams or event.players
    try:
        standings = _standings(event, written, unrated)
        moves = standings.moves(one, other)
    except CellError as error:
        raise OptionError(f"{path}: {error.value.message}.") from error
    found = [
        {
            f"place_{one.name}": move.before,
            f"place_{other.name}": move.after,
            "number": rows[move.row - 1].number,
            "name": rows[move.row - 1].name,
            "points": move.points,
            "tie_break": move.code,
            "of_number": rows[move.of_row - 1].number,
            f"value_{one.name}": move.value_before,
            f"value_{other.name}": move.value_after,
            "article": move.article,
        }
        for move in moves
    ]
    places, texts = ([f"{what} {text.name}" for text in (one, other)] for what in ("place", "in"))
    table = Rows(
        [*places, "No.", "name", "points", "moved by", *texts, "article"],
        [
            [*who, code if of == who[2] else f"{code} of No. {of}", value, new_value, article]
            for *who, code, of, value, new_value, article in map(dict.values, found)
        ],
        title="",
    )
    count = f"{path}: {len(moves)} of {len(rows)} stand elsewhere ({written})"
    return Outcome(
        found,
        lines=[*([table] if moves else []), count],
        notes=[f"{path}: {note}" for text in (one, other) for note in standings.notes(text)],
        data=found,
    )


def _standings(event: ChessTournament, codes: str, unrated: float | None) -> TieBreakStandings:
    from ..functions.chess.codes import parse_codes
    from ..functions.chess.comparison import TieBreakStandings

    return TieBreakStandings(
        event.team_wall_list if event.teams else event.wall_list,
        parse_codes(codes),
        None if event.teams else [float(rating or 0) for (rating,) in event.ratings],
        "rematch" if event.system == "swiss" else event.system,
        unrated,
        event.team_scoring if event.teams else event.scoring,
        event.boards,
    )
