"""What a command is, and how one is run."""
