"""docs/how-to/python.md and README are true: their examples in Python run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "least"), [("docs/how-to/python.md", 20), ("README.md", 4)])
def test_the_examples_give_what_the_page_shows(
    page: str, least: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = re.sub("^```.*", "", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE)
    examples = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert len(examples.examples) >= least
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples)
    assert runner.summarize(verbose=False).failed == 0
