"""``python -m xl_tourney``."""

from .cli import main

main()
