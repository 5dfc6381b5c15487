"""Every example through the conversion that xlwings Server and Lite share.

That code is under xlwings PRO's licence, which is free for noncommercial use: these tests run where
``XLWINGS_LICENSE_KEY`` is set.  Nothing in the program imports it, which is tested everywhere.
"""

from __future__ import annotations

import asyncio
import importlib
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from unittest import mock

import jsonschema
import pytest

from tests.hosts.test_excel import EXAMPLES, rows
from tests.hosts.test_manifest import ROOT, SCHEMA
from tests.same import same
from xl_tourney import hosts
from xl_tourney.functions import CATALOGUE
from xl_tourney.functions.cells import is_error
from xl_tourney.hosts.vba import SERVED, argument_name

licensed = pytest.mark.skipif(
    "XLWINGS_LICENSE_KEY" not in os.environ, reason="xlwings PRO needs a licence key"
)


@pytest.fixture(scope="module")
def served() -> Iterator[Any]:
    fresh = [name for name in sys.modules if name.split(".")[0] == "xlwings"]
    with (
        mock.patch.dict(sys.modules),
        mock.patch.dict(vars(hosts)),
        mock.patch.dict(os.environ, {"XLWINGS_ON_SERVER": "true"}),
    ):
        for name in (*fresh, SERVED):
            sys.modules.pop(name, None)
        yield importlib.import_module(SERVED)


def office(value: Any) -> Any:
    """A cell or a block as Office.js hands it over."""
    if isinstance(value, (list, tuple)):
        block = value if isinstance(value[0], (list, tuple)) else [value]
        return [[office(cell) for cell in row] for row in block]
    if is_error(value):
        return {"type": "Error", "basicValue": value, "basicType": "Error"}
    return value


@licensed
@pytest.mark.parametrize(
    ("function", "example"), EXAMPLES, ids=[f"{f.name}{e.arguments}" for f, e in EXAMPLES]
)
def test_example(served: Any, function: Any, example: Any) -> None:
    from xlwings import __version__
    from xlwings.server import custom_functions_call

    left_out = [None] * (len(function.parameters) - len(example.arguments))
    arguments = [*map(office, example.arguments), *left_out]
    data = {
        "func_name": function.name,
        "args": [a if isinstance(a, list) or a is None else [[a]] for a in arguments],
        "version": __version__,
        "client": "Office.js",
    }
    found = asyncio.run(custom_functions_call(data, served))
    assert same(rows(found), rows(example.value))


@licensed
def test_the_metadata_that_xlwings_makes_is_that_of_the_catalogue(served: Any) -> None:
    from xlwings.server import custom_functions_meta

    made = custom_functions_meta(served)
    assert {entry["id"] for entry in made["functions"]} == {f.name for f in CATALOGUE}
    for entry in made["functions"]:
        function = CATALOGUE[entry["id"]]
        assert entry["description"] == function.help.summary
        assert [p["name"] for p in entry["parameters"]] == [
            argument_name(p.name) for p in function.parameters
        ]
    jsonschema.Draft7Validator(SCHEMA).validate({"functions": made["functions"]})


def test_the_program_never_imports_what_needs_a_licence() -> None:
    code = (
        "import sys, pkgutil, importlib, xl_tourney\n"
        "class No:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.startswith(('xlwings.pro', 'xlwings.server')):\n"
        "            raise ImportError(name)\n"
        "sys.meta_path.insert(0, No())\n"
        "for found in pkgutil.walk_packages(xl_tourney.__path__, 'xl_tourney.'):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        importlib.import_module(found.name)\n"
        "from xl_tourney.hosts.excel import GBQ\n"
        "print(GBQ([[55], [5]], [[3], [3]], 1))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.stdout == "[[0.0], [5.0]]\n", ran.stderr
