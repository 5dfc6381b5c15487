"""The table of what is known of spreadsheet functions: its words, its order, its conditions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from xl_tourney.engines.mistakes import read_condition
from xl_tourney.grammar import spreadsheet_functions
from xl_tourney.grammar.calls import find_calls
from xl_tourney.grammar.spreadsheet_functions import functions_with, lines_of, places, values_of

PATH = Path(spreadsheet_functions.__file__).with_suffix(".tsv")
LINES = PATH.read_text("utf-8").splitlines()
HEAD = "\n".join(line.removeprefix("#") for line in LINES if line.startswith("#"))
ENTRIES = [line.partition("\t") for line in LINES if line[:1] not in ("", "#", "\t")]
KINDS = ("proven", "country", "nearly-equal", "digit-groups")


def test_each_function_has_one_entry_in_order() -> None:
    names = [name for name, _, _ in ENTRIES if name != "EXAMPLE"]
    assert names == sorted(set(names))


def test_the_head_explains_each_word() -> None:
    words = {word.partition("=")[0] for _, _, facts in ENTRIES for word in facts.split()}
    explained = {*re.findall(r"[\w-]+", HEAD)}
    assert words <= explained
    kinds = {line.split("\t")[1] for line in LINES if line.startswith("\t")}
    assert kinds - {"cells"} <= explained


def test_facts_are_asked_by_their_words() -> None:
    assert {"INDIRECT", "OFFSET"} == functions_with("run-time")
    assert functions_with("run-time", "random") > functions_with("run-time")
    assert places("scalar")["COUNTIF"] == (1,)
    assert places("scalar")["ABS"] is None
    assert values_of("omitted-last")["MATCH"] == "3"
    with pytest.raises(KeyError):
        functions_with("no-such-word")


@pytest.mark.parametrize("kind", KINDS)
def test_conditions_can_be_asked_of_calls(kind: str) -> None:
    for function, (condition, *_) in lines_of(kind):
        text = f"{function}(A1,B1,C1)" if function[0].isalpha() else f"A1{function}B1"
        (*_, call) = find_calls(text)
        assert isinstance(read_condition(condition)(call), (bool, Sequence))
