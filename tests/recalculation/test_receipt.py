"""The JSON form of a receipt is the published one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from tests.recalculation.books import book
from xl_tourney.calculation.receipt import SCHEMA, CellMessage, Receipt
from xl_tourney.recalculation.recalculate import recalc

PUBLISHED = json.loads(
    (Path(__file__).parents[2] / "docs/reference/schemas/receipt.schema.json").read_text("utf-8")
)
VALIDATOR = Draft202012Validator(PUBLISHED)


def as_read(receipt: Receipt) -> object:
    return json.loads(json.dumps(receipt.to_json()))


def test_a_receipt_has_the_published_form(tmp_path: Path) -> None:
    file = tmp_path / "book.xlsx"
    receipt = recalc(book(file, {"A1": ("=NOSUCH(1)", 3), "A2": "=TP_PERCENT(-1,-1)"}))
    assert receipt.kept and receipt.errors and receipt.written
    VALIDATOR.validate(as_read(receipt))
    VALIDATOR.validate(as_read(recalc(file, check=True)))
    VALIDATOR.validate(as_read(Receipt("missing.xlsx", failed="there is no such file")))


def test_the_published_form_names_every_field_and_the_version() -> None:
    names = [name for name in Receipt.__annotations__ if name != "fails_again"]
    assert [*PUBLISHED["properties"]] == [
        "schema",
        *names,
        "status",
        "total_errors",
        "error_summary",
    ]
    assert [*Receipt("book.xlsx").to_json()] == [*PUBLISHED["properties"]]
    assert PUBLISHED["properties"]["schema"]["const"] == SCHEMA


def test_another_form_is_noticed() -> None:
    wrong = {**Receipt("x", kept=[CellMessage("A1", "why")]).to_json(), "schema": SCHEMA + 1}
    with pytest.raises(ValidationError):
        VALIDATOR.validate(wrong)
