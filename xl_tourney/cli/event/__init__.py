"""The commands of an event: from the first player to the published table."""
