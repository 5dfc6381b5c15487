"""The scores of a game, in one cell or in two, and what stands in place of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ...results_csv import CsvRow, CsvTable
from ...values import OVERTIME, REGULAR_TIME, SHOOTOUT, TO_PLAY, WALKOVER, find_word
from ..dates import month_of
from .sides import SCORES, TWO_SIDES, is_time

_SCORE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[-:–x×]\s*(\d+(?:[.,]\d+)?)\s*(.*)", re.IGNORECASE)
_HALF_TIME = re.compile(r"[(\[]\s*(\d+)\s*[-:–]\s*(\d+)\s*[)\]]")
"""The score at half time, behind the final one."""
_MOST_GOALS = 15
"""No more goals than in any game of football or hockey; handball and basketball have more."""


Scores = tuple[float | None, float | None]
"""The scores of a game; None, both, where it is still to be played."""


@dataclass(frozen=True)
class LeagueGame:
    """One game between two teams."""

    home: str
    away: str
    home_score: float | None
    """None, like the other score, where it is still to be played."""
    away_score: float | None
    round: str = ""
    overtime: str = ""
    """Not blank where it was decided after regular time."""
    home_second: float | None = None
    """Another figure of each side, such as tries, points in sets, or overs."""
    away_second: float | None = None
    home_wickets: float | None = None
    away_wickets: float | None = None
    home_bonus: float | None = None
    away_bonus: float | None = None
    group: str = ""
    """The group that both teams are in; blank where there is none, or they are in two."""
    sets: str = ""
    """The points of each set such as 11-7 8-11 11-5, of which the scores are the sets won."""
    boards: str = ""
    """The score of each single game of a match of teams such as 1-0 ½-½; the scores are added."""
    home_group: str = ""
    """The group of either team, such as its division, where they may be in two."""
    away_group: str = ""

    @property
    def groups(self) -> tuple[tuple[str, str], ...]:
        """Either team with its group, as far as the game says it."""
        both = (self.home, self.home_group), (self.away, self.away_group)
        return tuple((team, own or self.group) for team, own in both if own or self.group)

    @property
    def is_tied(self) -> bool:
        """Whether it was played, and ended level."""
        return self.home_score is not None and self.home_score == self.away_score

    @property
    def brings(self) -> tuple[str, ...]:
        """What it has beside scores."""
        return tuple(
            what
            for what in ("second", "wickets", "bonus")
            if (getattr(self, f"home_{what}"), getattr(self, f"away_{what}")) != (None, None)
        )


def without_times(table: CsvTable, rows: Sequence[CsvRow]) -> list[CsvRow]:
    """The rows without the times of games to be played that stand in place of their scores.

    A text such as 15:30 is a time where all texts are, or where all scores are small.
    """
    texts = [row.text("score") for row in rows]
    scores = {text for text in texts if text and not is_time(text)}
    goals = [int(goal) for text in scores for goal in re.findall(r"\d+", text)]
    times = {text for text in texts if is_time(text)}
    if not times or max(goals, default=0) > _MOST_GOALS or (not scores and len(times) < 2):
        return list(rows)
    table.reading.notes.append(
        f"texts such as {min(times)} in {table.describe('score')} are taken for the times of games "
        "to be played"
    )
    return [
        row.with_cells({"score": ""}) if text in times else row for row, text in zip(rows, texts)
    ]


def parse_scores(row: CsvRow) -> tuple[float | None, float | None, str]:
    """Both scores of a game, none where it is still to be played; the word of overtime behind."""
    score = row.text("score")
    written = [text for text in map(row.text, ("score", *SCORES)) if text]
    if all(find_word(text, TO_PLAY) for text in written):
        return None, None, ""
    walkover = next((text for text in written if find_word(text, WALKOVER)), None)
    if walkover:
        raise row.error(
            f"“{walkover}” does not say who won; write the score that your rules give, such as 3-0"
        )
    sides = tuple(_parse_side(row, side) for side in SCORES if row.text(side))
    if score:
        *both, late = _parse_score(row, score)
        if sides and sides != tuple(both):
            raise row.error(
                f"score is “{score}”, but home_score and away_score are "
                f"{' and '.join(f'{side:g}' for side in sides)}; correct one of them"
            )
        return both[0], both[1], late
    return _parse_side(row, "home_score"), _parse_side(row, "away_score"), ""


_EXTRA = ("home_extra", "away_extra")


def are_added(rows: Sequence[CsvRow]) -> bool:
    """Whether the goals of extra time are without those before: somewhere they are fewer."""
    return any(
        (row.optional_number(extra) or 0) < (row.optional_number(score) or 0)
        for row in rows
        if all(map(row.text, _EXTRA)) and all(map(row.text, SCORES))
        for extra, score in zip(_EXTRA, SCORES)
    )


def after_regular_time(row: CsvRow, scores: Scores, is_added: bool) -> tuple[Scores, str]:
    """The scores after extra time, and the word of overtime, or who won the shootout.

    The columns are those that a file has beside the scores: what each side scored then.
    """
    home, away = scores
    decided = ""
    if all(map(row.text, _EXTRA)) and home is not None and away is not None:
        own, other = (row.required_number(one) for one in _EXTRA)
        home, away = (home + own, away + other) if is_added else (own, other)
        decided = "AET"
    sides = [row.text(f"{side}_shootout") for side in TWO_SIDES]
    shootout = row.text("shootout")
    if found := _SCORE.fullmatch(shootout):
        sides, shootout = [found[1], found[2]], ""
    if all(map(str.isdecimal, sides)) and sides[0] != sides[1]:
        return (home, away), row.text("home" if int(sides[0]) > int(sides[1]) else "away")
    if shootout and find_word(shootout, REGULAR_TIME) != REGULAR_TIME:
        decided = shootout if find_word(shootout, SHOOTOUT) else "SO"
    return (home, away), decided


_DAY = re.compile(
    r"(?P<day>\d{1,2})[-. ]+(?P<name>[^\W\d_]{3,4})\.?"
    r"|(?P<first>[^\W\d_]{3,4})[-. ]+(?P<last>\d{1,2})"
)


def with_scores_of_dates(table: CsvTable, rows: Sequence[CsvRow]) -> list[CsvRow]:
    """The rows with scores in place of the dates that a spreadsheet has made of them.

    Which number was first is told by scores that it left, such as 13-2, which is no month and day
    in one of the orders; else by a person, as in ``--map score=score_day_first``.
    """
    field = next((f for f in ("score_day_first", "score_month_first") if f in table), "score")
    texts = [row.text(field) for row in rows]
    days = {text: day for text in texts if (day := _day_of(text))}
    left = [tuple(map(int, s)) for text in texts if (s := re.findall(r"\d+", text)) and len(s) == 2]
    left = [score for score in left if all(score)]
    is_day = any(a <= 12 < b <= 28 for a, b in left) or field == "score_day_first"
    is_month = any(b <= 12 < a <= 28 for a, b in left) or field == "score_month_first"
    if not days or is_day == is_month:
        return list(rows)
    example = min(days)
    scores = {
        text: f"{day}-{month}" if is_day else f"{month}-{day}"
        for text, (month, day) in days.items()
    }
    table.reading.notes.append(
        f"dates in {table.describe(field)} are the scores that a spreadsheet made them of: "
        f"{example} is {scores[example]}"
    )
    return [row.with_cells({"score": scores.get(text, text)}) for row, text in zip(rows, texts)]


def _day_of(text: str) -> tuple[int, int] | None:
    """The month and the day of a date without its year: 2024-01-02, 02-Jan, Jan 2."""
    if iso := re.fullmatch(r"\d{4}-(\d\d)-(\d\d)(?:[ T].*)?", text):
        return int(iso[1]), int(iso[2])
    found = _DAY.fullmatch(text)
    month = month_of((found["name"] or found["first"])[:3]) if found else 0
    return (month, int(found["day"] or found["last"])) if found and month else None


def points_of_sets(text: str) -> list[tuple[int, int]]:
    """The points of each set in a text; none where it cannot be read.

    >>> points_of_sets("6-4 3-6 7-6(4)"), points_of_sets("11:7, 8:11"), points_of_sets("three")
    ([(6, 4), (3, 6), (7, 6)], [(11, 7), (8, 11)], [])
    """
    plain = re.sub(r"^\((.*)\)$|[\[\]]", r"\1", text.strip())
    texts = re.split(r"[\s,;/]+", re.sub(r"\s*([-:–−])\s*|\s+(?=\()", r"\1", plain))
    found = [re.fullmatch(r"(\d+)[-:–−](\d+)(?:\(\d+\))?", one) for one in texts]
    return [(int(one[1]), int(one[2])) for one in found if one] if all(found) else []


def without_fractions(text: str) -> str:
    """A text with decimals in place of halves."""
    text = re.sub(r"(?<!\d)1/2(?=[-:–])|(?<=[-:–])1/2(?!\d)", "½", text)
    return re.sub(r"(\d*)½", lambda found: f"{found[1] or 0}.5", text)


def count_sets(sets: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """How many sets each side won."""
    return float(sum(a > b for a, b in sets)), float(sum(a < b for a, b in sets))


def is_result(sets: Sequence[tuple[float, float]], to_win: float) -> bool:
    """Whether a pair of numbers is a result, and not the points of a set.

    >>> is_result([(3, 1)], 3), is_result([(2, 2)], 3), is_result([(11, 7)], 3)
    (True, True, False)
    """
    return len(sets) == 1 and (max(sets[0]) == to_win or sets[0] == (to_win - 1, to_win - 1))


def parse_sets(
    row: CsvRow, scores: tuple[float | None, float | None]
) -> tuple[tuple[float, float], tuple[float, float]]:
    """The score of a game, and the points of each side, of a text such as 11-7 8-11 11-5.

    Where a score is given, too, the sets may be fewer: somebody gave up.
    """
    sets = points_of_sets(row.text("sets"))
    if not sets or any(own == other for own, other in sets):
        raise row.error(
            f"{row.heading('sets')} must be the points of each set such as 11-7 8-11 11-5, not "
            f"“{row.text('sets')}”; correct it"
        )
    points = float(sum(own for own, _ in sets)), float(sum(other for _, other in sets))
    won = count_sets(sets)
    home, away = scores
    if home is None or away is None:
        return won, points
    is_given_up = won[0] <= home and won[1] <= away and max(won) < max(home, away)
    if (home, away) != won and not is_given_up:
        raise row.error(
            f"the score is {home:g}-{away:g}, but {row.heading('sets')} gives "
            f"{won[0]:g}-{won[1]:g}; correct one of them"
        )
    return (home, away), points


def _parse_score(row: CsvRow, score: str) -> tuple[float, float, str]:
    """Both scores in a text such as 2-1, 2:1 n.V. or 2:1 (1:0), and the word of overtime in it."""
    found = _SCORE.fullmatch(without_fractions(score))
    if found:
        home, away = (float(text.replace(",", ".")) for text in found.group(1, 2))
        late = found[3]
        half = _HALF_TIME.search(late)
        if half and int(half[1]) <= home and int(half[2]) <= away:
            late = " ".join(late.replace(half[0], "").split())
            row.note("the scores in brackets are taken for those at half time, and not used")
        if not late or find_word(late, OVERTIME):
            return home, away, late
    name = row.heading("score")
    if day := _day_of(score):
        heading = row.table.heading_of("score") if row.table else "score"
        choices = [f'--map "{heading}=score_{first}_first"' for first in ("day", "month")]
        raise row.error(
            f"{name} is the date {score}, which a spreadsheet makes of a score; say {choices[0]} "
            f"if it was {day[1]}-{day[0]}, or {choices[1]} if it was {day[0]}-{day[1]}"
        )
    raise row.error(f"{name} must be two numbers such as 2-1 or 2-1 OT, not “{score}”; correct it")


def _parse_side(row: CsvRow, side: str) -> float:
    if re.fullmatch(r"\d+\s*[:\-–]\s*\d+", written := row.text(side)):
        raise row.error(
            f"{row.heading(side)} holds both scores, “{written}”; write one in each column, or say "
            f'--map "{row.heading(side)}=score" and leave the other column out'
        )
    score = float(without_fractions(written)) if "½" in written else row.required_number(side)
    if score < 0:
        raise row.error(f"{side} must not be negative, and is {score:g}; correct it")
    return score
