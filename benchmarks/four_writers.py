"""What recalculation costs, whatever program wrote the workbook, against formualizer's command.

The same kdice leaderboard is written as four programs write it.  The command `xl-tourney recalc`
reads it with a call of TAPL for each player; formualizer, which lacks TAPL, reads its twin with the
same formula written out.  All take turns; what counts is the processor's time of a process with its
children.

python -m benchmarks.four_writers [--players 8000] [--rounds 9] [--tree FOLDER]
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

import openpyxl
import psutil

from benchmarks.processes import Contender, environment, processor_in_turns, soffice
from benchmarks.recalc_kdice import HEAD, NATIVE, OTHERS, OURS, leaderboard, profiles

_NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
_CONSTANTS = 9
"""The columns before the formulas."""
_HEADING = (
    "written by",
    "recalc, s",
    "MB",
    "in one process, s",
    "MB",
    "formualizer, s",
    "MB",
    "ratio",
    "in one process",
)
_ONE_PROCESS = (
    "import sys\nfrom xl_tourney.recalculation.recalculate import recalc\nrecalc(sys.argv[1])\n"
)


def by_openpyxl(path: Path, tapl: str, players: int) -> None:
    """An empty ``<v/>`` in every formula cell."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = "Players"
    sheet.append(HEAD)
    for row, (name, games, shares) in enumerate(profiles(players), 2):
        formulas = [formula.format(row) for formula in (tapl, *OTHERS)]
        sheet.append([name, games, *shares, *formulas])
    book.save(path)


def by_xlsxwriter(path: Path, tapl: str, players: int) -> None:
    """Zero in every formula cell."""
    leaderboard(path, tapl, players)


def by_libreoffice(path: Path, tapl: str, players: int) -> None:
    """The same file, opened and saved: zero in every formula cell, and attributes everywhere."""
    with tempfile.TemporaryDirectory() as folder:
        source = leaderboard(Path(folder, "source.xlsx"), tapl, players)
        command = [
            str(soffice()),
            f"-env:UserInstallation={Path(folder, 'profile').as_uri()}",
            *("--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"),
            *("--outdir", str(Path(folder, "converted")), str(source)),
        ]
        # The first start sets the profile up, and ends by asking for another one.
        while subprocess.run(command, capture_output=True).returncode == 81:
            pass
        shutil.copy(Path(folder, "converted", source.name), path)


def by_excel(path: Path, tapl: str, players: int) -> None:
    """Shared formulas, shared strings, spans, a calculation chain; values of a game before."""
    texts: dict[str, int] = {}
    rows = [_row(1, [_shared_string(texts, text, 1, c) for c, text in enumerate(HEAD, 1)])]
    for row, (name, games, shares) in enumerate(profiles(players), 2):
        cells = [_shared_string(texts, name, row, 1)]
        inputs = (games, *shares)
        cells += [f'<c r="{_letter(c)}{row}"><v>{v}</v></c>' for c, v in enumerate(inputs, 2)]
        for place, (formula, value) in enumerate(
            zip((tapl, *OTHERS), _values_before(games, shares)), _CONSTANTS + 1
        ):
            letter = _letter(place)
            definition = formula[1:].format(row).replace("&", "&amp;").replace(">", "&gt;")
            range_ = f"{letter}2:{letter}{players + 1}"
            shared = f'<f t="shared" ref="{range_}" si="{place}">{definition}</f>'
            element = shared if row == 2 else f'<f t="shared" si="{place}"/>'
            type_ = ' t="str"' if isinstance(value, str) else ""
            text = value if isinstance(value, str) else f"{value:.17g}"
            cells.append(f'<c r="{letter}{row}"{type_}>{element}<v>{text}</v></c>')
        rows.append(_row(row, cells))
    _write_excel_package(path, "".join(rows), texts, players)


