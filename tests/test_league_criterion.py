"""A criterion of a league is one record: it has a column, a place on Setup, and a sentence."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

GAMES = """home,away,home_score,away_score
Reds,Blues,2,1
Whites,Reds,4,0
Blues,Whites,5,2
"""
BIG_WINS = """
import json
from pathlib import Path
import tests.big_wins
from openpyxl import load_workbook
from xl_tourney.events.event import Event
from xl_tourney.explanations.book import Book
from xl_tourney.explanations.explain import explain
from xl_tourney.generator.generate import make
from xl_tourney.templates import TEMPLATES

found = []
for functions in ("native", "addin"):
    book = Path(f"{functions}.xlsx")
    options = {"rules": "football", "criteria": "Points,Big wins"}
    make(TEMPLATES["league"], "games.csv", book, functions=functions, **options)
    sheets = load_workbook(book, data_only=True)
    cells = [cell for row in sheets["Standings"].iter_rows(values_only=True) for cell in row]
    setup = [cell.value for row in sheets["Setup"] for cell in row]
    found.append([cell for cell in cells if cell in ("Reds", "Blues", "Whites")][:3])
    found.append("Games won by three or more." in setup)
    found.append([*explain(Book(Event.open(book)), "Reds").lines()])
print(json.dumps(found))
"""


def test_a_new_criterion_is_one_file_of_twelve_lines(tmp_path: Path) -> None:
    """All have three points: Blues and Whites a win by three or more, and Reds none."""
    root = Path(__file__).parents[1]
    assert len((root / "tests/big_wins.py").read_text("utf-8").splitlines()) <= 12
    (tmp_path / "games.csv").write_text(GAMES)
    code = f"import sys; sys.path.insert(0, {str(root)!r})\n{BIG_WINS}"
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    for names, is_on_setup, said in (found[:3], found[3:]):
        assert names == ["Blues", "Whites", "Reds"]
        assert is_on_setup
        assert said[0] == (
            "Reds is 3rd of 3: 3 points like Blues and Whites; behind by Big wins, 0 against 1."
        )
