"""Codes are not words: what formulas compare stands in named cells, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from xl_tourney.grammar.parser import parse
from xl_tourney.grammar.syntax_tree import COMPARISONS, Call, Literal, Node, Operation
from xl_tourney.languages import language_of
from xl_tourney.readers.entrants import BYE_NAMES
from xl_tourney.templates import TEMPLATES
from xl_tourney.templates.parts.plan.labels import labels

CRITERIA = {"COUNTIF": 1, "SUMIF": 1, "COUNTIFS": 1, "SUMIFS": 2, "MATCH": 0}
"""Where the first criterion stands among the arguments; of those with an S every other one."""
WORD = re.compile("[a-z]{2}")
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "bridge": [{"method": "butler"}, {"sections": "yes"}, {"sessions": 2}],
    "chess": [{"system": "round-robin"}],
    "go": [{"system": "round-robin", "rows": 8}],
    "kdice": [],
    "league": [{"layout": "game"}, {"rules": "scotland"}, {"rules": "mlb-2022"}],
    "tantrix": [{"groups": 2}, {"layout": "game", "wbq": "yes"}],
}


def compared_texts(formula: str) -> Iterator[str]:
    """The texts that a formula compares, or looks for."""
    for node in parse(formula.removeprefix("=")).nodes:
        found: tuple[Node, ...] = ()
        if isinstance(node, Operation) and node.name in COMPARISONS:
            found = node.children
        elif isinstance(node, Call) and node.name in CRITERIA:
            found = node.arguments[CRITERIA[node.name] :: 2]
        yield from (n.text[1:-1] for n in found if isinstance(n, Literal) and n.kind == "text")


def test_a_compared_text_is_found() -> None:
    assert [*compared_texts('=IF(A1="fold",COUNTIF(B1:B3,"swiss"),SUMIFS(C:C,A:A,"x","no"))')] == [
        "fold",
        "swiss",
        "x",
    ]


@pytest.mark.parametrize("functions", ["native", "addin"])
@pytest.mark.parametrize("template", TEMPLATES.names)
def test_formulas_compare_no_words(template: str, functions: Any) -> None:
    for options in ({}, *OPTIONS[template]):
        workbook = TEMPLATES[template].build(functions=functions, is_outline=True, **options)
        formulas = {label.text for label in labels(workbook) if label.kind == "formula"}
        words = {text for one in formulas for text in compared_texts(one) if WORD.search(text)}
        assert words <= set(BYE_NAMES), "say them as words of the plan: see parts/table/words.py"


def test_words_that_are_compared_can_be_in_another_language() -> None:
    german = TEMPLATES["league"].build(layout="game", language="de")
    names = german.defined_names
    (place,) = names["Settled_qualified"].destinations
    assert german[place[0]][place[1].replace("$", "")].value == language_of("de").said("qualified")
    assert '"qualifiziert"' not in "".join(label.text for label in labels(german))
