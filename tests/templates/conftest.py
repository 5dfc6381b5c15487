from __future__ import annotations

from contextlib import contextmanager
from functools import cache

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.templates import TEMPLATES


@pytest.fixture
def calculated(tmp_path):
    return lambda workbook: Calculated(workbook, tmp_path)


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A workbook with some cells changed: built once for many tests, the cells are put back."""
    books: dict[str, Calculated] = {}

    @contextmanager
    def change(template, results, changes, **options):
        key = f"{template.name} {id(results)} {options}"
        if key not in books:
            built = template.build(results, **options)
            books[key] = Calculated(built, tmp_path_factory.mktemp(template.name))
            books[key].results = results  # so that its id stays its own
        book = books[key]
        if not all(map(book.is_input, changes)):  # the formula of a cell cannot be put back
            yield book.reloaded().change(changes)
            return
        before = {place: book[place] for place in changes}
        try:
            yield book.change(changes)
        finally:
            book.change({place: None if value == "" else value for place, value in before.items()})

    return change


@pytest.fixture(params=["native", "addin"])
def functions(request):
    """The variants of a workbook that are calculated here."""
    return request.param


@pytest.fixture(scope="module")
def _books(tmp_path_factory):
    """The go workbooks of one file of tests, by tournament and options: each is built once."""

    @cache
    def book(tournament, *options):
        workbook = TEMPLATES["go"].build(tournament, **dict(options))
        return Calculated(workbook, tmp_path_factory.mktemp("go"))

    return book


@pytest.fixture
def built(_books):
    """A go workbook with some cells changed, calculated from the beginning."""

    def build(tournament, changes=None, **options):
        book = _books(tournament, *options.items()).reloaded()
        book.type(changes or {})
        return book

    return build
