"""A workbook behind a URL: read, calculated, written beside it, verified, then put in its place."""

from __future__ import annotations

import io
import time
from datetime import datetime
from typing import Any

from ..engines import ENGINES
from ..engines import engine as engine_named
from ..errors import WorkbookError, WriteError
from .package import Limits, Package
from .recalculate import Recalculation
from .receipt import Receipt
from .record import content_hash
from .workbook import Workbook

_MARK = ".xl-tourney"


def recalc_url(
    url: str,
    *,
    engine: str = ENGINES[0],
    check: bool = False,
    now: datetime | None = None,
    limits: Limits | None = None,
) -> Receipt:
    """Bring a workbook up to date where fsspec finds it: ``s3://``, ``gs://``, ``memory://`` …"""
    started = time.perf_counter()
    place = _place(url)
    try:
        data = place.read_bytes()
    except FileNotFoundError as error:
        raise WorkbookError(f"{url}: there is no such file; check the name.") from error
    except Exception as error:
        raise WorkbookError(f"{url}: cannot be read ({error}).") from error
    package = Package(data, url, limits)
    job = Recalculation(Workbook.open(package), engine_named(engine), now)
    receipt = job.run()
    if job.new_parts and not check:
        file = io.BytesIO()
        package.copy_with(job.new_parts, file)
        data = file.getvalue()
        _replace(place, data, url)
        receipt.written = url
    receipt.path = url
    receipt.content = content_hash(data)
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt


def _place(url: str) -> Any:
    try:
        from upath import UPath
    except ImportError as error:
        raise WorkbookError(
            f"{url}: reading from URLs needs the extra; pip install 'xl-tourney[remote]'."
        ) from error
    try:
        return UPath(url)
    except (ValueError, ImportError) as error:
        raise WorkbookError(f"{url}: is not a place that can be reached ({error}).") from error


def _replace(place: Any, data: bytes, url: str) -> None:
    """Write under a temporary key, look whether all of it arrived, then put it in place."""
    temporary = place.with_name(f".{time.time_ns()}-{place.name}{_MARK}")
    try:
        temporary.write_bytes(data)
        if content_hash(temporary.read_bytes()) != content_hash(data):
            raise WriteError(f"{url}: what was written is not what was meant; it is as it was.")
        place.fs.mv(temporary.path, place.path)
    except WriteError:
        raise
    except Exception as error:
        raise WriteError(f"{url}: cannot be written ({error}); it is as it was.") from error
    finally:
        if temporary.exists():
            temporary.unlink()
