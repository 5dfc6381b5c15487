from __future__ import annotations

import pytest

from tests.templates.calculated import Calculated


@pytest.fixture
def calculated(tmp_path):
    return lambda workbook: Calculated(workbook, tmp_path)
