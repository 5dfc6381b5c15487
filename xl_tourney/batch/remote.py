"""The recalculation of a workbook at a URL, with an atomic and verified replacement."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, Protocol

from ..calculation.receipt import Receipt
from ..engines import ENGINES
from ..errors import TourneyError, WorkbookError, WriteError
from ..ooxml.package import Limits, Package, check_file_size
from ..recalculation.recalculate import calculate
from .s3_object import S3Object, identify_object
from .urls import ListedUrl, is_url_pattern, url_key

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
    strict: bool = False,
    third_opinion: bool = False,
    known_versions: Sequence[str] = (),
) -> Receipt:
    """Recalculate a workbook at a URL of fsspec: ``s3://``, ``gs://``, ``memory://`` …

    A concurrent change by somebody else is not overwritten.  ``force`` has no effect: there are no
    lock files.  ``strict`` keeps also cells that depend on a kept one whose inputs changed;
    ``third_opinion`` asks LibreOffice where two engines do not agree.  What has one of
    ``known_versions`` is up to date, as a record tells.
    """
    started = time.perf_counter()
    file = _open_file(url)
    with _translate_errors(url):
        if known_versions and file.version() in known_versions:
            return Receipt(url, engine, skipped=True)
        data, version = file.read(limits or Limits())
    package = Package(data, url, limits)
    receipt, new_parts = calculate(package, engine, now, strict=strict, third_opinion=third_opinion)
    if new_parts and not check:
        version = _replace(file, package.with_parts(new_parts), data, version, url)
        receipt.written = url
    receipt.path = url
    if identify_content and not (check and receipt.stale):
        receipt.content = version
    receipt.seconds = round(time.perf_counter() - started, 3)
    return receipt


def read_version(url: str) -> str:
    """The identity of the content at a URL, without reading it."""
    with _translate_errors(url):
        return _open_file(url).version()


def list_urls(url: str) -> Iterator[ListedUrl]:
    """The URLs of the files that a pattern matches or a folder contains."""
    path = _open_path(url)
    identify = identify_object if _is_s3(path.fs) else _identify_file
    list_files = path.fs.glob if is_url_pattern(url) else path.fs.find
    with _translate_errors(url):
        for name, details in sorted(list_files(path.path, detail=True).items()):
            if details["type"] == "file":
                file_url = path.fs.unstrip_protocol(name)
                yield ListedUrl.of(file_url, identify(file_url, details))


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


def _open_file(url: str) -> _File:
    path = _open_path(url)
    return S3Object(path.fs, path.path, url) if _is_s3(path.fs) else _PlainFile(path, url)


def _is_s3(fs: Any) -> bool:
    protocols: str | Sequence[str] = fs.protocol
    return "s3" in ((protocols,) if isinstance(protocols, str) else protocols)


class _File(Protocol):
    """A file at a URL."""

    def version(self) -> str:
        """The identity of the content; empty where there is none that is certain."""
        ...

    def read(self, limits: Limits) -> tuple[bytes, str]:
        """The content, and its identity."""
        ...

    def replace(self, data: bytes, old: bytes, version: str) -> str:
        """Replace the content if it is still the one that was read; return its identity."""
        ...


_VERSION_FIELDS = ("ETag", "etag", "Content-MD5", "Digest", "generation", "md5Hash", "content_md5")
"""The details of a file that identify its content, by file system."""
_TIME_FIELDS = ("LastModified", "last_modified", "updated", "mtime", "created")


def _identify_file(url: str, details: Mapping[str, Any]) -> str:
    """The identity of a content by a file system's details; empty if they have none for certain.

    That of a web server may be its address alone, which stays when the content changes.
    """
    fields = [str(details[name]) for name in _VERSION_FIELDS if details.get(name)]
    if not fields:
        fields = [str(details[name]) for name in _TIME_FIELDS if details.get(name)]
    return f"{url_key(url)} {details.get('size')} {' '.join(fields)}" if fields else ""


class _PlainFile:
    """A file of any file system of fsspec, replaced by way of a temporary one beside it."""

    def __init__(self, path: Any, url: str) -> None:
        self._path = path
        self._url = url

    def version(self) -> str:
        """The identity of the content."""
        self._path.fs.invalidate_cache()
        return _identify_file(self._url, self._path.fs.info(self._path.path))

    def read(self, limits: Limits) -> tuple[bytes, str]:
        """The content, and its identity."""
        version = self.version()
        check_file_size(self._path.fs.size(self._path.path) or 0, self._url, limits)
        return self._path.read_bytes(), version

    def replace(self, data: bytes, old: bytes, version: str) -> str:
        """Write to a temporary key, verify the content, then move it into place."""
        path, url = self._path, self._url
        _discard_abandoned(path)
        temporary = path.with_name(f".{uuid.uuid4().hex}-{path.name}{_SUFFIX}")
        try:
            temporary.write_bytes(data)
            if temporary.read_bytes() != data:
                raise WriteError(f"{url}: what was written is not what was meant; it is as it was.")
            if self.version() != version or (not version and path.read_bytes() != old):
                raise WriteError(f"{url}: was changed by somebody meanwhile; run it again.")
            path.fs.mv(temporary.path, path.path)
        finally:
            _discard(temporary)
        return self.version()


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


def _replace(file: _File, data: bytes, old: bytes, version: str, url: str) -> str:
    try:
        return file.replace(data, old, version)
    except WriteError:
        raise
    except Exception as error:  # every file system has its own exceptions
        raise WriteError(f"{url}: cannot be written ({error}); it is as it was.") from error


def _discard_abandoned(path: Any) -> None:
    """Remove what runs have left beside a file that were killed while they wrote it."""
    from ..atomic import SECONDS_UNTIL_DEAD

    try:
        for name, details in path.fs.glob(f"{path.parent.path}/.*{_SUFFIX}", detail=True).items():
            is_for_it = name.endswith(f"-{path.name}{_SUFFIX}")
            if is_for_it and time.time() - _modified(details) > SECONDS_UNTIL_DEAD:
                path.fs.rm_file(name)
    except Exception:  # a file system that cannot list; what lies there harms nobody
        return


def _modified(details: Mapping[str, Any]) -> float:
    """When a file was written, in seconds since 1970; now, where its file system does not tell."""
    for name in _TIME_FIELDS:
        value = details.get(name)
        if isinstance(value, datetime):
            return value.timestamp()
        if isinstance(value, (int, float)):
            return float(value)
        if isinstance(value, str):
            with suppress(ValueError):
                return datetime.fromisoformat(value.replace("Z", "+00:00")).timestamp()
    return time.time()


def _discard(temporary: Any) -> None:
    try:
        temporary.fs.invalidate_cache()
        if temporary.exists():
            temporary.unlink()
    except Exception:  # the file system fails; the first error is reported
        return
