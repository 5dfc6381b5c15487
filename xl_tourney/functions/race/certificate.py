"""What proves an answer: a completion, or a cut."""

from __future__ import annotations

from typing import NamedTuple


class Cut(NamedTuple):
    """Teams whose games among themselves put more load on them than they can bear together.

    So at least one of them is lost.  Each case says why that does not help either: with this team
    lost the next cut shows the same of others, until more are lost than the wish allows.
    """

    teams: tuple[int, ...]
    cases: tuple[tuple[int, Cut], ...] = ()
    """A team that may be lost, and the cut that follows; in a later case the teams of earlier ones
    are taken not to be lost."""

    @property
    def everybody(self) -> set[int]:
        """All teams of it and of the cuts that follow."""
        return set(self.teams).union(*(cut.everybody for _, cut in self.cases))
