"""A workbook behind a URL is read, calculated and put in its place as one on a disk."""

from __future__ import annotations

import http.server
import io
import sys
import threading
import uuid
import zipfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import fsspec
import openpyxl
import pytest

from xl_tourney.batch import remote
from xl_tourney.batch.paths import expand
from xl_tourney.batch.remote import recalc_url
from xl_tourney.batch.scheduler import recalc_many
from xl_tourney.cli.terminal.progress import RunSummary
from xl_tourney.errors import UnsafeWorkbookError, WorkbookError, WriteError
from xl_tourney.ooxml.package import Limits
from xl_tourney.recalculation.options import Options

from ..recalculation import books
from . import deadly


@pytest.fixture(scope="module")
def s3_server() -> Iterator[str]:
    from moto.server import ThreadedMotoServer  # takes a second

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def s3(s3_server, monkeypatch) -> str:
    """A bucket on a server of this machine."""
    for name, value in {
        "AWS_ENDPOINT_URL": s3_server,
        "AWS_ACCESS_KEY_ID": "club",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    bucket = f"s3://club-{uuid.uuid4().hex}"
    fsspec.filesystem("s3").mkdir(bucket)
    return bucket


@pytest.fixture
def memory() -> str:
    return f"memory:///{uuid.uuid4().hex}"


@pytest.fixture(params=["memory", "s3"])
def folder(request) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def put(tmp_path) -> Callable[..., str]:
    def put(url: str, cells: dict[str, Any] | None = None) -> str:
        path = books.book(tmp_path / "one.xlsx", cells or deadly.stale())
        with fsspec.open(url, "wb") as file:
            file.write(path.read_bytes())
        return url

    return put


def read(url: str) -> bytes:
    with fsspec.open(url, "rb") as file:
        data: bytes = file.read()
        return data


def names(folder: str) -> list[str]:
    system, path = fsspec.core.url_to_fs(folder)
    system.invalidate_cache()
    return sorted(found.rpartition("/")[2] for found in system.find(path))


def test_only_cached_values_change(folder, put) -> None:
    url = put(f"{folder}/season/one.xlsx")
    before = read(url)
    receipt = recalc_url(url)
    assert (receipt.path, receipt.written, receipt.changed) == (url, url, 3)
    sheet = openpyxl.load_workbook(io.BytesIO(read(url)), data_only=True)["Sheet1"]
    assert {cell: sheet[cell].value for cell in deadly.FRESH} == pytest.approx(
        deadly.FRESH, rel=1e-5
    )
    old, new = (zipfile.ZipFile(io.BytesIO(data)) for data in (before, read(url)))
    assert old.namelist() == new.namelist()
    changed = [name for name in old.namelist() if old.read(name) != new.read(name)]
    assert changed == ["xl/worksheets/sheet1.xml"]
    assert names(folder) == ["one.xlsx"]


def test_what_is_up_to_date_is_not_written(folder, put) -> None:
    url = put(f"{folder}/one.xlsx")
    recalc_url(url)
    version = remote.read_version(url)
    receipt = recalc_url(url)
    assert (receipt.changed, receipt.written) == (0, None)
    assert remote.read_version(url) == version


def test_check_writes_nothing(folder, put) -> None:
    url = put(f"{folder}/one.xlsx")
    before = read(url)
    assert recalc_url(url, options=Options(check=True)).stale
    assert read(url) == before


@pytest.mark.slow
def test_what_stands_for_an_object_stays(s3, put) -> None:
    url = put(f"{s3}/one.xlsx")
    system = fsspec.filesystem("s3")
    bucket, key, _ = system.split_path(url)
    place = {"Bucket": bucket, "Key": key}
    body = read(url)
    attributes = {
        "ContentType": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "CacheControl": "max-age=60",
        "ContentDisposition": 'attachment; filename="a.xlsx"',
        "Metadata": {"club": "go"},
        "StorageClass": "STANDARD_IA",
        "ServerSideEncryption": "AES256",
    }
    system.call_s3(
        "put_object",
        Body=body,
        Tagging="season=2026&kind=a%2Bb",
        ACL="public-read",
        **place,
        **attributes,
    )
    grants = system.call_s3("get_object_acl", **place)["Grants"]
    assert recalc_url(url).changed == 3
    after = system.call_s3("head_object", **place)
    assert {name: after[name] for name in attributes} == attributes
    tags = system.call_s3("get_object_tagging", **place)["TagSet"]
    assert {tag["Key"]: tag["Value"] for tag in tags} == {"season": "2026", "kind": "a+b"}
    assert system.call_s3("get_object_acl", **place)["Grants"] == grants


@pytest.mark.slow
def test_access_rights_are_not_asked_where_a_bucket_has_none(s3, put, monkeypatch) -> None:
    url = put(f"{s3}/one.xlsx")
    system = fsspec.filesystem("s3")
    bucket = system.split_path(url)[0]
    rules = {"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]}
    system.call_s3("put_bucket_ownership_controls", Bucket=bucket, OwnershipControls=rules)
    asked = requests_of(monkeypatch, system)
    assert recalc_url(url).changed == 3
    assert asked == ["get_object", "get_bucket_ownership_controls", "put_object"]


@pytest.mark.slow
def test_a_listing_is_enough_for_what_a_record_knows(s3, put, tmp_path, monkeypatch) -> None:
    urls = [put(f"{s3}/{number}.xlsx") for number in range(4)]

    def run() -> list[str]:
        with ThreadPoolExecutor(1) as executor:
            paths = expand([f"{s3}/*.xlsx"])
            receipts = recalc_many(paths, executor=executor, record=tmp_path / "runs.db")
            return [r.path for r in receipts if not r.skipped]

    assert run() == urls
    asked = requests_of(monkeypatch, fsspec.filesystem("s3"))
    assert run() == []
    assert set(asked) <= {"list_objects_v2"}
    put(urls[2], deadly.stale() | {"D1": "edited"})
    assert run() == [urls[2]]


def requests_of(monkeypatch, system) -> list[str]:
    """The requests to a store from now on."""
    asked: list[str] = []
    call = type(system)._call_s3

    async def call_and_note(self, method: str, *args: Any, **kwargs: Any) -> Any:
        asked.append(method)
        return await call(self, method, *args, **kwargs)

    monkeypatch.setattr(type(system), "_call_s3", call_and_note)
    monkeypatch.setattr(type(system), "call_s3", fsspec.asyn.sync_wrapper(call_and_note))
    return asked


def test_limits_hold_for_urls(folder, put) -> None:
    url = put(f"{folder}/one.xlsx")
    with pytest.raises(UnsafeWorkbookError, match=r"larger than 100 bytes.*--limit file="):
        recalc_url(url, options=Options(limits=Limits(file=100)))


def test_over_http_a_stale_workbook_is_never_up_to_date(tmp_path, put) -> None:
    """An address tells nothing about its content; a tag that the server gives does."""
    served: dict[str, bytes] = {}
    tags: dict[str, str] = {}
    summary: list[str] = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(served["data"])))
            if tags:
                self.send_header("ETag", tags["tag"])
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(served["data"])

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_: object) -> None:
            return

    def run() -> list[bool]:
        summary.clear()
        counts = RunSummary(check=True, has_record=True)
        with ThreadPoolExecutor(1) as executor:
            receipts = list(
                recalc_many(
                    [url],
                    executor=executor,
                    record=tmp_path / "runs.db",
                    options=Options(check=True),
                )
            )
        for receipt in receipts:
            counts.add(receipt)
        summary.append(counts.format())
        return [receipt.skipped for receipt in receipts]

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/a.xlsx"
        fresh = books.book(tmp_path / "fresh.xlsx", {"A1": ("=1+1", 2)})
        served["data"] = fresh.read_bytes()
        assert [run(), run()] == [[False], [False]]
        assert "1 can never be recorded" in summary[0]
        tags["tag"] = '"one"'
        assert [run(), run()] == [[False], [True]]
        assert "can never be recorded" not in summary[0]
        tags["tag"] = '"two"'
        assert run() == [False]
        server.shutdown()