def _values_before(games: float, shares: Sequence[float]) -> list[float | str]:
    """What the four formulas gave when the player had one game less."""
    before = games - 1
    tapl = 1000 * math.sqrt(before) * 7 * sum((share / 100 - 1 / 7) ** 2 for share in shares)
    weights = (60, 42, 35, 0, -35, -42, -60)
    index = sum(weight * share for weight, share in zip(weights, shares)) / 6000
    return [tapl, index + 0.01, tapl / math.sqrt(before), "no" if tapl > 1000 else "yes"]


def _letter(column: int) -> str:
    return chr(ord("A") + column - 1)


def _shared_string(texts: dict[str, int], text: str, row: int, column: int) -> str:
    index = texts.setdefault(text, len(texts))
    return f'<c r="{_letter(column)}{row}" t="s"><v>{index}</v></c>'


def _row(row: int, cells: Sequence[str]) -> str:
    return f'<row r="{row}" spans="1:{len(HEAD)}" x14ac:dyDescent="0.25">{"".join(cells)}</row>'


def _write_excel_package(path: Path, rows: str, texts: dict[str, int], players: int) -> None:
    items = "".join(f"<si><t>{text}</t></si>" for text in texts)
    count = len(HEAD) + players
    chain = "".join(
        f'<c r="{_letter(column)}{row}" i="1"/>'
        for row in range(2, players + 2)
        for column in range(_CONSTANTS + 1, len(HEAD) + 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        + "".join(
            f'<Override PartName="/xl/{part}.xml" ContentType="{_TYPES}.{type_}+xml"/>'
            for part, type_ in (
                ("workbook", "sheet.main"),
                ("worksheets/sheet1", "worksheet"),
                ("sharedStrings", "sharedStrings"),
                ("calcChain", "calcChain"),
            )
        )
        + "</Types>",
        "_rels/.rels": _relationships([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": f'<workbook xmlns="{_NAMESPACE}" xmlns:r="{_OFFICE}">'
        '<workbookPr defaultThemeVersion="166925"/><sheets>'
        '<sheet name="Players" sheetId="1" r:id="rId1"/></sheets><calcPr calcId="191029"/>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": _relationships(
            [
                ("worksheet", "worksheets/sheet1.xml"),
                ("sharedStrings", "sharedStrings.xml"),
                ("calcChain", "calcChain.xml"),
            ]
        ),
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_NAMESPACE}" xmlns:r="{_OFFICE}" '
        'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
        'mc:Ignorable="x14ac" '
        'xmlns:x14ac="http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac">'
        f'<dimension ref="A1:{_letter(len(HEAD))}{players + 1}"/>'
        '<sheetViews><sheetView tabSelected="1" workbookViewId="0"/></sheetViews>'
        '<sheetFormatPr defaultRowHeight="15" x14ac:dyDescent="0.25"/>'
        f"<sheetData>{rows}</sheetData>"
        '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>'
        "</worksheet>",
        "xl/sharedStrings.xml": f'<sst xmlns="{_NAMESPACE}" count="{count}" '
        f'uniqueCount="{len(texts)}">{items}</sst>',
        "xl/calcChain.xml": f'<calcChain xmlns="{_NAMESPACE}">{chain}</calcChain>',
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, xml in parts.items():
            archive.writestr(zipfile.ZipInfo(name), _DECLARATION + xml, zipfile.ZIP_DEFLATED)


def _relationships(targets: Sequence[tuple[str, str]]) -> str:
    elements = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{type_}" Target="{target}"/>'
        for number, (type_, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{elements}</Relationships>'


WRITERS: dict[str, Callable[[Path, str, int], None]] = {
    "openpyxl": by_openpyxl,
    "XlsxWriter": by_xlsxwriter,
    "LibreOffice": by_libreoffice,
    "Excel's form": by_excel,
}


class Measured(NamedTuple):
    """What the runs of one command took."""

    seconds: list[float]
    """Of the processor, by run."""
    megabytes: float
    """The most memory of all its processes together, shared pages counted once."""

    @property
    def cells(self) -> tuple[str, str]:
        """The best run and the median, and the memory, as text."""
        seconds = f"{min(self.seconds):.2f} / {median(self.seconds):.2f}"
        return seconds, f"{self.megabytes:.0f}"

    def ratio_to(self, other: Measured) -> tuple[float, float]:
        """How many times another's the best run is, and the median."""
        best = min(self.seconds) / min(other.seconds)
        return best, median(self.seconds) / median(other.seconds)


def measure(
    contenders: Sequence[Contender], environment: dict[str, str], rounds: int
) -> dict[str, Measured]:
    """The costs of commands that take turns; their memory is measured in a run of its own."""
    seconds = processor_in_turns(contenders, environment, rounds)
    memory = {}
    for one in contenders:
        one.prepare()
        memory[one.name] = most_memory(one.command, environment)
    return {name: Measured(seconds[name], memory[name]) for name in seconds}


def most_memory(command: Sequence[str], environment: dict[str, str]) -> float:
    """The most memory in MB of a process and its children at one time."""
    most = 0
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        parent = psutil.Process(process.pid)
        while process.poll() is None:
            try:
                family = [parent, *parent.children(recursive=True)]
                most = max(most, sum(one.memory_full_info().pss for one in family))
            except psutil.Error:
                pass
            time.sleep(0.005)
    return most / (1 << 20)


def contenders(writer: str, books: Path, copy: Path, trees: Sequence[Path]) -> Iterator[Contender]:
    """Our command, the same in one process, and formualizer's command."""
    ours, native = books / f"{writer} ours.xlsx", books / f"{writer} native.xlsx"
    interpreter = sys.executable
    for tree in trees:
        enter = ["env", "-C", str(tree), f"PYTHONPATH={tree}", interpreter]
        yield Contender(
            f"guarded {tree}",
            [*enter, "-m", "xl_tourney", "recalc", str(copy)],
            lambda: shutil.copy(ours, copy),
        )
        yield Contender(
            f"one process {tree}",
            [*enter, "-c", _ONE_PROCESS, str(copy)],
            lambda: shutil.copy(ours, copy),
        )
    yield Contender(
        "formualizer",
        [interpreter, "-m", "formualizer", "recalc", str(copy)],
        lambda: shutil.copy(native, copy),
    )


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    arguments.add_argument("--players", type=int, default=8000)
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--writers", nargs="*", default=[*WRITERS])
    arguments.add_argument(
        "--tree",
        action="append",
        type=Path,
        default=[],
        help="A source tree to compare with; several take turns.",
    )
    options = arguments.parse_args()
    trees = [Path(__file__).resolve().parents[1], *map(Path.resolve, options.tree)]
    print(f"| {' | '.join(_HEADING)} |\n| --- |{' ---: |' * (len(_HEADING) - 1)}")
    ratios: dict[Path, list[tuple[float, float]]] = {tree: [] for tree in trees}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for writer in options.writers:
            for kind, tapl in (("ours", OURS), ("native", NATIVE)):
                WRITERS[writer](folder / f"{writer} {kind}.xlsx", tapl, options.players)
            turns = [*contenders(writer, folder, folder / "copy.xlsx", trees)]
            measured = measure(turns, environment(folder), options.rounds)
            formualizer = measured["formualizer"]
            for tree in trees:
                guarded, single = measured[f"guarded {tree}"], measured[f"one process {tree}"]
                ratios[tree].append(guarded.ratio_to(formualizer))
                cells = [
                    writer if len(trees) == 1 else f"{writer}, {tree.name}",
                    *(cell for one in (guarded, single, formualizer) for cell in one.cells),
                    *(
                        f"{best:.2f} / {middle:.2f}"
                        for best, middle in (ratios[tree][-1], single.ratio_to(formualizer))
                    ),
                ]
                print(f"| {' | '.join(cells)} |", flush=True)
    for tree, both in ratios.items():
        best, middle = (mean(column) for column in zip(*both))
        print(f"\n{tree}: ratio of the command on average {best:.2f} / {middle:.2f}")


if __name__ == "__main__":
    main()
