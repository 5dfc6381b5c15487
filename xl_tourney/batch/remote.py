"""The recalculation of a workbook at a URL, with an atomic and verified replacement."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from ..engines import ENGINES, load_engine
from ..errors import TourneyError, WorkbookError, WriteError
from ..ooxml.package import Limits, Package, check_file_size
from ..ooxml.workbook import Workbook
from ..recalc.recalculation import Recalculation
from ..recalc.receipt import Receipt
from .urls import is_url_pattern, url_key

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
    known_versions: Sequence[str] = (),
) -> Receipt:
    """Recalculate a workbook at a URL of fsspec: ``s3://``, ``gs://``, ``memory://`` …

    A concurrent change by somebody else is not overwritten.  ``force`` has no effect: there are no
    lock files.  What has one of ``known_versions`` is up to date, as a record tells.
    """
    started = time.perf_counter()
    path = _open_path(url)
    with _translate_errors(url):
        before = _version(path, url)
        if before and before in known_versions:
            return Receipt(url, engine, skipped=True)
        check_file_size(path.fs.size(path.path) or 0, url, limits or Limits())
        data = path.read_bytes()
    package = Package(data, url, limits)
    job = Recalculation(Workbook.open(package), load_engine(engine), now)
    receipt = job.run()
    if job.new_parts and not check:
        _replace(path, package.with_parts(job.new_parts), url, before, data)
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
        return _version(path, url)


def list_urls(url: str) -> Iterator[str]:
    """The URLs of the files that a pattern matches or a folder contains."""
    path = _open_path(url)
    with _translate_errors(url):
        files = path.fs.glob(path.path) if is_url_pattern(url) else path.fs.find(path.path)
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


_VERSION_FIELDS = ("ETag", "etag", "Content-MD5", "Digest", "generation", "md5Hash", "content_md5")
"""What identifies a content in the details of a file, by the file system."""
_TIME_FIELDS = ("LastModified", "last_modified", "updated", "mtime", "created")


def _version(path: Any, url: str) -> str:
    """The file system's identity of a content; empty where it has none that is certain.

    That of a web server may be its address alone, which stays when the content changes.
    """
    path.fs.invalidate_cache()
    details = path.fs.info(path.path)
    fields = [str(details[name]) for name in _VERSION_FIELDS if details.get(name)]
    if not fields:
        fields = [str(details[name]) for name in _TIME_FIELDS if details.get(name)]
    if not fields:
        return ""
    return f"{url_key(url)} {details.get('size')} {' '.join(fields)}"


@contextmanager
def _translate_errors(url: str) -> Iterator[None]:
    try:
        yield
    except TourneyError:
        raise
    except FileNotFoundError as error:
        if isinstance(error.__cause__, OSError):  # a web server that does not answer
            message = f"{url}: cannot be reached ({error.__cause__})."
            raise WorkbookError(message) from error
        raise WorkbookError(f"{url}: there is no such file; check the name.") from error
    except Exception as error:  # every file system has its own exceptions
        raise WorkbookError(f"{url}: cannot be read ({error}).") from error


def _replace(path: Any, data: bytes, url: str, before: str, old_data: bytes) -> None:
    """Write to a temporary key, verify the content, then move it into place."""
    temporary = path.with_name(f".{uuid.uuid4().hex}-{path.name}{_SUFFIX}")
    try:
        temporary.write_bytes(data)
        if temporary.read_bytes() != data:
            raise WriteError(f"{url}: what was written is not what was meant; it is as it was.")
        if _version(path, url) != before or (not before and path.read_bytes() != old_data):
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
