"""All that the program writes goes through one module, which follows no link."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "xl_tourney"
ROOM = "atomic.py"
ELSEWHERE = Counter(
    {
        ("batch/record.py", "connect"): 2,  # a database, one only to be read; links are refused
        ("batch/remote.py", "write_bytes"): 1,  # no file of this machine
        ("cli/terminal/declared.py", "write_bytes"): 1,  # what comes in, into a temporary folder
        ("desk/server/app.py", "write_bytes"): 1,  # into a temporary folder
        ("desk/server/keys.py", "open"): 1,  # a lock, which stays empty; links are refused
        ("engines/libreoffice.py", "copytree"): 1,  # into a temporary folder
        ("engines/libreoffice.py", "rename"): 1,  # of a folder of ours, never onto another one
        ("hosts/excel/xlam.py", "save"): 1,  # into a temporary folder
        ("hosts/libreoffice/copies.py", "save"): 1,  # by LibreOffice, into a temporary folder
        ("updates/journal.py", "truncate"): 2,  # a journal, whose last lines are no answers
    }
)
"""Where something is written otherwise, and how often; none of it is named by who gives a file."""
INTO = {"save", "ZipFile"}
"""What writes into its argument: into memory, or a file that a caller has opened."""
WRITERS = INTO | {
    "open", "replace",
    "write_text", "write_bytes", "touch", "symlink_to", "hardlink_to", "rename", "renames",
    "link", "symlink", "truncate", "copyfile", "copy2", "copytree", "move", "extract",
    "extractall", "connect", "NamedTemporaryFile", "mkstemp", "FileHandler", "writePDF",
}  # fmt: skip
READERS = {
    "Workbook", "Parts", "Event", "SavedWorkbook", "archive", "self._zip", "tarfile", "self",
    "webbrowser",
}  # fmt: skip
"""What has a method open that only reads."""
MAY_WRITE = re.compile(rf"\b({'|'.join(sorted(WRITERS))})\(")


def mode_of(call: ast.Call) -> str:
    """How a call of open opens a file; a mode that is not written out may be any."""
    is_method = isinstance(call.func, ast.Attribute)
    modes = [keyword.value for keyword in call.keywords if keyword.arg == "mode"]
    modes += call.args[0 if is_method else 1 :][:1]
    if not modes:
        return "r"
    return str(modes[0].value) if isinstance(modes[0], ast.Constant) else "w"


def in_memory(tree: ast.AST) -> set[str]:
    """The names that hold no path: BytesIO, and files that are open already."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            if ast.unparse(node.annotation) == "BinaryIO":
                names.add(node.arg)
        elif isinstance(node, ast.Assign) and "BytesIO()" in ast.unparse(node.value):
            names |= {
                found.id for found in ast.walk(node.targets[0]) if isinstance(found, ast.Name)
            }
    return names


def writes(call: ast.Call, name: str, tree: ast.AST) -> bool:
    """Whether a call of this name may write a file."""
    owner = ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""
    arguments = [ast.unparse(argument) for argument in call.args]
    if (owner, name) == ("os", "open"):
        flags = " ".join(arguments[1:])
        return "os.devnull" not in arguments and ("O_WR" in flags or "O_RDW" in flags)
    if name == "open":
        is_writing = bool(set(mode_of(call)) & set("wax+"))
        return is_writing and owner not in READERS and "os.devnull" not in owner
    if name == "replace":
        return owner == "os" or (bool(owner) and not call.keywords)
    if name == "connect":
        return owner == "sqlite3"
    if name == "ZipFile" and not {"'w'", "'a'", "'x'"} & set(arguments[1:]):
        return False
    if name in INTO:
        return bool(arguments) and arguments[0] not in in_memory(tree)
    return owner not in ("", "atomic")


def writers(tree: ast.AST) -> Iterator[str]:
    """What is called in a module that writes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name == "replace" and len(node.args) != 1:
                continue  # that of a text
            if name in WRITERS and writes(node, name, tree):
                yield name


@pytest.mark.slow  # it reads the whole program
def test_only_one_module_writes_files() -> None:
    found = Counter(
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        if MAY_WRITE.search(text := path.read_text("utf-8"))
        for name in writers(ast.parse(text))
    )
    assert {key: number for key, number in found.items() if key[0] != ROOM} == ELSEWHERE
    assert found[ROOM, "link"] and found[ROOM, "open"] and found[ROOM, "replace"]


def test_what_writes_is_seen() -> None:
    for line in (
        "Path('a').open('w')", "open(path, mode)", "path.write_text('x')", "path.replace(other)",
        "os.open(path, os.O_WRONLY)", "zipfile.ZipFile(path, 'w')", "book.save(path)",
        "shutil.copytree(a, b)", "sqlite3.connect(path)", "path.open(mode='r+b')",
    ):  # fmt: skip
        assert list(writers(ast.parse(line))), line
    for line in (
        "path.open('rb')", "text.replace('a', 'b')", "zipfile.ZipFile(path)", "open(path)",
        "file = io.BytesIO()\nbook.save(file)", "os.open(os.devnull, os.O_RDWR)",
    ):  # fmt: skip
        assert not list(writers(ast.parse(line))), line
