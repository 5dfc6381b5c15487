"""How a criterion is called and written: “4 points”, “Buchholz Cut 1 11.5”, “.659”, “62.78%”."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ...catalogue.cells import CellError
from ...catalogue.expression.terms import ORDINAL, RATIO, SIGNED
from ...functions.chess.codes import parse_code
from ...languages import in_sentence, message, say, say_count, say_term, spoken
from ...templates.chess.codes import in_a_sentence
from ...templates.chess.codes import spoken as words_of_code


class Measure(NamedTuple):
    """A criterion as sentences name it."""

    name: str
    """What it is called within an English sentence."""
    one: str = ""
    """What it counts, if it is a count: one point."""
    many: str = ""
    spec: str = ""
    """How its figures are written."""
    sign: str = ""
    """What stands behind a figure."""
    without: str = ""
    """What is said of who has nothing of it, where it is 1 for all others: withdrawn."""
    is_silent: bool = False
    """Whether its figures say nothing to a reader, as those of a lot."""
    is_partition: bool = False
    """Whether it only tells groups apart, of which each has places of its own."""
    label: str = ""
    """What it is called in English as a heading."""
    again: str = ""
    """Where it is repeated, the message for how often: ``second {criterion}``."""

    @property
    def called(self) -> str:
        """What it is called within a sentence of the spoken language."""
        if spoken().is_english:
            return self.name
        name = self.name.removeprefix(self.again.format(criterion=""))
        found = say_term(capital := f"{name[:1].upper()}{name[1:]}")
        if found == capital:
            found = spoken().said(self.label)
        called = name if found == self.label else found
        return say(self.again, criterion=called) if self.again else called

    def counting(self, scores: str) -> Measure:
        """The same where scores count something other than goals.

        >>> measure_of("Difference").counting("sets").name, measure_of("For").counting("runs").many
        ('set difference', 'runs scored')
        """
        one = scores.removesuffix("s")

        def renamed(text: str) -> str:
            return text.replace("goals", scores).replace("goal", one)

        return self._replace(
            name=renamed(self.name), one=renamed(self.one), many=renamed(self.many)
        )

    def figure(self, term: str) -> str:
        """A figure in a sentence, by the name of its term."""
        return f"{{{term}{f':{self.spec}' if self.spec else ''}}}{self.sign}"

    def amount(self, term: str, value: float) -> str:
        """A figure with what it counts, or behind its name.

        >>> measure_of("Points").amount("a", 1), Measure("Buchholz").amount("a", 9.5)
        ('{a} point', 'Buchholz {a}')
        >>> measure_of("BH/C1").amount("a", 9.5)
        'a Buchholz Cut 1 of {a}'
        >>> measure_of("ARO/C1").amount("a", 2401)
        'an average rating of opponents Cut 1 of {a}'
        """
        figure = self.figure(term)
        if self.one == "point":
            return say_count("{figure} point", "{figure} points", value, figure=figure)
        if self.one == "win":
            return say_count("{figure} win", "{figure} wins", value, figure=figure)
        if self.one and spoken().is_english:
            return f"{figure} {self.one if value == 1 else self.many}"
        if self.name[-1].isdecimal() and spoken().is_english:
            article = "an" if self.name[0] in "aeio" else "a"
            return f"{article} {self.name} of {figure}"
        return f"{self.called} {figure}"


def _count(one: str, name: str = "") -> Measure:
    return Measure(name or f"{one}s", one, f"{one}s")


def _share(name: str, of: str) -> Measure:
    return Measure(name, of, of, ".2f", "%")


_BY_LABEL: Mapping[str, Measure] = {
    "points": _count("point"),
    "wins": _count("win"),
    "regulation wins": _count("regulation win"),
    "regulation and overtime wins": Measure(
        "wins before shootouts", "win before a shootout", "wins before shootouts"
    ),
    "nbw": _count("win"),
    "for": Measure("goals scored", "goal scored", "goals scored"),
    "pct": Measure("winning percentage", spec=RATIO),
    "tp%": _share("TP%", "of the TPs"),
    "tp% to sort by": _share("TP%", "of the TPs"),
    "%": _share("percentage", "of the match-points"),
    "difference": Measure("goal difference", spec=SIGNED),
    "goal difference": Measure("goal difference", spec=SIGNED),
    "winning percentage": Measure("winning percentage", spec=RATIO),
    "mms": Measure("McMahon score"),
    "withdrawn": Measure("withdrawn", without=message("withdrawn")),
    "games": Measure("games", without=message("without a game yet")),
    "has played": Measure("games", without=message("without a game yet")),
    "total": _count("IMP", "total"),
    "group": Measure("group", is_partition=True),
    "lot": Measure("lot", is_silent=True),
    "play-off": Measure("play-off", is_silent=True),
    "de": Measure("direct encounter", spec=ORDINAL),
    "direct encounter": Measure("direct encounter", spec=ORDINAL),
    "dc": Measure(in_sentence(message("Direct comparison"))),
    "ratio": Measure("goal ratio", spec=".3f"),
    "net run rate": Measure("net run rate", spec="+.3f"),
    "behind leader": Measure(in_sentence(message("Games over even"))),
    "gb": Measure("games over even"),
    "compared": Measure("score"),
    "against": Measure("goals against"),
    "fair play": Measure("fair play"),
    "head-to-head for": Measure("goals in the games between them"),
    "head-to-head points": Measure("points in the games between them"),
    "head-to-head wins": Measure("wins in the games between them"),
    "head-to-head away for": Measure("away goals in the games between them"),
    "head-to-head difference": Measure("goal difference in the games between them", spec=SIGNED),
}
"""The measures that are not called as their label is, by the label in small letters."""
_ARTICLE = re.compile(r"(?P<label>.+?) \((?P<note>[^()]*)\)")
_REPEATED = re.compile(r"(\d)\D{1,2}")
"""How often a criterion is listed, in any language: 2nd, 2., 2e; Article 4.1 is none."""
_AGAIN = {
    "2": message("second {criterion}"),
    "3": message("third {criterion}"),
    "4": message("fourth {criterion}"),
    "5": message("fifth {criterion}"),
}


def measure_of(label: str) -> Measure:
    """The measure of a label.

    >>> measure_of("Points (4.1)").many, measure_of("BH/C1 (8.1, 14)").name, measure_of("SOS").name
    ('points', 'Buchholz Cut 1', 'SOS')
    >>> measure_of("DC (2nd)").name, measure_of("DC (2.)").name
    ('second direct comparison', 'second direct comparison')
    """
    if found := _ARTICLE.fullmatch(label):
        measure = measure_of(found["label"])
        repeated = _REPEATED.fullmatch(found["note"])
        again = _AGAIN.get(repeated[1]) if repeated else None
        if again is None:
            return measure
        return measure._replace(name=again.format(criterion=measure.name), again=again)
    return _measure_of(label)._replace(label=label)


def _measure_of(label: str) -> Measure:
    if known := _BY_LABEL.get(label.casefold()):
        return known
    try:
        return Measure(words_of_code(parse_code(label)))
    except (CellError, KeyError):
        return _BY_LABEL.get(in_a_sentence(label)) or Measure(in_a_sentence(label))


def title_of(heading: str, words: str = "") -> str:
    """The title of a derivation, with ``who`` and ``value``, where a heading is short; else blank.

    ``words`` are those that the workbook has for a short heading.

    >>> title_of("BH/C1"), title_of("Points"), title_of("Pct")[-15:]
    ('Buchholz Cut 1 (BH/C1) of {who}: {value}.', '', ' {value:ratio}.')
    >>> title_of("GD", "Goal difference")
    'Goal difference (GD) of {who}: {value:signed}.'
    >>> title_of("GB", "Games behind the leader")
    'Games behind the leader (GB) of {who}: {value}.'
    >>> title_of("TP%", "Percentage of TPs played for")
    'TP% of {who}: {value:.2f}%.'
    """
    measure = measure_of(heading)
    if measure.name == _BY_LABEL["gb"].name and words:  # the column has games behind: a difference
        measure = measure_of(words)
    if measure.name.casefold() == heading.casefold():
        if measure.spec:
            return title_of_criterion(measure)
        if words in ("", heading):
            return ""
        measure = measure_of(words)
    elif " " in heading:
        return ""
    title = title_of_criterion(measure)
    return (
        title.replace(" of {who}", f" ({heading}) of {{who}}") if heading[:1].isupper() else title
    )


def title_of_criterion(measure: Measure) -> str:
    """The title of the derivation of a criterion's figure."""
    return f"{measure.name[:1].upper()}{measure.name[1:]} of {{who}}: {measure.figure('value')}."
