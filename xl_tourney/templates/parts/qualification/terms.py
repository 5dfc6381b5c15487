"""The columns of the race: what they are called, and what they mean."""

from __future__ import annotations

from collections.abc import Mapping

from ..columns import Heading

FIXTURES = "It and the next three need fixtures: rows of Results with two names and no score."


def race_headings(amounts: str, team: str) -> Mapping[str, Heading]:
    """How each column of the race is headed; ``amounts`` is what is won, such as wins or TPs."""
    unit = f"{amounts[0].upper()}{amounts[1:]}"
    return {
        "best_place": Heading(
            "Best",
            "Best place still possible",
            "Best place",
            f"The best place that a {team} can still have, if ties go its way.",
        ),
        "worst_place": Heading(
            "Worst",
            "Worst place still possible",
            "Worst place",
            "The worst place that is still possible, if ties go the other way.",
        ),
        "to_clinch": Heading(
            f"{unit} to clinch",
            note=f"So many {amounts} of the {team}'s own are enough for one of the places, "
            "whatever the others do. 0: it is certain; blank: no number is enough.",
        ),
        "to_stay": Heading(
            f"{unit} to stay alive",
            note=f"With fewer {amounts} no place can be reached. Blank: none can at all.",
        ),
        "state": Heading(
            "Settled",
            note="first: the first place is certain; qualified: one of the places is; out: none "
            f"can be reached; own hands: open, but the {team}'s own {amounts} are enough; open: "
            "neither; unknown: not found in the time. When all is played it follows from the "
            "places.",
        ),
    }


def terms(amounts: str, team: str, games: str = FIXTURES) -> list[tuple[str, str]]:
    """A line of the first page for each column; ``games`` says where games to come are found."""
    lines = [(heading.short, heading.note) for heading in race_headings(amounts, team).values()]
    return [(lines[0][0], f"{lines[0][1]} {games}"), *lines[1:]]
