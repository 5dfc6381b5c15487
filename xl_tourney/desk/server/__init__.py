"""The desk as a server: one process holds an event, and answers all pages of the hall.

``hall.py`` is the event in memory, worked on by one thread; ``journal.py`` keeps what was entered,
``states.py`` says what it means; ``app.py`` has the routes, ``guard.py`` what never reaches them,
``keys.py`` who may enter what, and ``serving.py`` starts and ends all of it.
"""
