"""The games of an event on the page: round by round, in a cross table, and the prizes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from ...events.entrants import Entrants
from ...events.games import (
    COLOUR,
    NOBODY,
    OPPONENT,
    RESULT,
    ROUND,
    Entrant,
    Figure,
    Game,
    Line,
    Round,
)
from ...events.prizes import Prize
from ...events.standings.formats import format_cell
from ...events.standings.table import StandingsTable, say_caption
from ...languages import message, say, say_count, say_value, spoken
from ..state import PLACE, say_round, say_round_in_short
from .tables import MINUS, endless, format_sign, link_to

MOST_IN_MATRIX = 20
"""With more players a cross table has a column for each round, not for each opponent."""
MOST_IN_A_COLUMN = 10
"""More rounds or boards stand in several columns."""
MOST_OPEN = 300
"""At most so many open games are listed on a page: the first ones."""
WHITE, RESULT_OF, BLACK, BOARD = (
    message("White"), message("Result"), message("Black"), message("Board")
)  # fmt: skip
HOME, AWAY = message("Home"), message("Away")
ALL_GAMES, PLAYER = message("All games"), message("Player")
NEXT_ONES, RESULTS_OF, CROSS_TABLE_OF = (
    message("Next games"), message("Results"), message("Cross table")
)  # fmt: skip
OVERALL = message("Overall")
"""The category for everybody, which the list of categories begins with."""
_SIGNS = {"won": "+", "drawn": "=", "lost": MINUS}
_SCORES = re.compile(r"[\d.,½–-]+%?")


def format_open_games(rounds: Sequence[Round]) -> Iterator[str]:
    """What is played next, or now: the games without a result, by round."""
    waiting = [part for part in rounds if part.is_open]
    if not waiting:
        return
    begun = [part for part in rounds if part.is_begun]
    is_now = any(part.is_open for part in begun)
    title = say("Now and next") if is_now else say("Next games")
    yield f'<section id="next" class="next"><h2>{title}</h2><div class="rounds">'
    to_come = [part for part in waiting if not part.is_begun]
    for part in [*(part for part in waiting if part.is_begun), *to_come[:1]]:
        state = ""
        if part.is_begun and part.label:
            state = say("being played") if part is begun[-1] else say("still open")
        heading = f"{say_round(part.label)} ({state})" if state else say_round(part.label)
        games = [game for game in part.games if game.is_open or not part.is_begun]
        yield from _format_games(part, games[:MOST_OPEN], heading)
        yield _and_more(len(games))
    yield "</div>"
    yield from _format_later_games(to_come[1:])
    yield "</section>"


def _format_later_games(rounds: Sequence[Round]) -> Iterator[str]:
    """The games after the next round, which a reader opens."""
    count = sum(len(part.games) for part in rounds)
    if not count:
        return
    title = say_count("{count} more game", "{count} more games", count)
    yield f'<details><summary>{escape(title)}</summary><div class="rounds">'
    left = MOST_OPEN
    for part in rounds:
        if games := part.games[:left]:
            left -= len(games)
            yield from _format_games(part, games, say_round(part.label))
    yield "</div>"
    yield _and_more(count)
    yield "</details>"


def _and_more(count: int) -> str:
    """How many games are not listed; nothing where all are."""
    more = escape(say("And {count} more.", count=count - MOST_OPEN))
    return f"<p>{more}</p>" if count > MOST_OPEN else ""


def format_rounds(rounds: Sequence[Round]) -> Iterator[str]:
    """The results of each round, the latest first; of boards and events in their order."""
    played = [part for part in rounds if part.is_begun]
    if not played:
        return
    many = ' class="many"' if len(played) > MOST_IN_A_COLUMN else ""
    yield f'<section id="results"{many}><h2>' + escape(say("Results")) + "</h2>"
    if all(ROUND in game.line for part in played for game in part.games):
        played.reverse()
    for number, part in enumerate(played):
        opened = " open" if number == 0 else ""
        games = [game for game in part.games if not game.is_open]
        title = escape(say_round(part.label or ALL_GAMES))
        yield f"<details{opened}><summary><h3>{title}</h3></summary>"
        yield from _format_games(part, games)
        yield "</details>"
    yield "</section>"


def _format_games(part: Round, games: Sequence[Game], title: str = "") -> Iterator[str]:
    """The games of a round as a table, below a title or without one, and below it who had none."""
    pairs = [game for game in games if not game.is_alone]
    alone = [game for game in games if game.is_alone]
    caption = title or say_round(part.label or ALL_GAMES)
    yield f"<div><h3>{escape(title)}</h3>" if title else "<div>"
    label = escape(f"{say(NEXT_ONES if title else RESULTS_OF)}: {caption}")
    if pairs:
        has_boards = all(game.board is not None for game in pairs)
        if has_boards:
            pairs = sorted(pairs, key=lambda game: game.board or 0)
        is_open = all(game.is_open for game in pairs)
        has_results = any(game.result for game in pairs)
        others = [] if is_open or has_results else _others(pairs)
        yield (
            '<div class="window"><div class="frame" role="region" tabindex="0" '
            f'aria-label="{label}"><table class="games"><caption class="unseen">{label}</caption>'
            "<thead><tr>"
        )
        first, second = _side_names(pairs)
        heads = [first, second] if is_open or others else [first, RESULT_OF, second]
        shown = [*([BOARD] if has_boards else []), *heads, *others]
        numeric = [head for head in others if any(game.line[head].is_number for game in pairs)]
        kind_of = dict.fromkeys(shown, "text") | dict.fromkeys(numeric, "number")
        kind_of |= dict.fromkeys((BOARD, RESULT_OF), "middle")
        for head in shown:
            yield f'<th scope="col" class="{kind_of[head]}">{escape(say(head))}</th>'
        yield "</tr></thead><tbody>"
        for game in pairs:
            cells = [
                f'<td class="text{endless(side.text)}">{format_figure(side)}</td>'
                for side in game.sides
            ]
            if RESULT_OF in heads:
                result = escape(say_result(game.result)) or "–"
                cells.insert(1, f'<td class="middle">{result}</td>')
            if has_boards:
                cells.insert(0, f'<td class="middle">{game.board}</td>')
            cells += [
                f'<td class="{kind_of[head]}">{format_figure(game.line[head])}</td>'
                for head in others
            ]
            yield f"<tr>{''.join(cells)}</tr>"
        yield "</tbody></table></div></div>"
    if alone:
        texts = (
            f"{format_figure(game.sides[0])} ({escape(say_result(game.result) or '–')})"
            for game in alone
        )
        yield f'<p class="legend">{escape(say("Without opponent"))}: {", ".join(texts)}.</p>'
    yield "</div>"


def _others(pairs: Sequence[Game]) -> list[str]:
    """The other columns of games whose result is not two scores, such as contracts."""
    shown = [
        head for head in pairs[0].line if head not in (OPPONENT, ROUND, "Board", "Event", "Sat")
    ]
    return [head for head in shown if any(game.line[head].text for game in pairs)]


def _side_names(pairs: Sequence[Game]) -> tuple[str, str]:
    line = pairs[0].line
    if COLOUR in line and any(game.line[COLOUR].text for game in pairs):
        return WHITE, BLACK
    if "At" in line:
        return HOME, AWAY
    return ("NS", "EW") if "Sat" in line else (PLAYER, OPPONENT)


def format_cross_table(
    table: StandingsTable,
    number: int,
    players: Entrants,
    rounds: Sequence[Round],
    *,
    is_only: bool = False,
) -> Iterator[str]:
    """All games of a table: against each opponent where all meet, else round by round."""
    listed = [player for row in table.cells if (player := players.of_row(table, row))]
    lines = {
        player.anchor: [line for line in player.lines if OPPONENT in line] for player in listed
    }
    met = {
        (own, line.opponent.anchor) for own, part in lines.items() for line in part if line.opponent
    }
    if (
        not met
        or len(listed) < 3
        or not any(line.result or _score(line) for part in lines.values() for line in part)
    ):
        return
    is_matrix = len(listed) <= MOST_IN_MATRIX and len(met) * 2 > len(listed) * (len(listed) - 1)
    labels = [part.label for part in rounds]
    has_rounds = all(ROUND in line for part in lines.values() for line in part)
    if not is_matrix and not (has_rounds and len(labels) <= MOST_IN_MATRIX):
        return
    identity = f"cross-{number}"
    unseen = ' class="unseen"' if is_only else ""
    yield (
        f'<div class="window"><div class="frame" role="region" tabindex="0" '
        f'aria-label="{escape(f"{say(CROSS_TABLE_OF)}: {say_caption(table.caption)}")}">'
        '<table class="cross">'
        f'<caption{unseen}><h3 id="{identity}">{escape(say_caption(table.caption))}</h3></caption>'
        "<thead><tr>"
    )
    place, name = table.headings[0], table.headings[table.row_header_column]
    figure = table.deciding_column
    if is_matrix:
        heads = [
            f'<abbr title="{escape(player.name)}">{escape(player.rank)}</abbr>' for player in listed
        ]
    else:
        heads = [escape(say_round_in_short(label)) for label in labels]
    yield f'<th scope="col" class="middle place">{escape(say(place))}</th>'
    yield f'<th scope="col" class="text">{escape(say(name))}</th>'
    yield "".join(f'<th scope="col" class="middle">{head}</th>' for head in heads)
    if figure is not None:
        heading = escape(say(table.headings[figure]))
        yield f'<th scope="col" class="number figure">{heading}</th>'
    yield "</tr></thead><tbody>"
    for player, row in zip(listed, table.cells):
        if is_matrix:
            cells = [
                '<td class="middle self">×</td>'
                if player is other
                else _meetings(lines[player.anchor], other)
                for other in listed
            ]
        else:
            by_round = dict.fromkeys(labels, "")
            for line in lines[player.anchor]:
                if (label := line.when) in by_round:
                    by_round[label] += _entry(line)
            cells = [f'<td class="middle">{text}</td>' for text in by_round.values()]
        last = ""
        if figure is not None:
            made = format_sign(format_cell(row[figure]), row[figure])
            last = f'<td class="number figure"><b>{escape(made)}</b></td>'
        yield (
            f'<tr><td class="middle place">{escape(player.rank)}</td><th scope="row" '
            f'class="text{endless(player.name)}">{link_to(player)}</th>{"".join(cells)}{last}</tr>'
        )
    yield "</tbody></table></div></div>"


def _meetings(lines: Sequence[Line], other: Entrant) -> str:
    """What a player made against another, each game after the other."""
    texts = [_score(line) for line in lines if line.opponent is other]
    return f'<td class="middle">{escape(" ".join(filter(None, texts)))}</td>'


def _score(line: Line) -> str:
    """The own score of a game, or both of a game of goals, without spaces."""
    if RESULT in line:
        return {"won": "1", "drawn": "½", "lost": "0"}.get(str(line.outcome), "")
    return say_result(line["TPs"].text if "TPs" in line else line.result)


def _entry(line: Line) -> str:
    """A game of a round: the opponent's place, the colour and the result, as 12w+."""
    sign = _SIGNS.get(str(line.outcome), "")
    other = line.opponent
    if other is None:
        text = line[OPPONENT].text
        return escape(say_result(line.result) if text == NOBODY else f"({text}){sign}")
    colour = say(line[COLOUR].text)[:1].lower() if COLOUR in line else ""
    if RESULT not in line:
        sign = f" {say_result(line.result)}"
    title = f' title="{escape(other.name)}"'
    return f'<a href="#{other.anchor}"{title}>{escape(other.rank)}</a>{escape(colour + sign)}'


