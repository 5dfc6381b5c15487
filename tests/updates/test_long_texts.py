"""A text that no cell holds is refused where it would be written, and nothing is written."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import OptionError
from xl_tourney.grammar.references import CellAddress
from xl_tourney.ooxml.package import Package
from xl_tourney.ooxml.sheet.typed_values import with_values

pytestmark = pytest.mark.slow

LONGEST = "x" * 32_767
TOO_LONG = f"{LONGEST}y"
MATCHES = "player_a,player_b,games,tps_a,tps_b\nAnn,Bob,3,45,15\n"


@pytest.mark.parametrize("option", ["--title", "--note"])
def test_new_refuses_a_text_that_no_cell_holds(option, run) -> None:
    code, _, err = run("new", "tantrix", option, TOO_LONG, "-o", "new.xlsx")
    assert code == Exit.WRONG and err.count("\n") == 1
    assert err.startswith("Setup!G") and "longer than 32,767 characters" in err
    assert not Path("new.xlsx").exists()


def test_update_refuses_it_and_leaves_the_workbook(run, tmp_path) -> None:
    (tmp_path / "data.csv").write_text(MATCHES, "utf-8")
    run("new", "tantrix", "--data", "data.csv", "-o", "book.xlsx", "--players", 2, "--rows", 2)
    before = Path("book.xlsx").read_bytes()
    for words in (
        ("--renamed", f"Ann={TOO_LONG}"),
        ("--data", "data.csv", "--as-of", TOO_LONG),
        ("--renamed", f"Ann={TOO_LONG}", "--dry-run"),
    ):
        code, out, err = run("update", "book.xlsx", *words)
        assert (code, out) == (Exit.WRONG, "") and err.count("\n") == 1
        assert "“xxxxxxxxxxxxxxxxxxxx…” for Setup!" in err
    assert Path("book.xlsx").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["book.xlsx", "data.csv"]


def test_the_longest_text_is_written_whole(tmp_path) -> None:
    path = tmp_path / "book.xlsx"
    book = openpyxl.Workbook()
    book.active["A1"] = "=1"
    book.save(path)
    package, cell = Package.from_path(path), CellAddress("Sheet", 2, 2)
    path.write_bytes(with_values(package, {cell: LONGEST}))
    assert openpyxl.load_workbook(path)["Sheet"]["B2"].value == LONGEST
    with pytest.raises(OptionError, match="Sheet!B2"):
        with_values(package, {cell: TOO_LONG})