@pytest.mark.slow
def test_a_missing_or_bad_one_is_one_sentence(folder) -> None:
    with pytest.raises(WorkbookError, match="there is no such file"):
        recalc_url(f"{folder}/missing.xlsx")
    with fsspec.open(f"{folder}/bad.xlsx", "wb") as file:
        file.write(b"name,points\n")
    with pytest.raises(WorkbookError, match="is not a workbook"):
        recalc_url(f"{folder}/bad.xlsx")
    with pytest.raises(WorkbookError, match="is not a place that can be reached"):
        recalc_url("nowhere://club/one.xlsx")


def test_what_somebody_else_wrote_meanwhile_is_not_overwritten(folder, put, monkeypatch) -> None:
    url = put(f"{folder}/one.xlsx")
    calculate = remote.calculate_with

    def meanwhile(*arguments, **options):
        put(url, {"A1": "edited by hand"})
        return calculate(*arguments, **options)

    monkeypatch.setattr(remote, "calculate_with", meanwhile)
    with pytest.raises(WriteError, match="was changed by somebody meanwhile"):
        recalc_url(url)
    sheet = openpyxl.load_workbook(io.BytesIO(read(url)))["Sheet1"]
    assert sheet["A1"].value == "edited by hand"
    assert names(folder) == ["one.xlsx"]


