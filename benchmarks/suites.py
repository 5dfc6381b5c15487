"""The suites of workbooks that Excel saved: fetched from their public repositories and extracted.

``suites.json`` names each repository with its commit, and tells test suites of libraries from the
rest: models, budgets, statistics and exercises that people made.  Suites that are counted as
``unseen`` were chosen and counted after recalculation had been written with the others at hand; a
seeded coin tossed them into two halves.  Of half A wrong cells may be looked at; of half B only
their numbers are recorded.  Half C holds suites that were added later, and looked at like A.
Halves D and E are of another such toss, of suites that were added later: D is looked at like A, and
of E only numbers are recorded.  F to I were found one after the other, and each counted once.  Of J
and K the hash of a repository's name decided: J is looked at, and K was counted once at the end.  L
to N were found one after the other again.  O and P are those of the table of witnesses: the hash of
a name decided, and what was found later went to P, which was counted once at the end.  Q and
R were found after that, and counted once each.

A workbook belongs to a suite if it has formulas and Excel saved it last: docProps/app.xml names
Microsoft Excel, and its sheets are in the form that only Excel writes; Apache POI, which leaves the
rest of a file as it was, declares them otherwise.  One that asks to be calculated when it is opened
has another program's values.  Nothing is taken twice, over all suites.  Of a suite with
``most_books`` only so many are taken, by the hashes of their content.

    python benchmarks/suites.py FOLDER [--unseen FOLDER] [--mirror FOLDER_OF_GIT_DIRECTORIES]
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import re
import subprocess
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LIST = Path(__file__).with_name("suites.json")
_BOOK = r"(?i).*\.xl[st][xm]"
_EXCEL_SHEET = re.compile(rb'(?:\xef\xbb\xbf)?<\?xml[^>]*standalone="yes"\?>\r\n<worksheet')
_FORMULA = re.compile(rb"<(?:\w+:)?f[ >/]")


def git(folder: Path, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", "-C", str(folder), *arguments], capture_output=True, check=True
    ).stdout


def fetch(repository: str, commit: str, folder: Path) -> Path:
    """The git directory of one commit of a repository."""
    folder.mkdir(parents=True)
    git(folder, "init", "--bare")
    git(folder, "fetch", "--depth", "1", f"https://github.com/{repository}", commit)
    return folder


def workbooks(directory: Path, commit: str) -> Iterator[tuple[str, bytes | None]]:
    """The path and the content of every workbook of a commit; None where a mirror lacks it."""
    listing = git(directory, "ls-tree", "-r", "-z", commit).decode("utf-8", "replace")
    for entry in filter(None, listing.split("\0")):
        meta, path = entry.split("\t", 1)
        _, kind, blob = meta.split()
        if kind == "blob" and re.fullmatch(_BOOK, path):
            try:
                yield path, git(directory, "cat-file", "blob", blob)
            except subprocess.CalledProcessError:
                yield path, None


def describe(data: bytes) -> dict[str, Any] | None:
    """The program that saved a workbook, its version and its formulas; None if it has none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
            sheets = [
                archive.read(name)
                for name in names
                if re.fullmatch(r"xl/worksheets/[^/]*\.xml", name)
            ]
            properties = _read(archive, "docProps/app.xml")
            workbook = _read(archive, "xl/workbook.xml")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError):
        return None
    formulas = sum(len(_FORMULA.findall(sheet)) for sheet in sheets)
    program, version = (_property(properties, name) for name in ("Application", "AppVersion"))
    is_excel = (
        program.startswith("Microsoft")
        and "Excel" in program
        and any(map(_EXCEL_SHEET.match, sheets))
        and b'appName="xl"' in workbook
        and b'fullCalcOnLoad="1"' not in workbook
    )
    return {"formulas": formulas, "is_excel": is_excel, "program": f"{program} {version}".strip()}


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    return archive.read(name) if name in archive.namelist() else b""


def _property(properties: bytes, name: str) -> str:
    match = re.search(rb"<(?:\w+:)?%s>([^<]*)" % name.encode(), properties)
    return match[1].decode("utf-8", "replace") if match else ""


def extract(
    repository: str,
    directory: Path,
    commit: str,
    target: Path,
    taken: set[str],
    most_books: int | None = None,
) -> None:
    """Write the workbooks of a suite; ``taken`` are the hashes of all that were written."""
    count: Counter[str] = Counter()
    books: dict[str, tuple[str, bytes, dict[str, Any]]] = {}
    for path, data in workbooks(directory, commit):
        if data is None:
            count["not in the mirror"] += 1
            continue
        digest = hashlib.sha256(data).hexdigest()
        found = describe(data)
        if found is None or not found["formulas"]:
            count["without formulas"] += 1
        elif not found["is_excel"]:
            count["saved by another program"] += 1
        elif digest in taken:
            count["duplicates"] += 1
        else:
            taken.add(digest)
            books[digest] = path, data, found
    chosen = sorted(books)[:most_books] if most_books else [*books]
    for digest in chosen:
        path, data, found = books[digest]
        name = re.sub(r"[^\w.\-]+", "_", path)[-140:]
        if (target / name).exists():
            name = f"{digest[:8]}_{name}"
        target.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)
        count["workbooks"] += 1
        count["formula cells"] += found["formulas"]
        count[found["program"]] += 1
    print(f"{repository}: {dict(count)}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--unseen", type=Path, help="where the unseen suites go, if elsewhere")
    parser.add_argument(
        "--mirror", type=Path, help="a folder with OWNER+NAME/repo, git directories already there"
    )
    arguments = parser.parse_args()
    taken: set[str] = set()
    for suite in json.loads(LIST.read_text("utf-8")):
        repository, commit = suite["repository"], suite["commit"]
        name = repository.replace("/", "+")
        directory = (
            arguments.mirror / name / "repo"
            if arguments.mirror
            else arguments.folder / ".git" / name
        )
        if not directory.exists():
            fetch(repository, commit, directory)
        is_unseen = suite.get("counted") == "unseen"
        folder = arguments.unseen if is_unseen and arguments.unseen else arguments.folder
        extract(repository, directory, commit, folder / name, taken, suite.get("most_books"))


if __name__ == "__main__":
    main()
