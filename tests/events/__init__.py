"""Events that are not over: half a round, half a season, an event played from its first day on."""
