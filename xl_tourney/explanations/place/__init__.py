"""Why an entrant has a place: one sentence that decides, then the criteria."""
