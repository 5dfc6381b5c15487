"""The same run over a cluster: a real scheduler, workers in processes of their own."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from xl_tourney.batch.dask_cluster import connect
from xl_tourney.batch.paths import expand
from xl_tourney.batch.scheduler import ClusterLostError, recalc_many
from xl_tourney.cli.terminal.options import Exit
from xl_tourney.errors import OptionError

from ..processes import over_time, read_line, started
from ..recalculation import books
from . import deadly, real_cluster


@pytest.fixture(scope="module")
def address(tmp_path_factory) -> Iterator[str]:
    with real_cluster.cluster(tmp_path_factory.mktemp("cluster")) as address:
        yield address


def test_every_workbook_has_its_receipt(address, tmp_path) -> None:
    season = tmp_path / "season"
    reasons = deadly.season(season, 100, 5)
    with connect(address) as workers:
        assert workers["jobs"] == 2
        receipts = {r.path: r for r in recalc_many(expand([str(season)]), **workers)}
    assert sorted(receipts) == sorted(map(str, season.iterdir()))
    for path, receipt in receipts.items():
        if path in reasons:
            assert reasons[path] in (receipt.failed or "")
        else:
            assert (receipt.failed, receipt.changed) == (None, 3)


def test_a_worker_killed_in_the_middle_costs_no_workbook(address, tmp_path) -> None:
    season = tmp_path / "season"
    deadly.season(season, 200, 1)
    receipts = []
    with connect(address) as workers:
        for receipt in recalc_many(expand([str(season)]), **workers):
            receipts.append(receipt)
            if len(receipts) == 50:
                real_cluster.kill_a_worker(address)
    assert len({r.path for r in receipts}) == len(receipts) == 200
    assert [Path(r.path).name for r in receipts if r.failed] == ["00000.xlsx"]  # it is no zip
    for path in sorted(season.glob("*.xlsx"))[1:]:  # the dead may have left a file of theirs
        assert books.cached(path)["C1"] == 58


def test_a_workbook_that_kills_its_workers_is_named_alone(address, tmp_path) -> None:
    season = tmp_path / "season"
    deadly.season(season, 40, 1)
    deadly.deadly(season / "00020.xlsx")
    with connect(address) as workers:
        receipts = list(recalc_many(expand([str(season)]), **workers))
    assert len({r.path for r in receipts}) == len(receipts) == 40
    failed = {Path(r.path).name: r.failed or "" for r in receipts if r.failed}
    assert sorted(failed) == ["00000.xlsx", "00020.xlsx"]
    assert "workers died" in failed["00020.xlsx"]


def test_limits_hold_on_a_cluster(address, tmp_path) -> None:
    season = tmp_path / "season"
    deadly.season(season, 20, 1)
    deadly.without_end(season / "00007.xlsx")
    with connect(address) as workers:
        receipts = list(recalc_many(expand([str(season)]), **workers, timeout=1))
    failed = {Path(r.path).name: r.failed or "" for r in receipts if r.failed}
    assert len(receipts) == 20
    assert re.search(f"00007.xlsx: {over_time(1)}", failed["00007.xlsx"])


def test_a_scheduler_without_workers_is_one_sentence(monkeypatch) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("xl_tourney.batch.dask_cluster._CONNECT_TIMEOUT", 1.0)
    with (
        LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1") as alone,
        pytest.raises(OptionError, match="has no workers"),
        connect(alone.scheduler_address),
    ):
        pass


def test_a_cluster_that_is_gone_ends_the_run(tmp_path) -> None:
    """What is in flight fails in a sentence, and what is done has its receipts."""
    deadly.season(tmp_path / "season", 3, 1)
    paths = sorted(map(str, (tmp_path / "season").iterdir()))
    release = threading.Event()
    with ThreadPoolExecutor(1) as executor:
        receipts = recalc_many(paths[1:2], executor=executor)
        assert [r.failed for r in receipts] == [None]
        executor.submit(release.wait)
        receipts = recalc_many(paths[1:], executor=executor, is_lost=lambda: True)
        assert "The cluster is gone" in (next(receipts).failed or "")
        assert "The cluster is gone" in (next(receipts).failed or "")
        with pytest.raises(ClusterLostError):
            next(receipts)
        release.set()


def test_a_scheduler_that_dies_ends_the_command_with_its_summary(tmp_path) -> None:
    deadly.season(tmp_path / "season", 200, 1)
    with (
        real_cluster.cluster(tmp_path) as address,
        started("recalc", str(tmp_path / "season"), "--dask", address) as process,
    ):
        assert process.stdout
        read_line(process.stdout)  # the first receipt
        real_cluster.kill_the_scheduler(address)
        out, err = process.communicate(timeout=60)
    assert process.returncode == Exit.WRONG
    assert "The cluster is gone; run it again for what is left." in err
    assert re.search(r"workbooks in .*, [1-9]\d* failed", err)
    assert "Traceback" not in err
    assert all("changed" in line for line in out.splitlines()), out


def test_no_scheduler_at_the_address_is_one_sentence(monkeypatch) -> None:
    monkeypatch.setattr("xl_tourney.batch.dask_cluster._CONNECT_TIMEOUT", 0.2)
    with pytest.raises(OptionError, match="no dask scheduler answers"), connect("127.0.0.1:9"):
        pass


def test_the_extra_is_named_where_it_is_missing(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(OptionError, match=r"pip install 'xl-tourney\[dask\]'"),
        connect("127.0.0.1:8786"),
    ):
        pass


def test_without_an_address_there_is_no_cluster() -> None:
    with connect(None) as workers:
        assert workers == {}
