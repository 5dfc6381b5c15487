"""Golden runs of the command line: arguments, exit code, stdout, stderr."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.backups import backups_of
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.generator import generate

from ..recalculation import books

HEADINGS = "player_a,player_b,games,tps_a,tps_b"
SMALL = ("--players", 4, "--rows", 6)


@pytest.fixture
def group(run, tmp_path) -> Path:
    """A group table of three players."""
    path = tmp_path / "matches.csv"
    path.write_text(f"{HEADINGS}\nAda,Bob,3,45,15\nBob,Cy,3,40,20\n", encoding="utf-8")
    code, _, _ = run("new", "tantrix", "--data", path, "-o", "group.xlsx", "--places", 2, *SMALL)
    assert code == Exit.DONE
    return tmp_path / "group.xlsx"


def test_help_names_every_command(run) -> None:
    code, out, err = run("--help")
    assert (code, err) == (Exit.DONE, "")
    for command in ("build", "demo", "eval", "functions", "manifest", "new", "recalc", "verify"):
        assert f"  {command} " in out


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; from xl_tourney.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'openpyxl', 'formulas', 'formualizer', 'xlwings', 'numpy', 'rich'}\n"
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr.strip() == "[]"


def test_a_command_leaves_garbage_to_the_collector(run) -> None:
    frozen = gc.get_freeze_count()
    assert run("functions")[0] == Exit.DONE
    assert gc.get_freeze_count() <= frozen


def test_python_m_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "xl_tourney", "eval", "=TAPL({7,6,5,4,4,4,5})"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "270.449361513125\n", "")


def test_eval_prints_rows_of_cells(run) -> None:
    assert run("eval", "=GBQ({55;5;0;0},{3;3;0;0},2)") == (0, "-2.5\n2.5\n0\n0\n", "")
    assert run("eval", "-1+0.5") == (0, "-0.5\n", "")
    assert run("eval", "{1,TRUE,#N/A}")[1] == "1\tTRUE\t#N/A\n"
    code, out, _ = run("eval", "--json", "=QOOA({50,50})")
    assert code == 0
    assert json.loads(out) == [[pytest.approx(0.48688, abs=1e-5)]]


def test_eval_of_a_broken_formula_is_one_sentence(run) -> None:
    code, out, err = run("eval", "=SUM(1,2")
    assert (code, out) == (Exit.WRONG, "")
    assert err.startswith("The formula cannot be read")
    assert err.count("\n") == 1


def test_functions_explains_one(run) -> None:
    code, out, _ = run("functions", "gbq")
    assert code == Exit.DONE
    assert out.startswith("GBQ(tps, games, places, [basis], [step], [win], [loss])\n")
    assert "=GBQ({55;5;0;0},{3;3;0;0},2)  gives  {-2.5;2.5;0;0}" in out


def test_functions_suggests_a_name(run) -> None:
    code, out, err = run("functions", "TAPPL")
    assert (code, out) == (Exit.WRONG, "")
    assert "did you mean TAPL" in err


def test_new_writes_values_into_the_workbook(run, group) -> None:
    code, out, _ = run("recalc", "--check", "group.xlsx")
    assert code == Exit.DONE
    assert " 0 stale, 0 kept, 0 errors" in out


def test_new_says_what_the_checks_say(run) -> None:
    Path("off.csv").write_text("team,wins,losses\nReds,2,1\nBlues,1,1\n", "utf-8")
    words = ("new", "league", "--data", "off.csv", "-o", "off.xlsx", "--places", 1, "--rows", 4)
    assert run(*words)[2].endswith("1 of 10 checks need a look: see Checks.\n")
    assert run("new", "league", "-o", "empty.xlsx", "--rows", 4)[2].endswith("No results yet.\n")


def test_new_does_not_write_over_a_workbook(run, group) -> None:
    before = group.read_bytes()
    code, out, err = run("new", "tantrix", "-o", "group.xlsx")
    assert (code, out) == (Exit.WRONG, "")
    assert "is there already" in err
    assert group.read_bytes() == before
    code, _, err = run("new", "tantrix", "-o", "group.xlsx", "--force", *SMALL)
    assert code == Exit.DONE and "The old workbook is group.backups" in err
    assert group.read_bytes() != before
    (kept,) = backups_of(group)
    assert kept.read_bytes() == before
    assert (
        run("new", "tantrix", "-o", "group.xlsx", "--force", "--no-backup", *SMALL)[0] == Exit.DONE
    )
    assert backups_of(group) == [kept]


def test_new_is_done_though_somebody_writes_its_workbook_right_after(run, monkeypatch) -> None:
    write_over = generate.write_over

    def write_and_change(path: Path, *given: object, **options: object) -> object:
        saved = write_over(path, *given, **options)
        path.write_bytes(saved.content[:3_000])
        return saved

    monkeypatch.setattr(generate, "write_over", write_and_change)
    for functions in ("native", "lambda"):
        book = f"{functions}.xlsx"
        code, _, err = run("new", "tantrix", "-o", book, "--functions", functions, *SMALL)
        assert code == Exit.DONE and "formulas calculated. No results yet." in err


def test_recalc_brings_a_stale_value_up_to_date(run, group) -> None:
    fresh = group.read_bytes()
    make_stale(group)
    assert run("recalc", "--check", "group.xlsx")[0] == Exit.DIFFERENT
    stale = group.read_bytes()
    code, out, _ = run("recalc", "--json", "group.xlsx")
    receipt = json.loads(out)
    assert code == Exit.DONE
    assert receipt["changed"] >= 1
    assert receipt["written"] == "group.xlsx"
    assert group.read_bytes() != stale
    assert parts(group) == parts_of(fresh, group)
    code, out, _ = run("recalc", "--json", "group.xlsx")
    assert json.loads(out)["written"] is None


def test_recalc_of_several_goes_on_after_a_bad_one(run, group, tmp_path) -> None:
    make_stale(group)
    (tmp_path / "bad.xlsx").write_bytes(b"PK but not a zip")
    code, out, err = run("recalc", "bad.xlsx", "group.xlsx")
    assert code == Exit.SOME_FAILED
    assert err.startswith("bad.xlsx: is not a workbook")
    assert out.startswith("group.xlsx: ")
    assert run("recalc", "--check", "group.xlsx")[0] == Exit.DONE


def test_verify_finds_no_difference(run, group) -> None:
    code, out, _ = run("verify", "group.xlsx")
    assert code == Exit.DONE
    assert " 0 differ, 0 left out" in out


def test_verify_finds_a_spoiled_value(run, group) -> None:
    parts = books.parts(Path("group.xlsx"))
    with zipfile.ZipFile("group.xlsx", "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data.replace(b"<v>55</v>", b"<v>56</v>"))
    code, out, _ = run("verify", "group.xlsx", "--json")
    found = json.loads(out)
    assert code == Exit.DIFFERENT and found["engines"] == ["formualizer", "saved"]
    assert {"formualizer": 55.0, "saved": 56.0} in [d["values"] for d in found["differences"]]


def test_manifest_is_written_and_checked(run, tmp_path) -> None:
    assert run("manifest", "--check")[0] == Exit.DIFFERENT
    assert run("manifest")[0] == Exit.DONE
    assert run("manifest", "--check")[0] == Exit.DONE
    names = [
        f["name"] for f in json.loads(Path("udf_manifest.json").read_text("utf-8"))["functions"]
    ]
    assert "GBQ" in names


WRONG_FILES = {
    "the same player on both sides": (f"{HEADINGS}\nAda,Ada,3,45,15\n", "row 2"),
    "negative games": (f"{HEADINGS}\nAda,Bob,-3,45,15\n", "row 2"),
    "no number": (f"{HEADINGS}\nAda,Bob,3,45,15\nAda,Cy,3,many,15\n", "row 3"),
    "a missing column": ("player_a,player_b,games,tps_a\nAda,Bob,3,45\n", "tps_b"),
    "nothing": ("", "results.csv"),
}


@pytest.mark.parametrize("what", WRONG_FILES)
def test_a_wrong_file_of_results_is_one_sentence_and_nothing_is_written(
    what, run, tmp_path
) -> None:
    content, where = WRONG_FILES[what]
    (tmp_path / "results.csv").write_text(content, encoding="utf-8")
    code, out, err = run("new", "tantrix", "--data", "results.csv", "-o", "group.xlsx")
    assert (code, out) == (Exit.WRONG, "")
    assert "results.csv" in err
    assert where in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert sorted(p.name for p in tmp_path.iterdir()) == ["results.csv"]


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.xlsx", None, "there is no such file"),
        ("text.xlsx", b"name,points\n", "is not a workbook"),
        (
            "secret.xlsx",
            bytes.fromhex("D0CF11E0A1B11AE1") + "EncryptedPackage".encode("utf-16-le"),
            "encrypted",
        ),
        ("old.xls", bytes.fromhex("D0CF11E0A1B11AE1") + bytes(512), "save it as .xlsx"),
    ],
)
def test_an_unreadable_workbook_is_one_sentence(name, content, says, run, tmp_path) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    code, out, err = run("recalc", name)
    assert (code, out) == (Exit.WRONG, "")
    assert err.startswith(name)
    assert says in err
    assert err.count("\n") == 1


def test_v_says_where_an_error_comes_from(run) -> None:
    code, _, err = run("recalc", "-v", "missing.xlsx")
    assert code == Exit.WRONG
    assert "Traceback" in err


def make_stale(path: Path) -> None:
    """Put a wrong value into the first formula cell that holds a number."""
    import re

    content = parts(path)
    for name, data in content.items():
        new = re.sub(rb"(</f><v>)-?[\d.]+(</v>)", rb"\g<1>987654\2", data, count=1)
        if new != data:
            content[name] = new
            break
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def parts(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def parts_of(data: bytes, beside: Path) -> dict[str, bytes]:
    copy = beside.with_name("copy.xlsx")
    copy.write_bytes(data)
    return parts(copy)


@pytest.mark.parametrize("command", [("new", "tantrix"), ("recalc", "group.xlsx")])
def test_a_workbook_has_the_name_of_a_workbook(run, group, command) -> None:
    code, _, err = run(*command, "-o", "table.csv")
    assert code == Exit.WRONG and "table.csv: the name must end in .xlsx" in err
    assert not Path("table.csv").exists()


def test_a_template_that_is_not_there_gets_the_nearest_one(run) -> None:
    code, _, err = run("new", "tantrics")
    assert code == Exit.WRONG and "There is no template tantrics: did you mean tantrix?" in err
    assert "there are bridge, chess, go, kdice, league, tantrix." in run("new", "backgammon")[2]


def test_a_file_without_its_option_is_told_which(run) -> None:
    code, _, err = run("new", "league", "results.csv")
    assert code == Exit.WRONG and "results.csv has no option before it: results are" in err


def test_the_shell_completes_commands_and_templates() -> None:
    for words, completed in (("xl-tourney pub", "publish"), ("xl-tourney new ta", "tantrix")):
        environment = {
            **os.environ,
            "_XL_TOURNEY_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(words.count(" ")),
        }
        done = subprocess.run(
            [sys.executable, "-m", "xl_tourney"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert done.stdout == f"plain,{completed}\n"
