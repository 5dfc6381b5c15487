"""Files that are cut, garbled or mixed up are read or refused in a sentence; none crashes."""

from __future__ import annotations

import io
import json
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers import chess, kdice, league, tantrix
from xl_tourney.readers.bridge import read as bridge
from xl_tourney.readers.go import read as go
from xl_tourney.readers.tables.source import Source

DATA = Path(__file__).parents[1] / "data"
READERS = {
    "league": league.read,
    "tantrix": tantrix.read,
    "kdice": kdice.read,
    "bridge": bridge.read,
    "go": go.read,
    "chess": chess.read,
}
TABLES = {
    "league": "Home,Away,Home goals,Away goals,Day,OT\nReds,Blues,2,1,1,\nBlues,Greens,0,3,2,OT\n",
    "tantrix": "Player A,Player B,Games,TPs A,TPs B\nAnn,Bo,2,21.5,18.5\nCid,Ann,1,10,10\nDi,,,,\n",
    "kdice": "Player,Games,Profile,Points\nAnn,100,20%-17%-14%-11%-11%-11%-16%,1.204\nBo,0,,0\n",
    "bridge": "Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,420\n1,3,4,,,,A6040\n",
    "go": "Name,Rank,R1,R2\nAnn,1 dan,2+,0+\nBob,2k,1-,0=\n",
    "chess": "Nr,Name,Elo,1.Rd,2.Rd\n1,Ann,1 900,2w1,3b½\n2,Bob,1500*,1b0,-1\n3,Cid,,-0,1w½\n",
}
TIMES = 500
ODD = '\n|"|,|;|\t|\0|-1|1e999|999999999999999999999999999999|60%|2:1|½|−|=1+1|nan|w/o|<td>|\ufeff'
ODD_BYTES = [*(text.encode() for text in ODD.split("|")), b"\xff\xfe"]


def as_xlsx(text: str) -> bytes:
    book = openpyxl.Workbook()
    for line in text.splitlines():
        book.active.append(line.split(","))
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def as_ods(text: str) -> bytes:
    rows = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{c}</text:p></table:table-cell>" for c in line)
        + "</table:table-row>"
        for line in (line.split(",") for line in text.splitlines())
    )
    names = "urn:oasis:names:tc:opendocument:xmlns"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(
            "content.xml",
            f'<o:document xmlns:o="{names}:office:1.0" xmlns:table="{names}:table:1.0" '
            f'xmlns:text="{names}:text:1.0"><table:table table:name="A">{rows}</table:table>'
            "</o:document>",
        )
    return file.getvalue()


def as_html(text: str) -> bytes:
    cells = (f"<td>{'<td>'.join(line.split(','))}" for line in text.splitlines())
    return f"<table><tr>{'<tr>'.join(cells)}</table>".encode()


def as_json(text: str) -> bytes:
    heading, *rows = (line.split(",") for line in text.splitlines())
    return json.dumps([dict(zip(heading, row)) for row in rows]).encode()


def _smallest(folder: str, pattern: str) -> list[Path]:
    return sorted((DATA / folder).rglob(pattern), key=lambda path: path.stat().st_size)[:1]


FORMS: dict[str, Callable[[str], bytes]] = {
    "csv": str.encode,
    "txt": lambda text: text.replace(",", "\t").encode(),
    "xlsx": as_xlsx,
    "ods": as_ods,
    "html": as_html,
    "json": as_json,
}
OTHERS = {
    "chess": [DATA / "chess" / "core_swiss5.trf"],
    "go": [DATA / "go" / "rr4_u20.h9", *_smallest("go", "*.xml")],
    "bridge": _smallest("bridge", "*.xml"),
}


def broken(whole: bytes, chance: random.Random) -> bytes:
    """The bytes of a file with some cut, changed, doubled or put in."""
    data = bytearray(whole)
    for _ in range(chance.randrange(1, 6)):
        at, to = sorted(chance.randrange(len(data) + 1) for _ in range(2))
        what = chance.randrange(6)
        if what == 0:
            del data[at:to]
        elif what == 1 and data:
            data[min(at, len(data) - 1)] = chance.randrange(256)
        elif what == 2:
            data[at:at] = data[at : min(to, at + 200)]
        elif what == 3:
            data[at:at] = chance.choice(ODD_BYTES)
        elif what == 4:
            del data[at : at + chance.randrange(1, 4)]
        else:
            lines = bytes(data).split(b"\n")
            chance.shuffle(lines)
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def is_read(source: Source, name: str) -> bool:
    """Whether a reader takes a file; else it has refused it, by name and in one sentence."""
    try:
        READERS[name](source)
    except InputError as error:
        assert source.path.name in str(error) and "\n" not in str(error)
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS)
def test_a_broken_table_is_read_with_all_its_rows_or_refused(form) -> None:
    read = 0
    files = {name: FORMS[form](TABLES[name]) for name in READERS}
    for seed in range(TIMES):
        name = [*READERS][seed % len(READERS)]
        whole = files[name]
        source = Source(Path(f"broken.{form}"))
        source.data = whole if seed < len(READERS) else broken(whole, random.Random(seed))
        if is_read(source, name):
            read += 1
            rows = [row for row in source.find_sheet({}).rows if any(map(str.strip, row))]
            reading = source.reading
            assert reading.rows + len(reading.left_out) + 1 == len(rows)
        assert read > seed or seed >= len(READERS)  # the first ones are whole
    assert read < TIMES / 2


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHERS)
def test_a_broken_file_of_a_program_is_read_or_refused(tmp_path, name) -> None:
    for file in OTHERS[name]:
        whole = file.read_bytes()
        path = tmp_path / f"broken{file.suffix}"
        for seed in range(TIMES):
            path.write_bytes(broken(whole, random.Random(seed)))
            is_read(Source(path), name)
