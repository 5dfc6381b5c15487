"""What engines get wrong, as a table of the facts: ``python docs/differences.py`` writes it.

``docs/reference/differences.md`` has it between two marks.  A test compares it with the facts.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from xl_tourney.engines import mistakes
from xl_tourney.grammar.spreadsheet_functions import functions_with, lines_of, values_of

PAGE = Path(__file__).resolve().parent / "reference/differences.md"
BEGIN, END = "<!-- facts: begin -->", "<!-- facts: end -->"
KINDS = {
    "formualizer": "formualizer calculates wrongly, and no other engine corrects",
    "formualizer-references": "formualizer calculates wrongly of references made at run time",
    "cellrune": "CellRune calculates wrongly as formualizer does, and so confirms nothing of",
    "libreoffice": "LibreOffice would tell of the copy that it calculates, and of this machine",
    "nearly-equal": "programs differ about, where numbers nearly equal those of a criterion",
    "country": "differs from country to country",
    "digit-groups": "has digits in groups, as in India 8,16,149",
}
_OF_ENGINES = [*KINDS][:5]


def where(condition: str) -> str:
    """In words where a call is right all the same.

    >>> where("no_ambiguous_dates 1"), where("without_ranges"), where("")
    ('calls without texts such as 2/3/2023 in some places', 'calls without ranges', 'none')
    >>> where("by_argument_count 3 NOT(ISTEXT({3}))"), where("first_arguments 1 {0}>-1")
    ('calls with fewer than 3 arguments; `NOT(ISTEXT(c))`', 'numbers with `x>-1`')
    """
    name, _, rest = condition.partition(" ")
    if name == "by_argument_count":
        count, _, rest = rest.partition(" ")
        return f"calls with fewer than {count} arguments; {where(rest)}"
    if name in ("first_arguments", "numeric"):
        return f"numbers with {_formulas(rest.removeprefix(rest[: rest.find(' ') + 1]))}"
    if name not in mistakes.conditions_by_name():
        return _formulas(condition) or "none"
    said = mistakes.conditions_by_name()[name].__doc__ or ""
    if name.startswith("without_"):
        said = f"calls {name.replace('_', ' ')}"
    said = said.partition("\n")[0].partition(":")[0].partition(";")[0].rstrip(".")
    return said[:1].lower() + said[1:]


def _formulas(texts: str) -> str:
    return ", ".join(f"`{_letters(text)}`" for text in texts.split(" ")) if texts else ""


def _letters(formula: str) -> str:
    """A formula in which letters stand for the arguments of the call, and x for its value."""
    named = re.sub(r"\{(\d)\}", lambda found: "xabcdefghi"[int(found[1])], formula)
    return named.replace("|", r"\|")


def tables() -> str:
    """A table of each kind of facts; functions with the same fact share a row."""
    parts = []
    for kind, title in KINDS.items():
        rows: dict[str, list[tuple[str, str, str]]] = {}
        for function, columns in lines_of(kind):
            example = (*columns, "", "")[:3] if kind in _OF_ENGINES else ("", "", *columns)
            rows.setdefault(where(example[2]), []).append((function, *example[:2]))
        lines = []
        for words, facts in rows.items():
            names = ", ".join(f"`{name}`" for name in dict.fromkeys(name for name, _, _ in facts))
            _, formula, value = (text.replace("|", r"\|") for text in facts[0])
            shown = f"| `{formula}` | {value.strip(chr(34))} " if formula else ""
            lines.append(f"| {names} {shown}| {words} |")
        of_engine = kind in _OF_ENGINES
        head = "| functions | an example | Excel gives | " if of_engine else "| functions | "
        head += "right all the same are |\n|" + "---|" * (4 if of_engine else 2)
        parts.append("\n".join((f"What {title}:\n", head, *lines)))
    sizes: dict[str, list[str]] = {}
    for name, largest in values_of("within").items():
        with_value = ", also as the value" * (name in functions_with("value-within"))
        sizes.setdefault(f"{largest}{with_value}", []).append(f"`{name}`")
    parts.append(
        "Beyond some sizes engines lose digits, as `python -m benchmarks.magnitudes` finds:\n\n"
        "| functions | right are numbers from 0.00001 on, and 0, below |\n|---|---|\n"
        + "\n".join(f"| {', '.join(names)} | {size} |" for size, names in sizes.items())
    )
    seven = ", ".join(f"`{name}`" for name in values_of("excel-error"))
    parts.append(
        f"Excel itself is good for seven digits: {seven}. A value that differs less is left."
    )
    return "\n\n".join(parts)


def current(page: str) -> str:
    """The page with today's tables."""
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(current(PAGE.read_text("utf-8")), "utf-8")
