"""udf_manifest.json, and the plain Office.js metadata, hold the whole catalogue in a valid form."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from xl_tourney.catalogue.host_names import host_spellings
from xl_tourney.errors import WriteError
from xl_tourney.functions import CATALOGUE
from xl_tourney.hosts import manifest

ROOT = Path(__file__).parents[2]
OWN_SCHEMA = json.loads(
    (ROOT / "docs/reference/schemas/udf_manifest.schema.json").read_text("utf-8")
)
SCHEMA = json.loads((ROOT / "tests/data/office_js/functions.schema.json").read_text("utf-8"))


def with_own_keys(value: Any) -> bool:
    if isinstance(value, dict):
        return any(key.startswith("x_") for key in value) or any(map(with_own_keys, value.values()))
    return isinstance(value, list) and any(map(with_own_keys, value))


def test_the_file_is_current() -> None:
    path = ROOT / manifest.FILE
    assert manifest.is_current(path), "write it anew: xl-tourney manifest"
    assert json.loads(path.read_text("utf-8")) == manifest.build_manifest()


@pytest.mark.parametrize("made", [manifest.build_manifest, manifest.build_office_js_metadata])
def test_it_is_valid(made: Any) -> None:
    jsonschema.Draft7Validator(SCHEMA).validate(made())


def test_the_manifest_is_as_its_own_schema_says() -> None:
    jsonschema.Draft202012Validator.check_schema(OWN_SCHEMA)
    jsonschema.Draft202012Validator(OWN_SCHEMA).validate(manifest.build_manifest())


@pytest.mark.parametrize(
    "change",
    [
        {"id": "gbq"},
        {"description": ""},
        {"description": "d" * 1025},
        {"category": "kdice"},
        {"x_xl_tourney": {}},
        {"result": {"type": "any"}},
    ],
)
def test_its_own_schema_refuses_what_is_wrong(change: dict[str, Any]) -> None:
    entry = manifest.build_function_metadata(CATALOGUE["GBQ"]) | change
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(OWN_SCHEMA).validate(
            manifest.build_manifest() | {"functions": [entry]}
        )


def test_its_page_explains_every_key_of_its_schema() -> None:
    page = (ROOT / "docs/reference/manifest.md").read_text("utf-8")
    keys = {*OWN_SCHEMA["properties"], *OWN_SCHEMA["properties"]["x_xl_tourney"]["properties"]}
    for part in ("function", "parameter", "extension"):
        keys |= set(OWN_SCHEMA["$defs"][part]["properties"])
    assert [key for key in sorted(keys) if f"{key}`" not in page and f"{key}[]`" not in page] == []


def test_the_schema_refuses_what_is_wrong() -> None:
    for change in ({"id": "ab"}, {"name": ""}, {"category": "kdice"}, {"description": "d" * 1025}):
        entry = manifest.build_function_metadata(CATALOGUE["GBQ"]) | change
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft7Validator(SCHEMA).validate({"functions": [entry]})


def test_plain_metadata_is_the_same_without_our_own_keys() -> None:
    assert not with_own_keys(manifest.build_office_js_metadata())
    assert with_own_keys(manifest.build_manifest())
    plain = manifest.build_office_js_metadata()["functions"]
    assert [f["id"] for f in plain] == [f.name for f in CATALOGUE]
    for entry, own in zip(plain, manifest.build_manifest()["functions"]):
        assert entry == {key: own[key] for key in own if not key.startswith("x_")}


@pytest.mark.parametrize("function", CATALOGUE, ids=lambda f: f.name)
def test_nothing_is_cut_short(function: Any) -> None:
    entry = manifest.build_function_metadata(function)
    assert entry["id"] == entry["name"] == function.name
    assert entry["description"] == function.help.summary
    assert [(p["name"], p["description"], p["optional"]) for p in entry["parameters"]] == [
        (p.name, p.help, p.optional) for p in function.parameters
    ]
    assert entry["x_xl_tourney"]["names"] == host_spellings(function.name)
    assert len(entry["x_xl_tourney"]["examples"]) == len(function.help.examples)


def test_ids_differ_in_more_than_letter_case() -> None:
    ids = [function.name.upper() for function in CATALOGUE]
    assert len(set(ids)) == len(ids)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="cannot be written"):
        manifest.write(tmp_path / "nowhere" / manifest.FILE)


def test_a_changed_file_is_not_current(tmp_path: Path) -> None:
    path = tmp_path / manifest.FILE
    assert not manifest.is_current(path)
    manifest.write(path)
    assert manifest.is_current(path)
    path.write_text(path.read_text("utf-8").replace("GBQ", "GBR", 1), encoding="utf-8")
    assert not manifest.is_current(path)
