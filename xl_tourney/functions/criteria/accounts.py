"""What is said of a criterion: what each round adds, of whom, what is left out and why.

The row of an account has numbers, but figures of opponents are terms, with the formula that gives
them; while the arithmetic adds, the row notes what it adds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...catalogue.derivation import Step, Subject, sentence, step
from ...catalogue.expression import Term, to_term, total
from . import Each, Game, Numbers

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
OF_FIGURE = sentence("{opponent} has {full}")
_COUNTS = sentence("that counts {value}")
_COUNTS_NOT = sentence("that does not count")


def in_words(of: Subject, result: str, opponent: int) -> tuple[str, dict[str, object]]:
    """A round in words, with the terms of its sentence; ``opponent`` is below 0 without one."""
    words = RESULTS[result]
    if "{opponent}" not in words:
        return words, {"own": of.own}
    if opponent < 0:
        return RESULTS["Z"], {"own": of.own}
    return words, {"own": of.own, "opponent": of.name(opponent)}


def round_in_words(
    of: Subject, number: int, result: str, opponent: int, more: str = "", **terms: object
) -> Step:
    """What happened in a round, and more of it."""
    words, named = in_words(of, result, opponent)
    explanation = f"{words}{more}"
    return step(f"Round {{round}}: {explanation}.", round=number, **named, **terms)


class AccountGame(Game):
    """A round whose figures of the opponent are terms."""

    seen: Term | None = None
    """The figure of the opponent that was asked for."""
    is_said: str = ""
    """What is said of it."""

    def their(self, figure: str) -> Any:
        """A figure of the opponent."""
        _, _, opponent = self.row.facts(self)
        self.seen = self.row.term(figure, opponent)
        self.is_said = self.row.said_of(figure)
        return self.seen


class Account(Numbers):
    """A row whose sums are noted as sentences."""

    subject: Subject
    lowest = sentence("it is left out, as the lowest")
    highest = sentence("it is left out, as the highest")

    def begin(self, of: Subject) -> None:
        """Begin to note what is added."""
        self.subject = of
        self.steps: list[Step] = []
        self.sums: list[Any] = []
        self.is_mean = False

    def facts(self, game: Any) -> tuple[int, str, int]:
        """A round's number, how it ended (:data:`RESULTS`), the opponent; below 0 without one."""
        raise NotImplementedError

    def term(self, figure: str, player: int) -> Term:
        """A figure of a player, with its formula."""
        raise NotImplementedError

    def title(self, code: str) -> str:
        """What sentences call another criterion."""
        return code

    def said_of(self, figure: str) -> str:
        """What is said of a figure of the opponent."""
        return sentence(f"{{opponent}} has {{full}} by {figure}")

    def say(self, sentence: str, **terms: Any) -> None:
        """Say something before the games; nothing where one of its terms is 0."""
        if all(terms.values()):
            self.steps.append(step(sentence, **terms))

    def own(self, code: str) -> Any:
        """The own value of another criterion."""
        figure, title = self.term(code, self.subject.row), self.title(code)
        self.sums.append(figure)
        named = {"own": self.subject.own, "figure": figure}
        self.steps.append(step(f"{{own}} has {{figure}} by {title}.", **named))
        return figure

    def mean(self, each: Each, where: Each, cuts: Any = None) -> Any:
        """The mean of something of the games that count."""
        self.is_mean = True
        return super().mean(each, where, cuts)

    def total(self, each: Each, where: Each | None = None, cuts: Any = None) -> Any:
        """The sum of something of each game, with a sentence for each."""
        noted: list[tuple[Any, Any, bool]] = []
        for game in self.games:
            game.seen = None
            counts = where is None or bool(where(game))
            value = each(game) if counts else 0.0
            noted.append((game, value if isinstance(value, Term) else float(value), counts))
        by_value = sorted((one for one in noted if one[2]), key=lambda one: number_of(one[1]))
        low, high = cuts or (0, 0)
        left = by_value[low : max(low, len(by_value) - high)]
        lowest, kept = {*map(id, by_value[:low])}, {*map(id, left)}
        for one in noted:
            game, value, counts = one
            cut = ""
            if counts and id(one) not in kept:
                cut = self.lowest if id(one) in lowest else self.highest
            if counts or self.facts(game)[2] >= 0:
                self._note(game, value, cut)
        found = total([value for _, value, _ in left]) if left else 0.0
        self.sums.append(found)
        return found

    def _note(self, game: Any, value: Any, cut: str) -> None:
        """What a game adds, or why it adds nothing."""
        number, result, opponent = self.facts(game)
        amount = number_of(value)
        counts = _COUNTS if amount else _COUNTS_NOT
        added = {"value": value} if amount and not cut else {}
        if game.seen is None:
            more = f"; {cut or counts}"
            of = self.subject
            self.steps.append(round_in_words(of, number, result, opponent, more, **added))
            return
        explanation = game.is_said
        terms = {"own": self.subject.own, "full": game.seen}
        if opponent >= 0:
            terms["opponent"] = self.subject.name(opponent)
        if cut:
            explanation = f"{explanation}; {cut}"
        elif value is not game.seen and to_term(value).formula != f"{game.seen.formula}*1":
            explanation = f"{explanation}; {counts}"
            terms |= added
        self.steps.append(step(f"Round {{round}}: {explanation}.", round=number, **terms))

    def conclusion(self, figure: Term, title: str) -> Iterator[Step]:
        """All that was noted, and the value."""
        yield from self.steps
        own, sums = self.subject.own, self.sums
        if not sums:
            yield step(f"{{own}} has {{figure}} by {title}.", own=own, figure=figure)
        elif len(sums) > 1:
            yield step(
                f"From these and the results of {{own}} follows {{figure}}: {title}.",
                own=own,
                figure=figure,
            )
        elif self.is_mean:
            yield step(f"On average that is {{figure}} by {title}.", figure=figure)
        else:
            added = {"sum": sums[0]} if isinstance(sums[0], Term) else {}
            yield step(f"Together that is {{figure}} by {title}.", **added, figure=figure)


def number_of(value: Any) -> float:
    """The number of a term, or a number."""
    return float(value.value if isinstance(value, Term) else value)
