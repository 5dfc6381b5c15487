"""The line below the title of a sheet as its readers see it: mostly what signs of a table mean.

A workbook says what of it is for the director; see :data:`~..defined_names.FOR_DIRECTOR`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from openpyxl import Workbook

from ...defined_names import FOR_DIRECTOR, TEMPLATE_PROPERTY
from ...languages import Language, message

_END = re.compile(r"(?<=\.)(?<!\bNo\.) +")
"""Where a sentence ends."""
_SINCE = re.compile(r"(Best and worst place are exact.*?) after \d+ results.*")
"""How exact places are, and since when: the page itself says from when the results are."""
_SIGN = re.compile(r"(?:[Qxye]|[^\w\s]) ")
"""A sign at the beginning of the part of a sentence that explains it."""
_QUOTED = re.compile(r'"((?:[^"]|"")*)"')
_SHORTEST = 16
"""The least letters of a part of the line that is a message: Q would qualify now."""
CLAUSES = (
    message("Q would qualify now"),
    message("Q qualifies"),
    message("Q qualifies as one of the best"),
    message("? is tied across the line"),
    message("? is tied across the qualifying line"),
    message("? is tied across that line"),
    message("= shares the place"),
    message("y has clinched first place"),
    message("x a place that qualifies"),
    message("e is eliminated"),
    message("GB is games behind: – is level"),
    message("GBQ: above 0 is behind, below 0 ahead of the last qualifying place"),
    message("GBQ: above 0 is behind, below 0 ahead of the leader"),
    message("+ is ahead"),
    message("Score is says what the score is"),
    message("− the CI is below 0: worse than luck"),
    message("* does not add up"),
    message("GBQ is that of the own group"),
    message("The session scored within its sections and across the field, by both formulas."),
    message("The next placed of each group, sorted by TP%"),
    message("Best and worst place are bounds."),
    message(
        "Best and worst place are bounds, for the results have changed since they were worked out."
    ),
    message(
        "Best and worst place are bounds: they look at the games that are left, and not at who "
        "plays whom."
    ),
    message("Best and worst place are exact but for ties on points."),
    message("Best and worst place are exact but for fair play to come."),
    message("Best and worst place are exact after 1 results."),
    message("Best and worst place are exact but for ties on points after 1 results."),
    message("Best and worst place are exact but for fair play to come after 1 results."),
    message(
        "Totals are for the full number of boards: what a pair that sat out would have with its "
        "average on those as well"
    ),
)
"""What the legends of tables are made of."""


def read_told(workbook: Workbook) -> list[str] | None:
    """What a workbook says to its director; None if an earlier version made it without a mark.

    A workbook that is not made by us says everything to its readers.
    """
    if FOR_DIRECTOR not in workbook.defined_names:
        props = workbook.custom_doc_props.props  # type: ignore[attr-defined]  # not in its types
        return None if any(one.name == TEMPLATE_PROPERTY for one in props) else []
    told = workbook.defined_names[FOR_DIRECTOR].attr_text or ""
    return [sentence.replace('""', '"') for sentence in _QUOTED.findall(told)]


def for_readers(text: str, told: Collection[str] | None, language: Language) -> str:
    """The line in English, without what the director is told.

    Where that is not known, it is what is known to be for readers.
    """
    for sentence in told or ():
        text = text.replace(sentence, "")
    english = language.english_parts(" ".join(text.split()), _SHORTEST)
    if told is not None:
        return english
    known = (
        [clause for clause in clauses if {clause, f"{clause}."} & _KNOWN]
        for clauses in clauses_of(english)
    )
    return " ".join(f"{', '.join(clauses)}." for clauses in known if clauses)


_KNOWN = frozenset(CLAUSES)


def clauses_of(text: str, drawn: Collection[str] | None = None) -> Iterator[list[str]]:
    """The parts of each sentence that explain a sign, or say something else.

    With ``drawn``, those that explain a sign which is not drawn are left out.

    >>> list(clauses_of("Q qualifies, = shares the place. By points.", {"="}))
    [['= shares the place'], ['By points']]
    """
    for sentence in _END.split(_SINCE.sub(r"\1.", text)):
        yield [
            clause
            for clause in re.split(rf"[,;] (?={_SIGN.pattern})", sentence.rstrip("."))
            if clause
            and (drawn is None or not (sign := _SIGN.match(clause)) or sign[0].rstrip() in drawn)
        ]
