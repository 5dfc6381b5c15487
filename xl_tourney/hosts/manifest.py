"""udf_manifest.json: Office.js metadata of every function, with what that has no place for.

The plain metadata is valid for Office.js; ``x_xl_tourney`` objects add the category, the errors,
the examples, the names in the other hosts, and the version.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .. import __version__, atomic
from ..catalogue.call_text import call, literal
from ..catalogue.host_names import NAMESPACE, spellings
from ..functions import CATALOGUE, Function, Parameter

FILE = "udf_manifest.json"
OFFICE_JS_FILE = "functions.json"
_LONGEST = {"function": 1024, "parameter": 512}


def manifest() -> dict[str, Any]:
    """The manifest of the whole catalogue."""
    return {
        "allowErrorForDataTypeAny": True,
        "functions": [function_entry(function) for function in CATALOGUE],
        "x_xl_tourney": {"version": __version__, "namespace": NAMESPACE},
    }


def office_js() -> dict[str, Any]:
    """The plain metadata, as a web add-in of Office.js loads it."""
    whole = manifest()
    return _plain(whole) | {"functions": [_plain(entry) for entry in whole["functions"]]}


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if not key.startswith("x_")}


def function_entry(function: Function) -> dict[str, Any]:
    """One function's metadata."""
    return {
        "id": function.name,
        "name": function.name,
        "description": function.help.summary[: _LONGEST["function"]],
        "parameters": [_parameter(p) for p in function.parameters],
        "result": {"type": "any", "dimensionality": "matrix" if function.matrix else "scalar"},
        "x_xl_tourney": {
            "category": function.category,
            "usage": function.usage,
            "result": function.result,
            "notes": function.help.notes,
            "errors": dict(function.help.errors),
            "source": function.help.source,
            "examples": [
                {"formula": call(function.name, example.arguments), "value": literal(example.value)}
                for example in function.help.examples
            ],
            "names": spellings(function.name),
        },
    }


def _parameter(p: Parameter) -> dict[str, Any]:
    return {
        "name": p.name,
        "description": p.help[: _LONGEST["parameter"]],
        "type": "any",
        "dimensionality": "matrix" if p.kind.matrix else "scalar",
        "optional": p.optional,
    }


FORMATS = {"full": manifest, "officejs": office_js}
"""What can be written: our own manifest, or the plain metadata."""


def text(form: str = "full") -> str:
    """The manifest as the file holds it."""
    return json.dumps(FORMATS[form](), ensure_ascii=False, indent=1) + "\n"


def is_current(path: Path, form: str = "full") -> bool:
    """Whether a file holds the manifest of this catalogue."""
    return path.is_file() and path.read_text(encoding="utf-8") == text(form)


def write(path: Path, form: str = "full") -> None:
    """Write the manifest."""
    data = text(form).encode()
    atomic.write(path, lambda file: file.write(data))