def format_figure(figure: Figure) -> str:
    """The text of a figure; an opponent by name, with a link to the section."""
    if figure.entrant and figure.entrant.anchor:
        return link_to(figure.entrant)
    return escape(
        say_result(figure.text) if figure.is_number else say_value(say_round(figure.text))
    )


def say_result(text: str) -> str:
    """A result, or a figure, in the spoken language.

    >>> from xl_tourney.languages import language_of, speaking
    >>> with speaking(language_of("de")):
    ...     say_result("20.8–19.2"), say_result("21.0%"), say_result("won by forfeit")
    ('20,8–19,2', '21,0%', 'kampflos gewonnen')
    """
    if _SCORES.fullmatch(text):
        return spoken().number(text.replace("-", MINUS))
    return say(text)


def format_prizes(prizes: Sequence[Prize], players: Entrants, *, is_over: bool) -> Iterator[str]:
    """The winners in each category, as a list; who would win, as long as games are left.

    The list of all has places, and who shares one has the same; in other categories the place
    among all stands behind a name.
    """
    if not any(prize.winners for prize in prizes):
        return
    yield '<section id="prizes"><h2>' + escape(say("Prizes")) + "</h2>"
    if not is_over:
        yield f'<p class="legend">{escape(say("As the table stands now."))}</p>'
    yield '<div class="prizes">'
    for prize in prizes:
        yield f"<div><h3>{escape(say(prize.name))}</h3><ol>"
        for number, winner in enumerate(prize.winners, 1):
            place, _, name = winner.partition(". ")
            player = players.named(name)
            shown = link_to(player) if player else escape(name or winner)
            is_of_all = prize.name == OVERALL and place.isdecimal()
            if is_of_all or not name or place == str(number):
                yield f'<li value="{place if is_of_all else number}">{shown}</li>'
            else:
                of_place = f'<span class="quiet">{say(PLACE)} {escape(place)}</span>'
                yield f"<li>{shown} {of_place}</li>"
        yield "</ol></div>"
    yield "</div></section>"
