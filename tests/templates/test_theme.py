"""Everything that is written can be read."""

from __future__ import annotations

import pytest

from xl_tourney.templates.parts import theme
from xl_tourney.templates.parts.workbook import new_sheet, new_workbook


def _luminance(colour: str) -> float:
    """As the WCAG define it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_contrast_of_black_on_white() -> None:
    assert contrast("000000", "FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("name", theme.STYLES)
def test_every_look_has_enough_contrast(name) -> None:
    look = theme.STYLES[name]
    assert contrast(look.text, look.paper) >= 4.5


def test_a_sheet_is_protected_and_printed_one_page_wide() -> None:
    """Who may not type into a formula may still widen its column."""
    workbook = new_workbook("Cup", "addin")
    sheet = new_sheet(workbook, "Standings")
    assert sheet.protection.sheet and not sheet.sheet_view.showGridLines
    assert not sheet.protection.formatColumns and not sheet.protection.formatRows
    setup = sheet.page_setup
    assert setup.paperSize == 9  # A4
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (setup.fitToWidth, setup.fitToHeight) == (1, 0)  # as many pages down as it takes
    assert sheet.print_options.horizontalCentered
    edges = sheet.page_margins  # in inches: a header has room above the table, a footer below
    assert (edges.left, edges.right, edges.top, edges.bottom) == (0.5, 0.5, 0.75, 0.7)
    assert edges.header == edges.footer == 0.35
    assert (sheet.oddHeader.right.text, sheet.oddFooter.right.text) == ("&A", "Page &P of &N")
    assert (sheet.sheet_state, new_sheet(workbook, "Rounds").sheet_state) == (
        *("visible", "hidden"),
    )


def test_excel_does_not_calculate_a_workbook_when_it_opens_it() -> None:
    """It would write #NAME? over the values where our functions are not installed."""
    calculation = new_workbook("Cup").calculation
    assert calculation.fullCalcOnLoad is False
    assert calculation.calcId == 191029  # of Excel 2019 and later; of an older one it calculates
