"""One door for all files of results: any table is read, and the receipt accounts for all of it."""

from __future__ import annotations

import json

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers import chess
from xl_tourney.readers.results_csv import CsvTable
from xl_tourney.readers.tables.source import Source

COLUMNS = {"name": ("player",), "points": ("pts", "score"), "event": ("round",)}


@pytest.fixture
def source(tmp_path):
    def of(content: str | bytes, name: str = "results.csv", **options) -> Source:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Source(path, **options)

    return of


def rows_of(source: Source, columns=COLUMNS) -> list[tuple[str, ...]]:
    return [tuple(row.text(name) for name in columns) for row in CsvTable(source, columns)]


HTML = """<!DOCTYPE html><html><body><table><tr><td>Menu</td></tr></table>
<table><tr><th>Round</th><th>Player<th>Pts</tr>
<tr><td rowspan=2>1<td>Zoë &amp; Co<td>2</tr><tr><td><b>Bob</b><br>jr</td><td>1</table></body>"""


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("Round|Player|Pts\n1|Zoë & Co|2\n1|Bob jr|1\n", "a.txt"),
        (
            "| Round | Player | Pts |\n|---|---|---|\n| 1 | Zoë & Co | 2 |\n| 1 | Bob jr | 1 |",
            "a.txt",
        ),
        (
            "Round   Player    Pts\n-----------------\n1   Zoë & Co   2\n1       Bob jr    1\n",
            "a.txt",
        ),
        ("'Round';'Player';'Pts'\n'1';'Zoë & Co';'2'\n'1';'Bob jr';'1'\n", "a.csv"),
        ("The cup\n\nRound,Player,Pts\n1,Zoë & Co,2\nRound,Player,Pts\n1,Bob jr,1\n", "a.csv"),
        (HTML, "a.html"),
        (HTML.replace("<html>", "").replace("<!DOCTYPE html>", ""), "pasted.txt"),
        (HTML, "old.xls"),
        (
            json.dumps(
                {"of": "me", "list": [{"round": 1, "player": "Zoë & Co", "pts": 2.0}]}
            ).replace("}]", '}, {"player": "Bob jr", "pts": 1, "round": "1"}]'),
            "a.json",
        ),
        (
            '{"round":1,"player":"Zoë & Co","pts":2}\n{"round":1,"player":"Bob jr","pts":1}',
            "a.json",
        ),
        ('[["Round","Player","Pts"],[1,"Zoë & Co",2],[1,"Bob jr",1]]', "a.json"),
    ],
)
def test_a_table_is_read_however_it_is_written(source, content, name) -> None:
    found = source(content, name)
    assert rows_of(found) == [("Zoë & Co", "2", "1"), ("Bob jr", "1", "1")]
    assert found.reading.rows == 2
    assert not found.reading.unused


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Imię i nazwisko;Punkty\nMichał Żuk;2\nJadwiga Łoś;1\n", "cp1250"),
        ("Игрок;Очки\nИванов Пётр;2\nСидорова Анна;1\n", "cp1251"),
        ("選手,得点\n山田太郎,2\nスズキ,1\n", "cp932"),
        ("Spieler;Punkte\nJörg Müßig;2\nRenée Höß;1\n", "cp1252"),
    ],
)
def test_headings_of_other_languages_in_the_encodings_of_their_programs(
    source, text, encoding
) -> None:
    found = source(text.encode(encoding))
    names = [line.replace(",", ";").split(";")[0] for line in text.splitlines()[1:]]
    assert [(name, points) for name, points, _ in rows_of(found)] == list(zip(names, "21"))
    assert encoding in found.reading.notes[0]


def test_the_receipt_names_what_is_used_and_what_is_not(source) -> None:
    found = source("Cup\nPlayer,Club,Pts,,Round\nAnn,Ulm,2,x,1\n")
    (row,) = CsvTable(found, COLUMNS)
    row.text("name"), row.required_number("points")
    assert found.reading.sentences() == [
        "results.csv: 1 row read: “Player” as name, “Pts” as points.",
        "results.csv: columns that are not read: “Club”, one without a heading (x …), “Round”.",
        "results.csv, row 1: “Cup” is left out: it stands above the headings.",
    ]


