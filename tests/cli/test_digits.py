"""Thousands of digits are no number: every door says so in a sentence of its own."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from xl_tourney.cli.terminal.options import Exit

from ..recalculation import books

DIGITS = "9" * 5_000
GAMES = "home,away,home_score,away_score\nAnts,Bees,{},1\n"
HTML = "<table><tr><th>home<th>away<th>home_score<th>away_score<tr><td>A<td>B<td>{}<td>1</table>"
FILES = {
    "d.csv": ("league", GAMES),
    "d.html": ("league", HTML),
    "d.json": ("league", '[{{"home":"A","away":"B","home_score":{},"away_score":1}}]'),
    "d.trf": ("chess", "012 Open\nXXR {}\n001    1      Ann\n"),
    "d.h9": ("go", "; Open\n1 Ann A 1d AT Wien {}\n"),
    "d.xml": ("bridge", "<USEBIO><EVENT><BOARD_NUMBER>{}</BOARD_NUMBER></EVENT></USEBIO>"),
    "d.pbn": ("bridge", '[Board "{}"]\n'),
}


def said(err: str) -> bool:
    """Whether it is one sentence that says how many."""
    return "5,000 digits in a row are no number" in err and err.count("\n") == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_with_thousands_of_digits(name, encoding, run, tmp_path) -> None:
    game, text = FILES[name]
    (tmp_path / name).write_text(text.format(DIGITS), encoding)
    code, _, err = run("new", game, "--data", name, "-o", "new.xlsx")
    assert code == Exit.WRONG and said(err), err
    assert err.startswith(f"{name}, line ")
    assert not Path("new.xlsx").exists()


def test_a_file_of_rules_with_thousands_of_digits(run, tmp_path) -> None:
    (tmp_path / "rules.toml").write_text(f'points = "3-1-0"\nmeetings = {DIGITS}\n', "utf-8")
    code, _, err = run("new", "league", "--rules", "rules.toml", "-o", "new.xlsx")
    assert code == Exit.WRONG and said(err) and err.startswith("rules.toml, line 2: ")


@pytest.mark.parametrize(
    "words",
    [
        ("new", "league", "--teams", DIGITS),
        ("new", "league", "--points", f"{DIGITS}-1-0"),
        ("recalc", "--max-memory", DIGITS, "x.xlsx"),
        ("explain", "x.xlsx", f"A{DIGITS}"),
        ("eval", f"={DIGITS}"),
    ],
    ids=lambda words: " ".join(words)[:16],
)
def test_an_option_with_thousands_of_digits(words, run) -> None:
    code, _, err = run(*words)
    assert code == Exit.WRONG and said(err)


def test_a_cell_with_thousands_of_digits(run, tmp_path) -> None:
    """As text, and as a number, which openpyxl cannot read."""
    (tmp_path / "one.csv").write_text(GAMES.format(7), "utf-8")
    rows = [line.split(",") for line in GAMES.format(DIGITS).splitlines()]
    cells = {f"{'ABCD'[x]}{y}": text for y, row in enumerate(rows, 1) for x, text in enumerate(row)}
    books.book(tmp_path / "text.xlsx", cells)
    code, _, err = run("new", "league", "--data", "text.xlsx", "-o", "new.xlsx")
    assert code == Exit.WRONG and said(err) and "line 2" in err
    book = books.book(tmp_path / "seven.xlsx", cells | {"C2": 7777})
    with zipfile.ZipFile(book) as old, zipfile.ZipFile(tmp_path / "number.xlsx", "w", 8) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"<v>7777</v>", f"<v>{DIGITS}</v>".encode()))
    for words in (("new", "league", "--data"), ("standings",), ("pair",), ("explain",)):
        more = ["A1"] if words == ("explain",) else []
        code, _, err = run(*words, "number.xlsx", *more)
        assert code == Exit.WRONG and err.count("\n") == 1
        assert "Something went wrong" not in err and "limit" not in err
    code, _, err = run("standings", "number.xlsx")
    assert "such as a number of thousands of digits" in err
