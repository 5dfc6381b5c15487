"""Which files of a watched folder are dealt with, and when."""

from __future__ import annotations

import os
import sys
from threading import Event
from types import SimpleNamespace

import pytest

from xl_tourney.errors import TourneyError
from xl_tourney.publication.site.folder import find_books
from xl_tourney.updates.watch import (
    SETTLED_SECONDS,
    FileChange,
    Handled,
    WatchedFolder,
    read_version,
    watch,
)


class Season:
    """A folder, and the time that its watcher believes."""

    def __init__(self, path) -> None:
        self.path = path
        self.files = WatchedFolder(lambda: find_books(path))
        self.now = 0.0
        self.saved = 1000

    def save(self, name: str, text: str = "") -> None:
        self.saved += 1
        path = self.path / name
        path.write_text(text or str(self.saved))
        os.utime(path, (self.saved, self.saved))

    def look(self, outcome: Handled = Handled()) -> list[str]:  # noqa: B008
        """What is due now; all of it gets the same outcome."""
        found = []
        for change, version in self.files.find_due(self.now):
            found.append(change.file.name)
            self.files.finish(change, version, outcome)
        return found

    def wait(self, outcome: Handled = Handled()) -> list[str]:  # noqa: B008
        """What is due once the files have settled."""
        early = self.look(outcome)
        self.now += 2 * SETTLED_SECONDS
        return early + self.look(outcome)


@pytest.fixture
def season(tmp_path):
    season = Season(tmp_path)
    season.save("club.xlsx")
    season.save("cup.xlsx")
    assert season.wait() == ["club.xlsx", "cup.xlsx"]
    return season


def test_a_file_is_dealt_with_once_it_has_settled(season) -> None:
    season.save("club.csv", "player_a,pla")
    assert season.look() == []
    season.now += SETTLED_SECONDS / 2
    season.save("club.csv", "player_a,player_b")
    assert season.look() == []
    season.now += SETTLED_SECONDS / 2
    assert season.look() == [], "it was written meanwhile"
    season.now += 2 * SETTLED_SECONDS
    assert season.look() == ["club.csv"]
    assert season.wait() == []


def test_a_file_of_results_belongs_to_the_workbook_of_the_same_name(season) -> None:
    for name in ("club.h9", "cup.trf", "other.csv", "club.html", "club.json", "club2.csv"):
        season.save(name)
    assert season.wait() == ["club.h9", "cup.trf"]


def test_locks_backups_and_files_being_written_are_no_workbooks(season) -> None:
    for name in ("~$club.xlsx", ".~lock.club.xlsx#", "club.bak.xlsx", "club.bak2.xlsx",
                 ".host-12-ab.xl-tourney", "._club.xlsx"):  # fmt: skip
        season.save(name)
    assert season.wait() == []


def test_what_was_written_by_oneself_is_no_change(season) -> None:
    season.save("club.csv")
    season.look()
    season.now += 2 * SETTLED_SECONDS
    ((change, version),) = season.files.find_due(season.now)
    assert change == FileChange(season.path / "club.xlsx", season.path / "club.csv")
    season.save("club.xlsx", "updated")
    season.files.finish(change, version, Handled(read_version(change.book)))
    assert season.wait() == []
    season.save("club.xlsx", "typed by a person")
    assert season.wait() == ["club.xlsx"]


def test_results_of_an_open_workbook_wait_until_it_is_closed(season) -> None:
    season.save("club.csv")
    season.save("~$club.xlsx")
    assert season.wait(Handled(waits=True)) == ["club.csv"]
    assert season.wait() == []
    (season.path / "~$club.xlsx").unlink()
    assert season.wait() == ["club.csv"] and season.wait() == []


def test_results_that_could_not_be_used_are_tried_again_when_a_file_changes(season) -> None:
    season.save("club.csv")
    assert season.wait(Handled(failed=True)) == ["club.csv"]
    assert season.wait() == []
    season.save("club.xlsx")
    assert season.wait() == ["club.csv", "club.xlsx"]
    season.save("club.xlsx")
    assert season.wait() == ["club.xlsx"]


def test_results_older_than_their_workbook_do_not_replace_what_was_typed(tmp_path) -> None:
    season = Season(tmp_path)
    season.save("club.csv")
    season.save("club.xlsx")
    season.save("cup.xlsx")
    season.save("cup.csv")
    season.files.skip_older_results()
    assert season.wait() == ["cup.csv", "club.xlsx", "cup.xlsx"]


def test_a_workbook_that_is_gone_is_forgotten(season) -> None:
    (season.path / "cup.xlsx").unlink()
    season.save("cup.csv")
    assert season.wait() == []
    season.save("cup.xlsx")
    assert season.wait() == ["cup.csv", "cup.xlsx"]


def test_what_is_at_work_is_finished_when_it_shall_stop(tmp_path, monkeypatch) -> None:
    """Ctrl-C sets the event and interrupts nothing; the folder is looked at while nothing comes."""
    season, stop, handled = Season(tmp_path), Event(), []
    season.save("club.xlsx")
    season.save("cup.xlsx")
    asked = {}

    def looks(folder, **options):
        asked.update(options, folder=folder)
        for now in (0.0, SETTLED_SECONDS, 2 * SETTLED_SECONDS):
            season.now = now
            yield set()

    def handle(change) -> Handled:
        handled.append(change.file.name)
        stop.set()
        return Handled()

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=looks))
    monkeypatch.setattr("time.monotonic", lambda: season.now)
    watch(tmp_path, lambda: find_books(tmp_path), handle, stop)
    assert handled == ["club.xlsx"]
    assert (asked["folder"], asked["stop_event"]) == (tmp_path, stop)
    assert asked["yield_on_timeout"] and not asked["raise_interrupt"] and not asked["recursive"]


def test_a_folder_that_cannot_be_watched_is_said(tmp_path, monkeypatch) -> None:
    def fails(folder, **options):
        raise OSError(28, "No space left on device")
        yield

    monkeypatch.setitem(sys.modules, "watchfiles", SimpleNamespace(watch=fails))
    with pytest.raises(TourneyError, match=r"cannot be watched \(No space left on device\)"):
        watch(tmp_path, lambda: [], lambda change: Handled(), Event())
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    with pytest.raises(TourneyError, match=r"needs the extra; pip install 'xl-tourney\[watch\]'"):
        watch(tmp_path, lambda: [], lambda change: Handled(), Event())
