"""udf_manifest.json: the Office.js metadata of every function, with extensions.

The metadata is valid for Office.js.  The extension objects ``x_xl_tourney`` add the category, the
errors, the examples, the names in the other hosts, and the version.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .. import __version__, atomic
from ..catalogue.formula_text import format_call, format_literal
from ..catalogue.host_names import NAMESPACE, host_spellings
from ..functions import CATALOGUE, Function, Parameter

FILE = "udf_manifest.json"
OFFICE_JS_FILE = "functions.json"
_MAX_CHARACTERS = {"function": 1024, "parameter": 512}


def build_manifest() -> dict[str, Any]:
    """The manifest of the whole catalogue."""
    return {
        "allowErrorForDataTypeAny": True,
        "functions": [build_function_metadata(function) for function in CATALOGUE],
        "x_xl_tourney": {"version": __version__, "namespace": NAMESPACE},
    }


def build_office_js_metadata() -> dict[str, Any]:
    """The metadata without extensions, as a web add-in of Office.js loads it."""
    manifest = build_manifest()
    return _without_extensions(manifest) | {
        "functions": [_without_extensions(entry) for entry in manifest["functions"]]
    }


def _without_extensions(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if not key.startswith("x_")}


def build_function_metadata(function: Function) -> dict[str, Any]:
    """One function's metadata."""
    return {
        "id": function.name,
        "name": function.name,
        "description": function.help.summary[: _MAX_CHARACTERS["function"]],
        "parameters": [_build_parameter_metadata(p) for p in function.parameters],
        "result": {
            "type": "any",
            "dimensionality": "matrix" if function.returns_array else "scalar",
        },
        "x_xl_tourney": {
            "category": function.category,
            "usage": function.usage,
            "result": function.result_shape,
            "notes": function.help.notes,
            "errors": dict(function.help.errors),
            "source": function.help.source,
            "examples": format_examples(function),
            "names": host_spellings(function.name),
        },
    }


def format_examples(function: Function, prefix: str = "") -> list[dict[str, str]]:
    """The examples of a function as formulas with their values."""
    return [
        {
            "formula": format_call(f"{prefix}{function.name}", example.arguments),
            "value": format_literal(example.value),
        }
        for example in function.help.examples
    ]


def _build_parameter_metadata(p: Parameter) -> dict[str, Any]:
    return {
        "name": p.name,
        "description": p.help[: _MAX_CHARACTERS["parameter"]],
        "type": "any",
        "dimensionality": "matrix" if p.kind.takes_range else "scalar",
        "optional": p.optional,
    }


FORMATS = {"full": build_manifest, "officejs": build_office_js_metadata}
"""The formats: the manifest with extensions, or Office.js metadata only."""


def format_manifest(form: str = "full") -> str:
    """The content of the manifest file."""
    return json.dumps(FORMATS[form](), ensure_ascii=False, indent=1) + "\n"


def is_current(path: Path, form: str = "full") -> bool:
    """Whether a file is the manifest of this catalogue."""
    return path.is_file() and path.read_text(encoding="utf-8") == format_manifest(form)


def write(path: Path, form: str = "full") -> None:
    """Write the manifest, in place of nothing but an earlier one."""
    atomic.refuse_foreign(path, b'"id": "TAPL"')
    atomic.write_bytes(path, format_manifest(form).encode())
