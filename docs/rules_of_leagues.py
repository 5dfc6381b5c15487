"""Write the list of the rules that are shipped into the page about them.

python docs/rules_of_leagues.py
"""

from __future__ import annotations

from pathlib import Path

from xl_tourney.templates.league.rules.files import read_rules, shipped_names

PAGE = Path(__file__).parent / "reference" / "rules.md"
BEGIN, END = "<!-- rules: begin -->", "<!-- rules: end -->"


def table() -> str:
    """The rules by name, each with its criteria and its source."""
    rows = ["| `--rules` | for | placed by | source |", "|---|---|---|---|"]
    for name in shipped_names():
        rules = read_rules(name)
        again = {"again": "; repeated", "at the end": "; at the end"}.get(rules.head_to_head, "")
        order = ", ".join([rules.criteria[0], *map(_lower, rules.criteria[1:])])
        rows.append(f"| `{name}` | {rules.name} | {order}{again} | {rules.source} |")
    return "\n".join(rows)


def _lower(name: str) -> str:
    return name[0].lower() + name[1:]


def page(text: str) -> str:
    """The page with the list of today."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")
