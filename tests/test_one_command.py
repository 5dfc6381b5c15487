"""Adding a command is one declaration: one made here at run time is in every place."""

from __future__ import annotations

import inspect
import io
import json
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Literal

import openpyxl
import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook

import xl_tourney
from docs.commands import api_page, commands_page, format_stub
from tests.backups import backups_of
from xl_tourney import commands
from xl_tourney.cli.program import xl_tourney as program
from xl_tourney.cli.terminal.declared import options_of, words_of
from xl_tourney.commands.parts import DECLARED
from xl_tourney.commands.parts.declaration import (
    NEEDED,
    About,
    Command,
    Exit,
    Outcome,
    Parameter,
    Rows,
    UsageError,
    command,
)
from xl_tourney.errors import OptionError
from xl_tourney.ooxml.package import Package

TITLE = "Stamp a workbook"
HELP = "What is stamped on it."


@pytest.fixture(scope="module", autouse=True)
def declared() -> Iterator[Command]:
    import_module("xl_tourney.cli.mcp")  # its help names the commands that there are

    @command("An event", TITLE, json="--json")
    def stamp(
        book: Annotated[Package, About("The workbook.")],
        text: Annotated[str, About(HELP, "seen")],
        *,
        times: Annotated[int, About("How often.", minimum=1)] = 1,
        colour: Annotated[Literal["red", "blue"], About("Its colour.")] = "red",
        witnesses: Annotated[Sequence[str], About("Who sees it.", option="--by")] = (),
        aloud: Annotated[bool, About("Also say it.", terminal=True)] = False,
        backup: Annotated[bool, About("Keep the old one.", option="--backup/--no-backup")] = True,
    ) -> Outcome[int]:
        """Stamp a workbook in its first cell.

        Returns
        -------
        int
            How often it was stamped.
        """
        if text == "no":
            raise UsageError("no is no stamp.")
        opened = openpyxl.load_workbook(io.BytesIO(book.data))
        opened.active["A1"] = text * times
        content = io.BytesIO()
        opened.save(content)
        return Outcome(
            times,
            lines=[f"{colour} {text}", Rows(["By", "No."], [["Ann", "1"]], [False, True])],
            notes=[*(["loud"] * aloud), f"{book.name}: stamped."],
            data={"times": times, "by": [*witnesses]},
            status=Exit.DIFFERENT if times > 1 else Exit.DONE,
            files={Path(book.name): content.getvalue()},
            backup=backup,
        )

    yield DECLARED["stamp"]
    del DECLARED["stamp"]
    for cached in ("stamp", "__all__"):
        vars(xl_tourney).pop(cached, None)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    Workbook().save(tmp_path / "book.xlsx")
    return tmp_path / "book.xlsx"


def typed(*words: str) -> Result:
    return CliRunner().invoke(program, words, standalone_mode=False)


def stamped(book: Path) -> Any:
    return openpyxl.load_workbook(book).active["A1"].value


def test_a_terminal_has_it(book: Path) -> None:
    done = typed("stamp", str(book), "x", "--times", "2", "--aloud")
    assert done.stdout.splitlines() == ["red x", "By   No.", "---  ---", "Ann    1"]
    (copy,) = backups_of(book)
    old = f"The old workbook is {copy}; undo brings it back."
    assert done.stderr == f"loud\n{book}: stamped. {old}\n"
    assert (done.return_value, stamped(book), stamped(copy)) == (Exit.DIFFERENT, "xx", None)
    words = "stamp", str(book), "y", "--by", "Ann", "--by", "Bob", "--no-backup", "--json"
    assert json.loads(typed(*words).stdout) == {"times": 1, "by": ["Ann", "Bob"]}
    assert stamped(book) == "y" and backups_of(book) == [copy]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["no"], "no is no stamp."),
        (["x", "--times", "0"], "0 is not in the range x>=1."),
        (["x", "--colour", "green"], "'green' is not one of 'red', 'blue'."),
        ([], "text"),
    ],
)
def test_what_is_typed_wrong_is_said(book: Path, words: list[str], says: str) -> None:
    assert says in str(typed("stamp", str(book), *words).exception)


def test_lists_and_help_have_it() -> None:
    assert f"  stamp        {TITLE}\n" in typed("--help").stdout
    page = typed("stamp", "--help").stdout
    assert "Stamp a workbook in its first cell." in page and "Returns" not in page
    assert "[default: red]" in page
    assert "### stamp" in commands_page() and "| `--by TEXT` | Who sees it. |" in commands_page()


def test_python_has_it(book: Path) -> None:
    assert xl_tourney.stamp(book, "x", times=3, backup=False) == 3
    assert stamped(book) == "xxx"
    assert f"text\n    {HELP}\n" in xl_tourney.stamp.__doc__
    assert [*inspect.signature(xl_tourney.stamp).parameters] == [
        "book", "text", "times", "colour", "witnesses", "backup"
    ]  # fmt: skip
    with pytest.raises(OptionError, match="colour is green; it is red, blue"):
        xl_tourney.stamp(book, "x", colour="green")
    with pytest.raises(TypeError, match="aloud"):
        xl_tourney.stamp(book, "x", aloud=True)


def test_the_stub_and_the_reference_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        "def stamp(\n    book: PathLike,\n    text: str,\n    *,\n    times: int = ...,\n"
        '    colour: Literal["red", "blue"] = ...,\n    witnesses: Sequence[str] = ...,\n'
        "    backup: bool = ...,\n) -> int: ...\n"
    ) in format_stub({})
    monkeypatch.setattr(xl_tourney, "__all__", ["stamp"])
    assert f"- `text`: {HELP}" in api_page()


@pytest.mark.slow
def test_an_agent_has_it(tmp_path: Path) -> None:
    import anyio

    from xl_tourney.cli.mcp import make_server

    (tool,) = (
        tool for tool in anyio.run(make_server(tmp_path, 3).list_tools) if tool.name == "stamp"
    )
    assert tool.annotations and tool.annotations.destructive_hint
    schema = tool.input_schema
    assert [*schema["properties"]] == ["path", "text", "times", "colour", "witnesses", "backup"]
    assert schema["properties"]["text"]["description"] == HELP
    assert schema["properties"]["text"]["examples"] == ["seen"]
    assert schema["properties"]["colour"]["enum"] == ["red", "blue"]
    assert schema["required"] == ["path", "text"]


def test_an_option_may_be_needed_and_a_default_may_be_nothing() -> None:
    for default, needed, shown in ((NEEDED, True, None), (0, False, 0), (None, False, None)):
        (option,) = options_of(Parameter("ink", int, "int", default, True, About("How much.")))
        assert (option.required, option.default) == (needed, shown)


def test_no_name_but_those_of_commands_is_found() -> None:
    assert commands.find("parts") is None and "stamp" in [*commands.names()]


def test_words_that_belong_together_are_typed_together_and_no_more_of_them() -> None:
    two = Parameter("inks", Sequence[str], "Sequence[str]", (), True, About("Which.", count=2))
    assert words_of(two, ["red", "blue"]) == ["--inks", "red", "blue"]
    for wrong in (["red"], ["red", "blue", "--aloud"]):
        assert all(word.startswith("--inks=") for word in words_of(two, wrong))
