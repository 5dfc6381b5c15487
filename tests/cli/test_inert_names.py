"""Names from files act on no terminal, whichever command prints them."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from xl_tourney.cli.program import COMMANDS
from xl_tourney.cli.terminal.inert import InertStream, inert_streams
from xl_tourney.cli.terminal.progress import Progress

NAMES_THAT_ACT = Path(__file__).with_name("data") / "names_that_act.xlsx"
ACTING = frozenset("\x1b\x07\r\x85\x9b\u200f\u202e\u2066\u2028\u2029")
NAME = "Cid\x9b31m\x1b[2J\u202e\u2066\u2028"

LINES = {
    "new": ("chess", "--data", "BOOK", "-o", "new.xlsx"),
    "pair": ("BOOK",),
    "update": ("BOOK", "--data", "BOOK"),
    "rename": ("BOOK", NAME, "Ann"),
    "undo": ("BOOK", "--to", NAME),
    "standings": ("BOOK",),
    "print": ("BOOK", "-o", f"{NAME}.html"),
    "publish": ("BOOK", "-o", f"{NAME}.html"),
    "desk": ("--static", NAME, "--pyodide", NAME),
    "watch": (NAME,),
    "explain": ("BOOK", "Standings!B5"),
    "whatif": ("BOOK",),
    "export": ("BOOK", "--to", "csv", "-o", f"{NAME}.csv"),
    "check": ("BOOK",),
    "rules": (NAME, "BOOK"),
    "recalc": ("--check", "BOOK"),
    "verify": ("BOOK",),
    "mcp": (NAME,),
    "functions": (NAME,),
    "eval": (f'="{NAME}"',),
    "excel": (NAME,),
    "officejs": (NAME,),
    "lambda": (NAME,),
    "calc": (NAME,),
    "demo": ("--wrong", NAME),
    "doctor": (NAME,),
    "build": ("--wrong", NAME),
    "conformance": (NAME,),
    "manifest": (f"{NAME}/there/is/none.json",),
}
"""What each command is given; most end with a sentence that says the name."""


@pytest.mark.parametrize(
    "command",
    [
        *((name,) for group in COMMANDS.values() for name in group),
        *(("standings", "--format", form) for form in ("csv", "json", "markdown", "html")),
        ("explain", "--json"),
        ("recalc", "--json"),
        ("verify", "--json"),
    ],
    ids=" ".join,
)
def test_no_command_lets_a_name_act(command, run, tmp_path) -> None:
    book = tmp_path / f"{NAME}.xlsx"
    shutil.copy(NAMES_THAT_ACT, book)
    book.chmod(0o644)
    name, *options = command
    line = [book if word == "BOOK" else word for word in LINES[name]]
    for words in ([*options, *line], [f"--{NAME}"]):
        _, out, err = run(name, *words)
        assert out + err
        assert not ACTING & set(out + err)


def test_a_name_in_a_table_stays_on_its_line(run, tmp_path) -> None:
    _, out, _ = run("standings", NAMES_THAT_ACT)
    assert "Bob\\u202e\\u2066gnp.exe" in out and "Cid\\u009b31m\\u0085" in out
    assert len(out.splitlines()) == 11


def test_what_others_print_is_inert_too(capsys, monkeypatch) -> None:
    """A library's line, a prompt's text, and what is printed below a progress bar."""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    with inert_streams():
        assert not hasattr(sys.stdout, "buffer"), "it would be a way around"
        print(f"a\t{NAME}\nb")
        with Progress(("-",)):
            print(NAME, file=sys.stderr)
            assert isinstance(sys.stderr, InertStream)
    out, err = capsys.readouterr()
    assert out == "a\tCid\\u009b31m\\u001b[2J\\u202e\\u2066\\u2028\nb\n"
    assert "Cid\\u009b31m\\u001b[2J\\u202e" in err
    assert "\x1b[" in err, "the bar itself is drawn"
    assert not isinstance(sys.stderr, InertStream)


def test_a_name_turns_nothing_on_a_page(run, tmp_path) -> None:
    run("publish", NAMES_THAT_ACT, "-o", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "Bob\ufffd\ufffdgnp.exe" in page
    assert not ACTING & set(page)
