"""What is printed is inert, goes on whatever the names are, and a run ends with its summary."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from xl_tourney.batch.paths import expand
from xl_tourney.cli.terminal.inert import inert
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.cli.terminal.printing import print_table

from ..batch import deadly
from ..recalculation import books

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "xl_tourney", "recalc"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"}
posix = pytest.mark.skipif(os.name == "nt", reason="Windows has other names and signals")


@pytest.mark.parametrize(
    "character", ["\x1b", "\x07", "\r", "\n", "\x85", "\x9b", "\u202e", "\u2028"]
)
def test_what_could_act_is_escaped(character) -> None:
    assert inert(f"a{character}b") == f"a\\u{ord(character):04x}b"
    text = json.dumps({"name": f"a{character}b"}, ensure_ascii=False)
    assert character not in inert(text)
    assert json.loads(inert(text)) == {"name": f"a{character}b"}


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://ada:secret@club.example/a.xlsx", "https://…@club.example/a.xlsx"),
        (
            "s3://b/a.xlsx?X-Amz-Credential=secret&X-Amz-Signature=secret&versionId=3",
            "s3://b/a.xlsx?X-Amz-Credential=…&X-Amz-Signature=…&versionId=3",
        ),
        ("az://b/a.xlsx?sv=1&sig=secret", "az://b/a.xlsx?sv=1&sig=…"),
        ("https://club.example/a.xlsx?name=Ada", "https://club.example/a.xlsx?name=Ada"),
    ],
)
def test_secrets_of_urls_are_not_shown(url, shown) -> None:
    assert inert(f"{url}: failed") == f"{shown}: failed"


def test_secrets_are_in_no_output_of_a_run(run) -> None:
    code, out, err = run("recalc", "--json", "http://ada:secret@127.0.0.1:9/a.xlsx?sig=secret")
    assert code == Exit.SOME_FAILED
    assert "secret" not in out + err
    assert "cannot be reached" in json.loads(out)["failed"]


@pytest.mark.parametrize("is_terminal", [False, True])
def test_a_table_is_whole_in_a_pipe_and_fits_a_terminal(is_terminal, capsys, monkeypatch) -> None:
    long = "word " * 30 + "end"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    print_table(["Text", "Number"], [[long, 1.5], ["short", -10]])
    out = capsys.readouterr().out
    lines = re.sub(r"\x1b\[[0-9;]*m", "", out).splitlines()
    assert (max(map(len, lines)) <= 60) is is_terminal
    assert any(long in line for line in lines) is not is_terminal
    (one, other) = (line for line in lines if "1.5" in line or "-10" in line)
    assert one.index("1.5") == other.index("-10"), "numbers of three characters, to the right"
    assert other in out, "figures have no colours"
    print_table(["Text"], [])
    assert "Text" in capsys.readouterr().out


@posix
def test_names_forge_no_line(tmp_path) -> None:
    """Names with line ends, escapes, and bytes that are no text; a part and a sheet with such."""
    folder = tmp_path / "season"
    folder.mkdir()
    for name in (b"a\nb: 0 formulas.xlsx", b"\x1b[2Jc.xlsx", b"\xff\xfe.xlsx"):
        books.book(tmp_path / "one.xlsx", deadly.stale())
        Path(os.fsdecode(os.path.join(os.fsencode(folder), name))).write_bytes(  # noqa: PTH118
            (tmp_path / "one.xlsx").read_bytes()
        )
    bad = books.book(folder / "bad.xlsx", {"A1": 1})
    with zipfile.ZipFile(bad, "a") as archive:
        archive.writestr("x\x1b[31m\ny", b"")
        archive.writestr("X\x1b[31m\ny", b"")  # the same name
    for option in ((), ("--json",)):
        done = subprocess.run(
            [*COMMAND, *option, "season"],
            capture_output=True,
            cwd=tmp_path,
            env=ENVIRONMENT,
            timeout=120,
        )
        assert done.returncode == Exit.SOME_FAILED
        output = done.stdout + done.stderr
        assert b"\x1b" not in output
        assert b"Traceback" not in output
        assert b"4 workbooks in" in done.stderr
        assert len(done.stdout.splitlines()) == (4 if option else 3)


@posix
def test_what_is_no_file_is_skipped_and_said(tmp_path) -> None:
    books.book(tmp_path / "one.xlsx", deadly.stale())
    os.mkfifo(tmp_path / "pipe.xlsx")
    (tmp_path / "loop.xlsx").symlink_to("loop.xlsx")
    (tmp_path / "gone.xlsx").symlink_to("nowhere.xlsx")
    skipped: list[tuple[str, str]] = []
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "so.xlsx"))
        for name in (str(tmp_path), f"{tmp_path}/*.xlsx"):
            found = expand([name], lambda path, why: skipped.append((Path(path).name, why)))
            assert [*found] == [str(tmp_path / "one.xlsx")]
            assert sorted(skipped) == [
                ("gone.xlsx", "it is a link to nothing"),
                ("loop.xlsx", "it cannot be reached (Too many levels of symbolic links)"),
                ("pipe.xlsx", "it is no regular file"),
                ("so.xlsx", "it is no regular file"),
            ]
            skipped.clear()


def test_a_question_mark_in_a_url_is_no_pattern() -> None:
    url = "https://club.example/a.xlsx?id=7[1]"
    assert [*expand([url])] == [url]


@posix
def test_a_closed_pipe_has_an_exit_code_and_a_summary(tmp_path) -> None:
    folder = tmp_path / "season"
    deadly.season(folder, 60, 1)
    with subprocess.Popen(
        [*COMMAND, str(folder), "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
    assert process.returncode == Exit.CLOSED
    assert b" workbooks in " in err
    assert b"Traceback" not in err and b"Exception" not in err


@posix
def test_sigterm_lets_running_books_end(tmp_path) -> None:
    folder = tmp_path / "season"
    deadly.season(folder, 20, 1)
    deadly.without_end(folder / "00010.xlsx")
    sooner = (
        "from xl_tourney.cli.main import main; from xl_tourney.cli.terminal import progress; "
        "progress._SECONDS_TO_END = 1; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", sooner, "recalc", str(folder), "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    ) as process:
        assert process.stdout
        assert process.stderr
        for _ in range(9):  # one of the ten before the endless one is no workbook
            process.stdout.readline()
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    assert process.returncode == Exit.WRONG
    assert (out, b"10 workbooks in " in err) == (b"", True)
    assert b"Finishing what is under way, for 1 seconds." in err
    assert len([*folder.iterdir()]) == 20


def test_wrong_places_and_suffixes_are_sentences(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = run("new", "tantrix", "-o", "table.txt")
    assert code == Exit.WRONG
    refusal = "Error: table.txt: the name must end in .xlsx or .xlsm; nothing was written.\n"
    assert err.endswith(refusal)
    code, _, err = run("new", "tantrix", "-o", "nowhere/table.xlsx")
    assert code == Exit.WRONG and "Something went wrong" not in err
    book = books.book(tmp_path / "damaged.xlsx", {"A1": 1})
    parts = books.parts(book)
    with zipfile.ZipFile(book, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data[: len(data) // 2] if "sheet1" in name else data)
    code, _, err = run("publish", book)
    assert code == Exit.WRONG
    assert err.startswith(f"{book}: part xl/worksheets/sheet1.xml is not well-formed XML (")
    assert err.count("\n") == 1


@posix
@pytest.mark.parametrize(
    "command",
    [
        ["recalc", "BOOK"],
        ["recalc", "BOOK", "--engine", "formulas", "--check"],
        ["new", "tantrix", "-o", "new.xlsx"],
        ["publish", "BOOK"],
        ["eval", "=GBQ({55;5;0;0},{3;3;0;0},2)"],
    ],
    ids=lambda command: " ".join(command[:1] + command[2:3]),
)
def test_nothing_needs_a_home(command, run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", "/proc/1/nowhere")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    book = books.book(tmp_path / "one.xlsx", {"A1": ("=1+1", 2)})
    code, _, err = run(*(str(book) if word == "BOOK" else word for word in command))
    if command[0] == "publish":  # it is no workbook of ours
        assert code == Exit.WRONG and "Something went wrong" not in err
    else:
        assert code == Exit.DONE


@posix
@pytest.mark.parametrize(
    "command",
    [
        ["recalc", "BOOK", "-o", "/proc/one.xlsx"],
        ["new", "tantrix", "-o", "/proc/one.xlsx"],
        ["recalc", "SEASON", "--record", "/proc/runs.db"],
        ["demo", "/proc/demo"],
    ],
    ids=lambda command: command[0],
)
def test_a_file_system_that_takes_no_files_is_a_sentence(command, run, tmp_path) -> None:
    """Nobody can write there, not even root."""
    book = books.book(tmp_path / "one.xlsx", {"A1": ("=1+1", 2)})
    places = {"BOOK": str(book), "SEASON": str(tmp_path)}
    code, _, err = run(*(places.get(word, word) for word in command))
    assert code == Exit.WRONG
    assert "/proc/" in err and err.count("\n") == 1
    assert "Something went wrong" not in err and "Traceback" not in err
