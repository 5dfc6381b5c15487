"""The command about the rules of chess: the texts of C.07, and whose place depends on them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..errors import OptionError
from ..functions.chess.rule_sets import RULE_SETS
from .terminal.options import command, json_option


@command("rules")
@click.argument("path", required=False, type=click.Path(path_type=Path))
@click.option(
    "--compare",
    nargs=2,
    type=click.Choice([*RULE_SETS]),
    help="The two texts to compare, such as 2024 2026.",
)
@click.option(
    "--tiebreaks", help="The list of codes, such as BH/C1,BH,SB; else that of the file (202, 212)."
)
@click.option("--unrated", type=float, help="The rating of unrated players for Article 10.")
@json_option
def rules_command(
    path: Path | None,
    compare: tuple[str, str] | None,
    tiebreaks: str | None,
    unrated: float | None,
    as_json: bool,
) -> None:
    """List the texts of C.07, or say who of a tournament (TRF) stands elsewhere under another."""
    if path is None and compare is None:
        _list(as_json)
    elif path is None or compare is None:
        raise OptionError("A TRF and --compare belong together: --compare 2024 2026 event.trf.")
    else:
        _compare(path, compare, tiebreaks, unrated, as_json)


def _list(as_json: bool) -> None:
    from ..functions.chess.rule_sets import ARTICLES, differences
    from .terminal import printing

    texts = []
    for before, rules in zip([None, *RULE_SETS.values()], RULE_SETS.values()):
        changed = differences(before, rules) if before else []
        articles = sorted({ARTICLES[field] for field in changed})
        texts.append((rules.name, rules.first_day.isoformat(), articles))
    if as_json:
        keys = ("rules", "in_force_from", "changed_articles")
        printing.print_json([dict(zip(keys, text)) for text in texts])
    else:
        printing.print_table(
            ["rules", "in force from", "articles with other values than before"],
            [[name, day, ", ".join(articles) or "none"] for name, day, articles in texts],
        )


def _compare(
    path: Path,
    compare: tuple[str, str],
    tiebreaks: str | None,
    unrated: float | None,
    as_json: bool,
) -> None:
    from ..catalogue.cells import CellError
    from ..functions.chess.codes import parse_codes
    from ..functions.chess.comparison import TieBreakStandings
    from ..readers.chess import read_trf
    from .terminal import printing

    one, other = (RULE_SETS[name] for name in compare)
    event = read_trf(path)
    written = tiebreaks or ",".join(event.codes)
    if not written:
        raise OptionError(
            f"{path}: there is no list of tie-breaks in it (202 or 212); "
            "say --tiebreaks BH/C1,BH,SB."
        )
    rows = event.teams or event.players
    try:
        standings = TieBreakStandings(
            event.team_wall_list if event.teams else event.wall_list,
            parse_codes(written),
            None if event.teams else [float(rating or 0) for (rating,) in event.ratings],
            "rematch" if event.system == "swiss" else event.system,
            unrated,
            event.team_scoring if event.teams else event.scoring,
            event.boards,
        )
        moves = standings.moves(one, other)
    except CellError as error:
        raise OptionError(f"{path}: {error.value.message}.") from error
    for rules in (one, other):
        for note in standings.notes(rules):
            click.echo(f"{path}: {note}", err=True)
    found: list[dict[str, Any]] = [
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
    if as_json:
        printing.print_json(found)
        return
    if moves:
        places = [f"place {rules.name}" for rules in (one, other)]
        texts = [f"in {rules.name}" for rules in (one, other)]
        printing.print_table(
            [*places, "No.", "name", "points", "moved by", *texts, "article"],
            [
                [*who, code if of == who[2] else f"{code} of No. {of}", value, new_value, article]
                for *who, code, of, value, new_value, article in map(dict.values, found)
            ],
        )
    click.echo(f"{path}: {len(moves)} of {len(rows)} stand elsewhere ({written})")
