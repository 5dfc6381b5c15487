"""The recalculation of a workbook at a URL, with an atomic and verified replacement."""

from __future__ import annotations

import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import urlencode

from ..calculation.receipt import Receipt
from ..errors import TourneyError, WorkbookError, WriteError
from ..ooxml.package import Limits, Package, check_file_size
from ..recalculation.options import Options
from ..recalculation.recalculate import calculate_with
from .urls import ListedUrl, is_url_pattern, url_key

# A workbook in an S3 store: read in one request, and replaced in one that is conditional.
#
# What stands for the object stays: content type, metadata, cache control, storage class,
# encryption, tags and access rights.

_KEPT = (
    *("ContentType", "ContentEncoding", "ContentDisposition", "ContentLanguage", "CacheControl"),
    *("Expires", "Metadata", "StorageClass", "WebsiteRedirectLocation"),
    *("ServerSideEncryption", "SSEKMSKeyId", "BucketKeyEnabled"),
    *("ObjectLockMode", "ObjectLockRetainUntilDate", "ObjectLockLegalHoldStatus"),
)
"""The fields of an answer about an object that a request to write it repeats."""
_CHANGED = ("PreconditionFailed", "ConditionalRequestConflict", "412", "409")


class S3Object:
    """An object at a URL, of a file system of s3fs."""

    def __init__(self, fs: Any, path: str, url: str) -> None:
        bucket, key, _ = fs.split_path(path)
        self._fs = fs
        self._url = url
        self._place = {"Bucket": bucket, "Key": key}
        self._attributes: Mapping[str, Any] = {}

    def version(self) -> str:
        """The identity of the content."""
        return identify_object(self._url, self._fs.call_s3("head_object", **self._place))

    def read(self, limits: Limits) -> tuple[bytes, str]:
        """The content, and its identity."""
        from fsspec.asyn import sync

        data, self._attributes = sync(self._fs.loop, self._get, limits)
        return data, identify_object(self._url, self._attributes)

    def replace(self, data: bytes, old: bytes, version: str) -> str:
        """Replace the content if it is still the one that was read; return its identity."""
        kept = {name: self._attributes[name] for name in _KEPT if self._attributes.get(name)}
        if self._attributes.get("TagCount"):
            tags = self._fs.call_s3("get_object_tagging", **self._place)["TagSet"]
            kept["Tagging"] = urlencode([(tag["Key"], tag["Value"]) for tag in tags])
        if _has_access_lists(self._fs, self._place["Bucket"]):
            kept |= self._grants()
        try:
            answer = self._fs.call_s3(
                "put_object", Body=data, IfMatch=self._attributes["ETag"], **self._place, **kept
            )
        except Exception as error:
            if _error_code(error) in _CHANGED:
                message = f"{self._url}: was changed by somebody meanwhile; run it again."
                raise WriteError(message) from error
            raise
        return identify_object(self._url, answer)

    async def _get(self, limits: Limits) -> tuple[bytes, Mapping[str, Any]]:
        answer = await self._fs._call_s3("get_object", **self._place)
        async with answer["Body"] as body:
            check_file_size(answer["ContentLength"], self._url, limits)
            return await body.read(), answer

    def _grants(self) -> dict[str, str]:
        """The access rights as a request to write takes them, if not only the owner has some."""
        try:
            rights = self._fs.call_s3("get_object_acl", **self._place)
        except Exception:  # a store without them, or we may not ask: then we may not set them
            return {}
        owner = rights.get("Owner", {}).get("ID")
        grants: dict[str, list[str]] = {}
        has_others = False
        for grant in rights.get("Grants", ()):
            grantee = grant.get("Grantee", {})
            has_others = has_others or grantee.get("ID") != owner
            name = "".join(map(str.capitalize, grant["Permission"].split("_")))
            who = f'id="{grantee["ID"]}"' if "ID" in grantee else f'uri="{grantee.get("URI", "")}"'
            grants.setdefault(f"Grant{name.replace('Acp', 'ACP')}", []).append(who)
        return {name: ", ".join(who) for name, who in grants.items()} if has_others else {}


def identify_object(url: str, details: Mapping[str, Any]) -> str:
    """The identity of an object's content, by an answer about it or by a listing."""
    return f"{url_key(url)} {details['ETag']}"


@lru_cache(maxsize=64)
def _has_access_lists(fs: Any, bucket: str) -> bool:
    """Whether objects of a bucket may have rights of their own; in new buckets they have none."""
    try:
        controls = fs.call_s3("get_bucket_ownership_controls", Bucket=bucket)["OwnershipControls"]
    except Exception:  # a store without them, or we may not ask
        return True
    return all(rule["ObjectOwnership"] != "BucketOwnerEnforced" for rule in controls["Rules"])


def _error_code(error: BaseException) -> str:
    """The code of the store's refusal, which s3fs translates to an error of the system."""
    for candidate in (error, error.__cause__):
        response = getattr(candidate, "response", None)
        if isinstance(response, dict):
            return str(response.get("Error", {}).get("Code", ""))
    return ""


_SUFFIX = ".xl-tourney"


def recalc_url(
    url: str, known_versions: Sequence[str] = (), options: Options | None = None
) -> Receipt:
    """Recalculate a workbook at a URL of fsspec: ``s3://``, ``gs://``, ``memory://`` …

    A concurrent change by somebody else is not overwritten.  ``force`` has no effect: there are no
    lock files.  What has one of ``known_versions`` is up to date, as a record tells.
    """
    options = options or Options()
    started = time.perf_counter()
    file = _open_file(url)
    with _translate_errors(url):
        if known_versions and file.version() in known_versions:
            return Receipt(url, options.engine, skipped=True)
        data, version = file.read(options.limits or Limits())
    package = Package(data, url, options.limits)
    receipt, new_parts = calculate_with(options, package)
    if new_parts and not options.check:
        version = _replace(file, package.with_parts(new_parts), data, version, url)
        receipt.written = url
    if options.identify_content and not (options.check and receipt.stale):
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


_File: TypeAlias = S3Object | _PlainFile
"""A file at a URL; its version is empty where there is none that is certain."""


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
