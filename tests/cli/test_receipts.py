"""What is printed of a receipt, and of the receipts of many workbooks."""

from __future__ import annotations

import json
import re
import signal

import pytest

from xl_tourney.calculation.receipt import CellMessage, Receipt
from xl_tourney.cli.one_workbook import print_receipt
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.cli.terminal.progress import RunSummary, Stopper, format_reasons

KEPT = [CellMessage(f"S!A{n}", f"it takes data from another workbook ([{n}]S!A1)") for n in (1, 2)]
FULL = Receipt(
    "a.xlsx",
    formulas=12,
    changed=3,
    kept=KEPT,
    uncertain=[CellMessage("S!B1", "it depends on S!A1")],
    errors=[CellMessage("S!C1", "#N/A")],
    seconds=1.234,
)


def test_a_receipt_is_a_line_with_its_notes_below(capsys: pytest.CaptureFixture[str]) -> None:
    print_receipt(FULL, False, False)
    out, err = capsys.readouterr()
    assert out == "a.xlsx: 12 formulas, 3 changed, 2 kept, 1 uncertain, 1 errors, 1.23 s\n"
    assert err.splitlines() == [
        "  kept because: it takes data from another workbook (2)",
        "  kept S!A1: it takes data from another workbook ([1]S!A1)",
        "  kept S!A2: it takes data from another workbook ([2]S!A1)",
        "  uncertain S!B1: it depends on S!A1",
        "  error S!C1: #N/A",
    ]
    print_receipt(Receipt("b.xlsx", formulas=1, changed=1, kept=KEPT[:1]), False, True)
    out, err = capsys.readouterr()
    assert out == "b.xlsx: 1 formulas, 1 stale, 1 kept, 0 errors, 0.00 s\n"
    assert err == "  kept S!A1: it takes data from another workbook ([1]S!A1)\n"


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 1), (33, 13)])
def test_of_many_notes_the_first_are_named(
    count: int, more: int, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = [CellMessage(f"S!A{n}", "#N/A") for n in range(1, count + 1)]
    print_receipt(Receipt("a.xlsx", errors=notes), False, False)
    lines = capsys.readouterr().err.splitlines()
    named = [f"  error S!A{n}: #N/A" for n in range(1, min(count, 20) + 1)]
    assert lines == named + [f"  and {more} more; --json lists them all"] * bool(more)


def test_a_receipt_for_a_program_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    print_receipt(FULL, True, False)
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (err, out.count("\n")) == ("", 1)
    assert (found["schema"], found["path"], found["formulas"]) == (1, "a.xlsx", 12)
    assert found["kept"][0] == {"cell": KEPT[0].cell, "message": KEPT[0].message}
    assert found["written"] is None and "fails_again" not in found


def test_what_failed_and_what_is_recorded_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_receipt(Receipt("a.xlsx", failed="a.xlsx: it is no workbook."), False, False)
    assert capsys.readouterr() == ("", "a.xlsx: it is no workbook.\n")
    print_receipt(Receipt("a.xlsx", skipped=True), False, False)
    assert capsys.readouterr() == ("a.xlsx: up to date, as recorded\n", "")


def summed_up(*receipts: Receipt, check: bool = False, has_record: bool = False) -> RunSummary:
    summary = RunSummary(check, has_record)
    for receipt in receipts:
        summary.add(receipt)
    return summary


def lines_of(summary: RunSummary) -> list[str]:
    """What it says, without the time that it took."""
    text = re.sub(r" in \d+\.\d s \([\d.]+ a second\)", "", summary.format())
    return text.splitlines()


def test_many_receipts_are_counted() -> None:
    found = summed_up(FULL, FULL, Receipt("b.xlsx", skipped=True), Receipt("c.xlsx", changed=0))
    assert lines_of(found) == [
        "4 workbooks: 2 changed, 0 failed, 1 up to date as recorded",
        "4 cells kept, 2 uncertain; kept because: it takes data from another workbook (4)",
    ]
    assert found.exit_code() == Exit.DONE
    stale = summed_up(FULL, check=True)
    assert lines_of(stale)[0] == "1 workbooks: 1 stale, 0 failed"
    assert stale.exit_code() == Exit.DIFFERENT
    assert summed_up(Receipt("c.xlsx"), check=True).exit_code() == Exit.DONE


def test_the_slowest_of_more_than_five_are_named() -> None:
    some = [Receipt(f"{n}.xlsx", seconds=n) for n in (3, 1, 5, 2, 4)]
    assert lines_of(summed_up(*some)) == ["5 workbooks: 0 changed, 0 failed"]
    failed = Receipt("9.xlsx", seconds=9, failed="9.xlsx: it is no workbook.")
    found = summed_up(*some, Receipt("6.xlsx", seconds=6), failed, Receipt("8.xlsx", skipped=True))
    assert lines_of(found) == [
        "8 workbooks: 0 changed, 1 failed, 1 up to date as recorded",
        "slowest:",
        *(f"  {n}.00 s  {n}.xlsx" for n in (6, 5, 4, 3, 2)),
        "failed:",
        "  9.xlsx",
    ]
    assert found.exit_code() == Exit.SOME_FAILED


@pytest.mark.parametrize(("count", "more"), [(20, 0), (21, 1)])
def test_of_many_that_failed_the_first_are_named(count: int, more: int) -> None:
    found = summed_up(*(Receipt(f"{n}.xlsx", failed="no") for n in range(count)))
    lines = lines_of(found)
    assert lines[lines.index("failed:") + 1 :] == [
        *(f"  {n}.xlsx" for n in range(20)),
        *[f"  and {more} more"] * bool(more),
    ]


@pytest.mark.parametrize(
    ("receipt", "count"),
    [
        (Receipt("a"), 1),
        (Receipt("a", content="1f"), 0),
        (Receipt("a", skipped=True), 0),
        (Receipt("a", volatile=True), 0),
        (Receipt("a", failed="no"), 0),
        (Receipt("a", changed=1), 1),
    ],
)
def test_what_no_record_can_know_is_counted_where_there_is_one(
    receipt: Receipt, count: int
) -> None:
    assert summed_up(receipt).unidentified == 0
    assert summed_up(receipt, has_record=True).unidentified == count
    checked = summed_up(receipt, check=True, has_record=True)
    assert checked.unidentified == (0 if receipt.stale else count)
    says = "1 can never be recorded: their store tells no certain version of their content"
    assert (says in lines_of(summed_up(receipt, has_record=True))) == bool(count)


def test_the_three_most_frequent_reasons_are_named() -> None:
    summary = summed_up(
        *(Receipt("a", kept=[CellMessage("A1", reason)]) for reason in "abbccdddd"),
    )
    assert format_reasons(summary.kept) == "kept because: d (4), b (2), c (2)"


def test_who_stops_takes_no_more() -> None:
    stopper = Stopper()
    taken = []
    for path in stopper.take_while_running(iter("abc")):
        taken.append(path)
        if path == "b":
            stopper.stop()
    assert taken == ["a", "b"] and not stopper.interrupted


def test_the_first_signal_lets_what_is_under_way_finish_and_the_second_ends_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with Stopper() as stopper:
        signal.raise_signal(signal.SIGINT)
        assert stopper.interrupted and list(stopper.take_while_running(iter("a"))) == []
        assert "interrupt again to end it at once" in capsys.readouterr().err
        assert stopper._timers == []
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        (timer,) = stopper._timers
        assert timer.is_alive() and timer.daemon and timer.interval == 5
    assert timer.finished.is_set(), "the process is not ended once the run has ended"
    assert signal.getsignal(signal.SIGINT) is before


def test_sigterm_gives_some_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    with Stopper() as stopper:
        signal.raise_signal(signal.SIGTERM)
        assert stopper.interrupted and len(stopper._timers) == 1
        assert "for 5 seconds" in capsys.readouterr().err
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert all(timer.finished.is_set() for timer in stopper._timers)
