"""The four forms of functions, as JSON, where some files of the package hold another text.

Each line of the input is a change: function, file, old text and new text, as a list of JSON. All
other files are imported as they were compiled.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType


def change_texts(changes: Mapping[str, tuple[str, str]]) -> None:
    """Have files imported with another text, whatever was compiled of them before."""
    texts = {}
    for file, (old, new) in changes.items():
        text = Path(file).read_text("utf-8")
        assert text.count(old) == 1
        texts[Path(file).resolve()] = text.replace(old, new)
    compiled = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        path = Path(loader.path).resolve()
        if path not in texts:
            return compiled(loader, name)
        return loader.source_to_code(texts[path], loader.path)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


if __name__ == "__main__":
    changes = [json.loads(line) for line in sys.stdin]
    change_texts({file: (old, new) for _, file, old, new in changes})
    from tests.four_forms import forms

    print(json.dumps({function: forms(function) for function, *_ in changes}))
