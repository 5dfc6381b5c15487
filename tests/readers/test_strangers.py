"""Files as people have them, of many programs and languages: read right, or refused with a reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from xl_tourney.errors import InputError
from xl_tourney.readers.league import League, TeamRecord, read
from xl_tourney.readers.tables.source import Source


def league(folder: Path, text: str, name: str = "results.csv", **options: Any) -> League:
    path = folder / name
    path.write_text(text, "utf-8")
    return read(Source(path, **options))


RUSSIAN = """М,Команда,И,В,Н,П,Мячи,О
1,Зенит,30,20,8,2,66-18,68
2,Сочи,30,17,5,8,54-30,56
3,Динамо,30,16,5,9,53-41,53
"""
TURKISH = """Sıra,Takım,O,G,B,M,A,Y,AV,P
1,Trabzonspor,38,23,12,3,69,36,33,81
2,Fenerbahçe,38,21,10,7,73,38,35,73
3,Konyaspor,38,20,8,10,66,45,21,68
"""
PORTUGUESE = """Pos,Equipe,P,J,V,E,D,GP,GC,SG
1,Palmeiras,81,38,23,12,3,66,27,39
2,Internacional,73,38,20,13,5,58,31,27
3,Fluminense,70,38,21,7,10,63,41,22
"""
SPANISH = """Pos,Equipo,Pts,PJ,PG,PE,PP,GF,GC,DG
1,Alianza,40,19,12,4,3,30,12,18
2,Melgar,37,19,11,4,4,33,20,13
3,Cristal,36,19,10,6,3,33,15,18
"""
GERMAN = """Pl.,Mannschaft,Sp,S,SOT,SSO,NOT,NSO,N,Tore,Pkt
1,München,52,30,3,2,2,2,13,180:120,104
2,Mannheim,52,28,3,2,3,2,14,170:130,99
3,Berlin,52,27,2,2,2,4,15,165:135,95
"""
AUSTRIAN = """Platz,Team,SP,S,N,OTW,OTL,TORE,PKT
1,Feldkirch,20,12,4,2,2,80:50,42
2,Salzburg,20,11,6,1,2,70:50,37
"""
NORTH_AMERICAN = """Rank,Team,GP,W,L,OT,PTS,P%,GF,GA,DIFF
1,NYR New York Rangers,82,55,23,4,114,.695,282,229,53
2,CAR Carolina Hurricanes,82,52,23,7,111,.677,279,216,63
"""


@pytest.mark.parametrize(
    ("text", "first", "placed_by"),
    [
        (RUSSIAN, TeamRecord("Зенит", 20, 2, 8), (68, 48, 66)),
        (TURKISH, TeamRecord("Trabzonspor", 23, 3, 12), (81, 33, 69)),
        (PORTUGUESE, TeamRecord("Palmeiras", 23, 3, 12), (81, 39, 66)),
        (SPANISH, TeamRecord("Alianza", 12, 3, 4), (40, 18, 30)),
        (GERMAN, TeamRecord("München", 35, 17), (104, 60, 180)),
        (AUSTRIAN, TeamRecord("Feldkirch", 14, 6), (42, 30, 80)),
        (NORTH_AMERICAN, TeamRecord("New York Rangers", 55, 27), (114, 53, 282)),
    ],
    ids=["ru", "tr", "pt", "es", "de", "at", "nhl"],
)
def test_a_table_with_points_in_any_language_is_placed_by_them(
    tmp_path: Path, text: str, first: TeamRecord, placed_by: tuple[int, ...]
) -> None:
    """The numbers say which column is which, in whatever order."""
    found = league(tmp_path, text)
    assert found.rows[0] == first
    assert tuple(found.figures[name][0] for name in found.placed_by) == placed_by
    rows = [line.split(",") for line in text.splitlines()]
    turned = "\n".join(",".join(reversed(row)) for row in rows)
    again = league(tmp_path, turned)
    assert again.rows == found.rows
    assert [again.figures[name] for name in again.placed_by] == [
        found.figures[name] for name in found.placed_by
    ]


def test_a_team_that_lost_points_does_not_hide_which_column_they_are(tmp_path: Path) -> None:
    rows = [(f"T{n}", 9 - n, n % 3, n - n % 3 + 1) for n in range(1, 8)]
    lines = [f"{t},{w + d + v},{w},{d},{v},{3 * w + d - 6 * (t == 'T4')}" for t, w, d, v in rows]
    found = league(tmp_path, "\n".join(["Equipo,a,b,c,d,e", *lines]))
    assert found.rows == [TeamRecord(t, w, v, d) for t, w, d, v in rows]
    assert found.figures["Points"][3] == 3 * 5 + 1 - 6


TWO_LEAGUES = """phase,home,away,score
North,Ayr,Bath,2-1
North,Bath,Cove,0-0
North,Cove,Ayr,1-3
South,Deal,Epsom,2-2
South,Epsom,Fowey,0-1
South,Fowey,Deal,2-0
"""


def test_one_of_several_leagues_is_chosen_by_what_its_rows_say(tmp_path: Path) -> None:
    says = r'say --only "phase=North" for one of North \(3 rows\), South \(3 rows\)'
    with pytest.raises(InputError, match=says):
        league(tmp_path, TWO_LEAGUES)
    found = league(tmp_path, TWO_LEAGUES, only={"Phase": "south"})
    assert [game.home for game in found.rows] == ["Deal", "Epsom", "Fowey"]
    with pytest.raises(InputError, match=r"no row has “West” under “phase”; say --only"):
        league(tmp_path, TWO_LEAGUES, only={"phase": "West"})
    with pytest.raises(InputError, match=r"has no heading “conf”; it has phase, home"):
        league(tmp_path, TWO_LEAGUES, only={"conf": "West"})
