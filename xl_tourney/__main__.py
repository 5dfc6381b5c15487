"""``python -m xl_tourney``."""

from .cli.main import main

main()
