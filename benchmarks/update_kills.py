"""Kill ``xl-tourney update`` at random moments: the old or the new workbook is left, and a backup.

python benchmarks/update_kills.py [KILLS]
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from openpyxl import load_workbook

HEADINGS = "player_a,player_b,games,tps_a,tps_b"
COMMAND = (sys.executable, "-m", "xl_tourney")


def kill_updates(folder: Path, moments: Sequence[float]) -> dict[str, int]:
    """Kill updates after shares of the time that one takes; which workbook each has left."""
    data, book = folder / "matches.csv", folder / "group.xlsx"
    data.write_text(f"{HEADINGS}\nAda,Bob,3,45,15\n", "utf-8")
    new = (*COMMAND, "new", "tantrix", "--data", str(data), "-o", str(book))
    subprocess.run(new, check=True, capture_output=True)
    old = book.read_bytes()
    data.write_text(f"{HEADINGS}\nAda,Bob,3,44,16\nBob,Cy,3,40,20\n", "utf-8")
    update = (*COMMAND, "update", str(book), "--data", str(data))
    started = time.monotonic()
    subprocess.run(update, check=True, capture_output=True)
    whole = time.monotonic() - started
    new_content = book.read_bytes()
    backup = folder / "group.bak.xlsx"
    found = {"old": 0, "new": 0}
    for moment in moments:
        backup.unlink(missing_ok=True)
        book.write_bytes(old)
        process = subprocess.Popen(update, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(moment * whole)
        process.kill()
        process.wait()
        content = book.read_bytes()
        assert content in (old, new_content)
        found["new" if content == new_content else "old"] += 1
        if backup.exists():
            assert backup.read_bytes() == old and load_workbook(backup).sheetnames
        else:
            assert content == old
    return found


def main(kills: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        found = kill_updates(Path(name), [random.uniform(0.3, 1.1) for _ in range(kills)])
    print(f"{kills} kills: {found['old']} left the old workbook, {found['new']} the new one")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
