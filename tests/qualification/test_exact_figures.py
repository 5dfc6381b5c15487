"""Which workbooks get exact figures of their race."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from xl_tourney.qualification.exact_figures import with_exact_figures


def test_a_workbook_without_their_columns_is_not_opened() -> None:
    other: Any = SimpleNamespace(columns=[SimpleNamespace(key="name")])
    assert with_exact_figures(b"no workbook", "a.xlsx", [other]) is None
    theirs: Any = SimpleNamespace(columns=[*other.columns, SimpleNamespace(key="known_best_place")])
    with pytest.raises(Exception, match="zip"):
        with_exact_figures(b"no workbook", "a.xlsx", [other, theirs])
