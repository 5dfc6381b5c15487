"""A workbook in an S3 store: read in one request, and replaced in one that is conditional.

What stands for the object stays: content type, metadata, cache control, storage class, encryption,
tags and access rights.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from ..errors import WriteError
from ..ooxml.package import Limits, check_file_size
from .urls import url_key

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
                "put_object",
                Body=data,
                IfMatch=self._attributes["ETag"],
                **self._place,
                **kept,
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
