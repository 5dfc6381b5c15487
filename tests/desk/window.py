"""The page of an event, as the one who runs it uses it: on a page of its own, or in a pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.desk.plays import Act

if TYPE_CHECKING:
    from playwright.sync_api import Page

CELLS = "all => all.map(one => [...one.rows].map(row => [...row.cells].map(c => c.textContent)))"
"""What tables show."""


def wait(page: Page) -> None:
    """Until it has done what it was asked."""
    page.wait_for_selector("#working", state="hidden")


def fill_in(page: Page, game: str, act: Act) -> None:
    """Fill in the form of a command, and send it."""
    place = "#new" if act.command == "new" else "#dialog"
    if act.command == "new":
        page.select_option("#game", game)
    else:
        page.click(f":is(#next, #acts) [data-command={act.command}]")
        page.wait_for_selector("#dialog[open]")
    page.locator(f"{place} details").evaluate_all("all => all.forEach(one => one.open = true)")
    for name, value in act.filled.items():
        field = f"{place} [name={name}]"
        if value is True:
            page.check(field)
        elif isinstance(value, list):
            for one in value:
                page.check(f'{field}[value="{one}"]')
        elif page.locator(field).first.evaluate("one => one.tagName") == "SELECT":
            page.select_option(field, value)
        else:
            page.locator(field).first.fill(value)
    page.click(f"{place} button[data-command={act.command}]")
    wait(page)


def type_result(page: Page, at: int, result: str) -> None:
    """Type the result of a board that is shown, with the keyboard alone."""
    board = page.locator(".board").nth(at)
    field = board.locator("[name=score]")
    if field.count():
        field.fill(result)
    else:
        board.locator(f'[data-result="{result}"]').focus()
    page.keyboard.press("Enter")
    wait(page)