def test_what_arrives_damaged_is_not_put_in_place(memory, put, monkeypatch) -> None:
    from upath import UPath

    url = put(f"{memory}/one.xlsx")
    before = read(url)
    monkeypatch.setattr(
        type(UPath(url)),
        "write_bytes",
        lambda place, data: place.fs.pipe_file(place.path, data[: len(data) // 2]),
    )
    with pytest.raises(WriteError, match="is not what was meant"):
        recalc_url(url)
    assert read(url) == before
    assert names(memory) == ["one.xlsx"]


def test_many_of_a_folder_or_a_pattern(folder, put, tmp_path) -> None:
    for name in ("season/a.xlsx", "season/in/b.xlsx", "season/notes.txt", "other/c.xlsx"):
        put(f"{folder}/{name}")
    assert [url.removeprefix(folder) for url in expand([f"{folder}/season/"])] == [
        "/season/a.xlsx",
        "/season/in/b.xlsx",
    ]
    found = list(expand([f"{folder}/*/*.xlsx"]))
    assert [url.removeprefix(folder) for url in found] == ["/other/c.xlsx", "/season/a.xlsx"]
    with ThreadPoolExecutor(2) as executor:
        receipts = list(recalc_many(found, executor=executor))
    assert sorted(r.path for r in receipts) == found
    assert [r.changed for r in receipts] == [3, 3]


@pytest.mark.slow
def test_workers_reach_the_same_server(s3, put) -> None:
    urls = [put(f"{s3}/{number}.xlsx") for number in range(6)]
    receipts = list(recalc_many(urls, jobs=2))
    assert sorted(r.path for r in receipts) == urls
    assert [r.changed for r in receipts] == [3] * 6


def test_a_record_knows_them_by_the_version_of_their_place(folder, put, tmp_path) -> None:
    urls = [put(f"{folder}/{number}.xlsx") for number in range(4)]

    def run() -> list[str]:
        with ThreadPoolExecutor(2) as executor:
            receipts = recalc_many(urls, executor=executor, record=tmp_path / "runs.db")
            return [r.path for r in receipts if not r.skipped]

    assert sorted(run()) == urls
    assert run() == []
    put(urls[2], deadly.stale() | {"D1": "edited"})
    assert run() == [urls[2]]


def test_the_extra_is_named_where_it_is_missing(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(WorkbookError, match=r"pip install 'xl-tourney\[remote\]'"):
        recalc_url("s3://club/one.xlsx")
