"""The meaning of the columns of the race, for the sheet Read me."""

from __future__ import annotations

FIXTURES = "It and the next three need fixtures: rows of Results with two names and no score."


def terms(amounts: str, team: str, games: str = FIXTURES) -> list[tuple[str, str]]:
    """A line for each column; ``amounts`` is what is won, such as wins or TPs.

    ``games`` says where the games to come are found.
    """
    heading = f"{amounts[0].upper()}{amounts[1:]}"
    return [
        (
            "Best place",
            f"The best place that a {team} can still have, if ties go its way. {games}",
        ),
        ("Worst place", "The worst place that is still possible, if ties go the other way."),
        (
            f"{heading} to clinch",
            f"So many {amounts} of its own are enough for one of the places, whatever the others "
            "do. 0: it is certain; blank: no number is enough.",
        ),
        (
            f"{heading} to stay alive",
            f"With fewer {amounts} no place can be reached. Blank: none can be reached at all.",
        ),
        (
            "Settled",
            "first: the first place is certain; qualified: one of the places is; out: none can be "
            f"reached; own hands: open, but {amounts} of its own are enough; open: neither; "
            "unknown: not found in the time. When all is played it follows from the places.",
        ),
    ]
