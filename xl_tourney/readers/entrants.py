"""The entrants in a file, by their names: byes, and several entrants with the same name."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from ..errors import InputError, OptionError
from .results_csv import CsvRow, CsvTable
from .tables.names import NameQuestion, Spellings, UnclearNameError, look, name_key, near_rows
from .tables.source import Source

BYE_NAMES = ("bye", "freilos", "spielfrei")
"""The names that files have for a bye."""


def is_bye(name: str) -> bool:
    """Whether a name stands for a bye: nobody plays then.

    >>> is_bye("BYE"), is_bye("Byers")
    (True, False)
    """
    return name.casefold() in BYE_NAMES


class EntrantNames:
    """The name of each entrant of a file; entrants of the same name have their clubs behind it.

    It is made from all names and clubs in the file, which may repeat; a blank club is not known.
    Spellings that differ in accents, signs or the order of the names are one name.
    """

    def __init__(self, table: CsvTable, entrants: Iterable[tuple[str, str]]) -> None:
        listed = list(entrants)
        self._spellings = Spellings((name for name, _ in listed), table.source.same)
        self._known = table.source.known_names
        self._file = table.file
        self._clubs: dict[str, dict[str, str]] = {}
        for name, club in listed:
            clubs = self._clubs.setdefault(self._spellings[name].casefold(), {})
            if club:
                clubs.setdefault(club.casefold(), club)

    def find(self, row: CsvRow, name: str, column: str) -> str:
        """The name of an entrant whose club is in a column of a row."""
        right = self._spellings[name]
        if right != name:
            row.note(f"“{name}” is taken for {right}")
        clubs, club = self._clubs[right.casefold()], row.text(column)
        if len(clubs) < 2:
            return right
        if not club:
            several = " or ".join(clubs.values())
            raise row.error(f"{right} may be the one of {several}; fill in {column}")
        return f"{right} ({clubs[club.casefold()]})"

    def ask(self, met: Iterable[Iterable[str]]) -> None:
        """Ask about a name that is nearly another one of the file; those who ``met`` are several.

        Raises
        ------
        UnclearNameError
            A name stands in the file seldom, and one like it often.
        """
        places: defaultdict[str, set[int]] = defaultdict(set)
        for at, names in enumerate(met):
            for name in names:
                places[self._spellings[name]].add(at)
        for question in self._spellings.questions(places, self._known):
            name, nearest = question.name, question.nearest[0]
            why = "which stands there oftener"
            if look(name) == look(nearest):
                other = (unicodedata.name(letter, "") for letter in name if letter not in nearest)
                why = f"but has a {next(other, 'letter of another alphabet').lower()}"
            raise UnclearNameError(
                f"{self._file}: “{name}” is nearly “{nearest}”, {why}; say "
                f'--same "{name}={nearest}" if they are one, else --new-name "{name}".',
                question,
            )


class Entrant(NamedTuple):
    """A row of a wall list, by what tells two of nearly the same name apart."""

    name: str
    rounds: Sequence[str]
    facts: Sequence[object]
    """What is known of a person, such as the rating and the year of birth; blank if it is not."""

    @property
    def played(self) -> set[int]:
        """The rounds with an opponent."""
        cells = enumerate(self.rounds, 1)
        return {number for number, cell in cells if cell.strip().lstrip("0")[:1].isdigit()}

    def is_another(self, other: Entrant) -> bool:
        """Whether these are two: both play in a round, or something known of them differs."""
        facts = any(a and b and a != b for a, b in zip(self.facts, other.facts))
        return facts or bool(self.played & other.played)


def ask_about_rows(source: Source, entrants: Sequence[Entrant]) -> None:
    """Ask about two rows of a wall list that may be one person's; before any game only say so.

    Raises
    ------
    UnclearNameError
        Two names are nearly the same, and nothing shows that they are two persons.
    InputError
        They are one, as was answered: then they need one row.
    """
    right = {name.casefold() for name in source.known_names}
    same = {name.casefold() for name in source.same}
    names = [entrant.name for entrant in entrants]
    is_begun = any(any(entrant.rounds) for entrant in entrants)
    for at, other in near_rows(names):
        name, nearest = names[at], names[other]
        if name.casefold() in right or entrants[at].is_another(entrants[other]):
            continue
        file = source.file.name
        if name.casefold() in same or name_key(name) == name_key(nearest):
            raise InputError(
                f"{file}: “{name}” and “{nearest}” are one player in two rows; make one row of "
                f'them, or say --new-name "{name}" if they are two.'
            )
        if not is_begun:
            source.reading.notes.append(
                f"“{name}” is nearly “{nearest}” in another row; remove one if they are one"
            )
            continue
        raise UnclearNameError(
            f"{file}: “{name}” is nearly “{nearest}” in another row, and they never play in one "
            f'round; make one row of them if they are one, else say --new-name "{name}".',
            NameQuestion(name, [nearest]),
        )


def tell_apart(
    names: Sequence[str],
    marks: Sequence[Sequence[str]],
    make_error: Callable[[int, str], InputError],
) -> list[str]:
    """The names, with a mark behind each that several have.

    ``marks`` are columns, such as the clubs and the countries; of the first one that tells the
    entrants of a name apart its text is taken.  ``make_error`` is given the position of an entrant,
    and what to do, where none does.  Blank names are nobody's.

    >>> tell_apart(["Jo", "Eve", "jo"], [["A", "B", "C"]], lambda at, text: InputError(text))
    ['Jo (A)', 'Eve', 'jo (C)']
    """
    same: defaultdict[str, list[int]] = defaultdict(list)
    for at, name in enumerate(names):
        if name:
            same[name.casefold()].append(at)
    named = list(names)
    for places in same.values():
        if len(places) == 1:
            continue
        columns = ([column[at] for at in places] for column in marks)
        texts = next((texts for texts in columns if _are_different(texts)), None)
        if texts is None:
            raise make_error(
                places[1],
                f"there are {len(places)} players of the name {names[places[1]]}; write something "
                "behind the names, or fill in a column, such as the club, that tells them apart",
            )
        for at, text in zip(places, texts):
            named[at] = f"{names[at]} ({text})"
    return named


def _are_different(texts: Sequence[str]) -> bool:
    return all(texts) and len({text.casefold() for text in texts}) == len(texts)


def find_entrants(text: str, names: Mapping[int, str], where: str) -> list[int]:
    """The numbers of entrants who are named, or numbered, with ``;`` between them.

    >>> find_entrants("bob; 3", {1: "Ann", 2: "Bob", 3: "Cat"}, "--absent")
    [2, 3]
    """
    return [find_entrant(part, names, where) for part in map(str.strip, text.split(";")) if part]


def find_entrant(named: str, names: Mapping[int, str], where: str) -> int:
    """The number of somebody who is named, in any letter case, or numbered.

    OptionError that says where it was named, with the nearest names, if there is nobody.
    """
    by_name: dict[str, list[int]] = {}
    for number, name in names.items():
        by_name.setdefault(_identify(name), []).append(number)
    found = by_name.get(_identify(named), [])
    if len(found) == 1:
        return found[0]
    if found:
        numbers = " and ".join(map(str, found))
        raise OptionError(f"{where}: {named} is the name of numbers {numbers}; say the number.")
    if named.isdecimal() and int(named) in names:
        return int(named)
    nearest = get_close_matches(_identify(named), by_name, n=3, cutoff=0.5)
    near = " or ".join(f"“{names[by_name[name][0]]}”" for name in nearest)
    remedy = f"{near} is" if near else "say a name as the list has it, or a number"
    raise OptionError(f"{where}: “{named}” is not among the players; {remedy}.")


def _identify(name: str) -> str:
    return " ".join(name.split()).casefold()
