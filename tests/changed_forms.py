"""The four forms of a function, as JSON, where one file of the package holds another text.

``python -m tests.changed_forms GBQ xl_tourney/functions/tantrix/leads.py 15.0 10.0``; all other
files are imported as they were compiled.
"""

from __future__ import annotations

import json
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType


def change_text(file: str, old: str, new: str) -> None:
    """Have a file imported with another text, whatever was compiled of it before."""
    text = Path(file).read_text("utf-8")
    assert text.count(old) == 1
    compiled = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if not Path(file).samefile(loader.path):
            return compiled(loader, name)
        return loader.source_to_code(text.replace(old, new), file)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


if __name__ == "__main__":
    function, *change = sys.argv[1:]
    change_text(*change)
    from tests.four_forms import forms

    print(json.dumps(forms(function)))
