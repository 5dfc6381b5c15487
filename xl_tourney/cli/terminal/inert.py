"""Text from files and names as it is safe to print: it moves no cursor and forges no line."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from ...patterns import regex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TextIO

_ACTIVE = regex(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, line ends, marks of direction, and bytes of names that are no text."""
_BETWEEN = regex(r"[^\n\t]+")
_CREDENTIALS = regex(r"(?<=://)[^/\s@]+(?=@)")
_SIGNATURE = regex(
    r"(?i)([?&](?:[\w-]*(?:signature|credential|token|key|secret|password|policy)[\w-]*|sig)=)"
    r"[^&\s:;,)'\"]+"
)


def inert(text: str) -> str:
    """A text for a line of output: what could act is escaped, and secrets of URLs are left out.

    The escapes are those of JSON, so that a line of JSON stays one.

    >>> print(inert("a\\x1b[2Jb\\nc"), inert("https://ada:pw@club.example/a?X-Amz-Signature=ab"))
    a\\u001b[2Jb\\u000ac https://…@club.example/a?X-Amz-Signature=…
    """
    if _is_plain(text):
        return text
    if "://" in text:
        text = _SIGNATURE.sub(r"\1…", _CREDENTIALS.sub("…", text))
    return _ACTIVE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _is_plain(text: str) -> bool:
    """Whether a text is inert already, found without patterns."""
    return text.isprintable() and "://" not in text


class InertStream:
    """A stream of text to which nothing is written that could act, whoever writes it.

    Only ends of lines and tabs pass.  It has no ``buffer``, for that would be a way around it.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.rich_proxied_file = stream
        """Where rich draws: colours and bars have to act, and texts are inert when it gets them."""

    def write(self, text: str) -> int:
        """Write a text of any number of lines."""
        if not _is_plain(text.replace("\n", "").replace("\t", "")):
            text = _BETWEEN.sub(lambda part: inert(part[0]), text)
        self._stream.write(text)
        return len(text)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            raise AttributeError(name)
        return getattr(self._stream, name)


@contextmanager
def inert_streams() -> Iterator[None]:
    """Let stdout and stderr be inert, and escape what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    out: Any = InertStream(sys.stdout)
    err: Any = InertStream(sys.stderr)
    with redirect_stdout(out), redirect_stderr(err):
        yield


def json_line(data: Any) -> str:
    """Data as a line of JSON, in which letters stay what they are.

    >>> print(json_line({"name": "José"}))
    {"name": "José"}
    """
    import json

    return inert(json.dumps(data, ensure_ascii=False))


def discard_output() -> None:
    """Send the rest of the output nowhere, for nobody reads it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
