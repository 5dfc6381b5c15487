"""The workbooks that come ready-made are those that the samples give, values and all."""

from __future__ import annotations

import random
import zipfile
from itertools import islice
from pathlib import Path

import pytest

from tests.backups import backups_of
from tests.cli.test_cli import make_stale, parts
from tests.sample_files import SAMPLES, WORKBOOKS, make
from xl_tourney.cli.main import main
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.generator import samples
from xl_tourney.recalculation.recalculate import recalc


@pytest.fixture(scope="module")
def made() -> list[samples.File]:
    """What the samples give, made once."""
    return [
        samples.File(name, content)
        for template, sample in SAMPLES
        for name, content in (
            (sample.file, sample.path.read_bytes()),
            (sample.name, make(template, sample)),
        )
    ]


@pytest.fixture
def made_once(made, monkeypatch) -> list[samples.File]:
    """Whoever asks what the samples give is told what was made before."""
    monkeypatch.setattr(samples, "files", lambda: iter(made))
    return made


@pytest.fixture
def built(tmp_path, made_once) -> Path:
    """A folder that holds it, to be changed."""
    for file in made_once:
        (tmp_path / file.name).write_bytes(file.content)
    return tmp_path


def test_the_folder_holds_what_the_samples_give(made_once) -> None:
    assert samples.stale(WORKBOOKS) == []


@pytest.mark.slow
def test_every_value_is_there_and_fresh() -> None:
    """In the file; that it is right the first time, and complete, ``make`` has found."""
    receipt = recalc(WORKBOOKS / "tantrix_2001.xlsx", check=True)
    assert receipt.formulas > 100
    assert (receipt.stale, receipt.kept, receipt.errors) == (0, [], [])


def test_every_build_gives_the_same_bytes(made) -> None:
    """In this process; test_demo.py has one of each template from another."""
    first = made[:4]
    assert list(islice(samples.files(), len(first))) == first


def test_every_sample_is_made_with_its_options(made, monkeypatch) -> None:
    expected = {file.name: file.content for file in made}
    options = {sample.name: (template, sample.path, sample.options) for template, sample in SAMPLES}

    def made_before(template, path, name, **its_options):
        assert (template, path, its_options) == options[name]
        return expected[name], None

    monkeypatch.setattr(samples, "made", made_before)
    assert list(samples.files()) == made


def test_what_is_current_is_not_written_again(built) -> None:
    (built / "tantrix_2001.csv").write_bytes(b"own")
    assert samples.build(built) == [built / "tantrix_2001.csv"]
    assert samples.build(built) == [] and samples.stale(built) == []
    (kept,) = backups_of(built / "tantrix_2001.csv")
    assert kept.read_bytes() == b"own"


def test_a_stale_value_a_changed_file_and_a_stranger_are_found(built, capsys) -> None:
    make_stale(built / "tantrix_2001.xlsx")
    (built / "tantrix_2001.csv").write_bytes(b"player_a\n")
    (built / "older.xlsx").write_bytes(b"")
    with pytest.raises(SystemExit) as stopped:
        main(["build", str(built), "--check"])
    assert stopped.value.code == Exit.DIFFERENT
    *lines, last = capsys.readouterr().out.splitlines()
    assert [Path(line.partition(": ")[0]).name for line in lines] == [
        "tantrix_2001.csv",
        "tantrix_2001.xlsx",
        "older.xlsx",
    ]
    assert last.endswith("3 stale")


def test_what_was_written_is_said_beside_the_output(monkeypatch, capsys) -> None:
    monkeypatch.setattr(samples, "build", lambda folder: [folder / "a.xlsx"])
    with pytest.raises(SystemExit):
        main(["build", "books"])
    out, err = capsys.readouterr()
    assert (out, err.splitlines()) == (
        "",
        [f"{Path('books', 'a.xlsx')}: written", "books: 1 written, the others are current."],
    )


def test_how_xml_is_spelled_does_not_matter(built) -> None:
    """An XML library that writes empty elements and attributes in another way gives the same."""
    path = built / "tantrix_2001.xlsx"
    content = {
        name: data.replace(b"/>", b" />") if name.endswith((".xml", ".rels")) else data
        for name, data in parts(path).items()
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name in random.sample(sorted(content), len(content)):
            archive.writestr(name, content[name])
    assert samples.stale(built) == []
