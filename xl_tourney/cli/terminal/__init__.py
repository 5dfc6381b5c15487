"""What the commands share: options and exit codes, printing, progress."""
