"""The metadata that xlwings Server makes, and that nothing here needs its licence.

That code is under xlwings PRO's licence, which is free for noncommercial use: a test runs where
``XLWINGS_LICENSE_KEY`` is set.  Nothing in the program imports it, which is tested everywhere.
"""

from __future__ import annotations

import os
import subprocess
import sys

import jsonschema
import pytest

from tests.hosts.test_manifest import ROOT, SCHEMA
from tests.stand_ins.server import KEY, xlwings_server_module
from xl_tourney.catalogue.host_names import to_vba_name
from xl_tourney.functions import CATALOGUE

licensed = pytest.mark.skipif(KEY not in os.environ, reason="xlwings PRO needs a licence key")


@licensed
def test_the_metadata_that_xlwings_makes_is_that_of_the_catalogue() -> None:
    with xlwings_server_module() as module:
        from xlwings.server import custom_functions_meta

        made = custom_functions_meta(module)
    assert {entry["id"] for entry in made["functions"]} == {f.name for f in CATALOGUE}
    for entry in made["functions"]:
        function = CATALOGUE[entry["id"]]
        assert entry["description"] == function.help.summary
        assert [p["name"] for p in entry["parameters"]] == [
            to_vba_name(p.name) for p in function.parameters
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
