"""Real go tournaments as wall lists: OpenGotha's files, and the figures that it calculated."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "go"
TOURNAMENTS = sorted(path.name.split(".")[0] for path in DATA.glob("*.criteria.tsv"))

WORTH = {0: "0-", 1: "0=", 2: "0+"}
"""A round without an opponent by its half points."""
SIGNS = {
    "RESULT_WHITEWINS": ("+", "-"),
    "RESULT_BLACKWINS": ("-", "+"),
    "RESULT_EQUAL": ("=", "="),
}
"""A result as White and as Black see it."""
FRACTIONS = {"¼": 0.25, "½": 0.5, "¾": 0.75}


@dataclass(frozen=True)
class Tournament:
    """A tournament with OpenGotha's settings and figures, players in order of their place."""

    label: str
    settings: dict[str, str]
    criteria: dict[str, list[str]]
    """What OpenGotha shows, a column each."""
    xml: ET.Element

    def column(self, name: str) -> list[float]:
        return [figure(shown) for shown in self.criteria[name]]

    def setting(self, name: str) -> bool:
        return {"true": True, "false": False}[self.settings[name]]

    def wall_list(self, score: str) -> list[list[str]]:
        """The wall list with what `score` (NBW or MMS) counts for absence and bye."""
        without = {name: WORTH[int(self.settings[f"{score}2{name}"])] for name in ("absent", "bye")}
        rounds = range(int(self.settings["rounds"]))
        row = {f"{player}X": at for at, player in enumerate(self.criteria["id"])}
        # Nobody met and no bye: absent, or there but left unpaired, which counts nothing.
        lists = [[WORTH[0]] * len(rounds) for _ in row]
        for player in self.xml.iter("Player"):
            at = row.get(f"{player.attrib['name']}X")
            for number, there in zip(rounds, player.attrib["participating"]):
                if at is not None and there == "0":
                    lists[at][number] = without["absent"]
        for bye in self.xml.iter("ByePlayer"):
            lists[row[bye.attrib["player"]]][int(bye.attrib["roundNumber"]) - 1] = without["bye"]
        for game in self.xml.iter("Game"):
            result, by_default, _ = game.attrib["result"].partition("_BYDEF")
            white, black = (row[game.attrib[f"{colour}Player"]] for colour in ("white", "black"))
            number, handicap = int(game.attrib["roundNumber"]) - 1, game.attrib["handicap"]
            between = "!" if by_default else "/"
            for own, other, sign, colour in zip(
                (white, black), (black, white), SIGNS[result], "wb"
            ):
                lists[own][number] = f"{other + 1}{sign}{between}{colour}{handicap}"
        return lists


def figure(shown: str) -> float:
    """A number as OpenGotha shows it, with ½, ¼ and ¾."""
    fraction = FRACTIONS.get(shown[-1], 0.0)
    return float((shown[:-1] if fraction else shown) or 0) + fraction


def load(label: str) -> Tournament:
    lines = (DATA / f"{label}.criteria.tsv").read_text("utf-8").splitlines()
    settings = dict(re.findall(r"(\w+)=(\w+)", lines[0]))
    settings["rounds"] = re.search(r"rounds (\d+)", lines[0])[1]
    settings["criteria"] = re.search(r"own criteria: ([^;]+);", lines[0])[1]
    names, *rows = (line.split("\t") for line in lines[1:])
    columns = {name: list(column) for name, column in zip(names, zip(*rows, strict=True))}
    return Tournament(label, settings, columns, ET.parse(DATA / f"{label}.xml").getroot())


def h9_rows(name: str) -> list[list[str]]:
    """The rows of a published h9 file, in their columns; the rounds are the last ones."""
    lines = (DATA / f"{name}.h9").read_text("iso-8859-15").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith(";")]


def answered(rows: list[list[str]]) -> list[list[str]]:
    """A whole wall list from some of its rows: the others answer them and are absent otherwise."""
    answers = {"+": "-", "-": "+", "=": "="}
    cells = {(r, c): cell for r, row in enumerate(rows) for c, cell in enumerate(row)}
    for (r, c), cell in list(cells.items()):
        cells.setdefault((int(cell[:-1]) - 1, c), f"{r + 1}{answers[cell[-1]]}")
    height = 1 + max(r for r, _ in cells)
    return [[cells.get((r, c), "0-") for c in range(len(rows[0]))] for r in range(height)]
