"""Shared by the commands: options, exit codes, printing, progress."""
