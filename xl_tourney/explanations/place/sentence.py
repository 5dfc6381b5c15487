"""The sentence that decides: why somebody has a place, and why one is above another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...catalogue.derivation import Step, listing, step
from ...catalogue.expression import Term
from ...catalogue.expression.terms import ORDINAL
from ...grammar.references import Range, column_number
from ...languages import message, say, say_count, spoken
from ...templates.parts.table import Table
from ..book import Area, Book
from ..explanation import Part
from .find import find_ranking
from .ranking import Criterion, Ranked, Ranking, Separation
from .rows import PLACE, StandingsRow, keys_of_columns, side_of

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MOST_NAMED = 2
"""How many who are level are named in the sentence; more are counted."""
_MOST_COMPARED = 12
_GROUPS = {
    "group_name": message("{count} in group {group}"),
    "division_name": message("{count} in division {group}"),
}
"""Columns of standings that count places by themselves, and of how many they are."""
_SIDES = {"NS": message("{count} North-South pairs"), "EW": message("{count} East-West pairs")}


class _Draft:
    """A sentence that is being written: its text, and its terms by a name of their own."""

    def __init__(self) -> None:
        self.terms: dict[str, object] = {}

    def add(self, term: Term) -> str:
        """A term, by the name that it has in the sentence."""
        name = f"term_{len(self.terms)}"
        self.terms[name] = term
        return name

    def placeholder(self, term: Term) -> str:
        """A term as it stands in the sentence."""
        return f"{{{self.add(term)}}}"

    def amount(self, criterion: Criterion, figure: Term) -> str:
        """A figure with what it counts."""
        return criterion.measure.amount(self.add(figure), figure.value)

    def against(self, criterion: Criterion, own: Term, other: Term) -> str:
        """The criterion that separates two, with both figures."""
        measure = criterion.measure
        if measure.is_silent:
            return say("by {criterion}", criterion=measure.called)
        mine, theirs = (measure.figure(self.add(figure)) for figure in (own, other))
        compared = message("by {criterion}, {own} against {other}")
        return say(compared, criterion=measure.called, own=mine, other=theirs)


def is_many(name: Term) -> bool:
    """Whether a name is that of several: “Ann & Bob are”."""
    return " & " in str(name.value)


def place_of(book: Book, player: StandingsRow) -> Term | None:
    """The place of a player; None in a table without places, or before there is one."""
    keys = keys_of_columns(book, player)
    if PLACE not in keys:
        return None
    place = book.term(player.address(keys.index(PLACE)))
    is_place = isinstance(place.value, (int, float)) and not isinstance(place.value, bool)
    return place if is_place else None


def name_of(book: Book, player: StandingsRow) -> Term:
    """The name of a player."""
    return book.name_in_row(player.address(player.table.row_header_column))


def part_on_place(book: Book, player: StandingsRow) -> Part | None:
    """Which place a player has, and criterion by criterion what decides it; None without one."""
    sentence = sentence_on_place(book, player)
    ranked = find_ranking(book, player) if sentence else None
    return Part(sentence, list(steps_on_place(ranked)) if ranked else []) if sentence else None


def sentence_on_place(book: Book, player: StandingsRow) -> Step | None:
    """Which place a player has of how many, and what decides it."""
    place = place_of(book, player)
    if place is None:
        return None
    draft, who = _Draft(), name_of(book, player)
    own = book.table_cell(player.address(keys_of_columns(book, player).index(PLACE)))
    assert own is not None
    count, of = _count(book, own.table, own.at)
    of = say(of, count=draft.placeholder(count)) if of else draft.placeholder(count)
    ranked = find_ranking(book, player)
    separations = list(ranked.ranking.separations(ranked.row)) if ranked else []
    level = separations[-1].after if separations else ()
    plain, ordinal = draft.placeholder(place), f"{{{draft.add(place)}:{ORDINAL}}}"
    many, one = message("{who} are {place} of {count}"), message("{who} is {place} of {count}")
    names = ""
    if level and ranked:
        names = _names(draft, ranked.ranking, level)
        many = message("{who} share place {place} of {count} with {names}")
        one = message("{who} shares place {place} of {count} with {names}")
    known = {"who": draft.placeholder(who), "count": of, "names": names}
    is_plain = level or not spoken().is_english
    begin = say(many if is_many(who) else one, place=plain if is_plain else ordinal, **known)
    because = "; ".join(_reasons(draft, ranked, separations)) if ranked else ""
    is_count = len(separations) == 1 and not level and separations[0].criterion.measure.one
    whole = message("{answer}: {reason}.")
    if not because:
        whole = message("{answer}.")
    elif separations[0].criterion.measure.without:
        whole = message("{answer}, {reason}.")
    elif is_count:
        whole = message("{answer} with {reason}.")
    return step(say(whole, answer=begin, reason=because), **draft.terms)


def _reasons(draft: _Draft, ranked: Ranked, separations: Sequence[Separation]) -> Iterator[str]:
    """What a player has, with whom that is shared, and by what the player is ahead or behind."""
    ranking, row = ranked
    for at, separation in enumerate(separations):
        criterion, before, after = separation
        own = ranking.figure(row, criterion)
        for other in before[:_MOST_COMPARED]:
            draft.add(ranking.keys.at(other, criterion.column))
        if criterion.measure.without:
            yield say(criterion.measure.without)
        elif after and at + 1 == len(separations):
            on_all = message("level on everything, {amount} each")
            on_the_rest = message("{amount} each, and level on all else")
            yield say(on_the_rest if at else on_all, amount=draft.amount(criterion, own))
        elif after:
            named = _names(draft, ranking, after)
            yield say("{amount} like {names}", amount=draft.amount(criterion, own), names=named)
        elif at == 0:
            yield draft.amount(criterion, own)
        else:
            yield _ahead(draft, ranking, row, separation)


def _ahead(draft: _Draft, ranking: Ranking, row: int, separation: Separation) -> str:
    """By what a player is ahead of the others who were level, or behind them, or between."""
    criterion, before, _ = separation
    own, mine = ranking.figure(row, criterion), ranking.key(row, criterion)
    others = sorted(before, key=lambda other: -ranking.key(other, criterion))
    above = [other for other in others if ranking.key(other, criterion) > mine]
    below = others[len(above) :]
    if above and below:
        measure = criterion.measure
        last, first = above[-1], below[0]
        if measure.is_silent:
            return say("placed by {criterion}", criterion=measure.called)
        return say(
            "by {criterion}, {own}, behind {above} with {more} and ahead of {below} with {less}",
            criterion=measure.called,
            own=measure.figure(draft.add(own)),
            above=draft.placeholder(ranking.name(last)),
            more=measure.figure(draft.add(ranking.figure(last, criterion))),
            below=draft.placeholder(ranking.name(first)),
            less=measure.figure(draft.add(ranking.figure(first, criterion))),
        )
    nearest = above[-1] if above else below[0]
    other = ranking.figure(nearest, criterion)
    behind, ahead = message("behind {by}"), message("ahead {by}")
    return say(behind if above else ahead, by=draft.against(criterion, own, other))


def _names(draft: _Draft, ranking: Ranking, rows: Sequence[int], most: int = _MOST_NAMED) -> str:
    """Two names, or how many others there are."""
    count = len(rows)
    if count <= most:
        return listed([draft.placeholder(ranking.name(row)) for row in rows])
    is_word = spoken().is_english and count < len(_NUMBERS)
    number = _NUMBERS[count] if is_word else str(count)
    return say_count("{number} other", "{number} others", count, number=number)


def listed(names: Sequence[str]) -> str:
    """Names in a row: Ann, Bob and Cid."""
    *first, last = names
    return say("{first} and {last}", first=", ".join(first), last=last) if first else last


def _count(book: Book, table: Table, at: int) -> tuple[Term, str]:
    """How many have a place in a table, or on a side of it, and the message for it, if any."""
    places, area = _column(book, table, PLACE)
    counted = f'{area},">0"'
    side = side_of(book, table, at)
    if side:  # each side has places of its own
        sides, its_area = _column(book, table, "side")
        counted += f",{its_area},{side.formula}"
        places = [value for value, other in zip(places, sides) if other == side.value]
    of = _SIDES.get(str(side.value), "") if side else ""
    for key in {column.key for column in table.columns} & {*_GROUPS}:
        own = book.term(book.cell(table, key, at))
        names, its_area = _column(book, table, key)
        counted += f",{its_area},{own.formula}"
        places = [value for value, other in zip(places, names) if other == own.value]
        group = str(own.value).replace("{", "{{").replace("}", "}}")
        of = say(_GROUPS[key], count=say(of) if of else "{count}", group=group)
    count = sum(isinstance(value, (int, float)) for value in places)
    return Term(float(count), f"COUNTIFS({counted})"), of


def _column(book: Book, table: Table, key: str) -> tuple[list[Any], str]:
    """The values of a column of a table, and its cells as formulas name them."""
    column = column_number(table.letter(key))
    area = Area(table.sheet.title, Range(table.first, column, table.last, column))
    return [row[0] for row in book.block(*area)], str(area)


# Two players --------------------------------------------------------------------------------------


def sentence_on_pair(
    ranking: Ranking, above: tuple[Term, int], below: tuple[Term, int], place: Term | None
) -> Step:
    """Why one is above another: what both have, and the first criterion that separates them."""
    draft = _Draft()
    (name, row), (other_name, other_row) = above, below
    level, deciding = ranking.common(row, other_row)
    first, second = draft.placeholder(name), draft.placeholder(other_name)
    if deciding is None:
        at = f" {draft.placeholder(place)}" if place else ""
        share = f"{first} and {second} share place{at}"
        return step(f"{share}: they are level on {_listed(level)}.", **draft.terms)
    begin = f"{first} {'are' if is_many(name) else 'is'} above {second}"
    own, other = (ranking.figure(r, deciding) for r in (row, other_row))
    for at_row in (row, other_row):
        draft.add(ranking.keys.at(at_row, deciding.column))
    if deciding.measure.without:
        return step(f"{begin}: the latter is {deciding.measure.without}.", **draft.terms)
    if level:
        shared = draft.amount(level[0], ranking.figure(row, level[0]))
        by = draft.against(deciding, own, other)
        return step(f"{begin}: {shared} each, ahead {by}.", **draft.terms)
    if deciding.measure.one:
        amount, figure = draft.amount(deciding, own), deciding.measure.figure(draft.add(other))
        return step(f"{begin}: {amount} against {figure}.", **draft.terms)
    return step(f"{begin} {draft.against(deciding, own, other)}.", **draft.terms)


def _listed(criteria: Sequence[Criterion]) -> str:
    text, terms = listing("name", [criterion.measure.name for criterion in criteria], 12)
    return text.format(**terms) if criteria else "everything"


# Criterion by criterion ---------------------------------------------------------------------------


def steps_on_place(ranked: Ranked) -> Iterator[Step]:
    """One criterion after the other: who has what among those who were still level."""
    ranking, row = ranked
    for criterion, before, after in ranking.separations(row):
        if criterion.measure.without:
            continue
        own = ranking.figure(row, criterion)
        draft, name = _Draft(), ranking.name(row)
        known = {
            "criterion": _name(criterion),
            "who": draft.placeholder(name),
            "figure": criterion.measure.figure(draft.add(own)),
        }
        nearest = _nearest(ranking, row, criterion, before)
        if criterion.measure.is_silent:
            text = say("{criterion}: it places {who}", **known)
        elif len(after) == len(before):
            text = say("{criterion}: all of them have {figure}", **known)
        else:
            has = message("{criterion}: {who} has {figure}")
            have = message("{criterion}: {who} have {figure}")
            text = say(have if is_many(name) else has, **known)
            if after:
                names = _names(draft, ranking, after, _MOST_SHOWN)
                text = say("{figures} like {names}", figures=text, names=names)
            for other in (other for other in nearest if other not in after):
                shown = criterion.measure.figure(draft.add(ranking.figure(other, criterion)))
                text += f", {draft.placeholder(ranking.name(other))} {shown}"
        yield step(say("{answer}.", answer=text), **draft.terms)


def steps_on_pair(
    ranking: Ranking, above: tuple[Term, int], below: tuple[Term, int]
) -> Iterator[Step]:
    """Each criterion on which two are level, and the one that separates them."""
    (name, row), (other_name, other_row) = above, below
    level, deciding = ranking.common(row, other_row)
    for criterion in level:
        value, other = (ranking.figure(r, criterion) for r in (row, other_row))
        figure = criterion.measure.figure("value")
        sentence = f"{_name(criterion)}: both have {figure}."
        yield step(sentence, other=other, label=criterion.label, value=value)
    if deciding is None or deciding.measure.without or deciding.measure.is_silent:
        return
    measure = deciding.measure
    yield step(
        f"{_name(deciding)}: {{above}} {_have(name)} {measure.figure('value')}, "
        f"{{below}} {measure.figure('other')}.",
        above=name,
        below=other_name,
        label=deciding.label,
        value=ranking.figure(row, deciding),
        other=ranking.figure(other_row, deciding),
    )


def _name(criterion: Criterion) -> str:
    name = criterion.measure.called
    return f"{name[:1].upper()}{name[1:]}"


def _have(name: Term) -> str:
    return "have" if is_many(name) else "has"


def _nearest(ranking: Ranking, row: int, criterion: Criterion, before: Sequence[int]) -> list[int]:
    """Those of a group to compare somebody with: all of a small one, of others the next ones."""
    others = sorted(before, key=lambda other: -ranking.key(other, criterion))
    if len(others) <= _MOST_SHOWN:
        return others
    mine = ranking.key(row, criterion)
    above = [other for other in others if ranking.key(other, criterion) > mine][-1:]
    below = [other for other in others if ranking.key(other, criterion) < mine][:1]
    return [*above, *below]


_MOST_SHOWN = 5
