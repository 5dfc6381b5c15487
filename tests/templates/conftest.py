from __future__ import annotations

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.templates import TEMPLATES


@pytest.fixture
def calculated(tmp_path):
    return lambda workbook: Calculated(workbook, tmp_path)


@pytest.fixture(params=["native", "addin"])
def functions(request):
    """The variants of a workbook that are calculated here."""
    return request.param


@pytest.fixture
def built(calculated):
    """A go workbook with some cells changed, calculated from the beginning."""

    def build(tournament, changes=None, **options):
        workbook = TEMPLATES["go"].build(tournament, **options)
        for place, value in (changes or {}).items():
            name = workbook.defined_names.get(place)
            sheet, cell = (name.attr_text if name else place).replace("$", "").split("!")
            workbook[sheet.strip("'")][cell] = value
        return calculated(workbook)

    return build
