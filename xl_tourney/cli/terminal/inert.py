"""Text from files and names as it is safe to print: it moves no cursor and forges no line."""

from __future__ import annotations

import os
import re
import sys
from typing import Any

_ACTIVE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters, line ends, marks of direction, and bytes of names that are no text."""
_CREDENTIALS = re.compile(r"(?<=://)[^/\s@]+(?=@)")
_SIGNATURE = re.compile(
    r"(?i)([?&](?:[\w-]*(?:signature|credential|token|key|secret|password|policy)[\w-]*|sig)=)"
    r"[^&\s:;,)'\"]+"
)


def inert(text: str) -> str:
    """A text for a line of output: what could act is escaped, and secrets of URLs are left out.

    >>> print(inert("a\\x1b[2Jb\\nc"), inert("https://ada:pw@club.example/a?X-Amz-Signature=ab"))
    a\\x1b[2Jb\\x0ac https://…@club.example/a?X-Amz-Signature=…
    """
    text = _without_secrets(text)
    return text if text.isprintable() else _ACTIVE.sub(_escaped, text)


def inert_json(text: str) -> str:
    """The same for a line of JSON, whose own escapes are used."""
    text = _without_secrets(text)
    return text if text.isprintable() else _ACTIVE.sub(_escaped_in_json, text)


def json_line(data: Any) -> str:
    """Data as a line of JSON, in which letters stay what they are.

    >>> print(json_line({"name": "José"}))
    {"name": "José"}
    """
    import json

    return inert_json(json.dumps(data, ensure_ascii=False))


def _without_secrets(text: str) -> str:
    return _SIGNATURE.sub(r"\1…", _CREDENTIALS.sub("…", text)) if "://" in text else text


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def _escaped_in_json(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def make_streams_lenient() -> None:
    """Let stdout and stderr escape what their encoding lacks."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def discard_output() -> None:
    """Send the rest of the output nowhere, for nobody reads it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
