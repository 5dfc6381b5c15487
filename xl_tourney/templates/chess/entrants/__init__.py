"""Who plays in a chess workbook: players, or teams with their matches and tie-breaks."""
