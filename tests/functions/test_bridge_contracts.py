"""What contracts score in duplicate bridge: figures of the published score tables."""

from __future__ import annotations

import pytest

from xl_tourney.functions.bridge.contracts import (
    DEALERS,
    VULNERABILITY,
    Contract,
    all_contracts,
    penalty,
)

MADE = {
    "1C": (70, 70), "2D": (90, 90), "5C": (400, 600), "5DX": (550, 750), "2CXX": (560, 760),
    "1H": (80, 80), "2S": (110, 110), "3H": (140, 140), "4S": (420, 620), "4SX": (590, 790),
    "4SXX": (880, 1080), "2HX": (470, 670), "1N": (90, 90), "1NX": (180, 180),
    "1NXX": (560, 760), "2N": (120, 120), "2NX": (490, 690), "3N": (400, 600),
    "3NX": (550, 750), "6C": (920, 1370), "6S": (980, 1430), "6N": (990, 1440),
    "6SX": (1210, 1660), "7D": (1440, 2140), "7H": (1510, 2210), "7N": (1520, 2220),
    "7NXX": (2280, 2980),
}  # fmt: skip
"""Not vulnerable and vulnerable, with just the tricks of the contract."""

MORE = {("3N", 10): (430, 630), ("4SX", 11): (690, 990), ("2HXX", 10): (1040, 1640),
        ("1C", 13): (190, 190), ("2DX", 9): (280, 380)}  # fmt: skip
DOWN = {
    0: ((50, 100, 150, 200, 650), (100, 200, 300, 400, 1300)),
    1: ((100, 300, 500, 800, 3500), (200, 500, 800, 1100, 3800)),
    2: ((200, 600, 1000, 1600, 7000), (400, 1000, 1600, 2200, 7600)),
}
"""Down one, two, three, four and all thirteen."""

CONTRACTS = {contract.code: contract for contract in all_contracts()}


def test_every_contract_is_listed_once() -> None:
    assert len(CONTRACTS) == 7 * 5 * 3


@pytest.mark.parametrize("code", MADE)
def test_contracts_that_are_made(code: str) -> None:
    contract = CONTRACTS[code]
    assert (contract.made(False), contract.made(True)) == MADE[code]
    assert contract.score(contract.tricks_due, True) == MADE[code][1]


@pytest.mark.parametrize(("code", "tricks"), MORE)
def test_overtricks(code: str, tricks: int) -> None:
    scores = tuple(CONTRACTS[code].score(tricks, vulnerable) for vulnerable in (False, True))
    assert scores == MORE[code, tricks]


@pytest.mark.parametrize("doubled", DOWN)
def test_undertricks(doubled: int) -> None:
    for vulnerable, published in zip((False, True), DOWN[doubled]):
        found = tuple(penalty(down, doubled, vulnerable) for down in (1, 2, 3, 4, 13))
        assert found == published
        assert Contract(7, "N", doubled).score(0, vulnerable) == -published[-1]


def test_the_cycle_of_sixteen_boards() -> None:
    assert len(VULNERABILITY) == 16 and len(DEALERS) == 4
    vulnerable = {
        side: [n for n, who in enumerate(VULNERABILITY, 1) if who in (side, "All")]
        for side in ("NS", "EW")
    }
    assert vulnerable["NS"] == [2, 4, 5, 7, 10, 12, 13, 15]
    assert vulnerable["EW"] == [3, 4, 6, 7, 9, 10, 13, 16]
