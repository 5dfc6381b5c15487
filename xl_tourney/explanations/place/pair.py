"""Why one player is placed above another: the first criterion in which they differ."""

from __future__ import annotations

from ...calculation import calculator
from ...catalogue.derivation import step
from ...errors import OptionError
from ..book import Book
from ..explanation import Explanation, Part
from ..figure.derivations import derivation_of_cell
from ..flip.search import nearest_flip
from .find import find_ranking
from .measures import title_of_criterion
from .ranking import Criterion, Ranking
from .rows import StandingsRow
from .sentence import name_of, place_of, sentence_on_pair, steps_on_pair

NO_FLIP = "No change of one result was found that would turn them round."
NOT_TRIED = "Nobody calculates here, so no other result was tried that would turn them round."


def explain_pair(
    book: Book, above: StandingsRow, below: StandingsRow, with_flip: bool | None = False
) -> Explanation:
    """The criterion that separates two players, with both derivations, and the nearest flip.

    Where the first stands below the second, the answer says so and explains the other way round.
    A flip is then searched only if it is asked for; ``with_flip`` None leaves it to that.
    """
    subject = f"{above.name} over {below.name}"
    if above.table.sheet != below.table.sheet:
        raise OptionError(
            f"{subject}: {above.name} stands on {above.table.sheet}, {below.name} on "
            f"{below.table.sheet}, and places are of one table; ask about two of the same."
        )
    if above.row[0].row == below.row[0].row:
        raise OptionError(f"{subject}: they are the same; name two players.")
    turned = above.row[0].row > below.row[0].row
    if turned:
        above, below = below, above
        subject = f"{above.name} over {below.name}"
    ranked = [find_ranking(book, player) for player in (above, below)]
    if ranked[0] is None or ranked[1] is None:
        raise OptionError(f"{subject}: one of them has no place yet; enter a result first.")
    ranking = ranked[0].ranking
    if ranking is not ranked[1].ranking:
        raise OptionError(f"{subject}: they are not ranked together.")
    rows = ranked[0].row, ranked[1].row
    sides = (name_of(book, above), rows[0]), (name_of(book, below), rows[1])
    apart = ranking.common(*rows)[1]
    if apart and apart.measure.is_partition:
        raise OptionError(f"{subject}: they are in different groups; ask about two of one group.")
    sentence = sentence_on_pair(ranking, *sides, place_of(book, above))
    if turned:
        sentence = step(f"The other way round: {sentence.sentence}", **sentence.terms)
    parts = [Part(sentence, list(steps_on_pair(ranking, *sides)))]
    deciding = ranking.common(*rows)[1]
    measure = deciding and deciding.measure
    if deciding and measure and not (measure.without or measure.is_silent):
        parts += [_derivation(book, ranking, row, deciding) for row in rows]
    parts = [part for part in parts if part.steps or part is parts[0]]
    if not (with_flip or (with_flip is None and not turned)):
        return Explanation(subject, parts, has_summary=True)
    if not calculator().calculates:
        return Explanation(subject, parts, closing=[NOT_TRIED], has_summary=True)
    flip = nearest_flip(book.event, above.name, below.name)
    closing = flip.sentences() if flip else [NO_FLIP]
    return Explanation(subject, parts, flip, closing, has_summary=True)


def _derivation(book: Book, ranking: Ranking, row: int, criterion: Criterion) -> Part:
    """The derivation of a criterion's figure."""
    area = book.area(ranking.figure(row, criterion).formula)
    assert area is not None
    return derivation_of_cell(book, area.cell(), title_of_criterion(criterion.measure))
