"""Receipts of ``xl-tourney recalc --check --json`` on stdin, as annotations of GitHub on stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from typing import Any

_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})


def annotations(receipt: Mapping[str, Any]) -> Iterator[str]:
    """The lines that mark a workbook."""
    file = str(receipt["path"]).translate({**_ESCAPES, ord(","): "%2C", ord(":"): "%3A"})
    if receipt["failed"]:
        yield f"::error file={file}::{receipt['failed'].translate(_ESCAPES)}"
    if receipt["changed"]:
        yield f"::error file={file}::stale values: {receipt['changed']}"
    if receipt["charts"]:
        yield f"::error file={file}::charts that show old values: {receipt['charts']}"
    for kind in ("kept", "errors"):
        for cell in receipt[kind][:10]:
            text = f"{cell['cell']}: {cell['message']}".translate(_ESCAPES)
            yield f"::warning file={file}::{text}"


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        for annotation in annotations(json.loads(line)):
            print(annotation)