def test_two_columns_of_one_field_are_refused_where_they_differ(source) -> None:
    assert rows_of(source("Name,Player,Pts\nAnn,Ann,2\nBob,BOB,1\n"))[0] == ("Ann", "2", "")
    text = "Name,Player,Pts\nAnn,Ann,2\nBob,Bo,1\n"
    with pytest.raises(InputError) as error:
        rows_of(source(text))
    assert str(error.value) == (
        "results.csv: “Name” and “Player” both mean name, and differ, as in row 3: “Bob” and “Bo”; "
        'say --map "Name=name" or --map "Player=name".'
    )
    mapped = source(text, headings={"player": "name"})
    assert [name for name, *_ in rows_of(mapped)] == ["Ann", "Bo"]
    assert [column.heading for column in mapped.reading.unused] == ["Name"]


def test_a_map_says_what_a_heading_means(source) -> None:
    text = "Wer,Wieviel\nAnn,2\n"
    given = {"Wer": "name", "wieviel": "Points"}
    assert rows_of(source(text, headings=given)) == [("Ann", "2", "")]
    assert rows_of(source(text, remembered={**given, "Wann": "event"})) == [("Ann", "2", "")]
    with pytest.raises(InputError, match=r"has no heading “Wann”; it has Wer, Wieviel"):
        rows_of(source(text, headings={"Wann": "event"}))
    with pytest.raises(InputError, match=r"“Wer” cannot be who; the columns that are read are na"):
        rows_of(source(text, headings={"Wer": "who"}))


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1,204", "980"], [1204, 980]),
        (["1.204", "980"], [1204, 980]),
        (["1.204.000", "1.500"], [1204000, 1500]),
        (["1 204", "12’500"], [1204, 12500]),
        (["1,5", "1,204"], [1.5, 1.204]),
        (["1.204", "1.5"], [1.204, 1.5]),
        (["0,512", "0,250"], [0.512, 0.25]),
        (["1,204.5", "3.5"], [1204.5, 3.5]),
        (["1.204,5", "3,5"], [1204.5, 3.5]),
    ],
)
def test_marks_of_thousands_are_told_from_those_of_decimals_by_the_column(
    source, cells, numbers
) -> None:
    table = CsvTable(
        source("".join(f"{c}\t{n}\n" for c, n in [("name", "pts"), *zip("ab", cells)])), COLUMNS
    )
    assert [row.required_number("points") for row in table] == numbers


@pytest.mark.parametrize(
    ("data", "name", "says"),
    [
        (b"\xd0\xcf\x11\xe0rest", "a.xls", "is not a workbook"),
        (b"%PDF-1.4", "a.csv", "this is a PDF"),
        (b"{", "a.json", "this is no JSON"),
        (b"Name   Pts   Round\nAnn   2\n", "a.txt", "row 2: there are 2 cells under 3 headings"),
        (b"[" * 100_000, "a.json", "JSON"),
        (b'{"a": 1}', "a.json", "there is no table in it"),
        (b"<html><p>Hello</p></html>", "a.html", "there is no table in it"),
        (b"PK\x05\x06" + bytes(18), "a.xlsx", "there is no file of results in it"),
    ],
)
def test_what_holds_no_table_says_so(source, data, name, says) -> None:
    with pytest.raises(InputError, match=f"{name}.*{says}"):
        rows_of(source(data, name))


def test_a_map_for_a_file_without_headings_is_refused(source) -> None:
    trf = source("012 Cup\n001    1      Ann\n", "cup.trf", headings={"Wer": "name"})
    with pytest.raises(InputError, match="this is no table with headings, so --map does not app"):
        chess.read(trf)
