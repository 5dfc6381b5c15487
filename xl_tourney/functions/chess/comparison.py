"""Chess: who stands elsewhere under another text of C.07, and which article moves whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ...catalogue.cells import Block
from .codes import Code
from .event import Event
from .rule_sets import ARTICLES, RULE_SETS, RuleSet, differences
from .tie_breaks import TieBreaks
from .wall_list import read, scoring_of


class Move(NamedTuple):
    """A row that stands elsewhere."""

    row: int
    """The row of the wall list, from 1."""
    points: float
    before: int
    """The place under the first text."""
    after: int
    """The place under the second text."""
    code: str
    """The tie-break at which the order becomes another."""
    of_row: int
    """Whose value of it is another: the row itself, or one that passes or is passed."""
    value_before: object
    value_after: object
    article: str
    """The article that makes it another."""


class TieBreakStandings:
    """The standings of a tournament by one list of codes, under any text."""

    def __init__(
        self,
        wall_list: Block,
        codes: Sequence[Code],
        ratings: Sequence[float] | None = None,
        system: str = "swiss",
        unrated: float | None = None,
        scoring: tuple[float, ...] | None = None,
        boards: int | None = None,
    ) -> None:
        self._rows = read(wall_list, "wall_list", boards)
        self._system = system
        self._scoring = scoring_of(scoring, boards)
        self._boards = boards
        self.codes = codes
        self._ratings = ratings
        self._unrated = unrated

    def under(self, rules: RuleSet) -> TieBreaks:
        """The tie-breaks under a text."""
        event = Event(self._rows, self._system, rules, self._scoring, self._boards)
        return TieBreaks(event, self.codes, self._ratings, self._unrated)

    def notes(self, rules: RuleSet) -> list[str]:
        """Sentences on codes that a text of rules does not have, or not for this tournament."""
        round_robin = self._system in ("round-robin", "rr")
        found = []
        for code in self.codes:
            since = code.tie_break.since
            if RULE_SETS[since].first_day > rules.first_day:
                found.append(f"{code.written} is in the text from {since} on ({code.article})")
            if round_robin and code.name in rules.not_for_round_robins:
                article = ARTICLES["not_for_round_robins"]
                found.append(
                    f"{code.written} is not for round robins in the text of {rules.name} "
                    f"(note to Article {article})"
                )
        return found

    def moves(self, one: RuleSet, other: RuleSet) -> list[Move]:
        """The rows that stand elsewhere under the second text, in the order of the first."""
        before, after = self.under(one), self.under(other)
        places, new_places = before.places(), after.places()
        changed = {
            field: self.under(one._replace(**{field: getattr(other, field)}))
            for field in differences(one, other)
        }
        moved = [
            self._move(row, before, after, changed)
            for row, there in enumerate(self._rows.is_player)
            if there and places[row] != new_places[row]
        ]
        return sorted(moved, key=lambda move: (move.before, move.after, move.row))

    def _move(
        self, row: int, before: TieBreaks, after: TieBreaks, changed: dict[str, TieBreaks]
    ) -> Move:
        keys, new_keys = before.sort_keys(), after.sort_keys()
        rivals = [
            (_parts_at(row, other, keys, new_keys), other)
            for other, there in enumerate(self._rows.is_player)
            if there and _order(keys[row], keys[other]) != _order(new_keys[row], new_keys[other])
        ]
        at, rival = min(rivals)
        of_row = row if keys[row][at] != new_keys[row][at] else rival
        fields = [
            field
            for field, standings in changed.items()
            if standings.sort_keys()[of_row][at] != keys[of_row][at]
        ]
        articles = sorted({ARTICLES[field] for field in fields or changed})
        column = before.ranking[at]
        return Move(
            row=row + 1,
            points=before.event.scores(before.primary).final[row],
            before=int(before.places()[row]),
            after=int(after.places()[row]),
            code=column.written,
            of_row=of_row + 1,
            value_before=before.value(column, of_row),
            value_after=after.value(column, of_row),
            article=", ".join(articles),
        )


def _order(one: tuple[float, ...], other: tuple[float, ...]) -> int:
    return (one > other) - (one < other)


def _parts_at(row: int, other: int, keys: Sequence[Any], new_keys: Sequence[Any]) -> int:
    """The first key at which two rows are no longer in the order that they were in."""
    width = len(keys[row])
    return next(
        at
        for at in range(width)
        if _order(keys[row][: at + 1], keys[other][: at + 1])
        != _order(new_keys[row][: at + 1], new_keys[other][: at + 1])
    )
