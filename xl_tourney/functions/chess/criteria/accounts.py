"""What is said of a tie-break: what each round adds, of whom, what is left out and why.

The row of an account has the values of :class:`~.values.NumbersRow`, but figures of opponents are
terms, with the formula that gives them; while the arithmetic adds, the row notes what it adds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ....catalogue.derivation import Step, Subject, sentence, step
from ....catalogue.expression import Term, total
from ..event import Event, PointsFormula
from ..unplayed_rounds import Opposition, RoundContribution, after_cuts
from ..wall_list import Round
from . import Code, Criterion
from .values import Field, NumbersGame, NumbersRow

HALF = 0.5
"""The points of a draw, where a win is 1."""
RESULTS = {
    "1": sentence("{own} beat {opponent}"),
    "=": sentence("{own} drew with {opponent}"),
    "0": sentence("{own} lost to {opponent}"),
    "?": sentence("{own} has still to play {opponent}"),
    "+": sentence("{own} won by forfeit against {opponent}"),
    "-": sentence("{own} lost by forfeit against {opponent}"),
    "U": sentence("{own} had the bye"),
    "F": sentence("{own} had a bye of a full point"),
    "H": sentence("{own} had a bye of half a point"),
    "Z": sentence("{own} did not play"),
}
"""What is said of a round, by its result."""


def in_words(of: Subject, one: Round) -> tuple[str, dict[str, object]]:
    """A round in words, with the terms of its sentence."""
    words = RESULTS[one.result]
    if "{opponent}" not in words:
        return words, {"own": of.own}
    if one.opponent < 0:
        return RESULTS["Z"], {"own": of.own}
    return words, {"own": of.own, "opponent": of.name(one.opponent)}


def round_in_words(of: Subject, event: Event, column: int, more: str = "", **terms: object) -> Step:
    """What happened in a round, and more of it."""
    words, named = in_words(of, event.players[of.row][column])
    number, explanation = number_of_round(event, column), f"{words}{more}"
    return step(f"Round {{round}}: {explanation}.", round=number, **named, **terms)


def number_of_round(event: Event, column: int) -> int:
    """The number of a round that was held, by its column."""
    return event.wall_list.held_rounds[column] + 1


_SAID_OF = {
    "points": sentence("{opponent} has {full}"),
    "rating": sentence("{opponent} is rated {full}"),
}
"""What is said of a figure of the opponent."""


class _Game(NumbersGame):
    """A round whose figures of the opponent are terms."""

    row: _Row
    seen: Term | None = None
    """The figure of the opponent that was asked for."""
    is_said: str = ""
    """What is said of it."""

    def their(self, figure: str) -> Any:
        self.seen = self.row.term(figure, self.one.opponent)
        of_code = sentence(f"{{opponent}} has {{full}} by {figure}")
        self.is_said = _SAID_OF.get(figure, of_code)
        return self.seen


class _Row(NumbersRow):
    """A player whose sums are noted as sentences."""

    def __init__(self, of: Subject, field: Field, code: Code) -> None:
        super().__init__(field, code)
        self.subject = of
        self.steps: list[Step] = []
        self.sums: list[Any] = []
        self.is_mean = False

    def games_of(self, player: int) -> Sequence[NumbersGame]:
        return self.field.games(self.code.reference or "MP", _Game)[player]

    def say(self, sentence: str, **terms: Any) -> None:
        if all(terms.values()):
            self.steps.append(step(sentence, **terms))

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

    def own(self, code: str) -> Any:
        figure, title = self.term(code, self.player), title_of(self.code_of(code))
        self.sums.append(figure)
        named = {"own": self.subject.own, "figure": figure}
        self.steps.append(step(f"{{own}} has {{figure}} by {title}.", **named))
        return figure

    def mean(self, each: Any, where: Any, cuts: tuple[Any, Any] | None = None) -> Any:
        self.is_mean = True
        return super().mean(each, where, cuts)

    def total(
        self,
        each: Callable[[Any], Any],
        where: Callable[[Any], Any] | None = None,
        cuts: tuple[Any, Any] | None = None,
    ) -> Any:
        values: dict[int, Any] = {}
        for game in self.games:
            assert isinstance(game, _Game)
            game.seen = None
            if where is None or where(game):
                value = each(game)
                values[game.column] = value if isinstance(value, Term) else float(value)
        by_value = sorted(values, key=lambda column: _number(values[column]))
        low, high = cuts or (0, 0)
        end = max(low, len(by_value) - high)
        cut = {
            **dict.fromkeys(by_value[:low], _LOWEST),
            **dict.fromkeys(by_value[end:], _HIGHEST),
        }
        for game in self.games:
            column = game.column
            if column in values or game.one.opponent >= 0:
                self._note(game, values.get(column, 0.0), cut.get(column, ""))
        left = [values[column] for column in by_value[low:end]]
        self.sums.append(total(left) if left else 0.0)
        return self.sums[-1]

    def _note(self, game: Any, value: Any, cut: str) -> None:
        """What a game adds, or why it adds nothing."""
        amount = _number(value)
        if game.seen is not None and game.one.opponent >= 0:
            same = value is game.seen
            explanation = game.is_said
            terms = {"opponent": self.subject.name(game.one.opponent), "full": game.seen}
            if cut:
                explanation = f"{explanation}; {cut}"
            elif not same:
                explanation = f"{explanation}; {_COUNTS if amount else _COUNTS_NOT}"
                terms |= {"value": value} if amount else {}
            number = number_of_round(self.field.event, game.column)
            self.steps.append(step(f"Round {{round}}: {explanation}.", round=number, **terms))
        else:
            more = f"; {cut or (_COUNTS if amount else _COUNTS_NOT)}"
            amounts = {"value": value} if amount and not cut else {}
            event = self.field.event
            self.steps.append(round_in_words(self.subject, event, game.column, more, **amounts))

    def opposition(self, each: Callable[[Any], Any], fore: bool = False) -> Any:
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
                explanation = sentence("{opponent} has {full}")
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


_LOWEST = sentence("it is left out, as the lowest (Article 14)")
_HIGHEST = sentence("it is left out, as the highest (Article 14)")
_COUNTS = sentence("that counts {value}")
_COUNTS_NOT = sentence("that does not count")


def _number(value: Any) -> float:
    return float(value.value if isinstance(value, Term) else value)


def _why_cut(
    term: RoundContribution, left: Sequence[RoundContribution], cuts: tuple[int, int]
) -> str:
    """Why a round is left out of a sum."""
    if term.voluntary:
        return sentence("it is left out, as a round not played by choice (Article 16.5)")
    if cuts[1] and (not cuts[0] or all(term.score >= other.score for other in left)):
        return _HIGHEST
    return _LOWEST


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
    row = _Row(of, field, code)
    if record.arithmetic:
        record.arithmetic(row.of(of.row))
    yield from row.steps
    sums = {"sum": row.sums[0]} if len(row.sums) == 1 and isinstance(row.sums[0], Term) else {}
    if not row.sums:
        yield step(f"{{own}} has {{figure}} by {title}.", own=of.own, figure=figure)
    elif len(row.sums) == 1:
        yield step(
            f"On average that is {{figure}} by {title}."
            if row.is_mean
            else f"Together that is {{figure}} by {title}.",
            **({} if row.is_mean else sums),
            figure=figure,
        )
    else:
        yield step(
            f"From these and the results of {{own}} follows {{figure}}: {title}.",
            own=of.own,
            figure=figure,
        )
