"""Lists of chess tournaments as programs and sites write them: crosstables, pairings, games."""
