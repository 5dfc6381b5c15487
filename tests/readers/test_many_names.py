"""Names that met are told apart by the tables they sat at, not by listing every two who did."""

from __future__ import annotations

from collections import Counter

from xl_tourney.readers.bridge.read import read
from xl_tourney.readers.tables import names


def test_a_large_field_is_read_in_proportion_to_its_rows(tmp_path, monkeypatch) -> None:
    looked: Counter[str] = Counter()
    spelled = names.Spellings.__getitem__
    monkeypatch.setattr(
        names.Spellings,
        "__getitem__",
        lambda self, name: looked.update([name]) or spelled(self, name),
    )
    pairs, boards = 60, 6
    rows = [
        f"{board},{pair},{pair + pairs},{50 * pair}"
        for board in range(1, boards + 1)
        for pair in range(1, pairs + 1)
    ]
    path = tmp_path / "session.csv"
    path.write_text("\n".join(["board,ns,ew,score", *rows]), encoding="utf-8")
    assert len(read(path).lines) == len(rows)
    assert looked.total() <= 6 * len(rows)
