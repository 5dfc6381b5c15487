"""What is said of a tie-break: what each round adds, of whom, what is left out and why.

The row of an account has the values of :class:`~.values.NumbersRow`, but figures of opponents are
terms, with the formula that gives them; while the arithmetic adds, the row notes what it adds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ....catalogue.derivation import Step, Subject, sentence, step
from ....catalogue.expression import Term, total
from ...criteria import Each
from ...criteria import accounts as criteria
from ...criteria.accounts import Account, AccountGame
from ..event import Event, PointsFormula
from ..unplayed_rounds import Opposition, RoundContribution, after_cuts
from ..wall_list import Round
from . import Code, Criterion
from .values import Field, NumbersGame, NumbersRow

HALF = 0.5
"""The points of a draw, where a win is 1."""


def round_in_words(of: Subject, event: Event, column: int) -> Step:
    """What happened in a round."""
    one = event.players[of.row][column]
    return criteria.round_in_words(of, number_of_round(event, column), one.result, one.opponent)


def number_of_round(event: Event, column: int) -> int:
    """The number of a round that was held, by its column."""
    return event.wall_list.held_rounds[column] + 1


_SAID_OF = {"points": criteria.OF_FIGURE, "rating": sentence("{opponent} is rated {full}")}
"""What is said of a figure of the opponent."""


class _Game(AccountGame, NumbersGame):
    """A round whose figures of the opponent are terms."""


class _Row(Account, NumbersRow):
    """A player whose sums are noted as sentences."""

    lowest = sentence("it is left out, as the lowest (Article 14)")
    highest = sentence("it is left out, as the highest (Article 14)")

    def games_of(self, player: int) -> Sequence[NumbersGame]:
        return self.field.games(self.code.reference or "MP", _Game)[player]

    def facts(self, game: NumbersGame) -> tuple[int, str, int]:
        number = number_of_round(self.field.event, game.column)
        return number, game.one.result, game.one.opponent

    def title(self, code: str) -> str:
        return title_of(self.code_of(code))

    def said_of(self, figure: str) -> str:
        return _SAID_OF.get(figure) or super().said_of(figure)

    def term(self, figure: str, player: int) -> Term:
        """A figure of a player, with its formula."""
        value = self.figure(figure, player)
        if figure == "points" and not self.code.reference:
            return PointsFormula(self.subject, self.field.event).of(player)
        code = self.code_of(figure)
        if figure == "points":
            code = code._replace(written=f"{code.reference}TS", name=f"{code.reference}TS")
        block = self.subject.arguments.get("ratings")
        if figure == "rating":
            assert block is not None
            rating = block.at(player)
            return rating if rating.value else Term(value, f"{value:g}")
        return Term(value, self.subject.element(self._call(code), player))

    def _call(self, code: Code) -> str:
        names = ("ratings", "rules", "system", "unrated", "scoring", "boards")
        known = self.subject.arguments
        given = [self.subject.formula(name) if name in known else "" for name in names]
        if self.code.unrated is not None:
            given[3] = f"{self.code.unrated:g}"
        if self.code.rules:
            given[1] = f'"{self.code.rules}"'
        forfeits = "/P" * (code.forfeits_played and "P" in code.tie_break.modifiers)
        wall_list = self.subject.formula("wall_list")
        return f'TIEBREAK({wall_list},"{code.written}{forfeits}",{",".join(given)})'

    def opposition(self, each: Each, fore: bool = False) -> Any:
        opposition = self.field.opposition(self.code, fore)
        found = self.terms(each, opposition)
        cuts = self.cut_low, self.cut_high
        left = after_cuts([term for term, _ in found], *cuts)
        is_plain = opposition.scores is self.scores
        parts = []
        for term, game in found:
            one = game.one
            if term.score and not term.value:
                continue
            full: Any = term.score
            if is_plain:
                full = self._full(opposition, term, one)
            number = number_of_round(self.field.event, term.column)
            terms: dict[str, object] = {"round": number, "full": full}
            explanation = sentence(
                "without a game, it counts like an opponent with {full} (Article 16.4)"
            )
            if opposition.has_opponent(one):
                terms["opponent"] = self.subject.name(one.opponent)
                explanation = criteria.OF_FIGURE
                own_score = opposition.scores.final[one.opponent]
                if is_plain and own_score != term.score:
                    terms["before"] = self.term("points", one.opponent)
                    explanation = sentence(
                        "{opponent} counts with {full}, not {before}: rounds left out at the end "
                        "count as draws (Article 16.3)"
                    )
                if one.result == "?":
                    explanation = f"{explanation}; {sentence('the game is still open')}"
            game.score = full
            value = each(game)
            if term.value != term.score:
                times = sentence("times {times} that is {value}")
                if term.value == HALF * term.score:
                    times = sentence("half of it counts: {value}")
                else:
                    terms["times"] = term.value / term.score
                terms["value"] = value
                explanation = f"{explanation}; {times}"
            if term not in left:
                explanation = f"{explanation}; {_why_cut(term, left, cuts)}"
            else:
                parts.append(value)
            self.steps.append(step(f"Round {{round}}: {explanation}.", **terms))
        self.sums.append(total(parts) if parts else 0.0)
        return self.sums[-1]

    def _full(self, opposition: Opposition, term: RoundContribution, one: Round) -> Term:
        """The score of an opponent or dummy: points, and by how much they are adjusted."""
        source = self.term("points", one.opponent if opposition.has_opponent(one) else self.player)
        change = term.score - source.value
        return source + change if change > 0 else source - -change if change else source


def _why_cut(
    term: RoundContribution, left: Sequence[RoundContribution], cuts: tuple[int, int]
) -> str:
    """Why a round is left out of a sum."""
    if term.voluntary:
        return sentence("it is left out, as a round not played by choice (Article 16.5)")
    if cuts[1] and (not cuts[0] or all(term.score >= other.score for other in left)):
        return _Row.highest
    return _Row.lowest


def title_of(code: Code | Criterion) -> str:
    """A code with its article, as sentences name it."""
    name = code.written if isinstance(code, Code) else code.code
    return f"{name} (Article {code.article})" if code.article else name


def explain(
    of: Subject, field: Field, code: Code, figure: Term, tied: Sequence[int] = ()
) -> Iterator[Step]:
    """What a tie-break adds up, and its value; ``tied`` are those who are level before it."""
    record = code.tie_break
    title = title_of(code)
    if record.search and record.search.explain:
        yield from record.search.explain(of, field, code, figure, title, tied)
        return
    row = _Row(field, code)
    row.begin(of)
    if record.arithmetic:
        record.arithmetic(row.of(of.row))
    yield from row.conclusion(figure, title)
