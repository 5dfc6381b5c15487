from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.templates.calculated import Calculated
from xl_tourney.templates import TEMPLATES


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every case of a test is one of native formulas; the first also of those of the add-in.

    That both show the same, checks and all, is asked of samples and of random tournaments.
    """
    seen: set[str] = set()
    again = []
    for item in items:
        values = list(getattr(item, "callspec", NO_CASE).params.values())
        if "addin" in values and len(values) > 1 and HERE in item.path.parents:
            name = item.nodeid.partition("[")[0]
            if name in seen:
                again.append(item)
            seen.add(name)
    if again:
        left_out = set(again)
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=again)


HERE = Path(__file__).parent
NO_CASE = SimpleNamespace(params={})


@pytest.fixture
def calculated(tmp_path):
    return lambda workbook: Calculated(workbook, tmp_path)


@pytest.fixture(scope="module")
def _books(tmp_path_factory):
    """The workbooks of one file of tests, by template, results and options: each is built once."""
    books: dict[str, Calculated] = {}

    def book(template, results=None, **options):
        key = f"{template.name} {id(results)} {options}"
        if key not in books:
            built = template.build(results, **options)
            books[key] = Calculated(built, tmp_path_factory.mktemp(template.name))
            books[key].results = results  # so that its id stays its own
        return books[key]

    return book


@pytest.fixture(scope="module")
def changed(_books):
    """A workbook with some cells changed: built once for many tests, the cells are put back."""

    @contextmanager
    def change(template, results, changes, **options):
        book = _books(template, results, **options)
        if not all(map(book.is_input, changes)):  # the formula of a cell cannot be put back
            yield book.reloaded().change(changes)
            return
        before = {place: book.typed(place) for place in changes}
        try:
            yield book.change(changes)
        finally:  # what depends on a spill range is one evaluation late; all else may wait
            restore = book.change if options.get("functions") == "addin" else book.type
            restore(before)

    return change


@pytest.fixture
def opened(_books):
    """A workbook to do with as one likes: built once for many tests, loaded for each."""
    return lambda template, results=None, **options: _books(template, results, **options).reloaded()


@pytest.fixture(params=["native", "addin"])
def functions(request):
    """The variants of a workbook that are calculated here."""
    return request.param


@pytest.fixture
def built(opened):
    """A go workbook with some cells changed, calculated from the beginning."""

    def build(tournament, changes=None, **options):
        book = opened(TEMPLATES["go"], tournament, **options)
        book.type(changes or {})
        return book

    return build
