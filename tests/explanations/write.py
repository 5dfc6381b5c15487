"""Writes docs/how-to/explain.md's examples and derivations.txt: tests.explanations.write."""

from __future__ import annotations

import re
from pathlib import Path

from tests.explanations.books import sample
from tests.explanations.test_derivations import write_sentences
from xl_tourney.explanations.explain import explain

PAGE = Path(__file__).parents[2] / "docs/how-to/explain.md"
_EXAMPLE = re.compile(
    r'```\n\$ xl-tourney explain workbooks/(?P<sample>\w+)\.xlsx "(?P<subject>[^"]+)"'
    r"(?P<options>[^\n]*)\n.*?```",
    re.DOTALL,
)


def with_examples(page: str) -> str:
    """The page with what each of its commands prints."""

    def printed(found: re.Match[str]) -> str:
        answer = explain(sample(found["sample"]), found["subject"])
        command = found[0].splitlines()[1]
        lines = answer.lines(working="--working" in found["options"])
        return "\n".join(["```", command, *lines, "```"])

    return _EXAMPLE.sub(printed, page)


if __name__ == "__main__":
    PAGE.write_text(with_examples(PAGE.read_text("utf-8")), "utf-8")
    write_sentences()
