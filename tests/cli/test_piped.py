"""What is piped into a command, and what opens a file with a password."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest


def command(*words: object, piped: bytes = b"") -> tuple[int, str]:
    line = [sys.executable, "-m", "xl_tourney", *map(str, words)]
    done = subprocess.run(line, input=piped, capture_output=True, timeout=120, check=False)
    return done.returncode, (done.stdout + done.stderr).decode()


def test_a_list_that_is_piped_in(tmp_path) -> None:
    book = tmp_path / "cup.xlsx"
    piped = "name;rating\r\nZoë;1800\r\nBob;1700\r\n".encode("utf-16")
    code, said = command("new", "chess", "--data", "-", "-o", book, piped=piped)
    assert code == 0 and "standard input: 2 rows read: name, rating." in said
    cells = openpyxl.load_workbook(book, read_only=True)["Players"].iter_rows(values_only=True)
    assert "Zoë" in {cell for row in cells for cell in row}
    code, said = command("update", book, "--data", "-", piped=b"")
    assert code == 2 and "standard input: nothing came in" in said


@pytest.fixture
def encrypted(tmp_path) -> Path:
    from msoffcrypto.format.ooxml import OOXMLFile

    book, opened, path = openpyxl.Workbook(), io.BytesIO(), tmp_path / "secret.xlsx"
    for row in (["name", "rating"], ["Ann", 1800], ["Bob", 1700]):
        book.active.append(row)
    book.save(tmp_path / "plain.xlsx")
    with (tmp_path / "plain.xlsx").open("rb") as file:
        OOXMLFile(file).encrypt("hunter2hunter2", opened)
    path.write_bytes(opened.getvalue())
    return path


def test_a_password_is_kept_nowhere(tmp_path, encrypted) -> None:
    book, password = tmp_path / "cup.xlsx", ("--password", "hunter2hunter2")
    code, refusal = command("new", "chess", "--data", encrypted, "-o", book)
    assert code == 2 and "give its password with --password" in refusal and not book.exists()
    code, said = command("new", "chess", "--data", encrypted, *password, "-o", book)
    again, more = command("update", book, "--data", encrypted, *password)
    verified, compared = command("verify", encrypted, *password)
    assert (code, again, verified) == (0, 0, 0), said + more + compared
    assert "2 rows read: name, rating." in said and "0 cells compared" in compared
    assert "hunter2" not in said + more + compared
    for path in tmp_path.rglob("*"):
        assert path.is_dir() or b"hunter2" not in path.read_bytes()
