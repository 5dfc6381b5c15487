"""The recalculation of a workbook at a URL, with an atomic and verified replacement."""

from __future__ import annotations

import glob
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from ..engines import ENGINES, load_engine
from ..errors import TourneyError, WorkbookError, WriteError
from ..ooxml.package import Limits, Package, check_file_size
from ..ooxml.workbook import Workbook
from ..recalc.recalculation import Recalculation
from ..recalc.receipt import Receipt

_SUFFIX = ".xl-tourney"


def recalc_url(
    url: str,
    *,
    engine: str = ENGINES[0],
    check: bool = False,
    now: datetime | None = None,
    limits: Limits | None = None,
    identify_content: bool = False,
    force: bool = False,
) -> Receipt:
    """Recalculate a workbook at a URL of fsspec: ``s3://``, ``gs://``, ``memory://`` …

    A concurrent change by somebody else is not overwritten.  ``force`` has no effect: there are no
    lock files.
    """
    started = time.perf_counter()
    path = _open_path(url)
    with _translate_errors(url):
        before = _version(path)
        check_file_size(path.fs.size(path.path) or 0, url, limits or Limits())
        data = path.read_bytes()
    package = Package(data, url, limits)
    job = Recalculation(Workbook.open(package), load_engine(engine), now)
    receipt = job.run()
    if job.new_parts and not check:
        _replace(path, package.with_parts(job.new_parts), url, before)
        receipt.written = url
    receipt.path = url
    if identify_content and not (check and receipt.stale):
        receipt.content = read_version(url) if receipt.written else before
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt


def read_version(url: str) -> str:
    """The identity of the content at a URL, without reading it."""
    path = _open_path(url)
    with _translate_errors(url):
        return _version(path)


def list_urls(url: str) -> Iterator[str]:
    """The URLs of the files that a pattern matches or a folder contains."""
    path = _open_path(url)
    with _translate_errors(url):
        files = path.fs.glob(path.path) if glob.has_magic(url) else path.fs.find(path.path)
        yield from map(path.fs.unstrip_protocol, sorted(files))


def _open_path(url: str) -> Any:
    try:
        from upath import UPath
    except ImportError as error:
        raise WorkbookError(
            f"{url}: reading from URLs needs the extra; pip install 'xl-tourney[remote]'."
        ) from error
    try:
        path = UPath(url)
        path.fs.invalidate_cache()
    except (ValueError, ImportError) as error:
        raise WorkbookError(f"{url}: is not a place that can be reached ({error}).") from error
    return path


def _version(path: Any) -> str:
    """The file system's identity of a content: an ETag, or its size and times."""
    path.fs.invalidate_cache()
    return f"{path} {path.fs.ukey(path.path)}"


@contextmanager
def _translate_errors(url: str) -> Iterator[None]:
    try:
        yield
    except TourneyError:
        raise
    except FileNotFoundError as error:
        raise WorkbookError(f"{url}: there is no such file; check the name.") from error
    except Exception as error:  # every file system has its own exceptions
        raise WorkbookError(f"{url}: cannot be read ({error}).") from error


def _replace(path: Any, data: bytes, url: str, before: str) -> None:
    """Write to a temporary key, verify the content, then move it into place."""
    temporary = path.with_name(f".{uuid.uuid4().hex}-{path.name}{_SUFFIX}")
    try:
        temporary.write_bytes(data)
        if temporary.read_bytes() != data:
            raise WriteError(f"{url}: what was written is not what was meant; it is as it was.")
        if _version(path) != before:
            raise WriteError(f"{url}: was changed by somebody meanwhile; run it again.")
        path.fs.mv(temporary.path, path.path)
    except WriteError:
        raise
    except Exception as error:  # every file system has its own exceptions
        raise WriteError(f"{url}: cannot be written ({error}); it is as it was.") from error
    finally:
        _discard(temporary)


def _discard(temporary: Any) -> None:
    try:
        temporary.fs.invalidate_cache()
        if temporary.exists():
            temporary.unlink()
    except Exception:  # the file system fails; the first error is reported
        return
