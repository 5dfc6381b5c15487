"""URLs of workbooks: whether a text is one, its key in a record, and patterns."""

from __future__ import annotations


class ListedUrl(str):
    """A URL with the version of its content, as a listing of its folder tells it."""

    version: str
    """Empty where the listing tells none that is certain."""

    @classmethod
    def of(cls, url: str, version: str) -> ListedUrl:
        """The URL with a version."""
        listed = cls(url)
        listed.version = version
        return listed


def is_url(path: str) -> bool:
    """Whether a path is a URL for fsspec, such as ``s3://club/season/table.xlsx``."""
    return "://" in path


def url_key(url: str) -> str:
    """The name of a URL in a record, which holds no credentials."""
    import hashlib

    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()


def is_url_pattern(url: str) -> bool:
    """Whether a URL has a ``*``; a ``?`` begins a query, or is part of a name."""
    return "*" in url
