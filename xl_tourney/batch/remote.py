"""A workbook behind a URL: read, calculated, written beside it, verified, then put in its place."""

from __future__ import annotations

import glob
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from ..engines import ENGINES
from ..engines import engine as engine_named
from ..errors import TourneyError, WorkbookError, WriteError
from ..ooxml.package import Limits, Package
from ..ooxml.workbook import Workbook
from ..recalc.recalculate import Recalculation
from ..recalc.receipt import Receipt

_MARK = ".xl-tourney"


def recalc_url(
    url: str,
    *,
    engine: str = ENGINES[0],
    check: bool = False,
    now: datetime | None = None,
    limits: Limits | None = None,
    identify: bool = False,
) -> Receipt:
    """Bring a workbook up to date where fsspec finds it: ``s3://``, ``gs://``, ``memory://`` …

    What somebody else writes there meanwhile is not overwritten.
    """
    started = time.perf_counter()
    place = _place(url)
    with _reading(url):
        before = _version(place)
        data = place.read_bytes()
    package = Package(data, url, limits)
    job = Recalculation(Workbook.open(package), engine_named(engine), now)
    receipt = job.run()
    if job.new_parts and not check:
        _replace(place, package.copied(job.new_parts), url, before)
        receipt.written = url
    receipt.path = url
    if identify and not (check and receipt.stale):
        receipt.content = version(url) if receipt.written else before
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt


def version(url: str) -> str:
    """What the content behind a URL is known by, without reading it."""
    place = _place(url)
    with _reading(url):
        return _version(place)


def found_at(url: str) -> Iterator[str]:
    """What a pattern or a folder behind a URL holds."""
    place = _place(url)
    with _reading(url):
        found = place.fs.glob(place.path) if glob.has_magic(url) else place.fs.find(place.path)
        yield from map(place.fs.unstrip_protocol, sorted(found))


def _place(url: str) -> Any:
    try:
        from upath import UPath
    except ImportError as error:
        raise WorkbookError(
            f"{url}: reading from URLs needs the extra; pip install 'xl-tourney[remote]'."
        ) from error
    try:
        place = UPath(url)
        place.fs.invalidate_cache()
    except (ValueError, ImportError) as error:
        raise WorkbookError(f"{url}: is not a place that can be reached ({error}).") from error
    return place


def _version(place: Any) -> str:
    """What the file system knows a content by: an ETag, or its size and times."""
    place.fs.invalidate_cache()
    return f"{place} {place.fs.ukey(place.path)}"


@contextmanager
def _reading(url: str) -> Iterator[None]:
    try:
        yield
    except TourneyError:
        raise
    except FileNotFoundError as error:
        raise WorkbookError(f"{url}: there is no such file; check the name.") from error
    except Exception as error:  # each file system has errors of its own
        raise WorkbookError(f"{url}: cannot be read ({error}).") from error


def _replace(place: Any, data: bytes, url: str, before: str) -> None:
    """Write under a temporary key, look whether all of it arrived, then put it in place."""
    temporary = place.with_name(f".{uuid.uuid4().hex}-{place.name}{_MARK}")
    try:
        temporary.write_bytes(data)
        if temporary.read_bytes() != data:
            raise WriteError(f"{url}: what was written is not what was meant; it is as it was.")
        if _version(place) != before:
            raise WriteError(f"{url}: was changed by somebody meanwhile; run it again.")
        place.fs.mv(temporary.path, place.path)
    except WriteError:
        raise
    except Exception as error:  # each file system has errors of its own
        raise WriteError(f"{url}: cannot be written ({error}); it is as it was.") from error
    finally:
        _discard(temporary)


def _discard(temporary: Any) -> None:
    try:
        temporary.fs.invalidate_cache()
        if temporary.exists():
            temporary.unlink()
    except Exception:  # the place is gone; what went wrong there was said already
        return
