"""The metadata of the functions: functions.json for Excel, and the catalogue for the pane."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ...catalogue.formula_text import format_call, format_literal
from ...catalogue.host_names import NAMESPACE
from ...functions import CATALOGUE, Function, Parameter
from ..manifest import build_office_js_metadata

HELP_PAGE = "index.html"


def build_metadata(url: str) -> dict[str, Any]:
    """``functions.json``: every function with a link to its help, and the choices as enums."""
    metadata = build_office_js_metadata()
    return metadata | {
        "functions": [
            _add_links_and_enums(entry, CATALOGUE[entry["id"]], url)
            for entry in metadata["functions"]
        ],
        "enums": list(_build_enums()),
    }


def _add_links_and_enums(entry: dict[str, Any], function: Function, url: str) -> dict[str, Any]:
    parameters = [
        described | ({"type": "string", "customEnumId": _enum_id(p)} if p.choices else {})
        for described, p in zip(entry["parameters"], function.parameters)
    ]
    return entry | {
        "helpUrl": f"{url}/{HELP_PAGE}#{function.name}",
        "parameters": parameters,
        "options": {"requiresAddress": True},  # “why is this cell an error” finds its calls
    }


def _enum_id(p: Parameter) -> str:
    """The name of an enum: the same choices of several functions are one enum."""
    choices = "_".join("".join(filter(str.isalnum, choice)) for choice in p.choices)
    return f"{p.name}.{choices}".upper()[:64].rstrip("._")


def _build_enums() -> Iterator[dict[str, Any]]:
    enums = {
        _enum_id(p): p.choices for function in CATALOGUE for p in function.parameters if p.choices
    }
    for name, choices in enums.items():
        values = [{"name": choice, "stringValue": choice, "tooltip": choice} for choice in choices]
        yield {"id": name, "type": "string", "values": values}


def format_metadata(url: str) -> str:
    """The content of ``functions.json``."""
    return json.dumps(build_metadata(url), ensure_ascii=False, indent=1) + "\n"


def format_catalogue() -> str:
    """``catalogue.js``: the help of every function, as a module of the page."""
    functions = json.dumps([_describe(function) for function in CATALOGUE], ensure_ascii=False)
    namespace = json.dumps(NAMESPACE)
    return f"export const NAMESPACE = {namespace};\nexport const FUNCTIONS = {functions};\n"


def _describe(function: Function) -> dict[str, Any]:
    return {
        "name": function.name,
        "category": function.category,
        "usage": f"{NAMESPACE}.{function.usage}",
        "summary": function.help.summary,
        "parameters": [
            {
                "name": p.name,
                "default": p.default_text,
                "help": p.help,
                "kind": p.kind.description,
            }
            for p in function.parameters
        ],
        "returnsArray": function.returns_array,
        "result": function.result_shape,
        "errors": list(function.help.errors.items()),
        "notes": function.help.notes,
        "source": function.help.source,
        "examples": [
            {
                "formula": format_call(f"{NAMESPACE}.{function.name}", example.arguments),
                "value": format_literal(example.value),
            }
            for example in function.help.examples
        ],
    }
